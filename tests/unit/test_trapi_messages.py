"""Messages of every version, read into one form and written back; the published models judge what is written."""

from __future__ import annotations

import doctest
import json
from dataclasses import replace
from typing import Any

import pytest
from translator_tom import v1_6, v2_0
from translator_tom.v1_6.validation import semantic_validate as validate_1_6
from translator_tom.v2_0.validation import semantic_validate as validate_2_0

from kgqa.schema.derive import node_type, relation
from kgqa.schema.model import Schema
from kgqa.services.trapi import biolink, mapping, writing
from kgqa.services.trapi.model import (
    AGGREGATOR,
    PRIMARY,
    Analysis,
    Attribute,
    AttributeConstraint,
    AuxiliaryGraph,
    Choice,
    Edge,
    Log,
    Message,
    Node,
    NodeBinding,
    QueryEdge,
    QueryGraph,
    QueryNode,
    Request,
    Response,
    Result,
    Source,
    Version,
)
from kgqa.services.trapi.reading import MessageError, MessageReader, version_of

LESS = (("object_aspect_qualifier", "expression"), ("object_direction_qualifier", "decreased"))
CHAIN = (
    Source("infores:drugbank", PRIMARY, urls=("https://go.drugbank.com/drugs/DB00316",)),
    Source("infores:hetionet", AGGREGATOR, ("infores:drugbank",)),
)
ASKED = QueryGraph(
    {
        "n0": QueryNode(("CHEBI:46195",)),
        "n1": QueryNode(
            categories=("biolink:Gene",),
            constraints=(AttributeConstraint("biolink:symbol", "matches", "^PT", "symbol"),),
        ),
    },
    {
        "e0": QueryEdge(
            "n0", "n1", ("biolink:affects",), "lookup", (LESS,), knowledge_level=Choice(("prediction",), allow=False)
        )
    },
)
FOUND = Response(
    Message(
        ASKED,
        {
            "CHEBI:46195": Node("paracetamol", ("biolink:SmallMolecule",)),
            "NCBIGene:5743": Node("PTGS2", ("biolink:Gene",), (Attribute("biolink:symbol", "PTGS2", "symbol"),)),
        },
        {
            "e1": Edge(
                "CHEBI:46195", "biolink:affects", "NCBIGene:5743", CHAIN, LESS,
                (
                    Attribute("biolink:publications", ["PMID:1", "PMID:2"], source="infores:hetionet"),
                    Attribute("biolink:support_graphs", ["a1"]),
                ),
                "prediction", "text_mining_agent", negated=True,
            ),
            "e2": Edge("CHEBI:46195", "biolink:interacts_with", "NCBIGene:5743", CHAIN),
        },
        {"a1": AuxiliaryGraph(("e2",))},
        (
            Result(
                {"n0": (NodeBinding("CHEBI:46195"),), "n1": (NodeBinding("NCBIGene:5743"),)},
                (Analysis("infores:hetionet", {"e0": ("e1",)}, score=0.5, scoring_method="hops"),),
            ),
        ),
    ),
    "Success",
    "1 result.",
    (Log("2026-11-23T12:00:00Z", "WARNING", "The list was cut.", "Cut"),),
    biolink_version="4.4.4",
)  # fmt: skip


@pytest.mark.parametrize("version", ["1.6", "2.0"])
def test_what_is_written_is_valid_and_reads_as_it_was(version: Version) -> None:
    published: Any = {"1.6": v1_6, "2.0": v2_0}[version]
    validate = {"1.6": validate_1_6, "2.0": validate_2_0}[version]
    sent = json.loads(json.dumps(writing.response(FOUND, version)))
    assert "null" not in json.dumps(sent)
    assert version_of(sent) == version
    warnings, errors = validate(published.Response.model_validate(sent))
    assert ([str(one) for one in errors], [str(one) for one in warnings]) == ([], [])
    reader = MessageReader()
    kept = QueryEdge("n0", "n1", ("biolink:affects",), "lookup", (LESS,))
    asked = ASKED if version == "2.0" else replace(ASKED, edges={"e0": kept})  # 1.6 has no word for the choice
    wanted = replace(FOUND, message=replace(FOUND.message, query_graph=asked))
    assert reader.response(sent) == replace(wanted, schema_version=sent["schema_version"])
    assert reader.problems == []
    request = Request(Message(asked), "infores:us", "DEBUG", True, 20.0 if version == "2.0" else None)
    sent = writing.request(request, version)
    published.Query.model_validate(sent)
    assert (MessageReader().request(sent), version_of(sent)) == (request, version)


