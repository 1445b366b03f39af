"""Unnamed things on the way to an answer, asked for beforehand where one pattern cannot hold them.

Inside one MATCH no edge is used twice. Two conditions that lead over the same relation would then exclude each other
where one edge meets both ("genes associated with A and with B" through one disease), so all but the first such
condition are replaced by what their unnamed things are.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.retrieval.task import Task
from kgqa.understanding.intent import Condition, Variable


def grounded(task: Task, variable: Variable) -> Variable:
    """The variable with every unnamed thing that shares a relation with another condition looked up."""
    return Variable(variable.label, tuple(_grounded(task, variable.conditions, set())))


def _grounded(task: Task, conditions: tuple[Condition, ...], used: set[str]) -> list[Condition]:
    result = []
    for condition in conditions:
        inner = condition.variable
        if inner is not None:
            types = {condition.hop.relation.type} | _types(inner)
            if types & used or condition.hop.relation.type in _types(inner) or condition.negated:
                keys = task.ledger.one(task.statements.collected(grounded(task, inner))) or []
                condition = replace(condition, keys=tuple(keys))
            elif _repeats(inner):
                condition = replace(condition, variable=grounded(task, inner))
            used |= types
        result.append(condition)
    return result


def _repeats(variable: Variable) -> bool:
    """Whether a relation occurs more than once below a variable."""
    inner = [condition.variable for condition in variable.conditions if condition.variable is not None]
    own = [condition.hop.relation.type for condition in variable.conditions]
    below = [type_ for one in inner for type_ in _types(one)]
    return bool(set(own) & set(below)) or len(below) > len(set(below)) or any(_repeats(one) for one in inner)


def _types(variable: Variable) -> set[str]:
    types: set[str] = set()
    for condition in variable.conditions:
        types.add(condition.hop.relation.type)
        if condition.variable is not None:
            types |= _types(condition.variable)
    return types
