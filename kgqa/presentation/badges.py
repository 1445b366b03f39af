"""What the badges of an answer say: where it comes from, how strong it is, whether its sources differ."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.evidence import strength
from kgqa.language.phrases import (
    AGAINST,
    BY_A_QUERY,
    FROM_FACTS,
    NOT_FROM_GRAPH,
    STATUSES,
    is_against,
    shown_status,
    status,
    way,
)
from kgqa.presentation.text import Colour, counted, number
from kgqa.records import Answer, Status, Trace
from kgqa.schema.model import Schema

FROM_GRAPH = STATUSES["answered"]

LOOKS: dict[Status, tuple[str, Colour, str]] = {
    "answered": (STATUSES["answered"], "green", "check_circle"),
    "not_in_graph": (STATUSES["not_in_graph"], "gray", "do_not_disturb_on"),
    "not_understood": (STATUSES["not_understood"], "orange", "contact_support"),
    "ambiguous": (STATUSES["ambiguous"], "orange", "help"),
    "refused": (STATUSES["refused"], "orange", "block"),
    "failed": (STATUSES["failed"], "red", "error"),
    "evidence": (STATUSES["evidence"], "blue", "science"),
}
"""For each status its words, colour and icon."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A state in words, with the colour and the icon beside them."""

    words: str
    colour: Colour
    icon: str


def looks(strategy: str, state: Status, *, against: bool = False) -> tuple[str, Colour, str]:
    """Words, colour and icon of an answer's status; what a language model says alone has a look of its own.

    Args:
        against: as of ``kgqa.language.phrases.is_against``.
    """
    words = status(strategy, state, against=against)
    if words == AGAINST:
        return words, "orange", "remove_circle"
    if words == NOT_FROM_GRAPH:
        return NOT_FROM_GRAPH, "violet", "smart_toy"
    if words == BY_A_QUERY["answered"]:
        return words, "blue", "manage_search"
    if words == FROM_FACTS["answered"]:
        return words, "blue", "edit_note"
    return words, *LOOKS[state][1:]


def badges(trace: Trace, schema: Schema, shown: int) -> tuple[Badge, ...]:
    """The badges of an answer from the graph, in the order of the row; none for any other status.

    Args:
        shown: how many of the answers the page shows.
    """
    if trace.answer.status != "answered" or trace.strategy == "llm-only":
        return ()
    found = (_status(trace, shown), _support(trace, schema), _agreement(trace, schema))
    return tuple(badge for badge in found if badge is not None)


def _status(trace: Trace, shown: int) -> Badge:
    answer = trace.answer
    look = looks(way(trace), shown_status(trace), against=is_against(trace))
    if look[0] != FROM_GRAPH:
        return Badge(*look)
    if answer.kind != "list" or not answer.items:
        return Badge(FROM_GRAPH, "green", "check_circle")
    shown = min(shown, len(answer.items))
    if answer.truncated or shown < max(len(answer.items), answer.total or 0):
        return Badge(f"{FROM_GRAPH} · first {number(shown)}", "green", "check_circle")
    return Badge(f"{FROM_GRAPH} · complete", "green", "check_circle")


def _support(trace: Trace, schema: Schema) -> Badge | None:
    found = strength.summary(trace, schema)
    if found.weak:
        return Badge("Weak evidence", "orange", "warning")
    if not found.told:
        return None
    words = f"{number(found.studies)} of {counted(found.supporting, 'fact')} from studies"
    if found.supporting == 1:
        words = "1 fact, from a study" if found.studies else "1 fact, not from a study"
    return Badge(words, "blue" if found.studies else "gray", "science")


def _agreement(trace: Trace, schema: Schema) -> Badge | None:
    """Whether sources differ; of several answers, on how many of them."""
    if trace.answer.verdict and trace.answer.opposing:
        return Badge("Recorded both ways", "orange", "balance")
    if turned := sum(bool(item.opposing) for item in trace.answer.items):
        return Badge(f"{number(turned)} recorded both ways", "orange", "balance")
    found = strength.differences_in_answer(trace, schema)
    if not found:
        return None
    numbers = {triple.number for difference in found for triple in difference.triples}
    differing = sum(bool(numbers.intersection(item.evidence)) for item in trace.answer.items)
    if trace.answer.items and not differing:
        return None  # They differ on what was set aside, and the text says so.
    return Badge(f"Sources differ{_of(differing, trace.answer)}", "orange", "balance")


def _of(differing: int, answer: Answer) -> str:
    return f" on {number(differing)} of {number(len(answer.items))}" if differing and len(answer.items) > 1 else ""
