"""A server that a reader gives in the page: reached, tried, looked at, asked, halted and started again."""

from __future__ import annotations

import dataclasses
import json
import logging
import os
import pickle
import re
import signal
import traceback
from collections.abc import Callable
from pathlib import Path

import neo4j
import pytest
from servers import NEO4J_PASSWORD, Relay, SpareNeo4j, end

from kgqa import settings as settings_module
from kgqa.cli import output
from kgqa.errors import KgqaError, QueryError, ServerError
from kgqa.graph import reach
from kgqa.graph.failures import unreachable
from kgqa.graph.own.choices import Choices, LabelChoice, remember
from kgqa.graph.own.connections import Connection, Connections, own_settings
from kgqa.graph.own.own_graph import ReadingStore, read_own_schema
from kgqa.graph.own.probes import find_capabilities
from kgqa.graph.reach import require_bolt
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.records import Query, Trace
from kgqa.schema.relation_words import RelationWords
from kgqa.settings import Settings

FILL = """
CREATE (a:Protein:Enzyme {acc: 'P:1', name: 'Alphase', synonyms: ['Alpha enzyme']}),
       (b:Protein {acc: 'P:2', name: 'Betatin'}),
       (c:Protein:Receptor {acc: 'P:3', name: 'Gamma receptor'}),
       (d:Disease {id: 'DIS:1', name: 'Ormond fever', level: 3}),
       (e:Disease {id: 'DIS:2', name: 'Pallid ague', level: 1}),
       (f:Disease {id: 'X77', name: 'Tertian chill', level: 2}),
       (s:Assay {code: 'X77', title: 'Blue assay', nick: 'bluey'}),
       (t:Assay {code: 'AS2', title: 'Red assay', nick: 'reddy'}),
       (a)-[:LINKED_TO]->(d), (b)-[:LINKED_TO]->(d), (b)-[:LINKED_TO]->(e), (c)-[:LINKED_TO {negated: true}]->(e),
       (a)-[:LINKED_TO {negated: false}]->(f), (s)-[:MEASURES]->(a), (t)-[:MEASURES]->(b)
"""
CENSUS = (
    "MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS k, sum(size(labels(n))) AS l",
    "MATCH ()-[r]->() RETURN count(r) AS n, sum(size(keys(r))) AS k",
    "CALL db.labels() YIELD label RETURN count(label) AS n",
)
LINKED = "Which proteins are linked to Ormond fever?"
PATIENT_S = 20.0
"""Time limit of statements where a slow machine must not make a test fail."""


@dataclasses.dataclass
class Lab:
    """A Neo4j that can be halted and started again, and the connection that a reader gives for it."""

    server: SpareNeo4j

    @property
    def connection(self) -> Connection:
        return Connection("Our lab", self.server.uri, "neo4j", NEO4J_PASSWORD)


@pytest.fixture(scope="module")
def lab(spare_neo4j: SpareNeo4j) -> Lab:
    spare_neo4j.empty()
    spare_neo4j.run(FILL)
    return Lab(spare_neo4j)


@pytest.fixture
def fresh(tmp_path: Path) -> Settings:
    """The default settings with a data folder of the test's own: no server is set."""
    return dataclasses.replace(settings_module.load({}), data_dir=tmp_path / "data", time_limit_s=PATIENT_S)


def names(trace: Trace) -> set[str]:
    assert trace.answer.status == "answered", trace.answer.text
    return {item.name for item in trace.answer.items}


def test_a_connection_is_tried_and_asked(lab: Lab, fresh: Settings) -> None:
    before = [lab.server.run(statement) for statement in CENSUS]
    found = find_capabilities(own_settings(fresh, lab.connection))
    assert found.kind == "neo4j"
    with Asker.open(fresh, connection=lab.connection) as asker:
        assert (asker.card.name, asker.card.title) == ("own", "Our lab")
        assert asker.rules() == found.rules
        assert names(asker.ask("Which proteins are linked to Ormond fever?")) == {"Alphase", "Betatin"}
        assert [i.name for i in asker.ask("Which proteins are linked to Pallid ague?").answer.set_aside] == [
            "Gamma receptor"
        ]
    assert [lab.server.run(statement) for statement in CENSUS] == before
    assert not fresh.data_dir.exists(), "nothing is kept that nobody asked for"


