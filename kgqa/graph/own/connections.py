"""Own servers that a reader named: how each is reached, kept on this machine for its owner alone.

A password is written to disk only where the reader asks for it, and stands in no text that this package makes: not in
a ``repr``, a message, a log or an export.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

from kgqa.errors import ServerError, SettingError
from kgqa.graph.failures import named_database, shown_uri
from kgqa.graph.own.capabilities import Capabilities
from kgqa.graph.own.probes import find_capabilities
from kgqa.graph.server.folder import read_json, write_private
from kgqa.graph.store import GraphStore
from kgqa.records import Query
from kgqa.settings import Settings

LONGEST_NAME = 200
"""Characters of the name of a connection."""


@dataclass(frozen=True, slots=True)
class Connection:
    """How an own server is reached.

    Attributes:
        name: what the reader calls it; names the connection among those that are kept.
        uri: its Bolt address.
        database: empty for the server's default database.
    """

    name: str
    uri: str
    user: str = "neo4j"
    password: str = ""
    database: str = ""

    def __repr__(self) -> str:
        return f"Connection({self.name!r}, {shown_uri(self.uri)!r}, {self.user!r}, database={self.database!r})"


def connections(data_dir: Path) -> list[Connection]:
    """The connections that are kept, by name; files that cannot be read are left out."""
    found = []
    for path in _folder(data_dir).glob("*.json"):
        values = read_json(path) or {}
        if values.keys() == Connection.__dataclass_fields__.keys() and all(isinstance(v, str) for v in values.values()):
            found.append(Connection(**values))
    return sorted(found, key=lambda one: (one.name.casefold(), one.name))


def save(data_dir: Path, connection: Connection, *, keep_password: bool) -> None:
    """Keep a connection in place of an older one of its name; only the owner of the data folder can read it.

    Raises:
        SettingError: the name is empty or too long, the address holds a password, or the folder may not be written.
    """
    if not connection.name.strip() or len(connection.name) > LONGEST_NAME:
        raise SettingError(
            f"A server cannot be kept under the name {connection.name[:80]!r}; use 1 to {LONGEST_NAME} characters."
        )
    if "@" in urlsplit(connection.uri).netloc:
        raise SettingError(
            f"The address {shown_uri(connection.uri)!r} must not hold a user or a password; enter them in their own "
            "fields."
        )
    kept = connection if keep_password else replace(connection, password="")
    write_owned(_path(data_dir, connection.name), json.dumps(asdict(kept)))


def forget(data_dir: Path, name: str) -> None:
    """Remove a kept connection with its password; nothing happens where there is none of that name."""
    with contextlib.suppress(FileNotFoundError):
        _path(data_dir, name).unlink()


def own_settings(settings: Settings, connection: Connection) -> Settings:
    """The settings with the server of a connection as the own one."""
    return replace(
        settings,
        graph_uri=connection.uri,
        graph_user=connection.user,
        graph_password=connection.password,
        graph_database=connection.database,
    )


def try_connection(settings: Settings, connection: Connection) -> Capabilities:
    """Reach a server, and find out what it enforces. Changes nothing there.

    Raises:
        ServerError: it cannot be reached, refuses the account, lacks the database, is too old, or holds no nodes.
    """
    chosen = own_settings(settings, connection)
    found = find_capabilities(chosen)
    with GraphStore.of_own_server(chosen) as store:
        if not store.run(Query("MATCH (n) RETURN 1 AS one", ("one",)), max_rows=1).rows:
            raise ServerError(nothing_to_ask(chosen, "It holds no nodes."))
    return found


def nothing_to_ask(settings: Settings, reasons: str) -> str:
    """What is said of an own server whose graph has nothing that can be asked about."""
    where = f"The {named_database(settings.graph_database)} on the graph server at"
    return (
        f"{where} {shown_uri(settings.graph_uri)!r} has nothing to ask about. {reasons} Load a graph into it, or "
        "choose another database on the Data page or by KGQA_GRAPH_DATABASE."
    )


def write_owned(path: Path, text: str) -> None:
    """Write a file of the data folder that only its owner can read, and its folder where it is missing.

    Raises:
        SettingError: the folder may not be written, or the disk is full.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(path, text)
    except OSError as error:
        raise SettingError(
            f"Nothing can be kept in the folder {str(path.parent)!r} ({error.strerror}). See that it can be written "
            "and that the disk has room, or set KGQA_DATA_DIR to another folder."
        ) from error


def _folder(data_dir: Path) -> Path:
    return data_dir / "connections"


def _path(data_dir: Path, name: str) -> Path:
    """A file name that no name of a connection can lead out of its folder."""
    return _folder(data_dir) / f"{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:32]}.json"
