"""Conditions on the properties of links, answered: on an own graph of tables with numbers, and on the default graph."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker
from kgqa.records import Trace
from tests.integration import own_tables

NAME = "qualified"
NODES = """id,name,label
D:1,Morbus Alba,Disease
D:2,Morbus Bruna,Disease
D:3,Morbus Caeca,Disease
S:1,Itchiness,Symptom
S:2,Wheezing,Symptom
S:3,Limping,Symptom
S:4,Fever,Symptom
S:5,Rash,Symptom
S:6,Tremor,Symptom
G:1,ABC1,Gene
G:2,ABC2,Gene
G:3,ABC3,Gene
"""
LINKS = """source,type,target,frequency,sex,onset,database,score,year
D:1,has_symptom,S:1,0/32,,,RareBase,,
D:1,has_symptom,S:2,1/1,female,childhood,RareBase,,
D:1,has_symptom,S:3,HP:0040281,,adulthood,RareBase,,
D:1,has_symptom,S:4,,male,,RareBase,,
D:1,has_symptom,S:5,4/5,,childhood,RareBase,,
D:1,has_symptom,S:5,10%,,childhood,OldBase,,
D:1,has_symptom,S:6,30-60%,,,OldBase,,
D:2,has_symptom,S:5,2/3,,,OldBase,,
D:2,has_symptom,S:6,occasional,,,OldBase,,
G:1,associated_with,D:1,,,,,0.81,2015
G:2,associated_with,D:1,,,,,0.8,2014
G:3,associated_with,D:1,,,,,,2020
G:1,associated_with,D:2,,,,,0.2,2009
G:2,associated_with,D:2,,,,,0.95,2016
"""

asker = own_tables.asker(NAME, nodes=NODES, edges=LINKS)


def names(trace: Trace) -> set[str]:
    """The answers of a question that was answered."""
    assert trace.answer.status == "answered", trace.answer.text
    return {item.name for item in trace.answer.items}


LISTS = [
    ("Which symptoms does Morbus Alba have in more than 80 % of patients?", {"Wheezing"}, "2 more symptoms"),
    ("Which symptoms does Morbus Alba have in at least 80 % of patients?", {"Wheezing", "Limping", "Rash"}, "Fever"),
    ("Which symptoms does Morbus Alba have in less than half of patients?", {"Rash"}, "30-60%"),
    ("Which symptoms does Morbus Alba have in 30 to 60 %?", {"Tremor"}, "without a frequency: Fever"),
    ("Which symptoms does Morbus Alba have in all patients?", {"Wheezing"}, "A single patient was counted."),
    ("Which findings are seen in at least 80 % of Morbus Alba patients?", {"Wheezing", "Limping", "Rash"}, "Fever"),
    ("Findings present in at least 80 % of patients with Morbus Alba", {"Wheezing", "Limping", "Rash"}, "Fever"),
    ("Which symptoms are very frequent in Morbus Alba?", {"Wheezing", "Limping", "Rash"}, "at least 80 %"),
    ("Which symptoms does Morbus Alba have in females only?", {"Wheezing"}, "recorded without a sex"),
    ("Which symptoms does Morbus Alba have in men?", {"Fever"}, "recorded without a sex"),
    ("Which symptoms does Morbus Alba have with onset in childhood?", {"Wheezing", "Rash"}, "without an onset"),
    ("Which symptoms does Morbus Alba have according to OldBase?", {"Rash", "Tremor"}, "according to OldBase"),
    (
        "Which symptoms does Morbus Alba have in less than half of patients according to OldBase?", {"Rash"},
        "Not decided: 1 more symptom, recorded only as 30-60%: Tremor.",
    ),
    ("Which diseases have rash in at least two thirds of patients?", {"Morbus Alba", "Morbus Bruna"}, "[2]"),
    ("Which diseases have rash in exactly two thirds of patients?", {"Morbus Bruna"}, ""),
    ("Which genes are associated with Morbus Alba with a score above 0.8?", {"ABC1"}, "without a score: ABC3"),
    ("Which genes are associated with Morbus Alba with a score of at least 0.8?", {"ABC1", "ABC2"}, "ABC3"),
    ("Which genes are associated with Morbus Alba with a score between 0.805 and 0.9?", {"ABC1"}, "ABC3"),
    ("Which genes are associated with Morbus Alba since 2015?", {"ABC1", "ABC3"}, "since 2015"),
    ("Which genes are associated with Morbus Alba before 2015?", {"ABC2"}, "before 2015"),
    ("Which diseases are associated with ABC2 with a score above 0.9?", {"Morbus Bruna"}, ""),
    ("Which genes are associated with both Morbus Alba and Morbus Bruna with a score above 0.5?", {"ABC2"}, ""),
    ("Which genes are associated with diseases that have rash in exactly two thirds?", {"ABC1", "ABC2"}, ""),
]  # fmt: skip


@pytest.mark.parametrize(("question", "expected", "said"), LISTS)
def test_a_list_has_what_a_record_is_known_to_meet(asker: Asker, question: str, expected: set[str], said: str) -> None:
    trace = asker.ask(question)
    assert names(trace) == expected, trace.answer.text
    assert said in trace.answer.text
    assert trace.answer.text.startswith(trace.answer.headline)


def test_what_is_counted_is_what_is_listed(asker: Asker) -> None:
    answer = asker.ask("How many genes are associated with Morbus Alba with a score below 0.9?").answer
    assert (answer.value, answer.total) == (2, 2)
    assert "Not decided: 1 more gene, recorded without a score: ABC3." in answer.text


def test_that_another_record_says_otherwise_is_told(asker: Asker) -> None:
    text = asker.ask("Which symptoms does Morbus Alba have in at least 80 % of patients?").answer.text
    assert "The records differ: another one does not say so of Rash" in text


def test_a_link_that_was_found_in_none_meets_no_lower_bound_and_is_set_aside_under_an_upper_one(asker: Asker) -> None:
    over = asker.ask("Which symptoms does Morbus Alba have in more than 80 % of patients?").answer
    under = asker.ask("Which symptoms does Morbus Alba have in less than half of patients?").answer
    assert [item.name for item in over.set_aside] == []
    assert [item.name for item in under.set_aside] == ["Itchiness"]


@pytest.mark.parametrize(
    ("question", "verdict", "headline"),
    [
        ("Is ABC1 associated with Morbus Alba with a score above 0.8?", True, "Yes: "),
        ("Is ABC2 associated with Morbus Alba with a score above 0.8?", False, "No: "),
        ("Is ABC3 associated with Morbus Alba with a score above 0.8?", None, "Not decided whether "),
        ("Does Morbus Alba have rash in at least half of patients?", True, "Yes: "),
        ("Does Morbus Alba have tremor in at least half of patients?", None, "Not decided whether "),
        ("Does Morbus Alba always have wheezing?", True, "Yes: "),
        ("Does Morbus Alba have itchiness in less than half of patients?", False, "No: "),
        ("Does Morbus Caeca have rash in at least half of patients?", False, "Not recorded: "),
        ("Does Morbus Alba have rash according to OldBase?", True, "Yes: "),
        ("Does Morbus Alba have wheezing according to OldBase?", False, "No: "),
    ],
)
def test_a_question_for_yes_or_no_is_decided_by_records_alone(
    asker: Asker, question: str, verdict: bool | None, headline: str
) -> None:
    answer = asker.ask(question).answer
    assert (answer.verdict, answer.headline[: len(headline)]) == (verdict, headline), answer.text


def test_nothing_is_certain_and_something_may_be(asker: Asker) -> None:
    answer = asker.ask("Which symptoms does Morbus Alba have in more than 81 % and less than 95 % of patients?").answer
    assert (answer.status, answer.total) == ("answered", 0)
    assert answer.headline.endswith("; 1 may be, recorded only as very frequent, 80–99 %.")


def test_a_property_that_the_link_has_not_is_said_to_be_missing(asker: Asker) -> None:
    answer = asker.ask("Which genes are associated with Morbus Alba in more than 80 % of patients?").answer
    assert answer.status == "not_in_graph"
    assert "records no frequency of that link" in answer.text


@pytest.mark.parametrize(
    ("bound", "over"),
    [("more than 80 %", 0.8), ("at least 80 %", -0.8), ("more than 50 %", 0.5), ("at least 5 %", -0.05)],
)
def test_the_default_graph_is_decided_as_its_own_numbers_say(hpo_asker: Asker, bound: str, over: float) -> None:
    trace = hpo_asker.ask(f"Which phenotypes does Noonan syndrome 1 show in {bound} of patients?")
    ran = hpo_asker.run_cypher(
        "MATCH (d:Disease)-[r:HAS_PHENOTYPE]->(p:Phenotype) WHERE d.id = 'OMIM:163950' AND r.against = false "
        "RETURN p.id AS id, r.frequency_low AS low, r.patients AS patients, r.examined AS examined"
    )
    expected = set()
    for id_, low, patients, examined in ran.rows.rows:  # type: ignore[union-attr]
        share = patients / examined if examined else low
        if share is not None and (share > over if over > 0 else share >= -over):
            expected.add(id_)
    assert expected
    assert {item.id for item in trace.answer.items} == expected, trace.answer.text
    assert "Not decided: " in trace.answer.text


@pytest.mark.parametrize(
    ("said", "wanted"),
    [("according to Orphanet", "r.source = 'ORPHA'"), ("with evidence code PCS", "r.evidence = 'PCS'")],
)
def test_the_default_graph_is_asked_for_what_its_own_values_say(hpo_asker: Asker, said: str, wanted: str) -> None:
    trace = hpo_asker.ask(f"How many phenotypes does Noonan syndrome 1 show {said}?")
    ran = hpo_asker.run_cypher(
        "MATCH (d:Disease)-[r:HAS_PHENOTYPE]->(p:Phenotype) WHERE d.id IN ['OMIM:163950'] AND r.against = false "
        f"AND {wanted} RETURN count(DISTINCT p.id) AS n"
    )
    assert trace.answer.total == ran.rows.rows[0][0]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which phenotypes does Marfan syndrome show according to Orphanet?", "according to Orphanet,"),
        ("Which phenotypes occur in females with Rett syndrome?", "recorded without a sex"),
        ("Which phenotypes does Marfan syndrome show with neonatal onset?", "recorded without an onset"),
        ("Which diseases show ectopia lentis with evidence code PCS?", "with the evidence PCS,"),
        ("Does Marfan syndrome show ectopia lentis in more than 40 % of patients?", "Yes: "),
        ("Do all patients with Marfan syndrome have arachnodactyly?", "No: "),
        (
            "Which phenotypes are present in at least 80 % of patients with Marfan syndrome?",
            "in at least 80 % of patients,",
        ),
        ("Which phenotypes are present in more than 80 % of patients with Marfan syndrome?", "very frequent, 80–99 %"),
        ("Which phenotypes of Marfan syndrome have juvenile onset?", "recorded without an onset"),
        ("Where does ectopia lentis in Marfan syndrome come from?", "PMID:"),
    ],
)
def test_conditions_on_texts_are_matched_with_what_the_graph_holds(hpo_asker: Asker, question: str, said: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "answered", trace.answer.text
    assert said in trace.answer.text
