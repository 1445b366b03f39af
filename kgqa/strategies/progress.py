"""How far a question is: told to whoever listens, and kept for the trace of a question that fails on its way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kgqa.records import CypherRecord, Entity, ModelCall, ServiceReply
from kgqa.strategies.question import Findings


def _nobody(_: object) -> None:
    """Listens to nothing."""


class Progress:
    """The log of one question. Steps write to it and never read it: what a step needs is handed to it as a record.

    Args:
        on_step: hears what is done next, in words.
        on_entities: hears which things the question names, before the graph is asked.
        on_text: hears the whole text of an answer so far, each time a language model has written more of it.
        on_services: hears how far each service is that is asked.

    Attributes:
        statements: what was asked of the graph, in order; for the pipeline, as the following.
        calls: of language models.
        timings_ms: by step.
        findings: the latest.
        account: of a strategy that has several ways to an answer what it did, a sentence each.
    """

    def __init__(
        self,
        on_step: Callable[[str], None] | None = None,
        on_entities: Callable[[tuple[Entity, ...]], None] | None = None,
        on_text: Callable[[str], None] | None = None,
        on_services: Callable[[tuple[ServiceReply, ...]], None] | None = None,
    ) -> None:
        self.step = on_step or _nobody
        self.entities = on_entities or _nobody
        self.text = on_text or _nobody
        self.services = on_services or _nobody
        self.statements: list[CypherRecord] = []
        self.calls: list[ModelCall] = []
        self.timings_ms: dict[str, float] = {}
        self.findings = Findings()
        self.account: list[str] = []

    def did(self, said: str) -> None:
        """Tell what was done, where a strategy has several ways to an answer."""
        self.account.append(said)

    def ran(self, *statements: CypherRecord) -> None:
        """Log statements that ran, or were refused."""
        self.statements.extend(statements)

    def called(self, call: ModelCall) -> None:
        """Log a request to a language model."""
        self.calls.append(call)

    def found(self, findings: Findings) -> None:
        """Keep what was found so far, for the case that a later step fails."""
        self.findings = findings

    @contextmanager
    def timed(self, step: str) -> Iterator[None]:
        """Log how long a step takes, in milliseconds, also one that fails."""
        started = time.perf_counter()
        try:
            yield
        finally:
            elapsed_ms = (time.perf_counter() - started) * 1000
            self.timings_ms[step] = round(self.timings_ms.get(step, 0.0) + elapsed_ms, 2)
