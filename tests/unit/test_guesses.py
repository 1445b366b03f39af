"""What an unknown graph probably means: names and identifiers of its nodes, directions of its relations."""

from __future__ import annotations

from typing import Any

import pytest

from kgqa.graph.own import guesses
from kgqa.graph.own.reading import rarest
from kgqa.schema import derive


def guessed(label: str, *nodes: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Names of the properties that may name and that may identify nodes of a label."""
    found = guesses.summarise(nodes)
    return [p.name for p in guesses.names(label, found)], [p.name for p in guesses.identifiers(label, found)]


@pytest.mark.parametrize(
    ("values", "type_"),
    [
        ([1, 2], "INTEGER"),
        ([1, 2.5], "FLOAT"),
        ([True, False], "BOOLEAN"),
        ([True, 1], "STRING"),
        (["a", 1], "STRING"),
        ([["a"], "a"], "LIST"),
        ([{"x": 1.0, "y": 2.0}], "STRING"),
    ],
)
def test_a_type_holds_for_every_value(values: list[Any], type_: str) -> None:
    assert [p.type for p in guesses.summarise([{"v": value} for value in values])] == [type_]


def test_usual_names_come_before_others() -> None:
    nodes = (
        {"code": "C1", "title": "One", "name": "Alpha", "id": "X:1"},
        {"code": "C2", "title": "Two", "name": "B", "id": "X:2"},
    )
    assert guessed("Disease", *nodes) == (["name", "title"], ["id", "code"])


@pytest.mark.parametrize("id_", ["gene_id", "geneId", "GeneID", "gene id", "gene-id"])
def test_the_label_may_stand_before_a_usual_name(id_: str) -> None:
    assert guessed("Gene", {id_: "g1", "geneName": "A"}, {id_: "g2", "geneName": "B"}) == (["geneName"], [id_])
    assert guessed("Drug", {id_: "g1", "name": "A"}, {id_: "g2", "name": "B"})[1] == []


def test_a_number_or_a_repeated_code_identifies_nothing() -> None:
    assert guessed("Gene", {"id": 1, "code": "x", "name": "A"}, {"id": 2, "code": "x", "name": "B"})[1] == []


def test_identifiers_that_some_nodes_lack_identify_nothing() -> None:
    assert guessed("Gene", {"id": "g1", "name": "A"}, {"name": "B"})[1] == []


def test_unusual_names_are_found_by_being_unique_and_short() -> None:
    nodes = [{"bezeichnung": f"N{i}", "group": "same", "remark": f"{i} " * 200, "xref": f"MESH:{i}"} for i in range(9)]
    assert guessed("Ding", *nodes) == (["bezeichnung"], ["xref"])


def test_a_description_or_synonym_is_no_name() -> None:
    assert (
        guessed("Ding", {"id": "1", "description": "a", "alias": "b"}, {"id": "2", "description": "c", "alias": "d"})[0]
        == []
    )


@pytest.mark.parametrize(
    ("type_", "ends", "symmetric", "hierarchical"),
    [
        ("RESEMBLES_DrD", ("Disease", "Disease"), True, False),
        ("interacts_with", ("Gene", "Gene"), True, False),
        ("is_similar_to", ("Drug", "Drug"), True, False),
        ("interacts_with", ("Gene", "Drug"), False, False),
        ("REGULATES", ("Gene", "Gene"), False, False),
        ("subClassOf", ("Disease", "Disease"), False, True),
        ("IS_A", ("Disease", "Group"), False, False),
        ("PART_OF", ("Organ", "Organ"), False, True),
        ("BELONGS_TO_CLASS", ("DrugClass", "DrugClass"), False, True),
        ("BELONGS_TO", ("Owner", "Thing"), False, False),
        ("-", ("Gene", "Gene"), False, False),
    ],
)
def test_only_within_one_type_a_relation_is_symmetric_or_a_hierarchy(
    type_: str, ends: tuple[str, str], symmetric: bool, hierarchical: bool
) -> None:
    relation = derive.relation(type_, *ends, 1, ())
    assert (relation.symmetric, relation.hierarchical) == (symmetric, hierarchical)
    assert not symmetric or relation.inverse == relation.forward


def test_only_a_boolean_denies() -> None:
    assert guesses.denying(guesses.summarise([{"negated": "yes"}, {"negated": "no"}])) is None
    found = guesses.denying(guesses.summarise([{"source": "x", "isNegated": True}]))
    assert found is not None
    assert found.name == "isNegated"


def test_the_rarest_label_counts() -> None:
    counts = {"Entity": 9, "Gene": 3, "GenomicEntity": 3}
    assert rarest(counts, ["Entity", "GenomicEntity", "Gene", "Unknown"]) == "Gene"
    assert rarest(counts, ["Unknown"]) is None
    assert rarest(counts, []) is None
