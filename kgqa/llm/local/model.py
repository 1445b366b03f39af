"""The local model as a provider: asked by OpenAI's protocol, in a process of this program's own.

A small model that is to write a list may write one item again and again; what it wrote till then is taken.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kgqa import settings as all_settings
from kgqa.errors import StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.llm import tokens
from kgqa.llm.local.files import CONTEXT_TOKENS, MODEL, USUAL_CONTEXT_TOKENS, missing
from kgqa.llm.local.grammar import grammar
from kgqa.llm.local.host import Host, host
from kgqa.llm.messages import ModelError, ModelSettings, Reply
from kgqa.llm.openai import OpenAIModel
from kgqa.records import Message

ENDED = (
    "The local model ended before its reply was complete: it ran out of memory, or was ended from outside. Ask again; "
    "it is started anew. The graph alone can still answer this."
)
ENDING_S = 1.0
OFTEN = 3
"""Times that the very same object is written before that is called a loop."""
_OBJECT = re.compile(r'\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}')
"""An object that holds no other; what stands in its texts is no end of it."""


def fitted(settings: ModelSettings, context_tokens: int = USUAL_CONTEXT_TOKENS) -> ModelSettings:
    """Settings as the local model takes them: its own name, no address, no key, and no more context than it has.

    Args:
        context_tokens: as somebody wishes it.

    Raises:
        ModelError: another model is named.
    """
    if settings.model not in ("", MODEL):
        raise ModelError(
            f"There is no local model “{settings.model}”; the one that there is is called {MODEL}. Leave the name out, "
            "or choose another provider.",
            trouble="no_model",
        )
    return replace(settings, model=MODEL, address="", key="", context_tokens=min(context_tokens, CONTEXT_TOKENS))


class _Asked(OpenAIModel):
    """The model in its process, which takes a grammar where other servers take a schema."""

    def _request(self, messages: Sequence[Message], schema: dict[str, Any] | None) -> dict[str, Any]:
        request = super()._request(messages, None)
        if schema is not None:
            request["extra_body"] = {"grammar": grammar(schema, self.settings.most_tokens)}
        return request


class LocalModel:
    """A small model in a process that is started when it is first asked (``LanguageModel``)."""

    def __init__(self, settings: ModelSettings, *, data_dir: Path | None = None, of: Host | None = None) -> None:
        self.settings = fitted(settings, settings.context_tokens)
        self._data_dir = data_dir or all_settings.load().data_dir
        self._host = of

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """See ``LanguageModel``."""
        # One that ended just before it was asked heard nothing, and is started anew once.
        for last in (False, True):
            with (self._host or host(self._data_dir)).asked(stop) as running:
                there = _Asked(replace(self.settings, address=running.address, key=running.key))
                try:
                    if schema is not None:
                        return _until_it_loops(there, messages, schema, hear, stop)
                    return there.complete(messages, hear=hear, stop=stop)
                except ModelError as error:
                    if error.trouble not in ("unreachable", "cut") or not running.ends(within_s=ENDING_S):
                        raise
                    if last or error.trouble == "cut":
                        raise ModelError(ENDED, trouble="cut", partial=error.partial) from None
        raise AssertionError

    def models(self) -> list[str]:
        """See ``LanguageModel``; nothing is started for it."""
        if why := missing(self._data_dir):
            raise ModelError(why, trouble="no_model")
        return [MODEL]


def _until_it_loops(
    there: OpenAIModel,
    messages: Sequence[Message],
    schema: dict[str, Any],
    hear: Callable[[str], None] | None,
    stop: StopSignal | None,
) -> Reply:
    """The reply in a shape, or what of it was written before the same was written again and again."""
    started = time.monotonic()
    ending, so_far = StopSignal(), ""

    def heard(text: str) -> None:
        nonlocal so_far
        if ending.is_set():
            return
        so_far = text
        if hear is not None:
            hear(text)
        if loops(text):
            ending.set()

    if stop is not None:
        stop.subscribe(ending.set)
    try:
        return there.complete(messages, schema=schema, hear=heard, stop=ending)
    except StoppedError:
        if (stop is not None and stop.is_set()) or not loops(so_far):
            raise
        text, elapsed_ms = _ended(so_far), (time.monotonic() - started) * 1000
        # What is left out was written too, and took its time.
        return Reply(text, MODEL, tokens.of_messages(messages), tokens.estimate(so_far), elapsed_ms, estimated=True)
    finally:
        if stop is not None:
            stop.unsubscribe(ending.set)


def loops(text: str) -> bool:
    """Whether the object that ends a JSON text, as far as it has come, stands in it word for word twice before."""
    if not text.rstrip().endswith("}"):
        return False
    objects = _OBJECT.findall(text)
    return bool(objects) and objects.count(objects[-1]) >= OFTEN


def _ended(text: str) -> str:
    """A JSON text that loops, without what was said again, and with every list and object that is open closed."""
    last = _OBJECT.findall(text)[-1]
    kept = text[: text.index(last) + len(last)]
    closing: list[str] = []
    inside = False
    for at, sign in enumerate(kept):
        if sign == '"' and not _is_escaped(kept, at):
            inside = not inside
        elif inside:
            continue
        elif sign in "{[":
            closing.append("}" if sign == "{" else "]")
        elif sign in "}]":
            closing.pop()
    return kept + "".join(reversed(closing))


def _is_escaped(text: str, at: int) -> bool:
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
