"""Names that explain the one before them in brackets."""

from __future__ import annotations

import pytest

from kgqa.linking.appositions import as_one
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker

KNOWN = [
    {"id": "D:1", "label": "Disease", "name": "fading syndrome", "synonyms": ["FDS", "pale"]},
    {"id": "D:2", "label": "Disease", "name": "fading syndrome 1", "synonyms": ["FDS1"]},
    {"id": "S:1", "label": "Sign", "name": "night fever"},
]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("signs of fading syndrome (FDS)?", [("fading syndrome (FDS)", ["D:1"])]),
        ("signs of FDS ( fading syndrome ) today", [("FDS ( fading syndrome )", ["D:1"])]),
        ("signs of fading syndrome (FDS1)", [("fading syndrome (FDS1)", ["D:1", "D:2"])]),
        ("fading syndrome (night fever)", [("fading syndrome", ["D:1"]), ("night fever", ["S:1"])]),
        ("(fading syndrome) and (FDS1)", [("fading syndrome", ["D:1"]), ("FDS1", ["D:2"])]),
        ("fading syndrome (not FDS1)", [("fading syndrome", ["D:1"]), ("FDS1", ["D:2"])]),
        ("fading syndrome (FDS1, mild)", [("fading syndrome", ["D:1"]), ("FDS1", ["D:2"])]),
    ],
)
def test_a_name_in_brackets_is_the_name_before_it_or_a_choice(text: str, named: list[tuple[str, list[str]]]) -> None:
    found = as_one(text, Linker(NameIndex(KNOWN)).link(text))
    assert [(one.mention, [one.chosen.id, *(rival.id for rival in one.rivals)]) for one in found] == named
    assert all(one.mention == text[one.start : one.end] and one.tied == (len(one.rivals) > 0) for one in found)
