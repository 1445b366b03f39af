"""What is cut down to a question: against a plain second implementation, at the edges, and with a reason for each."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.errors import SettingError
from kgqa.evidence.pruning import Context, Limits, again, key, percentile, prune
from kgqa.records import Node, Pruned, Scored, Triple
from tests.examples import examples


def fact(number: int, about: str = "A", **fields: Any) -> Triple:
    return Triple(0, Node(about, about, "Disease"), "SHOWS", Node(f"S:{number}", f"sign {number}", "Sign"), "shows",
                  properties=fields)  # fmt: skip


def context(about: str, numbers: list[int], joining: Iterable[int] = ()) -> Context:
    triples = tuple(fact(number, about) for number in numbers)
    keys = frozenset(key(fact(number, about)) for number in joining)
    sentences = tuple(f"{about} shows sign {number}." for number in numbers)
    return Context(about, triples, sentences, joining=keys)


def plainly(contexts: list[Context], scores: dict[str, float], percent: float, least: float, volume: int) -> set[str]:
    """The rule of the paper (Section 2.4), written down again: which sentences are kept.

    Beyond the paper: of fewer than eight the percentile cuts none; where none is above it, the best ones stand at it
    and are kept; and a fact that joins two things of the question goes first, wherever it stands.
    """
    kept: set[str] = set()
    for one in contexts:
        of_thing = [scores[sentence] for sentence in one.sentences]
        if not of_thing:
            continue
        bound = float(np.percentile(of_thing, percent))
        best = [sentence for sentence in one.sentences if scores[sentence] > bound]
        best = best or [sentence for sentence in one.sentences if scores[sentence] == max(of_thing)]
        best = list(one.sentences) if len(of_thing) < 8 else best
        pairs = zip(one.triples, one.sentences, strict=True)
        joining = {sentence for triple, sentence in pairs if key(triple) in one.joining}
        above = [sentence for sentence in {*best, *joining} if scores[sentence] >= least]
        above.sort(key=lambda sentence: (sentence not in joining, -scores[sentence], sentence))
        kept |= set(above[: max(1, volume // len(contexts))])
    return kept


def kept(pruned: Pruned) -> set[str]:
    return {one.sentence for one in pruned.kept}


@examples(200)
@given(
    sizes=st.lists(st.integers(0, 60), min_size=1, max_size=4),
    seed=st.integers(0, 10_000),
    percent=st.sampled_from([0.0, 10.0, 50.0, 75.0, 90.0, 99.5, 100.0]),
    least=st.sampled_from([-1.0, 0.0, 0.5, 0.9, 1.0]),
    volume=st.sampled_from([1, 2, 7, 100, 150]),
    coarse=st.booleans(),
    joining=st.integers(0, 4),
)
def test_it_keeps_what_a_plain_second_implementation_keeps(
    sizes: list[int], seed: int, percent: float, least: float, volume: int, coarse: bool, joining: int
) -> None:
    rng = random.Random(seed)
    contexts = [
        context(f"thing {place}", list(range(size)), {rng.randrange(60) for _ in range(joining)} & set(range(size)))
        for place, size in enumerate(sizes)
    ]
    scores = {s: round(rng.uniform(-0.2, 1), 1 if coarse else 9) for one in contexts for s in one.sentences}
    pruned = prune(contexts, scores, Limits(volume, percent, least))
    assert kept(pruned) == plainly(contexts, scores, percent, least, volume)
    assert len(pruned.facts) == sum(sizes), "every fact is told, kept or cut"
    assert [one.triple.number for one in pruned.kept] == list(range(1, len(pruned.kept) + 1))
    assert [one.score for one in pruned.kept] == sorted((one.score for one in pruned.kept), reverse=True)
    assert all(one.reason and not one.triple.number for one in pruned.cut)
    assert not any(one.reason for one in pruned.kept)
    assert sum(cut.facts for cut in pruned.cuts) == sum(sizes)
    turned = [replace(one, triples=one.triples[::-1], sentences=one.sentences[::-1]) for one in contexts]
    assert kept(prune(turned, scores, Limits(volume, percent, least))) == kept(pruned), "the order of records is none"
    wide = prune(contexts, scores, Limits(10_000, 0, -1))
    assert kept(again(wide, Limits(volume, percent, least), "list")) == kept(pruned), "other limits forget nothing"


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=80), st.floats(0, 100))
def test_the_percentile_is_that_of_numpy(values: list[float], percent: float) -> None:
    assert percentile(values, percent) == pytest.approx(float(np.percentile(values, percent)), abs=1e-9)


def test_the_published_numbers() -> None:
    assert Limits().share("list", 1) == 150
    assert Limits().share("yesno", 1) == 100
    assert Limits().share("list", 4) == 37
    assert Limits().share("list", 0) == 150
    assert Limits(volume=2).share("yesno", 5) == 1
    many = context("A", list(range(1000)))
    scores = {sentence: 0.5 + place / 4000 for place, sentence in enumerate(many.sentences)}
    assert len(prune([many], scores, Limits()).kept) == 150
    assert len(prune([many], scores, Limits(), "yesno").kept) == 100


def test_every_cut_says_why() -> None:
    one = context("Gout", list(range(8)))
    scores = dict(zip(one.sentences, (0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.49, 0.1), strict=True))
    pruned = prune([one], scores, Limits(volume=2, percentile=50, similarity=0.5))
    said: dict[float, Scored] = {fact.score: fact for fact in pruned.facts}
    assert [said[score].cut_by for score in (0.9, 0.8, 0.7, 0.6, 0.55, 0.5, 0.49, 0.1)] == [
        "kept", "kept", "volume", "volume", "percentile", "percentile", "similarity", "similarity",
    ]  # fmt: skip
    assert said[0.7].reason == "2 facts about Gout go before it, and no more are kept"
    assert said[0.5].reason == "not above the percentile 50 of what is recorded about Gout (0.575)"
    assert said[0.1].reason == "less similar to the question than 0.5"
    (cut,) = pruned.cuts
    assert (cut.facts, cut.kept, cut.share, cut.threshold) == (8, 2, 2, pytest.approx(0.575))


def test_a_score_of_exactly_the_least_is_enough_and_of_exactly_the_percentile_is_not() -> None:
    one = context("A", list(range(9)))
    scores = dict(zip(one.sentences, (0.9, 0.8, 0.7, 0.7, 0.6, 0.5, 0.2, 0.2, 0.1), strict=True))
    assert len(prune([one], scores, Limits()).kept) == 2, "0.7 lies at the percentile"
    assert len(prune([one], scores, Limits(percentile=0)).kept) == 6, "0.5 is enough"
    alike = dict.fromkeys(one.sentences, 0.9)
    assert len(prune([one], alike, Limits()).kept) == 9, "none is above: none is further from the question either"
    assert prune([one], dict.fromkeys(one.sentences, 0.4), Limits()).kept == ()


@pytest.mark.parametrize(
    ("scores", "number"),
    [((0.7,), 1), ((0.4,), 0), ((0.9, 0.7, 0.4), 2), ((0.9,) * 3 + (0.6,) * 4, 7), ((0.9,) * 2 + (0.6,) * 6, 2)],
)
def test_of_a_thing_with_fewer_than_eight_facts_the_percentile_cuts_none(
    scores: tuple[float, ...], number: int
) -> None:
    one = context("A", list(range(len(scores))))
    by_sentence = dict(zip(one.sentences, scores, strict=True))
    assert len(prune([one], by_sentence, Limits()).kept) == number
    limits = Limits(percentile=99)
    assert number <= limits.most("list", 1, len(scores)) or len(scores) >= 8, "as many are scored exactly"


def test_a_fact_that_joins_two_things_of_the_question_is_kept_whatever_its_percentile_and_goes_first() -> None:
    one = context("A", list(range(40)), {3, 5})
    scores = {text: 0.6 + place / 100 for place, text in enumerate(one.sentences)}
    limits = Limits(volume=2, percentile=90)
    pruned = prune([one], scores, limits)
    assert kept(pruned) == {one.sentences[3], one.sentences[5]}
    assert [fact.joins for fact in pruned.facts].count(True) == 2
    assert kept(again(pruned, limits, "list")) == kept(pruned)
    scores[one.sentences[3]] = 0.49
    assert kept(prune([one], scores, limits)) == {one.sentences[5], one.sentences[39]}, "the least similarity holds"
    with_more = kept(again(pruned, Limits(volume=7, percentile=90), "list"))
    assert with_more == {one.sentences[3], one.sentences[5], *one.sentences[36:]}, "four are above the percentile"


def test_a_fact_between_two_things_is_one_fact() -> None:
    between = fact(1, source="a")
    other = fact(1, source="b")
    first = Context("A", (between, other, fact(2)), ("s1", "s1", "s2"))
    second = Context("sign 1", (between,), ("s1",))
    pruned = prune([first, second], {"s1": 0.9, "s2": 0.2}, Limits(percentile=0, volume=10))
    assert len(pruned.facts) == 3, "two records that differ in a field are two"
    third = Context("sign 1", (between, fact(3)), ("s1", "s3"))
    pruned = prune([third, first], {"s1": 0.9, "s2": 0.2, "s3": 0.95}, Limits(volume=2))
    assert [one.about for one in pruned.kept] == ["sign 1", "A"], "it is kept where either thing keeps it"


def test_nothing_of_nothing() -> None:
    assert prune([], {}, Limits()) == Pruned((), ())
    assert prune([context("A", [])], {}, Limits()).facts == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"volume": 0}, {"volume": -3}, {"percentile": 101}, {"percentile": -0.1}, {"similarity": 1.5},
        {"similarity": float("nan")}, {"percentile": float("nan")}, {"volume": 10**9},
    ],
)  # fmt: skip
def test_limits_that_cannot_be_are_refused_with_the_number(wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingError, match="must be from"):
        Limits(**wrong)


def test_a_score_that_is_an_estimate_is_marked() -> None:
    one = context("A", [1, 2])
    scores = dict(zip(one.sentences, (0.9, 0.2), strict=True))
    pruned = prune([one], scores, Limits(percentile=0), estimated=frozenset({one.sentences[1]}))
    assert [fact.estimated for fact in pruned.facts] == [False, True]


@pytest.mark.parametrize("seed", range(6))
def test_no_estimate_is_ever_kept_by_whatever_limits(seed: int) -> None:
    draw = random.Random(seed)
    contexts = [context("A", list(range(40))), context("B", list(range(30)))]
    sentences = [sentence for one in contexts for sentence in one.sentences]
    scores = {sentence: draw.uniform(0.3, 1) for sentence in sentences}
    guessed = frozenset(draw.sample(sorted(set(sentences)), len(set(sentences)) // 2))
    pruned = prune(contexts, scores, Limits(), estimated=guessed)
    for percent, similarity, volume in ((75, 0.5, None), (0, 0, None), (0, -1, 1000), (99, 0.9, 3), (50, 0, 20)):
        pruned = again(pruned, Limits(volume, percent, similarity), "list")
        assert {one.sentence for one in pruned.facts if one.estimated} == guessed, "what is a guess stays one"
        assert guessed.isdisjoint(one.sentence for one in pruned.facts if one.kept)
        assert all(one.reason for one in pruned.facts if one.sentence in guessed)
    assert pruned.kept, "what is exact is kept"
