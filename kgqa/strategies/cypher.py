"""The ``cypher`` strategy: a language model writes the statement, which is checked and run; its rows are the answer.

After the paper on generated Cypher with a query checker (Section 2); evidence, numbers and verification are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.kinds_first import KindsFirst, kinds_first
from kgqa.cypher.run import Attempt, Ran, attempt
from kgqa.errors import TimeLimitError
from kgqa.evidence.row_evidence import RowEvidence
from kgqa.graph.stop import StopSignal
from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelError, without_thoughts
from kgqa.llm.writing.answering import AnswerWriter
from kgqa.llm.writing.context_json import made_by_model
from kgqa.llm.writing.contexts import of_rows
from kgqa.llm.writing.query_writing import QueryWriter, WrittenQuery
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.text.options import before_options
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import BY_NAME_OR_ID, Answer, CypherRecord, Entity, Table
from kgqa.strategies.entity_linking import unambiguous
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question
from kgqa.strategies.writing import rows_answer
from kgqa.strategies.writing.homonyms import as_taken
from kgqa.strategies.writing.rows_answer import twins
from kgqa.strategies.writing.rows_verdict import judged
from kgqa.strategies.writing.verify import checked_writing, shifted, with_notes, with_text

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_, WRITING_QUERY, CHECKING, ASKING, WRITING, VERIFYING = steps("cypher")
INSTEAD = "The graph alone can still answer this."


def answer(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel) -> Outcome:
    """The answer by a statement that a language model writes.

    Raises:
        KgqaError: the model or the graph could not be asked, or the reader stopped it.
    """
    names = unambiguous(graph, question, progress, model, apart=True)
    if isinstance(names, Outcome):
        return names
    return by_query(graph, question, names.findings, progress, model, names.requests)


def by_query(
    graph: GraphSession,
    question: Question,
    findings: Findings,
    progress: Progress,
    model: RecordedModel,
    requests: int = 0,
    *,
    hear: Callable[[CypherRecord], None] | None = None,
) -> Outcome:
    """The same for a question whose names are known.

    Args:
        findings: with its names.
        requests: to the model, that were made for the question before.
        hear: hears of each statement that was tried; a model that is asked for another one is then told what was
            changed in the first as well.
    """
    approach = question.approach
    graph.expect_cypher()
    writer = QueryWriter(
        model, question.text, findings.entities, graph.schema, graph.explorer, approach.cypher_prompt,
        approach.whole_schema, question.former,
    )  # fmt: skip
    query, tried = _query(graph, question, findings, progress, writer, requests, hear)
    if tried.outcome != "rows" or tried.ran is None:
        said = _without_rows(graph, question, tried)
        return Outcome(replace(said, text=" ".join((said.text, *findings.notes))), findings)
    with progress.timed("evidence"):
        entities, readings = as_taken(graph.schema, findings.entities, tried.cypher)
        findings, found = _evidence(graph, question, replace(findings, entities=entities), progress, tried)
        others = twins(graph, question, tried, found)
        progress.ran(*others.records)
    left_out = _left_out(question, findings, tried.cypher)
    notes = (*query.notes, *found.notes, *others.notes, *readings, *left_out)
    composed = rows_answer.composed(graph, question, findings, found, tried.cypher, notes, others.excluded)
    if left_out and composed.status == "answered":
        composed = replace(composed, status="evidence")
    progress.text(composed.text)
    counts = rows_answer.is_count(found)
    given = Outcome(composed, findings)
    return _written(graph, question, progress, given, model, about_all=not left_out, counts=counts)


def _query(
    graph: GraphSession,
    question: Question,
    findings: Findings,
    progress: Progress,
    writer: QueryWriter,
    requests: int,
    hear: Callable[[CypherRecord], None] | None,
) -> tuple[WrittenQuery, Attempt]:
    """The first statement, and a second one where it gave nothing; the better of both."""
    progress.step(WRITING_QUERY)
    with progress.timed("write_query"):
        query = writer.first(requests)
    first = _tried(graph, question, findings, progress, query.reply)
    if hear is not None:
        hear(first.record)
    if first.outcome == "rows":
        return query, first
    progress.step(WRITING_QUERY)
    with progress.timed("write_query"):
        changes = first.record.corrections if hear is not None else ()
        reasons = (*first.reasons, *(f"“{one.before}” was changed to “{one.after}”: {one.reason}" for one in changes))
        repaired = writer.again(query, first.cypher, reasons)
    if repaired is None:
        return query, first
    second = _tried(graph, question, findings, progress, repaired.reply, earlier=first.cypher)
    if hear is not None:
        hear(second.record)
    # A statement that ran and found nothing says more of the graph than one that cannot be run.
    found_nothing = first.outcome == "empty" and second.outcome != "rows"
    return repaired, first if found_nothing or second.outcome in ("no_query", "same") else second


def _tried(
    graph: GraphSession, question: Question, findings: Findings, progress: Progress, reply: str, earlier: str = ""
) -> Attempt:
    progress.step(CHECKING)
    runner = _KindsPassed(graph, question.stop)
    with progress.timed("run"):
        tried = attempt(
            without_thoughts(reply),
            lambda text: graph.checker().check(text, findings.entities),
            runner.run,
            earlier=earlier,
            runs=lambda: progress.step(ASKING),
        )
    tried = replace(tried, record=replace(tried.record, parameters=runner.parameters))
    progress.ran(*runner.records, tried.record)
    return tried


def _evidence(
    graph: GraphSession, question: Question, findings: Findings, progress: Progress, tried: Attempt
) -> tuple[Findings, RowEvidence]:
    """The findings with the rows and the edges behind them."""
    assert tried.ran is not None
    rows = tried.ran.rows
    table = Table(rows.columns, rows.rows, truncated=rows.truncated)
    progress.found(replace(findings, table=table))
    found = graph.row_evidence(tried.cypher, tried.record.parameters, tried.ran, stop=question.stop)
    progress.ran(*((found.record,) if found.record is not None else ()), *found.lookups)
    table = replace(table, evidence=found.of_rows, computed=found.computed)
    findings = replace(findings, table=table, evidence=found.triples)
    progress.found(findings)
    return findings, found


def _written(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    found: Outcome,
    model: RecordedModel,
    *,
    about_all: bool,
    counts: bool,
) -> Outcome:
    """What the model writes from the rows and the edges behind them, below what they tell by themselves.

    Args:
        about_all: whether the statement names every thing that the question names.
        counts: whether its rows are a number, of which the edges behind are examples.
    """
    composed, findings, approach = found.answer, found.findings, question.approach
    progress.step(WRITING)
    with progress.timed("write_answer"):
        writer = AnswerWriter(model, question.text, question.kind, question.former)
        records = of_rows(findings.evidence, findings.table, graph.schema)
        records = records.as_examples() if counts else records
        given = writer.fitted(records, knowledge=approach.knowledge, composed=bool(approach.json))
        if approach.json == "model":
            given = made_by_model(model, given, writer.room(given))
        composed = replace(composed, text=" ".join((composed.text, *findings.notes, *given.notes)))
        try:
            said = writer.write(given, lambda text: progress.text(f"{composed.text}\n{text}"))
        except ModelError as error:
            return Outcome(rows_answer.without_model(composed, str(error)), findings)
    progress.step(VERIFYING)
    done = with_notes(judged(composed, said, findings, question, graph.schema, about_all=about_all), said.notes)
    with progress.timed("verify"):
        text, findings = checked_writing(graph, question, progress, findings, said)
    shown = with_text(done, text, model.settings.model, said.remarks)
    return Outcome(shown, shifted(findings, len(done.text) + 1))


def _without_rows(graph: GraphSession, question: Question, tried: Attempt) -> Answer:
    """What is said where neither statement gave rows; no model is asked for it."""
    reasons = " ".join(tried.reasons)
    if tried.outcome == "empty":
        headline = f"The query found nothing in {graph.source}."
        text = f"{headline} That is {SILENCE}. Read the query: one that asks otherwise may find more."
        return Answer("not_in_graph", question.kind, headline, text)
    if tried.outcome == "no_query":
        headline = "The model gave no query."
        why = f"Its reply held Cypher that cannot be read: {reasons}" if tried.tried else "Its reply held no Cypher."
        return Answer("failed", question.kind, headline, f"{headline} {why} {INSTEAD}")
    if tried.outcome == "slow":
        headline = "The time for the model's query ran out."
        offer = "It was ended before it was done, so nothing is known of what it would find."
        return Answer("failed", question.kind, headline, f"{headline} {offer} {tried.reasons[0]} {INSTEAD}")
    if tried.outcome == "complaint":
        headline = "The database did not accept the model's query."
        return Answer("failed", question.kind, headline, f"{headline} {reasons} {INSTEAD}")
    headline = "The model's query was not run."
    if tried.outcome == "write":
        headline = "The model's query would change the graph, so it was not run."
        reasons = f"Questions may only read. {reasons}"
    return Answer("refused", question.kind, headline, f"{headline} {reasons} {INSTEAD}")


def _left_out(question: Question, findings: Findings, cypher: str) -> tuple[str, ...]:
    """A warning where the statement does not name a thing that the question names: it may answer another question."""
    written = cypher.casefold()
    asked = before_options(question.text)
    named = [one for one in findings.entities if one.end <= len(asked)]
    missing = [one for one in named if one.chosen.method in BY_NAME_OR_ID and not _is_named(one, written)]
    if question.kind == "yesno":  # "is it dominant?" is also answered by what is recorded of its inheritance
        ends = {end.id for one in findings.evidence for end in (one.subject, one.object)}
        missing = [
            one for one in missing if ends.isdisjoint(id_ for thing in one.meant for id_ in (thing.id, *thing.ids))
        ]
    if not any(_is_named(one, written) for one in named):
        missing = named  # also names that only resemble one of the graph: the statement is about none of them
    group = question.group
    if group is not None and not any(id_.casefold() in written for one in group.things for id_ in (one.id, one.name)):
        before = question.former.named if question.former is not None else ()
        if not any(_is_named(one, written) for one in before):
            return ("The query does not say of which answers of before it is: read it before you rely on this answer.",)
    if not missing:
        return ()
    names = listed([f"“{one.mention}”" for one in missing])
    return (f"The query does not name {names}, which the question does: read it before you rely on this answer.",)


def _is_named(entity: Entity, written: str) -> bool:
    things = entity.meant
    texts = (entity.mention, *(text for one in things for text in (one.name, one.matched, one.id, *one.ids)))
    return any(text and text.casefold() in written for text in texts)


_PURPOSE = "kinds"


@dataclass(slots=True)
class _KindsPassed:
    """Runs one statement.

    Attributes:
        parameters: the lists of kinds with which it was run.
        records: the statements that found them.
    """

    graph: GraphSession
    stop: StopSignal | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    records: tuple[CypherRecord, ...] = ()

    def run(self, text: str) -> Ran | Refused:
        """Run a statement as ``GraphSession.run_cypher`` does.

        Raises:
            KgqaError: as there; also where the time ran out with the kinds looked up first.
        """
        self.parameters, self.records = {}, ()
        first = kinds_first(text, from_graph(self.graph.schema))
        if first is not None and first.searches:  # follows the hierarchy again for every row
            return self._with_kinds(text, first)
        try:
            return self.graph.run_cypher(text, stop=self.stop)
        except TimeLimitError:
            if first is None:
                raise
            return self._with_kinds(text, first)

    def _with_kinds(self, text: str, first: KindsFirst) -> Ran | Refused:
        """The rows with the kinds passed; those of the statement itself where they cannot be found."""
        parameters: dict[str, Any] = {}
        records: list[CypherRecord] = []
        for name, lookup in first.lookups.items():
            found = self.graph.run_cypher(lookup, stop=self.stop)
            rows = () if isinstance(found, Refused) else found.rows.rows
            if isinstance(found, Refused) or len(rows) != 1 or not isinstance(rows[0][0], list):
                return self.graph.run_cypher(text, stop=self.stop)
            parameters[name] = rows[0][0]
            told = found.rows
            records.append(CypherRecord(lookup, lookup, told.executed, {}, _PURPOSE, 1, told.elapsed_ms))
        ran = self.graph.run_cypher(first.text, parameters, stop=self.stop)
        if not isinstance(ran, Refused):
            self.parameters, self.records = parameters, tuple(records)
        return ran
