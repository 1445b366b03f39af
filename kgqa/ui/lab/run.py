"""A statement of the Query lab: what is known of it before it runs, and its run on its way.

Before it runs: the checked text, what is added to it, and the values that it needs. On its way: its rows in a thread,
then the edges behind them in another.
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from kgqa.cypher.checker.check import RULES
from kgqa.cypher.checker.complaints import Complaint, complaint
from kgqa.cypher.checker.records import Checked
from kgqa.cypher.checker.rules.servers import SERVER_RULES
from kgqa.cypher.guard import guard
from kgqa.cypher.guard.admit import Admitted, Refused, admit
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.parser.tokens import unquoted
from kgqa.cypher.tree import Parameter
from kgqa.cypher.walk import walk
from kgqa.errors import KgqaError, QueryError, StoppedError, TimeLimitError
from kgqa.graph.failures import REFUSED
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.cypher.checker.check import Checker
    from kgqa.cypher.run import Ran
    from kgqa.evidence.row_evidence import RowEvidence
    from kgqa.graph.stop import StopSignal
    from kgqa.pipeline import Asker
    from kgqa.progress import Report

FIXED = frozenset({"extract", *(rule.__name__ for rules in SERVER_RULES.values() for rule in rules)})
"""Rules whose corrections cannot be undone: the rest of a reply is no statement, and the server would answer wrongly
what these rewrite."""

_checkers: WeakKeyDictionary[Asker, Checker] = WeakKeyDictionary()
_lock = threading.Lock()


@dataclass(frozen=True, slots=True)
class Check:
    """One text, checked.

    Attributes:
        admitted: what would be sent; None where the statement does not run.
        parameters: names of the values that it needs, in their order.
        places: by reason for which it does not run, the span of the checked text that gives it.
    """

    checked: Checked
    admitted: Admitted | None
    parameters: tuple[str, ...]
    places: Mapping[str, tuple[int, int]]

    @property
    def text(self) -> str:
        """What would be sent, or has become of the text as far as it could be checked."""
        return self.checked.cypher if self.admitted is None else self.admitted.text

    @property
    def passed(self) -> tuple[str, ...]:
        """The rules of the checker that found nothing to change and nothing to warn of."""
        changed = {*(one.rule for one in self.checked.corrections), *self.checked.warning}
        return tuple(rule.__name__ for rule in RULES if rule.__name__ not in changed)


def checker(asker: Asker) -> Checker:
    """The checker of a graph; it is built once, which takes up to a second."""
    with _lock:
        found = _checkers.get(asker)
        if found is None:
            found = _checkers[asker] = asker.checker()
        return found


def parameter(text: str) -> tuple[Any, str]:
    """The value that was typed for a parameter as JSON, and what is wrong with it; empty where nothing is."""
    if not text.strip():
        return None, "No value is given. Type a number, true, false, null, a text in quotation marks, or a list."
    try:
        value = json.loads(text, parse_constant=_refuse)
        # A number that the wire cannot hold, and nesting that could not be sent, are seen here and not by the server.
        _examine(value)
    except (ValueError, RecursionError) as error:
        why = f" ({error})" if isinstance(error, _Unfit) else ""
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        return None, f"{shown} is no JSON value{why}. Write a text in quotation marks: {json.dumps(shown)}"
    return value, ""


class _Unfit(ValueError):
    """A JSON value that no server takes."""


def _refuse(constant: str) -> None:
    raise _Unfit(f"{constant} is no number")


def _examine(value: Any, depth: int = 0) -> None:
    if depth > 32:
        raise _Unfit("lists and maps are nested more than 32 deep")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise _Unfit("a whole number has at most 64 bits")
    if isinstance(value, float) and isinf(value):
        raise _Unfit("the number is too large")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _examine(inner, depth + 1)


def judged(checked: Checked, most_rows: int, counts: Mapping[str, int]) -> Check:
    """What is known of a statement that the checker has gone through.

    Args:
        counts: of the things of each type, by which the cost of the statement is told.
    """
    admitted = admit(checked.cypher, most_rows, counts) if checked.runnable else None
    names: dict[str, None] = {}
    readable = checked.cypher if len(checked.cypher) <= guard.LONGEST else ""
    for statement in parse(readable).statements:
        names |= dict.fromkeys(unquoted(part.name) for part in walk(statement) if isinstance(part, Parameter))
    places = {} if checked.runnable else guard.places(readable)
    return Check(checked, admitted if isinstance(admitted, Admitted) else None, tuple(names), places)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The rows of a statement, or why there are none."""

    ran: Ran | None = None
    error: KgqaError | None = None
    refused: tuple[str, ...] = ()


