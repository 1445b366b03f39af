"""Ollama, through its official client."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kgqa.llm import failures, tokens, wire
from kgqa.llm.requests import Heard, HttpModel, RawReply
from kgqa.records import Message

if TYPE_CHECKING:
    from ollama import AsyncClient, ChatResponse

LEAST_COUNT = 512
"""Smaller counts of a long prompt mean that most of it was remembered from the last request, not that it was cut."""

CUT_SHARE = 0.6
"""A count below this share of the estimate is taken for a prompt that was cut; the estimate is not that far off."""


class OllamaModel(HttpModel):
    """A model behind ``/api/chat``."""

    def _library(self) -> Any:
        import httpx

        _import()  # the first time takes its time, which is not the server's
        return httpx

    def _client(self) -> AsyncClient:
        import httpx
        from ollama import AsyncClient

        return AsyncClient(
            host=self.server.address,
            timeout=None,
            verify=wire.certificates(httpx),
            follow_redirects=False,
            trust_env=not self.local,  # what is on this machine is not asked for through a proxy
            event_hooks=wire.hooks(self.server, httpx.AsyncByteStream),
        )

    def _request(self, messages: Sequence[Message], schema: dict[str, Any] | None) -> dict[str, Any]:
        settings = self.settings
        return {
            "model": settings.model,
            "messages": self.on_wire(messages),
            "format": schema,
            "options": {
                "temperature": settings.temperature,
                "seed": settings.seed,
                "num_predict": settings.most_tokens,
                "num_ctx": settings.context_tokens,
            },
        }

    async def _ask(self, messages: Sequence[Message], schema: dict[str, Any] | None, heard: Heard) -> RawReply:
        from ollama import ResponseError

        request = self._request(messages, schema)
        async with self._client() as client:
            try:
                if heard.streams:
                    last = None
                    async for last in await client.chat(**request, stream=True):
                        heard.more(last.message.content or "")
                    said = self._said(last, heard.text)
                else:
                    whole = await client.chat(**request)
                    said = self._said(whole, whole.message.content or "")
            except ResponseError as error:
                raise failures.in_stream(self.server, error.error) from None
        self._check_count(said.tokens_in, tokens.of_messages(messages))
        return said

    def _said(self, last: ChatResponse | None, text: str) -> RawReply:
        if last is None:
            raise failures.cut(self.server)
        finish = last.done_reason if last.done else None
        return RawReply(text, finish, last.model or "", "", last.prompt_eval_count, last.eval_count)

    def _check_count(self, counted: int | None, estimated: int) -> None:
        """Ollama cuts a prompt that is too long for the model without a word.

        Raises:
            Failure: it read so much less than was sent, or its whole context is full of the prompt.
        """
        if counted is None or counted < LEAST_COUNT:
            return
        if counted < CUT_SHARE * estimated or counted + 1 >= self.settings.context_tokens:
            what = f"{self.server} read {counted:,} tokens of a prompt of about {estimated:,}; the rest was cut off."
            raise failures.context(self.server, estimated, what=what)

    async def _list(self) -> list[str]:
        async with self._client() as client:
            return [model.model for model in (await client.list()).models if model.model]


def _import() -> None:
    """Imports the client, whatever proxy the environment names.

    It makes a client of its own when it is imported, and that fails where the proxy is of a kind that it does not know,
    although what is on this machine is asked for through none.
    """
    try:
        importlib.import_module("ollama")
    except (ValueError, ImportError):
        names = ("NO_PROXY", "no_proxy")
        before = {name: os.environ.get(name) for name in names}
        os.environ |= dict.fromkeys(names, "*")
        try:
            importlib.import_module("ollama")
        finally:
            for name, value in before.items():
                os.environ.pop(name)
                if value is not None:
                    os.environ[name] = value
