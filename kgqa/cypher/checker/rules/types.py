"""Relationship types to those of the schema: ``-[:acted_in]->`` becomes ``-[:ACTED_IN]->``."""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.resolve import ResolvedHop, possible
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.similar import best


def types(context: Context) -> Findings:
    """Repairs the case, separators and spelling of relationship types; those that fit the ends come first."""
    known = sorted(context.reach.types)
    repairs: list[Repair] = []
    for hop in context.resolved.hops:
        fitting = _fitting(context, hop) if hop.unknown else []
        for type_ in hop.unknown:
            after = best(type_.name.text, fitting) or best(type_.name.text, known)
            if after is not None:
                reason = f"The graph has no relationship type {type_.name.text!r}; the one that is meant is {after!r}."
                repairs.append(Repair((replaced(type_.name, after),), reason))
    return Findings(tuple(repairs))


def _fitting(context: Context, hop: ResolvedHop) -> list[str]:
    """The types that can join the ends of a hop, in either direction."""
    found = possible(context.reach, hop.left, hop.right, None, True, True, hop.repeat)
    return sorted({type_ for _, type_, _ in found})
