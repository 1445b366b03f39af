"""ArcadeDB: a variable that OPTIONAL MATCH left null is taken for a free one in a later pattern.

Such a pattern finds nothing; this server finds whatever fits. A later MATCH gets ``WITH * WHERE b IS NOT NULL`` before
it, a later OPTIONAL MATCH a variable of its own that is compared, and EXISTS, COUNT, COLLECT and patterns in
expressions are asked only where the variable is there.
"""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.rules.spelled import written
from kgqa.cypher.spans import covered, fresh
from kgqa.cypher.stages import AGGREGATES, Names, Searching, Stage, pattern_names, variables_of
from kgqa.cypher.tree import (
    Call,
    LabelName,
    Match,
    NodePattern,
    Pattern,
    PatternComprehension,
    PatternExpression,
    Projection,
    RelationshipPattern,
    Subquery,
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
