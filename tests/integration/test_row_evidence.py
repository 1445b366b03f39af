"""What rows of written statements rest on, on both servers: edges, things, and what is said where there are none."""

from __future__ import annotations

import dataclasses

import pytest
from servers import NEO4J_PASSWORD

from kgqa.cypher.run import Ran, run
from kgqa.errors import QueryError, StoppedError
from kgqa.evidence.denied_links import parted
from kgqa.evidence.row_evidence import COMPUTED, RowEvidence, evidence
from kgqa.graph.own.own_graph import open_own
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.records import Triple
from kgqa.schema.model import Schema
from kgqa.settings import Settings
from tests.integration.graphs import SCHEMA

MOST = 200


def told(store: GraphStore, text: str, *, most: int = MOST, schema: Schema = SCHEMA, **given: object) -> RowEvidence:
    """The evidence of a statement, by the rules of the server that it runs on."""
    server = "arcadedb" if store._keeper is not None else "neo4j"
    ran = run(store, text, most_rows=most, parameters=given)
    assert isinstance(ran, Ran)
    return evidence(text, given, ran, schema, store, server=server, most_rows=most)  # type: ignore[arg-type]


def links(found: RowEvidence) -> set[tuple[str, str, str]]:
    return {(one.subject.name, one.predicate, one.object.name) for one in found.triples}


def test_every_thing_has_its_own_edges_and_identifiers_of_one_thing_are_one(store: GraphStore) -> None:
    found = told(store, "MATCH (d:Disease)-[:ASSOCIATES]->(g:Gene {name: 'PTGS2'}) RETURN d.name")
    assert [one.number for one in found.triples] == [1, 2, 3]
    assert links(found) == {(name, "ASSOCIATES", "PTGS2") for name in ("Migraine", "Gout", "Rheumatoid arthritis")}
    by_name = {item.name: item for item in found.items}
    assert set(by_name) == {"Migraine", "Gout", "Rheumatoid arthritis"}
    assert (by_name["Gout"].id, by_name["Gout"].ids) == ("D:2", ("D:2", "O:2"))
    for item in found.items:
        (number,) = item.evidence
        assert found.triples[number - 1].subject.name == item.name
    assert (found.computed, found.notes, found.truncated) == ("", (), False)
    assert found.record is not None
    assert found.record.purpose == "evidence"
    assert found.record.executed.startswith(found.record.checked)


def test_a_record_that_denies_the_link_is_told(store: GraphStore) -> None:
    found = told(store, "MATCH (d:Disease {name: 'Migraine'})-[:PRESENTS]->(s:Symptom) RETURN s.name")
    denied = [one for one in found.triples if one.against]
    assert [(one.object.name, one.phrase, one.properties["frequency"]) for one in denied] == [
        ("Fever", "does not present with", "0/32")
    ]
    assert denied[0].sources
    denial = told(store, "MATCH (d:Disease)-[:LACKS]->(s:Symptom) RETURN d.name")
    assert all(one.against for one in denial.triples)


def test_only_the_rows_that_are_shown_have_edges(store: GraphStore) -> None:
    found = told(
        store, "MATCH (d:Disease)-[:PRESENTS]->(s:Symptom) RETURN d.name AS d, count(s) AS n ORDER BY n, d LIMIT 2"
    )
    assert {one.subject.name for one in found.triples} == {"Gout", "Tetany"}
    assert [item.name for item in found.items] == ["Tetany", "Gout"]
    assert [one.kind for one in found.columns] == ["name", "count"]
    again = told(store, "MATCH (d:Disease)-[:PRESENTS]->(s:Symptom) WITH d, count(s) AS n WHERE n > 3 RETURN d.name, n")
    assert {one.subject.name for one in again.triples} == {"Migraine", "Malaria"}
    assert {len(numbers) for numbers in again.of_rows} == {4}


