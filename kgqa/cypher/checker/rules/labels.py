"""Labels to those of the schema: ``(d:Disease)`` becomes ``(d:disease)`` where the schema has ``disease``.

A label that the schema has not and that is not clearly another one stays, and is warned of.
"""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.resolve import label_names
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.similar import best
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
