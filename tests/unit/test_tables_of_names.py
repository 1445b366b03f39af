"""The tables of what clinicians write and people say: each row is one, and means something."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kgqa.language.normalise import name_words
from kgqa.linking import body_words, tables_of_names
from kgqa.linking.body_words import named_as, without_side
from kgqa.linking.tables_of_names import meant_by, rows_of, symbols_of


@pytest.mark.parametrize("table", [tables_of_names.CLINICAL_ABBREVIATIONS, tables_of_names.GENE_PRODUCTS])
def test_nothing_stands_in_a_table_twice(table: Path) -> None:
    rows = list(rows_of(table))
    assert [first for first, number in Counter(first for first, _ in rows).items() if number > 1] == []
    assert [first for first, texts in rows if not all(texts) or len(set(texts)) < len(texts)] == []


def test_what_a_gene_makes_is_the_product_of_one() -> None:
    products = (product for _, texts in rows_of(tables_of_names.GENE_PRODUCTS) for product in texts)
    assert {product: found for product in products if len(found := symbols_of(product)) != 1} == {}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("SNHL", ("sensorineural hearing impairment",)),
        ("snhl", ("sensorineural hearing impairment",)),
        ("VSDs", ("ventricular septal defect",)),
        ("ICH", ("intracranial hemorrhage",)),
        ("K", ("potassium",)),
        ("PE", ("pulmonary embolism", "pericardial effusion")),
        ("k", ()),
        ("as", ()),
        ("heart", ()),
    ],
)
def test_an_abbreviation_is_known_as_it_is_written(written: str, meant: tuple[str, ...]) -> None:
    assert meant_by(written) == meant


def test_a_part_of_the_body_is_said_in_other_words_and_with_a_side() -> None:
    assert named_as(("gi",))[0] == ("gastrointestinal",)
    assert named_as(("door",)) == ()
    assert without_side(("structural", "brain")) == (("brain",), "morphology")
    assert without_side(("structural",)) == (("structural",), "")
    assert without_side(name_words("left brain")) == (("left", "brain"), "")
    assert body_words.TABLE.exists()
