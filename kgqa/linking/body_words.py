"""Words for parts and systems of the body, and for the sides of them: "GI", "heme", "structural brain".

They are data (``body_words.toml``), read once; anybody can add a line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from kgqa.language.normalise import fold, name_words

TABLE = Path(__file__).with_suffix(".toml")


def named_as(part: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The folded words by which names may call a part of the body that is said in these; none where it is no other."""
    return _parts().get(tuple(part), ())


def without_side(asked: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Folded words without the adjective for a side of what they name, and the word of names for that; empty where
    they name none."""
    side = _sides().get(asked[0], "") if len(asked) > 1 else ""
    return (asked[1:], side) if side else (asked, "")


@cache
def _parts() -> Mapping[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    return {
        tuple(map(fold, one.split("-"))): tuple(name_words(name) for name in names.split(";"))
        for names, said in _table()["parts"].items()
        for one in said.split()
    }


@cache
def _sides() -> Mapping[str, str]:
    return {fold(one): side for side, said in _table()["sides"].items() for one in said.split()}


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))
