"""A thing with several records: what a statement excludes for one of them, is excluded for the thing."""

from __future__ import annotations

import pytest

from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Query, Trace
from kgqa.strategies.approach import Approach
from tests.scripted_models import ScriptedModels, in_form

SHOWN, HIDDEN = "Arachnodactyly", "Scoliosis"
SHOWS = f"MATCH (d:Disease)-[:HAS_PHENOTYPE]->(:Phenotype {{name: '{SHOWN}'}}) "
WITHOUT = {
    "pattern": f"{SHOWS}WHERE NOT (d)-[:HAS_PHENOTYPE]->(:Phenotype {{name: '{HIDDEN}'}}) RETURN DISTINCT d.name",
    "exists": f"{SHOWS}WHERE NOT EXISTS {{ MATCH (d)-[:HAS_PHENOTYPE]->(q:Phenotype) WHERE q.name = '{HIDDEN}' }} "
    "RETURN DISTINCT d.name",
    "bound before": f"MATCH (q:Phenotype {{name: '{HIDDEN}'}}) {SHOWS}WHERE NOT (d)-[:HAS_PHENOTYPE]->(q) "
    "RETURN DISTINCT d.name",
    "counted": f"{SHOWS}OPTIONAL MATCH (d)-[:HAS_PHENOTYPE]->(q:Phenotype {{name: '{HIDDEN}'}}) "
    "WITH d, count(q) AS n WHERE n = 0 RETURN DISTINCT d.name",
}


def ask(asker: Asker, models: ScriptedModels, question: str, cypher: str) -> Trace:
    models.says(cypher, in_form())
    return asker.ask(
        question, approach=Approach("cypher", model(ModelSettings("compatible", "scripted", models.openai_url, "k")))
    )


def recorded(asker: Asker, name: str) -> dict[str, str]:
    """The records that show a phenotype, each with its thing."""
    text = (
        f"MATCH (d:Disease)-[r:HAS_PHENOTYPE]->(p:Phenotype {{name: '{name}'}}) WHERE r.against = false "
        "RETURN DISTINCT d.id AS id, d.thing AS thing"
    )
    rows = asker._opened.store.run(Query(text, ("id", "thing")), max_rows=50_000).rows
    return {str(id_): str(thing) for id_, thing in rows}


@pytest.mark.parametrize("form", list(WITHOUT))
def test_no_thing_is_kept_whose_other_record_has_what_is_excluded(
    hpo_asker: Asker, models: ScriptedModels, form: str
) -> None:
    trace = ask(hpo_asker, models, "Which diseases show arachnodactyly but not scoliosis?", WITHOUT[form])
    showing = recorded(hpo_asker, HIDDEN)
    answered = {one.id for one in trace.answer.items}
    assert len(answered) > 50
    assert not [one.name for one in trace.answer.items if not showing.keys().isdisjoint(one.ids)]
    with_twins = [one for one in trace.answer.set_aside if not showing.keys().isdisjoint(one.ids)]
    assert len(with_twins) >= 9
    assert "another record of the same thing has what the query excludes" in trace.answer.text
    assert any(one.purpose == "other records of the answers" for one in trace.cypher)


def test_a_statement_that_excludes_nothing_asks_for_no_other_records(hpo_asker: Asker, models: ScriptedModels) -> None:
    trace = ask(hpo_asker, models, "Which diseases show arachnodactyly?", f"{SHOWS}RETURN DISTINCT d.name")
    assert not trace.answer.set_aside or "another record" not in trace.answer.text
    assert not any(one.purpose == "other records of the answers" for one in trace.cypher)


def test_the_own_name_of_a_record_is_never_another_name(hpo_asker: Asker) -> None:
    """A vocabulary may prefer another spelling of it, and Mondo may give it to a broader disease."""
    checker = hpo_asker.checker()
    for label in ("Disease", "Phenotype"):
        text = f"MATCH (n:{label}) RETURN n.name AS name"
        names = [str(name) for (name,) in hpo_asker._opened.store.run(Query(text, ("name",)), max_rows=50_000).rows]
        odd = [name for name in names if name in ("Aniridia", "Usher syndrome type 1", "Birt-Hogg-Dubé syndrome")]
        for name in (*odd, *names[:: len(names) // 150]):
            if "'" in name or "\\" in name:
                continue
            cypher = f"MATCH (n:{label} {{name: '{name}'}}) RETURN n.name"
            assert checker.check(cypher).corrections == (), name


def test_a_number_is_sent_with_a_few_examples_of_the_records_behind_it(
    hpo_asker: Asker, models: ScriptedModels
) -> None:
    cypher = f"MATCH (d:Disease)-[:HAS_PHENOTYPE]->(:Phenotype {{name: '{HIDDEN}'}}) RETURN count(DISTINCT d) AS n"
    trace = ask(hpo_asker, models, "How many diseases show scoliosis?", cypher)
    assert len(trace.evidence) > 500
    assert "records as examples; the number is the database's" in trace.answer.text
    sent = models.chats[1].prompt
    assert sent.count('"number":') <= 7
    assert '"given_as_examples"' in sent
    assert len(sent) < 9_000
