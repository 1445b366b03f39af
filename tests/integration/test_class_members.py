"""What is in a class is in the classes above it: own tables whose classes have classes, however these are called."""

from __future__ import annotations

import json

import pytest

from kgqa.load import catalog
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration import own_tables

NODES = """id,name,label,route
K:1,Beta-lactams,DrugClass,
K:2,Penicillins,DrugClass,
K:3,Aminopenicillins,DrugClass,
K:4,Macrolides,DrugClass,
D:1,Varilin,Drug,oral
D:2,Tosicam,Drug,oral
D:3,Nemocef,Drug,intravenous
D:4,Erymox,Drug,oral
T:1,Fungi,Taxon,
T:2,Candida,Taxon,
O:1,Candida sordida,Organism,
O:2,Pallidum mycis,Organism,
I:1,Sore mouth fever,Infection,
I:2,Grey lung,Infection,
R:1,Northland,Region,
R:2,Elm Valley,Region,
S:1,Marsh Clinic,Site,
S:2,Hill Clinic,Site,
"""
EDGES = """source,type,target
K:2,BELONGS_TO_CLASS,K:1
K:3,BELONGS_TO_CLASS,K:2
D:1,BELONGS_TO_CLASS,K:3
D:2,BELONGS_TO_CLASS,K:2
D:3,BELONGS_TO_CLASS,K:1
D:4,BELONGS_TO_CLASS,K:4
T:2,IS_A,T:1
O:1,IS_A,T:2
O:2,IS_A,T:1
O:1,CAUSES,I:1
O:2,CAUSES,I:2
D:1,TREATS,I:1
D:4,TREATS,I:2
R:2,LOCATED_IN,R:1
S:1,LOCATED_IN,R:2
S:2,LOCATED_IN,R:1
"""

asker = own_tables.asker("classes", nodes=NODES, edges=EDGES)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which drugs belong to Beta-lactams?", {"Varilin", "Tosicam", "Nemocef"}),
        ("Which drugs belong to penicillins?", {"Varilin", "Tosicam"}),
        ("Which drugs belong to Macrolides?", {"Erymox"}),
        ("How many drugs belong to beta-lactams?", {"Varilin", "Tosicam", "Nemocef"}),
        ("Which oral drugs belong to Beta-lactams?", {"Varilin", "Tosicam"}),
        ("Which infections are treated by drugs that belong to beta-lactams?", {"Sore mouth fever"}),
        ("Which drugs treat sore mouth fever and belong to Beta-lactams?", {"Varilin"}),
        ("Which organisms are fungi?", {"Candida sordida", "Pallidum mycis"}),
        ("Which infections are caused by organisms that are fungi?", {"Sore mouth fever", "Grey lung"}),
        ("Which sites are located in Northland?", {"Marsh Clinic", "Hill Clinic"}),
        ("Which sites are located in Elm Valley?", {"Marsh Clinic"}),
    ],
)
def test_a_class_is_asked_with_the_classes_below_it(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, {item.name for item in answer.items}) == ("answered", names), answer.text
    if answer.kind == "count":
        assert f"{len(names)} drugs" in answer.headline


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which fungi cause grey lung?", {"Pallidum mycis"}),
        ("How many fungi cause grey lung?", {"Pallidum mycis"}),
        ("Which beta-lactams treat sore mouth fever?", {"Varilin"}),
        ("Which beta-lactams do not treat sore mouth fever?", {"Tosicam", "Nemocef"}),
        ("Which fungi don't cause grey lung?", {"Candida sordida"}),
    ],
)
def test_the_name_of_a_class_asks_for_its_members(asker: Asker, question: str, names: set[str]) -> None:
    answer = asker.ask(question).answer
    assert (answer.status, {item.name for item in answer.items}) == ("answered", names), answer.text


def test_a_class_that_nothing_below_belongs_to_has_no_members_of_another_kind(asker: Asker) -> None:
    answer = asker.ask("Which macrolides treat sore mouth fever?").answer
    assert answer.status == "not_in_graph", answer.text


def test_silence_is_told_as_silence_where_no_record_denies(asker: Asker) -> None:
    answer = asker.ask("Which drugs do not treat sore mouth fever?").answer
    assert {item.name for item in answer.items} == {"Tosicam", "Nemocef", "Erymox"}, answer.text
    assert answer.headline.startswith("3 drugs are not recorded to treat Sore mouth fever")
    assert "What is not recorded may be so all the same." in answer.text
    assert "may be so all the same" not in asker.ask("Which drugs treat sore mouth fever?").answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which drugs are free of sore mouth fever?",
        "Which drugs do not go together with sore mouth fever?",  # may be the link itself, or its opposite
    ],
)
def test_what_is_not_plainly_the_link_is_not_told_from_silence(asker: Asker, question: str) -> None:
    answer = asker.ask(question).answer
    assert answer.status != "answered", answer.text


@pytest.mark.parametrize("drug", ["Varilin", "Tosicam", "Nemocef"])
def test_whether_it_is_in_a_class_is_told_from_the_classes_below(asker: Asker, drug: str) -> None:
    answer = asker.ask(f"Does {drug} belong to Beta-lactams?").answer
    assert (answer.status, answer.verdict) == ("answered", True), answer.text


def test_what_is_in_no_class_below_is_not(asker: Asker) -> None:
    answer = asker.ask("Does Erymox belong to Beta-lactams?").answer
    assert answer.verdict is not True, answer.text


def test_a_class_is_no_member_of_what_lies_below_it(asker: Asker) -> None:
    answer = asker.ask("Which drugs belong to aminopenicillins?").answer
    assert {item.name for item in answer.items} == {"Varilin"}, answer.text


def test_the_way_up_is_in_the_evidence(asker: Asker) -> None:
    trace = asker.ask("Which drugs belong to Beta-lactams?")
    shown = {(one.subject.name, one.object.name) for one in trace.evidence}
    assert {("Varilin", "Aminopenicillins"), ("Nemocef", "Beta-lactams")} <= shown, shown


def test_a_graph_that_was_loaded_before_that_was_noted_knows_it_too(asker: Asker, settings: Settings) -> None:
    entry = catalog.graph(settings, "classes")
    path = entry.manifest_path
    written = path.read_text(encoding="utf-8")
    manifest = json.loads(written)
    for relation in manifest["schema"]["relations"]:
        del relation["membership"]
        relation["hierarchical"] = relation["hierarchical"] and relation["type"] == "IS_A"
    manifest.pop("digest")
    path.write_text(json.dumps(manifest), encoding="utf-8")
    try:
        assert catalog.graph(settings, "classes").schema == entry.schema
    finally:
        path.write_text(written, encoding="utf-8")
