"""The recorded edges behind an answer: one row in full, and all of them as a table, sorted and filtered in place.

A number that is chosen here, in the sentence or in the drawing is shown by all three, without a word to the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kgqa.presentation import links
from kgqa.presentation import rows as evidence_rows
from kgqa.presentation.rows import AnswerRow, Column, Level, Row
from kgqa.records import Node, Scored, Trace, Triple
from kgqa.schema.model import Schema
from kgqa.ui.frame.assets import component

_evidence = component("evidence", "linked", "detail", "table")


def draw(trace: Trace, serial: str, level: Level, schema: Schema) -> None:
    """One row in full, and under it the tables of the evidence and of the answers; nothing where there are neither.

    Args:
        serial: tells this question from all others; numbers are chosen within it.
    """
    rows = evidence_rows.evidence(trace, schema)
    answers = evidence_rows.answer_rows(trace, schema)
    if len(answers) == 1 and rows:
        answers = ()
    _draw(rows, answers, serial, level, total=trace.answer.total, conditions=trace.answer.conditions)


def draw_facts(triples: Iterable[Triple], schema: Schema, serial: str, without: Sequence[Column] = ()) -> Node | None:
    """The same for recorded edges that belong to no answer; gives the thing that was just chosen in the table.

    Args:
        without: columns to leave out, because they say the same in every row.
    """
    rows = evidence_rows.rows(triples, schema)
    wanted = _draw(rows, (), serial, "researcher", without=without, goes=True)
    return next((node for row in rows for node in (row.subject, row.object) if node.id == wanted), None)


def draw_judged(
    facts: Sequence[Scored],
    serial: str,
    level: Level,
    schema: Schema,
    *,
    title: str = "Evidence",
    by_hand: bool = False,
) -> object:
    """The same for facts that were kept or cut; gives what was just put back or taken out, else None.

    Args:
        by_hand: each can be put back or taken out.
    """
    rows = evidence_rows.judged(facts, schema)
    return _draw(rows, (), serial, level, title=title, by_hand=by_hand)


def as_data(row: Row) -> dict[str, Any]:
    """A row as it is sent to the browser, without what is empty."""
    sent = {
        "number": row.number,
        "subject": _node(row.subject),
        "phrase": row.phrase,
        "object": _node(row.object),
        "against": row.against,
        "frequency": row.frequency,
        "low": row.low,
        "high": row.high,
        "onset": row.onset,
        "sex": row.sex,
        "tier": row.tier,
        "rank": row.rank,
        "references": list(row.references),
        "source": row.source,
        "standing": row.standing,
        "score": None if row.score is None else round(row.score, 4),
        "reason": row.reason,
        "byHand": row.by_hand,
        "estimated": row.estimated,
        "fields": [list(field) for field in row.fields],
    }
    # A share of 0 is no empty field.
    return {name: value for name, value in sent.items() if value is not None and value is not False and value != ""}


def addresses(rows: Iterable[Row], answers: Iterable[AnswerRow] = ()) -> dict[str, str]:
    """The web addresses of all identifiers in some rows, of those that have one."""
    curies = dict.fromkeys(
        curie for row in rows for curie in (row.subject.id, row.object.id, *row.references)
    ) | dict.fromkeys(curie for answer in answers for curie in answer.ids)
    found = ((curie, links.address(curie)) for curie in curies)
    return {curie: address for curie, address in found if address}


def _draw(
    rows: Sequence[Row],
    answers: Sequence[AnswerRow],
    serial: str,
    level: Level,
    *,
    total: int | None = None,
    conditions: Sequence[str] = (),
    without: Sequence[Column] = (),
    title: str = "Evidence",
    by_hand: bool = False,
    goes: bool = False,
) -> object:
    """Draws it; gives what was changed by hand, or the identifier of the thing that was chosen where ``goes``."""
    if not rows and not answers:
        return None
    columns = [column for column in evidence_rows.columns(rows, level) if column not in without]
    if by_hand:
        columns.insert(1, "keep")
    data = {
        "answer": serial,
        "first": rows[0].number if rows else None,
        "rows": [as_data(row) for row in rows],
        "columns": columns,
        "title": title,
        "answers": [_answer(answer) for answer in answers],
        "total": total,
        "conditions": list(conditions),
        "answerColumns": list(evidence_rows.answer_columns(answers)),
        "links": addresses(rows, answers),
        "goes": goes,
    }
    told: Mapping[str, object] = _evidence(
        key=f"evidence_{serial}", data=data, on_hand_change=_nothing, on_go_change=_nothing
    )
    return told.get("go" if goes else "hand")


def _nothing() -> None:
    """A component tells its triggers only where somebody listens."""


def _node(node: Node) -> dict[str, str]:
    return {"name": node.name or node.id, "id": node.id}


def _answer(row: AnswerRow) -> dict[str, Any]:
    return {
        "number": row.number,
        "name": row.name or row.ids[0],
        "kind": row.kind,
        "readAs": list(row.read_as),
        "ids": list(row.ids),
        "frequency": row.frequency,
        "evidence": list(row.evidence),
        "recordedFor": list(row.recorded_for),
        "byCondition": list(row.by_condition),
        "against": list(row.against),
    }
