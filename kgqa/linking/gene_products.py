"""Genes by what people call their products, and by symbols that they had before: "connexin 26", "parkin", "PARK2".

``gene_products.tsv`` beside this file has a gene a line: its symbol, and the names of what it makes, with a bar
between. It was written from general knowledge, and anybody can add a line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kgqa.language.normalise import name_words
from kgqa.linking.everyday_names import rows_of

TABLE = Path(__file__).with_suffix(".tsv")


def symbols_of(written: str) -> tuple[str, ...]:
    """The symbols of the genes of which something is called so; mostly none."""
    return _symbols().get(name_words(written), ())


@cache
def _symbols() -> Mapping[tuple[str, ...], tuple[str, ...]]:
    found: defaultdict[tuple[str, ...], dict[str, None]] = defaultdict(dict)
    for symbol, products in rows_of(TABLE):
        for product in products:
            found[name_words(product)].setdefault(symbol)
    return {words: tuple(symbols) for words, symbols in found.items()}
