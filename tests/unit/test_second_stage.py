"""What is read by meaning, over a small schema of its own: what must hold is never left to a ranking."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.by_meaning.likeness import Likeness, likeness, masked, sentence_of, words_of
from kgqa.questions.by_meaning.second_stage import Meant
from kgqa.questions.interpreter import Interpreter
from kgqa.schema.model import NodeType, Property, Schema
from tests.integration.graphs import SCHEMA, name_records


@cache
def interpreter() -> Interpreter:
    return Interpreter(SCHEMA, Linker(NameIndex(name_records())))


def meant(text: str) -> Meant | None:
    cleaned = clean(text)
    return interpreter().meant(cleaned, interpreter().named(cleaned))


def read_as(text: str) -> str:
    found = meant(text)
    return found.questions[0] if found is not None and found.clear else ""


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (
            "Our neighbour was told she has migraine. Which symptoms go with it?",
            "Which symptoms go with migraine?",
        ),
        (
            "hello, quick question: what symptoms come with migraine, thanks",
            "Which symptoms does Migraine present with?",
        ),
        ("list of drugs used against migraine pls, for a talk", "Which compounds treat Migraine?"),
    ],
)
def test_context_is_set_aside_and_the_question_is_read(asked: str, expected: str) -> None:
    assert read_as(asked) == expected


@pytest.mark.parametrize(
    "asked",
    [
        "What is the life expectancy with migraine?",
        "How much does a therapy for migraine cost?",
        "Should I worry about migraine?",
        "do I have migraine?",
        "Which zorblax does migraine have?",
        "Who discovered migraine?",
        "Does my insurance pay for migraine?",
    ],
)
def test_what_is_beyond_the_graph_is_not_read(asked: str) -> None:
    assert read_as(asked) == ""


@pytest.mark.parametrize(
    "asked",
    [
        "Which drugs are bad for migraine?", "drugs that work poorly against migraine?",
        "my friend has migraine, which drugs should she avoid?", "which drugs are the wrong ones with migraine",
    ],
)  # fmt: skip
def test_a_word_that_turns_what_is_asked_is_never_passed_over(asked: str) -> None:
    assert "treat" not in read_as(asked)


def test_two_questions_are_two() -> None:
    found = meant("Which symptoms does migraine have, and how many genes are associated with it?")
    assert found is not None
    assert found.questions[0].startswith("Which symptoms")
    assert [one.split()[0:2] for one in found.then] == [["How", "many"]]


def test_a_second_question_for_yes_or_no_is_asked_as_that() -> None:
    told = (
        Property("name"),
        Property("founded_year", "INTEGER", ("founded year", "year founded", "founded")),
        Property("family_owned", "BOOLEAN", ("family owned",)),
    )
    maker = NodeType("Maker", "maker", "makers", (), 9, properties=told)
    linker = Linker(NameIndex([{"id": "M:1", "label": "Maker", "name": "Lindqvist Bageri"}]))
    asked = Interpreter(Schema((maker,), ()), linker)
    text = "When was Lindqvist Bageri founded, and is it family owned?"
    found = asked.meant(text, asked.named(text))
    assert found is not None
    assert found.clear
    assert found.then == ("Is Lindqvist Bageri family owned?",)


def test_what_a_thing_is_and_whether_it_has_something_are_two_questions() -> None:
    found = meant("what is migraine and can you get it with fever")
    assert found is not None
    assert found.clear
    assert found.questions[0].lower() in ("what is migraine?", "migraine", "what is the definition of migraine?")
    assert found.then == ("Can you get migraine with fever?",)


@pytest.mark.parametrize(
    "asked",
    [
        "Headache, Fever, Vomiting - which do you get with migraine?",
        "Out of headache and fever, which ones go with migraine?",
    ],
)
def test_names_in_a_row_are_what_is_asked_for(asked: str) -> None:
    found = read_as(asked)
    assert found.startswith("Which symptoms")
    assert "Options: Headache; Fever" in found


def test_who_and_where_ask_for_no_verdict() -> None:
    assert not read_as("Headache, fever - who has migraine?").startswith(("Is", "Do", "Does"))


def test_a_denied_name_stays_denied() -> None:
    found = meant("Somebody has headache and fever but no vomiting. Thoughts on what disease that is?")
    assert found is None or all("Vomiting" not in one.split("not")[0] for one in found.questions)


def test_a_number_that_no_question_uses_stops_the_reading() -> None:
    assert read_as("migraine symptoms 17 please tell") == ""


def test_every_name_is_used_or_told() -> None:
    for asked in (
        "My friend has tension headache. Which symptoms go with migraine?",
        "migraine nausea symptoms drugs?",
    ):
        found = meant(asked)
        if found is not None and found.clear:
            told = " ".join(one.text for one in found.set_aside)
            for name in ("migraine", "nausea", "tension headache"):
                used = name in found.questions[0].lower() or name in told
                assert used or name not in asked.lower()


@pytest.mark.parametrize(
    "asked", ["", "?", "migraine " * 200, "which " * 100, "{disease} {", "not not not migraine", "\x00"]
)
def test_hostile_texts_are_read_or_not_but_never_break(asked: str) -> None:
    meant(asked)


def test_masks_hold_no_braces_of_a_schema() -> None:
    assert masked("di{se}ase") == "{disease}"
    assert words_of(f"freq {masked('symptom')} {masked('disease')}") == ["freq"]
    assert sentence_of("freq {symptom} {disease2}") == "freq the symptom the disease"


def _first(fits: Sequence[float]) -> int:
    return max(range(len(fits)), key=fits.__getitem__)


def test_the_model_ranks_what_was_meant_first() -> None:
    model: Likeness = likeness()
    proposals = [
        (
            "list",
            "Which genes are associated with {disease}?",
            [frozenset({"gene", "genes"}), frozenset({"associated"})],
        ),
        ("list", "Which symptoms does {disease} show?", [frozenset({"symptoms", "features"}), frozenset({"show"})]),
        ("count", "How many symptoms does {disease} show?", [frozenset({"symptoms", "features"}), frozenset({"show"})]),
    ]
    for asked, place in (
        ("what should I look out for in {disease}", 1),
        ("which mutation is behind {disease}", 0),
        ("number of signs of {disease}", 2),
    ):
        assert _first([one.fit for one in model.fits(asked, proposals)]) == place


def test_a_fit_does_not_depend_on_what_else_is_proposed() -> None:
    proposals = [
        (form, text, [frozenset({"gene"})]) for form, text in (("list", "Which genes?"), ("count", "How many genes?"))
    ]
    together = [one.fit for one in likeness().fits("genes of {disease}", proposals)]
    alone = [likeness().fits("genes of {disease}", [one])[0].fit for one in proposals]
    assert together == pytest.approx(alone, abs=1e-4)
