"""The collector of circles kept away from what holds none: large messages, the names of a graph, what finds them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Without looking for circles among objects meanwhile: a message is a million of them, the names of a graph several
    hundred thousand, and neither holds a circle.

    With the collector on, reading and merging take twice as long, and to open a graph a third longer. What was made
    meanwhile counts as old afterwards: else the collector looks through all of it as soon as it is on. Of threads that
    do this at once the first to end switches it on again, which costs the others time alone.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.freeze()
            gc.unfreeze()
            gc.enable()
