"""A label that cannot be: ``(b:pathway)<-[:contraindication]-(:drug)`` becomes ``(b:disease)<-[...]-``."""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.weighing import Change
from kgqa.cypher.tree import LabelName


def node_labels(context: Context) -> Findings:
    """Replaces a label that leaves a hop impossible, or that the schema has not, where one other is clearly meant."""
    repairs: dict[Change, Repair] = {}
    for misfit in context.misfits:
        change = misfit.best[0] if len(misfit.best) == 1 else None
        if change is not None and change.kind == "label":
            repairs.setdefault(change, _repair(context, change))
    one_each = {change.index: repair for change, repair in reversed(repairs.items())}
    return Findings(tuple(one_each.values()))


def _repair(context: Context, change: Change) -> Repair:
    reason = f"No {change.before!r} has the relationships and properties of this node; {change.after!r} has."
    return Repair(relabelled(context, change.index, change.before, change.after), reason)


def relabelled(context: Context, index: int, before: str, after: str) -> tuple[Edit, ...]:
    """The edits that give a node another label wherever the statement gives it the old one."""
    tests = [test.labels for test, node in context.bindings.tests if node == index]
    patterns = [pattern.labels for pattern in context.bindings.nodes[index].patterns]
    return tuple(
        replaced(labels.name, after)
        for labels in (*patterns, *tests)
        if isinstance(labels, LabelName) and labels.name.text == before
    )
