"""An intent as a question again, in the words of the graph, for a reader to choose among several."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language.inflection import denied, infinitive
from kgqa.questions.intent import Hop, Intent, Pair
from kgqa.questions.wording import Wording, listed


def reworded(wording: Wording, intent: Intent) -> Iterator[str]:
    """Questions that should read back as an intent, the plainest first; none for forms that have no plain one."""
    if intent.rank_hop is not None and intent.answer is not None:
        yield _ranked(wording, intent, intent.rank_hop)
    elif intent.answer is not None:
        yield from _listed(wording, intent)
    elif intent.kind == "yesno" and intent.pairs and not intent.excluded:
        yield from _verdict(wording, intent)
    elif intent.kind == "value" and intent.property is not None:
        pair = intent.pairs[0]
        verb = wording.phrase(pair.hops[0])
        for word in intent.property.words:
            yield f"What is the {word} of {pair.one.name} that {verb} {pair.other.name}?"
            yield f"What is the {word} for {pair.one.name} {verb} {pair.other.name}?"


def _listed(wording: Wording, intent: Intent) -> Iterator[str]:
    assert intent.answer is not None
    things, said = wording.things(intent.answer.label, 2), wording.conditions(intent.answer)
    if intent.kind == "count":
        yield f"How many {things} {said}?"
        yield f"How many {things} are there that {said}?"
    elif intent.kind == "yesno":
        yield f"Are there {things} that {said}?"
    elif not intent.most:
        yield f"Which {things} {said}?"
        yield f"List the {things} that {said}."


def _ranked(wording: Wording, intent: Intent, hop: Hop) -> str:
    assert intent.answer is not None
    many, most = wording.things(hop.end, 2), "fewest" if intent.least else "most"
    if intent.top is not None:
        things = wording.things(intent.answer.label, 2)
        return f"Which {intent.top} {things} {wording.phrase(hop, plural=True)} the {most} {many}?"
    return f"Which {wording.things(intent.answer.label, 1)} {wording.phrase(hop)} the {most} {many}?"


def _verdict(wording: Wording, intent: Intent) -> Iterator[str]:
    if len(intent.pairs) == 1 and not intent.pairs[0].negated:
        pair = intent.pairs[0]
        phrase = wording.phrase(pair.hops[0])
        first, _, rest = phrase.partition(" ")
        verb = f"Is {pair.one.name} {rest}" if first == "is" else f"Does {pair.one.name} {infinitive(phrase)}"
        yield f"{verb} {_far(wording, pair)}?"
        return
    joint = "or" if intent.any_pair else "and"
    yield f"{listed([_statement(wording, pair) for pair in intent.pairs], joint)}."


def _far(wording: Wording, pair: Pair) -> str:
    """What a pair ends in, with the unnamed things on the way to it."""
    said = pair.other.name
    for hop, before in zip(reversed(pair.hops[1:]), reversed(pair.hops[:-1]), strict=True):
        said = f"{wording.things(before.end, 2)} that {wording.phrase(hop, plural=True)} {said}"
    return said


def _statement(wording: Wording, pair: Pair) -> str:
    phrase = wording.phrase(pair.hops[0])
    return f"{pair.one.name} {denied(phrase) if pair.negated else phrase} {_far(wording, pair)}"
