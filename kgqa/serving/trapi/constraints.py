"""Whether an edge of a graph is all that an edge of a question asks of it: qualifiers, sources, levels, attributes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import PRIMARY, AttributeConstraint, Choice, Edge, QueryEdge

NEGATED = "biolink:negated"
OPERATORS = ("==", "===", "<", ">")
"""By which attributes are compared."""


def may_meet(asked: QueryEdge, qualifiers: Iterable[tuple[str, str]]) -> bool:
    """Whether records of a relation can meet the qualifiers that are asked, as far as the relation's own tell."""
    own = dict(qualifiers)
    return not asked.qualifiers or any(
        all(type_ not in own or _is(own[type_], value) for type_, value in one) for one in asked.qualifiers
    )


def _is(value: str, wanted: str) -> bool:
    """Whether the value of a qualifier is an asked one or a kind of it."""
    if value.startswith(biolink.PREFIX) or wanted.startswith(biolink.PREFIX):
        return biolink.prefixed(value) in biolink.below(wanted, "predicates")
    return value in biolink.values_below(wanted)


def meets(edge: Edge, asked: QueryEdge) -> bool:
    """Whether an edge is all that the question asks of it."""
    if asked.qualifiers:
        own = {"qualified_predicate": edge.predicate} | dict(edge.qualifiers)
        if not any(all(t in own and _is(own[t], value) for t, value in one) for one in asked.qualifiers):
            return False
    primary_only = asked.sources is not None and asked.sources.primary_only
    choices: tuple[tuple[Choice | None, set[str]], ...] = (
        (asked.knowledge_level, {edge.knowledge_level}),
        (asked.agent_type, {edge.agent_type}),
        (asked.sources, {one.id for one in edge.sources if one.role == PRIMARY or not primary_only}),
    )
    for choice, own_values in choices:
        if choice is not None:
            wanted = {one for value in choice.values for one in biolink.values_below(value)}
            if bool(wanted & own_values) != choice.allow:
                return False
    return all(_attribute_meets(edge, one) for one in asked.attributes)


def asks_for_denials(asked: QueryEdge) -> bool:
    return any(one.id == NEGATED and one.value is not one.negated for one in asked.attributes)


def _attribute_meets(edge: Edge, asked: AttributeConstraint) -> bool:
    values: list[Any] = [edge.negated] if asked.id == NEGATED else []
    for one in edge.attributes:
        if asked.id in (one.type, one.name):
            values += one.value if isinstance(one.value, list) else [one.value]
    wanted = asked.value if isinstance(asked.value, list) else [asked.value]
    met = any(_compares(value, asked.operator, other) for value in values for other in wanted)
    return met != asked.negated


def _compares(value: Any, operator: str, other: Any) -> bool:
    if operator in ("==", "==="):
        return bool(value == other)
    numbers = [one for one in (value, other) if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(numbers) < 2:
        return False
    return numbers[0] > numbers[1] if operator == ">" else operator == "<" and numbers[0] < numbers[1]
