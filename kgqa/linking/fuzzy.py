"""Spelling: which words of the graph's names a misspelt word may stand for.

Candidates come from a signature of letters: an edit changes the set of letters of a word by at most two, so words
whose signatures differ more cannot be near. Counting bits of all signatures at once is far quicker than comparing.

Medical words are made of parts, and two edits often turn one real word into another (hypotension, hypertension). So a
word whose parts are spelt right keeps them: only what lies between may be misspelt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import DamerauLevenshtein

from kgqa.language.normalise import singular

SHORTEST = 5  # shorter words have too many neighbours that are other real words
TWO_EDITS = 6  # letters from which two slips are looked for; whether they are believed depends on the whole name
STEM_TWO_EDITS = 5  # letters between prefix and ending that two slips need where no other word confirms
_PREFIX = re.compile(
    "hyper|hypo|macro|micro|brachy|dolicho|tachy|brady|mono|tri|tetra|hemi|para|quadri|poly|oligo|pre|post|intra|inter|"
    "extra|endo|exo|ecto|meso|uni|ante|anti|pseudo|peri|iso|auto|iso|ortho|hetero|homo|supra|infra|sub|trans|non|pan"
)
_ENDING = re.compile(
    "(?:itis|osis|iasis|oma|emia|uria|pathy|plasia|trophy|trophic|tonia|tonic|opia|opsia|tropia|kinesia|phagia|phasia|"
    "plegia|paresis|algia|cele|ectasia|ptosis|genesis|genic|penia|lysis|rrhea|rrhage|megaly|dactyly|cephaly|cephalus|"
    "phthalmos|phthalmia|somia|odontia|chia|tensive|tension|thermia|philia|phobia|mania|sclerosis|stenosis|malacia|"
    "ectomy|stomy|tomy|gram|graphy|scopy|oid|ic|ical|al|ous|ive|ant|ary|ase|ine|ate|ism)$"
)


class Correction(NamedTuple):
    """A word that may have been meant and the edits to it: insertion, deletion, substitution, neighbours swapped.

    Attributes:
        frail: True where so little of the word is left that other words must confirm it.
    """

    word: str
    distance: int
    frail: bool = False


class Spelling:
    """The words of a vocabulary, found by their misspellings.

    Only words of letters take part: a number or a type letter is never a misspelling of another.
    """

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self._words = sorted({word for word in vocabulary if len(word) >= SHORTEST - 1 and word.isalpha()})
        self._signatures = np.array([_signature(word) for word in self._words], dtype=np.uint64)
        self._lengths = np.array([len(word) for word in self._words], dtype=np.int16)

    def corrections(self, word: str, fold: str, most: int = 5) -> list[Correction]:
        """Words within one edit (two for words of six letters and more), nearest first; none for short words.

        Args:
            word: the word in small letters.
            fold: the word as names are compared. Folding a misspelt word may take it further away ("oebsity" is no
                British spelling), so both are tried.
        """
        found: dict[str, Correction] = {}
        for form in {word, singular(word), fold}:
            for one in self._near(form):
                if one.word not in found or one.distance < found[one.word].distance:
                    found[one.word] = one
        return sorted(found.values(), key=lambda one: (one.distance, one.word))[:most]

    def _near(self, word: str) -> Iterable[Correction]:
        if len(word) < SHORTEST or not word.isalpha() or not self._words:
            return
        different = np.bitwise_count(self._signatures ^ np.uint64(_signature(word)))
        for position in np.flatnonzero((different <= 4) & (np.abs(self._lengths - len(word)) <= 2)).tolist():
            meant = self._words[position]
            limit = 2 if len(meant) >= TWO_EDITS else 1
            distance = DamerauLevenshtein.distance(word, meant, score_cutoff=limit)
            if distance <= limit and _believable(word, meant, distance):
                yield Correction(meant, distance, distance > 1 and _stem(word) < STEM_TWO_EDITS)


def _believable(word: str, meant: str, distance: int) -> bool:
    """Whether a slip explains the difference better than another word with parts of its own does."""
    if _negated(word, meant) or _negated(meant, word):
        return False
    prefix, ending = _PREFIX.match(word), _ENDING.search(word)
    if (prefix and not meant.startswith(prefix[0])) or (ending and not meant.endswith(ending[0])):
        return False
    return distance == 1 or word[0] == meant[0]


def _stem(word: str) -> int:
    """Letters of a word between a prefix and an ending that are spelt right."""
    prefix, ending = _PREFIX.match(word), _ENDING.search(word)
    return (ending.start() if ending else len(word)) - (prefix.end() if prefix else 0)


def _negated(word: str, other: str) -> bool:
    """Whether a word is another one with the Greek "a" or "an" for "without" before it."""
    return word in ("a" + other, "an" + other)


def _signature(word: str) -> int:
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) % 64)
    return bits
