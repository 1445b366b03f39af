"""Findings that a text tells of somebody, one of which has no name in the graph."""

from __future__ import annotations

import pytest

from kgqa.questions.by_meaning.told_findings import findings_without_name, left_out_beside
from kgqa.records import Candidate, Entity, SetAside


def _named(text: str, *names: str) -> list[Entity]:
    places = ((text.index(name), name) for name in names)
    return [Entity(name, at, at + len(name), Candidate("P:1", name, "Sign", 1.0, "exact", name)) for at, name in places]


@pytest.mark.parametrize(
    ("text", "names", "number"),
    [
        ("Our boy has albinism and gets bruises very easily", ["albinism"], 1),
        ("Hi, my nephew cannot sweat and has conical teeth", ["conical teeth"], 1),
        ("She has night blindness, is hard of hearing and has no sense of smell", ["night blindness"], 2),
        ("He has ataxia, scoliosis and deafness", ["ataxia", "scoliosis", "deafness"], 0),
        ("He has ataxia and comes in next week", ["ataxia"], 1),  # who knows
        ("I have ataxia and would like to know more", ["ataxia"], 0),
        ("I am seeing a child with ataxia and would like to prepare", ["ataxia"], 0),
        ("My sister has ataxia, our mother had it too", ["ataxia"], 0),
        ("She was told that she has ataxia", ["ataxia"], 0),
        ("", [], 0),
    ],
)
def test_what_is_told_without_a_name_is_counted(text: str, names: list[str], number: int) -> None:
    assert findings_without_name(text, 0, len(text), _named(text, *names)) == number


@pytest.mark.parametrize(
    ("text", "names", "aside", "lost"),
    [
        ("ataxia and big feet: which genes", ["ataxia"], "and big feet", "big feet"),
        ("Ataxia, big feet; which diseases?", ["Ataxia"], "big feet", "big feet"),
        ("a pale eye and one big eye and she is tall", ["pale eye"], "and one big eye and she is tall", "one big eye"),
        ("has ataxia and worries about scoliosis", ["ataxia", "scoliosis"], "and worries about", ""),
        ("ataxia and his mother is sad", ["ataxia"], "and his mother is sad", ""),
        ("scoliosis and now ataxia, in a tall man", ["scoliosis", "ataxia"], "in a tall man", ""),
        ("My son has ataxia", ["ataxia"], "My son has", ""),
        ("those with ataxia who grind their teeth", ["ataxia"], "who grind their teeth", "who grind their teeth"),
        ("those with ataxia who also limp", ["ataxia"], "who also limp", "who also limp"),
        ("those with ataxia who have scoliosis", ["ataxia", "scoliosis"], "who have", ""),
        ("I know one who cares, with ataxia", ["ataxia"], "who cares", ""),
    ],
)  # fmt: skip
def test_what_stands_in_a_row_with_a_name_is_not_left_out_unsaid(
    text: str, names: list[str], aside: str, lost: str
) -> None:
    at = text.index(aside)
    assert left_out_beside(text, [SetAside(at, at + len(aside), aside)], _named(text, *names)) == lost
