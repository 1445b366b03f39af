"""A language model writes for graphs of the user's own: a Neo4j, loaded tables, and servers that end meanwhile."""

from __future__ import annotations

import csv
import dataclasses
import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import NEO4J_PASSWORD, SpareNeo4j

from kgqa import settings as settings_module
from kgqa.cli.command import main
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.state import read_state
from kgqa.history import replay
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach
from tests.scripted_models import Said, ScriptedModels, in_form

KEY = "canary-key-of-own-graphs-77"
QUESTION = "Which drugs treat Ormond fever?"
WRITTEN = "MATCH (d:drug)-[t:TREATS]->(s:Disease {name: 'ormond fever'}) RETURN d.name"
FILL = """
CREATE (d1:Drug {drug_id: 'DRUG:1', name: 'Brentazole'}), (d2:Drug {drug_id: 'DRUG:2', name: 'Calvirone'}),
       (d3:Drug {drug_id: 'DRUG:3', name: 'Dormazine'}),
       (s1:Disease {id: 'DIS:1', name: 'Ormond fever'}), (s2:Disease {id: 'DIS:2', name: 'Pallid ague'}),
       (s3:Disease {id: 'DIS:3', name: 'Early Ormond fever'}), (s3)-[:IS_A]->(s1),
       (d1)-[:TREATS {pmids: ['PMID:11', 'PMID:12'], source: 'TestBase', negated: false}]->(s1),
       (d3)-[:TREATS {source: 'TestBase', negated: true}]->(s1),
       (d2)-[:TREATS {source: 'TestBase', negated: false}]->(s2),
       (d2)-[:TREATS {source: 'TestBase', negated: false}]->(s3)
"""


def by(models: ScriptedModels) -> Approach:
    return Approach("cypher", model(ModelSettings("compatible", "scripted", models.openai_url, KEY)))


@pytest.fixture(scope="module")
def own(spare_neo4j: SpareNeo4j) -> Settings:
    spare_neo4j.empty()
    spare_neo4j.run(FILL)
    return dataclasses.replace(
        settings_module.load({}),
        graph_uri=spare_neo4j.uri,
        graph_password=NEO4J_PASSWORD,
        data_dir=Path("/nonexistent"),
    )


@pytest.fixture(scope="module")
def asker(own: Settings) -> Iterator[Asker]:
    with Asker.open(own) as opened:
        yield opened


