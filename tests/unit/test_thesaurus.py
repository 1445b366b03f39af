"""Ordinary words and what they share, from the file that is shipped."""

from __future__ import annotations

import threading

import pytest

from kgqa.language import thesaurus
from kgqa.language.inflection import verbs_of


@pytest.mark.parametrize(
    ("word", "other", "part", "same"),
    [
        ("engine", "locomotive", "n", True),
        ("Engine", "locomotive", "n", True),
        ("make", "build", "v", True),
        ("run", "operate", "v", True),
        ("situated", "located", "a", True),
        ("tractor", "farm", "n", False),
        ("line", "course", "n", False),  # only as its tenth meaning
        ("worsen", "treat", "v", False),
        ("engine", "engine", "n", False),
        ("zorblax", "locomotive", "n", False),
    ],
)
def test_words_share_a_meaning(word: str, other: str, part: thesaurus.Part, same: bool) -> None:
    assert (other in thesaurus.synonyms(word, part)) is same


@pytest.mark.parametrize(
    ("noun", "other", "under"),
    [
        ("company", "organization", True),
        ("organization", "company", False),
        ("viaduct", "bridge", True),
        ("railway station", "station", True),
        ("zorblax", "bridge", False),
        ("bridge", "bridge", False),
    ],
)
def test_things_are_kinds_of_others(noun: str, other: str, under: bool) -> None:
    assert thesaurus.is_kind_of(noun, other) is under


def test_hostile_words_are_none() -> None:
    for word in ("", "'; DROP TABLE senses; --", "x" * 100_000, "\x00", "\ud800"[:0]):
        assert thesaurus.synonyms(word, "n") == frozenset()
        assert not thesaurus.is_known(word, "v")


def test_threads_ask_it_side_by_side() -> None:
    found: list[bool] = []
    asking = [
        threading.Thread(target=lambda: found.append("locomotive" in thesaurus.synonyms("engine", "n")))
        for _ in range(8)
    ]
    for one in asking:
        one.start()
    for one in asking:
        one.join()
    assert found == [True] * 8


@pytest.mark.parametrize(
    ("form", "verb"), [("built", "build"), ("carried", "carry"), ("overlapped", "overlap"), ("made", "make")]
)
def test_a_participle_is_of_its_verb(form: str, verb: str) -> None:
    assert (verb, True) in list(verbs_of(form))
