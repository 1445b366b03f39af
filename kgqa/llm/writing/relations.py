"""The relations of a graph as a model names them in statements, a line each: ``TYPE: Source phrase Target``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa.language.normalise import name_words
from kgqa.llm.tokens import estimate
from kgqa.llm.writing.fenced import harmless
from kgqa.records import Triple
from kgqa.schema.model import Relation, Schema

MOST_TOKENS = 1_500
"""Of the relations of a whole schema, estimated; of more, those with the fewest words of the text are left out."""
NONE = "(none: what you say is no link, so it goes into the remarks)"
_MOST_PROPERTIES = 8


def of_triples(triples: Iterable[Triple], schema: Schema) -> tuple[str, ...]:
    """The relations that occur in records; for one that denies another, that other one: a statement has a polarity."""
    met = dict.fromkeys((one.subject.label, one.predicate, one.object.label) for one in triples)
    known = {(one.source, one.type, one.target): one for one in schema.relations}
    found = [known.get(ends) for ends in met]
    return _lines([_positive(one, schema) for one in found if one is not None])


def of_schema(schema: Schema, text: str) -> tuple[str, ...]:
    """The relations of a schema, without those that deny or repeat others; of many those nearest to a text."""
    kept = [one for one in schema.relations if one.mirrors is None]
    lines = _lines([_positive(one, schema) for one in kept])
    words = set(name_words(text))
    nearest = sorted(lines, key=lambda line: -len(words & set(name_words(line.replace("_", " ")))))
    while len(nearest) > 1 and estimate("\n".join(nearest)) > MOST_TOKENS:
        nearest = nearest[: len(nearest) * 9 // 10]
    return tuple(line for line in lines if line in set(nearest))


def _positive(relation: Relation, schema: Schema) -> Relation:
    ends = (relation.source, relation.target)
    denied = (one for one in schema.relations if one.type == relation.negates and (one.source, one.target) == ends)
    return next(denied, relation)


def _lines(relations: Sequence[Relation]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_line(one) for one in relations))


def _line(one: Relation) -> str:
    names = [p.name for p in one.properties if p.words and p.role not in ("date", "source", "reference")]
    told = f" (properties: {', '.join(harmless(name, 80) for name in names[:_MOST_PROPERTIES])})" if names else ""
    source, forward, target = (harmless(text, 80) for text in (one.source, one.forward, one.target))
    return f"{harmless(one.type, 80)}: {source} {forward} {target}{told}"
