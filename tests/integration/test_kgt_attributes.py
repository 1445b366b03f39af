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
G:4,ALK,Gene,,,
F:1,ALK,Fusion,,,
D:2,lorlatinib,Drug,,,
"""
EDGES = """source,type,target
G:1,DRIVES,C:1
G:2,DRIVES,C:1
G:3,DRIVES,C:1
M:1,PRESENT_IN,G:1
D:1,INHIBITS,G:1
D:1,TREATS,C:1
D:2,INHIBITS,G:4
F:1,OCCURS_IN,C:1
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


def test_of_the_meanings_of_a_name_the_only_one_that_is_joined_is_taken(asker: Asker) -> None:
    trace = asker.ask("How does ALK affect the efficacy of lorlatinib?", approach=KGT)
    assert trace.answer.headline.startswith("ALK is inhibited by lorlatinib")
    assert trace.reading is not None
    assert not trace.reading.sure
    assert "“ALK” was read as the gene; as a fusion it is not joined so." in trace.answer.text
    asked_back = asker.ask("Which cancers are driven by ALK?", approach=KGT)
    assert asked_back.answer.status != "answered", (
        "no fusion drives anything, and no link of the gene says that it does"
    )


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which drug targets KRAS?", ["sotorasib"]),
        ("What drug targets ALK?", ["lorlatinib"]),
        ("Which drug targets are inhibited by sotorasib?", ["KRAS"]),
        ("Which drug targets does sotorasib have?", ["KRAS"]),
        ("Which drugs are potential inhibitors of KRAS?", ["sotorasib"]),
        ("Which genes are putative targets of sotorasib?", ["KRAS"]),
    ],
)
def test_a_noun_and_its_verb_are_no_noun_phrase(asker: Asker, question: str, names: list[str]) -> None:
    assert [one.name for one in asker.ask(question).answer.items] == names
