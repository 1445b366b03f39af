"""ArcadeDB: counts and conditions that do not look at all of a pattern.

Counts: a grouped ``count(*)`` or ``count(m)`` over one relationship is answered from the number of relationships at a
node: the label of the far node, the second end of a loop and a negated type are not looked at. ``count(r)`` is right.

Filters: where a condition names the first node of a path openly and a later one only inside ``any()``, ``CASE``,
``EXISTS { }`` and the like, this server looks at it when the later one is not there yet, takes it for null and leaves
rows out. Naming the later one openly as well makes the server wait: in a match it is never null, so nothing else
changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.rules.spelled import written
from kgqa.cypher.spans import covered, fresh
from kgqa.cypher.stages import AGGREGATES, Names, Stage, conjuncts, pattern_names
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    Group,
    LabelName,
    LabelOperation,
    LabelTest,
    MapLiteral,
    MapProjection,
    Match,
    NodePattern,
    Part,
    Pattern,
    Projection,
    Property,
    Quantified,
    Reduce,
    RelationshipPattern,
    Subquery,
    Subscript,
    Variable,
)
from kgqa.cypher.walk import children, walk
from kgqa.graph.quoting import quoted


def server_counts(context: Context) -> Findings:
    """Counts the relationship instead of the node or the row."""
    repairs: list[Repair] = []
    for stage in context.stages:
        clause, following = stage.clause, _following(stage)
        if not isinstance(clause, Match) or following is None or following.distinct:
            continue
        hop = _single_hop(clause)
        counted = [item.expression for item in following.items if _counts(item.expression)]
        if hop is None or len(counted) != 1 or not isinstance(counted[0], Call):
            continue
        why = _after_optional(clause, stage, following, counted[0], hop) or _in_return(
            clause, stage, following, counted[0], hop
        )
        if why:
            repairs.append(_counted(context, hop[1], following, counted[0], why))
    return Findings(tuple(repairs))


_Hop = tuple[NodePattern, RelationshipPattern, NodePattern]


def _following(stage: Stage) -> Projection | None:
    after = stage.single.clauses[stage.place + 1 : stage.place + 2]
    return after[0] if after and isinstance(after[0], Projection) else None


def _single_hop(clause: Match) -> _Hop | None:
    """The one relationship of a clause with its ends, where there is no more than that."""
    if len(clause.patterns) != 1 or len(clause.patterns[0].elements) != 3:
        return None
    left, between, right = clause.patterns[0].elements
    if not (
        isinstance(left, NodePattern) and isinstance(between, RelationshipPattern) and isinstance(right, NodePattern)
    ):
        return None
    if between.length or between.quantifier or between.properties or between.where:
        return None
    return left, between, right


def _counts(expression: object) -> bool:
    return isinstance(expression, Call) and expression.name.lower() == "count" and not expression.distinct


def _aggregates(projection: Projection) -> int:
    return sum(
        isinstance(item.expression, Call) and item.expression.name.lower() in AGGREGATES for item in projection.items
    )


def _argument(call: Call) -> str:
    """The variable that is counted; nothing for ``count(*)`` or anything else."""
    argument = call.arguments[0] if call.arguments else None
    return argument.name.text if isinstance(argument, Variable) else ""


def _negated(hop: _Hop) -> bool:
    return hop[1].types is not None and any(
        isinstance(part, LabelOperation) and part.operator == "!" for part in walk(hop[1].types)
    )


def _after_optional(clause: Match, stage: Stage, following: Projection, call: Call, hop: _Hop) -> str:
    """Why ``OPTIONAL MATCH (s)-->(m:U) WITH s, count(m)`` would count wrongly; nothing where it does not."""
    if not clause.optional or following.word != "WITH" or len(following.items) != 2:
        return ""
    if following.order or following.skip or following.limit or following.where:
        return ""
    keys = [item.expression.name.text for item in following.items if isinstance(item.expression, Variable)]
    ends = {end.variable.text: end for end in (hop[0], hop[2]) if end.variable}
    far = ends.get(_argument(call))
    if far is None or len(keys) != 1 or keys[0] not in stage.bound or keys[0] not in ends or far.properties:
        return ""
    if clause.where is not None and not isinstance(clause.where, LabelTest):
        return ""
    if far.labels is not None or clause.where is not None:
        return f"This server would count every relationship at {keys[0]!r}, whatever the label of {_argument(call)!r}."
    return "This server would count relationships of every type, also the one that is left out." * _negated(hop)


def _in_return(clause: Match, stage: Stage, following: Projection, call: Call, hop: _Hop) -> str:
    """Why a grouped count over a loop or a negated type would be wrong; nothing where it is not."""
    if clause.optional or following.word != "RETURN" or stage.place or len(following.items) < 2 or clause.where:
        return ""
    if any(end.properties or end.where for end in (hop[0], hop[2])) or _aggregates(following) > 1:
        return ""
    names = [end.variable.text if end.variable else "" for end in (hop[0], hop[2])]
    if not call.star and _argument(call) not in {name for name in names if name}:
        return ""
    if names[0] and names[0] == names[1]:
        return f"This server would count every relationship at {names[0]!r}, not only those that lead back to it."
    return "This server would count relationships of every type, also the one that is left out." * _negated(hop)


def _same(one: Call, call: Call) -> bool:
    return _counts(one) and (one.star, _argument(one)) == (call.star, _argument(call))


def _counted(
    context: Context, relationship: RelationshipPattern, following: Projection, call: Call, why: str
) -> Repair:
    edits: list[Edit] = []
    if relationship.variable is not None:
        name = written(relationship.variable.text)
    else:
        name = fresh(context.parsed, "r")
        inside, bare = relationship.inside, relationship.start + 1 + relationship.left
        edits.append(Edit(inside[0] + 1, inside[0] + 1, name) if inside else Edit(bare, bare, f"[{name}]"))
    sorted_by = [one for key in following.order for one in walk(key) if isinstance(one, Call) and _same(one, call)]
    edits += [Edit(one.start, one.end, f"count({name})") for one in sorted_by]
    unnamed = any(item.expression is call and item.alias is None for item in following.items)
    column = f" AS {quoted(context.text[call.start : call.end])}" if unnamed else ""
    edits.append(Edit(call.start, call.end, f"count({name}){column}"))
    return Repair(tuple(edits), f"{why} Counting the relationship that was found is right.")


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
                    repairs.append(_named_openly(context, condition, part, hidden))
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


def _named_openly(context: Context, condition: Expression, part: Expression, hidden: list[str]) -> Repair:
    start, end = covered(context.parsed, part)
    openly = " OR ".join(f"{written(name)} IS NULL" for name in hidden)
    whole = part is condition
    before, after = (f"{openly} OR (", ")") if whole else (f"({openly} OR (", "))")
    which = " and ".join(repr(name) for name in hidden)
    reason = (
        f"This server would look at the condition before {which} is found, and leave rows out; named openly, it waits."
    )
    return Repair((Edit(start, start, before), Edit(end, end, after)), reason)