def test_both_parts_of_a_union_that_was_limited_have_edges(store: GraphStore) -> None:
    part = "MATCH (d:Disease)-[:%s]->(:%s {name: '%s'}) RETURN d.name"
    found = told(
        store, " UNION ".join((part % ("ASSOCIATES", "Gene", "PTGS2"), part % ("PRESENTS", "Symptom", "Fever")))
    )
    assert {one.object.name for one in found.triples} == {"PTGS2", "Fever"}
    assert {item.name for item in found.items} >= {"Migraine", "Gout", "Rheumatoid arthritis"}
    assert all(numbers for numbers in found.of_rows)


def test_a_number_has_the_edges_that_it_counts_and_no_items(store: GraphStore) -> None:
    found = told(store, "MATCH (c:Compound)-[:TREATS]->(d:Disease {name: $name}) RETURN count(c) AS n", name="Migraine")
    assert links(found) == {(name, "TREATS", "Migraine") for name in ("Aspirin", "Ibuprofen", "Sumatriptan")}
    assert (found.items, found.answer_column, found.of_rows) == ((), -1, ((1, 2, 3),))


def test_a_condition_that_nothing_is_there_has_no_edge(store: GraphStore) -> None:
    text = "MATCH (d:Disease) WHERE NOT EXISTS { (d)-[:PRESENTS]->(:Symptom) } RETURN d.name"
    found = told(store, text)
    assert {item.name for item in found.items} == {"Asthma", "Arthritis", "Rheumatoid arthritis"}
    assert found.triples == ()
    assert found.computed.startswith(COMPUTED)
    assert "what is not there has no edge to show" in found.computed
    both = told(store, text.replace("WHERE", "WHERE (d)-[:ASSOCIATES]->(:Gene) AND"))
    assert {one.predicate for one in both.triples} == {"ASSOCIATES"}
    assert COMPUTED not in both.computed
    assert "no edge to show" in both.computed


def test_what_cannot_be_derived_is_a_computation(store: GraphStore) -> None:
    found = told(
        store, "MATCH (d:Disease)-[:PRESENTS]->(s:Symptom) WITH d, count(s) AS n WITH max(n) AS most RETURN most"
    )
    assert (found.triples, found.items, found.record) == ((), (), None)
    assert found.computed.startswith(COMPUTED)
    assert "several steps" in found.computed
    nothing = told(store, "MATCH (d:Disease {name: 'No such'})-[:PRESENTS]->(s:Symptom) RETURN s.name")
    assert (nothing.triples, nothing.computed, nothing.record) == ((), "", None)


def test_things_without_edges_are_things(store: GraphStore) -> None:
    found = told(store, "MATCH (d:Disease) WHERE d.name STARTS WITH 'A' RETURN d ORDER BY d.name LIMIT 2")
    assert [(item.id, item.name, item.evidence) for item in found.items] == [
        ("D:5", "Arthritis", ()),
        ("D:3", "Asthma", ()),
    ]
    assert found.computed.startswith(COMPUTED)


def test_a_list_in_a_row_gives_each_of_its_things_its_edges(store: GraphStore) -> None:
    found = told(
        store, "MATCH (c:Compound {name: 'Aspirin'})-[:TREATS|PALLIATES]->(d:Disease) RETURN collect(d.name) AS l"
    )
    assert {item.name for item in found.items} == {"Migraine", "Arthritis", "Influenza"}
    for item in found.items:
        assert [found.triples[number - 1].object.name for number in item.evidence] == [item.name]


def test_the_things_that_answer_are_those_that_differ(store: GraphStore) -> None:
    """One disease under two identifiers is one thing, so that the symptoms are what was asked for."""
    found = told(store, "MATCH (d:Disease {name: 'Gout'})-[:PRESENTS|ASSOCIATES]->(x) RETURN d.id, x.name")
    assert found.answer_column == 1 or found.items == ()
    rows = told(store, "MATCH (d:Disease {name: 'Gout'})-[:ASSOCIATES]->(g:Gene) RETURN d.id, g.name")
    assert rows.answer_column == 1
    assert {item.name for item in rows.items} == {"URAT1", "PTGS2"}


