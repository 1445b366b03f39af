"""The folders of the readers: one a browser, private.

What somebody keeps never makes room for another: of many readers only the folders go that hold no answer, no note and
no server, and where the disk has no more room for all, it is the new one who is told. After a year without use a
reader's answers go; notes stay until somebody removes them.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from kgqa.history.shelf import KeptError, unwritable

MOST_READERS = 1000
"""Above so many, folders of readers who keep nothing go."""
MOST_BYTES = 10_000_000_000
"""What all readers may keep together; above it nobody new can keep anything."""
LEAST_FREE_BYTES = 500_000_000
"""The same where the disk has no more room than this."""
UNUSED_S = 365 * 24 * 3600
"""A folder that was not used for so long goes when another one is made, unless notes are in it."""
CONFIRMED_S = 7 * 24 * 3600
"""So much later it must still be unused, as a clock that is set forward by mistake is set back within days."""
_KEPT = ("answers", "notes", "connections")


def folder_of(data_dir: Path, reader: str) -> Path:
    """The folder of a reader; the reader's id itself does not reach the disk, so that no listing gives it away."""
    return _readers(data_dir) / hashlib.sha256(reader.encode("utf-8", "surrogatepass")).hexdigest()


def folders(data_dir: Path) -> Iterator[Path]:
    """The folders of every reader, in no order."""
    yield from _folders(_readers(data_dir))


def begin(folder: Path) -> None:
    """Marks a reader's folder as used; before a new one is made, those that are not used any more go.

    Raises:
        KeptError: the folder may not be written, or there is no room for one more reader.
    """
    try:
        os.utime(folder)
    except FileNotFoundError:
        _sweep(folder.parent)
        _require_room(folder.parent)
    except OSError as error:
        raise unwritable(folder, error) from error


def _readers(data_dir: Path) -> Path:
    return Path(data_dir).absolute() / "readers"


def _folders(readers: Path) -> Iterator[Path]:
    with contextlib.suppress(OSError):
        yield from (path for path in readers.iterdir() if path.is_dir())


def _sweep(readers: Path) -> None:
    """Removes what nobody used for a year, and of so many folders that one more has room those that hold nothing."""
    used = []
    for folder in _folders(readers):
        with contextlib.suppress(OSError):
            used.append((folder.stat().st_mtime, folder))
    used.sort()
    too_many = len(used) - MOST_READERS + 1
    now = time.time()
    for when, folder in used:
        if when >= now - UNUSED_S:
            _mark_of(folder).unlink(missing_ok=True)
        if when < now - UNUSED_S and _is_confirmed(_mark_of(folder), now):
            too_many -= _remove_all_but_notes(folder)
        elif too_many > 0 and not any(_holds(folder / name) for name in _KEPT):
            shutil.rmtree(folder, ignore_errors=True)
            too_many -= 1


def _mark_of(folder: Path) -> Path:
    """Beside a folder: since when it is known to be unused."""
    return folder.with_name(f".{folder.name}.unused")


def _is_confirmed(mark: Path, now: float) -> bool:
    """Whether a folder that looks unused did so a week ago already; the first look only notes it."""
    with contextlib.suppress(OSError):
        if mark.exists() and mark.stat().st_mtime <= now:
            return mark.stat().st_mtime <= now - CONFIRMED_S
        mark.touch(mode=0o600)
        os.utime(mark, (now, now))
    return False


def _remove_all_but_notes(folder: Path) -> bool:
    """Whether nothing is left of it."""
    _mark_of(folder).unlink(missing_ok=True)
    if not _holds(folder / "notes"):
        shutil.rmtree(folder, ignore_errors=True)
        return True
    for name in _KEPT:
        if name != "notes":
            shutil.rmtree(folder / name, ignore_errors=True)
    return False


def _holds(folder: Path) -> bool:
    """Whether a folder has a file or folder; what cannot be looked into may have."""
    try:
        return next(folder.iterdir(), None) is not None
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _require_room(readers: Path) -> None:
    """Refuses one more reader where the others have taken all of the room.

    Raises:
        KeptError: what to do about it.
    """
    held = sum(_size(folder) for folder in _folders(readers))
    try:
        free = shutil.disk_usage(_existing(readers)).free
    except OSError as error:
        raise unwritable(readers, error) from error
    if held > MOST_BYTES or free < LEAST_FREE_BYTES:
        raise KeptError(
            f"Nothing can be kept for one more browser: {held / 1e9:.1f} GB of answers and notes of others lie in "
            f"{str(readers)!r}, which do not go by themselves, or its disk is nearly full. Ask and export without it; "
            "the person who runs the app can free space there."
        )


def _size(folder: Path) -> int:
    size = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            size += path.stat().st_size
    return size


def _existing(folder: Path) -> Path:
    return folder if folder.exists() or folder == folder.parent else _existing(folder.parent)
