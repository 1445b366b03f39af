"""What is said of one thing as the graph says it of things of another type alone."""

from __future__ import annotations

import pytest

from kgqa.language.text import clean
from kgqa.questions.unlike_ends import said_of_like_ends
from tests.integration.graphs import understanding


def _said(question: str) -> str | None:
    reader, linker = understanding()
    entities = linker.link(clean(question))
    gap = said_of_like_ends(reader.items(clean(question), entities), entities)
    return None if gap is None else gap.what


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("Is migraine a symptom of gout?", "symptom of|Disease|Disease"),
        ("Does migraine present with gout?", "present with|Disease|Disease"),
        ("Is migraine not a symptom of gout?", "symptom of|Disease|Disease"),
        ("Does migraine have gout?", "have|Disease|Disease"),
        ("Does aspirin treat ibuprofen?", "treat|Compound|Compound"),
    ],
)
def test_what_joins_things_of_two_types_is_not_asked_of_two_of_one(question: str, what: str) -> None:
    assert _said(question) == what


@pytest.mark.parametrize(
    "question",
    [
        "Does migraine resemble gout?",
        "Is migraine a kind of gout?",
        "Does migraine present with headache?",
        "Does TP53 regulate BRCA1?",
        "Does migraine present with symptoms of gout?",
        "Are there symptoms of both migraine and gout?",
        "Do migraine and gout share symptoms?",
        "Which symptoms does migraine share with gout?",
        "What is a symptom of migraine and gout?",
    ],
)
def test_what_joins_things_of_one_type_and_what_two_share_is_left_alone(question: str) -> None:
    assert _said(question) is None
