"""The files of two tables: which they are, how large, and their text line by line within bounds."""

from __future__ import annotations

import gzip
import io
import lzma
import re
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from kgqa.errors import LoadError

TEXT = (".csv", ".tsv", ".tab", ".sif", ".txt", ".jsonl", ".ndjson")
SUFFIXES = (*TEXT, ".parquet")
PACKED = ".gz"

MAX_LINE = 4 * 1024 * 1024
"""Characters of a line; a longer one is a bad row."""

MAX_ROW_LINES = 1000
"""Lines of one row, whose quoted cells may hold line ends. Behind as many a quote is taken for one never closed."""

MAX_BYTES = 16 * 1024**3
"""Bytes of a table as it is read, unpacked."""

BOMB_BYTES, BOMB_RATIO = 32 * 1024**2, 200
"""From so many unpacked bytes on, a file that was packed so many times smaller is a bomb; tables pack 3 to 40 times."""

_CHECKED_EVERY = 4096
"""Lines between two looks at how much was unpacked."""

BLOCK = 64 * 1024
"""Characters of lines that are read at once: so few that they stay in the processor's cache."""

_SAMPLED = 1024**2
"""Bytes, unpacked, from which the length of lines is guessed."""

_WORDS = re.compile(r"[^a-z]+")
_STEMS = {"nodes": ("nodes", "node"), "edges": ("edges", "edge", "relationships", "relations", "links")}


class UnclosedQuoteError(Exception):
    """A row that goes on and on: somewhere a quote is opened and never closed."""


