"""What meets some of several conditions and what tells two things apart, on the one server and on the other."""

from __future__ import annotations

import pytest

from kgqa.answers.composing import compose
from kgqa.answers.conditions import count
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.store import GraphStore
from kgqa.questions.intent import Condition, Hop, Variable
from tests.integration.graphs import SCHEMA, read_intent


def _answered(store: GraphStore, question: str, *, narrower: bool = False) -> CitedAnswer:
    return compose(AnswerContext(SCHEMA, Ledger(store), "Toy 1", narrower=narrower), read_intent(question))


@pytest.mark.parametrize(
    ("question", "headline", "names"),
    [
        (
            "What could it be: headache, nausea and fever?",
            "Malaria presents with all 3 symptoms.",
            ["Malaria", "Migraine", "Influenza", "Gout"],
        ),
        (
            "Which diseases show the most of headache and fever, but not nausea?",
            "Influenza presents with both symptoms and is not recorded to present with Nausea.",
            ["Influenza", "Gout", "Malaria", "Migraine"],
        ),
        (
            "Which diseases show the most of dolor, fever and vomiting?",
            "No disease is recorded to present with all 3 symptoms; Gout and Influenza present with 2 of them.",
            ["Gout", "Influenza", "Malaria", "Tetany"],
        ),
        (
            "Which diseases show at least two of headache, nausea, fever and dolor?",
            "4 diseases present with at least 2 of these 4 symptoms.",
            ["Malaria", "Gout", "Migraine", "Influenza"],
        ),
        (
            "Which diseases show exactly two of headache, nausea and fever?",
            "2 diseases present with exactly 2 of these 3 symptoms.",
            ["Migraine", "Influenza"],
        ),
        (
            "Which diseases show the most of vomiting and arthralgia?",
            "No disease is recorded in Toy 1 with Vomiting or Arthralgia.",
            [],
        ),
        (
            "Which diseases other than malaria show headache?",
            "Other than Malaria, 2 diseases present with Headache, most patients first: "
            "Migraine [1] [2] and Influenza [3].",
            ["Migraine", "Influenza"],
        ),
        (
            "Which compounds other than colchicine and ibuprofen treat gout?",
            "No compound other than Colchicine and Ibuprofen is recorded in Toy 1 that treats Gout.",
            [],
        ),
        (
            "What distinguishes migraine from malaria?",
            "Recorded only for Migraine: nothing; only for Malaria: 1 symptom; for both: 2 symptoms.",
            ["Fever"],
        ),
        (
            "Which symptoms distinguish migraine from influenza?",
            "Recorded only for Migraine: 1 symptom; only for Influenza: 2 symptoms; for both: 1 symptom.",
            ["Nausea", "Fever", "Thoracic dolor"],
        ),
        (
            "Which genes distinguish arthritis from gout?",
            "Recorded only for Arthritis: 1 gene; only for Gout: 1 gene; for both: 1 gene.",
            ["BRCA1", "URAT1"],
        ),
        (
            "Does migraine have more symptoms than malaria?",
            "No: Malaria has more recorded symptoms: Migraine 2 and Malaria 3.",
            [],
        ),
    ],
)
def test_headline_and_things(store: GraphStore, question: str, headline: str, names: list[str]) -> None:
    answer = _answered(store, question).answer
    assert (answer.headline, [item.name for item in answer.items]) == (headline, names)


def test_what_is_denied_is_told_and_is_no_silence(store: GraphStore) -> None:
    text = _answered(store, "Which symptoms distinguish migraine from influenza?").answer.text
    assert "Recorded for Influenza and recorded as absent in Migraine: Fever." in text
    ranked = _answered(store, "What could it be: headache, nausea and fever?").answer
    assert "Recorded as absent, so that it is not met: Nausea in Influenza; Fever in Migraine." in ranked.text
    assert [tuple(map(bool, item.by_condition)) for item in ranked.items][1:3] == [(True,) * 3, (True,) * 3]


def test_kinds_count_in_a_ranking_and_by_choice_where_a_number_is_asked(store: GraphStore) -> None:
    ranked = _answered(store, "Which diseases show the most of dolor, fever and vomiting?").answer
    assert {item.name: item.kinds for item in ranked.items} == {
        "Gout": (),
        "Influenza": ("Thoracic dolor",),
        "Malaria": (),
        "Tetany": ("Crushing thoracic dolor",),
    }
    asked = "Which diseases show at least two of dolor, fever and vomiting?"
    plain, wider = _answered(store, asked).answer, _answered(store, asked, narrower=True).answer
    assert ([item.name for item in plain.items], plain.narrower) == (["Gout"], 1)
    assert [item.name for item in wider.items] == ["Gout", "Influenza"]


def test_what_lacks_a_link_is_as_many_as_a_look_at_each_thing_tells(store: GraphStore) -> None:
    """A denial alone is counted from what meets what it denies."""
    context = AnswerContext(SCHEMA, Ledger(store), "Toy 1")
    for relation in SCHEMA.relations:
        for hop in (Hop(relation, forward=True), Hop(relation, forward=False)):
            label = relation.source if hop.forward else relation.target
            lacks = Variable(label, (Condition(hop, variable=Variable(hop.end), negated=True),))
            assert count(context, lacks) == context.ledger.one(context.statements.count(lacks)), (relation.type, label)
