"""Something that takes its time: in a thread, so that the page stays alive, tells how far it is and can end it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from kgqa import settings
from kgqa.errors import KgqaError, StoppedError
from kgqa.ui.frame import log

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.progress import Progress, Report

Made = TypeVar("Made")


class Work(Generic[Made]):
    """A piece of work that was begun; it goes on whatever the page does meanwhile.

    Attributes:
        progress: the last that was heard; None before anything was.
        made: what came of it; None until then, and where nothing did.
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
        self.made: Made | None = None
        self.error = ""
        self.cancelled = False
        self._do, self._what = do, what
        self._stop = StopSignal()
        self._thread = threading.Thread(target=self._run, name=what, daemon=True)
        self._thread.start()

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
            self.made = self._do(self._hear, self._stop)
        except StoppedError:
            self.cancelled = True
        except KgqaError as error:
            self.error = str(error)
        except Exception as error:
            path = log.unexpected(error, settings.load().data_dir)
            self.error = f"The app could not {self._what}. Try again; details are in {path}."

    def _hear(self, progress: Progress) -> None:
        self.progress = progress
