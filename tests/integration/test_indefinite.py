"""What stands for things of any type: "anything", "anybody", and "where" of what is no place."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Anything with sex-limited expression?", "diseases follow sex-limited expression"),
        ("Anything that gives you keratoconus plus blue sclera?", "diseases show both keratoconus and blue sclerae"),
    ],
)
def test_it_is_what_by_far_the_most_links_join_to_the_name(hpo_asker: Asker, asked: str, said: str) -> None:
    trace = hpo_asker.ask(asked)
    assert said in trace.answer.headline
    assert trace.reading is not None
    assert not trace.reading.sure


@pytest.mark.parametrize(
    "asked",
    [
        "Where is FBN1 described?",  # on a chromosome, or in which diseases
        "Where in the body is hypertrichosis seen?",
        "Where has Marfan syndrome been described first?",
        "Where is FBN1?",
    ],
)
def test_where_is_no_other_question(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"


@pytest.mark.parametrize("gene", ["FBN1", "CFTR", "TP53"])
def test_where_a_gene_is_expressed_is_not_in_this_graph(hpo_asker: Asker, gene: str) -> None:
    answer = hpo_asker.ask(f"Where is {gene} expressed?").answer
    assert answer.status == "not_in_graph"
    assert "This graph has no data on gene expression." in answer.text


@pytest.mark.parametrize(
    "question", ["Where is MYH7 shown?", "Where does COL1A1 manifest?", "Where is Marfan syndrome found?"]
)
def test_where_is_not_left_out_in_a_graph_without_places(hpo_asker: Asker, question: str) -> None:
    assert hpo_asker.ask(question).answer.status in ("not_understood", "ambiguous")
