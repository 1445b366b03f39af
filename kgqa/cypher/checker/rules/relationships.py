"""A relationship that cannot be: ``(:disease)-[:TREATS]-(:gene)`` gets the one type that joins both, if one does."""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.resolve import ResolvedHop
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.rules.types import left_as_it_is
from kgqa.cypher.tree import LabelName


def relationships(context: Context) -> Findings:
    """Replaces a type that cannot join the ends of its hop, where exactly one can."""
    repairs: list[Repair] = []
    notes: list[str] = []
    for misfit in context.misfits:
        if misfit.hop < 0:
            continue
        hop = context.resolved.hops[misfit.hop]
        written = hop.hop.pattern.types
        change = misfit.best[0] if len(misfit.best) == 1 else None
        if change is None:
            if not hop.unknown:  # an unknown type is for the rule of types to name
                notes.append(f"The schema does not join {_ends(hop)} like this{left_as_it_is(context, misfit.hop)}")
        elif change.kind == "type" and isinstance(written, LabelName):
            reason = f"{change.before!r} does not join {_ends(hop)} in this graph; only {change.after!r} does."
            repairs.append(Repair((replaced(written.name, change.after),), reason))
    return Findings(tuple(repairs), tuple(notes))


def _ends(hop: ResolvedHop) -> str:
    """The labels of both ends in words."""
    left, right = ("/".join(sorted(end)) if end else "any node" for end in (hop.left, hop.right))
    return f"{left} and {right}"
