"""With the guard switched off, the account of the reader, or its session, still lets nothing be written."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import neo4j
import pytest
from disguised import WRITES, disguised
from servers import NEO4J_PASSWORD, SpareNeo4j

from kgqa.cypher.guard.guard import judge
from kgqa.errors import KgqaError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.store import GraphStore
from kgqa.records import Query

HOSTILE = Path(__file__).resolve().parents[3] / "shared" / "data" / "hostile_inputs.jsonl"
CATEGORIES = ("write_clause", "schema_admin", "procedure_escape", "obfuscation", "multi_statement")
FILL = (
    "CREATE (:Disease {id: 'D:1', name: 'Marfan syndrome', weight: 1.5, synonyms: ['a', 'b']})"
    "-[:HAS {source: 'OMIM'}]->(:Phenotype {id: 'P:1', name: 'Tall'}), (:Number {n: 1}), (:Number {n: 2})"
)
GRAPH = (
    "MATCH (n) RETURN labels(n), properties(n)",
    "MATCH (a)-[r]->(b) RETURN properties(a), type(r), properties(r), properties(b)",
    "CALL db.labels() YIELD label RETURN label",
    "CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType",
    "CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey",
)
SERVER = ("SHOW INDEXES YIELD name RETURN name", "SHOW CONSTRAINTS YIELD name RETURN name")

Rows = Callable[[str], list[list[object]]]


def writes(disguises: int = 60) -> list[str]:
    """Statements that write if the server lets them, in many spellings; those that only cost are left out."""
    found = [*WRITES]
    if HOSTILE.exists():
        lines = [json.loads(line) for line in HOSTILE.read_text(encoding="utf-8").splitlines()]
        found += [one["input"] for one in lines if one["category"] in CATEGORIES and "@@REPEAT" not in one["input"]]
    chance = random.Random(3)
    found += [disguised(chance) for _ in range(disguises)]
    return [text for text in dict.fromkeys(found) if not re.search(r"LOAD\s+CSV", text, re.IGNORECASE)]


def digest(rows: Rows, statements: tuple[str, ...]) -> str:
    """One figure for everything that the statements find, in any order."""
    held = [sorted(json.dumps(row, sort_keys=True, default=str) for row in rows(one)) for one in statements]
    return hashlib.sha256(json.dumps(held).encode()).hexdigest()


def ran(store: GraphStore, text: str) -> str:
    """What became of a statement that nobody judged: "ran", or the code of the refusal."""
    try:
        store.run_as_written(Query(text, ()), max_rows=5)
    except KgqaError as error:
        return str(getattr(error, "code", "") or type(error).__name__)
    return "ran"


def test_the_account_of_the_embedded_server_lets_nothing_be_written(server: EmbeddedServer) -> None:
    server.create_database("unguarded")
    driver = neo4j.GraphDatabase.driver(server.bolt_uri, auth=server.root_auth)
    accounts = server._folder.config / "server-users.jsonl"

    def rows(cypher: str) -> list[list[object]]:
        with driver.session(database="unguarded") as session:
            return [record.values() for record in session.run(cypher)]

    try:
        rows(FILL)
        before = digest(rows, GRAPH), accounts.read_bytes(), server.databases()
        with server.store("unguarded") as store:
            outcomes = {text: ran(store, text) for text in writes()}
        assert (digest(rows, GRAPH), accounts.read_bytes(), server.databases()) == before
        rows(WRITES[0])  # as the account that may write, and so seen
        assert digest(rows, GRAPH) != before[0]
    finally:
        driver.close()
        server.drop_database("unguarded")
    assert all(not judge(text).allowed for text in outcomes)
    assert sum(code == "Neo.ClientError.Security.Forbidden" for code in outcomes.values()) > len(WRITES)


@pytest.mark.parametrize("disguises", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_a_reading_session_of_neo4j_lets_nothing_be_written(spare_neo4j: SpareNeo4j, disguises: int) -> None:
    spare_neo4j.empty()
    spare_neo4j.run(FILL)
    before = digest(spare_neo4j.run, (*GRAPH, *SERVER)), spare_neo4j.run("SHOW USERS YIELD user RETURN user")
    with GraphStore(spare_neo4j.uri, "neo4j", NEO4J_PASSWORD, "neo4j", max_rows=5, time_limit_s=30) as store:
        outcomes = {text: ran(store, text) for text in writes(disguises)}
    assert (digest(spare_neo4j.run, (*GRAPH, *SERVER)), spare_neo4j.run("SHOW USERS YIELD user RETURN user")) == before
    assert sum(code == "Neo.ClientError.Statement.AccessMode" for code in outcomes.values()) > len(WRITES) / 2
    spare_neo4j.empty()
