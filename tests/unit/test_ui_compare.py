"""What a comparison says of its answers, without a page."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from traces import CARD, call, hostile, intersection, nothing, pruned, written

from kgqa.evidence.pruning import key
from kgqa.exports import comparison, markdown
from kgqa.exports.claims import as_json, table
from kgqa.history import replay
from kgqa.language.phrases import NOT_FROM_GRAPH, drawing_title, status
from kgqa.presentation import claims, model_calls
from kgqa.presentation.badges import badges, looks
from kgqa.presentation.comparison import left_out, shared
from kgqa.presentation.model_calls import taken
from kgqa.schema.model import Schema
from kgqa.ui.compare import differences
from kgqa.ui.compare import differences as compare_differences
from kgqa.ui.compare import state as compare_state

SCHEMA = Schema(nodes=(), relations=())
NAMES = ("Language model alone", "Cypher written by a model")


def pair():
    return written("llm-only"), written("cypher")


def test_a_model_alone_is_never_called_from_the_graph() -> None:
    alone = written("llm-only")
    assert status(alone.strategy, alone.answer.status) == NOT_FROM_GRAPH
    assert looks(alone.strategy, alone.answer.status)[0] == NOT_FROM_GRAPH
    assert badges(alone, SCHEMA, 0) == ()
    text = markdown.document(alone, SCHEMA).decode()
    assert NOT_FROM_GRAPH in text
    assert "From the graph" not in text
    assert status("cypher", "answered") == looks("cypher", "answered")[0] == "From the graph, by a model's query"
    assert status("cypher", "not_in_graph") == "No answer found", "the query found none; the graph may hold one"
    assert looks("cypher", "answered")[1] != looks("graph-only", "answered")[1]
    assert "rests" not in drawing_title(alone.strategy), "what a model says alone rests on no record"


def test_claims_are_counted_by_verdict_and_those_that_were_not_checked_count() -> None:
    found = claims.counts(written().claims)
    assert (found.supported, found.contradicted, found.not_recorded, found.not_checked, found.all) == (2, 1, 1, 1, 5)
    assert claims.summary(written().claims) == "2 of 5 claims supported"
    assert claims.by_verdict(written().claims) == "2 supported, 1 contradicted, 1 not recorded, 1 not checked"
    assert claims.summary(()) == "no claim that can be compared with the graph"


def test_a_verdict_has_a_colour_only_where_a_claim_has_it() -> None:
    assert claims.verdict_badge("contradicted", 1).startswith(":red-badge[:material/close: 1 contradicted")
    assert claims.verdict_badge("contradicted", 0).startswith(":gray-badge[:material/close: 0 contradicted")
    assert claims.verdict_badge("contradicted").startswith(":red-badge")
    assert claims.verdict_badge("not_checked", 2) == ":gray-badge[2 not checked]", "it has no sign"


def test_a_sentence_in_our_wording_is_shown_with_the_models_own() -> None:
    trace = written()
    first, *others = trace.claims
    trace = replace(trace, claims=(replace(first, written="Marfan *surely* causes both."), *others))
    text = markdown.document(trace, SCHEMA).decode()
    assert "both [1, 2]. (reworded) Disease" in text.replace("\\", "")
    assert "reworded; the model wrote: “Marfan *surely* causes both.”" in text.replace("\\", "")
    assert claims.reworded(others[0]) == ""


def test_claims_for_programs_say_what_was_read_and_null_where_nothing_was() -> None:
    first = written().claims[0]
    read = replace(first, subject="Marfan syndrome", relation="SHOWS", object="Arachnodactyly", negated=True)
    told, unread = as_json(read), as_json(first)
    assert list(told)[:10] == [
        "text", "start", "end", "subject", "relation", "object", "polarity", "verdict", "evidence", "reason",
    ]  # fmt: skip
    assert (told["subject"], told["object"], told["polarity"], told["written"]) == (
        "Marfan syndrome", "Arachnodactyly", "negative", None,
    )  # fmt: skip
    assert as_json(replace(read, negated=False))["polarity"] == "positive"
    assert [unread[name] for name in ("subject", "relation", "object", "polarity")] == [None] * 4
    found = table((read, replace(first, written="x")))
    assert all(len(row) == len(found.columns) for row in found.rows)
    assert [row[found.columns.index("Polarity")] for row in found.rows] == ["negative", ""]


def test_an_answer_without_a_model_claims_its_items() -> None:
    trace = intersection(3)
    assert [claim.text for claim in claims.made(trace)] == [item.name for item in trace.answer.items]
    assert claims.made(nothing()) == ()


def test_evidence_is_shared_by_edge_and_not_by_number() -> None:
    one = intersection(1).evidence
    other = tuple(replace(triple, number=triple.number + 40) for triple in one[1:])
    found = shared([one, other])
    assert [triple.number for triple in found.all] == [triple.number for triple in one[1:]]
    assert found.only == ((one[0],), ())
    three = shared([one, other, ()])
    assert three.all == ()
    assert three.some == one[1:]


def test_fairness_is_said_only_as_far_as_the_requests_tell() -> None:
    alike = " · ".join(compare_differences.alike(pair()))
    assert alike.startswith("Same model: qwen2.5-coder:7b (ollama)")
    assert "same settings and same length of reply" in alike
    alone, graph = pair()
    changed = replace(graph, calls=(call(model="other", settings={"temperature": 1.0}, prompt="answer own copy"),))
    unlike = " · ".join(compare_differences.alike((alone, changed)))
    assert "Different models: qwen2.5-coder:7b (ollama), other (ollama)" in unlike
    assert "different settings" in unlike
    assert "rules may differ" in unlike
    assert "ame rules" not in unlike


def test_columns_of_one_strategy_are_told_apart_by_model_and_else_by_place() -> None:
    alone, graph = pair()
    other = replace(alone, answer=replace(alone.answer, written_by="llama3"))
    told = compare_state.told_apart([NAMES[0]] * 2, [alone, other])
    assert told == ["Language model alone, qwen2.5-coder:7b", "Language model alone, llama3"]
    assert len(set(compare_state.told_apart([NAMES[0]] * 3, [alone] * 3))) == 3
    assert compare_state.told_apart(NAMES, [alone, graph]) == list(NAMES)


def test_what_it_took_says_what_is_an_estimate_and_what_has_no_price() -> None:
    trace = replace(written(), calls=(call(), call(estimated=True, cost=0.0123)))
    assert (
        model_calls.in_one_line(trace.calls) == "2 requests · tokens: 2,368 in, 192 out, estimated · 3.9 s · 0.0123 USD"
    )
    assert model_calls.money(0) == "no price set"
    assert differences.took(trace, taken(trace, SCHEMA))[0] == "2 of 5"


def test_tokens_are_the_servers_or_called_an_estimate() -> None:
    counted = replace(written(), calls=(call(tokens_context=700), call(tokens_context=50)))
    assert differences.token_cells(taken(counted, SCHEMA)) == [
        "750 (estimate)", "2,368 (counted by the server)", "192 (counted by the server)",
    ]  # fmt: skip
    mixed = replace(counted, calls=(call(), call(estimated=True)))
    assert differences.token_cells(taken(mixed, SCHEMA))[1] == "2,368 (estimate)"
    facts = pruned()
    assert facts.answer.status == "evidence"
    context, prompt, reply = differences.token_cells(taken(facts, SCHEMA))
    assert context.endswith("(estimate, not sent)")
    assert int(context.split()[0].replace(",", "")) > 10 * len(facts.evidence)
    assert prompt == reply == "none sent"
    assert differences.token_cells(taken(intersection(3), SCHEMA))[0] == "none", (
        "the graph alone sends nothing to anyone"
    )


def test_a_fact_that_only_one_has_says_why_the_other_cut_it() -> None:
    facts = pruned()
    assert facts.pruned is not None
    told = left_out(["A", "B"], [facts, intersection(2)])
    assert len(told) == len(facts.pruned.cut) > 0
    assert all(why.startswith("A cut it: ") for why in told.values())
    assert not {key(one.triple) for one in facts.pruned.kept} & set(told)


def test_the_export_of_a_comparison_has_the_tokens_side_by_side() -> None:
    asked = replace(written(), calls=(call(tokens_context=700),))
    text = comparison.document(("A|B", "C"), (asked, pruned()), SCHEMA).decode()
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert rows[0] == "| Answer | Context | Prompt | Reply |"
    assert rows[2].endswith("| 700 | 1,184 | 96 |")
    assert rows[3].endswith("| – | – |")
    assert rows[4].startswith("| The whole schema |")
    assert all(row.replace("\\|", "").count("|") == 5 for row in rows[:5]), "a name cannot make a column"


def test_the_export_of_an_answer_carries_claims_model_settings_and_prompt() -> None:
    text = markdown.document(written(), SCHEMA).decode()
    assert "Written by the language model qwen2.5-coder:7b; 2 of 5 claims supported" in text
    assert "(contradicted by the graph)" in text
    assert "**not recorded**" in text
    assert "**not checked**" in text
    assert "no verdict on the claim" in text
    assert "not in the graph" not in text
    assert "prompt cypher-zero-shot 1" in text
    assert "temperature" in text


def test_the_export_of_a_comparison_holds_answers_that_open_again() -> None:
    traces = pair()
    saved = json.loads(comparison.to_json(NAMES, traces))
    assert [one["name"] for one in saved["answers"]] == list(NAMES)
    assert tuple(replay.from_json(json.dumps(one["answer"])) for one in saved["answers"]) == traces
    text = comparison.document(NAMES, traces, SCHEMA).decode()
    assert text.count(f"# {CARD.title}") == 0
    assert all(f"# {name}" in text for name in NAMES)


@pytest.mark.parametrize("words", ["# x\n\n---\n![i](https://evil.example)", "<script>1</script>"])
def test_a_hostile_answer_stays_text_in_the_export(words: str) -> None:
    trace = replace(hostile(words), strategy="llm-only", cypher=())
    trace = replace(trace, answer=replace(trace.answer, written_by=words, written_from=0))
    text = comparison.document(("A", "B"), (trace, trace), SCHEMA).decode()
    assert "![i](" not in text
    assert "<script>" not in text
