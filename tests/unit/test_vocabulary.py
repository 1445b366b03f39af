"""The words that are data: complete, in lower case, each list read as it is meant."""

from __future__ import annotations

import doctest
import re
from typing import get_args

import pytest

from kgqa.language import everyday, notation, tokens
from kgqa.language.vocabulary import Cue, spelt_numbers, vocabulary
from kgqa.verification import rewording


def test_every_cue_but_numbers_has_phrases() -> None:
    assert set(get_args(Cue)) - set(vocabulary().cues) == {"number"}
    assert all(phrases for phrases in vocabulary().cues.values())


def test_words_are_small_and_single() -> None:
    known = vocabulary()
    listed = known.light | known.attributes | known.generic_stems | known.generic | known.function | known.emphasised
    listed |= known.before_symbols | known.after_symbols | known.denying | known.studies | set(known.numbers)
    assert [word for word in listed if word != word.lower() or " " in word or '"' in word or "," in word] == []


@pytest.mark.parametrize(
    ("word", "number"), [("zero", 0), ("seven", 7), ("thirteen", 13), ("twenty-one", 21), ("ninety nine", 99)]
)
def test_a_number_is_read_from_words(word: str, number: int) -> None:
    assert spelt_numbers()[word] == number


def test_what_denies_is_held_once() -> None:
    assert {"not", "without", "isn't", "lack"} <= vocabulary().denying
    assert {"fail", "hardly"} <= vocabulary().denying


@pytest.mark.parametrize(
    ("text", "named", "spoken"),
    [
        ("Crohn's & X-linked", ["Crohn's", "&", "X", "linked"], ["Crohn's", "X", "linked"]),
        ("isn't 10 %", ["isn", "t", "10"], ["isn't", "10", "%"]),
        ("病気", ["病", "気"], ["病気"]),
    ],
)
def test_names_and_sentences_are_cut_as_each_needs_it(text: str, named: list[str], spoken: list[str]) -> None:
    assert [token.text for token in tokens.tokens(text)] == named
    assert [token.text for token in tokens.spoken(text)] == spoken
    for token in (*tokens.tokens(text), *tokens.spoken(text)):
        assert text[token.start : token.end] == token.text


def test_words_that_a_joint_makes_one() -> None:
    assert [token.text for token in tokens.compounds("an X-linked gene's 2nd", "-")] == [
        "an",
        "X-linked",
        "gene",
        "s",
        "2nd",
    ]
    assert [token.text for token in tokens.compounds("O'Brien 7", "'", digits=False)] == ["O'Brien"]


def test_a_token_has_both_of_its_forms() -> None:
    (token,) = tokens.spoken("Tumours")
    assert (token.fold, token.stem) == ("tumor", "tumor")


def test_every_phrase_of_the_data_files_is_a_pattern() -> None:
    for concept in everyday.relations():
        said = everyday.stated(concept.concept)
        for field in () if said is None else ("active", "passive", "done", "doers", "seen", "between", "beside_doer"):
            re.compile(getattr(said, field))
    assert all(found.groups <= 1 for found, _ in rewording._rewordings()), "brackets keep nothing but what is put"


def test_examples_of_the_notation_are_true() -> None:
    assert doctest.testmod(notation).failed == 0


def test_statements_say_the_concepts_of_the_same_file() -> None:
    told = everyday.stated("binds")
    assert told is not None
    assert re.fullmatch(told.active, "acts by binding to")
    assert re.fullmatch(told.passive, "is bound by")
    assert everyday.stated("causes") == everyday.stated("gene_link")
    assert everyday.stated("transports") is None
