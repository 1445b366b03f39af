"""What a thing is called, however that is asked."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Asker


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("arrhinia - what is the preferred HPO label for that", "Aplasia of the nose (HP:0009927)"),
        ("What is the label of HP:0001382?", "Joint hypermobility (HP:0001382)"),
        ("is there a normal word for epistaxis", "Nosebleed"),
        ("What is epistaxis called in plain words?", "Nosebleed"),
        ("What is the Orphanet number corresponding to OMIM:124200?", "ORPHA:218"),
    ],
)
def test_it_is_told(hpo_asker: Asker, asked: str, said: str) -> None:
    answer = hpo_asker.ask(asked).answer
    assert answer.status == "answered"
    assert said in answer.text


@pytest.mark.parametrize(
    "asked", ["What is the preferred treatment of epistaxis?", "What is the normal word order of it?"]
)
def test_anything_else_is_not(hpo_asker: Asker, asked: str) -> None:
    assert hpo_asker.ask(asked).answer.status != "answered"
