"""Reads a vocabulary: three tables (terms, equivalents, is_a), or an ontology in OBO format."""

from __future__ import annotations

import csv
import gzip
import hashlib
import lzma
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TextIO

from kgqa.errors import LoadError
from kgqa.load.checks import shown
from kgqa.load.obo import read_terms
from kgqa.load.source import BadRow
from kgqa.load.tables.files import refuse_bomb
from kgqa.load.vocabulary.model import Vocabulary, VocabularyTerm

TERMS, EQUIVALENTS, IS_A = "terms", "equivalents", "is_a"
_COLUMNS = {TERMS: ["id", "name", "synonyms"], EQUIVALENTS: ["id", "equivalent"], IS_A: ["id", "parent"]}
_UNPACKING: dict[str, Callable[[BinaryIO], gzip.GzipFile | lzma.LZMAFile]] = {
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".xz": lzma.LZMAFile,
}
_OPEN: dict[str, Callable[..., TextIO]] = {"": open, ".gz": gzip.open, ".xz": lzma.open}


@dataclass(frozen=True, slots=True)
class VocabularySource:
    """A vocabulary that can be read.

    Attributes:
        path: an ontology in OBO format, or the folder of the tables ``terms.tsv``, ``equivalents.tsv`` and ``is_a.tsv``
            (also ``.gz`` or ``.xz``), or one of these tables. The last two may be missing.
        title: what a reader knows it by, with its state.
        licence, citation: as it asks to be named; may be empty.
        references: registers of the table of equivalents that are only referred to, and need not mean the same.
        yields: its synonyms are many and short, and none is a name of what they stand for where anything else in the
            graph is called so.
    """

    path: Path
    title: str
    licence: str = ""
    citation: str = ""
    references: tuple[str, ...] = ()
    yields: bool = False

    def __post_init__(self) -> None:
        """Raises LoadError where there is nothing of the kind."""
        if not self._is_obo and _table(self._folder, TERMS) is None:
            raise LoadError(
                f"There is no vocabulary at {str(self.path)!r}. Give an ontology in OBO format (.obo), or the folder "
                "of a table terms.tsv (id, name, synonyms) with equivalents.tsv (id, equivalent) and is_a.tsv (id, "
                "parent) beside it."
            )

    @property
    def _is_obo(self) -> bool:
        return self.path.is_file() and ".obo" in self.path.suffixes

    @property
    def _folder(self) -> Path:
        return self.path.parent if self.path.is_file() else self.path

    def digest(self) -> str:
        """A hash of its bytes."""
        tables = [path for name in _COLUMNS if (path := _table(self._folder, name)) is not None]
        digest = hashlib.sha256()
        for path in [self.path] if self._is_obo else tables:
            digest.update(path.name.encode() + path.read_bytes())
        return digest.hexdigest()

    def read(self) -> Vocabulary:
        """The vocabulary itself.

        Raises:
            LoadError: it cannot be read.
        """
        if self._is_obo:
            return _of_obo(self.path)
        return _of_tables(self._folder, self.references)


def _of_tables(folder: Path, references: tuple[str, ...]) -> Vocabulary:
    equivalents, parents = _pairs(folder, EQUIVALENTS), _pairs(folder, IS_A)
    terms, bad = {}, []
    for number, (id_, name, synonyms) in enumerate(_rows(folder, TERMS), 2):
        if not (id_ and name):
            lacks = "name" if id_ else "identifier"
            bad.append(_bad(folder, TERMS, number, f"it has no {lacks}: fill it in, or leave the row out"))
        else:
            given = tuple(dict.fromkeys(one.strip() for one in synonyms.split("|") if one.strip()))
            same = tuple(one for one in equivalents[id_] if one.partition(":")[0] not in references)
            near = tuple(one for one in equivalents[id_] if one not in same)
            plain = name.removeprefix("obsolete ")
            terms[id_] = VocabularyTerm(id_, plain, given, same, near, tuple(parents[id_]))
    if not terms:
        raise LoadError(f"The table {str(_table(folder, TERMS))!r} holds no terms.")
    bad += _without_term(folder, EQUIVALENTS, terms, equivalents)
    bad += _without_term(folder, IS_A, terms, parents)
    return Vocabulary(terms, tuple(bad))


