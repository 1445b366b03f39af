"""Which identifiers a thing of the default graph has in a register, and whether two names stand for one thing."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What is the OMIM number of Wilson disease?", "OMIM:277900"),
        ("Which Orphanet number does Wilson disease have?", "ORPHA:905"),
        ("OMIM # Wilson disease", "OMIM:277900"),
        ("Map ORPHA:739 to its MONDO identifier", "MONDO:0008300"),
        ("What is the cross-reference in OMIM for Muenke syndrome?", "OMIM:602849"),
        ("HPO id of ataxia", "HP:0001251"),
        ("Could you tell me the OMIM and Orphanet numbers of Wilson disease?", ["OMIM:277900", "ORPHA:905"]),
        ("OMIM numbers of Usher syndrome", "OMIMPS:276900"),
    ],
)
def test_an_identifier_is_told_by_its_register(hpo_asker: Asker, question: str, value: str | list[str]) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "answered"
    assert trace.answer.value == value
    assert len(trace.answer.items) == 1


def test_a_register_in_which_nothing_is_recorded_is_silent(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("What is the DOID number of Wilson disease?")
    assert trace.answer.status == "not_in_graph"
    assert "OMIM:277900" in trace.answer.text


@pytest.mark.parametrize(
    "question",
    [
        "What is the OMIM number of the gene of Wilson disease?",
        "Is OMIM:277900 the OMIM number of Marfan syndrome?",
        "How many OMIM numbers are there?",
        "OMIM number of Wilson disease and Marfan syndrome",
        "Which diseases have no OMIM number?",
    ],
)
def test_what_asks_for_more_is_not_answered_by_an_identifier(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status != "answered" or trace.answer.kind != "text"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is Steinert's disease the same thing as myotonic dystrophy type 1?", True),
        ("Do MONDO:0010726 and OMIM:312750 denote the same disorder?", True),
        ("Are ORPHA:739 and Prader-Willi syndrome identical?", True),
        ("Are Marfan syndrome and Loeys-Dietz syndrome 1 the same disease?", False),
        ("Is BRCA1 the same as BRCA2?", False),
    ],
)
def test_two_names_are_those_of_one_thing_or_of_two(hpo_asker: Asker, question: str, verdict: bool) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "answered"
    assert trace.answer.verdict is verdict


@pytest.mark.parametrize(
    "question",
    [
        "Do Marfan syndrome and Loeys-Dietz syndrome 1 have the same onset in everybody?",
        "Is Marfan syndrome the same age as Wilson disease?",
        "Is Marfan syndrome the same as ataxia?",
    ],
)
def test_the_same_of_something_else_is_not_the_same_thing(hpo_asker: Asker, question: str) -> None:
    assert hpo_asker.ask(question).answer.verdict is None
