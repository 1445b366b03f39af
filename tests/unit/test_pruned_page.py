"""What the page makes of pruned facts: the draft of other limits, the hand, the drawing that stays, the files."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pytest
import traces

from kgqa.evidence.exploring.context import Filters, Rule
from kgqa.evidence.pruning import Context, Limits, again, hand_of, key, prune
from kgqa.exports import markdown, sheets
from kgqa.history import replay
from kgqa.presentation import graph_svg, steady_layout
from kgqa.presentation import rows as evidence_rows
from kgqa.presentation.graph_layout import arrange
from kgqa.records import Pruned, Scored
from kgqa.schema.model import NodeType, Property, Relation, Schema
from kgqa.ui.ask.pruned import scores, trial
from kgqa.ui.ask.pruned.trial import Trial
from kgqa.ui.components import evidence_view
from kgqa.ui.session import saved_preferences
from kgqa.ui.session.saved_preferences import FactChoices

SCHEMA = Schema(
    nodes=(NodeType("Disease", "disease", "diseases"), NodeType("Phenotype", "phenotype", "phenotypes")),
    relations=(
        Relation("HAS_PHENOTYPE", "Disease", "Phenotype", "shows", "is a feature of",
                 properties=(Property("evidence", role="evidence"),)),
    ),
)  # fmt: skip


def plainly(
    contexts: tuple[Context, ...], told: dict[str, float], limits: Limits, hand: dict[str, bool]
) -> dict[str, bool]:
    """By the key of a fact whether it is kept: the rule of the paper written down again, and a hand over it."""
    found: dict[str, bool] = {}
    for one in contexts:
        facts = list(zip(one.triples, one.sentences, strict=True))
        if not facts:
            continue
        bound = float(np.percentile([told[text] for _, text in facts], limits.percentile))
        near = [one for one in facts if told[one[1]] > bound] or [one for one in facts if told[one[1]] == bound]
        near = [one for one in near if told[one[1]] >= limits.similarity]
        near.sort(key=lambda one: -told[one[1]])
        first = {key(triple) for triple, _ in near[: max(1, (limits.volume or 150) // len(contexts))]}
        for triple, _ in facts:
            found[key(triple)] = found.get(key(triple), False) or key(triple) in first
    return found | {one: keep for one, keep in hand.items() if one in found}


@pytest.mark.parametrize("seed", range(12))
def test_pruning_again_is_pruning_anew_and_what_a_plain_second_implementation_gives(seed: int) -> None:
    rng = random.Random(seed)
    contexts, told = traces.contexts()
    told = {sentence: rng.uniform(0, 1) for sentence in told}
    first = prune(contexts, told, Limits())
    limits = Limits(rng.choice([1, 5, 40, 150]), rng.choice([0.0, 30.0, 75.0, 100.0]), rng.choice([0.0, 0.4, 0.8]))
    keys = [key(one.triple) for one in first.facts]
    hand = {one: rng.random() < 0.5 for one in rng.sample(keys, 9)} | {"unknown": True}
    other = again(first, limits, "list", hand)
    assert other == prune(contexts, told, limits, "list", hand=hand)
    assert {key(one.triple): one.kept for one in other.facts} == plainly(contexts, told, limits, hand)
    assert [one.triple.number for one in other.kept] == list(range(1, len(other.kept) + 1))
    # A hand moves the fact that it takes and no other.
    bare = {key(one.triple): one.kept for one in again(first, limits, "list").facts}
    moved = {key(one.triple) for one in other.facts if bare[key(one.triple)] != one.kept}
    assert moved == {key(one.triple) for one in other.facts if one.by_hand} <= set(hand)
    assert all(one.cut_by == "hand" for one in other.cut if one.by_hand)
    # Back again, from what was tried.
    assert again(other, Limits(), "list") == first


def test_the_limits_by_which_was_cut_are_in_the_record() -> None:
    found = prune(*traces.contexts(), Limits(40, 60.0, 0.3, volume_yesno=7), "yesno")
    assert (found.volume, found.percentile, found.similarity) == (7, 60.0, 0.3)
    assert Limits(volume=40).of("yesno") == 40
    assert Limits().of("yesno") == 100


def draft_of(pruned: Pruned) -> Trial:
    before = trial.usable(pruned)
    return Trial("a", before, before, hand_of(pruned), hand_of(pruned))


def test_the_table_turns_a_fact_by_its_number_and_nothing_else() -> None:
    trace = traces.pruned()
    assert trace.pruned is not None
    draft = draft_of(trace.pruned)
    for told in (None, 3, {}, {"number": "1"}, {"number": 999, "keep": True}, {"number": 1, "keep": True}):
        assert not trial.turned(draft, trace.pruned, told)
    assert not draft.changed
    out = trace.pruned.kept[2]
    assert trial.turned(draft, trace.pruned, {"number": 3, "keep": False})
    now = trial.judged(trace, draft)
    assert draft.changed
    assert key(out.triple) in {key(one.triple) for one in now.cut}
    assert len(now.kept) == len(trace.pruned.kept) - 1
    # Put back, it is as before, and no hand is left.
    place = [key(one.triple) for one in now.cut].index(key(out.triple)) + 1
    assert trial.turned(draft, now, {"number": -place, "keep": True})
    assert not draft.changed
    assert trial.judged(trace, draft) == trace.pruned


def test_a_draft_claims_nothing_that_was_written_from_other_facts() -> None:
    trace = traces.pruned(text="Marfan syndrome shows ectopia lentis [1].")
    assert trace.pruned is not None
    fewer = again(trace.pruned, Limits(5), "list")
    shown = trial.as_tried(trace, fewer)
    assert shown.answer.status == "evidence"
    assert not shown.answer.written_by
    assert not shown.claims
    assert "[1]" not in shown.answer.text
    assert [one.number for one in shown.evidence] == [1, 2]
    assert replay.from_json(replay.to_json(shown)) == shown


def test_a_damaged_record_has_the_usual_limits() -> None:
    pruned = traces.pruned().pruned
    assert pruned is not None
    assert trial.usable(replace(pruned, percentile=float("nan"))) == Limits()
    assert trial.usable(replace(pruned, volume=-4)) == Limits()


def test_what_stays_in_the_drawing_is_where_it_was() -> None:
    trace = traces.pruned()
    assert trace.pruned is not None
    places = steady_layout.Places()
    before = steady_layout.arrange_steadily(trace, places)
    assert {dot.id: (dot.x, dot.y) for dot in before.dots} == {dot.id: (dot.x, dot.y) for dot in arrange(trace).dots}
    seen = {dot.id: (dot.key, dot.x, dot.y) for dot in before.dots}
    for limits in (Limits(150, 30.0, 0.2), Limits(4), Limits(150, 0.0, -1.0), Limits()):
        other = again(trace.pruned, limits, "list")
        shown = trial.as_tried(trace, other)
        cut = trial.cut_rows(other)
        picture = steady_layout.arrange_steadily(shown, places, cut)
        spots = [(dot.x, dot.y) for dot in picture.dots]
        assert len(set(spots)) == len(spots), "no thing stands on another"
        keys = [dot.key for dot in picture.dots]
        assert len(set(keys)) == len(keys)
        assert {end for arrow in picture.arrows for end in (arrow.source, arrow.target)} <= set(keys)
        for dot in picture.dots:
            now = (dot.key, dot.x, dot.y)
            assert seen.setdefault(dot.id, now) == now, dot.text
        assert sum(arrow.cut for arrow in picture.arrows) == min(len(cut), steady_layout.MOST_CUT)
        assert picture.links == sum(max(0, number) > 0 for arrow in picture.arrows for number in arrow.numbers)


def test_a_fact_that_was_put_back_is_drawn_where_there_is_no_room_for_all() -> None:
    trace = traces.pruned(Limits(150, 0.0, -1.0))
    assert trace.pruned is not None
    everything = again(trace.pruned, Limits(150, 30.0, 0.0), "list")
    last = everything.cut[-1]
    kept = again(trace.pruned, Limits(150, 30.0, 0.0), "list", {key(last.triple): True})
    picture = steady_layout.arrange_steadily(trial.as_tried(trace, kept), steady_layout.Places())
    number = next(one.triple.number for one in kept.kept if key(one.triple) == key(last.triple))
    assert number > 28
    assert any(number in arrow.numbers for arrow in picture.arrows)


def test_an_arrow_is_as_wide_as_its_fact_is_near() -> None:
    picture = arrange(traces.pruned())
    widths = [arrow.width for arrow in sorted(picture.arrows, key=lambda arrow: arrow.numbers)]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1] > 0
    assert b"stroke-width" in graph_svg.image(picture)
    assert not any(arrow.width for arrow in arrange(traces.intersection()).arrows)


def test_the_chart_counts_every_fact_once_and_draws_the_cut() -> None:
    pruned = prune(*traces.contexts(), Limits(20))
    sent = scores.data(pruned)
    for thing, cut in zip(sent["things"], pruned.cuts, strict=True):
        of_thing = [one for one in pruned.facts if cut.about in one.things]
        assert sum(kept for kept, _ in thing["bins"]) == sum(one.kept for one in of_thing)
        assert sum(map(sum, thing["bins"])) == cut.facts == len(of_thing)
        assert {line["kind"]: line["at"] for line in thing["lines"]}["percentile"] == cut.threshold
    assert any(line["kind"] == "volume" for line in sent["things"][0]["lines"])
    json.dumps(sent, allow_nan=False)
    odd = replace(pruned, facts=(replace(pruned.facts[0], score=float("nan")), *pruned.facts[1:]), similarity=1e308)
    json.dumps(scores.data(odd), allow_nan=False)


def test_the_rows_have_score_reason_tier_and_hand() -> None:
    trace = traces.pruned(hand={key(prune(*traces.contexts(), Limits()).cut[0].triple): True})
    assert trace.pruned is not None
    rows = evidence_rows.judged((*trace.pruned.kept, *trial.cut_rows(trace.pruned)), SCHEMA)
    by_hand = next(row for row in rows if row.by_hand)
    assert ("Put back", "by hand") in by_hand.fields
    cut = next(row for row in rows if row.number < 0)
    assert cut.number == -1
    assert "percentile" in cut.reason
    assert ("Cut", cut.reason) in cut.fields
    assert {row.tier for row in rows} == {"Study", "Statement", "Inferred", ""}
    assert evidence_rows.columns(rows)[4:6] == ("score", "reason")
    sent = evidence_view.as_data(cut)
    assert sent["score"] == pytest.approx(cut.score)
    assert sent["reason"] == cut.reason


def test_a_record_without_any_source_says_so() -> None:
    bare = replace(traces.intersection().evidence[0], sources=(), properties={})
    (row,) = evidence_rows.rows([bare], SCHEMA)
    assert ("Source", "no source recorded") in row.fields


def test_the_files_have_the_kept_facts_with_score_and_hand() -> None:
    first = prune(*traces.contexts(), Limits())
    hand = {key(first.cut[3].triple): True, key(first.kept[1].triple): False}
    trace = traces.pruned(hand=hand)
    text = markdown.document(trace, SCHEMA).decode()
    assert "nearness 0.910" in text
    assert "put back by hand" in text
    assert "taken out by hand" in text
    assert "percentile 75, least similarity 0.5, at most 150" in text
    table = sheets.evidence(trace, SCHEMA)
    assert table.columns[-2:] == ("Nearness to the question", "By hand")
    assert [row[-1] for row in table.rows].count("put back") == 1
    assert table.rows[0][-2] == 0.91
    assert b"0.91" in sheets.as_csv(table, trace.graph)
    assert replay.from_json(replay.to_json(trace)) == trace


def test_what_is_nearest_stands_apart_in_the_file() -> None:
    trace = replace(traces.nothing(), nearest=traces.pruned().pruned)
    text = markdown.document(trace, SCHEMA).decode()
    assert "nearest to your question" in text
    assert "## Evidence" not in text


def test_the_choices_are_remembered_and_read_as_if_a_stranger_wrote_them() -> None:
    chosen = FactChoices(
        Limits(40, 60.0, 0.3, 7),
        Filters(Rule(True, "clinical", ("OMIM",)), {"ASSOCIATED": Rule(False)}, frozenset({"Gene"})),
        facts_first=True, evidence_fields=False, json="composed", knowledge="gene-disease", names_by_model=True,
        as_published=False,
    )  # fmt: skip
    assert saved_preferences.read_facts(json.loads(json.dumps(saved_preferences.facts_written(chosen)))) == chosen
    assert saved_preferences.read_facts(None) == saved_preferences.read_facts([]) == FactChoices()
    odd = {
        "volume": 10**9, "percentile": "75", "similarity": True, "every": [], "relations": {"A": 3}, "without": "Gene",
        "json": "yaml", "knowledge": 7, "facts_first": "yes",
        "as_published": "no",
    }  # fmt: skip
    assert saved_preferences.read_facts(odd) == FactChoices(filters=Filters(relations={"A": Rule()}))


def test_cut_rows_are_numbered_downwards() -> None:
    pruned = traces.pruned().pruned
    assert pruned is not None
    rows: tuple[Scored, ...] = trial.cut_rows(pruned)[:3]
    assert [one.triple.number for one in rows] == [-1, -2, -3]
    assert [one.score for one in rows] == sorted((one.score for one in rows), reverse=True)
