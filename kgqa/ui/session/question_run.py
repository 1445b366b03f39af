"""One question of one session on its way: in a thread, so that the page stays alive and Stop works."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.llm import deadline
from kgqa.records import chosen_of
from kgqa.ui.session import background_work
from kgqa.ui.session.background_work import Slot

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.llm.deadline import Wait
    from kgqa.pipeline import Asker
    from kgqa.records import Entity, Former, ServiceReply, Trace
    from kgqa.strategies.approach import Approach

Chosen = Mapping[tuple[int, int], str | tuple[str, ...] | None]
_waited_for: set[str] = set()
"""The serials of the questions of all sessions that are on their way."""


def under_way() -> int:
    """How many questions are on their way, of all sessions."""
    return len(_waited_for)


class QuestionRun:
    """A question that is being answered, or was.

    Attributes:
        serial: tells this question from every other, for the keys of what belongs to it on the page.
        step: what is being done now, in words.
        steps: how many steps were begun.
        begun: which.
        former: the question that it follows, with its answer; None where it follows none.
        approach: how it is answered; None for the graph alone as usual, and for an answer from its record.
        text: what a language model has written so far.
        waits: the pause before a language model is asked once more; None while there is none.
        entities: the things that the question names, as soon as they are known.
        services: how far each service is that is asked beside the graph.
        record: under what id this machine keeps the trace; empty where it does not.
        opened: True where the trace comes from its record and nothing was asked.
        error: why there is no trace, as a sentence.
    """

    def __init__(
        self,
        question: str,
        chosen: Chosen | None = None,
        narrower: bool = False,
        approach: Approach | None = None,
        former: Former | None = None,
    ) -> None:
        """Use ``begin`` or ``of_record`` instead."""
        self.question = question
        self.serial = uuid.uuid4().hex
        self.chosen = dict(chosen or {})
        self.narrower = narrower
        self.approach = approach
        self.former = former
        self.text = ""
        self.waits: Wait | None = None
        self.step = "understanding the question"
        self.steps = 0
        self.begun: set[str] = set()
        self.entities: tuple[Entity, ...] = ()
        self.services: tuple[ServiceReply, ...] = ()
        self.record = ""
        self.opened = False
        self.error: str | None = None
        self._trace: Slot[Trace] = Slot()
        self._started = time.monotonic()
        self._ended: float | None = None
        self._stop: StopSignal | None = None
        self._thread: threading.Thread | None = None

    @classmethod
    def begin(
        cls,
        asker: Asker,
        question: str,
        chosen: Chosen | None = None,
        narrower: bool = False,
        approach: Approach | None = None,
        former: Former | None = None,
    ) -> QuestionRun:
        """Asks a question; the work is done in a thread of its own."""
        # Here and not above: the client brings a driver along that the page's first second can do without.
        from kgqa.graph.store import StopSignal

        run = cls(question, chosen, narrower, approach, former)
        run._stop = StopSignal()
        run._thread = threading.Thread(target=run._run, args=(asker,), name="ask", daemon=True)
        _waited_for.add(run.serial)
        run._thread.start()
        return run

    @classmethod
    def of_record(cls, trace: Trace, record: str) -> QuestionRun:
        """An answer opened from its record: nothing is asked."""
        former = trace.follows.former if trace.follows is not None else None
        run = cls(trace.question, chosen_of(trace.settled), trace.narrower, former=former)
        run.trace, run.record, run.entities, run.opened = trace, record, trace.entities, True
        return run

    @property
    def trace(self) -> Trace | None:
        """The record of the answer, once there is one; read from the disk where it was let go meanwhile."""
        trace = self._trace.get()
        if trace is None and self._trace.let_go and self.error is None:
            trace = self._reopened()
        return trace

    @trace.setter
    def trace(self, trace: Trace) -> None:
        self._trace.put(trace)

    def _reopened(self) -> Trace | None:
        from kgqa.history.storage import open_record

        try:
            trace = open_record(settings.load().data_dir, self.record)
        except KgqaError:
            self.error = (
                "This answer was let go, because the app holds as many answers as its memory permits, and it is not "
                "kept on the disk. Ask its question again."
            )
            return None
        self._trace.put(trace)
        return trace

    @property
    def read(self) -> str:
        """The question as it was read: the one in which the places of the entities are counted."""
        return self.trace.question if self.trace is not None else self.question

    @property
    def strategy(self) -> str:
        """By which strategy it is answered, or was."""
        if self.trace is not None:
            return self.trace.strategy
        return self.approach.strategy if self.approach is not None else "graph-only"

    @property
    def elapsed_s(self) -> float:
        """Seconds from when the question was asked until its end, or until now."""
        return (self._ended or time.monotonic()) - self._started

    @property
    def stopped(self) -> bool:
        """Whether the reader wanted no answer any more."""
        return self._stop is not None and self._stop.is_set()

    def wait(self, seconds: float) -> bool:
        """Waits at most so long; True when the question has come to an end, good or bad."""
        if self._thread is None:
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def stop(self) -> None:
        """Ends the work, on the server too."""
        if self._stop is not None:
            self._stop.set()

    def _run(self, asker: Asker) -> None:
        try:
            with deadline.heard(self._hear_wait):
                trace = asker.ask(
                    self.question,
                    chosen=self.chosen,
                    narrower=self.narrower,
                    stop=self._stop,
                    on_step=self._hear,
                    on_entities=self._hear_entities,
                    **self._following(),
                    **self._by_model(),
                )
            self.entities, self.trace = trace.entities or self.entities, trace
        except KgqaError as error:
            self.error = str(error)
        except Exception as error:
            path = background_work.log_unexpected(error, settings.load().data_dir)
            self.error = f"The answer could not be computed. Ask again, or ask in other words. Details are in {path}."
        finally:
            self._ended = time.monotonic()
            _waited_for.discard(self.serial)

    def _following(self) -> dict[str, Any]:
        return {} if self.former is None else {"former": self.former}

    def _by_model(self) -> dict[str, Any]:
        if self.approach is None:
            return {}
        more = {"on_services": self._hear_services} if self.approach.strategy == "federated" else {}
        return {"approach": self.approach, "on_text": self._hear_text, **more}

    def _hear_text(self, text: str) -> None:
        self.text = text

    def _hear_services(self, replies: tuple[ServiceReply, ...]) -> None:
        self.services = replies

    def _hear_wait(self, wait: Wait | None) -> None:
        self.waits = wait

    def _hear(self, step: str) -> None:
        self.step = step
        self.steps += 1
        self.begun.add(step)

    def _hear_entities(self, entities: tuple[Entity, ...]) -> None:
        self.entities = entities
