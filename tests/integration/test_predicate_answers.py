"""Properties that are so or not, and what only links tell, asked in everyday words on an own graph of tables."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from tests.integration import own_tables

NAME = "predicates"
NODES = """\
id,name,label,speaks_welsh,lives_alone,has_gait_lab,on_nhs_list,can_recur,part_class,price_gbp,warranty_months,launched,does_home_visits,born,fracture_unit,burns_unit
N:1,Ada Pugh,Nurse,true,,,,,,,,,false,,,
N:2,Ben Rees,Nurse,false,,,,,,,,,true,,,
N:3,Eve Pask,Nurse,false,,,,,,,,,false,,,
P:1,Cai Lloyd,Patient,,true,,,,,,,,,2019-02-02,,
P:2,Dot Evans,Patient,,false,,,,,,,,,1980-05-01,,
P:3,Eli Morgan,Patient,,true,,,,,,,,,1970-01-01,,
C:1,Taff Clinic,Clinic,,,true,,,,,,,,,true,false
C:2,Wye Clinic,Clinic,,,false,,,,,,,,,false,true
K:1,Harbour Cool,Part,,,,true,,liner,90,12,2010-01-01,,,,
K:2,Fjord Walk,Part,,,,false,,foot,610,6,2012-06-01,,,,
K:3,Ridge Runner,Part,,,,true,,foot,1200,24,2020-03-01,,,,
S:1,itch,Complaint,,,,,true,,,,,,,,
S:2,fracture,Complaint,,,,,false,,,,,,,,
M:1,Nordfjell,Maker,,,,,,,,,,,,,
"""
LINKS = """source,type,target,discount_percent,falls_last_year,resolved,referred_by,seen_on,fitted_on
P:1,TREATED_AT,C:1,,,,GP,2014-05-01,
P:2,TREATED_AT,C:1,,,,hospital,2019-11-30,
P:3,TREATED_AT,C:2,,,,GP,2016-01-01,
K:1,INCOMPATIBLE_WITH,K:3,,,,,,
P:1,HAS_COMPLAINT,S:1,,,false,,,
P:1,HAS_COMPLAINT,S:2,,,true,,,
P:2,HAS_COMPLAINT,S:1,,,true,,,
P:1,WEARS,K:2,,4,,,,
P:2,WEARS,K:3,,1,,,,
K:1,MADE_BY,M:1,15,,,,,
K:2,MADE_BY,M:1,5,,,,,
P:1,CARED_FOR_BY,N:1,,,,,,
N:3,SUPERVISED_BY,N:2,,,,,,
N:1,MENTOR_OF,N:2,,,,,,
C:1,REFERS_TO,C:2,,,,,,
P:1,FITTED_WITH,K:1,,,,,,2019-04-09
P:2,FITTED_WITH,K:3,,,,,,2021-06-30
P:3,FITTED_WITH,K:1,,,,,,2021-05-02
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which nurses speak Welsh?", {"Ada Pugh"}),
        ("Which nurses do not speak Welsh?", {"Ben Rees", "Eve Pask"}),
        ("Which patients live alone?", {"Cai Lloyd", "Eli Morgan"}),
        ("patients living alone", {"Cai Lloyd", "Eli Morgan"}),
        ("Which clinics have a gait lab?", {"Taff Clinic"}),
        ("Which clinics have no gait lab?", {"Wye Clinic"}),
        ("Which clinics have a fracture unit?", {"Taff Clinic"}),  # a complaint is called "fracture"
        ("Which clinics have no fracture unit?", {"Wye Clinic"}),
        ("Which patients have the complaint fracture?", {"Cai Lloyd"}),
        ("Which parts are on the NHS list?", {"Harbour Cool", "Ridge Runner"}),
        ("Which parts are not on the NHS list?", {"Fjord Walk"}),
        ("Which parts are off the NHS list?", {"Fjord Walk"}),
        ("Which nurses do home visits?", {"Ben Rees"}),
        ("Which nurses neither speak Welsh nor do home visits?", {"Eve Pask"}),
        ("Which nurses do not speak Welsh nor do home visits?", {"Eve Pask"}),
        ("Which complaints can recur?", {"itch"}),
        ("Which feet cost less than seven hundred pounds?", {"Fjord Walk"}),
        ("Which parts cost more than £1,000?", {"Ridge Runner"}),
        ("Which parts have a warranty of at least 2 years?", {"Ridge Runner"}),  # which is told in months
        ("Which parts have a discount of 15 %?", {"Harbour Cool"}),
        ("Which patients had at least 3 falls last year?", {"Cai Lloyd"}),
        ("Which patients were referred by the hospital?", {"Dot Evans"}),
        ("Which complaints does Cai Lloyd have that are not resolved?", {"itch"}),
        ("Which complaints of Cai Lloyd are resolved?", {"fracture"}),
        ("Which patients were seen before 2016?", {"Cai Lloyd"}),
        ("Which patients were seen in 2016?", {"Eli Morgan"}),
        ("Which patients were seen after 1 May 2014?", {"Dot Evans", "Eli Morgan"}),
        ("Which patients were seen on or before 1 January 2016?", {"Cai Lloyd", "Eli Morgan"}),
        ("Which patients were seen on 30 November 2019?", {"Dot Evans"}),
        ("Which patients were seen in May 2014?", {"Cai Lloyd"}),
        ("Which patients were fitted with a part after 2019?", {"Dot Evans", "Eli Morgan"}),  # whenever it was launched
        ("Which patients were fitted with a part after 2 May 2021?", {"Dot Evans"}),
        ("Which patients were fitted with a part launched after 2019?", {"Dot Evans"}),
        ("Which patients were fitted with a part made by Nordfjell after 1 January 2019?", {"Cai Lloyd", "Eli Morgan"}),
        ("Which patients who were fitted in 2021 are treated at Taff Clinic?", {"Dot Evans"}),
        ("Which patients were at Taff Clinic in 2019?", {"Dot Evans"}),  # whoever was born then
        ("Who speaks Welsh?", {"Ada Pugh"}),
        ("Who is the mentor of Ben Rees?", {"Ada Pugh"}),
        ("Which patients wear the Fjord Walk foot?", {"Cai Lloyd"}),
        ("Who is the mentor of Rees?", {"Ada Pugh"}),  # nobody else is called so
        ("Which clinics is Morgan treated at?", {"Wye Clinic"}),
        ("Who supervises Eve Pask?", {"Ben Rees"}),
        ("Who looks after Cai Lloyd?", {"Ada Pugh"}),
        ("Which patients does Ada Pugh look after?", {"Cai Lloyd"}),
        ("Which patients are looked after by Ada Pugh?", {"Cai Lloyd"}),
        ("Who does Ben Rees supervise?", {"Eve Pask"}),
    ],
)
def test_it_is_listed(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert answer.status == "answered", answer.text
    assert {item.name for item in answer.items} == names


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Does Ada Pugh speak Welsh?", True),
        ("Does Dot Evans live alone?", False),
        ("Is Fjord Walk on the NHS list?", False),
        ("Does Wye Clinic have a gait lab?", False),
        ("Is Wye Clinic referred to by Taff Clinic?", True),
        ("Is Taff Clinic referred to by Wye Clinic?", False),
        ("Is the Harbour Cool liner on the NHS list?", True),
        ("Is the Harbour Cool foot on the NHS list?", False),  # it is no foot
    ],
)
def test_it_is_so_or_not(asker: Asker, question: str, *, verdict: bool) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, answer.verdict) == ("answered", verdict), answer.text


