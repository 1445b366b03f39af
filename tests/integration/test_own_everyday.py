"""A reader's own graph asked in everyday words: for its types, links, columns and the texts in them, and what is not
meant by them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings

NODES = """\
id,name,label,profession,joined_date,mission_hours_h,max_speed_kmh,next_service_date,pupils,object_kind,field
C1,Amara Gall,Crew Member,flight physician,2025-03-01,400,,,,,
C2,Jonas Mens,Crew Member,emergency physician,2019-05-02,900,,,,,
C3,Eilidh Desai,Crew Member,pilot,2025-06-09,100,,,,,
C4,Kofi Brand,Crew Member,paramedic,2018-02-02,300,,,,,
T1,First Aid,Training Course,,,,,,,,
Q1,Winch Rating,Qualification,,,,,,,,
Q2,Night Rating,Qualification,,,,,,,,
M1,Mission Alder,Mission,,,,,,,,
M2,Mission Birch,Mission,,,,,,,,
H1,Helimed Ash,Helicopter,,,,290,,,,
H2,Helimed Oak,Helicopter,,,,310,,,,
B1,Marlpit Base,Base,,,,,,,,
E1,Kestrel pump,Equipment Item,,,,,2026-03-26,,,
E2,Osprey splint,Equipment Item,,,,,2026-09-01,,,
S1,Larkrise School,School,,,,,,240,,
K1,Thorn Kitchen,Kitchen,,,,,,,,
O1,Night Dial,Object,,,,,,,clock,
O2,Red Sail,Object,,,,,,,painting,
O3,Blue Sail,Object,,,,,,,painting,
R1,Ulf Pinion,Restorer,,,,,,,,clocks
R2,Vera Hart,Restorer,,,,,,,,paper
"""
EDGES = """source,type,target
C1,HOLDS,Q1
C1,HOLDS,Q2
C2,HOLDS,Q1
C4,COMPLETED,T1
C1,FLEW_ON,M1
C2,FLEW_ON,M1
C3,FLEW_ON,M1
C3,FLEW_ON,M2
H1,BASED_AT,B1
C1,BASED_AT,B1
C2,BASED_AT,B1
K1,SUPPLIES_MEALS_TO,S1
O1,RESTORED_BY,R1
O2,RESTORED_BY,R2
"""


@pytest.fixture(scope="module")
def asker(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
    folder = tmp_path_factory.mktemp("everyday")
    (folder / "nodes.csv").write_text(NODES, encoding="utf-8")
    (folder / "edges.csv").write_text(EDGES, encoding="utf-8")
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": "everyday"}), lambda _: None)
    with Asker.open(settings, "everyday") as opened:
        yield opened
    catalog.remove(settings, "everyday")


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Where is Helimed Ash stationed?", {"Marlpit Base"}),
        ("Which colleagues hold at least two certificates?", {"Amara Gall"}),
        ("Which equipment is due for service before April 2026?", {"Kestrel pump"}),
        ("Which kit is due for service before April 2026?", {"Kestrel pump"}),
        ("Everybody who joined us in 2025?", {"Amara Gall", "Eilidh Desai"}),
        ("Who joined in 2025?", {"Amara Gall", "Eilidh Desai"}),
        ("Which schools are fed by Thorn Kitchen?", {"Larkrise School"}),
        # The texts of a column that tells kinds end in one noun, or in one that means the same.
        ("Which doctors flew on Mission Alder?", {"Amara Gall", "Jonas Mens"}),
        ("Which physicians flew on Mission Alder?", {"Amara Gall", "Jonas Mens"}),
        # What a clock is goes with who knows of clocks.
        ("Which restorers worked on clocks?", {"Ulf Pinion"}),
        # "mission_hours_h" is none of the missions.
        ("Which crew members flew on the most missions?", {"Eilidh Desai"}),
        ("What is the fastest helicopter?", {"Helimed Oak"}),
        ("Who has passed the First Aid course?", {"Kofi Brand"}),
    ],
)
def test_everyday_words_are_those_of_the_graph(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, {item.name for item in answer.items}) == ("answered", names)


def test_what_a_school_has_is_told_by_its_column(asker: Asker) -> None:
    assert asker.ask("How many kids are there at Larkrise School?").answer.value == "240"


@pytest.mark.parametrize(
    "question",
    [
        "Who retired in 2025?",
        "Everybody who quit in 2025?",
        "Which equipment is due for disposal before April 2026?",
        "Which equipment is due for service before May 2026 in Madrid?",
        "Who crashed at Marlpit Base?",
        "Where was Helimed Ash built?",
        "Which bases complain about Helimed Ash?",
        "Which schools are sued by Thorn Kitchen?",
        "What is the average age of the kids at Larkrise School?",
        "Which surgeons flew on Mission Alder?",
        "Which restorers damaged clocks?",
        "Who teaches the First Aid course?",
    ],
)
def test_what_only_stands_near_to_them_is_not_answered(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status != "answered"
