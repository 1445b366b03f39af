"""Looking things up while their names are typed."""

from __future__ import annotations

import pytest

from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.linking.lookup import Lookup, form

RECORDS = (
    {"id": "OMIM:154700", "label": "Disease", "name": "Marfan syndrome", "synonyms": ["MFS"]},
    {"id": "ORPHA:558", "label": "Disease", "name": "Marfan syndrome"},
    {"id": "OMIM:616914", "label": "Disease", "name": "Marfan lipodystrophy syndrome"},
    {"id": "ORPHA:284979", "label": "Disease", "name": "Neonatal Marfan syndrome"},
    {"id": "HP:0001519", "label": "Phenotype", "name": "Disproportionate tall stature",
     "synonyms": ["Marfanoid habitus"]},
    {"id": "HP:0001166", "label": "Phenotype", "name": "Arachnodactyly", "synonyms": ["Spider fingers"],
     "alternative_ids": ["HP:0001505"]},
    {"id": "HP:0001083", "label": "Phenotype", "name": "Ectopia lentis"},
    {"id": "NCBIGene:2200", "label": "Gene", "name": "FBN1", "synonyms": ["fibrillin 1"]},
    {"id": "OMIM:270150", "label": "Disease", "name": "Sjögren syndrome", "related_synonyms": ["Sicca complex"]},
    {"id": "OMIM:130000", "label": "Disease", "name": "Spindle-cell tumour, 1"},
    {"id": "X:1", "label": "Disease", "name": "!!!"},
    {"id": "X:2", "label": "Disease", "name": "<img src=x onerror=alert(1)>"},
    {"id": "X:3", "label": "Disease", "name": "马凡综合征"},
)  # fmt: skip


@pytest.fixture(scope="module")
def lookup() -> Lookup:
    index = NameIndex(RECORDS)
    return Lookup(index, Linker(index).candidates)


def names(lookup: Lookup, typed: str, most: int = 8) -> list[str]:
    return [hit.name for hit in lookup.find(typed, most)]


@pytest.mark.parametrize(
    ("typed", "name", "how", "matched"),
    [
        ("marfan syndrome", "Marfan syndrome", "name", "Marfan syndrome"),
        ("  MARFAN   syndrome ", "Marfan syndrome", "name", "Marfan syndrome"),
        ("mfs", "Marfan syndrome", "synonym", "MFS"),
        ("marf", "Marfan syndrome", "start", "Marfan syndrome"),
        ("spider", "Arachnodactyly", "start", "Spider fingers"),
        ("fingers", "Arachnodactyly", "word", "Spider fingers"),
        ("dactyly", "Arachnodactyly", "inside", "Arachnodactyly"),
        ("syndrome neonatal", "Neonatal Marfan syndrome", "words", "Neonatal Marfan syndrome"),
        ("arachnodactily", "Arachnodactyly", "resembles", "Arachnodactyly"),
        ("sjogren", "Sjögren syndrome", "start", "Sjögren syndrome"),
        ("SJÖGREN", "Sjögren syndrome", "start", "Sjögren syndrome"),
        ("sicca", "Sjögren syndrome", "start", "Sicca complex"),
        ("spindle cell", "Spindle-cell tumour, 1", "start", "Spindle-cell tumour, 1"),
        ("马凡", "马凡综合征", "start", "马凡综合征"),
        ("<img src=x", "<img src=x onerror=alert(1)>", "start", "<img src=x onerror=alert(1)>"),
    ],
)  # fmt: skip
def test_the_first_hit_says_what_matched_and_how(lookup: Lookup, typed: str, name: str, how: str, matched: str) -> None:
    first = lookup.find(typed)[0]
    assert (first.name, first.how, first.matched) == (name, how, matched)


@pytest.mark.parametrize(
    "typed",
    ["OMIM:154700", "omim:154700", "MIM 154700", "ORPHA:558", "orphanet:558", "Orphanet 558", "omim:1547", "154700"],
)
def test_a_thing_is_found_by_its_identifiers_in_any_habit(lookup: Lookup, typed: str) -> None:
    first = lookup.find(typed)[0]
    assert first.ids == ("OMIM:154700", "ORPHA:558")


@pytest.mark.parametrize("typed", ["HP:0001166", "hp_0001166", "HPO 1166", "HP:0001505"])
def test_padded_and_former_identifiers_are_known(lookup: Lookup, typed: str) -> None:
    assert lookup.find(typed)[0].name == "Arachnodactyly"


def test_better_matches_come_first_and_each_thing_once(lookup: Lookup) -> None:
    assert names(lookup, "marfan") == [
        "Marfan syndrome",
        "Marfan lipodystrophy syndrome",
        "Disproportionate tall stature",
        "Neonatal Marfan syndrome",
    ]
    assert names(lookup, "marfan", most=2) == ["Marfan syndrome", "Marfan lipodystrophy syndrome"]


@pytest.mark.parametrize("typed", ["", " ", "!!!", "…", "\x00", "\n", "zzzzqqqq"])
def test_what_names_nothing_finds_nothing(lookup: Lookup, typed: str) -> None:
    assert lookup.find(typed) == []


@pytest.mark.parametrize("typed", ["a" * 100_000, "the of " * 50_000, "1" * 5000, "\u202emarfan", "%s{}\\", "(?i)*"])
def test_any_text_is_read(lookup: Lookup, typed: str) -> None:
    assert len(lookup.find(typed)) <= 8


def test_a_name_without_letters_is_found_by_its_identifier(lookup: Lookup) -> None:
    assert lookup.find("X:1")[0].name == "!!!"


def test_every_start_of_every_name_leads_to_its_thing(lookup: Lookup) -> None:
    for record in RECORDS:
        name = str(record["name"])
        for end in range(3, len(name) + 1):
            if form(name[:end]):
                assert name in names(lookup, name[:end], most=20), name[:end]


def test_only_what_begins_so_completes_a_name(lookup: Lookup) -> None:
    found = ["Marfan syndrome", "Marfan lipodystrophy syndrome", "Disproportionate tall stature"]
    assert [hit.name for hit in lookup.beginning("marfan")] == found
    assert [hit.matched for hit in lookup.beginning("spider f")] == ["Spider fingers"]
    assert lookup.beginning("dactyly") == []
    assert lookup.beginning("") == []


def test_a_blank_ends_the_last_word_of_a_beginning(lookup: Lookup) -> None:
    assert [hit.name for hit in lookup.beginning("Marfan ")] == ["Marfan syndrome", "Marfan lipodystrophy syndrome"]
    assert lookup.beginning("Marfan syndrome ") == []


def test_an_empty_graph_finds_nothing() -> None:
    index = NameIndex(())
    assert Lookup(index, Linker(index).candidates).find("marfan") == []


def test_the_text_between_two_names_is_no_name() -> None:
    """Names stand in one text: the end of one and the start of the next must not make a hit."""
    index = NameIndex([{"id": "A:1", "label": "T", "name": "alpha"}, {"id": "A:2", "label": "T", "name": "gamma"}])
    lookup = Lookup(index)
    assert lookup.find("alpha gamma") == []
    assert lookup.find("alpha\ngamma") == []
    assert lookup.find("ag") == []
