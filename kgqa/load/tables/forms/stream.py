"""Files of any size, plain or packed, as bytes within bounds; and what a JSON file holds, item by item."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from kgqa.errors import LoadError
from kgqa.load.tables.cells import Position
from kgqa.load.tables.files import BOMB_BYTES, BOMB_RATIO, MAX_BYTES, MAX_LINE, unreadable

CHUNK = 256 * 1024
_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(parse_constant=str)


class Unpacked(io.RawIOBase):
    """The bytes of a file as they are when unpacked; tells how far it is, and refuses a bomb."""

    def __init__(self, path: Path, raw: BinaryIO, binary: Any, position: Position | None) -> None:
        self._path, self._raw, self._binary, self._position = path, raw, binary, position
        self._packed = raw is not binary
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._binary.read(len(buffer))
        buffer[: len(data)] = data
        self._read += len(data)
        at = self._raw.tell()
        if self._position is not None:
            self._position(at)
        if self._read > MAX_BYTES or (self._packed and self._read > max(BOMB_BYTES, BOMB_RATIO * at)):
            raise LoadError(
                f"The file {str(self._path)!r} unpacks to more than {MAX_BYTES >> 30} GB, or to more than {BOMB_RATIO} "
                "times its size, as no graph does. Nothing of it is loaded; unpack it and look at what it holds."
            )
        return len(data)


@contextmanager
def unpacked(path: Path, position: Position | None = None) -> Iterator[io.BufferedReader]:
    """A file as bytes, unpacked if it is packed with gzip or bzip2.

    Raises:
        LoadError: it cannot be read, or is not whole.
    """
    try:
        with path.open("rb") as raw:
            start = raw.read(4)
            raw.seek(0)
            if start.startswith((b"PK\x03\x04", b"\x28\xb5\x2f\xfd", b"\xfd7zX")):
                raise LoadError(
                    f"The file {str(path)!r} is packed in a way that is not read. Unpack it, or use gzip or bzip2."
                )
            binary: Any = raw
            if start.startswith(b"\x1f\x8b"):
                binary = gzip.GzipFile(fileobj=raw)
            elif start.startswith(b"BZh"):
                binary = bz2.BZ2File(raw)
            yield io.BufferedReader(Unpacked(path, raw, binary, position), CHUNK)
    except (OSError, EOFError, zlib.error) as error:
        raise LoadError(unreadable(path, error)) from error


def json_items(
    path: Path, wanted: frozenset[str], position: Position | None = None, met: set[str] | None = None
) -> Iterator[tuple[str, int, Any]]:
    """The items of every array that a key of ``wanted`` names, at any depth of objects and of arrays of objects.

    Args:
        wanted: keys; one that names no array comes with its value and the number 0.
        met: gets the keys of ``wanted`` that are there, also those of empty arrays.

    Yields:
        the key, the number of the item in its array from 1, and the item. Only one item is in memory at a time.

    Raises:
        LoadError: it is no JSON, ends too early, or has an item of more than 4 million characters.
    """
    with unpacked(path, position) as stream:
        try:
            yield from _Json(stream, met).inside(wanted)
        except (ValueError, RecursionError) as error:
            raise LoadError(
                f"The file {str(path)!r} cannot be read as JSON: {error}. Download or copy it again if it is not whole."
            ) from error


class _Json:
    """A text of JSON through a window that moves along it."""

    def __init__(self, stream: BinaryIO, met: set[str] | None = None) -> None:
        self._met = set[str]() if met is None else met
        self._stream, self._decoder = stream, codecs.getincrementaldecoder("utf-8-sig")()
        self._text, self._at, self._before, self._ended = "", 0, 0, False

    def inside(self, wanted: frozenset[str], depth: int = 0) -> Iterator[tuple[str, int, Any]]:
        """What is wanted of the value that begins here."""
        opening = self._next()
        if depth > 20 or opening not in ("{", "["):
            self._value()
            return
        self._at += 1
        for key, _ in self._members(opening):
            if key in wanted:
                self._met.add(key)
            if key in wanted and self._next() == "[":
                self._at += 1
                for _, number in self._members("["):
                    yield key, number, self._value()
            elif key in wanted:
                yield key, 0, self._value()
            else:
                yield from self.inside(wanted, depth + 1)
        if not depth and self._next():
            raise ValueError(f"there is more behind its end, at character {self._before + self._at + 1:,}")

    def _members(self, opening: str) -> Iterator[tuple[str, int]]:
        """The members of an object or array that was opened; the caller reads the value of each."""
        closing, number = ("}" if opening == "{" else "]"), 0
        while (mark := self._next()) != closing:
            if number and mark != ",":
                raise ValueError(f"{mark!r} instead of a comma at character {self._before + self._at + 1:,}")
            self._at += bool(number)
            number += 1
            key = self._key() if opening == "{" else ""
            yield key, number
        self._at += 1

    def _key(self) -> str:
        key = self._value()
        if not isinstance(key, str) or self._next() != ":":
            raise ValueError(f"no key at character {self._before + self._at + 1:,}")
        self._at += 1
        return key

    def _next(self) -> str:
        """The next character that is no blank; empty at the end."""
        while True:
            blank = _BLANK.match(self._text, self._at)
            assert blank is not None
            self._at = blank.end()
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._more()

    def _value(self) -> Any:
        if not self._next():
            raise ValueError("it ends in the middle")
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._ended:
                    place = self._before + error.pos + 1
                    raise ValueError(f"{error.msg.removesuffix(' at')} at character {place:,}") from error
                end = len(self._text)
            if end < len(self._text) or self._ended:
                self._at = end
                return value
            if len(self._text) - self._at > MAX_LINE:
                place = self._before + self._at + 1
                raise ValueError(f"the value at character {place:,} is none, or has more than {MAX_LINE:,} characters")
            self._more()

    def _more(self) -> None:
        data = self._stream.read(max(CHUNK, len(self._text) - self._at))
        self._ended = not data
        self._before += self._at
        self._text = self._text[self._at :] + self._decoder.decode(data, final=not data)
        self._at = 0
