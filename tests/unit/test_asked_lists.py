"""What a question asks for goes first: lists are kept whole or cut with their count, in the facts and in a prompt."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from kgqa.evidence.pruning import Context, Limits, again, flaw, key, prune, said_of
from kgqa.evidence.relevance import amount, first, given, told
from kgqa.llm.writing.contexts import Counted, of_facts
from kgqa.records import Listed, Node, Triple
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.strategies.writing.facts_answer import within

SCHEMA = Schema(
    (NodeType("Disease", "disease", "diseases"), NodeType("Sign", "sign", "signs")),
    (Relation("SHOWS", "Disease", "Sign", "shows", "is shown by"),),
)


def fact(number: int, about: str = "A") -> Triple:
    sign = Node(f"S:{number}", f"sign {number}", "Sign")
    return Triple(0, Node(about, about, "Disease"), "SHOWS", sign, "shows")


def context(number: int, about: str = "A", joining: tuple[int, ...] = ()) -> Context:
    triples = tuple(fact(one, about) for one in range(number))
    sentences = tuple(f"The disease {about} shows the sign sign {one}." for one in range(number))
    return Context(about, triples, sentences, joining=frozenset(key(triples[one]) for one in joining))


def listed(numbers: range, recorded: int | None) -> Listed:
    return Listed("signs that A shows", tuple((key(fact(one)),) for one in numbers), recorded, "the first first")


def scored(some: Context) -> dict[str, float]:
    return {text: 0.9 - place / 1000 for place, text in enumerate(some.sentences)}


def test_a_list_is_kept_whole_whatever_its_score() -> None:
    whole = context(40)
    scores = dict.fromkeys(whole.sentences, 0.1)
    found = prune([whole], scores, Limits(30), asked=[listed(range(30, 40), 10)])
    assert {one.triple.object.id for one in found.kept} == {f"S:{n}" for n in range(30, 40)}
    assert {one.why for one in found.kept} == {"10 of 10 signs that A shows"}
    assert said_of(found) == ["The 10 signs that A shows are all among these facts."]
    published = prune([whole], scores, Limits(30))
    assert not published.kept
    assert published.asked is None


def test_a_list_longer_than_the_budget_is_cut_as_a_list() -> None:
    whole = context(40)
    found = prune([whole], scored(whole), Limits(8), asked=[listed(range(10, 40), 2_000)])
    assert [one.triple.object.id for one in found.kept] == [f"S:{n}" for n in range(10, 18)]
    assert {one.why for one in found.kept} == {"8 of 2,000 signs that A shows"}
    assert said_of(found) == ["Of 2,000 signs that A shows 8 are among these facts, the first first."]
    assert all("takes all the room" in one.reason for one in found.cut if one.cut_by == "volume")
    assert not flaw(found, {one.triple.number: one.triple for one in found.kept})
    wider = again(found, Limits(12), "list")
    assert said_of(wider)[0].startswith("Of 2,000 signs that A shows 12 are")
    assert again(wider, Limits(8), "list") == found


def test_what_is_only_similar_has_a_third_of_the_room_beside_it() -> None:
    whole = context(200)
    found = prune([whole], scored(whole), Limits(30, 0, -1), asked=[listed(range(100, 104), 4)])
    assert [bool(one.why) for one in found.kept] == [True] * 4 + [False] * 10
    alone = prune([whole], scored(whole), Limits(30, 0, -1), asked=[])
    assert len(alone.kept) == 30, "where nothing is asked for, the scores have all of it"
    assert not any(one.why for one in alone.kept)


def test_facts_that_join_named_things_follow_the_lists() -> None:
    whole = context(40, joining=(20, 21))
    scores = dict.fromkeys(whole.sentences, 0.2)
    found = prune([whole], scores, Limits(10), asked=[listed(range(2), 2)])
    assert [one.triple.object.id for one in found.kept] == ["S:0", "S:1", "S:20", "S:21"]
    assert [one.why for one in found.kept[2:]] == ["joins things that the question names"] * 2


def test_a_hand_moves_one_fact_and_the_count_with_it() -> None:
    whole = context(12)
    out = key(fact(3))
    found = prune([whole], scored(whole), Limits(10), hand={out: False}, asked=[listed(range(5), 5)])
    assert "S:3" not in {one.triple.object.id for one in found.kept}
    assert said_of(found) == ["Of 5 signs that A shows 4 are among these facts, the first first."]


@pytest.mark.parametrize(
    ("sizes", "most", "taken"), [((3, 50), 20, (3, 17)), ((50, 50), 20, (10, 10)), ((2, 2), 20, (2, 2))]
)
def test_lists_share_the_room(sizes: tuple[int, ...], most: int, taken: tuple[int, ...]) -> None:
    asked = [Listed(f"list {n}", tuple((f"{n}/{m}",) for m in range(size)), size) for n, size in enumerate(sizes)]
    there = {its_key for one in asked for member in one.members for its_key in member}
    places = list(first(asked, there, (), most).values())
    assert tuple(places.count(number) for number in range(1, len(sizes) + 1)) == taken


def test_a_thing_is_told_by_all_its_facts_or_not_at_all() -> None:
    one = Listed("both", (("a", "b"), ("c", "d"), ("e", "f")), 3)
    assert set(first([one], set("abcdef"), (), 5)) == set("abcd")
    assert set(first([one], set("abcde"), (), 6)) == set("abcd"), "a fact that was not read tells nothing"
    assert (given(one, set("abce")), amount(one, set("abce"))) == (1, "1 of 3 both")
    assert told(replace(one, recorded=0, members=()), set()) == "Of both the graph records none."


def test_what_makes_no_list_has_what_lists_leave() -> None:
    pair = Listed("what tells whether", (("x",), ("y",), ("z",)))
    one = Listed("both", (("a",), ("b",)), 2)
    assert list(first([pair, one], set("abxyz"), (), 4)) == ["a", "b", "x", "y"]
    assert amount(pair, {"x"}) == "what tells whether"


def prompt_lines(text: str) -> list[Any]:
    return [json.loads(one) for one in text.partition("BEGIN DATA\n")[2].splitlines() if one.startswith("{")]


def test_a_prompt_says_how_much_of_a_list_it_has() -> None:
    triples = [replace(fact(number), number=number + 1) for number in range(30)]
    lists = (Counted("signs that A shows", 30, tuple((one.number,) for one in triples)),)
    records = of_facts(triples, SCHEMA, fields=False, lists=lists)
    whole = {"list": "signs that A shows", "recorded": 30, "given_here": 30, "complete": True}
    assert prompt_lines(records.text)[0] == whole
    assert "never how many are here" in records.text
    cut = records.within(600)
    sent = len(cut.told)
    assert 1 < sent < 30
    assert prompt_lines(cut.text)[0] == {**whole, "given_here": sent, "complete": False}
    (composed,) = prompt_lines(replace(cut, composed=True).text)
    assert composed["lists"] == [{**whole, "given_here": sent, "complete": False}]
    assert '"list"' not in of_facts(triples, SCHEMA, fields=False).text, "as published there is none"
    fewer = cut.renumbered({one: one + 100 for one in cut.numbers})
    assert prompt_lines(fewer.text)[0]["given_here"] == sent


def test_things_of_one_name_and_several_types_are_told_apart() -> None:
    gout, sign = Node("D:1", "Gout", "Disease"), Node("S:1", "gout", "Sign")
    one = Triple(1, gout, "SHOWS", sign, "shows")
    (said,) = of_facts([one], SCHEMA, fields=False, lists=()).told
    assert (said["subject_is_a"], said["object_is_a"]) == ("disease", "sign")
    (said,) = of_facts([one], SCHEMA, fields=False).told
    assert "subject_is_a" not in said


def test_what_a_model_cannot_read_is_no_part_of_the_count() -> None:
    whole = context(12)
    found = prune([whole], scored(whole), Limits(12), asked=[listed(range(12), 12)])
    fewer = within(found, {one.triple.number for one in found.kept[:5]})
    assert said_of(fewer) == ["Of 12 signs that A shows 5 are among these facts, the first first."]
    assert {one.why for one in fewer.kept} == {"5 of 12 signs that A shows"}
    assert not any(one.why for one in fewer.cut)
