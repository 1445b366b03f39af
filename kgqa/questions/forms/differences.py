"""Forms of questions for what tells two things apart: "what distinguishes A from B", "how do A and B differ"."""

from __future__ import annotations

from kgqa.language.vocabulary import Cue
from kgqa.questions.intent import Gap, Intent, Outcome
from kgqa.questions.paths import direct
from kgqa.questions.sentence import Sentence

_MORE: tuple[Cue, ...] = (
    "compare", "most", "fewest", "count", "often", "when", "share", "not", "or", "kind", "parent", "relation",
)  # fmt: skip
"""Cues by which a question for a difference asks for something more particular."""


def difference(sentence: Sentence) -> Outcome:
    """ "What distinguishes A from B", "which phenotypes distinguish A from B", "difference between A and B"."""
    said = sentence.asks_difference
    if not said or not sentence.names:
        return None
    verbs = [item for item in sentence.phrases if not item.meaning.labels]
    asks_more = sentence.has(*_MORE) or verbs or sentence.properties or sentence.opens_with_auxiliary
    things = tuple(dict.fromkeys(sentence.things))
    several = len({item.meaning.labels for item in sentence.types}) > 1
    if asks_more or len(sentence.names) != 2 or len(things) != 2 or several:
        return Gap("unread", said[0].text, closeness=5)
    if any(item.text.lower() == "both" for item in sentence.items):
        return Intent("list", shared=things)  # "A versus B, what do both have?"
    one, other = things
    if one.label != other.label:
        return Gap("no_relation", f"{said[0].text}|{one.label}|{other.label}", closeness=4)
    labels = sorted(sentence.types[0].meaning.labels) if sentence.types else []
    joined = [label for label in labels if direct(sentence.schema, label, one.label)]
    if labels and not joined:
        return Gap("no_relation", f"{labels[0]}|{one.label}", closeness=4)
    if len(joined) > 1:
        readings = tuple(Intent("list", differ=things, of_type=label) for label in joined)
        return Gap("type_choice", "|".join(joined), closeness=5, readings=readings)
    return Intent("list", differ=things, of_type=joined[0] if joined else None)
