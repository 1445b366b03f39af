"""The ``graph-only`` strategy: an intent is planned as Cypher, run, and answered from the recorded edges alone."""

from __future__ import annotations

from collections.abc import Callable

from kgqa.retrieval.planned.agreement import with_strength
from kgqa.retrieval.planned.lists import answer_list, answer_ranking
from kgqa.retrieval.planned.nodes import answer_identifier, answer_text, answer_type
from kgqa.retrieval.planned.pairs import answer_relation, answer_yes_no
from kgqa.retrieval.planned.shared import answer_shared
from kgqa.retrieval.planned.values import answer_value
from kgqa.retrieval.task import Draft, Task
from kgqa.understanding.intent import Intent


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
