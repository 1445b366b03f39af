"""Directions as they are stored: ``(m:Movie)-[:ACTED_IN]->(p)`` becomes ``(m:Movie)<-[:ACTED_IN]-(p)``.

A pattern that the statement denies (``NOT (l)-->(s)``, ``COUNT { (l)-->(s) } = 0``) is never turned: that nothing leads
this way may be what is asked for, and what is right would become wrong. It is warned of instead.
"""

from __future__ import annotations

from itertools import combinations

from kgqa.cypher.checker.reach import NameSet
from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.resolve import Resolved, ResolvedHop, narrowed

_MOST_HOPS = 12


def direction(context: Context) -> Findings:
    """Turns relationships round that the schema has in the other direction only, unless they are denied."""
    resolved = context.resolved
    wrong = {
        misfit.hop
        for misfit in context.misfits
        if misfit.hop >= 0 and len(misfit.best) == 1 and misfit.best[0].kind == "direction"
    }
    if not context.misfits:
        wrong = _inferred(context)
    denied = {place for place in wrong if _is_denied(context, resolved.hops[place])}
    return Findings(
        tuple(_turned(context.text, resolved.hops[place]) for place in sorted(wrong - denied)),
        tuple(_note(resolved.hops[place]) for place in sorted(denied)),
    )


def _is_denied(context: Context, hop: ResolvedHop) -> bool:
    """Whether the statement denies a hop."""
    return hop.hop.pattern.start in context.denied


def _note(hop: ResolvedHop) -> str:
    source, type_, target = (hop.turned or hop.as_written)[0]
    return (
        f"The graph stores {type_!r} from {source!r} to {target!r}, so what is denied here is so of everything. "
        "It was left as it is; turn the arrow round if the link itself is meant."
    )


def _turned(text: str, hop: ResolvedHop) -> Repair:
    pattern = hop.hop.pattern
    inner = text[pattern.start + 1 : pattern.arrow_end]
    after = inner + ">" if pattern.left else "<" + text[pattern.start : pattern.arrow_end - 1]
    source, type_, target = (hop.turned or hop.as_written)[0]
    reason = f"The graph stores {type_!r} from {source!r} to {target!r}."
    return Repair((Edit(pattern.start, pattern.arrow_end, after),), reason)


def _inferred(context: Context) -> set[int]:
    """The hops to turn where no label says it: a node could be nothing otherwise, or not have its properties."""
    resolved = context.resolved
    movable = [
        place
        for place, hop in enumerate(resolved.hops)
        if hop.directed
        and hop.turned
        and hop.repeat is None
        and (hop.left is None or hop.right is None)
        and not _is_denied(context, hop)
    ]
    if not movable or len(resolved.hops) > _MOST_HOPS:
        return set()
    keys = _keys(context)
    now = _wrong(context, resolved, frozenset(), keys)
    if not now:
        return set()
    sets = [frozenset(some) for size in (1, 2) for some in combinations(movable, size)]
    if len(movable) > 2:
        sets.append(frozenset(movable))
    weighed = [(_wrong(context, resolved, some, keys), len(some), some) for some in sets]
    least = min((wrong, size) for wrong, size, _ in weighed)
    best = [some for wrong, size, some in weighed if (wrong, size) == least]
    return set(best[0]) if least[0] < now and len(best) == 1 else set()


def _keys(context: Context) -> dict[int, set[str]]:
    """By node without a label, the properties that the statement names and the schema knows."""
    found: dict[int, set[str]] = {}
    for use in context.resolved.bindings.uses:
        index = use.meaning.index
        if use.meaning.kind == "node" and index >= 0 and context.resolved.given[index] is None:
            found.setdefault(index, set()).add(use.key.text)
    return {index: names & context.reach.properties for index, names in found.items()}


def _wrong(context: Context, resolved: Resolved, turned: frozenset[int], keys: dict[int, set[str]]) -> int:
    """How much does not fit: nodes that can be nothing, and properties that a node cannot have."""
    labels, consistent = narrowed(resolved.given, resolved.hops, context.reach, turned)
    return 100 * (not consistent) + sum(len(names - _owned(context, labels[index])) for index, names in keys.items())


def _owned(context: Context, labels: NameSet) -> NameSet:
    return frozenset().union(*(context.reach.schema.nodes[label] for label in labels))
