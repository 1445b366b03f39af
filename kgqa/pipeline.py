"""From a question to its trace: the steps in order, an event after each."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING

from kgqa.errors import KgqaError, StoppedError, TimeLimitError
from kgqa.graph.schema import Schema
from kgqa.graph.store import StopSignal
from kgqa.linking.background import BackgroundVectors
from kgqa.linking.embedding import embedder
from kgqa.linking.linker import LinkContext, Linker
from kgqa.linking.searched import SearchedLinker
from kgqa.opened import Opened, open_graph
from kgqa.phrases import STEPS
from kgqa.records import Answer, Candidate, CypherRecord, Entity, GraphCard, Settled, Suggestion, Trace, Triple
from kgqa.retrieval.gaps import answer_gap
from kgqa.retrieval.graph_only import answer
from kgqa.retrieval.ledger import Ledger
from kgqa.retrieval.neighbourhood import Explorer
from kgqa.retrieval.task import Task
from kgqa.settings import Settings
from kgqa.understanding.intent import Ambiguity, Gap, Hop, Intent, Option
from kgqa.understanding.meaning import Meanings
from kgqa.understanding.reader import Reader
from kgqa.understanding.rewording import reworded
from kgqa.understanding.text import clean
from kgqa.wording import Wording, listed

if TYPE_CHECKING:
    from kgqa.graph.capabilities import Rule
    from kgqa.graph.connections import Connection
    from kgqa.graph.load.records import Progress

STRATEGY = "graph-only"
LEAST_LIKE = 0.6
"""Score from which a name is near enough to an unknown one to be offered."""
_LOG = logging.getLogger(__name__)
Chosen = Mapping[tuple[int, int], str | None]


@dataclass(frozen=True, slots=True)
class _Listener:
    """Who hears how far a question is."""

    step: Callable[[str], None]
    entities: Callable[[tuple[Entity, ...]], None]


@dataclass
class _Run:
    """The record of one question as it grows."""

    question: str
    understood: str = ""
    entities: tuple[Entity, ...] = ()
    choices: tuple[Entity, ...] = ()
    cypher: tuple[CypherRecord, ...] = ()
    evidence: tuple[Triple, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)
    started: float = field(default_factory=time.perf_counter)

    def took(self, step: str, since: float) -> float:
        """Notes how long a step took, in milliseconds, and returns the time now."""
        now = time.perf_counter()
        self.timings_ms[step] = round((now - since) * 1000, 2)
        return now


class Asker:
    """One graph, ready to be asked. Safe to share between threads: a question leaves nothing behind in it."""

    def __init__(self, settings: Settings, opened: Opened, *, background: bool = False) -> None:
        """Use ``open`` instead."""
        self._settings = settings
        self._opened = opened
        self.linker = Linker(opened.index) if opened.search is None else SearchedLinker(opened.search)
        self._reader = Reader(opened.schema)
        self._wording = Wording(opened.schema)
        self.explorer = Explorer(opened.schema, opened.store, opened.index, self.linker)
        self.vectors: BackgroundVectors | None = None
        self._meanings: Meanings | None = None
        if background and settings.vectors and opened.vectors is not None:
            self.vectors = BackgroundVectors(self.linker, opened.vectors)
            model = opened.vectors.model
            self._meanings = Meanings(opened.schema, self._reader.lexicon, lambda texts: embedder(model).embed(texts))

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

    def __enter__(self) -> Asker:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the server; it ends a moment after its last user."""
        if self.vectors is not None:
            self.vectors.close()
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
        chosen: Chosen | None = None,
        narrower: bool = False,
        stop: StopSignal | None = None,
        on_step: Callable[[str], None] | None = None,
        on_entities: Callable[[tuple[Entity, ...]], None] | None = None,
    ) -> Trace:
        """Answer a question; whatever goes wrong is a trace with a status and a sentence, never an exception.

        Args:
            chosen: settles mentions: character offsets in the cleaned question → identifier of what is meant, any of
                ``candidates`` of the mention; None for a mention that names nothing of this graph.
            narrower: the kinds of the asked terms count as well.
            stop: ends the work when it is set.
            on_step: hears what is done next, in words.
            on_entities: hears which things the question names, before the graph is asked.
        """
        run = _Run(clean(question))
        asked_at = datetime.now(UTC).isoformat(timespec="seconds")
        hear = _Listener(on_step or (lambda _: None), on_entities or (lambda _: None))
        try:
            outcome = self._refused(run) or self._answered(run, chosen or {}, narrower, stop, hear)
        except StoppedError as error:
            outcome = Answer("failed", "text", "Stopped by you.", f"Stopped by you. {error}")
        except TimeLimitError as error:
            headline = f"Stopped after {self._settings.time_limit_s:g} s."
            outcome = Answer("failed", "text", headline, f"{headline} {error}")
        except KgqaError as error:
            outcome = Answer("failed", "text", "The question could not be answered.", str(error))
        except Exception:
            # One question must never end a batch or a page; what happened is for whoever mends the program.
            _LOG.exception("A question could not be answered because of a defect")
            text = "The question could not be answered because of a defect in the program; its log tells more."
            outcome = Answer("failed", "text", "The question could not be answered.", text)
        run.timings_ms["total"] = round((time.perf_counter() - run.started) * 1000, 2)
        return Trace(
            question=run.question,
            strategy=STRATEGY,
            graph=self.card,
            answer=outcome,
            understood=run.understood,
            entities=run.entities,
            choices=run.choices,
            cypher=run.cypher,
            evidence=run.evidence,
            timings_ms=run.timings_ms,
            asked_at=asked_at,
            settled=tuple(Settled(start, end, id_) for (start, end), id_ in sorted((chosen or {}).items())),
            narrower=narrower,
        )

    def candidates(self, mention: str, most: int = 8) -> list[Candidate]:
        """Things of the graph that a mention may mean, best first: its matches, then names that resemble it."""
        return self.linker.candidates(mention, most=most)

    def link(self, text: str, *, inside: bool = False) -> list[Entity]:
        """The names of the graph in a text.

        Args:
            inside: also the broader thing that a name of several words holds, overlapping it.
        """
        return [one for one in self._found(clean(text), inside=inside) if not self._is_word(one)]

    def _found(self, cleaned: str, *, inside: bool = False) -> list[Entity]:
        """Every name in a cleaned text, words of the graph's lexicon included ("cancer" where a thing is called so)."""
        expected = LinkContext(expected=self._reader.expected(cleaned))
        return self.linker.link(cleaned, context=expected, inside=inside)

    def _is_word(self, entity: Entity) -> bool:
        """Whether a mention is a word of the lexicon, and so names nothing unless nothing else makes sense."""
        return entity.chosen.method != "identifier" and self._reader.is_phrase(entity.mention)

    def synonyms(self, identifier: str) -> tuple[str, ...]:
        """Other names of a thing; none where the graph does not know it."""
        return self.linker.index.thing(identifier).synonyms if identifier in self.linker.index else ()

    def reads(self, question: str) -> Intent | None:
        """What a question asks for, without asking it; None where nothing could be asked of the graph."""
        cleaned = clean(question)
        entities = self.link(cleaned)
        if any(_is_subtype(entity, entities) for entity in entities):
            return None
        outcome = self._read(cleaned, entities)
        return outcome if isinstance(outcome, Intent) else None

    def _read(self, cleaned: str, entities: list[Entity], meanings: Meanings | None = None) -> Intent | Gap | Ambiguity:
        """What a question asks for; where it makes no sense otherwise, a word of the lexicon that is also the exact
        name of a thing is that thing ("which drugs treat cancer").
        """
        outcome = self._reader.read(cleaned, entities, meanings)
        if not isinstance(outcome, Gap):
            return outcome
        names = [one for one in self._found(cleaned) if self._is_word(one) and one.chosen.method == "exact"]
        if not names:
            return outcome
        again = self._reader.read(cleaned, sorted([*entities, *names], key=lambda one: one.start))
        return again if isinstance(again, Intent) else outcome

    def _refused(self, run: _Run) -> Answer | None:
        if not any(letter.isalnum() for letter in run.question):
            text = "There is no question to answer. Ask about things of this graph, in words."
            return Answer("refused", "text", text, text)
        most = self._settings.max_question_chars
        if len(run.question) > most:
            text = (
                f"The question has {len(run.question):,} characters; at most {most:,} are read. "
                "Ask it in fewer words, or set KGQA_MAX_QUESTION_CHARS."
            )
            run.question = f"{run.question[:200]} …"
            return Answer("refused", "text", "The question is too long.", text)
        return None

    def _answered(self, run: _Run, chosen: Chosen, narrower: bool, stop: StopSignal | None, hear: _Listener) -> Answer:
        hear.step(STEPS[0])
        self._opened.store.require_there()
        now = time.perf_counter()
        found = self.link(run.question)
        entities = [self._choose(entity, chosen) for entity in found if not _is_denied(entity, chosen)]
        run.entities = tuple(entities)
        hear.entities(run.entities)
        now = run.took("link", now)
        for entity in found:
            if _is_denied(entity, chosen):
                return self._denied(run, entity)
        unknown = next((e for e in entities if _is_subtype(e, entities) and (e.start, e.end) not in chosen), None)
        if unknown is not None:
            return self._gap(run, Gap("unknown_name", f"{unknown.mention} {unknown.subtype}".strip()))
        hear.step(STEPS[1])
        outcome = self._read(run.question, entities, self._meanings_at_hand())
        now = run.took("understand", now)
        if isinstance(outcome, Ambiguity):
            return self._ambiguous(run, outcome) if outcome.entities else self._undecided(outcome)
        if isinstance(outcome, Gap):
            return self._gap(run, outcome)
        run.entities = outcome.entities
        run.understood = self._understood(outcome)
        hear.step(STEPS[2])
        ledger = Ledger(self._opened.store, stop=stop)
        try:
            draft = answer(Task(self.schema, ledger, self.source, narrower=narrower), outcome)
        finally:
            run.cypher = ledger.records
            run.took("query", now)
        run.evidence = draft.evidence
        return _with_readings(draft.answer, run.entities, self.schema, outcome.notes)

    def _ambiguous(self, run: _Run, outcome: Ambiguity) -> Answer:
        run.choices = outcome.entities
        said = []
        for entity in outcome.entities:
            options = [f"{c.name} ({self._kind(c)}, {c.id})" for c in (entity.chosen, *entity.rivals)]
            said.append(f"“{entity.mention}” can be {listed(options, 'or')}.")
        headline = f"“{outcome.entities[0].mention}” names more than one thing in this graph."
        return Answer("ambiguous", "text", headline, f"{' '.join(said)} Please choose; nothing has been asked yet.")

    def _meanings_at_hand(self) -> Meanings | None:
        """The words of the graph by meaning, once the model is loaded; no question waits for that."""
        return self._meanings if self.linker.vectors is not None else None

    def _undecided(self, outcome: Ambiguity) -> Answer:
        """What is said where the words fit several relations or types: each as a question of its own."""
        offered = {option.phrase: self._reworded(option) for option in outcome.options}
        headline = f"The question could mean {listed([f'“{phrase}”' for phrase in offered], 'or')}."
        questions = [question for question in offered.values() if question is not None]
        what = "These are different things in this graph: say which is meant; nothing has been asked yet."
        text = " ".join([headline, what, *questions])
        suggestions = tuple(
            Suggestion(f"Read as “{phrase}”", question) for phrase, question in offered.items() if question is not None
        )
        return Answer("ambiguous", "text", headline, text, suggestions=suggestions)

    def _reworded(self, option: Option) -> str | None:
        """A question that is read as an option and nothing else, or None where no plain one is."""
        wanted = replace(option.intent, entities=(), notes=())
        for question in reworded(self._wording, option.intent):
            read = self.reads(question)
            if read is not None and replace(read, entities=(), notes=()) == wanted:
                return question
        return None

    def _choose(self, entity: Entity, chosen: Chosen) -> Entity:
        """The entity with the reading that a person chose, if one did."""
        wanted = chosen.get((entity.start, entity.end))
        if wanted is None:
            return entity
        for candidate in (entity.chosen, *entity.rivals, *self.candidates(entity.mention)):
            if wanted in (candidate.id, *candidate.ids):
                return replace(entity, chosen=candidate, rivals=(), tied=False)
        return entity

    def _denied(self, run: _Run, entity: Entity) -> Answer:
        """What is said where a person took a name away from all that the graph knows by it."""
        known = {one.id: one.name for one in (entity.chosen, *entity.rivals)}
        near = [c for c in self.candidates(entity.mention) if c.id not in known and c.score >= LEAST_LIKE][:3]
        names = listed([f"{name} ({id_})" for id_, name in known.items()], "or")
        headline = f"You said that “{entity.mention}” does not mean {names}."
        nearest = f" Nearest names: {listed([c.name for c in near])}." if near else ""
        before, after = run.question[: entity.start], run.question[entity.end :]
        return Answer(
            "not_in_graph",
            "text",
            headline,
            f"{headline} This graph knows nothing else by that name, so it was not asked.{nearest}",
            suggestions=tuple(Suggestion(f"Ask about {c.name}", f"{before}{c.name}{after}") for c in near),
        )

    def _kind(self, candidate: Candidate) -> str:
        return self.schema.node(candidate.label).singular

    def _gap(self, run: _Run, gap: Gap) -> Answer:
        unknown = gap.reason == "unknown_name" or (gap.reason == "unread" and gap.detail)
        nearest = [c for c in self.linker.nearest(gap.what, 3) if c.score >= LEAST_LIKE] if unknown else []
        said = answer_gap(self.schema, gap, self._reader.kind(run.question), run.entities, nearest, self.source)
        instead = [
            Suggestion(f"Ask about {candidate.name}", run.question.replace(gap.what, candidate.name))
            for candidate in nearest
            if gap.what in run.question
        ]
        near = [
            Suggestion(f"Read as “{option.phrase}”", question)
            for option in gap.instead
            if (question := self._reworded(option)) is not None
        ]
        return replace(said, suggestions=(*near, *instead, *said.suggestions))

    def _ranking(self, label: str, hop: Hop, intent: Intent) -> str:
        many, order = self._wording.things(hop.end, 2), "fewest" if intent.least else "most"
        first = f"the {intent.top} {self._wording.things(label, 2)}" if intent.top else self._wording.things(label, 2)
        return f"{first} that {self._wording.phrase(hop, plural=True)} the {order} {many}"

    def _understood(self, intent: Intent) -> str:
        if intent.rank_hop is not None and intent.answer is not None:
            return self._ranking(intent.answer.label, intent.rank_hop, intent)
        if intent.answer is not None:
            conditions = self._wording.conditions(intent.answer)
            noun = self._wording.things(intent.answer.label, 2)
            start = {"count": "number of ", "yesno": "whether there are "}.get(intent.kind, "list of ")
            return f"{start}{noun}{f' that {conditions}' if conditions else ''}"
        if intent.shared:
            return f"what {listed([thing.name for thing in intent.shared])} have in common"
        if intent.thing is not None:
            what = intent.property.name.replace("_", " ") if intent.property else "type"
            return f"{what} of {intent.thing.name}"
        links = [f"{p.one.name} {self._wording.phrase(p.hops[0])} {p.other.name}" for p in intent.pairs]
        if intent.kind == "relation":
            return f"every link between {intent.pairs[0].one.name} and {intent.pairs[0].other.name}"
        what = f"{intent.property.name.replace('_', ' ')}: " if intent.property else "whether "
        return f"{what}{listed(links, 'or' if intent.any_pair else 'and')}"


