"""What claims name, and whether records hold all of it: no name that they lack may pass for a word of English."""

from __future__ import annotations

from functools import cache

import pytest

from benchmarks.made_graphs import MADE
from kgqa.records import Triple
from kgqa.verification.claim_names import Named, named

OWN = MADE["own"]


@cache
def held() -> tuple[Triple, ...]:
    """Records that hold neither malaria, nor colchicine, nor BRCA1, though the graph does."""
    return tuple(one for one in OWN.triples() if "Metformin" in (one.subject.name, one.object.name))


def read(text: str) -> Named:
    known = frozenset(node.id for one in held() for node in (one.subject, one.object))
    return named(text, held(), known, OWN.linker, OWN.schema)


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("Metformin works well in Diabetes [1].", {"Drug:Metformin", "Disease:Diabetes"}),
        ("People with polycystic ovary disease can benefit from METFORMIN", {
            "Drug:Metformin", "Disease:Polycystic ovary disease"}),
        ("It is the gene SIRT1 that responds to the drug Metformin.", {"Drug:Metformin", "Gene:SIRT1"}),
        ("Diabetes was linked with it in 1995.", {"Disease:Diabetes"}),
    ],
)  # fmt: skip
def test_a_claim_of_known_names_and_plain_words_names_nothing_else(text: str, things: set[str]) -> None:
    found = read(text)
    assert (found.ids, found.foreign) == (things, ())


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Metformin helps in Diabetes and Malaria.", "Malaria"),  # in the graph, not in the records
        ("Metformin helps in Diabetes through AMPK.", "AMPK"),
        ("Metformin helps in Diabetes through p53.", "p53"),
        ("Metformin helps in Diabetes through zorblaxin.", "zorblaxin"),
        ("Rosuvastatin helps in Diabetes.", "Rosuvastatin"),
        ("Metformin lowers blood sugar in Diabetes.", "sugar"),
        ("Metformin helps in Diabetes of children.", "children"),
        ("Metformin and ACT help in Diabetes.", "ACT"),  # a symbol, though "act" is a plain word
        ("Metformin helps in Diabetes type 9.", "Diabetes type 9"),
        ("Metformin does not help in Diabetes.", "not"),  # which words a denial covers is not read here
        ("Metformin is the only drug for Diabetes.", "only"),
        ("Metformin should help in Diabetes.", "should"),
        ("Diabetes-induced Gout responds to Metformin and nephropathy", "nephropathy"),
        ("二甲双胍 helps in Diabetes.", "二甲双胍"),
    ],
)
def test_whatever_else_it_names_is_found(text: str, word: str) -> None:
    foreign = read(text).foreign
    assert any(word in one or one in word for one in foreign), foreign


def test_numbers_are_those_outside_of_names_and_marks() -> None:
    assert read("SIRT1 responds to Metformin in 3 of 40 people, 7.5 % [2, 9].").numbers == ("3", "40", "7.5")
