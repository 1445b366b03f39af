"""Things with more of a number than a named one has, and the most by a property that is told, on own tables."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.strategies.approach import Approach
from tests.integration import own_tables

NODES = """id,name,label,beds,half_life_hours,founded_year,visitors_per_year,open,opened_on
H:1,Elm Hospital,Site,400,,1850,9000,yes,1850-05-01
H:2,Oak Hospital,Site,900,,1920,4000,no,1920-02-01
H:3,Ash Clinic,Site,120,,1990,20000,yes,1990-01-01
H:4,Yew House,Site,,,1700,,yes,
D:1,Varilin,Drug,,540,,,,
D:2,Tosicam,Drug,,600,,,,
D:3,Nemocef,Drug,,12,,,,
D:4,Erymox,Drug,,,,,,
"""
EDGES = """source,type,target
D:1,STORED_IN,H:1
D:2,STORED_IN,H:2
D:3,STORED_IN,H:2
"""

asker = own_tables.asker("wards", nodes=NODES, edges=EDGES)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which drugs have a longer half-life than Varilin?", {"Tosicam"}),
        ("Which drugs have a shorter half life than Varilin?", {"Nemocef"}),
        ("drugs with a longer half-life than that of Nemocef", {"Varilin", "Tosicam"}),
        ("Which sites have more beds than the Elm Hospital?", {"Oak Hospital"}),
        ("Which sites have fewer beds than the Elm Hospital?", {"Ash Clinic"}),
        ("Which sites are older than Oak Hospital?", {"Elm Hospital", "Yew House"}),
        ("sites younger than Elm Hospital?", {"Oak Hospital", "Ash Clinic"}),
        ("How many sites have more beds than Ash Clinic?", {"Elm Hospital", "Oak Hospital"}),
        ("Which sites receive more visitors per year than Oak Hospital?", {"Elm Hospital", "Ash Clinic"}),
    ],
)
def test_the_bound_is_what_the_named_thing_has(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, {item.name for item in answer.items}) == ("answered", names), answer.text


def test_the_bound_is_shown_as_a_guess_with_where_it_comes_from(asker: Asker) -> None:
    trace = asker.ask("Which drugs have a longer half-life than Varilin?")
    assert trace.reading is not None
    assert (trace.reading.question, trace.reading.sure) == (
        "Which drugs with a half life of more than 540 hours?",
        False,
    )
    assert "Varilin is recorded with half life 540 hours." in trace.answer.text
    strictly = asker.ask("Which drugs have a longer half-life than Varilin?", approach=Approach(strict=True))
    assert strictly.answer.status == "not_understood"


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs don't have a longer half-life than Varilin?",
        "Which drugs have a longer half-life than Erymox?",  # none is recorded of it
        "Which drugs have a longer name than Varilin?",
        "Which drugs have a longer half-life than Elm Hospital?",
        "Which sites have more beds than Varilin?",
        "Which sites opened later than Elm Hospital?",  # a day is not held against a year
        "Which drugs have a longer half-life than Varilin or Nemocef?",
        "Which drugs have a longer half-life than Varilin has visitors?",
        "Which drugs have a twice longer half-life than Varilin?",
        "Which sites have many more beds than Elm Hospital and fewer than Oak Hospital?",
        "Does any drug have a longer half-life than Marfan?",
    ],
)
def test_what_compares_otherwise_is_not_answered_so(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


@pytest.mark.parametrize(
    ("question", "name", "reading"),
    [
        ("Which site is the biggest by beds?", "Oak Hospital", "Which site with the most beds?"),
        ("What is the smallest site by number of beds?", "Ash Clinic", "What is the site with the fewest beds?"),
        ("Most visited site?", "Ash Clinic", "site with the highest visitors per year?"),
        ("least visited sites", "Oak Hospital", "sites with the lowest visitors per year"),
    ],
)
def test_the_most_is_told_by_the_property_that_is_meant(asker: Asker, question: str, name: str, reading: str) -> None:
    trace = asker.ask(question)
    assert trace.reading is not None
    assert [item.name for item in trace.answer.items] == [name], trace.answer.text
    assert trace.reading.question == reading


@pytest.mark.parametrize(
    "question", ["Which site is the biggest by far?", "Most haunted site?", "biggest site by Elm Hospital"]
)
def test_the_most_of_what_is_not_recorded_is_not_guessed(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


def test_what_is_counted_per_year_is_no_year(asker: Asker) -> None:
    answer = asker.ask("In which year was Ash Clinic founded?").answer
    assert "1990" in answer.headline, answer.text
    assert "20000" not in answer.text
