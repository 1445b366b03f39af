"""How an answer was found, step by step, with every statement as it was written, changed and run."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from kgqa.language import phrases, read_as
from kgqa.presentation import claims, model_calls
from kgqa.presentation import rows as evidence_rows
from kgqa.presentation.model_calls import in_one_line
from kgqa.presentation.rows import Level
from kgqa.presentation.text import WORD_JOINER, counted, number, plain, shortened
from kgqa.records import CypherRecord, ModelCall, Table, Trace
from kgqa.schema.model import Schema
from kgqa.ui.ask.pruned import scores
from kgqa.ui.components import claims_view, difference_view
from kgqa.ui.lab import state as lab_state

VIEWS = ("Changes", "As written", "As run")


def draw(trace: Trace, level: Level, serial: str, schema: Schema) -> None:
    """The steps: one closed line for a clinician, a timeline with the query open for a researcher.

    Args:
        serial: tells this question from all others; numbers are chosen within it.
    """
    total = trace.timings_ms.get("total")
    statements = counted(len(trace.cypher), "statement") if trace.cypher else "nothing was asked of the graph"
    title = phrases.steps_title(trace.strategy)
    took = "" if total is None else f" · {total:,.0f} ms"
    if level == "clinician":
        with st.expander(f"{title} :gray[{statements}{took}]", icon=":material/route:", key="steps"):
            if trace.account:
                st.markdown(_account(trace))
            st.markdown(_names(trace))
            if trace.pruned is None:
                st.markdown(_read(trace))
            else:
                scores.draw_limits(trace.pruned)
            draw_statements(trace.cypher, serial)
            _draw_calls(trace.calls)
        return
    st.markdown(f"### {title} :gray[{took.removeprefix(' · ')}]", anchors=False)
    if trace.account:
        label = f"**Way** {plain(trace.account[0])}"
        with st.expander(label, expanded=len(trace.account) > 1, type="step", icon=":material/alt_route:", key="way"):
            st.markdown(_account(trace))
    with st.expander(f"**Names** {_matched(trace)}{_ms(trace, 'link')}", type="step", icon=":material/check_circle:"):
        st.markdown(_names(trace))
    if trace.pruned is None:
        label = f"**Question** {plain(trace.understood or _unread(trace))}{_ms(trace, 'understand')}"
        with st.expander(label, type="step", icon=":material/check_circle:"):
            st.markdown(_read(trace))
    if trace.cypher:
        label = f"**Query** {statements}, {_planned(trace)}, only reading{_ms(trace, 'query')}"
        with st.expander(label, expanded=True, type="step", icon=":material/check_circle:", key="steps"):
            draw_statements(trace.cypher, serial)
            if (table := trace.table) is not None and table.rows and not table.computed:
                label = f"**rows** :gray[{counted(len(table.rows), 'row')}]"
                with st.expander(label, type="compact", key=f"statement_rows_{serial}"):
                    _draw_table(table)
    if trace.pruned is not None:
        label = f"**Facts** {scores.kept_of(trace.pruned)}{_ms(trace, 'prune')}"
        with st.expander(label, type="step", icon=":material/filter_alt:", key="kept"):
            scores.draw_limits(trace.pruned)
    _draw_answered(trace, serial, schema)


def _account(trace: Trace) -> str:
    """What was done of what may be done, a line each."""
    return "\n".join(f"{place}. {plain(said)}" for place, said in enumerate(trace.account, start=1))


def _planned(trace: Trace) -> str:
    if trace.strategy == "llm-only":
        return "run afterwards to check what the model wrote"
    if trace.strategy in phrases.CONTEXTS:
        return "reading what is recorded"
    if phrases.way(trace) != "cypher":
        return "planned from the schema"
    corrections = sum(len(record.corrections) for record in trace.cypher)
    return f"written by the language model, {counted(corrections, 'correction')}"


def _draw_answered(trace: Trace, serial: str, schema: Schema) -> None:
    """What the language model was asked for and how its text was judged, or what the answer was composed from."""
    if trace.calls:
        label = f"**Language model** {plain(model_calls.in_one_line(trace.calls))}"
        with st.expander(label, type="step", icon=":material/smart_toy:", key="calls"):
            _draw_calls(trace.calls)
    if trace.claims:
        label = f"**Verification** {plain(claims.summary(trace.claims))}, judged by program{_ms(trace, 'verify')}"
        with st.expander(label, type="step", icon=":material/fact_check:", key="verified"):
            claims_view.draw_list(trace, serial, schema)
    if not trace.evidence or trace.answer.written_by or trace.strategy in phrases.CONTEXTS:
        return
    label = f"**Answer** composed from {counted(len(trace.evidence), 'fact')}, without a language model"
    with st.expander(label, type="step", icon=":material/check_circle:"):
        st.markdown(f"{counted(len(trace.evidence), 'fact')}: {evidence_rows.parts(trace)}.")


MOST_STATEMENTS = 12
"""Statements that stand one below the other; what is more is folded together."""


def draw_statements(records: Sequence[CypherRecord], serial: str) -> None:
    """Each statement on a line with its rows and time; the telling one is open, as it was changed, written or run.

    Args:
        serial: tells these statements from others, so that what is open of one answer is not of the next.
    """
    if not records:
        st.markdown("Nothing was asked of the graph.")
        return
    view = "As run"
    if any(record.generated.strip() != _ran(record).strip() for record in records):
        view = st.segmented_control(
            "Which text of the statements", VIEWS, default="As run", required=True, key="statements", width="content",
            label_visibility="collapsed",
        ) or view  # fmt: skip
    told = telling(records)
    first = sorted({*range(min(len(records), MOST_STATEMENTS)), told})
    with st.container(gap="xxsmall", key="statement_lines"):
        for place in first:
            _draw_statement(records[place], view, f"{serial}_{place}", is_open=place == told)
        if more := [place for place in range(len(records)) if place not in first]:
            took = sum(records[place].elapsed_ms for place in more)
            label = f"{counted(len(more), 'more statement')} :gray[{took:,.0f} ms]"
            with st.expander(label, type="compact", key=f"statement_more_{serial}"):
                for place in more:
                    _draw_statement(records[place], view, f"{serial}_{place}", is_open=False)


def telling(records: Sequence[CypherRecord]) -> int:
    """Which statement tells most of how an answer was found: one that was corrected, else the one whose rows are the
    answers, else the one that gave most rows."""
    ranked = sorted(
        range(len(records)),
        key=lambda place: (-len(records[place].corrections), records[place].purpose != "answers", -records[place].rows),
    )
    return ranked[0]


def _draw_statement(record: CypherRecord, view: str, key: str, *, is_open: bool) -> None:
    """A statement folded to its purpose, rows and time."""
    mended = f" · {counted(len(record.corrections), 'correction')}" if record.corrections else ""
    facts = f"{counted(record.rows, 'row')} · {record.elapsed_ms:,.1f} ms{mended}"
    label = f"**{plain(record.purpose or 'statement')}** :gray[{facts}]"
    with st.expander(label, expanded=is_open, type="compact", key=f"statement_{key}"):
        _draw_text(record, view, key)
        if record.parameters:
            st.code(_parameters(record.parameters), language="json", wrap_lines=True, height=_height(record.parameters))
        if st.button("Open in Query lab", icon=":material/code:", type="tertiary", key=f"to_lab_{key}"):
            lab_state.open_statement(_ran(record), record.parameters)


def _ran(record: CypherRecord) -> str:
    return record.executed or record.checked


def _height(values: Mapping[str, object]) -> int | Literal["content"]:
    """Long lists of identifiers scroll in their box."""
    return LONG_LIST_PX if len(_parameters(values)) > LONG_LIST else "content"


ONE_LINE, LONG_LIST, LONG_LIST_PX = 120, 600, 180
"""Characters of parameters that go on one line, and that scroll; and the height of what scrolls."""


def _draw_text(record: CypherRecord, view: str, key: str) -> None:
    ran = _ran(record)
    if view == "As written":
        st.code(record.generated, language="cypher", wrap_lines=True)
    elif view == "As run":
        st.code(ran, language="cypher", wrap_lines=True)
    elif difference_view.lines(record.generated, ran):
        difference_view.draw(record.generated, ran, f"difference_{key}")
        for correction in record.corrections:
            difference_view.draw_correction(correction)
    else:
        st.markdown(":green[:material/check:] Run as it was written.")


def _unread(trace: Trace) -> str:
    return "waits for your choice" if trace.choices else "nothing was asked of the graph"


def _matched(trace: Trace) -> str:
    if not trace.entities:
        return "none found"
    exact = sum(entity.chosen.method in ("identifier", "exact") for entity in trace.entities)
    found = counted(len(trace.entities), "name")
    return f"{found} found, {'all' if exact == len(trace.entities) else exact} exactly"


def _names(trace: Trace) -> str:
    lines = [
        f"- “{plain(entity.mention)}” is {plain(entity.chosen.name)} ({plain(entity.chosen.label)}, "
        f"{plain(', '.join(entity.chosen.ids or (entity.chosen.id,)))}): {phrases.matched_by(entity)}"
        for entity in trace.entities
    ]
    return "\n".join(lines) or "No name of this graph was found in the question."


def _read(trace: Trace) -> str:
    if not trace.understood:
        return "The question was not asked of the graph."
    understood = plain(trace.understood)
    read = read_as.by_meaning(trace)
    if read is None:
        return f"Read as: {understood}."
    by = "by the language model" if read.by_model else "by meaning"
    return f"Read {by}, not word by word, as “{plain(read.question)}”: {understood}."


def _ms(trace: Trace, step: str) -> str:
    took = trace.timings_ms.get(step)
    return "" if took is None else f" :gray[· {took:,.0f} ms]"


def _parameters(values: Mapping[str, object]) -> str:
    """On one line where they fit on one."""
    short = json.dumps(dict(values), ensure_ascii=False, default=str)
    return short if len(short) <= ONE_LINE else json.dumps(dict(values), ensure_ascii=False, indent=1, default=str)


MOST_ROWS = 50
"""Rows on the page; the JSON of the answer has all."""
LONGEST_CELL = 200


def draw_rows(trace: Trace) -> None:
    """The rows where they are a computation, so that they themselves are the evidence; nothing for any other answer."""
    table = trace.table
    if table is None or not table.computed or not table.rows:
        return
    st.markdown("### Rows of the statement", anchors=False)
    st.markdown(f":material/function: {plain(table.computed)}")
    _draw_table(table)


def _draw_table(table: Table) -> None:
    """The first rows, with the numbers of the facts that each rests on."""
    shown = table.rows[:MOST_ROWS]
    cells: dict[str, list[str]] = {}
    if any(table.evidence):
        cells["Evidence"] = [", ".join(map(str, numbers)) for numbers in table.evidence[:MOST_ROWS]]
        cells["Evidence"] += [""] * (len(shown) - len(cells["Evidence"]))
    else:
        cells["Row"] = [number(place) for place in range(1, len(shown) + 1)]
    for place, column in enumerate(table.columns):
        # Two columns whose names look alike must not become one.
        cells[plain(column) + WORD_JOINER * place] = [_cell(row[place]) for row in shown]
    st.table(cells, hide_index=True)
    more = f"the first {number(len(shown))} of " if len(shown) < len(table.rows) else ""
    ended = "; the limit of rows or of their size ended them" if table.truncated else ""
    st.caption(f"{more}{number(len(table.rows))} {'row' if len(table.rows) == 1 else 'rows'}{ended}")


def _cell(value: Any) -> str:
    return "" if value is None else plain(shortened(str(value), LONGEST_CELL))


ROLES = {"system": "Instructions", "user": "What was asked", "assistant": "What the model had said"}


def _draw_calls(calls: Sequence[ModelCall]) -> None:
    """Each request as it was sent and answered, folded."""
    for place, call in enumerate(calls, start=1):
        mark = f":red[:material/error: {plain(call.error)}]" if call.error else ""
        st.markdown(f"**{plain(call.purpose)}** :gray[{plain(in_one_line([call]))}] {mark}")
        with st.expander(f"Request {place} as it was sent", key=f"call_steps_{place}", icon=":material/code:"):
            _draw_call(call)


def _draw_call(call: ModelCall) -> None:
    st.markdown(f"{plain(call.model)} ({plain(call.provider)}) · prompt {plain(call.prompt)}")
    st.markdown(":gray[Settings]")
    st.code(json.dumps(dict(call.settings), ensure_ascii=False, default=str), language="json", wrap_lines=True)
    for message in call.messages:
        st.markdown(f":gray[{ROLES[message.role]}]")
        st.code(message.text, language=None, wrap_lines=True)
    st.markdown(":gray[What came back]" if not call.error else ":gray[What had come back]")
    st.code(call.reply or "(nothing)", language=None, wrap_lines=True)
