"""Stands before the whole app: what comes by a host or from a page that is not ours is answered by nothing behind it.

A page of another site can have its own name lead to this machine, and then talk with the app as if the app were its
own. The browser still says which name and which page that is, so both are looked at, for every request and WebSocket.
Where the operator set a token, a browser gives it once, before anything else.
"""

from __future__ import annotations

import asyncio
import hmac
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import cli_util, config
from streamlit.runtime.secrets import secrets_singleton
from streamlit.web.server import server_util

from kgqa.errors import SettingError
from kgqa.ui.frame import guard
from kgqa.ui.frame.guard import Door, Host

COOKIE = "kgqa_access"
"""What a browser that gave the token keeps; it does not hold the token."""
ENTRANCE = "/_kgqa/enter"
"""Where a browser gives the token."""
WRONG_S = 1.0
"""Seconds before a wrong token is said to be wrong."""
_KEPT_S = 30 * 24 * 3600
_MOST_BYTES = 4096
_BROWSER_AFTER_S = 0.7
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Graph Answers</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:28rem;margin:15vh auto;padding:0 1rem;color:#17212b}
input,button{font:inherit;padding:.5rem .7rem;width:100%%;box-sizing:border-box;margin:.35rem 0}
p[role=alert]{color:#8e1b15}</style>
<h1>Graph Answers</h1><form method="post" action="%s">
<label for="token">Access token of this app</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<button>Continue</button></form>%s</html>"""
_WRONG = '<p role="alert">This is not the token. The person who runs the app can tell you.</p>'
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
_SAFE = {
    "Content-Security-Policy": _POLICY,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
}


class Doorkeeper:
    """ASGI middleware; the first in front of everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._door = Door.of(os.environ)
        self._provider = has_provider()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request itself where the app may not."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None and self._door.token:
            refusal = await self._at_the_door(scope, receive)
        if refusal is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})  # before it is accepted: 403
        else:
            await refusal(scope, receive, send)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        server, port = scope.get("server") or ("", None)
        closed = guard.without_login(server, self._door, self._provider)
        if closed:
            return PlainTextResponse(closed, 403, _SAFE)
        host = hosts[0] if len(hosts) == 1 else None
        origin = None if not origins else origins[0] if len(origins) == 1 else ""
        if origin is None and scope["type"] == "websocket":
            origin = ""  # every browser says which page opens a WebSocket
        known = Host.of(host)
        ours = known is not None and known.name in guard.LOOPBACK and known.port == port
        schemes = ("https",) if scope.get("scheme") in ("https", "wss") else ("http",) if ours else guard.SCHEMES
        reason = self._door.stranger(host, origin, port, schemes)
        if not reason:
            return None
        return PlainTextResponse(reason, 403 if self._door.answers(known, port) else 421, _SAFE)

    async def _at_the_door(self, scope: Scope, receive: Receive) -> Response | None:
        """None where the browser gave the token before; else what it is shown."""
        connection = HTTPConnection(scope)
        kind, _, bearer = connection.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self._door.opens_to(bearer.strip()):
            return None
        kept = connection.cookies.get(COOKIE, "").encode("utf-8", "surrogateescape")
        if hmac.compare_digest(kept, self._door.pass_.encode()):
            return None
        if scope["type"] == "websocket":
            return PlainTextResponse("", 403)
        if scope["method"] != "POST" or not scope["path"].endswith(ENTRANCE):
            return HTMLResponse(_PAGE % (ENTRANCE.removeprefix("/"), ""), 401, _SAFE)
        if not self._door.opens_to(await _token(receive)):
            await asyncio.sleep(WRONG_S)
            return HTMLResponse(_PAGE % (ENTRANCE.rpartition("/")[2], _WRONG), 401, _SAFE)
        response = RedirectResponse("..", 303, _SAFE)
        response.set_cookie(
            COOKIE, self._door.pass_, max_age=_KEPT_S, httponly=True, samesite="lax", secure=scope["scheme"] == "https"
        )
        return response


def serving(at_the_end: Callable[[], None]) -> Callable[[Any], AbstractAsyncContextManager[dict[str, Any]]]:
    """What happens when the server starts, and when it ends.

    Args:
        at_the_end: lets go what is open; called in a thread.
    """
    return lambda _: _serving(at_the_end)


@asynccontextmanager
async def _serving(at_the_end: Callable[[], None]) -> AsyncIterator[dict[str, Any]]:
    if not config.get_option("server.headless"):
        address = server_util.get_url(config.get_option("browser.serverAddress"))
        timer = threading.Timer(_BROWSER_AFTER_S, cli_util.open_browser, [address])
        timer.daemon = True
        timer.start()
    yield {}
    await asyncio.to_thread(at_the_end)


def require_login() -> None:
    """Ends the program where other machines could reach the app, and nobody would have to sign in."""
    try:
        reason = guard.without_login(config.get_option("server.address"), Door.of(os.environ), has_provider())
    except SettingError as error:
        reason = str(error)
    if reason:
        raise SystemExit(reason)


def has_provider() -> bool:
    """Whether Streamlit is set up to have readers sign in."""
    return bool(secrets_singleton.load_if_toml_exists() and secrets_singleton.get("auth"))


async def _token(receive: Receive) -> str:
    body = b""
    while len(body) <= _MOST_BYTES:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    given = parse_qs(body[:_MOST_BYTES].decode("utf-8", "replace"), max_num_fields=4).get("token", [""])
    return given[0]
