"""What the app keeps on this machine for one reader's browser: answers, notes on answers, preferences.

<data_dir>/readers/<SHA-256 of the reader's id>/
    answers/<id>         a line that lists the answer, then its whole trace; of a comparison the traces of its answers
    notes/<id>           the same for a note on an answer
    preferences/<name>   one word

Several answers to one question are one JSON text, of which each answer opens again.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from kgqa.graph.server.folder import write_private
from kgqa.history import readers, replay
from kgqa.history.replay import ReplayError
from kgqa.history.shelf import Bound, KeptError, Shelf, make_private, unwritable
from kgqa.language import read_as
from kgqa.language.json_lines import json_line
from kgqa.language.phrases import is_against, shown_status
from kgqa.records import Status, Trace

if TYPE_CHECKING:
    from pydantic import TypeAdapter

What = Literal["entity", "query", "answer"]
"""What a reader finds wrong."""
MOST_WORDS = 2000
"""Characters of the words in a note."""
ANSWERS = Bound(files=500, size_bytes=200_000_000)
NOTES = Bound(files=500, size_bytes=50_000_000)
NOTE_FORMAT = "kgqa-note"
_PREFERENCE = re.compile(r"[a-z_]{1,40}")


@dataclass(frozen=True, slots=True)
class Entry:
    """A kept answer as it is listed.

    Attributes:
        graph: title and version of the graph.
        status: as readers see it (``kgqa.language.phrases.shown_status``).
        asked_at: when it was asked, UTC, ISO 8601; empty where the trace does not tell.
        kept_at: when it was kept, the same with microseconds; it orders the list.
        strategy: how it was answered.
        against: the records are against what was asked (``kgqa.language.phrases.is_against``).
        read_as: what the question was read as by meaning; empty where it was read word by word.
        compared: the names of the answers that were compared ("Graph only, Automatic"); empty for a single answer.
    """

    id: str
    question: str
    headline: str
    status: Status
    graph: str
    asked_at: str
    kept_at: str
    strategy: str = "graph-only"
    against: bool = False
    read_as: str = ""
    compared: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """A reader's note on an answer as it is listed.

    Attributes:
        what: what the reader finds wrong.
        words: what the reader wrote about it; may be empty.
        kept_at: when it was kept, UTC, ISO 8601 with microseconds; it orders the list.
    """

    id: str
    what: What
    words: str
    question: str
    headline: str
    graph: str
    kept_at: str


Listed = TypeVar("Listed", Entry, Flag)


class ReaderStorage:
    """What is kept for one reader; nothing is written before there is something to keep.

    Args:
        reader: the random id in the reader's browser; only its SHA-256 reaches the disk.
    """

    def __init__(self, data_dir: Path, reader: str) -> None:
        self._folder = readers.folder_of(data_dir, reader)
        self._answers = Shelf(self._folder / "answers")
        self._notes = Shelf(self._folder / "notes")

    def remember(self, trace: Trace) -> str:
        """Keeps an answer and gives the id that its address names; the oldest go where there are too many.

        Raises:
            KeptError, ReplayError: it cannot be kept.
        """
        id_ = self._put(self._answers, _entry(trace), replay.to_json(trace))
        self._answers.trim(ANSWERS)
        return id_

    def remember_comparison(self, names: Sequence[str], traces: Sequence[Trace]) -> str:
        """Keeps several answers to one question as one, and gives the id that its address names.

        Raises:
            KeptError, ReplayError: it cannot be kept.
        """
        entry = replace(_entry(traces[0]), compared=", ".join(names))
        id_ = self._put(self._answers, entry, comparison_as_json(names, traces))
        self._answers.trim(ANSWERS)
        return id_

    def entries(self) -> list[Entry]:
        """The kept answers, newest first; files that cannot be read are left out."""
        return _listed(self._answers, Entry)[0]

    def damaged(self) -> int:
        """How many files of answers and notes cannot be read."""
        return _listed(self._answers, Entry)[1] + _listed(self._notes, Flag)[1]

    def forget(self, id_: str) -> None:
        """Removes one answer.

        Raises:
            KeptError: the folder may not be written.
        """
        self._answers.drop(id_)

    def forget_all(self) -> None:
        """Removes every answer; the notes stay.

        Raises:
            KeptError: the folder may not be written.
        """
        self._answers.clear()

    def preference(self, name: str) -> str | None:
        """What the reader chose; None where nothing was chosen."""
        try:
            return self._preference(name).read_text(encoding="utf-8")
        except (OSError, UnicodeError):
            return None

    def prefer(self, name: str, value: str) -> None:
        """Remembers a choice.

        Raises:
            KeptError: the folder may not be written.
        """
        path = self._preference(name)
        readers.begin(self._folder)
        try:
            make_private(path.parent)
            write_private(path, value)
        except OSError as error:
            raise unwritable(path.parent, error) from error

    def flag(self, trace: Trace, what: What, words: str) -> None:
        """Keeps a note on an answer, with the whole answer; of its words the first 2,000 characters.

        Raises:
            KeptError, ReplayError: it cannot be kept.
        """
        if self._notes.is_full(NOTES):
            raise KeptError(
                f"This machine keeps {NOTES.files} notes for one browser. Export them on the page History and remove "
                "some, then write this one again."
            )
        words = words.strip()[:MOST_WORDS]
        self._put(
            self._notes,
            Flag("", what, words, trace.question, trace.answer.headline, _graph(trace), _now()),
            replay.to_json(trace),
        )

    def flags(self) -> list[Flag]:
        """The notes, newest first; files that cannot be read are left out."""
        return _listed(self._notes, Flag)[0]

    def notes(self) -> Iterator[dict[str, Any]]:
        """The notes as JSON objects with the answers they are about, newest first, one in memory at a time."""
        return _whole((self._notes, flag) for flag in self.flags())

    def remove_flag(self, id_: str) -> None:
        """Removes one note.

        Raises:
            KeptError: the folder may not be written.
        """
        self._notes.drop(id_)

    def _put(self, shelf: Shelf, listed: Entry | Flag, body: str) -> str:
        head = replay.encodable(json_line(asdict(listed)))
        readers.begin(self._folder)
        return shelf.put(head, body)

    def _preference(self, name: str) -> Path:
        if not _PREFERENCE.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a preference")
        return self._folder / "preferences" / name


def open_record(data_dir: Path, id_: str) -> Trace:
    """The answer that is kept under an id, whoever kept it: the id cannot be guessed.

    Args:
        id_: of an answer, or of a comparison with the place of one of its answers ("….0").

    Raises:
        KeptError: there is none, or it cannot be read.
    """
    whole, dot, place = id_.partition(".")
    try:
        if not dot:
            return replay.from_json(_body(data_dir, id_))
        answers = _read_comparison(_body(data_dir, whole))
    except replay.ReplayError as error:
        raise KeptError(_DAMAGED) from error
    found = answers[int(place)] if place.isascii() and place.isdigit() and int(place) < len(answers) else None
    if found is None:
        raise KeptError(_NOTHING)
    return found[1]


def open_comparison(data_dir: Path, id_: str) -> list[tuple[str, Trace]]:
    """The answers of the comparison that is kept under an id, each with its name, whoever kept it.

    Raises:
        KeptError: there is none, or it cannot be read.
    """
    try:
        return _read_comparison(_body(data_dir, id_))
    except replay.ReplayError as error:
        raise KeptError(_DAMAGED) from error


_DAMAGED = "The answer of this address is damaged on the disk. Ask its question again."
_NOTHING = (
    "No answer is kept under this address. It was removed, or belongs to another machine; ask its question again."
)


def _body(data_dir: Path, id_: str) -> str:
    for reader in readers.folders(data_dir):
        body = Shelf(reader / "answers").body(id_)
        if body is not None:
            return body
    raise KeptError(_NOTHING)


def _entry(trace: Trace) -> Entry:
    return Entry(
        "",
        trace.question,
        trace.answer.headline,
        shown_status(trace),
        _graph(trace),
        trace.asked_at,
        _now(),
        trace.strategy,
        is_against(trace),
        read_as.question(trace),
    )


def all_notes(data_dir: Path) -> Iterator[dict[str, Any]]:
    """The notes of every reader of this machine as JSON objects with the answers they are about, newest first."""
    shelves = [Shelf(reader / "notes") for reader in readers.folders(data_dir)]
    found = [(shelf, flag) for shelf in shelves for flag in _listed(shelf, Flag)[0]]
    return _whole(sorted(found, key=lambda one: one[1].kept_at, reverse=True))


def _whole(found: Iterable[tuple[Shelf, Flag]]) -> Iterator[dict[str, Any]]:
    for shelf, flag in found:
        with contextlib.suppress(ValueError, RecursionError):
            answer = json.loads(shelf.body(flag.id) or "")
            yield {"format": NOTE_FORMAT, "version": 1, **asdict(flag), "answer": answer}


def _listed(shelf: Shelf, kind: type[Listed]) -> tuple[list[Listed], int]:
    """What a shelf holds, newest first, and how many of its files cannot be read."""
    heads, damaged = shelf.heads()
    found = []
    for id_, head in heads.items():
        try:
            found.append(replace(_adapters()[kind].validate_json(head, strict=True), id=id_))
        except ValueError:
            damaged += 1
    return sorted(found, key=lambda one: (one.kept_at, one.id), reverse=True), damaged


@cache
def _adapters() -> dict[type[Any], TypeAdapter[Any]]:
    from pydantic import TypeAdapter

    return {kind: TypeAdapter(kind) for kind in (Entry, Flag)}


def _graph(trace: Trace) -> str:
    return f"{trace.graph.title} {trace.graph.version}".strip()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")


_COMPARISON_FORMAT = "kgqa-comparison"
_COMPARISON_VERSION = 1
_MOST_ANSWERS = 10
"""Answers of a comparison that is read."""


def comparison_as_json(names: Sequence[str], traces: Sequence[Trace]) -> str:
    """``{"format": …, "version": 1, "answers": [{"name": …, "answer": …}]}``.

    Each ``answer`` is what the export of a single answer holds.

    Raises:
        ReplayError: an answer cannot be saved.
    """
    answers = [
        {"name": name, "answer": json.loads(replay.to_json(trace))} for name, trace in zip(names, traces, strict=True)
    ]
    return json.dumps(
        {"format": _COMPARISON_FORMAT, "version": _COMPARISON_VERSION, "answers": answers}, ensure_ascii=False
    )


def _read_comparison(text: str) -> list[tuple[str, Trace]]:
    """The answers that ``comparison_as_json`` wrote, each with its name.

    Raises:
        ReplayError: the text is anything else.
    """
    try:
        values = json.loads(text)
        if values["format"] != _COMPARISON_FORMAT or values["version"] != _COMPARISON_VERSION:
            raise ReplayError("This is no saved comparison of this version.")
        found = [(str(one["name"]), json.dumps(one["answer"])) for one in values["answers"][:_MOST_ANSWERS]]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ReplayError("This is no saved comparison.") from error
    return [(name, replay.from_json(answer)) for name, answer in found]
