"""One question of one session on its way: in a thread, so that the page stays alive and Stop works."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.ui import log

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.records import Trace

Chosen = Mapping[tuple[int, int], str]


class Asking:
    """A question that is being answered, or was.

    Attributes:
        serial: tells this asking from every other, for the keys of what belongs to it on the page.
        step: what is being done now, in words.
        trace: the record of the answer, once there is one.
        error: why there is none, as a sentence.
    """

    def __init__(self, asker: Asker, question: str, chosen: Chosen | None = None, narrower: bool = False) -> None:
        # Here and not above: the client brings a driver along that the page's first second can do without.
        from kgqa.graph.store import StopSignal

        self.question = question
        self.serial = uuid.uuid4().hex
        self.chosen = dict(chosen or {})
        self.narrower = narrower
        self.step = "understanding the question"
        self.trace: Trace | None = None
        self.error: str | None = None
        self._started = time.monotonic()
        self._stop = StopSignal()
        self._thread = threading.Thread(target=self._run, args=(asker,), name="ask", daemon=True)
        self._thread.start()

    @property
    def elapsed_s(self) -> float:
        """Seconds since the question was asked."""
        return time.monotonic() - self._started

    @property
    def stopped(self) -> bool:
        """Whether the reader wanted no answer any more."""
        return self._stop.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits at most so long; True when the question has come to an end, good or bad."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Ends the work, on the server too."""
        self._stop.set()

    def _run(self, asker: Asker) -> None:
        try:
            self.trace = asker.ask(
                self.question, chosen=self.chosen, narrower=self.narrower, stop=self._stop, on_step=self._hear
            )
        except KgqaError as error:
            self.error = str(error)
        except Exception as error:
            path = log.unexpected(error, settings.load().data_dir)
            self.error = f"The answer could not be computed. Ask again, or ask in other words. Details are in {path}."

    def _hear(self, step: str) -> None:
        self.step = step
