"""What came of a run of the Query lab: on its way, its rows on the page and as files, or why there are none.

Behind the rows stands the part of the graph that they rest on.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError, TimeLimitError
from kgqa.exports import graph_page, sheets
from kgqa.exports.files import graph_facts
from kgqa.graph.store import ROWS_LIMIT_BYTES
from kgqa.presentation.drawing import Picture
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.text import badge, counted, encoded, number, paragraphs, plain, shortened, small
from kgqa.records import Answer, AnswerItem, Node, Trace, Triple
from kgqa.ui.components import agraph_view, evidence_view, graph_view, picture_view
from kgqa.ui.frame.assets import component
from kgqa.ui.lab import verdict
from kgqa.ui.lab.run import LabRun
from kgqa.ui.lab.state import lab
from kgqa.ui.session import navigation, state

if TYPE_CHECKING:
    from kgqa.cypher.run import Ran
    from kgqa.evidence.row_evidence import RowEvidence
    from kgqa.pipeline import Asker
    from kgqa.records import Rows

CUTS = (4000, 1000, 300, 80)
"""Characters of a cell that the page shows, the most with which all rows together are small enough to be sent."""
MOST_SENT = 3_000_000
_rows = component("rows", "linked", "table")


def cell(value: Any) -> str | None:
    """A value of a row as text: texts as they are, everything else as JSON; None for null."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float | int) and not isinstance(value, bool):
        return str(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def shown(rows: Rows) -> tuple[list[list[str | None]], bool]:
    """The cells as the page shows them, and whether any of them was cut."""
    whole = [[cell(value) for value in row] for row in rows.rows]
    sizes = [len(text) for row in whole for text in row if text is not None]
    most = next((cut for cut in CUTS if sum(min(size, cut) for size in sizes) <= MOST_SENT), CUTS[-1])
    if max(sizes, default=0) <= most:
        return whole, False
    return [[None if text is None else shortened(text, most) for text in row] for row in whole], True


def titles(rows: Rows) -> tuple[str, ...]:
    """The names of the columns; the ones without a name by their place."""
    wide = max((len(row) for row in rows.rows), default=len(rows.columns))
    names = (*rows.columns, *("" for _ in range(wide - len(rows.columns))))
    return tuple(name.strip() or f"Column {place}" for place, name in enumerate(names, 1))


def count(rows: Rows) -> str:
    """How many rows there are in words: "16 of 16 rows", or that there may be more."""
    read = len(rows.rows)
    if rows.truncated:
        why = f"; the next would take more than {ROWS_LIMIT_BYTES // 2**20} MiB with them" if rows.oversize else ""
        return f"the first {counted(read, 'row')}; there may be more{why}"
    return f"{number(read)} of {counted(read, 'row')}"


def _draw_table(run: LabRun, rows: Rows) -> None:
    """The rows as a table; a sentence where there are none."""
    cells, cut = shown(rows)
    if rows.rows:
        names = titles(rows)
        columns = [
            {"title": shortened(name, 200), "numeric": _is_numeric(rows, place)} for place, name in enumerate(names)
        ]
        caption = f"Rows of the statement, {count(rows)}"
        _rows(key=f"rows_{run.serial}", data={"caption": caption, "columns": columns, "rows": cells})
    else:
        st.markdown(
            "The statement finds nothing in this graph. That is silence, not proof of absence: look at the names and "
            "the conditions in it."
        )
    if cut:
        st.caption("Long values are cut here; the files hold them whole.")


def as_csv(run: LabRun, rows: Rows) -> bytes:
    """All rows as CSV, safe to open in a spreadsheet, the names of the columns too."""
    table = tuple(tuple(cell(value) for value in row) for row in rows.rows)
    return sheets.as_csv(sheets.Table(tuple(sheets.to_cell(name) for name in titles(rows)), table), run.graph)


def as_json(run: LabRun, rows: Rows) -> bytes:
    """All rows with the statement, its values and the graph as one JSON object; rows are lists in column order."""
    held = {
        "graph": dict(graph_facts(run.graph)),
        "cypher": rows.executed,
        "parameters": run.parameters,
        "columns": list(rows.columns),
        "rows": [list(row) for row in rows.rows],
        "truncated": rows.truncated,
    }
    return encoded(json.dumps(held, ensure_ascii=False, indent=1, default=str))


def as_cypher(rows: Rows) -> bytes:
    """The statement as it was run."""
    return encoded(rows.executed.rstrip() + "\n")


def _is_numeric(rows: Rows, place: int) -> bool:
    values = [row[place] for row in rows.rows if place < len(row) and row[place] is not None]
    return bool(values) and all(isinstance(one, int | float) and not isinstance(one, bool) for one in values)


PACE_S = 0.5


@st.fragment(run_every=PACE_S)
def draw_running(run: LabRun, *, had_rows: bool) -> None:
    """How long the statement has been running, and Stop; draws the page when there is something new."""
    if run.ended or run is not lab().run or (run.wait(0) and not had_rows):
        st.rerun()
    limit = settings.load().time_limit_s
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="lab_running"):
        # The limit is that of the statement; a server that its statement has to start comes before.
        bound = f"of at most {limit:g} s" if run.elapsed_s <= limit else "with the start of its server"
        words = "Finding the facts behind the rows" if had_rows else f"Running, {run.elapsed_s:.0f} s {bound}"
        words = "Stopping" if run.rows.stopping else words
        st.markdown(badge(words, "blue", "hourglass_top"), width="content")
        st.button("Stop", icon=":material/stop_circle:", key="lab_stop", on_click=run.stop)


