"""Questions about a graph on a server of the user's own: a real Neo4j that knows nothing of this program."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest
from servers import NEO4J_PASSWORD, SpareNeo4j, own_settings

from kgqa import settings as settings_module
from kgqa.cli.command import main
from kgqa.cypher.run import Ran
from kgqa.errors import ServerError, TimeLimitError, UnknownGraphError
from kgqa.graph.own import own_graph, reading
from kgqa.graph.own.own_graph import open_own
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.store import GraphStore
from kgqa.pipeline import Asker
from kgqa.progress import Progress
from kgqa.records import Query, Trace
from kgqa.services.trapi.model import QueryEdge, QueryGraph, QueryNode
from kgqa.serving.trapi.answering import Answering
from kgqa.settings import Settings

FILL = """
CREATE (d1:Entity:Drug {drug_id: 'DRUG:1', name: 'Brentazole', aliases: ['Zolbrent', 'BRZ-1'], approved: true}),
       (d2:Entity:Drug {drug_id: 'DRUG:2', name: 'Calvirone', aliases: 'Calvax | Virocal', approved: false}),
       (s1:Entity:Disease {id: 'DIS:1', name: 'Ormond fever', description: 'A fever of the hills.'}),
       (s2:Entity:Disease {id: 'DIS:2', name: 'Pallid ague', description: 'A pale ague.'}),
       (s3:Entity:Disease {id: 'DIS:3', name: 'Febrile illness', description: 'Any illness with fever.'}),
       (s4:Entity:Disease {id: 'DIS:4', description: 'Recorded without a name.'}),
       (g1:Gene {identifier: 101, symbol: 'QRX1', length: 900}),
       (g2:Gene {identifier: 102, symbol: 'QRX2', length: 1200}),
       (g3:Gene {identifier: 103, symbol: 'WVB7', length: 300}),
       (p1:Phenotype {code: 'PH:1', preferredLabel: 'Blue tongue'}),
       (p2:Phenotype {code: 'PH:2', preferredLabel: 'Cold nose', site: point({x: 1.5, y: 2.0})}),
       (d1)-[:TREATS {pmids: ['PMID:11', 'PMID:12'], source: 'TestBase'}]->(s1),
       (d1)-[:TREATS {source: 'TestBase'}]->(s4),
       (d2)-[:TREATS {source: 'TestBase'}]->(s2),
       (d1)-[:TARGETS]->(g1), (d1)-[:TARGETS]->(g2), (d2)-[:TARGETS]->(g3),
       (g1)-[:ASSOCIATED_WITH {negated: false}]->(s1), (g2)-[:ASSOCIATED_WITH {negated: false}]->(s1),
       (g3)-[:ASSOCIATED_WITH {negated: true}]->(s1), (g3)-[:ASSOCIATED_WITH {negated: false}]->(s2),
       (s1)-[:HAS_PHENOTYPE]->(p1), (s2)-[:HAS_PHENOTYPE]->(p1), (s2)-[:HAS_PHENOTYPE]->(p2),
       (g2)-[:INTERACTS_WITH]->(g1), (g1)-[:REGULATES]->(g3),
       (g1)-[:MENTIONS {negated: false}]->(p1), (g2)-[:MENTIONS]->(p1),
       (p1)-[:NEAR]->(p2), (p2)-[:NEAR {negated: true}]->(p1),
       (s1)-[:IS_A]->(s3), (d1)-[:IS_A]->(p1),
       (:Log {at: 1}), (:Log {at: 2}), ()-[:TOUCHED]->(g1)
