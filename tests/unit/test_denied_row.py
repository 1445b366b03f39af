"""Names in a row behind the only denial of a question."""

from __future__ import annotations

import pytest

from kgqa.questions.negation.denied_row import denies_row
from tests.unit.own_graphs import PLAIN, understanding


@pytest.mark.parametrize(
    ("asked", "denies"),
    [
        ("Which drugs do not treat gout and epilepsy?", True),
        ("Which drugs don't treat gout and epilepsy?", True),
        ("drugs without gout and epilepsy", True),
        ("drugs that are free of gout and epilepsy", True),
        ("drugs with no gout and epilepsy", True),
        ("Which drugs do not treat gout?", False),
        ("Which drugs do not treat gout or epilepsy?", False),
        ("gout-free drugs", False),
        ("Which drugs treat gout and epilepsy?", False),  # nothing is denied
        ("Which drugs do not treat gout but not epilepsy?", False),
        ("Which drugs do not help?", False),  # no name behind it
        ("Is aspirin without gout and epilepsy?", False),  # no list
    ],
)
def test_it_is_open_what_is_denied_of_names_in_a_row(asked: str, denies: bool) -> None:
    _, linker = understanding(PLAIN)
    assert denies_row(asked, linker.link(asked)) is denies
