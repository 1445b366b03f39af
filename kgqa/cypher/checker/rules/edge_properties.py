"""Properties where they live: ``m.rating`` becomes ``r.rating`` where the relationship has it and the node has not."""

from __future__ import annotations

from kgqa.cypher.bindings import Meaning, PropertyUse
from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.checker.resolve import ResolvedHop
from kgqa.cypher.checker.rules.properties import owned_by
from kgqa.cypher.tree import Variable


def edge_properties(context: Context) -> Findings:
    """Moves a property from a node to the one relationship beside it that has it, or the other way round."""
    repairs: list[Repair] = []
    named: dict[tuple[str, int], str] = {}
    for use in context.resolved.bindings.uses:
        owned = owned_by(context, use.meaning)
        if use.part is None or not isinstance(use.part.base, Variable) or owned is None or use.key.text in owned:
            continue
        base = use.part.base
        owners = _owners(context, use)
        if len(owners) != 1:
            continue
        name, insertion = _variable(context, owners[0], named)
        edits = (*insertion, Edit(base.start, base.end, name))
        kind = "relationship" if use.meaning.kind == "node" else "node"
        reason = f"The property {use.key.text!r} belongs to the {kind} {name!r}, not to {base.name.text!r}."
        repairs.append(Repair(edits, reason))
    return Findings(tuple(repairs))


def _owners(context: Context, use: PropertyUse) -> list[tuple[Meaning, ResolvedHop]]:
    """The relationships at a node, or the nodes at a relationship, that have the property and can be named here."""
    found: list[tuple[Meaning, ResolvedHop]] = []
    for hop in context.resolved.hops:
        if hop.repeat is not None or not use.place.sees(hop.hop.place):
            continue
        ends = (hop.hop.left, hop.hop.right)
        if use.meaning.kind == "node":
            others = [Meaning("relationship", hop.hop.relationship)] if use.meaning.index in ends else []
        else:
            others = [Meaning("node", end) for end in ends] if hop.hop.relationship == use.meaning.index else []
        found += [(other, hop) for other in others if use.key.text in (owned_by(context, other) or ())]
    return found


def _variable(
    context: Context, owner: tuple[Meaning, ResolvedHop], named: dict[tuple[str, int], str]
) -> tuple[str, tuple[Edit, ...]]:
    """The variable of a node or relationship, and the edit that gives it one where it has none."""
    meaning, hop = owner
    if meaning.kind == "relationship":
        pattern = hop.hop.pattern
        known, wish = context.resolved.bindings.relationships[meaning.index].name, "r"
        place = pattern.inside[0] + 1 if pattern.inside else -1
        bare = pattern.start + 1 + pattern.left
    else:
        known, wish = context.resolved.bindings.nodes[meaning.index].name, "n"
        written = context.resolved.bindings.nodes[meaning.index].patterns[0]
        place, bare = written.start + 1, -1
    if known:
        return known, ()
    key = (meaning.kind, meaning.index)
    if key in named:
        return named[key], ()
    taken = {token.text for token in context.parsed.tokens.tokens} | set(named.values())
    name = next(one for one in (wish, *(f"{wish}{number}" for number in range(1, 10_000))) if one not in taken)
    named[key] = name
    return name, (Edit(place, place, name) if place >= 0 else Edit(bare, bare, f"[{name}]"),)
