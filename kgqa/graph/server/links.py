"""The databases of the server for written statements: links to the files of those of everybody's server.

The files of a database are never changed once it is offered, so that two servers can read the same ones; each keeps
what it writes beside them (its lock, its log of transactions) in a folder of its own. A link takes no space.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import uuid
from pathlib import Path

from filelock import FileLock

from kgqa.errors import ServerError
from kgqa.graph.server.accounts import read_accounts
from kgqa.graph.server.admin import Admin
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder, explain_os_error
from kgqa.graph.server.seals import SCHEMA
from kgqa.graph.server.state import read_state

_OWN = frozenset({"database.lck", "last-tx-id.bin", "schema.prev.json"})
"""What a server writes when it opens or leaves a database; each has its own."""
_COPIED = frozenset({".json", ".dict"})
"""Small files that the first server may write anew, when it makes an index."""
_LOCK_TIMEOUT_S = 60.0


def offer(main: ServerFolder, written: ServerFolder, server: EmbeddedServer, database: str) -> None:
    """Have the second server read a database; those that the first one has no more are let go.

    Args:
        server: the second one, which runs.

    Raises:
        ServerError: the server cannot open it, or its reader could write to it; or the file system refuses.
    """
    try:
        with FileLock(written.path / "offer.lock", mode=0o600, timeout=_LOCK_TIMEOUT_S):
            for path in written.databases.iterdir():
                if not (main.databases / path.name).is_dir():
                    withdraw(written, path.name)
            if not is_offered(written, database):
                _link(main, written, database)
            if database not in server.databases():
                server.open_database(database)
    except OSError as error:
        raise ServerError(explain_os_error(error, written.path)) from error


def is_offered(written: ServerFolder, database: str) -> bool:
    """Whether the second server has the files of a database."""
    return (written.databases / database).is_dir()


def withdraw(written: ServerFolder, database: str) -> None:
    """Let a database go that is no more; a server that has it open closes it."""
    if not is_offered(written, database):
        return
    state, accounts = read_state(written), read_accounts(written)
    if state is not None and state.phase == "ready" and accounts is not None:
        with contextlib.suppress(ServerError):
            Admin(state.http_port, accounts.root_password).command(f"close database {database}")
    shutil.rmtree(written.databases / database, ignore_errors=True)


def _link(main: ServerFolder, written: ServerFolder, database: str) -> None:
    """Put the files of a database together beside the second server's, then move them there at once."""
    unfinished = written.staging / uuid.uuid4().hex
    unfinished.mkdir(mode=0o700)
    try:
        source = main.databases / database
        # The schema comes first, as it is written last: whatever it names is there then.
        for path in sorted(source.iterdir(), key=lambda path: path.name != SCHEMA):
            if path.is_file() and path.name not in _OWN and path.suffix != ".wal":
                _give(path, unfinished / path.name)
        unfinished.rename(written.databases / database)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def _give(file: Path, to: Path) -> None:
    if file.suffix not in _COPIED:
        with contextlib.suppress(OSError):  # a file system without links, or one that has too many of this file
            os.link(file, to)
            return
    shutil.copyfile(file, to)
