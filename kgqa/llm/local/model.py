"""The local model as a provider: asked by OpenAI's protocol, in a process of this program's own.

A small model that is to write a list may write one item again and again; what it wrote till then is taken.
"""

from __future__ import annotations

import json
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
TOKENS_OF_AN_OBJECT = 140
"""Of a long statement as it is asked for, with its sentence and its link; as many as fit into the longest reply."""
MOST_NUMBERS = 6
"""Items of a list of numbers or texts."""
LONGEST_TEXT = 160
"""Characters of a text in a list of objects: a sentence that names two things with long names."""
_COMPACT = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


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


def grammar(schema: dict[str, Any], most_tokens: int) -> str:
    """The grammar of all JSON that fits a schema and can be written to its end, for the library llguidance.

    A small model that is held to a shape and to nothing else goes on until it is cut: of a list it writes one item
    after the other, the same again if need be, with each field on a line of its own. So a list has an end here, a text
    too, and there are no line breaks.

    Args:
        most_tokens: of the longest reply that is accepted.
    """
    bounded = _bounded(schema, max(1, most_tokens // TOKENS_OF_AN_OBJECT))
    for name, part in bounded.get("properties", {}).items():
        if isinstance(part, dict) and "maxLength" in part:  # an answer in words, of which there is one
            bounded["properties"][name] = {
                **part,
                "maxLength": schema["properties"][name].get("maxLength", most_tokens),
            }
    return f"%llguidance {{}}\nstart: %json {json.dumps({**bounded, 'x-guidance': _COMPACT})}"


def _bounded(schema: Any, most_objects: int) -> Any:
    if isinstance(schema, list):
        return [_bounded(part, most_objects) for part in schema]
    if not isinstance(schema, dict):
        return schema
    bounded = {name: _bounded(part, most_objects) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict):
        # A field may itself be called "type": fields are gone through by themselves.
        fields = schema["properties"].items()
        bounded["properties"] = {name: _bounded(part, most_objects) for name, part in fields}
    if schema.get("type") == "array":
        items = schema.get("items")
        objects = isinstance(items, dict) and ("$ref" in items or items.get("type") == "object")
        bounded.setdefault("maxItems", most_objects if objects else MOST_NUMBERS)
    if schema.get("type") == "string" and not {"enum", "const"} & schema.keys():
        bounded.setdefault("maxLength", LONGEST_TEXT)
    return bounded
