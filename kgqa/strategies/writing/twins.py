"""Things of which one record is what a statement excludes, although another record of the same thing is given back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa.cypher.attempt import Attempt
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.negated import IDS, exclusions
from kgqa.errors import QueryError
from kgqa.evidence.denied_links import denials
from kgqa.evidence.row_evidence import RowEvidence
from kgqa.graph.quoting import quoted
from kgqa.records import CypherRecord
from kgqa.strategies.question import Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession


@dataclass(frozen=True, slots=True)
class Twins:
    """What the other records of the things of rows say.

    Attributes:
        excluded: identifiers of records that are what the statement excludes.
        records: the statements that were run for it.
        notes: what could not be looked for, in sentences.
    """

    excluded: frozenset[str] = frozenset()
    records: tuple[CypherRecord, ...] = ()
    notes: tuple[str, ...] = ()


def twins(graph: GraphSession, question: Question, tried: Attempt, found: RowEvidence) -> Twins:
    """What the statement of some rows excludes among all records of the things that they name.

    Raises:
        StoppedError, ServerError, GoneError: the graph cannot be asked, or the reader stopped it.
    """
    column = found.columns[found.answer_column] if found.answer_column >= 0 else None
    if column is None or len(column.labels) != 1 or not column.variable:
        return Twins()
    node = graph.schema.node(next(iter(column.labels)))
    several = [one for one in found.items if len(one.ids) > 1]
    if node.same_property == node.id_property or not several:
        return Twins()
    denying = {type_: quoted(name) if name else "" for type_, name in denials(graph.schema).items()}
    told = exclusions(tried.cypher, column.variable, quoted(node.label), quoted(node.id_property), denying)
    parameters = {IDS: [id_ for one in several for id_ in one.ids]}
    excluded: set[str] = set()
    records: list[CypherRecord] = []
    unread = told.unread
    for statement in told.statements:
        checked = graph.checker(returns_names=False).check(statement)
        try:
            ran = graph.run_cypher(checked.cypher, parameters, stop=question.stop) if checked.runnable else None
        except QueryError:
            ran = None
        if ran is None or isinstance(ran, Refused):
            unread = True
            continue
        excluded.update(str(row[0]) for row in ran.rows.rows)
        unread = unread or ran.rows.truncated
        records.append(
            CypherRecord(
                statement, checked.cypher, ran.rows.executed, parameters, "other records of the answers",
                len(ran.rows.rows), ran.rows.elapsed_ms, checked.corrections,
            )
        )  # fmt: skip
    return Twins(frozenset(excluded), tuple(records), (_unread(node.plural),) if unread else ())


def _unread(things: str) -> str:
    return (
        f"Some of these {things} have several records, and the query excludes by one record at a time: what another "
        "record of the same thing says was not looked for."
    )
