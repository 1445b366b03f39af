"""What all sessions hold of answers and rows in memory, bounded together: what was used longest ago is let go."""

from __future__ import annotations

import sys
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Generic, TypeVar

MOST_BYTES = 256 * 2**20
"""Bytes that values of all sessions take together, without those that a page is drawing."""
DRAWN_S = 10.0
"""What was used so lately is held, however large: a page may be drawing it."""
SMALL_BYTES = 64 * 2**10
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

    def __init__(self, most_bytes: int = MOST_BYTES, drawn_s: float = DRAWN_S) -> None:
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
            if size >= SMALL_BYTES:
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
