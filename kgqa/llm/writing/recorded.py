"""A language model as one question asks it: every request is recorded, those that failed included."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kgqa.errors import KgqaError, StoppedError
from kgqa.graph.failures import shown_uri
from kgqa.graph.stop import StopSignal
from kgqa.llm.messages import LanguageModel, ModelError, ModelSettings, Reply
from kgqa.llm.prompts import Prompt, messages, prompt
from kgqa.llm.redact import redacted, without_secret
from kgqa.llm.tokens import cost, estimate, of_messages
from kgqa.records import Message, ModelCall

SPARE = 64
"""Tokens that a server may count more than the estimate."""


@dataclass(frozen=True, slots=True)
class RecordedModel:
    """A language model as one question asks it.

    Attributes:
        record: hears of every request.
        copies: a reader's own copies of prompts, by name.
        stop: ends a request when it is set.
    """

    model: LanguageModel
    record: Callable[[ModelCall], None]
    copies: Mapping[str, str] = field(default_factory=dict)
    stop: StopSignal | None = None

    @property
    def settings(self) -> ModelSettings:
        """Those of the model."""
        return self.model.settings

    def prompt(self, name: str) -> Prompt:
        """The prompt of a name, as the reader changed it; raises PromptError where that cannot be sent."""
        return prompt(name, self.copies)

    def asking(self, prompt: Prompt, purpose: str = "", *, tokens_context: int = 0) -> Requests:
        """The model, asked for one purpose.

        Args:
            purpose: what the requests are for; that of the prompt where it is empty.
            tokens_context: of the requests those of the evidence or the schema, estimated.
        """
        return Requests(self, prompt, purpose or prompt.purpose, tokens_context)

    def room(self, prompt: Prompt, inputs: Mapping[str, str]) -> int:
        """Tokens that the evidence may have beside the rest of a prompt and the reply, estimated.

        Raises:
            PromptError: the prompt cannot be sent.
        """
        bare = of_messages(messages(prompt, **{**inputs, "evidence": ""}))
        return self.settings.context_tokens - self.settings.most_tokens - bare - SPARE


class Requests:
    """A ``LanguageModel`` whose requests for one purpose are recorded.

    Attributes:
        settings: of the model.
    """

    def __init__(self, recorded: RecordedModel, prompt: Prompt, purpose: str, tokens_context: int) -> None:
        """Use ``RecordedModel.asking`` instead."""
        self.settings: ModelSettings = recorded.settings
        self._recorded = recorded
        self._prompt = prompt
        self._purpose = purpose
        self._tokens_context = tokens_context

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """As ``LanguageModel.complete``; the question's own signal stops it where no other is given."""
        started = time.perf_counter()
        so_far = [""]

        def heard(text: str) -> None:
            so_far[0] = self._hidden(text)
            if hear is not None:
                hear(so_far[0])

        model, growing = self._recorded.model, heard if hear is not None else None
        try:
            reply = model.complete(messages, schema=schema, hear=growing, stop=stop or self._recorded.stop)
        except (ModelError, StoppedError) as error:
            came = (error.partial if isinstance(error, ModelError) else "") or so_far[0]
            elapsed_ms = (time.perf_counter() - started) * 1000
            read = of_messages(messages)
            self._keep(messages, Reply(came, self.settings.model, read, estimate(came), elapsed_ms, True), error)
            raise
        self._keep(messages, reply)
        return replace(reply, text=self._hidden(reply.text))

    def models(self) -> list[str]:
        """As ``LanguageModel.models``."""
        return self._recorded.model.models()

    def _keep(self, messages: Sequence[Message], reply: Reply, error: KgqaError | None = None) -> None:
        settings = self.settings
        call = ModelCall(
            purpose=self._purpose,
            provider=settings.provider,
            model=reply.model or settings.model,
            settings={name: value for name, value in sent(settings).items() if name not in reply.left_out},
            prompt=self._prompt.label,
            messages=tuple(Message(one.role, self._hidden(one.text)) for one in messages),
            reply=self._hidden(reply.text),
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            estimated=reply.estimated,
            elapsed_ms=round(reply.elapsed_ms, 2),
            error="" if error is None else redacted(str(error), [settings.key]),
            cost=cost(settings, reply.tokens_in, reply.tokens_out),
            tokens_context=min(self._tokens_context, reply.tokens_in),
        )
        self._recorded.record(call)

    def _hidden(self, text: str) -> str:
        """A text without the key: a server could echo it."""
        return without_secret(text, self.settings.key)


def sent(settings: ModelSettings) -> dict[str, Any]:
    """The settings of a request as a trace keeps them: no key, and no password in an address."""
    return {
        "address": shown_uri(settings.address),
        "temperature": settings.temperature,
        "seed": settings.seed,
        "most_tokens": settings.most_tokens,
        "context_tokens": settings.context_tokens,
        "time_limit_s": settings.time_limit_s,
    }
