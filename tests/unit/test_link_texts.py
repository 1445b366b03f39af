"""The texts by which links are told apart, gathered link by link."""

from __future__ import annotations

import json

from kgqa.schema.link_texts import MOST, Gatherer, LinkTexts
from kgqa.schema.model import Property, Relation

ENDS = ("Animal", "DIAGNOSED_WITH", "Diagnosis")
RELATION = Relation("DIAGNOSED_WITH", "Animal", "Diagnosis", forward="is diagnosed with", inverse="is found in")


def of(texts: LinkTexts, name: str) -> tuple[str, ...] | None:
    return texts.of(RELATION, Property(name))


def test_each_text_is_kept_once_those_of_lists_one_by_one_and_nothing_that_says_nothing() -> None:
    gatherer = Gatherer()
    for fields in (
        {"severity": "severe", "signs": ["fever", "cough"], "fatal": True},
        {"severity": "mild", "signs": ("cough",), "fatal": False, "note": ""},
        {"severity": "severe", "signs": [], "note": None},
    ):
        gatherer.add(ENDS, fields)
    texts = gatherer.gathered()
    assert of(texts, "severity") == ("severe", "mild")
    assert of(texts, "signs") == ("fever", "cough")
    assert of(texts, "fatal") == ("True", "False")
    assert of(texts, "note") == ()
    assert of(texts, "colour") == ()  # a property that no link has
    assert LinkTexts.from_json(json.loads(json.dumps(texts.as_json()))) == texts


def test_numbers_and_links_that_were_not_seen_are_looked_for_in_the_graph() -> None:
    gatherer = Gatherer()
    gatherer.add(ENDS, {"age": "young", "weight_kg": 3.5})
    gatherer.add(ENDS, {"age": 7})
    texts = gatherer.gathered()
    assert of(texts, "age") is None
    assert of(texts, "weight_kg") is None
    assert texts.of(Relation("TREATED_BY", "Animal", "Vet", "is treated by", "treats"), Property("severity")) is None
    assert of(LinkTexts.from_json({}), "severity") is None  # loaded before texts were gathered


def test_of_free_text_nothing_is_kept() -> None:
    gatherer = Gatherer()
    for number in range(MOST + 1):
        gatherer.add(ENDS, {"few": f"text {number % MOST}", "many": f"text {number}"})
    gatherer.add(ENDS, {"many": "one more"})
    texts = gatherer.gathered()
    assert len(of(texts, "few") or ()) == MOST
    assert of(texts, "many") == ()
