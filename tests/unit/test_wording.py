"""Sentences from records: verbs, denials, lists, frequencies, and conditions in both numbers."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.language.inflection import denied, plural_verb
from kgqa.load.hpo.schema import describe
from kgqa.load.source import Contents
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.questions.wording import Frequency, Wording, frequency, listed, read_frequency
from kgqa.records import Node, Triple
from tests.integration.graphs import SCHEMA

WORDING = Wording(SCHEMA)
RELATIONS = {relation.type: relation for relation in SCHEMA.relations}


def thing(label: str, name: str, *ids: str) -> Thing:
    return Thing(name, label, ids or ("X:1",))


def condition(type_: str, *names: str, forward: bool = True, **more: bool) -> Condition:
    hop = Hop(RELATIONS[type_], forward)
    return Condition(hop, tuple(thing(hop.end, name) for name in names), **more)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("shows", "show"),
        ("is a feature of", "are features of"),
        ("is an ancestor of", "are ancestors of"),
        ("is associated with", "are associated with"),
        ("is in the medical history of", "are in the medical history of"),
        ("has the clinical course", "have the clinical course"),
        ("does not show", "do not show"),
        ("is not a kind of", "are not a kind of"),
        ("carries", "carry"),
        ("passes on", "pass on"),
        ("reaches", "reach"),
        ("crosses", "cross"),
        ("causes", "cause"),
        ("goes with", "go with"),
        ("was seen in", "were seen in"),
        ("follows", "follow"),
    ],
)
def test_a_verb_phrase_in_the_plural(one: str, many: str) -> None:
    assert plural_verb(one) == many


@pytest.mark.parametrize(
    ("phrase", "number", "said"),
    [
        ("has target", 3, "has 3 genes as targets"),
        ("has the target", 1, "has 1 gene as target"),
        ("has the marker gene", 2, "has 2 marker genes"),
        ("has gene", 2, "has 2 genes"),
        ("has been linked to", 2, "has been linked to 2 genes"),
        ("has a variant in", 2, "has a variant in 2 genes"),
    ],
)
def test_a_number_of_things_that_are_had_by_a_name_of_their_own(phrase: str, number: int, said: str) -> None:
    assert WORDING.counted(phrase, "Gene", number) == said


@pytest.mark.parametrize(
    ("phrase", "denial"),
    [
        ("shows", "does not show"),
        ("is a feature of", "is not a feature of"),
        ("is associated with", "is not associated with"),
        ("has the clinical course", "does not have the clinical course"),
        ("has been seen in", "has not been seen in"),
        ("was seen in", "was not seen in"),
        ("carries", "does not carry"),
        ("treats", "does not treat"),
        ("is", "is not"),
    ],
)
def test_a_verb_phrase_denied(phrase: str, denial: str) -> None:
    assert denied(phrase) == denial


def test_every_phrase_of_both_schemas_stays_a_sentence_in_both_numbers() -> None:
    """No doubled blank, no "are shows", and a denial says not exactly once."""
    hpo = describe(Contents({"Disease": 1, "Phenotype": 1}, {("Disease", "HAS_PHENOTYPE", "Phenotype"): 1}))
    for relation in (*SCHEMA.relations, *hpo.relations):
        for forward in (True, False):
            for plural in (True, False):
                hop = Hop(relation, forward)
                plain = Wording(SCHEMA).phrase(hop, plural=plural)
                negative = Wording(SCHEMA).phrase(
                    replace(hop, relation=replace(relation, negates=None)), plural=plural, negative=True
                )
                assert "  " not in f" {plain} "
                assert not re.match(r"(are|have|do)\b.*\b(is|has|does)\b", plain), plain
                if relation.negates is None:
                    assert negative.split().count("not") + negative.split().count("no") == 1, negative


@pytest.mark.parametrize(
    ("names", "expected"),
    [([], ""), (["A"], "A"), (["A", "B"], "A and B"), (["A", "B", "C"], "A, B and C")],
)
def test_names_in_a_list(names: list[str], expected: str) -> None:
    assert listed(names) == expected
    assert listed(names, "or") == expected.replace(" and ", " or ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("45/58", Frequency("45/58", 45 / 58, 45 / 58, 45, 58)),
        (" 3 / 4 ", Frequency(" 3 / 4 ", 0.75, 0.75, 3, 4)),
        ("0/32", Frequency("0/32", 0.0, 0.0, 0, 32)),
        ("0/0", Frequency("0/0")),
        ("12.5%", Frequency("12.5%", 0.125, 0.125)),
        ("100 %", Frequency("100 %", 1.0, 1.0)),
        ("0%", Frequency("0%", 0.0, 0.0)),
        ("Very frequent", Frequency("Very frequent", 0.80, 0.99)),
        ("very rare", Frequency("very rare", 0.01, 0.04)),
        ("OBLIGATE", Frequency("OBLIGATE", 1.0, 1.0)),
        ("Excluded", Frequency("Excluded", 0.0, 0.0)),
        ("often", Frequency("often")),
        ("-5%", Frequency("-5%")),
        ("5/", Frequency("5/")),
        ("1/2/3", Frequency("1/2/3")),
        ("1e5%", Frequency("1e5%")),
        ("", Frequency("")),
        ("<b>50%</b>", Frequency("<b>50%</b>")),
        ("5/3", Frequency("5/3")),
        ("9" * 5000 + "/1", Frequency("9" * 5000 + "/1")),
        ("1" + "0" * 400 + "/1", Frequency("1" + "0" * 400 + "/1")),
        ("101%", Frequency("101%")),
    ],
)
def test_a_frequency_as_recorded(text: str, expected: Frequency) -> None:
    assert read_frequency(text) == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("45/58", "45/58 (78 %)"),
        ("0/32", "0/32 (0 %)"),
        ("12.5%", "12.5%"),
        ("Very frequent", "Very frequent (80–99 %)"),
        ("Obligate", "Obligate (100 %)"),
        ("sometimes", "sometimes"),
        ("0/0", "0/0"),
    ],
)
def test_a_frequency_in_a_sentence(text: str, sentence: str) -> None:
    assert read_frequency(text).sentence() == sentence


@given(st.text(max_size=40) | st.from_regex(r"\s?\d{1,9}\s?/\s?\d{1,9}", fullmatch=True))
def test_any_frequency_is_kept_as_recorded(text: str) -> None:
    read = read_frequency(text)
    assert read.text == text
    assert text in read.sentence()
    assert (read.low is None) == (read.high is None)
    assert read.low is None or 0 <= read.low <= read.high <= 1


def test_no_frequency_is_none_and_not_zero() -> None:
    presents, treats = RELATIONS["PRESENTS"], RELATIONS["TREATS"]
    assert frequency(presents, {}) is None
    assert frequency(presents, {"frequency": ""}) is None
    assert frequency(presents, {"frequency": None}) is None
    assert frequency(treats, {"frequency": "1/2"}) is None, "this relation has no frequency"
    assert frequency(presents, {"frequency": "0/32"}) == Frequency("0/32", 0.0, 0.0, 0, 32)


@pytest.mark.parametrize(("number", "noun"), [(0, "diseases"), (1, "disease"), (2, "diseases"), (1000, "diseases")])
def test_a_noun_by_number(number: int, noun: str) -> None:
    assert WORDING.things("Disease", number) == noun


CONDITIONS = [
    ((condition("PRESENTS", "A"),), "presents with A", "present with A"),
    (
        (condition("PRESENTS", "A"), condition("PRESENTS", "B")),
        "presents with both A and B",
        "present with both A and B",
    ),
    ((condition("PRESENTS", "A", "B"),), "presents with A or B", "present with A or B"),
    (
        tuple(condition("PRESENTS", name) for name in "ABC"),
        "presents with A, B and C",
        "present with A, B and C",
    ),
    (
        (condition("PRESENTS", "A"), condition("TREATS", "B", forward=False)),
        "presents with A and is treated by B",
        "present with A and are treated by B",
    ),
    (
        (condition("PRESENTS", "A"), condition("PRESENTS", "B", negated=True)),
        "presents with A and is not recorded to present with B",
        "present with A and are not recorded to present with B",
    ),
    (
        (condition("PRESENTS", "A", denied=True),),
        "is recorded not to present with A",
        "are recorded not to present with A",
    ),
]


@pytest.mark.parametrize(("conditions", "one", "many"), CONDITIONS)
def test_conditions_as_predicates(conditions: tuple[Condition, ...], one: str, many: str) -> None:
    variable = Variable("Disease", conditions)
    assert WORDING.conditions(variable, plural=False) == one
    assert WORDING.conditions(variable) == many
    assert WORDING.question(variable) == f"Which diseases {many}?"


def test_an_unnamed_thing_in_the_middle_is_told() -> None:
    inner = Variable("Disease", (condition("PRESENTS", "Headache"),))
    variable = Variable("Gene", (Condition(Hop(RELATIONS["ASSOCIATES"], False), variable=inner),))
    assert WORDING.conditions(variable) == "are associated with diseases that present with Headache"


def test_a_question_without_conditions() -> None:
    assert WORDING.question(Variable("Gene")) == "Which genes are there?"


def test_a_triple_is_a_sentence() -> None:
    triple = Triple(
        1, Node("D:1", "Migraine", "Disease"), "PRESENTS", Node("S:1", "Headache", "Symptom"), "presents with"
    )
    assert WORDING.triple(triple) == "Migraine presents with Headache"


@pytest.mark.parametrize(
    ("forward", "words"),
    [("is a kind of", "kind, kinds"), ("is a subtype of", "subtype, subtypes"), ("falls under", "kind, kinds")],
)
def test_kinds_are_called_by_the_relation_s_own_noun(forward: str, words: str) -> None:
    relations = [replace(r, forward=forward) if r.hierarchical else r for r in SCHEMA.relations]
    wording = Wording(replace(SCHEMA, relations=tuple(relations)))
    assert ", ".join(wording.kinds("Disease", number) for number in (1, 2)) == words
    assert Wording(SCHEMA).kinds("Gene", 2) == "kinds", "a type without kinds has the plain word"
