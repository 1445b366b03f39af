"""Relations that say only what may be answer no question for what is."""

from __future__ import annotations

import pytest

from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.faithfulness import overstated
from kgqa.questions.intent import Gap, Intent
from kgqa.questions.interpreter import Interpreter
from kgqa.schema.derive import relation
from kgqa.schema.model import NodeType, Schema

MAY_CONTAIN = relation("MAY_CONTAIN", "Product", "Allergen", 40, ())
CONTAINS = relation("CONTAINS", "Product", "Allergen", 40, ())
NODES = (NodeType("Product", "product", "products", (), 90), NodeType("Allergen", "allergen", "allergens", (), 14))
NAMES = [
    {"id": "Allergen:1", "label": "Allergen", "name": "Egg"},
    {"id": "Allergen:2", "label": "Allergen", "name": "Mustard"},
    {"id": "Product:1", "label": "Product", "name": "Malt Loaf"},
]
INTERPRETER = Interpreter(Schema(NODES, (MAY_CONTAIN,)), Linker(NameIndex(NAMES)))


@pytest.mark.parametrize(
    ("text", "too_much"),
    [
        ("Which products contain egg?", True),
        ("products without egg", True),
        ("Can you tell me which products contain egg?", True),
        ("Which products contain or may contain egg?", True),
        ("Which products may contain egg?", False),
        ("Which products might possibly contain egg?", False),
        ("Could Malt Loaf contain egg?", False),
        ("Which allergens may Malt Loaf contain?", False),
        ("Which products may also contain egg?", False),
        ("Which products may contain or contain egg?", True),
        ("Which products recorded in May contain egg?", True),
        ("Could you say whether Malt Loaf contains egg?", True),
    ],
)
def test_what_may_be_is_not_what_is(text: str, too_much: bool) -> None:
    assert overstated(text, [CONTAINS, MAY_CONTAIN]) is too_much
    assert not overstated(text, [CONTAINS])


@pytest.mark.parametrize(
    "question",
    [
        "Which products contain egg?",
        "Which products contain no egg?",
        "Which products contain egg and mustard?",
        "Does Malt Loaf contain egg?",
        "products with egg",
        "How many products contain egg?",
        "Which products contain or may contain egg?",
    ],
)
def test_a_question_for_what_is_is_not_answered_by_what_may_be(question: str) -> None:
    entities = INTERPRETER.named(question)
    assert isinstance(INTERPRETER.read(question, entities), Gap)
    assert not INTERPRETER.derived(question, entities)
    assert INTERPRETER.measured(question, entities) is None
    meant = INTERPRETER.meant(question, entities)
    assert meant is None or not meant.clear


def test_what_may_be_is_offered_instead() -> None:
    question = "Which products contain egg?"
    meant = INTERPRETER.meant(question, INTERPRETER.named(question))
    assert meant is not None
    (plain,) = meant.questions
    assert "may contain" in plain
    read = INTERPRETER.read(plain, INTERPRETER.named(plain))
    assert isinstance(read, Intent)


@pytest.mark.parametrize("question", ["Which products may contain egg?", "egg products", "allergens Malt Loaf"])
def test_who_asks_for_what_may_be_or_says_no_verb_is_answered(question: str) -> None:
    assert isinstance(INTERPRETER.read(question, INTERPRETER.named(question)), Intent)
