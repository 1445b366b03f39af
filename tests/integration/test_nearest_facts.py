"""Beneath an answer that the default graph cannot give: the facts about its things that are nearest to the question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kgqa.cli.output import answer_json
from kgqa.embedding.ahead import Ahead
from kgqa.evidence.exploring.context import Filters
from kgqa.evidence.pruning import Limits
from kgqa.history import replay
from kgqa.pipeline import Asker
from kgqa.strategies import nearest
from kgqa.strategies.approach import Approach

UNPLANNED = (
    "How frequent is Marfan syndrome in arachnodactyly?",  # what is recorded the other way round
    "What mood has Marfan syndrome on Tuesdays?",  # words that nothing explains
    "Does qqwwee prevent Marfan syndrome?",  # another name that is unknown
)


@pytest.mark.parametrize("question", UNPLANNED)
def test_facts_stand_beside_the_answer_and_never_in_it(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status in ("not_in_graph", "not_understood")
    assert trace.nearest is None, "asking needs no embedding model"
    found = hpo_asker.nearest(trace)
    assert found.nearest is not None
    kept = found.nearest.kept
    assert kept
    assert [one.triple.number for one in kept] == list(range(1, len(kept) + 1))
    assert "Marfan syndrome" in {one.about for one in found.nearest.cuts}
    assert all("OMIM:154700" in (one.triple.subject.id, one.triple.object.id) or one.triple.sources for one in kept)
    assert len({one.sentence for one in found.nearest.facts}) == len(found.nearest.facts), "each fact once"
    assert replace(found, nearest=None, timings_ms=trace.timings_ms) == trace, "the answer is as it was"
    assert (found.evidence, found.answer.items, found.answer.verdict, found.answer.value) == ((), (), None, None)
    assert replay.from_json(replay.to_json(found)) == found


def test_nothing_is_embedded_in_the_background_meanwhile(hpo_asker: Asker, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = hpo_asker.ask(UNPLANNED[1])
    ahead = Ahead(Path("nowhere"), "", lambda: [], quiet_s=3600)
    seen: list[bool] = []
    monkeypatch.setattr(hpo_asker, "ahead", ahead)
    original = nearest.offered
    monkeypatch.setattr(nearest, "offered", lambda trace: bool(seen.append(ahead.is_asked)) or original(trace))
    try:
        hpo_asker.nearest(trace)
    finally:
        ahead.close()
    assert seen == [True]
    assert not ahead.is_asked


def test_an_answer_gets_nothing_beneath(hpo_asker: Asker) -> None:
    for question in (
        "Which genes are associated with Marfan syndrome?", "qqqq zzzz", "What is the weather today?",
        "Which drugs treat Marfan syndrome?",  # the graph has no drugs, so nothing of it is near to one
    ):  # fmt: skip
        trace = hpo_asker.ask(question)
        assert hpo_asker.nearest(trace) is trace


def test_limits_and_filters_say_what_is_read(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(UNPLANNED[1])
    limits = Limits(volume=3, percentile=0, similarity=-1)
    found = hpo_asker.nearest(trace, approach=Approach(limits=limits, filters=Filters(most=10)))
    assert found.nearest is not None
    (cut,) = found.nearest.cuts
    assert 1 <= len(found.nearest.kept) <= 3
    assert len(found.nearest.kept) < cut.facts <= 10
    assert cut.beyond > 0
    assert "not read, because there are many" in nearest.said(found)
    assert sum(one.beyond for one in cut.unread) == cut.beyond
    assert "“shows”" in nearest.said(found), "the relation of which most was not read"
    (told,) = answer_json(found)["nearest"]["pruning"]
    assert {one["relation"]: one["beyond"] for one in told["unread"]}["HAS_PHENOTYPE"] > 0
