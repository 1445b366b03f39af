"""The companion's part for conditions and columns that look for patterns: the edges that they find."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from kgqa.cypher.checker.records import Edit
from kgqa.cypher.provenance.names import Carried, Namer, Underivable, edited
from kgqa.cypher.stages import Searching
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    ListComprehension,
    Match,
    Operation,
    Part,
    Pattern,
    PatternComprehension,
    PatternExpression,
    Projection,
    Quantified,
    Reduce,
    Subquery,
    Value,
)
from kgqa.cypher.walk import children, walk

Bearing = Literal["found", "absent", "unclear"]
"""Whether rows rest on the edges that a search finds, on there being none, or on what cannot be told."""

_ASKING = ("EXISTS",)
_OF_ITS_OWN = (Case, ListComprehension, Quantified, Reduce)


def searches(expression: Expression) -> Iterator[tuple[Searching, Bearing]]:
    """What looks for a pattern in an expression, each with how rows rest on it."""
    waiting: list[tuple[Part, Bearing]] = [(expression, "found")]
    while waiting:
        part, bearing = waiting.pop(0)
        if isinstance(part, (Subquery, PatternExpression, PatternComprehension)):
            asks = isinstance(part, PatternExpression) or (isinstance(part, Subquery) and part.function in _ASKING)
            # What is counted or listed is counted or listed whatever is then made of the number.
            told = asks or bearing == "absent" or _local(expression, part)
            yield part, bearing if told else "found"
        elif isinstance(part, Operation) and part.operators == ("NOT",):
            turned: Bearing = {"found": "absent", "absent": "found", "unclear": "unclear"}[bearing]  # type: ignore[assignment]
            waiting[:0] = [(one, turned) for one in part.operands]
        elif isinstance(part, Operation) and _none_counted(part):
            waiting[:0] = [(one, "absent") for one in part.operands]
        elif isinstance(part, Operation) and set(part.operators) <= {"AND", "OR"}:
            waiting[:0] = [(one, bearing) for one in part.operands]
        elif isinstance(part, Call) and part.name.lower() == "exists":
            waiting[:0] = [(one, bearing) for one in part.arguments]
        else:
            waiting[:0] = [(one, bearing if bearing == "absent" else "unclear") for one in children(part)]


def _none_counted(part: Operation) -> bool:
    """Whether a comparison asks that something is counted not even once."""
    last = part.operands[-1]
    number = last.value if isinstance(last, Value) else None
    return len(part.operands) == 2 and (part.operators[0], number) in (("=", 0), ("<", 1), ("<=", 0))


def _local(root: Expression, search: Part) -> bool:
    """Whether a search stands where a loop or a choice decides about it."""
    return any(
        isinstance(part, _OF_ITS_OWN) and part is not search and any(inner is search for inner in walk(part))
        for part in walk(root)
    )


def found_edges(search: Searching, namer: Namer) -> Carried:
    """An expression for the edges that a search finds.

    Raises:
        Underivable: it is no plain pattern with a condition.
    """
    patterns, condition = _looked_for(search)
    inner = [part for one in (*patterns, condition) if one is not None for part in walk(one)]
    if any(isinstance(part, (Subquery, PatternExpression, PatternComprehension)) for part in inner):
        raise Underivable("It holds a condition on further patterns.")
    edits: list[Edit] = []
    carried = list(namer.patterns(patterns, edits))
    if not carried:
        raise Underivable("It matches no relationship.")
    text = namer.parsed.text
    start, end = patterns[0].start, patterns[-1].end
    where = f" WHERE {namer.source(condition)}" if condition is not None else ""
    edge = namer.new("edge")
    match = f"MATCH {edited(text, start, end, edits)}{where}"
    text = f"COLLECT {{ {match} UNWIND {listed(carried)} AS {edge} RETURN {edge} }}"
    return Carried(text, many=True, kept=False, counted=False)


def listed(carried: list[Carried]) -> str:
    """One list of all edges; of what OPTIONAL MATCH did not find, one of the servers would make no list."""
    single = [one.expression for one in carried if not one.many]
    lists = [f"[{', '.join(single)}]"] if single else []
    lists += [f"coalesce({one.expression}, [])" for one in carried if one.many]
    return " + ".join(lists)


def _looked_for(search: Searching) -> tuple[tuple[Pattern, ...], Expression | None]:
    """The patterns of a search and their condition."""
    if isinstance(search, PatternExpression):
        return (search.pattern,), None
    if isinstance(search, PatternComprehension):
        return (search.pattern,), search.where
    clauses = search.query.parts[0].clauses
    rest = clauses[1:]
    plain = len(search.query.parts) == 1 and isinstance(clauses[0], Match) and not clauses[0].optional
    if not plain or not all(isinstance(one, Projection) and _hands_on(one) for one in rest) or len(rest) > 1:
        raise Underivable("It has several clauses.")
    match = clauses[0]
    assert isinstance(match, Match)
    return match.patterns, match.where


def _hands_on(projection: Projection) -> bool:
    """Whether a RETURN takes every match."""
    return projection.word == "RETURN" and projection.skip is None and projection.limit is None
