"""Which tests run, in which order, and in which process when there are several (``-n 2``)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest
from xdist.scheduler import LoadScopeScheduling

NEO4J = tuple(
    f"tests/integration/test_{name}.py"
    for name in (
        *("questions_on_neo4j", "same_rows", "store", "own_server", "own_connection", "own_models", "load_bolt"),
        *("big_neighbourhoods", "server_rules", "row_evidence", "without_the_guard", "neighbourhood", "companion"),
        *("context", "costly_on_neo4j", "kinds", "counted_conditions", "own_odd_names"),
    )
)
"""Files that ask a real Neo4j. One process runs them all, so that one Neo4j is enough."""
APP = (
    *(
        f"tests/browser/test_{name}.py"
        for name in (
            *("ask", "ask_model", "compare", "data", "gate", "hostile_page", "lab", "settings_page"),
            *("read_by_meaning", "automatic_page", "follow_up"),
        )
    ),
    "tests/integration/test_many_sessions.py",
)
"""Files that visit the real app, which is served, and loads its graph, once. All others in a browser visit one on a
pipeline made by hand, which is there at once."""
BROWSER = "tests/browser"
EMBEDDING = (
    *(f"tests/integration/test_{name}.py" for name in ("robustness", "context_options", "vectors", "from_facts")),
    *(
        f"tests/integration/test_{name}.py"
        for name in ("kg_rag", "nearest_facts", "automatic", "asked_for", "homonyms")
    ),
    *("tests/unit/test_sentence_vectors.py", "tests/unit/test_warm.py", "tests/unit/test_light_embedding.py"),
)
"""Files that embed sentences. One process runs them all, as to load the model takes 10 s of computing in each."""
FIRST: tuple[str, ...] = (*NEO4J, *APP, BROWSER, *EMBEDDING)
"""What takes long begins first, so that no process waits for the last of it; all other files follow by folder."""


class ByFile(LoadScopeScheduling):
    """Gives the tests of a file to one process, as what a file prepares serves them all."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        if file in NEO4J:
            return "neo4j"
        if file in APP:
            return "app"
        if file in EMBEDDING:
            return "embedding"
        return BROWSER if file.startswith(BROWSER) else file


def order(items: list[pytest.Item]) -> None:
    """Puts what takes long first, and keeps the order within a file."""
    ranks = {name: number for number, name in enumerate(FIRST)}
    folders = ["tests/integration", "tests/unit"]

    def rank(item: pytest.Item) -> tuple[int, int]:
        file = item.nodeid.partition("::")[0]
        folder = file.rpartition("/")[0]
        number = ranks.get(file, ranks.get(folder, len(ranks)))
        return number, folders.index(folder) if folder in folders else len(folders)

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
    """Files that ask a Neo4j must be told in ``NEO4J``, and those that visit the real app in ``APP``.

    Raises:
        pytest.UsageError: one is missing.
    """
    files = [(item, item.nodeid.partition("::")[0]) for item in items]
    asking = {file for item, file in files if _uses(item, "spare_neo4j") or "own_neo4j" in _chosen(item)}
    visiting = {file for item, file in files if _uses(item, "real_app")}
    for name, missing in (("NEO4J", asking - set(NEO4J)), ("APP", visiting - set(APP))):
        if missing:
            raise pytest.UsageError(f"Add to {name} in tests/spread.py, as they use it: {', '.join(sorted(missing))}")


def _uses(item: pytest.Item, fixture: str) -> bool:
    return fixture in getattr(item, "fixturenames", ())


def _chosen(item: pytest.Item) -> Collection[object]:
    return item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
