"""A model's reading as a plain question of the graph's own words, read again before it is shown.

What is asked of the properties of links and things is worded and read strictly, as its values are recorded in many
forms; the rest is asked as it was read, and worded for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from kgqa.language import quantities
from kgqa.language.inflection import article
from kgqa.questions.by_model.intents import ModelIntents
from kgqa.questions.by_model.naming import plain
from kgqa.questions.by_model.record import ToldBound
from kgqa.questions.conditions.measures import said_of
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Variable, conditions_of
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.qualifiers import Qualifier
from kgqa.questions.verbalisation import restated, reworded
from kgqa.questions.wording import Wording, listed
from kgqa.schema.model import Property, Relation

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def question_of(interpreter: Interpreter, wording: Wording, intent: Intent) -> str:
    """A plain question that is read strictly as an intent; where there is none, what is asked in words."""
    wanted = _bare(intent)
    first = ""
    for text in _questions(wording, intent):
        first = first or text
        read = interpreter.intent(text)
        if read is not None and _bare(read) == wanted:
            return text
    said = restated(wording, intent)
    return first or f"{said[:1].upper()}{said[1:]}"


def bounded_question(interpreter: Interpreter, wording: Wording, asked: ModelIntents) -> str | None:
    """A plain question with what properties are to be, read strictly as that; None where none is read so."""
    for text in _with_bounds(wording, asked):
        if _is_read_as(interpreter, text, asked):
            return text
    return None


def _with_bounds(wording: Wording, asked: ModelIntents) -> Iterator[str]:
    (intent, *_) = asked.intents
    of_things = [list(_of_a_thing(owner, p, bound)) for owner, p, bound in asked.bounds if isinstance(owner, str)]
    for ways in product(*of_things):
        own = "".join(f" {said}" for said in ways)
        if intent.answer is not None and not intent.answer.conditions:
            start = "How many" if intent.kind == "count" else "Which"
            yield f"{start} {wording.things(intent.answer.label, 2)} are there{own}?"
            yield f"{start} {wording.things(intent.answer.label, 2)}{own}?"
            continue
        for text in reworded(wording, _qualified(intent, asked.bounds)):
            yield f"{text.removesuffix('?')}{own}?" if own else text


def _of_a_thing(label: str, property_: Property, bound: ToldBound) -> Iterator[str]:
    """What a property of a thing is to be, in words that are read again."""
    how = "exactly" if bound.compare == "is" else bound.compare
    bounds = quantities.bounds(f"{how} {bound.value}", "number")
    if bounds is not None:
        yield from said_of(label, property_, bounds)
    yield _said(property_, bound)


def _qualified(intent: Intent, bounds: Sequence[tuple[Relation | str, Property, ToldBound]]) -> Intent:
    """The intent with conditions on the properties of its links in words alone."""

    def of(relation: Relation) -> tuple[Qualifier, ...]:
        return tuple(Qualifier(p, _said(p, bound)) for owner, p, bound in bounds if owner == relation)

    def variable(one: Variable) -> Variable:
        return replace(one, conditions=tuple(map(condition, one.conditions)))

    def condition(one: Condition) -> Condition:
        if one.variable is not None:
            return replace(one, variable=variable(one.variable))
        return replace(one, qualifiers=of(one.hop.relation))

    if intent.answer is not None:
        return replace(intent, answer=variable(intent.answer))
    return replace(intent, pairs=tuple(replace(p, qualifiers=of(p.hops[-1].relation)) for p in intent.pairs))


def _said(property_: Property, bound: ToldBound) -> str:
    """A condition on a property in words that are read again: "in at least 50 % of patients", "according to X"."""
    value, noun = bound.value, property_.name.replace("_", " ")
    numeric = _NUMBER.search(value) is not None
    how = "" if bound.compare in ("is", "exactly") else f"{bound.compare} "
    if property_.role == "frequency":
        if not numeric:
            return f"with the {noun} {value.lower()}"
        share = value if "%" in value or "/" in value or " of " in value else f"{value} %"
        exactly = "exactly " if bound.compare in ("is", "exactly") else ""
        return f"in {exactly}{how}{share} of patients"
    if property_.role == "source":
        return f"according to {value}"
    if property_.role == "sex":
        return f"in {value.lower()}"
    if property_.role == "date" and numeric:
        return {"at least": f"since {value}", "more than": f"after {value}", "less than": f"before {value}"}.get(
            bound.compare, f"in {value}"
        )
    if numeric and bound.compare != "is":
        word = next(iter(property_.words), noun)
        return f"with {article(word)} of {how or 'exactly '}{value}"
    return f"with the {noun} {value}"


def _is_read_as(interpreter: Interpreter, text: str, asked: ModelIntents) -> bool:
    """Whether a question is read as the intent, with bounds of the same numbers on the same properties."""
    (wanted, *_) = asked.intents
    links = [(p.name, bound) for owner, p, bound in asked.bounds if not isinstance(owner, str)]
    own = [(p.name, bound) for owner, p, bound in asked.bounds if isinstance(owner, str)]
    read, measures = interpreter.intent(text), []
    if own:
        measured = interpreter.measured(text, interpreter.named(text))
        if measured is None or measured.ranked is not None:
            return False
        read, measures = measured.intent, [(way.recorded.name, measure.bounds) for measure, way in measured.bounded]
    if read is None or _unqualified(read) != _unqualified(wanted):
        return False
    found = [one for c in conditions_of(read.answer) for one in c.qualifiers]
    found += [one for pair in read.pairs for one in pair.qualifiers]
    by_name = {one.property.name: one for one in found}
    for name, bound in links:
        one = by_name.get(name)
        if one is None or (one.bounds is None and plain(bound.value) not in plain(one.said)):
            return False
    return len(measures) == len(own) and {name for name, _ in measures} == {name for name, _ in own}


def _bare(intent: Intent) -> Intent:
    return replace(intent, entities=(), notes=(), others=(), pairs=tuple(map(_forward, intent.pairs)))


def _forward(pair: Pair) -> Pair:
    """A pair as it is recorded, from whichever end it is read."""
    (hop, *more) = pair.hops
    if more or hop.forward or hop.relation.symmetric:
        return pair
    return replace(pair, one=pair.other, other=pair.one, hops=(Hop(hop.relation, True),))


def _unqualified(intent: Intent) -> Intent:
    def variable(one: Variable) -> Variable:
        return replace(one, conditions=tuple(map(condition, one.conditions)))

    def condition(one: Condition) -> Condition:
        inner = variable(one.variable) if one.variable is not None else None
        return replace(one, qualifiers=(), variable=inner)

    answer = variable(intent.answer) if intent.answer is not None else None
    pairs = tuple(replace(pair, qualifiers=()) for pair in intent.pairs)
    return _bare(replace(intent, answer=answer, pairs=pairs))


def _questions(wording: Wording, intent: Intent) -> Iterator[str]:
    """Questions that should read back as an intent, the plainest first."""
    if intent.kind == "value" and intent.property is not None:
        pair = intent.pairs[0]
        for one, other in ((pair.one, pair.other), (pair.other, pair.one)):
            for word in intent.property.words:
                yield f"What is the {word} of {one.name} in {other.name}?"
    yield from reworded(wording, intent)
    if intent.thing is not None and intent.property is None and intent.of_type is None and intent.identifier is None:
        yield f"What is recorded about {intent.thing.name}?"
        yield f"What is {intent.thing.name}?"
        yield intent.thing.name
    if intent.thing is not None and intent.property is not None:
        for word in (*intent.property.words, intent.property.name.replace("_", " ")):
            yield f"What is the {word} of {intent.thing.name}?"
    if intent.kind == "relation" and intent.pairs:
        yield f"How are {intent.pairs[0].one.name} and {intent.pairs[0].other.name} related?"
    if intent.answer is not None and len(intent.answer.conditions) == 1:
        yield from _of_one(wording, intent, intent.answer, intent.answer.conditions[0])
    if intent.kind == "yesno" and intent.excluded and intent.pairs:
        pair = intent.pairs[0]
        yield f"Is {pair.other.name} excluded in {pair.one.name}?"
        yield f"Is {pair.one.name} excluded in {pair.other.name}?"


def _of_one(wording: Wording, intent: Intent, answer: Variable, condition: Condition) -> Iterator[str]:
    """Questions that begin with the one thing that is named ("Which kinds of X are there?")."""
    hop: Hop = condition.hop
    names = listed([thing.name for thing in condition.things], "or")
    if hop.relation.hierarchical and names and hop.relation.source == hop.relation.target:
        noun, nouns = (wording.kinds(hop.relation.source, number) for number in (1, 2))
        yield f"Which {nouns} of {names} are there?" if hop.forward else f"What is {names} a {noun} of?"
    if condition.denied and names:
        yield f"Which {wording.things(answer.label, 2)} are excluded in {names}?"
    if intent.most and names:
        yield f"Which {wording.things(answer.label, 2)} are most frequent in {names}?"
