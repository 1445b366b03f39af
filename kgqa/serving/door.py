"""Who is let in, and with how much: the same for everything that is served to other programs.

On this machine's own address no token is needed, but requests that a web page makes by another name for it are refused.
On any other address nobody gets in without the token.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import socket
import sys
from collections.abc import Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from kgqa.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Awaitable

    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

SHORTEST_TOKEN = 16
HEAD_S, BODY_S = 10.0, 30.0
"""Seconds that the head and the body of a request may take to arrive."""


def is_this_machine(host: str) -> bool:
    """Whether an address is that of this machine alone."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_text(said: str) -> bool:
    """Whether a text can be sent on at all: JSON can name halves of characters, which no server takes."""
    return not any("\ud800" <= letter <= "\udfff" for letter in said)


def require_safe(host: str, token: str) -> None:
    """Refuse to listen where anybody could come in.

    Raises:
        SettingError: other machines can reach the address and there is no token, or it is a short one.
    """
    if token and len(token) < SHORTEST_TOKEN:
        raise SettingError(f"KGQA_SERVE_TOKEN is shorter than {SHORTEST_TOKEN} characters. Set a longer one.")
    if not token and not is_this_machine(host):
        raise SettingError(
            f"Other machines can reach {host}, so nothing is served there without a token. Set KGQA_SERVE_TOKEN, which "
            "every request must then send as “Authorization: Bearer …”, or leave --host out."
        )


class Door:
    """An ASGI application in front of another one: checks name, token, kind and size of every request.

    Args:
        token: that requests must carry; empty: none, and only requests to this machine by its own name come in.
        most_bytes: longest body that is taken.
    """

    def __init__(self, app: App, *, token: str = "", most_bytes: int = 1_000_000) -> None:
        self._app, self._token, self._most = app, token, most_bytes

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        """One request; whatever is no HTTP goes on as it is."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        refused = self._refused(headers, scope["method"])
        if refused is None and scope["method"] == "POST":
            try:
                body = await asyncio.wait_for(self._body(receive), BODY_S)
            except TimeoutError:
                body, refused = b"", (408, f"The request took longer than {BODY_S:g} s to arrive.")
            if len(body) > self._most:
                refused = 413, f"The request is larger than {self._most:,} bytes. Ask for less at once."
            elif refused is None:
                await self._app(scope, _again(body, receive), send)
                return
        if refused is not None:
            await _say(send, *refused)
            return
        await self._app(scope, receive, send)

    def _refused(self, headers: MutableMapping[str, str], method: str) -> tuple[int, str] | None:
        """Status and sentence for a request that is not let in."""
        if self._token:
            said = headers.get("authorization", "")
            if not hmac.compare_digest(said.encode(), f"Bearer {self._token}".encode()):
                return 401, "This service needs a token: send it as “Authorization: Bearer …”."
        else:
            name = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
            if not is_this_machine(name.strip("[]")):
                return 403, "This service is asked by the name of this machine alone."
            origin = headers.get("origin", "")
            if origin and not is_this_machine(origin.partition("://")[2].rpartition(":")[0].strip("[]")):
                return 403, "This service is not for web pages of other places."
        if method == "POST" and headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return 415, "A question is sent as JSON, with the content type application/json."
        length = headers.get("content-length", "")
        if length.isdigit() and int(length) > self._most:
            return 413, f"The request is larger than {self._most:,} bytes. Ask for less at once."
        return None

    async def _body(self, receive: Receive) -> bytes:
        """The body of a request, or a little more than may be taken of it."""
        parts, size = [], 0
        while size <= self._most:
            message = await receive()
            if message["type"] != "http.request":
                break
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if not message.get("more_body"):
                break
        return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives a body that was read already, then whatever comes after it."""
    given = False

    async def give() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return give


async def _say(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"status": "Refused", "description": sentence}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(b"www-authenticate", b"Bearer")] if status == 401 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def impatient() -> type[asyncio.Protocol]:
    """The protocol of uvicorn, which leaves who begins a request and does not say within seconds what it asks: it would
    wait for ever, and hold one of the few places."""
    from uvicorn.protocols.http.auto import AutoHTTPProtocol

    class Impatient(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
        """One connection."""

        _leaving: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            if self._leaving is not None:
                self._leaving.cancel()
            super().connection_lost(exc)

        def _wait(self) -> None:
            """Begin to wait where no request is read, and end that where one is."""
            asked = self.cycle is not None and not self.cycle.response_complete
            if asked and self._leaving is not None:
                self._leaving.cancel()
                self._leaving = None
            elif not asked and self._leaving is None:
                self._leaving = self.loop.call_later(HEAD_S, self._leave)

        def _leave(self) -> None:
            self._leaving = None
            if self.cycle is None or self.cycle.response_complete:
                self.transport.close()

    return Impatient


def listen(app: App, host: str, port: int, told: str) -> None:
    """Serve until somebody ends it; says on standard error where, once requests are taken.

    Raises:
        SettingError: nothing can be served at the address.
    """
    import uvicorn

    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as listening:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind((host, port))
            listening.listen(2048)  # who hears where it is may ask at once, and waits until it is answered
            bound = listening.getsockname()[1]
            shown = f"[{host}]" if ":" in host else host
            print(f"{told} at http://{shown}:{bound} (Ctrl-C ends it)", file=sys.stderr, flush=True)
            config = uvicorn.Config(
                app, http=impatient(), log_level="warning", access_log=False, server_header=False,
                timeout_keep_alive=5, limit_concurrency=200, timeout_graceful_shutdown=5,
            )  # fmt: skip
            uvicorn.Server(config).run(sockets=[listening])
    except OSError as error:
        raise SettingError(f"Nothing can be served at {host}:{port}: {error.strerror or error}.") from None
