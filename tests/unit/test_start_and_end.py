"""When something begins or ends, by the only property that tells it."""

from __future__ import annotations

import pytest

from kgqa.questions.paraphrases.start_and_end import told_time
from kgqa.records import Candidate, Entity
from kgqa.schema.model import NodeType, Property, Relation, Schema

SCHEMA = Schema(
    nodes=(
        NodeType("Supplier", "supplier", "suppliers",
                 properties=(Property("contract_start"), Property("contract_end"))),
        NodeType("Project", "project", "projects", properties=(Property("start_date"), Property("completion_date"))),
        NodeType("Reagent", "reagent", "reagents", properties=(Property("expiry_date"), Property("shelf_life_days"))),
        NodeType("Hall", "hall", "halls", properties=(Property("opened_year"), Property("growth"))),
        NodeType("Person", "person", "people"),
        NodeType("Drive", "drive", "drives", properties=(Property("start_date"), Property("start_time"))),
    ),
    relations=(
        Relation("CERTIFIED_ON", "Person", "Project", "is certified on", "certifies",
                 properties=(Property("certified_on"), Property("certificate_expires_on"))),
    ),
)  # fmt: skip
LABELS = {
    "Ada": "Person",
    "Kestrel": "Project",
    "Acme": "Supplier",
    "RX7": "Reagent",
    "Stage": "Hall",
    "Spring": "Drive",
}


def named(text: str) -> list[Entity]:
    found = []
    for name, label in LABELS.items():
        if name in text:
            start = text.index(name)
            found.append(Entity(name, start, start + len(name), Candidate("x:1", name, label, 1.0, "exact", name)))
    return sorted(found, key=lambda one: one.start)


def labels_of(word: str) -> frozenset[str]:
    return frozenset(node.label for node in SCHEMA.nodes if word in (node.singular, node.plural))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("When does RX7 run out?", "What is the expiry date of RX7?"),
        ("When does the contract with Acme finish?", "What is the contract end of Acme?"),
        ("When does Acme's contract expire?", "What is the contract end of Acme?"),
        ("When did Kestrel commence?", "What is the start date of Kestrel?"),
        ("When does the Kestrel project finish?", "What is the completion date of Kestrel?"),
        ("Any idea when the Stage first opened?", "What is the opened year of Stage?"),
        ("When does Ada's certificate for Kestrel run out?", "What is the certificate expires on of Ada in Kestrel?"),
        ("Which reagents run out before 2025?", "Which reagents with an expiry date before 2025?"),
        ("Which supplier contracts run out by the end of 2025?",
         "Which suppliers with a contract end by the end of 2025?"),
        ("I need all suppliers whose contract expires before 2025",
         "I need all suppliers with a contract end before 2025?"),
        ("Whose certificate for Kestrel runs out before 2026?",
         "Whose Kestrel has a certificate expires on before 2026?"),
    ],
)  # fmt: skip
def test_a_verb_stands_for_the_property_that_tells_it(text: str, plain: str) -> None:
    assert told_time(text, named(text), SCHEMA, labels_of) == plain


@pytest.mark.parametrize(
    "text",
    [
        "When does Acme expire?",  # its contract does
        "When does Ada run out?",
        "When did Spring start?",  # on a day and at an hour
        "When does the Stage open?",  # and not when it was opened
        "When did the Stage grow?",
        "When does RX7 run out of water?",
        "When does the kit of RX7 run out?",
        "When did RX7 start?",
        "Which supplier contracts do not run out before 2025?",
        "Which suppliers run out of milk before 2025?",
        "Which suppliers expire before 2025?",
        "Why does RX7 run out?",
    ],
)
def test_where_another_or_none_is_meant_it_is_left(text: str) -> None:
    assert told_time(text, named(text), SCHEMA, labels_of) is None
