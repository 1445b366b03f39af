"""What a type is called by what its things are called."""

from __future__ import annotations

import pytest

from kgqa.schema import derive
from kgqa.schema.called_by_names import with_words_of_names
from kgqa.schema.model import Schema
from kgqa.schema.reconcile import settled

ANTIBIOTICS = ["Amoxicillin", "Ceftriaxone", "Vancomycin", "Gentamicin", "Doxycycline", "Novomycil", "Ertasept"]
HOUSES = ["Royal Elm Hospital", "Northgate Hospital", "General Hospital Asterby", "St Odile Hospital", "Karlsklinikum"]


def called(label: str, names: list[str], *, source: str = "") -> Schema:
    """The schema of one type with these things; with ``source`` it is a class of things of that type."""
    nodes = [derive.node_type(label, len(names), ())]
    made = []
    if source:
        nodes.append(derive.node_type(source, 3, ()))
        made = [derive.relation("IS_A", source, label, 3, ())]
    return with_words_of_names(settled(nodes, made), {label: names})


def test_what_the_names_are_kinds_of_is_a_word_for_their_type() -> None:
    schema = called("Antimicrobial", ANTIBIOTICS)
    (node,) = schema.nodes
    assert {"drug", "medicine"} <= set(node.words)
    assert node.loose == ()
    assert "drug" not in schema.absent, "nothing says any more that there are no drugs"


def test_what_many_names_hold_is_a_loose_word() -> None:
    (node,) = called("Site", HOUSES).nodes
    assert (node.words, node.loose) == ((), ("hospital",))


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("drug", ANTIBIOTICS[:3]),  # too few
        ("cancer", ["Asthma", "Lung cancer", "Breast cancer", "Skin cancer", "Bowel cancer", "Migraine", "Gout"]),
        ("bee", ["Honey bee", "Carpenter bee", "Mason bee", "Leafcutter bee", "Marmalade hoverfly", "Drone fly"]),
        ("hospital", ["Karlsklinikum", "Hopital Nord", "Rigshuset", "Leuvenstein", "Northgate Hospital"]),
    ],
)
def test_what_is_true_of_some_of_them_is_no_word_for_all(word: str, names: list[str]) -> None:
    (node,) = called("Item", names).nodes
    assert word not in (*node.words, *node.loose)


@pytest.mark.parametrize("names", [[], ["", " ", "?", "7", "x", "y"]])
def test_names_that_say_nothing_add_nothing(names: list[str]) -> None:
    assert called("Item", names).nodes[0].loose == ()


def test_a_class_of_drugs_is_no_drug() -> None:
    node = called(
        "Family", ["Penicillin", "Cephalosporin", "Tetracycline", "Erythromycin"], source="Antimicrobial"
    ).nodes[0]
    assert "drug" not in node.words


def test_a_drug_class_beside_the_drugs_takes_no_word_from_them() -> None:
    nodes = [derive.node_type(label, 5, ()) for label in ("Antimicrobial", "DrugClass")]
    schema = with_words_of_names(settled(nodes, []), {"Antimicrobial": ANTIBIOTICS})
    assert "drug" in next(node for node in schema.nodes if node.label == "Antimicrobial").words


def test_an_adjective_that_is_a_noun_as_well_is_no_word_for_a_type() -> None:
    firms = ["Arden Medical", "Nipro Medical Corporation", "Boreal Medical", "Kestrel Medical Systems"]
    assert called("Maker", firms).nodes[0].loose == ()


def test_a_word_that_fits_two_types_is_that_of_neither() -> None:
    nodes = [derive.node_type(label, 5, ()) for label in ("Site", "Payer")]
    schema = with_words_of_names(settled(nodes, []), {"Site": HOUSES, "Payer": HOUSES})
    assert [node.loose for node in schema.nodes] == [(), ()]


def test_words_come_back_from_the_manifest() -> None:
    schema = called("Site", HOUSES)
    assert Schema.from_json(schema.as_json()) == schema
