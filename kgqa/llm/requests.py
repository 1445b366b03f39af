"""What is the same whichever server is asked: length, deadline, attempts, and what counts as a reply."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from kgqa.graph.stop import StopSignal
from kgqa.llm import address, deadline, failures, tokens, wire
from kgqa.llm.failures import Failure, Server
from kgqa.llm.messages import ModelError, ModelSettings, Reply
from kgqa.llm.redact import holds_credential, redacted
from kgqa.records import Message

T = TypeVar("T")

CHARS_PER_TOKEN = 12
"""No text has so many characters to a token from its beginning to its end."""

LONGEST_NAME = 200
"""Characters of the name that a server may give its model."""

LIST_LIMIT_S = 15.0
"""Seconds for the list of models, which a page waits for."""

FINISHED = {"stop", "eos", "eos_token", "end_turn", "stop_sequence"}
INSTEAD = "The graph alone can still answer this."


@dataclass(frozen=True, slots=True)
class RawReply:
    """What a server said, before it is known whether it is a reply.

    Attributes:
        finish: why the reply ended; None where the server does not say.
        refusal: the model's words of refusal.
        tokens_in, tokens_out: as the server counts them; None where it does not.
    """

    text: str
    finish: str | None
    model: str = ""
    refusal: str = ""
    tokens_in: int | None = None
    tokens_out: int | None = None


class Heard:
    """The reply as far as it has arrived."""

    def __init__(self, server: Server, hear: Callable[[str], None] | None) -> None:
        self.text = ""
        self.streams = hear is not None
        self.fault: Exception | None = None
        self._server, self._hear = server, hear

    def more(self, piece: str) -> None:
        """Another piece has arrived.

        Raises:
            Failure: that is more than a reply may hold.
        """
        if not piece or self._hear is None:
            return
        self.text += piece
        if len(self.text) > self._server.settings.most_tokens * CHARS_PER_TOKEN:
            raise failures.too_much(self._server)
        try:
            self._hear(self.text)
        except Exception as error:
            self.fault = error  # the listener's own, not the server's
            raise


class HttpModel:
    """A model behind a server; a provider says how it is asked (``LanguageModel``)."""

    def __init__(self, settings: ModelSettings) -> None:
        self.settings = settings
        self.server = Server(settings, address.of(settings))
        self.local = address.is_local(settings)
        self.left_out: frozenset[str] = frozenset()
        """Settings that the server has refused for this model, and which are not sent to it any more."""

    def complete(
        self,
        messages: Sequence[Message],
        *,
        schema: dict[str, Any] | None = None,
        hear: Callable[[str], None] | None = None,
        stop: StopSignal | None = None,
    ) -> Reply:
        """See ``LanguageModel``."""
        started = time.monotonic()
        heard = Heard(self.server, hear)

        async def once() -> RawReply:
            heard.text = ""
            said = await self._ask(messages, schema, heard)
            heard.text = said.text
            return self._whole(said)

        try:
            read = self._checked(messages)
            said, attempts = self._run(once, started + self.settings.time_limit_s, stop, heard)
            counted = tokens.believed(messages, said.tokens_in, said.tokens_out)
            reply = self._reply(said, counted, read, attempts, (time.monotonic() - started) * 1000)
        except Failure as failure:
            error = self._error(failure, heard.text, f" {INSTEAD}")
        else:
            return reply
        raise error

    def models(self) -> list[str]:
        """See ``LanguageModel``."""
        until = time.monotonic() + min(self.settings.time_limit_s, LIST_LIMIT_S)
        try:
            return sorted(self._run(self._list, until, None, Heard(self.server, None))[0])
        except Failure as failure:
            told = failures.no_list(self.server) if failure.trouble == "no_model" else failure
            error = self._error(told, "", "")
        raise error

    @staticmethod
    def on_wire(messages: Sequence[Message]) -> list[dict[str, str]]:
        """The conversation as both protocols have it; halves of characters, which UTF-8 cannot carry, are replaced."""
        return [
            {"role": message.role, "content": message.text.encode("utf-8", "replace").decode()} for message in messages
        ]

    async def _ask(self, messages: Sequence[Message], schema: dict[str, Any] | None, heard: Heard) -> RawReply:
        """One request for a reply; whatever the client raises may leave it."""
        raise NotImplementedError

    async def _list(self) -> list[str]:
        """One request for the names of the models."""
        raise NotImplementedError

    def _library(self) -> Any:
        """The HTTP library of the client, imported together with it."""
        raise NotImplementedError

    def _run(
        self, once: Callable[[], Coroutine[Any, Any, T]], until: float, stop: StopSignal | None, heard: Heard
    ) -> tuple[T, int]:
        library = self._library()
        wire.silence()

        async def attempt() -> T:
            try:
                if not self.local:
                    await wire.look_up(self.server)
                return await once()
            except Exception as error:
                if error is heard.fault:
                    raise
                raise wire.noticed(error, self.server, library, begun=bool(heard.text)) from None

        try:
            return deadline.ended(lambda: deadline.tried(attempt, until), until, stop)
        except TimeoutError as error:
            if error is heard.fault:
                raise
            raise failures.late(self.server) from None

    def _checked(self, messages: Sequence[Message]) -> int:
        """About how many tokens the prompt has; nothing has been sent yet.

        Raises:
            Failure: it must not be sent, or cannot be read as a whole.
        """
        if not self.settings.model.strip():
            raise Failure("not_set", "No language model is named.", "Set KGQA_MODEL, or choose one on Settings.")
        if self.settings.provider == "openai" and not self.settings.key:
            raise Failure("credentials", "No key for OpenAI is set.", "Set it (KGQA_MODEL_KEY, or Settings).")
        if any(holds_credential(message.text, (self.settings.key,)) for message in messages):
            what = "The text for the model holds what looks like a key or a password; nothing was sent."
            raise Failure("other", what, "Take it out and ask again.")
        read = tokens.of_messages(messages)
        if read + self.settings.most_tokens > self.settings.context_tokens:
            raise failures.context(self.server, read)
        return read

    def _whole(self, said: RawReply) -> RawReply:
        """What was said, where the model itself ended it.

        Raises:
            Failure: it refused, was cut, said nothing, or said more than is allowed.
        """
        settings, model = self.settings, self.server.model
        if said.refusal or said.finish == "content_filter":
            words = f": “{said.refusal[: failures.MOST_WORDS]}”" if said.refusal else ""
            advice = "Ask in other words, or choose another model."
            raise Failure("refusal", f"{model} refused to answer{words}.", advice)
        long = len(said.text) > settings.most_tokens * CHARS_PER_TOKEN or (said.tokens_out or 0) > settings.most_tokens
        if said.finish in ("length", "max_tokens") or long:
            raise failures.too_much(self.server)
        if said.finish not in FINISHED:
            raise failures.cut(self.server)
        if not said.text.strip():
            raise Failure("empty", f"The reply of {model} is empty.", "Ask again, or choose another model.")
        return said

    def _reply(
        self, said: RawReply, counted: tuple[int | None, int | None], read: int, attempts: int, elapsed_ms: float
    ) -> Reply:
        tokens_in, tokens_out = counted
        return Reply(
            said.text,
            redacted(said.model[:LONGEST_NAME], (self.settings.key,)) or self.settings.model,
            read if tokens_in is None else tokens_in,
            tokens.estimate(said.text) if tokens_out is None else tokens_out,
            elapsed_ms,
            estimated=None in counted,
            attempts=attempts,
            left_out=tuple(sorted(self.left_out)),
        )

    def _error(self, failure: Failure, partial: str, instead: str) -> ModelError:
        """What the reader is told, without a credential that the server may have repeated."""
        text = redacted(failure.sentences + instead, (self.settings.key,))
        return ModelError(text, trouble=failure.trouble, partial=redacted(partial, (self.settings.key,)))
