"""A chain that should have been two links: ``(d)-[:SHOWS]->(a)-[:SHOWS]->(b)`` gets both hung on ``(d)``.

Where a statement goes on with the same relation from what it has just reached, and the schema has no such relation
there, what was meant is that both stand in the relation to the first.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.resolve import ResolvedHop, possible
from kgqa.cypher.tree import LabelName, Match, NodePattern, Pattern, RelationshipPattern
from kgqa.cypher.walk import walk

_NAMED = "anchor"


def anchors(context: Context) -> Findings:
    """Hangs a hop that cannot go on from its neighbour on the node from which the neighbouring hop starts."""
    hops = {id(hop.hop.pattern): hop for hop in context.resolved.hops}
    for clause in walk(context.statement):
        for pattern in clause.patterns if isinstance(clause, Match) else ():
            for repair in _repairs(context, pattern, hops):
                return Findings((repair,))  # one at a time: the next is seen in what this one leaves
    return Findings()


def _repairs(context: Context, pattern: Pattern, hops: dict[int, ResolvedHop]) -> Iterator[Repair]:
    if pattern.variable is not None or pattern.selector or pattern.function:
        return
    parts = pattern.elements
    for place in range(1, len(parts) - 3, 2):
        first, middle, second = parts[place : place + 3]
        if not (
            isinstance(first, RelationshipPattern)
            and isinstance(middle, NodePattern)
            and isinstance(second, RelationshipPattern)
        ):
            continue
        one, other = hops.get(id(first)), hops.get(id(second))
        if one is None or other is None or not _are_alike(first, second):
            continue
        before, after = parts[place - 1], parts[place + 3]
        if not _can_run(context, one, one.left, other.right):
            continue
        if first.right and _fits(one) and _is_lost(other) and isinstance(before, NodePattern):
            yield _hung(context, before, second.start, other, behind=True)
        elif first.left and _fits(other) and _is_lost(one) and isinstance(after, NodePattern):
            yield _hung(context, after, first.arrow_end, one, behind=False)


def _hung(context: Context, anchor: NodePattern, at: int, lost: ResolvedHop, *, behind: bool) -> Repair:
    edits = []
    if anchor.variable is None:
        taken = {node.name for node in context.bindings.nodes} | {one.name for one in context.bindings.relationships}
        name = next(f"{_NAMED}{n}" for n in range(1, 1000) if f"{_NAMED}{n}" not in taken)
        edits.append(Edit(anchor.start + 1, anchor.start + 1, name))
    else:
        name = context.text[anchor.variable.start : anchor.variable.end]
    edits.append(Edit(at, at, f", ({name})" if behind else f"({name}), "))
    types = lost.hop.pattern.types
    type_ = types.name.text if isinstance(types, LabelName) else ""
    ends = " and ".join("/".join(sorted(end)) if end else "any node" for end in (lost.left, lost.right))
    reason = f"{type_!r} does not join {ends} in this graph; both are joined to the same node."
    return Repair(tuple(edits), reason)


def _are_alike(first: RelationshipPattern, second: RelationshipPattern) -> bool:
    """Whether two relationships run the same way by the same single type, once each."""
    types = (first.types, second.types)
    if not all(isinstance(one, LabelName) for one in types):
        return False
    names = {one.name.text for one in types if isinstance(one, LabelName)}
    repeated = any((first.length, second.length, first.quantifier, second.quantifier))
    return len(names) == 1 and not repeated and first.right != first.left and first.right == second.right


def _fits(hop: ResolvedHop) -> bool:
    return not hop.unknown and bool(hop.as_written)


def _is_lost(hop: ResolvedHop) -> bool:
    """Whether a hop can be in neither direction although the schema has its type."""
    return not hop.unknown and not hop.as_written and not hop.turned


def _can_run(context: Context, hop: ResolvedHop, left: frozenset[str] | None, right: frozenset[str] | None) -> bool:
    pattern = hop.hop.pattern
    return bool(possible(context.reach, left, right, hop.types, pattern.right, pattern.left, None))
