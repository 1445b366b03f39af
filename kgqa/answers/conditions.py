"""The conditions of a question, made ready to be asked: unnamed things by their keys, named ones with their kinds."""

from __future__ import annotations

import itertools
from collections.abc import Sequence, Set
from dataclasses import replace

from kgqa.answers.context import AnswerContext
from kgqa.answers.qualified import met
from kgqa.planning.patterns import MANY
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.questions.qualifiers import Met
from kgqa.records import Rows
from kgqa.schema.derive import tells_kinds
from kgqa.schema.model import Relation

MOST_COUNTED = 100_000
"""Rows that are read at most to tell how far a relation leads."""


def hierarchy(context: AnswerContext, label: str) -> Relation | None:
    """The kind-of relation among things of a label, else the one of parts or members, or None."""
    found = [one for one in context.schema.relations if one.hierarchical and one.source == one.target == label]
    return next(filter(tells_kinds, found), next(iter(found), None))


def kinds_of(context: AnswerContext, thing: Thing) -> tuple[str, ...]:
    """Identifiers of every kind of a thing, itself left out; empty where its type has no hierarchy."""
    relation = hierarchy(context, thing.label)
    if relation is None:
        return ()
    if thing not in context.kinds:
        found = context.ledger.one(context.statements.kinds(thing, relation)) or []
        context.kinds[thing] = tuple(id_ for id_ in found if id_ not in thing.ids)
    return context.kinds[thing]


def over_any_steps(context: AnswerContext, variable: Variable) -> Variable:
    """The variable with everything below a thing, or above it, beside the thing itself where a condition leads over any
    number of steps: what is one step from any of these is what is any number of steps from it."""
    return replace(variable, conditions=tuple(_over_any_steps(context, one) for one in variable.conditions))


def _over_any_steps(context: AnswerContext, condition: Condition) -> Condition:
    if not condition.deep:
        return condition
    relation, up = condition.hop.relation, not condition.hop.forward
    things = []
    for thing in condition.things:
        found = context.ledger.one(context.statements.kinds(thing, relation, up=up)) or []
        things.append(replace(thing, ids=tuple(dict.fromkeys((*thing.ids, *found)))))
    return replace(condition, things=tuple(things))


def with_kinds(context: AnswerContext, thing: Thing) -> Thing:
    """The thing with all its kinds."""
    return replace(thing, ids=tuple(dict.fromkeys((*thing.ids, *kinds_of(context, thing)))))


def widened(context: AnswerContext, variable: Variable) -> Variable | None:
    """The variable with the kinds of every named thing as alternatives; None where there are no kinds."""
    found = False
    conditions: list[Condition] = []
    for condition in variable.conditions:
        # What a thing is to be without is not widened by a wish for more answers.
        if condition.negated or condition.hop.relation.hierarchical:
            conditions.append(condition)
            continue
        if condition.variable is not None:
            inner = widened(context, condition.variable)
            found = found or inner is not None
            conditions.append(replace(condition, variable=inner or condition.variable))
            continue
        things = []
        for thing in condition.things:
            more = kinds_of(context, thing)
            found = found or bool(more)
            things.append(replace(thing, ids=(*thing.ids, *more)))
        conditions.append(replace(condition, things=tuple(things)))
    return replace(variable, conditions=tuple(_without_implied(conditions))) if found else None


def below(context: AnswerContext, things: Sequence[Thing]) -> list[str]:
    """The keys of some things and of all their kinds."""
    keys: dict[str, None] = {}
    for thing in things:
        relation = hierarchy(context, thing.label)
        if thing not in context.below and relation is not None:
            own = context.statements.node(thing, context.schema.node(thing.label).same_property)
            found = [value for _, _, value in context.ledger.run(own).rows]
            found += context.ledger.one(context.statements.kinds(thing, relation, keys=True)) or []
            context.below[thing] = tuple(found)
        keys.update(dict.fromkeys(context.below.get(thing, ())))
    return list(keys)


def _asks_below(condition: Condition) -> bool:
    """Whether things are asked for that lie below something named."""
    return condition.hop.relation.hierarchical and condition.hop.forward and bool(condition.things)


