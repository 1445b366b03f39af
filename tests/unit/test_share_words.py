"""A share of patients is a frequency, and what two things share is what they have in common."""

from __future__ import annotations

import pytest

from kgqa.language.tokens import tokens
from kgqa.questions.lexicon import Lexicon
from kgqa.schema.model import Property, Relation, Schema
from tests.unit.test_schema_words import ANNOTATIONS


@pytest.mark.parametrize("phrase", ["what share", "which share"])
def test_a_frequency_is_asked_for_by_its_share_also_of_a_graph_that_is_older_than_the_word(phrase: str) -> None:
    older = tuple(
        Relation(
            one.type, one.source, one.target, one.forward, one.inverse,
            properties=(Property("frequency", words=("how often",), role="frequency"),),
        )
        for one in ANNOTATIONS.relations
    )  # fmt: skip
    for relations in (older, ANNOTATIONS.relations):
        found = Lexicon(Schema(ANNOTATIONS.nodes, relations)).longest(tokens(phrase), 0)
        assert found is not None
        end, meant = found
        assert end == len(phrase.split())
        assert {one.property.name for one in meant.properties} == {"frequency"}
