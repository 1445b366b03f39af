"""A sample of the question benchmark, every category in it, on a real Neo4j that holds a part of the default graph.

The part is what the sample can touch: every node, every edge but those between diseases and phenotypes, and of these
the ones of a disease or a phenotype that a question names.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import neo4j
import pytest
from servers import NEO4J_PASSWORD, neo4j_home, running_neo4j

from kgqa.evaluation.questions import Question, bundled, run
from kgqa.graph import catalog
from kgqa.graph.names import quoted
from kgqa.graph.reading_store import ReadingStore
from kgqa.graph.schema import Relation
from kgqa.linking.index import NameIndex
from kgqa.opened import Opened
from kgqa.pipeline import Asker
from kgqa.records import Query
from kgqa.settings import Settings

BATCH = 10_000
LARGE = 100_000
"""Edges from which only those of named things are copied."""
PATIENT_S = 60.0


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
def neo4j_asker(settings: Settings, hpo_asker: Asker, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    entry = catalog.graph(settings, "hpo")
    with running_neo4j(neo4j_home(), tmp_path_factory.mktemp("hpo")) as (uri, _):
        copy(hpo_asker, uri)
        own = dataclasses.replace(settings, graph_uri=uri, graph_password=NEO4J_PASSWORD, time_limit_s=PATIENT_S)
        store = ReadingStore.of(own, tells_query_type=True)
        index = NameIndex.from_file(entry.names_path)
        with Asker(own, Opened(entry.card, entry.schema, store, index)) as asker:
            yield asker


def copy(asker: Asker, uri: str) -> None:
    wanted, store = named(asker), asker._opened.store
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", NEO4J_PASSWORD)) as driver, driver.session() as session:

        def write(cypher: str, rows: list[list[object]]) -> None:
            for first in range(0, len(rows), BATCH):
                session.run(cypher, rows=rows[first : first + BATCH]).consume()

        for node in asker.schema.nodes:
            label = quoted(node.label)
            session.run(f"CREATE INDEX FOR (n:{label}) ON (n.id)").consume()
            read = Query(f"MATCH (n:{label}) RETURN properties(n) AS p", ("p",))
            rows = store.run(read, max_rows=10**6).rows
            write(f"UNWIND $rows AS row CREATE (n:{label}) SET n = row[0]", [list(row) for row in rows])
        session.run("CALL db.awaitIndexes(60)").consume()
        for relation in asker.schema.relations:
            source, type_, target = (quoted(name) for name in (relation.source, relation.type, relation.target))
            for query in _edges(relation, wanted):
                write(
                    f"UNWIND $rows AS row MATCH (a:{source} {{id: row[0]}}) MATCH (b:{target} {{id: row[1]}}) "
                    f"CREATE (a)-[r:{type_}]->(b) SET r = row[2]",
                    [list(row) for row in store.run(query, max_rows=10**6).rows],
                )


def _edges(relation: Relation, wanted: list[str]) -> list[Query]:
    """Statements that give the edges of a relation that are copied, each edge once."""
    source, type_, target = (quoted(name) for name in (relation.source, relation.type, relation.target))
    some = ["WHERE a.id IN $ids ", "WHERE b.id IN $ids AND NOT a.id IN $ids "] if relation.count > LARGE else [""]
    return [
        Query(
            f"MATCH (a:{source})-[r:{type_}]->(b:{target}) {where}RETURN a.id AS a, b.id AS b, properties(r) AS p",
            ("a", "b", "p"),
            {"ids": wanted} if where else {},
        )
        for where in some
    ]


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
