"""Names beside a description that denies: whose denial it is."""

from __future__ import annotations

import pytest

from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.negation.described_absence import open_denial, with_descriptions
from kgqa.records import Entity

KNOWN = [
    {"id": "S:1", "label": "Sign", "name": "Calvities", "synonyms": ["Loss of fur"]},
    {"id": "S:2", "label": "Sign", "name": "Anosmia", "synonyms": ["Lost smell"]},
    {"id": "S:3", "label": "Sign", "name": "Bulimia", "synonyms": ["Great appetite"]},
    {"id": "S:4", "label": "Sign", "name": "Proptosis", "synonyms": ["Bulging eyes"]},
    {"id": "S:5", "label": "Sign", "name": "Fever"},
]
LINKER = Linker(NameIndex(KNOWN))


def _names_of(entity: Entity) -> list[str]:
    index = LINKER.index
    return [name.text for name in index.names_of(index.position(entity.chosen.id))]


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        ("which show no fur (calvities)?", ["no fur (calvities)"]),
        ("which show fever and no fur - calvities?", ["fever", "no fur - calvities"]),
        ("which show no fur, i.e. calvities?", ["no fur, i.e. calvities"]),
        ("which show calvities (no fur) and fever?", ["calvities (no fur)", "fever"]),
        ("one without a sense of smell (anosmia)", ["without a sense of smell (anosmia)"]),
        ("cannot smell (anosmia)", ["cannot smell (anosmia)"]),
        ("no fur, calvities", ["no fur, calvities"]),
        ("no fever, calvities", ["fever", "calvities"]),
        ("no loss of fur (calvities)", ["loss of fur", "calvities"]),
        ("does not lack fur (calvities)", ["calvities"]),
        ("cannot stop eating (bulimia)", ["bulimia"]),
        ("no bulging eyes (proptosis)", ["bulging eyes", "proptosis"]),
        ("no fur and fever (calvities)", ["fever", "calvities"]),
    ],
)
def test_who_lacks_what_a_name_says_is_lost_has_what_it_names(text: str, mentions: list[str]) -> None:
    found = with_descriptions(text, LINKER.link(text), LINKER.link, _names_of)
    assert [one.mention for one in found] == mentions
    assert all(text[one.start : one.end] == one.mention for one in found)


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("he cannot stop eating (bulimia)", "cannot stop eating (bulimia)"),
        ("does not lack fur (calvities)", "does not lack fur (calvities)"),
        ("which show bulimia (not feeling full)?", "bulimia (not feeling full)"),
        ("no fur (calvities)", ""),
        ("no bulging eyes (proptosis)", ""),
        ("without any loss of fur (calvities)", ""),
        ("no fever (calvities)", ""),  # two things
        ("without goggling (proptosis)", ""),
        ("with no fever show wild feasts (bulimia)", ""),
        ("no feasts, bulimia", ""),
        ("which do not show bulimia?", ""),
    ],
)
def test_a_denial_that_may_be_of_a_name_or_of_its_description_is_open(text: str, denied: str) -> None:
    found = with_descriptions(text, LINKER.link(text), LINKER.link, _names_of)

    def describes(phrase: str) -> list[str]:
        return ["S:4"] if phrase == "goggling" else []

    assert open_denial(text, found, LINKER.link, describes, lambda rest: "show" in rest) == denied
