"""A language model server on loopback, over the OpenAI protocol, that replies whatever it is given to say."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Said:
    """A reply.

    Attributes:
        whole: False where no reason for its end is given; a stream then ends in the middle as well.
    """

    text: str
    whole: bool = True


class Speaker:
    """A running server.

    Attributes:
        address: of the server.
        say: what it replies to a request's body; may be changed between requests.
        asked: how often it was asked.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.say: Callable[[dict[str, Any]], Said] = lambda _: Said("")
        self.asked = 0
        self._lock = threading.Lock()

    def reply(self, request: dict[str, Any]) -> Said:
        """What is said to a request; one at a time."""
        with self._lock:
            self.asked += 1
            return self.say(request)


@contextmanager
def speaking() -> Iterator[Speaker]:
    """A server while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            said = speaker.reply(request)
            streamed = bool(request.get("stream"))
            body = _stream(said) if streamed else json.dumps(_whole(said)).encode()
            self.send_response(200)
            self.send_header("content-type", "text/event-stream" if streamed else "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body if said.whole or not streamed else body[: len(body) // 2])

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing on standard error."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        speaker = Speaker(f"http://127.0.0.1:{server.server_address[1]}/v1")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield speaker
        finally:
            server.shutdown()
            thread.join()


def _whole(said: Said) -> dict[str, object]:
    message = {"role": "assistant", "content": said.text}
    finish = "stop" if said.whole else None
    return {**_head("chat.completion"), "choices": [{"index": 0, "message": message, "finish_reason": finish}]}


def _stream(said: Said) -> bytes:
    pieces = [said.text[start : start + 20] for start in range(0, len(said.text), 20)]
    choices: list[dict[str, object]] = [{"index": 0, "delta": {"content": piece}} for piece in pieces]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    events = [json.dumps({**_head("chat.completion.chunk"), "choices": [choice]}) for choice in choices]
    return "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"]).encode()


def _head(kind: str) -> dict[str, object]:
    return {"id": "said", "object": kind, "created": 0, "model": "babbler"}
