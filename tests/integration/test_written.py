"""Written statements on a server of their own: who ends it is told so, and nobody else notices."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable

import pytest

from kgqa.cypher.run import Ran
from kgqa.errors import QueryError, TimeLimitError
from kgqa.graph.server import seals
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.links import withdraw
from kgqa.graph.server.state import State, read_state
from kgqa.load.catalog import GraphEntry
from kgqa.pipeline import Asker
from kgqa.records import Query
from kgqa.settings import Settings

BOMB = (
    "MATCH (p:Phenotype) WHERE size(p.definition) > 500 WITH p LIMIT 2500 "
    "RETURN reduce(t = p.definition, x IN range(1, 10) | t + t) + p.id AS t UNION RETURN '' AS t"
)
"""Passes the guard, which takes texts of a graph for shorter; holds hundreds of 500 kB that no server counts."""
QUESTION = "Which diseases show Ectopia lentis?"


def _state(folder: ServerFolder) -> State:
    state = read_state(folder)
    assert state is not None
    return state


@pytest.fixture
def folders(settings: Settings) -> tuple[ServerFolder, ServerFolder]:
    return ServerFolder.of(settings.data_dir), ServerFolder.of_written(settings.data_dir)


def _in_thread(work: Callable[[], object]) -> tuple[threading.Thread, list[object]]:
    came: list[object] = []

    def run() -> None:
        try:
            came.append(work())
        except QueryError as error:
            came.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    return thread, came


def test_a_statement_that_uses_up_the_heap_ends_its_own_server_and_no_planned_question_notices(
    hpo_asker: Asker, folders: tuple[ServerFolder, ServerFolder]
) -> None:
    main, written = folders
    counted = hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    assert isinstance(counted, Ran)
    assert counted.rows.rows[0][0] > 12_000
    began = time.monotonic()
    expected = hpo_asker.ask(QUESTION).answer
    usual = time.monotonic() - began
    before, other = _state(main), _state(written)
    assert before.server_pid != other.server_pid
    culprit, came = _in_thread(lambda: hpo_asker.run_cypher(BOMB))
    took = []
    while culprit.is_alive():
        began = time.monotonic()
        assert hpo_asker.ask(QUESTION).answer.items == expected.items
        took.append(time.monotonic() - began)
    culprit.join()
    assert len(came) == 1
    assert "took more memory than the 384 MiB" in str(came[0])
    assert "Nobody else was disturbed" in str(came[0])
    assert _state(written).generation > other.generation
    assert (_state(main).server_pid, _state(main).generation) == (before.server_pid, before.generation)
    assert _state(main).events == before.events, "who planned reads nothing of it"
    assert sorted(took)[len(took) // 2] < 5 * usual + 2
    again = hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    assert isinstance(again, Ran)
    assert again.rows.rows == counted.rows.rows


@pytest.mark.slow
def test_a_written_statement_beside_the_one_that_ends_the_server_gets_its_rows(
    hpo_asker: Asker, folders: tuple[ServerFolder, ServerFolder]
) -> None:
    hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    before = _state(folders[1]).generation
    culprit, came = _in_thread(lambda: hpo_asker.run_cypher(BOMB))
    said = []
    while culprit.is_alive():
        ran = hpo_asker.run_cypher("MATCH (d:Disease)-[r:HAS_PHENOTYPE]->(p) RETURN count(r) AS n")
        assert isinstance(ran, Ran)
        said.append(ran.rows.rows)
    assert _state(folders[1]).generation >= before + 2, "it was run once more, alone"
    assert "took more memory" in str(came[0])
    assert set(said) == {((said[0][0][0],),)}


def test_both_servers_read_the_same_files_and_neither_changes_them(
    hpo_asker: Asker, settings: Settings, default_graph: GraphEntry, folders: tuple[ServerFolder, ServerFolder]
) -> None:
    main, written = (folder.databases / default_graph.database for folder in folders)
    hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    linked = [path for path in main.glob("*.bucket") if path.stat().st_size]
    assert linked
    for path in linked:
        assert os.path.samefile(path, written / path.name)
    taken = sum(path.stat().st_size for path in written.iterdir() if path.stat().st_nlink == 1)
    assert taken < 4_000_000
    assert seals.flaws(folders[0], default_graph.database) == []


def test_a_graph_that_is_gone_leaves_no_file_behind(
    hpo_asker: Asker, server: EmbeddedServer, default_graph: GraphEntry, folders: tuple[ServerFolder, ServerFolder]
) -> None:
    hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    withdraw(folders[1], default_graph.database)
    assert not (folders[1].databases / default_graph.database).exists()
    ran = hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    assert isinstance(ran, Ran)
    assert ran.rows.rows[0][0] > 12_000, "it is offered anew where it is still there"


@pytest.mark.slow
def test_the_second_server_ends_with_its_last_user_and_keeps_nothing(
    hpo_asker: Asker, folders: tuple[ServerFolder, ServerFolder]
) -> None:
    hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    assert _state(folders[1]).phase == "ready"
    assert hpo_asker._opened.written is not None
    hpo_asker._opened.written.close()
    deadline = time.monotonic() + 30
    while read_state(folders[1]) is not None and time.monotonic() < deadline:
        time.sleep(0.1)
    assert read_state(folders[1]) is None
    assert not folders[1].databases.exists()
    ran = hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    assert isinstance(ran, Ran)
    assert ran.rows.rows[0][0] > 12_000, "it comes back when it is asked again"


UNSTOPPABLE = (
    "RETURN reduce(s = 0, x IN range(1, 10000) | s + reduce(t = 0, y IN range(1, 10000) | t + "
    "reduce(u = 0, z IN range(1, 10000) | u + x % (y + z)))) AS n"
)
"""The guard refuses it; no server ends it."""


@pytest.mark.slow
def test_a_statement_that_cannot_be_ended_ends_its_own_server(
    hpo_asker: Asker, folders: tuple[ServerFolder, ServerFolder]
) -> None:
    written = hpo_asker._opened.written
    assert written is not None
    hpo_asker.run_cypher("MATCH (d:Disease) RETURN count(d) AS n")
    main, before = _state(folders[0]), _state(folders[1]).generation
    with pytest.raises(TimeLimitError, match="needed longer than 10 s"):
        written.run_as_written(Query(UNSTOPPABLE, ("n",)))
    deadline = time.monotonic() + 120
    while _state(folders[1]).generation == before and time.monotonic() < deadline:
        assert hpo_asker.ask(QUESTION).answer.items
    assert _state(folders[1]).generation == before + 1
    assert (_state(folders[0]).server_pid, _state(folders[0]).events) == (main.server_pid, main.events)
