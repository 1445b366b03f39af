"""How far a verb goes by its evidence: of a record, a link, a chain, a list, and a relation by its name."""

from __future__ import annotations

from typing import Any

import pytest

from kgqa.evidence.codes import is_early, tier_of
from kgqa.evidence.hedging import counted, hedge, strongest, together, weakest
from kgqa.language.inflection import denied, infinitive, plural_verb
from kgqa.questions.wording import Hedge, hedged
from kgqa.records import Node, Triple
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Property, Relation, Schema
from kgqa.schema.reconcile import settled

FIELDS = (Property("evidence", role="evidence"), Property("max_phase", "INTEGER"), Property("status"))
DRUG, DISEASE = NodeType("Drug", "drug", "drugs"), NodeType("Disease", "disease", "diseases")
SCHEMA = Schema(
    (DRUG, DISEASE),
    (
        Relation("TREATS", "Drug", "Disease", "treats", "is treated by", properties=FIELDS),
        Relation("LINKED", "Drug", "Disease", "is linked to", "is linked to", properties=FIELDS),
        Relation("IS_A", "Drug", "Drug", "is a kind of", "includes", hierarchical=True, properties=FIELDS),
    ),
)


def record(type_: str = "TREATS", *, against: bool = False, **fields: Any) -> Triple:
    phrase = {"TREATS": "treats", "LINKED": "is linked to", "IS_A": "is a kind of"}[type_]
    far = Node("b", "B", "Drug" if type_ == "IS_A" else "Disease")
    return Triple(1, Node("a", "A", "Drug"), type_, far, phrase, against, properties=fields)


@pytest.mark.parametrize(
    ("fields", "treats", "linked"),
    [
        ({"evidence": "text-mined"}, "text-mined", "text-mined"),
        ({"evidence": "IEA"}, "inferred", "inferred"),
        ({"evidence": "prediction"}, "computed", "computed"),
        ({"evidence": "clinical trial"}, "studied", None),
        ({"evidence": "in vitro"}, "studied", None),
        ({"evidence": "Phase II"}, "studied", None),
        ({"max_phase": 3}, "studied", None),
        ({"max_phase": 4}, None, None),
        ({"status": "investigational"}, "studied", None),
        ({"status": ["investigational", "approved"]}, None, None),
        ({"status": "complete"}, None, None),
        ({"evidence": "PCS"}, None, None),
        ({"evidence": "curated", "max_phase": 2}, "studied", None),
        ({"evidence": ["text-mined", "curated"]}, None, None),
        ({}, None, None),
    ],
)
def test_a_record_lets_one_say(fields: dict[str, Any], treats: Hedge | None, linked: Hedge | None) -> None:
    assert hedge(record(**fields), SCHEMA) == treats
    assert hedge(record("LINKED", **fields), SCHEMA) == linked


def test_denials_and_kinds_are_told_as_they_are() -> None:
    assert hedge(record(against=True, evidence="text-mined"), SCHEMA) is None
    assert hedge(record("IS_A", evidence="IEA"), SCHEMA) is None


def test_records_ways_and_lists() -> None:
    assert strongest(["text-mined", None, "studied"]) is None
    assert strongest(["text-mined", "studied"]) == "studied"
    assert weakest([None, "studied", "inferred"]) == "inferred"
    assert strongest([]) is weakest([]) is None
    assert together(["inferred", "inferred"], "shows") == "inferred"
    assert together(["inferred", "inferred"], "shows", whole=False) == "recorded"
    assert together(["inferred", None], "shows") is None
    assert together(["inferred", None], "treats") == "recorded"
    assert together([None], "treats") is together([], "treats") is None


def test_how_many_rest_on_less() -> None:
    def noun(number: int) -> str:
        return "drug" if number == 1 else "drugs"

    assert counted([None, None], noun) == ""
    assert counted(["text-mined"], noun) == "The drug rests on text mining alone."
    assert counted([None, "studied", "text-mined", "text-mined"], noun) == (
        "Of these 4 drugs, 1 rests on trials or experiments alone and 2 on text mining alone."
    )


