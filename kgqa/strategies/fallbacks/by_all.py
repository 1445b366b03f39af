"""What has all of the findings that a text tells, where there is any, instead of what has the most of them.

Who tells what was seen and asks what it could be means what has all of it; a list that goes on with what has a part is
another one. It is offered, and given where nothing has all. Records for kinds of what is named count for both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kgqa.answers.of_these import RANKED
from kgqa.questions.intent import Intent
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Entity, Reading, Suggestion
from kgqa.strategies.fallbacks.unread import in_its_place
from kgqa.strategies.question import Outcome


def ranks(intent: Intent | None) -> bool:
    """Whether an intent asks for what meets the most of some conditions."""
    return intent is not None and intent.of_these is not None and intent.of_these.least is None


def by_all(
    wording: Wording,
    ranking: Intent,
    names: Sequence[Entity],
    reading: Reading,
    ask: Callable[[Sequence[Intent], Reading], Outcome],
) -> Outcome | None:
    """The answer to what meets all conditions of a ranking, which is offered beside it; None where nothing does.

    Args:
        names: those of the text that was asked.
        reading: what that was read as, the ranking in plain words.
        ask: answers what is asked, by records for kinds of what is named as well.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    intent = replace(ranking, of_these=None)
    plain = next(reworded(wording, intent), None)
    if plain is None:
        return None
    reading, ranked = replace(reading, question=plain), reading.question
    outcome = ask([intent], reading)
    if outcome.answer.status != "answered" or not outcome.answer.items:
        return None
    told = outcome.answer
    told = replace(told, suggestions=(Suggestion(RANKED, ranked), *told.suggestions))
    return in_its_place(replace(outcome, answer=told), names, reading)
