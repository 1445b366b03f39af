"""Dates of things of own tables by day, month and year, types of compound names, and what is called "non"."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "clinic"
NODES = """\
id,name,label,date_of_birth,admission_date,therapy_start,last_safety_check,non_resident,description
P:1,Dr Ada Brook,StaffMember,1950-03-04,,,,,
P:2,Ben Carr,Patient,1931-07-09,2024-05-01,2024-05-03,,yes,
P:3,Cora Dunn,Patient,1950-01-31,2024-05-31,2024-06-02,,no,
P:4,Dov Eder,Patient,1962-11-20,2024-06-01,,,yes,
P:5,Eve Falk,Patient,,2023,2023-12-31,,no,
U:1,Pump 7,InfusionPump,,,,2024-02-29,,
U:2,Pump 8,InfusionPump,,,,2024-03-01,,
U:3,Pump 9,InfusionPump,,,,,,
M:1,Volumax,PumpModel,,,,,,A pump for large volumes.
"""
LINKS = """source,type,target
P:2,TREATED_BY,P:1
P:3,TREATED_BY,P:1
U:1,OF_MODEL,M:1
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which patients were admitted before 31 May 2024?", {"Ben Carr"}),
        ("Which patients have an admission date before 2024-06-01?", {"Ben Carr", "Cora Dunn"}),
        ("Which patients were admitted in May 2024?", {"Ben Carr", "Cora Dunn"}),
        ("Which patients were admitted after May 2024?", {"Dov Eder"}),
        ("Which patients were admitted on June 1st, 2024?", {"Dov Eder"}),
        ("Which patients were admitted between 2 May 2024 and 1 June 2024?", {"Cora Dunn", "Dov Eder"}),
        ("patients admitted since the 31st of May 2024", {"Cora Dunn", "Dov Eder"}),
        ("Which patients were born before 1940?", {"Ben Carr"}),
        ("Which patients were born in 1950?", {"Cora Dunn"}),
        ("Patients who began therapy in 2024", {"Ben Carr", "Cora Dunn"}),
        ("Which patients started therapy before 1 June 2024?", {"Ben Carr", "Eve Falk"}),
        ("Who is the oldest patient?", {"Ben Carr"}),
        ("Which patient is youngest?", {"Dov Eder"}),
        ("Which pumps had a last safety check before 1 March 2024?", {"Pump 7"}),
        ("pumps with a last safety check on 29 February 2024", {"Pump 7"}),
        ("Which patients are resident?", {"Cora Dunn", "Eve Falk"}),
        ("Which patients are non-resident?", {"Ben Carr", "Dov Eder"}),
        ("Which patients are treated by the staff?", {"Ben Carr", "Cora Dunn"}),
    ],
)
def test_dates_and_short_words_for_types_lead_to_these(asker: Asker, question: str, names: set[str]) -> None:
    trace = asker.ask(question)
    assert {item.name for item in trace.answer.items} == names, (trace.answer.text, trace.reading)


@pytest.mark.parametrize(
    "question",
    [
        "Which patients were admitted before 31 February 2024?",
        "Which patients were admitted before 1/6/2024?",
        "Which patients were admitted around 1 May 2024?",
        "Which patients were not admitted before 1 May 2024 but treated?",
        "Which patients were seen before 1 May 2024?",
    ],
)
def test_a_date_that_is_none_or_not_exact_or_of_nothing_recorded_is_not_answered(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status != "answered"


def test_what_a_thing_is_told_to_be_before_its_name_in_quotation_marks_is_a_part_of_that(asker: Asker) -> None:
    trace = asker.ask('How is the model "Volumax" defined?')
    assert trace.answer.value == "A pump for large volumes."


def test_a_day_that_is_not_recorded_is_none_of_a_year(asker: Asker) -> None:
    trace = asker.ask("Which patients were admitted before 1 June 2024?")
    assert "Eve Falk" not in {item.name for item in trace.answer.items}, "of 2023 no day is recorded"
