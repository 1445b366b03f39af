"""What the fields of a record say, found by the role that the schema gives them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from kgqa.questions.wording import Frequency, listed, read_frequency
from kgqa.records import Triple
from kgqa.schema import derive
from kgqa.schema.model import PropertyRole, Relation, Schema

_REGISTERS = (
    (re.compile(r"(pmid|pubmed(id|reference)?)s?"), "PMID", re.compile(r"[1-9]\d{0,8}", re.ASCII)),
    (re.compile(r"pmc(id)?s?"), "PMC", re.compile(r"PMC[1-9]\d{0,8}", re.ASCII)),
    (re.compile(r"dois?"), "DOI", re.compile(r"10\.\d{4,9}/\S+", re.ASCII)),
)
"""What fields that hold numbers of a register are called, letters alone; its prefix, and the form of a number."""
SPOKEN = {"ORPHA": "Orphanet", "NCBIGENE": "NCBI Gene"}
"""Databases whose prefix is not what people call them."""


def relation_of(triple: Triple, schema: Schema) -> Relation | None:
    """The relation of a record; None where the schema does not have it, as that of another version may not."""
    type_, source, target = triple.predicate, triple.subject.label, triple.object.label
    for one in schema.relations:
        if one.type == type_ and one.source == source and one.target == target:
            return one
    return None


def frequency_of(triple: Triple, schema: Schema) -> Frequency | None:
    """How often, as the record has it; None where it does not say."""
    found = values(triple, schema, "frequency")
    return read_frequency(found[0]) if found else None


def names(triple: Triple, schema: Schema, role: PropertyRole) -> list[str]:
    """The names of the fields with a role; the usual ones where the schema does not know the relation."""
    relation = relation_of(triple, schema)
    if relation is not None:
        return [property_.name for property_ in relation.properties if property_.role == role]
    return [name for name in triple.properties if derive.property_(name, "STRING").role == role]


def values(triple: Triple, schema: Schema, role: PropertyRole) -> list[str]:
    """The values of the fields with a role, as texts; empty where the record has none."""
    return [value for name in names(triple, schema, role) for value in each(triple.properties.get(name))]


def source_of(triple: Triple) -> str:
    """The database that a record is from, as people call it; empty where it does not say."""
    source = triple.sources[0] if triple.sources else ""
    return SPOKEN.get(source.upper(), source)


def frequencies(triples: Iterable[Triple], schema: Schema) -> str:
    """How often, as records tell it, each once: as recorded, or in words with its source where sources differ."""
    told = [(often, source_of(triple)) for triple in triples if (often := frequency_of(triple, schema)) is not None]
    recorded = dict.fromkeys(often.sentence() for often, _ in told)
    if len(recorded) > 1 and len({source for _, source in told}) > 1:
        return listed(told_apart(told))
    return ", ".join(recorded)


def told_apart(told: Iterable[tuple[Frequency, str]]) -> list[str]:
    """Frequencies inside a sentence, each once, with the sources that tell them: "45 of 58 patients, 78 % (OMIM)"."""
    texts = dict.fromkeys((often.in_words(), source) for often, source in told)
    return [f"{text} ({source})" if source else text for text, source in texts]


def references(triple: Triple, schema: Schema) -> list[str]:
    """What a record cites: identifiers with their prefix, which for a bare number the name of its field gives."""
    return [
        _identifier(name, value)
        for name in names(triple, schema, "reference")
        for value in each(triple.properties.get(name))
    ]


def _identifier(name: str, value: str) -> str:
    """The value of a field as a CURIE, where its name is that of a register and it looks like a number of that.

    >>> _identifier("pmid", "12345678"), _identifier("pubmed_ids", "PMID:1"), _identifier("paper", "3")
    ('PMID:12345678', 'PMID:1', '3')
    """
    called = "".join(filter(str.isalpha, name.lower()))
    for calls, prefix, form in _REGISTERS:
        if calls.fullmatch(called) and form.fullmatch(value):
            return f"{prefix}:{value}"
    return value


def each(value: Any) -> list[str]:
    """The texts of one field, which may hold a list."""
    if value in (None, ""):
        return []
    return [str(one) for one in value] if isinstance(value, (list, tuple)) else [str(value)]
