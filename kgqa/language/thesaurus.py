"""What ordinary English words share with one another: meanings and kinds, from WordNet 3.1.

A word for a type or a relation that no graph's lexicon has ("engine" for a locomotive, "constructed" for built) is
told from one that is merely met in the same texts ("farm" and "tractor"), which vectors cannot do. Miller GA, *WordNet:
a lexical database for English*, Communications of the ACM 38 (1995); the licence stands beside the file, which
is made from WordNet's own by a program among the developers' measures.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from kgqa.language.inflection import verbs_of

FILE = Path(str(files(__package__).joinpath("wordnet", "wordnet.sqlite")))

Part = Literal["n", "v", "a"]
"""Part of speech: noun, verb, adjective."""
_PARTS: tuple[Part, ...] = ("n", "v", "a")
_COMMON = 4
"""Rank of a meaning up to which a word is taken to have it."""
_MANY = 20
"""Meanings from which a verb says little by itself."""
_HIGHEST = 4
"""Steps up the kinds of things; further up everything is an object or an act."""
_FAR = 8
"""Steps up the kinds of things to a place."""
PLACES = ("location", "facility", "building", "room", "district")
_ANY_STEPS = 12
"""Steps up the kinds of things to one that is known to stand there, however far."""
_GREEK = (("tic", "sis"), ("ic", "ia"), ("ic", "y"))
"""Endings of adjectives, and of the nouns that they belong to."""
_KEPT = 2048
_SIGNS = re.compile(r"(?:['’](?:s\b)?|\.)")
_local = threading.local()


def synonyms(word: str, part: Part) -> frozenset[str]:
    """The words that share one of its commoner meanings, or mean before all else what it may mean, itself left out.

    "Line" may be a course and "make" to build; the one is said rarely, but to build is nothing before making.
    """
    return _synonyms(word.lower(), part) - {word.lower()}


def bare(word: str) -> str:
    """A word in small letters without the signs that people leave out ("St. Vitus' dance", "bleeder's disease")."""
    return " ".join(_SIGNS.sub("", word.lower()).replace("-", " ").split())


@lru_cache(_KEPT)
def other_names(noun: str) -> frozenset[str]:
    """What else a thing is called that a noun of one meaning names ("shaking palsy": Parkinson's disease), in small
    letters; none where it has more meanings, or is another part of speech as well.

    A word that means another thing before, or says how something is ("acute", an accent), is none of its names.
    """
    word = noun.lower()
    if any(_rows("SELECT 1 FROM senses WHERE word = ? AND part != 'n'", word)) or infinitives(word):
        return frozenset()
    rows = (_rows("SELECT meaning FROM nouns WHERE word = ?", one) for one in dict.fromkeys((word, bare(word))))
    meanings = {meaning for found in rows for (meaning,) in found}
    if len(meanings) != 1:
        return frozenset()
    others = _rows("SELECT word FROM nouns WHERE meaning = ? AND rank = 1 AND word != ?", *meanings, word)
    return frozenset(other for (other,) in others if not is_known(other, "a"))


def is_kind_of(noun: str, other: str, steps: int = _HIGHEST) -> bool:
    """Whether what a noun commonly means is a kind of what another one commonly means ("company", "organization").

    Args:
        steps: how far up; the higher, the more is a kind of it.
    """
    wanted = _meanings(other.lower())
    return bool(wanted) and not wanted.isdisjoint(_above(noun.lower(), steps))


def is_place(noun: str) -> bool:
    """Whether a noun is one for a place, and not before all else for something that is done or happens ("course")."""
    event = _meanings("event", 1)
    return any(is_kind_of(noun, one, _FAR) for one in PLACES) and event.isdisjoint(_above(noun.lower(), _ANY_STEPS, 1))


_AGENTS = ("ologist", "ician", "onist", "apist", "grapher")
"""Endings with which nouns say who does something."""


def is_person(noun: str) -> bool:
    """Whether a noun is one for people, however far below that, or by its ending where WordNet does not have it
    ("audiologist")."""
    return is_kind_of(noun, "person", _ANY_STEPS) or (noun.endswith(_AGENTS) and not is_known(noun, "n"))


def is_known(word: str, *parts: Part) -> bool:
    """Whether a word is one of these parts of speech; of any where none is given."""
    return any(_synonyms(word.lower(), part) for part in parts or _PARTS)


def is_only_adjective(word: str) -> bool:
    """Whether a word is an adjective and no noun ("poisonous")."""
    return is_known(word, "a") and not is_known(word, "n")


@lru_cache(_KEPT)
def infinitives(form: str) -> frozenset[str]:
    """The verbs of which a word may be a form; none where it is none of a verb."""
    return frozenset(verb for verb, _ in verbs_of(form) if is_known(verb, "v"))


def is_participle(word: str) -> bool:
    """Whether a word is the past participle of a verb ("founded")."""
    return any(past and is_known(verb, "v") for verb, past in verbs_of(word))


def has_many_meanings(verb: str) -> bool:
    """Whether a verb has so many meanings that it says little by itself ("run", "turn", "cover")."""
    ((number,),) = _rows("SELECT COUNT(*) FROM senses WHERE word = ? AND part = 'v'", verb.lower())
    return int(number) >= _MANY


@lru_cache(_KEPT)
def nouns_of(adjective: str) -> tuple[str, ...]:
    """The nouns for what somebody has of whom an adjective or a participle is said ("obese": obesity; "dehydrated":
    dehydration), those that share most letters with it first; those that Greek words have so are not looked up
    ("neutropenic": neutropenia, "dystonic": dystonia, "stenotic": stenosis). None where it is no such word.

    >>> nouns_of("obese"), nouns_of("hypotonic"), nouns_of("dehydrated")
    (('obesity',), ('hypotonicity', 'hypotonia', 'hypotony'), ('dehydration',))
    """
    greek = [adjective.removesuffix(end) + noun for end, noun in _GREEK if adjective.endswith(end)]
    if not (greek or is_known(adjective, "a")):
        return ()
    verbs = infinitives(adjective) if is_participle(adjective) else frozenset[str]()
    found = {noun for word in (adjective, *verbs) for noun in derived(word) if is_known(noun, "n")}

    def shared(noun: str) -> int:
        return next((n for n, (a, b) in enumerate(zip(noun, adjective, strict=False)) if a != b), len(adjective))

    return (*sorted(found, key=lambda noun: (-shared(noun), noun)), *(one for one in greek if one not in found))


@lru_cache(_KEPT)
def derived(word: str) -> frozenset[str]:
    """The words that are derived from one, or from which it is ("cardiologist": cardiology; "German": Germany)."""
    rows = _rows("SELECT other FROM derived WHERE word = ?", word.lower())
    return frozenset(other for (other,) in rows)


@lru_cache(_KEPT)
def _synonyms(word: str, part: Part) -> frozenset[str]:
    rows = _rows(
        "SELECT other.word FROM senses JOIN senses AS other ON other.meaning = senses.meaning"
        " WHERE senses.word = ? AND senses.part = ? AND (senses.rank <= ? OR (other.rank = 1 AND senses.part = 'v'))",
        word,
        part,
        _COMMON,
    )
    return frozenset(other for (other,) in rows)


@lru_cache(_KEPT)
def _meanings(noun: str, rank: int = _COMMON) -> frozenset[int]:
    """The commoner meanings of a noun; of several words that have none as a whole, those of the last one."""
    rows = _rows("SELECT meaning FROM senses WHERE word = ? AND part = 'n' AND rank <= ?", noun, rank)
    if not rows and " " in noun:
        return _meanings(noun.rpartition(" ")[2], rank)
    return frozenset(meaning for (meaning,) in rows)


@lru_cache(_KEPT)
def _above(noun: str, steps: int, rank: int = _COMMON) -> frozenset[int]:
    """What the commoner meanings of a noun are kinds of, without themselves."""
    found: set[int] = set()
    level = set(_meanings(noun, rank))
    for _ in range(steps):
        above = {up for one in level for (up,) in _rows("SELECT kind_of FROM above WHERE meaning = ?", one)}
        level = above - found
        found |= level
    return frozenset(found)


def _rows(statement: str, *values: str | int) -> list[tuple[Any, ...]]:
    file: sqlite3.Connection | None = getattr(_local, "file", None)
    if file is None:
        file = _local.file = sqlite3.connect(f"{FILE.as_uri()}?mode=ro&immutable=1", uri=True)
    return file.execute(statement, values).fetchall()
