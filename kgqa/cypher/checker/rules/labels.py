"""Labels to those of the schema: ``(d:Disease)`` becomes ``(d:disease)`` where the schema has ``disease``."""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.resolve import label_names
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.similar import best
from kgqa.cypher.tree import LabelName


def labels(context: Context) -> Findings:
    """Repairs the case, separators and spelling of labels."""
    known = context.reach.labels
    repairs: list[Repair] = []
    for label in _written(context):
        if label.name.text in known:
            continue
        after = best(label.name.text, sorted(known))
        if after is not None:
            reason = f"The graph has no label {label.name.text!r}; the one that is meant is {after!r}."
            repairs.append(Repair((replaced(label.name, after),), reason))
    return Findings(tuple(repairs))


def _written(context: Context) -> list[LabelName]:
    """Every label that the statement names."""
    bindings = context.resolved.bindings
    patterns = [pattern.labels for node in bindings.nodes for pattern in node.patterns]
    return [
        name
        for part in (*patterns, *(test.labels for test, index in bindings.tests if index >= 0))
        for name in label_names(part)
    ]
