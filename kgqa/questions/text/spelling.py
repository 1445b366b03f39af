"""Misspelt words of questions: which word of the graph's or the question's language is clearly meant.

Names are the linker's; here are the words around them ("wich", "assocated with", "inhertied"). Only a word that is
no English at all is taken for a misspelt one, and never for a word that denies, compares or counts: then a slip of the
finger would turn the question round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice, product

from rapidfuzz.distance import OSA

from kgqa.language import thesaurus
from kgqa.language.common_words import is_medical, is_spelt_right
from kgqa.language.normalise import fold
from kgqa.language.vocabulary import Cue, vocabulary

SHORTEST = 3
"""Letters from which a word may have two letters swapped; other slips need one more."""
_TWO_SLIPS = 8
"""Letters from which a word may have two slips."""
_OTHER_LETTER = 0.25
"""What another letter counts more than one too many, too few, or swapped: a slip that is made less often."""
_CLEARLY = 0.5
"""By how much a reading must be nearer than another one."""
_MOST_CHOICES = 4
"""Corrections of one word that are tried."""
MOST_TRIED = 12
"""Corrections of one question that are tried."""
_TURNING: tuple[Cue, ...] = (
    "not", "but", "or", "compare", "number", "most", "fewest", "top", "all", "other", "differ", "distinguish",
    "besides", "whether",
)  # fmt: skip
"""Cues that change what is asked; no word is corrected to one of theirs."""

_UNDOING = re.compile(r"(?:un|in|im|il|ir|dis|non|mis|de)(?P<rest>[a-z]{3,})$")


class Dictionary:
    """The words that a question to one graph can be made of, names aside."""

    def __init__(self, words: Iterable[str]) -> None:
        """Takes the words of the graph's lexicon; those of the vocabulary are added."""
        known = vocabulary()
        never = {word for cue in _TURNING for phrase in known.cues.get(cue, ()) for word in phrase.split()}
        never = (never - known.light) | set(known.numbers) | known.denying
        said = {word for phrases in known.cues.values() for phrase in phrases for word in phrase.split()}
        said |= {word for one in words for word in (one.lower(), f"{one.lower()}s")} | known.light | known.attributes
        self._all = [word for word in sorted(said) if len(word) >= SHORTEST and word.isascii() and word.isalpha()]
        self._words = [word for word in self._all if word not in never]

    def choices(self, word: str) -> list[tuple[float, str]]:
        """What a word may be meant to be, the nearest first, each with how far away it is; none where it is a word.

        >>> Dictionary(["cause", "associated"]).choices("assocated")
        [(1.0, 'associated')]
        """
        return self._near(word, self._words)[:_MOST_CHOICES]

    def resembles(self, word: str) -> bool:
        """Whether a word may be a misspelling of any of these, also of one that no word is corrected to."""
        return bool(self._near(word, self._all))

    @staticmethod
    def _near(word: str, words: Sequence[str]) -> list[tuple[float, str]]:
        lower = word.lower()
        if not (word.isascii() and word.isalpha()) or len(word) < SHORTEST:
            return []
        if is_spelt_right(lower) or is_medical(fold(lower)) or _is_rare_english(lower):
            return []
        most = 2 if len(word) >= _TWO_SLIPS else 1
        found = []
        for other in words:
            slips = OSA.distance(lower, other, score_cutoff=most)
            if slips > most or _turns(lower, other) or (len(lower) == SHORTEST and sorted(lower) != sorted(other)):
                continue
            replaced = len(lower) == len(other) and sorted(lower) != sorted(other)
            found.append((slips + _OTHER_LETTER * replaced, other))
        return sorted(found)


def _turns(word: str, other: str) -> bool:
    """Whether one of two words may be the opposite of the other ("unelectrified", "electrified")."""
    pairs = ((_UNDOING.match(word), other), (_UNDOING.match(other), word))
    return any(found is not None and OSA.distance(found["rest"], plain) <= 1 for found, plain in pairs)


def _is_rare_english(word: str) -> bool:
    """Whether a word is one that few texts have, or a form of one ("untrained", "repainted")."""
    return thesaurus.is_known(word) or bool(thesaurus.infinitives(word))


def ways(choices: list[list[tuple[float, str]]]) -> list[tuple[float, tuple[str, ...]]]:
    """The ways to correct several words at once, the nearest first, each with how far away it is."""
    found = [(sum(far for far, _ in way), tuple(word for _, word in way)) for way in product(*choices)]
    return list(islice(sorted(found), MOST_TRIED))


def clear(far: float, others: Iterable[float]) -> bool:
    """Whether a reading is clearly nearer than other readings, by how far away they are."""
    return all(other - far >= _CLEARLY for other in others)


def cased_as(word: str, written: str) -> str:
    """A word with a capital where the written one has it."""
    return f"{word[:1].upper()}{word[1:]}" if written[:1].isupper() else word
