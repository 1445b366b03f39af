"""The answer as far as the rows of a query tell it, composed here and never by a model, and where to doubt it.

One doubt are things of which one record is what a statement excludes, although another record of the same thing is
given back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from kgqa.answers.context import cited
from kgqa.answers.list_text import named
from kgqa.cypher.columns import origin
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.negated import IDS, exclusions
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.run import Attempt
from kgqa.cypher.tree import Call, Projection, Value
from kgqa.cypher.walk import walk
from kgqa.errors import QueryError
from kgqa.evidence.denied_links import denials, denied_links, heeds_denials, parted
from kgqa.evidence.row_evidence import RowEvidence
from kgqa.graph.quoting import quoted
from kgqa.llm.writing.fenced import harmless
from kgqa.questions.wording import Wording, listed
from kgqa.records import Answer, AnswerItem, CypherRecord, Triple
from kgqa.schema.model import Schema
from kgqa.strategies.question import Findings, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_SHOWN = 120
"""Characters of a value that a sentence shows."""
_ASKED = r"\b(?:which|what|how many|list|name|show|find|give)\b(?:\W+[\w'-]+){0,2}?\W+"


def composed(
    graph: GraphSession,
    question: Question,
    findings: Findings,
    found: RowEvidence,
    cypher: str,
    notes: Sequence[str],
    excluded: frozenset[str] = frozenset(),
) -> Answer:
    """The answer as far as the rows alone tell it.

    Args:
        cypher: the statement that gave them.
        notes: what the reader is to know of how they were found, a sentence each.
        excluded: identifiers of records that are what the statement leaves out: their things are no answers.
    """
    table = findings.table
    assert table is not None
    items, cell = tuple(found.items), _only(table.rows, found)
    set_aside: tuple[AnswerItem, ...] = ()
    otherwise: tuple[Triple, ...] = ()
    denied = [] if heeds_denials(cypher, graph.schema) else denied_links(findings.evidence)
    if denied and items:
        by_records = parted(items, findings.evidence, found.holding)
        items, set_aside, otherwise = by_records.answers, by_records.aside, by_records.otherwise
    out = tuple(item for item in items if not excluded.isdisjoint(item.ids))
    items = tuple(item for item in items if item not in out)
    said = [f"{named(items, len(items))}."] if items else []
    said += [_excluded(graph.schema, out)] if out else []
    said += [_aside(graph.schema, set_aside)] if set_aside else []
    if otherwise:
        said += [f"Records deny some of the links{cited(otherwise)}; what stays is found without them too."]
    elif denied and not set_aside:
        said += [f"It counts links that a record denies{cited(denied)}; without them there are fewer."]
    ended = _cut_by_itself(cypher, len(table.rows))
    if table.truncated:
        said.append("There may be more: the list is cut at the limit of rows, or of their size.")
    elif ended:
        said.append("There may be more: the query itself keeps only some of its rows.")
    twice = _counted_twice(cypher, cell, findings.evidence) if is_count(found) else ""
    headline, other = _headline(graph, findings, found, items, twice), _doubts(graph.schema, question, findings, items)
    return Answer(
        status="evidence" if other else "answered" if items or not (set_aside or out) else "not_in_graph",
        kind=question.kind,
        headline=headline,
        text=" ".join([headline, *said, *other, *notes]),
        items=items,
        set_aside=(*set_aside, *out),
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


def _headline(
    graph: GraphSession, findings: Findings, found: RowEvidence, items: Sequence[AnswerItem], twice: str
) -> str:
    assert findings.table is not None
    rows, cell = findings.table.rows, _only(findings.table.rows, found)
    if items:
        return f"Found: {_counted(graph.schema, items)}."
    if found.items:
        return f"Everything that the query finds has a record in {graph.source} that speaks against it."
    if cell is not None:
        what = f"counts {_shown(cell)} {twice}".rstrip() if is_count(found) else f"gives {_shown(cell)}"
        return f"The query {what}{cited(findings.evidence)}."
    return f"The query gives {len(rows):,} row{'' if len(rows) == 1 else 's'}."


def _aside(schema: Schema, items: Sequence[AnswerItem]) -> str:
    return f"Set aside, because a record denies a link: {_counted(schema, items)}: {named(items, len(items))}."


def _excluded(schema: Schema, items: Sequence[AnswerItem]) -> str:
    why = "because another record of the same thing has what the query excludes"
    return f"Set aside, {why}: {_counted(schema, items)}: {named(items, len(items))}."


def _counted(schema: Schema, items: Sequence[AnswerItem]) -> str:
    labels = {item.label for item in items}
    number = len(items)
    if len(labels) == 1:
        return f"{number:,} {Wording(schema).things(labels.pop(), number)}"
    return f"{number:,} {'thing' if number == 1 else 'things'}"


def is_count(found: RowEvidence) -> bool:
    """Whether rows are nothing but a number of something."""
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


def _cut_by_itself(cypher: str, rows: int) -> bool:
    """Whether a statement that gave so many rows has a LIMIT or SKIP that may have kept some back."""
    cuts = [one for one in walk(parse(cypher).statements[0].query) if isinstance(one, Projection)]
    if any(one.skip is not None for one in cuts) or any(one.limit is not None for one in cuts[:-1]):
        return True
    last = cuts[-1].limit if cuts else None
    if last is None:
        return False
    whole = last.value if isinstance(last, Value) and isinstance(last.value, int) else 0
    return rows >= whole


def _counted_twice(cypher: str, value: object, triples: Sequence[Triple]) -> str:
    """What a count is of, where it counts matches and one thing may be among them twice; else empty."""
    single = parse(cypher).statements[0].query.parts[0]
    last = single.clauses[-1]
    if not triples or not isinstance(last, Projection) or len(last.items) != 1:
        return ""
    count = origin(last.items[0].expression, single, len(single.clauses) - 1)
    if not isinstance(count, Call) or count.name.lower() != "count" or count.distinct:
        return ""
    links = {(one.subject.name, one.predicate, one.object.name) for one in triples}
    if value == len(triples):
        return f"records of {len(links):,} different links" if len(links) < len(triples) else ""
    return "matches, and may count one thing more than once"


def _doubts(schema: Schema, question: Question, findings: Findings, items: Sequence[AnswerItem]) -> tuple[str, ...]:
    """What to read the statement for before its things are relied on: another type, or the question's own things."""
    if question.kind not in ("list", "count") or not items:
        return ()
    wanted = _asked_for(schema, question, findings)
    given = {item.label for item in items}
    if wanted and wanted not in given:
        nouns = [node.plural for node in schema.nodes if node.label in given]
        plural = schema.node(wanted).plural
        return (f"The question asks for {plural}, and the query gives {listed(nouns)}: read it before you rely on it.",)
    named = {one.chosen.id for one in findings.entities}
    if all(named.intersection((item.id, *item.ids)) for item in items):
        return ("It gives back only what the question names, so it may answer another question.",)
    return ()


def _asked_for(schema: Schema, question: Question, findings: Findings) -> str:
    """The label that the question asks for by its noun ("Which genes ..."); empty where no noun is a type's."""
    text = question.text
    for one in findings.entities:
        text = text.replace(one.mention, " ")
    found = {
        match.start(1): node.label
        for node in schema.nodes
        for noun in (node.singular, node.plural)
        if (match := re.search(rf"{_ASKED}({re.escape(noun)})\b", text, re.IGNORECASE))
    }
    return found[min(found)] if found else ""


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
