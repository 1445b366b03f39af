"""Words that are derived from what is recorded: of countries, of who does what, of what was done when, and of codes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration import own_tables

NODES = """id,name,label,country,specialty,approved_on,year_first_described,icd10_code,status
S:1,Elmhurst,Site,Germany,,,,,
S:2,Vieux Port,Site,France,,,,,
S:3,Lindenau,Site,Germany,,,,,
P:1,Ada Brook,Investigator,,cardiology,,,,
P:2,Ben Cole,Investigator,,oncology,,,,
P:3,Cleo Dunn,Investigator,,cardiology,,,,
D:1,Varilin,Drug,,,1995-03-01,,,
D:2,Tosicam,Drug,,,2003-10-12,,,
D:3,Nemocef,Drug,,,,,,
C:1,Grey lung,Condition,,,,1888,J99,
C:2,Sore mouth fever,Condition,,,,1921,K12,
T:1,Kestrel,Trial,,,,,,recruiting
T:2,Merlin,Trial,,,,,,completed
"""
EDGES = """source,type,target
P:1,WORKS_AT,S:1
P:2,WORKS_AT,S:1
P:3,WORKS_AT,S:2
D:1,TREATS,C:1
D:2,TREATS,C:2
T:1,STUDIES,C:1
T:2,STUDIES,C:1
"""


@pytest.fixture(scope="module")
def asker(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    """The tables, imported as a reader would."""
    with own_tables.opened(settings, server, tmp_path_factory.mktemp("t"), "derived", nodes=NODES, edges=EDGES) as one:
        yield one


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("German sites", {"Elmhurst", "Lindenau"}),
        ("Which French sites are there?", {"Vieux Port"}),
        ("How many cardiologists are there?", {"Ada Brook", "Cleo Dunn"}),
        ("Which oncologists work at Elmhurst?", {"Ben Cole"}),
        ("Which drugs were approved between 1990 and 2000?", {"Varilin"}),
        ("drugs approved after 2000", {"Tosicam"}),
        ("Which conditions were first described before 1900?", {"Grey lung"}),
        ("What is the ICD-10 code of grey lung?", {"Grey lung"}),
    ],
)
def test_they_are_understood(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, {item.name for item in answer.items}) == ("answered", names), answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which Belgian sites are there?",
        "How many neurologists are there?",
        "Germanic sites",
        "How many engines are there?",
    ],
)
def test_what_is_derived_from_nothing_recorded_is_not_answered(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status != "answered"


def test_when_something_was_done_is_its_date(asker: Asker) -> None:
    assert "2003-10-12" in asker.ask("When was Tosicam approved?").answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Is anything recruiting in grey lung at the moment, and if so which trial?",
        "recruiting in grey lung, which trial?",
    ],
)
def test_a_word_that_sorts_is_never_told_beside_the_question(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered" or {item.name for item in answer.items} == {"Kestrel"}, answer.text
