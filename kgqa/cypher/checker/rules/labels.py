"""Labels to those of the schema, and to one that can be where it stands.

``(d:Disease)`` becomes ``(d:disease)`` where the schema has ``disease``; a label that the schema has not and that is
not clearly another one stays, and is warned of. ``(b:pathway)<-[:contraindication]-(:drug)`` becomes
``(b:disease)<-[...]-``.
"""

from __future__ import annotations

from kgqa.cypher.checker.names import best
from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.resolve import label_names
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.weighing import Change
from kgqa.cypher.tree import LabelName


def labels(context: Context) -> Findings:
    """Repairs the case, separators and spelling of labels; of any other unknown one it says what it may be."""
    known = context.reach.labels
    repairs: list[Repair] = []
    notes: list[str] = []
    for label in _written(context):
        if label.name.text in known:
            continue
        after = best(label.name.text, sorted(known))
        if after is not None:
            reason = f"The graph has no label {label.name.text!r}; the one that is meant is {after!r}."
        elif len(said := _called(context, label)) == 1:
            (after,) = said
            reason = f"The graph has no label {label.name.text!r}; what is called so is a {after!r} here."
        if after is not None:
            repairs.append(Repair((replaced(label.name, after),), reason))
        else:
            choices = " or ".join(repr(one.after) for one in _fitting(context, label))
            meant = f"; it may be {choices}" if choices else ""
            notes.append(f"The graph has no label {label.name.text!r}{meant}. It was left as it is.")
    return Findings(tuple(repairs), tuple(dict.fromkeys(notes)))


def _fitting(context: Context, label: LabelName) -> tuple[Change, ...]:
    """The labels that would do equally well in the place of an unknown one, as far as the statement tells."""
    return next((misfit.best for misfit in context.misfits if misfit.label is label), ())


def _called(context: Context, label: LabelName) -> list[str]:
    """The labels that people call by the word that is written."""
    words = context.reach.schema.words
    return words.labels(label.name.text) if words is not None else []


def _written(context: Context) -> list[LabelName]:
    """Every label that the statement names."""
    bindings = context.resolved.bindings
    patterns = [pattern.labels for node in bindings.nodes for pattern in node.patterns]
    return [
        name
        for part in (*patterns, *(test.labels for test, index in bindings.tests if index >= 0))
        for name in label_names(part)
    ]


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
