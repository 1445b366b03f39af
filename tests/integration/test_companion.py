"""The edges that companion statements find on real servers, beside those that plain statements find."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pytest

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import GraphSchema, from_graph
from kgqa.cypher.checker.rules.servers import Server
from kgqa.cypher.provenance.companion import Companion, companion
from kgqa.cypher.run import Ran, run
from kgqa.evidence.row_edges import comparable
from kgqa.evidence.row_evidence import evidence
from kgqa.graph.quoting import quoted
from kgqa.graph.store import GraphStore
from kgqa.pipeline import Asker
from kgqa.records import Query
from kgqa.schema.model import Schema
from tests.integration.graphs import SCHEMA

SMALL, LARGE = 20, 12
"""Random statements on the small graph of each server, and on the default graph."""
LEAST = 5
"""Statements that must give rows, lest nothing is compared."""
MOST = 4000


@dataclass(frozen=True)
class Chain:
    """A random path with everything in it named, and the same without names for its relationships."""

    matches: tuple[str, ...]
    bare: tuple[str, ...]
    where: str
    labels: tuple[str, ...]
    joint: bool

    def whole(self, *, bare: bool) -> str:
        """The MATCH or MATCHes; in one of them no edge is matched twice."""
        parts = self.bare if bare else self.matches
        return f"MATCH {(', ' if self.joint else ' MATCH ').join(parts)} {self.where}".strip()


class Chance:
    """Random paths through a schema and random statements over them."""

    def __init__(self, seed: int, schema: Schema, names: dict[str, list[str]], hops: int) -> None:
        self.chance = random.Random(seed)
        self.schema = schema
        self.names = names
        self.hops = hops

    def chain(self, *, anchored: bool) -> Chain:
        relation = self.chance.choice(self.schema.relations)
        label = self.chance.choice([relation.source, relation.target])
        labels, named, bare = [label], [], []
        for place in range(self.chance.randint(1, self.hops)):
            here = labels[-1]
            ways = [(r, r.target, True) for r in self.schema.relations if r.source == here]
            ways += [(r, r.source, False) for r in self.schema.relations if r.target == here]
            relation, there, forward = self.chance.choice(ways)
            labels.append(there)
            undirected = self.chance.random() < 0.2
            left = "-" if forward or undirected else "<-"
            right = "->" if forward and not undirected else "-"
            ends = f"(n{place}:{quoted(here)})", f"(n{place + 1}:{quoted(there)})"
            type_ = f":{quoted(relation.type)}"
            named.append(f"{ends[0]}{left}[r{place}{type_}]{right}{ends[1]}")
            bare.append(f"{ends[0]}{left}[{type_}]{right}{ends[1]}")
        place = self.chance.randrange(len(labels))
        name = self.chance.choice(self.names[labels[place]]).replace("\\", "\\\\").replace("'", "\\'")
        where = f"WHERE n{place}.name = '{name}'" if anchored or self.chance.random() < 0.3 else ""
        return Chain(tuple(named), tuple(bare), where, tuple(labels), self.chance.random() < 0.5)

    def statement(self, chain: Chain) -> tuple[str, list[int], str]:
        """A statement over a path: its text, which nodes' names are its keys, and which rows it keeps."""
        last = len(chain.labels) - 1
        one, other = self.chance.randint(0, last), self.chance.randint(0, last)
        whole = chain.whole(bare=True)
        form = self.chance.randrange(9)
        ending, keys, kept = {
            0: (f"RETURN n{one}.name AS a, n{other}.name AS b", [one, other], ""),
            1: (f"RETURN DISTINCT n{one}.name AS a", [one], ""),
            2: (f"RETURN n{one}.name AS a, count(*) AS n", [one], ""),
            3: (f"RETURN count(DISTINCT n{one}) AS n", [], ""),
            4: (f"RETURN n{one}.name AS a ORDER BY a LIMIT {self.chance.randint(1, 4)}", [one], "shown"),
            5: (f"WITH n{one} AS x, count(*) AS c WHERE c > 1 RETURN x.name AS a, c", [one], "repeated"),
            6: (f"WITH DISTINCT n{one} AS x RETURN x.name AS a", [one], ""),
            7: (f"WITH DISTINCT n{one} AS x, n{other} AS y RETURN x.name AS a, count(y) AS n", [one], ""),
            8: (f"RETURN n{one}.name AS a, collect(n{other}.name) AS b ORDER BY a DESC SKIP 1", [one], "shown"),
        }[form]
        return f"{whole} {ending}", keys, f"{kept} {one}".strip()