@pytest.fixture(scope="module")
def tables(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A graph loaded from two tables of a user."""
    folder = tmp_path_factory.mktemp("own")
    nodes = [("G:1", "QRX1", "Gene"), ("G:2", "WVB7", "Gene"), ("D:1", "Ormond fever", "Disease")]
    edges = [("G:1", "LINKED_TO", "D:1", "PMID:7")]
    for name, header, rows in (
        ("nodes", ("id", "name", "label"), nodes),
        ("edges", ("source", "type", "target", "reference"), edges),
    ):
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": "fevers"}), lambda _: None)
    yield "fevers"
    catalog.remove(settings, "fevers")


def treats(drug: str, *records: int) -> Said:
    return (f"{drug} treats Ormond fever.", drug, "TREATS", "Ormond fever", *records)


LINKED = in_form(("QRX1 is linked to Ormond fever.", "QRX1", "LINKED_TO", "Ormond fever", 1))


def items(trace: Trace) -> list[str]:
    assert trace.answer.status == "answered", trace.answer.text
    return sorted(item.name for item in trace.answer.items)


def test_a_written_query_is_run_on_an_own_neo4j(asker: Asker, models: ScriptedModels) -> None:
    drugs = ("Brentazole", "Dormazine", "Quinine")
    models.says(WRITTEN, in_form(*(treats(one) for one in drugs)))
    trace = asker.ask(QUESTION, approach=by(models))
    assert items(trace) == ["Brentazole"]
    assert [item.name for item in trace.answer.set_aside] == ["Dormazine"]
    (first,) = (one for one in trace.cypher if one.purpose == "answers")
    assert (first.generated, "Drug" in first.checked, "'Ormond fever'" in first.checked) == (WRITTEN, True, True)
    record = next(one for one in trace.evidence if not one.against)
    assert all(one in str(record) for one in ("PMID:11", "PMID:12"))
    assert [claim.verdict for claim in trace.claims] == ["supported", "contradicted", "not_checked"]
    assert replay.from_json(replay.to_json(trace)) == trace


KINDS = "-[t:TREATS]->(s:Disease)-[:IS_A*0..3]->(:Disease {name: 'Ormond fever'}) RETURN d.name, s.name"


def test_what_is_recorded_of_a_more_specific_term_holds_for_the_broader(asker: Asker, models: ScriptedModels) -> None:
    """Calvirone treats early Ormond fever, which is an Ormond fever; dormazine is recorded not to treat it."""
    models.says(f"MATCH (d:Drug {{name: 'Calvirone'}}){KINDS}", in_form(verdict="yes"))
    trace = asker.ask("Does Calvirone treat Ormond fever?", approach=by(models))
    assert (trace.answer.verdict, trace.answer.status) == (True, "answered")
    assert trace.answer.headline.startswith("Yes, by way of Early Ormond fever, going by what the query found [")
    for said in ("yes", "no"):
        models.says(f"MATCH (d:Drug {{name: 'Dormazine'}}){KINDS}", in_form(verdict=said))
        answer = asker.ask("Does Dormazine treat Ormond fever?", approach=by(models)).answer
        assert answer.verdict is (False if said == "no" else None)
    models.says(f"MATCH (d:Drug {{name: 'Calvirone'}}){KINDS}", in_form(verdict="no"))
    assert asker.ask("Does Calvirone treat Ormond fever?", approach=by(models)).answer.verdict is None
    above = "MATCH (d:Drug {name: 'Brentazole'})-[:TREATS]->(s)<-[:IS_A]-(e {name: 'Early Ormond fever'}) RETURN d.name"
    models.says(above, in_form(verdict="yes"))
    answer = asker.ask("Does Brentazole treat early Ormond fever?", approach=by(models)).answer
    assert answer.verdict is None, "what holds for the broader term need not hold for the narrower"


def test_the_command_line_asks_an_own_neo4j(
    own: Settings, models: ScriptedModels, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KGQA_GRAPH_URI", own.graph_uri)
    monkeypatch.setenv("KGQA_GRAPH_PASSWORD", NEO4J_PASSWORD)
    models.says(WRITTEN, in_form(treats("Brentazole", 1)))
    options = ["--strategy", "cypher", "--provider", "ollama", "--model", "scripted", "--address", models.ollama_url]
    assert main(["ask", QUESTION, *options, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["status"], [one["name"] for one in printed["answers"]]) == ("answered", ["Brentazole"])
    assert printed["cypher"]["generated"] == WRITTEN
    assert NEO4J_PASSWORD not in json.dumps(printed)
    assert not any(NEO4J_PASSWORD in request.prompt or own.graph_uri in request.prompt for request in models.chats)


@pytest.mark.slow  # the tables are asked by the page, the command line other graphs
def test_the_command_line_asks_own_tables(
    settings: Settings, tables: str, models: ScriptedModels,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setenv("KGQA_DATA_DIR", str(settings.data_dir))
    models.says("MATCH (g)-[:LINKED_TO]->(d:Disease {name: 'Ormond fever'}) RETURN g.name", LINKED)
    options = ["--strategy", "cypher", "--provider", "ollama", "--model", "scripted", "--address", models.ollama_url]
    question = "Which genes are linked to Ormond fever?"
    assert main(["ask", question, "--graph", tables, *options, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["status"], [one["name"] for one in printed["answers"]]) == ("answered", ["QRX1"])
    assert "PMID:7" in json.dumps(printed["evidence"])
    assert [one["verdict"] for one in printed["claims"]] == ["supported"]
    assert "LINKED_TO" in models.chats[0].prompt
    assert "HAS_PHENOTYPE" not in models.chats[0].prompt, "another graph's schema"


@pytest.mark.slow  # test_store.py kills one in the middle of a statement
def test_a_graph_server_that_is_killed_while_a_model_writes_comes_back(
    settings: Settings, server: EmbeddedServer, tables: str, models: ScriptedModels
) -> None:
    def killed(messages: object) -> str:
        state = read_state(server._folder)
        assert state is not None
        os.kill(state.server_pid, signal.SIGKILL)
        models.reply = None
        return "MATCH (g:Gene)-[:LINKED_TO]->(d:Disease {name: 'Ormond fever'}) RETURN g.name"

    with Asker.open(settings, tables) as asker:
        models.says(LINKED)
        models.reply = killed
        trace = asker.ask("Which genes are linked to Ormond fever?", approach=by(models))
        assert trace.answer.status in ("answered", "failed"), trace.answer.text
        assert [call.purpose for call in trace.calls][:1] == ["write Cypher"]
        assert [one.chosen.name for one in trace.entities] == ["Ormond fever"]
        if trace.answer.status == "failed":
            assert "graph" in trace.answer.text
        models.says("MATCH (g:Gene)-[:LINKED_TO]->(:Disease {name: 'Ormond fever'}) RETURN g.name", LINKED)
        assert items(asker.ask("Which genes are linked to Ormond fever?", approach=by(models))) == ["QRX1"]


@pytest.mark.slow
def test_an_own_server_that_is_killed_while_a_model_writes_is_a_sentence(
    asker: Asker, spare_neo4j: SpareNeo4j, models: ScriptedModels
) -> None:
    def killed(messages: object) -> str:
        spare_neo4j.process.kill()
        spare_neo4j.process.wait()
        return WRITTEN

    models.reply = killed
    trace = asker.ask(QUESTION, approach=by(models))
    assert trace.answer.status == "failed"
    assert "Traceback" not in trace.answer.text
    assert NEO4J_PASSWORD not in replay.to_json(trace)
    assert [call.purpose for call in trace.calls] == ["write Cypher"], "nothing further is asked of the model"
    assert [one.chosen.name for one in trace.entities] == ["Ormond fever"]
    models.reply = None
    spare_neo4j.start()
    models.says(WRITTEN, in_form(treats("Brentazole", 1)))
    assert items(asker.ask(QUESTION, approach=by(models))) == ["Brentazole"]
