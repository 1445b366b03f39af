"""The lexicon of everyday words: no word says its opposite, and every name finds its concept."""

from __future__ import annotations

import pytest

from kgqa.language import everyday
from kgqa.language.everyday import RelationConcept

OPPOSITES = [
    ("upregulates", "downregulates"),
    ("treats", "contraindicated"),
    ("treats", "worsens"),
    ("treats", "causes"),
    ("treats", "side_effect_of"),
    ("treats", "palliates"),
    ("off_label", "contraindicated"),
    ("palliates", "worsens"),
    ("prevents", "causes"),
    ("inhibits", "activates"),
    ("expresses", "not_expressed"),
    ("sensitive", "resistant"),
]

ACTED_UPON = {"expression"}
"""What both of two opposites act upon; it decides nothing, so alone it makes the reader ask."""


def concept(name: str) -> RelationConcept:
    return next(one for one in everyday.relations() if one.concept == name)


def sure(one: RelationConcept) -> set[str]:
    phrases = (*one.names, *one.turned, *one.doer_words, *one.done_words, *one.words)
    return {everyday.key(phrase) for phrase in phrases}


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_opposites_share_no_word(one: str, other: str) -> None:
    assert sure(concept(one)) & sure(concept(other)) <= ACTED_UPON


@pytest.mark.parametrize(("one", "other"), [("upregulates", "downregulates"), ("inhibits", "activates")])
def test_what_is_vague_is_vague_on_both_sides(one: str, other: str) -> None:
    assert set(concept(one).vague) == set(concept(other).vague)


def test_loose_words_are_words() -> None:
    for one in everyday.relations():
        assert set(one.loose) <= {*one.doer_words, *one.done_words, *one.words}, one.concept


def test_every_concept_can_be_worded() -> None:
    for one in everyday.relations():
        assert one.active, one.concept
        assert one.passive, one.concept
        assert bool(one.doer) == bool(one.done), one.concept


def test_words_are_plain_lower_case() -> None:
    phrases = [word for kind in everyday.types() for word in (*kind.names, *kind.words)]
    phrases += [word for one in everyday.relations() for word in sure(one)]
    assert [phrase for phrase in phrases if phrase != phrase.lower().strip() or "  " in phrase] == []


@pytest.mark.parametrize(
    ("name", "source", "target", "expected", "source_does"),
    [
        ("treats", "drug", "disease", "treats", True),
        ("treats", "disease", "drug", "treats", False),
        ("present", "anatomy", "gene", "expresses", True),
        ("presents", "disease", "symptom", "presents", True),
        ("causes", "drug", "symptom", "side_effect_of", True),
        ("causes", "gene", "disease", "causes", True),
        ("associated with", "gene", "disease", "gene_link", True),
        ("associated with", "drug", "food", "associated", True),
    ],
)
def test_a_name_belongs_to_a_concept_by_its_ends(
    name: str, source: str, target: str, expected: str, source_does: bool
) -> None:
    meant = everyday.relation_of(name, source, target)
    assert meant is not None
    assert (meant.concept.concept, meant.source_does) == (expected, source_does)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("gene/protein", {"gene", "protein"}),
        ("rare disease", {"disease"}),
        ("drug class", {"drug_class"}),
        ("cell type", {"cell_type"}),
        ("whatnot", set()),
    ],
)
def test_a_label_belongs_to_concepts(label: str, expected: set[str]) -> None:
    assert everyday.concepts_of(label) == expected


def test_what_a_concept_opposes_is_a_concept() -> None:
    known = {one.concept for one in everyday.relations()}
    for one in everyday.relations():
        assert set(one.opposes) <= known - {one.concept}, one.concept


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_what_is_opposed_is_opposed_from_either_side(one: str, other: str) -> None:
    beside = {("treats", "causes"), ("treats", "side_effect_of"), ("treats", "palliates")}
    first, second = concept(one), concept(other)
    assert everyday.opposed(first, second) == everyday.opposed(second, first) == ((one, other) not in beside)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("increases activity of", "decreases activity of", True),
        ("decreases activity of", "increases activity of", True),
        ("increases activity of", "decreases expression of", False),
        ("increases activity of", "increases activity of", False),
        ("upregulated in", "downregulated in", True),
        ("activated by", "inhibited by", True),
        ("upper part of", "lower part of", False),
        ("treats", "binds", False),
    ],
)
def test_names_that_differ_in_a_word_that_turns_their_meaning(one: str, other: str, expected: bool) -> None:
    assert everyday.are_opposite(one, other) == expected
