"""ArcadeDB: a condition that is looked at before the path is walked.

Where a condition names the first node of a path openly and a later one only inside ``any()``, ``CASE``, ``EXISTS { }``
and the like, this server looks at it when the later one is not there yet, takes it for null and leaves rows out.
Naming the later one openly as well makes the server wait: in a match it is never null, so nothing else changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.rules.spelled import written
from kgqa.cypher.spans import covered
from kgqa.cypher.stages import Names, Stage, conjuncts, pattern_names
from kgqa.cypher.tree import (
    Case,
    Expression,
    Group,
    LabelName,
    MapLiteral,
    MapProjection,
    Match,
    NodePattern,
    Part,
    Pattern,
    Property,
    Quantified,
    Reduce,
    RelationshipPattern,
    Subquery,
    Subscript,
    Variable,
)
from kgqa.cypher.walk import children, walk

_OPAQUE = (Quantified, Reduce, Case, Subscript, Subquery, MapLiteral, MapProjection)


def server_filters(context: Context) -> Findings:
    """Names openly what a condition names only inside an expression that the server does not look into."""
    repairs: list[Repair] = []
    for stage in context.stages:
        clause = stage.clause
        if not isinstance(clause, Match) or not _walks_step_by_step(clause, stage):
            continue
        starts = _starts(clause, stage.bound)
        later = pattern_names(clause.patterns) - stage.bound
        for condition in _conditions(clause):
            for part in conjuncts(condition):
                hidden = _waiting_for(part, stage.bound, starts, later)
                if hidden:
                    repairs.append(_repair(context, condition, part, hidden))
    return Findings(tuple(repairs))


def _waiting_for(part: Expression, bound: Names, starts: Names, later: Names) -> list[str]:
    """The variables for which the server does not wait, in the order of the text."""
    open_, hidden = _named(part)
    for start in starts:
        if open_ and open_ <= bound | {start}:
            waiting = [name for name in hidden if name in later - {start}]
            if waiting:
                return list(dict.fromkeys(waiting))
    return []


def _named(part: Expression) -> tuple[set[str], list[str]]:
    """The variables of a condition: those that the server sees at once, and those in what it does not look into."""
    open_: set[str] = set()
    hidden: list[str] = []
    waiting: list[tuple[Part, bool]] = [(part, True)]
    while waiting:
        one, seen = waiting.pop(0)
        if isinstance(one, Variable) or (isinstance(one, (NodePattern, RelationshipPattern)) and one.variable):
            name = one.name.text if isinstance(one, Variable) else one.variable.text if one.variable else ""
            if seen:
                open_.add(name)
            else:
                hidden.append(name)
        opaque = isinstance(one, _OPAQUE) or (isinstance(one, Property) and not isinstance(one.base, Variable))
        waiting[:0] = [(child, seen and not opaque) for child in children(one)]
    return open_, [name for name in hidden if name not in open_]


def _walks_step_by_step(clause: Match, stage: Stage) -> bool:
    """Whether the server walks the patterns from node to node, and does not plan them as a whole."""
    if stage.place or stage.depth or clause.optional:
        return True
    if any(isinstance(one, Match) and one.optional for one in stage.single.clauses):
        return True
    parts = [part for pattern in clause.patterns for part in walk(pattern)]
    return (
        any(isinstance(part, Pattern) and part.variable for part in parts)
        or any(isinstance(part, NodePattern) and not isinstance(part.labels, LabelName) for part in parts)
        or any(isinstance(part, Group) for part in parts)
    )


def _starts(clause: Match, bound: Names) -> Names:
    """The first nodes of the paths, as far as they are not there already."""
    found: set[str] = set()
    for pattern in clause.patterns:
        first = pattern.elements[0]
        if len(pattern.elements) > 1 and isinstance(first, NodePattern) and first.variable:
            found.add(first.variable.text)
    return frozenset(found) - bound


def _conditions(clause: Match) -> Iterator[Expression]:
    """WHERE of the clause, and of its nodes and relationships."""
    if clause.where is not None:
        yield clause.where
    for pattern in clause.patterns:
        for element in pattern.elements:
            if not isinstance(element, Group) and element.where is not None:
                yield element.where


def _repair(context: Context, condition: Expression, part: Expression, hidden: list[str]) -> Repair:
    start, end = covered(context.parsed, part)
    openly = " OR ".join(f"{written(name)} IS NULL" for name in hidden)
    whole = part is condition
    before, after = (f"{openly} OR (", ")") if whole else (f"({openly} OR (", "))")
    which = " and ".join(repr(name) for name in hidden)
    reason = (
        f"This server would look at the condition before {which} is found, and leave rows out; named openly, it waits."
    )
    return Repair((Edit(start, start, before), Edit(end, end, after)), reason)
