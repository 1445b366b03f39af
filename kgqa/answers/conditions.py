"""The conditions of a question, made ready to be asked: unnamed things by their keys, named ones with their kinds."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from kgqa.answers.cardinality import alone, as_many
from kgqa.answers.context import AnswerContext
from kgqa.answers.qualified import met
from kgqa.planning.patterns import MANY
from kgqa.questions.intent import Condition, Thing, Variable
from kgqa.records import Rows
from kgqa.schema.derive import tells_kinds
from kgqa.schema.model import Relation


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
        return rows, int(context.ledger.one(context.statements.count(variable)))
    keys = collected(context, variable)
    if not keys:
        return Rows(("thing", "id", "name"), (), truncated=False, elapsed_ms=0, executed=""), 0
    return context.ledger.run(context.statements.identifiers(variable.label, keys, "answers")), len(keys)


def count(context: AnswerContext, variable: Variable) -> int:
    """How many things meet the conditions of a grounded variable."""
    if _apart(variable):
        return len(collected(context, variable))
    return int(context.ledger.one(context.statements.count(variable)))


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
            found = as_many(context, variable.label, condition)
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
    return alone(context, variable.label, condition, keys, named) if keys else []


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
