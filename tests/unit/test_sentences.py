"""Records in the graph's own words: a denial never reads as its opposite, and every record says where it is from."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kgqa.evidence.sentences import NO_SOURCE, is_of, provenance, sentence
from kgqa.records import Node, Triple
from kgqa.schema.model import Schema
from tests.integration.graphs import SCHEMA


def record(phrase: str = "presents with", type_: str = "PRESENTS", **fields: Any) -> Triple:
    against = bool(fields.get("against"))
    return Triple(
        1, Node("D:1", "Migraine", "Disease"), type_, Node("S:3", "Fever", "Symptom"), phrase, against,
        properties=fields,
    )  # fmt: skip


def test_a_record_is_a_sentence() -> None:
    assert sentence(record(frequency="45/58"), SCHEMA) == "The disease Migraine presents with the symptom Fever."
    assert sentence(record(), SCHEMA) == "The disease Migraine presents with the symptom Fever."


@pytest.mark.parametrize(
    ("frequency", "end"),
    [
        ("0/32", "it was found in none of 32 patients"),
        ("0/1", "it was found in none of 1 patient"),
        ("0%", "it was looked for and not found"),
        ("Excluded", "it was looked for and not found"),
    ],
)
@pytest.mark.parametrize("marked", [True, False])
def test_nobody_is_never_told_as_somebody(frequency: str, end: str, marked: bool) -> None:
    """Also of a record that no loader marked as a denial."""
    phrase = "does not present with" if marked else "presents with"
    one = record(phrase, frequency=frequency, against=marked)
    assert sentence(one, SCHEMA) == f"The disease Migraine does not present with the symptom Fever: {end}."


def test_a_denial_without_a_count() -> None:
    assert sentence(record("does not present with", "LACKS", against=True), SCHEMA) == (
        "The disease Migraine does not present with the symptom Fever."
    )


def test_a_denial_of_a_relation_that_the_schema_lacks() -> None:
    stray = replace(record("carries", "CARRIES", frequency="0/9"), object=Node("X", "X1", "Stray"))
    assert sentence(stray, Schema((), ())) == ("Migraine does not carry X1: it was found in none of 9 patients.")


@pytest.mark.parametrize("schema", [SCHEMA, Schema((), ())])
@pytest.mark.parametrize("subject", ["Migraine", "the Old Ague", "e", "", "A: not (b)."])
@pytest.mark.parametrize("phrase", ["presents with", "has symptom", "is linked by “PRESENTS” to"])
@pytest.mark.parametrize("fields", [{}, {"against": True}, {"frequency": "0/32"}, {"against": True, "frequency": "0%"}])
def test_a_sentence_is_told_from_one_that_says_something_else(
    schema: Schema, subject: str, phrase: str, fields: dict[str, Any]
) -> None:
    one = replace(record(phrase, **fields), subject=Node("D:1", subject, "Disease"))
    said = sentence(one, schema)
    assert is_of(said, one)
    plain = replace(record("presents with"), subject=Node("D:2", "Aspirin", "Disease"))
    assert not is_of(said, plain)
    for text in (
        "Aspirin cures everything.",
        said.removesuffix("."),
        f"{said} Aspirin cures everything.",
        f"Aspirin cures everything. {said}",
        said.replace("Fever", "Death"),
        "",
    ):
        assert not is_of(text, one), text


def test_a_denial_is_no_sentence_of_a_record_that_holds_nor_the_other_way_round() -> None:
    holds, denies = record(), record("does not present with", "LACKS", against=True)
    assert not is_of(sentence(denies, SCHEMA), holds)
    assert not is_of(sentence(holds, SCHEMA), denies)


def test_where_a_record_is_from() -> None:
    cited = [f"PMID:{number}" for number in range(1, 9)]
    assert provenance(record(database="Orphanet", references=cited[:2]), SCHEMA) == "Orphanet; PMID:1 and PMID:2"
    assert provenance(record(references=cited), SCHEMA) == "PMID:1, PMID:2, PMID:3, PMID:4, PMID:5 and 3 more"
    assert provenance(record(), SCHEMA) == NO_SOURCE == "no source recorded"
    assert provenance(replace(record(), sources=("kept",)), SCHEMA) == "kept"


def test_a_denial_whose_phrase_does_not_say_so_is_told_as_one() -> None:
    """Whoever made the record: a file, another version, a server that told the phrase of the link itself."""
    unsaid = replace(record(), against=True)
    assert sentence(unsaid, SCHEMA) == "The disease Migraine does not present with the symptom Fever."
    assert sentence(replace(unsaid, phrase="carries"), Schema((), ())) == "Migraine does not carry Fever."


def test_a_denial_is_never_denied_again() -> None:
    twice = replace(record("is linked by “does not treat” to", "X"), against=True)
    assert sentence(twice, Schema((), ())) == "Migraine is linked by “does not treat” to Fever."
    lacks = replace(record("does not present with", "LACKS", frequency="0/4"), against=True)
    assert " does not present with " in sentence(lacks, SCHEMA)


def test_a_noun_is_not_said_twice_and_a_thing_without_a_name_has_its_identifier() -> None:
    twice = record("has symptom")
    assert sentence(twice, SCHEMA) == "The disease Migraine has symptom Fever."
    nameless = replace(record(), object=Node("S:3", "", "Symptom"))
    assert sentence(nameless, SCHEMA) == "The disease Migraine presents with the symptom S:3."
