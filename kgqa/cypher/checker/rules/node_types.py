"""A node is what its name says: ``(g:Gene {name: 'Marfan syndrome'})`` becomes ``(g:Disease {...})``.

The rule of the query checker of Pusch and Conrad, "Combining LLMs and Knowledge Graphs to Reduce Hallucinations in
Question Answering" (2024), section 2.2: the node type is the type of the thing that the question names.
"""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.rules.labels import relabelled
from kgqa.cypher.tree import LabelName


def node_types(context: Context) -> Findings:
    """Gives a node that is looked for by name the label of the thing with that name, where it has another label."""
    repairs: list[Repair] = []
    notes: list[str] = []
    for index, kinds in sorted(context.kinds.items()):
        written = [pattern.labels for pattern in context.bindings.nodes[index].patterns if pattern.labels is not None]
        names = {labels.name.text for labels in written if isinstance(labels, LabelName)}
        given = context.resolved.given[index]
        if given is None or given & kinds or len(names) != 1 or not all(isinstance(one, LabelName) for one in written):
            continue
        before = names.pop()
        text = next(one.text for one in context.sought if one.node == index)
        if context.denoted.asked(text) is None and context.denoted.meant(text, given):
            continue  # by a synonym or misspelt it is what the label says, and nothing else is known
        if len(kinds) == 1:
            (after,) = kinds
            reason = f"What is called {text!r} is a {after!r} in this graph, not a {before!r}."
            edits = relabelled(context, index, before, after)
            other = _exchanged(context, index, before, after)
            if other >= 0:
                reason += f" The {after!r} beside it is the {before!r} then."
                edits += relabelled(context, other, after, before)
            repairs.append(Repair(edits, reason))
        else:
            choices = " or ".join(map(repr, sorted(kinds)))
            notes.append(f"What is called {text!r} is a {choices} in this graph, not a {before!r}. It was left so.")
    return Findings(tuple(repairs), tuple(notes))


def _exchanged(context: Context, index: int, before: str, after: str) -> int:
    """The node at the other end of the only hop that has the label which this one should have; -1 where none has.

    The labels of both ends were exchanged: with one of them put right, nothing of the schema would join them.
    """
    resolved, kinds, given = context.resolved, frozenset({after}), context.resolved.given
    touching = [hop for hop in resolved.hops if index in (hop.hop.left, hop.hop.right)]
    if len(touching) != 1 or touching[0].unknown or touching[0].repeat is not None:
        return -1
    (hop,) = touching
    other = hop.hop.right if hop.hop.left == index else hop.hop.left
    hops = [one for one in resolved.hops if other in (one.hop.left, one.hop.right)]
    if len(hops) != 1 or given[other] != kinds or other in context.kinds or other == index:
        return -1
    ends = {(source, target) for source, _, target in context.reach.triads(hop.types)}
    joined = {(before, after), (after, before)} & ends
    return other if joined and (after, after) not in ends else -1
