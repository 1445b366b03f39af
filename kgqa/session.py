"""A graph that is open: its schema, its names, and what reads, checks and runs statements on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from copy import copy
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Any, Self

from kgqa.closing import Closing
from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.cypher.checker.rules.servers import Server, known
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.run import Ran, run
from kgqa.embedding.ahead import Ahead
from kgqa.embedding.models import embedder, warm
from kgqa.embedding.sentence_vectors import SENTENCES, SentenceVectors
from kgqa.evidence.exploring.context import ContextReader, Filters
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.property_values import PropertyValues
from kgqa.evidence.row_evidence import RowEvidence, evidence
from kgqa.evidence.sentences import sentence
from kgqa.graph.full_text import FullText
from kgqa.graph.store import StopSignal
from kgqa.language.casing import Casing
from kgqa.language.text import clean
from kgqa.linking.background import BackgroundVectors
from kgqa.linking.checked_names import CheckedNames
from kgqa.linking.full_text_linker import SearchedLinker
from kgqa.linking.linker import Linker
from kgqa.open_graph import OpenGraph, open_graph
from kgqa.questions.intent import Intent
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.text.options import is_to_be_judged
from kgqa.records import Candidate, Entity, GraphCard, Kind
from kgqa.schema.model import Schema
from kgqa.settings import Settings

if TYPE_CHECKING:
    from kgqa.graph.own.capabilities import Rule
    from kgqa.graph.own.connections import Connection
    from kgqa.graph.store import GraphStore
    from kgqa.progress import Progress
    from kgqa.questions.meaning import Embed


class GraphSession(Closing):
    """One graph, open. Safe to share between threads: a question leaves nothing behind in it.

    Attributes:
        schema: of the graph.
        held: what of it the graph itself holds (``with_schema``); else the same.
        linker: finds its names in texts.
        explorer: tells what it records about a thing.
        interpreter: reads questions to it.
        vectors: embeds its names in the background; None where nothing is embedded ahead, as ``ahead``.
        ahead: embeds its sentences in the background.
    """

    def __init__(self, settings: Settings, opened: OpenGraph, *, background: bool = False) -> None:
        """Use ``open`` instead."""
        self._settings = settings
        self._opened = opened
        self.schema: Schema = opened.schema
        self.held = self.schema
        self.linker = (
            Linker(
                opened.index,
                families=opened.schema.without_kinds(),
                partly=opened.schema.kinds_by_vocabulary(),
                meant=bool(settings.families),
            )
            if opened.search is None
            else SearchedLinker(opened.search)
        )
        self.explorer = Explorer(opened.schema, opened.store, opened.index, self.linker)
        self._lock = Lock()
        self._checkers: dict[tuple[bool, Server | None], Checker] = {}
        self.vectors: BackgroundVectors | None = None
        self.ahead: Ahead | None = None
        embed = None
        if background and settings.vectors and opened.vectors is not None:
            self.vectors = BackgroundVectors(
                self.linker, opened.vectors, lambda: self.ahead is not None and self.ahead.is_asked
            )
            embed = _embedding(opened.vectors.model)
            self.ahead = self._embedding_ahead(self.vectors)
        self._values = PropertyValues(opened.schema, opened.store, opened.link_texts)
        values = self._values
        self.interpreter = Interpreter(
            opened.schema, self.linker, embed, values.named, values.of_things, values.recorded, values.holds
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
    ) -> Self:
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

    @cached_property
    def casing(self) -> Casing:
        """What its names tell of capital letters; of an own server whose names are not held they tell nothing."""
        index = self._opened.index
        return Casing(lambda: ((name.text, index.node(name.thing).label) for name in index.names()))

    def close(self) -> None:
        """Leave the server; it ends a moment after its last user."""
        if self.vectors is not None:
            self.vectors.close()
        if self.ahead is not None:
            self.ahead.close()
        self._opened.close()

    @property
    def store(self) -> GraphStore:
        """Where its statements run."""
        return self._opened.store

    @property
    def most_rows(self) -> int:
        """Most rows that a question fetches; a result that is cut says so."""
        return self._settings.max_rows

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

    def checker(self, *, returns_names: bool = True, server: Server | None = None) -> Checker:
        """What checks statements that are meant for this graph, by its schema and its names.

        It is built when it is first needed, which takes up to a second for 100,000 names.

        Args:
            returns_names: whether a node that is returned whole is to return its name.
            server: on which it is to run; None for the one that is open.
        """
        rules = server or known(self._opened.kind)
        with self._lock:
            kept = self._checkers.get((returns_names, rules))
            if kept is None:
                names = CheckedNames(self.linker)
                names.warm()
                kept = Checker(from_graph(self.schema), returns_names=returns_names, names=names, server=rules)
                self._checkers[returns_names, rules] = kept
        return kept

    def expect_cypher(self) -> None:
        """Have what runs written statements started, as one will come; again and again costs nothing."""
        if self._opened.written is not None:
            self._opened.written.expect()

    def run_cypher(
        self, text: str, parameters: Mapping[str, Any] | None = None, stop: StopSignal | None = None
    ) -> Ran | Refused:
        """Run a statement that a person or a model wrote, if it may run; up to ``settings.max_rows`` rows are read.

        Raises:
            KgqaError: the server refuses it, is not there, or needs too long for it.
        """
        return run(
            self._opened.written or self._opened.store,
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
            self._opened.written or self._opened.store,
            server=known(self._opened.kind),
            most_rows=self._settings.max_rows,
            stop=stop,
        )

    def with_schema(self, schema: Schema) -> Self:
        """The same graph as one whose schema has more than it holds itself; it closes nothing."""
        laid = copy(self)
        laid.schema, laid.held = schema, self.held
        return laid

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
        return self.interpreter.link(clean(text), inside=inside)

    def synonyms(self, identifier: str) -> tuple[str, ...]:
        """Other names of a thing; none where the graph does not know it."""
        return self.linker.index.thing(identifier).synonyms if identifier in self.linker.index else ()

    def reads(self, question: str) -> Intent | None:
        """What a question asks for, without asking it; None where nothing could be asked of the graph."""
        return self.interpreter.intent(question)

    def kind(self, question: str) -> Kind:
        """What kind of answer a question asks for; a statement that is to be judged asks for yes or no."""
        return "yesno" if is_to_be_judged(question) else self.interpreter.kind(question)

    def reader(self, filters: Filters) -> ContextReader:
        """What reads the neighbourhoods of this graph."""
        return ContextReader(self.schema, Ledger(self._opened.store), filters)

    @cached_property
    def full_text(self) -> FullText:
        """Finds things by a full-text search of their names."""
        return FullText(self.schema, self._opened.index_names, by_sql=self._opened.kind == "arcadedb")

    def sentence_vectors(self) -> SentenceVectors:
        """The vectors of recorded facts as sentences; the model that makes them is loaded when it is first needed."""
        return self._sentence_vectors

    @cached_property
    def _sentence_vectors(self) -> SentenceVectors:
        return SentenceVectors(self._settings.data_dir / SENTENCES, embedder(self._settings.context_model))

    def embed_later(self, texts: Collection[str]) -> None:
        """Embed these sentences while nobody asks, where that is done at all."""
        if self.ahead is not None:
            self.ahead.wish(texts)

    def undisturbed(self) -> AbstractContextManager[None]:
        """While nothing is begun in the background."""
        return self.ahead.asking() if self.ahead is not None else nullcontext()

    def _embedding_ahead(self, vectors: BackgroundVectors) -> Ahead:
        return Ahead(
            self._settings.data_dir / SENTENCES,
            self._settings.context_model,
            self._texts,
            ready=lambda: vectors.ready or vectors.problem is not None,
        )

    def _texts(self) -> Iterator[str]:
        """What is worth embedding before anybody asks for it.

        The names first, by which large neighbourhoods are pruned faster; then every sentence, read thing by thing.

        Raises:
            KgqaError: the graph cannot be read any more.
        """
        index = self._opened.index
        ids = sorted({index.node(name.thing).id for name in index.names()})
        yield from dict.fromkeys(index.thing(id_).node.name for id_ in ids)
        for id_ in ids:
            found = self.explorer.thing(id_)
            if found is None:
                continue
            about = self.reader(Filters()).read(found.thing)
            # Each record is met at both of its ends; one of them is enough.
            yield from (sentence(one, self.schema) for one in about.triples if one.subject.id in found.thing.ids)


def _embedding(model: str) -> Embed:
    """Embeds with a model that is loaded when it is first needed."""
    return lambda texts: embedder(model).embed(texts)
