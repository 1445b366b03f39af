"""The facts nearest to a question, on the default graph: kept and cut, in the record, in JSON, and back."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from kgqa.cli.output import answer_json
from kgqa.embedding.models import embedder
from kgqa.evidence.exploring.context import Filters, Rule
from kgqa.evidence.pruning import Limits
from kgqa.history import replay
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.strategies.approach import Approach
from tests.scripted_models import ScriptedModels, in_form


@pytest.fixture(scope="module")
def trace(hpo_asker: Asker) -> Trace:
    question = "Which genes are associated with Marfan syndrome?"
    return hpo_asker.ask(question, approach=Approach(strategy="kg-rag", as_published=True))


def test_without_a_model_it_gives_facts_and_composes_nothing(trace: Trace) -> None:
    assert trace.answer.status == "evidence"
    assert (trace.answer.items, trace.answer.verdict, trace.answer.value, trace.calls) == ((), None, None, ())
    assert ("FBN1", "ASSOCIATED_WITH") in {(one.subject.name, one.predicate) for one in trace.evidence[:5]}
    assert [one.number for one in trace.evidence] == list(range(1, len(trace.evidence) + 1))
    assert {"link", "query", "prune", "total"} <= set(trace.timings_ms)


def test_what_is_kept_is_what_the_rule_keeps(trace: Trace) -> None:
    assert trace.pruned is not None
    facts = trace.pruned.facts
    scores = embedder().embed([one.sentence for one in facts]) @ embedder().embed([trace.question])[0]
    assert np.abs(scores - [one.score for one in facts]).max() < 0.01
    bound = np.percentile([one.score for one in facts], 75)
    assert all(one.kept == (one.score > bound and one.score >= 0.5) for one in facts)
    assert tuple(one.triple for one in trace.pruned.kept) == trace.evidence


def test_facts_are_held_against_the_parts_of_a_question(hpo_asker: Asker) -> None:
    question = "Which genes are associated with Marfan syndrome and how is cystic fibrosis inherited?"
    by_parts = hpo_asker.ask(question, approach=Approach("kg-rag", by_parts=True))
    with ScriptedModels() as models:
        said = json.dumps({"parts": ["genes of Marfan syndrome", "inheritance of cystic fibrosis"]})
        models.says(said, in_form(remarks="Nothing."))
        approach = Approach("kg-rag", model(ModelSettings("compatible", "m", models.openai_url)), by_parts=True)
        by_model = hpo_asker.ask(question, approach=approach)
    for one, parts in (
        (by_parts, ["Which genes are associated with Marfan syndrome", "how is cystic fibrosis inherited"]),
        (by_model, ["genes of Marfan syndrome", "inheritance of cystic fibrosis"]),
    ):
        assert one.pruned is not None
        assert all(f"“{part}”" in one.answer.text for part in parts)
        assert one.pruned.asked is None
        best = embedder().embed([fact.sentence for fact in one.pruned.kept]) @ embedder().embed(parts).T
        assert np.abs(best.max(axis=1) - [fact.score for fact in one.pruned.kept]).max() < 0.01


def test_the_record_comes_back_from_its_file(trace: Trace) -> None:
    assert replay.from_json(replay.to_json(trace)) == trace
    assert trace.pruned is not None
    torn = replace(trace, evidence=trace.evidence[1:])
    with pytest.raises(replay.ReplayError, match="kept"):
        replay.from_json(replay.to_json(torn))


def test_the_json_has_sentences_scores_and_on_request_the_cut_ones(trace: Trace) -> None:
    kept = answer_json(trace)["evidence"]
    assert len(kept) == len(trace.evidence)
    assert all(one["kept"] and one["reason"] == "" and -1 <= one["score"] <= 1 and one["sentence"] for one in kept)
    everything = answer_json(trace, with_cut=True)["evidence"]
    cut = everything[len(kept) :]
    assert everything[: len(kept)] == kept
    assert cut
    assert all(not one["kept"] and one["reason"] for one in cut)


def test_limits_and_filters_are_heeded(hpo_asker: Asker) -> None:
    approach = Approach(
        strategy="kg-rag",
        as_published=True,
        limits=Limits(volume=4, percentile=0, similarity=-1),
        filters=Filters(relations={"IS_A": Rule(keep=False)}),
    )
    found = hpo_asker.ask("Which genes link Marfan syndrome and Arachnodactyly?", approach=approach)
    assert found.pruned is not None
    assert [(cut.share, cut.kept) for cut in found.pruned.cuts] == [(2, 2), (2, 2)]
    assert 2 <= len(found.evidence) <= 4, "a fact between both things is one fact"
    assert not [one for one in found.pruned.facts if one.triple.predicate == "IS_A"]
    assert "left out by the filters" in found.answer.text


def test_options_and_words_on_how_to_answer_lower_no_score(hpo_asker: Asker, trace: Trace) -> None:
    """The stem alone is what the facts are held against, so that options do not thin out what it says."""
    assert trace.pruned is not None
    scores = {one.sentence: one.score for one in trace.pruned.facts if not one.estimated}
    options = (" A) FBN1 B) BRCA1 C) COL1A1", " Given list is: BRCA1, FBN1")
    for question in (*(f"{trace.question}{one}" for one in options), f"True or false? {trace.question}"):
        found = hpo_asker.ask(question, approach=Approach(strategy="kg-rag"))
        assert found.pruned is not None
        for one in found.pruned.facts:
            if not one.estimated and one.sentence in scores:
                assert one.score > scores[one.sentence] - 0.02
                assert one.joins or one.score < scores[one.sentence] + 0.02
        joins = [one for one in found.pruned.kept if one.joins]
        assert ("FBN1" in question) == bool(joins)
        assert all("FBN1" in one.sentence for one in joins)


def test_what_only_a_model_has_a_use_for_is_said_to_do_nothing_without_one(hpo_asker: Asker) -> None:
    approach = Approach(strategy="full-text", json="composed", knowledge="Genes are symbols.", names_by_model=True)
    found = hpo_asker.ask("Marfan syndrome", approach=approach).answer.text
    assert found.endswith(
        "Names found by a language model, a context as JSON and prior knowledge need a language model; none is set, so "
        "they do nothing here."
    )
    plain = hpo_asker.ask("Marfan syndrome", approach=Approach(strategy="full-text")).answer.text
    assert "language model" not in plain
    one = hpo_asker.ask("Marfan syndrome", approach=Approach(strategy="full-text", json="model")).answer.text
    assert one.endswith("A context as JSON needs a language model; none is set, so it does nothing here.")


def test_filters_that_leave_out_everything_are_not_told_as_silence_of_the_graph(hpo_asker: Asker) -> None:
    nobody = Filters(every=Rule(sources=("Nobody",)))
    for strategy in ("kg-rag", "full-text"):
        approach = Approach(strategy=strategy, filters=nobody)
        found = hpo_asker.ask("Which genes are associated with Marfan syndrome?", approach=approach)
        assert found.answer.status == "not_in_graph"
        assert not found.evidence
        assert "passes the filters" in found.answer.headline
        assert "left out by the filters" in found.answer.text
        assert "Nothing is recorded" not in found.answer.text


def test_a_question_without_a_name_takes_the_nearest_or_says_so(hpo_asker: Asker) -> None:
    near = hpo_asker.ask("Tell me about dislocated lenses of the eye", approach=Approach(strategy="kg-rag"))
    assert near.answer.status in ("evidence", "not_understood")
    assert near.answer.headline
    nothing = hpo_asker.ask("qqqq zzzz", approach=Approach(strategy="kg-rag"))
    assert nothing.answer.status == "not_understood"
    assert nothing.evidence == ()


def test_a_denial_is_told_as_one(hpo_asker: Asker) -> None:
    approach = Approach(strategy="kg-rag", limits=Limits(volume=3000, percentile=0, similarity=-1))
    found = hpo_asker.ask("Does Marfan syndrome show Ectopia lentis?", approach=approach)
    assert found.pruned is not None
    denied = [one for one in found.pruned.facts if one.triple.against]
    assert denied
    assert all(" not " in one.sentence or " no " in one.sentence for one in denied)


def test_a_model_writes_from_the_kept_facts_alone(hpo_asker: Asker, trace: Trace) -> None:
    with ScriptedModels() as models:
        genes = ("FBN1", "BRCA1")
        said = [(f"{n} is associated with Marfan syndrome.", n, "ASSOCIATED_WITH", "Marfan syndrome") for n in genes]
        models.says(in_form(*said))
        asked = model(ModelSettings("ollama", "scripted", models.ollama_url))
        approach = Approach(strategy="kg-rag", as_published=True, model=asked)
        found = hpo_asker.ask(trace.question, approach=approach)
        (sent,) = models.chats
    assert found.evidence == trace.evidence
    assert found.answer.written_by == "scripted"
    assert "ASSOCIATED_WITH: Gene is associated with Disease" in sent.prompt
    assert [claim.verdict for claim in found.claims] == ["supported", "not_recorded"]
    assert found.pruned is not None
    cut = [one.triple.object.name for one in found.pruned.facts if not one.kept]
    kept = {name for one in found.evidence for name in (one.subject.name, one.object.name)}
    assert all(name in sent.prompt for name in kept)
    assert not [name for name in cut if name not in kept and f'"{name}"' in sent.prompt]
