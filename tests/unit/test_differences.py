"""Questions for what tells two things apart and for comparisons: how they are read, and how they are worded again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.language.text import clean
from kgqa.linking.enumerations import apart, with_numbers
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Gap, Intent, OfThese
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.verbalisation import restated, reworded
from kgqa.questions.wording import Wording
from tests.integration.graphs import SCHEMA, read, read_intent


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What distinguishes migraine from gout?", None),
        ("What distinguishes migraine and gout?", None),
        ("What differentiates migraine from gout?", None),
        ("What is the difference between migraine and gout?", None),
        ("How do migraine and gout differ?", None),
        ("How does migraine differ from gout?", None),
        ("migraine vs gout", None),
        ("Compare migraine and gout", None),
        ("Which symptoms distinguish migraine from gout?", "Symptom"),
        ("Which symptoms are different between migraine and gout?", "Symptom"),
        ("Which genes tell apart migraine and gout?", "Gene"),
        ("List the compounds in which migraine and gout differ", "Compound"),
        ("What tells migraine from gout?", None),
        ("What tells migraine apart from gout?", None),
        ("What sets migraine apart from gout?", None),
        ("How can I tell migraine from gout?", None),
        ("How can migraine be told apart from gout?", None),
        ("How can migraine and gout be told apart?", None),
        ("Migraine is told from gout by what?", None),
        ("By what is migraine told from gout?", None),
        ("What separates migraine from gout?", None),
        ("Which symptoms tell migraine and gout apart?", "Symptom"),
        ("Which symptoms set migraine apart from gout?", "Symptom"),
    ],
)
def test_what_tells_two_things_apart(question: str, label: str | None) -> None:
    intent = read_intent(question)
    assert (intent.kind, intent.answer, intent.of_type) == ("list", None, label)
    assert [thing.name for thing in intent.differ] == ["Migraine", "Gout"]
    assert "Migraine from Gout" in restated(Wording(SCHEMA), intent)


@pytest.mark.parametrize(
    "question",
    [
        "What distinguishes migraine from aspirin?",
        "What distinguishes migraine from migraine?",
        "What distinguishes migraine from gout and asthma?",
        "Which anatomies distinguish migraine from gout?",
        "Which symptoms and genes distinguish migraine from gout?",
        "What most distinguishes migraine from gout?",
        "How often do migraine and gout differ?",
        "What distinguishes migraine?",
        "Does headache distinguish migraine from gout?",
        "What does not distinguish migraine from gout?",
        "What does not tell migraine from gout?",
        "Does headache tell migraine from gout?",
        "What tells migraine from aspirin?",
        "What sets migraine from gout?",
        "Which symptoms differ in frequency between migraine and gout?",
    ],
)
def test_other_questions_with_such_words_are_not_read(question: str) -> None:
    assert isinstance(read(question), Gap)


def test_apart_from_and_tell_me_stay_what_they_are() -> None:
    for question in ("Tell me which diseases apart from gout show headache", "Apart from gout, which show headache?"):
        intent = read(question)
        assert not isinstance(intent, Intent) or intent.differ == (), question


def test_only_in_one_and_not_in_the_other_is_a_list_with_a_denial() -> None:
    plain = read_intent("Which symptoms does migraine have but not malaria?")
    for question in (
        "Which symptoms are only in migraine, not in malaria?",
        "Which symptoms does only migraine have but not malaria?",
    ):
        assert replace(read_intent(question), entities=()) == replace(plain, entities=())
    for question in (
        "Which symptoms are only in migraine?",
        "Which symptoms are only in migraine and malaria?",
    ):
        answer = read_intent(question).answer
        assert answer is not None
        assert all(condition.only for condition in answer.conditions), "in these and in nothing else"


@pytest.mark.parametrize(
    "question",
    [
        "What distinguishes Migraine from Gout?",
        "Which symptoms distinguish Migraine from Gout?",
        "Is Headache more frequent in Migraine or in Malaria?",
        "Is Headache less frequent in Migraine or in Malaria?",
        "Is Headache more frequent in Migraine than in Malaria?",
        "Which has more symptoms, Migraine or Malaria?",
        "Which has fewer genes, Migraine or Malaria?",
        "Does Migraine have more symptoms than Malaria?",
        "What do Migraine and Malaria have in common?",
        "Which symptom is most frequent in Migraine?",
    ],
)
def test_the_canonical_question_is_the_one_that_an_intent_is_worded_as(question: str) -> None:
    assert next(reworded(Wording(SCHEMA), read_intent(question))) == question


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Which disease has more symptoms, migraine or malaria?", "Which has more symptoms, migraine or malaria?"),
        ("Has migraine more symptoms than malaria?", "Does migraine have more symptoms than malaria?"),
        ("Is headache more common in migraine or malaria?", "Is headache more frequent in migraine or in malaria?"),
        (
            "In which disease is headache more frequent, migraine or malaria?",
            "Is headache more frequent in migraine or in malaria?",
        ),
    ],
)
def test_comparisons_in_other_words(question: str, same: str) -> None:
    assert replace(read_intent(question), entities=()) == replace(read_intent(same), entities=())


@pytest.mark.parametrize(
    "question",
    [
        "Which compound has more symptoms, migraine or malaria?",
        "Does migraine have more symptoms or malaria?",
        "Does migraine have more than two symptoms than malaria?",
        "Is headache more frequent in migraine, malaria or influenza?",
    ],
)
def test_comparisons_that_say_more_are_not_read(question: str) -> None:
    assert isinstance(read(question), Gap)


NAMES = [
    *({"id": f"D:{n}", "label": "Disease", "name": f"Fading syndrome {n}", "synonyms": []} for n in (1, 2, 4)),
    {"id": "D:5", "label": "Disease", "name": "Fading syndrome", "synonyms": ["Fading syndrome 2"]},
    *({"id": f"G:{n}", "label": "Gene", "name": f"TF{n}", "synonyms": []} for n in (1, 2, 12)),
    {"id": "S:1", "label": "Symptom", "name": "Headache", "synonyms": []},
    {"id": "S:2", "label": "Symptom", "name": "Waning headache", "synonyms": []},
    {"id": "D:6", "label": "Disease", "name": "Waning syndrome, kidney type", "synonyms": []},
    {"id": "D:7", "label": "Disease", "name": "Waning headache syndrome", "synonyms": []},
]


def _linked(text: str) -> list[tuple[str, str]]:
    linker = Linker(NameIndex(NAMES))
    return [(one.mention, one.chosen.id) for one in with_numbers(text, apart(text, linker.link), linker.link)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("genes of Fading syndrome 1, 2 and 4?", [("Fading syndrome 1", "D:1"), ("2", "D:2"), ("4", "D:4")]),
        ("genes of Fading syndrome 1 or 4", [("Fading syndrome 1", "D:1"), ("4", "D:4")]),
        ("Fading syndrome type 1 and type 4", [("Fading syndrome type 1", "D:1"), ("4", "D:4")]),
        ("Fading syndrome 1, 3 and 4", [("Fading syndrome 1", "D:1")]),
        ("Fading syndrome 1 and 2 of these", [("Fading syndrome 1", "D:1")]),
        ("Fading syndrome 1 and 4 or more", [("Fading syndrome 1", "D:1")]),
        ("Fading syndrome 1 and 4 %", [("Fading syndrome 1", "D:1")]),
        ("TF1, 2 and Headache", [("TF1", "G:1"), ("2", "G:2"), ("Headache", "S:1")]),
        ("TF12", [("TF12", "G:12")]),
        ("Fadding syndrome 1, 4", [("Fadding syndrome 1", "D:1"), ("4", "D:4")]),
        ("Fadding syndrome 1, 3", [("Fadding syndrome 1", "D:1")]),
        ("two of Fading syndrome, Waning headache", [("Fading syndrome", "D:5"), ("Waning headache", "S:2")]),
        ("at least 2 of Fading syndrome and Headache", [("Fading syndrome", "D:5"), ("Headache", "S:1")]),
        ("not Fading syndrome: Waning headache", [("Fading syndrome", "D:5"), ("Waning headache", "S:2")]),
        ("Waning syndrome, kidney type", [("Waning syndrome, kidney type", "D:6")]),
        ("kidney type, Waning syndrome", [("kidney type, Waning syndrome", "D:6")]),
        ("Headache, 2 and 4", [("Headache", "S:1")]),
    ],
)
def test_numbers_behind_a_name_stand_for_the_name(text: str, expected: list[tuple[str, str]]) -> None:
    assert _linked(text) == expected


def test_several_things_of_one_name_are_asked_for_each() -> None:
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(NAMES)))

    def outcome(question: str) -> Intent | object:
        return interpreter.read(clean(question), interpreter.link(clean(question)))

    each = outcome("Which symptoms do fading syndrome 1, 2 and 4 have?")
    assert isinstance(each, Intent)
    assert each.of_these == OfThese(1)
    assert "“fading syndrome 1, 2 and 4” was read as each of them, not as all at once." in each.notes
    both = outcome("Which symptoms are common to fading syndrome 1, 2 and 4?")
    assert isinstance(both, Intent)
    assert both.of_these is None
    apart = outcome("What distinguishes fading syndrome 1 from 4?")
    assert isinstance(apart, Gap), "“from” joins no numbers"
    assert isinstance(outcome("Which symptoms do fading syndrome 1, 2 and 9 have?"), Gap)


def test_words_of_questions_are_no_name_in_another_order() -> None:
    names = [*NAMES, {"id": "D:8", "label": "Disease", "name": "Best disease", "synonyms": []}]
    interpreter = Interpreter(SCHEMA, Linker(NameIndex(names)))
    assert [one.chosen.id for one in interpreter.link("which diseases best fit headache?")] == ["S:1"]
    for named in ("Best disease", "best disease", "Best's disease"):
        assert [one.chosen.id for one in interpreter.link(f"which genes are associated with {named}?")] == ["D:8"]
