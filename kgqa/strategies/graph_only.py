"""The ``graph-only`` strategy: an intent is planned as Cypher, run, and answered from the recorded edges alone."""

from __future__ import annotations

from collections.abc import Callable

from kgqa.answers.agreement import with_strength
from kgqa.answers.lists import answer_list, answer_ranking
from kgqa.answers.nodes import answer_identifier, answer_text, answer_type
from kgqa.answers.pairs import answer_relation, answer_yes_no
from kgqa.answers.shared import answer_shared
from kgqa.answers.task import Draft, Task
from kgqa.answers.values import answer_value
from kgqa.questions.intent import Intent


def answer(task: Task, intent: Intent) -> Draft:
    """The answer to an intent, with the triples it cites.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: a statement could not be run to its end.
    """
    return with_strength(task, _choose(intent)(task, intent))


def _choose(intent: Intent) -> Callable[[Task, Intent], Draft]:
    if intent.shared:
        return answer_shared
    if intent.rank_hop is not None:
        return answer_ranking
    if intent.answer is not None:
        return answer_list
    if intent.identifier is not None:
        return answer_identifier
    if intent.thing is not None:
        return answer_type if intent.of_type is not None else answer_text
    return {"yesno": answer_yes_no, "value": answer_value, "relation": answer_relation}[intent.kind]
