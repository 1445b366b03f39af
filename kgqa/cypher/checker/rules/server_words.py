"""ArcadeDB: forms that this server does not read, where another form says the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.tree import (
    Call,
    Case,
    Item,
    Operation,
    Part,
    PatternExpression,
    Projection,
    Query,
    Value,
    Variable,
)
from kgqa.cypher.walk import children, walk

_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")


def server_words(context: Context) -> Findings:
    """Writes what this server does not read in the form that it reads."""
    repairs: list[Repair] = []
    for part in walk(context.statement):
        if isinstance(part, Projection):
            for item in part.items:
                repairs += _patterns(item.expression)
        elif isinstance(part, Call) and part.name.lower() in ("date", "datetime", "localdatetime"):
            repairs += _dates(part)
        elif isinstance(part, Query) and len(part.parts) > 1:
            repairs += _columns(context, part)
    return Findings(tuple(repairs))


def _patterns(root: Part) -> Iterator[Repair]:
    """A pattern that stands for true or false in a column."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        tested: list[Part] = []
        if isinstance(part, Operation) and part.operators[0] in ("NOT", "AND", "OR", "XOR"):
            tested = list(part.operands)
        elif isinstance(part, Case) and part.subject is None:
            tested = [condition for conditions, _ in part.branches for condition in conditions]
        for one in tested:
            if isinstance(one, PatternExpression) and not one.pattern.function:
                edits = (Edit(one.start, one.start, "EXISTS { "), Edit(one.end, one.end, " }"))
                yield Repair(edits, "This server reads a pattern in a column only in EXISTS { }.")
        waiting.extend(children(part))


def _dates(call: Call) -> Iterator[Repair]:
    value = call.arguments[0] if len(call.arguments) == 1 else None
    found = _DATE.fullmatch(value.value) if isinstance(value, Value) and isinstance(value.value, str) else None
    if found is not None and value is not None:
        year, month, day = found.groups()
        after = f"'{year}-{month:0>2}-{day:0>2}'"
        if len(after) != len(found.group()) + 2:
            yield Repair((Edit(value.start, value.end, after),), "This server wants two digits of a month and a day.")


def _columns(context: Context, query: Query) -> Iterator[Repair]:
    """UNION whose parts return the same columns in another order."""
    ends = [part.clauses[-1] for part in query.parts]
    projections = [end for end in ends if isinstance(end, Projection) and end.items and not end.star]
    if len(projections) < len(ends):
        return
    wanted = [_column(context, item) for item in projections[0].items]
    for projection in projections[1:]:
        items = {_column(context, item): item for item in projection.items}
        if list(items) != wanted and sorted(items) == sorted(wanted) and len(items) == len(projection.items):
            edits = tuple(
                Edit(old.start, old.end, context.text[items[name].start : items[name].end])
                for name, old in zip(wanted, projection.items, strict=True)
                if items[name] is not old
            )
            yield Repair(edits, "This server wants the columns of UNION in one order.")


def _column(context: Context, item: Item) -> str:
    if item.alias is not None:
        return item.alias.text
    expression = item.expression
    name = expression.name.text if isinstance(expression, Variable) else ""
    return name or context.text[item.start : item.end]
