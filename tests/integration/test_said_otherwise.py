"""Questions in words that graphs do not use, which are put in those that are read before they are asked."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Is Fabry disease X-linked?", "Yes: Fabry disease follows X-linked inheritance"),  # and no "disease X-linked"
        ("Is Fabry disease carried on the X chromosome?", "Yes: Fabry disease follows X-linked inheritance"),
        ("Is Huntington disease inherited dominantly?", "Yes: Huntington disease"),
        ("Is Netherton syndrome inherited recessively or not?", "Yes: Netherton syndrome follows autosomal recessive"),
        ('What does the doctor mean by "micrognathia"?', "Micrognathia (HP:0000347): "),
        ("Which diseases are RASopathies?", "4 diseases are kinds of RASopathy"),
        ("Which single gene is associated with the most diseases?", "PIK3CA"),
    ],
)
def test_it_is_answered(hpo_asker: Asker, asked: str, said: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.text.startswith(said), answer.text


@pytest.mark.parametrize("asked", ["Which genes are on the X chromosome?", "On which chromosome is FBN1?"])
def test_where_a_gene_lies_is_not_how_a_disease_is_inherited(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "above"),
    [
        ("Which RASopathies do not have short stature?", "RASopathy"),
        ("Which forms of Usher syndrome do not cause blindness?", "Usher syndrome"),
    ],
)
def test_of_kinds_those_are_told_of_which_it_is_not_recorded(hpo_asker: Asker, asked: str, above: str) -> None:
    """Of a class with few members silence tells them apart; the class is none of its own kinds."""
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "answered"
    assert "not recorded to show" in answer.headline
    assert above not in {one.name for one in answer.items}
    assert "What is not recorded may be so all the same." in answer.text


def test_a_group_is_none_of_them_where_its_kinds_show_it(hpo_asker: Asker) -> None:
    """COL1A1-related Ehlers-Danlos syndrome has no record of its own, and a kind with scoliosis."""
    names = {
        one.name for one in hpo_asker.ask("Which types of Ehlers-Danlos syndrome do not show scoliosis?").answer.items
    }
    assert names
    for name in names:
        assert hpo_asker.ask(f"Does {name} show scoliosis?").answer.verdict is not True, name


@pytest.mark.parametrize(
    "asked", ["Which diseases do not show short stature?", "Which phenotypes of Legius syndrome are excluded?"]
)
def test_without_a_class_or_where_absence_is_asked_for_a_record_of_it_is_needed(hpo_asker: Asker, asked: str) -> None:
    assert "recorded not to" in hpo_asker.ask(asked).answer.text


def test_somebody_who_belongs_to_a_named_one_is_not_that_one(hpo_asker: Asker) -> None:
    assert hpo_asker.ask("Does FBN1's brother cause Marfan syndrome?").answer.status != "answered"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("When do the first signs of Tay-Sachs usually appear?", "Tay-Sachs disease has the clinical course"),
        ("How old are babies usually when Tay-Sachs first shows?", "Tay-Sachs disease has the clinical course"),
        ("At what age does polyphagia set in in Prader-Willi syndrome?", "Polyphagia is a feature of Prader-Willi"),
        ("Which leukodystrophies can first declare themselves in adulthood?", "3 kinds of leukodystrophy have"),
        ("In nephropathic cystinosis, which problems have their onset in infancy?", "Cystinosis, nephropathic shows 6"),
        ("My son has Duchenne. Will his heart muscle be affected too?", "Yes: Duchenne muscular dystrophy shows"),
        ("does cystinosis do anything to the eyes?", "Yes: cystinosis shows abnormality of the eye"),
        ("do people with Williams syndrome have heart trouble", "Yes: Williams-Beuren syndrome shows abnormal heart"),
        ("renal involvement in VHL", "Von Hippel-Lindau syndrome shows 2 kinds of abnormality of the kidney"),
        ("Peutz-Jeghers, skin findings only", "Peutz-Jeghers syndrome shows 3 kinds of abnormality of the skin"),
    ],
)  # fmt: skip
def test_beginnings_and_parts_of_the_body_are_asked_for_in_any_words(hpo_asker: Asker, asked: str, said: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "answered", answer.text
    assert answer.text.startswith(said), answer.text


@pytest.mark.parametrize(
    "asked",
    [
        "When does Tay-Sachs usually end?",
        "How old are babies usually when Tay-Sachs is diagnosed?",
        "At what age does treatment of Tay-Sachs begin?",
        "Which diseases have seizures that start in infancy?",
        "Which diseases start in the heart?",
        "My mother has Huntington. Will my brain be affected?",
        "They ruled out Marfan. Could her heart be affected too?",
        "What can I do to the eyes in cystinosis?",
        "What can Marfan do to the heart?",  # more can be the matter with it than its form
        "Why does Friedreich ataxia cause heart trouble?",
    ],
)
def test_what_only_looks_like_it_is_not_answered(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"