def test_a_part_that_is_wrong_costs_itself_alone_and_is_told() -> None:
    sent = writing.response(FOUND, "1.6")
    graph, result = sent["message"]["knowledge_graph"], sent["message"]["results"][0]
    graph["edges"] |= {"e3": {"subject": "CHEBI:46195", "object": "NCBIGene:5743"}, "e4": None}
    graph["edges"]["e2"] |= {"attributes": [{"attribute_type_id": "x:y", "value": None}], "qualifiers": None}
    graph["nodes"]["MONDO:1"] = ["Disease"]
    result["node_bindings"] |= {"n2": {"ids": ["MONDO:1"]}, "n3": [{}]}
    sent["message"]["results"].append("none")
    sent["logs"] = {"level": "ERROR"}
    reader = MessageReader()
    read = reader.response(sent)
    assert set(read.message.edges) == {"e1", "e2"}
    assert read.message.nodes.keys() == FOUND.message.nodes.keys()
    assert (read.message.results or ())[0].nodes["n2"] == (NodeBinding("MONDO:1"),)
    assert reader.problems == [
        "knowledge_graph.nodes.MONDO:1 is no object but a list. It is left out.",
        "knowledge_graph.edges.e2 has an attribute without a type or a value; it is left out.",
        "knowledge_graph.edges.e3 has no predicate. It is left out.",
        "knowledge_graph.edges.e4 is no object but nothing. It is left out.",
        "results[0].node_bindings.n3 has a binding that names nothing; it is left out.",
        "results[1] is no object but a text ('none'). It is left out.",
        "logs is no list but an object; it is left out.",
    ]
    for broken in (None, [], "<html>", {"detail": "Not here"}, {"message": 1}):
        with pytest.raises(MessageError):
            MessageReader().response(broken)


def test_edges_read_as_sentences_and_terms_know_their_kinds() -> None:
    edges = FOUND.message.edges
    assert biolink.phrase(edges["e1"].predicate, edges["e1"].qualifiers, edges["e1"].negated) == (
        "does not decrease expression of"
    )
    assert biolink.predicate_words("biolink:treats", inverse=True) == "is treated by"
    assert (edges["e1"].inferred, edges["e2"].inferred) == (True, False)
    assert edges["e1"].publications == ("PMID:1", "PMID:2")
    assert "biolink:treats" in (
        biolink.asked_for(["biolink:treats_or_applied_or_studied_to_treat"], "predicates") or ()
    )
    assert biolink.asked_for(["biolink:NamedThing"], "categories") is None
    assert biolink.inverse_of("biolink:has_phenotype") == "biolink:phenotype_of"
    assert "expression" in biolink.values_below("activity_or_abundance")


def test_the_labels_and_relations_of_graphs_are_put_into_the_models_terms() -> None:
    for module in (biolink, mapping, biolink):
        assert doctest.testmod(module).failed == 0
    less = (("qualified_predicate", "biolink:causes"), *LESS)
    named = {
        ("TREATS_CtD", "Compound", "Disease"): ("biolink:treats", (), False),
        ("ASSOCIATES_DaG", "Disease", "Gene"): ("biolink:gene_associated_with_condition", (), True),
        ("EXPRESSES_AeG", "Anatomy", "Gene"): ("biolink:expressed_in", (), True),
        ("biolink:treated_by", "disease", "drug"): ("biolink:treats", (), True),
        ("contraindication", "drug", "disease"): ("biolink:contraindicated_in", (), False),
        ("decreases expression of", "drug", "gene/protein"): ("biolink:affects", less, False),
        ("disease_phenotype_positive", "disease", "effect/phenotype"): ("biolink:has_phenotype", (), False),
        ("is_a", "disease", "disease"): ("biolink:subclass_of", (), False),
        ("part_of", "Anatomy", "Anatomy"): ("biolink:has_part", (), True),
        ("drug_protein", "drug", "gene/protein"): ("biolink:related_to", (), False),
        ("sold at", "Crop", "Market"): ("biolink:related_to", (), False),
    }
    labels = sorted({label for _, *ends in named for label in ends})
    schema = Schema(tuple(node_type(label, 1, ()) for label in labels), tuple(relation(*one, 1, ()) for one in named))
    for one, (type_, wanted) in zip(schema.relations, named.items(), strict=True):
        found = mapping.term(one, schema)
        assert (found.predicate, found.qualifiers, found.turned) == wanted, type_
    categories = {node.label: mapping.category(node) for node in schema.nodes}
    assert categories["effect/phenotype"] == "biolink:PhenotypicFeature"
    assert (categories["Crop"], categories["Compound"]) == ("biolink:NamedThing", "biolink:Drug")
