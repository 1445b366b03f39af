"""Capital letters of names inside a sentence, learnt from the names of a graph."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces import ECTOPIA, MARFAN, by_meaning, intersection

from kgqa.answers.composing import in_sentences
from kgqa.evidence import citing
from kgqa.language.casing import Casing, begun
from tests.examples import examples

NAMES = (
    "Ectopia lentis",
    "Isolated ectopia lentis",
    "Familial ectopia lentis",
    "Marfan syndrome",
    "Neonatal Marfan syndrome",
    "Contractural arachnodactyly",
    "Severe arachnodactyly",
    "Down syndrome",
    *(f"Look {side} and down" for side in ("left", "right")),
    *(f"Disease {number} in Down syndrome" for number in range(2)),
    *(f"Cause {number} of seizure" for number in range(30)),
    "X-linked inheritance",
    "Recessive X-linked trait",
)
CASING = Casing(lambda: ((name, "Phenotype") for name in NAMES))


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("Ectopia lentis", "ectopia lentis"),
        ("Arachnodactyly", "arachnodactyly"),
        ("Marfan syndrome", "Marfan syndrome"),
        ("Down syndrome", "Down syndrome"),
        ("Seizure disorder", "seizure disorder"),
        ("Talon cusp", "Talon cusp"),
        ("X-linked inheritance", "X-linked inheritance"),
        ("Seizure-Marfan complex", "Seizure-Marfan complex"),
        ("FBN1", "FBN1"),
        ("ectopia lentis", "ectopia lentis"),
        ("", ""),
    ],
)
def test_a_first_letter_is_small_where_the_word_is_an_ordinary_one(name: str, inside: str) -> None:
    assert CASING.inside(name) == inside


def test_a_graph_that_tells_nothing_changes_nothing() -> None:
    assert Casing(tuple).inside("Ectopia lentis") == "Ectopia lentis"


def test_a_single_word_goes_with_its_type() -> None:
    words = [f"{letter}ardia" for letter in "ABCDEFGHIJKLMNOPQRSTU"]
    inside = [(f"{word} {place} {other.lower()}", "Phenotype") for word, other in pairwise(words)
              for place in ("with", "of")]  # fmt: skip
    named = [*inside, *((word, "Phenotype") for word in words), ("Bradykinesia", "Phenotype"), ("Paris", "City")]
    casing = Casing(lambda: named)
    assert casing.inside("Bradykinesia") == "bradykinesia"
    assert casing.inside("Paris") == "Paris", "nothing is known of its type"
    proper = Casing(lambda: [*named, ("Sign of Bradykinesia", "Phenotype")])
    assert proper.inside("Bradykinesia") == "Bradykinesia"


def test_a_sentence_begins_with_a_capital_letter_and_has_none_inside() -> None:
    names = {"Ectopia lentis", "Marfan syndrome", "homocystinuria", "Arachnodactyly"}
    text = "No: Ectopia lentis [1]. Ectopia lentis and Arachnodactyly in Marfan syndrome. homocystinuria has none."
    assert CASING.said(text, names) == (
        "No: ectopia lentis [1]. Ectopia lentis and arachnodactyly in Marfan syndrome. Homocystinuria has none."
    )


def test_a_longer_name_is_not_cut_by_a_shorter_one() -> None:
    said = CASING.said("Both MORE Ectopia lentis", {"MORE Ectopia lentis", "Ectopia lentis"})
    assert said == "Both MORE Ectopia lentis"


@given(st.text(max_size=60), st.lists(st.text(max_size=12), max_size=5))
@examples(100)
def test_nothing_but_case_changes(text: str, names: list[str]) -> None:
    assert CASING.said(text, names).casefold() == text.casefold()


def test_a_thing_keeps_its_name_and_its_number_in_the_sentence() -> None:
    trace = by_meaning()
    answer = in_sentences(trace.answer, CASING, trace.evidence, trace.entities)
    assert answer.text == "Marfan syndrome shows 2 phenotypes. Arachnodactyly [1] and ectopia lentis [2]."
    assert [item.name for item in answer.items] == ["Arachnodactyly", ECTOPIA.name]
    parts = [one for line in citing.paragraphs(replace(trace, answer=answer)) for one in line]
    assert [(one.text, one.numbers) for one in parts if one.numbers] == [
        ("Arachnodactyly", (1,)),
        ("ectopia lentis", (2,)),
    ]


def test_a_text_about_one_thing_is_as_it_is_recorded() -> None:
    answer = replace(intersection().answer, kind="text", headline="The Ectopia lentis", text="The Ectopia lentis")
    assert in_sentences(answer, CASING, intersection().evidence, ()) == answer


def test_only_a_word_of_small_letters_is_begun() -> None:
    assert [begun(name) for name in ("skeletal dysplasia", "mTOR", MARFAN.name, "")] == [
        "Skeletal dysplasia", "mTOR", "Marfan syndrome", ""
    ]  # fmt: skip