def recorded_conditions(variable: Variable) -> Variable:
    """The variable without what only says of which kind its things are to be, as long as it says more."""
    conditions = tuple(one for one in variable.conditions if not _asks_below(one))
    return replace(variable, conditions=conditions) if conditions else variable


def _without_implied(conditions: list[Condition]) -> list[Condition]:
    """Leaves out a condition that a narrower one on the same relation implies; one edge cannot serve both."""
    kept = []
    for condition in conditions:
        ids = _ids(condition)
        implied = any(
            other is not condition
            and (other.hop, other.qualifiers) == (condition.hop, condition.qualifiers)
            and ids
            and _ids(other)
            and _ids(other) < ids
            for other in conditions
            if not (other.negated or condition.negated)
        )
        if not implied:
            kept.append(condition)
    return kept


def _ids(condition: Condition) -> set[str]:
    return {id_ for thing in condition.things for id_ in thing.ids}


def grounded(context: AnswerContext, variable: Variable) -> Variable:
    """The variable with the keys of every unnamed thing that must meet conditions, asked for beforehand, step by step.

    One pattern for a whole chain would do on small graphs only: a server joins its steps with all the edges between
    the things in the middle, once for every way through them. It could not hold every chain either, as inside one
    MATCH no edge is used twice: two conditions over the same relation would exclude each other where one edge meets
    both ("genes associated with A and with B" through one disease).
    """
    return replace(variable, conditions=tuple(_grounded(context, condition) for condition in variable.conditions))


def _grounded(context: AnswerContext, condition: Condition) -> Condition:
    if condition.variable is None or not condition.variable.conditions or condition.keys is not None:
        return condition
    inner = grounded(context, condition.variable)
    return replace(condition, variable=inner, keys=tuple(collected(context, inner)))


def answers(context: AnswerContext, variable: Variable, *, total: int | None = None) -> tuple[Rows, int]:
    """The things that meet the conditions of a grounded variable, as rows with thing, id and name, and their number.

    Args:
        total: their number, where it is known.
    """
    if not _apart(variable):
        rows = context.ledger.run(context.statements.answers(variable))
        if total is not None or not rows.rows:
            return rows, total or 0
        if not rows.truncated and not any(one.negated for one in variable.conditions):
            return rows, len({thing for thing, *_ in rows.rows})  # to count them would look at every edge once more
        return rows, _number(context, variable)
    keys = collected(context, variable)
    if not keys:
        return Rows(("thing", "id", "name"), (), truncated=False, elapsed_ms=0, executed=""), 0
    return context.ledger.run(context.statements.identifiers(variable.label, keys, "answers")), len(keys)


def count(context: AnswerContext, variable: Variable) -> int:
    """How many things meet the conditions of a grounded variable."""
    if _apart(variable):
        return len(collected(context, variable))
    return _number(context, variable)


def _number(context: AnswerContext, variable: Variable) -> int:
    """How many things meet conditions that one statement can ask.

    Of a denial alone it is all things but those that meet what it denies: two short statements, where to look at each
    thing of a type takes seconds. Of kinds groups are one as well, which are not counted among all.
    """

    def counted(of: Variable) -> int:
        return int(context.ledger.one(context.statements.count(of)))

    denied = variable.conditions[0] if len(variable.conditions) == 1 else None
    if denied is None or not denied.negated or denied.hop.relation.hierarchical:
        return counted(variable)
    met = replace(variable, conditions=(replace(denied, negated=False),))
    return counted(replace(variable, conditions=())) - counted(met)


def collected(context: AnswerContext, variable: Variable) -> list[str]:
    """The keys of all things that meet the conditions of a grounded variable."""
    if not _apart(variable):
        return list(context.ledger.one(context.statements.collected(variable)) or [])
    keys: list[str] | None = None if variable.within is None else list(variable.within)
    for condition in sorted(variable.conditions, key=lambda one: one.negated):
        alone = Variable(variable.label, (replace(condition, negated=False),))
        if keys == []:
            return []
        if condition.qualifiers:
            found = list(met(context, variable.label, condition).things)
        elif condition.number is not None:
            found = _as_many(context, variable.label, condition)
        elif condition.only:
            found = _alone(context, variable, condition)
        elif _asks_below(condition):
            found = below(context, condition.things)
        else:
            found = context.ledger.one(context.statements.collected(alone)) or []
        if keys is None:
            keys = list(found)
        else:
            other = set(found)
            keys = [key for key in keys if (key in other) != condition.negated]
    return keys or []


