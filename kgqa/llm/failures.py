"""What can go wrong with a request, and the sentence for each: what failed, and what to do next."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.request import getproxies

from kgqa.llm.address import is_local
from kgqa.llm.messages import ModelSettings, Trouble

NAMES = {"openai": "OpenAI", "compatible": "The model server", "ollama": "Ollama", "local": "The local model"}
DAY_S = 86_400
MOST_WORDS = 300
"""Characters of a server's own words that are passed on."""

CONTEXT_CODES = {"context_length_exceeded", "exceed_context_size_error", "string_above_max_length"}
UNSUPPORTED_CODES = {"unsupported_parameter", "unsupported_value"}
CONTEXT_WORDS = re.compile(r"context (?:length|size|window)|num_ctx|maximum context", re.IGNORECASE)
"""Several servers that speak OpenAI's protocol tell a full context in words alone."""


class Failure(Exception):
    """An attempt failed; travels from where it is noticed to where the reader is told.

    Attributes:
        what, advice: the sentences.
        again: True where another attempt may help.
        wait_s: seconds that the server asks to wait; None where it does not say.
        unsupported: the parameter that the server says this model does not take.
        attempts: how many requests were made in all.
    """

    def __init__(
        self,
        trouble: Trouble,
        what: str,
        advice: str,
        *,
        again: bool = False,
        wait_s: float | None = None,
        unsupported: str = "",
    ) -> None:
        super().__init__(what)
        self.trouble, self.what, self.advice, self.again, self.wait_s = trouble, what, advice, again, wait_s
        self.unsupported = unsupported
        self.attempts = 1

    @property
    def sentences(self) -> str:
        """What happened, how often it was tried, how long the server asks to wait, and what to do."""
        tried = f" {self.attempts} attempts were made." if self.attempts > 1 else ""
        wait = f" It asks to be left alone for {_long(self.wait_s)}." if self.wait_s else ""
        return f"{self.what}{tried}{wait} {self.advice}"


@dataclass(frozen=True, slots=True)
class Server:
    """The server as it is named to a reader, with the settings that advice depends on."""

    settings: ModelSettings
    address: str

    def __str__(self) -> str:
        name = NAMES[self.settings.provider]
        return name if self.settings.provider == "local" else f"{name} at {self.address}"

    @property
    def model(self) -> str:
        """The model's name in quotation marks."""
        return f"“{self.settings.model}”"


def unreachable(server: Server) -> Failure:
    """Nothing listens there, or no way leads there."""
    start = "Start it, or check its address" if server.settings.provider == "ollama" else "Check its address"
    proxy = "" if is_local(server.settings) or not getproxies() else ", and the proxy that the environment names"
    return Failure("unreachable", f"{server} does not answer.", f"{start}{proxy}.")


def no_proxy() -> Failure:
    """The environment names a proxy of a kind that the clients do not know."""
    return Failure(
        "unreachable",
        "The proxy that the environment names cannot be used, so nothing was sent.",
        "Correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or leave it out.",
    )


def unencrypted(server: Server) -> Failure:
    """An encrypted connection was asked for and did not come about."""
    return Failure(
        "unreachable",
        f"No encrypted connection to {server} could be set up.",
        "Check that it speaks https and that its certificate is known here (SSL_CERT_FILE names further ones).",
    )


def cut(server: Server, *, again: bool = False) -> Failure:
    """The connection ended, or the reply gives no reason for its end."""
    return Failure("cut", f"{server} broke off before its reply was complete.", "Ask again.", again=again)


def unreadable(server: Server) -> Failure:
    """The body is not what the protocol says."""
    kind = "Ollama's" if server.settings.provider == "ollama" else "OpenAI's"
    path = "" if server.settings.provider == "ollama" else "; it often ends in /v1"
    return Failure(
        "unreadable", f"{server} sent something that is no reply in {kind} form.", f"Check its address{path}."
    )


def too_much(server: Server) -> Failure:
    """The reply is longer than allowed."""
    return Failure(
        "too_long",
        f"The reply of {server.model} did not end within {server.settings.most_tokens:,} tokens; it is not used.",
        "Ask something narrower, or allow longer replies (KGQA_MODEL_MOST_TOKENS).",
    )


def late(server: Server) -> Failure:
    """The deadline has come."""
    return Failure(
        "time",
        f"{server} did not finish its reply within {server.settings.time_limit_s:g} s.",
        "Ask something narrower, choose a faster model, or allow more time (KGQA_MODEL_TIME_LIMIT_S).",
    )


