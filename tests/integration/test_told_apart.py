"""A name that is a disease and a phenotype, where a language model writes the statement: it is given both."""

from __future__ import annotations

import pytest

from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.strategies.approach import Approach
from tests.scripted_models import ScriptedModels, in_form

BOTH = "Patients with aniridia and intellectual disability: which diseases come to mind?"


def ask(asker: Asker, models: ScriptedModels, question: str, cypher: str) -> Trace:
    models.says(cypher, in_form())
    return asker.ask(
        question, approach=Approach("cypher", model(ModelSettings("compatible", "scripted", models.openai_url, "k")))
    )


def test_the_model_is_given_every_reading_and_the_one_that_it_takes_is_said(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    cypher = (
        "MATCH (d:Disease)-[:HAS_PHENOTYPE]->(:Phenotype {name: 'aniridia'}) "
        "MATCH (d)-[:HAS_PHENOTYPE]->(:Phenotype {name: 'intellectual disability'}) RETURN DISTINCT d.name"
    )
    trace = ask(hpo_asker, models, BOTH, cypher)
    assert trace.answer.status == "answered"
    assert trace.choices == ()
    prompt = models.chats[0].prompt
    assert prompt.count('"one_meaning_of"') >= 4
    assert all(id_ in prompt for id_ in ("HP:0000526", "MONDO:0019172", "HP:0001249"))
    assert "“aniridia” was taken for the phenotype (HP:0000526); it can be the disease" in trace.answer.text
    first = next(one for one in trace.entities if one.mention == "aniridia")
    assert (first.chosen.id, first.together, first.tied) == ("HP:0000526", False, False)
    assert {one.id for one in first.rivals} >= {"MONDO:0019172"}


@pytest.mark.parametrize(
    ("cypher", "id_"),
    [
        ("MATCH (g:Gene)-[:ASSOCIATED_WITH]->(d:Disease {name: 'Aniridia'}) RETURN DISTINCT g.name", "MONDO:0019172"),
        (
            "MATCH (g:Gene)-[:ASSOCIATED_WITH]->(:Disease)-[:HAS_PHENOTYPE]->(:Phenotype {name: 'Aniridia'}) "
            "RETURN DISTINCT g.name",
            "HP:0000526",
        ),
    ],
)
def test_what_the_statement_says_decides(hpo_asker: Asker, models: ScriptedModels, cypher: str, id_: str) -> None:
    trace = ask(hpo_asker, models, "Which genes cause aniridia?", cypher)
    assert trace.answer.status == "answered"
    assert any(one.checked == cypher for one in trace.cypher), "neither label is put right by the other reading"
    assert f"({id_}); it can be" in trace.answer.text


def test_meanings_of_one_type_are_still_a_choice(hpo_asker: Asker, models: ScriptedModels) -> None:
    trace = ask(hpo_asker, models, "Which diseases show ASD?", "MATCH (d:Disease) RETURN d.name")
    assert trace.answer.status == "ambiguous"
    assert models.requests == []