@pytest.mark.slow
def test_two_sessions_ask_two_servers_at_once(lab: Lab, fresh: Settings, server: EmbeddedServer) -> None:
    """The second is the embedded server, as a graph server that speaks Bolt and is no Neo4j."""
    user, password = server.root_auth
    server.create_database("second")
    try:
        other = Connection("Second", server.bolt_uri, user, password, "second")
        with pytest.raises(ServerError, match=r"database 'second' .* has nothing to ask about. It holds no nodes"):
            Asker.open(fresh, connection=other)
        with neo4j.GraphDatabase.driver(server.bolt_uri, auth=server.root_auth) as driver:
            driver.execute_query(FILL.replace("Betatin", "Deltatin"), database_="second")
        with (
            Asker.open(fresh, connection=lab.connection) as one,
            Asker.open(fresh, connection=other) as two,
        ):
            question = "Which proteins are linked to Pallid ague?"
            assert (names(one.ask(question)), names(two.ask(question))) == ({"Betatin"}, {"Deltatin"})
            for asker in (one, two):
                _ask_nested(asker)
    finally:
        server.drop_database("second")


def _ask_nested(asker: Asker) -> None:
    """A node counts for its rarest type and still is of the broader one."""
    assert names(asker.ask("Which proteins are linked to Ormond fever?")) >= {"Alphase"}
    assert names(asker.ask("Which enzymes are linked to Ormond fever?")) == {"Alphase"}
    assert asker.ask("How many proteins are there?").answer.value == 3
    verdicts = {
        "Is Alphase a protein?": True,
        "Is Alphase an enzyme?": True,
        "Is Alphase not a protein?": False,
        "Is P:2 an enzyme?": None,
        "Is Alphase a receptor?": None,
        "Is Alphase a disease?": None,
    }
    assert {question: asker.ask(question).answer.verdict for question in verdicts} == verdicts
    details = asker.explorer.thing("P:1")
    assert details is not None
    assert details.node.label == "Enzyme"


def test_an_identifier_of_two_things_names_neither(lab: Lab, fresh: Settings) -> None:
    with Asker.open(fresh, connection=lab.connection) as asker:
        for question in ("Which proteins are linked to X77?", "Which proteins does X77 measure?"):
            assert asker.ask(question).answer.status != "answered"
        assert names(asker.ask("Which proteins are linked to Tertian chill?")) == {"Alphase"}
        assert names(asker.ask("Which proteins does Blue assay measure?")) == {"Alphase"}


def test_what_is_guessed_can_be_chosen_otherwise(lab: Lab, fresh: Settings) -> None:
    chosen = own_settings(fresh, lab.connection)
    reading = read_own_schema(chosen)
    labels = {label.label: label for label in reading.labels}
    assert (labels["Assay"].id_property, labels["Assay"].name_property) == ("code", "title")
    assert set(labels["Assay"].candidates) == {"code", "title", "nick"}
    assert set(labels["Disease"].candidates) == {"id", "name"}, "a number is no name"
    examples = {one.name: set(one.examples) for one in labels["Assay"].properties}
    assert examples["nick"] == {"bluey", "reddy"}
    remember(
        fresh.data_dir,
        chosen.graph_uri,
        chosen.graph_database,
        Choices(
            (LabelChoice("Assay", "code", "nick"), LabelChoice("Disease", "id", "level")),
            (RelationWords("Assay", "MEASURES", "Protein", "quantifies", "is quantified by"),),
        ),
    )
    with Asker.open(fresh, connection=lab.connection) as asker:
        assert asker.schema.node("Assay").name_property == "nick"
        assert asker.schema.node("Disease").name_property == "name"
        assert any("What was chosen for 'Disease' does not hold" in note for note in asker.notes())
        assert not any("'nick'" in note for note in asker.notes()), "what was chosen is not called a guess"
        assert names(asker.ask("Which proteins does bluey quantify?")) == {"Alphase"}
        assert "quantif" in asker.ask("Which proteins does bluey quantify?").answer.text
    remember(fresh.data_dir, chosen.graph_uri, "", Choices((LabelChoice("Protein", "name", "acc"),)))
    assert read_own_schema(chosen).schema.node("Protein").name_property == "acc"


