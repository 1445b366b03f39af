"""The first line of an answer, as a clinician reads it: it is the answer, in plain words."""

from __future__ import annotations

import re

import pytest

from kgqa.pipeline import Asker

FIRST = [
    ("Which genes cause Marfan syndrome?", "FBN1 [1] is associated with Marfan syndrome."),
    ("How is Marfan syndrome inherited?", "Marfan syndrome follows autosomal dominant inheritance [1]."),
    ("What is the onset of Tay-Sachs disease?", "Tay-Sachs disease has the clinical course infantile onset [1]."),
    (
        "How often is ectopia lentis seen in Loeys-Dietz syndrome 1?",
        "Ectopia lentis was looked for in 32 patients with Loeys-Dietz syndrome 1 and found in none (OMIM) [1].",
    ),
    (
        "Does Loeys-Dietz syndrome 1 show ectopia lentis?",
        "No: ectopia lentis was looked for in 32 patients with Loeys-Dietz syndrome 1 and found in none [1].",
    ),
    ("How many genes are associated with Noonan syndrome?", "14 genes are associated with Noonan syndrome."),
]
READ = [
    *(question for question, _ in FIRST),
    "What are the clinical courses of Ehlers-Danlos syndrome?",
    "What is the onset of Huntington disease?",
    "How is cystic fibrosis inherited?",
    "Which diseases show arachnodactyly and ectopia lentis?",
    "Which genes cause Ehlers-Danlos syndrome?",
    "Which features do Marfan syndrome and homocystinuria share?",
    "What do Marfan syndrome and Loeys-Dietz syndrome have in common?",
    "How often does ectopia lentis occur in Marfan syndrome?",
    "Does Marfan syndrome have aortic root aneurysm?",
    "Does Ehlers-Danlos syndrome show joint hypermobility?",
    "Which diseases show aniridia but not glaucoma?",
    "Which features does Rubinstein-Taybi syndrome have?",
]


@pytest.mark.parametrize(("question", "line"), FIRST)
def test_the_first_line_is_the_answer(hpo_asker: Asker, question: str, line: str) -> None:
    answer = hpo_asker.ask(question).answer
    assert answer.headline == line
    assert answer.text.startswith(line)


def test_of_many_things_the_first_are_named(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("Which features does Rubinstein-Taybi syndrome have?").answer
    names = ", ".join(hpo_asker.casing.inside(item.name) for item in answer.items[:3])
    assert re.sub(r" \[\d+\]", "", answer.headline) == (
        f"Rubinstein-Taybi syndrome shows {answer.total} phenotypes, most frequent first: {names} and "
        f"{len(answer.items) - 3} more; {(answer.total or 0) + (answer.narrower or 0)} with more specific terms."
    )


def test_the_first_sentence_tells_where_most_is_recorded_for_something_narrower(hpo_asker: Asker) -> None:
    answer = hpo_asker.ask("How many diseases are X-linked?").answer
    assert answer.value is not None
    assert answer.narrower is not None
    assert answer.narrower > int(answer.value)
    assert answer.headline.endswith(f"; {int(answer.value) + answer.narrower} with more specific terms.")
    assert "more specific" not in hpo_asker.ask("How many diseases show arachnodactyly?").answer.headline


@pytest.mark.parametrize("question", READ)
def test_it_can_be_read_aloud(hpo_asker: Asker, question: str) -> None:
    answer = hpo_asker.ask(question).answer
    for sentence in re.split(r"(?<=[.;])\s", answer.text):
        assert sentence.count("(") < 3, sentence
    assert not re.search(r"\b\d+/\d+\b", answer.text), "counts of patients are in words"
    for noun in ("clinical course", "mode of inheritance"):
        assert not re.search(rf"{noun} \d+ {noun.split()[0]}", answer.text)
    assert not re.search(r"(?<![.;]) (?:Ectopia|Autosomal|Aortic|Infantile) ", answer.text)
