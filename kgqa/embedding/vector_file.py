"""A file of vectors by key, bounded: what was not used for longest is removed when it grows too large.

One SQLite file: processes may share it, and 1,500 vectors are read by their keys in a few milliseconds. A memory-mapped
array would need an index and locks of its own; the collection of names (Chroma) builds a search index that nobody needs
here, and inserts ten times as slowly.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

_LOG = logging.getLogger(__name__)
_SPARED = 0.9
"""Of a full cache so many are left, so that it is not emptied a little at every question."""
_AT_ONCE = 500
_BUSY_S = 5.0
_TOLERANCE = 0.01


class VectorFile:
    """Vectors of length one in numbers of 16 bits. Safe to share between threads and processes.

    A file that cannot be used (locked, on a full disk) has no vectors and takes none, and never fails; one that is
    damaged is removed, and begun anew with the next vectors.
    """

    def __init__(self, path: Path, dimensions: int, most: int) -> None:
        """Keeps at most ``most`` vectors of so many numbers in the file ``path``, which is made when it is needed."""
        self._path = path
        self._dimensions = dimensions
        self._most = most

    def size(self) -> int:
        """How many vectors are kept; 0 where the file cannot be read."""
        try:
            with self._open() as file:
                return int(file.execute("SELECT count(*) FROM vectors").fetchone()[0])
        except sqlite3.Error:
            return 0

    def read(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that are there, by their keys."""
        known: dict[bytes, bytes] = {}
        if not self._path.exists():
            return known
        try:
            with self._open() as file:
                for some in _parts(keys):
                    marks = ",".join("?" * len(some))
                    known.update(file.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some))  # noqa: S608
                self._touch(file, keys)
        except sqlite3.Error as error:  # what was read till then is used, the rest is computed
            self._remove_damaged(error)
        return self._sound(known)

    def _sound(self, known: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
        """The vectors that have the dimensions of the model and the length one; others are damaged."""
        import numpy as np

        size = self._dimensions * np.dtype(np.float16).itemsize
        keys = [key for key, vector in known.items() if len(vector) == size]
        vectors = np.frombuffer(b"".join(known[key] for key in keys), np.float16).reshape(len(keys), -1 if keys else 0)
        with np.errstate(all="ignore"):
            sound = np.abs(np.linalg.norm(vectors.astype(np.float32), axis=1) - 1) < _TOLERANCE
        return {key: known[key] for key, is_sound in zip(keys, sound, strict=True) if is_sound}

    def _touch(self, file: sqlite3.Connection, keys: Sequence[bytes]) -> None:
        """Notes the day of use; a day is exact enough, and a question that asks again writes nothing."""
        today = _today()
        for some in _parts(keys):
            among = f"key IN ({','.join('?' * len(some))})"
            old = file.execute(f"SELECT 1 FROM vectors WHERE {among} AND used < ? LIMIT 1", (*some, today))  # noqa: S608
            if old.fetchone() is not None:
                file.execute(f"UPDATE vectors SET used = ? WHERE {among}", (today, *some))  # noqa: S608

    def write(self, new: Mapping[bytes, bytes]) -> None:
        """Keeps vectors by their keys, where that is possible."""
        if not new:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._open() as file:
                file.executemany(
                    "INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)",
                    [(key, vector, _today()) for key, vector in new.items()],
                )
                self._bound(file)
        except (sqlite3.Error, OSError) as error:
            self._remove_damaged(error)

    def _remove_damaged(self, error: Exception) -> None:
        """Removes the file where it is damaged; whoever has it open goes on with what is in memory, and fails later."""
        if type(error) is not sqlite3.DatabaseError:  # the kinds below it are of locks, disks and statements
            return
        _LOG.warning("The file %s is damaged (%s) and begun anew.", self._path, error)
        for path in self._path.parent.glob(f"{self._path.name}*"):
            with suppress(OSError):
                path.unlink()

    def _bound(self, file: sqlite3.Connection) -> None:
        kept = int(file.execute("SELECT count(*) FROM vectors").fetchone()[0])
        if kept > self._most:
            file.execute(
                "DELETE FROM vectors WHERE rowid IN (SELECT rowid FROM vectors ORDER BY used, rowid LIMIT ?)",
                (kept - int(self._most * _SPARED),),
            )

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=_BUSY_S)) as file, file:
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute(
                "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL, used INTEGER NOT NULL)"
            )
            yield file


def _parts(keys: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Few enough at once for a statement of any build of SQLite."""
    for first in range(0, len(keys), _AT_ONCE):
        yield keys[first : first + _AT_ONCE]


def _today() -> int:
    return int(time.time() // 86_400)
