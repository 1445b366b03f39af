"""What several services gave, as one: each fact once with everybody who says it, each thing once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgqa.evidence.sentences import is_of, sentence
from kgqa.linking.index import NameIndex
from kgqa.questions.intent import Thing
from kgqa.schema import derive
from kgqa.schema.model import Schema
from kgqa.services.federation.facts import schema_of
from kgqa.services.federation.merging import Merged, Merger
from kgqa.services.federation.requested_links import End, Link, Wanted
from kgqa.services.federation.types import Types
from kgqa.services.trapi.reading import MessageReader
from tests.scripted_services import Service, edge, node

LOCAL = NameIndex(
    [{"id": "OMIM:154700", "name": "Marfan syndrome", "label": "Disease", "alternative_ids": ["MONDO:0007947"]}]
)
TYPES = Types(Schema((derive.node_type("Disease", 1, ()), derive.node_type("Gene", 1, ())), ()))
MARFAN = Thing("Marfan syndrome", "Disease", ("OMIM:154700", "MONDO:0007947"))
ANY = Wanted(
    {"n0": End("biolink:ChemicalEntity"), "n1": End("biolink:Disease", MARFAN)}, (Link("n0", (), "n1"),), "n0", "drugs"
)


def merged(*given: tuple[str, Sequence[dict[str, Any]]], nodes: dict[str, Any] | None = None) -> Merged:
    merger = Merger(LOCAL, TYPES, [ANY])
    for name, edges in given:
        asked = {"nodes": {"n0": {}, "n1": {}}, "edges": {"e0": {"subject": "n0", "object": "n1"}}}
        service = Service(edges, nodes=nodes)
        predicates = sorted({one["predicate"] for one in edges})
        asked["edges"]["e0"]["predicates"] = predicates
        message = MessageReader().response(service.message({"message": {"query_graph": asked}})).message
        merger.add(name, ANY, message)
    return merger.merged()


HELPS = edge("CHEBI:6541", "treats", "MONDO:0007947")


def test_one_fact_of_several_services_is_one_with_all_its_sources() -> None:
    turned = edge("MONDO:0007947", "treated_by", "CHEBI:6541", "infores:chembl", publications=["PMID:2", "PMID:1"])
    found = merged(
        ("A", [edge("CHEBI:6541", "treats", "MONDO:0007947", publications=["PMID:1"])]),
        ("B", [turned]),
        ("C", [edge("UNII:JMS50MPO89", "treats", "OMIM:154700", "infores:drugbank", level="prediction")]),
        nodes={"UNII:JMS50MPO89": node("UNII:JMS50MPO89", ["CHEBI:6541", "MESH:D019808"]),
               "OMIM:154700": {"name": "MFS", "categories": ["biolink:Disease"]}},
    )  # fmt: skip
    (fact,) = found.facts
    triple = fact.triple
    assert (triple.subject.name, triple.phrase, triple.object.name) == ("losartan", "treats", "Marfan syndrome")
    assert triple.object.id == "OMIM:154700", "as the local graph has it"
    assert fact.services == ("A", "B", "C")
    assert triple.sources == ("drugcentral", "chembl", "drugbank")
    assert triple.properties["publications"] == ["PMID:1", "PMID:2"]
    assert not fact.inferred, "somebody records it, whoever else infers it"
    assert is_of(sentence(triple, schema_of([triple])), triple)


def test_who_denies_it_disagrees_and_what_nobody_records_is_inferred() -> None:
    found = merged(
        ("A", [HELPS, edge("CHEBI:2904", "treats", "MONDO:0007947", level="prediction")]),
        ("B", [edge("CHEBI:6541", "treats", "MONDO:0007947", negated=True)]),
    )
    said = {one.triple.phrase: one for one in found.facts}
    assert set(said) == {"treats", "does not treat", "is inferred to treat"}
    assert found.facts[said["treats"].opposite or 0] is said["does not treat"]
    assert said["does not treat"].triple.against
    assert said["treats"].triple.properties["disagrees"] == ["B"]
    assert said["is inferred to treat"].inferred
    assert said["is inferred to treat"].triple.predicate != said["treats"].triple.predicate


def test_qualified_facts_stay_apart_and_say_how() -> None:
    aspect = {"qualifier_type_id": "biolink:object_aspect_qualifier", "qualifier_value": "expression"}
    direction = {"qualifier_type_id": "biolink:object_direction_qualifier", "qualifier_value": "decreased"}
    found = merged(
        ("A", [edge("CHEBI:6541", "affects", "NCBIGene:2200", qualifiers=[direction, aspect]),
               edge("CHEBI:6541", "affects", "NCBIGene:2200")]),
    )  # fmt: skip
    assert {one.triple.phrase for one in found.facts} == {"decreases expression of", "affects"}
    assert {one.forward for one in schema_of(one.triple for one in found.facts).relations} == {
        "decreases expression of",
        "affects",
    }
    assert {one.triple.object.label for one in found.facts} == {"Gene"}


def test_things_are_one_only_where_their_types_agree() -> None:
    same = {"CHEBI:6541": node("CHEBI:6541", ["NCBIGene:2200"])}
    found = merged(("A", [edge("CHEBI:6541", "affects", "NCBIGene:2200")]), nodes=same)
    (fact,) = found.facts
    assert {fact.triple.subject.id, fact.triple.object.id} == {"CHEBI:6541", "NCBIGene:2200"}


def test_a_type_is_asked_for_by_the_words_of_every_label_that_is_of_it() -> None:
    types = Types(Schema((derive.node_type("Drug", 1, ()), derive.node_type("SmallMolecule", 1, ())), ()))
    words = types.node("biolink:ChemicalEntity").words
    assert {"medication", "small molecule", "biochemical entity"} <= set(words)
    assert types.node("biolink:ChemicalEntity").label == "Drug"
