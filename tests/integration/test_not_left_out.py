"""What denies, excepts or says of whom is never left out of a reading, nor put on something else."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    "asked",
    [
        "Are there Marfan patients without scoliosis?",
        "Nobody with Marfan syndrome has scoliosis, correct?",
        "What is the non-X-linked form of Alport syndrome?",
        "My patient does not have cataract. Which diseases show deafness?",
        "I don't want X-linked diseases. Which show deafness?",
        "How many features do Marfan syndrome and Fabry disease have in total?",
        "deafness + cataract - seizures",
        "Which signs of Marfan syndrome affect the eyes or the heart?",
    ],
)
def test_what_is_denied_is_not_answered_without_it(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status in ("not_understood", "ambiguous")


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("Which diseases with no gene known show cataract?", "Which diseases with cataract have no gene known?"),
        (
            "What does Marfan syndrome lack that Fabry disease has?",
            "What does Fabry disease have that Marfan syndrome lacks?",
        ),
        (
            "Which signs does Marfan syndrome not have that Fabry disease has?",
            "Which signs does Fabry disease have that Marfan syndrome lacks?",
        ),
        ("Which signs of Marfan syndrome affect the eyes?", "Which eye problems does Marfan syndrome have?"),
    ],
)
def test_it_is_asked_of_what_it_is_said_of(hpo_asker: Asker, asked: str, same: str) -> None:
    answer, other = hpo_asker.ask(asked).answer, hpo_asker.ask(same).answer
    assert answer.status == other.status == "answered", answer.text
    assert {one.id for one in answer.items} == {one.id for one in other.items}


def test_only_one_sex_is_not_that_sex_among_others(hpo_asker: Asker) -> None:
    both = hpo_asker.ask("Which features of Fabry disease occur in women?").answer
    assert len(both.items) > 2
    assert not hpo_asker.ask("Which features of Fabry disease occur only in women?").answer.items
    only = hpo_asker.ask("Which features of Currarino syndrome occur only in women?").answer
    assert {one.id for one in only.items} == {"HP:0000143", "HP:0000813", "HP:0001153"}
