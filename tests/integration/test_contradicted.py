"""Small words that turn a question are not lost where it is read in other words: for how many of what is named
something is so, that it was not found, of which of two people it is told, and by what things are compared."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    "asked",
    [
        "A patient has nystagmus, deafness and ataxia. Which disease has the fewest of them?",
        "Which disease has the fewest of nystagmus, deafness and ataxia?",
        "A patient has nystagmus, deafness and ataxia. Which disease has at most one of them?",
        "A patient has nystagmus, deafness and ataxia. Which diseases have all but one of them?",
        "A patient has nystagmus, deafness and ataxia. Which disease has none of them?",
        "There is deafness. Nystagmus was thought of but not found. Which diseases?",
        "nystagmus + deafness - ataxia, ddx",
        "What does the face look like in Williams syndrome?",
        "How are the hands in Marfan syndrome?",
        "Which has the longer list of symptoms, Gitelman syndrome or Marfan syndrome?",
        "Which of Marfan syndrome and Noonan syndrome has the longer list of symptoms?",
        "He has hardly any nystagmus but deafness. What could it be?",
        "She fears nystagmus and has deafness and ataxia. What could it be?",
        "The twin has nystagmus, the other twin deafness. What could it be?",
        "My mum's nystagmus and my deafness: what could I have?",
        "disorders with chorea rather than ataxia, list",
        "I want diseases with chorea over ataxia",
        "diseases with total deafness, please list",
        "I need diseases with nystagmus on the left",
        "Father with ataxia, son with chorea: which disorder?",
        "Our lab found FBN1. Is chorea seen?",
        "Which diseases have chorea, I mean no chorea?",
        "Nystagmus, deafness, ataxia. Which disease has all of them except ataxia?",
        "My aunt died of Huntington disease. Is chorea seen?",
        "My father carries FBN1. Do I have Marfan syndrome?",
        "My sister has Fabry disease. Do I have angiokeratoma?",
        "Is Marfan syndrome more severe than Loeys-Dietz syndrome?",
        "Do most diseases with chorea have dementia?",
        "Which diseases have chorea as often as ataxia?",
        "diseases where nystagmus is not rare",
        "gene for Marfan syndrome, finding of Fabry disease",
        "diseases in which every patient shows chorea, list",
        "Did anything help with cataract and hypotonia?",
        "Has he got cataract and hypotonia? What could it be?",
        "Who has cataract and hypotonia?",
    ],
)
def test_what_turns_a_question_is_not_lost(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status in ("not_understood", "ambiguous")


@pytest.mark.parametrize(
    "asked",
    [
        "A patient has nystagmus, deafness and ataxia. Which disease has most of them?",
        "A patient has nystagmus, deafness and ataxia. Which diseases have two of them?",
        "nystagmus + deafness + ataxia, ddx",
        "A boy with ataxia and chorea: which disorder?",
        "My aunt had Huntington disease. Is chorea seen in it?",
        "My sister has Fabry disease. Could she have angiokeratoma?",
        "I have Fabry disease. Could I get angiokeratoma?",
        "Is chorea often seen in Huntington disease?",
        "Which diseases often show chorea?",
    ],
)
def test_what_turns_nothing_is_still_answered(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status in ("answered", "not_in_graph")


def test_either_of_two_that_are_told_is_not_both(hpo_asker: Asker) -> None:
    either = hpo_asker.ask("nystagmus or deafness, ddx").answer
    both = hpo_asker.ask("Which diseases show nystagmus or deafness?").answer
    assert {one.id for one in either.items} == {one.id for one in both.items}


@pytest.mark.parametrize(
    "asked",
    [
        "Neonate, ataxia + seizures + deafness ?ddx",
        "Toddler with ataxia, seizures and deafness; give me the differential.",
        "Ataxia, seizures and deafness in a toddler. What could it be?",
        "Ataxia, seizures and deafness in this 5-year-old girl: suggest a diagnosis.",
        "She has ataxia, seizures and deafness. Does anything match all three?",
        "My stepson has ataxia, seizures and deafness. Is there anything that would explain all of them?",
    ],
)
def test_who_has_the_findings_may_stand_on_either_side_of_them(hpo_asker: Asker, asked: str) -> None:
    told = hpo_asker.ask(asked)
    plain = hpo_asker.ask("A patient has ataxia, seizures and deafness. What could it be?").answer
    assert not told.reading.sure
    assert {one.id for one in told.answer.items} == {one.id for one in plain.items} != set()


@pytest.mark.parametrize(
    "asked",
    [
        "Ataxia and seizures in a toddler whose brother has deafness. What could it be?",
        "She has ataxia, seizures and deafness. Does anything match two of the three?",
        "She has ataxia, seizures and deafness. Does nothing match all three?",
        "Ataxia, seizures and deafness in a toddler. What could make it worse?",
    ],
)
def test_what_else_is_told_or_asked_of_the_findings_is_not_lost(hpo_asker: Asker, asked: str) -> None:
    told = hpo_asker.ask(asked).answer
    plain = hpo_asker.ask("A patient has ataxia, seizures and deafness. What could it be?").answer
    assert {one.id for one in told.items} != {one.id for one in plain.items}


def test_a_plus_between_names_never_stands_within_one(hpo_asker: Asker) -> None:
    """Together in this order they are a synonym of a disease: Cataract-Ataxia-Deafness-Retardation syndrome."""
    called = [one.chosen.name for one in hpo_asker.interpreter.named("ataxia + cataract + deafness")]
    assert called == ["Ataxia", "Cataract", "Hearing impairment"]
    told = hpo_asker.ask("chorea + acanthocytosis, which disorders?").answer
    both = hpo_asker.ask("Which diseases show both Chorea and Acanthocytosis?").answer
    assert [one.id for one in told.items] == [one.id for one in both.items] != []
