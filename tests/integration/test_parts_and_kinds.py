"""Graphs that record parts of things beside kinds of them: each is asked for in its own words."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

asker = own_tables.asker(
    "machines",
    nodes="id,name,label\nS1,gearbox,Component\nS2,flywheel,Component\nS3,engine,Component\nS4,machine,Component\n"
    "S5,sun gear,Component\nS6,diesel engine,Component\nM1,Volvo Penta,Maker\n"
    "C1,cell,CellularComponent\nC2,nucleus,CellularComponent\n",
    # Parts come first, so that it is not the order which tells kinds.
    edges="source,type,target\nS1,IS_PART_OF,S3\nS2,IS_PART_OF,S3\nS5,IS_PART_OF,S1\nS6,SUBCLASS_OF,S3\n"
    "S3,SUBCLASS_OF,S4\nM1,MAKES,S1\nC2,IS_PART_OF,C1\n",
)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is the flywheel part of the engine?", True),
        ("Is the sun gear a part of the engine?", True),
        ("Does the gearbox belong to the engine?", True),
        ("Does the engine have the gearbox as a part?", True),
        ("Is the diesel engine an engine?", True),
        ("Is the engine a kind of machine?", True),
        ("Is the diesel engine part of the engine?", False),
        ("Is the flywheel an engine?", False),
        ("Is the engine part of the flywheel?", False),
    ],
)
def test_whether_a_thing_is_a_part_of_another_or_a_kind(asker: Asker, question: str, verdict: bool) -> None:
    assert asker.ask(question).answer.verdict is verdict


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the flywheel part of?", {"engine"}),
        ("What does the gearbox belong to?", {"engine"}),
        ("What has the sun gear as a part?", {"gearbox"}),
        ("What are the parts of the engine?", {"gearbox", "flywheel"}),
        ("Which parts does the engine have?", {"gearbox", "flywheel"}),
        ("What does the engine contain as part?", {"gearbox", "flywheel"}),
        ("Which components belong to the engine?", {"gearbox", "flywheel"}),
        ("What kinds of engine are there?", {"diesel engine"}),
        ("What is the engine a kind of?", {"machine"}),
        ("What are the parts of the cell?", {"nucleus"}),
    ],
)
def test_parts_and_wholes_kinds_and_what_is_above(asker: Asker, question: str, names: set[str]) -> None:
    assert {item.name for item in asker.ask(question).answer.items} == names
