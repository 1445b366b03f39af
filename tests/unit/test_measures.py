"""Numbers in questions, over a made schema: which property they bound, and what is left to be asked without them."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from kgqa.language import units
from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.conditions.measures import Measure, Measures
from kgqa.questions.intent import Gap
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.numbers.measuring import Measured
from kgqa.schema.model import NodeType, Property, Relation, Schema

SCHEMA = Schema(
    nodes=(
        NodeType(
            "Drug", "drug", "drugs", count=9,
            properties=(
                Property("half_life_hours", "FLOAT", ("half life hours",)),
                Property("interactions", "INTEGER", ("interactions",)),
                Property("approved", "INTEGER", ("approved",)),
                Property("formula", "STRING", ("formula",)),
            ),
        ),
        NodeType("Disease", "disease", "diseases", count=9, properties=(Property("cases", "INTEGER", ("cases",)),)),
    ),
    relations=(
        Relation(
            "TREATS", "Drug", "Disease", "treats", "is treated by", words=("treat",), count=20,
            properties=(Property("dose_mg_kg", "FLOAT"), Property("response_percent", "INTEGER")),
        ),
        Relation(
            "CAUSES", "Drug", "Disease", "causes", "is caused by", words=("cause",), count=20,
            properties=(Property("risk_percent", "INTEGER"),),
        ),
    ),
)  # fmt: skip


RECORDS: list[dict[str, Any]] = [
    {"id": id_, "name": name, "label": label, "synonyms": []}
    for id_, name, label in (("D:1", "Migraine", "Disease"), ("D:2", "Anaemia", "Disease"), ("M:1", "Aspirin", "Drug"))
]


@cache
def interpreter() -> Interpreter:
    return Interpreter(SCHEMA, Linker(NameIndex(RECORDS)))


def found(question: str) -> list[Measure]:
    return Measures(SCHEMA).find(question, [])


def measured(question: str) -> Measured | None:
    cleaned = clean(question)
    return interpreter().measured(cleaned, interpreter().named(cleaned))


@pytest.mark.parametrize(
    ("name", "noun", "unit"),
    [
        ("half life hours", "half life", ("hours",)),
        ("dose mg kg", "dose", ("mg", "kg")),
        ("hectares", "", ("ha",)),
        ("visits per hour", "visits per hour", ()),
        ("year", "year", ()),
    ],
)
def test_a_unit_stands_at_the_end_of_a_name(name: str, noun: str, unit: tuple[str, ...]) -> None:
    assert units.apart(name) == (noun, unit)


@pytest.mark.parametrize(
    ("question", "property_", "said"),
    [
        ("a response of at least 80 %", "response_percent", "with a response of at least 80 %"),
        (">80 % response", "response_percent", "with a response of more than 80 %"),
        ("a response of 80 percent or more", "response_percent", "with a response of at least 80 %"),
        ("a dose between 5 and 10 mg/kg", "dose_mg_kg", "with a dose of 5 to 10 mg/kg"),
        ("a dose below 5 mg per kg", "dose_mg_kg", "with a dose of less than 5 mg/kg"),
        ("a half life longer than 12 hours", "half_life_hours", "with a half life of more than 12 hours"),
        ("more than 12 hours", "half_life_hours", "with a half life of more than 12 hours"),
        ("over a hundred interactions", "interactions", "with more than 100 interactions"),
        ("5 interactions or fewer", "interactions", "with at most 5 interactions"),
        ("approved before 1990", "approved", "approved before 1990"),
        ("the highest response", "response_percent", "with the highest response"),
        ("the most interactions", "interactions", "with the most interactions"),
        ("the shortest half life", "half_life_hours", "with the lowest half life"),
    ],
)
def test_a_property_is_bounded_by_its_words_and_its_unit(question: str, property_: str, said: str) -> None:
    (one,) = found(question)
    assert [way.recorded.name for way in one.ways] == [property_]
    assert one.said(one.ways[0]) == said
    (again,) = found(said)
    assert (again.bounds, again.lowest, again.ways) == (one.bounds, one.lowest, one.ways)


@pytest.mark.parametrize(
    "question",
    [
        "about a response",
        "seen in most interactions",
        "5 interactions",
        "more than 80 %",
        "more than 5 weeks",
        "response 80 %",
    ],
)
def test_what_is_no_bound_of_a_property_is_none(question: str) -> None:
    assert found(question) == []


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs treat migraine with a response of at least 80 %?",
        "Which drugs treat migraine with more than 80 % response?",
        "Which diseases are caused by aspirin with a risk below 5 percent?",
    ],
)
def test_bounds_on_links_are_read_strictly(question: str) -> None:
    cleaned = clean(question)
    outcome = interpreter().read(cleaned, interpreter().named(cleaned))
    assert not isinstance(outcome, Gap)


@pytest.mark.parametrize(
    ("question", "kind", "conditions", "bounded", "ranked"),
    [
        ("Which drugs have a half life of more than 12 hours?", "list", 0, ["half_life_hours"], None),
        ("How many drugs have at least 5 interactions?", "count", 0, ["interactions"], None),
        ("Are there drugs with more than 5 interactions?", "yesno", 0, ["interactions"], None),
        ("drugs approved after 1990 with 5 interactions or more", "list", 0, ["approved", "interactions"], None),
        ("Which drugs with less than 5 interactions treat migraine?", "list", 1, ["interactions"], None),
        ("Which drug has the most interactions?", "list", 0, [], "interactions"),
        ("Which three drugs have the longest half life?", "list", 0, [], "half_life_hours"),
        ("Which drug treats migraine with the highest response?", "list", 1, [], "response_percent"),
        ("top 3 drugs that treat migraine by response", "list", 1, [], "response_percent"),
    ],
)
def test_numbers_of_things_are_read(
    question: str, kind: str, conditions: int, bounded: list[str], ranked: str | None
) -> None:
    read = measured(question)
    assert read is not None
    assert read.intent.answer is not None
    assert (read.intent.kind, read.intent.answer.label) == (kind, "Drug")
    assert len(read.intent.answer.conditions) == conditions
    assert [owned.recorded.name for _, owned in read.bounded] == bounded
    assert (read.ranked[1].recorded.name if read.ranked is not None else None) == ranked
    if question.startswith(("top 3", "Which three")):
        assert read.ranked is not None
        assert read.ranked[0].top == 3


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs do not have more than 5 interactions?",
        "Which drugs don't treat migraine and have more than 5 interactions?",
        "Which drugs have more than 5 interactions or treat migraine?",
        "Which drugs have more than 5 interactions or a half life above 2 hours?",
        "Which drugs treat diseases with more than 5 interactions and more than 5 cases?",
        "Which diseases have more than 5 interactions?",
        "Which drugs have a half life above 2 weeks?",
        "Which expensive drugs have more than 5 interactions?",
        "Which drugs treat migraine with the highest risk?",
    ],
)
def test_what_is_not_certain_is_not_read(question: str) -> None:
    assert measured(question) is None
