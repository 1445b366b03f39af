"""What several services gave, as one: each fact once with everybody who says it, each thing once under all its names.

Two facts are one where subject, predicate, object and qualifiers are; an inverse predicate is turned, and the ends of a
symmetric one are put in order. What some record and others deny stays two facts that are told to disagree.
"""

from __future__ import annotations

import gc
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import NamedTuple

from kgqa.language.inflection import base, denied
from kgqa.language.registers import ALIASES, comparable
from kgqa.linking.index import NameIndex
from kgqa.records import Node, Triple
from kgqa.schema.model import Property, Relation, Schema
from kgqa.services.federation.types import Types, most_particular, nouns, type_of
from kgqa.services.federation.wanted import Wanted
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import (
    CONCLUDED,
    NOT_PROVIDED,
    PRIMARY,
    PUBLICATIONS,
    SUPPORT_GRAPHS,
    SUPPORTING_TEXT,
    Edge,
    Message,
    Qualifiers,
    Source,
)
from kgqa.services.trapi.model import Node as MessageNode
from kgqa.services.trapi.wording import context_words, phrase, predicate_words, subject_words

_SAME = {"biolink:same_as", "biolink:exact_match", "biolink:equivalent_identifiers"}
_SAME_NAMES = {"equivalent_identifiers", "equivalent identifiers"}
_XREF = "biolink:xref"
_TOLD = {SUPPORTING_TEXT, SUPPORT_GRAPHS}
MOST_TEXTS, MOST_PUBLICATIONS = 5, 200
PROPERTIES = (
    Property("source", "LIST", ("source",), "source"),
    Property("service", "LIST", ("service",)),
    Property("aggregator", "LIST", ("aggregator",)),
    Property("publications", "LIST", ("publication", "reference"), "reference"),
    Property("evidence", "LIST", ("evidence",), "evidence"),
    Property("agent", "LIST", ()),
    Property("inferred", "BOOLEAN", ()),
    Property("supporting_text", "LIST", ()),
    Property("supported_by", "LIST", ()),
    Property("disagrees", "LIST", ()),
    Property("qualifiers", "STRING", ()),
)
"""The fields of a fact from services."""


_Key = tuple[str, str, str, Qualifiers, bool]
"""Of a fact: subject, predicate, object, qualifiers, and whether it is denied."""


class _Node(NamedTuple):
    """What is kept of a node."""

    name: str
    categories: tuple[str, ...]


class _Said(NamedTuple):
    """What one edge of one service says of a fact."""

    service: str
    recorded: bool
    level: str
    agent: str
    sources: tuple[Source, ...]
    publications: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    support: tuple[str, ...] = ()


class Fact:
    """One fact from services; its record is made when it is asked for, as of many facts few are shown.

    Attributes:
        opposite: the place of the fact that says the opposite; None where none does.
    """

    __slots__ = ("_key", "_said", "_things", "_triple", "opposite", "other")

    def __init__(self, key: _Key, said: list[_Said], things: _Things) -> None:
        """Use ``Merger.merged`` instead."""
        self._key, self._said, self._things = key, said, things
        self._triple: Triple | None = None
        self.opposite: int | None = None
        self.other: Fact | None = None

    @property
    def negated(self) -> bool:
        """Whether it says that the link does not hold."""
        return self._key[4]

    @property
    def inferred(self) -> bool:
        """Whether nobody records it: it was concluded or predicted."""
        return not any(one.recorded for one in self._said)

    @property
    def services(self) -> tuple[str, ...]:
        """Names of those that gave it."""
        return tuple(sorted({one.service for one in self._said}))

    @property
    def triple(self) -> Triple:
        """Its record, not numbered; ``predicate`` tells qualified and inferred facts from plain ones."""
        if self._triple is None:
            said = sorted(self._said, key=lambda one: one.service)
            self._triple = _triple(self._key, said, self._things, self.other)
        return self._triple


class Found(NamedTuple):
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
    found: Mapping[int, tuple[Found, ...]]


