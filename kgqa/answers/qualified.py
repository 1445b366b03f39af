"""Conditions on the properties of links: which things meet them, and which can not be decided.

One record must meet all conditions on a link. Of several records of one link any that meets them counts; that another
does not is said. A thing whose records can not tell (no value, or a class of values that the bound cuts through) is
neither counted nor left out in silence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgqa.answers.context import AnswerContext
from kgqa.evidence.gathering import Edge, Gathered, far_key, near_key
from kgqa.questions.intent import Condition, Hop, Variable, conditions_of
from kgqa.questions.qualifiers import Met, Opened, Qualifier, decided, plain_number
from kgqa.schema.model import Relation

MOST = 10_000
"""Different values of the asked properties that are read at most."""


def met(context: AnswerContext, label: str, condition: Condition) -> Met:
    """Which things of a label meet a grounded condition on the properties of a link, and which can not be decided.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: the records could not be read.
    """
    known = context.met.get((label, condition))
    if known is not None:
        return known
    rows = context.ledger.run(context.statements.qualified(label, condition), max_rows=MOST)
    wholes = _wholes(context, condition.hop.relation, condition.qualifiers, rows.rows)
    things: dict[str, None] = {}
    opened: dict[str, Opened] = {}
    others: dict[str, None] = {}
    for *values, keys in rows.rows:
        verdict = decided(condition.qualifiers, values, wholes)
        if verdict is True:
            things.update(dict.fromkeys(keys))
        elif verdict is False:
            others.update(dict.fromkeys(keys))
        else:
            for key in keys:
                if key not in opened or opened[key].doubt == "missing":
                    opened[key] = verdict
    if any(one.only for one in condition.qualifiers):
        things = {key: None for key in things if key not in others}
    found = Met(
        tuple(things),
        {key: why for key, why in opened.items() if key not in things},
        frozenset(key for key in others if key not in things and key not in opened),
        whole=not rows.truncated,
    )
    context.met[label, condition] = found
    return found


def _wholes(
    context: AnswerContext, relation: Relation, qualifiers: Sequence[Qualifier], rows: Sequence[Sequence[Any]]
) -> list[float]:
    """What stands for all patients in each of the asked properties, where shares are stored as mere numbers.

    Args:
        rows: the values of the properties, to know whether they are.
    """
    return [
        _whole(context, relation, one.property.name)
        if one.unit == "share" and any(plain_number(values[number]) is not None for values in rows)
        else 1.0
        for number, one in enumerate(qualifiers)
    ]


def _whole(context: AnswerContext, relation: Relation, name: str) -> float:
    """100 where any number of a property is above 1, else 1; 0 where they are no shares."""
    if (relation, name) not in context.wholes:
        rows = context.ledger.run(context.statements.texts(relation, name), max_rows=MOST).rows
        largest = max((number for (value,) in rows if (number := plain_number(value)) is not None), default=0.0)
        context.wholes[relation, name] = 1.0 if largest <= 1 else 100.0 if largest <= 100 else 0.0
    return context.wholes[relation, name]


def is_qualified(variable: Variable) -> bool:
    """Whether anything is asked of the properties of a link."""
    return any(condition.qualifiers for condition in conditions_of(variable))


def verdict(context: AnswerContext, hop: Hop, qualifiers: Sequence[Qualifier], edge: Edge) -> bool | Opened:
    """Whether one record is as asked."""
    values = [edge.triple.properties.get(one.property.name) for one in qualifiers]
    return decided(qualifiers, values, _wholes(context, hop.relation, qualifiers, [values]))


def meeting(context: AnswerContext, gathered: Sequence[Gathered], *, denied: bool = False) -> list[Gathered]:
    """The records of links of which one record is as asked, with the others of the same link.

    Args:
        denied: also where that one denies the link ("in less than 5 %", and it was found in none).
    """
    return [_meeting(context, one, denied=denied) for one in gathered]


def _meeting(context: AnswerContext, one: Gathered, *, denied: bool) -> Gathered:
    condition, hop = one.condition, one.condition.hop
    edges = one.edges
    if condition.qualifiers:
        links = {
            (near_key(edge, hop), far_key(edge, hop))
            for edge in edges
            if (denied or edge.triple.against == condition.denied)
            and verdict(context, hop, condition.qualifiers, edge) is True
        }
        edges = [edge for edge in edges if (near_key(edge, hop), far_key(edge, hop)) in links]
    return Gathered(condition, edges, meeting(context, one.inner, denied=denied))


def is_whole(context: AnswerContext) -> bool:
    """Whether all was read that decides the conditions looked at so far."""
    return all(one.whole for one in context.met.values())
