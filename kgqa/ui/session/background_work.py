"""Something that takes its time: in a thread, so that the page stays alive, tells how far it is and can end it."""

from __future__ import annotations

import logging
import os
import threading
import traceback
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError, StoppedError
from kgqa.presentation.text import number, plain
from kgqa.ui.session.memory_bound import Slot

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
