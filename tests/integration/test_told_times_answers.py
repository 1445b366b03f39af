"""When something begins or ends, asked of an own graph in other words than its columns have."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "lasting"
NODES = """id,name,label,contract_start,contract_end,opened_year
S:1,Acme Dairy,Supplier,2021-02-01,2025-10-31,
S:2,Berry Fish,Supplier,2022-05-01,2026-04-30,
S:3,Crumb Bakery,Supplier,2020-01-01,2025-12-31,
H:1,North Hall,Hall,,,1975
H:2,South Hall,Hall,,,1990
P:1,Ada Reyes,Trainer,,,
P:2,Ben Okoro,Trainer,,,
C:1,First Aid,Course,,,
C:2,Fire Safety,Course,,,
"""
LINKS = """source,type,target,completed_on,certificate_expires_on
P:1,COMPLETED,C:1,2023-03-01,2026-03-01
P:2,COMPLETED,C:1,2024-06-01,2027-06-01
P:1,COMPLETED,C:2,2024-01-10,2027-01-10
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("When does the contract with Acme Dairy run out?", "2025-10-31"),
        ("When does Berry Fish's contract finish?", "2026-04-30"),
        ("Any idea when North Hall first opened?", "1975"),
        ("When does Ada Reyes's certificate for First Aid run out?", "2026-03-01"),
    ],
)
def test_the_time_is_told(asker: Asker, asked: str, said: str) -> None:
    answer = asker.ask(asked).answer
    assert answer.status == "answered", answer.text
    assert said in answer.text


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("Which supplier contracts run out before the end of 2025?", {"Acme Dairy", "Crumb Bakery"}),
        ("Which supplier contracts end before the start of December 2025?", {"Acme Dairy"}),
        ("Which suppliers have a contract end by the end of 2025?", {"Acme Dairy", "Crumb Bakery"}),
        ("Whose certificate for First Aid runs out before the end of 2026?", {"Ada Reyes"}),
    ],
)
def test_they_begin_or_end_within_a_time(asker: Asker, asked: str, names: set[str]) -> None:
    answer = asker.ask(asked).answer
    assert {one.name for one in answer.items} == names, answer.text


@pytest.mark.parametrize(
    "asked",
    [
        "When does Acme Dairy run out?",
        "When does Acme Dairy run out of milk?",
        "When does Ada Reyes expire?",
        "Which supplier contracts do not run out before 2026?",
        "Which suppliers run out of milk before 2026?",
    ],
)
def test_what_runs_out_otherwise_is_not_told(asker: Asker, asked: str) -> None:
    assert asker.ask(asked).answer.status != "answered"
