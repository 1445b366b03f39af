"""The folders of the readers: one a browser, private, gone after a year without use."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from kgqa.history.shelf import unwritable

MOST_READERS = 1000
UNUSED_S = 365 * 24 * 3600
"""A folder that was not used for so long goes when another one is made."""


def folder_of(data_dir: Path, reader: str) -> Path:
    """The folder of a reader; the reader's id itself does not reach the disk, so that no listing gives it away."""
    return _readers(data_dir) / hashlib.sha256(reader.encode("utf-8", "surrogatepass")).hexdigest()


def folders(data_dir: Path) -> Iterator[Path]:
    """The folders of every reader, in no order."""
    yield from _folders(_readers(data_dir))


def begin(folder: Path) -> None:
    """Marks a reader's folder as used; before a new one is made, those that are not used any more go.

    Raises:
        KeptError: the folder may not be written.
    """
    try:
        os.utime(folder)
    except FileNotFoundError:
        _sweep(folder.parent)
    except OSError as error:
        raise unwritable(folder, error) from error


def _readers(data_dir: Path) -> Path:
    return Path(data_dir).absolute() / "readers"


def _folders(readers: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from (path for path in readers.iterdir() if path.is_dir())


def _sweep(readers: Path) -> None:
    """Removes the folders that nobody used for a year, and of so many that one more has room the least used."""
    used = []
    for folder in _folders(readers):
        with contextlib.suppress(OSError):
            used.append((folder.stat().st_mtime, folder))
    used.sort(reverse=True)
    for position, (when, folder) in enumerate(used, start=1):
        if position >= MOST_READERS or when < time.time() - UNUSED_S:
            shutil.rmtree(folder, ignore_errors=True)
