"""Makes the thesaurus (``kgqa.language.thesaurus``) from the files of WordNet 3.1, whose folder it takes.

Kept are the nouns, verbs and adjectives in small letters of up to three words, with their meanings, how often each was
met in the texts that WordNet's makers tagged, and what each meaning is a kind of; apart from them the nouns with a
capital that are no names of single things ("Parkinson's disease", not "London"), those of up to five words, and all
nouns without points and apostrophes; and of single words, names of places among them, which are derived from one
another ("cardiologist" and "cardiology", "German" and "Germany").
"""

from __future__ import annotations

import argparse
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from kgqa.errors import KgqaError
from kgqa.language.thesaurus import FILE, bare

_PARTS: Mapping[str, str] = {"noun": "n", "verb": "v", "adj": "a"}
_OF_SENSE = {"1": "n", "2": "v", "3": "a", "5": "a"}
_LONGEST = 3
_LONGEST_TERM = 5
_KIND_OF = "@"
_DERIVED = frozenset({"+", "\\"})
"""Derivationally related, and of what an adjective is said."""
_SIDE = re.compile(r"\((?:a|p|ip)\)$")
"""Where an adjective may stand ("(p)": behind a verb)."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("folder", type=Path, help="with data.noun, data.verb, data.adj and index.sense")
    parser.add_argument("--out", type=Path, default=Path(str(FILE)), help="the file to make")


@dataclass(frozen=True, slots=True)
class Made:
    """What was made."""

    path: Path
    words: int
    meanings: int
    passed: bool = True

    def text(self) -> str:
        """A line of figures."""
        size = self.path.stat().st_size / 1_000_000
        return f"{self.words:,} words with {self.meanings:,} meanings, {size:.1f} MB in {self.path}\n"


@dataclass(frozen=True, slots=True)
class _Meaning:
    words: tuple[str, ...]
    above: tuple[tuple[str, str], ...]
    derived: tuple[tuple[int, tuple[str, str], int], ...]
    """The place of a word in it, another meaning, and the place of the word there; places count from 0."""


def bench(options: argparse.Namespace) -> Made:
    """Makes the file anew."""
    meanings = {key: meaning for name, part in _PARTS.items() for key, meaning in _meanings(options.folder, name, part)}
    ranks = dict(_ranks(options.folder))
    places = {key: place for place, key in enumerate(sorted(meanings))}
    options.out.unlink(missing_ok=True)
    with closing(sqlite3.connect(options.out)) as file, file:
        file.executescript(
            "CREATE TABLE senses (word TEXT, part TEXT, rank INT, met INT, meaning INT, PRIMARY KEY (word, part, rank))"
            " WITHOUT ROWID;"
            "CREATE TABLE terms (word TEXT, rank INT, meaning INT, PRIMARY KEY (word, rank, meaning)) WITHOUT ROWID;"
            "CREATE VIEW nouns AS SELECT word, rank, meaning FROM senses WHERE part = 'n'"
            " UNION ALL SELECT word, rank, meaning FROM terms;"
            "CREATE TABLE derived (word TEXT, other TEXT, PRIMARY KEY (word, other)) WITHOUT ROWID;"
            "CREATE TABLE above (meaning INT, kind_of INT, PRIMARY KEY (meaning, kind_of)) WITHOUT ROWID;"
        )
        senses = [
            (word, key[0], *ranks[word, *key], places[key])
            for key, meaning in sorted(meanings.items())
            for word in meaning.words
            if _is_kept(word) and (word, *key) in ranks
        ]
        file.executemany("INSERT OR IGNORE INTO senses VALUES (?, ?, ?, ?, ?)", senses)
        terms = [
            (form, ranks[word.lower(), *key][0], places[key])
            for key, meaning in sorted(meanings.items())
            for word in meaning.words
            if key[0] == "n" and meaning.above and _is_term(word) and (word.lower(), *key) in ranks
            for form in {word.lower(), bare(word)}
            if form != word or not _is_kept(word)
        ]
        file.executemany("INSERT OR IGNORE INTO terms VALUES (?, ?, ?)", terms)
        file.executemany(
            "INSERT OR IGNORE INTO above VALUES (?, ?)",
            ((places[key], places[one]) for key, meaning in sorted(meanings.items()) for one in meaning.above),
        )
        file.executemany("INSERT OR IGNORE INTO derived VALUES (?, ?)", sorted(_derived(meanings)))
        file.execute("CREATE INDEX words_of ON senses (meaning)")
        file.execute("CREATE INDEX terms_of ON terms (meaning)")
    with closing(sqlite3.connect(options.out)) as file:
        file.execute("VACUUM")
    return Made(options.out, len({(word, part) for word, part, *_ in senses}), len(places))


def _derived(meanings: Mapping[tuple[str, str], _Meaning]) -> Iterator[tuple[str, str]]:
    """Single words that are derived from one another, both ways, in small letters."""
    for meaning in meanings.values():
        for place, to, there in meaning.derived:
            if to in meanings:
                one, other = meaning.words[place].lower(), meanings[to].words[there].lower()
                if one != other and one.isalpha() and other.isalpha():
                    yield from ((one, other), (other, one))


def _is_kept(word: str) -> bool:
    return word == word.lower() and len(word.split(" ")) <= _LONGEST and any(letter.isalpha() for letter in word)


def _is_term(word: str) -> bool:
    return len(word.split(" ")) <= _LONGEST_TERM and any(letter.isalpha() for letter in word)


def _lines(folder: Path, name: str) -> Iterator[str]:
    try:
        with (folder / name).open(encoding="utf-8") as file:
            yield from (line for line in file if not line.startswith("  "))
    except OSError as error:
        raise KgqaError(
            f"{folder / name} could not be read ({error.strerror}). Name the folder of the WordNet files."
        ) from error


def _meanings(folder: Path, name: str, part: str) -> Iterator[tuple[tuple[str, str], _Meaning]]:
    """The meanings of a part of speech, by it and their place in its file."""
    for line in _lines(folder, f"data.{name}"):
        fields = line.split(" | ")[0].split()
        count = int(fields[3], 16)
        words = tuple(_SIDE.sub("", fields[4 + 2 * place]).replace("_", " ") for place in range(count))
        start = 4 + 2 * count
        above, derived = [], []
        for place in range(int(fields[start])):
            sign, to, kind, words_of = fields[start + 1 + 4 * place : start + 5 + 4 * place]
            if sign == _KIND_OF and kind == part:
                above.append((kind, to))
            elif sign in _DERIVED and words_of != "0000":
                kind = "a" if kind == "s" else kind
                derived.append((int(words_of[:2], 16) - 1, (kind, to), int(words_of[2:], 16) - 1))
        yield (part, fields[0]), _Meaning(words, tuple(above), tuple(derived))


def _ranks(folder: Path) -> Iterator[tuple[tuple[str, str, str], tuple[int, int]]]:
    """By a word and its meaning: which of its meanings it is, and how often it was met."""
    for line in _lines(folder, "index.sense"):
        key, place, rank, met = line.split()
        word, _, rest = key.partition("%")
        if rest[0] in _OF_SENSE:
            yield (word.replace("_", " "), _OF_SENSE[rest[0]], place), (int(rank), int(met))
