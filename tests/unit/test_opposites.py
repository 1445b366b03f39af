"""Which relations of a schema speak against each other, under several habits of naming."""

from __future__ import annotations

import pytest

from kgqa.answers.also_recorded import speak_against
from kgqa.schema.model import Relation, Schema
from tests.unit import own_graphs


def relation(schema: Schema, source: str, type_: str) -> Relation:
    return next(one for one in schema.relations if (one.source, one.type) == (source, type_))


@pytest.mark.parametrize(
    ("triads", "one", "other", "same_way", "expected"),
    [
        (own_graphs.PLAIN, ("drug", "indication"), ("drug", "contraindication"), True, True),
        (own_graphs.PLAIN, ("drug", "off-label use"), ("drug", "contraindication"), True, True),
        (own_graphs.PLAIN, ("drug", "indication"), ("disease", "contraindication"), False, True),
        (own_graphs.PLAIN, ("drug", "indication"), ("drug", "off-label use"), True, False),
        (own_graphs.ABBREVIATED, ("Compound", "UPREGULATES_CuG"), ("Compound", "DOWNREGULATES_CdG"), True, True),
        (own_graphs.ABBREVIATED, ("Compound", "UPREGULATES_CuG"), ("Compound", "BINDS_CbG"), True, False),
        (own_graphs.ABBREVIATED, ("Compound", "TREATS_CtD"), ("Compound", "PALLIATES_CpD"), True, False),
    ],
)
def test_relations_speak_against_each_other_by_their_words(
    triads: tuple[own_graphs.Triad, ...], one: tuple[str, str], other: tuple[str, str], same_way: bool, expected: bool
) -> None:
    schema = own_graphs.schema(triads)
    first, second = relation(schema, *one), relation(schema, *other)
    assert speak_against(schema, first, second, same_way=same_way) == expected
    assert speak_against(schema, second, first, same_way=same_way) == expected


def test_what_the_other_end_does_is_no_contradiction() -> None:
    triads = (("Gene", "activates", "Gene"), ("Gene", "inhibits", "Gene"), ("Gene", "raises_x", "Gene"))
    schema = own_graphs.schema((*triads, ("Gene", "lowers_x", "Gene")))
    for one, other in (("activates", "inhibits"), ("raises_x", "lowers_x")):
        first, second = relation(schema, "Gene", one), relation(schema, "Gene", other)
        assert speak_against(schema, first, second)
        assert not speak_against(schema, first, second, same_way=False), "A inhibits B, and B activates A"
