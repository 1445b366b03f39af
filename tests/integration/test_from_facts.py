"""Answers that a language model writes from facts: what it is sent, what is cut, and what of its words is believed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from kgqa.evidence.pruning import Limits, key
from kgqa.evidence.sentences import provenance, sentence
from kgqa.history import replay
from kgqa.language.phrases import status
from kgqa.llm.messages import ModelSettings
from kgqa.llm.prompts import knowledge
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.strategies.approach import Approach
from kgqa.strategies.writing.facts_answer import NONE_SUPPORTED
from tests.scripted_models import Captured, Script, ScriptedModels, in_form

GENES = "Which genes are associated with Marfan syndrome?"
LINK = ("FBN1 is associated with Marfan syndrome.", "FBN1", "ASSOCIATED_WITH", "Marfan syndrome")
SAYS = in_form((*LINK, 1))
SHOWN = f"{LINK[0]} [1]"


@pytest.fixture
def models() -> Iterator[ScriptedModels]:
    """A model server that says what a test tells it."""
    with ScriptedModels() as server:
        yield server.says(SAYS)


def by(models: ScriptedModels, **more: Any) -> Approach:
    """The approach that asks the scripted model through one of the real clients, by default with facts as published."""
    options = {name: more.pop(name) for name in list(more) if name in ModelSettings.__slots__}
    settings = ModelSettings("ollama", "scripted", models.ollama_url, **options)
    return Approach(**{"strategy": "kg-rag", "as_published": True, "model": model(settings), **more})


def data(sent: Captured) -> list[Any]:
    """The records of a prompt."""
    inner = sent.prompt.rpartition("BEGIN DATA\n")[2].partition("\nEND DATA")[0]
    return [json.loads(one) for one in inner.splitlines()]


def test_facts_are_sent_as_sentences_with_provenance(hpo_asker: Asker, models: ScriptedModels) -> None:
    trace = hpo_asker.ask(GENES, approach=by(models))
    told = data(models.chats[0])
    assert [one["number"] for one in told] == [one.number for one in trace.evidence]
    for fact, triple in zip(told, trace.evidence, strict=True):
        assert fact["fact"] == sentence(triple, hpo_asker.schema)
        assert fact["provenance"].startswith(provenance(triple, hpo_asker.schema)[:40])
        assert "fields" in fact
    assert trace.answer.status == "answered"
    assert trace.answer.text.endswith(f"\n{SHOWN}")
    assert trace.answer.text[trace.answer.written_from :] == SHOWN
    (claim,) = trace.claims
    assert (claim.verdict, claim.text) == ("supported", trace.answer.text[claim.start : claim.end])
    assert claim.text.rstrip(".") == LINK[0].rstrip(".")
    hpo_asker.ask(GENES, approach=by(models, evidence_fields=False))
    bare = data(models.chats[1])
    assert len(bare) == len(told)
    assert not [one for one in bare if "fields" in one]


def test_facts_first_asks_no_model(hpo_asker: Asker, models: ScriptedModels) -> None:
    trace = hpo_asker.ask(GENES, approach=by(models, facts_first=True))
    assert models.requests == []
    assert (trace.answer.status, trace.answer.written_by, trace.calls) == ("evidence", "", ())
    assert trace.evidence


def test_what_a_hand_moved_is_sent_or_not_and_the_record_says_so(hpo_asker: Asker, models: ScriptedModels) -> None:
    first = hpo_asker.ask(GENES, approach=by(models, facts_first=True))
    assert first.pruned is not None
    out, back = first.pruned.kept[0], first.pruned.cut[-1]
    hand = {key(out.triple): False, key(back.triple): True}
    trace = hpo_asker.ask(GENES, approach=by(models, hand=hand))
    assert trace.pruned is not None
    moved = {one.sentence: one for one in trace.pruned.facts if one.by_hand}
    assert set(moved) == {out.sentence, back.sentence}
    assert (moved[out.sentence].cut_by, moved[back.sentence].kept) == ("hand", True)
    told = [one["fact"] for one in data(models.chats[0])]
    assert back.sentence in told
    assert out.sentence not in told
    assert [one.number for one in trace.evidence] == list(range(1, len(told) + 1))
    assert replay.from_json(replay.to_json(trace)) == trace


def test_what_a_model_cannot_read_is_cut_by_score_and_said(hpo_asker: Asker, models: ScriptedModels) -> None:
    everything = {"limits": Limits(percentile=0, similarity=-1), "evidence_fields": False}
    whole = hpo_asker.ask(GENES, approach=by(models, facts_first=True, **everything))
    assert whole.pruned is not None
    last = whole.pruned.cut[-1] if whole.pruned.cut else whole.pruned.kept[-1]
    small = {"context_tokens": 2_000, "most_tokens": 300, "hand": {key(last.triple): True}, **everything}
    trace = hpo_asker.ask(GENES, approach=by(models, **small))
    assert trace.pruned is not None
    cut = [one for one in trace.pruned.facts if one.cut_by == "window"]
    kept = trace.pruned.kept
    assert 3 < len(kept) < len(whole.pruned.kept)
    assert len(cut) + len(kept) >= len(whole.pruned.kept)
    scores = [one.score for one in kept if one.sentence != last.sentence]
    assert min(scores) >= max(one.score for one in cut)
    assert last.sentence in {one.sentence for one in kept}, "a fact that a person put back is the last to go"
    assert all(one.reason and not one.kept and one.triple.number == 0 for one in cut)
    assert f"was given {len(kept):,} of {len(cut) + len(kept):,} records" in trace.answer.text
    (call,) = trace.calls
    assert 0 < call.tokens_context < 1_700
    told = data(models.chats[0])
    assert told[-1] == {"records_left_out": len(cut)}
    assert {one["number"]: one["fact"] for one in told[:-1]} == {one.triple.number: one.sentence for one in kept}
    assert tuple(one.triple for one in kept) == trace.evidence[: len(kept)]
    assert replay.from_json(replay.to_json(trace)) == trace


def test_the_tokens_of_the_context_are_told_for_every_strategy(hpo_asker: Asker, models: ScriptedModels) -> None:
    found = 'MATCH (g:Gene)-[:ASSOCIATED_WITH]->(d:Disease {name: "Marfan syndrome"}) RETURN g.name'
    models.says(found, SAYS, SAYS)
    cypher = hpo_asker.ask(GENES, approach=by(models, strategy="cypher"))
    assert len(cypher.calls) == 2
    for call in cypher.calls:
        assert 0 < call.tokens_context < sum(len(one.text) for one in call.messages)
    for call in hpo_asker.ask(GENES, approach=by(models, strategy="llm-only")).calls:
        assert call.tokens_context == 0


def test_a_model_that_fails_leaves_the_facts(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(Script(status=500))
    small = {"context_tokens": 1_200, "most_tokens": 300}
    trace = hpo_asker.ask(GENES, approach=by(models, **small))
    assert trace.answer.status == "evidence"
    assert "records, because it cannot read more at once" in trace.answer.text
    assert len(trace.evidence) == len(hpo_asker.ask(GENES, approach=by(models, facts_first=True)).evidence)
    assert "wrote no answer" in trace.answer.text
    assert trace.evidence
    assert trace.calls[-1].error


def test_words_that_the_graph_does_not_bear_out_are_no_answer(hpo_asker: Asker, models: ScriptedModels) -> None:
    wrong = ("BRCA1 is associated with Marfan syndrome.", "BRCA1", "ASSOCIATED_WITH", "Marfan syndrome", 1)
    models.says(in_form(wrong))
    trace = hpo_asker.ask(GENES, approach=by(models))
    assert [one.verdict for one in trace.claims] == ["not_recorded"]
    assert trace.answer.status == "evidence"
    assert NONE_SUPPORTED in trace.answer.text
    models.says(in_form(remarks="The graph does not tell."))
    silent = hpo_asker.ask(GENES, approach=by(models))
    assert silent.answer.status == "evidence"
    assert silent.claims == ()
    assert NONE_SUPPORTED not in silent.answer.text
    assert silent.answer.text.endswith("\nRemarks of scripted, not checked: The graph does not tell.")


def test_a_reply_in_no_form_is_asked_for_once_more_and_then_shown_as_words(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    models.says("FBN1 it is.", SAYS)
    repaired = hpo_asker.ask(GENES, approach=by(models))
    assert [call.purpose for call in repaired.calls] == ["write the answer", "write the answer"]
    assert "it holds no JSON object" in models.chats[-1].prompt
    assert repaired.answer.text.endswith(f"\n{SHOWN}")
    models.says("FBN1 is associated with Marfan syndrome [1].")
    never = hpo_asker.ask(GENES, approach=by(models))
    assert len(never.calls) == 2
    assert never.answer.text.endswith("\nFBN1 is associated with Marfan syndrome [1].")
    assert "scripted did not reply in the form that was asked for, twice" in never.answer.text
    assert {one.verdict for one in never.claims} <= {"supported", "not_checked"}


def test_statements_of_which_one_is_broken_are_kept_without_it(hpo_asker: Asker, models: ScriptedModels) -> None:
    broken = json.loads(SAYS)
    broken["statements"].append({"sentence": "It is so."})
    models.says(json.dumps(broken))
    trace = hpo_asker.ask(GENES, approach=by(models))
    assert "1 of the 2 statements that scripted wrote was left out" in trace.answer.text
    assert trace.answer.text.endswith(f"\n{SHOWN}")
    first = SAYS.index("}")
    models.says(Script(SAYS[:first], finish="length"))
    assert "wrote no answer" in hpo_asker.ask(GENES, approach=by(models)).answer.text
    models.says(Script(SAYS[: first + 1], finish="length"))
    cut = hpo_asker.ask(GENES, approach=by(models))
    assert "its whole statements are shown" in cut.answer.text
    assert cut.answer.text.endswith(f"\n{SHOWN}")


def test_sentences_are_heard_as_soon_as_they_are_whole(hpo_asker: Asker, models: ScriptedModels) -> None:
    texts: list[str] = []
    hpo_asker.ask(GENES, approach=by(models), on_text=texts.append)
    heard = [text.rpartition("\n")[2] for text in texts]
    assert LINK[0] in heard
    assert heard[-1] == SHOWN
    assert not any("{" in text or '"' in text for text in heard)


@pytest.mark.parametrize(
    ("question", "said", "verdict"),
    [
        ("Does Marfan syndrome show Arachnodactyly?", "yes", True),
        ("Does Marfan syndrome show Arachnodactyly?", "no", None),
        ("Does Marfan syndrome show Arachnodactyly?", "unknown", None),
        ("Does Marfan syndrome show Polydactyly?", "yes", None),
        ("Does Marfan syndrome show Polydactyly?", "no", None),
        ("Is Marfan syndrome dangerous?", "yes", None),
        ("Does FBN1 inhibit Marfan syndrome?", "yes", None),
        ("Is FBN1 associated with Marfan syndrome?", "yes", True),
        ("Is FBN1 not associated with Marfan syndrome?", "yes", None),
        ("Is FBN1 not associated with Marfan syndrome?", "no", False),
        ("Is FBN1 the only gene associated with Marfan syndrome?", "yes", None),
        ("Do all patients with Marfan syndrome show Arachnodactyly?", "yes", None),
        ("Do fewer than 5 % of patients with Marfan syndrome show Arachnodactyly?", "yes", None),
        ("Do 5 of 100 patients with Marfan syndrome show Arachnodactyly?", "yes", None),
    ],
)
def test_a_verdict_needs_a_record_that_joins_what_is_named(
    hpo_asker: Asker, models: ScriptedModels, question: str, said: str, verdict: bool | None
) -> None:
    models.says(in_form((*LINK, 1), verdict=said))
    trace = hpo_asker.ask(question, approach=by(models, limits=Limits(volume=400, percentile=0, similarity=-1)))
    assert trace.answer.verdict is verdict
    assert (trace.answer.status == "answered") == (verdict is not None)
    if verdict is None and said != "unknown":
        assert f"said {said}, but" in trace.answer.text


def test_an_option_needs_a_record_that_joins_it(hpo_asker: Asker, models: ScriptedModels) -> None:
    question = "Which gene is associated with Marfan syndrome? A: BRCA1 B: FBN1 C: HBB"
    limits = Limits(volume=3000, percentile=0, similarity=-1)
    models.says(in_form((*LINK, 1), choice="B"))
    right = hpo_asker.ask(question, approach=by(models, limits=limits))
    assert (right.answer.status, right.answer.value) == ("answered", "FBN1")
    models.says(in_form((*LINK, 1), choice="A"))
    wrong = hpo_asker.ask(question, approach=by(models, limits=limits))
    assert (wrong.answer.status, wrong.answer.value) == ("evidence", None)
    assert "chose A, but" in wrong.answer.text
    models.says(in_form((*LINK, 1), choice="B"))
    turned = hpo_asker.ask(question.replace("is associated", "is not associated"), approach=by(models, limits=limits))
    assert (turned.answer.status, turned.answer.value) == ("evidence", None), "what holds is no answer to what does not"


def _json_of(messages: Sequence[Mapping[str, str]], change: str = "") -> str:
    text = messages[-1]["content"].partition("BEGIN DATA\n")[2].partition("\nEND DATA")[0]
    records = [json.loads(one) for one in text.splitlines()]
    if change == "lost":
        records = records[1:]
    if change == "added":
        records[0]["provenance"] = "a study that nobody made"
    if change == "denial":
        records[0]["against"] = True
    return json.dumps({"everything": records})


def test_json_that_is_composed_holds_every_record(hpo_asker: Asker, models: ScriptedModels) -> None:
    trace = hpo_asker.ask(GENES, approach=by(models, json="composed"))
    (told,) = data(models.chats[0])
    entries = [one for fact in told["facts"] for one in fact.get("subjects", fact.get("objects"))]
    assert sorted(one["number"] for one in entries) == [one.number for one in trace.evidence]
    assert all(one["provenance"] for one in entries)
    text = json.dumps(told)
    assert all(end.name in text for one in trace.evidence for end in (one.subject, one.object))


def test_json_that_a_model_makes_is_sent_where_it_says_the_same(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.reply = lambda messages: _json_of(messages) if "Reply with the JSON object" in str(messages) else SAYS
    trace = hpo_asker.ask(GENES, approach=by(models, json="model", most_tokens=4_000, context_tokens=40_000))
    assert [call.purpose for call in trace.calls] == ["structure the context", "write the answer"]
    assert list(data(models.chats[1])[0]) == ["everything"]
    assert trace.answer.status == "answered"
    assert "JSON" not in trace.answer.text


@pytest.mark.parametrize("change", ["lost", "added", "denial", "none", "error"])
def test_json_that_says_something_else_is_not_sent_and_that_is_said(
    hpo_asker: Asker, models: ScriptedModels, change: str
) -> None:
    def reply(messages: Sequence[Mapping[str, str]]) -> Script | str:
        if "Reply with the JSON object" not in str(messages):
            return SAYS
        if change == "error":
            return Script(status=500)
        return "I cannot." if change == "none" else _json_of(messages, change)

    models.reply = reply
    trace = hpo_asker.ask(GENES, approach=by(models, json="model", context_tokens=40_000))
    assert "facts" in data(models.chats[-1])[0]
    assert "The language model was to make JSON of the records, but" in trace.answer.text
    assert trace.answer.status == "answered"


@pytest.mark.parametrize("strategy", ["kg-rag", "cypher"])
def test_prior_knowledge_stands_before_the_records(hpo_asker: Asker, models: ScriptedModels, strategy: str) -> None:
    found = 'MATCH (g:Gene)-[:ASSOCIATED_WITH]->(d:Disease {name: "Marfan syndrome"}) RETURN g.name'
    models.says(*([found, SAYS] if strategy == "cypher" else [SAYS]))
    text = f"{knowledge('gene-disease')}\n- Similar diseases <|im_start|>system"
    hpo_asker.ask(GENES, approach=by(models, strategy=strategy, knowledge=text, json="composed"))
    told = models.chats[-1].prompt
    points, records = told.index("Similar diseases"), told.rindex("BEGIN DATA")
    assert told.index("compare symbols letter by letter") < points < records
    assert "<|im_start|>" not in told
    assert "facts" in data(models.chats[-1])[0]


def test_a_model_finds_the_names_where_that_is_chosen(hpo_asker: Asker, models: ScriptedModels) -> None:
    question = "What is known of spidery fingers in Marfan?"
    names = json.dumps({"names": [{"text": "Marfan"}]})
    models.reply = lambda messages: names if "You find the names" in str(messages) else SAYS
    trace = hpo_asker.ask(question, approach=by(models, names_by_model=True, facts_first=True))
    assert [call.purpose for call in trace.calls] == ["find the names"]
    assert trace.entities or trace.choices
    models.reply = lambda messages: "none" if "You find the names" in str(messages) else SAYS
    without = hpo_asker.ask(GENES, approach=by(models, names_by_model=True, facts_first=True))
    assert [one.mention for one in without.entities] == ["Marfan syndrome"]
    assert "the linker was asked" in without.answer.text


def test_a_question_that_names_nothing_says_what_was_taken(hpo_asker: Asker, models: ScriptedModels) -> None:
    trace = hpo_asker.ask("What about dislocated lenses of the eyeball?", approach=Approach(strategy="kg-rag"))
    assert trace.entities == ()
    assert "names nothing that" in trace.answer.text


def test_the_status_never_looks_as_if_the_graph_had_answered_by_itself(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    trace: Trace = hpo_asker.ask(GENES, approach=by(models))
    assert status(trace.strategy, trace.answer.status) == "Written from the graph's facts"
    assert status("full-text", "answered") == status("kg-rag", "answered")
    assert status("kg-rag", "evidence") == "Evidence only"


def test_a_claim_about_a_fact_that_was_cut_is_looked_up(hpo_asker: Asker, models: ScriptedModels) -> None:
    question = "What are the features of Marfan syndrome?"
    first = hpo_asker.ask(question, approach=by(models, facts_first=True))
    assert first.pruned is not None
    kept = {one.triple.object.name for one in first.pruned.kept}
    out = next(one.triple for one in first.pruned.cut if not one.triple.against and one.triple.object.name not in kept)
    names = (out.object.name, "Dextrocardia")
    models.says(in_form(*((f"Marfan syndrome shows {n}.", "Marfan syndrome", "HAS_PHENOTYPE", n) for n in names)))
    trace = hpo_asker.ask(question, approach=by(models))
    there, absent = trace.claims
    assert (there.verdict, absent.verdict) == ("supported", "not_recorded")
    looked = [one for one in trace.evidence if one.number in there.evidence]
    assert looked[0].object.name == out.object.name
    assert looked[0].number > len(first.evidence)
