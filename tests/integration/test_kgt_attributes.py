"""Attributes in questions that ``kgt`` answers: of what is named itself, and of what is asked for."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.strategies.approach import Approach
from tests.integration import own_tables

KGT = Approach("kgt")
NODES = """id,name,label,oncogene:boolean,oncogenic,definition
G:1,KRAS,Gene,True,,
G:2,TP53,Gene,False,,
G:3,RB1,Gene,,,
M:1,KRAS G12C,Mutation,,likely oncogenic,
C:1,Colon carcinoma,Cancer,,,A cancer of the colon.
D:1,sotorasib,Drug,,,An inhibitor of KRAS G12C.
"""
EDGES = """source,type,target
G:1,DRIVES,C:1
G:2,DRIVES,C:1
G:3,DRIVES,C:1
M:1,PRESENT_IN,G:1
D:1,INHIBITS,G:1
D:1,TREATS,C:1
"""
asker = own_tables.asker("attributes", nodes=NODES, edges=EDGES)


@pytest.mark.parametrize(
    ("question", "status", "said"),
    [
        ("What is the definition of arachnodactyly?", "answered", "Abnormally long and slender fingers"),
        ("What are the synonyms of Huntington disease?", "answered", "Huntington chorea"),
        ("Which synonyms does FBN1 have?", "answered", "fibrillin 1"),
        ("What is the definition of Marfan syndrome?", "not_in_graph", "no definition of diseases"),
        ("What is the definition of the diseases associated with FBN1?", "not_in_graph", "no definition of diseases"),
        ("What is the definition of the mode of inheritance of Marfan syndrome?", "answered", "heterozygotes"),
    ],
)
def test_an_attribute_is_of_what_has_it_in_the_question(
    hpo_asker: Asker, question: str, status: str, said: str
) -> None:
    answer = hpo_asker.ask(question, approach=KGT).answer
    assert (answer.status, said in answer.text, len(answer.items) > 1) == (status, True, False), answer.text


@pytest.mark.parametrize(("name", "verdict"), [("KRAS", True), ("TP53", False)])
def test_whether_something_is_so_is_told_of_what_is_named(asker: Asker, name: str, verdict: bool) -> None:
    assert asker.ask(f"Is {name} an oncogene?", approach=KGT).answer.verdict is verdict


def test_what_is_asked_for_by_an_attribute_is_what_has_it(asker: Asker) -> None:
    answer = asker.ask("Which oncogenes are associated with colon carcinoma?", approach=KGT).answer
    assert [one.name for one in answer.items] == ["KRAS"]
    assert answer.headline.startswith("1 of 3 genes is recorded as oncogene: KRAS")


def test_an_attribute_of_what_lies_on_the_way_is_not_passed_over(asker: Asker) -> None:
    answer = asker.ask("Which drugs inhibit oncogenes that drive colon carcinoma?", approach=KGT).answer
    assert answer.status != "answered"


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Is Marfan syndrome a kind of connective tissue disorder?", True),
        ("Is atrial fibrillation a kind of arrhythmia?", True),
        ("Is slender finger a kind of arachnodactyly?", False),
        ("Is Marfan syndrome a kind of Ehlers-Danlos syndrome?", False),
    ],
)
def test_a_relation_of_a_type_to_itself_is_a_path(hpo_asker: Asker, question: str, verdict: bool) -> None:
    trace = hpo_asker.ask(question, approach=KGT)
    assert (trace.answer.status, trace.answer.verdict) == ("answered", verdict), trace.answer.text
    assert [[type_ for _, type_, _ in one.steps] for one in trace.paths] == [["IS_A"]]


def test_that_one_is_a_kind_of_the_other_is_how_two_things_belong_together(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("How is arachnodactyly related to slender finger?", approach=KGT).answer
    assert "Arachnodactyly is a kind of slender finger" in answer.text
