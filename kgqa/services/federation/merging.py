"""What several services gave, as one: each fact once with everybody who says it, each thing once under all its names.

Two facts are one where subject, predicate, object and qualifiers are; an inverse predicate is turned, and the ends of a
symmetric one are put in order. What some record and others deny stays two facts that are told to disagree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import NamedTuple

from kgqa.garbage_collection import uncollected
from kgqa.language.registers import comparable
from kgqa.linking.index import NameIndex
from kgqa.records import Node
from kgqa.services.federation.facts import MOST_TEXTS, Attribution, Fact, Key, plainly_told, told
from kgqa.services.federation.requested_links import Wanted
from kgqa.services.federation.things import Nodes, Things
from kgqa.services.federation.types import Types
from kgqa.services.trapi import biolink
from kgqa.services.trapi.biolink import phrase
from kgqa.services.trapi.model import CONCLUDED, Edge, Message


class FoundThing(NamedTuple):
    """One thing that answers a query graph.

    Attributes:
        node: as the local graph has it where it has it.
        ids: all identifiers under which it was met.
        facts: places of the facts that it rests on.
        kinds: names of the kinds of a named thing that it was found for, where it was not that itself.
    """

    node: Node
    ids: tuple[str, ...]
    facts: tuple[int, ...]
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Merged:
    """Everything that services gave.

    Attributes:
        found: by the place of a query graph what answers it; of one between named things its facts under one entry.
    """

    facts: tuple[Fact, ...]
    found: Mapping[int, tuple[FoundThing, ...]]


_Told = tuple[tuple[int, ...], tuple[int, ...]]
"""The places of what edges say among all that is said, and the nodes that are kinds of a named thing, where these say
it of them."""
_Answer = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A node that answers, and what it rests on."""
_NOBODY = -1
"""Stands for the node that answers where both ends are named."""


