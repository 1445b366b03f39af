"""ArcadeDB: patterns whose variables it takes for others than they are.

Nulls: a variable that OPTIONAL MATCH left null is taken for a free one in a later pattern. Such a pattern finds
nothing; this server finds whatever fits. A later MATCH gets ``WITH * WHERE b IS NOT NULL`` before it, a later OPTIONAL
MATCH a variable of its own that is compared, and EXISTS, COUNT, COLLECT and patterns in expressions are asked only
where the variable is there.

Paths: shortest paths with a condition, loops of length zero, and one relationship named twice.

Scopes: behind ``WITH DISTINCT a`` a subquery of its WHERE still sees the variables that were dropped.
"""

from __future__ import annotations

from collections import Counter

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.rules.spelled import written
from kgqa.cypher.spans import covered, fresh
from kgqa.cypher.stages import AGGREGATES, Names, Searching, Stage, conjuncts, pattern_names, variables_of
from kgqa.cypher.tree import (
    Call,
    Expression,
    LabelName,
    LabelOperation,
    Match,
    Name,
    NodePattern,
    Operation,
    Part,
    Pattern,
    PatternComprehension,
    PatternExpression,
    Projection,
    RelationshipPattern,
    Subquery,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk


def server_nulls(context: Context) -> Findings:
    """Keeps a variable that may be null from being taken for a free one."""
    repairs: list[Repair] = []
    refusals: list[str] = []
    given: list[str] = []
    guarded = {
        id(part.query.parts[0]) for stage in context.stages for part, _ in stage.searches if isinstance(part, Subquery)
    }
    stars = any(
        isinstance(stage.clause, Projection) and stage.clause.star and stage.clause.word == "RETURN"
        for stage in context.stages
    )
    for stage in context.stages:
        for part, nullable in stage.searches:
            names = _unsafe_in(part, nullable, _seen(stage))
            if not names:
                continue
            if isinstance(part, Subquery) and _answers_without_rows(part):
                refusals.append(_refusal(names))
            else:
                repairs.append(_asked_where_there(part, names))
        clause = stage.clause
        if not isinstance(clause, Match) or (stage.place == 0 and id(stage.single) in guarded):
            continue
        names = _unsafe(clause.patterns, stage.nullable, stage.bound)
        if names and not clause.optional:
            repairs.append(_only_where_there(stage, names))
        elif names and stars:
            refusals.append(_refusal(names))
        elif names:
            repairs.append(_compared(context, clause, names, given))
    return Findings(tuple(repairs), refusals=tuple(refusals))


def _unsafe(patterns: tuple[Pattern, ...], nullable: Names, bound: Names) -> list[str]:
    """The variables that the server would take for free ones in the patterns of a clause."""
    found: list[str] = []
    for pattern in patterns:
        if pattern.function or pattern.selector:
            continue
        first, last = pattern.elements[0], pattern.elements[-1]
        safe = set()
        if len(pattern.elements) > 1 and isinstance(first, NodePattern):
            safe.add(first.variable.text if first.variable else "")
            plain = len(pattern.elements) == 3 and _plain(pattern.elements[1]) and isinstance(first.labels, LabelName)
            if plain and isinstance(last, NodePattern) and last.variable and not safe & bound:
                # From a free first node with one label the server walks such a path from its other end.
                safe.add(last.variable.text)
        found += [name.text for name in variables_of((pattern,)) if name.text in nullable - safe]
    return list(dict.fromkeys(found))


def _plain(hop: object) -> bool:
    return isinstance(hop, RelationshipPattern) and hop.length is None and hop.quantifier is None


def _seen(stage: Stage) -> Names:
    """The variables that the conditions of a clause can name."""
    return stage.bound | pattern_names(stage.clause.patterns) if isinstance(stage.clause, Match) else stage.bound


def _unsafe_in(part: Searching, nullable: Names, bound: Names) -> list[str]:
    """The same for what looks for a pattern in an expression."""
    if isinstance(part, (PatternExpression, PatternComprehension)):
        if part.pattern.function or part.pattern.selector:
            return []
        return sorted(pattern_names((part.pattern,)) & nullable)
    first = part.query.parts[0].clauses[0]
    return _unsafe(first.patterns, nullable, bound) if isinstance(first, Match) and not first.optional else []


def _answers_without_rows(part: Subquery) -> bool:
    """Whether a subquery gives something else than nothing where its patterns find nothing."""
    if len(part.query.parts) > 1:
        return True
    return any(
        isinstance(one, Call) and one.name.lower() in AGGREGATES
        for clause in part.query.parts[0].clauses
        if isinstance(clause, Projection)
        for item in clause.items
        for one in walk(item.expression)
    )


def _only_where_there(stage: Stage, names: list[str]) -> Repair:
    start = stage.clause.start
    there = " AND ".join(f"{written(name)} IS NOT NULL" for name in names)
    return Repair((Edit(start, start, f"WITH * WHERE {there} "),), _reason(names))


def _compared(context: Context, clause: Match, names: list[str], given: list[str]) -> Repair:
    """Another variable in the patterns of OPTIONAL MATCH, which must be the one that may be null."""
    others: dict[str, str] = {}
    for name in names:
        others[name] = fresh(context.parsed, name, given)
        given.append(others[name])
    edits = [
        Edit(name.start, name.end, others[name.text]) for name in variables_of(clause.patterns) if name.text in others
    ]
    same = " AND ".join(f"{other} = {written(name)}" for name, other in others.items())
    if clause.where is None:
        edits.append(Edit(clause.end, clause.end, f" WHERE {same}"))
    else:
        start, end = covered(context.parsed, clause.where)
        edits += [Edit(start, start, f"{same} AND ("), Edit(end, end, ")")]
    return Repair(tuple(edits), _reason(names))


def _asked_where_there(part: Searching, names: list[str]) -> Repair:
    start, end = part.start, part.end
    if isinstance(part, PatternExpression) or (isinstance(part, Subquery) and part.function == "EXISTS"):
        there = " AND ".join(f"{written(name)} IS NOT NULL" for name in names)
        opening, closing = ("EXISTS { ", " }") if isinstance(part, PatternExpression) else ("", "")
        edits = (Edit(start, start, f"({there} AND {opening}"), Edit(end, end, f"{closing})"))
    else:
        none = "0" if isinstance(part, Subquery) and part.function == "COUNT" else "[]"
        absent = " OR ".join(f"{written(name)} IS NULL" for name in names)
        edits = (Edit(start, start, f"CASE WHEN {absent} THEN {none} ELSE "), Edit(end, end, " END"))
    return Repair(edits, _reason(names))


def _reason(names: list[str]) -> str:
    which = " and ".join(repr(name) for name in names)
    return f"OPTIONAL MATCH may leave {which} null; this server would then take any node or relationship for it."


def _refusal(names: list[str]) -> str:
    which = " and ".join(repr(name) for name in names)
    return (
        f"OPTIONAL MATCH may leave {which} null, and this server would take anything for it in the later pattern. "
        f"Write WITH * WHERE {written(names[0])} IS NOT NULL before it."
    )


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


def server_scopes(context: Context) -> Findings:
    """Gives a new variable that has the name of a dropped one a name of its own."""
    repairs: list[Repair] = []
    for stage in context.stages:
        clause = stage.clause
        if not isinstance(clause, Projection) or clause.word != "WITH" or not clause.distinct or clause.star:
            continue
        kept = {item.alias.text for item in clause.items if item.alias}
        kept |= {item.expression.name.text for item in clause.items if isinstance(item.expression, Variable)}
        for part in walk(clause.where) if clause.where is not None else ():
            if isinstance(part, Subquery):
                repairs += _renamed(context, part, stage.bound - kept)
    return Findings(tuple(repairs))


def _renamed(context: Context, part: Subquery, dropped: Names) -> list[Repair]:
    names = [name for inside in walk(part) for name in _naming(inside) if name.text in dropped]
    found: list[Repair] = []
    for text in dict.fromkeys(name.text for name in names):
        new = fresh(context.parsed, text)
        edits = tuple(Edit(name.start, name.end, new) for name in names if name.text == text)
        reason = f"The variable {text!r} was dropped by WITH DISTINCT; this server would still see the old one here."
        found.append(Repair(edits, reason))
    return found


def _naming(part: Part) -> list[Name]:
    """The variables that a part itself names."""
    if isinstance(part, Variable):
        return [part.name]
    return list(variables_of(part.patterns)) if isinstance(part, Match) else []
