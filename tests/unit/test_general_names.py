"""A word that names only begin or end with: what it may mean in general comes before its many kinds."""

from __future__ import annotations

import pytest

from kgqa.linking.general_names import general
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker


def _kinds(of: str, *words: str) -> list[str]:
    return [of, *(f"{word} {of}" for word in words)]


NAMES = [
    *_kinds("Diabetes insipidus", "central", "renal", "late"),
    *_kinds("diabetes mellitus", "neonatal", "early", "late", "mild"),
    "diabetes 7",
    "diabetes rara",
    *_kinds("corneal dystrophy", "inner", "outer", "granular"),
    "ocular dystrophy",
    *_kinds("brain atrophy", "inner", "outer", "granular"),
    *_kinds("familial chorea", "inner", "outer", "granular"),
    *_kinds("Orvik disease", "inner", "outer", "granular"),
]
INDEX = NameIndex({"id": f"D:{n}", "label": "Disease", "name": name} for n, name in enumerate(NAMES))


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("diabetes", ["diabetes mellitus", "Diabetes insipidus"]),  # of most names first; none of a single one
        ("Dystrophy", ["corneal dystrophy"]),
        ("atrophy", ["brain atrophy"]),
        ("brain", []),  # "brain atrophy" is no brain
        ("familial", []),
        ("disease", []),
        ("corneal dystrophy", []),
    ],
)
def test_the_most_general_names_that_are_of_a_word(word: str, names: list[str]) -> None:
    assert [one.name for one in general(INDEX, word)] == names


def test_they_come_before_the_names_that_resemble_it() -> None:
    assert [one.name for one in Linker(INDEX).nearest("diabetes", 3)][:2] == [
        "diabetes mellitus", "Diabetes insipidus",
    ]  # fmt: skip
