"""Something that takes its time: in a thread, so that the page stays alive, tells how far it is and can end it.

What all sessions hold of its results in memory is bounded together: what was used longest ago is let go.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError, StoppedError
from kgqa.presentation.text import number, plain

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.progress import Progress, Report

Made = TypeVar("Made")


class Work(Generic[Made]):
    """A piece of work that was begun; it goes on whatever the page does meanwhile.

    Attributes:
        progress: the last that was heard; None before anything was.
        error: why nothing came of it, as a sentence; empty where it was cancelled.
        cancelled: whether it ended because somebody no longer wanted it.
    """

    def __init__(self, do: Callable[[Report, StopSignal], Made], what: str) -> None:
        """Begins.

        Args:
            do: does the work; hears of a cancel through the signal.
            what: the work in words ("load the graph"), for a failure that nobody foresaw.
        """
        # Here and not above: the page's first second can do without what this brings along.
        from kgqa.graph.stop import StopSignal

        self.progress: Progress | None = None
        self.error = ""
        self._made: Slot[Made] = Slot()
        self.cancelled = False
        self._do, self._what = do, what
        self._stop = StopSignal()
        self._thread = threading.Thread(target=self._run, name=what, daemon=True)
        self._thread.start()

    @property
    def made(self) -> Made | None:
        """What came of it; None until then, where nothing did, and where it was let go, which is an error then."""
        made = self._made.get()
        if made is None and self._made.let_go:
            self.error = (
                "This result was let go, because the app holds as much of such results as its memory permits. "
                f"Have the app {self._what} again."
            )
        return made

    def take(self) -> Made | None:
        """What came of it, which is held no longer."""
        made = self._made.get()
        self._made.put(None)
        return made

    @property
    def stopping(self) -> bool:
        """Whether it has been told to end."""
        return self._stop.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits at most so long; True when the work has come to an end, good or bad."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Has the work end as soon as it can."""
        self._stop.set()

    def _run(self) -> None:
        try:
            self._made.put(self._do(self._hear, self._stop))
        except StoppedError:
            self.cancelled = True
        except KgqaError as error:
            self.error = str(error)
        except Exception as error:
            path = log_unexpected(error, settings.load().data_dir)
            self.error = f"The app could not {self._what}. Try again; details are in {path}."

    def _hear(self, progress: Progress) -> None:
        self.progress = progress


logger = logging.getLogger("kgqa.ui")


def log_unexpected(error: BaseException, folder: Path) -> Path:
    """Writes an error that nobody foresaw into the log of a data folder and gives the log's path.

    The message of the error is left out above debug level: it may hold the question.
    """
    path = folder / "logs" / "app.log"
    _ensure_file(path)
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("%s\n%s", type(error).__name__, frames)
    logger.debug("%s", error)
    return path


def _ensure_file(path: Path) -> None:
    if any(getattr(handler, "baseFilename", None) == str(path.absolute()) for handler in logger.handlers):
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.touch(mode=0o600)
    os.chmod(path, 0o600)
    handler = RotatingFileHandler(path, maxBytes=1_000_000, backupCount=2, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger.addHandler(handler)


MINUTE_S = 60


def draw_progress(progress: Progress | None, first: str) -> None:
    """The step, a bar where its length is known, and the time that is left where that can be told.

    Args:
        first: what is done before anything was heard.
    """
    if progress is None:
        st.markdown(f"{plain(first)} …")
        return
    words = plain(progress.step)
    if progress.total:
        words += f": {number(min(progress.done, progress.total))} of {number(progress.total)}"
    elif progress.done:
        words += f": {number(progress.done)}"
    if progress.remaining_s is not None:
        words += f" · {remaining(progress.remaining_s)}"
    if progress.total:
        st.progress(min(progress.done / progress.total, 1.0), text=words)
    else:
        st.markdown(f"{words} …")


def remaining(seconds: float) -> str:
    """A time that is left, in words: "about 20 s left", "about 3 min left"."""
    if seconds < MINUTE_S:
        return f"about {max(round(seconds), 1)} s left"
    return f"about {round(seconds / MINUTE_S)} min left"


MOST_BYTES = 256 * 2**20
"""Bytes that values of all sessions take together, without those that a page is drawing."""
_DRAWN_S = 10.0
"""What was used so lately is held, however large: a page may be drawing it."""
_SMALL_BYTES = 64 * 2**10
"""What takes less is not counted, and never let go."""

Value = TypeVar("Value")


class Slot(Generic[Value]):
    """Holds one value, until others need its room.

    Attributes:
        let_go: whether a value was here that others took the room of.
    """

    def __init__(self, holdings: Holdings | None = None) -> None:
        self.let_go = False
        self._value: Value | None = None
        self._holdings = _HOLDINGS if holdings is None else holdings

    def put(self, value: Value | None) -> None:
        """Holds another value, or none."""
        self._value, self.let_go = value, False
        self._holdings.hold(self, held_bytes(value))

    def get(self) -> Value | None:
        """The value; None where there is none, or none any more."""
        value = self._value
        if value is not None:
            self._holdings.use(self)
        return value

    def empty(self) -> None:
        """Lets the value go."""
        self.let_go, self._value = True, None


@dataclass(frozen=True, slots=True)
class _Held:
    slot: weakref.ref[Slot[Any]]
    size: int
    used: float


class Holdings:
    """The slots whose values count, the one that was used longest ago first. Safe to share between threads."""

    def __init__(self, most_bytes: int = MOST_BYTES, drawn_s: float = _DRAWN_S) -> None:
        self._most, self._drawn_s = most_bytes, drawn_s
        self._held: dict[int, _Held] = {}
        # A session ends wherever the collector runs: in any thread, amid any of these methods.
        self._lock = threading.RLock()

    @property
    def size_bytes(self) -> int:
        """What is held now."""
        with self._lock:
            return sum(one.size for one in list(self._held.values()))

    def hold(self, slot: Slot[Any], size: int) -> None:
        """Counts a slot's value, and lets others go where there is no room for all of them."""
        key, now = id(slot), time.monotonic()
        with self._lock:
            self._held.pop(key, None)
            total = self.size_bytes + size
            for other, one in list(self._held.items()):
                if total <= self._most or now - one.used < self._drawn_s:
                    break
                self._held.pop(other, None)
                total -= one.size
                oldest = one.slot()
                if oldest is not None:
                    oldest.empty()
            if size >= _SMALL_BYTES:
                self._held[key] = _Held(weakref.ref(slot, lambda _: self._forget(key)), size, now)

    def use(self, slot: Slot[Any]) -> None:
        """Notes that a slot's value was used."""
        with self._lock:
            known = self._held.pop(id(slot), None)
            if known is not None:
                self._held[id(slot)] = replace(known, used=time.monotonic())

    def _forget(self, key: int) -> None:
        with self._lock:
            self._held.pop(key, None)


_HOLDINGS = Holdings()


def held_bytes(value: Any) -> int:
    """Bytes of memory that a record takes, with everything in it; what stands in it twice counts twice."""
    size = sys.getsizeof(value)
    if isinstance(value, Mapping):
        return size + sum(held_bytes(key) + held_bytes(one) for key, one in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return size + sum(map(held_bytes, value))
    if is_dataclass(value):
        return size + sum(held_bytes(getattr(value, one.name)) for one in fields(value))
    return size
