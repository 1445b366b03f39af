"""Checksums of a database's files, taken when it is offered: what they no longer fit is not asked.

A server that opens damaged files answers "nothing" where something is recorded, and one damaged dictionary keeps it
from starting at all. The files of a database that is only read stay byte for byte what they were, so a checksum tells.
Of its schema that holds but for statistics of its full-text indexes, which a server counts anew when it opens them.

<data_dir>/server/seals/DATABASE.json   by file its size and SHA-256, of the schema without statistics
<data_dir>/server/damaged/DATABASE      what was set aside before the server started, because it would not fit
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa.graph.server.folder import ServerFolder, read_json, write_private

WRITING_S, REST_S = 10.0, 0.3
"""Seconds for which a server may go on to write after it was told to; seconds without a change after which it rests."""
SCHEMA = "schema.json"
_VERSION, _STATISTICS = "schemaVersion", "ft_"
"""What changes in a schema when a server counts the texts of its full-text indexes anew."""
_SMALL_BYTES = 1024 * 1024
_ALL_AT_ONCE_BYTES = 256 * 1024 * 1024
"""Databases that are together no larger are read whole before each start; it takes about half a second."""
_OPEN = "database.lck"
"""Stands beside a database that a server has open, or had when it was killed."""
_INDEX = "idx"
_CHANGING = frozenset({_OPEN, "last-tx-id.bin", "schema.prev.json"})
"""What the server writes when it opens or leaves a database; none of it says what is recorded."""


def seal(folder: ServerFolder, database: str) -> None:
    """Take the checksums of a database as it is now.

    Raises:
        OSError: a file could not be read, or the seal not be written.
    """
    files = {path.name: list(_measured(path)) for path in _files(folder.databases / database)}
    folder.seals.mkdir(mode=0o700, exist_ok=True)
    write_private(_path(folder, database), json.dumps({"files": files}))


def unseal(folder: ServerFolder, database: str) -> None:
    """Forget a database that is no more, with what was set aside of it."""
    _path(folder, database).unlink(missing_ok=True)
    shutil.rmtree(folder.damaged / database, ignore_errors=True)


def flaws(folder: ServerFolder, database: str, *, quick: bool = False) -> list[str]:
    """The files of a database that are missing or hold other bytes than when it was sealed, by name.

    Args:
        quick: of files above 1 MiB only the size is looked at.

    Returns:
        an empty list for a database that is whole, and for one that was never sealed.
    """
    aside = folder.damaged / database
    place = aside if aside.is_dir() else folder.databases / database
    found = [
        name
        for name, (size, digest) in sorted(_sealed(folder, database).items())
        if not _fits(place / name, size, digest, quick=quick)
    ]
    return found or (["a file"] if place == aside else [])


def is_sealed(folder: ServerFolder, database: str) -> bool:
    """Whether there are checksums of a database that can be read."""
    return bool(_sealed(folder, database))


def set_aside(folder: ServerFolder) -> list[str]:
    """Move damaged databases to where the server does not see them; for its supervisor, before each start.

    What a killed server left open and is whole is closed: of its log nothing is missing in the files, and a server that
    went through it would write them anew.

    Returns:
        what was moved, by name.
    """
    names = sorted(path.name for path in folder.databases.glob("*") if path.is_dir())
    sizes = [size for name in names for size, _ in _sealed(folder, name).values()]
    moved = []
    for name in names:
        database = folder.databases / name
        left_open = (database / _OPEN).exists()
        if flaws(folder, name, quick=sum(sizes) > _ALL_AT_ONCE_BYTES and not left_open):
            folder.damaged.mkdir(mode=0o700, exist_ok=True)
            with contextlib.suppress(OSError):
                database.rename(folder.damaged / name)
                moved.append(name)
        elif left_open and SCHEMA in _sealed(folder, name):
            with contextlib.suppress(OSError):
                for log in database.glob("*.wal"):
                    log.unlink()
                (database / _OPEN).unlink()
    return moved


@contextlib.contextmanager
def changed(folder: ServerFolder, database: str) -> Iterator[None]:
    """While indexes are made or built anew: all is sealed again afterwards, if what was not touched is whole.

    Meanwhile, and where a process is killed, the seal says nothing of the schema and of indexes.
    """
    sealed, before = _sealed(folder, database), _stand(folder.databases / database)
    if not sealed:
        yield
        return
    kept = {name: values for name, values in sealed.items() if name != SCHEMA and not name.endswith(_INDEX)}
    write_private(_path(folder, database), json.dumps({"files": kept}))
    try:
        yield
    finally:
        touched = {name for name, _, _ in {*before} ^ {*_stand(folder.databases / database)}}
        place = folder.databases / database
        whole = all(_fits(place / name, *sealed[name], quick=False) for name in sealed if name not in touched)
        if not (touched and whole):
            write_private(_path(folder, database), json.dumps({"files": sealed}))
        else:
            _seal_when_still(folder, database)


def _seal_when_still(folder: ServerFolder, database: str) -> None:
    """Seal a database once the server, which writes the pages of a new index a moment later, has come to rest."""
    until = time.monotonic() + WRITING_S
    still = _stand(folder.databases / database)
    while True:
        time.sleep(REST_S)
        before, still = still, _stand(folder.databases / database)
        if still != before and time.monotonic() < until:
            continue
        seal(folder, database)
        # What was written while the checksums were taken is sealed anew.
        if _stand(folder.databases / database) == still or time.monotonic() > until:
            return


def newest_index(folder: ServerFolder, database: str) -> float:
    """When a file of an index was last written, as the system's clock tells it; 0 where there is none."""
    with contextlib.suppress(OSError):
        return max((path.stat().st_mtime for path in (folder.databases / database).glob(f"*{_INDEX}")), default=0.0)
    return 0.0


