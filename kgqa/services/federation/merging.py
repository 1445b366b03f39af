"""What several services gave, as one: each fact once with everybody who says it, each thing once under all its names.

Two facts are one where subject, predicate, object and qualifiers are; an inverse predicate is turned, and the ends of a
symmetric one are put in order. What some record and others deny stays two facts that are told to disagree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from threading import Lock

from kgqa.language.inflection import base, denied
from kgqa.language.registers import ALIASES, comparable
from kgqa.linking.index import NameIndex
from kgqa.records import Node, Triple
from kgqa.schema.model import Property, Relation, Schema
from kgqa.services.federation.types import Types, most_particular, nouns, type_of
from kgqa.services.federation.wanted import Wanted
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import (
    NOT_PROVIDED,
    PRIMARY,
    Edge,
    Message,
    Qualifiers,
)
from kgqa.services.trapi.model import Node as MessageNode
from kgqa.services.trapi.wording import context_words, phrase, predicate_words, subject_words

_SAME = {"biolink:same_as", "biolink:exact_match", "biolink:equivalent_identifiers"}
_SAME_NAMES = {"equivalent_identifiers", "equivalent identifiers"}
_XREF = "biolink:xref"
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


@dataclass(slots=True, eq=False)
class _Fact:
    """A fact while it is gathered; of sets the order of their keys is kept."""

    subject: str
    predicate: str
    object: str
    qualifiers: Qualifiers
    negated: bool
    recorded: bool = False
    services: dict[str, None] = field(default_factory=dict)
    primary: dict[str, None] = field(default_factory=dict)
    aggregators: dict[str, None] = field(default_factory=dict)
    publications: dict[str, None] = field(default_factory=dict)
    levels: dict[str, None] = field(default_factory=dict)
    agents: dict[str, None] = field(default_factory=dict)
    texts: dict[str, None] = field(default_factory=dict)
    support: dict[str, None] = field(default_factory=dict)
    records: int = 0

    def join(self, other: _Fact) -> None:
        self.recorded |= other.recorded
        self.records += other.records
        for name in ("services", "primary", "aggregators", "publications", "levels", "agents", "texts", "support"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact from services.

    Attributes:
        triple: not numbered yet; ``predicate`` tells qualified and inferred facts from plain ones.
        inferred: nobody records it: it was concluded or predicted.
        services: names of those that gave it.
        opposite: the place of the fact that says the opposite; None where none does.
    """

    triple: Triple
    inferred: bool
    services: tuple[str, ...]
    opposite: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
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
    schema: Schema


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
        self._facts: dict[tuple[str, str, str, Qualifiers, bool], _Fact] = {}
        self._nodes: dict[str, MessageNode] = {}
        self._same: dict[str, set[str]] = {}
        self._answers: dict[int, dict[str, tuple[dict[int, _Fact], dict[str, None]]]] = {}
        self._lock = Lock()

    def add(self, service: str, wanted: Wanted, message: Message) -> None:
        """What a service gave to a query graph: of its edges those that its results rest on. From any thread."""
        with self._lock:
            self._add(service, wanted, message)

    def _add(self, service: str, wanted: Wanted, message: Message) -> None:
        place = self._wanted.index(wanted)
        for curie, node in message.nodes.items():
            self._add_node(curie, node)
        answers = self._answers.setdefault(place, {})
        made: dict[str, tuple[tuple[_Fact, str], ...]] = {}
        edges = message.edges
        asked = {comparable(id_) for thing in wanted.things for id_ in thing.ids}
        pinned = [key for key, end in wanted.nodes.items() if end.thing is not None]
        for result in message.results or ():
            bound = [id_ for one in result.analyses for ids in one.edges.values() for id_ in ids]
            facts: dict[int, _Fact] = {}
            kinds: dict[str, None] = {}
            for id_ in bound:
                if id_ not in made and id_ in edges:
                    found = self._recorded(edges[id_], message) or ((edges[id_], ""),)
                    made[id_] = tuple((self._add_edge(service, edge, message), kind) for edge, kind in found)
                for fact, kind in made.get(id_, ()):
                    facts[id(fact)] = fact
                    kinds |= {kind: None} if kind else {}
            if not facts:
                continue
            for key in pinned:
                for one in result.nodes.get(key, ()):
                    if one.query_id and one.query_id != one.id and comparable(one.id) not in asked:
                        kinds[one.id] = None
            for answer in [one.id for one in result.nodes.get(wanted.answer, ())] if wanted.answer else [""]:
                held, of_kinds = answers.setdefault(answer, ({}, {}))
                held.update(facts)
                of_kinds.update(kinds)
        self._add_denials(service, wanted, message, asked, made, answers)

    def _recorded(self, edge: Edge, message: Message) -> tuple[tuple[Edge, str], ...]:
        """The recorded edges behind one that only passes them on from a kind of its end, each with that kind; none
        where it was concluded from anything else."""
        if edge.knowledge_level != "logical_entailment":
            return ()
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
        answers: dict[str, tuple[dict[int, _Fact], dict[str, None]]],
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
                if not wanted.answer:
                    answers.setdefault("", ({}, {}))[0][id(fact)] = fact

    def _add_node(self, curie: str, node: MessageNode) -> None:
        known = self._nodes.get(curie)
        if known is None or (node.name and not known.name):
            self._nodes[curie] = node
        for one in node.attributes:
            if one.type in _SAME or one.name in _SAME_NAMES or one.type == _XREF:
                values = one.value if isinstance(one.value, list | tuple) else (one.value,)
                self._same.setdefault(curie, set()).update(v for v in values if isinstance(v, str))

    def _add_edge(self, service: str, edge: Edge, message: Message) -> _Fact:
        subject, predicate, object_ = edge.subject, biolink.prefixed(edge.predicate), edge.object
        if not edge.qualifiers and (turned := _turned(predicate)):
            subject, predicate, object_ = object_, turned, subject
        key = subject, predicate, object_, edge.qualifiers, edge.negated
        fact = self._facts.get(key)
        if fact is None:
            fact = self._facts[key] = _Fact(*key)
        fact.recorded |= not edge.inferred
        fact.records += 1
        fact.services[service] = None
        for source in edge.sources:
            (fact.primary if source.role == PRIMARY else fact.aggregators)[source.id] = None
        if edge.attributes:
            fact.publications.update(dict.fromkeys(edge.publications))
            fact.texts.update(dict.fromkeys(edge.supporting_texts[:MOST_TEXTS]))
            for graph in edge.support_graphs:
                under = message.auxiliary_graphs.get(graph)
                for id_ in under.edges[:MOST_TEXTS] if under is not None else ():
                    if id_ in message.edges and len(fact.support) < MOST_TEXTS:
                        fact.support[self._said(message.edges[id_])] = None
        # What no person read tells more of a fact than that it was asserted.
        said = edge.agent_type if edge.agent_type.startswith("text_mining") else edge.knowledge_level
        if said != NOT_PROVIDED:
            fact.levels[said] = None
        if edge.agent_type != NOT_PROVIDED:
            fact.agents[edge.agent_type] = None
        return fact

    def _said(self, edge: Edge) -> str:
        names = [self._nodes[one].name if one in self._nodes else "" for one in (edge.subject, edge.object)]
        return f"{names[0] or edge.subject} {phrase(edge.predicate, edge.qualifiers, edge.negated)} " + (
            names[1] or edge.object
        )

    def merged(self, named: Iterable[Node] = ()) -> Merged:
        """Everything as one.

        Args:
            named: things that the question names, for graphs whose names are not all held.
        """
        things = _Things(self._nodes, self._same, self._index, self._types, named)
        facts: dict[tuple[str, str, str, Qualifiers, bool], _Fact] = {}
        place_of: dict[int, tuple[str, str, str, Qualifiers, bool]] = {}
        for one in self._facts.values():
            ends = things.id(one.subject), things.id(one.object)
            if ends[0] > ends[1] and not one.qualifiers and biolink.symmetric(one.predicate):
                ends = ends[::-1]
            key = ends[0], one.predicate, ends[1], one.qualifiers, one.negated
            known = facts.get(key)
            if known is None:
                facts[key] = one
                place_of[id(one)] = key
            else:
                known.join(one)
                place_of[id(one)] = key
        places = {key: place for place, key in enumerate(facts)}
        made = []
        for key, one in facts.items():
            opposite = places.get((*key[:4], not key[4]))
            other = facts[(*key[:4], not key[4])] if opposite is not None else None
            made.append(_fact(key, one, things, opposite, other))
        found = {}
        for place, answers in self._answers.items():
            joined: dict[str, tuple[dict[int, None], dict[str, None], dict[str, None]]] = {}
            for curie, (its, kinds) in answers.items():
                numbers, ids, of_kinds = joined.setdefault(things.id(curie) if curie else "", ({}, {}, {}))
                numbers.update(dict.fromkeys(places[place_of[one]] for one in its))
                ids[curie] = None
                of_kinds.update(dict.fromkeys(things.node(kind).name for kind in kinds))
            found[place] = tuple(
                Found(
                    things.node(id_) if id_ else Node("", "", ""),
                    things.ids(id_) if id_ else (),
                    tuple(sorted(numbers)),
                    tuple(kinds),
                )
                for id_, (numbers, ids, kinds) in joined.items()
            )
        return Merged(tuple(made), found, schema_of_facts(made))


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
        nodes: Mapping[str, MessageNode],
        same: Mapping[str, set[str]],
        index: NameIndex,
        types: Types,
        named: Iterable[Node],
    ) -> None:
        self._nodes = nodes
        self._types = types
        self._index = index
        self._named = {one.id: one for one in named}
        self._forms: dict[str, tuple[str, ...]] = {}
        self._parent: dict[str, str] = {}
        self._local: dict[str, str] = {}
        by_common: dict[str, str] = {}
        for curie in nodes:
            local = self._find_local(curie) or next(
                (found for one in sorted(same.get(curie, ())) if (found := self._find_local(one))), ""
            )
            if local and self._agree(curie, local):
                self._local[curie] = local
                self._union(f"local {local}", curie)
            first = by_common.setdefault(comparable(curie), curie)
            if first is not curie:
                self._union(first, curie)
        known = nodes.keys()
        for curie, others in same.items():
            for other in known & others:
                if other != curie and self._types_of(curie) == self._types_of(other):
                    self._union(curie, other)
        self._members: dict[str, list[str]] = {}
        for curie in nodes:
            self._members.setdefault(self._root(curie), []).append(curie)
        self._made: dict[str, tuple[Node, tuple[str, ...]]] = {}
        self._by_id: dict[str, str] = {}

    def id(self, curie: str) -> str:
        """The identifier of the thing that an identifier is of."""
        return self._thing(self._root(curie))[0].id if curie in self._nodes else curie

    def node(self, curie: str) -> Node:
        """The thing, by any identifier of it or by the one that ``id`` gives."""
        if curie in self._nodes:
            return self._thing(self._root(curie))[0]
        root = self._by_id.get(curie)
        return self._thing(root)[0] if root is not None else Node(curie, curie, "NamedThing")

    def ids(self, id_: str) -> tuple[str, ...]:
        """All identifiers of the thing whose identifier this is."""
        root = self._by_id.get(id_)
        return self._thing(root)[1] if root is not None else (id_,)

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
            group = {prefix, *ALIASES.get(prefix.casefold(), ())}
            forms = self._forms[prefix] = tuple(sorted({form for one in group for form in (one, one.upper())}))
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
        its, ours = self._types_of(curie), self._types.of_label(label)
        return not its or its == biolink.NAMED_THING or its == ours or not biolink.known(ours, "categories")

    def _types_of(self, curie: str) -> str:
        return type_of(most_particular(self._nodes[curie].categories))

    def _root(self, curie: str) -> str:
        parent = self._parent
        while (up := parent.get(curie, curie)) != curie:
            parent[curie] = curie = parent.get(up, up)
        return curie

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