QUESTIONS = (
    "Which proteins are linked to Ormond fever?",
    "Which diseases is Alpha enzyme linked to?",
    "Which proteins are linked to ormond fevers?",
    "Which proteins are linked to Ormnd fever?",
    "Which proteins are linked to DIS:2?",
    "Which assays measure alphase?",
    "Which proteins are linked to both Ormond fever and Pallid ague?",
    "Is Betatin linked to Pallid ague?",
    "Is Gamma receptor linked to Pallid ague?",
    "Which proteins are linked to Marfan syndrome?",
    "Is Alphase a protein?",
    "How many proteins are linked to Ormond fever?",
)
HOSTILE = (
    'Which proteins are linked to "Ormond fever" AND *:* OR name:[* TO *]?',
    "Which proteins are linked to Ormond fever~2^9 && !(a || b) \\u0041 {x} /.*/?",
    "Which proteins are linked to Ormond\u0000fever\\?",
    '+ - && || ! ( ) { } [ ] ^ " ~ * ? : \\ / AND OR NOT',
    "*" * 300,
    "fever " * 60,
)


@pytest.mark.slow
def test_names_that_are_too_many_to_hold_are_found_by_the_servers_index(lab: Lab, fresh: Settings) -> None:
    few = dataclasses.replace(fresh, most_names=2)
    with Asker.open(fresh, connection=lab.connection) as asker:
        expected = [_gist(asker.ask(question)) for question in QUESTIONS]
    with Asker.open(few, connection=lab.connection) as asker:
        (advice,) = [note for note in asker.notes() if "CREATE FULLTEXT INDEX" in note]
    lab.server.run(advice[advice.index("CREATE FULLTEXT INDEX") :])
    lab.server.run("CALL db.awaitIndexes(60)")
    with Asker.open(few, connection=lab.connection) as asker:
        assert any("full-text index ('kgqa_names')" in note for note in asker.notes())
        assert len(asker.linker.index) == 0
        assert [_gist(asker.ask(question)) for question in QUESTIONS] == expected
        for question in HOSTILE:
            assert asker.ask(question).answer.status != "failed", question
        assert [hit.name for hit in asker.explorer.find("orm")] == ["Ormond fever"]
        assert [hit.name for hit in asker.explorer.find("gam rec")] == ["Gamma receptor"]
        assert asker.explorer.find("zzz") == []
        assert asker.candidates("pallid agu")[0].name == "Pallid ague"


def _gist(trace: Trace) -> tuple[object, ...]:
    answer = trace.answer
    return answer.status, answer.verdict, answer.value, sorted(item.id for item in answer.items)


