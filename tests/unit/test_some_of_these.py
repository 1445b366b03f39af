"""Questions for what meets some of several conditions, and for others than a named thing: how they are read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.questions.intent import Ambiguity, Gap, Intent, OfThese
from kgqa.questions.verbalisation import restated, reworded
from kgqa.questions.wording import Wording
from tests.integration.graphs import SCHEMA, read, read_intent


def _conditions(intent: Intent) -> tuple[list[str], list[str]]:
    """The names of what is to hold and of what is not."""
    assert intent.answer is not None
    found: tuple[list[str], list[str]] = ([], [])
    for condition in intent.answer.conditions:
        found[condition.negated].extend(thing.name for thing in condition.things)
    return found


RANKED = [
    "Which diseases show the most of headache, nausea and fever, but not vomiting?",
    "Which diseases show most of headache, nausea and fever, but not vomiting?",
    "Which diseases show as many of headache, nausea and fever as possible but not vomiting?",
    "What could it be with headache, nausea and fever, but no vomiting?",
    "What could it be: headache, nausea, fever, no vomiting?",
    "Which disease could this be with headache, nausea and fever and without vomiting?",
    "What is the differential diagnosis of headache, nausea and fever without vomiting?",
    "ddx headache, nausea, fever but no vomiting",
    "Possible diagnoses for headache, nausea and fever but no vomiting?",
    "What is the most likely diagnosis with headache, nausea and fever but not vomiting?",
    "Differential: headache, nausea, fever but no vomiting",
    "Headache, nausea and fever, but no vomiting. What could it be?",
    "The patient has headache, nausea and fever. There is no vomiting. What could this be?",
    "She has headache, nausea and fever but no vomiting: which disease could it be?",
    "Which disease best matches headache, nausea and fever but not vomiting?",
]


@pytest.mark.parametrize("question", RANKED)
def test_what_could_it_be(question: str) -> None:
    intent = read_intent(question)
    assert intent.answer is not None
    assert (intent.kind, intent.answer.label, intent.of_these) == ("list", "Disease", OfThese())
    assert _conditions(intent) == (["Headache", "Nausea", "Fever"], ["Vomiting"])
    assert all(len(condition.things) == 1 for condition in intent.answer.conditions)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("at least two of", OfThese(2)),
        ("at least 2 of", OfThese(2)),
        ("two or more of", OfThese(2)),
        ("any two of", OfThese(2)),
        ("two of the following:", OfThese(2)),
        ("2 out of", OfThese(2)),
        ("more than one of", OfThese(2)),
        ("more than two of", OfThese(3)),
        ("exactly two of", OfThese(2, exactly=True)),
        ("only two of", OfThese(2, exactly=True)),
        ("at least one of", OfThese(1)),
        ("any of", OfThese(1)),
        ("one of", OfThese(1)),
        ("any one of", OfThese(1)),
        ("at least two of these three:", OfThese(2)),
        ("at least two of the three symptoms", OfThese(2)),
    ],
)
def test_at_least_so_many_of(said: str, expected: OfThese) -> None:
    for joint in ("and", "or"):
        intent = read_intent(f"Which diseases show {said} headache, nausea {joint} fever?")
        assert (intent.kind, intent.of_these) == ("list", expected)
        assert _conditions(intent) == (["Headache", "Nausea", "Fever"], [])
    counted = read_intent(f"How many diseases show {said} headache, nausea and fever?")
    assert (counted.kind, counted.of_these) == ("count", expected)


def test_a_thing_that_is_named_twice_counts_once() -> None:
    intent = read_intent("Which diseases show at least two of headache, nausea and cephalgia?")
    assert _conditions(intent) == (["Headache", "Nausea"], [])
    assert "Headache is named 2 times and counts once." in intent.notes


def test_what_it_could_be_by_a_single_finding_is_the_plain_list() -> None:
    for question in ("What could it be with fever?", "ddx fever", "Which diseases could it be with fever?"):
        assert read_intent(question) == replace(
            read_intent("Which diseases show fever?"), entities=read_intent(question).entities
        )


@pytest.mark.parametrize(
    "question",
    [
        "Which diseases show at most two of headache, nausea and fever?",
        "Which diseases show fewer than two of headache, nausea and fever?",
        "Which diseases show at least four of headache, nausea and fever?",
        "Which diseases show at least two of headache, headache and cephalgia?",
        "Which diseases show at least two or more of headache, nausea and fever?",
        "Which diseases show two or fewer of headache, nausea and fever?",
        "Which diseases show exactly two of these four: headache, nausea and fever?",
        "How many diseases show the most of headache, nausea and fever?",
        "Which diseases show the most of headache and nausea in more than half of patients?",
        "Which diseases show at least two of headache, nausea and fever in at least two patients?",
        "Does migraine show at least two of headache, nausea and fever?",
        "What could it be without headache and nausea?",
        "Does gout show fever? What could it be with headache and nausea?",
        "The patient has headache. What could it be, and which compounds treat it?",
        "Does migraine show most of the symptoms of gout?",
        "Most of the symptoms of gout are shown by migraine",
        "Is headache seen in at least two of migraine, gout and asthma?",
        "Which diseases show headache and at least one of nausea and fever?",
        "Which diseases show headache and most of nausea and fever?",
        "Which symptoms do at least two of the diseases of SOX9 have?",
        "Which drugs upregulate at least two of headache, nausea and fever?",
    ],
)
def test_what_is_said_beyond_it_is_not_read(question: str) -> None:
    assert isinstance(read(question), Gap)


def test_a_name_of_two_things_is_asked_back_where_both_make_sense() -> None:
    outcome = read("Which diseases show the most of collywobbles, headache and fever?")
    assert isinstance(outcome, Ambiguity)
    assert len(outcome.intents) == 2


@pytest.mark.parametrize(
    "question",
    [
        "Which diseases present with the most of Headache, Nausea and Fever, but not Vomiting?",
        "Which diseases present with the most of Headache and Fever, but not Vomiting or Nausea?",
        "Which diseases present with the most of Headache and Fever?",
        "Which diseases present with at least two of Headache, Nausea and Fever?",
        "Which diseases present with exactly two of Headache, Nausea and Fever, but not Vomiting?",
        "How many diseases present with at least one of Headache, Nausea and Fever?",
        "Which symptoms are symptoms of the most of Migraine, Influenza and Malaria?",
        "Which compounds treat at least two of Migraine, Gout and Arthritis?",
    ],
)
def test_the_canonical_question_is_the_one_that_an_intent_is_worded_as(question: str) -> None:
    intent = read_intent(question)
    assert next(reworded(Wording(SCHEMA), intent)) == question
    assert "of" in restated(Wording(SCHEMA), intent)


@pytest.mark.parametrize(
    "question",
    [
        "Which compounds other than aspirin treat migraine?",
        "Which compounds besides aspirin treat migraine?",
        "Besides aspirin, which compounds treat migraine?",
        "Which compounds treat migraine other than aspirin?",
        "Which compounds except aspirin treat migraine?",
        "Which compounds, with the exception of aspirin, treat migraine?",
        "Which other compounds apart from aspirin treat migraine?",
        "Aside from aspirin, what treats migraine?",
    ],
)
def test_what_is_named_behind_other_than_is_left_out(question: str) -> None:
    intent, plain = read_intent(question), read_intent("Which compounds treat migraine?")
    assert [thing.name for thing in intent.besides] == ["Aspirin"]
    assert replace(intent, besides=(), entities=()) == replace(plain, entities=())


def test_several_things_are_left_out_together() -> None:
    intent = read_intent("How many compounds other than aspirin, ibuprofen and sumatriptan treat migraine or gout?")
    assert [thing.name for thing in intent.besides] == ["Aspirin", "Ibuprofen", "Sumatriptan"]
    assert intent.kind == "count"
    assert restated(Wording(SCHEMA), intent).startswith("number of compounds other than Aspirin, Ibuprofen or")
    both = read_intent("Which diseases other than migraine show the most of headache, nausea and fever?")
    assert (both.of_these, [thing.name for thing in both.besides]) == (OfThese(), ["Migraine"])


@pytest.mark.parametrize(
    "question",
    [
        "Which compounds other than migraine treat gout?",
        "Which compound other than aspirin treats the most diseases?",
        "Does aspirin treat anything other than migraine?",
        "Which compounds treat migraine other than in adults?",
    ],
)
def test_what_is_of_another_type_is_not_left_out(question: str) -> None:
    assert isinstance(read(question), Gap)


def test_except_before_a_thing_of_another_type_is_a_condition() -> None:
    for question in (
        "Which diseases show headache except those with nausea?",
        "Which diseases show headache except nausea?",
    ):
        assert _conditions(read_intent(question)) == (["Headache"], ["Nausea"])


@pytest.mark.parametrize(
    "question",
    [
        "Which compounds other than Aspirin treat Migraine?",
        "How many compounds other than Aspirin or Ibuprofen treat Migraine?",
        "Are there compounds other than Aspirin that treat Migraine?",
        "Which diseases other than Malaria present with the most of Headache, Nausea and Fever?",
    ],
)
def test_what_is_left_out_stands_in_the_canonical_question(question: str) -> None:
    assert next(reworded(Wording(SCHEMA), read_intent(question))) == question
