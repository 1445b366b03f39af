"""Own servers that a reader named: how each is reached, kept on this machine for that reader alone.

A password is kept only where the reader asks for it, never as it is, and stands in no text that this package makes: not
in a ``repr``, a message, a log or an export.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import urlsplit

from kgqa.errors import SettingError
from kgqa.graph.failures import named_database, shown_uri
from kgqa.graph.own import passwords
from kgqa.graph.server.folder import read_json, write_private
from kgqa.settings import Settings

LONGEST_NAME = 200
"""Characters of the name of a connection."""
MOST = 100
"""Connections that are kept for one reader."""
IN_KEYRING = "keyring"
"""Stands in the file in place of the sealed password where that lies in the system's keyring; it seals nothing."""
_KEPT = {"name", "uri", "user", "database", "sealed"}
_sealed: dict[str, str] = {}
"""What the keyring said by place, as sealed as it is there: pages ask for it again and again, and it takes its time."""


@dataclass(frozen=True, slots=True)
class Connection:
    """How an own server is reached.

    Attributes:
        name: what the reader calls it; names the connection among those that are kept.
        uri: its Bolt address.
        database: empty for the server's default database.
        home: the folder of what this machine keeps for the reader whose server it is; None where it is nobody's.
    """

    name: str
    uri: str
    user: str = "neo4j"
    password: str = ""
    database: str = ""
    home: Path | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        return f"Connection({self.name!r}, {shown_uri(self.uri)!r}, {self.user!r}, database={self.database!r})"


class Connections:
    """The servers of one reader.

    Args:
        home: the folder of what this machine keeps for that reader.
        secret: random, and held by that reader's browser alone; the disk must not tell it.
    """

    def __init__(self, home: Path, secret: str) -> None:
        self.home = home
        self._secret = secret

    def all(self) -> list[Connection]:
        """The connections that are kept, by name; files that cannot be read are left out."""
        found = []
        for path in _folder(self.home).glob("*.json"):
            values = read_json(path) or {}
            if values.keys() == _KEPT and all(isinstance(value, str) for value in values.values()):
                sealed = values.pop("sealed")
                known = Connection(**values, home=self.home)
                if _path(self.home, known.name) == path:
                    found.append(replace(known, password=self._password(known, sealed)))
        return sorted(found, key=lambda one: (one.name.casefold(), one.name))

    def save(self, connection: Connection, *, keep_password: bool) -> None:
        """Keep a connection in place of an older one of its name.

        Raises:
            SettingError: the name is empty or too long, the address holds a password, there are too many, or the folder
                may not be written.
        """
        if not connection.name.strip() or len(connection.name) > LONGEST_NAME:
            raise SettingError(
                f"A server cannot be kept under the name {connection.name[:80]!r}; use 1 to {LONGEST_NAME} characters."
            )
        if "@" in urlsplit(connection.uri).netloc:
            raise SettingError(
                f"The address {shown_uri(connection.uri)!r} must not hold a user or a password; enter them in their "
                "own fields."
            )
        path = _path(self.home, connection.name)
        if not path.exists() and len(list(_folder(self.home).glob("*.json"))) >= MOST:
            raise SettingError(f"This machine keeps {MOST} servers for one browser. Remove one that you do not need.")
        known = {name: getattr(connection, name) for name in ("name", "uri", "user", "database")}
        sealed = ""
        if keep_password and connection.password:
            sealed = passwords.seal(self._secret, _bound_to(connection), connection.password)
        _forget_password(path)
        write_owned(path, json.dumps({**known, "sealed": sealed}))
        if sealed and passwords.put(_place(path), sealed):
            write_owned(path, json.dumps({**known, "sealed": IN_KEYRING}))

    def forget(self, name: str) -> None:
        """Remove a kept connection with its password; nothing happens where there is none of that name."""
        path = _path(self.home, name)
        _forget_password(path)
        with contextlib.suppress(FileNotFoundError):
            path.unlink()

    def _password(self, connection: Connection, sealed: str) -> str:
        if sealed != IN_KEYRING:
            return passwords.unseal(self._secret, _bound_to(connection), sealed) if sealed else ""
        place = _place(_path(self.home, connection.name))
        known = passwords.unseal(self._secret, _bound_to(connection), _sealed.get(place, ""))
        if not known:
            _sealed[place] = passwords.get(place)
            known = passwords.unseal(self._secret, _bound_to(connection), _sealed[place])
        return known


def discard_unowned(data_dir: Path) -> int:
    """Removes the connections that an earlier version kept for whoever came, with their passwords.

    Returns:
        How many there were.
    """
    count = 0
    for path in _folder(data_dir).glob("*.json"):
        with contextlib.suppress(OSError):
            path.unlink()
            count += 1
    return count


def own_settings(settings: Settings, connection: Connection) -> Settings:
    """The settings with the server of a connection as the own one."""
    return replace(
        settings,
        graph_uri=connection.uri,
        graph_user=connection.user,
        graph_password=connection.password,
        graph_database=connection.database,
    )


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


def _folder(home: Path) -> Path:
    return home / "connections"


def _path(home: Path, name: str) -> Path:
    """A file name that no name of a connection can lead out of its folder."""
    return _folder(home) / f"{hashlib.sha256(name.encode(errors='surrogatepass')).hexdigest()[:32]}.json"


def _forget_password(path: Path) -> None:
    """Removes what the keyring holds for a connection."""
    place = _place(path)
    _sealed.pop(place, None)
    if (read_json(path) or {}).get("sealed") == IN_KEYRING:
        passwords.drop(place)


def _place(path: Path) -> str:
    """Where the keyring holds the password of a connection; readers are told apart by the name of their folder."""
    return f"{path.parents[1].name}/{path.stem}"


def _bound_to(connection: Connection) -> str:
    """What a password is for: changed in the file, it can no longer be unsealed, so it is sent to no other server."""
    return json.dumps([connection.name, connection.uri, connection.user, connection.database])
