"""One wall-clock deadline and one stop for everything that a request does, and who hears that it waits."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import random
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from kgqa.errors import StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.llm.failures import Failure

T = TypeVar("T")

MOST_ATTEMPTS = 3
FIRST_WAIT_S = 0.5
MOST_WAIT_S = 20.0
"""A server that asks to be left alone for longer is told about, not waited for."""


def ended(work: Callable[[], Coroutine[Any, Any, T]], until: float, stop: StopSignal | None) -> T:
    """Runs a coroutine in this thread to its end, and ends it at the deadline or when the reader stops it.

    Cancelling closes the connection whatever the client is waiting for: a name, a connection, the first byte, the
    next one, or the next attempt. The clients' own time limits are for each read, so that a server that sends a byte
    now and then would hold them for ever.

    Args:
        until: the deadline, on the clock of ``time.monotonic``.

    Raises:
        TimeoutError: the deadline has come.
        StoppedError: the reader stopped it.
    """

    if _is_in_a_loop():
        with ThreadPoolExecutor(1) as other:
            return other.submit(contextvars.copy_context().run, _ended, work, until, stop).result()
    return _ended(work, until, stop)


def _is_in_a_loop() -> bool:
    """Whether this thread already runs a loop, as notebooks and drivers of browsers do: a second one is refused."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _ended(work: Callable[[], Coroutine[Any, Any, T]], until: float, stop: StopSignal | None) -> T:
    async def limited() -> T:
        async with asyncio.timeout_at(until):
            return await work()

    loop = asyncio.new_event_loop()
    try:
        task = loop.create_task(limited())

        def end() -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed: there is nothing to end any more
                loop.call_soon_threadsafe(task.cancel)

        with _heeding(stop, end):
            return loop.run_until_complete(task)
    except asyncio.CancelledError:
        raise StoppedError("The model was stopped before its reply was complete.") from None
    finally:
        _close(loop)


async def tried(once: Callable[[], Awaitable[T]], until: float) -> tuple[T, int]:
    """What an attempt gives, and how many it took: again after a failure that may pass, with growing waits.

    The wait is the one that the server asked for, but at least 0.5 s and 1 s, each made up to a quarter longer by
    chance so that those who were turned away together do not come back together.

    Raises:
        Failure: of the last attempt; its ``attempts`` says how many there were.
    """
    for attempt in range(1, MOST_ATTEMPTS + 1):
        try:
            return await once(), attempt
        except Failure as failure:
            failure.attempts = attempt
            wait_s = max(FIRST_WAIT_S * 2 ** (attempt - 1), failure.wait_s or 0) * random.uniform(1, 1.25)  # noqa: S311
            too_long = (failure.wait_s or 0) > MOST_WAIT_S or asyncio.get_running_loop().time() + wait_s >= until
            if not failure.again or too_long or attempt == MOST_ATTEMPTS:
                raise
            why = failure.what
        with waiting(why, wait_s):
            await asyncio.sleep(wait_s)
    raise AssertionError("the last attempt returns or raises")


@contextlib.contextmanager
def _heeding(stop: StopSignal | None, end: Callable[[], None]) -> Any:
    if stop is None:
        yield
        return
    stop.subscribe(end)
    try:
        yield
    finally:
        stop.unsubscribe(end)


def _close(loop: asyncio.AbstractEventLoop) -> None:
    """Ends what is left in the loop. A look-up of a name that hangs in its thread is not waited for."""
    left = asyncio.all_tasks(loop)
    for task in left:
        task.cancel()
    if left:
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()


@dataclass(frozen=True, slots=True)
class Wait:
    """A pause between two attempts.

    Attributes:
        why: what happened to the last attempt, as a sentence.
        until: its end, on the clock of ``time.monotonic``.
    """

    why: str
    until: float

    @property
    def left_s(self) -> float:
        """Seconds until the next attempt; never below 0."""
        return max(0.0, self.until - time.monotonic())


_hearing: contextvars.ContextVar[Callable[[Wait | None], None] | None] = contextvars.ContextVar("hearing", default=None)


@contextlib.contextmanager
def heard(hear: Callable[[Wait | None], None]) -> Iterator[None]:
    """Has every wait of the requests made within told, and None at its end; for one thread or task and its own."""
    token = _hearing.set(hear)
    try:
        yield
    finally:
        _hearing.reset(token)


@contextlib.contextmanager
def waiting(why: str, seconds: float) -> Iterator[None]:
    """Tells who listens, if anybody does, while the wait goes on."""
    hear = _hearing.get()
    if hear is None:
        yield
        return
    hear(Wait(why, time.monotonic() + seconds))
    try:
        yield
    finally:
        hear(None)
