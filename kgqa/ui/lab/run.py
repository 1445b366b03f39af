"""A statement of the Query lab on its way: its rows in a thread, then the edges behind them in another."""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgqa.cypher.checker.complaints import Complaint, complaint
from kgqa.cypher.guard.admit import Refused
from kgqa.errors import KgqaError, QueryError, StoppedError, TimeLimitError
from kgqa.graph.failures import REFUSED
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.cypher.run import Ran
    from kgqa.evidence.row_evidence import RowEvidence
    from kgqa.graph.stop import StopSignal
    from kgqa.pipeline import Asker
    from kgqa.progress import Report
    from kgqa.ui.lab.check import Check


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
