"""What is asked of services: one or two links between things that a question names and a type that it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kgqa.language.registers import ALIASES, comparable
from kgqa.questions.intent import Thing
from kgqa.services.federation.service import Service
from kgqa.services.federation.types import ASKED, type_of
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import MetaGraph, QueryEdge, QueryGraph, QueryNode, Version

_WRITTEN = {"orpha": "orphanet", "ordo": "orphanet"}
"""How Translator services write a register, where that is not how graphs do."""


@dataclass(frozen=True, slots=True)
class End:
    """A node of what is asked: something of a type, which one where that is known."""

    type: str
    thing: Thing | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """An edge of what is asked, by the keys of its nodes; any predicate where none is named."""

    subject: str
    predicates: tuple[str, ...]
    object: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """One query graph before it is written for a service.

    Attributes:
        answer: the key of the node that is asked for; empty where both ends are known.
        said: what is asked, in words.
    """

    nodes: Mapping[str, End]
    links: tuple[Link, ...]
    answer: str
    said: str

    @property
    def things(self) -> tuple[Thing, ...]:
        """The things that it names."""
        return tuple(one.thing for one in self.nodes.values() if one.thing is not None)


@dataclass(frozen=True)
class Known:
    """A service with what it says of itself.

    Attributes:
        version: of TRAPI, by which it is asked.
        release: of the service; what is kept of its replies holds for this one.
        queries, later: whether it answers at once, and whether it can be asked to work on it and be asked again.
    """

    service: Service
    meta: MetaGraph
    version: Version = "1.5"
    release: str = ""
    queries: bool = True
    later: bool = False

    @cached_property
    def triads(self) -> frozenset[tuple[str, str, str]]:
        """Types and predicate of what it has, canonical."""
        found = set()
        for one in self.meta.edges:
            ends = type_of(one.subject), type_of(one.object)
            predicate = biolink.prefixed(one.predicate)
            if not biolink.is_canonical(predicate) and biolink.inverse_of(predicate):
                predicate, ends = biolink.inverse_of(predicate), ends[::-1]
            found.add((ends[0], predicate, ends[1]))
        return frozenset(found)

    @cached_property
    def _registers(self) -> Mapping[str, Mapping[str, str]]:
        """By type, and the common name of a register, how the service writes it."""
        found: dict[str, dict[str, str]] = {}
        for category, prefixes in self.meta.prefixes.items():
            of_type = found.setdefault(type_of(category), {})
            for prefix in prefixes:
                of_type.setdefault(comparable(f"{prefix}:1").partition(":")[0], prefix)
        return found

    def identifiers(self, type_: str, ids: Iterable[str]) -> tuple[str, ...]:
        """Identifiers of a thing as the service writes them; none where it knows no register of these."""
        registers = self._registers.get(type_)
        found: dict[str, None] = {}
        for one in ids:
            prefix, _, local = one.partition(":")
            register = ALIASES.get(prefix.casefold(), (prefix.casefold(),))[0]
            if not local:
                continue
            if registers:
                if register in registers:
                    found[f"{registers[register]}:{local}"] = None
            else:
                found[f"{_WRITTEN.get(register, prefix)}:{local}"] = None
        return tuple(found)

    def has(self, subject: str, predicates: Sequence[str], object_: str) -> bool:
        """Whether it has such links, in whichever direction it keeps them."""
        wanted = biolink.asked_for(predicates, "predicates")
        for one, predicate, other in self.triads:
            if wanted is not None and predicate not in wanted:
                continue
            either = wanted is None or biolink.symmetric(predicate)
            if (one, other) == (subject, object_) or (either and (one, other) == (object_, subject)):
                return True
            if biolink.NAMED_THING in (subject, object_) and {subject, object_} & {one, other}:
                return True
        return False

    def query(self, wanted: Wanted) -> QueryGraph | str:
        """What is asked, as this service is asked it; or why it is not, in words."""
        nodes = {}
        for key, end in wanted.nodes.items():
            ids = self.identifiers(end.type, end.thing.ids) if end.thing is not None else ()
            if end.thing is not None and not ids:
                return f"knows no identifier like those of {end.thing.name}"
            nodes[key] = QueryNode(ids, ASKED.get(end.type, (end.type,)))
        for link in wanted.links:
            if not self.has(wanted.nodes[link.subject].type, link.predicates, wanted.nodes[link.object].type):
                return "has no such links"
        return QueryGraph(nodes, _edges(wanted))


def usual(wanted: Wanted) -> QueryGraph:
    """What is asked, as a service is asked that says nothing of the identifiers that it knows."""
    anybody = Known(Service("", ""), MetaGraph({}, ()))
    ids = {key: anybody.identifiers(end.type, end.thing.ids) if end.thing else () for key, end in wanted.nodes.items()}
    nodes = {key: QueryNode(ids[key], ASKED.get(end.type, (end.type,))) for key, end in wanted.nodes.items()}
    return QueryGraph(nodes, _edges(wanted))


def _edges(wanted: Wanted) -> dict[str, QueryEdge]:
    return {f"e{place}": QueryEdge(one.subject, one.object, one.predicates) for place, one in enumerate(wanted.links)}
