"""What a browser asks of other machines: it comes to a proxy here, is written down, and goes no further."""

from __future__ import annotations

import socketserver
import threading
from types import TracebackType
from typing import Self

ANSWER = b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
HEAD_S = 10
"""How long a request may take to say what it wants."""


class Outside:
    """The proxy of every browser of this process; used in ``with``.

    A log of the network that the driver keeps would tell the same, at a quarter of the time of every page: it carries
    each message of the page's websocket to the test as well.
    """

    def __init__(self) -> None:
        self._asked: list[str] = []
        self._lock = threading.Lock()
        outside = self

        class Handler(socketserver.StreamRequestHandler):
            timeout = HEAD_S

            def handle(self) -> None:
                line = self.rfile.readline(4096).decode("latin-1").strip()
                if line:
                    outside._write(line)
                self.wfile.write(ANSWER)

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                """A browser that hangs up has said what it wanted."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True)

    @property
    def port(self) -> int:
        """Where the proxy listens."""
        return int(self._server.server_address[1])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def taken(self) -> list[str]:
        """The first lines of what was asked since the last call, such as ``CONNECT evil.example:443 HTTP/1.1``."""
        with self._lock:
            asked, self._asked = self._asked, []
        return asked

    def _write(self, line: str) -> None:
        with self._lock:
            self._asked.append(line)