def _alone(context: AnswerContext, variable: Variable, condition: Condition) -> list[str]:
    """The keys of the things that a condition joins to what it names, to kinds of it, and to nothing else; to what
    another condition names as well, where that says so too ("only A and B")."""
    together = [one for one in variable.conditions if one.only and one.hop == condition.hop]
    things = [thing for one in together for thing in one.things]
    named = {id_ for thing in things for id_ in (*thing.ids, *kinds_of(context, thing))}
    named.update(key for one in together for key in one.keys or ())
    joined = Variable(variable.label, (replace(condition, only=False),))
    keys = list(context.ledger.one(context.statements.collected(joined)) or [])
    return _joined_only_to(context, variable.label, condition, keys, named) if keys else []


def _apart(variable: Variable) -> bool:
    """Whether the conditions of a variable are asked one by one, and what meets all of them is found here.

    That is where only some things are asked about, or kinds over several steps; where something is asked of the
    properties of a link, which is decided here; where a statement would take long, because it compares with many
    identifiers what other conditions found; and where it would miss something: a record of something that is a kind of
    two named things meets both conditions, but no edge is used twice inside one MATCH.
    """
    conditions = variable.conditions
    holding = [one for one in conditions if not one.negated]
    if variable.within is not None or any(one.qualifiers or one.restricted for one in conditions):
        return True
    if len(conditions) < 2 or not holding:
        return False
    if any(_asks_below(one) or len(_ids(one)) > MANY for one in conditions):
        return True
    return any(one.hop == other.hop and _ids(one) & _ids(other) for one, other in itertools.combinations(holding, 2))


def _as_many(context: AnswerContext, label: str, condition: Condition) -> list[str]:
    """The keys of the things of a label that a grounded condition joins to as many things as it asks for.

    What nothing is recorded of is not counted as none.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: they could not be counted.
    """
    assert condition.number is not None
    known = context.met.get((label, condition))
    if known is None:
        rows = context.ledger.run(context.statements.reached(label, condition), max_rows=MOST_COUNTED)
        found = [key for key, things in rows.rows if condition.number.hold(float(things), float(things))]
        known = _keep(context, label, condition, found, whole=not rows.truncated)
    return list(known.things)


def _joined_only_to(
    context: AnswerContext, label: str, condition: Condition, keys: Sequence[str], named: Set[str]
) -> list[str]:
    """Those of some things that the relation of a condition joins to nothing but what it names.

    All records of a thing together tell it; what nothing is recorded of is not alone.

    Args:
        keys: of things that it joins to any of that.
        named: the identifiers of what it names, and of kinds of it, or keys.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: what it joins them to could not be read.
    """
    others, whole = set[str](), True
    for hop in (condition.hop, *_to_other_types(context, condition.hop)):
        rows = context.ledger.run(context.statements.far_things(label, Condition(hop), keys), max_rows=MOST_COUNTED)
        others.update(key for far, id_, _, joined in rows.rows if named.isdisjoint((far, id_)) for key in joined)
        whole = whole and not rows.truncated
    met = _keep(context, label, condition, [key for key in keys if key not in others], whole=whole)
    return list(met.things)


def _to_other_types(context: AnswerContext, hop: Hop) -> list[Hop]:
    """The same relation from the same things to those of other types: who designed a locomotive as well did not design
    only bridges."""
    hops = (Hop(one, hop.forward) for one in context.schema.relations if one.type == hop.relation.type)
    return [one for one in hops if one != hop and one.start == hop.start]


def _keep(context: AnswerContext, label: str, condition: Condition, found: Sequence[str], *, whole: bool) -> Met:
    """Remembers what meets a condition, which is asked for and counted, and whether all was read that decides it."""
    context.met[label, condition] = met = Met(tuple(found), {}, frozenset(), whole=whole)
    return met
