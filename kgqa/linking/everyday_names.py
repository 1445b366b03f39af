"""What people call a disease or a finding where no register lists it: "bubble boy disease", "water on the brain".

``everyday_names.tsv`` beside this file has a thing a line: its identifier, its name, and what it is called, with a bar
between. It was written from general knowledge, and anybody can add a line. No name in it is listed by Mondo or by the
Human Phenotype Ontology, for this thing or for another.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

TABLE = Path(__file__).with_suffix(".tsv")


@lru_cache(maxsize=1)
def everyday_names() -> Mapping[str, tuple[str, ...]]:
    """By the identifier of a thing, in capitals, what people call it."""
    return texts_of_things(TABLE)


def texts_of_things(table: Path) -> Mapping[str, tuple[str, ...]]:
    """By the identifiers of things, in capitals, the texts of a table of identifier, name, and texts."""
    return {identifier.upper(): texts for identifier, texts in rows_of(table)}


def rows_of(table: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rows of a table below its header: what stands first in them, and the texts in their last column, with a bar
    between."""
    with table.open(encoding="utf-8", newline="") as stream:
        rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        for first, *_, texts in rows:
            yield first, tuple(map(str.strip, texts.split("|")))
