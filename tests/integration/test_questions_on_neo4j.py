"""A sample of the question benchmark, every category in it, on a real Neo4j that holds a part of the default graph.

The part is what the sample can touch: every hierarchy, every edge of what it names with all its kinds and all that
these are kinds of, and what is associated with the other ends of those edges.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest
from servers import NEO4J_PASSWORD, SpareNeo4j

from benchmarks.questions import Question, bundled, run
from kgqa.graph.full_text import statement
from kgqa.graph.own.own_graph import ReadingStore
from kgqa.graph.quoting import quoted
from kgqa.linking.index import NameIndex
from kgqa.load import catalog
from kgqa.open_graph import OpenGraph
from kgqa.pipeline import Asker
from kgqa.records import Query
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach

BATCH = 10_000
pytestmark = pytest.mark.slow
"""The small graph of ``graphs.py`` is asked on both servers in every run."""
LARGE = 100_000
"""Edges from which only those of wanted things are read."""
PATIENT_S = 60.0
Row = tuple[Any, ...]


def sample() -> list[Question]:
    """The first question of every category and kind."""
    first: dict[tuple[str, str], Question] = {}
    for question in bundled():
        first.setdefault((question.category, question.kind), question)
    return list(first.values())


def named(asker: Asker) -> list[str]:
    """Identifiers of all that the sample names, whatever a name may mean."""
    found: dict[str, None] = {}
    for question in sample():
        for entity in asker.link(question.question, inside=True):
            for one in (entity.chosen, *entity.rivals):
                found.update(dict.fromkeys((one.id, *one.ids)))
    return list(found)


@pytest.fixture(scope="module")
def neo4j_asker(settings: Settings, hpo_asker: Asker, spare_neo4j: SpareNeo4j) -> Iterator[Asker]:
    entry = catalog.graph(settings, "hpo")
    spare_neo4j.empty()
    copy(hpo_asker, spare_neo4j.uri)
    own = dataclasses.replace(
        settings, graph_uri=spare_neo4j.uri, graph_password=NEO4J_PASSWORD, time_limit_s=PATIENT_S
    )
    store = ReadingStore.of(own, tells_query_type=True)
    index = NameIndex.from_file(entry.names_path)
    with Asker(own, OpenGraph(entry.card, entry.schema, store, index)) as asker:
        yield asker


def copy(asker: Asker, uri: str) -> None:
    nodes, edges = part(asker)
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", NEO4J_PASSWORD)) as driver, driver.session() as session:

        def write(cypher: str, rows: list[Row]) -> None:
            for first in range(0, len(rows), BATCH):
                session.run(cypher, rows=[list(row) for row in rows[first : first + BATCH]]).consume()

        for label, rows in nodes.items():
            session.run(f"CREATE INDEX FOR (n:{quoted(label)}) ON (n.id)").consume()
            write(f"UNWIND $rows AS row CREATE (n:{quoted(label)}) SET n = row[0]", rows)
        session.run("CALL db.awaitIndexes(60)").consume()
        for relation, rows in edges.items():
            source, type_, target = (quoted(name) for name in relation)
            write(
                f"UNWIND $rows AS row MATCH (a:{source} {{id: row[0]}}) MATCH (b:{target} {{id: row[1]}}) "
                f"CREATE (a)-[r:{type_}]->(b) SET r = row[2]",
                rows,
            )


def part(asker: Asker) -> tuple[dict[str, list[Row]], dict[tuple[str, str, str], list[Row]]]:
    """Nodes by label as their properties, and edges by relation as two ends and their properties."""
    store, schema, wanted = asker._opened.store, asker.schema, set(named(asker))

    def rows(cypher: str, *columns: str, **parameters: object) -> list[Row]:
        return list(store.run(Query(cypher, columns, parameters), max_rows=10**6).rows)

    read: dict[tuple[str, str, str], list[Row]] = {}
    for one in sorted(schema.relations, key=lambda relation: not relation.hierarchical):
        source, type_, target = (quoted(name) for name in (one.source, one.type, one.target))
        pattern, told = (
            f"MATCH (a:{source})-[r:{type_}]->(b:{target})",
            "RETURN a.id AS a, b.id AS b, properties(r) AS p",
        )
        some = ["WHERE a.id IN $ids", "WHERE b.id IN $ids AND NOT a.id IN $ids"] if one.count > LARGE else [""]
        ids = {"ids": sorted(wanted)} if one.count > LARGE else {}
        found = [row for where in some for row in rows(f"{pattern} {where} {told}", "a", "b", "p", **ids)]
        read[one.source, one.type, one.target] = found
        if one.hierarchical:
            wanted |= reached(wanted, [(a, b) for a, b, _ in found]) | reached(wanted, [(b, a) for a, b, _ in found])
    near = wanted.union(*({a, b} for found in read.values() for a, b, _ in found if a in wanted or b in wanted))
    # What is a kind of what is asked for below names that no question has ("onset"), so hierarchies are whole.
    edges = {
        (source, type_, target): [row for row in found if source == target or row[0] in near or row[1] in near]
        for (source, type_, target), found in read.items()
    }
    kept = near.union(*({a, b} for found in edges.values() for a, b, _ in found))
    nodes = {}
    for node in schema.nodes:
        found = rows(f"MATCH (n:{quoted(node.label)}) RETURN properties(n) AS p", "p")
        nodes[node.label] = [row for row in found if row[0]["id"] in kept]
    return nodes, edges


def reached(start: set[str], steps: list[tuple[str, str]]) -> set[str]:
    """What can be reached by any number of steps."""
    onward: dict[str, list[str]] = {}
    for one, other in steps:
        onward.setdefault(one, []).append(other)
    found, open_ = set(start), list(start)
    while open_:
        new = set(onward.get(open_.pop(), ())) - found
        found |= new
        open_ += new
    return found


def test_the_sample_is_answered_as_on_the_default_graph(neo4j_asker: Asker, hpo_asker: Asker) -> None:
    questions = sample()
    assert {question.category for question in questions} == {question.category for question in bundled()}
    assert {question.kind for question in questions} == {question.kind for question in bundled()}
    on_neo4j = {outcome.question.id: outcome for outcome in run(neo4j_asker.ask, questions).outcomes}
    here = {outcome.question.id: outcome for outcome in run(hpo_asker.ask, questions).outcomes}
    for id_, outcome in here.items():
        assert (on_neo4j[id_].complaint, on_neo4j[id_].got) == (outcome.complaint, outcome.got), outcome.question
    right = sum(outcome.right for outcome in on_neo4j.values())
    assert right >= 0.95 * len(questions), [outcome for outcome in on_neo4j.values() if not outcome.right]


def test_full_text_needs_an_index_that_its_owner_makes(
    neo4j_asker: Asker, hpo_asker: Asker, spare_neo4j: SpareNeo4j
) -> None:
    question, approach = "What is known of Marfan syndrome?", Approach(strategy="full-text")
    refused = neo4j_asker.ask(question, approach=approach)
    made = statement(neo4j_asker.schema)
    assert refused.answer.status == "refused"
    assert made in refused.answer.text
    with (
        neo4j.GraphDatabase.driver(spare_neo4j.uri, auth=("neo4j", NEO4J_PASSWORD)) as driver,
        driver.session() as session,
    ):
        session.run(made).consume()
        session.run("CALL db.awaitIndexes(60)").consume()
        try:
            found = neo4j_asker.ask(question, approach=approach)
            synonym = neo4j_asker.ask("marfan* OR ~~", approach=approach)
        finally:
            session.run("DROP INDEX kgqa_names").consume()
    here = hpo_asker.ask(question, approach=approach)
    assert found.answer.status == here.answer.status == "evidence", found.answer.text
    assert "“Marfan syndrome” is the best hit" in found.answer.text
    assert found.evidence
    assert synonym.answer.status in ("evidence", "not_in_graph")