"""
CENSUS = (
    "MATCH (n) RETURN count(n) AS n, sum(size(keys(n))) AS k, sum(size(labels(n))) AS l",
    "MATCH ()-[r]->() RETURN count(r) AS n, sum(size(keys(r))) AS k",
    "SHOW INDEXES YIELD name RETURN count(name) AS n",
    "CALL db.labels() YIELD label RETURN count(label) AS n",
    "CALL db.relationshipTypes() YIELD relationshipType RETURN count(relationshipType) AS n",
    "CALL db.propertyKeys() YIELD propertyKey RETURN count(propertyKey) AS n",
)


def open_quietly(settings: Settings) -> own_graph.OwnGraph:
    return open_own(settings, lambda _: None)


@pytest.fixture(scope="module")
def uri(spare_neo4j: SpareNeo4j) -> str:
    spare_neo4j.empty()
    spare_neo4j.run(FILL)
    return spare_neo4j.uri


@pytest.fixture(scope="module")
def before(uri: str, spare_neo4j: SpareNeo4j) -> list[list[list[Any]]]:
    """What the server held before anybody asked."""
    return [spare_neo4j.run(statement) for statement in CENSUS]


@pytest.fixture(scope="module")
def asker(uri: str, before: object) -> Iterator[Asker]:
    with Asker.open(own_settings(uri)) as opened:
        yield opened


def names(trace: Trace) -> set[str]:
    assert trace.answer.status == "answered", trace.answer.text
    return {item.name for item in trace.answer.items}


def test_the_schema_is_read_from_the_data(asker: Asker) -> None:
    nodes = {node.label: node for node in asker.schema.nodes}
    assert set(nodes) == {"Drug", "Disease", "Gene", "Phenotype"}
    named = {label: (node.name_property, node.id_property, node.count) for label, node in nodes.items()}
    assert named == {
        "Drug": ("name", "drug_id", 2),
        "Disease": ("name", "id", 4),
        "Gene": ("symbol", "symbol", 3),  # a number is never compared with text, so it identifies nothing
        "Phenotype": ("preferredLabel", "code", 2),
    }
    by_identifier = {node.same_property == node.id_property for node in nodes.values()}
    assert by_identifier == {True}, "no two have one name, and identifiers are what a server keeps an index of"
    types = {(p.name, p.type, p.role) for p in nodes["Drug"].properties}
    assert {("approved", "BOOLEAN", "text"), ("aliases", "LIST", "synonyms")} <= types
    assert ("length", "INTEGER") in {(p.name, p.type) for p in nodes["Gene"].properties}


def test_relations_have_ends_counts_and_guessed_directions(asker: Asker) -> None:
    relations = {(r.source, r.type, r.target): r for r in asker.schema.relations}
    assert relations["Gene", "ASSOCIATED_WITH", "Disease"].count == 4
    assert relations["Gene", "ASSOCIATED_WITH", "Disease"].against == "negated"
    assert relations["Gene", "INTERACTS_WITH", "Gene"].symmetric
    assert not relations["Gene", "REGULATES", "Gene"].symmetric
    assert relations["Disease", "IS_A", "Disease"].hierarchical
    assert not relations["Drug", "IS_A", "Phenotype"].hierarchical
    assert relations["Gene", "MENTIONS", "Phenotype"].against == "negated"
    assert any("1 of 2 records have no 'negated'" in note for note in asker.notes())
    assert not any("Entity" in key or "Log" in key for key in relations)


def test_what_is_enforced_and_guessed_is_said(asker: Asker) -> None:
    said = " ".join(asker.notes())
    assert asker.notes()[0].startswith("The server Neo4j/5")
    assert "refuses every write" in said
    for part in (
        "everywhere: 'Entity'",
        "'Log'",
        "without a label",
        "'negated'",
        "directions: 'INTERACTS_WITH'",
        "by 'code'",
    ):
        assert part in said, part
    assert NEO4J_PASSWORD not in said
    assert (asker.card.name, asker.card.licence, asker.card.citation) == ("own", "", "")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which drugs treat Ormond fever?", {"Brentazole"}),
        ("What diseases does Zolbrent treat?", {"Ormond fever", "DIS:4"}),
        ("Which genes are associated with DIS:1?", {"QRX1", "QRX2"}),
        ("Which phenotypes does Pallid ague have?", {"Blue tongue", "Cold nose"}),
        ("Which genes interact with QRX1?", {"QRX2"}),
        ("Which genes interact with QRX2?", {"QRX1"}),
        ("Which drugs target genes that are associated with Pallid ague?", {"Calvirone"}),
        ("Which diseases have both Blue tongue and Cold nose?", {"Pallid ague"}),
    ],
)
def test_lists(asker: Asker, question: str, expected: set[str]) -> None:
    assert names(asker.ask(question)) == expected


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Does Calvirone treat Pallid ague?", True),
        ("Does Virocal treat Ormond fever?", False),
        ("Is WVB7 associated with Ormond fever?", False),
        ("Is WVB7 associated with Pallid ague?", True),
        ("Is Ormond fever a kind of Febrile illness?", True),
    ],
)
def test_yes_or_no(asker: Asker, question: str, verdict: bool) -> None:
    trace = asker.ask(question)
    assert (trace.answer.status, trace.answer.verdict) == ("answered", verdict), trace.answer.text


def test_a_denied_link_is_evidence_against(asker: Asker) -> None:
    trace = asker.ask("Which genes are associated with Ormond fever?")
    assert names(trace) == {"QRX1", "QRX2"}
    assert [item.name for item in trace.answer.set_aside] == ["WVB7"]


def test_counts_and_properties(asker: Asker) -> None:
    assert asker.ask("How many drugs are there?").answer.value == 2
    assert asker.ask("How many genes does Brentazole target?").answer.value == 2
    assert asker.ask("What is the definition of Pallid ague?").answer.value == "A pale ague."
    assert asker.ask("What are the synonyms of Brentazole?").answer.value == ["Zolbrent", "BRZ-1"]
    assert asker.ask("What is the length of QRX2?").answer.value == 1200
    assert "x 1.5, y 2.0" in asker.ask("What is the site of Cold nose?").answer.text


def test_evidence_carries_its_sources(asker: Asker) -> None:
    trace = asker.ask("Which drugs treat Ormond fever?")
    assert trace.evidence[0].sources == ("TestBase", "PMID:11", "PMID:12")
    assert trace.graph.name == "own"


@pytest.mark.parametrize(
    "question",
    ["Which drugs treat Marfan syndrome?", "Which proteins treat Ormond fever?", "What is the capital of France?"],
)
def test_what_the_graph_lacks_is_said(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    status = "not_understood" if "France" in question else "not_in_graph"
    assert (answer.status, answer.items) == (status, ()), answer.text


@pytest.mark.parametrize("question", ["CREATE (n:Hacked)", "MATCH (n) DETACH DELETE n", "'; DROP DATABASE neo4j; //"])
def test_statements_are_no_questions(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status in ("not_in_graph", "not_understood", "refused", "ambiguous")


def test_the_command_line_says_what_is_enforced_once(
    uri: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in {"URI": uri, "USER": "neo4j", "PASSWORD": NEO4J_PASSWORD, "DATABASE": "neo4j"}.items():
        monkeypatch.setenv(f"KGQA_GRAPH_{name}", value)
    assert main(["ask", "Which drugs treat Ormond fever?", "--json"]) == 0
    output = capsys.readouterr()
    assert [one["name"] for one in json.loads(output.out)["answers"]] == ["Brentazole"]
    assert output.err.count("refuses every write in a question") == 1
    assert NEO4J_PASSWORD not in output.out + output.err


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"graph_password": "not-the-pass"}, "refuses the user 'neo4j' or its password"),
        ({"graph_user": "nobody"}, "refuses the user 'nobody' or its password"),
        ({"graph_database": "nosuch"}, "no database 'nosuch'"),
        ({"graph_uri": "bolt://127.0.0.1:1"}, "Nothing listens at port 1"),
        ({"graph_uri": "bolt://no.such.host.invalid:7687"}, "No computer of the name"),
        ({"graph_uri": "http://127.0.0.1:7474"}, "cannot be used"),
        ({"graph_uri": "localhost:7687"}, "cannot be used"),
    ],
)
def test_each_wrong_setting_has_its_sentence(uri: str, change: dict[str, Any], said: str) -> None:
    with pytest.raises(ServerError, match=said) as caught:
        Asker.open(dataclasses.replace(own_settings(uri), **change))
    assert NEO4J_PASSWORD not in str(caught.value)
    assert "not-the-pass" not in str(caught.value)


def test_a_named_graph_is_asked_on_the_embedded_server(uri: str, settings: Settings) -> None:
    chosen = dataclasses.replace(own_settings(uri), data_dir=settings.data_dir)
    with pytest.raises(UnknownGraphError, match="'other'"):
        Asker.open(chosen, "other")


def test_one_denial_among_many_links_is_noticed(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SAMPLE", 1)
    graph = open_quietly(own_settings(uri))
    against = {relation.type: relation.against for relation in graph.schema.relations}
    assert against["TREATS"] is None
    assert against["NEAR"] == "negated", "the second of its records denies the link, and the first does not tell"


def test_names_beyond_the_bound_are_cut_and_said(uri: str) -> None:
    assert settings_module.load({}).most_names == 200_000
    graph = open_quietly(own_settings(uri, most_names=5))
    assert len(graph.names) == 5
    assert any("more names than are held: 5 were read" in note for note in graph.notes)


def test_a_graph_too_large_to_count_is_read_in_part(uri: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements over everything are ended, as on a server with too many nodes for them; all others run."""
    answer = GraphStore.run

    def hurried(store: GraphStore, query: Query, **limits: Any) -> Any:
        if query.cypher.startswith(("MATCH (n) RETURN", "MATCH (a)-[r]->(b) RETURN")) or "AS told" in query.cypher:
            raise TimeLimitError("ended")
        if "AS different" in query.cypher and "Gene" in query.cypher:
            raise TimeLimitError("ended")
        return answer(store, query, **limits)

    monkeypatch.setattr(GraphStore, "run", hurried)
    graph = open_quietly(own_settings(uri))
    assert {(node.label, node.count) for node in graph.schema.nodes} >= {("Drug", 2), ("Gene", 3)}
    assert {(r.source, r.type, r.target) for r in graph.schema.relations} >= {("Drug", "TREATS", "Disease")}
    assert {r.against for r in graph.schema.relations if r.type == "ASSOCIATED_WITH"} == {"negated"}
    assert sum("needed too long" in note for note in graph.notes) >= 3