def _fact(
    key: tuple[str, str, str, Qualifiers, bool], one: _Fact, things: _Things, opposite: int | None, other: _Fact | None
) -> Fact:
    _, predicate, _, qualifiers, negated = key
    said, type_ = _worded(predicate, qualifiers, not one.recorded)
    properties: dict[str, object] = {
        "source": [_source(one_) for one_ in one.primary],
        "service": list(one.services),
        "aggregator": [_source(one_) for one_ in one.aggregators],
        "publications": list(one.publications)[:MOST_PUBLICATIONS],
        "evidence": list(one.levels),
        "agent": [one_.replace("_", " ") for one_ in one.agents],
    }
    if not one.recorded:
        properties["inferred"] = True
    if one.texts:
        properties["supporting_text"] = list(one.texts)[:MOST_TEXTS]
    if one.support:
        properties["supported_by"] = list(one.support)
    if other is not None:
        properties["disagrees"] = list(other.services)
    if context := context_words(qualifiers):
        properties["qualifiers"] = context
    triple = Triple(
        0,
        things.node(key[0]),
        type_,
        things.node(key[2]),
        denied(said) if negated else said,
        negated,
        tuple(_source(one_) for one_ in one.primary) or tuple(one.services),
        {name: value for name, value in properties.items() if value not in ([], "")},
    )
    return Fact(triple, not one.recorded, tuple(one.services), opposite)


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


def schema_of_facts(facts: Iterable[Fact]) -> Schema:
    """The types and relations of some facts, in the words of the facts."""
    relations: dict[tuple[str, str, str], Relation] = {}
    for one in facts:
        triple = one.triple
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
