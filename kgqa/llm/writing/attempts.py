"""One statement that a language model wrote: taken out of its reply, checked, run, and what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kgqa.answers.row_doubts import only_words_of_its_own
from kgqa.cypher.checker.complaints import complaint
from kgqa.cypher.guard import guard
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.run import Ran
from kgqa.cypher.scopes import bind
from kgqa.errors import QueryError
from kgqa.llm.thoughts import without_thoughts
from kgqa.records import CypherRecord
from kgqa.strategies.course import Course, Work

Outcome = Literal["rows", "empty", "no_query", "write", "refused", "complaint", "same"]
"""``complaint``: the server did not accept or finish it; ``no_query``: no statement could be read in the reply;
``same``: it was tried before, and what came of it then stands."""

_READS_NOTHING = (
    "It reads nothing of the graph: it has no pattern such as (a:Label)-[:TYPE]->(b:Label), or gives back only words "
    "and numbers of its own, so that what it gives was made up by whoever wrote it."
)
_CYPHER = re.compile(r"\b(?:MATCH|CALL|UNWIND|MERGE|CREATE)\b.*\(|\bRETURN\b\s+\S", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One statement and what came of it.

    Attributes:
        reasons: why it gave no rows, a sentence each; none where it did.
        cypher: as checked.
        tried: whether the reply held something that looks like Cypher.
    """

    outcome: Outcome
    cypher: str
    reasons: tuple[str, ...] = ()
    ran: Ran | None = None
    tried: bool = True


def attempt(work: Work, course: Course, reply: str, runs: Callable[[], None]) -> Attempt:
    """Checks and runs what a model replied; the record of it goes into the course.

    Args:
        runs: is called before the statement is run, if it is.

    Raises:
        KgqaError: the graph cannot be asked at all, or the reader stopped it.
    """
    text = without_thoughts(reply)
    checked = work.check().check(text, course.entities)
    record = CypherRecord(text, checked.cypher, "", {}, "answers", 0, 0.0, checked.corrections)
    if not checked.runnable:
        course.cypher = (*course.cypher, record)
        return _refused(checked.cypher, checked.notes)
    if not bind(parse(checked.cypher).statements[0]).nodes or only_words_of_its_own(checked.cypher):
        course.cypher = (*course.cypher, record)
        return Attempt("refused", checked.cypher, (_READS_NOTHING,))
    earlier = next((one for one in course.cypher if one.checked == checked.cypher), None)
    if earlier is not None:
        course.cypher = (*course.cypher, record)
        return Attempt("same", checked.cypher, ("It is the same statement once more.",))
    runs()
    try:
        ran = work.run(checked.cypher)
    except QueryError as error:
        course.cypher = (*course.cypher, record)
        return Attempt("complaint", checked.cypher, (complaint(checked.cypher, str(error)).sentence,))
    if isinstance(ran, Refused):
        course.cypher = (*course.cypher, record)
        return _refused(checked.cypher, ran.reasons)
    course.cypher = (*course.cypher, _executed(record, ran))
    if is_empty(ran.rows.rows):
        said = "It ran and gave no rows." if not ran.rows.rows else "It ran, and all that it gave is nothing or zero."
        return Attempt("empty", checked.cypher, (said, *checked.notes), ran)
    return Attempt("rows", checked.cypher, (), ran)


def is_empty(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether rows say nothing: all are nulls and empty lists, or there is one of these, zeros and "false" alone."""
    nothing: tuple[Any, ...] = (None, "", [], {}) if len(rows) > 1 else (None, 0, False, "", [], {})
    return all(cell in nothing for row in rows for cell in row)


def _executed(record: CypherRecord, ran: Ran) -> CypherRecord:
    rows = ran.rows
    return CypherRecord(
        record.generated,
        record.checked,
        rows.executed,
        {},
        record.purpose,
        len(rows.rows),
        rows.elapsed_ms,
        record.corrections,
    )


def _refused(cypher: str, reasons: tuple[str, ...]) -> Attempt:
    parsed = parse(cypher)
    if parsed.problem is not None or not parsed.statements:
        return Attempt("no_query", cypher, reasons, tried=_CYPHER.search(cypher) is not None)
    return Attempt("refused" if all(map(guard.reads, parsed.statements)) else "write", cypher, reasons)
