"""Small words beside what is asked for: "and" between a noun and a name, "only" before a list, "between" two things,
and words for anything that stands in a hierarchy."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("only diseases with microcoria, please", "Which diseases show microcoria?"),
        ("Only the diseases that show ectopia lentis and arachnodactyly.",
         "Which diseases show both ectopia lentis and arachnodactyly?"),
        ("only genes of Marfan syndrome", "Which genes are associated with Marfan syndrome?"),
        ("findings to tell between Marfan syndrome and Loeys-Dietz syndrome 1",
         "Which phenotypes distinguish Marfan syndrome from Loeys-Dietz syndrome 1?"),
        ("features to choose between Gitelman syndrome and Bartter syndrome, type 3",
         "Which phenotypes distinguish Gitelman syndrome from Bartter syndrome, type 3?"),
        ("Which entities are classified under Noonan syndrome?", "Which kinds of Noonan syndrome are there?"),
        ("What things are listed under trismus in HPO?", "Which kinds of trismus are there in HPO?"),
        ("which diseases have any gene and microcoria",
         "Which diseases are associated with genes and show microcoria?"),
    ],
)  # fmt: skip
def test_the_small_words_are_heeded(hpo_asker: Asker, asked: str, plain: str) -> None:
    said, same = hpo_asker.ask(asked).answer, hpo_asker.ask(plain).answer
    assert said.status == same.status
    assert {one.id for one in said.items} == {one.id for one in same.items}


def test_only_before_a_name_still_says_nothing_else(hpo_asker: Asker) -> None:
    alone = hpo_asker.ask("Only FBN1 causes which diseases?").answer
    every = hpo_asker.ask("FBN1 causes which diseases?").answer
    assert "only with FBN1" in alone.headline
    assert len(alone.items) < len(every.items)


@pytest.mark.parametrize("asked", ["diseases with a known gene and nystagmus", "Which diseases show only microcoria?"])
def test_and_is_not_of_and_only_is_not_lost(hpo_asker: Asker, asked: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert "that are associated with" not in answer.headline
    assert answer.headline != hpo_asker.ask("Which diseases show microcoria?").answer.headline
