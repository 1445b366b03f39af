"""Things by their numbers, answered on an own graph of tables: bounds, the highest and the lowest, ties and gaps."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "measured"
NODES = """id,name,label,height_m,trees,planted,fenced,ground
P:1,Ash Park,Park,120,900,1850,yes,forest
P:2,Birch Park,Park,80,900,1990,no,forest
P:3,Cedar Park,Park,300,40,1901,yes,meadow
P:4,Dune Park,Park,,5,2001,no,beach
B:1,robin,Bird,,,,,
B:2,wren,Bird,,,,,
R:1,Northland,Region,,,,,
R:2,Upland,Region,,,,,
R:3,Hill End,Region,,,,,
R:4,Southland,Region,,,,,
"""
LINKS = """source,type,target,pairs_per_ha,share_percent
B:1,lives_in,P:1,5,80
B:1,lives_in,P:2,2,35
B:1,lives_in,P:3,,
B:2,lives_in,P:1,7,10
B:2,lives_in,P:4,1,90
R:2,PART_OF,R:1,,
R:3,PART_OF,R:2,,
P:1,LOCATED_IN,R:3,,
P:2,LOCATED_IN,R:2,,
P:3,LOCATED_IN,R:4,,
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which parks have a height above 100 m?", {"Ash Park", "Cedar Park"}),
        ("parks < 100 m", {"Birch Park"}),
        ("Which parks have at least 900 trees?", {"Ash Park", "Birch Park"}),
        ("Which parks were planted before 1950?", {"Ash Park", "Cedar Park"}),
        ("Which parks with more than 100 trees do robins live in?", {"Ash Park", "Birch Park"}),
        ("Which park has the most trees?", {"Ash Park", "Birch Park"}),
        ("Which park has the lowest height?", {"Birch Park"}),
        ("top 2 parks by height", {"Cedar Park", "Ash Park"}),
        ("Which birds live in Ash Park with a share above 50 %?", {"robin"}),
        ("Which bird lives in Ash Park with the highest share?", {"robin"}),
        ("Which birds live in Ash Park with the lowest share?", {"wren"}),
        ("In which park does the robin reach the highest share?", {"Ash Park"}),
        ("Which fenced parks does the robin live in?", {"Ash Park", "Cedar Park"}),
        ("Which parks with more than 100 trees are not fenced?", {"Birch Park"}),
        ("Which is the tallest forest park?", {"Ash Park"}),
        ("Which birds live in meadow parks?", {"robin"}),
        ("Which birds live in parks planted after 1995?", {"wren"}),
        ("Which birds live in parks that are not fenced?", {"robin", "wren"}),
        ("Which birds live only in fenced parks?", set()),
        ("Which birds live in both a meadow park and a forest park?", {"robin"}),
        ("Which regions have a park with more than 500 trees?", {"Hill End", "Upland"}),
        ("Which birds live in fenced parks in Northland?", {"robin", "wren"}),
        ("Which birds live in parks in Southland with more than 100 trees?", set()),
        ("Which is higher, Ash Park or Cedar Park?", {"Cedar Park"}),
        ("robin share: more in Ash Park or Birch Park?", {"Ash Park"}),
    ],
)
def test_what_the_numbers_say_is_listed(asker: Asker, question: str, names: set[str]) -> None:
    trace = asker.ask(question)
    assert trace.answer.status == ("answered" if names else "not_in_graph"), trace.answer.text
    assert {item.name for item in trace.answer.items} == names
    for item in trace.answer.items:
        assert item.name.lower() in trace.answer.text.lower()
        assert all(0 < number <= len(trace.evidence) for number in item.evidence)


def test_records_of_what_is_no_answer_are_not_cited(asker: Asker) -> None:
    trace = asker.ask("Which bird lives in Ash Park with the highest share?")
    assert [one.properties["share_percent"] for one in trace.evidence] == ["80"]
    assert trace.answer.headline.endswith("has the highest share: 80 %.")


def test_what_has_no_number_is_no_answer_and_is_told(asker: Asker) -> None:
    trace = asker.ask("Which parks with a height above 100 m does wren live in?")
    assert {item.name for item in trace.answer.items} == {"Ash Park"}
    assert "For 1 park no height is recorded." in trace.answer.text


def test_a_property_without_numbers_is_not_measured(asker: Asker) -> None:
    assert asker.ask("Which parks have a name above 5?").answer.status == "not_understood"


@pytest.mark.parametrize(
    ("question", "value", "verdict"),
    [
        ("How many parks have more than 100 trees?", 2, None),
        ("How many parks have more than 1000 trees?", 0, None),
        ("Are there parks with more than 100 trees?", None, True),
        ("Are there parks with more than 1000 trees?", None, False),
        ("How many forest parks are there?", 2, None),
        ("Does Ash Park have more trees than Birch Park?", None, False),
        ("Is Birch Park lower than Cedar Park?", None, True),
        ("Ash Park fenced?", None, True),
        ("Is Cedar Park a meadow?", None, True),
        ("Is Dune Park a forest park?", None, False),
    ],
)
def test_numbers_are_counted(asker: Asker, question: str, value: int | None, verdict: bool | None) -> None:
    trace = asker.ask(question)
    assert trace.answer.status == "answered"
    assert (trace.answer.value, trace.answer.verdict) == (value, verdict)


