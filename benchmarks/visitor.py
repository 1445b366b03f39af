"""One session of the app without a browser: the same websocket, the same messages, nothing drawn.

It sends what Streamlit's own page sends (open, type, submit, and the repeated runs of fragments that ask for them)
and keeps every byte that comes back, so that a measurement can look for what should not be in there.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect  # what Streamlit's own server speaks through
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

from kgqa.errors import KgqaError
from kgqa.ui.session.reader import COOKIE

MOST_BYTES = 64_000_000
"""Of one message."""
QUESTION = "Question"
"""Label of the question box."""
CARD = "-card_"
"""Stands in the id of every card; what follows tells which."""
ON_ITS_WAY = ("running", "opening")
"""The cards that stand there until an answer does."""

FORGOTTEN_S = 121
"""Streamlit holds a session that is gone for two minutes, in case that its browser comes back."""


class Visitor:
    """A session from the moment that a question can be asked; used in ``async with``.

    Args:
        address: of the app, with its scheme.
        reader: the id in the browser's cookie; empty: a browser that was never here.
        seconds: how long the page, or an answer, may take.

    Attributes:
        received: every message since the page was opened or, after a question, since that was asked.
    """

    def __init__(self, address: str, reader: str = "", seconds: float = 120) -> None:
        self.received: list[bytes] = []
        self._address = address
        self._cookies = {"Cookie": f"{COOKIE}={reader}"} if reader else {}
        self._seconds = seconds
        self._socket: ClientConnection | None = None
        self._listening: asyncio.Task[None] | None = None
        self._repeating: dict[str, asyncio.Task[None]] = {}
        self._cached: list[str] = []
        self._news = asyncio.Condition()
        self._page = self._box = self._form = self._submit = self._typed = self._card = ""
        self._running = False

    async def __aenter__(self) -> Self:
        stream = f"ws://{urlsplit(self._address).netloc}/_stcore/stream"
        origin, protocol = Origin(self._address), Subprotocol("streamlit")
        self._socket = await connect(
            stream, origin=origin, subprotocols=[protocol], additional_headers=self._cookies, max_size=MOST_BYTES
        )
        self._listening = asyncio.create_task(self._listen(self._socket))
        await self._run()
        await self._until(lambda: self._submit != "" and not self._running, "show its question box")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_repeating()
        if self._socket is not None:
            await self._socket.close()
        if self._listening is not None:
            self._listening.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketException):
                await self._listening

    async def ask(self, question: str) -> float:
        """Types a question, submits it and waits for what comes of it; gives the seconds that this took.

        Raises:
            KgqaError: nothing came in time.
        """
        self.received.clear()
        self._card, self._typed = "", question
        started = time.monotonic()
        await self._run(submit=True)
        await self._until(lambda: self._card not in ("", *ON_ITS_WAY) and not self._running, f"answer {question!r}")
        return time.monotonic() - started

    async def _until(self, true: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(self._seconds), self._news:
                await self._news.wait_for(true)
        except TimeoutError:
            stands = f"a run under way: {self._running}; last card: {self._card!r}"
            raise KgqaError(f"The app did not {what} within {self._seconds:g} s ({stands}). Try fewer.") from None

    async def _run(self, *, submit: bool = False, fragment: str = "") -> None:
        """Asks the server for a run of the page, or of one fragment of it."""
        message = BackMsg()
        state = message.rerun_script
        state.page_script_hash, state.fragment_id, state.is_auto_rerun = self._page, fragment, bool(fragment)
        state.cached_message_hashes.extend(self._cached)
        state.context_info.timezone, state.context_info.locale, state.context_info.url = "UTC", "en", self._address
        if self._typed:
            state.widget_states.widgets.add(id=self._box, string_value=self._typed)
        if submit:
            state.widget_states.widgets.add(id=self._submit, trigger_value=True)
        self._running = True
        assert self._socket is not None
        await self._socket.send(message.SerializeToString())

    async def _listen(self, socket: ClientConnection) -> None:
        async for data in socket:
            assert isinstance(data, bytes)
            self.received.append(data)
            message = ForwardMsg()
            message.ParseFromString(data)
            async with self._news:
                self._hear(message)
                self._news.notify_all()

    def _hear(self, message: ForwardMsg) -> None:
        if message.metadata.cacheable:
            self._cached.append(message.hash)
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._page = message.new_session.page_script_hash
            self._running = True
            if not message.metadata.run.fragment_ids:
                self._end_repeating()
        elif kind == "script_finished":
            self._running = False
        elif kind == "auto_rerun":
            self._repeat(message.auto_rerun.fragment_id, message.auto_rerun.interval)
        elif kind == "delta" and message.delta.WhichOneof("type") == "add_block":
            _, found, card = message.delta.add_block.id.partition(CARD)
            self._card = card.partition("_")[0] if found else self._card
        elif kind == "delta":
            self._hear_element(message.delta.new_element)

    def _hear_element(self, element: Element) -> None:
        kind = element.WhichOneof("type")
        if kind == "text_input" and element.text_input.label == QUESTION:
            self._box, self._form = element.text_input.id, element.text_input.form_id
        elif kind == "button" and element.button.is_form_submitter and element.button.form_id == self._form:
            self._submit = element.button.id

    def _repeat(self, fragment: str, seconds: float) -> None:
        async def again() -> None:
            while True:
                await asyncio.sleep(seconds)
                await self._run(fragment=fragment)

        if fragment not in self._repeating:
            self._repeating[fragment] = asyncio.create_task(again())

    def _end_repeating(self) -> None:
        for task in self._repeating.values():
            task.cancel()
        self._repeating.clear()


async def forget(address: str) -> None:
    """Waits until the app has given up every session that is gone now."""
    await asyncio.sleep(FORGOTTEN_S)
    async with Visitor(address):  # Streamlit looks for what is over when the next session goes
        pass
