"""An intent in words again: as a question of the graph's own words, as a phrase for a page, and what was read how.

Questions that are worded here are read by the same reader before they are offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from kgqa.language.inflection import denied, infinitive
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable, asks_everything, compared_in
from kgqa.questions.wording import Wording, below_noun, listed, noun_had, qualified
from kgqa.records import Answer, Entity
from kgqa.schema.model import Schema


def reworded(wording: Wording, intent: Intent) -> Iterator[str]:
    """Questions that should read back as an intent, the plainest first; none for forms that have no plain one.

    What is asked of the properties of a link stands right behind what the link leads to, in the words of its
    ``Qualifier.said``: "Which diseases show A in at least 50 % of patients?", "Does A show B in 100 % of patients?",
    "How many genes are associated with A with a score of more than 0.8?", "What is the reference of A that is a
    feature of B according to OMIM?"; "since 2015", "in females", "in at least 10 patients", "with the onset childhood",
    "with the frequency very frequent".
    """
    if intent.differ:
        yield _difference(wording, intent)
    elif intent.compared:
        yield from _compared(wording, intent)
    elif intent.shared:
        yield f"What do {listed([thing.name for thing in intent.shared])} have in common?"
    elif intent.rank_hop is not None and intent.answer is not None:
        yield _ranked(wording, intent, intent.rank_hop)
    elif intent.of_these is not None and intent.answer is not None:
        yield from _of_these(wording, intent, intent.answer)
    elif intent.answer is not None:
        yield from _listed(wording, intent)
    elif intent.kind == "yesno" and intent.pairs and not intent.excluded:
        yield from _verdict(wording, intent)
    elif intent.kind == "value" and intent.property is not None:
        pair = intent.pairs[0]
        verb = wording.phrase(pair.hops[0])
        said = f"{pair.other.name}{qualified(pair.qualifiers)}"
        for word in intent.property.asked_as:
            yield f"What is the {word} of {pair.one.name} that {verb} {said}?"
            yield f"What is the {word} for {pair.one.name} {verb} {said}?"


def _asked_behind(answer: Variable, things: str) -> Iterator[str]:
    """What a relation with a preposition at its end leads to, which has no name from there: "Which stations is X
    observed at?", "Which units does X work at?"."""
    conditions = answer.conditions
    if (
        len(conditions) != 1
        or not conditions[0].is_plain
        or len(conditions[0].things) != 1
        or conditions[0].hop.forward
    ):
        return
    forward, inverse = conditions[0].hop.relation.forward, conditions[0].hop.relation.inverse
    first, _, rest = forward.partition(" ")
    if not rest or "“" not in inverse or "“" in forward:
        return
    name = conditions[0].things[0].name
    yield f"Which {things} is {name} {rest}?" if first == "is" else f"Which {things} does {name} {infinitive(forward)}?"


def _listed(wording: Wording, intent: Intent) -> Iterator[str]:
    assert intent.answer is not None
    things, said = _others(wording, intent, intent.answer), wording.conditions(intent.answer)
    if intent.kind == "count":
        yield f"How many {things} {said}?"
        yield f"How many {things} are there that {said}?"
    elif intent.kind == "yesno":
        yield f"Are there {things} that {said}?"
    elif intent.most and intent.answer.conditions:
        one = wording.things(intent.answer.label, 1)
        yield f"Which {one} is most frequent in {wording.object_of(intent.answer.conditions[0])}?"
    elif not intent.most:
        yield from _asked_behind(intent.answer, things)
        yield f"Which {things} {said}?"
        yield f"List the {things} that {said}."


def _difference(wording: Wording, intent: Intent) -> str:
    one, other = (thing.name for thing in intent.differ)
    if intent.of_type is None:
        return f"What distinguishes {one} from {other}?"
    return f"Which {wording.things(intent.of_type, 2)} distinguish {one} from {other}?"


