"""A language model as one question asks it: every request goes into the record of the question."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from kgqa.errors import KgqaError, StoppedError
from kgqa.graph.failures import shown_uri
from kgqa.graph.stop import StopSignal
from kgqa.llm.prompts import Prompt
from kgqa.llm.records import LanguageModel, ModelError, ModelSettings, Reply
from kgqa.llm.redact import redacted, without_secret
from kgqa.llm.tokens import cost, estimate, of_messages
from kgqa.records import Message, ModelCall
from kgqa.strategies.course import Course


class RecordedModel:
    """A language model whose requests for one purpose are kept, those that failed included.

    Attributes:
        settings: of the model.
    """

    def __init__(
        self, model: LanguageModel, course: Course, prompt: Prompt, purpose: str = "", *, tokens_context: int = 0
    ) -> None:
        """Asks ``model`` and writes into ``course``.

        Args:
            purpose: what the requests are for; that of the prompt where it is empty.
            tokens_context: of the requests those of the evidence or the schema, estimated.
        """
        self.settings: ModelSettings = model.settings
        self._model = model
        self._course = course
        self._prompt = prompt
        self._purpose = purpose or prompt.purpose
        self._tokens_context = tokens_context

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """As ``LanguageModel.complete``."""
        started = time.perf_counter()
        so_far = [""]

        def heard(text: str) -> None:
            so_far[0] = self._hidden(text)
            if hear is not None:
                hear(so_far[0])

        try:
            reply = self._model.complete(messages, schema=schema, hear=heard if hear is not None else None, stop=stop)
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
        return self._model.models()

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
        self._course.calls = (*self._course.calls, call)

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
