"""A graph whose things are kinds and parts of one another: the words say which is asked."""

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
asker = own_tables.asker("parts", nodes=NODES, edges=EDGES)


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
def test_a_part_is_no_kind(asker: Asker, question: str, verdict: bool) -> None:
    assert asker.ask(question).answer.verdict is verdict


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
def test_kinds_and_parts_are_listed_apart(asker: Asker, question: str, names: set[str]) -> None:
    assert {item.name for item in asker.ask(question).answer.items} == names


def test_what_may_be_either_is_asked_back(asker: Asker) -> None:
    assert asker.ask("Which terms include lens capsule?").answer.status == "ambiguous"


def test_each_of_both_has_an_example(asker: Asker) -> None:
    assert {question for _, question in schema.one_each(asker)} == {
        "What is lens a part of?",
        "What is lens capsule a kind of?",
    }
