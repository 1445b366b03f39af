"""Things by the texts and dates that an own register has of them, in the words in which people ask for these."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration import own_tables

NAME = "register"
NODES = """id,name,label,species,growth,position,start_date,budget_eur,animal_work,trainee
C:1,AX-1,Cell line,human,adherent,,,,,
C:2,AX-2,Cell line,dog,suspension,,,,,
C:3,AX-3,Cell line,mouse,suspension,,,,,
C:4,AX-4,Cell line,human,suspension,,,,,
P:1,Ada Brun,Person,,,PhD student,2019-03-01,,,yes
P:2,Bo Holm,Person,,,PhD student,2021-09-15,,,no
P:3,Cy Lund,Person,,,engineer,2019-01-20,,,yes
J:1,ALPHA,Project,,,,2018-01-01,1500000,yes,
J:2,BETA,Project,,,,2022-05-01,250000,no,
G:1,North Lab,Group,,,,,,,
G:2,South Lab,Group,,,,,,,
"""
LINKS = """source,type,target
P:1,member_of,G:1
P:1,member_of,G:2
P:2,member_of,G:1
P:3,leads,G:2
J:1,run_by,G:1
J:2,run_by,G:1
"""
CASES = """id,name,label
A:1,Angus,Animal
A:2,Fern,Animal
A:3,Otto,Animal
D:1,Leptospirosis,Diagnosis
V:1,Ada Brun,Vet
"""
FOUND = """source,type,target,severity,date
A:1,diagnosed_with,D:1,severe,2024-01-05
A:2,diagnosed_with,D:1,mild,2024-03-01
A:3,diagnosed_with,D:1,severe,2023-07-09
A:1,treated_by,V:1,,2024-01-06
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which cell lines come from dogs?", {"AX-2"}),
        ("cell lines from mice", {"AX-3"}),
        ("Which cell lines of human origin are there?", {"AX-1", "AX-4"}),
        # "not a single one" is none, and "a single one" is one
        ("Which people are a member of a single group?", {"Bo Holm"}),
        ("Which people are not a member of a single group?", {"Cy Lund"}),
        ("Which groups run no single project?", {"South Lab"}),
        # what is denied is what they are, and not the link
        ("Which people are members of North Lab and not trainees?", {"Bo Holm"}),
        ("Which cell lines are human?", {"AX-1", "AX-4"}),  # a word that says nothing elsewhere
        ("Which cell lines come from dog or mouse?", {"AX-2", "AX-3"}),
        ("Which cell lines grow in suspension?", {"AX-2", "AX-3", "AX-4"}),
        ("Which human cell lines grow in suspension?", {"AX-4"}),
        ("Which people are PhD students and started after 2020?", {"Bo Holm"}),
        ("Which persons are members of more than one group?", {"Ada Brun"}),
        ("Which people are trainees?", {"Ada Brun", "Cy Lund"}),
        ("Which projects include animal work?", {"ALPHA"}),
        ("Which projects without animal work are there?", {"BETA"}),
        ("Which projects have a budget of at least 1.5 million euros?", {"ALPHA"}),
        ("Which projects started before 2020?", {"ALPHA"}),
        ("Which person has the earliest start date?", {"Cy Lund"}),  # within the same year
        ("Which people started in 2021 or later?", {"Bo Holm"}),
        ("Which people started in 2019?", {"Ada Brun", "Cy Lund"}),
        ("Which group runs the greatest number of projects?", {"North Lab"}),
    ],
)
def test_what_the_register_says_is_listed(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert {item.name for item in answer.items} == names, answer.text
    assert (answer.status == "answered") is bool(names)


@pytest.mark.parametrize(
    "question",
    [
        "Which cell lines were tested in dogs?",
        "Which cell lines do not come from dogs?",
        "Which cell lines never grow in suspension?",
        "Which group leads the most projects?",  # people lead, and groups; no group leads
        "Which people left in 2019?",
        "How many human projects are there?",  # only cell lines are human
        "Which projects are human?",
    ],
)
def test_what_is_told_otherwise_is_not_guessed(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert not answer.items, answer.text
    assert answer.status != "answered"


@pytest.fixture(scope="module")
def cases(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """A graph whose links say how severe a finding was, and when somebody was treated."""
    with own_tables.opened(
        settings, server, tmp_path_factory.mktemp("cases"), "cases", nodes=CASES, edges=FOUND
    ) as one:
        yield one


@pytest.mark.parametrize(
    "asked",
    [
        "Which animals are diagnosed with severe leptospirosis?",
        "Which animals have severe leptospirosis?",
        "severe leptospirosis, which animals",
    ],
)
def test_a_text_of_a_link_before_a_name_is_a_condition(cases: Asker, asked: str) -> None:
    assert {item.name for item in cases.ask(asked).answer.items} == {"Angus", "Otto"}


def test_a_text_of_a_link_before_a_name_is_asked_for_and_denied(cases: Asker) -> None:
    assert cases.ask("Does Angus have severe leptospirosis?").answer.verdict is True
    assert cases.ask("Does Fern have severe leptospirosis?").answer.verdict is False


@pytest.mark.parametrize("asked", ["When was Angus treated?", "Angus last treated when"])
def test_who_treated_is_no_answer_to_when(cases: Asker, asked: str) -> None:
    answer = cases.ask(asked).answer
    assert answer.status != "answered", answer.text


def test_two_fields_asked_in_a_row_are_both_told(asker: Asker) -> None:
    trace = asker.ask("ALPHA: start date and budget?")
    told = [trace.answer, *(one.answer for one in trace.further)]
    assert ["2018-01-01" in one.text for one in told] == [True, False]
    assert ["1500000" in one.text for one in told] == [False, True]
