"""Property names to those of the schema: ``n.Name`` becomes ``n.name`` where the nodes have ``name``."""

from __future__ import annotations

from kgqa.cypher.bindings import Meaning, PropertyUse
from kgqa.cypher.checker.names import best, folded, same
from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.resolve import label_names
from kgqa.cypher.checker.rules.spelled import replaced

_NAMING = frozenset({"name", "label", "title", "displayname", "preferredname", "preflabel", "preferredlabel"})
"""What graphs call the property that shows what a node is, without case and separators."""


def properties(context: Context) -> Findings:
    """Repairs the case, separators and spelling of property names by what their nodes or relationships have."""
    repairs: list[Repair] = []
    notes: list[str] = []
    for use in context.resolved.bindings.uses:
        owned = owned_by(context, use.meaning)
        written = use.key.text
        if owned is None or written in owned:
            continue
        elsewhere = written in context.reach.properties
        alike = same(written, sorted(owned))
        after = best(written, sorted(owned)) if not elsewhere or alike else None
        display = _display(context, use) if after is None and not elsewhere else None
        said = _called(context, use) if after is None and display is None and not elsewhere else []
        if display is not None:
            reason = f"There is no property {written!r} here; what shows what the node is, is its {display!r}."
            repairs.append(Repair((replaced(use.key, display),), reason))
        elif len(said) == 1:
            reason = f"There is no property {written!r} here; what is called so is {said[0]!r}."
            repairs.append(Repair((replaced(use.key, said[0]),), reason))
        elif after is not None:
            reason = f"There is no property {written!r} here; the one that is meant is {after!r}."
            repairs.append(Repair((replaced(use.key, after),), reason))
        else:
            notes.append(f"The graph has no property {written!r} {_where(context, use.meaning)}; it will be empty.")
    return Findings(tuple(repairs), tuple(notes))


def _display(context: Context, use: PropertyUse) -> str | None:
    """The name of a node, for a word that another graph calls names by; None where it is another word."""
    if use.meaning.kind != "node" or folded(use.key.text) not in _NAMING:
        return None
    return shown(context, use.meaning.index)


def _called(context: Context, use: PropertyUse) -> list[str]:
    """The properties here that people call by the word that is written."""
    words, meaning = context.reach.schema.words, use.meaning
    if words is None:
        return []
    if meaning.kind == "node":
        return words.properties(use.key.text, labels_of(context, meaning.index), ())
    places = context.resolved.bindings.relationships[meaning.index].hops
    hops = [context.resolved.hops[place] for place in places]
    return words.properties(use.key.text, (), [triad for hop in hops for triad in (*hop.as_written, *hop.turned)])


def shown(context: Context, index: int) -> str | None:
    """The property that shows what a node is; None where its labels do not agree on one."""
    display = context.reach.schema.display
    found = {display.get(label) for label in labels_of(context, index)}
    return found.pop() if len(found) == 1 else None


def owned_by(context: Context, meaning: Meaning) -> frozenset[str] | None:
    """The properties that a node or relationship can have; None where the schema cannot say."""
    schema, resolved = context.reach.schema, context.resolved
    if meaning.index < 0 or meaning.lists:
        return None
    if meaning.kind == "node":
        return frozenset().union(*(schema.nodes[label] for label in labels_of(context, meaning.index)))
    types: set[str] = set()
    for place in resolved.bindings.relationships[meaning.index].hops:
        hop = resolved.hops[place]
        if hop.unknown:
            return None
        types |= {type_ for _, type_, _ in (*hop.as_written, *hop.turned)} or (hop.types or context.reach.types)
    return frozenset().union(*(schema.relationships[type_] for type_ in types))


def labels_of(context: Context, index: int) -> frozenset[str]:
    """What a node can be; every label where one of its labels is unknown to the schema."""
    known = context.reach.labels
    for pattern in context.resolved.bindings.nodes[index].patterns:
        if any(name.name.text not in known for name in label_names(pattern.labels)):
            return known
    return context.resolved.labels[index]


def _where(context: Context, meaning: Meaning) -> str:
    if meaning.kind != "node":
        return "on this relationship"
    labels = sorted(labels_of(context, meaning.index))
    return f"on {' or '.join(labels)}" if len(labels) < 4 else "on this node"
