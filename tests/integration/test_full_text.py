"""The full-text baseline on the default graph: the server's own index, one hit, and everything about it."""

from __future__ import annotations

import pytest

from kgqa.cli.output import answer_json
from kgqa.evidence.exploring.context import Filters, Rule
from kgqa.evidence.ledger import Ledger
from kgqa.graph.full_text import FullText, NoFullTextError
from kgqa.history import replay
from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Query, Rows, Trace
from kgqa.strategies.approach import Approach
from tests.scripted_models import ScriptedModels, in_form

GENES = "Which genes are associated with Marfan syndrome?"
SAME = (
    "MATCH (d:Disease) WHERE d.name = 'syndrome' RETURN count(d) AS n",
    "MATCH (d:Disease {name: 'Marfan'}) RETURN count(d) AS n",
    "MATCH (d:Disease {name: 'marfan syndrome'}) RETURN count(d) AS n",
    "MATCH (d:Disease {name: 'Marfan syndrome'}) RETURN count(d) AS n",
    "MATCH (d:Disease) WHERE d.name IN ['Marfan', 'Marfan syndrome'] RETURN count(d) AS n",
    "MATCH (g:Gene) WHERE g.name = 672 RETURN count(g) AS n",
    "MATCH (d:Disease) WHERE d.name > 'Marfan' AND d.name < 'Marg' RETURN count(d) AS n",
    "MATCH (p:Phenotype) WHERE 'Spider fingers' IN p.synonyms RETURN count(p) AS n",
    "MATCH (p:Phenotype) WHERE p.synonyms = ['Spider fingers'] RETURN count(p) AS n",
)


def by_full_text(**more: object) -> Approach:
    return Approach(strategy="full-text", **more)  # type: ignore[arg-type]


def counts(asker: Asker) -> list[object]:
    return [asker._opened.store.run(Query(one, ("n",))).rows for one in SAME]


@pytest.fixture(scope="module")
def before(hpo_asker: Asker) -> list[object]:
    """What statements about names give before there is an index of them."""
    return counts(hpo_asker)


@pytest.fixture(scope="module")
def trace(hpo_asker: Asker, before: list[object]) -> Trace:
    return hpo_asker.ask(GENES, approach=by_full_text())


def test_the_best_hit_and_everything_about_it(trace: Trace) -> None:
    assert trace.answer.status == "evidence"
    assert "“Marfan syndrome” is the best hit" in trace.answer.text
    assert trace.pruned is None
    assert [one.number for one in trace.evidence] == list(range(1, len(trace.evidence) + 1))
    assert len(trace.evidence) > 50
    assert all("Marfan syndrome" in (one.subject.name, one.object.name) for one in trace.evidence)
    assert ("FBN1", "ASSOCIATED_WITH") in {(one.subject.name, one.predicate) for one in trace.evidence[:6]}
    assert replay.from_json(replay.to_json(trace)) == trace
    assert answer_json(trace)["status"] == "evidence"


def test_indexes_that_an_own_server_of_this_kind_has_are_searched_and_none_is_made(
    hpo_asker: Asker, trace: Trace
) -> None:
    index = FullText(hpo_asker.schema, by_sql=True)
    ledger = Ledger(hpo_asker._opened.store)
    assert index.hits(GENES, ledger.run)[0].name == "Marfan syndrome"
    assert not [one for one in ledger.records if "CREATE" in one.executed]
    found = index.hits("what is spider fingers", ledger.run)
    assert "Arachnodactyly" in [one.name for one in found], "synonyms as well"


def test_an_own_server_of_this_kind_without_an_index_is_told_the_statements_that_make_them(hpo_asker: Asker) -> None:
    with pytest.raises(NoFullTextError) as refused:
        FullText(hpo_asker.schema, by_sql=True).hits(
            "Marfan syndrome",
            lambda query: Rows(query.columns, (), truncated=False, elapsed_ms=0, executed=query.cypher),
        )
    said = str(refused.value)
    assert "CREATE INDEX IF NOT EXISTS ON `" in said
    assert "FULL_TEXT" in said
    assert "CREATE FULLTEXT INDEX" not in said


@pytest.mark.slow  # test_robustness.py cuts lists down by options
def test_options_and_words_on_how_to_answer_are_not_searched_for(hpo_asker: Asker) -> None:
    plain = hpo_asker.ask(GENES, approach=by_full_text())
    for question in (f"{GENES} A) FBN1 B) BRCA1", f"True or false? {GENES}", f"{GENES} Options: FBN1, BRCA1"):
        assert hpo_asker.ask(question, approach=by_full_text()).evidence == plain.evidence


