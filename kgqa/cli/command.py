"""The command line: reads what is wanted, runs it, and ends with a status."""

from __future__ import annotations

import argparse
import os
import sys

from kgqa.cli import ask, check, graphs, importing, models, serve, verify
from kgqa.cli.console import FAILED, harmless
from kgqa.errors import KgqaError


def main(arguments: list[str] | None = None) -> int:
    """Run one command. Returns the exit status: 0 done, 1 failed, 2 wrong use."""
    with harmless():
        return _run(arguments)


def _run(arguments: list[str] | None) -> int:
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except KgqaError as error:
        print(error, file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # Whoever read the output has enough of it; without this the interpreter complains once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kgqa", description="Ask biomedical knowledge graphs.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for group in (ask, verify, check, importing, graphs, models, serve):
        group.add(commands)
    return parser
