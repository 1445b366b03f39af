"""ArcadeDB: shortest paths with a condition, loops of length zero, and one relationship named twice."""

from __future__ import annotations

from collections import Counter

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.spans import covered
from kgqa.cypher.stages import Names, Stage, conjuncts
from kgqa.cypher.tree import (
    Call,
    Expression,
    LabelOperation,
    Match,
    Name,
    NodePattern,
    Operation,
    Pattern,
    RelationshipPattern,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk


def server_paths(context: Context) -> Findings:
    """Mends or refuses paths that this server finds in another way than they are written."""
    repairs: list[Repair] = []
    refusals: list[str] = []
    either: dict[str, bool] = {}
    for stage in context.stages:
        clause = stage.clause
        if not isinstance(clause, Match):
            continue
        refusals += _twice(clause)
        shortest, refused = _shortest(context, clause)
        repairs += shortest
        refusals += refused
        repairs += _loops(context, clause, stage, either)
        for pattern in clause.patterns:
            for element in pattern.elements:
                if isinstance(element, NodePattern) and element.variable and element.labels is not None:
                    either[element.variable.text] = _alternatives(element)
    return Findings(tuple(repairs), refusals=tuple(refusals))


def _twice(clause: Match) -> list[str]:
    """One relationship cannot stand in two places of one MATCH; this server lets it."""
    named = Counter(
        part.variable.text
        for pattern in clause.patterns
        for part in walk(pattern)
        if isinstance(part, RelationshipPattern) and part.variable
    )
    return [
        f"The relationship {name!r} stands in two places of one MATCH, which nothing can match, and which this server "
        "answers as if there were two. Give the second a variable of its own."
        for name, count in named.items()
        if count > 1
    ]


def _shortest(context: Context, clause: Match) -> tuple[list[Repair], list[str]]:
    """A condition on a shortest path: the server finds the path first and looks at the condition afterwards."""
    names = frozenset(
        name.text for pattern in clause.patterns if pattern.function for name in _of_path(pattern) if name is not None
    )
    waits = [part for part in conjuncts(clause.where) if _names(part) & names]
    if not waits or clause.where is None or clause.optional:
        return [], [_SHORTEST] if waits else []
    if not all(_upper_bound(part, names) for part in waits):
        return [], [_SHORTEST]
    at = context.text.upper().rfind("WHERE", clause.patterns[-1].end, covered(context.parsed, clause.where)[0])
    reason = "This server would look at the length of the shortest path before it is found."
    return [Repair((Edit(at, at, "WITH * "),), reason)] if at >= 0 else [], []


_SHORTEST = (
    "This server finds the shortest path first and leaves it out where the condition on it does not hold, although a "
    "longer one might do. Put the condition into the pattern: types, direction, length."
)


def _of_path(pattern: Pattern) -> list[Name | None]:
    hops = [one.variable for one in pattern.elements if isinstance(one, RelationshipPattern)]
    return [pattern.variable, *hops]


def _names(part: Expression) -> Names:
    return frozenset(one.name.text for one in walk(part) if isinstance(one, Variable))


def _upper_bound(part: Expression, names: Names) -> bool:
    """Whether a condition says how long the path may be at most, which the shortest one meets first."""
    if not (isinstance(part, Operation) and len(part.operators) == 1):
        return False
    operands = part.operands if part.operators[0] in ("<", "<=") else part.operands[::-1]
    if part.operators[0] not in ("<", "<=", ">", ">=") or not isinstance(operands[1], Value):
        return False
    call = operands[0]
    return (
        isinstance(call, Call)
        and call.name.lower() in ("length", "size")
        and len(call.arguments) == 1
        and isinstance(call.arguments[0], Variable)
        and call.arguments[0].name.text in names
    )


def _alternatives(node: NodePattern) -> bool:
    return isinstance(node.labels, LabelOperation) and node.labels.operator == "|"


def _loops(context: Context, clause: Match, stage: Stage, either: dict[str, bool]) -> list[Repair]:
    """``(a:A|B)-[*0..1]->(a)``: the server gives only the nodes of the first label."""
    found: list[Repair] = []
    for pattern in clause.patterns:
        first, last = pattern.elements[0], pattern.elements[-1]
        if len(pattern.elements) != 3 or not isinstance(first, NodePattern) or not isinstance(last, NodePattern):
            continue
        hop = pattern.elements[1]
        repeat = (hop.length or hop.quantifier) if isinstance(hop, RelationshipPattern) else None
        loop = first.variable and last.variable and first.variable.text == last.variable.text
        if repeat is None or repeat.least > 0 or not loop or first.variable is None:
            continue
        name = context.text[first.variable.start : first.variable.end]
        reason = f"This server would look for {name!r} under its first label only, where the path may have length zero."
        written = [node for node in (first, last) if _alternatives(node) and node.labels and node.labels_start]
        if written:
            found.append(Repair(_to_where(context, clause, name, written), reason))
        elif either.get(first.variable.text) and isinstance(_before(stage), Match):
            found.append(Repair((Edit(clause.start, clause.start, "WITH * "),), reason))
    return found


def _before(stage: Stage) -> object:
    return stage.single.clauses[stage.place - 1] if stage.place else None


def _to_where(context: Context, clause: Match, name: str, nodes: list[NodePattern]) -> tuple[Edit, ...]:
    """Takes labels out of nodes and tests them in WHERE."""
    edits = [Edit(node.labels_start, node.labels.end, "") for node in nodes if node.labels and node.labels_start]
    tests = dict.fromkeys(
        f"{name}:{context.text[node.labels.start : node.labels.end]}" for node in nodes if node.labels
    )
    test = " AND ".join(tests)
    if clause.where is None:
        return (*edits, Edit(clause.end, clause.end, f" WHERE {test}"))
    start, end = covered(context.parsed, clause.where)
    return (*edits, Edit(start, start, f"{test} AND ("), Edit(end, end, ")"))