def _with_readings(answered: Answer, entities: Sequence[Entity], schema: Schema, read: Sequence[str] = ()) -> Answer:
    """The answer with a word on whatever was read as something that is written otherwise, or is something else too."""
    notes = list(read)
    for entity in entities:
        chosen = entity.chosen
        also = [r for r in entity.rivals if entity.tied and r.label != chosen.label]
        if chosen.method in ("fuzzy", "vector"):
            notes.append(f"“{entity.mention}” was read as {chosen.name}.")
        if also:
            kinds = f"the {schema.node(chosen.label).singular}", f"a {schema.node(also[0].label).singular}"
            notes.append(f"“{entity.mention}” was read as {kinds[0]}; it is also {kinds[1]} ({also[0].id}).")
    return replace(answered, text=f"{answered.text} {' '.join(notes)}") if notes else answered


def _is_subtype(entity: Entity, entities: Sequence[Entity]) -> bool:
    """Whether words behind a name ask for a subtype of it that the graph lacks, and are no name themselves."""
    reach = entity.end + len(entity.subtype) + 2
    return bool(entity.subtype) and not any(entity.end <= other.start < reach for other in entities)


def _is_denied(entity: Entity, chosen: Chosen) -> bool:
    """Whether a person said that a mention means nothing that the graph knows by it."""
    return chosen.get((entity.start, entity.end), "") is None
