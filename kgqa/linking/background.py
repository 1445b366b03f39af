"""Vectors that come when they are ready: built and opened in a thread, while names are linked by their spelling."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from kgqa.errors import KgqaError, StoppedError
from kgqa.linking.linker import Linker
from kgqa.linking.vectors import VectorIndex, VectorSpec

_LOG = logging.getLogger(__name__)
_LOOKED_AGAIN_S = 0.2


class BackgroundVectors:
    """Gives a linker its vectors as soon as they are there.

    Attributes:
        done, total: names embedded so far; ``total`` is 0 before anything is known.
        ready: True once the linker has them.
        problem: why there are none, as a sentence, or None.
    """

    def __init__(self, linker: Linker, spec: VectorSpec, asked: Callable[[], bool] = lambda: False) -> None:
        """Starts the thread.

        Args:
            asked: whether a question is answered now, for which the work waits.
        """
        self.done = self.total = 0
        self.ready = False
        self.problem: str | None = None
        self._linker = linker
        self._spec = spec
        self._asked = asked
        self._stop = threading.Event()
        threading.Thread(target=self._run, name="vectors", daemon=True).start()

    def close(self) -> None:
        """End the work; what is embedded is kept for the next time."""
        self._stop.set()

    def _run(self) -> None:
        self._linker.warm()
        try:
            index = VectorIndex.build(self._spec, self._hear, self._stop)
            index.warm()
            self._linker.vectors = index
            self.ready = True
        except StoppedError as stopped:
            self.problem = None if self._stop.is_set() else str(stopped)
        except KgqaError as error:
            self.problem = str(error)
            _LOG.warning("%s", error)

    def _hear(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        while self._asked() and not self._stop.wait(_LOOKED_AGAIN_S):
            pass
