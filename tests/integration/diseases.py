"""Which identifiers are one disease, by the tables of Mondo alone: what answers are held against."""

from __future__ import annotations

import csv
import lzma
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

import kgqa.load.vocabulary

_TABLES = Path(kgqa.load.vocabulary.__file__).parent / "mondo"


def _rows(name: str) -> Iterator[list[str]]:
    with lzma.open(_TABLES / f"{name}.tsv.xz", "rt", encoding="utf-8", newline="") as stream:
        yield from csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)


@cache
def terms() -> Mapping[str, str]:
    """The Mondo term of each identifier that means exactly the same."""
    return MappingProxyType({same: term for term, same in _rows("equivalents") if not same.startswith("DECIPHER")})


def disease(identifier: str) -> str:
    """What all identifiers of one disease have in common; the identifier itself where Mondo knows nothing."""
    return terms().get(identifier, identifier)