def find_tables(folder: Path) -> tuple[Path | None, Path | None]:
    """The table of nodes and that of edges in a folder; None for one that is not there.

    A file called ``nodes`` comes first; else one whose name ends so behind a separator ("hetionet-v1.0-nodes.tsv").

    Raises:
        LoadError: the folder cannot be read, there are several tables of one kind, or there is none of either.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file() and kind(path) in SUFFIXES)
    except NotADirectoryError as error:
        raise LoadError(
            f"{str(folder)!r} is a file. Name the folder that holds the tables 'nodes' and 'edges' instead."
        ) from error
    except OSError as error:
        raise LoadError(unreadable(folder, error)) from error
    nodes, edges = (_only(folder, kind, files) for kind in _STEMS)
    if nodes is None and edges is None:
        raise LoadError(
            f"The folder {str(folder)!r} has no table 'nodes' and no table 'edges'. Name them so, each with one of the "
            f"endings {', '.join(SUFFIXES)}; .gz may follow those of text."
        )
    return nodes, edges


def unreadable(path: Path, error: Exception) -> str:
    """Why a file or a folder cannot be read, and what to do."""
    if isinstance(error, FileNotFoundError):
        return f"There is nothing at {str(path)!r}. Look how its path is spelt, or put it there, and load it again."
    if isinstance(error, OSError) and error.errno is not None:
        reason = error.strerror or str(error)
        return f"{str(path)!r} cannot be read: {reason}. Permit reading it, or name a copy of it elsewhere."
    # What unpacks it finds that it ends too early, or that it is not what was packed.
    return (
        f"The file {str(path)!r} cannot be read: {str(error).rstrip('.')}. It is not whole, or was changed: download "
        "or copy it again."
    )


def kind(path: Path) -> str:
    """The suffix of a table without that of its packing: ``.csv``."""
    return Path(path.name.lower().removesuffix(PACKED)).suffix


def _only(folder: Path, table: str, files: list[Path]) -> Path | None:
    stems = {path: path.name.lower().removesuffix(PACKED).removesuffix(kind(path)) for path in files}
    found = [path for path, stem in stems.items() if stem == table]
    found = found or [path for path, stem in stems.items() if _WORDS.split(stem)[-1] in _STEMS[table]]
    if len(found) > 1:
        listed = ", ".join(path.name for path in found)
        raise LoadError(f"The folder {str(folder)!r} has several tables of {table}: {listed}. Leave only one there.")
    return found[0] if found else None


class Text:
    """The lines of a text file, plain or gzipped.

    Bytes that are no UTF-8 and lines that are too long do not end the reading: ``fault`` says what is wrong with the
    row that was read last, until ``taken`` is cleared with it.

    Attributes:
        number: of the line that was read last, from 1.
        taken: lines read since the row began.
        fault: what makes the row a bad one.
    """

    def __init__(self, path: Path, raw: BinaryIO, stream: TextIO, packed: bool) -> None:
        self.number = 0
        self.taken: list[str] = []
        self.fault = ""
        self._path, self._raw, self._stream, self._packed = path, raw, stream, packed
        self._again: deque[str] = deque()
        self._too_long: set[int] = set()
        self._unpacked = 0

    @property
    def bytes_read(self) -> int:
        """Bytes of the file, as it lies on the disk, that were read."""
        return self._raw.tell()

    def about_lines(self) -> int:
        """About how many lines the whole file has, from its first ones, which are read by this."""
        binary, size = self._stream.buffer, self._path.stat().st_size
        sample = binary.read(_SAMPLED)
        lines = max(sample.count(b"\n"), sample.count(b"\r"))
        read = self._raw.tell() if self._packed else len(sample)
        return lines if len(sample) < _SAMPLED else lines * size // read

    def lines(self) -> Iterator[str]:
        """The lines that are left, with their ends. A line that is too long comes as an empty one.

        Raises:
            UnclosedQuoteError: too many lines were taken for one row.
            LoadError: the file is a bomb.
        """
        readline, taken, again = self._stream.readline, self.taken, self._again
        while line := again.popleft() if again else readline(MAX_LINE + 1):
            self.number += 1
            self._unpacked += len(line)
            if not line.isascii() or len(line) > MAX_LINE or self.number in self._too_long:
                line = self._doubtful(line)
            taken.append(line)
            if len(taken) > MAX_ROW_LINES:
                raise UnclosedQuoteError
            if not self.number % _CHECKED_EVERY:
                self._refuse_bomb()
            yield line

    def block(self) -> list[str]:
        """Lines, as many as ``BLOCK`` characters hold and the last one whole; none at the end of the file.

        They count as read when they were ``accepted``; the other way is to read them by ``lines`` (``refuse``).
        """
        text = self._stream.read(BLOCK)
        if text:
            text += self._stream.readline(MAX_LINE + 1)
        return list(io.StringIO(text, newline=""))

    def accepted(self, lines: Sequence[str]) -> int:
        """Count lines of a block as read; the number of the first.

        Raises:
            LoadError: the file is a bomb.
        """
        first = self.number + 1
        self.number += len(lines)
        self._unpacked += sum(map(len, lines))
        self._refuse_bomb()
        return first

    def refuse(self, lines: Iterable[str]) -> None:
        """Read lines of a block one by one."""
        self._again.extend(lines)

    @property
    def refused(self) -> bool:
        """Whether there are lines of a block that are to be read one by one."""
        return bool(self._again)

    def give_back(self) -> int:
        """Read all lines of the row but its first once more, each for itself; the number of that first line."""
        first = self.number - len(self.taken) + 1
        again = self.taken[1:]
        self._again.extendleft(reversed(again))
        self._unpacked -= sum(map(len, again))
        self.number = first
        self.next_row()
        return first

    def next_row(self) -> None:
        """Forget the lines of the row that was read."""
        self.taken.clear()
        self.fault = ""

    def _doubtful(self, line: str) -> str:
        if len(line) > MAX_LINE or self.number in self._too_long:
            self._too_long.add(self.number)
            self.fault = f"the line is longer than {MAX_LINE:,} characters"
            while not line.endswith(("\n", "\r")) and (line := self._stream.readline(MAX_LINE)):
                self._unpacked += len(line)
                self._refuse_bomb()
            return "\n"
        try:
            line.encode()
        except UnicodeEncodeError as error:
            byte = ord(line[error.start]) - 0xDC00
            self.fault = f"byte 0x{byte:02x}, at character {error.start + 1}, is no UTF-8; save the file as UTF-8"
        return line

    def _refuse_bomb(self) -> None:
        if self._unpacked > MAX_BYTES:
            raise LoadError(f"The file {str(self._path)!r} is larger than {MAX_BYTES >> 30} GB, the most that is read.")
        if self._packed:
            _refuse_ratio(self._path, self._unpacked, self.bytes_read)


def refuse_bomb(path: Path, unpacking: Callable[[BinaryIO], gzip.GzipFile | lzma.LZMAFile]) -> None:
    """Unpacks as much of a file as tells a bomb, before a line of it is read, which takes a thousand times as long.

    Raises:
        LoadError: it is one.
    """
    with path.open("rb") as raw, unpacking(raw) as unpacked:
        size = 0
        while size <= BOMB_BYTES and (some := unpacked.read(_SAMPLED)):
            size += len(some)
            _refuse_ratio(path, size, raw.tell())


def _refuse_ratio(path: Path, unpacked: int, packed: int) -> None:
    if unpacked > max(BOMB_BYTES, BOMB_RATIO * packed):
        raise LoadError(
            f"The file {str(path)!r} unpacks to more than {BOMB_RATIO} times its size, as no table does. "
            "Nothing of it is loaded; unpack it and look at what it holds."
        )


@contextmanager
def opened(path: Path) -> Iterator[Text]:
    """A text file to be read; whatever goes wrong with it becomes a sentence.

    Raises:
        LoadError: it cannot be read, or is text in another encoding altogether.
    """
    try:
        with path.open("rb") as raw:
            start = raw.read(4)
            raw.seek(0)
            packed = start.startswith(b"\x1f\x8b")
            if start.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise LoadError(
                    f"The file {str(path)!r} is UTF-16, not UTF-8 text. Save it as UTF-8 and load it again."
                )
            if start.startswith((b"PK\x03\x04", b"BZh", b"\x28\xb5\x2f\xfd", b"\xfd7zX")):
                raise LoadError(f"The file {str(path)!r} is packed in a way that is not read. Unpack it, or use gzip.")
            if packed:
                refuse_bomb(path, lambda raw: gzip.GzipFile(fileobj=raw))
            binary: Any = gzip.GzipFile(fileobj=raw) if packed else raw
            stream = io.TextIOWrapper(binary, encoding="utf-8-sig", errors="surrogateescape", newline="")
            yield Text(path, raw, stream, packed)
    except (OSError, EOFError, zlib.error) as error:
        raise LoadError(unreadable(path, error)) from error
