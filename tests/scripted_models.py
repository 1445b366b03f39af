"""A language model server on loopback that says what it was told to say, and misbehaves on order.

It speaks the OpenAI protocol (``/v1/chat/completions`` with server-sent events, ``/v1/models``) and the Ollama
protocol (``/api/chat`` with lines of JSON, ``/api/tags``), so that tests run through the real clients.
"""

from __future__ import annotations

import json
import select
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

Said = tuple[str | int, ...]
"""A statement: sentence, subject, relation and object, then the numbers of its records."""


def in_form(*said: Said, remarks: str = "", **more: object) -> str:
    """A reply in statements, as a model writes it from records; a sentence with "not" denies its link.

    Args:
        more: further fields of the object ("verdict").
    """
    return json.dumps({**more, "statements": [_statement(*one) for one in said], "remarks": remarks})


def taken_apart(*said: Said) -> str:
    """A text taken apart into statements, as a model does it; they cite nothing."""
    kept = [{name: value for name, value in _statement(*one).items() if name != "records"} for one in said]
    return json.dumps({"statements": kept})


def _statement(sentence: str | int, subject: str | int, relation: str | int, of: str | int, *records: str | int) -> Any:
    polarity = "does not hold" if " not " in str(sentence) else "holds"
    link = {"subject": subject, "relation": relation, "object": of, "polarity": polarity}
    return {"sentence": sentence, **link, "property": "", "value": "", "records": list(records)}


PIECE_CHARS = 7
"""Characters in one piece of a streamed reply."""


@dataclass(frozen=True, slots=True)
class Script:
    """What the server does with one request.

    Attributes:
        text: the reply; None is sent as null.
        status: of the answer; with any but 200 an error object is sent unless ``raw`` or ``body`` says otherwise.
        code: of the error object ("insufficient_quota").
        headers: sent besides the usual ones.
        delay_s: before the first byte.
        pause_s: before each further piece of a stream, or each byte of a whole reply.
        cut_after: the connection is closed after so many characters of the text (bytes of a reply that is not
            streamed).
        hang_after: the connection stays open and nothing more comes after so many characters (bytes); 0: not even a
            status line.
        raw: sent as the body, as it is, with ``content_type``.
        body: sent as the body, as JSON.
        finish: the reason that is given for the end; None gives none.
        error_after: an error object comes in the stream after so many characters.
        refusal: the model's words of refusal, where the protocol has a place for them.
        tokens: read and written, as the server counts them; None: it does not count.
    """

    text: str | None = "A scripted reply."
    status: int = 200
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    pause_s: float = 0.0
    cut_after: int | None = None
    hang_after: int | None = None
    raw: str | bytes | None = None
    content_type: str = "application/json"
    body: Any = None
    finish: str | None = "stop"
    error_after: int | None = None
    refusal: str | None = None
    tokens: tuple[int, int] | None = (26, 9)


@dataclass(frozen=True, slots=True)
class Captured:
    """A request as it arrived; header names are in lower case."""

    path: str
    headers: Mapping[str, str]
    json: Any

    @property
    def prompt(self) -> str:
        """Everything that the model was given to read."""
        return "\n".join(str(message.get("content")) for message in self.json.get("messages", ()))


