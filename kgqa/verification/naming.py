"""The things that a text names, as the graph knows them: its own names, abbreviations, groups of things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kgqa.language.normalise import is_designator, name_words
from kgqa.language.tokens import compounds
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.ambiguity import NAMED
from kgqa.questions.intent import Thing
from kgqa.questions.interpreter import lacks_subtype
from kgqa.questions.reader import Reader
from kgqa.records import Candidate, Entity, Node, Triple
from kgqa.verification.aliases import aliases

GROUP = "group:"
"""Before the identifier of a group of things, which no graph has."""
_SHORT = re.compile(r"\s*\(\s*([A-Z][A-Za-z0-9]{0,3}[A-Z0-9][A-Za-z0-9-]{0,5})\s*[),;]")
_MOST_COMMAS = 4
"""Times that a text is linked again with its commas as breaks."""
_MOST_MEMBERS = 24
"""Names that are looked at for the members of a group."""
_ANNOUNCED = frozenset({"type", "subtype", "form", "group", "complementation"})


@dataclass(slots=True)
class Names:
    """Finds the things that a text names; what the evidence holds comes before anything else of the same name.

    Attributes:
        known: identifiers of the evidence and of the question.
        own: names of the evidence that the graph's linker does not have, and those of groups.
        groups: members of a group by its label and the words of its name ("Loeys-Dietz syndrome" of its types).
        short: abbreviations that the text has introduced so far.
    """

    linker: Linker
    reader: Reader
    known: frozenset[str]
    own: Linker | None = None
    groups: dict[tuple[str, tuple[str, ...]], tuple[Candidate, ...]] = field(default_factory=dict)
    short: dict[str, Candidate] = field(default_factory=dict)

    def link(self, text: str) -> list[Entity]:
        """The names of a text in order; they do not overlap."""
        context = LinkContext(expected=self.reader.expected(text))
        found = [(one, 0 if is_named(one) else 2) for one in _linked(self.linker, text, context)]
        if self.own is not None:
            found += [(one, 1) for one in _linked(self.own, text, context)]
        found = [
            (one, rank)
            for one, rank in found
            if one.chosen.method == "identifier" or not self.reader.is_phrase(one.mention)
        ]
        found += [(one, -1) for one in self._shortened(text)]
        apart = _apart(found)
        kept = [
            self._settled(one) if lacks_subtype(one, apart) else self._settled(replace(one, subtype=""))
            for one in apart
        ]
        for place, entity in enumerate(kept):
            introduced = _SHORT.match(text, entity.end)
            if introduced is not None and is_named(entity):
                self.short[introduced[1]] = entity.chosen
                kept[place] = replace(entity, subtype="")
        return kept

    def members(self, thing: Thing) -> tuple[Candidate, ...]:
        """The things of the evidence that a name is the common name of; none where it is no group's."""
        return self.groups.get((thing.label, name_words(thing.name)), ())

    def add_members(self, thing: Thing) -> None:
        """Look in the whole graph for the things that a name is the common name of."""
        key = thing.label, name_words(thing.name)
        if key in self.groups:
            return
        near = self.linker.candidates(thing.name, labels={thing.label}, most=_MOST_MEMBERS)
        self.groups[key] = tuple(one for one in near if name_words(group_name(one.name)) == key[1])

    def _shortened(self, text: str) -> list[Entity]:
        found = []
        for word in compounds(text, "-") if self.short else ():
            meant = self.short.get(word.text)
            if meant is not None:
                found.append(Entity(word.text, word.start, word.end, meant))
        return found

    def _settled(self, entity: Entity) -> Entity:
        """The entity as the thing that the evidence or the question has, where that is one of its readings."""
        readings = [one for one in (entity.chosen, *entity.rivals) if one.method in NAMED]
        here = [one for one in readings if not self.known.isdisjoint((one.id, *one.ids))]
        if not here:
            return entity
        return replace(entity, chosen=here[0], rivals=tuple(here[1:]), tied=len(here) > 1)


def _linked(linker: Linker, text: str, context: LinkContext) -> list[Entity]:
    """The names of a text; one that reaches over a comma which it has not itself is two names."""
    for _ in range(_MOST_COMMAS):
        found = linker.link(text, context=context)
        over = [one for one in found if "," in one.mention and "," not in one.chosen.matched]
        if not over:
            return found
        for one in over:
            text = text[: one.start] + one.mention.replace(",", ";") + text[one.end :]
    return found


def is_named(entity: Entity) -> bool:
    """Whether a mention is a name of the thing, not something that resembles one."""
    return entity.chosen.method in NAMED


def is_sure(entity: Entity) -> bool:
    """Whether a mention is a name of the thing, and nothing behind it asks for a subtype of it."""
    return is_named(entity) and not entity.subtype


def names_for(linker: Linker, reader: Reader, evidence: Sequence[Triple], entities: Sequence[Entity]) -> Names:
    """Names for a text that was written from some evidence, in answer to a question with some names."""
    known = {node.id: node for triple in evidence for node in (triple.subject, triple.object)}
    asked = {id_ for one in entities for thing in one.meant for id_ in (thing.id, *thing.ids)}
    lacking = [node for node in known.values() if node.id not in linker.index]
    records: list[dict[str, object]] = [{"id": one.id, "label": one.label, "name": one.name} for one in lacking]
    for node in known.values():
        others = list(aliases(node.name))
        if others:
            records.append({"id": node.id, "label": node.label, "name": node.name, "synonyms": others})
    groups: dict[tuple[str, tuple[str, ...]], tuple[Candidate, ...]] = {}
    for node in known.values():
        name = group_name(node.name)
        if name:
            key = node.label, name_words(name)
            if key not in groups:
                records.append({"id": f"{GROUP}{node.label}:{name}", "label": node.label, "name": name})
            groups[key] = (*groups.get(key, ()), _as_candidate(node))
    own = Linker(NameIndex(records)) if records else None
    return Names(linker, reader, frozenset(known.keys() | asked), own, groups)


def _as_candidate(node: Node) -> Candidate:
    return Candidate(node.id, node.name, node.label, 1.0, "exact", node.name, (node.id,))


def group_name(name: str) -> str:
    """A name without the number or letter at its end, and the words that announce it; empty where it has none.

    >>> group_name("Loeys-Dietz syndrome 1"), group_name("Fanconi anemia, complementation group D2")
    ('Loeys-Dietz syndrome', 'Fanconi anemia')
    """
    words = compounds(name, "-")
    kept = len(words)
    while kept and is_designator(words[kept - 1].text.lower()):
        kept -= 1
    if kept == len(words):
        return ""
    while kept and words[kept - 1].text.lower() in _ANNOUNCED:
        kept -= 1
    shared = name[: words[kept - 1].end] if kept else ""
    return shared if len(name_words(shared)) > 1 else ""


def _apart(found: Sequence[tuple[Entity, int]]) -> list[Entity]:
    """Mentions that do not overlap: the longer one of two, and of equally long ones that of the lower rank."""
    chosen: list[Entity] = []
    for one, _ in sorted(found, key=lambda pair: (pair[0].start - pair[0].end, pair[1])):
        if all(one.end <= other.start or other.end <= one.start for other in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.start)