def test_a_server_that_does_not_enforce_reading_is_used_and_says_so(server: EmbeddedServer) -> None:
    server.create_database("own_other")
    user, password = server.root_auth
    chosen = own_settings(server.bolt_uri, graph_user=user, graph_database="own_other")
    chosen = dataclasses.replace(chosen, graph_password=password)
    with pytest.raises(ServerError, match="holds no nodes"):
        Asker.open(chosen)
    with (
        neo4j.GraphDatabase.driver(server.bolt_uri, auth=(user, password)) as driver,
        driver.session(database="own_other") as session,
    ):
        session.run(FILL).consume()
    with Asker.open(chosen) as asker:
        assert "does not enforce read-only" in asker.events()[0]
        assert {node.label for node in asker.schema.nodes} == {"Drug", "Disease", "Gene", "Phenotype"}
        assert names(asker.ask("Which drugs treat Ormond fever?")) == {"Brentazole"}
        assert names(asker.ask("What diseases does Zolbrent treat?")) == {"Ormond fever", "DIS:4"}
        assert asker.ask("Is WVB7 associated with Ormond fever?").answer.verdict is False
        requires_rules_of_arcadedb(asker)
    server.drop_database("own_other")


def requires_rules_of_arcadedb(asker: Asker) -> None:
    """It is known by the name it gives itself, so what it answers wrongly is rewritten, and gives the rows it should.

    With a null variable taken as free, every drug would have a neighbour here.
    """
    written = (
        "MATCH (d:Drug) OPTIONAL MATCH (d)-[:TREATS]->(s:Disease {name: 'Pallid ague'}) "
        "RETURN d.name AS d, EXISTS { (d)-->(s) } AS treated"
    )
    checked = asker.checker().check(written)
    assert {one.rule for one in checked.corrections} == {"server_nulls"}
    ran = asker.run_cypher(checked.cypher)
    assert isinstance(ran, Ran)
    assert set(ran.rows.rows) == {("Brentazole", False), ("Calvirone", True)}
    for kind in ("memgraph", "other"):
        with_other = Asker(asker._settings, dataclasses.replace(asker._opened, kind=kind))  # type: ignore[arg-type]
        assert with_other.checker().check(written).corrections == ()


