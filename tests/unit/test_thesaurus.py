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


@pytest.mark.parametrize(
    ("noun", "other"),
    [
        ("shaking palsy", "parkinson's disease"),
        ("Bleeder's disease", "hemophilia"),
        ("bandy leg", "genu varum"),
        ("rabbit fever", "tularemia"),
        ("St Vitus' dance", "sydenham's chorea"),
    ],
)
def test_a_thing_has_other_names(noun: str, other: str) -> None:
    assert other in thesaurus.other_names(noun)


@pytest.mark.parametrize(
    "noun",
    [
        "line",  # many things
        "telephone exchange",  # "central", which is also how something is
        "acute accent",
        "hurting",  # a form of a verb
        "zorblax",
        "",
    ],
)
def test_words_of_several_meanings_are_no_other_names(noun: str) -> None:
    assert not thesaurus.other_names(noun) & {"course", "central", "acute", "pain"}


def test_an_other_name_means_nothing_else_first() -> None:
    assert "dusk" in thesaurus.other_names("crepuscle")
    assert "fall" not in thesaurus.other_names("crepuscle")


def test_hostile_words_are_none() -> None:
    for word in ("", "'; DROP TABLE senses; --", "x" * 100_000, "\x00", "\ud800"[:0]):
        assert thesaurus.synonyms(word, "n") == frozenset()
        assert not thesaurus.is_known(word, "v")
        assert thesaurus.other_names(word) == frozenset()


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


@pytest.mark.parametrize("noun", ["hospital", "partner garden", "ward", "fire station", "habitat", "kitchen"])
def test_a_noun_for_a_place(noun: str) -> None:
    assert thesaurus.is_place(noun)


@pytest.mark.parametrize("noun", ["clinical course", "training course", "repair", "disease", "gene", "production"])
def test_what_happens_before_all_else_is_no_place(noun: str) -> None:
    assert not thesaurus.is_place(noun)