def _names(store: GraphStore, schema: Schema) -> dict[str, list[str]]:
    """Some names of each type that has edges."""
    found: dict[str, list[str]] = defaultdict(list)
    for relation in schema.relations:
        query = Query(
            f"MATCH (a:{quoted(relation.source)})-[r:{quoted(relation.type)}]->(b:{quoted(relation.target)}) "
            "RETURN a.name AS a, b.name AS b ORDER BY a, b",
            ("a", "b"),
        )
        for source, target in store.run(query, max_rows=20).rows:
            found[relation.source].append(source)
            found[relation.target].append(target)
    return found


def _expected(store: GraphStore, chain: Chain, keys: list[int], kept: str, shown: Any) -> dict[Any, set[str]] | None:
    """By the values of the keys the edges of all matches behind the rows, from a plain statement."""
    nodes, edges = range(len(chain.labels)), range(len(chain.matches))
    columns = [f"n{place}.name AS name{place}" for place in nodes] + [
        f"elementId(n{place}) AS id{place}" for place in nodes
    ]
    columns += [f"elementId(r{place}) AS edge{place}" for place in edges]
    rows = store.run(Query(f"{chain.whole(bare=False)} RETURN {', '.join(columns)}", ()), max_rows=MOST)
    if rows.truncated:
        return None
    matches = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]
    if kept.startswith("repeated"):
        of = f"id{kept.split()[1]}"
        counts = Counter(match[of] for match in matches)
        matches = [match for match in matches if counts[match[of]] > 1]
    found: dict[Any, set[str]] = defaultdict(set)
    for match in matches:
        found[_key(match[f"name{place}"] for place in keys)].update(match[f"edge{place}"] for place in edges)
    if kept.startswith("shown"):
        visible = {_key(row[:1]) for row in shown}
        found = {key: held for key, held in found.items() if key in visible}
    return dict(found)


def _key(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(map(comparable, values))


def _compare(store: GraphStore, schema: Schema, server: Server, asked: GraphSchema, chance: Chance) -> str:
    """Compares one random statement; says how it ended, empty where it gave too much or nothing."""
    chain = chance.chain(anchored=chance.hops < 3)
    text, keys, kept = chance.statement(chain)
    checked = Checker(asked, returns_names=False, server=server).check(text)
    assert checked.runnable, (text, checked.notes)
    ran = run(store, checked.cypher, most_rows=MOST)
    assert isinstance(ran, Ran), text
    expected = _expected(store, chain, keys, kept, ran.rows.rows)
    if not ran.rows.rows or ran.rows.truncated or expected is None:
        return ""
    made = companion(ran.admitted.text, asked, rows=ran.rows)
    assert isinstance(made, Companion), (text, made)
    again = Checker(asked, returns_names=False, server=server).check(made.text)
    assert again.runnable, (made.text, again.notes)
    fetched = run(store, again.cypher, most_rows=MOST * 4, parameters=made.parameters)
    assert isinstance(fetched, Ran), made.text
    found: dict[Any, set[str]] = defaultdict(set)
    for cells in fetched.rows.rows:
        row = dict(zip(fetched.rows.columns, cells, strict=True))
        if row["edge"] is not None:  # a row is there without its edges as well
            found[_key(row[f"value_{place}"] for place in range(len(keys)))].add(row["edge"])
    assert dict(found) == expected, (text, made.text)
    told = evidence(checked.cypher, {}, ran, schema, store, server=server, most_rows=MOST)
    assert len(told.triples) == len(set().union(*expected.values())), text
    for values, numbers in zip(ran.rows.rows, told.of_rows, strict=True):
        assert len(numbers) == len(expected.get(_key(values[: len(keys)]), ())), (text, values)
    return text.rpartition(chain.where)[2] if chain.where else text.rpartition(")")[2]


def test_a_companion_finds_the_edges_of_the_matches_and_no_other(
    store: GraphStore, request: pytest.FixtureRequest
) -> None:
    server: Server = "arcadedb" if "toy" in request.node.name else "neo4j"
    chance = Chance(3, SCHEMA, _names(store, SCHEMA), hops=3)
    asked = from_graph(SCHEMA)
    compared = [_compare(store, SCHEMA, server, asked, chance) for _ in range(SMALL)]
    assert len(set(compared)) >= LEAST


def test_a_companion_finds_the_edges_of_the_matches_on_the_default_graph(hpo_asker: Asker) -> None:
    store, schema = hpo_asker._opened.store, hpo_asker.schema
    chance = Chance(7, schema, _names(store, schema), hops=2)
    asked = from_graph(schema)
    compared = [_compare(store, schema, "arcadedb", asked, chance) for _ in range(LARGE)]
    assert sum(map(bool, compared)) >= LEAST
