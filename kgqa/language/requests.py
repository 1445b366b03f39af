"""The words of requests for things by what is recorded of them, by the part that they play there.

The words are data (``requests.toml``), read once.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kgqa.language.inflection import singular_of, verbs_of
from kgqa.language.notation import any_of
from kgqa.language.tokens import Token

Part = Literal[
    "ask", "open", "count", "and", "or", "either", "but", "other", "silence", "absence", "same", "more", "oftener",
    "only", "among", "link", "passed", "extent",
]  # fmt: skip
"""What words do: they ask, for what is of an open type too, or for a number; they join names, leave one out, or deny a
link ("silence": that it is recorded; "absence": what is recorded is that it is not so); they compare things; they say a
link; or nothing, those of "extent" only where no name is right behind them."""


@dataclass(frozen=True, slots=True)
class Played:
    """A part that words play.

    Attributes:
        like: of a link, the word that a graph has for it; empty where the words only say that there is one.
    """

    part: Part
    like: str = ""


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(files(__package__).joinpath("requests.toml").read_text(encoding="utf-8"))


@cache
def values() -> Mapping[str, re.Pattern[str]]:
    """Ordinary words for things, by the name under which a graph may have them."""
    return {name: re.compile(any_of(tuple(words), str), re.IGNORECASE) for name, words in _table()["values"].items()}


@cache
def _phrases() -> Mapping[tuple[str, ...], tuple[Played, ...]]:
    """The parts by the words that play them, which may play several."""
    read = _table()
    found: dict[tuple[str, ...], tuple[Played, ...]] = {}

    def add(phrases: Iterable[str], played: Played) -> None:
        for phrase in phrases:
            words = tuple(phrase.replace("-", " ").split())
            found[words] = (*found.get(words, ()), played)

    asks, joins, denies, links, beside = (read[one] for one in ("asks", "joins", "denies", "links", "beside"))
    compares = read["compares"]
    add(beside["words"].split(), Played("passed"))
    add(beside["phrases"], Played("passed"))
    add(beside["extent"].split(), Played("extent"))
    parts: tuple[tuple[Sequence[str], Part], ...] = (
        (asks["words"], "ask"), (asks["open"], "open"), (asks["counts"], "count"), (joins["all"], "and"),
        (joins["any"], "or"), (joins["either"], "either"), (joins["but"], "but"), (joins["other"], "other"),
        (denies["silence"], "silence"), (denies["record"], "absence"), (compares["same"], "same"),
        (compares["more"], "more"), (compares["oftener"], "oftener"), (compares["only"], "only"),
        (compares["among"], "among"),
    )  # fmt: skip
    for phrases, part in parts:
        add(phrases, Played(part))
    add((*links["neutral"].split(), *links["neutral_phrases"]), Played("link"))
    for like, phrases in links["as"].items():
        add(phrases, Played("link", like))
    return found


@cache
def _longest() -> int:
    return max(map(len, _phrases()))


def played_at(words: Sequence[Token], start: int) -> tuple[int, tuple[Played, ...]] | None:
    """The longest phrase that plays a part from a word on: its length in words, and the parts that it may play; None
    where none does.

    >>> played_at([Token(0, 5, "apart"), Token(6, 10, "from")], 0)
    (2, (Played(part='other', like=''),))
    """
    said = [word.lowered for word in words[start : start + _longest()]]
    for length in range(len(said), 0, -1):
        for written in _written(said[:length]):
            if written in _phrases():
                return length, _phrases()[written]
    return None


def _written(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A phrase as it stands, with its last word in the singular, and with its first in the infinitive."""
    yield tuple(words)
    yield (*words[:-1], singular_of(words[-1]))
    for verb, _ in verbs_of(words[0]):
        yield (verb, *words[1:])
