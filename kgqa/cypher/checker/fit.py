"""What would make an impossible hop possible: its direction, a label at one end, or its type.

A hop is impossible where the schema has no such relationship between the labels of its ends, as it is directed. For
each such hop, and for each label that the schema does not know, every single change is weighed by what it leaves wrong
in the whole statement; a change is proposed when it leaves less wrong than any other.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.cypher.checker.misplaced import misplaced
from kgqa.cypher.checker.reach import Reach
from kgqa.cypher.checker.resolve import Resolved
from kgqa.cypher.checker.weighing import MOST_WEIGHED, Change, Scale
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
