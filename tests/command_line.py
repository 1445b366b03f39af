"""The command line in this process: what `python -m kgqa ARGUMENTS` prints where, and how it ends."""

from __future__ import annotations

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from kgqa.cli.command import main


@dataclass(frozen=True)
class Ended:
    """A command that has ended."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: str | Path, text: str | bytes = "", **environment: str) -> Ended:
    """Run a command as a process of its own would, with no other ``KGQA_`` variables than the given ones.

    Its three streams are bytes beneath, as those of a process are. What it raises passes, as no command may end so.
    """
    given = text.encode() if isinstance(text, str) else text
    out, errors = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in os.environ if name.startswith("KGQA_")]:
            patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", errors)
        try:
            status = main([str(one) for one in arguments])
        except SystemExit as ended:  # what argparse does with wrong use
            status = ended.code if isinstance(ended.code, int) else 1
    return Ended(status, _written(out), _written(errors))


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    held = stream.buffer
    assert isinstance(held, io.BytesIO)
    return held.getvalue().decode()
