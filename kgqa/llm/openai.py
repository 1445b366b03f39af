"""OpenAI and every server that speaks its protocol, through the official client."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kgqa.llm import failures, wire
from kgqa.llm.requests import Heard, HttpModel, RawReply
from kgqa.records import Message

if TYPE_CHECKING:
    from openai import AsyncOpenAI


OPTIONAL = ("temperature", "seed")
"""Settings that not every model takes."""


class OpenAIModel(HttpModel):
    """A model behind ``/chat/completions``."""

    def _library(self) -> Any:
        import httpx2

        importlib.import_module("openai")  # the first import takes seconds, which are not the server's
        return httpx2

    def _client(self) -> AsyncOpenAI:
        import httpx2
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        transport = DefaultAsyncHttpxClient(
            timeout=None,
            verify=wire.certificates(httpx2),
            follow_redirects=False,
            trust_env=not self.local,  # what is on this machine is not asked for through a proxy
            event_hooks=wire.hooks(self.server, httpx2.AsyncByteStream),
        )
        # The client wants a key; the hooks see to it that the right one is sent, or none.
        return AsyncOpenAI(
            api_key="none", base_url=self.server.address, max_retries=0, timeout=None, http_client=transport
        )

    def _request(self, messages: Sequence[Message], schema: dict[str, Any] | None) -> dict[str, Any]:
        settings = self.settings
        # OpenAI's newer models refuse the older name; other servers know only that.
        most = "max_completion_tokens" if settings.provider == "openai" else "max_tokens"
        request: dict[str, Any] = {
            "model": settings.model,
            "messages": self.on_wire(messages),
            most: settings.most_tokens,
        }
        request |= {name: getattr(settings, name) for name in OPTIONAL if name not in self.left_out}
        if schema is not None:
            form = {"name": "reply", "schema": schema, "strict": True}
            request["response_format"] = {"type": "json_schema", "json_schema": form}
        return request

    async def _ask(self, messages: Sequence[Message], schema: dict[str, Any] | None, heard: Heard) -> RawReply:
        from openai import APIError

        try:
            return await self._asked(self._request(messages, schema), heard)
        except APIError as error:
            if type(error) is APIError:  # an error object among the pieces of a stream
                raise failures.in_stream(self.server, error.body) from None
            raise
        except failures.Failure as failure:
            refused = failure.unsupported
            if refused not in OPTIONAL or refused in self.left_out:
                raise
        # Models that think before they reply take no temperature; everything else is asked as it was.
        self.left_out |= {refused}
        return await self._ask(messages, schema, heard)

    async def _asked(self, request: dict[str, Any], heard: Heard) -> RawReply:
        async with self._client() as client:
            if heard.streams:
                stream = await client.chat.completions.create(
                    **request, stream=True, stream_options={"include_usage": True}
                )
                async with stream:
                    return await self._heard(stream, heard)
            return self._said(await client.chat.completions.create(**request))

    def _said(self, completion: Any) -> RawReply:
        """The client checks nothing of what it hands over: every part may be of another kind, or missing."""
        if error := getattr(completion, "error", None):
            raise failures.in_stream(self.server, error)
        choices = getattr(completion, "choices", None)
        if not isinstance(choices, list) or not choices:
            raise failures.unreadable(self.server)
        message = getattr(choices[0], "message", None)
        text, refusal = getattr(message, "content", None), getattr(message, "refusal", None)
        if message is None or not isinstance(text, str | None):
            raise failures.unreadable(self.server)
        read, written = _usage(completion)
        finish = getattr(choices[0], "finish_reason", None)
        return RawReply(text or "", finish, _text(completion.model), _text(refusal), read, written)

    async def _heard(self, stream: Any, heard: Heard) -> RawReply:
        if "text/event-stream" not in stream.response.headers.get("content-type", ""):
            error = failures.json_error(await stream.response.aread())
            raise failures.in_stream(self.server, error) if error else failures.unreadable(self.server)
        finish, model, refusal = None, "", ""
        usage: tuple[int | None, int | None] = (None, None)
        async for chunk in stream:
            model = _text(getattr(chunk, "model", None)) or model
            usage = _usage(chunk) if getattr(chunk, "usage", None) else usage
            for choice in (getattr(chunk, "choices", None) or ())[:1]:
                finish = choice.finish_reason or finish
                heard.more(_text(getattr(choice.delta, "content", None)))
                refusal += _text(getattr(choice.delta, "refusal", None))
        return RawReply(heard.text, finish, model, refusal, *usage)

    async def _list(self) -> list[str]:
        async with self._client() as client:
            page = await client.models.list()
            return [model.id for model in page.data]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _usage(answer: Any) -> tuple[int | None, int | None]:
    usage = getattr(answer, "usage", None)
    read, written = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
    return (read if isinstance(read, int) else None), (written if isinstance(written, int) else None)
