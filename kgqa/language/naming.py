"""Words of questions for what a thing is called (``naming.toml``), read once."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from kgqa.language.inflection import singular_of

Sought = Literal["preferred", "others"]


@dataclass(frozen=True, slots=True)
class _Words:
    phrases: dict[tuple[str, ...], Sought]
    passed: frozenset[str]


@cache
def _words() -> _Words:
    read = tomllib.loads(files(__package__).joinpath("naming.toml").read_text(encoding="utf-8"))
    sought: tuple[Sought, ...] = ("preferred", "others")
    return _Words(
        {tuple(phrase.split()): kind for kind in sought for phrase in read[kind]}, frozenset(read["passed"].split())
    )


def names_sought(words: Sequence[str], sources: frozenset[str]) -> Sought | None:
    """Which names of a thing are asked for by the words around its own; None where they ask for more, or for none.

    Args:
        words: in lower case.
        sources: words for the graph, which change nothing.

    >>> names_sought("is there a normal word for".split(), frozenset())
    'others'
    >>> names_sought("what is the preferred hpo label for".split(), frozenset({"hpo"}))
    'preferred'
    >>> names_sought("what is the normal range of".split(), frozenset()) is None
    True
    """
    said = [word for word in words if word not in sources]
    found: list[Sought] = []
    at = 0
    while at < len(said):
        length = next((n for n in (3, 2, 1) if _as_listed(said[at : at + n]) in _words().phrases), 0)
        if length and (at or len(said) == 1 or said[at] not in _words().passed):  # "name" at the beginning orders
            found.append(_words().phrases[_as_listed(said[at : at + length])])
        elif said[at] not in _words().passed:
            return None
        at += length or 1
    return found[0] if len(set(found)) == 1 else None


def _as_listed(words: Sequence[str]) -> tuple[str, ...]:
    return (*words[:-1], singular_of(words[-1])) if words else ()
