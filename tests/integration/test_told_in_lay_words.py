"""Findings told in ordinary words: answered with their names in the place of these, said so, and never sure."""

from __future__ import annotations

import pytest

from kgqa.linking.lay_descriptions import lay_descriptions
from kgqa.pipeline import Asker
from kgqa.strategies.approach import Approach


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("What conditions give people a white streak in the hair?", "Which diseases show White forelock?"),
        ("how many diseases are there where babies are born without eyes?", "How many diseases show Anophthalmia?"),
        ("My nephew cannot sweat: which illnesses?", "Which diseases show Anhidrosis?"),
        ("Name me the diseases where somebody's pee comes out dark.", "Which diseases show Dark urine?"),
        (
            "her tongue is large and his hands are small, what could that be?",
            "Which diseases show both Macroglossia and Small hand?",
        ),
        (
            "My daughter bruises easily, her joints bend way too far and her skin is stretchy. What could she have?",
            "Which diseases show the most of Bruising susceptibility, Joint hypermobility and Hyperextensible skin?",
        ),
        (
            "She does not bruise easily but her joints bend too far. What could it be?",
            "Which diseases show Joint hypermobility and are not recorded to show Bruising susceptibility?",
        ),
        (
            "My daughter has café-au-lait spots but no neurofibromas. What could she have?",
            "Which diseases show Cafe-au-lait spot and are not recorded to show Neurofibroma?",
        ),
        (
            "What could it be when a girl has ataxia but no telangiectasia?",
            "Which diseases show Ataxia and are not recorded to show Telangiectasia?",
        ),
        (
            "Which gene has gone wrong when somebody has Friedreich ataxia?",
            "Which genes are associated with Friedreich ataxia?",
        ),
        ("What is it when a child has a white forelock?", "Which diseases show White forelock?"),
    ],
)
def test_the_question_with_the_names_is_answered(hpo_asker: Asker, question: str, plain: str) -> None:
    trace = hpo_asker.ask(question)
    alone = hpo_asker.ask(plain)
    assert trace.reading is not None
    assert not trace.reading.sure
    assert trace.answer.status == alone.answer.status == "answered"
    assert {one.id for one in trace.answer.items} == {one.id for one in alone.answer.items}
    assert trace.answer.value == alone.answer.value
    assert hpo_asker.ask(question, approach=Approach(strict=True)).answer.status == "not_understood"


def test_what_was_told_stands_as_a_guess_in_the_question(hpo_asker: Asker) -> None:
    question = "Which genes are linked to people who can't smell anything?"
    trace = hpo_asker.ask(question)
    assert [(question[one.start : one.end], one.chosen.name, one.guess) for one in trace.entities] == [
        ("can't smell anything", "Anosmia", "variant")
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Which diseases are cured where the skin is stretchy?",
        "Our dog's skin is stretchy and it snores. Which vet should we see?",
        "Do people with stretchy skin make good dancers?",
        "My skin is not stretchy. Why?",
        "Which genes are associated with stretchy skin disease?",
    ],
)
def test_what_is_not_understood_otherwise_stays_so(hpo_asker: Asker, question: str) -> None:
    assert hpo_asker.ask(question).answer.status in ("not_understood", "not_in_graph", "ambiguous")


def test_a_name_in_which_something_is_told_is_not_put_in_its_own_place_for_ever(hpo_asker: Asker) -> None:
    asked = hpo_asker.ask("Which diseases have 'death in early adulthood' noted in their clinical course?")
    assert asked.answer.status != "failed"


def test_every_finding_of_the_table_is_in_the_graph(hpo_asker: Asker) -> None:
    assert [one for one in lay_descriptions() if one not in hpo_asker.linker.index] == []


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        (
            "What do nearly all people with Rett syndrome have?",
            "Which phenotypes do at least 80 % of patients with Rett syndrome have?",
        ),
        (
            "Which signs does nearly everybody with Apert syndrome have?",
            "Which signs do at least 80 % of patients with Apert syndrome have?",
        ),
        (
            "Which features are almost always present in Apert syndrome?",
            "Which signs do at least 80 % of patients with Apert syndrome have?",
        ),
    ],
)
def test_nearly_all_are_four_in_five(hpo_asker: Asker, question: str, plain: str) -> None:
    trace, alone = hpo_asker.ask(question), hpo_asker.ask(plain)
    assert trace.reading is not None
    assert "at least 80 %" in trace.reading.question
    assert trace.answer.status == alone.answer.status == "answered"
    assert [one.id for one in trace.answer.items] == [one.id for one in alone.answer.items]
