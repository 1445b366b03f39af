"""Relations that are called by a noun ("has target"): how questions about them are worded, and their answers."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.strategies.approach import Approach
from kgqa.ui.explore import schema
from tests.integration import own_tables

NODES = """id,name,label
D:1,Aspirin,Drug
E:1,Headache,Effect
E:2,Nausea,Effect
G:1,PTGS1,Gene
T:1,Trial A,Trial
S:1,Leeds,Site
"""
EDGES = """source,type,target
D:1,side effect,E:1
D:1,side effect,E:2
D:1,HAS_TARGET,G:1
D:1,HAS_MARKER,G:1
T:1,HAS_PRODUCT,D:1
T:1,HAS_SITE,S:1
"""
asker = own_tables.asker("had", nodes=NODES, edges=EDGES)


def test_example_questions_name_what_is_had_as_english_does(asker: Asker) -> None:
    questions = [made[1] for one in schema.with_examples(asker) if (made := schema.example(asker, one))]
    assert "Which genes are targets of Aspirin?" in questions
    assert "Which drugs are products of Trial A?" in questions
    assert "Which sites does Trial A have?" in questions


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which effects does Aspirin have as side effect?", "Aspirin has as side effect Headache and Nausea."),
        ("Which genes does Aspirin have as target?", "Aspirin has as target PTGS1."),
    ],
)
def test_an_answer_in_the_words_of_its_question_has_one_verb(asker: Asker, question: str, said: str) -> None:
    assert said in asker.ask(question, approach=Approach("kgt")).answer.text


def test_things_are_counted_by_the_name_under_which_they_are_had(asker: Asker) -> None:
    answer = asker.ask("Which effects does Aspirin have as side effect?", approach=Approach("kgt")).answer
    assert answer.headline.startswith("Aspirin has 2 side effects: Headache")
