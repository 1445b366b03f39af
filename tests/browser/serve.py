"""The app on a pipeline made by hand, served in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.serving import running

STAND_IN = [sys.executable, str(Path(__file__).parent / "stand_in.py")]


@contextmanager
def served(command: list[str], folder: Path, **variables: str) -> Iterator[str]:
    """Runs a command that serves the app on the port that stands behind it until the block ends; gives the address."""
    environment = {**os.environ, "KGQA_DATA_DIR": str(folder), "KGQA_VECTORS": "0", **variables}
    port = int(command[-1])
    with (folder / "app.out").open("w+b") as out, running(command, port, environment, out):
        yield f"http://127.0.0.1:{port}"
