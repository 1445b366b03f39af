"""A language model server on loopback that says at random, over the OpenAI protocol."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

_SIGNS = "(){}[]<>-=:;,.|`'\"$*+/\\\n\t" + "".join(map(chr, range(0x3B1, 0x3C9))) + "漢字🧬\u202e\u200b\u0007"
_WORDS = (
    "MATCH", "RETURN", "WHERE", "WITH", "UNWIND", "CALL", "DELETE", "DETACH", "SET", "CREATE", "MERGE", "REMOVE",
    "CSV", "FROM", "AS", "n", "m", "r", "d", "count", "DISTINCT", "LIMIT", "ORDER", "BY", "UNION", "EXISTS",
    "NOT", "AND", "OR", "the", "a", "patient", "gene", "disease", "shows", "treats", "causes", "is", "no", "not",
    "always", "never", "yes", "[1]", "[7]", "[99]", "because", "therefore", "12", "%", "0.5", "1e9", "null", "true",
)  # fmt: skip
_BROKEN = (
    "MATCH (n) DETACH DELETE n", "MATCH (n) SET n.name = 'x'", "```cypher\nMATCH (n RETURN\n```", '{"cypher": "',
    '{"verdict": "perhaps"}', "CALL db.labels()", "LOAD CSV FROM 'file:///etc/passwd' AS x RETURN x", "<think>",
    "MATCH (n) RETURN n; DROP DATABASE d", "RETURN 1", "![x](http://127.0.0.1/x.png)", "As a language model I cannot.",
)  # fmt: skip
"""What a reply may begin with, now and then."""


def babble(chance: random.Random, names: Sequence[str]) -> str:
    """Words, names, signs and beginnings of statements in any order; empty now and then."""
    parts = [chance.choice(_BROKEN)] if chance.random() < 0.3 else []
    for _ in range(chance.randrange(60)):
        kind = chance.random()
        if kind < 0.55:
            parts.append(chance.choice(_WORDS))
        elif kind < 0.7 and names:
            parts.append(chance.choice(names))
        else:
            parts.append("".join(chance.choices(_SIGNS, k=chance.randrange(1, 6))))
    return chance.choice((" ", " ", "", "\n")).join(parts)


@contextmanager
def speaking(say: Callable[[], str]) -> Iterator[tuple[str, Callable[[], int]]]:
    """A server that replies what ``say`` says; its address, and how often it was asked."""
    asked: list[str] = []
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            with lock:
                text = say()
                asked.append(text)
            body = _stream(text) if request.get("stream") else json.dumps(_whole(text)).encode()
            self.send_response(200)
            self.send_header("content-type", "text/event-stream" if request.get("stream") else "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing on standard error."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/v1", lambda: len(asked)
        finally:
            server.shutdown()
            thread.join()


def _whole(text: str) -> dict[str, object]:
    message = {"role": "assistant", "content": text}
    return {**_head("chat.completion"), "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def _stream(text: str) -> bytes:
    pieces = [text[start : start + 20] for start in range(0, len(text), 20)]
    choices: list[dict[str, object]] = [{"index": 0, "delta": {"content": piece}} for piece in pieces]
    choices.append({"index": 0, "delta": {}, "finish_reason": "stop"})
    events = [json.dumps({**_head("chat.completion.chunk"), "choices": [choice]}) for choice in choices]
    return "".join(f"data: {event}\n\n" for event in [*events, "[DONE]"]).encode()


def _head(kind: str) -> dict[str, object]:
    return {"id": "said", "object": kind, "created": 0, "model": "babbler"}