def draw(asker: Asker, run: LabRun, *, earlier: bool) -> None:
    """The rows of a run that has ended, or what became of it; nothing of one under way.

    Args:
        earlier: the text, a value or the graph is another one now.
    """
    if not run.wait(0):
        return
    if earlier:
        words = f"Rows of the earlier query, on {run.source}" if run.ran else "Of the earlier query"
        st.markdown(badge(words, "gray", "history"))
    if run.ran is not None:
        _draw_rows(asker, run, run.ran)
    elif run.rows.cancelled:
        _draw_stopped(run)
    else:
        _draw_failure(run)


def _draw_rows(asker: Asker, run: LabRun, ran: Ran) -> None:
    rows = ran.rows
    st.markdown(f"## Rows :gray[· {plain(count(rows))} · {rows.elapsed_ms:,.0f} ms]", anchors=False)
    _draw_table(run, rows)
    _draw_export(asker, run, rows)
    with st.expander("The statement as it ran", icon=":material/code:", key=f"lab_ran_{run.serial}"):
        st.code(ran.admitted.text, language="cypher", wrap_lines=True)
    _draw_facts(asker, run)


def _draw_facts(asker: Asker, run: LabRun) -> None:
    """The edges behind the rows, by the numbers of the drawing."""
    found = run.evidence.made if run.evidence is not None else None
    if found is None or not found.triples:
        return
    st.markdown("## Facts behind the rows", anchors=False)
    if against := sum(triple.against for triple in found.triples):
        words = "denies its link" if against == 1 else "deny their links"
        st.markdown(
            f":orange[:material/remove_circle:] {counted(against, 'fact')} {words} (looked for and not found, or "
            "recorded with NOT). The statement does not tell them from the others, and its rows hold them too."
        )
    evidence_view.draw_facts(found.triples, asker.schema, run.serial)


def _draw_export(asker: Asker, run: LabRun, rows: Rows) -> None:
    drawn = run.evidence is not None and run.evidence.made is not None and run.evidence.made.triples
    with st.popover("Export", icon=":material/download:", key=f"lab_export_{run.serial}"):
        st.markdown(
            small("Every row and every value whole: CSV for spreadsheets, JSON with the statement and its values.")
        )
        _draw_file(run, "Rows as CSV", "csv", "text/csv", partial(as_csv, run, rows))
        _draw_file(run, "Rows as JSON", "json", "application/json", partial(as_json, run, rows))
        _draw_file(run, "Statement as Cypher", "cypher", "text/plain", partial(as_cypher, rows))
        if drawn:
            _draw_file(run, "Graph as HTML", "html", "text/html", partial(_graph_as_page, asker, run))


def _draw_file(run: LabRun, label: str, ending: str, mime: str, make: Callable[[], bytes]) -> None:
    st.download_button(
        label,
        data=make,
        file_name=f"query-lab.{ending}",
        mime=mime,
        on_click="ignore",
        key=f"lab_{ending}_{run.serial}",
    )


def _draw_stopped(run: LabRun) -> None:
    with st.container(border=True, key="card_stopped_lab", gap="xsmall"):
        st.markdown(f"{badge('Stopped by you', 'gray', 'stop_circle')} &nbsp; after {run.elapsed_s:.1f} s")
        st.markdown("No row was read. The text is kept in the box.")


