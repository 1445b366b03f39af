"""What is recorded between two named things for the kinds of either, where the graph has no such record of their own.

What is recorded of a kind of the object holds for the object: who shows moderate intellectual disability shows
intellectual disability. So a record of the asked subject itself with a kind of the asked object comes first. A record
of a kind of the subject tells of that kind alone; how many of how many kinds have one is always said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.answers.conditions import kinds_of
from kgqa.answers.context import AnswerContext, marks, positive
from kgqa.answers.list_text import NAMED, first_of
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.language.inflection import plural
from kgqa.questions.intent import Pair, Thing
from kgqa.records import Node


@dataclass(frozen=True, slots=True)
class OfKind:
    """The records of one kind, the strongest first."""

    name: str
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class KindRecords:
    """The records of the kinds of one of two things.

    Attributes:
        thing: the asked thing whose kinds they are.
        noun: what a kind is called ("kind", "part").
        total: how many kinds it has.
        found: the kinds with a record that the link holds, those with the strongest first.
        denied: the kinds with nothing but records that deny it.
        cut: there are more records than the row limit lets through, so that more kinds may have one.
    """

    thing: Thing
    noun: str
    total: int
    found: tuple[OfKind, ...]
    denied: tuple[OfKind, ...] = ()
    cut: bool = False

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Every record that the link holds."""
        return tuple(edge for kind in self.found for edge in kind.edges if not edge.triple.against)

    def counted(self) -> str:
        """For how many of the kinds it is recorded: "3 of 13 kinds of Ehlers-Danlos syndrome"."""
        said = counted(len(self.found), self.total, self.thing, self.noun)
        return f"at least {said}" if self.cut and len(self.found) < self.total else said

    def named(self) -> str:
        """The first of the kinds with a record that the link holds."""
        return _named([kind.name for kind in self.found])

    def against(self, numbering: Numbering) -> str:
        """The kinds whose records deny the link, in a sentence; empty where there are none."""
        if not self.denied:
            return ""
        numbers = numbering.cite([edge for kind in self.denied for edge in kind.edges])
        names = _named([kind.name for kind in self.denied])
        nouns = self.noun if len(self.denied) == 1 else plural(self.noun)
        return f"It is denied for {len(self.denied):,} {nouns} of {self.thing.name}: {names}{marks(numbers)}."


def _named(names: Sequence[str]) -> str:
    """The first of some names; names with commas of their own ("X, classic type, 2") stand between semicolons."""
    if len(names) < 2 or not any("," in name for name in names):
        return first_of(names, len(names))
    more = f"; and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{'; '.join(names[:NAMED])}{more}"


def counted(number: int, total: int, thing: Thing, noun: str) -> str:
    """So many of the kinds of a thing, in words.

    Args:
        noun: what one of them is called.
    """
    if total == 1:
        return f"the one {noun} of {thing.name}"
    if number == total:
        return f"{'both' if total == 2 else f'all {total:,}'} {plural(noun)} of {thing.name}"
    return f"{number:,} of {total:,} {plural(noun)} of {thing.name}"


def of_kinds(context: AnswerContext, pair: Pair) -> KindRecords | None:
    """The records of the kinds of two things over one relation; None where neither has kinds or none has a record."""
    kinds = {thing: other_kinds(context, thing) for thing in (pair.one, pair.other)}
    if not any(kinds.values()):
        return None
    hop = pair.hops[0]
    wide = [replace(thing, ids=(*thing.own_ids, *kinds[thing])) for thing in (pair.one, pair.other)]
    rows = context.ledger.run(context.statements.between(wide[0], wide[1], hop))
    subject, object_ = (pair.one, pair.other) if hop.forward else (pair.other, pair.one)
    edges = [edge for edge in context.gatherer.edges(rows, hop) if not _is_own(edge, pair)]
    whole = [edge for edge in edges if end(edge, at_source=True).id in subject.own_ids]
    parts = [edge for edge in edges if edge not in whole]
    told, thing = (whole, object_) if positive(whole) or not parts else (parts, subject)
    if not told:
        return None
    found = _by_kind(told, at_source=thing is subject)
    return KindRecords(
        thing,
        context.wording.kinds(thing.label, 1),
        number_of(context, thing, kinds[thing]),
        tuple(kind for kind in found if positive(list(kind.edges))),
        tuple(kind for kind in found if not positive(list(kind.edges))),
        rows.truncated,
    )


def other_kinds(context: AnswerContext, thing: Thing) -> list[str]:
    """Identifiers of the kinds of a thing, without those that it has itself."""
    return list(thing.ids) if thing.family else [id_ for id_ in kinds_of(context, thing) if id_ not in thing.ids]


def _is_own(edge: Edge, pair: Pair) -> bool:
    """Whether a record of the relation of a pair is one of the two things themselves, and of no kind of them."""
    forward = pair.hops[0].forward
    near, far = end(edge, at_source=forward), end(edge, at_source=not forward)
    return near.id in pair.one.own_ids and far.id in pair.other.own_ids


def end(edge: Edge, *, at_source: bool) -> Node:
    """The end of an edge that is the source, or the target, of its relation."""
    return edge.triple.subject if at_source != edge.turned else edge.triple.object


def _by_kind(edges: Sequence[Edge], *, at_source: bool) -> list[OfKind]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        key = edge.source if at_source != edge.turned else edge.target
        found.setdefault(key, []).append(edge)
    return [OfKind(end(of_one[0], at_source=at_source).name, tuple(of_one)) for of_one in found.values()]


def number_of(context: AnswerContext, thing: Thing, ids: Sequence[str]) -> int:
    """How many kinds some identifiers stand for."""
    node = context.schema.node(thing.label)
    without = node.group_property  # a group is counted with none of its kinds
    if not without and node.same_property == node.id_property:
        return len(set(ids))
    return int(context.ledger.one(context.statements.things(thing.label, ids, without)) or 0)
