"""Nodes of a query graph that stand for a set: ALL of its members must be there, or as MANY as can be.

The members are asked for one by one; what is found is then told as one result for each thing that is linked to them,
bound to the set by its own identifier where it has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kgqa.services.trapi.model import QueryGraph, QueryNode
from kgqa.serving.trapi.query_graph import AskedError, AskedNode, Thing

_SETS = ("ALL", "MANY")
Assignment = Mapping[str, Thing]


class ResultGroup(NamedTuple):
    """What is told as one result.

    Attributes:
        bound: by node of the question what stands for it; of a set its members.
        assignments: the ways in which the question holds that it is made of.
    """

    bound: Mapping[str, tuple[Thing, ...]]
    assignments: Sequence[Assignment]


def with_members(asked: QueryGraph) -> QueryGraph:
    """The question with the members of its set in the place of that.

    Raises:
        AskedError: a node is a set of a kind that is not known here, or there are several.
    """
    sets = [key for key, node in asked.nodes.items() if node.set_interpretation not in ("", "BATCH")]
    for key in sets:
        if asked.nodes[key].set_interpretation not in _SETS:
            raise AskedError("NotImplemented", f"Node {key}: sets are asked for by {' or '.join(_SETS)} here.")
    if len(sets) > 1:
        raise AskedError(
            "NotImplemented", f"Nodes {sets[0]} and {sets[1]} are sets; one set is asked for at a time here."
        )
    members = {key: replace(asked.nodes[key], ids=_members(asked.nodes[key])) for key in sets}
    return replace(asked, nodes={**asked.nodes, **members})


def identifier(node: QueryNode) -> str:
    """Of a set that has one of its own; else empty."""
    return node.ids[0] if node.member_ids and node.ids else ""


def grouped(
    asked: QueryGraph, nodes: Mapping[str, AskedNode], assignments: Sequence[Assignment]
) -> tuple[list[ResultGroup], str]:
    """What is found, as results, and what has to be said of it, if anything; of a set those with most members first."""
    key = next((key for key, node in asked.nodes.items() if node.set_interpretation in _SETS), "")
    if not key:
        return [ResultGroup({place: (thing,) for place, thing in one.items()}, (one,)) for one in assignments], ""
    by_others: dict[frozenset[tuple[str, Thing]], list[Assignment]] = {}
    for one in assignments:
        by_others.setdefault(frozenset(pair for pair in one.items() if pair[0] != key), []).append(one)
    wanted = nodes[key].asked
    groups = []
    for others, same in by_others.items():
        members = tuple(dict.fromkeys(one[key] for one in same))
        if asked.nodes[key].set_interpretation == "MANY" or len(members) == len(wanted):
            groups.append(ResultGroup({key: members} | {place: (thing,) for place, thing in others}, same))
    if asked.nodes[key].set_interpretation == "ALL" and nodes[key].missing:
        return [], f"Node {key}: not every member of the set is in this graph, so nothing is linked to ALL of them."
    return sorted(groups, key=lambda one: -len(one.bound[key])), ""


def _members(node: QueryNode) -> tuple[str, ...]:
    return node.member_ids or node.ids
