"""What stands beside a question and is no condition of it is set aside aloud; what may be one is not."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "said", "aside"),
    [
        ("How common are seizures in kids with Angelman syndrome?", "Seizure is a feature of Angelman", "kids"),
        ("How common is a ventricular septal defect in babies with Down syndrome?", "Ventricular septal", "babies"),
        ("Can a child who has Angelman syndrome have ataxia?", "Yes: Angelman syndrome shows ataxia", "child"),
        ("Can a child with Lowe syndrome get a cataract?", "Yes: Lowe syndrome shows cataract", "child"),
        ("My brother has Netherton syndrome. Which gene do I request?", "SPINK5", "do I request"),
    ],
)
def test_people_and_what_is_done_with_the_answer_are_set_aside(
    hpo_asker: Asker, asked: str, said: str, aside: str
) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert trace.answer.text.startswith(said)
    assert trace.reading is not None
    assert not trace.reading.sure
    assert aside in {one.text for one in trace.reading.set_aside}


@pytest.mark.parametrize(
    "asked",
    [
        "How common is hearing loss in adults with Stickler syndrome?",
        "How common is hearing loss in infants with Stickler syndrome?",
        "Which drugs do I give children with Dravet syndrome?",
        "Which children with Angelman syndrome should I test?",
    ],
)
def test_what_may_be_a_condition_is_not_set_aside(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


def test_two_questions_are_answered_though_one_says_what_is_done_with_the_answer(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Netherton syndrome: how is it inherited, and which gene do I request?")
    assert trace.answer.text.startswith("Netherton syndrome follows autosomal recessive")
    assert [one.answer.text.split()[0] for one in trace.further] == ["SPINK5"]
