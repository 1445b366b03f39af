"""From a question to its trace: the strategy that was asked for, and whatever comes of it as one record."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from kgqa.errors import DamagedGraphError, KgqaError, TextError
from kgqa.graph.quoting import quoted
from kgqa.graph.store import GraphStore, StopSignal
from kgqa.language.text import clean
from kgqa.llm.messages import LanguageModel, ModelError
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.intent import Gap
from kgqa.questions.text.options import before_options
from kgqa.records import Chosen, Entity, Follows, Former, Query, ServiceReply, Suggestion, Trace, settled
from kgqa.schema.model import Schema
from kgqa.session import GraphSession
from kgqa.strategies import following, graph_only, nearest, no_answer
from kgqa.strategies.approach import Approach
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Outcome, Question

if TYPE_CHECKING:
    from kgqa.strategies.check_text import CheckedText

_LOG = logging.getLogger(__name__)
_SHOWN = 200
"""Characters that are kept of a question that is too long to be asked."""


class Asker(GraphSession):
    """An open graph that answers questions."""

    def ask(
        self,
        question: str,
        *,
        approach: Approach | None = None,
        chosen: Chosen | None = None,
        narrower: bool = False,
        former: Former | None = None,
        stop: StopSignal | None = None,
        on_step: Callable[[str], None] | None = None,
        on_entities: Callable[[tuple[Entity, ...]], None] | None = None,
        on_text: Callable[[str], None] | None = None,
        on_services: Callable[[tuple[ServiceReply, ...]], None] | None = None,
    ) -> Trace:
        """Answer a question; whatever goes wrong is a trace with a status and a sentence, never an exception.

        Args:
            approach: the strategy, and the language model that it may ask; without one the graph alone answers.
            chosen: settles mentions: character offsets in the cleaned question → identifier of what is meant, any of
                ``candidates`` of the mention, or several that are meant together; None for a mention that names
                nothing of this graph.
            narrower: the kinds of the asked terms count as well.
            former: the question that this one follows, with its answer (``kgqa.strategies.following.former``).
            stop: ends the work when it is set.
            on_step: hears what is done next, in words.
            on_entities: hears which things the question names, before the graph is asked.
            on_text: hears the answer so far each time a language model has written more of it.
            on_services: hears how far each service is that is asked beside the graph, whenever that changes.
        """
        started, asked_at = time.perf_counter(), datetime.now(UTC).isoformat(timespec="seconds")
        approach, text = approach or Approach(), clean(question)
        progress = Progress(on_step, on_entities, on_text, on_services)
        most = self._settings.max_question_chars
        if not any(letter.isalnum() for letter in text):
            outcome = Outcome(no_answer.nothing_asked())
        elif len(text) > most:
            text, outcome = f"{text[:_SHOWN]} …", Outcome(no_answer.too_long(len(text), most))
        else:
            asked = Question(text, self.kind(text), approach, chosen or {}, narrower, stop, former=former)
            outcome = self._answered(asked, progress)
        progress.timings_ms["total"] = round((time.perf_counter() - started) * 1000, 2)
        found = outcome.findings
        further = tuple(
            self.ask(one, approach=approach, narrower=narrower, stop=stop, on_step=on_step) for one in found.further
        )
        return Trace(
            question=text,
            strategy=approach.strategy,
            graph=self.card,
            answer=outcome.answer,
            understood=found.understood,
            entities=found.entities,
            choices=found.choices,
            cypher=tuple(progress.statements),
            evidence=found.evidence,
            calls=tuple(progress.calls),
            claims=found.claims,
            table=found.table,
            pruned=found.pruned,
            timings_ms=progress.timings_ms,
            asked_at=asked_at,
            settled=settled(chosen or {}),
            narrower=narrower,
            reading=found.reading,
            further=further,
            nearest=found.nearest,
            account=tuple(progress.account),
            paths=found.paths,
            federated=found.federated,
            follows=found.follows or (None if former is None else Follows(former, text)),
        )

    def check_text(
        self,
        text: str,
        *,
        question: str = "",
        approach: Approach | None = None,
        stop: StopSignal | None = None,
    ) -> CheckedText:
        """The claims of a text that somebody wrote, each with the graph's verdict.

        Args:
            question: that the text answers; what it names settles names of the text.
            approach: its language model takes the text apart into claims; without one only what is read whole is
                checked.
            stop: ends the work when it is set.

        Raises:
            TextError: the text is longer than 60,000 characters.
            KgqaError: the graph could not be asked, or the reader stopped it.
        """
        from kgqa.strategies.check_text import CheckedText, checked

        progress = Progress()
        asked = Question(clean(question), "text", approach or Approach(), {}, stop=stop)
        with self.undisturbed():
            found, notes = checked(self, text, asked, progress)
        ran = tuple(progress.statements)
        return CheckedText(text, found.claims, found.evidence, notes, tuple(progress.calls), ran)

    def chosen(self, question: str, identifiers: Sequence[str]) -> Chosen:
        """What ``ask`` takes as chosen, where some of these identifiers are readings of names in a question."""
        chosen: dict[tuple[int, int], str | tuple[str, ...] | None] = {}
        cleaned = clean(question)
        for entity in (*self.interpreter.named(cleaned), *self.interpreter.letters(cleaned)):
            known = (entity.chosen, *entity.rivals)
            meant = tuple(id_ for id_ in identifiers if any(id_ in (one.id, *one.ids) for one in known))
            if meant:
                chosen[entity.start, entity.end] = meant if len(meant) > 1 else meant[0]
        return chosen

    def nearest(self, trace: Trace, *, approach: Approach | None = None, stop: StopSignal | None = None) -> Trace:
        """The trace with what is recorded about its things that is nearest to the question, beside the answer.

        It is looked for where the graph alone could not answer (``kgqa.strategies.nearest.offered``), and never by
        ``ask``, as it needs the embedding model; any other trace comes back as it is. The answer stays the same.

        Args:
            approach: its limits and filters say what is read and kept.

        Raises:
            KgqaError: the graph could not be read, the reader stopped it, or there is no embedding model.
        """
        with self.undisturbed():
            if not nearest.offered(trace):
                return trace
            return nearest.with_nearest(self, trace, approach or Approach(), stop)

    def verify(
        self, text: str, question: str = "", *, approach: Approach | None = None, stop: StopSignal | None = None
    ) -> CheckedText:
        """What the graph says of each claim of a text that somebody brings along.

        Args:
            question: what the text answers, so that a bare name in it says what was asked for; empty where that is
                not known.
            approach: as of ``check_text``; without one no language model is asked.

        Returns:
            The text with its claims, whose numbers mean the records that were looked up for them.

        Raises:
            TextError: there is no word in the text, or it is longer than 60,000 characters.
            KgqaError: the graph could not be asked, or the work was stopped.
        """
        text = text.replace("\r\n", "\n").strip()
        if not any(letter.isalnum() for letter in text):
            raise TextError("There is no text to check. Paste one, from a word to some pages.")
        return self.check_text(text, question=question, approach=approach, stop=stop)

    def _answered(self, question: Question, progress: Progress) -> Outcome:
        """The outcome of a strategy; where it fails, what was found till then with what went wrong."""
        step: following.Resolved | None = None
        try:
            with self.undisturbed():
                if question.former is not None:
                    found = following.resolved(self, question, question.former)
                    if isinstance(found, Outcome):
                        return found
                    step, question = found, found.question
                outcome = _offered_well(self, question, _answer(self, question, progress))
                if _is_silence(outcome, question.approach):
                    require_found(self.schema, self.store, outcome.findings.entities, self.source, question.stop)
                if step is None:
                    return following.pointing_nowhere(self, question, outcome)
                return following.told(step, outcome, self.schema)
        except ModelError as error:
            said = no_answer.no_reply(error, self.interpreter.kind(question.text))
        except Exception as error:
            # One question must never end a batch or a page; a defect is for whoever mends the program.
            if not isinstance(error, KgqaError):
                _LOG.exception("A question could not be answered because of a defect")
            said = no_answer.failed(error, self._settings.time_limit_s)
        outcome = Outcome(said, progress.findings)
        return outcome if step is None else following.told(step, outcome, self.schema)


def _is_silence(outcome: Outcome, approach: Approach) -> bool:
    """Whether an answer says what the graph does not record, or rests on no record of it."""
    told = outcome.answer.status in ("answered", "not_in_graph") and not outcome.findings.evidence
    return told and approach.strategy != "llm-only"


def _offered_well(graph: GraphSession, question: Question, outcome: Outcome) -> Outcome:
    """The outcome without the questions that would not be understood, and without the one that was asked.

    Only the graph alone reads questions itself; what a language model makes of one is not known before.
    """
    offered = outcome.answer.suggestions
    if not offered or question.approach.strategy not in ("graph-only", "auto", "kgt"):
        return outcome
    kept: dict[str, Suggestion] = {}
    for one in offered:
        if one.question != question.text and _is_understood(graph, one.question):
            kept.setdefault(one.question, one)
    return replace(outcome, answer=replace(outcome.answer, suggestions=tuple(kept.values())))


def _is_understood(graph: GraphSession, question: str) -> bool:
    """Whether a question is read, be it that one of its names has several meanings."""
    asked = before_options(question)
    return not isinstance(graph.interpreter.read(asked, graph.interpreter.named(asked)), Gap)


def require_found(
    schema: Schema, store: GraphStore, entities: Sequence[Entity], source: str, stop: StopSignal | None
) -> None:
    """Look every thing up by its identifier, with one statement a type, before it is said that nothing is recorded.

    An index that was damaged finds nothing, as a graph that records nothing does; only the first has lost the things
    too.

    Args:
        source: the graph as a sentence names it.

    Raises:
        DamagedGraphError: one is not there, though its name was read from this graph.
        KgqaError: the graph could not be asked.
    """
    chosen = {(thing.label, thing.id): thing.name for one in entities for thing in one.meant}
    known = {node.label: node for node in schema.nodes}
    for label in sorted({label for label, _ in chosen} & known.keys()):
        ids = sorted({id_ for of, id_ in chosen if of == label})
        key = f"n.{quoted(known[label].id_property)}"
        text = f"MATCH (n:{quoted(label)}) WHERE {key} IN $ids RETURN DISTINCT {key} AS id"
        query = Query(text, ("id",), {"ids": ids}, "whether the things are still found")
        found = {str(id_) for (id_,) in store.run(query, stop=stop).rows}
        missing = next((id_ for id_ in ids if id_ not in found), None)
        if missing is not None:
            raise DamagedGraphError(
                f"{source} no longer finds {chosen[label, missing]} ({missing}) by its identifier, so that nothing is "
                "recorded would not be known. It was removed there after the graph was opened, or an index is damaged. "
                "Open the graph again, check it on the Data page, or load it again."
            )


def _answer(graph: GraphSession, question: Question, progress: Progress) -> Outcome:
    """The answer to a question, and what it was made of.

    Raises:
        KgqaError: the graph or a language model could not be asked, or the reader stopped it.
    """
    outcome = _by_strategy(graph, question, progress)
    judge = _recorded(question.approach.judge, question, progress)
    if judge is None or not outcome.answer.written_by:
        return outcome
    from kgqa.strategies.writing.verify import with_second_opinion

    return with_second_opinion(graph, question, progress, outcome, judge)


def _by_strategy(graph: GraphSession, question: Question, progress: Progress) -> Outcome:
    strategy = question.approach.strategy
    if strategy == "graph-only":
        return graph_only.answer(graph, question, progress)
    # Imported only here: the graph alone answers without what reads and verifies a language model's words.
    from kgqa.strategies import cypher, full_text, kg_rag, llm_only

    model = _recorded(question.approach.model, question, progress)
    if strategy == "auto":
        from kgqa.strategies import auto

        return auto.answer(graph, question, progress, model)
    if strategy == "kgt":
        from kgqa.strategies import kgt

        return kgt.answer(graph, question, progress, model)
    if strategy == "kg-rag":
        return kg_rag.answer(graph, question, progress, model)
    if strategy == "federated":
        from kgqa.strategies import federated

        return federated.answer(graph, question, progress, model)
    if strategy == "full-text":
        return full_text.answer(graph, question, progress, model)
    if model is None:
        return Outcome(no_answer.no_model())
    if strategy == "cypher":
        return cypher.answer(graph, question, progress, model)
    return llm_only.answer(graph, question, progress, model)


def _recorded(model: LanguageModel | None, question: Question, progress: Progress) -> RecordedModel | None:
    if model is None:
        return None
    return RecordedModel(model, progress.called, question.approach.prompts, question.stop)