def _compared(wording: Wording, intent: Intent) -> Iterator[str]:
    one, other = (thing.name for thing in intent.compared)
    if intent.rank_hop is not None:
        more = f"{'fewer' if intent.least else 'more'} {wording.things(intent.rank_hop.end, 2)}"
        phrase = wording.phrase(intent.rank_hop)
        first, _, rest = phrase.partition(" ")
        if intent.kind == "yesno":
            yield f"Does {one} have {more} than {other}?"
            verb = f"Is {one} {rest}" if first == "is" else f"Does {one} {infinitive(phrase)}"
            yield f"{verb} {more} than {other}?"
        else:
            yield f"Which has {more}, {one} or {other}?"
            yield f"Which {phrase} {more}, {one} or {other}?"
        return
    often = f"{'less' if intent.least else 'more'} frequent"
    if (within := compared_in(intent)) is not None:
        yes = intent.kind == "yesno"
        yield (
            f"Is {one} {often} in {within.name} than {other}?"
            if yes
            else f"Which is {often} in {within.name}, {one} or {other}?"
        )
        return
    joint = "than in" if intent.kind == "yesno" else "or in"
    yield f"Is {intent.pairs[0].one.name} {often} in {one} {joint} {other}?"


def _of_these(wording: Wording, intent: Intent, variable: Variable) -> Iterator[str]:
    """Conditions of which some are to hold; only those over one relation have a plain question."""
    if len({condition.hop for condition in variable.conditions}) == 1:
        start, hop = "How many" if intent.kind == "count" else "Which", variable.conditions[0].hop
        for verb in dict.fromkeys((wording.verb(hop, plural=True), wording.phrase(hop, plural=True))):
            yield f"{start} {_some_of_these(wording, intent, variable, verb)}?"


def _some_of_these(wording: Wording, intent: Intent, variable: Variable, verb: str) -> str:
    """ "diseases show the most of A and B, but not C"."""
    said = intent.of_these
    assert said is not None
    holding = [wording.object_of(one) for one in variable.conditions if not one.negated]
    excluded = [wording.object_of(one) for one in variable.conditions if one.negated]
    number = vocabulary().in_words(said.least) if said.least is not None else ""
    how = f"{'exactly' if said.exactly else 'at least'} {number}" if number else "the most"
    but = f", but not {listed(excluded, 'or')}" if excluded else ""
    return f"{_others(wording, intent, variable)} {verb} {how} of {listed(holding)}{but}"


def _others(wording: Wording, intent: Intent, variable: Variable) -> str:
    """The noun of what is asked for, with what is to be left out: "genes other than FBN1"."""
    names = listed([thing.name for thing in intent.besides], "or")
    return f"{wording.things(variable.label, 2)}{f' other than {names}' if names else ''}"


def _ranked(wording: Wording, intent: Intent, hop: Hop) -> str:
    assert intent.answer is not None
    many, most = wording.things(hop.end, 2), "fewest" if intent.least else "most"
    conditions = wording.conditions(intent.answer, plural=intent.top is not None)
    only = f" that {conditions}" if conditions else ""
    if intent.top is not None:
        things = wording.things(intent.answer.label, 2)
        return f"Which {intent.top} {things}{only} {wording.phrase(hop, plural=True)} the {most} {many}?"
    return f"Which {wording.things(intent.answer.label, 1)}{only} {wording.phrase(hop)} the {most} {many}?"


def _verdict(wording: Wording, intent: Intent) -> Iterator[str]:
    if len(intent.pairs) == 1 and not intent.pairs[0].negated:
        pair = intent.pairs[0]
        phrase = wording.phrase(pair.hops[0])
        first, _, rest = phrase.partition(" ")
        verb = f"Is {pair.one.name} {rest}" if first == "is" else f"Does {pair.one.name} {infinitive(phrase)}"
        yield f"{verb} {_far(wording, pair)}{qualified(pair.qualifiers)}?"
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


