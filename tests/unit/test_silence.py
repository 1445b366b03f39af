"""A graph server that does not answer: when it is slow, and when it is dead."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kgqa import processes
from kgqa.graph.server import supervisor as supervisor_module
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.launch import Ports
from kgqa.graph.server.process import ServerProcess
from kgqa.graph.server.supervisor import DEAD_S, SLOW_S, WORKING, Silence, Supervisor


def test_a_process_that_works_has_time_and_more_on_a_crowded_machine() -> None:
    silence = Silence(100.0, 7.0)
    for crowding in (1.0, 10.0):
        until = 100.0 + SLOW_S * crowding
        worked = 7.0 + 2 * WORKING * SLOW_S * crowding
        assert not silence.is_death(until - 1, worked, crowding)
        assert silence.is_death(until + 1, worked, crowding)


@pytest.mark.parametrize("worked", [None, 7.0])
def test_a_process_that_does_nothing_is_dead_on_any_machine(worked: float | None) -> None:
    silence = Silence(100.0, 7.0)
    for crowding in (1.0, 10.0):
        assert not silence.is_death(100.0 + DEAD_S - 1, worked, crowding)
        assert silence.is_death(100.0 + DEAD_S + 1, worked, crowding)


def test_how_crowded_a_machine_is_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    for load, crowding in ((0.0, 1.0), (3.0, 1.5), (70.0, processes.MOST_CROWDED)):
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, 0.0, 0.0))
        assert processes.crowding() == crowding
    monkeypatch.delattr(os, "getloadavg")
    assert processes.crowding() == 1.0


def test_what_a_process_has_worked_is_seen_and_that_it_was_stopped(tmp_path: Path) -> None:
    burning: Any = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    server = ServerProcess(ServerFolder(tmp_path), Ports(1, 2), burning)
    try:
        first = server.worked_s()
        time.sleep(1.0)
        second = server.worked_s()
        assert first is not None
        assert second is not None
        assert second > first
        os.kill(burning.pid, signal.SIGSTOP)
        time.sleep(0.2)
        assert server.worked_s() is None
    finally:
        burning.kill()
        burning.wait()
    assert server.worked_s() is None


@pytest.mark.parametrize(("works", "restarts"), [(True, False), (False, True)])
def test_a_slow_server_is_left_alone_and_a_dead_one_is_not(
    monkeypatch: pytest.MonkeyPatch, works: bool, restarts: bool
) -> None:
    """As it went on a machine with a load of 70: no handshake in time, again and again, from a healthy server."""
    clock, began, said = [1000.0], 1000.0, []
    monkeypatch.setattr(supervisor_module.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(processes, "crowding", lambda: 10.0)

    def unanswered(*_: object) -> bool:
        clock[0] += 5
        return False

    monkeypatch.setattr(supervisor_module, "answers_bolt", unanswered)
    watching: Any = Supervisor.__new__(Supervisor)
    watching._silence, watching._restart = None, said.append
    server: Any = SimpleNamespace(
        ports=Ports(1, 2), ended=lambda: False, worked_s=lambda: (clock[0] - began) * 0.02 if works else 3.0
    )
    while clock[0] < began + 200 and not said:
        watching._probe(server)
        clock[0] = max(clock[0], watching._next_probe)
    assert bool(said) == restarts
    if restarts:
        assert clock[0] < began + 20
    monkeypatch.setattr(supervisor_module, "answers_bolt", lambda *_: True)
    watching._is_stuck = lambda _: False
    watching._probe(server)
    assert watching._silence is None
