"""What a text says word for word: which number is whose, what is denied, which way round, and what is too much."""

from __future__ import annotations

import pytest

from benchmarks.made_graphs import MADE, Made
from kgqa.records import Claim, ClaimVerdict
from kgqa.verification import verified

OWN, PHARM, CLINIC = MADE["own"], MADE["pharm"], MADE["clinic"]


def claims(made: Made, text: str) -> list[Claim]:
    found = verified(text, made.triples(), schema=made.schema, linker=made.linker)
    return list(found.claims)


def verdicts(made: Made, text: str) -> list[ClaimVerdict]:
    return [one.verdict for one in claims(made, text)]


@pytest.mark.parametrize(
    "said",
    [
        "Graves disease is affected by the thyroid gland.",
        "Asthma is indicated for salbutamol.",
        "Dyspnea has asthma as a symptom.",
        "Codeine metabolises CYP2D6.",
    ],
)
def test_a_link_is_not_turned_round(said: str) -> None:
    assert verdicts(CLINIC, said) == ["not_in_graph"]


@pytest.mark.parametrize(
    "said",
    [
        "The thyroid gland is affected by Graves disease.",
        "Salbutamol is indicated for asthma.",
        "TPO causes hypothyroidism.",
    ],
)
def test_a_link_that_is_said_the_right_way_round_holds(said: str) -> None:
    assert verdicts(CLINIC, said) == ["supported"]


def test_what_has_something_as_a_side_effect_is_the_compound() -> None:
    assert verdicts(PHARM, "Simvastatin has myopathy as a side effect.") == ["supported"]
    assert verdicts(PHARM, "Bleeding is a side effect of warfarin.") == ["supported"]
    assert verdicts(PHARM, "Warfarin is a side effect of bleeding.") == ["not_in_graph"]
    assert verdicts(PHARM, "Myopathy has simvastatin as a side effect.") == ["not_in_graph"]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("It is a myth that metformin treats diabetes.", "contradicted"),
        ("It is not true that metformin does not treat diabetes.", "supported"),
        ("It is wrong to say that metformin never treats diabetes.", "supported"),
        ("Some authors wrongly claim that aspirin treats migraine.", "contradicted"),
        ("It is a myth that aspirin treats malaria.", "not_in_graph"),
        ("It is a myth that metformin treats diabetes and malaria.", "not_in_graph"),
        ("It is a myth that metformin often treats diabetes.", "not_in_graph"),
        ("Nobody would deny that metformin treats diabetes.", "supported"),
    ],
)
def test_what_is_called_untrue(said: str, expected: ClaimVerdict) -> None:
    assert verdicts(OWN, said) == [expected]


def test_a_denied_list_denies_each_of_its_members() -> None:
    assert verdicts(OWN, "Metformin does not treat diabetes, malaria or polycystic ovary disease.") == [
        "contradicted",
        "not_in_graph",
        "contradicted",
    ]


def test_a_number_belongs_to_the_name_that_no_comma_parts_it_from() -> None:
    before = "Metformin treats diabetes with a score of 0.99, polycystic ovary disease with a score of 0.81."
    wrong = before.replace("0.81", "0.99")
    assert verdicts(OWN, before) == ["supported", "supported"]
    assert verdicts(OWN, wrong) == ["supported", "contradicted"]


def test_no_number_between_two_statements_is_lost() -> None:
    said = "Metformin treats diabetes with a score of 0.50; colchicine treats gout with a score of 0.97."
    assert verdicts(OWN, said) == ["contradicted", "supported"]


def test_whole_statements_between_commas_are_claims_of_their_own() -> None:
    said = "Metformin treats diabetes, aspirin treats migraine, and colchicine treats malaria."
    assert verdicts(OWN, said) == ["supported", "supported", "not_in_graph"]


@pytest.mark.parametrize("filling", ["(" + "x y " * 440 + ")", "10% " * 400, "(a) " * 450, "[1] " * 450])
def test_a_sentence_that_is_mostly_numbers_and_brackets_is_not_read(filling: str) -> None:
    found = claims(OWN, f"Metformin {filling} treats diabetes.")
    assert [one.verdict for one in found] == ["not_in_graph"]
    assert "brackets" in found[0].reason
