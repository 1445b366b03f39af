"""A question that no form of sentences fits, as what its words were derived to ask along the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgqa.language import thesaurus
from kgqa.questions.floating.meaning import Derived
from kgqa.questions.intent import GapReason, Intent
from kgqa.questions.text.options import options
from kgqa.records import Reading
from kgqa.strategies.fallbacks import measured
from kgqa.strategies.fallbacks.unread import Asking, Unread
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_CLOSED: frozenset[GapReason] = frozenset({"direction", "absent", "unknown_name"})
"""What is said of a question for a better reason than that it was not read."""


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where no tree explains every word, or all but one that says nothing new, or where several that
    ask different things do as well.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings, gap, asked = unread.graph, unread.question, unread.findings, unread.gap, unread.asked
    # "French" may be said of a country, and "French hospitals" is no name then.
    said_of = gap.reason == "unknown_name" and any(map(thesaurus.derived, gap.what.split()))
    if (gap.reason in _CLOSED and not said_of) or options(question.text):
        return None
    if gap.reason == "grouping" and "and" in asked.lower().split():
        return None  # of one thing or of several is for a person to say
    found = graph.interpreter.derived(asked, findings.entities)
    if not found:
        return None
    # Of several ways to read it the graph decides, so that none of them is said before.
    same = len({one.question for one in found}) == 1
    reading = Reading((found[0].question if same else "") or asked, sure=False, set_aside=found[0].set_aside)
    outcome = _asked(graph, question, findings, found, reading, unread.ask, unread.progress)
    silent = outcome is None or outcome.answer.status == "not_in_graph"
    return None if silent and not found[0].whole else outcome


def _asked(
    graph: GraphSession,
    question: Question,
    findings: Findings,
    found: Sequence[Derived],
    reading: Reading,
    ask: Asking,
    progress: Progress,
) -> Outcome | None:
    intents = [one.asked for one in found if isinstance(one.asked, Intent)]
    if len(intents) == len(found):
        return ask(intents, reading)
    (first, *others) = found
    if others or isinstance(first.asked, Intent):
        return None  # which of several things is meant, numbers of theirs do not tell
    return measured.told(graph, question, findings, first.asked, reading, progress)
