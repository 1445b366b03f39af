"""A name that asks: "which heart defects are seen in X" means the kinds of that thing that X has."""

from __future__ import annotations

from dataclasses import replace

from kgqa.language.inflection import without_s
from kgqa.questions.intent import Condition, Hop, Intent
from kgqa.questions.lexicon import Meaning
from kgqa.questions.paths import direct
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item


def asking_name(sentence: Sentence) -> Item | None:
    """The name behind "which" or "how many" that stands for its kinds; None where the question is another one.

    It is of a type with kinds, a verb follows it and further on another name, and no other word says what is asked for.
    """
    if len(sentence.names) < 2 or not sentence.asks_which:
        return None
    name = sentence.names[0]
    before = sentence.before(name)
    after = [item for item in sentence.items if item.position > name.position]
    if not before or name.behind not in ((), ("of",)):
        return None
    asks = next((item for item in before if {"which", "count"} & item.meaning.cues), None)
    kind = before[-1] if "kind" in before[-1].meaning.cues else None
    if asks is None or any(item not in (asks, kind) for item in before) or (name.behind and kind is None):
        return None
    plural = name.text.lower() != without_s(name.text.lower())
    which = asks.text.lower() in ("which", "how many") or plural or kind is not None
    verb = after[0].auxiliary or after[0].generic or bool(after[0].meaning.relations)
    return name if which and verb and not after[0].meaning.labels and _upward(sentence, name) else None


def as_type_word(sentence: Sentence, name: Item) -> Sentence:
    """The same sentence with a name as a word for its type, and without "kinds of" before it."""
    label = sentence.thing(name).label
    word = replace(name, entity=None, meaning=Meaning(labels=frozenset({label})), behind=())
    items = [word if item is name else item for item in sentence.items if "kind" not in item.meaning.cues]
    return Sentence(items, sentence.things, sentence.schema)


def of_kinds(sentence: Sentence, name: Item, intent: Intent) -> Intent | None:
    """What the question asks for, where that is of the name's type: only what lies below the name; else None."""
    thing, hop, answer = sentence.thing(name), _upward(sentence, name), intent.answer
    if hop is None or answer is None or answer.label != thing.label or not answer.conditions:
        return None
    if intent.most or intent.of_these is not None or intent.kind not in ("list", "count"):
        return None
    if any(condition.variable is not None for condition in answer.conditions):
        return None
    below = replace(answer, conditions=(Condition(hop, (thing,)), *answer.conditions))
    return replace(intent, answer=below)


def _upward(sentence: Sentence, name: Item) -> Hop | None:
    label = sentence.thing(name).label
    return next((hop for hop in direct(sentence.schema, label, label, hierarchical=True) if hop.forward), None)
