"""What a generated statement found although a record denies it: no answer, but set aside with that evidence.

A model's statement joins two things by any record, also by one that says "looked for in 32 patients and found in
none", unless it asks for the field that tells them apart. What it finds by another way as well, on which no record
denies anything, stays an answer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from kgqa.cypher.parser.tokens import tokenize
from kgqa.records import AnswerItem, Triple
from kgqa.schema.model import Schema


def denials(schema: Schema) -> dict[str, str]:
    """By type the property that is true where a record denies its link; empty for a type that does nothing else."""
    told = {one.type: one.against for one in schema.relations if one.against is not None}
    return {**told, **{one.type: "" for one in schema.relations if one.negates is not None}}


def heeds_denials(cypher: str, schema: Schema) -> bool:
    """Whether a statement names a field or a relation that denies links, so that it is asked for what it found."""
    denying = {told or type_ for type_, told in denials(schema).items()}
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


@dataclass(frozen=True, slots=True)
class Parted:
    """The things that a statement found, by what the records say of their links.

    Attributes:
        answers: the things that answer.
        aside: those that are found only by way of a link that records deny and none confirms.
        otherwise: the records against links of answers, which are found by another way too.
    """

    answers: tuple[AnswerItem, ...]
    aside: tuple[AnswerItem, ...]
    otherwise: tuple[Triple, ...] = ()


def parted(items: Sequence[AnswerItem], triples: Sequence[Triple], holding: Collection[tuple[str, str]] = ()) -> Parted:
    """Parts what answers from what is set aside.

    Args:
        holding: the things that some match finds without any record that denies, each as label and identifier.
    """
    by_number = {one.number: one for one in triples}
    against = {
        place: denied_links([by_number[n] for n in item.evidence], frozenset(item.ids))
        for place, item in enumerate(items)
    }
    holds = [any((item.label, one) in holding for one in (item.id, *item.ids)) for item in items]
    aside = [bool(against[place]) and not holds[place] for place in range(len(items))]
    otherwise = {one.number: one for place, found in against.items() if not aside[place] for one in found}
    return Parted(
        tuple(item for place, item in enumerate(items) if not aside[place]),
        tuple(item for place, item in enumerate(items) if aside[place]),
        tuple(otherwise[number] for number in sorted(otherwise)),
    )
