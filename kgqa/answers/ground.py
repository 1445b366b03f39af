"""Unnamed things on the way to an answer, asked for beforehand, step by step.

One pattern for a whole chain would do on small graphs only: a server joins its steps with all the edges between the
things in the middle, once for every way through them. It could not hold every chain either, as inside one MATCH no
edge is used twice: two conditions over the same relation would exclude each other where one edge meets both ("genes
associated with A and with B" through one disease).
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.answers.context import AnswerContext
from kgqa.questions.intent import Condition, Variable


def grounded(context: AnswerContext, variable: Variable) -> Variable:
    """The variable with the keys of every unnamed thing that must meet conditions."""
    return Variable(variable.label, tuple(_grounded(context, condition) for condition in variable.conditions))


def _grounded(context: AnswerContext, condition: Condition) -> Condition:
    if condition.variable is None or not condition.variable.conditions or condition.keys is not None:
        return condition
    inner = grounded(context, condition.variable)
    keys = context.ledger.one(context.statements.collected(inner)) or []
    return replace(condition, variable=inner, keys=tuple(keys))