class Merger:
    """Gathers what services give, and makes one of it.

    Args:
        index: the names of the local graph, whose identifiers and names go first.
        wanted: what was asked.
    """

    def __init__(self, index: NameIndex, types: Types, wanted: Sequence[Wanted]) -> None:
        self._index = index
        self._types = types
        self._wanted = wanted
        self._places: dict[_Key, int] = {}
        self._said: list[list[_Said]] = []
        self._nodes: dict[str, _Node] = {}
        self._same: dict[str, tuple[str, ...]] = {}
        self._answers: dict[int, dict[str, _Answer]] = {}
        self._lock = Lock()

    def add(self, service: str, wanted: Wanted, message: Message) -> None:
        """What a service gave to a query graph: of its edges those that its results rest on. From any thread."""
        with self._lock, uncollected():
            self._add(service, wanted, message)

    def _add(self, service: str, wanted: Wanted, message: Message) -> None:
        place = self._wanted.index(wanted)
        for curie, node in message.nodes.items():
            self._add_node(curie, node)
        answers = self._answers.setdefault(place, {})
        made: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {}
        edges = message.edges
        asked = {comparable(id_) for thing in wanted.things for id_ in thing.ids}
        pinned = [key for key, end in wanted.nodes.items() if end.thing is not None]
        for result in message.results or ():
            facts: list[int] = []
            kinds: list[str] = []
            for analysis in result.analyses:
                for ids in analysis.edges.values():
                    for id_ in ids:
                        told = made.get(id_)
                        if told is None:
                            edge = edges.get(id_)
                            if edge is None:
                                continue
                            told = made[id_] = self._facts_of(service, edge, message)
                        facts += told[0]
                        kinds += told[1]
            if not facts:
                continue
            for key in pinned:
                for one in result.nodes.get(key, ()):
                    if one.query_id and one.query_id != one.id and comparable(one.id) not in asked:
                        kinds.append(one.id)
            for id_ in [one.id for one in result.nodes.get(wanted.answer, ())] if wanted.answer else [""]:
                answer = answers.get(id_)
                if answer is None:
                    answer = answers[id_] = _Answer([], [])
                answer.facts.extend(facts)
                answer.kinds.extend(kinds)
        self._add_denials(service, wanted, message, asked, made, answers)

    def _facts_of(self, service: str, edge: Edge, message: Message) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """The places of the facts that an edge tells, and the kinds of a named thing that they are of."""
        if edge.knowledge_level == "logical_entailment" and (found := self._recorded(edge, message)):
            kinds = tuple(kind for _, kind in found if kind)
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
        answers: dict[str, _Answer],
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
                    answers.setdefault("", _Answer([], [])).facts.append(fact)

    def _add_node(self, curie: str, node: MessageNode) -> None:
        known = self._nodes.get(curie)
        if known is None or (node.name and not known.name):
            self._nodes[curie] = _Node(node.name, node.categories)
        for one in node.attributes:
            if one.type in _SAME or one.name in _SAME_NAMES or one.type == _XREF:
                values = one.value if isinstance(one.value, list | tuple) else (one.value,)
                more = tuple([v for v in values if isinstance(v, str) and v != curie])
                self._same[curie] = (*self._same[curie], *more) if curie in self._same else more

    def _add_edge(self, service: str, edge: Edge, message: Message) -> int:
        """The place of what an edge says, which is kept."""
        subject, predicate, object_ = edge.subject, biolink.prefixed(edge.predicate), edge.object
        if not edge.qualifiers and (turned := _turned(predicate)):
            subject, predicate, object_ = object_, turned, subject
        key = subject, predicate, object_, edge.qualifiers, edge.negated
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = len(self._said)
            self._said.append([])
        # What no person read tells more of a fact than that it was asserted.
        level = edge.agent_type if edge.agent_type.startswith("text_mining") else edge.knowledge_level
        told: tuple[tuple[str, ...], ...] = ()
        inferred = edge.knowledge_level in CONCLUDED
        for attribute in edge.attributes:
            if attribute.type == PUBLICATIONS and not told:
                told = (edge.publications[:MOST_PUBLICATIONS],)
            elif attribute.type in _TOLD or attribute.attributes:
                support = edge.support_graphs
                inferred = inferred or bool(support)
                behind = self._behind(support, message) if support else ()
                told = edge.publications[:MOST_PUBLICATIONS], edge.supporting_texts[:MOST_TEXTS], behind
                break
        self._said[place].append(_Said(service, not inferred, level, edge.agent_type, edge.sources, *told))
        return place

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
        names = [self._nodes[one].name if one in self._nodes else "" for one in (edge.subject, edge.object)]
        said = phrase(edge.predicate, edge.qualifiers, edge.negated)
        return f"{names[0] or edge.subject} {said} {names[1] or edge.object}"

    def merged(self, named: Iterable[Node] = ()) -> Merged:
        """Everything as one.

        Args:
            named: things that the question names, for graphs whose names are not all held.
        """
        with self._lock, uncollected():
            return self._merged(named)

    def _merged(self, named: Iterable[Node]) -> Merged:
        things = _Things(self._nodes, self._same, self._index, self._types, named)
        said: dict[_Key, list[_Said]] = {}
        canonical: list[_Key] = []
        id_of = {curie: things.id(curie) for curie in self._nodes}
        for (subject, predicate, object_, qualifiers, negated), given in zip(self._places, self._said, strict=True):
            one, other = id_of.get(subject, subject), id_of.get(object_, object_)
            if one > other and not qualifiers and _symmetric(predicate):
                one, other = other, one
            key = one, predicate, other, qualifiers, negated
            canonical.append(key)
            known = said.get(key)
            if known is None:
                said[key] = given
            else:
                known.extend(given)
        # In an order that does not depend on who answered first, so that the same replies give the same numbers.
        places = {key: place for place, key in enumerate(sorted(said))}
        facts = tuple(Fact(key, said[key], things) for key in places)
        for key, place in places.items():
            if key[4] and (opposite := places.get((*key[:4], False))) is not None:
                fact, against = facts[opposite], facts[place]
                fact.opposite, fact.other, against.opposite, against.other = place, against, opposite, fact
        found = {}
        for number, answers in self._answers.items():
            joined: dict[str, tuple[list[int], list[str]]] = {}
            for curie, answer in answers.items():
                id_ = id_of.get(curie, curie)
                its = joined.get(id_)
                if its is None:
                    its = joined[id_] = [], []
                its[0].extend(places[canonical[one]] for one in answer.facts)
                its[1].extend(answer.kinds)
            found[number] = tuple(
                Found(
                    things.node(id_) if id_ else Node("", "", ""),
                    things.ids(id_) if id_ else (),
                    tuple(sorted(set(numbers))),
                    tuple(dict.fromkeys(things.node(kind).name for kind in kinds)) if kinds else (),
                )
                for id_, (numbers, kinds) in joined.items()
            )
        return Merged(facts, found)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without looking for circles among objects meanwhile: a message is a million of them, and holds no circle.

    With the collector on, reading and merging take twice as long. Of threads that do this at once the first to end
    switches it on again, which costs the others time alone.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


