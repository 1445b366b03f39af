"""One request to a service: bounded in time and size, to an address that was looked at, and to no other.

A host is looked up once, its numbers are judged, and the request goes to such a number, so that no name can lead
elsewhere between the look and the request. Certificates are checked against the name.
"""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, BinaryIO
from urllib.parse import urljoin, urlsplit

from kgqa.llm.address import Ip, number_of
from kgqa.services.federation.service import KINDS, Service, ServiceError, refusal

if TYPE_CHECKING:
    import httpx

IN_MEMORY = 10_000_000
"""Bytes of a reply that are held in memory and read at once; a larger one is read from a file, piece by piece."""
_REDIRECTS = 3
_ATTEMPTS = 3
_BUSY = {408, 502, 504}
_LATER = {429, 503}
_CONNECT_S = 10.0


def client(limit_s: float) -> httpx.AsyncClient:
    """What requests to services are made with: it follows no redirect and checks every certificate.

    Requests go to numbers that were looked at here, which a proxy of the environment could not tell.

    Args:
        limit_s: for one request.
    """
    import httpx

    from kgqa.llm import wire

    wire.silence()
    return httpx.AsyncClient(verify=wire.certificates(httpx), follow_redirects=False, trust_env=False, timeout=limit_s)


@dataclass(slots=True)
class Body:
    """What a service sent.

    Attributes:
        file: at its beginning; close it.
    """

    file: BinaryIO
    size: int
    status: int

    def json(self, service: Service) -> Any:
        """The whole body, which must be small.

        Raises:
            ServiceError: it is no JSON.
        """
        with self.file:
            return read_json(self.file.read(IN_MEMORY + 1), service)


def read_json(content: bytes, service: Service) -> Any:
    """A small body as JSON.

    Raises:
        ServiceError: it is none.
    """
    if len(content) > IN_MEMORY:
        raise ServiceError(f"{service.name} sent more than was to be expected; it was not read.")
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        raise unreadable(service, content[:200]) from None


def unreadable(service: Service, begin: bytes) -> ServiceError:
    """What is said of a body that is no JSON, by how it begins."""
    if begin.lstrip()[:1] == b"<":
        sent = f"a web page (HTML) and nothing that a {KINDS[service.kind]} service says"
        return ServiceError(f"{service.name} sent {sent}. Look at its address.")
    return ServiceError(f"{service.name} sent JSON that cannot be read.")


