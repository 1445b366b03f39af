"""How many answers a reading of a question gives, counted without fetching them."""

from __future__ import annotations

from kgqa.answers.conditions import count, grounded, over_any_steps, widened
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.kinds import by_kinds, has_alternatives, ruling_out_kinds
from kgqa.questions.intent import Intent, Variable
from kgqa.records import Answer


def is_countable(intent: Intent) -> bool:
    """Whether one number, which the database counts, tells how many answers an intent has."""
    plain = intent.of_these is None and not intent.besides
    return intent.answer is not None and plain and not intent.most and intent.rank_hop is None


def number_met(context: AnswerContext, variable: Variable) -> int:
    """How many things meet the conditions, counted as a list of them is made: by kinds where a thing is silent itself.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: a statement could not be run to its end.
    """
    plain = ruling_out_kinds(context, over_any_steps(context, variable))
    wider = widened(context, plain)
    if context.narrower:
        return count(context, grounded(context, wider or plain))
    total = count(context, grounded(context, plain))
    if wider is None or (total and not has_alternatives(plain)):
        return total
    of_all = count(context, grounded(context, wider))
    met = by_kinds(context, plain, silent=total == 0) if of_all > total else plain
    total = of_all if met == wider else total if met == plain else count(context, grounded(context, met))
    return total or of_all


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
