"""Which tests run, in which order, and in which process when there are several (``-n 2``)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from xdist.scheduler import LoadScopeScheduling

NEO4J = tuple(
    f"tests/integration/test_{name}.py"
    for name in (
        *("questions_on_neo4j", "same_rows", "store", "own_server", "own_connection", "own_models", "load_bolt"),
        *("big_neighbourhoods", "server_rules", "row_evidence", "without_the_guard", "neighbourhood", "companion"),
        *("context", "costly_on_neo4j"),
    )
)
"""Files that ask a real Neo4j. One process runs them all, so that one Neo4j is enough."""
FIRST: tuple[str, ...] = NEO4J
"""Files that take long begin first, so that no process waits for the last of them; all others follow by folder."""


BROWSER = "tests/browser"
"""One process runs its tests, so that one app and one browser are enough."""


class ByFile(LoadScopeScheduling):
    """Gives the tests of a file to one process, as what a file prepares serves them all."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if file in NEO4J:
            return "neo4j"
        return BROWSER if file.startswith(BROWSER) else file


def order(items: list[pytest.Item]) -> None:
    """Puts what takes long first, and keeps the order within a file."""
    ranks = {file: number for number, file in enumerate(FIRST)}
    folders = [BROWSER, "tests/integration", "tests/unit"]

    def rank(item: pytest.Item) -> tuple[int, int]:
        file = item.nodeid.partition("::")[0]
        folder = file.rpartition("/")[0]
        return ranks.get(file, len(ranks)), folders.index(folder) if folder in folders else len(folders)

    items.sort(key=rank)


def without_slow(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Takes out the tests that are marked slow, unless they are asked for: by ``--slow``, ``-m``, or by their name."""
    if config.option.slow or config.option.markexpr or any("::" in argument for argument in config.args):
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]


def require_listed(items: Sequence[pytest.Item]) -> None:
    """Files that ask a Neo4j must be told in ``NEO4J``.

    Raises:
        pytest.UsageError: one is missing.
    """
    asking = {item.nodeid.partition("::")[0] for item in items if _asks_neo4j(item)}
    missing = sorted(asking - set(NEO4J))
    if missing:
        raise pytest.UsageError(f"Add to NEO4J in tests/spread.py, as they ask one: {', '.join(missing)}")


def _asks_neo4j(item: pytest.Item) -> bool:
    chosen = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    return "spare_neo4j" in getattr(item, "fixturenames", ()) or "own_neo4j" in chosen