class _Answer(NamedTuple):
    """Of one thing that answers: the facts that it rests on, and the kinds of a named thing that these are of."""

    facts: list[int]
    kinds: list[str]


@cache
def _symmetric(predicate: str) -> bool:
    return biolink.symmetric(predicate)


@cache
def _turned(predicate: str) -> str:
    """The canonical predicate in whose place this one stands from the other end; empty where it stands itself."""
    return "" if biolink.is_canonical(predicate) else biolink.inverse(predicate)


class _Things:
    """The nodes of all messages, each thing once.

    A thing of the local graph is known by the graph's own identifier and name; any other by the register that Biolink
    prefers for its category. Identifiers are of one thing where a node says so of them and the types agree.
    """

    def __init__(
        self,
        nodes: Mapping[str, _Node],
        same: Mapping[str, tuple[str, ...]],
        index: NameIndex,
        types: Types,
        named: Iterable[Node],
    ) -> None:
        self._nodes = nodes
        self._types = types
        self._index = index
        self._named = {one.id: one for one in named}
        registers = {one.partition(":")[0] for one in (*index.identifiers(), *(id_.casefold() for id_ in self._named))}
        self._registers = registers
        self._forms: dict[str, tuple[str, ...]] = {}
        self._common: dict[str, str] = {}
        self._type: dict[str, str] = {}
        self._parent: dict[str, str] = {}
        self._local: dict[str, str] = {}
        by_common: dict[str, str] = {}
        here = types.all | {biolink.NAMED_THING}
        by_categories: dict[tuple[str, ...], str] = {}
        for curie, node in nodes.items():
            type_ = by_categories.get(node.categories)
            if type_ is None:
                type_ = by_categories[node.categories] = type_of(most_particular(node.categories))
            self._type[curie] = type_
        for curie, type_ in self._type.items():
            local = ""
            if type_ in here:
                local = self._find_local(curie)
                for one in same.get(curie, ()) if not local else ():
                    local = local or self._find_local(one)
            if local and self._agree(curie, local):
                self._local[curie] = local
                self._union(f"local {local}", curie)
            first = by_common.setdefault(self._compared(curie), curie)
            if first is not curie:
                self._union(first, curie)
        for curie, others in same.items():
            for other in others:
                if other in self._type and self._type[curie] == self._type[other]:
                    self._union(curie, other)
        self._members: dict[str, list[str]] = {}
        self._root_of: dict[str, str] = {}
        for curie in nodes:
            root = self._root_of[curie] = self._root(curie)
            self._members.setdefault(root, []).append(curie)
        self._made: dict[str, tuple[Node, tuple[str, ...]]] = {}
        self._by_id: dict[str, str] = {}

    def id(self, curie: str) -> str:
        """The identifier of the thing that an identifier is of."""
        root = self._root_of.get(curie)
        return curie if root is None else self._thing(root)[0].id

    def node(self, curie: str) -> Node:
        """The thing, by any identifier of it or by the one that ``id`` gives."""
        root = self._root_of.get(curie) or self._by_id.get(curie)
        return self._thing(root)[0] if root is not None else Node(curie, curie, "NamedThing")

    def ids(self, id_: str) -> tuple[str, ...]:
        """All identifiers of the thing whose identifier this is."""
        root = self._by_id.get(id_)
        return self._thing(root)[1] if root is not None else (id_,)

    def _compared(self, curie: str) -> str:
        """As ``comparable``, which is slower."""
        prefix, _, local = curie.partition(":")
        register = self._common.get(prefix)
        if register is None:
            register = self._common[prefix] = comparable(f"{prefix}:1").partition(":")[0]
        return f"{register}:{local.casefold().lstrip('0')}"

    def _thing(self, root: str) -> tuple[Node, tuple[str, ...]]:
        made = self._made.get(root)
        if made is None:
            made = self._made[root] = self._make(root)
            self._by_id[made[0].id] = root
        return made

    def _make(self, root: str) -> tuple[Node, tuple[str, ...]]:
        members = self._members.get(root, [])
        local = next((self._local[one] for one in members if one in self._local), "")
        if local:
            if local in self._named:
                return self._named[local], tuple(dict.fromkeys((local, *members)))
            node = self._index.thing(local)
            return node.node, tuple(dict.fromkeys((*node.ids, *members)))
        if len(members) == 1:
            known = self._nodes[members[0]]
            label = self._types.label_of_node(known.categories)
            return Node(members[0], known.name or members[0], label), (members[0],)
        categories = {one: most_particular(self._nodes[one].categories) for one in members}
        first = min(members, key=lambda one: (_rank(one, categories[one]), not self._nodes[one].name, one))
        name = self._nodes[first].name or next((self._nodes[one].name for one in members if self._nodes[one].name), "")
        label = self._types.label_of_node(self._nodes[first].categories)
        return Node(first, name or first, label), tuple(dict.fromkeys((first, *members)))

    def _find_local(self, curie: str) -> str:
        """The local graph's own identifier of a thing; empty where it does not know it."""
        prefix, _, local = curie.partition(":")
        forms = self._forms.get(prefix)
        if forms is None:
            group = sorted({prefix.casefold(), *ALIASES.get(prefix.casefold(), ())} & self._registers)
            forms = self._forms[prefix] = tuple(form for one in group for form in (one.upper(), one))
        for form in forms:
            one = f"{form}:{local}"
            if one in self._named:
                return one
            if one in self._index:
                return self._index.thing(one).node.id
        return ""

    def _agree(self, curie: str, local: str) -> bool:
        """Whether a node and a thing of the local graph are of one type, as far as both say."""
        label = self._named[local].label if local in self._named else self._index.thing(local).node.label
        its, ours = self._type[curie], self._types.of_label(label)
        return not its or its == biolink.NAMED_THING or its == ours or not biolink.known(ours, "categories")

    def _root(self, curie: str) -> str:
        up = self._parent.get(curie)
        if up is None:
            return curie
        while (above := self._parent.get(up)) is not None:
            self._parent[curie] = above
            curie, up = up, above
        return up

    def _union(self, one: str, other: str) -> None:
        one, other = self._root(one), self._root(other)
        if one != other:
            self._parent[other] = one


