"""Findings told in ordinary words: in any form and order, nothing between, and never what is denied."""

from __future__ import annotations

from collections import defaultdict

import pytest

from kgqa.linking.index import NameIndex
from kgqa.linking.lay_descriptions import LayDescriptions, _phrase, lay_descriptions
from kgqa.linking.linker import Linker

RECORDS = [
    {"id": "HP:0000662", "label": "Phenotype", "name": "Nyctalopia"},
    {"id": "HP:0001382", "label": "Phenotype", "name": "Joint hypermobility"},
    {"id": "HP:0000974", "label": "Phenotype", "name": "Hyperextensible skin"},
    {"id": "HP:0001250", "label": "Phenotype", "name": "Seizure"},
    {"id": "HP:0000966", "label": "Phenotype", "name": "Hypohidrosis"},
    {"id": "HP:0000970", "label": "Phenotype", "name": "Anhidrosis"},
    {"id": "HP:0000952", "label": "Phenotype", "name": "Jaundice", "synonyms": ["Yellow skin"]},
    {"id": "OMIM:1", "label": "Disease", "name": "Green ears"},
]
INDEX = NameIndex(RECORDS)
LAY, LINKER = LayDescriptions(INDEX), Linker(INDEX)


def _told(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.candidate.name) for one in LAY.told(text, LINKER.link(text))]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("He can't see at night.", [("can't see at night", "Nyctalopia")]),
        ("people who cannot see at night", [("cannot see at night", "Nyctalopia")]),
        ("Her joints bend way too far", [("joints bend way too far", "Joint hypermobility")]),
        ("her skin is so stretchy", [("skin is so stretchy", "Hyperextensible skin")]),
        ("His skin was yellow", [("skin was yellow", "Jaundice")]),
        (
            "stretchy skin, and he can't see in the dark",
            [("stretchy skin", "Hyperextensible skin"), ("can't see in the dark", "Nyctalopia")],
        ),
        ("she never sweats", [("never sweats", "Anhidrosis")]),
        ("she doesn't sweat much", [("doesn't sweat much", "Hypohidrosis")]),
        ("how common are fits in it", [("fits", "Seizure")]),
    ],
)
def test_a_finding_is_told_by_the_words_of_a_phrase(text: str, told: list[tuple[str, str]]) -> None:
    assert _told(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "He sees at night.",
        "He can't see very well at night school",
        "Her joints do not bend too far",
        "her skin isn't stretchy",
        "her skin is healthy and her bandage is stretchy",
        "skin. Stretchy trousers",
        "Which of these fits best?",
        "What fits with this?",
        "His ears were green",
        "",
    ],
)
def test_what_is_denied_parted_or_said_of_something_else_tells_none(text: str) -> None:
    assert _told(text) == []


def test_a_name_of_as_many_words_goes_before_what_is_told() -> None:
    assert _told("yellow skin") == []
    assert [one.mention for one in LINKER.link("yellow skin")] == ["yellow skin"]


def test_another_graph_knows_none() -> None:
    assert LayDescriptions(NameIndex([RECORDS[-1]])).told("stretchy skin, green were his ears", []) == []


def test_each_phrase_of_the_table_tells_one_finding() -> None:
    things = defaultdict(set)
    for identifier, phrases in lay_descriptions().items():
        for phrase in phrases:
            things[_phrase("", phrase).key].add(identifier)
    assert frozenset() not in things
    assert {tuple(sorted(key)): found for key, found in things.items() if len(found) > 1} == {}


MEASURED = [
    {"id": "HP:1", "label": "Phenotype", "name": "Elevated circulating creatine kinase concentration"},
    {"id": "HP:2", "label": "Phenotype", "name": "Hyponatremia", "synonyms": ["Low blood sodium levels"]},
    {"id": "HP:3", "label": "Phenotype", "name": "Aplastic clavicle", "synonyms": ["Absent collarbone"]},
    {"id": "HP:4", "label": "Phenotype", "name": "Pain insensitivity"},
    {"id": "HP:5", "label": "Phenotype", "name": "Premature loss of teeth"},
    {"id": "HP:6", "label": "Phenotype", "name": "Hypercalcemia", "synonyms": ["Elevated calcium level"]},
    {"id": "HP:7", "label": "Phenotype", "name": "Increased urinary calcium"},
    {"id": "HP:8", "label": "Phenotype", "name": "Absence seizure"},
    {"id": "HP:9", "label": "Phenotype", "name": "Thrombocytopenia", "synonyms": ["Decreased platelet count"]},
    {"id": "HP:10", "label": "Phenotype", "name": "Raised ferritin"},
    {"id": "HP:11", "label": "Phenotype", "name": "Transient ferritinemia", "synonyms": ["High ferritin"]},
]


def _told_of_measured(text: str) -> list[tuple[str, str]]:
    index = NameIndex(MEASURED)
    found = LayDescriptions(index).told(text, Linker(index).link(text))
    return [(text[one.start : one.end], one.candidate.name) for one in found]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("raised CK", [("raised CK", MEASURED[0]["name"])]),
        ("with CK up", [("CK up", MEASURED[0]["name"])]),
        ("which have ↑CK?", [("↑CK", MEASURED[0]["name"])]),
        ("high creatine kinase in the blood", [("high creatine kinase in the blood", MEASURED[0]["name"])]),
        ("her sodium is low", [("sodium is low", "Hyponatremia")]),
        ("low serum sodium level", [("low serum sodium level", "Hyponatremia")]),
        ("plts low", [("plts low", "Thrombocytopenia")]),
        ("no collarbones", [("no collarbones", "Aplastic clavicle")]),
        ("born without collarbones", [("born without collarbones", "Aplastic clavicle")]),
        ("insensitive to pain", [("insensitive to pain", "Pain insensitivity")]),
        ("loses teeth too early", [("loses teeth too early", "Premature loss of teeth")]),
        ("high calcium", [("high calcium", "Hypercalcemia")]),
    ],
)
def test_a_name_that_says_how_something_differs_is_told_by_any_words_for_that(
    text: str, told: list[tuple[str, str]]
) -> None:
    assert _told_of_measured(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "low creatine kinase",
        "no raised CK",
        "not raised CK",
        "without low sodium",
        "no seizures",
        "sodium and low mood",
        "a sodium level",
        "calcium low sodium high",
        "high ferritin",
        "collarbones but no nails",
    ],
)
def test_another_difference_and_one_that_is_denied_or_of_something_else_tell_none(text: str) -> None:
    assert [name for _, name in _told_of_measured(text) if name != "Transient ferritinemia"] == []
