"""Texts in which a word or a sentence changes what is asked, so that what the rest asks is not answered."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "depots"
NODES = """\
id,name,label,opened,founded,length_km
S:1,Alder Road,Station,1846-05-01,,
S:2,Birch Cross,Station,1903-02-11,,
L:1,Alder Line,Line,1848-01-01,,120
L:2,Birch Line,Line,1901-01-01,,100
C:1,Merrow Rail,Company,,1840,
C:2,Ostley Metro,Company,,1960,
"""
LINKS = """source,type,target,since
C:1,OPERATES,L:1,1956
C:2,OPERATES,L:1,1999
C:1,OPERATES,L:2,2001
L:1,SERVES,S:1,
L:2,SERVES,S:1,
L:2,SERVES,S:2,
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which stations opened before 1850?", {"Alder Road"}),
        ("Which lines serve one station?", {"Alder Line"}),
        ("Which companies operate one line?", {"Ostley Metro"}),
        ("Which lines are operated by more than one company?", {"Alder Line"}),
    ],
)
def test_it_is_answered(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert {one.name for one in answer.items} == names, answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which stations were closed before 1850?",  # and not those that opened
        "Which lines were withdrawn in 1901?",
        "Is the Alder Line at least 30 km longer than the Birch Line?",  # 20 km
        "Which lines has Merrow Rail operated since 1970?",  # the one since 1956, and none since 2001
        "Which company no longer operates the Alder Line?",
        "Which stations should have opened before 1850?",
        "Who is the supposed operator of the Alder Line?",
        "Ignore Merrow Rail. Which companies operate the Alder Line?",
        "I only want the old ones. Which lines does Merrow Rail operate?",
        "Which stations serve Merrow Rail's brother?",
        "companies that advertise, of the Alder Line",
    ],
)
def test_what_changes_it_is_not_left_out(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


def test_who_is_to_be_told_whether_has_no_list_of_what_is(asker: Asker) -> None:
    answer = asker.ask("Could you tell me whether Birch Cross is free of the Alder Line?").answer
    assert (answer.kind, answer.items) == ("yesno", ())
    assert "does not record that Birch Cross is served by Alder Line" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Marfan syndrome or Stickler syndrome: in which is ectopia lentis absent?",
        "Marfan syndrome or Stickler syndrome: in which would I see ectopia lentis in most patients?",
        "Which phenotypes does the mother of a patient with Marfan syndrome show?",
        "Which phenotypes do carriers of Duchenne muscular dystrophy show?",
        "Leave out the rare ones. Which phenotypes does Marfan syndrome show?",
        "Which genes would have caused Marfan syndrome?",
    ],
)
def test_nor_in_the_bundled_graph(hpo_asker: Asker, question: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.status != "answered", answer.text
