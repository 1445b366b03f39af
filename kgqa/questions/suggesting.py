"""Questions about a thing, worded by the schema of its graph and tried on the reader before they are offered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from kgqa.language.inflection import infinitive
from kgqa.questions.intent import Condition, Hop, Intent, Thing, Variable
from kgqa.questions.wording import Wording

if TYPE_CHECKING:
    from kgqa.schema.model import Schema


class Reads(Protocol):
    """Who reads questions (``Asker``)."""

    @property
    def schema(self) -> Schema: ...

    def reads(self, question: str) -> Intent | None: ...


def question_about(reader: Reads, thing: Thing, hop: Hop) -> str | None:
    """A question for everything that a relation joins to a thing, or None where none would be read so.

    Args:
        hop: the way that leads from the thing.
    """
    back = Hop(hop.relation, not hop.forward or hop.relation.symmetric)
    for question in _worded(Wording(reader.schema), thing, hop, back):
        intent = reader.reads(question)
        if intent is not None and intent.kind == "list" and _asks(intent.answer, thing, hop):
            return question
    return None


def _worded(wording: Wording, thing: Thing, hop: Hop, back: Hop) -> Iterator[str]:
    """The same question in several words, the plainest first; then with the identifier for the name."""
    things, phrase = wording.things(hop.end, 2), wording.phrase(hop)
    first, _, rest = phrase.partition(" ")
    for name in (thing.name, thing.ids[0]):
        turned = wording.question(Variable(hop.end, (Condition(back, (Thing(name, thing.label, thing.ids),)),)))
        asked = f"is {name} {rest}" if first == "is" else f"does {name} {infinitive(phrase)}"
        straight = f"Which {things} {asked}?"
        if phrase.startswith("is a kind of"):
            yield f"What is {name} a kind of?"
        if first == "has" and wording.things(hop.end, 1) in rest:
            yield f"Which {things} does {name} have?"
        yield from (straight, turned) if hop.forward else (turned, straight)


def _asks(asked: Variable | None, thing: Thing, hop: Hop) -> bool:
    """Whether a variable is all that the relation joins to the thing, and nothing else."""
    if asked is None or asked.label != hop.end or len(asked.conditions) != 1:
        return False
    (one,) = asked.conditions
    if one.negated or one.denied or one.variable is not None or one.hop.relation != hop.relation:
        return False
    turned = one.hop.forward != hop.forward or hop.relation.symmetric
    ids = {id_ for meant in one.things for id_ in meant.ids}
    return turned and ids == set(thing.ids)
