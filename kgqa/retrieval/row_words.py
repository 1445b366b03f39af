"""The first sentence of an answer from rows, composed here and never by a model: what the query gave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kgqa.records import Answer, AnswerItem, Triple
from kgqa.retrieval.answering import Written
from kgqa.retrieval.course import Course, Work
from kgqa.retrieval.denied_rows import denied_links, heeds_denials, parted
from kgqa.retrieval.fenced import harmless
from kgqa.retrieval.list_text import named
from kgqa.retrieval.row_evidence import RowEvidence
from kgqa.retrieval.task import marks
from kgqa.wording import Wording

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
    items, cell = found.items, _only(table.rows)
    set_aside: tuple[AnswerItem, ...] = ()
    denied = [] if heeds_denials(cypher, work.schema) else denied_links(course.evidence)
    if denied and items:
        items, set_aside = parted(items, course.evidence)
    said = [_aside(work, set_aside)] if set_aside else []
    if denied and not set_aside:
        said = [f"It counts links that a record denies{marks(_numbers(denied))}; without them there are fewer."]
    if table.truncated:
        said.append("There may be more: the list is cut at the row limit.")
    headline = _headline(work, course, found, items)
    return Answer(
        status="answered" if items or not set_aside else "not_in_graph",
        kind=work.kind,
        headline=headline,
        text=" ".join([headline, *said, *notes]),
        items=items,
        set_aside=set_aside,
        value=cell,
        total=len(items) if items and not table.truncated else None,
        truncated=table.truncated,
    )


def judged(answer: Answer, course: Course, written: Written, *, about_all: bool) -> Answer:
    """The answer with what the model judged, where the records bear it: a "no" needs a record that denies.

    Args:
        about_all: whether the statement names every thing that the question names.
    """
    if answer.kind == "yesno" and written.chosen is None:
        return _verdict(answer, course, written.verdict, about_all=about_all)
    if written.chosen is None:
        return answer
    wanted = written.chosen.text.casefold()
    told = any(wanted in text.casefold() or text.casefold() in wanted for text in _texts(course) if text)
    if not told:
        said = f"The model chose {written.chosen.letter}, but nothing that the query found names it."
        return _headed(answer, "The graph does not tell which option is right.", said)
    return replace(_headed(answer, f"{written.chosen.letter}: {written.chosen.text}."), value=written.chosen.text)


def without_model(answer: Answer, said: str) -> Answer:
    """The answer where the model wrote nothing that can be used.

    Args:
        said: what happened, and what to do next.
    """
    note = f"The language model wrote no answer, so you read what the query found. {said}"
    status = "evidence" if answer.kind == "yesno" else answer.status
    return replace(answer, status=status, text=f"{answer.text} {note}")


def _verdict(answer: Answer, course: Course, verdict: bool | None, *, about_all: bool) -> Answer:
    against = denied_links(course.evidence)
    held = [one for one in course.evidence if not one.against]
    if not about_all:
        return replace(_headed(answer, "The graph does not tell."), status="not_in_graph")
    if verdict is True and (held or _says_yes(answer.value)) and not against:
        return replace(_headed(answer, f"Yes, going by what the query found{marks(_numbers(held))}."), verdict=True)
    if verdict is False and against:
        said = f"No, going by what the query found{marks(_numbers(against))}."
        return replace(_headed(answer, said), status="answered", verdict=False)
    said = ""
    if verdict is not None:
        why = "no record denies it" if not verdict else "a record denies it" if against else "no record confirms it"
        said = f"The model said {'yes' if verdict else 'no'}, but {why}."
    return replace(_headed(answer, "The graph does not tell.", said), status="not_in_graph")


def _says_yes(value: Any) -> bool:
    """Whether the one value that a query computed is a yes: true, or a number of something."""
    return value is True or (isinstance(value, int | float) and value > 0)


def _headed(answer: Answer, headline: str, said: str = "") -> Answer:
    """The answer with another headline; what the query found follows it."""
    text = " ".join(one for one in (headline, said, answer.text) if one)
    return replace(answer, headline=headline, text=text)


def _headline(work: Work, course: Course, found: RowEvidence, items: Sequence[AnswerItem]) -> str:
    assert course.table is not None
    rows, cell = course.table.rows, _only(course.table.rows)
    if items:
        return f"{_counted(work, items)}: {named(items, len(items))}."
    if found.items:
        return f"Every link that the query found is denied by a record in {work.source}."
    if cell is not None:
        what = "counts" if [one.kind for one in found.columns] == ["count"] else "gives"
        return f"The query {what} {_shown(cell)}{marks(_numbers(course.evidence))}."
    return f"The query gives {len(rows):,} row{'' if len(rows) == 1 else 's'}."


def _aside(work: Work, items: Sequence[AnswerItem]) -> str:
    return f"Set aside, because a record denies a link: {_counted(work, items)}: {named(items, len(items))}."


def _counted(work: Work, items: Sequence[AnswerItem]) -> str:
    labels = {item.label for item in items}
    number = len(items)
    if len(labels) == 1:
        return f"{number:,} {Wording(work.schema).things(labels.pop(), number)}"
    return f"{number:,} {'thing' if number == 1 else 'things'}"


def _only(rows: Sequence[Sequence[Any]]) -> Any:
    """The one value of rows; None where there are more, or it is no single value."""
    if len(rows) != 1 or len(rows[0]) != 1 or not isinstance(rows[0][0], str | int | float | bool):
        return None
    return rows[0][0]


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:,}" if isinstance(value, int) else harmless(str(value), _SHOWN)


def _numbers(triples: Sequence[Triple]) -> tuple[int, ...]:
    return tuple(one.number for one in triples)


def _texts(course: Course) -> list[str]:
    """Every name that the query found."""
    names = [name for one in course.evidence for name in (one.subject.name, one.object.name)]
    cells = [cell for row in course.table.rows for cell in row] if course.table is not None else []
    return [one for one in (*names, *cells) if isinstance(one, str)]
