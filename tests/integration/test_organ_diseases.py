"""A disease of a part of the body as a feature of another disease, and two diseases that are no features."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        (
            "Is heart disease a feature of Marfan syndrome?",
            "Is abnormal heart morphology a feature of Marfan syndrome?",
        ),
        ("Is heart disease seen in Fabry disease?", "Is abnormal heart morphology a feature of Fabry disease?"),
        ("Does Leigh syndrome have brain disease?", "Does Leigh syndrome show abnormal brain morphology?"),
        ("Is skin disorder a sign of Fabry disease?", "Is abnormality of the skin a feature of Fabry disease?"),
        (
            "Which diseases of FBN1 show heart disease?",
            "Which diseases of FBN1 show abnormal heart morphology?",
        ),
    ],
)
def test_a_disease_of_an_organ_is_the_trouble_that_another_disease_makes_there(
    hpo_asker: Asker, asked: str, same: str
) -> None:
    answer, other = hpo_asker.ask(asked).answer, hpo_asker.ask(same).answer
    assert (answer.status, answer.headline) == (other.status, other.headline)
    assert answer.status == "answered"
    assert "was read as" in answer.text


@pytest.mark.parametrize(
    "asked",
    [
        "Is Parkinson disease a feature of Gaucher disease?",
        "Does Gaucher disease show Parkinson disease?",
        "Is Marfan syndrome seen in heart disease?",
        "Is Marfan syndrome linked to Loeys-Dietz syndrome?",
    ],
)
def test_whether_one_disease_is_a_feature_of_another_asks_for_nothing_that_both_share(
    hpo_asker: Asker, asked: str
) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "not_in_graph"
    assert "no relation of that meaning that joins one disease and another" in answer.text


def test_trouble_with_a_part_of_the_body_is_a_feature(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Is bone disease a symptom of Gaucher disease?").answer
    assert answer.headline.startswith("Yes: abnormality of the skeletal system is a feature of Gaucher disease")


def test_a_disease_of_an_organ_stays_one_where_diseases_are_asked_about(hpo_asker: Asker) -> None:
    assert "heart disorder" in hpo_asker.ask("Which genes are associated with heart disease?").answer.text
    shared = hpo_asker.ask("Are there features of both heart disease and Marfan syndrome?").answer
    assert "heart disorder" in shared.text


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("Is FBN1 associated with heart disease?", True), ("Is FBN1 not associated with heart disease?", False)],
)
def test_trouble_with_an_organ_is_looked_at_where_nothing_is_recorded_of_its_disease(
    hpo_asker: Asker, question: str, verdict: bool
) -> None:
    trace = hpo_asker.ask(question)
    assert (trace.answer.verdict, trace.entities[1].chosen.id) == (verdict, "HP:0001627")
    assert "with the disease heart disorder (MONDO:0005267) nothing of it is recorded" in trace.answer.text
    assert hpo_asker.ask("Is FBN1 associated with skin disease?").entities[1].chosen.id == "MONDO:0005093"
