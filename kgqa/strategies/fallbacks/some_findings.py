"""What could it be, by the findings that have a name: what else a text tells is set aside, and the reading says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa.language.text import clean
from kgqa.questions.by_meaning.some_findings import some_findings
from kgqa.questions.intent import Intent, conditions_of, readings_of
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Reading
from kgqa.strategies.fallbacks.instead import in_its_place
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a text does not tell findings of one patient and ask what has them, or has fewer than two
    findings with a name.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings, asked = unread.graph, unread.findings, unread.asked
    found = some_findings(asked, findings.entities, graph.interpreter.items(asked, findings.entities))
    intent = _ranking(graph, clean(found.plain), found.labels) if found is not None else None
    if found is None or intent is None:
        return None
    plain = next(reworded(Wording(graph.schema), intent), found.plain)
    reading = Reading(plain, sure=False, set_aside=found.aside)
    outcome = unread.ask([intent], reading)
    return in_its_place(outcome, findings.entities, reading) if outcome.answer.status == "answered" else None


def _ranking(graph: GraphSession, text: str, labels: frozenset[str]) -> Intent | None:
    """What has the most of some findings, things of one type other than theirs; None where a text is not read as that
    in one way, or of things with none of some labels."""
    found = []
    for one in readings_of(graph.interpreter.read(text, graph.interpreter.named(text))):
        answer = one.answer
        types = {thing.label for condition in conditions_of(answer) for thing in condition.things}
        if one.of_these is not None and answer is not None and len(types) == 1 and answer.label not in types:
            found += [one] if answer.label in (labels or {answer.label}) else []
    return found[0] if len(found) == 1 else None
