"""What the Query lab of one session holds: the text as it was written, what was undone in it, values, and a run."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa.records import Correction
from kgqa.ui.lab.run import Check
from kgqa.ui.session import navigation

if TYPE_CHECKING:
    from kgqa.ui.lab.run import LabRun

_LAB = "query_lab"


@dataclass
class Lab:
    """The lab of a session.

    Attributes:
        text: as it stands in the box.
        serial: another one wherever the app put a text into the box.
        undone: corrections that are kept out, with their places in ``text``.
        values: what was typed for the parameters of statements, by name.
        run: the last run.
        wanted: whether the statement is to be run once it has been checked.
        known: the last check, and what it was of.
    """

    text: str = ""
    serial: str = field(default_factory=lambda: uuid.uuid4().hex)
    undone: tuple[Correction, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    run: LabRun | None = None
    wanted: bool = False
    known: tuple[object, Check] | None = None

    def write(self, text: str) -> None:
        """Takes over what was typed; corrections before and behind the change stay undone."""
        self.undone = moved(self.undone, self.text, text)
        self.text = text

    def put(self, text: str, values: Mapping[str, Any] | None = None) -> None:
        """Puts a text into the box in place of what is there, with values for its parameters."""
        self.text, self.serial, self.undone = text, uuid.uuid4().hex, ()
        self.values |= {name: _json(value) for name, value in (values or {}).items()}

    def undo(self, correction: Correction) -> None:
        """Keeps a correction out from now on."""
        self.undone = (*self.undone, correction)

    def redo(self, correction: Correction) -> None:
        """Has a correction made that was kept out."""
        self.undone = tuple(one for one in self.undone if one is not correction)

    def want_run(self) -> None:
        """Has the statement run as soon as it has been checked."""
        self.wanted = True


def lab() -> Lab:
    """The lab of this session."""
    found = st.session_state.get(_LAB)
    if not isinstance(found, Lab):
        found = st.session_state[_LAB] = Lab()
    return found


def open_statement(text: str, values: Mapping[str, Any] | None = None) -> None:
    """Goes to the Query lab with a statement in its box; it is checked there, and run when the reader says so."""
    lab().put(text, values)
    st.switch_page(navigation.LAB)


def moved(corrections: tuple[Correction, ...], before: str, after: str) -> tuple[Correction, ...]:
    """Corrections with their places in a text that was edited; without those in the span that the edit replaced."""
    if before == after or not corrections:
        return corrections
    shorter = min(len(before), len(after))
    head = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    room = shorter - head
    tail = next((place for place in range(room) if before[-1 - place] != after[-1 - place]), room)
    shift = len(after) - len(before)
    kept: list[Correction] = []
    for one in corrections:
        if one.end <= head:
            kept.append(one)
        elif one.start >= len(before) - tail:
            kept.append(Correction(one.rule, one.before, one.after, one.reason, one.start + shift, one.end + shift))
    return tuple(kept)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
