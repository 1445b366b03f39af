"""A folder of small private files, each a head that lists it and a body: written whole or not at all, and bounded.

Any number of processes may use one folder at once without a lock, because a file is never changed, only written under
a name of its own, or removed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from kgqa.errors import KgqaError
from kgqa.graph.server.folder import write_private

_LOG = logging.getLogger(__name__)
_ID = re.compile(r"[0-9a-f]{32}")
_ABANDONED_S = 3600
"""Age from which a file that was never finished belongs to a process that is gone."""


class KeptError(KgqaError):
    """What this machine keeps for a reader could not be written, or is not there."""


@dataclass(frozen=True, slots=True)
class Bound:
    """How much a shelf holds.

    Attributes:
        files: at most so many.
        size_bytes: at most so large together.
    """

    files: int
    size_bytes: int


def is_id(text: str) -> bool:
    """Whether a text can name a file: 32 hexadecimal digits and nothing else."""
    return _ID.fullmatch(text) is not None


class Shelf:
    """The files of one folder; the folder is made with the first of them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, head: str, body: str) -> str:
        """Keeps a head (one line) and a body under a random id of 32 hexadecimal digits, which is given back.

        Raises:
            KeptError: the disk is full or the folder may not be written.
        """
        id_ = secrets.token_hex(16)
        try:
            make_private(self._folder)
            write_private(self._folder / id_, f"{head}\n{body}")
        except OSError as error:
            raise unwritable(self._folder, error) from error
        return id_

    def heads(self) -> tuple[dict[str, str], int]:
        """The heads by id in no order, and the number of files that could not be read."""
        heads, damaged = {}, 0
        for path in self._paths():
            try:
                with path.open(encoding="utf-8") as file:
                    heads[path.name] = file.readline()
            except FileNotFoundError:  # removed since the folder was read
                continue
            except (OSError, UnicodeError) as error:
                _LOG.warning("The kept file %s cannot be read: %s", path, type(error).__name__)
                damaged += 1
        return heads, damaged

    def body(self, id_: str) -> str | None:
        """The body that is kept under an id; None where there is none."""
        if not is_id(id_):
            return None
        try:
            with (self._folder / id_).open(encoding="utf-8") as file:
                file.readline()
                return file.read()
        except (OSError, UnicodeError):
            return None

    def drop(self, id_: str) -> None:
        """Removes what is kept under an id, if anything is.

        Raises:
            KeptError: the folder may not be written.
        """
        if is_id(id_):
            _remove(self._folder / id_)

    def clear(self) -> None:
        """Removes everything, what cannot be read included.

        Raises:
            KeptError: the folder may not be written.
        """
        for path in self._paths():
            _remove(path)

    def trim(self, bound: Bound) -> None:
        """Removes the oldest until the rest is within a bound, and what killed processes never finished."""
        sizes = sorted((status.st_mtime_ns, status.st_size, path) for path, status in self._statuses())
        count, size = len(sizes), sum(one for _, one, _ in sizes)
        for _, one, path in sizes:
            if count <= bound.files and size <= bound.size_bytes:
                break
            with contextlib.suppress(KeptError):
                _remove(path)
            count, size = count - 1, size - one
        self._sweep()

    def is_full(self, bound: Bound) -> bool:
        """Whether one more file would be too many."""
        sizes = [status.st_size for _, status in self._statuses()]
        return len(sizes) >= bound.files or sum(sizes) >= bound.size_bytes

    def _paths(self) -> list[Path]:
        try:
            return [self._folder / name for name in os.listdir(self._folder) if is_id(name)]
        except OSError:
            return []

    def _statuses(self) -> list[tuple[Path, os.stat_result]]:
        found = []
        for path in self._paths():
            with contextlib.suppress(OSError):
                found.append((path, path.stat()))
        return found

    def _sweep(self) -> None:
        with contextlib.suppress(OSError):
            for path in self._folder.glob(".*"):
                if path.stat().st_mtime < time.time() - _ABANDONED_S:
                    path.unlink(missing_ok=True)


def make_private(folder: Path) -> None:
    """Makes a folder, with those above it, that only its owner can open.

    Raises:
        OSError: it cannot be made.
    """
    if folder.is_dir():
        return
    if not folder.parent.exists():
        make_private(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(path.parent, error) from error


def unwritable(folder: Path, error: OSError) -> KeptError:
    """The error of a folder that cannot be written."""
    return KeptError(
        f"The folder {str(folder)!r} cannot be written: {error.strerror or error}. Free space there, permit writing, "
        "or set KGQA_DATA_DIR to another folder."
    )
