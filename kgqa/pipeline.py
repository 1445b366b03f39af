"""From a question to its trace: the steps in order, an event after each."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any

from kgqa.answers.row_evidence import RowEvidence, evidence
from kgqa.checking import checker
from kgqa.closing import Closing
from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.rules.servers import Server, known
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.run import Ran, run
from kgqa.embedding.ahead import Ahead
from kgqa.embedding.models import embedder, warm
from kgqa.embedding.sentence_vectors import SENTENCES
from kgqa.errors import KgqaError
from kgqa.evidence.exploring.context import ContextReader, Filters
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.store import StopSignal
from kgqa.language.text import clean
from kgqa.linking.background import BackgroundVectors
from kgqa.linking.linker import Linker
from kgqa.linking.searched import SearchedLinker
from kgqa.llm.records import ModelError
from kgqa.opened import Opened, open_graph
from kgqa.questions.intent import Intent
from kgqa.questions.interpreter import Interpreter
from kgqa.records import Answer, Candidate, Entity, GraphCard, Settled, Trace
from kgqa.schema.model import Schema
from kgqa.settings import Settings
from kgqa.strategies import unasked
from kgqa.strategies.approach import Approach
from kgqa.strategies.course import Course, Listener
from kgqa.strategies.reading_ahead import texts
from kgqa.strategies.settling import Chosen
from kgqa.strategies.strategies import Strategies

if TYPE_CHECKING:
    from kgqa.graph.own.capabilities import Rule
    from kgqa.graph.own.connections import Connection
    from kgqa.progress import Progress
    from kgqa.questions.meaning import Embed

_LOG = logging.getLogger(__name__)


class Asker(Closing):
    """One graph, ready to be asked. Safe to share between threads: a question leaves nothing behind in it."""

    def __init__(self, settings: Settings, opened: Opened, *, background: bool = False) -> None:
        """Use ``open`` instead."""
        self._settings = settings
        self._opened = opened
        self.linker = Linker(opened.index) if opened.search is None else SearchedLinker(opened.search)
        self.explorer = Explorer(opened.schema, opened.store, opened.index, self.linker)
        self._lock = Lock()
        self._checkers: dict[tuple[bool, Server | None], Checker] = {}
        self.vectors: BackgroundVectors | None = None
        self.ahead: Ahead | None = None
        embed = None
        if background and settings.vectors and opened.vectors is not None:
            self.vectors = BackgroundVectors(self.linker, opened.vectors)
            embed = _embedding(opened.vectors.model)
            self.ahead = self._reading_ahead(self.vectors)
        self._interpreter = Interpreter(opened.schema, self.linker, embed)
        self._strategies = Strategies(
            settings,
            opened,
            self._interpreter,
            self.linker,
            self.explorer,
            self.source,
            check=self.checker,
            run=lambda text, stop: self.run_cypher(text, stop=stop),
            later=self.ahead.wish if self.ahead is not None else lambda _: None,
        )

    @classmethod
    def open(
        cls,
        settings: Settings,
        graph: str | None = None,
        progress: Callable[[Progress], None] | None = None,
        *,
        background: bool = False,
        connection: Connection | None = None,
    ) -> Asker:
        """Start or join the server and open a graph; the default graph is loaded where it is missing.

        Where no graph is named and ``settings.graph_uri`` is set, the server of that address is asked.

        Args:
            background: embed the names for linking by meaning while questions are answered (a long-lived process).
            connection: an own server to ask in place of any other graph. What is given back holds its password, so it
                belongs to whoever gave the connection, and into no cache that others share.

        Raises:
            ServerError, LoadError, UnknownGraphError: the graph cannot be asked; the message says what to do.
        """
        opened = open_graph(settings, graph or settings.asked_graph, progress or (lambda _: None), connection)
        return cls(settings, opened, background=background)

    def close(self) -> None:
        """Leave the server; it ends a moment after its last user."""
        if self.vectors is not None:
            self.vectors.close()
        if self.ahead is not None:
            self.ahead.close()
        self._opened.close()

    @property
    def card(self) -> GraphCard:
        """The graph as it is named and cited."""
        return self._opened.card

    @property
    def data_version(self) -> str:
        """Which load of the graph is open; empty for an own server, which has none."""
        return self._opened.data_version

    def gone(self) -> str | None:
        """Why this graph is not to be asked any more (replaced, renamed, removed), as a sentence; None while it is."""
        return self._opened.store.gone()

    @property
    def schema(self) -> Schema:
        """The schema of the graph."""
        return self._opened.schema

    def checker(self, *, returns_names: bool = True, server: Server | None = None) -> Checker:
        """What checks statements that are meant for this graph, by its schema and its names.

        Args:
            returns_names: whether a node that is returned whole is to return its name.
            server: on which it is to run; None for the one that is open.
        """
        rules = server or known(self._opened.kind)
        with self._lock:
            kept = self._checkers.get((returns_names, rules))
            if kept is None:
                kept = checker(self.schema, self.linker, returns_names=returns_names, server=rules)
                self._checkers[returns_names, rules] = kept
        return kept

    def run_cypher(
        self, text: str, parameters: Mapping[str, Any] | None = None, stop: StopSignal | None = None
    ) -> Ran | Refused:
        """Run a statement that a person or a model wrote, if it may run; up to ``settings.max_rows`` rows are read.

        Raises:
            KgqaError: the server refuses it, is not there, or needs too long for it.
        """
        return run(
            self._opened.store,
            text,
            most_rows=self._settings.max_rows,
            counts=self.schema.counts,
            parameters=parameters,
            stop=stop,
        )

    def row_evidence(
        self, text: str, parameters: Mapping[str, Any], ran: Ran, stop: StopSignal | None = None
    ) -> RowEvidence:
        """The edges behind the rows that ``run_cypher`` gave for the same text and parameters.

        Raises:
            StoppedError, ServerError, GoneError: as ``run_cypher``.
        """
        return evidence(
            text,
            parameters,
            ran,
            self.schema,
            self._opened.store,
            server=known(self._opened.kind),
            most_rows=self._settings.max_rows,
            stop=stop,
        )

    @property
    def source(self) -> str:
        """The graph as a sentence names it."""
        return f"{self.card.title} {self.card.version}".strip()

    def events(self) -> list[str]:
        """What happened to the embedded server, or what is to be known about an own one, a sentence each."""
        server = self._opened.server
        return [event.text for event in server.events()] if server is not None else self.notes()

    def rules(self) -> tuple[Rule, ...]:
        """What an own server enforces; nothing of the embedded one."""
        return self._opened.rules

    def notes(self) -> list[str]:
        """What an own server enforces and what was guessed about its graph, a sentence each; else nothing."""
        return list(self._opened.notes)

    def ask(
        self,
        question: str,
        *,
        approach: Approach | None = None,
        chosen: Chosen | None = None,
        narrower: bool = False,
        stop: StopSignal | None = None,
        on_step: Callable[[str], None] | None = None,
        on_entities: Callable[[tuple[Entity, ...]], None] | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Trace:
        """Answer a question; whatever goes wrong is a trace with a status and a sentence, never an exception.

        Args:
            approach: the strategy, and the language model that it may ask; without one the graph alone answers.
            chosen: settles mentions: character offsets in the cleaned question → identifier of what is meant, any of
                ``candidates`` of the mention; None for a mention that names nothing of this graph.
            narrower: the kinds of the asked terms count as well.
            stop: ends the work when it is set.
            on_step: hears what is done next, in words.
            on_entities: hears which things the question names, before the graph is asked.
            on_text: hears the answer so far each time a language model has written more of it.
        """
        approach = approach or Approach()
        run = Course(clean(question))
        asked_at = datetime.now(UTC).isoformat(timespec="seconds")
        hear = Listener(on_step or (lambda _: None), on_entities or (lambda _: None), on_text or (lambda _: None))
        try:
            with self._undisturbed():
                outcome = self._refused(run) or self._strategies.answer(
                    approach, run, chosen or {}, narrower, stop, hear
                )
        except ModelError as error:
            outcome = unasked.no_reply(error, self._interpreter.kind(run.question))
        except Exception as error:
            # One question must never end a batch or a page; a defect is for whoever mends the program.
            if not isinstance(error, KgqaError):
                _LOG.exception("A question could not be answered because of a defect")
            outcome = unasked.failed(error, self._settings.time_limit_s)
        run.timings_ms["total"] = round((time.perf_counter() - run.started) * 1000, 2)
        return Trace(
            question=run.question,
            strategy=approach.strategy,
            graph=self.card,
            answer=outcome,
            understood=run.understood,
            entities=run.entities,
            choices=run.choices,
            cypher=run.cypher,
            evidence=run.evidence,
            calls=run.calls,
            claims=run.claims,
            table=run.table,
            pruned=run.pruned,
            timings_ms=run.timings_ms,
            asked_at=asked_at,
            settled=tuple(Settled(start, end, id_) for (start, end), id_ in sorted((chosen or {}).items())),
            narrower=narrower,
        )

    def nearest(self, trace: Trace, *, approach: Approach | None = None, stop: StopSignal | None = None) -> Trace:
        """The trace with what is recorded about its things that is nearest to the question, beside the answer.

        It is looked for where the graph alone could not answer (``kgqa.strategies.nearest.offered``), and never by
        ``ask``, as it needs the embedding model; any other trace comes back as it is. The answer stays the same.

        Args:
            approach: its limits and filters say what is read and kept.

        Raises:
            KgqaError: the graph could not be read, the reader stopped it, or there is no embedding model.
        """
        with self._undisturbed():
            return self._strategies.nearest(trace, approach or Approach(), stop)

    def warm_facts(self) -> None:
        """Load the model that compares facts with questions, in a thread; again and again costs nothing."""
        warm(self._settings.context_model)

    def candidates(self, mention: str, most: int = 8) -> list[Candidate]:
        """Things of the graph that a mention may mean, best first: its matches, then names that resemble it."""
        return self.linker.candidates(mention, most=most)

    def link(self, text: str, *, inside: bool = False) -> list[Entity]:
        """The names of the graph in a text.

        Args:
            inside: also the broader thing that a name of several words holds, overlapping it.
        """
        return self._interpreter.link(clean(text), inside=inside)

    def synonyms(self, identifier: str) -> tuple[str, ...]:
        """Other names of a thing; none where the graph does not know it."""
        return self.linker.index.thing(identifier).synonyms if identifier in self.linker.index else ()

    def reads(self, question: str) -> Intent | None:
        """What a question asks for, without asking it; None where nothing could be asked of the graph."""
        return self._interpreter.intent(question)

    def _reading_ahead(self, vectors: BackgroundVectors) -> Ahead:
        opened = self._opened
        return Ahead(
            self._settings.data_dir / SENTENCES,
            self._settings.context_model,
            partial(texts, opened.schema, opened.store, self.explorer, opened.index),
            ready=lambda: vectors.ready or vectors.problem is not None,
        )

    def _undisturbed(self) -> AbstractContextManager[None]:
        """While nothing is begun in the background."""
        return self.ahead.asking() if self.ahead is not None else nullcontext()

    def _refused(self, run: Course) -> Answer | None:
        if not any(letter.isalnum() for letter in run.question):
            return unasked.nothing_asked()
        most = self._settings.max_question_chars
        if len(run.question) > most:
            said = unasked.too_long(len(run.question), most)
            run.question = f"{run.question[:200]} …"
            return said
        return None

    def reader(self, filters: Filters) -> ContextReader:
        """What reads the neighbourhoods of this graph."""
        return ContextReader(self.schema, Ledger(self._opened.store), filters)


def _embedding(model: str) -> Embed:
    """Embeds with a model that is loaded when it is first needed."""
    return lambda texts: embedder(model).embed(texts)
