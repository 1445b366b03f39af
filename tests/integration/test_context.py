"""What is read about a thing: the strongest first, never more than the bound, counted by the database, filtered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import neo4j
import pytest

from kgqa.errors import SettingError
from kgqa.evidence.codes import TIERS
from kgqa.evidence.exploring.context import ContextReader, Filters, Rule, Surroundings
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.relevance import shared
from kgqa.evidence.strength import UNKNOWN_RANK, tier
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.store import GraphStore
from kgqa.questions.intent import Thing
from kgqa.records import Triple
from kgqa.schema.model import NodeType, Property, Relation, Schema
from tests.integration.graphs import EDGES, SCHEMA

CODES = ("PCS", "IEA", "tas", "ECO:0000314", "text-mined", "no such code", None)
MAKERS = ("manual_agent", "text_mining_agent", "odd", None)
SOURCES = ("DrugBank", "Reactome", "own notes")
HUB = Schema(
    nodes=(NodeType("Gene", "gene", "genes"), NodeType("Trait", "trait", "traits")),
    relations=(
        Relation(
            "LINKED", "Gene", "Trait", "is linked to", "is linked to", "is not linked to", against="denied",
            properties=(
                Property("code", role="evidence"), Property("maker", role="evidence"),
                Property("base", role="source"), Property("denied", "BOOLEAN"),
            ),
        ),
        Relation(
            "SEEN", "Gene", "Trait", "is seen with", "is seen with",
            properties=(Property("codes", "LIST", role="evidence"), Property("bases", "LIST", role="source")),
        ),
        Relation("BARE", "Gene", "Trait", "goes with", "goes with"),
        Relation("BINDS", "Gene", "Gene", "binds", "binds", symmetric=True),
    ),
)  # fmt: skip
GENE = Thing("HUB1", "Gene", ("G:0",))


def edges() -> list[tuple[str, str, dict[str, Any]]]:
    """The facts about one gene: type, target, fields."""
    rng = random.Random(7)
    made: list[tuple[str, str, dict[str, Any]]] = []
    for number in range(1500):
        fields = {
            "code": rng.choice(CODES), "maker": rng.choice(MAKERS), "base": rng.choice(SOURCES),
            "denied": rng.random() < 0.1,
        }  # fmt: skip
        made.append(("LINKED", f"T:{number}", {k: v for k, v in fields.items() if v is not None}))
    for number in range(700):
        codes = rng.sample([one for one in CODES if one], rng.randint(0, 3))
        made.append(("SEEN", f"T:{number}", {"codes": codes, "bases": rng.sample(SOURCES, rng.randint(0, 2))}))
    made += [("BARE", f"T:{number}", {}) for number in range(60)]
    return made


def write_hub(run: Any) -> None:
    run("UNWIND range(0, 1499) AS n CREATE (:Trait {id: 'T:' + toString(n), name: 'trait ' + toString(n)})")
    run("CREATE (:Gene {id: 'G:0', name: 'HUB1'}) CREATE (:Gene {id: 'G:1', name: 'ALONE'})")
    run("CREATE INDEX FOR (t:Trait) ON (t.id)")
    for type_ in ("LINKED", "SEEN", "BARE"):
        rows = [{"t": target, "p": fields} for kind, target, fields in edges() if kind == type_]
        run(
            "MATCH (g:Gene {id: 'G:0'}) WITH g UNWIND $rows AS row MATCH (t:Trait {id: row.t}) "
            f"CREATE (g)-[r:{type_}]->(t) SET r = row.p",
            rows=rows,
        )
    run("MATCH (a:Gene {id: 'G:0'}), (b:Gene {id: 'G:1'}) CREATE (a)-[:BINDS]->(b)")


@pytest.fixture(scope="module")
def hub(server: EmbeddedServer) -> Iterator[GraphStore]:
    server.create_database("hub")
    with (
        neo4j.GraphDatabase.driver(server.bolt_uri, auth=server.root_auth) as driver,
        driver.session(database="hub") as session,
    ):
        write_hub(lambda cypher, **parameters: session.run(cypher, parameters).consume())
    with server.store("hub") as store:
        yield store
    server.drop_database("hub")


def read(store: GraphStore, filters: Filters | None = None, thing: Thing = GENE) -> Surroundings:
    return ContextReader(HUB, Ledger(store), filters).read(thing)


def rank(triple: Triple) -> float:
    found = tier(triple, HUB)
    return UNKNOWN_RANK if found is None else TIERS.index(found)


def told(triple: Triple) -> tuple[str, str, str]:
    return triple.predicate, triple.object.id, repr(sorted((k, v) for k, v in triple.properties.items()))


def expected(type_: str) -> Counter[tuple[str, str, str]]:
    return Counter((kind, target, repr(sorted(f.items()))) for kind, target, f in edges() if kind == type_)


def of(surroundings: Surroundings, type_: str) -> list[Triple]:
    return [triple for triple in surroundings.triples if triple.predicate == type_]


def test_all_of_a_small_thing_is_read(hub: GraphStore) -> None:
    found = read(hub, Filters(most=5000))
    for type_ in ("LINKED", "SEEN", "BARE"):
        assert Counter(told(one) for one in of(found, type_)) == expected(type_)
    assert found.records == len(found.triples) == 2261
    assert all(not side.why and not side.beyond for side in found.sides)


@pytest.mark.parametrize("most", [1, 90, 700, 1600])
def test_a_bound_keeps_the_strongest_and_says_what_is_left_out(hub: GraphStore, most: int) -> None:
    found = read(hub, Filters(most=most))
    assert len(found.triples) == most
    assert sum(one.beyond for one in found.sides) == 2261 - most
    everything = read(hub, Filters(most=5000))
    for type_ in ("LINKED", "SEEN"):
        some = of(found, type_)
        ranks = [rank(one) for one in some]
        assert sorted(ranks) == sorted(rank(one) for one in of(everything, type_))[: len(some)]
        assert ranks == sorted(ranks) or len(some) == len(of(everything, type_))
    if most >= 240:
        assert len(of(found, "BARE")) == 60, "a relation with few facts is not crowded out by one with many"


def test_denials_are_not_what_a_bound_leaves_out(hub: GraphStore) -> None:
    found = of(read(hub, Filters(most=400)), "LINKED")
    assert any(one.against for one in found)
    assert all(("not" in one.phrase) is one.against for one in found)


@pytest.mark.parametrize("least", ["clinical", "statement", "inferred", "text-mined"])
def test_the_least_evidence_is_asked_of_the_database(hub: GraphStore, least: Any) -> None:
    found = read(hub, Filters(every=Rule(least=least), most=5000))
    everything = read(hub, Filters(most=5000))
    for type_ in ("LINKED", "SEEN", "BARE"):
        enough = TIERS[: TIERS.index(least) + 1]
        wanted = [one for one in of(everything, type_) if tier(one, HUB) in enough]
        assert Counter(map(told, of(found, type_))) == Counter(map(told, wanted))
        (side,) = [one for one in found.sides if one.side.hop.relation.type == type_]
        assert side.filtered == len(of(everything, type_)) - len(wanted)
        assert side.why == "evidence"


def test_sources_are_asked_of_the_database(hub: GraphStore) -> None:
    found = read(hub, Filters(relations={"LINKED": Rule(sources=("DrugBank", "Reactome"))}, most=5000))
    assert {one.properties["base"] for one in of(found, "LINKED")} == {"DrugBank", "Reactome"}
    assert len(of(found, "SEEN")) == 700, "the rule is of one relation alone"
    found = read(hub, Filters(every=Rule(sources=("own notes",)), most=5000))
    wanted = sum("own notes" in fields.get("bases", ()) for _, _, fields in edges())
    assert len(of(found, "SEEN")) == wanted > 0
    assert of(found, "BARE") == [], "a record without a source is from none of them"


def test_a_relation_and_a_type_can_be_left_out(hub: GraphStore) -> None:
    found = read(hub, Filters(relations={"LINKED": Rule(keep=False)}, without=frozenset({"Gene"})))
    assert of(found, "LINKED") == of(found, "BINDS") == []
    assert {one.side.hop.relation.type: one.why for one in found.sides} == {
        "LINKED": "relation", "SEEN": "", "BARE": "", "BINDS": "relation",
    }  # fmt: skip


def test_a_hostile_value_is_a_value(hub: GraphStore) -> None:
    found = read(hub, Filters(every=Rule(sources=("' OR true //", "`", "\\")), most=10))
    assert found.triples == ()


def test_a_thing_without_facts_and_one_that_is_not_there(hub: GraphStore) -> None:
    assert len(read(hub, thing=Thing("ALONE", "Gene", ("G:1",))).triples) == 1
    assert read(hub, thing=Thing("?", "Gene", ("G:9",))) == Surroundings(Thing("?", "Gene", ("G:9",)), (), ())


def test_both_servers_read_the_same(store: GraphStore) -> None:
    thing = Thing("Gout", "Disease", ("D:2", "O:2"))
    filters = Filters(most=6)
    bounded = ContextReader(SCHEMA, Ledger(store), filters).read(thing)
    assert len(bounded.triples) == 6
    found = ContextReader(SCHEMA, Ledger(store)).read(thing)
    at_it = [edge for edge in EDGES if {edge.source, edge.target} & set(thing.ids)]
    # Which end of a symmetric link is told first is the reader's choice.
    assert Counter((frozenset((t.subject.id, t.object.id)), t.predicate) for t in found.triples) == Counter(
        (frozenset((edge.source, edge.target)), edge.type) for edge in at_it
    )


def test_shares_are_filled_from_the_smallest() -> None:
    assert shared([], 5) == []
    assert shared([3, 0, 9], 100) == [3, 0, 9]
    assert shared([5, 5, 5], 2) == [0, 1, 1]
    rng = random.Random(3)
    for _ in range(200):
        sizes = [rng.choice([0, 1, 5, 80, 50_000]) for _ in range(rng.randint(1, 9))]
        most = rng.randint(1, 3000)
        taken = shared(sizes, most)
        assert sum(taken) == min(most, sum(sizes))
        assert all(one <= size for one, size in zip(taken, sizes, strict=True))
        cut = [one for one, size in zip(taken, sizes, strict=True) if one < size]
        assert not cut or max(taken) - min(cut) <= 1


def test_a_bound_that_is_none_is_refused() -> None:
    with pytest.raises(SettingError, match="0"):
        Filters(most=0)
