"""The things that a text names, as the graph knows them; only what is a name of a thing, never what resembles one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.intent import Thing
from kgqa.questions.reader import Reader
from kgqa.records import BY_NAME_OR_ID, Candidate, Entity, Triple


class TextNames:
    """Finds things by their names; those of the evidence and the question before anything else of the same name."""

    def __init__(
        self, linker: Linker, reader: Reader, evidence: Sequence[Triple], entities: Sequence[Entity] = ()
    ) -> None:
        nodes = {node.id: node for triple in evidence for node in (triple.subject, triple.object)}
        self._linker = linker
        self._reader = reader
        self._known = frozenset(nodes) | {id_ for one in entities for c in one.meant for id_ in (c.id, *c.ids)}
        lacking = [node for node in nodes.values() if node.id not in linker.index]
        records = [{"id": one.id, "label": one.label, "name": one.name} for one in lacking]
        self._own = Linker(NameIndex(records)) if records else None

    def link(self, text: str) -> list[Entity]:
        """The names of a text in order, which do not overlap; also what only resembles a name, for the caller to
        refuse (``is_sure``)."""
        context = LinkContext(expected=self._reader.expected(text))
        found = self._linker.link(text, context=context)
        if self._own is not None:
            found += [one for one in self._own.link(text, context=context) if is_sure(one)]
        found = [one for one in found if one.chosen.method == "identifier" or not self._reader.is_phrase(one.mention)]
        apart: list[Entity] = []
        for one in sorted(found, key=lambda entity: (entity.start - entity.end, not is_sure(entity))):
            if all(one.end <= other.start or other.end <= one.start for other in apart):
                apart.append(self._settled(one))
        return sorted(apart, key=lambda entity: entity.start)

    def things(self, name: str) -> list[Thing]:
        """What a whole name or identifier means, the likeliest first; nothing where it only resembles a name."""
        found = [
            one
            for linker in (self._linker, self._own) if linker is not None
            for one in (linker.candidates(name) if name.strip() else ())
            if one.method in BY_NAME_OR_ID
        ]  # fmt: skip
        here = [one for one in found if self._is_known(one)]
        return list(dict.fromkeys(map(Thing.of, here or found)))

    def _settled(self, entity: Entity) -> Entity:
        """The entity as the thing that the evidence or the question has, where that is one of its readings."""
        readings = [one for one in (entity.chosen, *entity.rivals) if one.method in BY_NAME_OR_ID]
        here = [one for one in readings if self._is_known(one)]
        if not here:
            return entity
        return replace(entity, chosen=here[0], rivals=tuple(here[1:]), tied=len(here) > 1)

    def _is_known(self, one: Candidate) -> bool:
        return not self._known.isdisjoint((one.id, *one.ids))


def is_sure(entity: Entity) -> bool:
    """Whether a mention is a name of the thing, and nothing behind it asks for a subtype of it."""
    return entity.chosen.method in BY_NAME_OR_ID and not entity.subtype and not entity.guess
