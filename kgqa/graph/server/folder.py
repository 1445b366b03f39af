"""The server's folder inside the data folder: what lies where, private files, locks, and the state that is shared.

<data_dir>/server/
    databases/         one folder a graph
    staging/           graphs being built; on the same file system, so that a rename moves them
    seals/             checksums of the files of each database
    damaged/           databases whose files do not fit them, set aside before the server starts
    removed/           graphs that can be brought back until the server's next start, which deletes them
    config/, log/      the server's own
    accounts.json      passwords, readable by the owner only
    state.json         what runs, on which ports, and what happened
    users.lock         held shared by every process that uses the server
    supervisor.lock    held by the supervisor as long as it lives
    start.lock         held by a process while it starts or joins the server

<data_dir>/written/    the same for the second server, for what somebody wrote (``kgqa.graph.server.written_server``)
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import tempfile
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa.errors import ServerError

OWN_SERVER = (
    "To use a Neo4j server of your own instead, set KGQA_GRAPH_URI (such as bolt://localhost:7687), "
    "KGQA_GRAPH_USER and KGQA_GRAPH_PASSWORD."
)
LEAST_FREE_BYTES = 64 * 1024 * 1024
_WRITTEN = "written"


@dataclass(frozen=True, slots=True)
class ServerFolder:
    """Paths of one embedded server."""

    path: Path

    @classmethod
    def of(cls, data_dir: Path) -> ServerFolder:
        """The server folder of a data folder."""
        return cls(Path(data_dir).absolute() / "server")

    @classmethod
    def of_written(cls, data_dir: Path) -> ServerFolder:
        """The folder of the server for statements that somebody wrote."""
        return cls(Path(data_dir).absolute() / _WRITTEN)

    @property
    def is_of_written(self) -> bool:
        """Whether statements that somebody wrote run there; nothing in it is kept."""
        return self.path.name == _WRITTEN

    @property
    def databases(self) -> Path:
        """Holds one folder a database."""
        return self.path / "databases"

    @property
    def staging(self) -> Path:
        """Holds databases that are being built and that the server does not see yet."""
        return self.path / "staging"

    @property
    def removed(self) -> Path:
        """Holds what was removed since the server started."""
        return self.path / "removed"

    @property
    def seals(self) -> Path:
        """Holds the checksums of each database; see ``kgqa.graph.server.seals``."""
        return self.path / "seals"

    @property
    def damaged(self) -> Path:
        """Holds databases whose files are damaged."""
        return self.path / "damaged"

    @property
    def config(self) -> Path:
        """The server's own configuration: accounts and their rights."""
        return self.path / "config"

    @property
    def log(self) -> Path:
        """The server's logs."""
        return self.path / "log"

    @property
    def console(self) -> Path:
        """What the server's process wrote to its console since its last start."""
        return self.log / "console.log"

    @property
    def accounts(self) -> Path:
        """The passwords."""
        return self.path / "accounts.json"

    @property
    def state(self) -> Path:
        """What runs now; see ``kgqa.graph.server.state``."""
        return self.path / "state.json"

    @property
    def restart_request(self) -> Path:
        """Written by a user who wants the server restarted; removed by the supervisor."""
        return self.path / "restart.json"

    @property
    def users_lock(self) -> Path:
        """Held shared by every user."""
        return self.path / "users.lock"

    @property
    def supervisor_lock(self) -> Path:
        """Held by the supervisor."""
        return self.path / "supervisor.lock"

    @property
    def start_lock(self) -> Path:
        """Held while a user starts or joins."""
        return self.path / "start.lock"

    def prepare(self) -> None:
        """Make the folders and check that they can be written.

        Raises:
            ServerError: no permission, no such place, a read-only place, or no space.
        """
        try:
            for folder in (self.path.parent, self.path, self.databases, self.staging, self.config, self.log):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.chmod(0o700)
            with tempfile.TemporaryFile(dir=self.path, prefix="writable-") as probe:  # processes may start at once
                probe.write(b"yes" * 1024)
            free = shutil.disk_usage(self.path).free
        except OSError as error:
            raise ServerError(explain_os_error(error, self.path)) from error
        if free < LEAST_FREE_BYTES:
            raise ServerError(explain_os_error(OSError(errno.ENOSPC, "disk full"), self.path))

    def forget_removed(self) -> None:
        """Delete what was removed; a rename comes first, so that nothing half deleted can be brought back."""
        doomed = self.staging / f"removed-{uuid.uuid4().hex}"
        with contextlib.suppress(OSError):
            self.removed.rename(doomed)
            shutil.rmtree(doomed, ignore_errors=True)


def explain_os_error(error: OSError, path: Path) -> str:
    """A sentence for a failure of the file system, with what to do next."""
    what = {
        errno.ENOSPC: "the disk is full; free some space",
        errno.EDQUOT: "your disk quota is used up; free some space",
        errno.EACCES: "this user may not write there; give it the permission",
        errno.EPERM: "this user may not write there; give it the permission",
        errno.EROFS: "that place is read-only; choose another",
        errno.ENOTDIR: "a part of that path is a file, not a folder; choose another",
        errno.EEXIST: "a part of that path is a file, not a folder; choose another",
    }.get(error.errno or 0, f"the system says {error.strerror!r}; choose another folder")
    return (
        f"The graph server cannot use the folder {str(path)!r}: {what}, or set KGQA_DATA_DIR to another folder. "
        f"{OWN_SERVER}"
    )


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")  # mode 0600 by construction
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def read_json(path: Path) -> dict[str, Any] | None:
    """The object that a file holds, or None where the file is absent or damaged."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None
