"""Who hears that a request failed and waits before it is sent once more."""

from __future__ import annotations

import contextlib
import contextvars
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass


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
