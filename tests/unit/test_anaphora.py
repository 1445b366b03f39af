"""Words that point to the question before: which they are, on graphs of several fields, and which are none."""

from __future__ import annotations

import pytest
from own_graphs import BIOLINK, SPOKEN, Triad, understanding

from kgqa.language.vocabulary import vocabulary
from kgqa.linking.linker import LinkContext
from kgqa.questions.anaphora import Pointer, is_of_all, opening, pointers

PARKS: tuple[Triad, ...] = (("Bird", "lives_in", "Park"), ("Bird", "feeds_on", "Insect"), ("Park", "lies_in", "Town"))


def found(triads: tuple[Triad, ...], text: str) -> list[Pointer]:
    reader, linker = understanding(triads)
    entities = linker.link(text, context=LinkContext(expected=reader.expected(text)))
    return pointers(text, reader.items(text, entities), entities)


@pytest.mark.parametrize("triads", [SPOKEN, BIOLINK], ids=["spoken", "biolink"])
@pytest.mark.parametrize(
    ("text", "words", "several", "part"),
    [
        ("Which of these are caused by TP53?", "of these", True, True),
        ("How many of those diseases are treated with Aspirin?", "of those diseases", True, True),
        ("Which genes are associated with these diseases?", "these diseases", True, False),
        ("Which genes of these diseases are known?", "these diseases", True, False),
        ("Which of those with Headache are caused by TP53?", "of those", True, True),
        ("Which of the diseases are caused by TP53?", "of the diseases", True, True),
        ("Of them, which are caused by TP53?", "Of them", True, True),
        ("Which ones are caused by TP53?", "ones", True, True),
        ("Which drugs treat it?", "it", False, False),
        ("Which drugs treat this disease?", "this disease", False, False),
        ("Which diseases are associated with that gene?", "that gene", False, False),
        ("What are its side effects?", "its", False, False),
    ],
)
def test_words_that_point_back(triads: tuple[Triad, ...], text: str, words: str, several: bool, part: bool) -> None:
    (pointer,) = found(triads, text)
    assert (text[pointer.start : pointer.end], pointer.several, pointer.part) == (words, several, part)


def test_nouns_of_any_graph_say_what_is_pointed_at() -> None:
    (pointer,) = found(PARKS, "Which birds live in these two parks?")
    assert (pointer.text, pointer.labels, pointer.number) == ("these two parks", frozenset({"Park"}), 2)
    (pointer,) = found(PARKS, "In which town does this park lie?")
    assert (pointer.labels, pointer.several) == (frozenset({"Park"}), False)


@pytest.mark.parametrize(
    "text",
    [
        "Which drugs treat Migraine?",
        "Which genes that cause Gout are known?",
        "Is it true that TP53 causes Gout?",
        "Which diseases are seen in those with Gout?",
        "What could it be: Headache and Nausea?",
        "How many genes are in this graph?",
        "Which of the diseases with Headache are caused by TP53?",
        "Which of the genes that cause Gout are known?",
    ],
)
def test_words_that_point_to_nothing_before(text: str) -> None:
    assert found(SPOKEN, text) == []


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("What about Gout?", "Gout?"),
        ("And for Gout?", "Gout?"),
        ("and Gout", "Gout"),
        ("How about the gene TP53?", "the gene TP53?"),
        ("Gout?", "Gout?"),
        ("And", "And"),
    ],
)
def test_the_words_that_ask_the_same_of_something_else(text: str, rest: str) -> None:
    assert text[opening(text) :] == rest


def test_a_question_about_everything_is_whole() -> None:
    assert is_of_all("How many genes are there?")
    assert not is_of_all("And genes?")


def test_the_words_are_of_one_closed_class_each() -> None:
    known = vocabulary().pointing
    assert not known.one & known.several
    assert known.owners <= known.one | known.several
    assert known.beside <= known.one
