"""Runs statements that were not planned here: written by a language model or a person, checked or not.

One that a model wrote is taken out of its reply, checked and run, and what came of it is told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kgqa.cypher.checker.complaints import complaint
from kgqa.cypher.checker.records import Checked
from kgqa.cypher.columns import origin
from kgqa.cypher.guard import guard
from kgqa.cypher.guard.admit import Admitted, Refused, admit
from kgqa.cypher.guard.guard import UNKNOWN
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.scopes import bind
from kgqa.cypher.tree import (
    Call,
    PatternComprehension,
    PatternExpression,
    Projection,
    Property,
    SingleQuery,
    Subquery,
    Variable,
)
from kgqa.cypher.walk import walk
from kgqa.errors import QueryError, TimeLimitError
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.records import CypherRecord, Query, Rows


@dataclass(frozen=True, slots=True)
class Ran:
    """A statement as it was run, and its rows."""

    admitted: Admitted
    rows: Rows


def run(
    store: GraphStore,
    text: str,
    *,
    most_rows: int,
    counts: Mapping[str, int] = UNKNOWN,
    parameters: Mapping[str, Any] | None = None,
    stop: StopSignal | None = None,
) -> Ran | Refused:
    """Run a text if it may; nothing else reaches a graph that was not planned here.

    Args:
        most_rows: the most rows that are read.
        counts: nodes by label of the graph, where they are known.
        stop: ends the statement when it is set.

    Returns:
        the rows, ``truncated`` where there may be more; or why the text was not sent.

    Raises:
        KgqaError: as ``GraphStore.run``.
    """
    admitted = admit(text, most_rows, counts)
    if isinstance(admitted, Refused):
        return admitted
    query = Query(admitted.text, admitted.columns, parameters or {}, "a statement that was written")
    rows = store.run_as_written(query, max_rows=most_rows, stop=stop)
    full = admitted.limited and len(rows.rows) == most_rows
    return Ran(admitted, replace(rows, truncated=rows.truncated or full))


Outcome = Literal["rows", "empty", "no_query", "write", "refused", "complaint", "slow", "same"]
"""``complaint``: the server did not accept it; ``slow``: its time ran out; ``no_query``: no statement could be read in
the reply; ``same``: it was tried before, and what came of it then stands."""

_READS_NOTHING = (
    "It reads nothing of the graph: it has no pattern such as (a:Label)-[:TYPE]->(b:Label), or gives back only words "
    "and numbers of its own, so that what it gives was made up by whoever wrote it."
)
_FASTER = (
    "Begin with the thing that is named, bound a path of any length ([:TYPE*0..8]), and collect what it leads to "
    "before anything is joined to it: MATCH (k)-[...]->(named) WITH collect(DISTINCT k) AS kinds MATCH ... WHERE x IN "
    "kinds."
)
_CYPHER = re.compile(r"\b(?:MATCH|CALL|UNWIND|MERGE|CREATE)\b.*\(|\bRETURN\b\s+\S", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One statement and what came of it.

    Attributes:
        record: the statement as it was written, checked and, if it was, run.
        reasons: why it gave no rows, a sentence each; none where it did.
        tried: whether the reply held something that looks like Cypher.
    """

    outcome: Outcome
    record: CypherRecord
    reasons: tuple[str, ...] = ()
    ran: Ran | None = None
    tried: bool = True

    @property
    def cypher(self) -> str:
        """The statement as it was checked."""
        return self.record.checked


def attempt(
    text: str,
    check: Callable[[str], Checked],
    run: Callable[[str], Ran | Refused],
    *,
    earlier: str = "",
    runs: Callable[[], None] = lambda: None,
) -> Attempt:
    """Checks a statement that was not planned here and runs it, if it may.

    Args:
        text: what holds the statement, as a language model wrote it.
        earlier: the statement that was tried before, as it was checked.
        runs: is called before the statement is run, if it is.

    Raises:
        KgqaError: the graph cannot be asked at all, or the reader stopped it.
    """
    checked = check(text)
    record = CypherRecord(text, checked.cypher, "", {}, "answers", 0, 0.0, checked.corrections)
    if not checked.runnable:
        return _refused(record, checked.notes)
    if not bind(parse(checked.cypher).statements[0]).nodes or _only_words_of_its_own(checked.cypher):
        return Attempt("refused", record, (_READS_NOTHING,))
    if checked.cypher == earlier:
        return Attempt("same", record, ("It is the same statement once more.",))
    runs()
    try:
        ran = run(checked.cypher)
    except TimeLimitError as error:
        return Attempt("slow", record, (str(error), _FASTER))
    except QueryError as error:
        return Attempt("complaint", record, (complaint(checked.cypher, str(error)).sentence,))
    if isinstance(ran, Refused):
        return _refused(record, ran.reasons)
    rows = ran.rows
    record = replace(record, executed=rows.executed, rows=len(rows.rows), elapsed_ms=rows.elapsed_ms)
    if _is_empty(rows.rows):
        said = "It ran and gave no rows." if not rows.rows else "It ran, and all that it gave is nothing or zero."
        return Attempt("empty", record, (said, *checked.notes), ran)
    return Attempt("rows", record, (), ran)


def _is_empty(rows: Sequence[Sequence[Any]]) -> bool:
    """Whether rows say nothing: all are nulls and empty lists, or there is one of these, zeros and "false" alone."""
    nothing: tuple[Any, ...] = (None, "", [], {}) if len(rows) > 1 else (None, 0, False, "", [], {})
    return all(cell in nothing for row in rows for cell in row)


def _refused(record: CypherRecord, reasons: tuple[str, ...]) -> Attempt:
    parsed = parse(record.checked)
    if parsed.problem is not None or not parsed.statements:
        return Attempt("no_query", record, reasons, tried=_CYPHER.search(record.checked) is not None)
    return Attempt("refused" if all(map(guard.reads, parsed.statements)) else "write", record, reasons)


def _only_words_of_its_own(cypher: str) -> bool:
    """Whether nothing that a statement returns is read from the graph, so that whoever wrote it made it up."""
    return all(map(_made_up, parse(cypher).statements[0].query.parts))


def _made_up(single: SingleQuery) -> bool:
    last = single.clauses[-1]
    if not isinstance(last, Projection) or last.star:
        return False
    given = [origin(one.expression, single, len(single.clauses) - 1) for one in last.items]
    return not any(_reads(one) for expression in given for one in walk(expression))


def _reads(part: object) -> bool:
    reading = (Variable, Property, Subquery, PatternExpression, PatternComprehension)
    return isinstance(part, reading) or (isinstance(part, Call) and part.star)
