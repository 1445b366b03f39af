"""A record of a graph as an edge of a TRAPI message: its sources, publications, qualifiers, and how it came about."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from kgqa.evidence import codes, fields
from kgqa.records import GraphCard, Triple
from kgqa.schema.model import PropertyRole, Relation, Schema
from kgqa.services.trapi import biolink, mapping
from kgqa.services.trapi.mapping import Term
from kgqa.services.trapi.model import (
    AGGREGATOR,
    NOT_PROVIDED,
    PRIMARY,
    PUBLICATIONS,
    SUPPORT_GRAPHS,
    Attribute,
    Edge,
    Source,
)
from kgqa.settings import OWN_GRAPH

SERVICE = "infores:kgqa"
_ROLES: Mapping[PropertyRole, str] = {
    "frequency": "frequency_qualifier",
    "onset": "onset_qualifier",
    "sex": "sex_qualifier",
}
_TOLD: tuple[PropertyRole, ...] = (*_ROLES, "reference", "evidence")
_USED: tuple[PropertyRole, ...] = (*_TOLD, "source")
_MOST_NAMES = 10_000
OF_A_RECORD = frozenset(_ROLES.values())
"""Qualifiers that hold of the very things of a record, and not of what these are kinds of."""
_LEVELS: Mapping[codes.Tier, tuple[str, str]] = {
    **dict.fromkeys(
        ("trial", "clinical", "experimental", "curated", "experience", "statement"),
        ("knowledge_assertion", "manual_agent"),
    ),
    **dict.fromkeys(("similarity", "computed"), ("prediction", "computational_model")),
    "inferred": (NOT_PROVIDED, "automated_agent"),
    "text-mined": (NOT_PROVIDED, "text_mining_agent"),
}
_FIELDS = frozenset({
    "knowledge_level", "agent_type", "primary_knowledge_source", "aggregator_knowledge_source", "negated", "predicate",
})  # fmt: skip
_WEAK = frozenset({"prediction", "statistical_association", "text_co_occurrence", "observation"})
_REFERENCE = re.compile(r"https?://\S+|[A-Za-z][\w.]*:\S+")


def qualifiers_of(relation: Relation) -> list[str]:
    """The qualifiers that records of a relation can have fields for."""
    by_role = [_ROLES[one.role] for one in relation.properties if one.role in _ROLES]
    return list(dict.fromkeys([one.name for one in relation.properties if biolink.is_qualifier(one.name)] + by_role))


def concluded(record: Edge, support: str) -> Edge:
    """What follows from a record for what its things are kinds of; it is no surer than the record."""
    weak = record.knowledge_level in _WEAK
    return Edge(
        "",
        record.predicate,
        "",
        (Source(SERVICE, PRIMARY),),
        tuple(one for one in record.qualifiers if one[0] not in OF_A_RECORD),
        (Attribute(SUPPORT_GRAPHS, [support]),),
        record.knowledge_level if weak else "logical_entailment",
        "automated_agent",
    )


def key(said: Edge) -> str:
    """What tells an edge from every other, the same for the same record whenever it is asked."""
    text = json.dumps(
        [said.subject, said.predicate, said.object, said.qualifiers, said.negated,
         [(one.type, one.name, one.value) for one in said.attributes]],
        default=str,
    )  # fmt: skip
    return hashlib.sha256(text.encode()).hexdigest()[:20]


class Recorder:
    """Makes edges of the records of one graph; what its schema says of a relation is looked up once."""

    def __init__(self, schema: Schema, card: GraphCard) -> None:
        self._schema, self._card = schema, card
        title = "" if card.name == OWN_GRAPH else card.title  # that of an own server is the server's
        self._own = mapping.infores(title) or mapping.infores(card.name) or SERVICE
        self._roles: dict[tuple[str, str, str], Mapping[PropertyRole, Sequence[str]]] = {}
        self._infores: dict[str, str] = {}

    def edge(self, triple: Triple, term: Term) -> Edge:
        """The edge of a record, between the record's own identifiers; ``term`` says how the model puts its relation."""
        ends = [mapping.curie(one.id, self._card.name) for one in (triple.subject, triple.object)]
        if term.turned:
            ends.reverse()
        roles = self._named(triple)
        level, agent = self._made_by(triple, roles)
        return Edge(
            ends[0],
            term.predicate,
            ends[1],
            self._sources(triple, roles),
            (*term.qualifiers, *self._qualifiers(triple, roles)),
            tuple(self._attributes(triple, roles)),
            level,
            agent,
            negated=triple.against,
        )

    def _named(self, triple: Triple) -> Mapping[PropertyRole, Sequence[str]]:
        """The names of a record's fields by what they mean."""
        relation = triple.predicate, triple.subject.label, triple.object.label
        known = self._roles.get(relation)
        if known is None:
            known = {
                role: [name for name in fields.names(triple, self._schema, role) if name not in _FIELDS]
                for role in _USED
            }
            if fields.relation_of(triple, self._schema) is not None:
                self._roles[relation] = known
        return known

    def _qualifiers(self, triple: Triple, roles: Mapping[PropertyRole, Sequence[str]]) -> Iterable[tuple[str, str]]:
        """What a record's own fields say of it in the model's terms; those of relations stand before."""
        said = {name: str(value) for name, value in triple.properties.items() if value and biolink.is_qualifier(name)}
        for role, name in _ROLES.items():
            values = _values(triple, roles[role])
            if values and name not in said:
                said[name] = "; ".join(values)
        return said.items()

    def _made_by(self, triple: Triple, roles: Mapping[PropertyRole, Sequence[str]]) -> tuple[str, str]:
        """Knowledge level and agent type, as recorded, else as the kind of evidence shows; else nothing is said."""
        level, agent = (str(triple.properties.get(name) or "") for name in ("knowledge_level", "agent_type"))
        if not level or not agent:
            tiers = [tier for value in _values(triple, roles["evidence"]) if (tier := codes.tier_of(value))]
            shown = _LEVELS[tiers[0]] if tiers else (NOT_PROVIDED, NOT_PROVIDED)
            level, agent = level or shown[0], agent or shown[1]
        return level, agent

    def _sources(self, triple: Triple, roles: Mapping[PropertyRole, Sequence[str]]) -> tuple[Source, ...]:
        """The way of a record: who recorded it, who passed it on, this graph, this service."""
        said = fields.each(triple.properties.get("primary_knowledge_source")) or _values(triple, roles["source"])
        primary = next(filter(None, map(self._called, said)), self._own)
        passed = [self._called(one) for one in fields.each(triple.properties.get("aggregator_knowledge_source"))]
        chain = list(dict.fromkeys(filter(None, (primary, *passed, self._own, SERVICE))))
        made = [Source(chain[0], PRIMARY)]
        for before, one in pairwise(chain):
            made.append(Source(one, AGGREGATOR, (before,)))
        return tuple(made)

    def _called(self, name: str) -> str:
        if name not in self._infores and len(self._infores) < _MOST_NAMES:
            self._infores[name] = mapping.infores(name)
        return self._infores.get(name) or mapping.infores(name)

    def _attributes(self, triple: Triple, roles: Mapping[PropertyRole, Sequence[str]]) -> Iterable[Attribute]:
        yield Attribute("biolink:original_predicate", triple.predicate)
        cited = [one for one in fields.references(triple, self._schema) if _REFERENCE.fullmatch(one)]
        if cited:
            yield Attribute(PUBLICATIONS, cited, value_type="linkml:Uriorcurie")
        evidence = _values(triple, roles["evidence"])
        if evidence:
            words = "; ".join(map(codes.evidence_words, evidence))
            yield Attribute("biolink:has_evidence", evidence, description=words)
        told = {name for role in _TOLD for name in roles[role]}
        relation = fields.relation_of(triple, self._schema)
        told |= {relation.against} if relation is not None and relation.against else set()
        for name, value in sorted(triple.properties.items()):
            known = name in told or name in _FIELDS or biolink.is_qualifier(name)
            if not known and value not in (None, "", []):
                yield Attribute("biolink:Attribute", _json(value), name)


def _values(triple: Triple, names: Sequence[str]) -> list[str]:
    return [value for name in names for value in fields.each(triple.properties.get(name))]


def _json(value: Any) -> Any:
    """A value as JSON has it; dates and the like as texts."""
    if isinstance(value, list | tuple):
        return [_json(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool) else str(value)
