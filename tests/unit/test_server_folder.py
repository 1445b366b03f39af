"""The folder of the embedded server, as several processes prepare it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.state import State, read_state


def test_who_prepares_it_at_once_with_others_gets_in_nobodys_way(tmp_path: Path) -> None:
    folder = ServerFolder.of(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: folder.prepare(), range(400)))
    assert not [path for path in folder.path.iterdir() if path.is_file()]


def test_the_state_that_an_older_version_wrote_is_read(tmp_path: Path) -> None:
    folder = ServerFolder.of(tmp_path)
    folder.prepare()
    written = {"phase": "ready", "supervisor_started": 1.5, "server_started": 2.5, "bolt_port": 7, "events": []}
    folder.state.write_text(json.dumps(written), encoding="utf-8")
    assert read_state(folder) == State("ready", server_started=2.5, bolt_port=7)
