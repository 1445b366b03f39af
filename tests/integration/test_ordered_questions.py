"""Questions put as orders, and what stands in them that reads as something else at first sight."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        # Its stem is that of "identifier".
        ("Identify disorders that feature optic atrophy.", "Which diseases show Optic atrophy?"),
        ("Which gene has gone wrong in hemophilia B?", "Which genes are associated with hemophilia B?"),
        ("so what gene goes wrong in cystic fibrosis", "Which genes are associated with cystic fibrosis?"),
        (
            "What do Gitelman syndrome and Bartter syndrome type 3 have in common clinically?",
            "What do Gitelman syndrome and Bartter syndrome type 3 have in common?",
        ),
    ],
)
def test_it_is_answered_as_the_plain_question(hpo_asker: Asker, question: str, plain: str) -> None:
    trace, alone = hpo_asker.ask(question), hpo_asker.ask(plain)
    assert trace.answer.status == alone.answer.status == "answered"
    assert [one.id for one in trace.answer.items] == [one.id for one in alone.answer.items]


@pytest.mark.parametrize("order", ["Could you tell me whether", "Tell me if", "Please tell me whether"])
def test_who_is_to_be_told_whether_asks_for_yes_or_no(hpo_asker: Asker, order: str) -> None:
    """Ectopia lentis is a disease as well, which has that in common with Marfan syndrome."""
    answer = hpo_asker.ask(f"{order} Marfan syndrome shows ectopia lentis.").answer
    assert (answer.kind, answer.verdict) == ("yesno", True)
    assert [one.chosen.label for one in hpo_asker.ask(f"{order} Marfan syndrome shows ectopia lentis.").entities] == [
        "Disease",
        "Phenotype",
    ]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("Is Wilson disease an AD disease?", False), ("Is Marfan syndrome an AD condition?", True)],
)
def test_letters_before_a_noun_for_many_say_how_these_are(hpo_asker: Asker, question: str, verdict: bool) -> None:
    """AD is a name of Alzheimer disease too."""
    trace = hpo_asker.ask(question)
    assert trace.answer.verdict is verdict
    assert [one.chosen.label for one in trace.entities] == ["Disease", "InheritanceMode"]
