"""A relationship that cannot be: ``(:disease)-[:TREATS]-(:gene)`` gets the one type that joins both, if one does."""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.resolve import ResolvedHop
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.weighing import Change
from kgqa.cypher.tree import LabelName

_CHOICES = 4
"""Changes that a note lists."""


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
            notes.append(_note(hop, misfit.best))
        elif change.kind == "type" and isinstance(written, LabelName):
            reason = f"{change.before!r} does not join {_ends(hop)} in this graph; only {change.after!r} does."
            repairs.append(Repair((replaced(written.name, change.after),), reason))
    return Findings(tuple(repairs), tuple(notes))


def _note(hop: ResolvedHop, choices: tuple[Change, ...]) -> str:
    names = " or ".join(repr(name.name.text) for name in hop.unknown)
    what = (
        f"The graph has no relationship type {names}" if names else f"The schema does not join {_ends(hop)} like this"
    )
    if not choices:
        return f"{what}, and no single change would do. It was left as it is."
    would = " or ".join(_named(one) for one in choices[:_CHOICES])
    return f"{what}, and several changes would do: {would}. It was left as it is; write the one that is meant."


def _named(change: Change) -> str:
    """A change in words."""
    if change.kind == "direction":
        return "the other direction"
    return f"{change.after!r} in place of {change.before!r}"


def _ends(hop: ResolvedHop) -> str:
    """The labels of both ends in words."""
    left, right = ("/".join(sorted(end)) if end else "any node" for end in (hop.left, hop.right))
    return f"{left} and {right}"
