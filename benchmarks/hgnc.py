"""Makes the vocabulary of human genes (``kgqa.load.vocabulary.hgnc``) from a custom download of genenames.org.

Its columns are the HGNC identifier, approved symbol, approved name, status, locus type, previous symbols, alias
symbols, and the identifiers that NCBI and Ensembl give. Kept are approved genes that NCBI knows; no pseudogenes, and no
loci that are only told by what they do.
"""

from __future__ import annotations

import argparse
import csv
import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kgqa.errors import KgqaError
from kgqa.load.vocabulary.files import EQUIVALENTS, HGNC, TERMS

_ID, _SYMBOL, _NAME, _STATUS = "HGNC ID", "Approved symbol", "Approved name", "Status"
_TYPE, _GENES = "Locus type", ("gene with protein product", "immunoglobulin gene", "T cell receptor gene", "RNA, ")
_SYNONYMS = ("Previous symbols", "Alias symbols")
_NCBI, _ENSEMBL = "NCBI Gene ID(supplied by NCBI)", "Ensembl gene ID"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("table", type=Path, help="tab-separated, with HGNC's own headings")
    parser.add_argument("--out", type=Path, default=HGNC.path, help="the folder to write to")


@dataclass(frozen=True, slots=True)
class Made:
    """What was made."""

    folder: Path
    genes: int
    names: int
    passed: bool = True

    def text(self) -> str:
        """A line of figures."""
        return f"{self.genes:,} genes with {self.names:,} names in {self.folder}\n"


def bench(options: argparse.Namespace) -> Made:
    """Makes the tables anew.

    Raises:
        KgqaError: the table cannot be read, or lacks a column.
    """
    genes = sorted(_genes(options.table), key=lambda gene: int(gene[_ID].partition(":")[2]))
    terms = [(gene[_ID], gene[_NAME], "|".join(_names(gene))) for gene in genes]
    same = [(gene[_ID], one) for gene in genes for one in _equivalents(gene)]
    _write(options.out / f"{TERMS}.tsv.xz", ("id", "name", "synonyms"), terms)
    _write(options.out / f"{EQUIVALENTS}.tsv.xz", ("id", "equivalent"), same)
    return Made(options.out, len(genes), sum(1 + synonyms.count("|") + 1 for _, _, synonyms in terms))


def _genes(table: Path) -> Iterator[dict[str, str]]:
    try:
        with table.open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            lacking = {_ID, _SYMBOL, _NAME, _STATUS, _TYPE, *_SYNONYMS, _NCBI, _ENSEMBL} - set(rows.fieldnames or ())
            if lacking:
                raise KgqaError(f"{table} lacks the column {min(lacking)!r}. Choose it in the custom download.")
            yield from (row for row in rows if _is_gene(row))
    except OSError as error:
        raise KgqaError(f"{table} could not be read ({error.strerror}). Give the table of the download.") from error


def _is_gene(row: dict[str, str]) -> bool:
    return row[_STATUS] == "Approved" and bool(row[_NCBI]) and row[_TYPE].startswith(_GENES)


def _names(gene: dict[str, str]) -> Iterator[str]:
    """The approved symbol, then former and other ones."""
    others = (one.strip() for column in _SYNONYMS for one in gene[column].split(", "))
    yield from dict.fromkeys((gene[_SYMBOL], *(one for one in others if one and "|" not in one)))


def _equivalents(gene: dict[str, str]) -> Iterator[str]:
    yield f"NCBIGene:{gene[_NCBI]}"
    if gene[_ENSEMBL]:
        yield f"ENSEMBL:{gene[_ENSEMBL]}"


def _write(path: Path, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(path, "wt", encoding="utf-8", newline="", preset=9) as file:
        for row in (header, *rows):
            file.write("\t".join(row) + "\n")