class ScriptedModels:
    """The server; a context manager. Without an order it answers ``Script()``."""

    def __init__(self, *names: str, host: str = "127.0.0.1") -> None:
        self.names = list(names) or ["scripted", "scripted-small"]
        self.reply: Callable[[Sequence[Mapping[str, str]]], Script | str] | None = None
        self.requests: list[Captured] = []
        self.left: list[Captured] = []
        """Requests whose client went away before the reply was whole."""
        self.connections = 0
        """How often somebody connected, whatever was asked then."""
        self.closing = threading.Event()
        self._queue: deque[Script | str] = deque()
        self._lock = threading.Lock()
        self._server = _Server((host, 0), _Handler)
        self._server.models = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """Scheme, host and port."""
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}"

    @property
    def openai_url(self) -> str:
        """What a client of the OpenAI protocol takes as its address."""
        return f"{self.address}/v1"

    @property
    def ollama_url(self) -> str:
        """What a client of the Ollama protocol takes as its address."""
        return self.address

    def says(self, *replies: Script | str) -> Self:
        """Answers the next requests with these, in order; the last one also answers all that follow."""
        with self._lock:
            self._queue = deque(replies)
        return self

    def next(self, messages: Sequence[Mapping[str, str]]) -> Script:
        """The script for a request that carries these messages."""
        if self.reply is not None:
            said = self.reply(messages)
        else:
            with self._lock:
                said = self._queue.popleft() if len(self._queue) > 1 else next(iter(self._queue), Script())
        return Script(said) if isinstance(said, str) else said

    @property
    def chats(self) -> list[Captured]:
        """The requests for a reply, without those for the list of models."""
        return [request for request in self.requests if "chat" in request.path]

    def close(self) -> None:
        """End the server and every request that hangs."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def refusing_address() -> str:
    """An address on loopback where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{free.getsockname()[1]}"


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    models: ScriptedModels

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Counts who connects."""
        self.models.connections += 1
        return True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away in the middle are what is tested; they are no error."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        models = self.server.models
        self._capture(None)
        first = next(iter(models._queue), None) if models.reply is None else None
        script = first if isinstance(first, Script) else Script()
        if self.path.endswith("/models"):
            body: Any = {"object": "list", "data": [{"id": name, "object": "model"} for name in models.names]}
        elif self.path == "/api/tags":
            body = {"models": [{"model": name, "name": name} for name in models.names]}
        else:
            script, body = Script(status=404), None
        self._whole(script if _misbehaves(script) else Script(), body)

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        request = self._capture(asked)
        try:
            self._reply(asked, request)
        except ConnectionError:  # the client went away while it was written to
            self.close_connection = True
            if not any(one is request for one in self.server.models.left):
                self.server.models.left.append(request)

    def _reply(self, asked: Any, request: Captured) -> None:
        script = self.server.models.next(asked.get("messages", ()))
        wire = _OPENAI if self.path.endswith("/chat/completions") else _OLLAMA if self.path == "/api/chat" else None
        if wire is None:
            self._whole(Script(status=404, raw="404 page not found", content_type="text/plain"), None)
        elif script.hang_after == 0:
            self._hang(request)
        else:
            self.server.models.closing.wait(script.delay_s)
            streamed = asked.get("stream", wire is _OLLAMA)
            if streamed and script.status == 200 and script.raw is None and script.body is None:
                self._stream(script, wire, asked, request)
            else:
                self._whole(script, wire.whole(script, asked), request)

    def _capture(self, body: Any) -> Captured:
        request = Captured(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
        self.server.models.requests.append(request)
        return request

    def _whole(self, script: Script, body: Any, request: Captured | None = None) -> None:
        if script.status != 200:
            message = f"status {script.status} was ordered"
            error = {"message": message, "type": "ordered", "code": script.code or None}
            body = {"error": message if self.path.startswith("/api/") else error}
        content = json.dumps(body if script.body is None else script.body).encode()
        if script.raw is not None:
            content = script.raw.encode() if isinstance(script.raw, str) else script.raw
        self.send_response(script.status)
        self.send_header("Content-Type", script.content_type)
        self.send_header("Content-Length", str(len(content)))
        for name, value in script.headers.items():
            self.send_header(name, value)
        self.end_headers()
        limits = [limit for limit in (script.cut_after, script.hang_after) if limit is not None]
        sent = content[: min(limits)] if limits else content
        for piece in (sent[at : at + 1] for at in range(len(sent))) if script.pause_s else (sent,):
            if script.pause_s and self._gone(script.pause_s, request):
                return
            self.wfile.write(piece)
        if script.hang_after is not None:
            self._hang(request)
        self.close_connection = self.close_connection or len(sent) < len(content)

    def _stream(self, script: Script, wire: _Wire, asked: Any, request: Captured) -> None:
        self.send_response(200)
        self.send_header("Content-Type", wire.content_type)
        self.send_header("Connection", "close")  # the end of the body is the end of the connection
        for name, value in script.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        text, sent = script.text or "", 0
        for start in [*range(0, len(text), PIECE_CHARS), len(text)]:
            for limit in (script.cut_after, script.hang_after, script.error_after):
                if limit is not None and start + PIECE_CHARS > limit:
                    self.wfile.write(wire.piece(text[sent:limit], asked))
                    if limit is script.hang_after:
                        self._hang(request)
                    elif limit is script.error_after:
                        self.wfile.write(wire.trouble("the model crashed"))
                    return
            if self._gone(script.pause_s, request):
                return
            self.wfile.write(wire.piece(text[start : start + PIECE_CHARS], asked))
            sent = start + PIECE_CHARS
        for line in wire.ending(script, asked):
            self.wfile.write(line)

    def _hang(self, request: Captured | None) -> None:
        while not self.server.models.closing.is_set() and not self._gone(0.02, request):
            pass
        self.close_connection = True

    def _gone(self, seconds: float, request: Captured | None) -> bool:
        """Waits; True as soon as the client has closed the connection."""
        ready, _, _ = select.select([self.connection], [], [], seconds)
        gone = bool(ready) and not self.connection.recv(1, socket.MSG_PEEK)
        if gone and request is not None:
            self.server.models.left.append(request)
        return gone


def _misbehaves(script: Script) -> bool:
    return script.status != 200 or script.raw is not None or script.body is not None


class _Wire:
    """How a protocol puts a reply on the wire."""

    content_type: str

    def whole(self, script: Script, asked: Any) -> Any:
        raise NotImplementedError

    def piece(self, text: str, asked: Any) -> bytes:
        raise NotImplementedError

    def ending(self, script: Script, asked: Any) -> Iterator[bytes]:
        raise NotImplementedError

    def trouble(self, message: str) -> bytes:
        raise NotImplementedError


class _OpenAI(_Wire):
    content_type = "text/event-stream"

    def whole(self, script: Script, asked: Any) -> Any:
        message = {"role": "assistant", "content": script.text, "refusal": script.refusal}
        choice = {"index": 0, "message": message, "finish_reason": script.finish}
        return self._head(asked, "chat.completion") | {"choices": [choice]} | self._usage(script)

    def piece(self, text: str, asked: Any) -> bytes:
        return self._event(asked, {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]})

    def ending(self, script: Script, asked: Any) -> Iterator[bytes]:
        delta = {"refusal": script.refusal} if script.refusal else {}
        if script.finish is not None or delta:
            yield self._event(asked, {"choices": [{"index": 0, "delta": delta, "finish_reason": script.finish}]})
        if script.tokens and (asked.get("stream_options") or {}).get("include_usage"):
            yield self._event(asked, {"choices": []} | self._usage(script))
        if script.finish is not None:
            yield b"data: [DONE]\n\n"

    def trouble(self, message: str) -> bytes:
        return b"data: " + json.dumps({"error": {"message": message}}).encode() + b"\n\n"

    def _event(self, asked: Any, body: Any) -> bytes:
        return b"data: " + json.dumps(self._head(asked, "chat.completion.chunk") | body).encode() + b"\n\n"

    @staticmethod
    def _head(asked: Any, kind: str) -> dict[str, Any]:
        return {"id": "chatcmpl-1", "object": kind, "created": 1, "model": asked.get("model")}

    @staticmethod
    def _usage(script: Script) -> dict[str, Any]:
        if script.tokens is None:
            return {}
        read, written = script.tokens
        return {"usage": {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}}


class _Ollama(_Wire):
    content_type = "application/x-ndjson"

    def whole(self, script: Script, asked: Any) -> Any:
        said = {"message": {"role": "assistant", "content": script.text}}
        return self._head(asked) | said | self._done(script)

    def piece(self, text: str, asked: Any) -> bytes:
        return self._line(asked, {"message": {"role": "assistant", "content": text}, "done": False})

    def ending(self, script: Script, asked: Any) -> Iterator[bytes]:
        if script.finish is not None:
            yield self._line(asked, {"message": {"role": "assistant", "content": ""}} | self._done(script))

    def trouble(self, message: str) -> bytes:
        return json.dumps({"error": message}).encode() + b"\n"

    def _line(self, asked: Any, body: Any) -> bytes:
        return json.dumps(self._head(asked) | body).encode() + b"\n"

    @staticmethod
    def _head(asked: Any) -> dict[str, Any]:
        return {"model": asked.get("model"), "created_at": "2026-01-01T00:00:00Z"}

    @staticmethod
    def _done(script: Script) -> dict[str, Any]:
        counted = (
            {} if script.tokens is None else dict(zip(("prompt_eval_count", "eval_count"), script.tokens, strict=True))
        )
        return {"done": script.finish is not None, "done_reason": script.finish} | counted


_OPENAI, _OLLAMA = _OpenAI(), _Ollama()
