"""Questions from which a thing was left out never come to ask the opposite."""

from __future__ import annotations

import pytest

from kgqa.language.text import clean, visible, without


@pytest.mark.parametrize(
    ("question", "left_out", "expected"),
    [
        ("Which diseases show both A and B?", "B", "Which diseases show A?"),
        ("Which diseases show both A and B?", "A", "Which diseases show B?"),
        ("Which diseases show A, B and C?", "B", "Which diseases show A and C?"),
        ("Which diseases show A, B and C?", "C", "Which diseases show A, B?"),
        ("Which diseases show A, B and C?", "A", "Which diseases show B and C?"),
        ("Which diseases show A but not B?", "B", "Which diseases show A?"),
        ("Which diseases show A but not B?", "A", "Which diseases show but not B?"),
        ("Which diseases show neither A nor B?", "B", "Which diseases show neither A?"),
        ("Which diseases show neither A nor B?", "A", "Which diseases show neither nor B?"),
        ("Which diseases show A, not B?", "A", "Which diseases show not B?"),
        ("Which genes cause “A”?", "A", "Which genes cause?"),
        ("A", "A", ""),
    ],
)
def test_a_thing_leaves_with_the_word_that_joins_it(question: str, left_out: str, expected: str) -> None:
    start = question.rindex(left_out)
    assert without(question, start, start + len(left_out)) == expected


def test_what_is_not_seen_is_gone() -> None:
    hidden = "\u200b\u202e\ud83d\ue000\ufffe\u2065\U000e0fff"  # the last three are assigned to nothing
    assert visible(f"Mar{hidden}fan\tsyn\u2028drome\u00a0🧬") == "Marfan syn drome\u00a0🧬"
    assert clean(f"  Which {hidden} genes\u00a0 \ncause it?") == "Which genes cause it?"
