"""What the supervisor tells everyone: what runs, on which ports, and what happened."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Literal

from kgqa.graph.server.folder import ServerFolder, read_json, write_private

Phase = Literal["starting", "ready", "failed"]
KEPT_EVENTS = 50


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to the server.

    Attributes:
        time: UTC, ISO 8601, to the second.
        text: one sentence.
    """

    time: str
    text: str

    @classmethod
    def now(cls, text: str) -> Event:
        """An event of this moment."""
        return cls(datetime.now(UTC).isoformat(timespec="seconds"), text)


@dataclass(frozen=True, slots=True)
class State:
    """One server, as its supervisor sees it.

    Attributes:
        generation: grows by one with every start of the server's process.
        supervisor_pid, server_pid: process numbers; 0 where there is none.
        server_started: start time of the server's process, seconds since the epoch, so that a number that was given to
            another process is not mistaken.
        exhausted: the last run that ended because it used up its heap; 0 where none did.
        problem: why the server could not be started, in the phase ``failed``.
    """

    phase: Phase
    generation: int = 0
    supervisor_pid: int = 0
    server_pid: int = 0
    server_started: float = 0.0
    bolt_port: int = 0
    http_port: int = 0
    exhausted: int = 0
    problem: str = ""
    events: tuple[Event, ...] = ()


def write_state(folder: ServerFolder, state: State) -> None:
    """Replace the shared state."""
    write_private(folder.state, json.dumps(asdict(state), indent=1))


def read_state(folder: ServerFolder) -> State | None:
    """The shared state, or None where there is none or it is damaged."""
    data = read_json(folder.state)
    if data is None:
        return None
    try:
        # What an older version wrote besides, such as the start time of the supervisor, has no use any more.
        known = {one.name: data[one.name] for one in fields(State) if one.name in data}
        return State(**{**known, "events": tuple(Event(**event) for event in data["events"])})
    except (KeyError, TypeError):
        return None
