"""Questions for things of which something is not recorded, and for what is recorded to be absent."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "playhouses"
NODES = """\
id,name,label,stage_width_m,opened_date,has_lift,upkeep_cost_eur,kind,born_year
T:1,Palace,Theatre,12,1901-05-01,yes,900,opera,
T:2,Old Barn,Theatre,,1950-02-01,no,,fringe,
T:3,Quayside,Theatre,9,,yes,400,fringe,
T:4,Grand,Theatre,14,1880-10-10,no,700,unknown,
A:1,Ida Holm,Architect,,,,,,1860
A:2,Jan Prins,Architect,,,,,,
C:1,Norhaven,City,,,,,,
"""
LINKS = """source,type,target
T:1,designed_by,A:1
T:4,designed_by,A:2
T:1,located_in,C:1
T:2,located_in,C:1
T:3,located_in,C:1
T:4,located_in,C:1
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("For which theatres has no stage width been entered?", ["Old Barn"]),
        ("stage width missing for which theatre(s)", ["Old Barn"]),
        ("List all theatres for which no upkeep cost is recorded.", ["Old Barn"]),
        ("Theatres whose upkeep cost is unknown", ["Old Barn"]),
        ("For which theatres is no date of opening recorded?", ["Quayside"]),
        ("For which fringe theatres is the stage width not known?", ["Old Barn"]),
        ("Which of the theatres still lack a stage width?", ["Old Barn"]),
        ("For which architects is it not known when they were born?", ["Jan Prins"]),
        ("architects of whom nobody knows when they were born", ["Jan Prins"]),
        ("For which theatres is no architect recorded?", ["Old Barn", "Quayside"]),
        ("Which theatres have no architect on record yet?", ["Old Barn", "Quayside"]),
        ("fringe theatres with unknown architect", ["Old Barn", "Quayside"]),
        ("Which theatres are in Norhaven although no architect is recorded for them?", ["Old Barn", "Quayside"]),
    ],
)
def test_those_are_told_of_which_it_is_not_recorded(asker: Asker, asked: str, names: list[str]) -> None:
    answer = asker.ask(asked).answer
    assert answer.status == "answered", answer.text
    assert sorted(one.name for one in answer.items) == names


def test_they_are_counted(asker: Asker) -> None:
    answer = asker.ask("For how many theatres is the stage width unknown?").answer
    assert (answer.kind, answer.total) == ("count", 1)


@pytest.mark.parametrize(
    "asked",
    [
        "For which theatres is no other stage width recorded?",
        "For which theatres has no cost increase been entered?",
        "For which theatres is no stage width above 10 m recorded?",
        "Which theatres have no width limit recorded?",
        "Which theatres are missing from the programme?",
        "For which theatres is no architect known to be alive?",
        "For which theatres has no upkeep cost been entered since 2020?",
        "For which theatres do they know when they were born?",
    ],
)
def test_nothing_else_is_read_as_that(asker: Asker, asked: str) -> None:
    assert asker.ask(asked).answer.status in ("not_understood", "ambiguous", "not_in_graph")


def test_what_is_recorded_as_unknown_is_no_silence(asker: Asker) -> None:
    assert [one.name for one in asker.ask("For which theatres is the kind unknown?").answer.items] == ["Grand"]


def test_what_is_so_or_not_is_no_silence_either(asker: Asker) -> None:
    names = {one.name for one in asker.ask("For which theatres has no lift been recorded?").answer.items}
    assert names in (set(), {"Old Barn", "Grand"})


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Among the disorders featuring cataplexy, which ones still have no gene assigned?", "narcolepsy 3"),
        ("Which diseases have no gene and show cataplexy?", "narcolepsy 3"),
        ("For which disorders is nyctalopia expressly recorded as absent?", "achromatopsia 2"),
        ("In which diseases has nyctalopia been looked for and not found?", "achromatopsia 2"),
        ("Legius syndrome – what is documented as absent?", "Lisch nodules"),
        ("Which features have been explicitly ruled out in Legius syndrome?", "Lisch nodules"),
    ],
)
def test_it_is_so_in_the_bundled_graph(hpo_asker: Asker, asked: str, name: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "answered", answer.text
    assert name.lower() in {one.name.lower() for one in answer.items}


@pytest.mark.parametrize(
    "asked",
    [
        "In which diseases has nyctalopia been looked for and not found before the age of ten?",
        "Which features of Legius syndrome are recorded as absent or rare?",
        "Which genes were looked for and not found in Legius syndrome?",
        "Which diseases have no known cure?",
        "Which genes have no known function?",
    ],
)
def test_nor_is_anything_else_there(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


def test_what_is_recorded_not_to_be_shown_is_more_than_what_is_not_recorded(hpo_asker: Asker) -> None:
    denied = hpo_asker.ask("Which diseases show macrocephaly and are recorded not to show intellectual disability?")
    silent = hpo_asker.ask("Which diseases show macrocephaly and are not recorded to show intellectual disability?")
    assert "are recorded not to show" in denied.answer.headline
    assert "are not recorded to show" in silent.answer.headline
    assert 0 < denied.answer.total < silent.answer.total
