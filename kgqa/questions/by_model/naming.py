"""The names of a model's reading, as the graph has them: the linker decides what exists, candidate by candidate.

Only a name of the graph counts, never one that is like it. What a reader wrote comes before what the model makes of it;
a short symbol that the graph has for something else than the model means stands for both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from kgqa.questions.ambiguity import LONGEST_SYMBOL
from kgqa.questions.by_model.record import ToldName
from kgqa.records import BY_NAME_OR_ID, Candidate, Entity

Candidates = Callable[[str], Sequence[Candidate]]
_FAMILY = ("family",)


@dataclass(frozen=True, slots=True)
class Meanings:
    """What a name of a reading can be.

    Attributes:
        mention: the words of the question, from ``start`` to ``end``.
        own: what the graph knows by these words.
        told: what it knows by the first of the model's names for it that it has, by the label of the thing.
    """

    mention: str
    start: int
    end: int
    own: tuple[Candidate, ...]
    told: tuple[tuple[str, tuple[Candidate, ...]], ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The types of all that it can be, the likeliest first."""
        known = [one.label for one in self.own] + [one.label for _, found in self.told for one in found]
        return tuple(dict.fromkeys(known))

    def of(self, labels: Collection[str]) -> tuple[Candidate, ...]:
        """What it stands for among things of some types; several where that is open, none where the graph has none."""
        own = _best([one for one in self.own if one.label in labels])
        told = next((kept for _, found in self.told if (kept := _best([c for c in found if c.label in labels]))), ())
        symbol = len(self.mention) <= LONGEST_SYMBOL and self.mention.isalnum()
        if own and told and symbol and not {one.id for one in told} & {one.id for one in own}:
            return (*own, *told)
        return own or told

    def by_model(self, meant: Candidate) -> bool:
        """Whether it was the model that said what the words mean."""
        return all(meant.id not in (one.id, *one.ids) for one in self.own)

    def entity(self, meant: Candidate, every: Sequence[Candidate]) -> Entity:
        """As a question uses it."""
        rivals = tuple(one for one in every if one != meant)
        return Entity(self.mention, self.start, self.end, meant, rivals)


def placed(question: str, words: str, taken: Sequence[tuple[int, int]] = ()) -> tuple[int, int] | None:
    """Where words stand in a question, whatever their case and blanks; None where they do not."""
    parts = words.split()
    if not parts:
        return None
    pattern = r"(?<!\w)" + r"\s+".join(map(re.escape, parts)) + r"(?!\w)"
    for match in re.finditer(pattern, question, re.IGNORECASE):
        if not any(match.start() < end and start < match.end() for start, end in taken):
            return match.span()
    return None


def meanings(name: ToldName, start: int, end: int, question: str, candidates: Candidates) -> Meanings:
    """What a name of a reading can be."""
    mention = question[start:end]
    own = _known(mention, candidates)
    told = [(text, _known(text, candidates)) for text in dict.fromkeys(name.called) if text]
    if not own and not any(found for _, found in told):
        # Names that several begin with stand for all of them, told as a guess.
        told = [(text, _known(text, candidates, _FAMILY)) for text in (mention, *name.called) if text]
    return Meanings(mention, start, end, own, tuple((text, found) for text, found in told if found))


def _known(text: str, candidates: Candidates, methods: Collection[str] = BY_NAME_OR_ID) -> tuple[Candidate, ...]:
    return tuple(one for one in candidates(text) if one.method in methods)


def _best(found: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Those that are named best: a preferred name goes before another name."""
    score = max((one.score for one in found), default=0.0)
    return tuple(one for one in found if one.score == score)
