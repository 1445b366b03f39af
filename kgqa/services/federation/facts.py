"""A fact with everybody who says it, its record, made of what is kept of the edges of messages, and their schema."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from kgqa.language.inflection import base, denied
from kgqa.records import Triple
from kgqa.schema.model import Property, Relation, Schema
from kgqa.services.federation.things import Things
from kgqa.services.federation.types import nouns
from kgqa.services.trapi import biolink, mapping
from kgqa.services.trapi.biolink import context_words, phrase, predicate_words, subject_words
from kgqa.services.trapi.model import (
    NOT_PROVIDED,
    PRIMARY,
    PUBLICATIONS,
    SUPPORTING_TEXT,
    Attribute,
    Edge,
    Qualifiers,
    Source,
)

MOST_TEXTS, MOST_PUBLICATIONS = 5, 200
_TELLING = frozenset({PUBLICATIONS, SUPPORTING_TEXT})
_PROPERTIES = (
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

Key = tuple[int, str, int, Qualifiers, bool]
"""Of a fact: subject and object by their numbers among the things, predicate, qualifiers, and whether it is denied."""


class Attribution(NamedTuple):
    """What one edge of one service says of a fact.

    Attributes:
        attributes: those that have publications and texts, read when the fact is shown.
        support: in words the first edges that an inferred one rests on.
    """

    service: str
    inferred: bool
    level: str
    agent: str
    sources: tuple[Source, ...]
    attributes: tuple[Attribute, ...] = ()
    support: tuple[str, ...] = ()


def plainly_told(attributes: tuple[Attribute, ...]) -> tuple[Attribute, ...] | None:
    """Of an edge that tells no more than its publications the attribute that has them; None of any other."""
    if not attributes:
        return ()
    first = attributes[0]
    if len(attributes) > 1 or first.type != PUBLICATIONS or first.attributes:
        return None
    return attributes if first.value else ()


def told(edge: Edge) -> tuple[Attribute, ...]:
    """The attributes of an edge that have publications and texts; of nested ones no more than these."""
    if any(one.attributes for one in edge.attributes):
        publications, texts = edge.publications[:MOST_PUBLICATIONS], edge.supporting_texts[:MOST_TEXTS]
        return Attribute(PUBLICATIONS, publications), Attribute(SUPPORTING_TEXT, texts)
    return tuple([one for one in edge.attributes if one.type in _TELLING])


class Fact:
    """One fact from services; its record is made when it is asked for, as of many facts few are shown.

    Attributes:
        opposite: the place of the fact that says the opposite; None where none does.
    """

    __slots__ = ("_key", "_said", "_things", "_triple", "opposite", "other")

    def __init__(self, key: Key, said: list[Attribution], things: Things) -> None:
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
        return all(one.inferred for one in self._said)

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


def _triple(key: Key, said: Sequence[Attribution], things: Things, other: Fact | None) -> Triple:
    _, predicate, _, qualifiers, negated = key
    inferred = all(one.inferred for one in said)
    words, type_ = _worded(predicate, qualifiers, inferred)
    sources = [(one.id, one.role == PRIMARY) for each in said for one in each.sources]
    primary = _each(_source(id_) for id_, first in sources if first)
    services = _each(one.service for one in said)
    edges = [Edge("", "", "", attributes=one.attributes) for one in said if one.attributes]
    properties: dict[str, object] = {
        "source": primary,
        "service": services,
        "aggregator": _each(_source(id_) for id_, first in sources if not first),
        "publications": _each(one for each in edges for one in each.publications[:MOST_PUBLICATIONS])[
            :MOST_PUBLICATIONS
        ],
        "evidence": _each(one.replace("_", " ") for one in map(_level, said) if one != NOT_PROVIDED),
        "agent": _each(one.agent.replace("_", " ") for one in said if one.agent != NOT_PROVIDED),
        "inferred": inferred,
        "supporting_text": _each(one for each in edges for one in each.supporting_texts[:MOST_TEXTS])[:MOST_TEXTS],
        "supported_by": _each(one for each in said for one in each.support)[:MOST_TEXTS],
        "disagrees": list(other.services) if other is not None else [],
        "qualifiers": context_words(qualifiers),
    }
    return Triple(
        0,
        things[key[0]][0],
        type_,
        things[key[2]][0],
        denied(words) if negated else words,
        negated,
        tuple(primary or services),
        {name: value for name, value in properties.items() if value},
    )


def _level(said: Attribution) -> str:
    """What no person read tells more of a fact than that it was asserted."""
    return said.agent if said.agent.startswith("text_mining") else said.level


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
        properties=_PROPERTIES,
    )


def in_own_words(triples: Iterable[Triple], schema: Schema, own: Iterable[Triple]) -> tuple[Triple, ...]:
    """Facts from services in the words that the graph has for the same relation, and its spelling of their sources.

    Args:
        own: facts of the graph, for what their sources are called.
    """
    said: dict[tuple[str, str, str], tuple[str, str]] = {}
    for relation in schema.relations:
        term = mapping.term(relation, schema)
        if relation.negates is None and not term.qualifiers and term.predicate != biolink.RELATED_TO:
            source, target, forward = relation.source, relation.target, relation.forward
            if term.turned:
                source, target, forward = target, source, relation.inverse
            said.setdefault((term.predicate, source, target), (forward, denied(forward)))
    called = {name.casefold(): name for triple in own for name in triple.sources}
    told = []
    for one in triples:
        predicate = one.predicate.partition(" ")[0]
        words, usual = said.get((predicate, one.subject.label, one.object.label)), predicate_words(predicate)
        words = words if one.phrase in (usual, denied(usual)) else None
        sources = tuple(called.get(name, name) for name in one.sources)
        phrase = one.phrase if words is None else words[one.against]
        told.append(replace(one, phrase=phrase, sources=sources))
    return tuple(told)


def laid_over(local: Schema, other: Schema) -> Schema:
    """A schema with the types and relations of another that it has not."""
    there = {node.label for node in local.nodes}
    known = {(one.type, one.source, one.target) for one in local.relations}
    return Schema(
        (*local.nodes, *(one for one in other.nodes if one.label not in there)),
        (*local.relations, *(one for one in other.relations if (one.type, one.source, one.target) not in known)),
        local.absent,
    )
