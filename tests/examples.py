"""How many examples `hypothesis` makes up for a test: all in a run with ``--slow``, a part of them in every other."""

from __future__ import annotations

from hypothesis import settings

_USUAL = 100
_PART = 4


def prepare(*, thorough: bool) -> None:
    """Choose for this run, before any test is read; no example fails because a machine stalls."""
    settings.register_profile("thorough", deadline=None, max_examples=_USUAL)
    settings.register_profile("fast", deadline=None, max_examples=_USUAL // _PART)
    settings.load_profile("thorough" if thorough else "fast")


def examples(most: int) -> settings:
    """For a test that needs another number than most do.

    Args:
        most: examples of a run with ``--slow``.
    """
    return settings(max_examples=most * settings().max_examples // _USUAL)
