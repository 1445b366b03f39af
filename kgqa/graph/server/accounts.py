"""The server's two accounts: root, which only loaders use, and the reader, as which every question runs."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kgqa.graph.server.folder import ServerFolder, read_json, write_private

ROOT = "root"
READER = "kgreader"
READER_GROUP = "reader"

# resultSetLimit stays -1: any other value cuts scans inside a query, so that counts are silently wrong.
_ADMIN = {
    "resultSetLimit": -1,
    "readTimeout": -1,
    "access": ["updateSecurity", "updateSchema", "updateDatabaseSettings"],
    "types": {"*": {"access": ["createRecord", "readRecord", "updateRecord", "deleteRecord"]}},
}
_NOTHING = {"resultSetLimit": -1, "readTimeout": -1, "access": [], "types": {"*": {"access": []}}}
_READER = {"resultSetLimit": -1, "readTimeout": -1, "access": [], "types": {"*": {"access": ["readRecord"]}}}
_GROUPS = {
    "version": 1,
    "databases": {"*": {"groups": {"admin": _ADMIN, READER_GROUP: _READER, "*": _NOTHING}}},
}


@dataclass(frozen=True, slots=True)
class Accounts:
    """Passwords of one installation, 32 random bytes each."""

    root_password: str = field(repr=False)
    reader_password: str = field(repr=False)


def ensure_accounts(folder: ServerFolder) -> Accounts:
    """The passwords of this folder, made on first use, and the rights of the groups, written before each start.

    Where the password file is lost or damaged, new ones are made and the server's own list of users is removed, so
    that the next start makes both accounts anew.
    """
    accounts = read_accounts(folder)
    if accounts is None:
        accounts = Accounts(secrets.token_urlsafe(32), secrets.token_urlsafe(32))
        for users in folder.config.glob("server-users.*"):
            users.unlink()
        write_private(folder.accounts, json.dumps(asdict(accounts)))
    write_private(folder.config / "server-groups.json", json.dumps(_GROUPS, indent=1))
    write_private(root_password_file(folder), accounts.root_password)
    return accounts


def read_accounts(folder: ServerFolder) -> Accounts | None:
    """The passwords, or None where there are none yet."""
    data = read_json(folder.accounts)
    try:
        return None if data is None else Accounts(str(data["root_password"]), str(data["reader_password"]))
    except KeyError:
        return None


def root_password_file(folder: ServerFolder) -> Path:
    """Where the server reads root's password: in a file, because a command line is seen by every user."""
    return folder.config / "root.password"
