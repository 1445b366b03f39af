"""The folder of the embedded server, as several processes prepare it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kgqa.graph.server.folder import ServerFolder


def test_who_prepares_it_at_once_with_others_gets_in_nobodys_way(tmp_path: Path) -> None:
    folder = ServerFolder.of(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: folder.prepare(), range(400)))
    assert not [path for path in folder.path.iterdir() if path.is_file()]
