"""Variables that stand for texts: ``WITH 'x' AS name``, ``UNWIND ['x'] AS name``, ``any(name IN ['x'] WHERE ...)``."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.cypher.tree import (
    Expression,
    Item,
    ListComprehension,
    ListLiteral,
    Name,
    NodePattern,
    Quantified,
    Reduce,
    RelationshipPattern,
    Statement,
    Unwind,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk

Texts = Mapping[str, tuple[tuple[Value, str], ...]]
"""By variable, the literals that it stands for, each with its text."""


def stand_ins(statement: Statement) -> Texts:
    """The variables that stand for texts and nothing else anywhere in the statement."""
    given: dict[str, list[Expression | None]] = {}
    for part in walk(statement):
        if isinstance(part, Item):
            name, source = part.alias, part.expression
        elif isinstance(part, (Unwind, Quantified, ListComprehension)):
            name, source = part.variable, part.source
        elif isinstance(part, (NodePattern, RelationshipPattern, Reduce)):
            name, source = part.variable, None
        else:
            continue
        if isinstance(name, Name):
            given.setdefault(name.text, []).append(source)
    return {name: texts for name, (source, *more) in given.items() if not more and (texts := _texts(source))}


def texts_of(part: Expression, known: Texts) -> tuple[tuple[Value, str], ...]:
    """The literals for which an expression stands: itself, or those of a variable."""
    if isinstance(part, Variable):
        return known.get(part.name.text, ())
    return _texts(part) if isinstance(part, Value) else ()


def _texts(source: Expression | None) -> tuple[tuple[Value, str], ...]:
    values = source.items if isinstance(source, ListLiteral) else (source,)
    found = tuple((one, one.value) for one in values if isinstance(one, Value) and isinstance(one.value, str))
    return found if len(found) == len(values) else ()
