"""What people call things where no register lists it, as tables that anybody can add a line to.

``everyday_names.tsv`` beside this file has a disease or a finding a line ("bubble boy disease", "water on the brain"):
its identifier, its name, and what it is called. No name in it is listed by Mondo or by the Human Phenotype Ontology,
for this thing or for another. ``clinical_abbreviations.tsv`` has what clinicians write for findings and for what is
measured ("SNHL", "pheo", "plts", "CK"), and what is meant: it is written in words, so that any graph with these has the
thing; what no graph has says nothing. ``gene_products.tsv`` has a gene a line: its symbol, and the names of what it
makes or that it had before ("connexin 26", "parkin", "PARK2"). Where something may be one of several, a bar stands
between. All three were written from general knowledge.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from kgqa.language.common_words import is_english
from kgqa.language.normalise import name_words

EVERYDAY_NAMES = Path(__file__).with_name("everyday_names.tsv")


@lru_cache(maxsize=1)
def everyday_names() -> Mapping[str, tuple[str, ...]]:
    """By the identifier of a thing, in capitals, what people call it."""
    return texts_of_things(EVERYDAY_NAMES)


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


CLINICAL_ABBREVIATIONS = Path(__file__).with_name("clinical_abbreviations.tsv")
_SHORTEST_IN_SMALL = 3
"""Letters of an abbreviation that is known in small letters too."""


def meant_by(written: str) -> tuple[str, ...]:
    """What an abbreviation may mean; nothing where it is none.

    Capitals are told from small letters only where these are a word ("ICH", "or") or are few ("K", "Ca").
    """
    table = _abbreviations()
    found = table.get(written) or table.get(written.removesuffix("s"))
    if found is None and len(written) >= _SHORTEST_IN_SMALL and not is_english(written):
        found = _abbreviations_in_small().get(written.casefold())
    return found or ()


@cache
def _abbreviations() -> Mapping[str, tuple[str, ...]]:
    return dict(rows_of(CLINICAL_ABBREVIATIONS))


@cache
def _abbreviations_in_small() -> Mapping[str, tuple[str, ...]]:
    return {written.casefold(): meant for written, meant in _abbreviations().items()}


GENE_PRODUCTS = Path(__file__).with_name("gene_products.tsv")


def symbols_of(written: str) -> tuple[str, ...]:
    """The symbols of the genes of which something is called so; mostly none."""
    return _symbols().get(name_words(written), ())


@cache
def _symbols() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    found: defaultdict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    for symbol, products in rows_of(GENE_PRODUCTS):
        for product in products:
            found[name_words(product)].setdefault(symbol)
    return {words: tuple(symbols) for words, symbols in found.items()}
