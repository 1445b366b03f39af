"""The words of questions for the place of a thing among broader and narrower ones, by the part that they play there.

The words are data (``hierarchy.toml``), read once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kgqa.language.inflection import singular_of, verbs_of
from kgqa.language.tokens import Token

Part = Literal[
    "up", "down", "above", "below", "steps", "all", "kind", "group", "entry", "tree", "verb", "ask", "count", "where",
    "passed",
]  # fmt: skip
"""What a word does: it stands for something above or below ("up", "down"), is a preposition ("above", "below"), says
how many steps are meant ("steps", "all"), sorts ("kind", "group"), stands for an entry or for a hierarchy, or asks."""
Steps = Literal["one", "any"]


@dataclass(frozen=True, slots=True)
class Played:
    """A part that words play.

    Attributes:
        steps: how many steps they mean; None where they do not say.
        doubtful: in most sentences they mean something else.
    """

    part: Part
    steps: Steps | None = None
    doubtful: bool = False


@cache
def _table() -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("hierarchy.toml").read_text(encoding="utf-8"))


@cache
def _phrases() -> Mapping[tuple[str, ...], Played]:
    """The parts by the words that play them; of words in two lists the one that says more comes last."""
    read = _table()
    doubtful = frozenset(read["doubtful"]["words"].split())
    found: dict[tuple[str, ...], Played] = {}

    def add(phrases: Sequence[str], part: Part, steps: Steps | None = None) -> None:
        for phrase in phrases:
            words = tuple(phrase.replace("-", " ").split())
            found[words] = Played(part, steps, doubtful=words[0] in doubtful and len(words) == 1)

    beside, sorts, steps = read["beside"], read["sorts"], read["steps"]
    add([*beside["passed"].split(), *beside["phrases"]], "passed")
    add(beside["entries"], "entry")
    add(beside["trees"], "tree")
    add(beside["asking"], "ask")
    add(beside["counting"], "count")
    add(beside["where"], "where")
    add(sorts["groups"], "group")
    add(sorts["kinds"], "kind")
    directions: tuple[tuple[str, Part, Part], ...] = (("above", "up", "above"), ("below", "down", "below"))
    for section, noun, preposition in directions:
        add(read[section]["words"], noun)
        add(read[section]["step"], noun, "one")
        add(read[section]["any"], noun, "any")
        add(read[section]["place"], preposition)
    add(steps["one"], "steps", "one")
    add(steps["any"], "steps", "any")
    add(steps["all"], "all")
    return found


@cache
def _verbs() -> frozenset[str]:
    return frozenset(_table()["beside"]["verbs"].split())


@cache
def _longest() -> int:
    return max(map(len, _phrases()))


def played_at(words: Sequence[Token], start: int) -> tuple[int, Played] | None:
    """The longest phrase that plays a part from a word on: its length in words, and the part; None where none does.

    >>> played_at([Token(0, 4, "more"), Token(5, 13, "specific"), Token(14, 19, "terms")], 0)
    (2, Played(part='down', steps=None, doubtful=False))
    """
    said = [word.lowered for word in words[start : start + _longest()]]
    for length in range(len(said), 0, -1):
        for written in _written(said[:length]):
            if written in _phrases():
                return length, _phrases()[written]
    if not _verbs().isdisjoint({said[0], *(verb for verb, _ in verbs_of(said[0]))}):
        return 1, Played("verb")
    return None


def _written(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A phrase as it stands, and with its last word in the singular."""
    yield tuple(words)
    yield (*words[:-1], singular_of(words[-1]))