class Merger:
    """Gathers what services give, and makes one of it.

    Args:
        index: the names of the local graph, whose identifiers and names go first.
        wanted: what was asked.
    """

    def __init__(self, index: NameIndex, types: Types, wanted: Sequence[Wanted]) -> None:
        self._index = index
        self._wanted = wanted
        self._nodes = Nodes(types)
        self._said: list[tuple[Key, Attribution]] = []
        self._answers: dict[int, list[_Answer]] = {}
        self._lock = Lock()

    def add(self, service: str, wanted: Wanted, message: Message) -> None:
        """What a service gave to a query graph: of its edges those that its results rest on. From any thread."""
        with self._lock, uncollected():
            self._add(service, wanted, message)

    def _add(self, service: str, wanted: Wanted, message: Message) -> None:
        place = self._wanted.index(wanted)
        self._nodes.add(message.nodes)
        answers = self._answers.setdefault(place, [])
        made: dict[str, _Told] = {}
        edges, answer, number = message.edges, wanted.answer, self._nodes.number
        asked = {comparable(id_) for thing in wanted.things for id_ in thing.ids}
        pinned = [key for key, end in wanted.nodes.items() if end.thing is not None]

        for result in message.results or ():
            facts: tuple[int, ...] = ()
            kinds: tuple[int, ...] = ()
            more: list[_Told] = []
            for analysis in result.analyses:
                for ids in analysis.edges.values():
                    for id_ in ids:
                        known = made.get(id_)
                        if known is None:
                            edge = edges.get(id_)
                            if edge is None:
                                continue
                            known = made[id_] = self._told(service, edge, message)
                        if not facts:
                            facts, kinds = known
                        else:
                            more.append(known)
            if more:
                facts, kinds = _together([(facts, kinds), *more])
            if not facts:
                continue
            bound = result.nodes
            for key in pinned:
                for one in bound.get(key, ()):
                    if one.query_id and one.query_id != one.id and comparable(one.id) not in asked:
                        kinds = (*kinds, number(one.id))
            if answer:
                for one in bound.get(answer, ()):
                    answers.append((number(one.id), facts, kinds))
            else:
                answers.append((_NOBODY, facts, kinds))
        self._add_denials(service, wanted, message, asked, made, answers)

    def _told(self, service: str, edge: Edge, message: Message) -> _Told:
        """What an edge tells."""
        if edge.knowledge_level == "logical_entailment" and (found := self._recorded(edge, message)):
            kinds = tuple(self._nodes.number(kind) for _, kind in found if kind)
            return tuple(self._add_edge(service, one, message) for one, _ in found), kinds
        return (self._add_edge(service, edge, message),), ()

    def _recorded(self, edge: Edge, message: Message) -> tuple[tuple[Edge, str], ...]:
        """The recorded edges behind one that only passes them on from a kind of its end, each with that kind; none
        where it was concluded from anything else."""
        found = []
        for key in edge.support_graphs:
            under = message.auxiliary_graphs.get(key)
            behind = [message.edges[one] for one in under.edges if one in message.edges] if under is not None else []
            plain = [one for one in behind if biolink.prefixed(one.predicate) != biolink.SUBCLASS_OF]
            if len(plain) != 1 or plain[0].inferred or plain[0].predicate != edge.predicate:
                return ()
            ends = {edge.subject, edge.object}
            kinds = [one for one in (plain[0].subject, plain[0].object) if one not in ends]
            found.append((plain[0], kinds[0] if kinds else ""))
        return tuple(found)

    def _add_denials(
        self,
        service: str,
        wanted: Wanted,
        message: Message,
        asked: Set[str],
        made: Collection[str],
        answers: list[_Answer],
    ) -> None:
        """What a service tells against the link that is asked for; services bind such edges to no result."""
        predicates = [one for link in wanted.links for one in link.predicates]
        met = biolink.asked_for(predicates, "predicates")
        for id_, edge in message.edges.items():
            if not edge.negated or id_ in made or (met is not None and biolink.prefixed(edge.predicate) not in met):
                continue
            touched = sum(comparable(end) in asked for end in (edge.subject, edge.object))
            if touched == (1 if wanted.answer else 2) or (touched and len(wanted.links) > 1):
                fact = self._add_edge(service, edge, message)
                if not wanted.answer and len(wanted.links) == 1:  # of a chain one missing link denies nothing
                    answers.append((_NOBODY, (fact,), ()))

    def _add_edge(self, service: str, edge: Edge, message: Message) -> int:
        """The place of what an edge says, which is kept."""
        predicate, turned = _canonical(edge.predicate)
        numbered = self._nodes.numbers.get
        subject, object_ = numbered(edge.subject), numbered(edge.object)
        if subject is None or object_ is None:
            subject, object_ = self._nodes.number(edge.subject), self._nodes.number(edge.object)
        if turned and not edge.qualifiers:
            subject, predicate, object_ = object_, turned, subject
        key = subject, predicate, object_, edge.qualifiers, edge.negated
        attributes, inferred = plainly_told(edge.attributes), edge.knowledge_level in CONCLUDED
        support: tuple[str, ...] = ()
        if attributes is None:
            attributes, graphs = told(edge), edge.support_graphs
            if graphs:
                support, inferred = self._behind(graphs, message), True
        self._said.append(
            (
                key,
                Attribution(
                    service, inferred, edge.knowledge_level, edge.agent_type, edge.sources, attributes, support
                ),
            )
        )
        return len(self._said) - 1

    def _behind(self, graphs: Iterable[str], message: Message) -> tuple[str, ...]:
        """In words the first edges that an inferred one rests on."""
        found: list[str] = []
        for graph in graphs:
            under = message.auxiliary_graphs.get(graph)
            for id_ in under.edges if under is not None else ():
                if id_ in message.edges and len(found) < MOST_TEXTS:
                    found.append(self._in_words(message.edges[id_]))
        return tuple(found)

    def _in_words(self, edge: Edge) -> str:
        said = phrase(edge.predicate, edge.qualifiers, edge.negated)
        return f"{self._nodes.name(edge.subject)} {said} {self._nodes.name(edge.object)}"

    def merged(self, named: Iterable[Node] = ()) -> Merged:
        """Everything as one.

        Args:
            named: things that the question names, for graphs whose names are not all held.
        """
        with self._lock, uncollected():
            return self._merged(named)

    def _merged(self, named: Iterable[Node]) -> Merged:
        things = Things(self._nodes, self._index, named)
        thing_of = things.of
        numbers: dict[Key, int] = {}
        keys: list[Key] = []
        said: list[list[Attribution]] = []
        fact_of: list[int] = []
        for (subject, predicate, object_, qualifiers, negated), given in self._said:
            one, other = thing_of[subject], thing_of[object_]
            if one > other and not qualifiers and _symmetric(predicate):
                one, other = other, one
            key = one, predicate, other, qualifiers, negated
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(keys)
                keys.append(key)
                said.append([given])
            else:
                said[number].append(given)
            fact_of.append(number)
        # In an order that does not depend on who answered first, so that the same replies give the same numbers.
        order = sorted(range(len(keys)), key=keys.__getitem__)
        facts = tuple([Fact(keys[number], said[number], things) for number in order])
        places = [0] * len(keys)
        for place, number in enumerate(order):
            places[number] = place
        for place, number in enumerate(order):
            if keys[number][4] and (other_number := numbers.get((*keys[number][:4], False))) is not None:
                opposite = places[other_number]
                fact, against = facts[opposite], facts[place]
                fact.opposite, fact.other, against.opposite, against.other = place, against, opposite, fact
        at = [places[number] for number in fact_of]
        return Merged(facts, {place: _found(answers, things, at) for place, answers in self._answers.items()})


def _found(answers: Iterable[_Answer], things: Things, at: Sequence[int]) -> tuple[FoundThing, ...]:
    """What answers a query graph.

    Args:
        at: the places of the merged facts, by those that were kept.
    """
    facts: dict[int, list[int]] = {}
    kinds: dict[int, set[str]] = {}
    for node, kept, its_kinds in answers:
        thing = things.of[node] if node != _NOBODY else _NOBODY
        known = facts.get(thing)
        if known is None:
            facts[thing] = [at[one] for one in kept]
        else:
            known += [at[one] for one in kept]
        if its_kinds:
            names = (things[things.of[one]][0].name for one in its_kinds)
            kinds.setdefault(thing, set()).update(names)
    nothing = Node("", "", ""), ()
    return tuple([
        FoundThing(
            *(things[thing] if thing != _NOBODY else nothing),
            tuple(sorted(set(its))) if len(its) > 1 else tuple(its),
            tuple(sorted(kinds.get(thing, ()))),
        )
        for thing, its in facts.items()
    ])  # fmt: skip


def _together(told: Iterable[_Told]) -> _Told:
    facts: list[int] = []
    kinds: list[int] = []
    for its_facts, its_kinds in told:
        facts += its_facts
        kinds += its_kinds
    return tuple(facts), tuple(kinds)


@cache
def _symmetric(predicate: str) -> bool:
    return biolink.symmetric(predicate)


@cache
def _canonical(predicate: str) -> tuple[str, str]:
    """A predicate with its prefix, and the one in whose place it stands from the other end; empty where it stands
    itself."""
    predicate = biolink.prefixed(predicate)
    return predicate, "" if biolink.is_canonical(predicate) else biolink.inverse_of(predicate)
