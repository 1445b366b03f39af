"""Conditions on the properties of links: which things meet them, and which can not be decided.

One record must meet all conditions on a link. Of several records of one link any that meets them counts; that another
does not is said. A thing whose records can not tell (no value, or a class of values that the bound cuts through) is
neither counted nor left out in silence.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.answers.context import AnswerContext
from kgqa.evidence.gathering import Edge, Gathered, far_key, near_key
from kgqa.questions.intent import Condition, Hop, Variable, conditions_of
from kgqa.questions.qualifiers import NUMERIC, Met, Opened, Qualifier, decided
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
    wholes = _wholes(context, condition.hop.relation, condition.qualifiers)
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
    found = Met(
        tuple(things),
        {key: why for key, why in opened.items() if key not in things},
        frozenset(key for key in others if key not in things and key not in opened),
        whole=not rows.truncated,
    )
    context.met[label, condition] = found
    return found


def _wholes(context: AnswerContext, relation: Relation, qualifiers: Sequence[Qualifier]) -> list[float]:
    return [_whole(context, relation, one) for one in qualifiers]


def _whole(context: AnswerContext, relation: Relation, qualifier: Qualifier) -> float:
    """What stands for all patients where shares are stored as numbers: 100 where any is above 1, 0 where none can."""
    if qualifier.unit != "share" or qualifier.property.type not in NUMERIC:
        return 1.0
    name = qualifier.property.name
    if (relation, name) not in context.wholes:
        largest = context.ledger.one(context.statements.largest(relation, name))
        number = float(largest) if isinstance(largest, int | float) else 0.0
        context.wholes[relation, name] = 1.0 if number <= 1 else 100.0 if number <= 100 else 0.0
    return context.wholes[relation, name]


def is_qualified(variable: Variable) -> bool:
    """Whether anything is asked of the properties of a link."""
    return any(condition.qualifiers for condition in conditions_of(variable))


def verdict(context: AnswerContext, hop: Hop, qualifiers: Sequence[Qualifier], edge: Edge) -> bool | Opened:
    """Whether one record is as asked."""
    values = [edge.triple.properties.get(one.property.name) for one in qualifiers]
    return decided(qualifiers, values, _wholes(context, hop.relation, qualifiers))


def meeting(context: AnswerContext, gathered: Sequence[Gathered]) -> list[Gathered]:
    """The records of links of which one record is as asked, with the others of the same link."""
    return [_meeting(context, one) for one in gathered]


def _meeting(context: AnswerContext, one: Gathered) -> Gathered:
    condition, hop = one.condition, one.condition.hop
    edges = one.edges
    if condition.qualifiers:
        links = {
            (near_key(edge, hop), far_key(edge, hop))
            for edge in edges
            if edge.triple.against == condition.denied and verdict(context, hop, condition.qualifiers, edge) is True
        }
        edges = [edge for edge in edges if (near_key(edge, hop), far_key(edge, hop)) in links]
    return Gathered(condition, edges, meeting(context, one.inner))


def is_whole(context: AnswerContext) -> bool:
    """Whether all was read that decides the conditions looked at so far."""
    return all(one.whole for one in context.met.values())
