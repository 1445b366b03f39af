"""Records in which a model states things: looked up by what they say, shown in words that say no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.made_graphs import MADE
from kgqa.records import ClaimVerdict, Node, Stated, Triple
from kgqa.verification import Verification, Verifier

OWN = MADE["own"]


def stated(sentence: str, subject: str, relation: str, object_: str, *records: int, negated: bool = False) -> Stated:
    return Stated(sentence, subject, relation, object_, negated, records=records)


def shown(*statements: Stated) -> Verification:
    return Verifier(OWN.schema, OWN.linker, OWN.triples()).statements(statements)


def split(text: str, *statements: Stated) -> Verification:
    return Verifier(OWN.schema, OWN.linker, OWN.triples()).split(text, statements)


def test_a_sentence_that_says_its_record_is_shown_as_it_is() -> None:
    result = shown(stated("Diabetes is treated by metformin.", "Metformin", "treats", "diabetes", 1))
    assert result.text == "Diabetes is treated by metformin. [1]"
    (claim,) = result.claims
    assert (claim.verdict, claim.evidence, claim.written) == ("supported", (1,), "")


@pytest.mark.parametrize(
    "sentence",
    [
        "Metformin deficiency treats diabetes.",
        "Only metformin treats diabetes.",
        "Metformin always cures diabetes.",
        "Metformin does not treat diabetes.",
        "Aspirin treats diabetes.",
        "Metformin treats diabetes in 90 % of patients.",
        "Metformin, discovered in 1922, treats diabetes and gout.",
        "",
    ],
)
def test_a_sentence_that_says_more_or_other_is_worded_anew(sentence: str) -> None:
    result = shown(stated(sentence, "Metformin", "treats", "diabetes", 1))
    assert result.text == "Metformin treats Diabetes. [1]"
    (claim,) = result.claims
    assert (claim.verdict, claim.written) == ("supported", sentence)


@pytest.mark.parametrize(
    ("relation", "subject", "object_", "negated", "verdict"),
    [
        ("treats", "Metformin", "Diabetes", False, "supported"),
        ("TREATS", "metformin", "diabetes", False, "supported"),
        ("is treated by", "Diabetes", "Metformin", False, "supported"),
        ("treats", "Diabetes", "Metformin", False, "supported"),
        ("Drug:Metformin", "Metformin", "Diabetes", False, "not_checked"),
        ("treats", "Metformin", "Diabetes", True, "contradicted"),
        ("treats", "Metformin", "Malaria", False, "not_recorded"),
        ("treats", "Metformin", "Malaria", True, "not_recorded"),
        ("treats", "Metformin", "Gout", False, "contradicted"),
        ("downregulates", "Metformin", "SIRT1", False, "contradicted"),
        ("cures", "Metformin", "Diabetes", False, "not_checked"),
        ("causes", "PTGS2", "Migraine", False, "not_checked"),
        ("associated_with", "PTGS2", "Migraine", False, "supported"),
        ("upregulates", "Metformin", "Diabetes", False, "not_checked"),
        ("treats", "Metphormin", "Diabetes", False, "not_checked"),
        ("treats", "Metformin deficiency", "Diabetes", False, "not_checked"),
        ("", "Metformin", "Diabetes", False, "not_checked"),
        ("treats", "", "Diabetes", False, "not_checked"),
        ("is_a", "Metformin", "Drug", False, "not_checked"),
    ],
)
def test_the_record_alone_is_judged(
    relation: str, subject: str, object_: str, negated: bool, verdict: ClaimVerdict
) -> None:
    (claim,) = shown(stated("Words.", subject, relation, object_, negated=negated)).claims
    assert claim.verdict == verdict, claim.reason


@pytest.mark.parametrize(
    ("name", "value", "verdict"),
    [
        ("score", "0.99", "supported"),
        ("score", "0.42", "contradicted"),
        ("year", "1995", "supported"),
        ("", "1995", "supported"),
        ("dose", "5 mg", "not_recorded"),
    ],
)
def test_a_value_is_that_of_the_record(name: str, value: str, verdict: ClaimVerdict) -> None:
    one = Stated("Words.", "Metformin", "treats", "Diabetes", property=name, value=value)
    (claim,) = shown(one).claims
    assert claim.verdict == verdict, claim.reason


def test_statements_of_one_sentence_share_it_or_are_worded_each() -> None:
    whole = "Metformin treats diabetes and polycystic ovary disease."
    two = [
        stated(whole, "Metformin", "treats", name, n) for n, name in ((1, "diabetes"), (2, "polycystic ovary disease"))
    ]
    result = shown(*two)
    assert result.text == f"{whole} [1] [2]"
    assert [one.text for one in result.claims] == ["Metformin treats diabetes", "and polycystic ovary disease."]
    result = shown(two[0], stated(whole, "Metformin", "treats", "mahogany", 2))
    assert result.text == "Metformin treats Diabetes. [1] Metformin treats mahogany. [2]"
    assert [one.verdict for one in result.claims] == ["supported", "not_checked"]
    assert all(result.text[one.start : one.end] == one.text for one in result.claims)


def test_a_citation_that_does_not_carry_the_claim_is_told() -> None:
    (claim,) = shown(stated("Metformin treats diabetes.", "Metformin", "treats", "diabetes", 1, 4)).claims
    assert "ecord 4 is cited but does not say it" in claim.reason


def test_statements_of_a_free_text_are_tied_to_its_words_or_dropped() -> None:
    text = "Well known:  Metformin\ntreats diabetes. Aspirin deficiency treats migraine. Colchicine helps."
    result = split(
        text,
        stated("metformin treats diabetes", "Metformin", "treats", "Diabetes"),
        stated("Aspirin deficiency treats migraine.", "Aspirin", "treats", "Migraine"),
        stated("Colchicine treats gout.", "Colchicine", "treats", "Gout"),
    )
    assert result.text == text
    assert [(one.text, one.verdict) for one in result.claims] == [
        ("Metformin\ntreats diabetes", "supported"),
        ("Aspirin deficiency treats migraine.", "not_checked"),
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Metformin never treats diabetes",
        "Metformin does not treat diabetes",
        "lack of metformin treats diabetes",
        "if metformin treats diabetes",
        "Metformin treats diabetes in mice",
        "Metformin cures diabetes",
        "Metformin treats diabetes in 20 % of patients",
        "Metformin treats gout, diabetes is contraindicated",
    ],
)
def test_words_that_say_more_than_the_record_support_nothing(words: str) -> None:
    result = split(words, stated(words, "Metformin", "treats", "Diabetes"))
    (claim,) = result.claims
    assert claim.verdict == "not_checked"
    assert "took this for “Metformin treats Diabetes”, which is recorded" in claim.reason


def test_a_sentence_may_leave_out_what_the_text_named_before() -> None:
    text = "Metformin is old. It is contraindicated in gout. Diabetes it treats well."
    result = split(
        text,
        stated("It is contraindicated in gout.", "Metformin", "contraindicated_in", "Gout"),
        stated("Diabetes it treats well.", "Metformin", "treats", "Diabetes"),
    )
    assert [one.verdict for one in result.claims] == ["supported", "not_checked"]
    result = split(
        "It is contraindicated in gout.",
        stated("It is contraindicated in gout.", "Metformin", "contraindicated_in", "Gout"),
    )
    assert [one.verdict for one in result.claims] == ["not_checked"]


@pytest.mark.parametrize(("relation", "negated"), [("FAILS_IN", False), ("FAILS_IN", True), ("treats", True)])
def test_a_relation_that_denies_says_what_a_denied_link_says(relation: str, negated: bool) -> None:
    treats = next(one for one in OWN.schema.relations if one.type == "treats")
    fails = replace(treats, type="FAILS_IN", forward="fails in", inverse="is resistant to", negates="treats", words=())
    schema = replace(OWN.schema, relations=(*OWN.schema.relations, fails))
    drug, disease = Node("Drug:Metformin", "Metformin", "Drug"), Node("Disease:Malaria", "Malaria", "Disease")
    record = Triple(9, drug, "FAILS_IN", disease, "fails in", against=True)
    says = stated("Words.", "Metformin", relation, "Malaria", 9, negated=negated)
    (claim,) = Verifier(schema, OWN.linker, [record]).statements([says]).claims
    assert (claim.verdict, claim.evidence, claim.negated) == ("supported", (9,), True)
