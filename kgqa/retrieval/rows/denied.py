"""What a generated statement found although a record denies it: no answer, but set aside with that evidence.

A model's statement joins two things by any record, also by one that says "looked for in 32 patients and found in
none", unless it asks for the field that tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa.cypher.tokens import tokenize
from kgqa.graph.schema import Schema
from kgqa.records import AnswerItem, Triple


def heeds_denials(cypher: str, schema: Schema) -> bool:
    """Whether a statement names a field or a relation that denies links, so that it is asked for what it found."""
    denying = {one.type for one in schema.relations if one.negates is not None}
    denying |= {one.against for one in schema.relations if one.against is not None}
    return any(token.text.strip("`") in denying for token in tokenize(cypher).tokens)


def denied_links(triples: Iterable[Triple], ids: frozenset[str] = frozenset()) -> list[Triple]:
    """The records of links that are only ever denied.

    Args:
        ids: identifiers of one thing; its links count as those of one.
    """
    links: dict[frozenset[str], list[Triple]] = {}
    for one in triples:
        ends = ("" if end.id in ids else end.id for end in (one.subject, one.object))
        links.setdefault(frozenset(ends), []).append(one)
    return [one for records in links.values() if all(record.against for record in records) for one in records]


def parted(
    items: Sequence[AnswerItem], triples: Sequence[Triple]
) -> tuple[tuple[AnswerItem, ...], tuple[AnswerItem, ...]]:
    """The things that answer, and those that are set aside because one of their links is only denied."""
    by_number = {one.number: one for one in triples}
    aside = {item.id for item in items if denied_links([by_number[n] for n in item.evidence], frozenset(item.ids))}
    return tuple(i for i in items if i.id not in aside), tuple(i for i in items if i.id in aside)
