"""Whether, or how, a part of the body is affected, in whatever words."""

from __future__ import annotations

import pytest

from kgqa.questions.paraphrases.organ_involvement import affected
from kgqa.records import Candidate, Entity

KINDS = {
    "eyes": ("Abnormality of the eye",),
    "teeth": ("tooth disorder", "Abnormality of the dentition"),
    "skin": ("Abnormality of the skin",),
    "heart": ("Abnormal heart morphology",),
}


def named(text: str, *names: str) -> list[Entity]:
    return [
        Entity(name, text.index(name), text.index(name) + len(name), Candidate("x:1", name, "X", 1.0, "exact", name))
        for name in names
    ]


def kinds_of(_: str, part: str) -> tuple[str, ...]:
    return KINDS.get(part, ())


@pytest.mark.parametrize(
    ("text", "plain", "aside"),
    [
        ("My son has X. Will his heart be affected too?", "Does X affect the heart?", ["My son has"]),
        ("We have a son with X. Could his teeth be affected as well?",
         "Does X affect the teeth?", ["We have a son with"]),
        ("does X do anything to the eyes?", "Does X affect the eyes?", []),
        ("Can boys with X have trouble with their heart?", "Does X affect the heart?", ["boys with"]),
        ("Are the eyes ever involved in X?", "Does X affect the eyes?", []),
        ("I have X. Will my eyes be damaged by it?", "Does X affect the eyes?", ["I have"]),
        ("does X do anything to the eyes and if so what", "Which kinds of Abnormality of the eye does X show?", []),
        ("My husband was told he has X. What can it do to the eyes?",
         "Which kinds of Abnormality of the eye does X show?", ["My husband was told he has"]),
        ("What's wrong with the teeth of kids who have X?", "Which tooth problems does X have?", ["kids who have"]),
        ("X, skin findings only pls", "Which kinds of Abnormality of the skin does X show?", []),
    ],
)  # fmt: skip
def test_it_asks_for_trouble_with_that_part(text: str, plain: str, aside: list[str]) -> None:
    found = affected(text, named(text, "X"), kinds_of)
    assert found is not None
    assert found.question == plain
    assert [one.text for one in found.set_aside] == aside
    assert all(text[one.start : one.end] == one.text for one in found.set_aside)


@pytest.mark.parametrize(
    "text",
    [
        "My mother has X. Will his heart be affected too?",  # of whom?
        "My mother has X. Will my heart be affected?",
        "My son has X. Will his sister's heart be affected too?",
        "They ruled out X. Could her heart be affected?",
        "My son has X or something else. Will his heart be affected?",
        "My son does not have X. Could his heart be affected?",
        "My son has X. Will his school be affected too?",
        "Does X do nothing to the eyes?",
        "What can I do to the eyes in X?",
        "What can X do to the heart?",  # the form of it is not all that can be the matter
        "When are the eyes affected in X?",
        "How often are the eyes affected in X?",
        "Are the eyes not affected in X?",
    ],
)
def test_what_is_asked_of_something_else_is_left(text: str) -> None:
    assert affected(text, named(text, "X"), kinds_of) is None
