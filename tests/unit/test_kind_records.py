"""How the kinds of a thing are counted and named in a sentence."""

from __future__ import annotations

import pytest

from kgqa.answers.pair_records import KindRecords, OfKind
from kgqa.evidence.gathering import Numbering
from kgqa.questions.intent import Thing

THING = Thing("X", "Disease", ("D:1",))


def records(*names: str, total: int = 9, cut: bool = False) -> KindRecords:
    return KindRecords(THING, "kind", total, tuple(OfKind(name, ()) for name in names), cut=cut)


@pytest.mark.parametrize(
    ("found", "counted", "named"),
    [
        (records("X 1", "X 2"), "2 of 9 kinds of X", "X 1 and X 2"),
        (records("X 1", total=1), "the one kind of X", "X 1"),
        (records("X 1", cut=True), "at least 1 of 9 kinds of X", "X 1"),
        (records("X, type 1", "X, type 2"), "2 of 9 kinds of X", "X, type 1; X, type 2"),
        (records(*"ABCDEFG"), "7 of 9 kinds of X", "A, B, C, D, E and 2 more"),
        (records(*(f"X, {letter}" for letter in "ABCDEFG")), "7 of 9 kinds of X",
         "X, A; X, B; X, C; X, D; X, E; and 2 more"),
    ],
)  # fmt: skip
def test_kinds_are_counted_and_named(found: KindRecords, counted: str, named: str) -> None:
    assert (found.counted(), found.named()) == (counted, named)
    assert found.against(Numbering()) == ""
