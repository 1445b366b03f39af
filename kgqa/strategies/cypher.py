"""The ``cypher`` strategy: a language model writes the statement, which is checked and run; its rows are the answer.

After the paper on generated Cypher with a query checker (Section 2); evidence, numbers and verification are ours.
"""

from __future__ import annotations

import time
from dataclasses import replace

from kgqa.answers import row_words
from kgqa.answers.row_evidence import RowEvidence, evidence
from kgqa.answers.row_verdict import judged
from kgqa.language.phrases import steps
from kgqa.llm.records import ModelError
from kgqa.llm.writing.answering import shifted, write
from kgqa.llm.writing.attempts import Attempt, attempt
from kgqa.llm.writing.choices import before_options
from kgqa.llm.writing.contexts import of_rows
from kgqa.llm.writing.preparing import fitted, structured
from kgqa.llm.writing.query_writing import QueryWriting
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, Entity, Table
from kgqa.strategies.course import Course, Listener, Work
from kgqa.verification.held import judged_claims

STEPS = steps("cypher")
INSTEAD = "The graph alone can still answer this."
_SURE = ("identifier", "exact", "synonym", "normalised")


def answer(work: Work, course: Course, hear: Listener) -> Answer:
    """The answer to a question whose names are settled.

    Raises:
        KgqaError: the model or the graph could not be asked, or the reader stopped it; what was found till then is in
            the course.
    """
    writing = QueryWriting(work, course)
    tried = _rounds(work, course, hear, writing)
    if tried.outcome != "rows" or tried.ran is None:
        said = _without_rows(work, tried)
        return replace(said, text=" ".join((said.text, *course.notes)))
    now = time.perf_counter()
    found = _evidence(work, course, tried)
    now = course.took("evidence", now)
    left_out = _left_out(work, course, tried.cypher)
    notes = (*writing.notes, *found.notes, *left_out)
    composed = row_words.composed(work, course, found, tried.cypher, notes)
    if left_out and composed.status == "answered":
        composed = replace(composed, status="evidence")
    hear.text(composed.text)
    hear.step(STEPS[4])
    try:
        given = fitted(work, course, of_rows(course.evidence, course.table, work.schema))
        given = structured(work, course, given)
        composed = replace(composed, text=" ".join((composed.text, *course.notes)))
        written = write(work, course, given, lambda text: hear.text(f"{composed.text}\n{text}"))
    except ModelError as error:
        return row_words.without_model(composed, str(error))
    finally:
        now = course.took("write_answer", now)
    hear.step(STEPS[5])
    done = judged(composed, work, course, written, about_all=not left_out)
    total = None if left_out else _total(composed)
    course.claims = shifted(judged_claims(work, course, written.text, total), len(done.text) + 1)
    course.took("verify", now)
    if not written.text:
        return done
    text, model = f"{done.text}\n{written.text}", work.model.settings.model
    return replace(done, text=text, written_by=model, written_from=len(done.text) + 1)


def _total(composed: Answer) -> int | None:
    """How many things answer the question, as the query counted or listed them; None where it may count others."""
    value = composed.value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return composed.total


def _rounds(work: Work, course: Course, hear: Listener, writing: QueryWriting) -> Attempt:
    """The first statement, and a second one where it gave nothing; the better of both."""
    hear.step(STEPS[1])
    now = time.perf_counter()
    try:
        reply = writing.first()
    finally:
        now = course.took("write_query", now)
    hear.step(STEPS[2])
    try:
        first = attempt(work, course, reply, lambda: hear.step(STEPS[3]))
    finally:
        now = course.took("run", now)
    if first.outcome == "rows":
        return first
    hear.step(STEPS[1])
    try:
        again = writing.again(reply, first)
    finally:
        now = course.took("write_query", now)
    if again is None:
        return first
    hear.step(STEPS[2])
    try:
        second = attempt(work, course, again, lambda: hear.step(STEPS[3]))
    finally:
        course.took("run", now)
    # A statement that ran and found nothing says more of the graph than one that cannot be run.
    found_nothing = first.outcome == "empty" and second.outcome != "rows"
    return first if found_nothing or second.outcome in ("no_query", "same") else second


def _without_rows(work: Work, tried: Attempt) -> Answer:
    """What is said where neither statement gave rows; no model is asked for it."""
    reasons = " ".join(tried.reasons)
    if tried.outcome == "empty":
        headline = f"The query found nothing in {work.source}."
        text = f"{headline} That is {SILENCE}. Read the query: one that asks otherwise may find more."
        return Answer("not_in_graph", work.kind, headline, text)
    if tried.outcome == "no_query":
        headline = "The model gave no query."
        why = f"Its reply held Cypher that cannot be read: {reasons}" if tried.tried else "Its reply held no Cypher."
        return Answer("failed", work.kind, headline, f"{headline} {why} {INSTEAD}")
    if tried.outcome == "complaint":
        headline = "The database did not accept the model's query."
        return Answer("failed", work.kind, headline, f"{headline} {reasons} {INSTEAD}")
    headline = "The model's query was not run."
    if tried.outcome == "write":
        headline = "The model's query would change the graph, so it was not run."
        reasons = f"Questions may only read. {reasons}"
    return Answer("refused", work.kind, headline, f"{headline} {reasons} {INSTEAD}")


def _evidence(work: Work, course: Course, tried: Attempt) -> RowEvidence:
    """The edges behind the rows; rows, edges and the statement that found them go into the course."""
    assert tried.ran is not None
    rows = tried.ran.rows
    course.table = Table(rows.columns, rows.rows, truncated=rows.truncated)
    found = evidence(
        tried.cypher, {}, tried.ran, work.schema, work.store,
        server=work.server, most_rows=work.most_rows, stop=work.stop,
    )  # fmt: skip
    run = (found.record,) if found.record is not None else ()
    course.cypher = (*course.cypher, *run, *found.lookups)
    course.evidence = found.triples
    course.table = replace(course.table, evidence=found.of_rows, computed=found.computed)
    return found


def _left_out(work: Work, course: Course, cypher: str) -> tuple[str, ...]:
    """A warning where the statement does not name a thing that the question names: it may answer another question."""
    written = cypher.casefold()
    asked = before_options(work.question)
    named = [one for one in course.entities if one.end <= len(asked)]
    missing = [one for one in named if one.chosen.method in _SURE and not _named(one, written)]
    if not any(_named(one, written) for one in named):
        missing = named  # also names that only resemble one of the graph: the statement is about none of them
    if not missing:
        return ()
    names = listed([f"“{one.mention}”" for one in missing])
    return (f"The query does not name {names}, which the question does: read it before you rely on this answer.",)


def _named(entity: Entity, written: str) -> bool:
    thing = entity.chosen
    texts = (entity.mention, thing.name, thing.matched, thing.id, *thing.ids)
    return any(text and text.casefold() in written for text in texts)
