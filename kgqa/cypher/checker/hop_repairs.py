"""What would make an impossible hop possible: its direction, a label at one end, or its type.

A hop is impossible where the schema has no such relationship between the labels of its ends, as it is directed. For
each such hop, and for each label that the schema does not know, every single change is weighed by what it leaves wrong
in the whole statement; a change is proposed when it leaves less wrong than any other.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.cypher.checker.reach import Reach
from kgqa.cypher.checker.resolve import Resolved
from kgqa.cypher.checker.weighing import MOST_WEIGHED, Change, Scale, named
from kgqa.cypher.tree import LabelName

_MOST_HOPS = 20


@dataclass(frozen=True, slots=True)
class Misfit:
    """A hop that cannot be, or a label that the schema does not know, with the changes that are equally good."""

    hop: int
    label: LabelName | None
    best: tuple[Change, ...]


def misfits(resolved: Resolved, reach: Reach, settled: frozenset[int] = frozenset()) -> list[Misfit]:
    """What does not fit the schema, each with its best changes: one is a repair, several are a choice.

    Args:
        settled: nodes whose label is beyond doubt.
    """
    if len(resolved.hops) > _MOST_HOPS:
        return []
    scale = Scale(resolved, reach, settled)
    found = [
        Misfit(-1, pattern.labels, scale.best(scale.labels_for(node.index, pattern)))
        for node in resolved.bindings.nodes
        for pattern in node.patterns
        if isinstance(pattern.labels, LabelName) and pattern.labels.name.text not in reach.labels
    ]
    for place, hop in enumerate(resolved.hops):
        if not hop.as_written or hop.unknown:
            found.append(Misfit(place, None, scale.best(scale.changes(place, hop), place)))
    if len(scale.memory) > MOST_WEIGHED:
        return []
    if not found:
        moved = (misplaced(scale, node.index) for node in resolved.bindings.nodes)
        found += [Misfit(-1, None, best) for best in moved if best]
    return found


def misplaced(scale: Scale, index: int) -> tuple[Change, ...]:
    """The one other label that has the properties of a node which its own label has not; none where none is meant.

    A single property may be the mistake itself, so then the variable has to be named after the other label.
    """
    node = scale.resolved.bindings.nodes[index]
    labelled = [one for one in node.patterns if one.labels is not None]
    if index in scale.settled or len(labelled) != 1 or not isinstance(labelled[0].labels, LabelName):
        return ()
    before = labelled[0].labels.name.text
    missing = _foreign(scale, index) - scale.owned(frozenset({before})) if before in scale.reach.labels else set()
    if not missing:
        return ()
    known = scale.keys.get(index, set()) & scale.reach.properties
    fitting = [
        (weight, change)
        for weight, change in scale.labels_for(index, labelled[0])
        if weight < scale.now and known <= scale.owned(frozenset({change.after}))
    ]
    best = scale.best(fitting)
    if len(best) != 1:
        return ()
    clue = named(node.name, best[0].after) - named(node.name, before)
    return best if clue > 0 or (len(missing) > 1 and not clue) else ()


def _foreign(scale: Scale, index: int) -> set[str]:
    """The properties of a node that the schema knows and that no relationship beside it may be meant to have."""
    hops = [hop for hop in scale.resolved.hops if index in (hop.hop.left, hop.hop.right)]
    types = {type_ for hop in hops for _, type_, _ in (*hop.as_written, *hop.turned)}
    beside = frozenset().union(*(scale.reach.schema.relationships.get(type_, frozenset()) for type_ in types))
    return (scale.keys.get(index, set()) & scale.reach.properties) - beside
