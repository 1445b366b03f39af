"""The strategies: which steps lead from a question to its answer by each of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from kgqa.answers.among import among
from kgqa.answers.task import Task
from kgqa.cypher.checker.rules.servers import known
from kgqa.embedding.models import embedder
from kgqa.embedding.sentence_vectors import SENTENCES, SentenceVectors
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.full_text import FullText
from kgqa.language.phrases import STEPS
from kgqa.linking.linker import Linker
from kgqa.linking.searched import SearchedLinker
from kgqa.llm.records import LanguageModel
from kgqa.llm.writing.choices import before_options, is_to_be_judged, matter, without_marks
from kgqa.opened import Opened
from kgqa.questions.intent import Ambiguity, Gap
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.verbalisation import restated, with_readings
from kgqa.questions.wording import Wording
from kgqa.records import Answer, Kind, Trace
from kgqa.settings import Settings
from kgqa.strategies import cypher, from_facts, full_text, graph_only, kg_rag, llm_only, nearest, unasked
from kgqa.strategies.approach import Approach
from kgqa.strategies.course import Course, Listener, Work
from kgqa.strategies.settling import Chosen, Settling
from kgqa.verification import second_opinion

if TYPE_CHECKING:
    from kgqa.cypher.checker.check import Checker
    from kgqa.cypher.guard.admit import Refused
    from kgqa.cypher.run import Ran
    from kgqa.graph.stop import StopSignal


class Strategies:
    """Answers questions to one graph by any strategy. Safe to share between threads.

    Args:
        source: the graph as a sentence names it.
        check: the query checker for this graph.
        run: runs a statement that was not planned here, if it may run.
        later: as of ``kgqa.strategies.kg_rag.Task``.
    """

    def __init__(
        self,
        settings: Settings,
        opened: Opened,
        interpreter: Interpreter,
        linker: Linker | SearchedLinker,
        explorer: Explorer,
        source: str,
        *,
        check: Callable[[], Checker],
        run: Callable[[str, StopSignal | None], Ran | Refused],
        later: Callable[[Collection[str]], None] = lambda _: None,
    ) -> None:
        self._data_dir = settings.data_dir
        self._context_model = settings.context_model
        self._most_rows = settings.max_rows
        self._schema = opened.schema
        self._store = opened.store
        self._server = known(opened.kind)
        self._interpreter = interpreter
        self._linker = linker
        self._explorer = explorer
        self._source = source
        self._check = check
        self._run = run
        self._later = later
        self._full_text = FullText(opened.schema, opened.index_names, by_sql=opened.kind == "arcadedb")
        self._names = Settling(opened.schema, opened.store, interpreter, linker, source)

    def answer(
        self, approach: Approach, run: Course, chosen: Chosen, narrower: bool, stop: StopSignal | None, hear: Listener
    ) -> Answer:
        """The answer by the strategy that was asked for, and by no other; a second model judges what remains."""
        answer = self._by_strategy(approach, run, chosen, narrower, stop, hear)
        if approach.judge is None or not answer.written_by:
            return answer
        return second_opinion.judged(self._work(run.question, approach, approach.judge, stop), run, hear, answer)

    def _by_strategy(
        self, approach: Approach, run: Course, chosen: Chosen, narrower: bool, stop: StopSignal | None, hear: Listener
    ) -> Answer:
        if approach.strategy == "graph-only":
            return self._answered(run, chosen, narrower, stop, hear)
        if approach.strategy == "kg-rag":
            return self._pruned(approach, run, chosen, stop, hear)
        if approach.strategy == "full-text":
            return self._searched(approach, run, chosen, stop, hear)
        if approach.model is None:
            return unasked.no_model()
        work = self._work(run.question, approach, approach.model, stop)
        if approach.strategy == "llm-only":
            self._names.linked(run, chosen, hear, without_marks(run.question))
            return llm_only.answer(work, run, hear)
        return self._names.settled(run, chosen, hear, work) or cypher.answer(work, run, hear)

    def _answered(self, run: Course, chosen: Chosen, narrower: bool, stop: StopSignal | None, hear: Listener) -> Answer:
        asked = before_options(run.question)
        unnamed = self._names.named(run, chosen, hear, asked)
        if unnamed is not None:
            return unnamed
        hear.step(STEPS[1])
        now = time.perf_counter()
        outcome = self._interpreter.read(asked, run.entities, by_meaning=True)
        now = run.took("understand", now)
        if isinstance(outcome, Ambiguity):
            run.choices = outcome.entities
            return self._names.ambiguous(outcome)
        if isinstance(outcome, Gap):
            return self._names.gap(run, outcome)
        offered = self._names.options(run.question, outcome)
        if isinstance(offered, Gap):
            return self._names.gap(run, offered)
        run.entities = outcome.entities
        run.understood = restated(Wording(self._schema), outcome)
        hear.step(STEPS[2])
        ledger = Ledger(self._store, stop=stop)
        try:
            draft = graph_only.answer(Task(self._schema, ledger, self._source, narrower=narrower), outcome)
        finally:
            run.cypher = ledger.records
            run.took("query", now)
        draft = among(draft, offered, self._source) if offered else draft
        run.evidence = draft.evidence
        return with_readings(draft.answer, run.entities, self._schema, outcome.notes)

    def nearest(self, trace: Trace, approach: Approach, stop: StopSignal | None) -> Trace:
        """The trace with what is nearest to its question, where the graph had no answer; else as it is."""
        if not nearest.offered(trace):
            return trace
        self._store.require_there()
        return nearest.with_nearest(trace, self._facts_task(trace.question, approach, stop))

    def _pruned(
        self, approach: Approach, run: Course, chosen: Chosen, stop: StopSignal | None, hear: Listener
    ) -> Answer:
        """The facts nearest to the question; with a language model, what it writes from them."""
        work = self._work(run.question, approach, approach.model, stop) if approach.model is not None else None
        unsettled = self._names.settled(run, chosen, hear, work if approach.names_by_model else None)
        if unsettled is not None:
            return unsettled
        question = without_marks(run.question)
        asked = len(before_options(run.question))
        about = [entity for entity in run.entities if entity.end <= asked] or run.entities
        named = [entity.chosen.id for entity in about]
        near = () if named else tuple(self._linker.nearest(matter(run.question), kg_rag.NEAREST))
        if not named:
            run.notes = (*run.notes, self._names.taken_instead(near))
        task = self._facts_task(question, approach, stop)
        all_named = {id_ for entity in run.entities for id_ in (entity.chosen.id, *entity.chosen.ids)}
        found = kg_rag.facts(task, run, hear, named or [one.id for one in near], all_named)
        return self._written(work, approach, run, hear, found)

    def _searched(
        self, approach: Approach, run: Course, chosen: Chosen, stop: StopSignal | None, hear: Listener
    ) -> Answer:
        """Everything about the best hit of a full-text search; with a language model, what it writes from it."""
        self._store.require_there()
        question = without_marks(run.question)
        self._names.linked(run, chosen, hear, question)  # for the claims; the search does not need them
        found = full_text.facts(self._facts_task(question, approach, stop), self._full_text, run, hear)
        work = self._work(run.question, approach, approach.model, stop) if approach.model is not None else None
        return self._written(work, approach, run, hear, found)

    def _written(self, work: Work | None, approach: Approach, run: Course, hear: Listener, found: Answer) -> Answer:
        """What a language model writes from the facts of a course; the facts alone where none is asked."""
        unused = (unasked.idle(approach.idle),) if approach.idle else ()
        found = replace(found, text=" ".join((found.text, *run.notes, *unused)))
        if work is None or approach.facts_first or found.status != "evidence" or not run.evidence:
            return found
        return from_facts.written(work, run, hear, found)

    def _kind(self, question: str) -> Kind:
        """What kind of answer a question asks for, by its cues; a statement that is to be judged asks for yes or no."""
        return "yesno" if is_to_be_judged(question) else self._interpreter.kind(question)

    def _facts_task(self, question: str, approach: Approach, stop: StopSignal | None) -> kg_rag.Task:
        return kg_rag.Task(
            schema=self._schema,
            explorer=self._explorer,
            ledger=Ledger(self._store, stop=stop),
            vectors=self._sentence_vectors,
            source=self._source,
            kind=self._kind(question),
            limits=approach.limits,
            filters=approach.filters,
            hand=approach.hand,
            later=self._later,
        )

    def _work(self, question: str, approach: Approach, model: LanguageModel, stop: StopSignal | None) -> Work:
        return Work(
            question=question,
            kind=self._kind(question),
            approach=approach,
            model=model,
            schema=self._schema,
            source=self._source,
            linker=self._linker,
            explorer=self._explorer,
            store=self._store,
            check=self._check,
            run=lambda text: self._run(text, stop),
            server=self._server,
            most_rows=self._most_rows,
            stop=stop,
        )

    @cached_property
    def _sentence_vectors(self) -> SentenceVectors:
        return SentenceVectors(self._data_dir / SENTENCES, embedder(self._context_model))
