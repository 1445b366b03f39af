"""How far a relation leads: to so many things, or to nothing but those that are named.

Both are told by all records of a thing together. What nothing is recorded of is neither counted as none nor as alone.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from kgqa.answers.context import AnswerContext
from kgqa.questions.intent import Condition, Hop
from kgqa.questions.qualifiers import Met

MOST = 100_000
"""Rows that are read at most."""


def as_many(context: AnswerContext, label: str, condition: Condition) -> list[str]:
    """The keys of the things of a label that a grounded condition joins to as many things as it asks for.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: they could not be counted.
    """
    assert condition.number is not None
    known = context.met.get((label, condition))
    if known is None:
        rows = context.ledger.run(context.statements.reached(label, condition), max_rows=MOST)
        found = [key for key, things in rows.rows if condition.number.hold(float(things), float(things))]
        known = _keep(context, label, condition, found, whole=not rows.truncated)
    return list(known.things)


def alone(context: AnswerContext, label: str, condition: Condition, keys: Sequence[str], named: Set[str]) -> list[str]:
    """Those of some things that the relation of a condition joins to nothing but what it names.

    Args:
        keys: of things that it joins to any of that.
        named: the identifiers of what it names, and of kinds of it, or keys.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: what it joins them to could not be read.
    """
    others, whole = set[str](), True
    for hop in (condition.hop, *_to_other_types(context, condition.hop)):
        rows = context.ledger.run(context.statements.far_things(label, Condition(hop), keys), max_rows=MOST)
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
