"""How a question was read, in words: the whole of it, and what in it was read otherwise than it is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.questions.intent import Intent
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, Entity
from kgqa.schema.model import Schema


def restated(wording: Wording, intent: Intent) -> str:
    """What a question was understood to ask for, as a phrase."""
    if intent.rank_hop is not None and intent.answer is not None:
        return _ranking(wording, intent)
    if intent.answer is not None:
        conditions = wording.conditions(intent.answer)
        noun = wording.things(intent.answer.label, 2)
        start = {"count": "number of ", "yesno": "whether there are "}.get(intent.kind, "list of ")
        return f"{start}{noun}{f' that {conditions}' if conditions else ''}"
    if intent.shared:
        return f"what {listed([thing.name for thing in intent.shared])} have in common"
    if intent.thing is not None and intent.identifier is not None:
        return f"whether {intent.thing.name} has {'not ' * intent.negated}the identifier {intent.identifier}"
    if intent.thing is not None:
        what = intent.property.name.replace("_", " ") if intent.property else "type"
        return f"{what} of {intent.thing.name}"
    if intent.kind == "relation":
        return f"every link between {intent.pairs[0].one.name} and {intent.pairs[0].other.name}"
    links = [f"{p.one.name} {wording.phrase(p.hops[0])} {p.other.name}" for p in intent.pairs]
    what = f"{intent.property.name.replace('_', ' ')}: " if intent.property else "whether "
    return f"{what}{listed(links, 'or' if intent.any_pair else 'and')}"


def _ranking(wording: Wording, intent: Intent) -> str:
    assert intent.answer is not None
    assert intent.rank_hop is not None
    things, order = wording.things(intent.answer.label, 2), "fewest" if intent.least else "most"
    first = f"the {intent.top} {things}" if intent.top else things
    verb, many = wording.phrase(intent.rank_hop, plural=True), wording.things(intent.rank_hop.end, 2)
    return f"{first} that {verb} the {order} {many}"


def with_readings(answered: Answer, entities: Sequence[Entity], schema: Schema, read: Sequence[str]) -> Answer:
    """The answer with a word on whatever was read as something that is written otherwise, or is something else too.

    Args:
        read: what is to be said already.
    """
    notes = list(read)
    for entity in entities:
        chosen = entity.chosen
        also = [r for r in entity.rivals if entity.tied and r.label != chosen.label]
        if chosen.method in ("fuzzy", "vector"):
            notes.append(f"“{entity.mention}” was read as {chosen.name}.")
        if also:
            kinds = f"the {schema.node(chosen.label).singular}", f"a {schema.node(also[0].label).singular}"
            notes.append(f"“{entity.mention}” was read as {kinds[0]}; it is also {kinds[1]} ({also[0].id}).")
    return replace(answered, text=f"{answered.text} {' '.join(notes)}") if notes else answered
