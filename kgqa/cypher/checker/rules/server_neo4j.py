"""Neo4j: counts that get lost in OPTIONAL MATCH, and what this server no longer accepts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.spans import covered
from kgqa.cypher.tree import (
    Call,
    ListLiteral,
    Match,
    NodePattern,
    Operation,
    Part,
    Pattern,
    Projection,
    Property,
    RelationshipPattern,
    Subquery,
    Subscript,
    Value,
)
from kgqa.cypher.walk import children

_LOGIC = frozenset({"AND", "OR", "XOR", "NOT"})
_TEXTS = frozenset({
    "tolower", "toupper", "trim", "ltrim", "rtrim", "btrim", "substring", "left", "right", "replace", "tostring",
    "type", "split", "collect", "labels", "keys", "range", "lower", "upper", "nodes", "relationships",
})  # fmt: skip


def server_neo4j(context: Context) -> Findings:
    """Brings a statement to the form that Neo4j 5 answers rightly."""
    repairs: list[Repair] = []
    for stage in context.stages:
        if isinstance(stage.clause, Match) and stage.clause.optional and stage.clause.where is not None:
            repairs += _lost_counts(stage.clause.where)
    for part, parent in _with_parents(context.statement):
        if isinstance(part, Call):
            repairs += _old_functions(context, part, parent)
        elif isinstance(part, RelationshipPattern):
            repairs += _old_types(context, part)
        elif isinstance(part, Projection):
            repairs += _whole_numbers(part)
    return Findings(tuple(repairs))


def _with_parents(root: Part) -> Iterator[tuple[Part, Part]]:
    waiting = [(root, root)]
    while waiting:
        part, parent = waiting.pop()
        yield part, parent
        waiting.extend((child, part) for child in reversed(children(part)))


def _lost_counts(where: Part) -> Iterator[Repair]:
    """COUNT { } of nothing is null instead of 0 in the condition of an OPTIONAL MATCH."""
    parents = {id(part): parent for part, parent in _with_parents(where) if part is not parent}
    for part, parent in _with_parents(where):
        if not isinstance(part, Subquery) or part.function == "EXISTS" or _is_degree(part):
            continue
        if isinstance(parent, Call) and parent.name.lower() == "coalesce":
            continue
        if part.function == "COUNT" and _needs_some(parents, part):
            continue
        none = "0" if part.function == "COUNT" else "[]"
        reason = "In the condition of OPTIONAL MATCH this server loses a COUNT of 0, and the rows with it."
        edits = (Edit(part.start, part.start, "coalesce("), Edit(part.end, part.end, f", {none})"))
        yield Repair(edits, reason)


def _needs_some(parents: Mapping[int, Part], count: Subquery) -> bool:
    """Whether a count is only compared so that 0 and null come to the same, or with exactly 0."""
    at = parents.get(id(count))
    if not isinstance(at, Operation) or len(at.operators) != 1 or at.operators[0] not in ("=", "<", ">", "<=", ">="):
        return False
    left = at.operands[0] is count
    other = at.operands[1 if left else 0]
    if not isinstance(other, Value) or not isinstance(other.value, int) or isinstance(other.value, bool):
        return False
    sign = at.operators[0] if left else at.operators[0].translate(str.maketrans("<>", "><"))
    if sign == "=" and other.value == 0:
        return True
    if not (
        (sign == "=" and other.value > 0) or (sign == ">" and other.value >= 0) or (sign == ">=" and other.value > 0)
    ):
        return False
    above: Part | None = parents.get(id(at))
    while isinstance(above, Operation) and above.operators[0] in ("AND", "OR"):
        above = parents.get(id(above))
    return above is None


def _is_degree(part: Subquery) -> bool:
    """Whether a count is that of all relationships at a node, which the server looks up."""
    clauses = part.query.parts[0].clauses
    first = clauses[0]
    if len(part.query.parts) > 1 or len(clauses) > 1 or not isinstance(first, Match) or first.where is not None:
        return False
    if part.function != "COUNT" or len(first.patterns) != 1 or not _single(first.patterns[0]):
        return False
    bare = [one for one in first.patterns[0].elements if isinstance(one, NodePattern) and one.end - one.start == 2]
    return len(bare) == 1


def _single(pattern: Pattern) -> bool:
    hop = pattern.elements[1] if len(pattern.elements) == 3 else None
    return isinstance(hop, RelationshipPattern) and not (hop.length or hop.quantifier or hop.properties or hop.where)


def _old_functions(context: Context, call: Call, parent: Part) -> Iterator[Repair]:
    """``exists(n.p)``, ``length('text')`` and ``distance()``."""
    name, opening = call.name.lower(), context.text.find("(", call.start)
    argument = call.arguments[0] if call.arguments else None
    if name == "exists" and len(call.arguments) == 1 and isinstance(argument, (Property, Subscript)):
        start, end = covered(context.parsed, argument)
        after = f"{context.text[start:end]} IS NOT NULL"
        logical = isinstance(parent, (Match, Projection)) or (
            isinstance(parent, Operation) and parent.operators[0] in _LOGIC
        )
        reason = "Neo4j 5 has no exists() of a property; IS NOT NULL asks the same."
        yield Repair((Edit(call.start, call.end, after if logical else f"({after})"),), reason)
    elif name == "length" and (
        isinstance(argument, (Property, ListLiteral))
        or (isinstance(argument, Value) and isinstance(argument.value, str))
        or (isinstance(argument, Call) and argument.name.lower() in _TEXTS)
    ):
        yield Repair(
            (Edit(call.start, opening, "size"),), "In Neo4j length() is for paths; size() is for text and lists."
        )
    elif name == "distance":
        yield Repair((Edit(call.start, opening, "point.distance"),), "Neo4j 5 calls it point.distance().")


def _old_types(context: Context, pattern: RelationshipPattern) -> Iterator[Repair]:
    """``[r:A|:B]``, where Neo4j 5 wants ``[r:A|B]``."""
    if pattern.types is None or not (pattern.variable or pattern.length or pattern.properties):
        return
    tokens = context.parsed.tokens.tokens
    inside = [one for one in tokens if pattern.types.start <= one.start < pattern.types.end]
    colons = [two for one, two in pairwise(inside) if (one.key, two.key) == ("|", ":")]
    if colons:
        edits = tuple(Edit(one.start, one.end, "") for one in colons)
        yield Repair(edits, "Neo4j 5 joins relationship types with | alone.")


def _whole_numbers(clause: Projection) -> Iterator[Repair]:
    """``LIMIT 2.0`` and ``LIMIT '2'``."""
    for value in (clause.skip, clause.limit):
        if not isinstance(value, Value) or isinstance(value.value, (bool, int)) or value.value is None:
            continue
        text = str(value.value)
        number = text.removesuffix(".0")
        if number.isdecimal():
            yield Repair((Edit(value.start, value.end, number),), "Neo4j takes only a whole number here.")
