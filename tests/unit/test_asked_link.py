"""Which records are of the link that a question asks for, and what it names in the words of a record."""

from __future__ import annotations

from typing import Any

import pytest

from kgqa.records import Candidate, Entity, Node, Triple
from kgqa.strategies.writing.requested_link import is_asked_for, named_by_records
from tests.unit.test_schema_words import ANNOTATIONS, SCHEMAS

MARFAN = Node("d:1", "Marfan syndrome", "Disease")
LENS = Node("p:1", "Ectopia lentis", "Phenotype")


def named(question: str, *nodes: Node) -> list[Entity]:
    found = []
    for node in nodes:
        start = question.lower().index(node.name.lower())
        mention = question[start : start + len(node.name)]
        thing = Candidate(node.id, node.name, node.label, 1.0, "exact", node.name, (node.id,))
        found.append(Entity(mention, start, start + len(mention), thing))
    return found


def record(subject: Node, predicate: str, of: Node, **more: Any) -> Triple:
    return Triple(1, subject, predicate, of, "", **more)


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("Is ectopia lentis showing in Marfan syndrome?", True),
        ("Is ectopia lentis observed in patients with Marfan syndrome?", True),
        ("Ectopia lentis in Marfan syndrome?", True),
        ("Would you get ectopia lentis in Marfan syndrome?", True),
        ("Is ectopia lentis cured by Marfan syndrome?", False),
        ("Is ectopia lentis contraindicated in Marfan syndrome?", False),
    ],
)
def test_a_record_against_is_of_the_link_that_is_asked_for(question: str, is_asked: bool) -> None:
    one = record(MARFAN, "EXCLUDES_PHENOTYPE", LENS)
    assert is_asked_for(one, question, named(question, MARFAN, LENS), ANNOTATIONS) is is_asked


def test_of_several_relations_the_question_has_to_say_which() -> None:
    drug, gene = Node("c:1", "Aspirin", "Compound"), Node("g:1", "PTGS2", "Gene")
    question = "Is aspirin something for PTGS2?"
    one = record(drug, "BINDS_CbG", gene)
    assert not is_asked_for(one, question, named(question, drug, gene), SCHEMAS["drugs"])
    assert is_asked_for(
        one, "Does aspirin bind PTGS2?", named("Does aspirin bind PTGS2?", drug, gene), SCHEMAS["drugs"]
    )


def test_an_inheritance_or_a_course_is_named_in_other_words() -> None:
    modes = [Node("i:1", "Autosomal dominant inheritance", "InheritanceMode"), Node("i:2", "Digenic inheritance", "X")]
    question = "Does Marfan syndrome follow an autosomal dominant pattern?"
    records = [record(MARFAN, "HAS_INHERITANCE", modes[0])]
    found = named_by_records(question, named(question, MARFAN), records, ANNOTATIONS)
    assert [one.chosen.id for one in found] == ["d:1", "i:1"]
    adult = Node("c:1", "Adult onset", "ClinicalCourse")
    question = "Does Marfan syndrome begin in adulthood?"
    found = named_by_records(question, named(question, MARFAN), [record(MARFAN, "HAS_COURSE", adult)], ANNOTATIONS)
    assert [one.chosen.id for one in found] == ["d:1", "c:1"]
    question = "Does Marfan syndrome begin in childhood?"
    assert (
        len(named_by_records(question, named(question, MARFAN), [record(MARFAN, "HAS_COURSE", adult)], ANNOTATIONS))
        == 1
    )