def _draw_failure(run: LabRun) -> None:
    outcome = run.rows.made
    with st.container(border=True, key="card_failed_lab", gap="xsmall"):
        if outcome is not None and outcome.refused:
            st.markdown(badge("Refused", "red", "block"))
            st.markdown(paragraphs("\n".join(outcome.refused)))
        elif outcome is not None and outcome.error is not None:
            _draw_error(run, outcome.error)
        else:
            st.markdown(badge("Failed", "red", "error"))
            st.markdown(paragraphs(run.rows.error))


def _draw_error(run: LabRun, error: KgqaError) -> None:
    late = isinstance(error, TimeLimitError)
    words = f"Stopped after {run.elapsed_s:.0f} s" if late else f"Failed after {run.elapsed_s:.1f} s"
    st.markdown(badge(words, "orange" if late else "red", "timer_off" if late else "error"))
    said = run.said(error)
    if said is None:
        st.markdown(paragraphs(str(error)))
        return
    st.markdown("## The graph server does not accept the statement.", anchors=False)
    if said.start is None or said.end is None:
        st.markdown(plain(said.sentence))
    else:
        st.markdown(f"{plain(said.sentence)} :gray[({plain(verdict.where(run.sent, said.start))})]")
        st.code(verdict.marked(run.sent, said.start, said.end), language=None)


_GRAPH_TITLE = "Graph of the rows"


def draw_graph(run: LabRun | None, *, earlier: bool) -> None:
    """Draws the edges behind the rows, or says why there is nothing to draw.

    Args:
        earlier: the rows are of an earlier text.
    """
    found = run.evidence.made if run is not None and run.evidence is not None else None
    if run is None or found is None or not found.triples:
        with st.container(border=True, key="graph_lab_empty", gap="xsmall"):
            st.markdown(f"## {_GRAPH_TITLE}", anchors=False)
            st.markdown(plain(_why_nothing(run, found)))
        return
    told = _graph_trace(run, found)
    first = found.triples[0].number
    picture = _picture(told)
    title = f"{_GRAPH_TITLE} of the earlier query" if earlier else _GRAPH_TITLE
    if settings.load().drawing == "agraph":
        agraph_view.draw(picture, run.serial, title, first)
    else:
        _draw_ours(picture, run.serial, title, first)
    for note in filter(None, (found.computed, *found.notes)):
        st.caption(plain(note))


def _graph_as_page(asker: Asker, run: LabRun) -> bytes:
    """The drawing as a page of its own; empty where there is none."""
    found = run.evidence.made if run.evidence is not None else None
    if found is None:
        return b""
    told = _graph_trace(run, found)
    return graph_page.page(arrange(told), told, asker.schema)


def _graph_trace(run: LabRun, found: RowEvidence) -> Trace:
    """The edges as the drawing takes them: with the things that the rows name in a column of their own."""
    items = found.items or _ends(found.triples)
    said = Answer("answered", "list", "The facts behind the rows of a statement", "", items)
    return Trace("Query lab", "cypher", run.graph, said, evidence=found.triples)


def _picture(told: Trace) -> Picture:
    return replace(arrange(told, graph_view.most()), name="Drawing of the facts behind the rows")


def _draw_ours(picture: Picture, serial: str, title: str, first: int) -> None:
    activated = picture_view.draw(
        picture, key=f"lab_{serial}", title=title, answer=serial, actions=("explore", "use"), selected=first
    )
    if activated is None:
        return
    if activated.action == "explore":
        navigation.to(activated.dot.id, activated.dot.text)
        st.switch_page(navigation.EXPLORE)
    state.BOX.begin(activated.dot.text)
    st.switch_page(navigation.ASK)


def _ends(triples: tuple[Triple, ...]) -> tuple[AnswerItem, ...]:
    """The things to which edges lead and from which none does, where the rows name no things themselves."""
    subjects = {triple.subject.id for triple in triples}
    ends: dict[str, Node] = {triple.object.id: triple.object for triple in triples}
    return tuple(AnswerItem(key, node.name, node.label) for key, node in ends.items() if key not in subjects)


def _why_nothing(run: LabRun | None, found: RowEvidence | None) -> str:
    if run is not None and not run.wait(0):
        return "The statement is running."
    if run is None:
        return "Run a statement to see the recorded facts that its rows rest on."
    if run.ran is None or not run.ran.rows.rows:
        return "There are no rows, so there is nothing to draw."
    if found is not None:
        return found.computed or "No recorded fact is behind the rows."
    if run.evidence is None or not run.evidence.wait(0):
        return "The facts behind the rows are being looked for."
    return run.evidence.error or "The search for the facts behind the rows was stopped."