def test_a_path_has_all_its_edges(store: GraphStore) -> None:
    found = told(store, "MATCH (s:Symptom {id: 'S:7'})-[:IS_A*1..3]->(t:Symptom) RETURN t.name")
    assert links(found) == {
        ("Crushing thoracic dolor", "IS_A", "Thoracic dolor"),
        ("Thoracic dolor", "IS_A", "Dolor"),
    }
    assert [len(numbers) for numbers in found.of_rows] in ([1, 2], [2, 1])


def test_no_more_edges_than_are_allowed(store: GraphStore) -> None:
    text = "MATCH (d:Disease)-[:PRESENTS]->(s:Symptom) RETURN count(s) AS n"
    found = told(store, text, most=5)
    assert (len(found.triples), found.truncated) == (5, True)
    assert "more edges behind the rows" in " ".join(found.notes)
    assert told(store, text).truncated is False


def test_equal_rows_on_the_way_are_not_guessed(store: GraphStore) -> None:
    """Three have one symptom each: which of them comes first is left open."""
    text = (
        "MATCH (d:Disease)-[:ASSOCIATES]->(g:Gene) WITH d, count(g) AS n ORDER BY n DESC LIMIT 1 "
        "MATCH (d)-[:ASSOCIATES]->(g:Gene) RETURN g.name"
    )
    found = told(store, text)
    assert {one.subject.name for one in found.triples} == {"Rheumatoid arthritis"}
    assert {item.name for item in found.items} == {"PTGS2", "BRCA1"}


def test_a_failure_leaves_the_rows_and_a_stop_ends_it(store: GraphStore, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "MATCH (d:Disease)-[:PRESENTS]->(s:Symptom) RETURN d.name"
    ran = run(store, text, most_rows=MOST)
    assert isinstance(ran, Ran)
    stop = StopSignal()
    stop.set()
    with pytest.raises(StoppedError):
        evidence(text, {}, ran, SCHEMA, store, most_rows=MOST, stop=stop)

    def refuse(*_: object, **__: object) -> None:
        raise QueryError("The server refused it.")

    monkeypatch.setattr(GraphStore, "run_as_written", refuse)
    found = evidence(text, {}, ran, SCHEMA, store, most_rows=MOST)
    assert found.triples == ()
    assert "The server refused it." in found.computed


def test_the_graph_of_an_own_server_is_told_by_its_guessed_schema(own_neo4j: GraphStore, settings: Settings) -> None:
    own = dataclasses.replace(settings, graph_uri=own_neo4j._uri, graph_password=NEO4J_PASSWORD)
    opened = open_own(own, lambda _: None)
    try:
        found = told(
            opened.store,
            "MATCH (c:Compound)-[r:TREATS]->(d:Disease) WHERE r.dose IS NOT NULL RETURN c.name, d.name, r.dose",
            schema=opened.schema,
        )
    finally:
        opened.store.close()
    (triple,) = found.triples
    assert isinstance(triple, Triple)
    assert (triple.subject.id, triple.phrase, triple.object.id) == ("C:1", "treats", "D:1")
    assert triple.properties == {"dose": "500 mg"}
    assert [(item.id, item.label, item.evidence) for item in found.items] == [("C:1", "Compound", (1,))]


def test_what_is_found_without_the_record_that_denies_is_no_denied_thing(store: GraphStore) -> None:
    """Migraine and malaria share fever, which a record of migraine denies, and something else that none denies."""
    shared = "MATCH (:Disease {name: 'Malaria'})-[:PRESENTS]->(s:Symptom%s)<-[:PRESENTS]-(d:Disease) RETURN %s"
    for column in ("DISTINCT d.name", "d.name", "d", "d.name, count(s)"):
        both = told(store, shared % ("", column))
        assert ("Disease", "D:1") in both.holding, column
        assert any(one.against for one in both.triples)
        only = told(store, shared % (" {name: 'Fever'}", column))
        assert ("Disease", "D:1") not in only.holding, column
        assert "Migraine" in {item.name for item in only.items}
        items = parted(both.items, both.triples, both.holding)
        assert "Migraine" in {item.name for item in items.answers}
        assert [one.object.name for one in items.otherwise if one.subject.name == "Migraine"] == ["Fever"]
        assert "Migraine" in {item.name for item in parted(only.items, only.triples, only.holding).aside}
