"""The embedded graph server as its users see it: start it or join it, ask it, and leave it.

One server serves every process that uses a data folder. It runs as long as one of them lives; its supervisor
(``kgqa.graph.server.supervisor``) probes it, restarts it, and ends it after the last one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa.closing import Closing
from kgqa.errors import ServerError
from kgqa.graph.full_text import index_sql
from kgqa.graph.server.accounts import READER, ROOT, Accounts, read_accounts
from kgqa.graph.server.admin import Admin
from kgqa.graph.server.folder import OWN_SERVER, ServerFolder, write_private
from kgqa.graph.server.locks import Lease, is_held, require_platform
from kgqa.graph.server.seals import changed, newest_index
from kgqa.graph.server.starting import ensure_running
from kgqa.graph.server.state import Event, State, read_state
from kgqa.settings import Settings

if TYPE_CHECKING:
    from kgqa.graph.store import GraphStore

RESTART_TIMEOUT_S = 30.0
_POLL_S = 0.04


class EmbeddedServer(Closing):
    """A share in the embedded server of one data folder. Safe to use from several threads."""

    def __init__(self, settings: Settings, folder: ServerFolder | None = None) -> None:
        """Use ``connect`` instead."""
        self._settings = settings
        self._folder = folder or ServerFolder.of(settings.data_dir)
        self._lease = Lease(self._folder.users_lock)
        self._seen: tuple[int, State] | None = None
        self._tested: set[str] = set()
        self._indexed: dict[str, tuple[int, tuple[str, ...]]] = {}

    @classmethod
    def connect(cls, settings: Settings, folder: ServerFolder | None = None) -> EmbeddedServer:
        """Start the server of ``settings.data_dir``, or join the one that runs.

        A server that runs keeps the heap and the time limit that it was started with.

        Args:
            folder: of another server than the one that everybody's questions are put to.

        Raises:
            ServerError: it cannot be started or joined, or the reader's account can write; the message says what to do.
        """
        server = cls(settings, folder)
        require_platform()
        server._folder.prepare()
        try:
            server._ensure_running()
            for name in server.databases():
                try:
                    server._require_read_only(name)
                except ServerError:
                    if name in server.databases():
                        raise  # else another process has removed it meanwhile
        except BaseException:
            server.close()
            raise
        return server

    def close(self) -> None:
        """Leave; the server ends a moment after its last user has left."""
        self._lease.release()

    @property
    def bolt_uri(self) -> str:
        """The address for Bolt clients; it may change when the server is restarted."""
        return f"bolt://127.0.0.1:{self._state().bolt_port}"

    @property
    def reader_auth(self) -> tuple[str, str]:
        """Name and password of the account that may read and nothing else; every question uses it."""
        return READER, self._accounts().reader_password

    @property
    def root_auth(self) -> tuple[str, str]:
        """Name and password of the account that may do everything; for upkeep and tests, for no question."""
        return ROOT, self._accounts().root_password

    @property
    def generation(self) -> int:
        """Grows by one with every start of the server; connections of an earlier run are dead."""
        return self._state().generation

    @property
    def databases_dir(self) -> Path:
        """Holds one folder for each database."""
        return self._folder.databases

    def events(self) -> list[Event]:
        """What happened to the server, oldest first, one sentence each; the last 50."""
        state = read_state(self._folder)
        return list(state.events) if state else []

    def store(self, database: str, gone: Callable[[], str | None] = lambda: None) -> GraphStore:
        """A client of one database that reads as the reader and outlives restarts of the server.

        Args:
            gone: says why the database is not to be asked any more, or None while it is.

        Raises:
            ServerError: the reader's account can write to this database, so no question may run.
        """
        from kgqa.graph.store import GraphStore

        self._require_read_only(database)
        return GraphStore(
            self.bolt_uri, *self.reader_auth, database,
            max_rows=self._settings.max_rows, time_limit_s=self._settings.time_limit_s, keeper=self, gone=gone,
        )  # fmt: skip

    def restart(
        self, reason: str = "The graph server was restarted on request.", generation: int | None = None
    ) -> None:
        """End the server's process and wait for the next one.

        Args:
            reason: one sentence for the events.
            generation: the run that is meant; when it has ended already, nothing is ended.

        Raises:
            ServerError: the next one could not be started.
        """
        generation = self._state().generation if generation is None else generation
        write_private(self._folder.restart_request, json.dumps({"generation": generation, "reason": reason}))
        self.await_generation_after(generation)

    def await_generation_after(self, generation: int, timeout_s: float = RESTART_TIMEOUT_S) -> None:
        """Wait until a later run of the server is ready.

        Raises:
            ServerError: there was none in time, or it could not be started.
        """
        deadline = time.monotonic() + timeout_s
        while time.monotonic() < deadline:
            state = read_state(self._folder)
            if state and state.phase == "ready" and state.generation > generation:
                return
            if not is_held(self._folder.supervisor_lock):
                self._ensure_running()
            time.sleep(_POLL_S)
        raise ServerError(
            f"The graph server did not come back within {timeout_s:g} s of its end. Try again. {OWN_SERVER}"
        )

    def used_up_its_heap(self, generation: int) -> bool:
        """Whether that run of the server, which has ended, ended because it used up its heap."""
        state = read_state(self._folder)
        return state is not None and state.exhausted == generation

    def end_statements(self, tag: str) -> None:
        """Ask the server to end the statements whose text holds the tag.

        Raises:
            ServerError: it does not answer.
        """
        self._admin().end_statements(tag)

    def databases(self) -> list[str]:
        """Names of the open databases."""
        return sorted(self._admin().command("list databases"))

    def create_database(self, name: str) -> None:
        """Make an empty database."""
        self._admin().command(f"create database {_checked(name)}")

    def open_database(self, name: str) -> None:
        """Open a database whose folder was put into ``databases_dir``, and check that questions cannot write to it."""
        self._admin().command(f"open database {_checked(name)}")
        self._require_read_only(name)

    def drop_database(self, name: str) -> None:
        """Delete a database with its files."""
        self._admin().command(f"drop database {_checked(name)}")
        self._tested.discard(name)

    def index_names(self, database: str, fields: Sequence[tuple[str, str, bool]]) -> tuple[str, ...]:
        """Make the full-text indexes of a database where they are missing; it takes seconds once.

        They are made by root, when a graph is first searched by them, as upkeep of the database: the statements are
        made of its schema alone, nothing of a question goes into them, and the search itself runs as the reader. A
        name that this server could not read as a name has no index. An index of a list that a server has read from
        its files ranks other hits first than the server that made it, so it is built anew after each start.

        Args:
            fields: label, property, and whether it holds a list.

        Returns:
            the names of the indexes.

        Raises:
            ServerError: the server refused one.
        """
        state = self._state()
        generation, names = self._indexed.get(database, (0, ()))
        if names and generation == state.generation:
            return names
        made = {}
        with changed(self._folder, database):
            for label, key, is_list in fields:
                if any(sign in name for name in (label, key) for sign in "`\\\0\n"):
                    continue
                for statement in index_sql(label, key, is_list=is_list):
                    self._admin().sql(database, statement)
                made[f"{label}[{key}byitem]" if is_list else f"{label}[{key}]"] = is_list
            if newest_index(self._folder, database) < state.server_started:
                for name in (name for name, is_list in made.items() if is_list):
                    self._admin().sql(database, f"REBUILD INDEX `{name}`")
        self._indexed[database] = (state.generation, tuple(made))
        return tuple(made)

    def _ensure_running(self) -> None:
        ensure_running(self._folder, self._lease, self._settings.heap_mb, self._settings.time_limit_s)

    def _state(self) -> State:
        """The state as it is now; read again only when its file changed."""
        try:
            written = self._folder.state.stat().st_mtime_ns
            if self._seen is None or self._seen[0] != written:
                state = read_state(self._folder)
                self._seen = (written, state) if state else None
        except OSError:
            self._seen = None
        if self._seen is None:
            raise ServerError(f"The embedded graph server does not run at the moment. Try again. {OWN_SERVER}")
        return self._seen[1]

    def _accounts(self) -> Accounts:
        accounts = read_accounts(self._folder)
        if accounts is None:
            raise ServerError(
                f"The password file {str(self._folder.accounts)!r} is missing or damaged. Close every window and "
                "command that uses this data folder and start again; new passwords are made then."
            )
        return accounts

    def _admin(self) -> Admin:
        return Admin(self._state().http_port, self._accounts().root_password)

    def _require_read_only(self, database: str) -> None:
        """Try real writes as the reader, once a database; see ``kgqa.graph.server.read_only``."""
        from kgqa.graph.server.read_only import require_read_only

        if database in self._tested:
            return
        require_read_only(self.bolt_uri, self.reader_auth, database, self._admin())
        self._tested.add(database)


def _checked(name: str) -> str:
    """A database name that is safe in a server command and as a folder."""
    if (
        not name
        or not all(letter.isascii() and (letter.isalnum() or letter in "_-.") for letter in name)
        or name[0] in ".-"
    ):
        raise ServerError(
            f"A graph cannot be named {name!r}; use letters, digits, '-', '_' and '.', and begin with a letter."
        )
    return name
