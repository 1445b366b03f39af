"""Phrases of a schema as they are written in a question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.language.tokens import spoken
from kgqa.questions.lexicon import Lexicon
from kgqa.schema import derive
from kgqa.schema.reconcile import settled


@pytest.mark.parametrize(
    ("said", "words", "absent"),
    [
        ("drug targets of X", 2, "proteins"),
        ("drug target of X", 2, "proteins"),
        ("drugs target X", 1, None),
        ("drugs targeting X", 1, None),
    ],
)
def test_a_plural_before_the_last_word_makes_no_phrase_for_what_the_graph_lacks(
    said: str, words: int, absent: str | None
) -> None:
    nodes = [derive.node_type(label, 9, ()) for label in ("Drug", "Gene", "Disease")]
    schema = settled(nodes, [derive.relation("inhibits", "Drug", "Gene", 9, ())])
    plain = tuple(replace(node, words=()) for node in schema.nodes)  # "drug target" is no word for genes there
    longest = Lexicon(replace(schema, nodes=plain, absent={"drug target": "proteins"})).longest(list(spoken(said)), 0)
    assert longest is not None
    assert (longest[0], longest[1].absent) == (words, absent)
