"""What a statement may cost: paths without end, long and nested lists, things that double; products stand apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kgqa.cypher.bindings import Bindings
from kgqa.cypher.guard.products import products
from kgqa.cypher.scopes import bind
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    Group,
    ListComprehension,
    MapLiteral,
    NodePattern,
    Operation,
    Part,
    Pattern,
    Projection,
    Quantified,
    Reduce,
    RelationshipPattern,
    Statement,
    Unwind,
    Value,
    Variable,
)
from kgqa.cypher.walk import children, variables, walk

LONGEST_RANGE = 10_000
_MOST_ROWS = 10_000_000
"""Rows that UNWIND may make of ranges."""

_MOST_DOUBLINGS = 8
_LOOPS = (ListComprehension, Quantified, Reduce)


def costs(statement: Statement, counts: Mapping[str, int]) -> Iterator[str]:
    """What in a statement may cost without bound, one sentence each.

    Args:
        counts: nodes by label, where they are known.
    """
    parts = list(walk(statement))
    yield from _ranges(parts)
    yield from _loops(parts)
    yield from _doublings(parts)
    bindings = bind(statement)
    anchored = _anchored(parts, bindings)
    yield from _paths(parts, bindings, anchored)
    yield from products(statement, bindings, anchored, counts)
    yield from _unwound(statement)


def _ranges(parts: list[Part]) -> Iterator[str]:
    for part in parts:
        size = _range_size(part)
        if size is not None and size > LONGEST_RANGE:
            yield f"A range of {size:,} numbers is longer than the {LONGEST_RANGE:,} that are allowed. Make it shorter."


def _range_size(part: Part | None) -> int | None:
    """How many numbers a call of range gives, where it is written with numbers; None for anything else."""
    if not isinstance(part, Call) or part.name.lower() != "range" or len(part.arguments) not in (2, 3):
        return None
    numbers = [_whole(argument) for argument in part.arguments]
    if any(number is None for number in numbers):
        return None
    low, high, step = (*(number or 0 for number in numbers), 1)[:3]
    return max((high - low) // step + 1, 0) if step else 0


def _whole(part: Expression) -> int | None:
    if isinstance(part, Operation) and part.operators == ("-",) and len(part.operands) == 1:
        inner = _whole(part.operands[0])
        return -inner if inner is not None else None
    if isinstance(part, Value) and isinstance(part.value, (int, float)) and abs(part.value) < 1e300:
        return int(part.value)
    return None


def _loops(parts: list[Part]) -> Iterator[str]:
    """Loops over a range inside loops over a range, which no server can stop."""
    for part in parts:
        if isinstance(part, _LOOPS) and _ranged(part.source):
            inside = [one for one in walk(part) if one is not part and isinstance(one, _LOOPS)]
            if any(_ranged(one.source) for one in inside):
                yield "A loop over a range of numbers stands inside another one. Use UNWIND for one of them."
                return


def _ranged(source: Expression) -> bool:
    return any(isinstance(part, Call) and part.name.lower() == "range" for part in walk(source))


def _doublings(parts: list[Part]) -> Iterator[str]:
    """Loops that add a list or text to itself, and rows of WITH that do."""
    doubled = 0
    for part in parts:
        if isinstance(part, Reduce) and not _is_number(part.initial):
            if _uses(part.result, part.accumulator.text) > 1:
                yield f"The loop adds {part.accumulator.text!r} to itself in each step, so it doubles. Add it once."
        elif isinstance(part, Projection):
            doubled += any(
                isinstance(item.expression, Operation)
                and {"+", "||"} & set(item.expression.operators)
                and any(_uses(item.expression, name) > 1 for name in variables(item.expression))
                for item in part.items
            )
    if doubled > _MOST_DOUBLINGS:
        yield f"{doubled} steps add something to itself, so it doubles each time. Leave some out."


def _is_number(part: Expression) -> bool:
    return _whole(part) is not None


def _uses(root: Part, name: str) -> int:
    """How often a variable goes into a value; of the branches of a CASE the one with most counts."""
    total, waiting = 0, [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Variable):
            total += part.name.text == name
        elif isinstance(part, Case):
            results = [result for _, result in part.branches]
            results += [part.otherwise] if part.otherwise is not None else []
            total += max(sum(isinstance(p, Variable) and p.name.text == name for p in walk(r)) for r in results)
        elif not (isinstance(part, Call) and part.name.lower() == "size"):
            waiting.extend(children(part))
    return total


def _anchored(parts: list[Part], bindings: Bindings) -> set[str]:
    """The variables of which a condition names a value, and so leaves few."""
    found = {
        node.name
        for node in bindings.nodes
        if any(isinstance(one.properties, MapLiteral) and one.properties.entries for one in node.patterns)
        or any(one.properties is not None and not isinstance(one.properties, MapLiteral) for one in node.patterns)
    }
    for part in parts:
        if isinstance(part, Operation) and set(part.operators) & {"=", "IN", "STARTS WITH", "CONTAINS", "ENDS WITH"}:
            held = [variables(operand) for operand in part.operands]
            found |= {name for names in held for name in names if len(names) == 1 and not all(held)}
    return found


def _paths(parts: list[Part], bindings: Bindings, anchored: set[str]) -> Iterator[str]:
    for hop in bindings.hops:
        pattern = hop.pattern
        repeat = pattern.length or pattern.quantifier
        free = repeat is not None and repeat.most is None and pattern.types is None and pattern.left == pattern.right
        ends = {bindings.nodes[index].name for index in (hop.left, hop.right)}
        known = [bindings.nodes[index].patterns for index in (hop.left, hop.right)]
        if free and not ends & anchored and not any(p.properties or p.where for one in known for p in one):
            yield _ENDLESS
            return
    for part in parts:
        if isinstance(part, Pattern) and _endless_group(part, anchored):
            yield _ENDLESS
            return


_ENDLESS = (
    "A path of any length, type and direction between any nodes has no end. Give it a length such as *1..3, or name "
    "a node at one of its ends."
)


def _endless_group(pattern: Pattern, anchored: set[str]) -> bool:
    """Whether a quantified group without bound, type and direction stands between nodes that nothing names."""
    nodes = [one for one in pattern.elements if isinstance(one, NodePattern)]
    if any(one.properties or one.where or (one.variable and one.variable.text in anchored) for one in nodes):
        return False
    return any(
        isinstance(group, Group)
        and group.quantifier is not None
        and group.quantifier.most is None
        and any(
            isinstance(one, RelationshipPattern) and one.types is None and one.left == one.right
            for one in group.pattern.elements
        )
        for group in pattern.elements
    )


def _unwound(statement: Statement) -> Iterator[str]:
    """Ranges that UNWIND multiplies with each other."""
    for single in statement.query.parts:
        rows = 1
        for clause in single.clauses:
            rows *= max((_range_size(clause.source) or 1) if isinstance(clause, Unwind) else 1, 1)
        if rows > _MOST_ROWS:
            yield f"UNWIND makes {rows:,} rows of ranges; at most {_MOST_ROWS:,} are allowed. Make the ranges shorter."
            return
