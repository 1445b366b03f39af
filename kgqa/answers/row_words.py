"""The first sentence of an answer from rows, composed here and never by a model: what the query gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kgqa.answers.list_text import named
from kgqa.answers.row_denied import denied_links, heeds_denials, parted
from kgqa.answers.row_doubts import counted_twice, cut_by_itself, doubts
from kgqa.answers.row_evidence import RowEvidence
from kgqa.answers.task import marks
from kgqa.llm.writing.fenced import harmless
from kgqa.questions.wording import Wording
from kgqa.records import Answer, AnswerItem, Triple
from kgqa.strategies.course import Course, Work

_SHOWN = 120
"""Characters of a value that a sentence shows."""


def composed(work: Work, course: Course, found: RowEvidence, cypher: str, notes: Sequence[str]) -> Answer:
    """The answer as far as the rows alone tell it.

    Args:
        cypher: the statement that gave them.
        notes: what the reader is to know of how they were found, a sentence each.
    """
    table = course.table
    assert table is not None
    items, cell = found.items, _only(table.rows, found)
    set_aside: tuple[AnswerItem, ...] = ()
    otherwise: tuple[Triple, ...] = ()
    denied = [] if heeds_denials(cypher, work.schema) else denied_links(course.evidence)
    if denied and items:
        by_records = parted(items, course.evidence, found.holding)
        items, set_aside, otherwise = by_records.answers, by_records.aside, by_records.otherwise
    said = [f"{named(items, len(items))}."] if items else []
    said += [_aside(work, set_aside)] if set_aside else []
    if otherwise:
        said += [f"Records deny some of the links{marks(_numbers(otherwise))}; what stays is found without them too."]
    elif denied and not set_aside:
        said += [f"It counts links that a record denies{marks(_numbers(denied))}; without them there are fewer."]
    ended = cut_by_itself(cypher, len(table.rows))
    if table.truncated:
        said.append("There may be more: the list is cut at the limit of rows, or of their size.")
    elif ended:
        said.append("There may be more: the query itself keeps only some of its rows.")
    twice = counted_twice(cypher, cell, course.evidence) if _is_count(found) else ""
    headline, other = _headline(work, course, found, items, twice), doubts(work, course, items)
    return Answer(
        status="evidence" if other else "answered" if items or not set_aside else "not_in_graph",
        kind=work.kind,
        headline=headline,
        text=" ".join([headline, *said, *other, *notes]),
        items=items,
        set_aside=set_aside,
        value=None if twice else cell,
        total=len(items) if items and not table.truncated and not ended else None,
        truncated=table.truncated or ended,
    )


def without_model(answer: Answer, said: str) -> Answer:
    """The answer where the model wrote nothing that can be used.

    Args:
        said: what happened, and what to do next.
    """
    note = f"The language model wrote no answer, so you read what the query found. {said}"
    status = "evidence" if answer.kind == "yesno" else answer.status
    return replace(answer, status=status, text=f"{answer.text} {note}")


def _headline(work: Work, course: Course, found: RowEvidence, items: Sequence[AnswerItem], twice: str) -> str:
    assert course.table is not None
    rows, cell = course.table.rows, _only(course.table.rows, found)
    if items:
        return f"The query finds {_counted(work, items)}."
    if found.items:
        return f"Everything that the query finds has a link that a record in {work.source} denies."
    if cell is not None:
        what = f"counts {_shown(cell)} {twice}".rstrip() if _is_count(found) else f"gives {_shown(cell)}"
        return f"The query {what}{marks(_numbers(course.evidence))}."
    return f"The query gives {len(rows):,} row{'' if len(rows) == 1 else 's'}."


def _aside(work: Work, items: Sequence[AnswerItem]) -> str:
    return f"Set aside, because a record denies a link: {_counted(work, items)}: {named(items, len(items))}."


def _counted(work: Work, items: Sequence[AnswerItem]) -> str:
    labels = {item.label for item in items}
    number = len(items)
    if len(labels) == 1:
        return f"{number:,} {Wording(work.schema).things(labels.pop(), number)}"
    return f"{number:,} {'thing' if number == 1 else 'things'}"


def _is_count(found: RowEvidence) -> bool:
    return [one.kind for one in found.columns] == ["count"]


def _only(rows: Sequence[Sequence[Any]], found: RowEvidence) -> Any:
    """The one value of rows; None where there are more, it is no single value, or a text that the query composes."""
    if len(rows) != 1 or len(rows[0]) != 1 or not isinstance(rows[0][0], str | int | float | bool):
        return None
    read = [one.kind in ("name", "identifier", "property") for one in found.columns]
    return rows[0][0] if read == [True] or not isinstance(rows[0][0], str) else None


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:,}" if isinstance(value, int) else harmless(str(value), _SHOWN)


def _numbers(triples: Sequence[Triple]) -> tuple[int, ...]:
    return tuple(one.number for one in triples)
