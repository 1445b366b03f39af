"""What all commands share: exit statuses, results on standard output, everything else on standard error."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias

if TYPE_CHECKING:
    import argparse

    from kgqa.progress import Progress

    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

FAILED = 1
WRONG_USE = 2


def tell(progress: Progress) -> None:
    """Says on standard error how far a load is."""
    of = f" of {progress.total:,}" if progress.total else ""
    done = f": {progress.done:,}{of}" if progress.done else ""
    left = f", {progress.remaining_s:.0f} s left" if progress.remaining_s is not None else ""
    print(f"{progress.step}{done}{left}", file=sys.stderr)


def wrong_use(text: str) -> int:
    """Says what is wrong with how a command is used, and returns its exit status."""
    print(text, file=sys.stderr)
    return WRONG_USE


def write(data: Mapping[str, Any]) -> None:
    """Writes one JSON object as a line of standard output."""
    text = json.dumps(data, ensure_ascii=False, default=str)
    print(text.encode("utf-8", "replace").decode("utf-8"), flush=True)


def each_line(field: str, answer: Callable[[Any, str], Mapping[str, Any]]) -> int:
    """Answers every line of standard input; a line that is no such object gets an answer that says so."""
    status = 0
    for number, line in _lines(sys.stdin):
        id_ = None
        try:
            request = json.loads(line, parse_constant=_refuse)
            id_ = request.get("id")
            text = request[field]
            if not isinstance(text, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            problem = f"Line {number} is no JSON object with a text {field!r}: {line[:80]!r}"
            write({"id": id_, "status": "failed", "text": problem})
            print(problem, file=sys.stderr)
            status = FAILED
            continue
        write(answer(id_, text))
    return status


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _lines(stream: TextIO) -> Iterator[tuple[int, str]]:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="replace")
    for number, line in enumerate(stream, start=1):
        if line.strip():
            yield number, line
