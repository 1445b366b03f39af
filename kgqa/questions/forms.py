"""The forms of questions in the order in which they are tried: each reads a sentence or leaves it to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from kgqa.questions.checks import left_out, mixed_alternatives, several_questions
from kgqa.questions.intent import Gap, Intent, Outcome
from kgqa.questions.links import edge_value, relation, yes_no
from kgqa.questions.listing import listing, shared, superlative
from kgqa.questions.nodes import kinds, node_value, type_check
from kgqa.questions.noting import loosely
from kgqa.questions.sentence import Sentence


def read_form(sentence: Sentence) -> Intent | Gap:
    """The intent of a sentence: the first form that recognises it decides, and it must use the whole sentence."""
    gap = several_questions(sentence) or mixed_alternatives(sentence)
    if gap is not None:
        return gap
    for form in FORMS:
        outcome = form(sentence)
        if outcome is not None:
            return outcome if isinstance(outcome, Gap) else left_out(sentence, outcome) or _noted(sentence, outcome)
    return Gap("unread", "", closeness=1)


def _noted(sentence: Sentence, intent: Intent) -> Intent:
    return replace(intent, notes=(*intent.notes, *loosely(sentence, intent)))


def _comparison(sentence: Sentence) -> Outcome:
    """Numbers and comparisons are conditions that nothing here can check, so they are said to be beyond it."""
    for item in sentence.items:
        if "compare" in item.meaning.cues and not (item.meaning.properties or item.meaning.relations):
            return Gap("unread", item.text, closeness=6)
    return None


def _stray(sentence: Sentence) -> Outcome:
    """Names without anything asked of them."""
    if not sentence.names:
        return Gap("no_entity", "", closeness=0)
    several = [f"{a.label}|{b.label}" for a, b in combinations(sentence.things, 2)]
    return Gap("no_relation" if several else "unread", several[0] if several else "", closeness=1)


FORMS: tuple[Callable[[Sentence], Outcome], ...] = (
    _comparison, relation, superlative, edge_value, node_value, kinds, type_check, yes_no, shared, listing, _stray,
)  # fmt: skip
