"""The types and relations of facts from services, as a schema beside that of the local graph."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.language.inflection import denied
from kgqa.records import Triple
from kgqa.schema.model import Relation, Schema
from kgqa.services.federation.facts import PROPERTIES
from kgqa.services.federation.types import nouns
from kgqa.services.trapi import biolink
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


def laid_over(local: Schema, other: Schema) -> Schema:
    """A schema with the types and relations of another that it has not."""
    there = {node.label for node in local.nodes}
    known = {(one.type, one.source, one.target) for one in local.relations}
    return Schema(
        (*local.nodes, *(one for one in other.nodes if one.label not in there)),
        (*local.relations, *(one for one in other.relations if (one.type, one.source, one.target) not in known)),
        local.absent,
    )
