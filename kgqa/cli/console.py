"""What all commands share: exit statuses, results on standard output, everything else on standard error."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias, cast

from kgqa.errors import KgqaError
from kgqa.language.json_lines import OBEYED, json_line

if TYPE_CHECKING:
    import argparse

    from kgqa.progress import Progress

    Commands: TypeAlias = argparse._SubParsersAction[argparse.ArgumentParser]

_LOG = logging.getLogger(__name__)

FAILED = 1
WRONG_USE = 2


class Harmless:
    """A stream that writes what a terminal would obey, or what turns the order of a line, as blanks."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes a text; names, replies and errors come from anywhere."""
        return self._stream.write(OBEYED.sub(" ", text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def harmless() -> Iterator[None]:
    """Has all that is printed until the block ends, on standard output and standard error, written harmlessly."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", Harmless(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


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
    """Writes one JSON object as a line of standard output, whatever its texts hold."""
    print(json_line(data).encode("utf-8", "replace").decode("utf-8"), flush=True)


@dataclass(frozen=True, slots=True)
class Request:
    """A line of standard input as a request.

    Attributes:
        values: of the object, by the names of its fields.
        problem: why it is none, in words; empty where it is one.
    """

    id: Any
    values: Mapping[str, Any]
    problem: str = ""


def requests(field: str) -> Iterator[Request]:
    """Every line of standard input as an object with a text; a line that is none says why, here on standard error."""
    for number, line in _lines(sys.stdin):
        id_ = None
        try:
            request = json.loads(line, parse_constant=_refuse)
            id_ = request.get("id")
            if not isinstance(request[field], str):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            problem = f"Line {number} is no JSON object with a text {field!r}: {line[:80]!r}"
            print(problem, file=sys.stderr)
            yield Request(id_, {}, problem)
        else:
            yield Request(id_, request)


def each_line(field: str, answer: Callable[[Request], Mapping[str, Any]]) -> int:
    """Answers every line of standard input.

    A line that is no such object gets an answer that says so, and so does one whose answer fails, whatever it is: the
    trouble of one line ends no other. What ends the process is that nobody reads what it writes.
    """
    status = 0
    for request in requests(field):
        if request.problem:
            write({"id": request.id, "status": "failed", "text": request.problem})
            status = FAILED
            continue
        try:
            answered = answer(request)
        except Exception as error:
            if not isinstance(error, KgqaError):
                _LOG.exception("A line could not be answered because of a defect")
            answered = {"id": request.id, field: request.values[field], "status": "failed", "text": str(error)}
            status = FAILED
        write(answered)
    return status


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no JSON")


def _lines(stream: TextIO) -> Iterator[tuple[int, str]]:
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="replace")
    for number, line in enumerate(stream, start=1):
        if line.strip():
            yield number, line
