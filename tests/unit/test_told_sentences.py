"""Sentences of many relations, signs and numbers over several schemas: none denies twice or counts a name."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from kgqa.evidence.sentences import sentence
from kgqa.language.inflection import denied, plural_verb
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.questions.wording import Wording
from kgqa.records import Node, Triple
from kgqa.schema.model import Schema
from tests.unit import own_graphs
from tests.unit.test_schema_words import ANNOTATIONS

SCHEMAS = {
    "annotations": ANNOTATIONS,
    "abbreviated": own_graphs.schema(own_graphs.ABBREVIATED),
    "plain": own_graphs.schema(own_graphs.PLAIN),
    "denying": own_graphs.schema(
        (
            ("Disease", "HAS_CLINICAL_COURSE", "ClinicalCourse"),
            ("Disease", "has_symptom", "Symptom"),
            ("Disease", "does_not_have_symptom", "Symptom"),
            ("Disease", "lacks_sign", "Sign"),
            ("Cultivar", "not_susceptible_to", "Disease"),
            ("Cultivar", "susceptible_to", "Disease"),
            ("Drug", "has_no_effect_on", "Disease"),
        )
    ),
}
TWICE = re.compile(r"\b(?:not|no)\b[^.]{0,20}?\bnot\b|\bdo(?:es)? not do(?:es)?\b|\bnot not\b", re.IGNORECASE)
COUNTED_NAME = re.compile(r"\b(?:has|have) the \w+(?: \w+)? \d")
QUOTED = re.compile("“.*”")


def sentences(schema: Schema) -> Iterator[str]:
    wording = Wording(schema)
    for relation in schema.relations:
        for forward in (True, False):
            hop = Hop(relation, forward)
            thing = Thing("Example", hop.end, ("x:1",))
            for plural in (False, True):
                for negative in (False, True):
                    yield f"A {wording.phrase(hop, plural=plural, negative=negative)} B"
                    told = Variable(hop.start, (Condition(hop, (thing,), negated=negative),))
                    yield f"Things {wording.conditions(told, plural=plural)}"
                for number in (1, 5):
                    yield f"A {wording.amount(hop, number, plural=plural)}"
        for against in (False, True):
            ends = Node("a:1", "Ayle", relation.source), Node("b:1", "Bree", relation.target)
            phrase = relation.negative if against and relation.negative else relation.forward
            for told in (phrase, relation.forward):
                yield sentence(
                    Triple(1, ends[0], relation.type, ends[1], told, against or bool(relation.negates)), schema
                )


@pytest.mark.parametrize("name", list(SCHEMAS))
def test_no_sentence_denies_twice_or_quotes_nothing_or_counts_a_name(name: str) -> None:
    told = list(sentences(SCHEMAS[name]))
    assert len(told) > 50
    assert not [one for one in told if TWICE.search(QUOTED.sub("“x”", one))]
    assert not [one for one in told if "“”" in one or "  " in one]
    assert not [one for one in told if COUNTED_NAME.search(one)]


@pytest.mark.parametrize(
    "phrase", ["does not show", "do not show", "is not a feature of", "has no history of", "cannot be given with"]
)
def test_what_denies_by_itself_is_not_denied_again(phrase: str) -> None:
    assert denied(phrase) == phrase
    assert "not do " not in plural_verb(denied(phrase))
