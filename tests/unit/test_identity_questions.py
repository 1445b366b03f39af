"""Statements about identifiers: read only where every word is understood, and of the right vocabulary."""

from __future__ import annotations

import pytest

from kgqa.questions.forms.identity import identity
from kgqa.questions.intent import Ambiguity, Intent
from kgqa.records import Candidate, Entity, Node
from kgqa.schema.model import NodeType, Schema
from tests.unit.traces import MARFAN, entity

SCHEMA = Schema((NodeType("Disease", "disease", "diseases"),), ())


def read(question: str, *, named: Node = MARFAN, **more: object) -> Intent | Ambiguity | None:
    found = [entity(named.name, question.index(named.name), named)]
    found += [one for one in (more.get("other"),) if isinstance(one, Entity)]
    return identity(question, found, SCHEMA)


@pytest.mark.parametrize(
    ("question", "negated"),
    [
        ("Marfan syndrome has identifier MONDO:0007947", False),
        ("Disease ontology identifier for Marfan syndrome is DOID:14323", False),
        ("The disease ontology ID of Marfan syndrome is not DOID:14323.", True),
        ("Is MONDO:0007947 the MONDO identifier of the disease Marfan syndrome?", False),
        ("human phenotype ontology id of Marfan syndrome is HP:0001519", False),
        ("Does Marfan syndrome have the accession orphanet:558?", False),
    ],
)
def test_it_is_read_whatever_the_order_and_the_case(question: str, negated: bool) -> None:
    found = read(question)
    assert isinstance(found, Intent)
    assert found.thing is not None
    assert found.thing.name == "Marfan syndrome"
    assert found.identifier in question
    assert (found.kind, found.negated) == ("yesno", negated)


@pytest.mark.parametrize(
    "question",
    [
        "Disease ontology identifier for Marfan syndrome is OMIM:154700",  # another vocabulary
        "Gene ontology identifier for Marfan syndrome is DOID:14323",
        "The HGNC identifier of Marfan syndrome is DOID:14323",
        "Is the only identifier of Marfan syndrome DOID:14323?",
        "The identifier of Marfan syndrome is DOID:14323 or DOID:1",
        "The old identifier of Marfan syndrome is DOID:14323",
        "Does a kind of Marfan syndrome have identifier DOID:14323?",
        "Is Marfan syndrome linked to DOID:14323?",
        "What identifier has Marfan syndrome besides DOID:14323?",
        "Marfan syndrome has identifier 14323",
        "Marfan syndrome has identifier http://example.org/DOID:14323",
    ],
)
def test_whatever_says_more_is_left_to_the_other_forms(question: str) -> None:
    assert read(question) is None


def test_another_name_and_a_name_that_is_only_like_one_are_left_alone() -> None:
    question = "Marfan syndrome has identifier DOID:1 as Fabry disease"
    other = entity("Fabry disease", question.index("Fabry"), Node("D:2", "Fabry disease", "Disease"))
    assert read(question, other=other) is None
    like = Candidate(MARFAN.id, MARFAN.name, MARFAN.label, MARFAN.name, 0.9, "fuzzy")
    question = "Disease ontology identifier for Marfan syndrome is DOID:14323"
    found = identity(question, [Entity("ontology", 8, 16, like), entity("Marfan syndrome", 32, MARFAN)], SCHEMA)
    assert isinstance(found, Intent)
    assert [one.mention for one in found.entities] == ["Marfan syndrome"], "a word that is only like a name is none"
    question = "Marfan sindrome has identifier DOID:1"
    assert identity(question, [Entity("Marfan sindrome", 0, 15, like)], SCHEMA) is None
