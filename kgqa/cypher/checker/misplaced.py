"""A label that the schema knows and whose properties are others: ``(n:Disease) ... n.symbol, n.end`` means ``Gene``."""

from __future__ import annotations

from kgqa.cypher.checker.naming import named
from kgqa.cypher.checker.weighing import Change, Scale
from kgqa.cypher.tree import LabelName


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
