"""The evidence of a statement that was not planned here: the edges behind its rows, and the things that these name.

The rows are the answer; the facts that it rests on are the edges that the statement's patterns matched. A companion
statement fetches them, derived from the parse, guarded and bounded as the statement itself. Where none can be derived,
the rows are a computation, and the statement is their source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import GraphSchema, from_graph
from kgqa.cypher.checker.records import Checked
from kgqa.cypher.checker.rules.servers import Server
from kgqa.cypher.columns import Column, columns
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.guard.guard import judge
from kgqa.cypher.provenance.companion import Companion, NoCompanion, companion
from kgqa.cypher.run import Ran, run
from kgqa.errors import QueryError
from kgqa.evidence.denied_links import denials
from kgqa.evidence.gathering import Edge, Found, Gatherer, Numbering
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.row_edges import RowEdges, behind
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.records import AnswerItem, CypherRecord, Rows, Triple
from kgqa.schema.model import NodeType, Schema

ROWS_PER_EDGE = 4
"""Rows of a companion that are read for each edge that may be shown: an edge comes once for every row behind it."""

COMPUTED = "The rows are a computation, and the statement is their source."
_TIED = "The statement cuts its rows on the way among some that are equal, so its edges may be those of other rows."
_NONE = "No edge is behind the rows."


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """What rows rest on.

    Attributes:
        triples: the edges behind the rows, each once, numbered from 1.
        record: the companion statement as it was derived, checked and run; None where none ran.
        items: the things that the rows name, one thing under several identifiers once; none where not every row's
            thing is known.
        computed: why the rows themselves are the evidence, or for which condition there is no edge; empty where the
            edges tell everything.
        notes: what the edges leave out, or show beyond the rows, a sentence each.
        truncated: whether there are more edges than these.
        columns: what the columns of the rows are.
        of_rows: by row the numbers of its triples.
        answer_column: the column that the items are from; -1 without items.
        lookups: the statements that found further identifiers of the items.
        holding: the things of that column which some match finds without any record that denies its link, each as
            label and identifier.
    """

    triples: tuple[Triple, ...] = ()
    record: CypherRecord | None = None
    items: tuple[AnswerItem, ...] = ()
    computed: str = ""
    notes: tuple[str, ...] = ()
    truncated: bool = False
    columns: tuple[Column, ...] = ()
    of_rows: tuple[tuple[int, ...], ...] = ()
    answer_column: int = -1
    lookups: tuple[CypherRecord, ...] = ()
    holding: frozenset[tuple[str, str]] = frozenset()


def evidence(
    text: str,
    parameters: Mapping[str, Any],
    ran: Ran,
    schema: Schema,
    store: GraphStore,
    *,
    server: Server | None = None,
    most_rows: int,
    stop: StopSignal | None = None,
) -> RowEvidence:
    """The evidence of the rows of a statement that ran.

    Args:
        text: the statement as it was handed in to be run; its bounds are in ``ran``.
        server: on which it ran; None leaves out the rules for the server.
        most_rows: edges that are given back.

    Raises:
        StoppedError, ServerError, GoneError: as ``GraphStore.run``. What the server refuses or does not finish in
            time leaves the rows as a computation.
    """
    asked = from_graph(schema)
    inner = ran.admitted.within or ran.admitted.text
    told = columns(inner, asked) or columns(text, asked)
    if not ran.rows.rows:
        return RowEvidence(columns=told)
    keys = {
        node.label: dict.fromkeys((node.id_property, node.name_property, node.same_property)) for node in schema.nodes
    }
    made = companion(inner, asked, rows=ran.rows, keys=keys, denials=denials(schema))
    if isinstance(made, NoCompanion):
        return _computed(told, ran.rows, made.reasons)
    checked = _checked(made, asked, server)
    if isinstance(checked, NoCompanion):
        return _computed(told, ran.rows, checked.reasons)
    given = {**parameters, **made.parameters}
    try:
        fetched = run(
            store,
            checked.cypher,
            most_rows=most_rows * ROWS_PER_EDGE,
            counts=asked.counts,
            parameters=given,
            stop=stop,
        )
    except QueryError as error:
        return _computed(told, ran.rows, (f"Its edges could not be fetched: {error}",))
    if isinstance(fetched, Refused):
        return _computed(told, ran.rows, fetched.reasons)
    record = _record(made, checked, fetched, given)
    ledger = Ledger(store, stop=stop)
    found = behind(ran.rows, made, fetched.rows, Gatherer(schema, ledger), most_rows)
    if made.cut and (found.foreign or found.missing):
        return _computed(told, ran.rows, (_TIED,), record)
    return _told(schema, ledger, ran.rows, made, found, told, record)


def _told(
    schema: Schema, ledger: Ledger, rows: Rows, made: Companion, found: RowEdges, told: tuple[Column, ...],
    record: CypherRecord,
) -> RowEvidence:  # fmt: skip
    numbering = Numbering()
    of_rows = tuple(numbering.cite(edges) for edges in found.edges)
    items, column = _items_of(schema, ledger, rows, told, found, numbering)
    notes = [*made.notes]
    if found.nameless:
        notes.append(f"{found.nameless:,} edges join nodes that nothing identifies; they are not shown.")
    if found.missing and not found.truncated:
        notes.append(f"The statement for the edges did not find {found.missing:,} of the rows again.")
    if found.truncated:
        notes.append("There are more edges behind the rows than are shown.")
    reasons = [made.absent] if made.absent else []
    if not numbering.triples:
        reasons = [COMPUTED, _NONE, *reasons]
    return RowEvidence(
        numbering.triples, record, items, " ".join(reasons), tuple(notes), found.truncated, told, of_rows, column,
        ledger.records, frozenset(found.holding.get(column, ())),
    )  # fmt: skip


def _computed(
    told: tuple[Column, ...], rows: Rows, reasons: tuple[str, ...], record: CypherRecord | None = None
) -> RowEvidence:
    """The rows as their own evidence."""
    why = " ".join((COMPUTED, *reasons))
    return RowEvidence(record=record, computed=why, columns=told, of_rows=((),) * len(rows.rows))


def _checked(made: Companion, schema: GraphSchema, server: Server | None) -> Checked | NoCompanion:
    """The companion by the rules for the server; one that any other rule would change is no companion any more."""
    checked = Checker(schema, returns_names=False, server=server).check(made.text)
    if not checked.runnable:
        return NoCompanion(judge(checked.cypher, schema.counts).reasons or checked.notes[:1])
    if any(not one.rule.startswith("server_") for one in checked.corrections):
        return NoCompanion(("The query checker would change the statement for its edges, so that was not run.",))
    return checked


def _record(made: Companion, checked: Checked, fetched: Ran, parameters: Mapping[str, Any]) -> CypherRecord:
    return CypherRecord(
        generated=made.text,
        checked=checked.cypher,
        executed=fetched.rows.executed,
        parameters=parameters,
        purpose="evidence",
        rows=len(fetched.rows.rows),
        elapsed_ms=fetched.rows.elapsed_ms,
        corrections=checked.corrections,
    )


_Thing = tuple[str, str]
"""Label and key."""


def _items_of(
    schema: Schema, ledger: Ledger, rows: Rows, columns: Sequence[Column], found: RowEdges, numbering: Numbering
) -> tuple[tuple[AnswerItem, ...], int]:
    """The things of the column that answers, with the edges of their rows, and the number of this column.

    That is the first column that names several things, or the first that names any. Where the thing of a row is not
    known, there are no items, as their number would be wrong; -1 is then the column.
    """
    named = [place for place, one in enumerate(columns) if one.tells_things]
    of_each = {place: _things(schema, rows, columns[place], found, place) for place in named}
    several = [place for place in named if len(of_each[place] or ()) > 1]
    place = next(iter([*several, *named]), -1)
    things = of_each.get(place)
    if not things or (several and any(of_each[before] is None for before in named if before < place)):
        return (), -1
    return tuple(_items(schema, ledger, things, numbering)), place


def _things(
    schema: Schema, rows: Rows, column: Column, found: RowEdges, place: int
) -> dict[_Thing, Found] | None:  # fmt: skip
    """The things of a column; None where that of a row is not known."""
    things: dict[_Thing, Found] = {}
    for number, row in enumerate(rows.rows):
        for value in _each(row[place], listed=column.listed):
            meant = _meant(schema, column, value, found, place, number)
            if not meant:
                return None
            for label, one in meant:
                known = things.get((label, one.key), Found(one.key, one.name, ()))
                ids = tuple(dict.fromkeys((*known.ids, *one.ids)))
                edges = {id(edge): edge for edge in (*known.edges, *_own(found.edges[number], one, column))}
                things[label, one.key] = Found(one.key, known.name, ids, tuple(edges.values()))
    return things


def _items(
    schema: Schema, ledger: Ledger, things: Mapping[_Thing, Found], numbering: Numbering
) -> list[AnswerItem]:  # fmt: skip
    gatherer = Gatherer(schema, ledger)
    complete: dict[_Thing, Found] = {}
    for label in dict.fromkeys(label for label, _ in things):
        of_label = {key: one for (other, key), one in things.items() if other == label}
        complete |= {(label, one.key): one for one in gatherer.identified(label, of_label)}
    return [numbering.item(complete[key], key[0]) for key in things]


def _each(value: Any, *, listed: bool) -> list[Any]:
    values = value if listed and isinstance(value, list) else [value]
    return [one for one in values if one is not None]


def _meant(
    schema: Schema, column: Column, value: Any, found: RowEdges, place: int, number: int
) -> list[tuple[str, Found]]:  # fmt: skip
    """The things that a value of a row stands for: those that the companion returned, else ends of its edges."""
    returned = found.things.get(place)
    if returned is not None and not column.listed:
        return returned[number]
    of_row = returned[number] if returned is not None else _ends(found.edges[number])
    return [
        (label, one) for label, one in of_row if label in column.labels and _is(schema.node(label), one, column, value)
    ]


def _ends(edges: Sequence[Edge]) -> list[tuple[str, Found]]:
    found: dict[tuple[str, str], Found] = {}
    for edge in edges:
        for node, key in ((edge.triple.subject, edge.source), (edge.triple.object, edge.target)):
            found[node.label, node.id] = Found(key, node.name, (node.id,))
    return [(label, one) for (label, _), one in found.items()]


def _is(node: NodeType, one: Found, column: Column, value: Any) -> bool:
    """Whether a thing is what a value says."""
    if column.kind == "thing":
        return isinstance(value, Mapping) and str(value.get(node.id_property)) in one.ids
    return str(value) == (one.name if column.kind == "name" else one.ids[0])


def _own(edges: Sequence[Edge], one: Found, column: Column) -> list[Edge]:
    """The edges of a row that are behind one thing: where a row lists several, those that reach it."""
    if not column.listed:
        return list(edges)
    return [edge for edge in edges if one.key in (edge.source, edge.target)]
