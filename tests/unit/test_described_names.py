"""Phrases that describe what a graph calls otherwise: which names they may stand for, and which are the same words."""

from __future__ import annotations

import pytest

from kgqa.linking.index import NameIndex
from kgqa.linking.paraphrased_names import DescribedNames

NAMES = (
    ("HP:1", "Bruxism", ("Teeth grinding",)),
    ("HP:2", "Dental crowding", ("Crowded teeth",)),
    ("HP:3", "Premature graying of hair", ("Early graying",)),
    ("HP:4", "Hyperextensible skin", ("Stretchable skin",)),
    ("HP:5", "Anhidrosis", ("Lack of sweating",)),
    ("HP:6", "Delayed puberty", ()),
    ("HP:7", "Large hands", ()),
    ("HP:8", "NOT", ()),
)


@pytest.fixture(scope="module")
def names() -> DescribedNames:
    records = (
        {"id": id_, "label": "Phenotype", "name": name, "synonyms": list(synonyms)} for id_, name, synonyms in NAMES
    )
    return DescribedNames(NameIndex(records))


@pytest.mark.parametrize(
    ("phrase", "first"),
    [
        ("stretchy skin", "HP:4"),
        ("make your hair go grey", "HP:3"),
        ("grind their teeth", "HP:1"),
        ("crowding of the teeth", "HP:2"),
        ("puberty comes late", "HP:6"),
    ],
)
def test_a_phrase_finds_the_name_that_says_it_in_other_words(names: DescribedNames, phrase: str, first: str) -> None:
    assert names.by(phrase, 3)[0].candidate.id == first


@pytest.mark.parametrize(
    ("phrase", "same"),
    [("grind their teeth", True), ("teeth that are crowded", True), ("stretchy skin", False), ("hair go grey", False)],
)
def test_only_the_same_words_in_other_forms_are_the_same(names: DescribedNames, phrase: str, same: bool) -> None:
    assert names.by(phrase, 3)[0].same is same


@pytest.mark.parametrize("phrase", ["", "?!", "teeth", "sales of tickets", "the of and", "small fields", "牙 齿"])
def test_what_shares_too_little_with_any_name_describes_nothing(names: DescribedNames, phrase: str) -> None:
    assert names.by(phrase, 3) == []


def test_no_more_are_given_than_wanted_and_each_thing_once(names: DescribedNames) -> None:
    found = names.by("grinding crowded teeth", 1)
    assert len(found) == 1
    every = [one.candidate.id for one in names.by("grinding crowded teeth", 9)]
    assert len(every) == len(set(every))


def test_an_empty_index_has_no_names() -> None:
    assert DescribedNames(NameIndex(())).by("stretchy skin", 3) == []
