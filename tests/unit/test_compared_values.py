"""Two things that a question for yes or no compares by a number, held against the numbers of their records."""

from __future__ import annotations

import pytest

from kgqa.records import Candidate, Entity, Node, Triple
from kgqa.schema.model import NodeType, Property, Relation, Schema
from kgqa.strategies.compared_values import compared

FIELDS = (Property("loss_percent", "INTEGER"), Property("frequency", "STRING", role="frequency"))
SCHEMA = Schema(
    (NodeType("Pest", "pest", "pests"), NodeType("Crop", "crop", "crops")),
    (Relation("ATTACKS", "Pest", "Crop", "attacks", "is attacked by", properties=FIELDS),),
)


def record(number: int, crop: str, loss: int, often: str) -> Triple:
    fields = {"loss_percent": loss, "frequency": often, "year": 2000 + number}
    return Triple(number, Node("beetle", "beetle", "Pest"), "ATTACKS", Node(crop, crop, "Crop"), "attacks",
                  properties=fields)  # fmt: skip


RECORDS = [record(1, "apple", 56, "5/10"), record(2, "pear", 39, "9/10"), record(3, "plum", 30, "1/10"),
           record(4, "plum", 45, "6/10")]  # fmt: skip


@pytest.mark.parametrize(
    ("question", "holds", "records"),
    [
        ("Does the beetle cause a higher loss in apple than in pear?", True, [1, 2]),
        ("Does the beetle cause a higher loss in pear than in apple?", False, [2, 1]),
        ("Does the beetle cause a lower loss in pear than in apple?", True, [2, 1]),
        ("Is the beetle more frequent in pear than in apple?", True, [2, 1]),
        ("Is the loss by the beetle higher in pear than in plum?", None, [2, 3, 4]),
        ("Is the beetle rarely more frequent in pear than in apple?", None, []),
        ("Is the loss by the beetle not higher in pear than in apple?", None, []),
        ("Does the beetle prefer pear more than apple?", None, []),
    ],
)
def test_numbers_tell_it_where_they_do_not_overlap(question: str, holds: bool | None, records: list[int]) -> None:
    names = [(name, "Pest" if name == "beetle" else "Crop") for name in ("beetle", "apple", "pear", "plum")]
    entities = [
        Entity(name, at, at + len(name), Candidate(name, name, label, 1.0, "exact", name))
        for name, label in names if (at := question.find(name)) >= 0
    ]  # fmt: skip
    found = compared(question, sorted(entities, key=lambda one: one.start), RECORDS, SCHEMA)
    assert found is not None
    assert (found.holds, [one.number for one in found.records]) == (holds, records)
    assert compared("Does the beetle attack more than half of them?", entities[:1], RECORDS, SCHEMA) is None