@pytest.mark.parametrize(
    "phrase", ["treats", "is treated by", "is a feature of", "has side effect", "shows", "may treat"]
)
@pytest.mark.parametrize("told", [None, "recorded", "studied", "computed", "inferred", "text-mined"])
def test_verbs_agree_with_their_number(phrase: str, told: Hedge | None) -> None:
    one, several = hedged(phrase, told), hedged(phrase, told, plural=True)
    assert one.split()[0] not in ("are", "were")
    assert several.split()[0] not in ("is", "was", "has")
    assert "to is " not in f"{one} {several}"
    assert "to are " not in f"{one} {several}"
    if told is None:
        assert (one, several) == (phrase, plural_verb(phrase))


@pytest.mark.parametrize(
    ("value", "early"),
    [
        ("Phase II", True), ("phase 2/3", True), ("Phase III/IV", False), ("clinical_trial_phase_3", True),
        ("4", False),
        ("2", True), ("0.5", True), ("approved", False), ("Not approved", True), ("phase", None), ("²", None),
        ("", None),
        ("phase 99", None), ("x" * 5000, None),
    ],
)  # fmt: skip
def test_how_far_a_treatment_has_come(value: str, early: bool | None) -> None:
    assert is_early("max_phase", value) is early
    assert is_early("note", value) is None, "a field that is not about that"


def test_a_phase_is_a_trial_whatever_its_number() -> None:
    assert tier_of("Phase 2") == tier_of("early phase 1") == tier_of("PHASE IV") == "trial"
    assert tier_of("PHASE3") == tier_of("EARLY_PHASE1") == tier_of("PHASE1/PHASE2") == "trial"
    assert (is_early("phase", "PHASE3"), is_early("phase", "Phase4")) == (True, False)
    assert tier_of("phase") is tier_of("phases") is tier_of("phase33") is None


@pytest.mark.parametrize(
    ("type_", "source", "forward", "inverse"),
    [
        ("IN_CLINICAL_TRIALS_FOR", "Drug", "was studied in", "was studied with"),
        ("in_clinical_trials_for", "Disease", "was studied with", "was studied in"),
        ("MAY_TREAT", "Drug", "may treat", "may be treated by"),
        ("TREATS", "Drug", "treats", "is treated by"),
    ],
)
def test_a_relation_is_told_as_far_as_its_own_name_goes(type_: str, source: str, forward: str, inverse: str) -> None:
    target = "Disease" if source == "Drug" else "Drug"
    made = derive.relation(type_, source, target, 1, ())
    assert (made.forward, made.inverse) == (forward, inverse)
    assert "may" not in denied(made.forward)
    assert " may " not in f" {infinitive(made.forward)} "
    assert "treat" in made.words or "treat" in made.forward_words or "treat" in made.inverse_words or source != "Drug"


@pytest.mark.parametrize(
    ("type_", "forward"),
    [
        ("does not treat", "does not treat"),
        ("NOT_TREATS", "does not treat"),
        ("is not associated with", "is not associated with"),
        ("no_effect_on", "is linked by “no effect on” to"),
        ("lacks response to", "lacks response to"),
    ],
)
def test_a_denial_that_nothing_affirms_is_said_once(type_: str, forward: str) -> None:
    schema = settled((DRUG, DISEASE), (derive.relation(type_, "Drug", "Disease", 1, ()),))
    (relation,) = schema.relations
    assert relation.negates
    assert relation.forward == relation.negative == forward


def test_a_denial_by_its_ending_reads_as_one() -> None:
    nodes = (NodeType("disease", "disease", "diseases"), NodeType("effect/phenotype", "effect", "effects"))
    made = derive.relation("disease_phenotype_negative", "disease", "effect/phenotype", 1, ())
    (relation,) = settled(nodes, (made,)).relations
    assert relation.negates
    assert relation.forward == relation.negative == "does not present with"