@pytest.mark.parametrize(
    ("cypher", "said"),
    [
        ("CREATE (n:Planted) RETURN n", "does not take the statement for a reading one"),
        ("MATCH (n:Disease) SET n.name = 'x' RETURN n", "does not take the statement for a reading one"),
        ("MATCH (n) CALL (n) { CREATE (:Planted) } RETURN n", "does not take the statement for a reading one"),
        ("// c \\u000A CREATE (:Planted) RETURN 1 AS n", "does not take the statement for a reading one"),
        ("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line", "more than read the graph"),
        ("MATCH (n) RETURN COLLECT { LOAD CSV FROM 'http://127.0.0.1:1/' AS l RETURN l } AS l", "more than read"),
        ("LOAD/**/CSV FROM 'http://127.0.0.1:1/' AS line RETURN line", "more than read the graph"),
        ("TERMINATE TRANSACTION 'neo4j-transaction-1' YIELD message RETURN message", "more than read the graph"),
        ("CALL dbms.listConfig() YIELD name RETURN name", "was not run"),
        ("CALL db.stats.clear('QUERIES') YIELD section RETURN section", "was not run"),
    ],
)
def test_only_what_reads_the_graph_runs(lab: Lab, fresh: Settings, cypher: str, said: str) -> None:
    before = [lab.server.run(statement) for statement in CENSUS]
    with (
        ReadingStore.of(own_settings(fresh, lab.connection), tells_query_type=True) as store,
        pytest.raises(QueryError, match=said),
    ):
        store.run(Query(cypher, ()))
    assert [lab.server.run(statement) for statement in CENSUS] == before


