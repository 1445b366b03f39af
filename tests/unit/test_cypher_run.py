"""The door to the graph: what is refused never leaves this process, what runs is sent as it was admitted."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest
from test_cypher_guard import ALLOWED, REFUSED, expanded, hostile

from kgqa.cypher.guard.admit import Admitted, Refused, admit
from kgqa.cypher.guard.guard import judge
from kgqa.cypher.run import Ran, run
from kgqa.graph import store as store_module
from kgqa.graph.store import GraphStore

ROOT = Path(__file__).parents[2]


class Result:
    """Rows of one column without an end, as far as somebody reads on."""

    def __init__(self, read: list[int]) -> None:
        self._read = read

    def __iter__(self) -> Any:
        while True:
            self._read.append(1)
            yield self

    def values(self) -> list[Any]:
        return ["x"]

    def keys(self) -> list[str]:
        return ["n"]

    def consume(self) -> None:
        return None


class Driver:
    """A driver and its session that count what they are asked for."""

    def __init__(self) -> None:
        self.opened = 0
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.read: list[int] = []

    def open(self, *_: object) -> Driver:
        self.opened += 1
        return self

    def session(self, **_: object) -> Driver:
        return self

    def __enter__(self) -> Driver:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, statement: Any, parameters: dict[str, Any]) -> Result:
        self.sent.append((statement.text, parameters))
        return Result(self.read)

    def close(self) -> None:
        pass


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    counting = Driver()
    monkeypatch.setattr(store_module, "open_driver", counting.open)
    return counting


@pytest.fixture
def store() -> GraphStore:
    return GraphStore("bolt://127.0.0.1:1", "reader", "", "graph", max_rows=1000, time_limit_s=60)


def refused() -> list[str]:
    wild = [expanded(case["input"]) for case in hostile("cypher") if case["expect"] == "refuse"]
    return [*REFUSED, *wild]


def test_nothing_that_is_refused_is_sent(driver: Driver, store: GraphStore) -> None:
    for text in refused():
        outcome = run(store, text, most_rows=10)
        assert isinstance(outcome, Refused), text
        assert outcome.reasons
    assert (driver.opened, driver.sent) == (0, [])


@pytest.mark.parametrize("text", ALLOWED, ids=lambda text: text[:60])
def test_what_is_admitted_is_sent_as_it_is(text: str, driver: Driver, store: GraphStore) -> None:
    outcome = run(store, text, most_rows=7, parameters={"name": "x"})
    assert isinstance(outcome, Ran)
    ((sent, parameters),) = driver.sent
    assert re.fullmatch(r"/\* kg:[0-9a-f]{32} \*/ ", sent.removesuffix(outcome.admitted.text))
    assert parameters == {"name": "x"}
    assert judge(outcome.admitted.text).allowed
    assert outcome.rows.executed == outcome.admitted.text
    assert admit(outcome.admitted.text, 7) == Admitted(outcome.admitted.text, outcome.admitted.columns)


def test_no_more_rows_are_read_than_are_shown(driver: Driver, store: GraphStore) -> None:
    outcome = run(store, "MATCH (n) RETURN n.name AS n UNION MATCH (m) RETURN m.name AS n", most_rows=5)
    assert isinstance(outcome, Ran)
    assert (len(outcome.rows.rows), len(driver.read), outcome.rows.truncated) == (5, 6, True)


@pytest.mark.parametrize(
    ("text", "sent", "columns"),
    [
        ("MATCH (n:A) RETURN n.name", "MATCH (n:A) RETURN n.name LIMIT 10", ("n.name",)),
        ("MATCH (n:A) RETURN n, n.x + 1 AS y LIMIT 3", "MATCH (n:A) RETURN n, n.x + 1 AS y LIMIT 3", ("n", "y")),
        ("MATCH (n:A) RETURN * LIMIT 9000", "MATCH (n:A) RETURN * LIMIT 10", ()),
        ("MATCH (n:A) RETURN n LIMIT $most", "MATCH (n:A) RETURN n LIMIT $most", ("n",)),
        ("MATCH (n:A) RETURN `n` AS `a b` SKIP 1", "MATCH (n:A) RETURN `n` AS `a b` SKIP 1 LIMIT 10", ("a b",)),
    ],
)
def test_what_is_admitted(text: str, sent: str, columns: tuple[str, ...]) -> None:
    admitted = admit(text, 10)
    assert isinstance(admitted, Admitted)
    assert (admitted.text, admitted.columns) == (sent, columns)
    assert bool(admitted.notes) == admitted.limited == (sent != text)


def test_there_is_one_door() -> None:
    calls = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "kgqa").rglob("*.py")
        if "run_as_written" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "run_as_written"
    }
    assert calls == {"kgqa/cypher/run.py", "kgqa/graph/own/own_graph.py"}
