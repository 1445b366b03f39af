"""Values to names of the graph: ``{name: 'marfan syndrom'}`` becomes ``{name: 'Marfan syndrome'}``.

What a comparison would find already stays. Of the rest, a text that names one thing, in another case, misspelt or by
a synonym, becomes the name or identifier of that thing as the graph writes it.
"""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.rules.properties import labels_of
from kgqa.cypher.checker.searched_texts import Sought, cased
from kgqa.records import Candidate, NameField

_HOW = {"CONTAINS": "contains", "STARTS WITH": "starts with", "ENDS WITH": "ends with"}
_NAMED = 4
"""Choices that a note lists."""

_Found = tuple[str | None, str] | str | None
"""A name (None: the text itself in any case) with the reason for it, a note, or nothing to say."""


def values(context: Context) -> Findings:
    """Brings texts that names and identifiers are compared with to those that the graph has."""
    if not context.denoted:
        return Findings()
    repairs: list[Repair] = []
    notes: list[str] = []
    settled = {(one.node, one.key.text, one.wanted) for one in context.sought}
    for one in context.sought:
        field, labels = meant_field(context, one)
        if field is None or not one.text.strip():
            continue
        found = _found(context, one, field, labels)
        if isinstance(found, str):
            notes.append(found)
        elif found is not None:
            name, reason = found
            # Of several texts for one thing the others have done their work once one of them is its name.
            key = (one.node, one.key.text, one.wanted if name is None else one.compared(name))
            if name is None or key not in settled:
                settled.add(key)
                repairs.append(Repair(_edits(context.text, one, name), reason))
    return Findings(tuple(repairs), tuple(notes))


def meant_field(context: Context, one: Sought) -> tuple[NameField | None, frozenset[str]]:
    """Whether a text is compared with names or identifiers, and of which labels; None where with neither."""
    schema, labels = context.reach.schema, labels_of(context, one.node)
    shown = frozenset(label for label in labels if schema.display.get(label) == one.key.text)
    if shown:
        return "name", shown
    known = frozenset(label for label in labels if schema.identifiers.get(label) == one.key.text)
    return ("identifier", known) if known else (None, known)


def _found(context: Context, one: Sought, field: NameField, labels: frozenset[str]) -> _Found:
    """What is to be written for a text and why; a note where nothing can be; None where all is well."""
    ways = context.denoted.written(one.text, one.way, labels, field)
    kinds = _kinds(labels)
    if ways is not None and any(one.compared(way) == one.wanted for way in ways):
        return None
    if ways and (len(ways) == 1 or one.case):
        return _writable(one, ways[0], f"The graph writes it {ways[0]!r}, and case counts.")
    if ways and one.way != "=":
        return None, f"Names of {kinds} write {one.text!r} in several ways, so its case is not to count."
    things = context.denoted.meant(one.text, labels)
    if things is None or (ways is None and one.way == "=" and context.denoted.asked(one.text) is None):
        return None
    names = list(dict.fromkeys(name for thing in things for name in _names(thing, field)))
    if len(names) == 1:
        if one.compared(names[0]) == one.wanted:
            return None
        return _writable(one, names[0], _reason(one.text, names[0], things[0], kinds))
    if names:
        choices = " or ".join(map(repr, names[:_NAMED]))
        return f"{one.text!r} may be {choices}. It was left as it is; write the one that is meant."
    if ways is None:
        return None
    if one.way != "=":
        return f"No name of {kinds} in the graph {_HOW[one.way]} {one.text!r}. It was left as it is."
    if field == "identifier":
        return f"The graph knows no {kinds} with the identifier {one.text!r}. It was left as it is."
    near = " or ".join(map(repr, context.denoted.nearest(one.text, labels)))
    like = f" Names like it are {near}." if near else ""
    return f"The graph knows no {kinds} called {one.text!r}. It was left as it is.{like}"


def _names(thing: Candidate, field: NameField) -> tuple[str, ...]:
    return (thing.name,) if field == "name" else thing.ids or (thing.id,)


def _writable(one: Sought, name: str, reason: str) -> _Found:
    """A name with its reason; a note where it holds what no statement may hold."""
    if name.isprintable() and "\\" not in name:
        return name, reason
    return f"{one.text!r} means a name with signs that no statement may hold ({name!r}). It was left as it is."


def _reason(text: str, name: str, thing: Candidate, kinds: str) -> str:
    if thing.method == "identifier":
        return f"{text!r} is an identifier of {name!r}."
    if thing.method == "synonym":
        return f"{text!r} is another name of what the graph calls {name!r}."
    return f"The graph knows no {kinds} called {text!r}; the one that is meant is {name!r}."


def _kinds(labels: frozenset[str]) -> str:
    return " or ".join(sorted(labels)) if len(labels) < _NAMED else "node"


def _edits(text: str, one: Sought, name: str | None) -> tuple[Edit, ...]:
    """The edits that write a name in place of a text so that the comparison finds it."""
    quote = text[one.value.start]
    if name is None and one.access is not None:
        low = Edit(one.side.start, one.side.end, _literal(one.text.lower(), quote))
        start, end = one.access.start, one.access.end
        return Edit(start, start, "toLower("), Edit(end, end, ")"), low
    name = name or one.text
    if cased(name, one.side_case) == one.compared(name):
        return (Edit(one.value.start, one.value.end, _literal(name, quote)),)
    return (Edit(one.side.start, one.side.end, _literal(one.compared(name), quote)),)


def _literal(name: str, quote: str) -> str:
    return quote + name.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote
