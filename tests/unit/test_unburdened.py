"""Nouns for people that only carry what is named, and what who asks does with the answer."""

from __future__ import annotations

import pytest

from kgqa.questions.meaning import Meaning
from kgqa.questions.paraphrases.bearers import borne, done_with_it
from kgqa.questions.tagging import Item
from kgqa.questions.text.rewriting import rewritten
from kgqa.records import Candidate, Entity


def _named(text: str, label: str, *names: str) -> list[Entity]:
    places = ((text.index(name), name) for name in names)
    return [Entity(name, at, at + len(name), Candidate("X:1", name, label, 1.0, "exact", name)) for at, name in places]


def _item(text: str, phrase: str, meaning: Meaning) -> Item:
    return Item(phrase, text.index(phrase), 0, 0, meaning=meaning)


@pytest.mark.parametrize(
    ("text", "put", "noun"),
    [
        ("How common are fits in kids with gout?", "How common are fits in people with gout?", "kids"),
        ("Can a child who has gout limp?", "Can a person with gout limp?", "child"),
        ("Do the little boys diagnosed with gout limp?", "Do the people with gout limp?", "little boys"),
        ("Can my little boy with gout limp?", "Can a person with gout limp?", "my little boy"),
        ("What do most babies with gout show?", "What do most people with gout show?", "babies"),
    ],
)
def test_who_has_an_illness_is_people_with_it(text: str, put: str, noun: str) -> None:
    named = _named(text, "Disease", "gout")
    found = list(borne(text, named, lambda label: label == "Disease", lambda _: False))
    assert rewritten(text, named, [one.put for one in found]).text == put
    assert [one.noun.text for one in found] == [noun]
    assert all(text[one.noun.start : one.noun.end] == noun for one in found)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Which illnesses affect children with ataxia?", "Sign"),  # onset may matter there
        ("How common are fits in adults with ataxia?", "Disease"),
        ("How common are fits in infants with ataxia?", "Disease"),
        ("How common are fits in girls with ataxia?", "Disease"),  # kept
        ("How common are fits in my son? Our dog has ataxia.", "Disease"),
    ],
)
def test_who_may_be_some_of_them_stays(text: str, label: str) -> None:
    named = _named(text, label, "ataxia")
    assert not list(borne(text, named, lambda one: one == "Disease", lambda noun: noun == "girls"))


@pytest.mark.parametrize(
    ("text", "put"),
    [
        ("Which gene do I request for gout?", "Which gene for gout?"),
        ("which genes should we think of?", "which genes?"),
        ("What conditions have I got to consider", "What conditions"),
    ],
)
def test_what_who_asks_does_with_the_answer_is_left_out(text: str, put: str) -> None:
    named = _named(text, "Disease", *(["gout"] if "gout" in text else []))
    noun = text.split()[1]
    items = [_item(text, noun, Meaning(labels=frozenset({"Gene"})))]
    assert rewritten(text, named, list(done_with_it(text, named, items))).text == put


def test_a_verb_of_the_graph_is_no_such_deed() -> None:
    text = "Which test do I order?"
    ordering = Meaning(labels=frozenset({"Order"}))
    items = [_item(text, "test", Meaning(labels=frozenset({"Test"}))), _item(text, "order", ordering)]
    assert not list(done_with_it(text, [], items))


def test_what_is_done_with_something_else_than_what_is_asked_for_stays() -> None:
    text = "Which way should I look at?"
    assert not list(done_with_it(text, [], [_item(text, "way", Meaning())]))
