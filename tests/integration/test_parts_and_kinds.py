"""Graphs that record parts of things beside kinds of them: each is asked for in its own words."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.ui.explore import schema
from tests.integration import own_tables

NODES = """id,name,label
T:1,eye,Term
T:2,lens,Term
T:3,lens capsule,Term
T:4,capsule,Term
T:5,cornea,Term
"""
EDGES = """source,type,target
T:2,part_of,T:1
T:5,part_of,T:1
T:3,part_of,T:2
T:3,is_a,T:4
"""
eyes = own_tables.asker("eyes", nodes=NODES, edges=EDGES, fixture="eyes")
machines = own_tables.asker(
    "machines",
    fixture="machines",
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
def test_whether_a_thing_is_a_part_of_another_or_a_kind(machines: Asker, question: str, verdict: bool) -> None:
    assert machines.ask(question).answer.verdict is verdict


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
def test_parts_and_wholes_kinds_and_what_is_above(machines: Asker, question: str, names: set[str]) -> None:
    assert {item.name for item in machines.ask(question).answer.items} == names


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is lens a kind of eye?", False),
        ("Is lens a part of eye?", True),
        ("Is lens capsule a kind of capsule?", True),
        ("Is lens capsule a capsule?", True),
        ("Is lens an eye?", False),
        ("Is lens capsule a part of capsule?", False),
    ],
)
def test_a_part_is_no_kind(eyes: Asker, question: str, verdict: bool) -> None:
    assert eyes.ask(question).answer.verdict is verdict


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which terms are kinds of capsule?", {"lens capsule"}),
        ("Which terms are kinds of eye?", set()),
        ("What is lens capsule a kind of?", {"capsule"}),
        ("What is lens capsule a part of?", {"lens"}),
        ("What are the parts of eye?", {"lens", "cornea"}),
    ],
)
def test_kinds_and_parts_are_listed_apart(eyes: Asker, question: str, names: set[str]) -> None:
    assert {item.name for item in eyes.ask(question).answer.items} == names


def test_what_may_be_either_is_asked_back(eyes: Asker) -> None:
    assert eyes.ask("Which terms include lens capsule?").answer.status == "ambiguous"


def test_each_of_both_has_an_example(eyes: Asker) -> None:
    assert {made[1] for one in schema.with_examples(eyes) if (made := schema.example(eyes, one))} == {
        "What is lens a part of?",
        "What is lens capsule a kind of?",
    }
