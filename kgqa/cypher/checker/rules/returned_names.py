"""A returned node returns its name: ``RETURN d`` becomes ``RETURN d.name``.

The rule of the query checker of Pusch and Conrad, "Combining LLMs and Knowledge Graphs to Reduce Hallucinations in
Question Answering" (2024), section 2.2: the name attribute missing from the returned node. Here it is the display
property of the schema, which need not be called ``name``.
"""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.rules.properties import shown
from kgqa.cypher.checker.rules.spelled import written
from kgqa.cypher.tree import Projection, Variable
from kgqa.cypher.walk import walk


def returned_names(context: Context) -> Findings:
    """Lets RETURN give the name of a node in place of the whole node."""
    if not context.returns_names:
        return Findings()
    bindings = context.resolved.bindings
    repairs: list[Repair] = []
    for clause, meaning, place in bindings.returned:
        item = clause.items[place]
        if meaning.kind != "node" or meaning.lists or not isinstance(item.expression, Variable):
            continue
        name = item.expression.name
        display = shown(context, meaning.index)
        if display is None or (item.alias is None and name.text in _sorted_by(clause)):
            continue
        # UNION needs the same columns in each part, so the column keeps its name there.
        keep = f" AS {context.text[name.start : name.end]}" if bindings.union and item.alias is None else ""
        after = f".{written(display)}{keep}"
        reason = f"The whole node {name.text!r} was returned; what a reader sees of it is its {display!r}."
        repairs.append(Repair((Edit(name.end, name.end, after),), reason))
    return Findings(tuple(repairs))


def _sorted_by(clause: Projection) -> set[str]:
    """The variables in ORDER BY, where they would no longer be there after the change."""
    aggregates = clause.distinct or any(not isinstance(item.expression, Variable) for item in clause.items)
    if not aggregates:
        return set()
    return {part.name.text for key in clause.order for part in walk(key) if isinstance(part, Variable)}