def digest_of(path: Path) -> str:
    """SHA-256 of a file; empty where it cannot be read."""
    try:
        return _digest(path)
    except OSError:
        return ""


def _path(folder: ServerFolder, database: str) -> Path:
    return folder.seals / f"{database}.json"


def _sealed(folder: ServerFolder, database: str) -> dict[str, tuple[int, str]]:
    """By file its size and checksum; nothing where there is no seal that can be read."""
    files: Any = (read_json(_path(folder, database)) or {}).get("files")
    try:
        return {str(name): (int(size), str(digest)) for name, (size, digest) in files.items()}
    except (AttributeError, TypeError, ValueError):
        return {}


def _files(database: Path) -> list[Path]:
    return [
        path
        for path in sorted(database.iterdir())
        if path.is_file() and path.name not in _CHANGING and path.suffix != ".wal"
    ]


def _stand(database: Path) -> list[tuple[str, int, int]]:
    """Names, sizes and times of the files, by which a change shows without reading them."""
    with contextlib.suppress(OSError):
        stats = [(path.name, path.stat()) for path in _files(database)]
        return [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]
    return []


def _measured(path: Path) -> tuple[int, str]:
    """The size and the checksum of a file; of a schema those of what it says without statistics."""
    if path.name != SCHEMA:
        return path.stat().st_size, _digest(path)
    try:
        said = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_without_statistics)
    except ValueError:
        return path.stat().st_size, _digest(path)
    written = json.dumps(said, sort_keys=True).encode()
    return len(written), hashlib.sha256(written).hexdigest()


def _without_statistics(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    counted = {name for name, value in pairs if name.startswith(_STATISTICS) and isinstance(value, int)}
    return {name: value for name, value in pairs if name != _VERSION and name not in counted}


def _fits(path: Path, size: int, digest: str, *, quick: bool) -> bool:
    try:
        if path.name == SCHEMA and _measured(path) == (size, digest):
            return True
        if path.stat().st_size != size:
            return False
        return (quick and size > _SMALL_BYTES) or _digest(path) == digest
    except OSError:
        return False


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