@cache
def _prefixes(category: str) -> Mapping[str, int]:
    return {prefix: place for place, prefix in enumerate(biolink.prefixes(category))}


def _rank(curie: str, category: str) -> int:
    """How far down the registers that Biolink prefers for a category an identifier stands."""
    return _prefixes(category).get(curie.partition(":")[0], 1_000)


def _triple(key: _Key, said: Sequence[_Said], things: _Things, other: Fact | None) -> Triple:
    _, predicate, _, qualifiers, negated = key
    recorded = any(one.recorded for one in said)
    words, type_ = _worded(predicate, qualifiers, not recorded)
    sources = [(one.id, one.role == PRIMARY) for each in said for one in each.sources]
    primary = _each(_source(id_) for id_, first in sources if first)
    services = _each(one.service for one in said)
    properties: dict[str, object] = {
        "source": primary,
        "service": services,
        "aggregator": _each(_source(id_) for id_, first in sources if not first),
        "publications": _each(one for each in said for one in each.publications)[:MOST_PUBLICATIONS],
        "evidence": _each(one.level for one in said if one.level != NOT_PROVIDED),
        "agent": _each(one.agent.replace("_", " ") for one in said if one.agent != NOT_PROVIDED),
        "inferred": not recorded,
        "supporting_text": _each(one for each in said for one in each.texts)[:MOST_TEXTS],
        "supported_by": _each(one for each in said for one in each.support)[:MOST_TEXTS],
        "disagrees": list(other.services) if other is not None else [],
        "qualifiers": context_words(qualifiers),
    }
    return Triple(
        0,
        things.node(key[0]),
        type_,
        things.node(key[2]),
        denied(words) if negated else words,
        negated,
        tuple(primary or services),
        {name: value for name, value in properties.items() if value},
    )


