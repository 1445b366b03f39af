"""A model that speaks at random: nothing crashes, nothing is written, nothing is believed, and it would be noticed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scripted_models import ScriptedModels, in_form

from benchmarks import garbage
from benchmarks.babbler import MANNERS
from kgqa.llm import providers
from kgqa.llm.messages import ModelSettings
from kgqa.pipeline import Asker
from kgqa.records import Claim
from kgqa.strategies.approach import Approach

QUESTIONS = (
    "Which genes are associated with Marfan syndrome?",
    "Does Marfan syndrome show ectopia lentis?",
    "How many diseases show arachnodactyly?",
    "Which of these is associated with Marfan syndrome? A: FBN1 B: CFTR",
)


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_nothing_that_is_said_at_random_is_believed(
    hpo_asker: Asker, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """In every manner: in each way of asking, or a single question in two of the ways."""
    every = {name: one for name, one in garbage.APPROACHES.items() if one.strategy != "kg-rag"}
    ways = every if whole else {name: every[name] for name in ("cypher", "llm-only")}
    questions = QUESTIONS if whole else QUESTIONS[:1]
    monkeypatch.setattr(garbage, "APPROACHES", ways)
    heard: list[str] = []
    report = garbage.measure(hpo_asker, questions, len(questions), heard.append)
    assert report.passed, report.text()
    assert len(report.rounds) == len(heard) == len(ways) * len(MANNERS)
    assert all(one.replies for one in report.rounds)
    tried = sum(one.statements for one in report.rounds if one.approach.startswith("cypher"))
    assert tried or not whole, "nothing was tried"


def test_a_query_about_nothing_that_is_asked_answers_nothing(hpo_asker: Asker) -> None:
    """The name is misspelt, so that the query might well write another; but not none at all."""
    with ScriptedModels() as server:
        asked = providers.model(ModelSettings("compatible", "scripted", server.openai_url))
        server.says("MATCH (g:Gene)-[r]->(d:Disease) RETURN g.name, d.name LIMIT 3", in_form(remarks="It is so."))
        trace = hpo_asker.ask("How many diseases show nysatgmus?", approach=Approach("cypher", asked))
    assert trace.table is not None
    assert trace.answer.status == "evidence"
    assert "does not name “nysatgmus”" in trace.answer.text


def test_what_is_believed_would_be_noticed(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask(QUESTIONS[0])
    number = next(one.number for one in trace.evidence if one.subject.name == "FBN1" or one.object.name == "FBN1")
    said = Claim("FBN1 is linked to Marfan syndrome", 0, 33, "supported", (number,))
    wrong = replace(said, text="CFTR is linked to Marfan syndrome")
    report = garbage.Findings()
    held = replace(trace, strategy="llm-only", claims=(said, wrong))
    assert garbage._held(hpo_asker, held, {}, report) == 1
    assert len(report.believed) == 1
    assert "CFTR" in report.believed[0]
    other = replace(trace, strategy="cypher", answer=replace(trace.answer, items=trace.answer.items[1:]))
    garbage._held(hpo_asker, other, {}, report)
    assert len(report.believed) == 2
    assert not report.passed
