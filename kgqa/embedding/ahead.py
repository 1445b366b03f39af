"""Embeds texts before anybody asks for them: a little at a time, while no question is being answered."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

from kgqa import processes
from kgqa.embedding.models import ONE_CORE
from kgqa.embedding.sentence_vectors import MOST_VECTORS
from kgqa.errors import KgqaError

_LOG = logging.getLogger(__name__)
AT_ONCE = 32
"""Texts that are embedded before it is looked again whether somebody asks; a tenth of a second or two."""
QUIET_S = 3.0
_ONE = threading.Lock()
"""One process at a time, however many graphs are open."""
_FULL = 0.85
"""Of the file: more would only push out what questions used."""


class Ahead:
    """Texts that are embedded in the background, those that were wished for first.

    Attributes:
        kept: vectors in the file when it was last told.
        done: True when there is nothing more to embed or no room.
    """

    def __init__(
        self,
        path: Path,
        model: str,
        texts: Callable[[], Iterable[str]],
        *,
        ready: Callable[[], bool] = lambda: True,
        quiet_s: float = QUIET_S,
    ) -> None:
        """Starts a thread that waits for quiet.

        Args:
            path: the file of vectors.
            texts: gives what is embedded, the most useful first; it may ask the graph each time for a little more.
            ready: whether other work of the background is done.
            quiet_s: seconds without a question after which it starts, or goes on.
        """
        self.kept = 0
        self.done = False
        self._path = path
        self._model = model
        self._texts = texts
        self._ready = ready
        self._quiet_s = quiet_s
        self._asking = 0
        self._asked_at = time.monotonic()
        self._lock = threading.Lock()
        self._wishes: deque[str] = deque(maxlen=MOST_VECTORS)
        self._stop = threading.Event()
        threading.Thread(target=self._run, name="sentences ahead", daemon=True).start()

    @contextmanager
    def asking(self) -> Iterator[None]:
        """While a question is answered nothing new is begun."""
        with self._lock:
            self._asking += 1
        try:
            yield
        finally:
            with self._lock:
                self._asking -= 1
                self._asked_at = time.monotonic()

    @property
    def is_asked(self) -> bool:
        """Whether a question is answered now."""
        return self._asking > 0

    def wish(self, texts: Iterable[str]) -> None:
        """Embed these before anything else."""
        self._wishes.extend(sorted(texts))

    def close(self) -> None:
        """End the work; what is embedded is kept."""
        self._stop.set()

    def _run(self) -> None:
        coming = iter(self._texts())
        try:
            while self._waited():
                texts = self._next(coming)
                self.done = not texts
                if texts:
                    with _ONE:
                        self._work(texts, coming)
                else:
                    self._stop.wait(self._quiet_s / 10)
        except (KgqaError, OSError, ValueError) as error:
            _LOG.warning("No more sentences are embedded in the background: %s", error)
        self.done = True

    def _work(self, texts: list[str], coming: Iterator[str]) -> None:
        """Embeds in a process of its own until there is nothing more, so that its memory is free again then."""
        folder = self._path.parent
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "sentences.log").open("wb") as log:
            process = processes.start(
                "kgqa.embedding.embed_sentences", folder=folder, log=log.fileno(), environment=ONE_CORE
            )
            with process:
                try:
                    _tell(process, {"path": str(self._path), "model": self._model})
                    while texts:
                        _tell(process, texts)
                        self.kept = _kept(process)
                        texts = self._next(coming) if self._waited() else []
                finally:
                    process.kill()

    def _next(self, coming: Iterator[str]) -> list[str]:
        texts: list[str] = []
        while self._wishes and len(texts) < AT_ONCE:
            texts.append(self._wishes.popleft())
        if not texts and self.kept < _FULL * MOST_VECTORS:
            while len(texts) < AT_ONCE and not self.is_asked and (text := next(coming, None)) is not None:
                texts.append(text)
        return texts

    def _waited(self) -> bool:
        """Waits till it is quiet; False when the work is to end."""
        while not self._stop.is_set():
            if self._ready() and not self.is_asked and time.monotonic() - self._asked_at >= self._quiet_s:
                return True
            self._stop.wait(min(self._quiet_s / 10, 0.2))
        return False


def _tell(process: Popen[str], message: dict[str, str] | Sequence[str]) -> None:
    if process.stdin is not None:
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()


def _kept(process: Popen[str]) -> int:
    said = process.stdout.readline() if process.stdout is not None else ""
    if not said:
        raise ValueError("the process that embeds them ended")
    return int(json.loads(said)["kept"])
