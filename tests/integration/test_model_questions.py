"""Questions that a language model has a part in: real clients, a scripted server, the real graph."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from kgqa.cli.command import main
from kgqa.cli.output import answer_json
from kgqa.cypher.guard.admit import Admitted, admit
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.stop import StopSignal
from kgqa.history import replay
from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelSettings
from kgqa.llm.prompts import CYPHER
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Query, Trace
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach, Strategy
from tests.scripted_models import Script, ScriptedModels, in_form, taken_apart

BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"
FOUND = (
    'MATCH (d:Disease)-[:HAS_PHENOTYPE]->(a:Phenotype {name: "Arachnodactyly"})\n'
    'MATCH (d)-[:HAS_PHENOTYPE]->(e:Phenotype {name: "Ectopia lentis"})\nRETURN DISTINCT d.name'
)
EMPTY = 'MATCH (d:Disease)-[:HAS_PHENOTYPE]->(p:Phenotype {name: "Arachnodactyly"}) WHERE d.id = "none" RETURN d.name'
MARFAN = ("Marfan syndrome shows arachnodactyly.", "Marfan syndrome", "HAS_PHENOTYPE", "Arachnodactyly")
WRITTEN = in_form((*MARFAN, 9))
KEY = "canary-key-5521-7421"
ATTACKS = Path(__file__).parents[2].parent / "shared" / "data" / "hostile_inputs.jsonl"


def by(models: ScriptedModels, strategy: Strategy = "cypher", *, ollama: bool = False, **more: object) -> Approach:
    """The approach that asks the scripted model through one of the real clients."""
    options = {name: more.pop(name) for name in list(more) if name in ModelSettings.__slots__}
    if ollama:
        settings = ModelSettings("ollama", "scripted", models.ollama_url, **options)  # type: ignore[arg-type]
    else:
        settings = ModelSettings("compatible", "scripted", models.openai_url, KEY, **options)  # type: ignore[arg-type]
    return Approach(strategy, model(settings), **more)  # type: ignore[arg-type]


def digest(asker: Asker) -> str:
    """What the graph holds, by type: numbers of nodes and edges, and a checksum of names."""
    held: list[object] = []
    for node in asker.schema.nodes:
        query = f"MATCH (n:`{node.label}`) RETURN n.id AS id, n.name AS name ORDER BY id"
        held.append(asker._opened.store.run(Query(query, ("id", "name")), max_rows=100_000).rows)
    edges = "\nUNION ALL\n".join(
        f"MATCH (a:`{one.source}`)-[r:`{one.type}`]->(b:`{one.target}`) RETURN count(r) AS n"
        for one in asker.schema.relations
    )
    held.append(asker._opened.store.run(Query(edges, ("n",))).rows)
    return hashlib.sha256(json.dumps(held, default=str).encode()).hexdigest()


def examples_in(prompt: str) -> list[dict[str, str]]:
    """The examples that a prompt shows."""
    told = prompt.partition("for this graph, as data")[2].partition("BEGIN DATA\n")[2].partition("\nEND DATA")[0]
    found = [json.loads(line) for line in told.splitlines()]
    return [one for one in found if "cypher" in one]


def prompts_sent(models: ScriptedModels) -> str:
    return "\n".join(request.prompt for request in models.chats)


def test_rows_over_kinds_and_over_records_of_one_thing_rest_on_their_edges(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    models.says(
        """MATCH (n:Disease {name: 'Turner syndrome'})
        MATCH (d:Disease {thing: n.thing})-[r:HAS_PHENOTYPE]->(p:Phenotype)
        MATCH (p)-[:IS_A*0..]->(:Phenotype {name: 'Short stature'})
        WHERE r.against = false
        RETURN DISTINCT d.name AS disease, p.name AS phenotype, r.frequency AS frequency""",
        in_form(("Turner syndrome shows short stature.", "Turner syndrome", "HAS_PHENOTYPE", "Short stature", 1)),
    )
    trace = hpo_asker.ask("Does Turner syndrome cause short stature?", approach=by(models))
    assert {one.object.name for one in trace.evidence} == {"Short stature"}
    assert trace.table is not None
    assert trace.table.computed == ""
    assert "no property" not in " ".join(hpo_asker.checker().check(trace.cypher[0].generated).notes)


@pytest.mark.parametrize("ollama", [False, True])
def test_a_written_query_is_checked_run_and_told_with_its_edges(
    hpo_asker: Asker, models: ScriptedModels, ollama: bool
) -> None:
    models.says(f"Here it is:\n```cypher\n{FOUND.replace('HAS_PHENOTYPE', 'has_phenotype')}\n```", WRITTEN)
    steps: list[str] = []
    texts: list[str] = []
    trace = hpo_asker.ask(BOTH, approach=by(models, ollama=ollama), on_step=steps.append, on_text=texts.append)
    assert trace.answer.status == "answered"
    assert trace.strategy == "cypher"
    names = {item.name for item in trace.answer.items}
    assert "Marfan syndrome" in names
    assert "Loeys-Dietz syndrome 1" not in names
    aside = {item.name for item in trace.answer.set_aside}
    assert "Loeys-Dietz syndrome 1" in aside, "looked for and found in none is no answer"
    first = trace.cypher[0]
    assert first.generated.startswith("Here it is")
    assert "HAS_PHENOTYPE" in first.checked
    assert first.rows == 14
    assert {one.rule for one in first.corrections} >= {"extract", "types"}
    assert trace.evidence
    assert all(item.evidence for item in trace.answer.items)
    assert trace.answer.text.startswith(trace.answer.headline)
    assert trace.answer.written_by == "scripted"
    assert texts[-1].startswith(trace.answer.headline)
    assert texts[-1].endswith(f"{MARFAN[0]} [9]")
    assert len(set(steps)) == 6
    assert [call.purpose for call in trace.calls] == ["write Cypher", "write the answer"]
    assert trace.calls[0].prompt == "cypher-zero-shot 1"
    assert trace.calls[0].settings["temperature"] == 0


def test_the_saved_answer_is_the_same_without_the_model(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(FOUND, in_form((*MARFAN, 9), remarks="Its name is Bob."))
    trace = hpo_asker.ask(BOTH, approach=by(models))
    models.close()
    again = replay.from_json(replay.to_json(trace))
    assert again == trace
    assert again.table is not None
    assert again.calls
    assert again.claims
    assert answer_json(again) == answer_json(trace)
    assert answer_json(again)["tokens"] == sum(call.tokens_in + call.tokens_out for call in trace.calls) > 0
    assert KEY not in replay.to_json(trace)


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("I cannot help with that.", "a clause such as MATCH"),
        (EMPTY, "no rows"),
        ("MATCH (d:Disease) SET d.x = 1", "SET"),
    ],
)
def test_one_more_round_has_the_words_of_the_checker(
    hpo_asker: Asker, models: ScriptedModels, first: str, said: str
) -> None:
    models.says(first, FOUND, WRITTEN)
    trace = hpo_asker.ask(BOTH, approach=by(models))
    assert trace.answer.status == "answered"
    assert len(trace.calls) == 3
    assert said in models.chats[1].prompt
    assert said not in models.chats[0].prompt
    assert trace.cypher[0].checked != trace.cypher[1].checked


@pytest.mark.parametrize(
    ("reply", "status", "headline"),
    [
        ("I cannot help with that.", "failed", "The model gave no query."),
        ("MATCH (d:Disease RETURN d", "failed", "The model gave no query."),
        ("MATCH (d:Disease) RETURN date(d.name)", "failed", "The database did not accept the model's query."),
        ("MATCH (n) DETACH DELETE n", "refused", "The model's query would change the graph, so it was not run."),
        (EMPTY, "not_in_graph", "The query found nothing in HPO annotations 2025-01-16."),
        ("MATCH (d:Disease) WHERE d.id = 'none' RETURN count(d)", "not_in_graph", None),
    ],
)
def test_after_the_second_round_there_is_an_honest_end(
    hpo_asker: Asker, models: ScriptedModels, reply: str, status: str, headline: str | None
) -> None:
    models.says(reply)
    trace = hpo_asker.ask(BOTH, approach=by(models))
    assert trace.answer.status == status
    assert trace.answer.items == ()
    assert trace.answer.verdict is None
    assert headline is None or trace.answer.headline == headline
    assert len(trace.calls) == len(models.chats) == 2, "no further call, whatever the reply"
    assert trace.answer.written_by == ""


def test_a_statement_that_a_model_cut_off_never_runs(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(Script("MATCH (d:Disease) RETURN d.name", finish="length"))
    trace = hpo_asker.ask(BOTH, approach=by(models))
    assert trace.answer.status == "failed"
    assert trace.cypher == ()


def test_no_model_is_no_other_strategy(hpo_asker: Asker) -> None:
    strategies: tuple[Strategy, ...] = ("cypher", "llm-only")
    for strategy in strategies:
        trace = hpo_asker.ask(BOTH, approach=Approach(strategy))
        assert (trace.answer.status, trace.answer.headline) == ("refused", "No language model is set.")
        assert trace.strategy == strategy
        assert (trace.cypher, trace.evidence, trace.calls) == ((), (), ())


def test_names_of_several_things_are_asked_about_before_anything_is_sent(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    question = "Which diseases show ASD?"
    trace = hpo_asker.ask(question, approach=by(models))
    assert trace.answer.status == "ambiguous"
    assert all(one.answers for one in (trace.choices[0].chosen, *trace.choices[0].rivals))
    assert not trace.choices[0].together, "a statement is written for one of them"
    assert trace.choices
    assert models.requests == []
    chosen = {(trace.choices[0].start, trace.choices[0].end): "HP:0001631"}
    models.says(
        'MATCH (d:Disease)-[:HAS_PHENOTYPE]->(p:Phenotype {name: "ASD"}) RETURN d.name', in_form(remarks="Some do.")
    )
    settled = hpo_asker.ask(question, approach=by(models), chosen=chosen)
    assert settled.answer.status == "answered"
    assert "Atrial septal defect" in settled.cypher[0].checked


@pytest.mark.parametrize("second", [Script(status=500), Script("Marfan syndrome sh", cut_after=8), Script("")])
def test_rows_outlive_a_model_that_dies_before_its_answer(
    hpo_asker: Asker, models: ScriptedModels, second: Script
) -> None:
    models.says(FOUND, second)
    trace = hpo_asker.ask(BOTH, approach=by(models))
    assert trace.answer.status == "answered"
    assert trace.answer.written_by == ""
    assert trace.claims == ()
    assert trace.answer.items
    assert trace.evidence
    assert trace.table is not None
    assert "wrote no answer" in trace.answer.text
    assert trace.calls[-1].error


def test_stop_ends_a_request_and_keeps_what_was_found(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(FOUND, Script(in_form(MARFAN, MARFAN), hang_after=80))
    stop = StopSignal()

    def heard(text: str) -> None:
        if "Marfan" in text.splitlines()[-1]:
            threading.Thread(target=stop.set).start()

    trace = hpo_asker.ask(BOTH, approach=by(models), stop=stop, on_text=heard)
    assert trace.answer.status == "failed"
    assert "Stopped by you" in trace.answer.headline
    assert trace.evidence
    assert trace.table is not None
    assert trace.cypher


@pytest.mark.parametrize(
    ("verdict", "question", "expected"),
    [
        ("yes", "Does Marfan syndrome show ectopia lentis?", True),
        ("no", "Does Marfan syndrome show ectopia lentis?", None),
        ("unknown", "Does Marfan syndrome show ectopia lentis?", None),
        ("no", "Does Loeys-Dietz syndrome 1 show ectopia lentis?", False),
        ("yes", "Does Loeys-Dietz syndrome 1 show ectopia lentis?", None),
        ("yes", "Is it true that ectopia lentis has not been observed in Loeys-Dietz syndrome 1?", True),
        ("no", "Is it true that ectopia lentis has not been observed in Loeys-Dietz syndrome 1?", None),
        ("no", "Is it true that ectopia lentis has not been observed in Marfan syndrome?", False),
        ("yes", "Is it true that ectopia lentis has not been observed in Marfan syndrome?", None),
    ],
)
def test_a_verdict_needs_a_record_that_bears_it(
    hpo_asker: Asker, models: ScriptedModels, verdict: str, question: str, expected: bool | None
) -> None:
    disease = next(name for name in ("Marfan syndrome", "Loeys-Dietz syndrome 1") if name in question)
    cypher = (
        f'MATCH (d:Disease {{name: "{disease}"}})-[r:HAS_PHENOTYPE]->(p:Phenotype {{name: "Ectopia lentis"}}) '
        "RETURN d.name, p.name"
    )
    models.says(cypher, in_form((*MARFAN, 1), verdict=verdict))
    trace = hpo_asker.ask(question, approach=by(models))
    assert trace.answer.verdict is expected
    assert trace.evidence
    assert trace.answer.status == ("answered" if expected is not None else "evidence")
    if expected is None and verdict == "no" and question.startswith("Does"):
        assert "The model said no, but the records" in trace.answer.text


CYSTIC = "MATCH (d:Disease {name: 'Cystic fibrosis'})"
LONG_FINGERS = "(p:Phenotype {name: 'Arachnodactyly'})"
AIR, MARFANS = "(q:Phenotype {name: 'Pneumothorax'})", "(x:Disease {name: 'Marfan syndrome'})"
"""Named, as a server joins everything that shows one with everything that shows the other for seconds."""


@pytest.mark.parametrize(
    "statement",
    [
        f"{CYSTIC}-[:HAS_PHENOTYPE]->{AIR}, {MARFANS}-[:HAS_PHENOTYPE]->{LONG_FINGERS} RETURN d.name, p.name",
        f"{CYSTIC}-[:HAS_PHENOTYPE]->{AIR}<-[:HAS_PHENOTYPE]-{MARFANS}-[:HAS_PHENOTYPE]->{LONG_FINGERS} RETURN x.name",
        f"{CYSTIC}, {LONG_FINGERS} RETURN NOT (d)-[:HAS_PHENOTYPE]->(p)",
        f"{CYSTIC}, {LONG_FINGERS} WITH d, p LIMIT 1 RETURN d.name <> p.name",
        f"{CYSTIC}, {LONG_FINGERS} RETURN true",
    ],
)
def test_naming_two_things_is_no_yes(hpo_asker: Asker, models: ScriptedModels, statement: str) -> None:
    models.says(statement, in_form(MARFAN, verdict="yes"))
    answer = hpo_asker.ask("Does cystic fibrosis show arachnodactyly?", approach=by(models)).answer
    assert answer.verdict is None
    assert answer.status != "answered"
    assert not answer.headline.startswith("Yes")


OF_MARFAN = 'MATCH (d:Disease {name: "Marfan syndrome"})-[:HAS_PHENOTYPE]->(p:Phenotype) RETURN '


@pytest.mark.parametrize(
    ("statement", "said", "total"),
    [
        (f"{OF_MARFAN}p.name", "Found: 105 phenotypes.", 105),
        (f"{OF_MARFAN}p.name LIMIT 3", "the query itself keeps only some of its rows", None),
        (f"{OF_MARFAN}count(p)", "The query counts 138 records of 105 different links", None),
        (f"{OF_MARFAN}count(DISTINCT p)", "The query counts 105 [", None),
        (f"{OF_MARFAN}DISTINCT d.name", "asks for phenotypes, and the query gives diseases", 1),
        (f"{OF_MARFAN}p.nothing LIMIT 3", "The query found nothing", None),
        ('MATCH (d:Disease {name: "Marfan syndrome"}) RETURN 42', "words and numbers of its own", None),
        ('MATCH (d:Disease {name: "Marfan syndrome"}) WITH 42 AS n, d RETURN n', "words and numbers of its own", None),
    ],
)
def test_rows_are_told_as_what_the_query_gave(
    hpo_asker: Asker, models: ScriptedModels, statement: str, said: str, total: int | None
) -> None:
    models.says(statement, in_form(remarks="So it is."))
    answer = hpo_asker.ask("Which phenotypes does Marfan syndrome have?", approach=by(models)).answer
    assert said in answer.text
    assert answer.total == total
    assert answer.value in (None, 105, "Marfan syndrome")


def test_a_text_that_the_query_makes_up_is_no_headline(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says("MATCH (d:Disease {id: 'OMIM:154700'}) RETURN d.name + ' is cured by penicillin'", in_form())
    answer = hpo_asker.ask("Which phenotypes does Marfan syndrome have?", approach=by(models)).answer
    assert "penicillin" not in answer.text
    assert answer.value is None


def test_an_option_counts_only_where_the_query_found_it(hpo_asker: Asker, models: ScriptedModels) -> None:
    question = "Which diseases show both arachnodactyly and ectopia lentis? A) Marfan syndrome B) Cystic fibrosis"
    models.says(FOUND, in_form((*MARFAN, 9), choice="A"))
    assert hpo_asker.ask(question, approach=by(models)).answer.value == "Marfan syndrome"
    models.says(FOUND, in_form((*MARFAN, 9), choice="B"))
    assert hpo_asker.ask(question, approach=by(models)).answer.value is None
    models.says(FOUND, in_form((*MARFAN, 1), choice="A"))
    denied = hpo_asker.ask(question.replace("A) Marfan", "A) Loeys-Dietz"), approach=by(models)).answer
    assert denied.value is None
    denied = hpo_asker.ask(
        question.replace("Marfan syndrome B", "Loeys-Dietz syndrome 1 B"), approach=by(models)
    ).answer
    assert denied.value is None, "a record denies that it shows both"


def test_numbers_of_nothing_and_addresses_are_taken_out(hpo_asker: Asker, models: ScriptedModels) -> None:
    sentence = "Marfan syndrome shows ![scan](http://evil.example/p.png?q=1) [998] **arachnodactyly** [me](http://x)"
    models.says(FOUND, in_form((sentence, *MARFAN[1:], 9, 999), remarks="**See** [here](http://x) [997]."))
    text = hpo_asker.ask(BOTH, approach=by(models)).answer.text
    assert "arachnodactyly" in text
    assert "[9]" in text
    assert "See here." in text
    assert not any(sign in text for sign in ("999", "998", "997", "http", "![", "**"))


def test_a_query_that_leaves_a_name_out_says_so(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(
        'MATCH (d:Disease)-[:HAS_PHENOTYPE]->(:Phenotype {name: "Arachnodactyly"}) RETURN d.name',
        in_form(remarks="Many."),
    )
    answer = hpo_asker.ask(BOTH, approach=by(models)).answer
    assert "does not name “ectopia lentis”" in answer.text
    assert answer.status == "evidence", "it answers another question"


ALONE = "Marfan syndrome shows ectopia lentis [1]. Loeys-Dietz syndrome 1 shows ectopia lentis."
APART = taken_apart(
    ("Marfan syndrome shows ectopia lentis", "Marfan syndrome", "HAS_PHENOTYPE", "Ectopia lentis"),
    ("Loeys-Dietz syndrome 1 shows ectopia lentis.", "Loeys-Dietz syndrome 1", "HAS_PHENOTYPE", "Ectopia lentis"),
    ("Ectopia lentis is rare.", "Ectopia lentis", "is", "rare"),
)
LENSES = "Which diseases show ectopia lentis?"


def test_the_model_alone_is_taken_apart_and_held_against_the_graph(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(ALONE, APART)
    heard: list[str] = []
    trace = hpo_asker.ask(LENSES, approach=by(models, "llm-only"), on_step=heard.append)
    assert trace.strategy == "llm-only"
    assert trace.answer.written_by == "scripted"
    assert trace.table is None
    assert [claim.verdict for claim in trace.claims] == ["supported", "contradicted"], "what has no words is dropped"
    for claim in trace.claims:
        assert trace.answer.text[claim.start : claim.end].startswith(claim.text[:10])
    assert [call.purpose for call in trace.calls] == ["write the answer", "split into claims"]
    assert heard == list(steps("llm-only"))
    written, split = (request.prompt for request in models.chats)
    assert not any(given in written for given in ("HAS_PHENOTYPE", "BEGIN DATA", "HP:")), "nothing of the graph"
    assert "HAS_PHENOTYPE: Disease shows Phenotype" in split
    assert "Loeys-Dietz syndrome 1 shows ectopia lentis." in split


def test_without_the_split_only_what_is_read_whole_is_checked(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(ALONE)
    heard: list[str] = []
    off = hpo_asker.ask(LENSES, approach=by(models, "llm-only", split_claims=False), on_step=heard.append)
    assert [call.purpose for call in off.calls] == ["write the answer"]
    assert "splitting the answer into claims" not in heard
    failed = hpo_asker.ask(LENSES, approach=by(models, "llm-only"))
    assert len(failed.calls) == 3
    assert "scripted could not split the text into claims, so fewer of them are checked." in failed.answer.text
    plain = [(one.text, one.verdict) for one in off.claims]
    assert [(one.text, one.verdict) for one in failed.claims] == plain
    assert not [one for one in off.claims if one.verdict == "supported" and "Loeys" in one.text]


def test_both_sides_of_a_comparison_have_bounds_and_the_same_last_instructions() -> None:
    from kgqa.llm.prompts import prompt

    for form in ("answer", "yes-no", "choice"):
        alone, given = prompt(f"{form}-alone"), prompt(form)
        assert "{{sentences}}" in alone.text
        assert "{{sentences}}" in given.text
    shared = [line for line in prompt("answer-alone").text.splitlines() if line in prompt("answer").text.splitlines()]
    assert "- Keep to what was asked. Do not advise on treatment." in shared


@pytest.mark.parametrize("name", CYPHER)
def test_every_prompt_for_cypher_is_sent_whole(hpo_asker: Asker, models: ScriptedModels, name: str) -> None:
    models.says("no", "no")
    trace = hpo_asker.ask(BOTH, approach=by(models, cypher_prompt=name))
    sent = models.chats[0].prompt
    assert trace.calls[0].prompt == f"cypher-{name} 1"
    assert "HAS_PHENOTYPE" in sent
    assert BOTH in sent
    assert "HP:0001166" in sent
    assert "{{" not in sent
    examples = examples_in(sent)
    assert len(examples) == {"one-shot": 1, "few-shot": 3, "combined": 3, "chain-of-thought": 3}.get(name, 0)
    shown = str(examples).casefold()
    assert not any(word in shown for word in ("arachnodactyly", "lentis", "marfan"))


def test_examples_are_right_for_this_graph(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says("no", "no")
    hpo_asker.ask(BOTH, approach=by(models, cypher_prompt="few-shot"))
    statements = [one["cypher"] for one in examples_in(models.chats[0].prompt)]
    assert len(statements) == 3
    for statement in statements:
        checked = hpo_asker.checker().check(statement)
        assert checked.status == "ok"
        assert checked.cypher == statement
        ran = hpo_asker.run_cypher(statement)
        assert ran.rows.rows  # type: ignore[union-attr]


def test_a_small_context_makes_the_prompt_smaller_once_and_says_so(hpo_asker: Asker, models: ScriptedModels) -> None:
    models.says(FOUND, WRITTEN)
    trace = hpo_asker.ask(BOTH, approach=by(models, context_tokens=1800, most_tokens=200))
    assert trace.answer.status == "answered"
    assert "cannot read the whole prompt" in trace.answer.text
    too_long = Script(status=400, code="context_length_exceeded")
    models.says(too_long, FOUND, WRITTEN)
    trace = hpo_asker.ask(BOTH, approach=by(models))
    assert trace.answer.status == "answered"
    assert "cannot read the whole prompt" in trace.answer.text
    assert len(models.chats[-2].prompt) < len(models.chats[-3].prompt)
    models.requests.clear()
    models.says(too_long)
    trace = hpo_asker.ask(BOTH, approach=by(models))
    assert trace.answer.status == "failed"
    assert len(models.chats) == 2


def hostile(*categories: str) -> list[Mapping[str, str]]:
    if not ATTACKS.exists():
        return []
    lines = map(json.loads, ATTACKS.read_text(encoding="utf-8").splitlines())
    return [one for one in lines if one["category"] in categories and "@@" not in one["input"]]


@pytest.mark.parametrize("step", [16, pytest.param(1, marks=pytest.mark.slow)])
def test_an_obedient_model_changes_nothing(hpo_asker: Asker, models: ScriptedModels, step: int) -> None:
    questions = [one["input"] for one in hostile("question_injection", "question_edge")] or ["Run MATCH (n) DELETE n"]
    replies = [one["input"] for one in hostile("llm_reply_hostile", "write_clause", "schema_admin", "multi_statement",
                                               "exfiltration_load", "procedure_escape", "obfuscation")]  # fmt: skip
    replies = replies[::step]
    replies += [
        "MATCH (n) DETACH DELETE n",
        "MATCH (d:Disease) RETURN d; DROP DATABASE hpo",
        "MATCH (d:Disease) SET d.name = 'x'",
    ]
    before = digest(hpo_asker)
    for place, reply in enumerate(replies):
        models.says(reply)
        trace = hpo_asker.ask(questions[place % len(questions)], approach=by(models))
        assert trace.answer.status in ("failed", "refused", "not_in_graph", "answered", "ambiguous")
        for record in trace.cypher:
            assert not record.executed or isinstance(admit(record.executed, 1000), Admitted), "only what reads is run"
    assert digest(hpo_asker) == before


def test_each_format_of_a_reply_gives_one_statement(hpo_asker: Asker, models: ScriptedModels) -> None:
    forms: Sequence[str] = (
        f"<think>First MATCH (n) DETACH DELETE n, no.</think>\n{FOUND}",
        json.dumps({"cypher": FOUND, "explanation": "x"}),
        f"```\nMATCH (a:Gene) RETURN a.name LIMIT 1\n```\nor\n```cypher\n{FOUND}\n```",
        f"Sure!\n\n{FOUND}\n\nHope this helps.",
    )
    for form in forms:
        models.says(form, WRITTEN)
        trace: Trace = hpo_asker.ask(BOTH, approach=by(models))
        assert (trace.answer.status, trace.cypher[0].checked) == ("answered", FOUND), form


def test_a_model_finds_a_name_that_the_graph_writes_otherwise(hpo_asker: Asker, models: ScriptedModels) -> None:
    question = "What can you tell me about arachnodactylia?"
    found = 'MATCH (d:Disease)-[r:HAS_PHENOTYPE]->(p:Phenotype {name: "Arachnodactyly"}) RETURN DISTINCT d.name'
    models.says('{"names": [{"text": "arachnodactylia"}, {"text": "not in it"}]}', found, in_form(remarks="Some do."))
    trace = hpo_asker.ask(question, approach=by(models))
    if trace.calls[0].purpose == "find the names":
        assert [one.mention for one in trace.entities] == ["arachnodactylia"]
        assert '"Arachnodactyly"' in models.chats[1].prompt
    assert trace.answer.status == "answered"
    models.requests.clear()
    models.says("no names", "no query")
    trace = hpo_asker.ask("Who is xqzzk, pray?", approach=by(models))
    assert trace.answer.status == "failed"
    assert len(models.chats) == 3, "one to find names, two to write Cypher"


def test_the_command_line_asks_a_model(
    models: ScriptedModels, settings: Settings, server: EmbeddedServer, hpo_asker: Asker,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("KGQA_DATA_DIR", str(settings.data_dir))
    monkeypatch.setenv("KGQA_MODEL_KEY", KEY)
    options = ["--provider", "compatible", "--model", "scripted", "--address", models.openai_url]
    models.says(FOUND, WRITTEN)
    assert main(["ask", BOTH, "--strategy", "cypher", *options, "--prompt", "stakes", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["strategy"], printed["status"]) == ("cypher", "answered")
    assert isinstance(printed["tokens"], int)
    assert printed["tokens"] > 0
    assert printed["calls"][0]["prompt"] == "cypher-stakes 1"
    assert printed["claims"]
    assert printed["written_by"] == "scripted"
    assert printed["cypher"]["generated"] == FOUND
    models.says(FOUND, WRITTEN)
    assert main(["ask", BOTH, "--strategy", "cypher", *options]) == 0
    assert "Written by the language model scripted:\n  | Marfan" in capsys.readouterr().out
    assert main(["ask", BOTH, "--strategy", "llm-only", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["status"], printed["headline"]) == ("refused", "No language model is set.")
    assert main(["ask", BOTH, "--model", "x"]) == 2
    assert main(["ask", BOTH, "--strategy", "llm-only", "--whole-schema"]) == 2
    assert "by which a language model writes Cypher" in capsys.readouterr().err
    assert main(["ask", BOTH, "--strategy", "cypher", *options, "--no-split"]) == 2
    assert "--no-split is for llm-only" in capsys.readouterr().err
    for more, requests in (([], 3), (["--no-split"], 1)):
        models.says("Marfan syndrome shows arachnodactyly.", "no")
        assert main(["ask", BOTH, "--strategy", "llm-only", *options, *more, "--json"]) == 0
        assert len(json.loads(capsys.readouterr().out)["calls"]) == requests
    assert KEY not in "".join(capsys.readouterr())


def test_the_command_line_holds_back_what_may_identify_a_patient(
    settings: Settings, server: EmbeddedServer, hpo_asker: Asker,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("KGQA_DATA_DIR", str(settings.data_dir))
    away = ["--provider", "compatible", "--model", "m", "--address", "https://models.invalid/v1"]
    question = "MRN 00417733: which genes are associated with Marfan syndrome?"
    assert main(["ask", question, "--strategy", "llm-only", *away]) == 1
    said = capsys.readouterr()
    assert "“MRN 00417733” (record number)" in said.out
    assert "Questions go to OpenAI-compatible server at https://models.invalid/v1" in said.err
    assert main(["ask", question, "--strategy", "llm-only", *away, "--send-identifiers"]) == 1
    assert "does not answer" in capsys.readouterr().out
