"""A question for the place of a thing, in terms of one schema: which relation tells it, and which thing is meant.

A name may stand for things of several types ("craniosynostosis", a disease and a phenotype). The words beside it
decide: the noun of a type, a register of identifiers ("in HPO"), and a word for an entry, where the schema has it as a
word for one type ("HPO term").
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.language.inflection import singular_of
from kgqa.language.registers import ALIASES
from kgqa.questions.ambiguity import nearest_candidates, with_candidate
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable
from kgqa.questions.placement.grammar import Place
from kgqa.questions.placement.parts import Said
from kgqa.questions.wording import listed
from kgqa.records import BY_NAME_OR_ID, Candidate, Entity
from kgqa.schema.derive import tells_kinds
from kgqa.schema.model import Relation, Schema


def meant(schema: Schema, asked: Place, parts: Sequence[Said], entities: Sequence[Entity]) -> tuple[Intent, ...]:
    """What a question asks for with each meaning of its names, the likeliest first; nothing where no relation tells the
    place of what it names."""
    if any(one.subtype for one in entities):
        return ()
    settled = [_settled(schema, parts, one) for one in entities]
    notes = tuple(note for one in settled for note in one.notes)
    intents = []
    for chosen in itertools.product(*(one.options for one in settled)):
        labels = {one.label for one in chosen}
        relation = _relation_of_places(schema, chosen[0].label, parts) if len(labels) == 1 else None
        if relation is not None:
            known = tuple(with_candidate(one, c) for one, c in zip(entities, chosen, strict=True))
            intents.append(replace(_intent(asked, relation, chosen), entities=known, notes=notes))
    return tuple(intents)


def _relation_of_places(schema: Schema, label: str, parts: Sequence[Said]) -> Relation | None:
    """The relation by which things of a type stand above and below each other: the one of kinds, else that of parts,
    of which nobody asks for kinds."""
    found = [one for one in schema.relations if one.hierarchical and one.source == one.target == label]
    kinds = next(filter(tells_kinds, found), None)
    of_kinds = any(one.role == "kind" for one in parts)
    return kinds or (None if of_kinds else next(iter(found), None))


def _intent(asked: Place, relation: Relation, chosen: Sequence[Candidate]) -> Intent:
    first, *others = [Thing.of(one) for one in chosen]
    if others:
        one, other = (first, others[0]) if asked.up else (others[0], first)
        return Intent("yesno", pairs=(Pair(one, other, (Hop(relation, True),), direct=asked.steps == "one"),))
    condition = Condition(Hop(relation, not asked.up), (first,), deep=asked.steps == "any")
    return Intent(asked.kind, answer=Variable(first.label, (condition,)))


@dataclass(frozen=True, slots=True)
class _Settled:
    """What a name may mean, and how other words decided that, in sentences."""

    options: tuple[Candidate, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Decider:
    """A word by which a name can mean only some things.

    Attributes:
        labels: the types of these; empty where their identifiers tell them.
        registers: the registers in which they are listed.
        must: it says of the thing what it is, so that nothing else can be meant; else it may say where one looks.
    """

    word: str
    labels: frozenset[str] = frozenset()
    registers: tuple[str, ...] = ()
    must: bool = False

    def fits(self, one: Candidate) -> bool:
        """Whether a thing is one of them."""
        if self.labels:
            return one.label in self.labels
        return any(id_.partition(":")[0].casefold() in self.registers for id_ in (one.id, *one.ids))


def _deciders(schema: Schema, parts: Sequence[Said]) -> Iterator[_Decider]:
    """The words of a question that decide, those that say what a thing is first."""
    for one in parts:
        if one.role == "type":
            yield _Decider(one.written, one.labels, must=True)
    for one in parts:
        if one.role == "source" and one.text in ALIASES:
            yield _Decider(one.written, registers=ALIASES[one.text])
    for one in parts:
        if one.role in ("entry", "tree") and (labels := _listed_as(schema, one)):
            yield _Decider(one.written, labels)


def _listed_as(schema: Schema, said: Said) -> frozenset[str]:
    """The types that the schema has a word for an entry for ("HPO term", "ontology term"), as the question says it."""
    word = singular_of(said.text)
    start = (*(f"{one.lower()} {word}" for one in schema.called), *((f"{word} ",) if said.role == "tree" else ()))
    return frozenset(node.label for node in schema.nodes if any(own.startswith(start) for own in node.words))


def _settled(schema: Schema, parts: Sequence[Said], entity: Entity) -> _Settled:
    """The meanings of a name that the other words of the question leave."""
    nearest = nearest_candidates([entity])[0]
    every = list(dict.fromkeys((*nearest, *(one for one in entity.rivals if one.method in BY_NAME_OR_ID))))
    notes: list[str] = []
    for decider in _deciders(schema, parts):
        kept = [one for one in every if decider.fits(one)]
        if not kept and decider.must:
            return _Settled(())
        if not kept or len(kept) == len(every):
            continue
        left = [one for one in nearest if one in kept] or kept[:1]
        if set(left) != set(nearest):
            notes.append(_told(schema, entity, left, [one for one in nearest if one not in left], decider.word))
        every, nearest = kept, left
    return _Settled(tuple(nearest), tuple(notes))


def _told(schema: Schema, entity: Entity, kept: Sequence[Candidate], others: Sequence[Candidate], word: str) -> str:
    """How a name was read by a word beside it, and what else it stands for."""
    read = listed([f"{schema.node(one.label).singular} {one.id}" for one in kept], "or")
    besides = listed([f"{schema.node(one.label).singular} {one.id}" for one in others])
    return f"“{entity.mention}” was read as the {read}, as the question says “{word}”; the {besides} is called so too."
