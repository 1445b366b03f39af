"""The types and relations of facts from services, as a schema beside that of the local graph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kgqa.language.inflection import denied
from kgqa.records import Triple
from kgqa.schema.model import Relation, Schema
from kgqa.services.federation.facts import PROPERTIES
from kgqa.services.federation.types import nouns
from kgqa.services.trapi import biolink, mapping
from kgqa.services.trapi.wording import predicate_words


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
