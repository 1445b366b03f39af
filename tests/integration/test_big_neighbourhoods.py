"""A thing with 12,000 facts: never read whole, the strongest first, counted by the database, on both servers."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kgqa.evidence.codes import TIERS
from kgqa.evidence.exploring.context import ContextReader, Filters, Rule
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.sentences import NO_SOURCE, provenance
from kgqa.evidence.strength import tier
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.store import GraphStore
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.questions.intent import Thing
from kgqa.schema.model import NodeType, Property, Relation, Schema
from kgqa.settings import Settings
from tests.integration.servers import NEO4J_PASSWORD, SpareNeo4j

FACTS = 12_000
FACTS_OF_OWN = 5000
SCHEMA = Schema(
    nodes=(NodeType("Protein", "protein", "proteins"), NodeType("Trait", "trait", "traits")),
    relations=(
        Relation(
            "LINKED", "Protein", "Trait", "is linked to", "is linked to",
            properties=(Property("evidence", role="evidence"), Property("database", role="source")),
        ),
        Relation("BARE", "Protein", "Trait", "goes with", "goes with"),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class Graph:
    """A graph with one thing that has many facts."""

    store: GraphStore
    schema: Schema
    facts: int


HUB = Thing("HUB", "Protein", ("P:0",))
CODES = {0: "PCS", 1: "IDA", 2: "curated"}
"""By the number of a trait modulo 1,000 the kind of evidence; of the others, by turns, two weak kinds and none."""


def code(number: int) -> str | None:
    return CODES.get(number % 1000, ("IEA", "text-mined", None)[number % 3])


def write_tables(folder: Path) -> None:
    """The graph with all facts as files."""
    with (folder / "nodes.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "name", "label"])
        rows.writerow(["P:0", "HUB", "Protein"])
        rows.writerows([f"T:{n}", f"trait {n}", "Trait"] for n in range(FACTS))
    with (folder / "edges.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["source", "type", "target", "evidence", "database"])
        rows.writerows(["P:0", "LINKED", f"T:{n}", code(n) or "", f"base {n % 7}"] for n in range(FACTS))
        rows.writerows(["P:0", "BARE", f"T:{n}", "", ""] for n in range(3))


@pytest.fixture(scope="module")
def embedded(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    folder = tmp_path_factory.mktemp("big")
    write_tables(folder)
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": "big"}), lambda _: None)
    database = catalog.graph(settings, "big").database
    with Asker.open(settings, "big") as asker, server.store(database) as store:
        yield Graph(store, asker.schema, FACTS)
    catalog.remove(settings, "big")


@pytest.fixture(scope="module")
def own(spare_neo4j: SpareNeo4j) -> Iterator[Graph]:
    """The same with fewer facts, which the statements do not know."""
    spare_neo4j.empty()
    spare_neo4j.run("CREATE (:Protein {id: 'P:0', name: 'HUB'})")
    for first in range(0, FACTS_OF_OWN, 1000):
        numbers = range(first, first + 1000)
        rows = [{"id": f"T:{n}", "name": f"trait {n}", "code": code(n), "base": f"base {n % 7}"} for n in numbers]
        spare_neo4j.run(
            "MATCH (p:Protein {id: 'P:0'}) WITH p UNWIND $rows AS row CREATE (t:Trait {id: row.id, name: row.name}) "
            "CREATE (p)-[r:LINKED]->(t) SET r.database = row.base SET r.evidence = row.code",
            rows=rows,
        )
    bare = "MATCH (p:Protein {id: 'P:0'}), (t:Trait) WHERE t.id IN ['T:0', 'T:1', 'T:2'] CREATE (p)-[:BARE]->(t)"
    spare_neo4j.run(bare)
    with GraphStore(spare_neo4j.uri, "neo4j", NEO4J_PASSWORD, "neo4j", max_rows=1000, time_limit_s=60) as store:
        yield Graph(store, SCHEMA, FACTS_OF_OWN)
    spare_neo4j.empty()


@pytest.fixture(params=["embedded", "own"])
def graph(request: pytest.FixtureRequest) -> Graph:
    found: Graph = request.getfixturevalue(request.param)
    return found


def test_it_is_bounded_in_the_query_and_counted_by_the_database(graph: Graph) -> None:
    ledger = Ledger(graph.store)
    found = ContextReader(graph.schema, ledger, Filters(most=300)).read(HUB)
    assert sum(record.rows for record in ledger.records) < 400, "rows that left the database"
    assert found.records == graph.facts + 3
    assert {one.side.hop.relation.type: (one.read, one.beyond, one.why) for one in found.sides} == {
        "LINKED": (297, graph.facts - 297, "bound"),
        "BARE": (3, 0, ""),
    }


def test_a_fact_that_joins_two_things_is_read_however_many_go_before_it(graph: Graph) -> None:
    weak = next(n for n in range(graph.facts - 1, 0, -1) if code(n) is None)
    ledger = Ledger(graph.store)
    found = ContextReader(graph.schema, ledger, Filters(most=300)).read(HUB, {f"T:{weak}", "T:0", "T:none"})
    linked = [one for one in found.triples if one.predicate == "LINKED"]
    assert linked[-1].object.id == f"T:{weak}", "beside those that are read anyway"
    assert [one.object.id for one in linked].count("T:0") == 1, "a fact that was read is not read again"
    (side,) = [one for one in found.sides if one.side.hop.relation.type == "LINKED"]
    assert (side.read, side.beyond) == (298, graph.facts - 298)
    assert sum(record.rows for record in ledger.records) < 400
    assert len([record for record in ledger.records if "join" in record.purpose]) == 1
    curated = Filters(every=Rule(least="curated"), most=2)
    (only,) = ContextReader(graph.schema, Ledger(graph.store), curated).read(HUB, {f"T:{weak}"}).sides[:1]
    assert only.read <= 2, "a filter holds for it as well"


def test_what_is_left_out_is_the_weakest(graph: Graph) -> None:
    found = ContextReader(graph.schema, Ledger(graph.store), Filters(most=300)).read(HUB)
    linked = [one for one in found.triples if one.predicate == "LINKED"]
    kinds = [tier(one, graph.schema) for one in linked]
    each = graph.facts // 1000
    assert kinds[: 3 * each] == ["clinical"] * each + ["experimental"] * each + ["curated"] * each
    assert set(kinds[3 * each :]) == {None}, "before those that no person judged"
    assert all(provenance(one, graph.schema) == NO_SOURCE for one in found.triples if one.predicate == "BARE")


def test_a_filter_leaves_room_for_what_passes_it(graph: Graph) -> None:
    ledger = Ledger(graph.store)
    filters = Filters(relations={"LINKED": Rule(least="curated", sources=("base 3",))}, most=300)
    found = ContextReader(graph.schema, ledger, filters).read(HUB)
    linked = [one for one in found.triples if one.predicate == "LINKED"]
    wanted = [n for n in range(graph.facts) if n % 1000 < 3 and n % 7 == 3]
    assert {one.object.id for one in linked} == {f"T:{n}" for n in wanted}
    assert all(TIERS.index(tier(one, graph.schema) or "text-mined") <= TIERS.index("curated") for one in linked)
    (side,) = [one for one in found.sides if one.side.hop.relation.type == "LINKED"]
    assert (side.filtered, side.beyond) == (graph.facts - len(wanted), 0)
    assert sum(record.rows for record in ledger.records) < 400
