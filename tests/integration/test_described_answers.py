"""Phrases that name nothing and describe what the default graph calls otherwise: offered, or answered and said so."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.strategies.approach import Approach


@pytest.mark.parametrize(
    ("question", "offered"),
    [
        ("Which diseases make your hair go silvery?", "Which diseases show Silver-gray hair?"),
        ("Which diseases make your hair go grey?", "Which diseases show Premature graying of hair?"),
        ("Which diseases show sensitivity to light?", "Which diseases show Photophobia?"),
    ],
)
def test_what_may_be_meant_is_offered_as_a_question_that_is_understood(
    hpo_asker: Asker, question: str, offered: str
) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "ambiguous"
    asked = [one.question for one in trace.answer.suggestions]
    assert offered in asked
    assert len(asked) <= 3
    assert "may mean" in trace.answer.headline
    assert "nothing has been asked yet" in trace.answer.text
    assert hpo_asker.ask(offered).answer.status == "answered"


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("how many illnesses are there where people grind their teeth", "How many diseases show Bruxism?"),
        ("Which diseases make people walk on their toes?", "Which diseases show Tip-toe gait?"),
    ],
)
def test_the_same_words_in_other_forms_are_answered_and_the_reading_is_not_sure(
    hpo_asker: Asker, question: str, plain: str
) -> None:
    trace, expected = hpo_asker.ask(question), hpo_asker.ask(plain)
    assert trace.answer.status == "answered"
    assert trace.answer.headline == expected.answer.headline
    assert trace.reading is not None
    assert not trace.reading.sure
    assert trace.reading.question != question
    mentions = {question[one.start : one.end]: one.chosen.id for one in trace.entities}
    assert set(mentions.values()) == {one.chosen.id for one in expected.entities}


@pytest.mark.parametrize(
    "question",
    [
        "Which diseases have smelly tickets?",
        "Which diseases never make the hair go grey?",
        "Which genes are associated with Kawazaki-Foo syndrome?",
        "Which diseases show Stretchy Skin Extraordinaire?",
        "Which drugs treat stretchy skin?",
        "stretchy skin stretchy skin stretchy skin",
    ],
)
def test_what_is_denied_no_ordinary_word_or_asks_for_what_the_graph_lacks_is_not_answered(
    hpo_asker: Asker, question: str
) -> None:
    assert hpo_asker.ask(question).answer.status != "answered"


def test_what_is_called_a_disease_is_not_offered_as_a_finding(hpo_asker: Asker) -> None:
    asked = hpo_asker.ask("Which genes are associated with stretchy skin disease?").answer
    assert asked.status == "not_understood", asked.text
    assert "hyperextensible" in hpo_asker.ask("Which genes are associated with stretchy skin?").answer.text


def test_the_strict_reading_offers_nothing(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which diseases make your hair go grey?", approach=Approach(strict=True))
    assert trace.answer.status == "not_understood"
