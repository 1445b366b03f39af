"""What goes to a language model and what comes back, the same for every provider."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from kgqa.errors import KgqaError
from kgqa.graph.stop import StopSignal
from kgqa.records import Message
from kgqa.settings import Provider as Provider

Trouble = Literal[
    "not_set", "unreachable", "credentials", "no_model", "busy", "quota", "server", "cut", "unreadable", "empty",
    "refusal", "too_long", "context", "time", "local_only", "other",
]  # fmt: skip
"""What can be wrong with a model's reply; each has its sentence and its next step."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which language model is asked, where, and how.

    Attributes:
        address: of the server; empty for the provider's own.
        key: never shown, kept, logged or exported.
        temperature: 0 asks for the likeliest reply.
        seed: the same seed asks for the same reply, where the server honours it.
        most_tokens: length of the longest reply that is accepted, in tokens.
        context_tokens: how much the model can read, prompt and reply together, in tokens.
        time_limit_s: seconds of wall-clock time for one step, with all that is tried again.
        price_in, price_out: US dollars for a million tokens read and written; 0 where it costs nothing.
    """

    provider: Provider
    model: str
    address: str = ""
    key: str = field(default="", repr=False)
    temperature: float = 0.0
    seed: int = 0
    most_tokens: int = 1024
    context_tokens: int = 8192
    time_limit_s: float = 60.0
    price_in: float = 0.0
    price_out: float = 0.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply, ended by the model itself.

    Attributes:
        model: the name that the server gave, or the asked one.
        estimated: True where the server counted no tokens and they are our estimate.
        elapsed_ms: from the first byte sent to the last read, with what was tried again.
        attempts: how many requests it took.
        left_out: settings that the server refused for this model, so that it was asked without them.
    """

    text: str
    model: str
    tokens_in: int
    tokens_out: int
    elapsed_ms: float
    estimated: bool = False
    attempts: int = 1
    left_out: tuple[str, ...] = ()


class ModelError(KgqaError):
    """A language model gave no reply that can be used; the text says what happened and what to do next.

    Attributes:
        trouble: what kind of thing went wrong.
        partial: what had arrived before it went wrong.
    """

    def __init__(self, message: str, *, trouble: Trouble = "other", partial: str = "") -> None:
        super().__init__(message)
        self.trouble = trouble
        self.partial = partial


class LanguageModel(Protocol):
    """A language model that can be asked. Safe to share between the threads of one reader."""

    settings: ModelSettings

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """The model's reply to a conversation.

        Args:
            schema: a JSON schema that the reply must fit.
            hear: hears the whole text so far each time more of it has arrived; the reply is then streamed.
            stop: ends the request when it is set.

        Raises:
            ModelError: there is no reply, or only a part of one, or one that does not fit the schema.
            StoppedError: the reader stopped it.
        """
        ...

    def models(self) -> list[str]:
        """The names of the models that the server offers.

        Raises:
            ModelError: the server does not answer.
        """
        ...


_THOUGHTS = re.compile(r"<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL)
_THOUGHT_END = re.compile(r"\A.*</(?:think|thinking|reasoning)>", re.IGNORECASE | re.DOTALL)


def without_thoughts(text: str) -> str:
    """A reply without what a model thought aloud before it, ended or not."""
    return _THOUGHT_END.sub("", _THOUGHTS.sub("", text), count=1).strip()