class Line:
    """The way to one service, used for one question.

    Args:
        private: as of ``refusal``.
        most_bytes: of one reply.
        limit_s: for everything that is asked of it.
    """

    def __init__(self, client: httpx.AsyncClient, service: Service, *, private: bool, most_bytes: int, limit_s: float):
        self.service = service
        self.limit_s = limit_s
        self._client = client
        self._private = private
        self._most_bytes = most_bytes
        self._ends = time.monotonic() + limit_s
        self._numbers: list[Ip] = []

    @property
    def left_s(self) -> float:
        """Seconds that are left of its time limit."""
        return self._ends - time.monotonic()

    async def get(self, path: str) -> Body:
        """What stands behind a path, or behind a whole address of the same host; raises as ``post``."""
        return await self._asked("GET", urljoin(f"{self.service.url}/", path), None)

    async def post(self, path: str, message: Mapping[str, Any]) -> Body:
        """The reply to a message.

        Raises:
            ServiceError: there is none that can be used; the sentence says why.
        """
        return await self._asked("POST", f"{self.service.url}/{path}", json.dumps(message).encode())

    async def _asked(self, method: str, url: str, content: bytes | None) -> Body:
        for attempt in range(_ATTEMPTS):
            try:
                return await self._through(method, url, content)
            except ServiceError as error:
                if error.retry is None or attempt == _ATTEMPTS - 1:
                    raise
                if error.retry >= self.left_s:
                    raise ServiceError(
                        f"{self.service.name} wants to be asked again in {error.retry:,.0f} s only, which is beyond "
                        "its time limit."
                    ) from error
                await asyncio.sleep(error.retry)
        raise AssertionError("the last attempt returns or raises")

    async def _through(self, method: str, url: str, content: bytes | None) -> Body:
        """Through redirects of the same host, the method and the message kept."""
        for _ in range(_REDIRECTS):
            response = await self._sent(method, url, content)
            if not 300 <= response.status_code < 400:
                return await self._read(response)
            await response.aclose()
            there = urljoin(url, response.headers.get("location", ""))
            parts, before = urlsplit(there), urlsplit(url)
            if parts.hostname != before.hostname or parts.scheme not in (before.scheme, "https"):
                raise ServiceError(
                    f"{self.service.name} redirects to another host ({(parts.hostname or '')[:80]!r}), which is not "
                    "followed. Set its own address."
                )
            url = there
        raise ServiceError(f"{self.service.name} redirects in circles.")

    async def _sent(self, method: str, url: str, content: bytes | None) -> httpx.Response:
        import httpx

        parts = urlsplit(url)
        host = parts.hostname or ""
        if host != self.service.host:
            raise ServiceError(f"{self.service.name} names an address on another host, which is not asked.")
        self._numbers = self._numbers or await self._found(host)
        name = f"[{host}]" if ":" in host else host
        headers = {"host": f"{name}:{parts.port}" if parts.port else name, "accept": "application/json"}
        # A packed reply may be a thousand times what it seems.
        headers |= {"accept-encoding": "identity", "user-agent": "kgqa"}
        if content is not None:
            headers["content-type"] = "application/json"
        last: Exception | None = None
        for number in self._numbers[:3]:
            place = f"[{number}]" if number.version == 6 else str(number)
            there = parts._replace(netloc=f"{place}:{parts.port}" if parts.port else place).geturl()
            request = self._client.build_request(
                method, there, content=content, headers=headers, extensions={"sni_hostname": host}
            )
            request.extensions["timeout"] = httpx.Timeout(max(self.left_s, 0.1), connect=_CONNECT_S).as_dict()
            try:
                return await self._client.send(request, stream=True)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                last = error
            except httpx.HTTPError as error:
                raise self._broken(error) from error
        raise self._broken(last)

    async def _found(self, host: str) -> list[Ip]:
        number = number_of(host)
        if number is not None:
            found = [number]
        else:
            try:
                entries = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
            except (OSError, UnicodeError):
                raise ServiceError(f"{self.service.name} is at an address that is not known ({host[:80]!r}).") from None
            found = [one for one in (number_of(str(entry[4][0])) for entry in entries) if one is not None]
        if why := refusal(self.service, found, private=self._private):
            raise ServiceError(why)
        return found

    async def _read(self, response: httpx.Response) -> Body:
        import httpx

        name, status = self.service.name, response.status_code
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise ServiceError(f"{name} sent a packed reply, which was not asked for; it was not read.")
        file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115  # handed on to whoever reads it
        size = 0
        try:
            async for piece in response.aiter_raw():
                size += len(piece)
                if size > self._most_bytes:
                    raise ServiceError(
                        f"{name} sent more than {self._most_bytes // 1_000_000:,} MB; nothing of it was read."
                    )
                file.write(piece)
        except httpx.HTTPError as error:
            file.close()
            raise self._broken(error, begun=True) from error
        except BaseException:
            file.close()
            raise
        finally:
            await response.aclose()
        file.seek(0)
        if status >= 400:
            file.close()
            raise _of_status(self.service, status, response.headers)
        return Body(file, size, status)  # type: ignore[arg-type]  # a file as good as any other

    def _broken(self, error: Exception | None, *, begun: bool = False) -> ServiceError:
        import httpx

        name, cause = self.service.name, error
        while cause is not None:
            if isinstance(cause, ssl.SSLError):
                return ServiceError(f"{name} has no certificate that can be trusted; it was not asked.")
            cause = cause.__cause__ or cause.__context__  # type: ignore[assignment]
        if isinstance(error, httpx.TimeoutException) and not isinstance(error, httpx.ConnectTimeout):
            return self.too_slow()
        if begun:
            return ServiceError(f"{name} broke off in the middle of its reply.")
        if isinstance(error, httpx.RemoteProtocolError):
            return ServiceError(f"{name} broke off without a reply.")
        return ServiceError(f"{name} cannot be reached.")

    def too_slow(self) -> ServiceError:
        """What is said of a service that needs longer than its time limit."""
        return ServiceError(f"{self.service.name} did not answer within {self.limit_s:g} s.")


def _of_status(service: Service, status: int, headers: Mapping[str, str]) -> ServiceError:
    name = service.name
    if status in _LATER:
        after = retry_after(headers.get("retry-after", ""))
        said = f"{name} is asked too often by now" if status == 429 else f"{name} is not available now"
        return ServiceError(f"{said} (status {status}).", retry=after, busy=status == 503 and after is None)
    if status in (404, 405):
        return ServiceError(
            f"{name} has no {KINDS[service.kind]} at this address (status {status}). Look at its address."
        )
    if status in (400, 413, 422):
        return ServiceError(f"{name} does not take this query (status {status}).")
    return ServiceError(f"{name} failed (status {status}).", busy=status in _BUSY)


def retry_after(said: str) -> float | None:
    """Seconds to wait, as the header ``Retry-After`` says: a number or a date; None where it says neither."""
    if said.strip().isdecimal():
        return float(said.strip()[:9])
    try:
        return max((parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds(), 0.0)
    except (ValueError, TypeError):
        return None
