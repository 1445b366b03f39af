"""Who is blamed when the server of written statements ends, and whose turn it is."""

from __future__ import annotations

import contextlib
import dataclasses
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgqa import settings as settings_module
from kgqa.errors import EndedError, QueryError, StoppedError
from kgqa.graph.server.written_server import PLACES, Turns, WrittenServer, WrittenStore
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.records import Query


@pytest.fixture
def turns(tmp_path: Path) -> Turns:
    return Turns(tmp_path, wait_s=0.1)


def test_there_are_so_many_places_and_who_has_one_sees_the_others(turns: Turns) -> None:
    with turns.place(None) as mine:
        assert not turns.others(mine)
        with turns.place(None) as second:
            assert turns.others(mine)
            assert turns.others(second)
        assert not turns.others(mine)
    with contextlib.ExitStack() as stack:
        assert [stack.enter_context(turns.place(None)) for _ in range(PLACES)] == list(range(PLACES))
        with pytest.raises(QueryError, match="take long"):
            stack.enter_context(turns.place(None))
        stop = StopSignal()
        stop.set()
        with pytest.raises(StoppedError):
            stack.enter_context(turns.place(stop))


def test_who_runs_alone_waits_for_those_who_run_and_is_waited_for(tmp_path: Path) -> None:
    turns, soon = Turns(tmp_path, wait_s=30), Turns(tmp_path, wait_s=0.1)
    came: list[str] = []

    def alone() -> None:
        with turns.alone(None):
            came.append("alone")

    with turns.together(None), turns.together(None):
        waiting = threading.Thread(target=alone)
        waiting.start()
        while True:  # as soon as one waits for being alone, nobody else begins
            try:
                with soon.together(None):
                    pass
            except QueryError:
                break
        assert came == []
    waiting.join()
    assert came == ["alone"]
    with turns.alone(None), pytest.raises(QueryError), soon.together(None):
        pass


class _Server(WrittenServer):
    """Knows what became of a run of a server that is not there."""

    exhausted = 0

    @contextlib.contextmanager
    def used(self, database: str) -> Iterator[None]:
        yield

    def turns(self) -> Turns:
        return Turns(self._main.path, wait_s=5)

    def await_generation_after(self, generation: int) -> None:
        pass

    def used_up_its_heap(self, generation: int) -> bool:
        return generation == self.exhausted


@pytest.fixture
def server(tmp_path: Path) -> _Server:
    made = _Server(dataclasses.replace(settings_module.load({}), data_dir=tmp_path))
    made._main.path.mkdir()
    return made


def _ends(monkeypatch: pytest.MonkeyPatch, *generations: int) -> list[int]:
    """Has the server end at a statement, run after run, until it gives rows; tells how often it was sent."""
    left, sent = list(generations), []

    def answered(self: GraphStore, *_: Any) -> str:
        sent.append(1)
        if left:
            raise EndedError("ended", left.pop(0))
        return "rows"

    monkeypatch.setattr(GraphStore, "_answered", answered)
    return sent


def test_a_statement_that_ran_alone_when_its_server_ended_is_to_blame(
    server: _Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = WrittenStore(server, "g", settings_module.load({}))
    sent = _ends(monkeypatch, 4)
    server.exhausted = 4
    with pytest.raises(QueryError, match="took more memory than the 384 MiB"):
        store._answered("RETURN 1", Query("RETURN 1", ()), None, 1)
    assert len(sent) == 1
    _ends(monkeypatch, 5)
    with pytest.raises(QueryError, match="ended while it worked on your statement"):
        store._answered("RETURN 1", Query("RETURN 1", ()), None, 1)


@pytest.mark.parametrize("blame", [False, True])
def test_a_statement_beside_others_is_sent_once_more_alone(
    server: _Server, monkeypatch: pytest.MonkeyPatch, blame: bool
) -> None:
    store = WrittenStore(server, "g", settings_module.load({}))
    sent = _ends(monkeypatch, 4, *([5] if blame else []))
    server.exhausted = 5
    with server.turns().place(None):
        if blame:
            with pytest.raises(QueryError, match="took more memory"):
                store._answered("RETURN 1", Query("RETURN 1", ()), None, 1)
        else:
            assert str(store._answered("RETURN 1", Query("RETURN 1", ()), None, 1)) == "rows"
    assert len(sent) == 2
