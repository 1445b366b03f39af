"""The name that several things begin with stands for all of them, in graphs that tell no groups."""

from __future__ import annotations

import pytest

from kgqa.linking.families import stem_of
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker

NAMES = {
    "D:1": "Fading syndrome 1",
    "D:2": "Fading syndrome, type 2",
    "D:3": "Fading syndrome, autosomal recessive",
    "D:4": "Bright fever 1",
    "D:5": "Bright fever 2A",
    "D:6": "Bright fever",
    "D:7": "Lonely ataxia 3",
    "D:8": "Spotted fever type IIb",
    "D:9": "Spotted fever type IIa",
}
RECORDS = [{"id": id_, "label": "Disease", "name": name} for id_, name in NAMES.items()]


def linker(*labels: str) -> Linker:
    return Linker(NameIndex(RECORDS), families=frozenset(labels))


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ("fading syndrome", ("D:1", "D:2", "D:3")),
        ("Fading Syndromes", ("D:1", "D:2", "D:3")),
        ("spotted fever", ("D:8", "D:9")),
    ],
)
def test_a_name_that_several_begin_with_stands_for_them(asked: str, ids: tuple[str, ...]) -> None:
    (found,) = linker("Disease").link(f"Which genes cause {asked}?")
    assert (found.chosen.method, found.chosen.ids) == ("family", ids)


def test_a_name_of_its_own_goes_first_and_one_thing_is_no_family() -> None:
    (found,) = linker("Disease").link("Which genes cause bright fever?")
    assert (found.chosen.id, found.chosen.method) == ("D:6", "exact")
    assert linker("Disease").link("Which genes cause lonely ataxia?") == []


def test_a_member_is_found_by_its_own_name() -> None:
    (found,) = linker("Disease").link("Which genes cause fading syndrome type 2?")
    assert (found.chosen.id, found.chosen.method) == ("D:2", "normalised")


def test_a_number_that_no_member_has_is_left_to_be_told() -> None:
    (found,) = linker("Disease").link("Which genes cause fading syndrome type 9?")
    assert found.subtype == "type 9"


def test_only_things_of_the_labels_given_have_families() -> None:
    assert linker("Gene").link("Which genes cause fading syndrome?") == []
    assert linker().link("Which genes cause fading syndrome?") == []


def shortened(text: str, *, meant: bool) -> list[str]:
    names = {
        **NAMES, "D:10": "Corvin ataxia 1", "D:11": "Corvin ataxia, type 2", "D:12": "Tessin neuropathy X",
    }  # fmt: skip
    index = NameIndex([{"id": id_, "label": "Disease", "name": name} for id_, name in names.items()])
    linker = Linker(index, families=frozenset({"Disease"}), meant=meant)
    return [one.id for one in linker.shortened(text, {"Disease": frozenset({"syndrome", "type"})}).short(text)]


@pytest.mark.parametrize("text", ["Corvin", "Corvin ataxia"])
def test_where_the_name_that_several_begin_with_is_none_no_member_is_taken_for_it(text: str) -> None:
    assert shortened(text, meant=False) == []
    assert len(shortened(text, meant=True)) > 1, "all that begin so are as good"


def test_a_name_that_one_thing_alone_begins_with_is_a_shortened_name_either_way() -> None:
    assert shortened("Tessin", meant=False) == shortened("Tessin", meant=True) == ["D:12"]


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("Charcot-Marie-Tooth disease, type 2A", "Charcot-Marie-Tooth disease"),
        ("Deafness, autosomal dominant 3A", "Deafness"),
        ("Osteopetrosis, X-linked recessive", "Osteopetrosis"),
        ("Vitamin D", ""),
        ("Type 2", ""),
        ("Marfan syndrome", ""),
        ("2", ""),
        ("", ""),
    ],
)
def test_the_stem_of_a_name(name: str, stem: str) -> None:
    assert stem_of(name) == stem