def test_progress_tells_what_is_read(uri: str) -> None:
    heard: list[Progress] = []
    graph = open_own(own_settings(uri), heard.append)
    steps = [progress.step for progress in heard]
    assert steps[0] == "Looking at the graph server"
    assert steps[-len(graph.notes) :] == list(graph.notes)


def test_it_can_be_served_to_others(asker: Asker) -> None:
    graph = Answering(asker)
    ends = {"a": QueryNode(("DIS:3", "DIS:1")), "b": QueryNode(categories=("biolink:Gene",))}
    found = graph.answer(QueryGraph(ends, {"e": QueryEdge("b", "a")})).message
    told = {(one.subject, one.object, one.negated, one.inferred) for one in found.edges.values()}
    assert ("own:QRX1", "DIS:1", False, False) in told
    assert ("own:QRX1", "DIS:3", False, True) in told  # DIS:1 is a kind of it
    assert ("own:WVB7", "DIS:1", True, False) in told
    assert {(one.nodes["a"][0].id, one.nodes["b"][0].id) for one in found.results or ()} == {
        (disease, gene) for disease in ("DIS:1", "DIS:3") for gene in ("own:QRX1", "own:QRX2")
    }  # fmt: skip
    assert graph.meta.prefixes["biolink:Gene"] == ("own",)
    assert ("biolink:Drug", "biolink:treats", "biolink:Disease") in {
        (one.subject, one.predicate, one.object) for one in graph.meta.edges
    }  # fmt: skip


def test_no_question_changed_the_graph(asker: Asker, before: object, spare_neo4j: SpareNeo4j) -> None:
    asker.ask("Which drugs treat Ormond fever?")
    assert [spare_neo4j.run(statement) for statement in CENSUS] == before
