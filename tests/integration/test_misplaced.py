"""Questions whose form says one thing and whose words another: not answered as the form says."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What types of mutations cause Marfan syndrome?", "mutations"),
        ("What do parents of Down syndrome have?", "parents"),
        ("Is it Hunter syndrome or Hurler syndrome where corneal opacity is seen?", "it"),
        ("He used to be deaf. What could it be?", "used to be"),
    ],
)
def test_the_word_that_asks_for_something_else_is_named(hpo_asker: Asker, question: str, word: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.status == "not_understood"
    assert f"“{word}”" in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "His joints pop out and his poo smells of roses. What could it be?",
        "loses her lunch money and has a small head, what could it be",
        "My sister bruises easily but I have loose joints. What could I have?",
        "Which illnesses make you lose your hair but not your nails?",
        "She sees at night not during the day. What could it be?",
        "His mother never talks and he has seizures. What could it be?",
        "Her pee smells like maple syrup. What disease?",
    ],
)
def test_a_finding_that_is_none_or_somebody_elses_is_not_asked_for(hpo_asker: Asker, question: str) -> None:
    assert hpo_asker.ask(question).answer.status in ("not_understood", "ambiguous")


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("What kinds of Ehlers-Danlos syndrome are there?", "list"),
        ("What types of heart defects are seen in Holt-Oram syndrome?", "list"),
        ("I would like to verify whether CHD7 is annotated to CHARGE syndrome.", "yesno"),
    ],
)
def test_what_is_asked_for_is_still_told(hpo_asker: Asker, question: str, kind: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert (answer.status, answer.kind) == ("answered", kind)


def test_diseases_of_a_mode_of_inheritance_are_no_group(hpo_asker: Asker) -> None:
    """Mondo has a group of X-linked diseases, in which few of those that are recorded as such stand."""
    trace = hpo_asker.ask("Which X-linked diseases show nephrolithiasis?")
    assert [one.chosen.label for one in trace.entities] == ["InheritanceMode", "Phenotype"]
    assert "MONDO:0000425" not in hpo_asker.linker.index