class LabRun:
    """A run that was begun, and what came of it.

    Attributes:
        serial: tells this run from every other, for the keys of what belongs to it on the page.
        cypher: the checked statement, before anything was added to it.
        sent: the statement as it is sent.
        source: the graph as a sentence names it.
        evidence: the edges behind the rows; None until there are rows.
    """

    def __init__(self, asker: Asker, check: Check, parameters: Mapping[str, Any]) -> None:
        """Begins."""
        self.serial = uuid.uuid4().hex
        self.cypher = check.checked.cypher
        self.parameters = dict(parameters)
        self.source = asker.source
        self.graph = asker.card
        self.sent = check.text
        self._asker = asker
        self._began = time.monotonic()
        self._took_s: float | None = None
        self.evidence: Work[RowEvidence] | None = None
        self.rows: Work[Outcome] = Work(self._run, "run the statement")

    @property
    def elapsed_s(self) -> float:
        """Seconds from the beginning until the rows were there, or until now."""
        return time.monotonic() - self._began if self._took_s is None else self._took_s

    @property
    def ended(self) -> bool:
        """Whether there is nothing more to come."""
        return self.wait(0) and (self.evidence is None or self.evidence.wait(0))

    @property
    def ran(self) -> Ran | None:
        """The statement as it was run, with its rows; None where there are none."""
        return self.rows.made.ran if self.rows.made is not None else None

    def wait(self, seconds: float) -> bool:
        """Waits at most so long; True when there are rows, or will be none."""
        return self.rows.wait(seconds)

    def stop(self) -> None:
        """Ends the work, on the server too."""
        self.rows.cancel()
        if self.evidence is not None:
            self.evidence.cancel()

    def is_of(self, check: Check, parameters: Mapping[str, Any] | None, source: str) -> bool:
        """Whether this is a run of that statement with those values, on the graph that is asked."""
        same = self.cypher == check.checked.cypher and source == self.source
        return same and parameters is not None and self.parameters == dict(parameters)

    def said(self, error: KgqaError) -> Complaint | None:
        """What the server says of the text as it was sent, with its place; None where it is about something else."""
        message = str(error)
        if isinstance(error, TimeLimitError) or not isinstance(error, QueryError) or not message.startswith(REFUSED):
            return None
        # The server counts from the beginning of what it was sent, the tag in front included.
        from kgqa.graph.store import tagged

        front = len(tagged("", uuid.uuid4().hex))
        found = complaint(tagged(self.sent, uuid.uuid4().hex), message.removeprefix(REFUSED))
        if found.start is None or found.end is None or found.end <= front:
            return Complaint(found.sentence)
        return Complaint(found.sentence, max(found.start - front, 0), found.end - front)

    def _run(self, _: Report, stop: StopSignal) -> Outcome:
        try:
            done = self._asker.run_cypher(self.cypher, self.parameters, stop)
        except StoppedError:
            raise
        except KgqaError as error:
            return Outcome(error=error)
        finally:
            self._took_s = time.monotonic() - self._began
        if isinstance(done, Refused):
            return Outcome(refused=done.reasons)
        self.evidence = Work(
            lambda _, ends: self._asker.row_evidence(self.cypher, self.parameters, done, ends), "find the edges"
        )
        return Outcome(done)