def test_a_statement_is_explained_once(lab: Lab, fresh: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    answered = ReadingStore._answered

    def noted(store: ReadingStore, text: str, *rest: object) -> object:
        sent.append(text)
        return answered(store, text, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(ReadingStore, "_answered", noted)
    with ReadingStore.of(own_settings(fresh, lab.connection), tells_query_type=True) as store:
        for wanted in ("DIS:1", "DIS:2", "DIS:1"):
            store.run(Query("MATCH (d:Disease {id: $id}) RETURN d.name AS name", ("name",), {"id": wanted}))
    assert [text.startswith("EXPLAIN ") for text in sent] == [True, False, False, False]


def test_each_account_that_is_not_let_in_has_its_sentence(lab: Lab, fresh: Settings) -> None:
    lab.server.run("CREATE USER fresh SET PASSWORD 'first-of-all' CHANGE REQUIRED")
    lab.server.run("CREATE USER hasty SET PASSWORD 'never-guessed' CHANGE NOT REQUIRED")

    def said(**change: str) -> str:
        with pytest.raises(ServerError) as caught:
            find_capabilities(own_settings(fresh, dataclasses.replace(lab.connection, **change)))
        return str(caught.value)

    assert "wants the user 'fresh' to change the password first" in said(user="fresh", password="first-of-all")
    assert "refuses the user 'hasty' or its password" in said(user="hasty", password="guess")
    tries = [said(user="hasty", password=f"guess {number}") for number in range(5)]
    assert "a wrong password was given too often. Wait a minute" in tries[-1]
    assert "no database 'nosuch'" in said(database="nosuch")
    assert "no database 'nosuch'" in said(database="nosuch", uri=lab.connection.uri.replace("bolt:", "neo4j:"))
    assert "holds its accounts and no graph" in said(database="System")
    assert "does not offer an encrypted connection" in said(uri=lab.connection.uri.replace("bolt:", "neo4j+s:"))


def test_an_address_of_a_cluster_is_asked_too(lab: Lab, fresh: Settings) -> None:
    routed = dataclasses.replace(lab.connection, uri=lab.connection.uri.replace("bolt:", "neo4j:"))
    with Asker.open(fresh, connection=routed) as asker:
        assert names(asker.ask("Which proteins are linked to Pallid ague?")) == {"Betatin"}
    assert "use bolt:// in place of neo4j://" in str(unreachable("neo4j://somewhere:7687"))
    assert "in place of" not in str(unreachable("bolt://somewhere:7687"))


def test_a_password_stands_nowhere_after_a_whole_session(
    lab: Lab, fresh: Settings, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """Wrong password, database and address, a statement that fails, an answer; everything is looked through."""
    caplog.set_level(logging.DEBUG)
    wrong = "planted-wrong-8d1f"
    texts: list[str] = []
    for change in (
        {"password": wrong},
        {"password": wrong, "uri": "bolt://127.0.0.1:1"},
        {"password": wrong, "uri": f"bolt://neo4j:{wrong}@127.0.0.1:{lab.server.port}"},
        {"password": wrong, "uri": "bolt+s://127.0.0.1:1"},
        {"database": "nosuch"},
    ):
        connection = dataclasses.replace(lab.connection, **change)
        texts += [repr(connection), repr(own_settings(fresh, connection))]
        for attempt in (
            lambda one: find_capabilities(own_settings(fresh, one)),
            lambda one: Asker.open(fresh, connection=one),
        ):
            with pytest.raises(KgqaError) as caught:
                attempt(connection)
            texts += traceback.format_exception(caught.value)
    Connections(fresh.data_dir, "0" * 64).save(lab.connection, keep_password=True)
    with Asker.open(fresh, connection=lab.connection) as asker:
        with pytest.raises(QueryError) as failed:
            asker._opened.store.run(Query("MATCH (n RETURN n", ()))
        texts += traceback.format_exception(failed.value)
        trace = asker.ask("Which proteins are linked to Ormond fever?")
        texts += [repr(asker), repr(asker._opened), repr(asker._opened.store), repr(trace), *asker.notes()]
        texts += [
            json.dumps(output.answer_json(trace), default=str),
            repr(pickle.dumps(trace)),
            *map(repr, asker.rules()),
        ]
    out, err = capfd.readouterr()
    kept = [path.read_text() for path in fresh.data_dir.rglob("*") if path.is_file()]
    everything = "\n".join((*texts, caplog.text, out, err, *kept))
    assert len(kept) == 1
    for secret in (NEO4J_PASSWORD, wrong):
        assert secret not in everything, everything[max(0, everything.index(secret) - 300) :][:400]


@pytest.mark.slow  # a server that is gone is in the test below
def test_a_halted_server(lab: Lab, fresh: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "CONNECT_S", 1.0)  # only waited for in full, which nobody has to
    patient = dataclasses.replace(fresh, time_limit_s=90.0)
    with (
        Asker.open(patient, connection=lab.connection) as hasty,
        Asker.open(patient, connection=lab.connection) as asker,
    ):
        hasty._opened.store._time_limit_s = 1.0
        os.kill(lab.server.process.pid, signal.SIGSTOP)
        try:
            halted = hasty.ask(LINKED).answer
            assert halted.status == "failed"
            assert re.search("does not answer|Stopped after", halted.text), halted.text
            with pytest.raises(ServerError, match="takes connections but does not answer"):
                require_bolt(lab.connection.uri)
        finally:
            os.kill(lab.server.process.pid, signal.SIGCONT)
        assert names(asker.ask(LINKED)) == {"Alphase", "Betatin"}


def test_a_server_that_is_gone_and_comes_back(lab: Lab, fresh: Settings) -> None:
    with (
        Relay(lab.server.port) as relay,
        Asker.open(fresh, connection=dataclasses.replace(lab.connection, uri=relay.uri)) as asker,
    ):
        assert_gone_and_back(asker, relay.cut, relay.listen)


@pytest.mark.slow  # a Neo4j that is started again takes the processor time of hundreds of tests
def test_a_killed_and_a_restarted_server(lab: Lab, fresh: Settings) -> None:
    """Last in this file, because the server is another one afterwards."""
    patient = dataclasses.replace(fresh, time_limit_s=90.0)  # a server that begins anew beside other work is slow
    with Asker.open(patient, connection=lab.connection) as asker:
        assert_gone_and_back(asker, lambda: end(lab.server.process), lab.server.start)


def assert_gone_and_back(asker: Asker, go: Callable[[], None], come: Callable[[], None]) -> None:
    assert names(asker.ask(LINKED)) == {"Alphase", "Betatin"}
    go()
    gone = asker.ask(LINKED).answer
    assert gone.status == "failed"
    assert "does not answer" in gone.text
    assert NEO4J_PASSWORD not in gone.text
    come()
    assert names(asker.ask(LINKED)) == {"Alphase", "Betatin"}
