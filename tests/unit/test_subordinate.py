"""What somebody has, told in a clause of the question itself."""

from __future__ import annotations

import pytest

from kgqa.questions.paraphrases.subordinate import told_before
from kgqa.records import Candidate, Entity


def _names(text: str, *names: str) -> list[Entity]:
    return [
        Entity(one, text.index(one), text.index(one) + len(one), Candidate(one, one, "Sign", 1.0, "exact", one))
        for one in names
        if one in text
    ]


@pytest.mark.parametrize(
    ("text", "put"),
    [
        (
            "What could it be when a child has ataxia and cataract?",
            "A child has ataxia and cataract. What could it be?",
        ),
        ("What is it if my son gets ataxia?", "My son gets ataxia. What could it be?"),
        ("When a man has ataxia, what should I think of?", "A man has ataxia. What could it be?"),
        ("Which disease is it if a girl shows ataxia?", "A girl shows ataxia. Which disease is it?"),
        ("What do you call it when you have ataxia and cataract", "You have ataxia and cataract. What could it be?"),
    ],
)
def test_it_is_told_before_the_question(text: str, put: str) -> None:
    assert told_before(text, _names(text, "ataxia", "cataract")) == (put, True)


@pytest.mark.parametrize(
    "text",
    [
        "What do you call it when you have ataxia?",  # which may be its own name
        "What should I do when my child has ataxia?",
        "What is the risk when a mother has ataxia?",
        "When should I worry if my baby has ataxia?",
        "How long do you live if you have ataxia?",
        "What could it be when the engine has ataxia?",  # of nobody
        "Could cataract be it when a child has ataxia?",
        "What is cataract when a child has ataxia?",
    ],
)
def test_other_questions_are_left_as_they_are(text: str) -> None:
    told = told_before(text, _names(text, "ataxia", "cataract"))
    assert told is None or not told.asks_what_it_is


def test_any_other_question_is_put_behind_it_where_nothing_reads_it() -> None:
    text = "Which gene has gone wrong when somebody has ataxia?"
    names = _names(text, "ataxia")
    assert told_before(text, names) == ("Somebody has ataxia. Which gene has gone wrong?", False)
    text = "How common is cataract when somebody has ataxia?"
    assert told_before(text, _names(text, "ataxia", "cataract")) is None