def _without_term(
    folder: Path, name: str, terms: Mapping[str, VocabularyTerm], pairs: Mapping[str, Sequence[str]]
) -> Iterator[BadRow]:
    """The rows of a table that say something of what is no term, so that nothing can be made of them."""
    ends = (one for pair in pairs.items() for one in ((pair[0],) if name == EQUIVALENTS else (pair[0], *pair[1])))
    if all(one in terms for one in ends):
        return
    for number, row in enumerate(_rows(folder, name), 2):
        unknown = next((one for one in (row[:1] if name == EQUIVALENTS else row) if one not in terms), None)
        if unknown is not None:
            reason = f"there is no term {shown(unknown)} in {_named(folder, TERMS)}: add it there, or leave the row out"
            yield _bad(folder, name, number, reason)


def _bad(folder: Path, name: str, number: int, reason: str) -> BadRow:
    return BadRow(f"{_named(folder, name)}, line {number}", reason)


def _named(folder: Path, name: str) -> str:
    path = _table(folder, name)
    return f"{name}.tsv" if path is None else path.name


def _of_obo(path: Path) -> Vocabulary:
    terms: dict[str, VocabularyTerm] = {}
    told: list[tuple[int, str]] = []
    for term in read_terms(path, lambda line, reason: told.append((line, reason))).values():
        same = tuple(dict.fromkeys((*term.alternative_ids, *term.same_as)))
        terms[term.id] = VocabularyTerm(term.id, term.name, term.synonyms, same, parents=term.parents)
    return Vocabulary(terms, tuple(BadRow(f"{path.name}, line {line}", reason) for line, reason in sorted(told)))


def _table(folder: Path, name: str) -> Path | None:
    return next((path for end in _OPEN if (path := folder / f"{name}.tsv{end}").is_file()), None)


def _pairs(folder: Path, name: str) -> defaultdict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for id_, other in _rows(folder, name):
        found[id_].append(other)
    return found


def _rows(folder: Path, name: str) -> Iterator[list[str]]:
    """The rows of a table below its header; none where there is no such table."""
    path, columns = _table(folder, name), _COLUMNS[name]
    if path is None:
        return
    try:
        if path.suffix in _UNPACKING:
            refuse_bomb(path, _UNPACKING[path.suffix])
        with _OPEN[path.suffix if path.suffix in _OPEN else ""](path, "rt", encoding="utf-8", newline="") as stream:
            rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
            header = next(rows, [])
            if header[: len(columns)] != columns:
                raise LoadError(f"The columns of {str(path)!r} are {header!r}; expected were {columns!r}.")
            for number, row in enumerate(rows, 2):
                if len(row) < len(columns):
                    raise LoadError(f"{path.name}, line {number}: {len(row)} cells where the header has {len(header)}.")
                yield row[: len(columns)]
    except (OSError, EOFError, UnicodeDecodeError, lzma.LZMAError, csv.Error) as error:
        raise LoadError(f"The table {str(path)!r} cannot be read: {error}.") from error


MONDO = VocabularySource(
    Path(__file__).parent / "mondo",
    "Mondo 2026-08",
    "https://creativecommons.org/licenses/by/4.0/",
    "Vasilevsky NA et al., Mondo: unifying diseases for the world, by the world, medRxiv 2022.04.13.22273750",
    references=("DECIPHER",),
)
"""The Mondo Disease Ontology, which comes along."""
HGNC = VocabularySource(
    Path(__file__).parent / "hgnc",
    "HGNC 2024-07",
    "https://www.genenames.org/about/license/",
    "Seal RL et al., Genenames.org: the HGNC resources in 2023, Nucleic Acids Res. 2023;51(D1):D1003–D1009",
    yields=True,
)
"""Names, former and alias symbols of human genes by the HUGO Gene Nomenclature Committee, which come along."""
SHIPPED = (MONDO, HGNC)
