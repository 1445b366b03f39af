"""Other limits and a hand, tried on the facts of an answer: what they would keep, before anything is asked again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import streamlit as st

from kgqa.errors import SettingError
from kgqa.evidence.pruning import Limits, again, hand_of, key, limits_of
from kgqa.presentation.steady_layout import Places
from kgqa.records import Pruned, Scored, Trace

MOST_CUT = 300
"""Cut facts in the table of the page; the JSON of an answer has all."""
_DRAFT = "pruned_draft"


@dataclass(slots=True)
class Trial:
    """What a reader tries on the facts of one answer.

    Attributes:
        serial: of the question whose facts they are.
        before: the limits by which they were cut.
        limits, hand: what is tried.
        with_cut: what was cut is shown as well.
        places: where the things of the drawing stand.
        last: what was tried last, and what it keeps: a page asks for it several times.
    """

    serial: str
    before: Limits
    limits: Limits
    hand: dict[str, bool]
    by_hand: dict[str, bool]
    with_cut: bool = False
    places: Places = field(default_factory=Places)
    last: tuple[tuple[Limits, dict[str, bool]], Pruned] | None = None

    @property
    def changed(self) -> bool:
        """Whether anything else is tried than was asked with."""
        return self.limits != self.before or self.hand != self.by_hand

    def back(self) -> None:
        """Tries what was asked with."""
        self.limits, self.hand = self.before, dict(self.by_hand)


def of(serial: str, pruned: Pruned) -> Trial:
    """What is tried on the facts of an answer; at first what it was asked with."""
    found = st.session_state.get(_DRAFT)
    if not isinstance(found, Trial) or found.serial != serial:
        before = usable(pruned)
        found = Trial(serial, before, before, hand_of(pruned), hand_of(pruned))
        st.session_state[_DRAFT] = found
    return found


def usable(pruned: Pruned) -> Limits:
    """The limits of a record, or the usual ones where a damaged file has others."""
    try:
        return limits_of(pruned)
    except SettingError:
        return Limits()


def judged(trace: Trace, draft: Trial) -> Pruned:
    """The facts of an answer as the draft keeps and cuts them."""
    assert trace.pruned is not None
    if not draft.changed:
        return trace.pruned
    tried = (draft.limits, draft.hand)
    if draft.last is None or draft.last[0] != tried:
        draft.last = (tried, again(trace.pruned, draft.limits, trace.answer.kind, draft.hand))
    return draft.last[1]


def as_tried(trace: Trace, pruned: Pruned) -> Trace:
    """The answer with other facts: it composes nothing, and nobody has written anything from them."""
    kept, whole = len(pruned.kept), len(pruned.facts)
    headline = f"{kept:,} of {whole:,} facts are kept by the limits and choices that are tried here."
    answer = replace(
        trace.answer, status="evidence", headline=headline, text=headline, written_by="", written_from=0, items=(),
        set_aside=(), verdict=None, value=None, total=None, records=None, truncated=False, narrower=None,
    )  # fmt: skip
    return replace(
        trace, answer=answer, evidence=tuple(one.triple for one in pruned.kept), pruned=pruned, claims=(), calls=()
    )


def cut_rows(pruned: Pruned) -> tuple[Scored, ...]:
    """The cut facts nearest to the question, numbered from −1 downwards so that a row and its arrow are one."""
    return tuple(
        replace(one, triple=replace(one.triple, number=-place)) for place, one in enumerate(pruned.cut[:MOST_CUT], 1)
    )


def turned(draft: Trial, pruned: Pruned, told: object) -> bool:
    """Puts a fact back or takes it out by hand, as the table told; False where it told nothing that can be.

    Args:
        told: ``number`` of a row and whether to ``keep`` it.
    """
    if not isinstance(told, dict) or not isinstance(told.get("number"), int):
        return False
    number, keep = told["number"], told.get("keep") is True
    rows = {one.triple.number: one for one in (*pruned.kept, *cut_rows(pruned))}
    if number not in rows or rows[number].kept == keep:
        return False
    its_key = key(rows[number].triple)
    # What the limits say anyway needs no hand.
    draft.hand = {**draft.hand, its_key: keep}
    plain = {one: said for one, said in draft.hand.items() if one != its_key}
    judged = again(pruned, draft.limits, "list", plain)
    if any(key(one.triple) == its_key and one.kept == keep for one in judged.facts):
        draft.hand = plain
    return True
