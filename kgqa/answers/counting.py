"""How many answers a reading of a question gives, counted without fetching them."""

from __future__ import annotations

from kgqa.answers.conditions import grounded, widened
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.questions.intent import Intent, Variable, conditions_of
from kgqa.records import Answer


def is_countable(intent: Intent) -> bool:
    """Whether one number, which the database counts, tells how many answers an intent has."""
    return intent.answer is not None and not intent.most and intent.rank_hop is None


def count(context: AnswerContext, variable: Variable) -> int:
    """How many things meet the conditions; where none does for a term alone, how many its kinds bring.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: a statement could not be run to its end.
    """
    wider = widened(context, variable) if context.narrower else None
    found = _count(context, wider or variable)
    if found or context.narrower:
        return found
    named = [one for one in conditions_of(variable) if one.variable is None]
    wider = widened(context, variable) if len(named) == 1 else None
    return 0 if wider is None else _count(context, wider)


def number_of(composed: CitedAnswer) -> int:
    """How many answers there are in one that was composed; a link that is not recorded is none."""
    answer = composed.answer
    if answer.status != "answered" or answer.verdict is False:
        return 0
    if answer.total is not None:
        return answer.total
    return len(answer.value) if isinstance(answer.value, list) else 1


def is_silent(composed: CitedAnswer) -> bool:
    """Whether an answer says no more than that the graph records nothing."""
    answer: Answer = composed.answer
    if answer.status == "not_in_graph":
        return True
    return answer.status == "answered" and not composed.evidence and number_of(composed) == 0


def _count(context: AnswerContext, variable: Variable) -> int:
    return int(context.ledger.one(context.statements.count(grounded(context, variable))))