@pytest.mark.parametrize("question", ["Fjord Walk - how many months of warranty?", "months of warranty of Fjord Walk"])
def test_what_is_counted_in_a_unit_is_asked_for_with_it(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status == "answered"
    assert "6 months" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which clinics have more than 2 falls last year?",  # whose links tell none
        "Which patients treated the complaint of Dot Evans?",  # a verb that no link says of them
        "Which nurses speak Irish?",
        "Which clinics have no patients referred by the GP?",  # whether of all or of those
        "Is Harbour Cool compatible with Ridge Runner?",  # of which the opposite is recorded
        "Which patients live alone and do not drink?",
        "Which complaints can recur but are untreated?",
    ],
)
def test_what_nothing_tells_is_not_answered(asker: Asker, question: str) -> None:
    assert asker.ask(question).answer.status != "answered"


def test_two_lists_of_one_type_are_told_one_after_the_other(asker: Asker) -> None:
    trace = asker.ask("Which nurses speak Welsh and which do home visits?")
    names = [{one.name for one in each.answer.items} for each in (trace, *trace.further)]
    assert names == [{"Ada Pugh"}, {"Ben Rees"}]


def test_a_unit_is_named_by_what_it_is_for(asker: Asker) -> None:
    headline = asker.ask("Which clinics have a burns unit?").answer.headline
    assert "clinic with burns unit: Wye Clinic" in headline, headline