def test_the_index_changes_no_other_answer(hpo_asker: Asker, before: list[object], trace: Trace) -> None:
    assert counts(hpo_asker) == before


def test_a_synonym_is_found_and_case_makes_no_difference(hpo_asker: Asker) -> None:
    spoken = hpo_asker.ask("what is spider fingers", approach=by_full_text())
    assert "“Arachnodactyly” is the best hit" in spoken.answer.text
    assert (
        hpo_asker.ask("MARFAN SYNDROME", approach=by_full_text()).evidence[:3]
        == (hpo_asker.ask("marfan syndrome", approach=by_full_text()).evidence[:3])
    )


@pytest.mark.parametrize(
    "text",
    [
        'marfan AND NOT "syndrome" OR (x', "a* b? c~9 [1 TO 3] {q} ^5 \\ / : name:*",
        "*:*", "+-&&||!marfan", "name:marfan",
        "marfan\u0000syndrome", "x" * 1_900, "AND", "OR NOT", "' OR 1=1 --", "`Disease`", "日本語 🧬",
    ],
)  # fmt: skip
def test_no_text_is_obeyed_by_the_index(hpo_asker: Asker, text: str) -> None:
    trace = hpo_asker.ask(f"what is {text} ?", approach=by_full_text())
    assert trace.answer.status in ("evidence", "not_in_graph"), trace.answer.text


@pytest.mark.parametrize(
    ("question", "about", "best"),
    [
        ("What is NF1?", ["NF1", "Neurofibromatosis, type 1"], "Nf1-Microdeletion syndrome"),
        (
            "Is FBN1 linked to ectopia lentis?",
            ["Ectopia lentis (disease)", "Ectopia lentis (phenotype)"],
            "Ectopia lentis, familial",
        ),
        ("Which diseases show scoliosis?", ["Scoliosis"], "Thoracolumbar scoliosis"),
        ("Which diseases show ectopia lentis?", ["Ectopia lentis"], "Ectopia lentis"),
    ],
)
def test_a_name_of_the_graph_goes_before_the_best_hit_and_its_meanings_are_told_apart(
    hpo_asker: Asker, question: str, about: list[str], best: str
) -> None:
    trace = hpo_asker.ask(question, approach=by_full_text())
    told = " and ".join(f"“{one}”" for one in about)
    assert f" about {told} were read." in trace.answer.headline
    assert f"“{best}” is the best hit" in trace.answer.text
    ids = [{end.id for end in (one.subject, one.object)} for one in trace.evidence]
    (named,) = [one for one in trace.entities if one.mention.lower() in ("nf1", "scoliosis", "ectopia lentis")]
    assert len(named.meant) == len(about)
    assert all(any(of & {meant.id, *meant.ids} for of in ids) for meant in named.meant)
    assert all(of & {id_ for meant in named.meant for id_ in (meant.id, *meant.ids)} for of in ids)


def test_filters_hold_and_what_was_left_out_is_said(hpo_asker: Asker) -> None:
    filters = Filters(relations={"ASSOCIATED_WITH": Rule(keep=False)}, most=20)
    trace = hpo_asker.ask(GENES, approach=by_full_text(filters=filters))
    assert len(trace.evidence) <= 20
    assert not [one for one in trace.evidence if one.predicate == "ASSOCIATED_WITH"]
    assert "left out by the filters" in trace.answer.text
    assert "not read, because there are many" in trace.answer.text


def test_a_model_is_given_what_it_can_read(hpo_asker: Asker) -> None:
    heard: list[str] = []
    with ScriptedModels() as models:
        link = ("FBN1 is associated with Marfan syndrome.", "FBN1", "ASSOCIATED_WITH", "Marfan syndrome", 1)
        models.says(in_form(link))
        settings = ModelSettings("compatible", "scripted", models.openai_url, context_tokens=3_000, most_tokens=300)
        approach = by_full_text(model=model(settings), evidence_fields=False)
        trace = hpo_asker.ask(GENES, approach=approach, on_step=heard.append)
        (sent,) = models.chats
    assert trace.answer.status == "answered"
    assert "because it cannot read more at once" in trace.answer.text
    assert f'"number": {len(trace.evidence)}' in sent.prompt
    assert f'"number": {len(trace.evidence) + 1},' not in sent.prompt
    assert len(trace.evidence) > 20
    assert 0 < trace.calls[0].tokens_context <= 2_700
    assert heard == list(steps("full-text"))
    assert {one.predicate for one in trace.evidence} > {"ASSOCIATED_WITH"}, "something of every relation"
