"""An abbreviation that is listed for one thing and may stand for others is a guess, told with the other readings."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("question", "read", "other"),
    [
        ("Which genes cause TS?", "Which genes cause Timothy syndrome?", "Turner syndrome"),
        ("What is CD?", "What is Cowden syndrome?", "Canavan disease"),
        ("symptoms of WS", "symptoms of Werner syndrome", ""),
        ("genes of MFS", "genes of Marfan syndrome", "Miller Fisher syndrome"),
        ("genes for APS", "genes for autoimmune polyendocrinopathy", "Antiphospholipid syndrome"),
        ("Which genes are associated with FH?", "Which genes are associated with familial hyperaldosteronism?", ""),
        ("Which genes are associated with IBS?", "Which genes are associated with Ichthyosis, Bullous type?", ""),
    ],
)
def test_it_is_a_guess_told_with_the_others(hpo_asker: Asker, question: str, read: str, other: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.answer.status == "answered"
    assert trace.reading is not None
    assert not trace.reading.sure
    assert trace.reading.question == read
    assert "” was read as the disease" in trace.answer.text
    assert other in trace.answer.text
    assert not other or any(other in one for one in trace.reading.others)


@pytest.mark.parametrize("question", ["How is HHT inherited?", "genes of SLE", "genes of the disease OMIM:601005"])
def test_letters_of_nothing_else_are_sure(hpo_asker: Asker, question: str) -> None:
    trace = hpo_asker.ask(question)
    assert trace.reading is not None
    assert trace.reading.sure
    assert "was read as" not in trace.answer.text


def test_its_own_name_goes_beside_what_only_lists_it(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("Which features do BOR and Treacher Collins have in common?")
    assert trace.answer.status == "ambiguous"
    names = {each.name for one in trace.choices for each in (one.chosen, *one.rivals)}
    assert names == {"BOR syndrome", "Branchiootic syndrome"}


def test_a_chosen_reading_is_no_guess(hpo_asker: Asker) -> None:
    question = "Which genes cause TS?"
    trace = hpo_asker.ask(question, chosen={(18, 20): "OMIM:601005"})
    assert trace.reading is not None
    assert trace.reading.sure
    assert "was read as" not in trace.answer.text
