"""What is recorded of links, asked beside a name: texts and numbers of a link narrow the answer, none is dropped."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "links"
NODES = """\
id,name,label,rank,duration_min,weight_kg,incident_date,joined_date
S:1,Winsley Station,Station,,,,,
S:2,Corvale Station,Station,,,,,
A:1,Old Town,Area,,,,,
A:2,Quillbrook,Area,,,,,
A:3,Thornay Heath,Area,,,,,
F:1,Ada Novak,Firefighter,Firefighter,,,,2019-03-01
F:2,Ben Strand,Firefighter,Officer,,,,2024-05-11
F:3,Cleo Kerr,Firefighter,Firefighter,,,,2021-10-20
C:1,Powerboat Handling,Course,,,,,
C:2,Incident Command,Course,,,,,
I:1,Dock fire,Incident,,90,,2024-02-02,
I:2,Silo blast,Incident,,360,,2023-06-30,
I:3,Barn fire,Incident,,45,,2024-08-15,
Q:1,Roof ladder,Equipment,,,40,,
Q:2,Smoke hood,Equipment,,,2,,
"""
LINKS = """source,type,target,cover,score_percent
S:1,COVERS,A:1,secondary,
S:1,COVERS,A:2,primary,
S:1,COVERS,A:3,primary,
S:2,COVERS,A:1,primary,
F:1,COMPLETED,C:1,,96
F:1,COMPLETED,C:2,,71
F:2,COMPLETED,C:1,,80
F:3,COMPLETED,C:2,,99
F:2,TEACHES,C:2,,
F:3,TEACHES,C:1,,
I:1,LOCATED_IN,A:1,,
I:2,LOCATED_IN,A:1,,
I:3,LOCATED_IN,A:2,,
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which firefighters scored at least 95 percent on Powerboat Handling?", {"Ada Novak"}),
        ("Who scored more than 75 % on Powerboat Handling?", {"Ada Novak", "Ben Strand"}),
        ("Which firefighters completed Incident Command with a score of at least 95 percent?", {"Cleo Kerr"}),
        ("Who completed Powerboat Handling but not Incident Command?", {"Ben Strand"}),  # whoever teaches it
        ("Which firefighters completed Incident Command?", {"Ada Novak", "Cleo Kerr"}),  # whatever their rank
        ("Which firefighters completed Powerboat Handling?", {"Ada Novak", "Ben Strand"}),
        ("Which incidents lasted more than 5 hours?", {"Silo blast"}),
        ("Which equipment weighs more than 20000 g?", {"Roof ladder"}),
        ("incidents of 2024", {"Dock fire", "Barn fire"}),
        ("longest incident of 2024", {"Dock fire"}),
        ("which incident in 2024 lasted longest", {"Dock fire"}),
        ("Which incidents happened in Old Town in 2024?", {"Dock fire"}),
        ("Which people have joined since 2021?", {"Ben Strand", "Cleo Kerr"}),
    ],
)
def test_it_is_listed(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert answer.status == "answered", answer.text
    assert {item.name for item in answer.items} == names


@pytest.mark.parametrize(
    "question",
    [
        "How many areas does Winsley Station cover as primary?",
        "For how many areas does Winsley Station provide the primary cover?",
    ],
)
def test_a_text_of_a_link_is_not_dropped(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered" or answer.value == 2, answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which incidents lasted more than 5 months?",
        "Which equipment weighs more than 5 litres?",
        "Which firefighters scored at least 95 percent on Smoke hood?",
    ],
)
def test_what_nothing_tells_is_not_answered(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status != "answered"
