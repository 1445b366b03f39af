"""A record of a graph as an edge of a TRAPI message: its sources, publications, qualifiers, and how it came about."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from kgqa.evidence import codes, fields
from kgqa.records import GraphCard, Triple
from kgqa.schema.model import PropertyRole, Schema
from kgqa.services.trapi import biolink, mapping
from kgqa.services.trapi.mapping import Term
from kgqa.services.trapi.model import AGGREGATOR, NOT_PROVIDED, PRIMARY, PUBLICATIONS, Attribute, Edge, Source

SERVICE = "infores:kgqa"
_ROLES: Mapping[PropertyRole, str] = {
    "frequency": "frequency_qualifier",
    "onset": "onset_qualifier",
    "sex": "sex_qualifier",
}
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
_REFERENCE = re.compile(r"https?://\S+|[A-Za-z][\w.]*:\S+")


def edge(triple: Triple, term: Term, schema: Schema, card: GraphCard) -> Edge:
    """The edge of a record, between the record's own identifiers; ``term`` says how the model puts its relation."""
    ends = [mapping.curie(one.id, card.name) for one in (triple.subject, triple.object)]
    if term.turned:
        ends.reverse()
    level, agent = _made_by(triple, schema)
    return Edge(
        ends[0],
        term.predicate,
        ends[1],
        _sources(triple, schema, card),
        (*term.qualifiers, *_qualifiers(triple, schema)),
        tuple(_attributes(triple, schema)),
        level,
        agent,
        negated=triple.against,
    )


def key(said: Edge) -> str:
    """What tells an edge from every other, the same for the same record whenever it is asked."""
    text = json.dumps(
        [said.subject, said.predicate, said.object, said.qualifiers, said.negated,
         [(one.type, one.name, one.value) for one in said.attributes]],
        default=str,
    )  # fmt: skip
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _qualifiers(triple: Triple, schema: Schema) -> Iterable[tuple[str, str]]:
    """What a record's own fields say of it in the model's terms; those of relations stand before."""
    said = {name: str(value) for name, value in triple.properties.items() if biolink.is_qualifier(name) and value}
    for role, name in _ROLES.items():
        values = fields.values(triple, schema, role)
        if values and name not in said:
            said[name] = "; ".join(values)
    return said.items()


def _made_by(triple: Triple, schema: Schema) -> tuple[str, str]:
    """Knowledge level and agent type, as recorded, else as the kind of evidence shows; else nothing is said."""
    level, agent = (str(triple.properties.get(name) or "") for name in ("knowledge_level", "agent_type"))
    if not level or not agent:
        tiers = [tier for value in fields.values(triple, schema, "evidence") if (tier := codes.tier_of(value))]
        shown = _LEVELS[tiers[0]] if tiers else (NOT_PROVIDED, NOT_PROVIDED)
        level, agent = level or shown[0], agent or shown[1]
    return level, agent


def _sources(triple: Triple, schema: Schema, card: GraphCard) -> tuple[Source, ...]:
    """The way of a record: who recorded it, who passed it on, this graph, this service."""
    own = mapping.infores(card.title) or mapping.infores(card.name) or SERVICE
    said = fields.each(triple.properties.get("primary_knowledge_source"))
    said = said or fields.values(triple, schema, "source")
    primary = next(filter(None, map(mapping.infores, said)), own)
    passed = [mapping.infores(one) for one in fields.each(triple.properties.get("aggregator_knowledge_source"))]
    chain = list(dict.fromkeys(filter(None, (primary, *passed, own, SERVICE))))
    made = [Source(chain[0], PRIMARY)]
    for before, one in pairwise(chain):
        made.append(Source(one, AGGREGATOR, (before,)))
    return tuple(made)


def _attributes(triple: Triple, schema: Schema) -> Iterable[Attribute]:
    yield Attribute("biolink:original_predicate", triple.predicate)
    cited = [one for one in fields.references(triple, schema) if _REFERENCE.fullmatch(one)]
    if cited:
        yield Attribute(PUBLICATIONS, cited, value_type="linkml:Uriorcurie")
    evidence = fields.values(triple, schema, "evidence")
    if evidence:
        yield Attribute("biolink:has_evidence", evidence, description="; ".join(map(codes.evidence_words, evidence)))
    roles: tuple[PropertyRole, ...] = (*_ROLES, "reference", "evidence")
    told = {name for role in roles for name in fields.names(triple, schema, role)}
    relation = fields.relation_of(triple, schema)
    told |= {relation.against} if relation is not None and relation.against else set()
    for name, value in sorted(triple.properties.items()):
        if name not in told and name not in _FIELDS and not biolink.is_qualifier(name) and value not in (None, "", []):
            yield Attribute("biolink:Attribute", _json(value), name)


def _json(value: Any) -> Any:
    """A value as JSON has it; dates and the like as texts."""
    if isinstance(value, list | tuple):
        return [_json(one) for one in value]
    return value if isinstance(value, str | int | float | bool) else str(value)
