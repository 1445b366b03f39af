"""The server's HTTP interface, for what Bolt cannot do: databases, accounts, readiness."""

from __future__ import annotations

import base64
import http.client
import json
from dataclasses import dataclass, field
from typing import Any

from kgqa.errors import ServerError
from kgqa.graph.server.accounts import READER, READER_GROUP, ROOT, Accounts

_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class Admin:
    """Root of one server on loopback, for loaders, the supervisor and upkeep.

    Upkeep ends statements and makes the full-text indexes of names, from the schema of a graph alone. No question, and
    no text of one, is ever run by this account.
    """

    port: int
    password: str = field(repr=False)

    def command(self, text: str) -> Any:
        """Run a server command ("list databases", "open database NAME" …).

        Returns:
            the ``result`` of its answer.

        Raises:
            ServerError: the server refused it or cannot be reached.
        """
        return self._post("/api/v1/server", {"command": text}, shown=text.split("{")[0].strip())

    def sql(self, database: str, text: str) -> Any:
        """Run an SQL statement in a database as root; for maintenance only."""
        return self._post(f"/api/v1/command/{database}", {"language": "sql", "command": text}, shown=text)

    def end_statements(self, tag: str) -> None:
        """Ask for the end of every statement whose text holds the tag; works also when every query slot is taken.

        A list loop inside one expression may go on all the same.
        """
        for query in self.command("list queries"):
            if tag in query["text"]:
                self.command(f"terminate query {query['id']}")

    def longest_reading_s(self) -> float:
        """Seconds for which the oldest statement of the reader has been running; 0 where there is none."""
        running = [query["elapsedMs"] for query in self.command("list queries") if query["user"] == READER]
        return float(max(running, default=0)) / 1000

    def ensure_reader(self, accounts: Accounts) -> None:
        """Make the reader's account where it is missing or has another password."""
        if self._status("GET", "/api/v1/databases", READER, accounts.reader_password) == 200:
            return
        account = {"name": READER, "password": accounts.reader_password, "databases": {"*": [READER_GROUP]}}
        create = f"create user {json.dumps(account)}"
        try:
            self.command(create)
        except ServerError:  # it exists with another password
            self.command(f"drop user {READER}")
            self.command(create)

    def _post(self, path: str, body: dict[str, Any], *, shown: str) -> Any:
        try:
            status, data = _exchange(self.port, "POST", path, ROOT, self.password, json.dumps(body))
        except (OSError, http.client.HTTPException) as error:
            raise ServerError(f"The embedded graph server did not answer {shown!r}: {error}. Try again.") from error
        answer = json.loads(data) if data else {}
        if status != 200:
            detail = answer.get("detail") or answer.get("error") or f"status {status}"
            raise ServerError(f"The embedded graph server refused {shown!r}: {detail}.")
        return answer.get("result")

    def _status(self, method: str, path: str, user: str, password: str) -> int:
        try:
            return _exchange(self.port, method, path, user, password)[0]
        except (OSError, http.client.HTTPException):
            return 0


def is_ready(port: int) -> bool:
    """True when the server on this port has opened its databases."""
    try:
        return _exchange(port, "GET", "/api/v1/ready", timeout_s=2.0)[0] in (200, 204)
    except (OSError, http.client.HTTPException):
        return False


def _exchange(
    port: int,
    method: str,
    path: str,
    user: str = "",
    password: str = "",
    body: str | None = None,
    timeout_s: float = _TIMEOUT_S,
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout_s)
    headers = {"Content-Type": "application/json"}
    if user:
        headers["Authorization"] = "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
    try:
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()
