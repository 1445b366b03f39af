"""Other processes of this program: this interpreter and this code, whatever the current folder is."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

CODE = str(Path(__file__).parents[1])
"""The folder from which this program is imported."""


def command(module: str, *arguments: str) -> list[str]:
    """The command line that runs a module of this program; the current folder is no place to import from."""
    return [sys.executable, "-P", "-m", module, *arguments]


def start(
    module: str, *arguments: str, folder: Path, log: int, environment: Mapping[str, str]
) -> subprocess.Popen[str]:
    """Start a module of this program that is told on its standard input, and tells on its standard output.

    Args:
        folder: the current folder of the process, in which its litter stays.
        log: descriptor of the file that takes its standard error.
        environment: its variables; this program's code comes first among the places that it imports from.

    Raises:
        OSError: the process could not be started.
    """
    inherited = environment.get("PYTHONPATH")
    places = os.pathsep.join([CODE, *([inherited] if inherited else [])])
    return subprocess.Popen(
        command(module, *arguments),
        cwd=folder,
        env={**environment, "PYTHONPATH": places},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        encoding="utf-8",
    )
