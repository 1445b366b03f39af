"""What every request to a model server has in common, whichever client makes it."""

from __future__ import annotations

import asyncio
import functools
import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

from kgqa.llm import address, failures
from kgqa.llm.failures import Server

LOGGERS = ("openai", "httpx", "httpx2", "httpcore", "httpcore2", "ollama")
BYTES_PER_TOKEN = 2048
"""Room for a token of a streamed reply with all that is wrapped around it."""

PRIVATE = ("openai-organization", "openai-project", "cookie")
"""What a client adds from the environment, and no other server is to see."""


def silence() -> None:
    """The clients log requests and headers at debug level; here they do not, whatever the environment asks for."""
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.setLevel(max(logger.level, logging.WARNING))


@functools.cache
def certificates(library: Any) -> ssl.SSLContext:
    """The certificates that servers are checked against, read once: that takes longer than a local request."""
    context: ssl.SSLContext = library.create_ssl_context()
    return context


async def look_up(server: Server) -> None:
    """Looks up where a name leads to, so that no name opens a way to what no address may name.

    A name that is not found is left to the client: a proxy may know it.

    Raises:
        Failure: the name leads to a forbidden address.
    """
    host = urlsplit(server.address).hostname or ""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None)
    except (OSError, UnicodeError):
        return
    if any(address.is_forbidden(str(entry[4][0])) for entry in found):
        what = f"The name in {server.address} leads to an address at which no model server may be asked."
        raise failures.Failure("unreachable", what, "Set the address of a model server.")


def hooks(server: Server, byte_stream: type) -> dict[str, list[Callable[[Any], Awaitable[None]]]]:
    """What is done with each request before it leaves and with each response before it is read.

    Args:
        byte_stream: the client library's ``AsyncByteStream``.
    """
    most_bytes = (1 << 20) + server.settings.most_tokens * BYTES_PER_TOKEN

    async def leaving(request: Any) -> None:
        # The key that was set, and no other: both clients also take keys from the environment.
        request.headers.pop("authorization", None)
        if server.settings.key:
            request.headers["authorization"] = f"Bearer {server.settings.key}"
        if server.settings.provider != "openai":
            for name in PRIVATE:
                request.headers.pop(name, None)
        request.headers["accept-encoding"] = "identity"  # a packed reply may be a thousand times what it seems

    async def arrived(response: Any) -> None:
        response.stream = _limited(byte_stream, response.stream, most_bytes, server)
        if response.headers.get("content-encoding", "identity") != "identity":
            raise failures.unreadable(server)
        if 300 <= response.status_code < 400:
            raise failures.redirected(server, response.status_code, response.headers.get("location", ""))
        if response.status_code >= 400:
            content = await response.aread()
            raise failures.of_status(server, response.status_code, response.headers, content)

    return {"request": [leaving], "response": [arrived]}


def noticed(error: BaseException, server: Server, library: Any, *, begun: bool) -> failures.Failure:
    """What an error of a client means.

    Args:
        library: the client's HTTP library, whose errors may be anywhere in the chain of causes.
        begun: True where a part of the reply has been heard, so that it is not asked for again.
    """
    causes = list(_causes(error))
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return failures.unencrypted(server)
    for cause in causes:
        if isinstance(cause, failures.Failure):
            return cause
        if isinstance(cause, (library.ConnectError, library.ProxyError, library.InvalidURL, ConnectionError)):
            return failures.unreachable(server)
        if isinstance(cause, (ValueError, ImportError)) and "proxy" in str(cause).lower():
            return failures.no_proxy()
        if isinstance(cause, (library.NetworkError, library.RemoteProtocolError)):
            return failures.cut(server, again=not begun)
    return failures.unreadable(server)


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__


def _limited(kind: type, inner: Any, most_bytes: int, server: Server) -> Any:
    class Limited(kind):  # type: ignore[misc]
        """A body that is read up to a number of bytes and no further."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            read = 0
            async for piece in inner:
                read += len(piece)
                if read > most_bytes:
                    raise failures.too_much(server)
                yield piece

        async def aclose(self) -> None:
            await inner.aclose()

    return Limited()