def test_nothing_within_bounds_is_silence(asker: Asker) -> None:
    trace = asker.ask("Which parks have a height above 5000 m?")
    assert trace.answer.status == "not_in_graph"
    assert trace.answer.items == ()


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which birds live in at least 3 parks?", {"robin"}),
        ("Which birds live in exactly two different parks?", {"wren"}),
        ("Which birds live in fewer than three parks?", {"wren"}),
        ("In which parks do more than one bird live?", {"Ash Park"}),
        ("Which birds live only in Ash Park and Dune Park?", {"wren"}),
        ("Which birds live in Ash Park and Dune Park and in no other park?", {"wren"}),
        ("Which birds live in Dune Park and Ash Park, but not in other parks?", {"wren"}),
        ("Which birds live in no park other than Ash Park and Dune Park?", {"wren"}),
        ("In which parks does only the wren live?", {"Dune Park"}),
        ("How many birds live in at least two parks?", {"robin", "wren"}),
    ],
)
def test_how_far_a_relation_leads(asker: Asker, question: str, names: set[str]) -> None:
    trace = asker.ask(question)
    assert trace.answer.status == "answered", trace.answer.text
    assert {item.name for item in trace.answer.items} == names
    assert trace.answer.total == len(names)
    assert trace.evidence


def test_what_leads_elsewhere_too_is_told_and_is_no_answer(asker: Asker) -> None:
    trace = asker.ask("Which birds live only in Ash Park?")
    assert (trace.answer.status, trace.answer.total, trace.answer.items) == ("answered", 0, ())
    assert "2 birds live in Ash Park, but not only so." in trace.answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which birds live not only in Ash Park?",
        "What are the only birds of Ash Park?",
        "Which birds do not live only in Ash Park?",
        "Which birds live only in Ash Park or Dune Park?",
        "Which birds live in three parks?",
        "Which birds live in Ash Park and other parks?",
    ],
)
def test_what_only_or_a_number_may_be_said_of_otherwise_is_not_guessed(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status in ("not_understood", "ambiguous")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Which parks are located in Northland?",
            "Recorded for 2 parts of Northland: 2 parks, ",
        ),
        ("How many parks in Northland have a height above 100 m?", "1 park"),
        ("Which regions are part of Upland?", "Hill End"),
        ("What is Hill End part of?", "Hill End is a part of Upland"),
        ("Is Hill End part of Northland?", "Yes: Hill End is a part of Northland, by way of Upland"),
        ("Is Ash Park located in Northland?", "Yes: Ash Park is located in Northland, recorded for 1 of 2 parts of"),
        ("Is Cedar Park located in Northland?", "Not recorded: "),
        ("Is Northland part of Upland?", "Not recorded: "),
        ("Northland", "has 1 part directly below"),
        ("What lies below Northland, at any depth?", "2 "),
        ("List all ancestors of Hill End", "Hill End is a part of 2 "),
        ("Does Hill End lie directly under Northland?", "No: Hill End is a part of Northland, but not directly: by"),
        ("What does Upland come under?", "Upland is a part of Northland"),
    ],
)
def test_what_lies_in_a_part_lies_in_the_whole(asker: Asker, question: str, said: str) -> None:
    trace = asker.ask(question)
    assert trace.answer.status == "answered", trace.answer.text
    assert said in trace.answer.text
    assert "kind" not in trace.answer.text


@pytest.mark.parametrize(
    ("question", "verdict", "told"),
    [
        ("Is Ash Park higher than 100 m?", True, "height 120 m"),
        ("Is Birch Park more than 100 m high?", False, "height 80 m"),
        ("Was Cedar Park planted before 1900?", False, "planted 1901"),
        ("Does Ash Park have more than 100 trees?", True, "900 trees"),
        ("Do robins live in a meadow park?", True, "ground meadow"),
        ("Do wrens live in a meadow park?", False, "silence"),
    ],
)
def test_whether_it_is_so_is_told_with_what_is_recorded(asker: Asker, question: str, verdict: bool, told: str) -> None:
    answer = asker.ask(question).answer
    assert (answer.kind, answer.verdict) == ("yesno", verdict), answer.text
    assert told in answer.text


def test_how_high_one_is_of_which_no_height_is_recorded_is_not_said(asker: Asker) -> None:
    answer = asker.ask("Is Dune Park higher than 100 m?").answer
    assert answer.verdict is None
    assert answer.status != "answered"


@pytest.mark.parametrize(
    ("question", "value", "told"),
    [
        ("What is the total number of trees of the parks that the robin lives in?", 1840, "1840 trees"),
        ("What is the average height of all parks?", 166.67, "The 3 parks of which it is recorded"),
        ("average height of fenced parks", 210, "Ash Park (120 m) and Cedar Park (300 m)"),
        ("sum of the trees of the parks in Northland", 1800, "1800 trees"),
    ],
)
def test_numbers_are_summed_and_averaged(asker: Asker, question: str, value: float, told: str) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, answer.kind, answer.value) == ("answered", "value", value), answer.text
    assert told in answer.text
