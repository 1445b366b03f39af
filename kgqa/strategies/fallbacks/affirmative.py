"""A list of which something is denied, answered as what is understood without the denial, with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgqa.questions.intent import Intent
from kgqa.questions.negation.affirmative import affirmed, denied
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Reading, SetAside
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where nothing is denied, or what is left is not understood.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, asked = unread.graph, unread.asked
    without = (
        affirmed(asked, unread.findings.entities)
        if unread.gap.reason not in ("absent", "unknown_name", "direction")
        else None
    )
    if without is None:
        return None
    read = _read(graph, without.question)
    intent = denied(read, without.names) if read is not None else None
    if intent is None:
        return None
    plain = next(reworded(Wording(graph.schema), intent), asked)
    outcome = unread.ask([intent], Reading(plain, sure=False))
    return outcome if outcome.answer.status in ("answered", "not_in_graph") else None


def _read(graph: GraphSession, question: str) -> Intent | None:
    """What a question asks for, by links alone and with nothing set aside; None where it is not clear."""
    names = graph.interpreter.named(question)
    read = graph.interpreter.read(question, names)
    if isinstance(read, Intent):
        return read
    meant = graph.interpreter.meant(question, names)
    if meant is not None and meant.clear:
        return graph.interpreter.intent(meant.questions[0]) if not (meant.then or _tell(meant.set_aside)) else None
    found = graph.interpreter.derived(question, names)
    clear = len(found) == 1 and found[0].whole and not _tell(found[0].set_aside)
    return found[0].asked if clear and isinstance(found[0].asked, Intent) else None


def _tell(aside: Sequence[SetAside]) -> bool:
    return any(one.text.strip(" ,.?!") for one in aside)