def context(server: Server, tokens: int, *, what: str = "") -> Failure:
    """The prompt and the longest reply do not fit into what the model reads."""
    settings = server.settings
    return Failure(
        "context",
        what
        or f"The prompt is about {tokens:,} tokens long and the reply may take {settings.most_tokens:,}; "
        f"{server.model} is set to {settings.context_tokens:,} in all.",
        "Send less of the schema or fewer facts, or set a longer context where the model has one "
        "(KGQA_MODEL_CONTEXT_TOKENS).",
    )


def in_stream(server: Server, body: Any) -> Failure:
    """An error object where a reply should be."""
    said = _words(body)
    return Failure("server", f"{server} reported a failure{said}.", "Ask again, or choose another model.")


def redirected(server: Server, status: int, location: str) -> Failure:
    """The server names another address."""
    shown = location.partition("?")[0][:MOST_WORDS]
    return Failure(
        "unreachable",
        f"{server} sends its callers on to {shown!r} ({status}); neither question nor key was sent there.",
        "If that address is right, set it as the model's address.",
    )


def of_status(server: Server, status: int, headers: Mapping[str, str], content: bytes) -> Failure:
    """What a status other than 200 means."""
    body = _json(content)
    said, codes = _words(body), _codes(body)
    if status in (401, 403):
        return refused_key(server, status)
    if status == 402 or codes & {"insufficient_quota", "billing_hard_limit_reached", "quota_exceeded"}:
        return Failure(
            "quota",
            f"{server} reports that the quota of this key is used up ({status}).",
            "Check the plan and the billing of the account, or choose another model.",
        )
    if status == 404:
        return missing(server)
    if status == 413 or codes & CONTEXT_CODES or (status == 400 and CONTEXT_WORDS.search(said)):
        what = f"{server} refused the prompt as too long for {server.model} ({status}){said}."
        return context(server, 0, what=what)
    if status == 429:
        return Failure(
            "busy", f"{server} has too many requests (429).", "Ask again later.", again=True, wait_s=_wait(headers)
        )
    if status >= 500 or status in (408, 409):
        return Failure(
            "server", f"{server} failed ({status}){said}.", "Ask again later.", again=True, wait_s=_wait(headers)
        )
    return Failure(
        "other",
        f"{server} refused the request ({status}){said}.",
        "Check the model and its settings, or choose another.",
        unsupported=_parameter(body) if codes & UNSUPPORTED_CODES else "",
    )


def refused_key(server: Server, status: int) -> Failure:
    """The key is wrong, or there is none."""
    key = "did not accept the key" if server.settings.key else "asks for a key, and none is set"
    return Failure("credentials", f"{server} {key} ({status}).", "Set the right key (KGQA_MODEL_KEY, or Settings).")


def missing(server: Server) -> Failure:
    """There is no such model, or no such page."""
    if server.settings.provider == "ollama":
        advice = f"Fetch it with “ollama pull {server.settings.model}”, or choose one of the models that it has."
    else:
        advice = "Choose one of the models that it has, and check that the address is right; it often ends in /v1."
    return Failure("no_model", f"{server} has no model {server.model} (404).", advice)


def no_list(server: Server) -> Failure:
    """The server has no page that lists its models."""
    path = "" if server.settings.provider == "ollama" else "; it often ends in /v1"
    return Failure("no_model", f"{server} has no list of models (404).", f"Check its address{path}.")


def json_error(content: bytes) -> Any:
    """The error object in a body; None where it holds none."""
    body = _json(content)
    return body.get("error") if isinstance(body, dict) else None


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _error(body: Any) -> Any:
    return body.get("error", body) if isinstance(body, dict) else body


def _words(body: Any) -> str:
    """The server's own words, to be put before a full stop; empty where it has none."""
    error = _error(body)
    message = error.get("message") or error.get("detail") if isinstance(error, dict) else error
    if not isinstance(message, str) or not message.strip():
        return ""
    words = " ".join(message.split())
    return f": “{words[:MOST_WORDS]}{'…' if len(words) > MOST_WORDS else ''}”"


def _codes(body: Any) -> set[str]:
    error = _error(body)
    return {str(error.get(name)) for name in ("code", "type")} if isinstance(error, dict) else set()


def _parameter(body: Any) -> str:
    error = _error(body)
    return str(error.get("param")) if isinstance(error, dict) else ""


def _long(seconds: float) -> str:
    """So many seconds in words."""
    if seconds > DAY_S:
        return "more than a day"
    return f"{math.ceil(seconds)} s" if seconds <= 120 else f"{math.ceil(seconds / 60)} min"


def _wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks to wait: a number, or a date as HTTP writes it."""
    asked = headers.get("retry-after", "").strip()
    try:
        seconds = float(asked)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(asked).timestamp() - time.time()
        except (ValueError, TypeError, OverflowError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None
