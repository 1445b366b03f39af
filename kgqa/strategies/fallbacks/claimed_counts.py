"""The answer whether as many things as a question claims are recorded: what is recorded, held against the number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.questions.numbers.claimed_counts import Claimed, claimed
from kgqa.records import Answer, Reading
from kgqa.strategies.fallbacks.unread import Unread, placed
from kgqa.strategies.question import Findings, Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_YES = "Yes"


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where no number is claimed, or the rest is not understood.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings, asked = unread.graph, unread.findings, unread.asked
    items = graph.interpreter.items(asked, findings.entities)
    claim = claimed(asked, findings.entities, items, lambda label: graph.schema.node(label).plural)
    if claim is None:
        return None
    for plain in claim.questions:
        outcome = unread.answered(unread.question.put_as(plain))
        told = _told(graph, claim, outcome)
        if told is not None:
            return _claimed(claim, asked, findings, outcome, told)
    return None


def _told(graph: GraphSession, claim: Claimed, outcome: Outcome) -> Answer | None:
    """The answer to a question without the number with the verdict on the number; None where it tells none."""
    found = outcome.answer
    if found.status not in ("answered", "not_in_graph") or outcome.findings.further or outcome.findings.reading is None:
        return None
    if claim.labels and any(one.label not in claim.labels for one in found.items):
        return None  # "two genes" may be a condition on what is asked for
    return _only(graph, claim, found) if claim.only else _number(claim, found)


def _claimed(claim: Claimed, asked: str, findings: Findings, outcome: Outcome, told: Answer) -> Outcome:
    read = outcome.findings.reading
    assert read is not None
    reading = Reading(asked, set_aside=read.set_aside) if read.sure else replace(read, others=())
    entities = sorted((*placed(outcome.findings.entities, findings.entities), *claim.only), key=lambda one: one.start)
    whether = "whether there is no other" if claim.only else f"whether {claim.said}"
    understood = f"{whether}: {outcome.findings.understood}" if outcome.findings.understood else ""
    return Outcome(told, replace(outcome.findings, reading=reading, entities=tuple(entities), understood=understood))


def _number(claim: Claimed, found: Answer) -> Answer | None:
    """What a question whether there are any told, with the verdict on how many there are."""
    if found.kind not in ("yesno", "list") or found.truncated:
        return None
    if not found.items:
        return found if found.verdict is False and claim.least else None
    listed = found.kind == "list"
    if not (listed or (found.headline.startswith(_YES) and found.text.startswith(_YES))):
        return None
    holds = claim.holds(found.total or len(found.items))
    said = f"Yes, {claim.said}" if holds else f"No, {claim.otherwise}"
    headline, text = (
        f"{said}. {one}" if listed else f"{said}{one[len(_YES) :]}" for one in (found.headline, found.text)
    )
    return replace(found, kind="yesno", headline=headline, text=text, verdict=holds)


def _only(graph: GraphSession, claim: Claimed, found: Answer) -> Answer | None:
    """A list with the verdict whether the names are all of it."""
    if found.kind != "list" or found.truncated:
        return None
    named = [{one.chosen.id, *one.chosen.ids} for one in claim.only]
    items = [{one.id, *one.ids} for one in found.items]
    if not items or any(all(ids.isdisjoint(one) for one in items) for ids in named):
        return found  # what is recorded tells; whether a name is meant by one of them does not
    holds = len(items) == len(named)
    node = graph.schema.node(claim.only[0].chosen.label)
    said = f"Yes, no other {node.singular} is recorded." if holds else f"No, not the only {node.singular} recorded."
    headline, text = (f"{said} {one}" for one in (found.headline, found.text))
    return replace(found, kind="yesno", headline=headline, text=text, verdict=holds)
