"""Statements of a model that follow a hierarchy: kinds are looked up once; where time runs out, that is said."""

from __future__ import annotations

from typing import Any

import pytest

from kgqa.errors import TimeLimitError
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.strategies.approach import Approach
from tests.scripted_models import ScriptedModels, in_form

QUESTION = "Which diseases show a kind of abnormal heart morphology?"
HEART = "(:Phenotype {name: 'Abnormal heart morphology'})"
EACH_ROW = f"MATCH (d:Disease)-[:HAS_PHENOTYPE]->(p:Phenotype) WHERE EXISTS {{ (p)-[:IS_A*0..]->{HEART} }} "
CHAIN = f"MATCH (d:Disease)-[:HAS_PHENOTYPE]->(:Phenotype)-[:IS_A*0..]->{HEART} "


def ask(asker: Asker, models: ScriptedModels, cypher: str) -> Trace:
    models.says(cypher, in_form())
    return asker.ask(
        QUESTION, approach=Approach("cypher", model(ModelSettings("compatible", "scripted", models.openai_url, "k")))
    )


@pytest.mark.slow  # the test below reads the kinds as a list too
def test_a_hierarchy_is_not_followed_again_for_every_row(hpo_asker: Asker, models: ScriptedModels) -> None:
    returned = "RETURN DISTINCT d.id AS id ORDER BY id"
    trace = ask(hpo_asker, models, EACH_ROW + returned)
    assert trace.answer.status == "answered"
    assert any(one.purpose == "kinds" for one in trace.cypher)
    ran = next(one for one in trace.cypher if "$kinds1" in one.executed and one.purpose == "answers")
    assert len(ran.parameters["kinds1"]) > 300
    other = ask(hpo_asker, models, CHAIN + returned)
    assert trace.table is not None
    assert other.table is not None
    assert trace.table.rows == other.table.rows


def test_what_ran_out_of_time_is_tried_with_the_kinds_as_a_list(
    hpo_asker: Asker, models: ScriptedModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Asker.run_cypher

    def slow(self: Asker, text: str, *args: Any, **more: Any) -> Any:
        if "-[:HAS_PHENOTYPE]->(:Phenotype)-[:IS_A*0..]->" in text:
            raise TimeLimitError("The query needed longer than 10 s and was ended.")
        return run(self, text, *args, **more)

    monkeypatch.setattr(Asker, "run_cypher", slow)
    trace = ask(hpo_asker, models, CHAIN + "RETURN DISTINCT d.name LIMIT 20")
    assert trace.answer.status == "answered"
    assert any("kind1.id IN $kinds1" in one.executed for one in trace.cypher)


def test_where_no_list_helps_the_answer_says_that_time_ran_out(
    hpo_asker: Asker, models: ScriptedModels, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*_: Any, **__: Any) -> Any:
        raise TimeLimitError("The query needed longer than 10 s and was ended.")

    monkeypatch.setattr(Asker, "run_cypher", slow)
    trace = ask(hpo_asker, models, "MATCH (d:Disease) RETURN d.name")
    assert trace.answer.status == "failed"
    assert trace.answer.headline == "The time for the model's query ran out."
    assert "The graph alone can still answer this." in trace.answer.text
    assert "did not accept" not in trace.answer.text
    assert "collect what it leads to" in models.chats[1].prompt