def _each(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))


@cache
def _worded(predicate: str, qualifiers: Qualifiers, inferred: bool) -> tuple[str, str]:
    """The phrase of a fact and what tells its relation from others."""
    said = phrase(predicate, qualifiers)
    if subject := subject_words(qualifiers).removesuffix(" of"):
        said = f"({subject}) {said}"
    if inferred:
        said = concluded(said)
    return said, predicate if not qualifiers and not inferred else f"{predicate} ({said})"


def concluded(phrase_: str) -> str:
    """A verb phrase of what nobody records.

    >>> concluded("treats"), concluded("is associated with")
    ('is inferred to treat', 'is inferred to be associated with')
    """
    first, _, rest = phrase_.partition(" ")
    return f"is inferred to {'be' if first == 'is' else base(first)} {rest}".rstrip()


def _source(infores: str) -> str:
    return infores.removeprefix("infores:")


def schema_of(triples: Iterable[Triple]) -> Schema:
    """The types and relations of facts from services, in the words of the facts."""
    relations: dict[tuple[str, str, str], Relation] = {}
    for triple in triples:
        key = triple.predicate, triple.subject.label, triple.object.label
        if key not in relations:
            relations[key] = _relation(triple)
    labels = [label for _, source, target in relations for label in (source, target)]
    return Schema(nouns(labels, Schema((), ())), tuple(relations.values()))


def _relation(triple: Triple) -> Relation:
    plain = "(" not in triple.predicate
    predicate = triple.predicate.partition(" ")[0]
    forward = predicate_words(predicate) if plain else triple.predicate.partition("(")[2].removesuffix(")")
    inverse = predicate_words(predicate, inverse=True) if plain else f"is linked by “{forward}” from"
    source, target = triple.subject.label, triple.object.label
    return Relation(
        triple.predicate,
        source,
        target,
        forward,
        inverse,
        negative=denied(forward),
        words=(forward,),
        symmetric=source == target and plain and biolink.symmetric(predicate),
        properties=PROPERTIES,
    )


def laid_over(local: Schema, other: Schema) -> Schema:
    """A schema with the types and relations of another that it has not."""
    there = {node.label for node in local.nodes}
    known = {(one.type, one.source, one.target) for one in local.relations}
    return Schema(
        (*local.nodes, *(one for one in other.nodes if one.label not in there)),
        (*local.relations, *(one for one in other.relations if (one.type, one.source, one.target) not in known)),
        local.absent,
    )
