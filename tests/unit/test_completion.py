"""Which words of a question that is being typed begin a name of the graph, and what they are completed to."""

from __future__ import annotations

import time
from types import SimpleNamespace

import explored
import pytest
import stand_in

from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.linking.lookup import Lookup
from kgqa.questions.text.completion import Completion, Ordinary, completion
from kgqa.ui.components import type_ahead
from tests.integration.graphs import SCHEMA

RECORDS = (
    {"id": "D:1", "label": "Disease", "name": "Marfan syndrome", "synonyms": ["MFS", "Marfan's syndrome"]},
    {"id": "D:2", "label": "Disease", "name": "Common variable immunodeficiency"},
    {"id": "D:3", "label": "Disease", "name": "common variable immunodeficiency"},
    {"id": "D:4", "label": "Disease", "name": "Whipple disease"},
    {"id": "D:5", "label": "Disease", "name": "Amyotrophic lateral sclerosis", "synonyms": ["ALS"]},
    {"id": "D:6", "label": "Disease", "name": "Areflexia of the knee"},
    {"id": "D:7", "label": "Disease", "name": "Glassy rash", "synonyms": ["GLR"]},
    {"id": "D:8", "label": "Disease", "name": "Glr-like cyst"},
    {"id": "G:1", "label": "Gene", "name": "MARK3"},
    {"id": "G:2", "label": "Gene", "name": "FBN1"},
    {"id": "G:4", "label": "Gene", "name": "GLR2"},
    {"id": "G:3", "label": "Gene", "name": "ARE1"},
    {"id": "S:1", "label": "Symptom", "name": "Vitamin D deficiency"},
    {"id": "S:2", "label": "Symptom", "name": "Arachnodactyly", "synonyms": ["Spider fingers"]},
    {"id": "S:3", "label": "Symptom", "name": "马凡综合征"},
)


@pytest.fixture(scope="module")
def lookup() -> Lookup:
    index = NameIndex(RECORDS)
    return Lookup(index, Linker(index).candidates)


@pytest.fixture(scope="module")
def ordinary() -> Ordinary:
    return Ordinary(SCHEMA)


def run(typed: str, found: Completion | None) -> tuple[str, list[str]] | None:
    """The words that are completed, and the names that they may become."""
    return (typed[found.start :], [hit.name for hit in found.hits]) if found is not None else None


@pytest.mark.parametrize(
    ("typed", "words", "names"),
    [
        ("Which genes are associated with marf", "marf", ["Marfan syndrome"]),
        ("marfan", "marfan", ["Marfan syndrome"]),
        # a symbol that is typed as a whole goes before what only begins so, in whatever case
        ("Which genes are associated with glr", "glr", ["Glassy rash", "Glr-like cyst", "GLR2"]),
        ("What is GLR", "GLR", ["Glassy rash", "GLR2", "Glr-like cyst"]),
        ("Is Marfan syn", "Marfan syn", ["Marfan syndrome"]),
        ("Which diseases present with spider f", "spider f", ["Arachnodactyly"]),
        ("Which compounds treat vitamin d", "vitamin d", ["Vitamin D deficiency"]),
        # an ordinary word may stand at the beginning of a name, and one name of a type is offered once
        ("Who has common var", "common var", ["Common variable immunodeficiency"]),
        ("Marfan syndrome and arachno", "arachno", ["Arachnodactyly"]),
        ("Marfan syndrome, whipp", "whipp", ["Whipple disease"]),
        ("Is it the (marfan", "marfan", ["Marfan syndrome"]),
        # a symbol goes behind a word, unless it is typed as one
        ("mar", "mar", ["Marfan syndrome", "MARK3"]),
        ("MAR", "MAR", ["MARK3", "Marfan syndrome"]),
        ("FB", "FB", ["FBN1"]),
        ("ALS", "ALS", ["Amyotrophic lateral sclerosis"]),
        ("are1", "are1", ["ARE1"]),
        ("D:4", "D:4", ["Whipple disease"]),
        ("马凡", "马凡", ["马凡综合征"]),
    ],
)  # fmt: skip
def test_the_longest_run_of_the_last_words_is_completed(
    lookup: Lookup, ordinary: Ordinary, typed: str, words: str, names: list[str]
) -> None:
    assert run(typed, completion(lookup, typed, ordinary)) == (words, names)


@pytest.mark.parametrize(
    "typed",
    [
        "", " ", "?", "Wh", "Which", "are", "ARE", "Is a", "Which gen", "Which genes", "Which genes are asso", "in",
        "treats", "disease", "ma", "dactyly", "quux", "Marfan syndrome ", "Which diseases show", "a b c d e f g",
        "\x00\ud800", "quux " * 300,
    ],
)  # fmt: skip
def test_ordinary_words_and_what_begins_no_name_are_left_alone(lookup: Lookup, ordinary: Ordinary, typed: str) -> None:
    assert completion(lookup, typed, ordinary) is None


def test_the_page_is_told_names_with_their_type_and_where_they_belong() -> None:
    explorer = explored.MadeExplorer(stand_in.Asker.schema)
    explorer.lookup()
    told = type_ahead.offered(SimpleNamespace(explorer=explorer), "box", "😀 quux")  # type: ignore[arg-type]
    assert told["hits"] == []
    told = type_ahead.offered(SimpleNamespace(explorer=explorer), "box", "😀 mfs")  # type: ignore[arg-type]
    assert told["start"] == 3, "a browser counts in UTF-16"
    assert told["ready"] is True
    assert told["hits"] == [{"name": "Marfan syndrome", "kind": "disease", "id": "OMIM:154700", "other": "MFS"}]


def test_nobody_who_types_waits_until_the_names_are_ready() -> None:
    index = NameIndex(RECORDS)
    explorer = Explorer(SCHEMA, None, index, Linker(index))  # type: ignore[arg-type]
    assert explorer.complete("marfan") is None
    end = time.monotonic() + 30
    while not explorer.is_ready and time.monotonic() < end:
        time.sleep(0.01)
    assert run("marfan", explorer.complete("marfan")) == ("marfan", ["Marfan syndrome"])