def restated(wording: Wording, intent: Intent) -> str:
    """What a question was understood to ask for, as a phrase."""
    if intent.compared:
        return _comparison(wording, intent)
    if intent.rank_hop is not None and intent.answer is not None:
        return _ranking_phrase(wording, intent)
    if intent.of_these is not None and intent.answer is not None:
        start = "number of " if intent.kind == "count" else ""
        verb = wording.verb(intent.answer.conditions[0].hop, plural=True)
        things, said = _others(wording, intent, intent.answer), _some_of_these(wording, intent, intent.answer, verb)
        return f"{start}{things} that {said.removeprefix(things).strip()}"
    if intent.answer is not None:
        conditions = wording.conditions(intent.answer)
        noun = _others(wording, intent, intent.answer)
        start = {"count": "number of ", "yesno": "whether there are "}.get(intent.kind, "list of ")
        return f"{start}{noun}{f' that {conditions}' if conditions else ''}"
    if intent.differ:
        one, other = (thing.name for thing in intent.differ)
        what = "what" if intent.of_type is None else f"the {wording.things(intent.of_type, 2)} that"
        return f"{what} {'distinguishes' if intent.of_type is None else 'distinguish'} {one} from {other}"
    if intent.shared:
        return f"what {listed([thing.name for thing in intent.shared])} have in common"
    if intent.family is not None:
        members = f"{wording.kinds(intent.family.label, 2)} of {intent.family.name}"
        said = f"whether {intent.thing.name} is among the {members}" if intent.thing is not None else members
        return f"number of {said}" if intent.kind == "count" else said
    if intent.thing is not None and intent.identifier is not None:
        return f"whether {intent.thing.name} has {'not ' * intent.negated}the identifier {intent.identifier}"
    if intent.thing is not None and intent.registers:
        return f"identifiers of {intent.thing.name} in {listed([one.upper() for one in intent.registers])}"
    if intent.thing is not None and intent.same is not None:
        return f"whether {intent.thing.name} and {intent.same.name} are one thing"
    if intent.thing is not None and asks_everything(intent):
        return f"what is recorded about {intent.thing.name}"
    if intent.thing is not None:
        what = intent.property.called if intent.property else "type"
        return f"{what} of {intent.thing.name}"
    if intent.kind == "relation":
        return f"every link between {intent.pairs[0].one.name} and {intent.pairs[0].other.name}"
    links = [f"{p.one.name} {wording.phrase(p.hops[0])} {p.other.name}{qualified(p.qualifiers)}" for p in intent.pairs]
    what = f"{intent.property.called}: " if intent.property else "whether "
    return f"{what}{listed(links, 'or' if intent.any_pair else 'and')}"


def _comparison(wording: Wording, intent: Intent) -> str:
    both = listed([thing.name for thing in intent.compared], "or")
    if intent.rank_hop is not None:
        noun = wording.things(intent.rank_hop.end, 2)
        return f"which has {'fewer' if intent.least else 'more'} {noun}: {both}"
    often = f"{'less' if intent.least else 'more'} frequent"
    if (within := compared_in(intent)) is not None:
        return f"which is {often} in {within.name}: {both}"
    return f"whether {intent.pairs[0].one.name} is {often} in {both}"


def _ranking_phrase(wording: Wording, intent: Intent) -> str:
    assert intent.answer is not None
    assert intent.rank_hop is not None
    things, order = wording.things(intent.answer.label, 2), "fewest" if intent.least else "most"
    first = f"the {intent.top} {things}" if intent.top else things
    verb, many = wording.phrase(intent.rank_hop, plural=True), wording.things(intent.rank_hop.end, 2)
    conditions = wording.conditions(intent.answer)
    return f"{first} that {f'{conditions} and ' if conditions else ''}{verb} the {order} {many}"


def _of_family(entity: Entity) -> str:
    return (
        f"Nothing is called “{entity.mention}” alone; the {entity.chosen.members:,} whose names begin so and "
        "differ in number or type were taken for it. That is a guess from their names."
    )


def _is_family(entity: Entity) -> bool:
    return entity.chosen.members > 0 and not entity.guess


def with_readings(answered: Answer, entities: Sequence[Entity], read: Sequence[str]) -> Answer:
    """The answer with a word on whatever was read as something that is written otherwise.

    Args:
        read: what is to be said already, of names that are those of other things too as well.
    """
    # A name that stands for several things at once is told with each of them already.
    alone = [entity for entity in entities if not entity.together]
    otherwise = [entity for entity in alone if entity.guess or entity.chosen.method in ("fuzzy", "vector")]
    starts = {f"“{entity.mention}” was read as ": entity.chosen.name for entity in otherwise}
    notes = [
        *read,
        *(_of_family(entity) for entity in entities if _is_family(entity)),
        *(f"{start}{name}." for start, name in starts.items() if not any(one.startswith(start) for one in read)),
    ]
    # Behind lines that tell of one reading each, what is said of all stands in a line of its own.
    apart = "\n" if "\n" in answered.text else " "
    return replace(answered, text=f"{answered.text}{apart}{' '.join(notes)}") if notes else answered


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
        if hop.forward and hop.relation.hierarchical and hop.start == hop.end:
            yield f"What is {name} a {below_noun(hop.relation)} of?"
        if first == "has" and wording.things(hop.end, 1) in rest:
            yield f"Which {things} does {name} have?"
        if noun := noun_had(phrase):
            yield from (turned, f"Which {things} does {name} have as {noun}?")
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
