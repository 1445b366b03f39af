"""What people call a disease or a finding where no register lists it: "bubble boy disease", "water on the brain".

``everyday_names.tsv`` beside this file has a thing a line: its identifier, its name, and what it is called, with a bar
between. It was written from general knowledge, and anybody can add a line. No name in it is listed by Mondo or by the
Human Phenotype Ontology, for this thing or for another.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

TABLE = Path(__file__).with_suffix(".tsv")


@lru_cache(maxsize=1)
def everyday_names() -> Mapping[str, tuple[str, ...]]:
    """By the identifier of a thing, in capitals, what people call it."""
    return texts_of_things(TABLE)


def texts_of_things(table: Path) -> Mapping[str, tuple[str, ...]]:
    """By the identifiers of things, in capitals, the texts of a table with three columns below a header: identifier,
    name, and texts with a bar between."""
    with table.open(encoding="utf-8", newline="") as stream:
        rows = csv.reader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        next(rows)
        return {identifier.upper(): tuple(map(str.strip, texts.split("|"))) for identifier, _, texts in rows}
