"""What an own graph is asked in words that are not all known: plain constructions are answered, what leaves out a word
is offered, and what would be another question is neither.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "kitchen"
NODES = """\
id,name,label,kind,dose_msv,start_date,end_date,active,poisonous,turnaround_days,units_recalled,half_life_h
S:1,Alder,Station,coastal,,,,yes,,,,
S:2,Birch,Station,coastal,,,,no,,,,
S:3,Cedar,Station,inland,,,,no,,,,
C:1,Cruise One,Cruise,,,2021-12-20,2022-01-05,,,,,
C:2,Cruise Two,Cruise,,,2022-03-01,2022-03-09,,,,,
C:3,Cruise Three,Cruise,,,2023-03-01,2023-03-09,,,,,
F:1,Rye bread,FoodItem,bread,,,,,,,,
F:2,Cod fillet,FoodItem,fish,,,,,,,,
N:1,Iodine,Nutrient,mineral,,,,,,,,
P:1,Chest CT,Protocol,,4.5,,,,,,,
P:2,Body CT,Protocol,,18.6,,,,,,,
A:1,Fast assay,Assay,,,,,,,2,,
A:2,Slow assay,Assay,,,,,,,28,,
R:1,Recall One,Recall,,,,,,,,2022,
V:1,Nightshade,Plant,,,,,,yes,,,
D:1,Alphazole,Drug,,,,,,,,,12
D:2,Betazole,Drug,,,,,,,,,90
G:1,Azoles,DrugClass,,,,,,,,,
M:1,Ann Lee,Member,,,,,,,,,
"""
LINKS = """source,type,target
F:2,SOURCE_OF,N:1
D:1,BELONGS_TO,G:1
D:2,BELONGS_TO,G:1
M:1,WORKS_AT,S:1
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which of our stations are active?", {"Alder"}),  # "our" is no "or"
        ("stations no longer active?", {"Birch", "Cedar"}),
        ("cruises 2022", {"Cruise Two"}),  # what was in a year began in it
        ("the 2022 cruises", {"Cruise Two"}),
        ("protocols over 10 mSv", {"Body CT"}),
        ("Which food is a source of iodine?", {"Cod fillet"}),  # a food item is a food, and a nutrient none
        ("slowest assay", {"Slow assay"}),
        ("Which azole has the longest half-life?", {"Betazole"}),
        ("What azoles are there?", {"Alphazole", "Betazole"}),
    ],
)
def test_plain_constructions_lead_to_these(asker: Asker, question: str, names: set[str]) -> None:
    trace = asker.ask(question)
    assert {item.name for item in trace.answer.items} == names, (trace.answer.text, trace.reading)


def test_a_unit_is_told_as_it_is_written(asker: Asker) -> None:
    assert "4.5 mSv" in asker.ask("What is the dose of Chest CT?").answer.text


@pytest.mark.parametrize(
    ("question", "offered", "left"),
    [
        ("Which members hang about at Alder?", "Which members work at Alder?", "hang"),
        ("Which drugs might suit the Azoles?", "Which drugs belong to Azoles?", "suit"),
    ],
)
def test_what_leaves_out_an_ordinary_word_is_offered_and_not_answered(
    asker: Asker, question: str, offered: str, left: str
) -> None:
    trace = asker.ask(question)
    assert trace.answer.status == "ambiguous", trace.answer.text
    assert [one.question for one in trace.answer.suggestions] == [offered]
    assert f"That leaves out “{left}" in trace.answer.text
    assert not trace.answer.items
    assert asker.ask(offered).answer.status == "answered"


@pytest.mark.parametrize(
    "question",
    [
        "Which stations are nto active?",  # a slip for a denial
        "Which poisons are in nightshade?",  # asks for things, not whether it is poisonous
        "Which members no longer work at Alder?",  # who did once, is not recorded
        "recalls from 2022",  # how many units were recalled is no year
        "Someone fainted at Alder! Do any of the people who tend it do first aid, and who?",
        "Who discovered the Azoles?",
        "Which drugs belong to marble bone classes?",  # the words that are left out name it
    ],
)
def test_what_would_be_another_question_is_not_answered(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text
    assert not any("active" in one.question or "classes" in one.question for one in answer.suggestions)
