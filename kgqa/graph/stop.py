"""How a reader ends the work that is under way."""

from __future__ import annotations

import threading
from collections.abc import Callable


class StopSignal:
    """Set once, from any thread, to end the statement that runs with it."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._listeners: list[Callable[[], None]] = []

    def set(self) -> None:
        """Ask for the end."""
        with self._lock:
            self._event.set()
            listeners = list(self._listeners)
        for listener in listeners:
            listener()

    def is_set(self) -> bool:
        """True once the end was asked for."""
        return self._event.is_set()

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Call this when the signal is set, at once where it already is."""
        with self._lock:
            self._listeners.append(listener)
            already = self._event.is_set()
        if already:
            listener()

    def unsubscribe(self, listener: Callable[[], None]) -> None:
        """Do not call it any more."""
        with self._lock:
            self._listeners.remove(listener)
