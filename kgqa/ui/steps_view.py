"""How an answer was found, step by step, with every statement as it was written, changed and run."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence

import streamlit as st

from kgqa.phrases import METHODS
from kgqa.records import Correction, CypherRecord, Trace
from kgqa.ui.question_view import Level
from kgqa.ui.text import counted, plain

VIEWS = ("Changes", "As written", "As run")


def draw(trace: Trace, level: Level) -> None:
    """The steps: one closed line for a clinician, a timeline with the query open for a researcher."""
    total = trace.timings_ms.get("total")
    statements = counted(len(trace.cypher), "statement")
    took = "" if total is None else f" · {total:,.0f} ms"
    if level == "clinician":
        with st.expander(f"How this was found :gray[{statements}{took}]", icon=":material/route:", key="steps"):
            st.markdown(_names(trace))
            st.markdown(_read(trace))
            draw_statements(trace.cypher)
        return
    st.markdown(f"##### How this was found :gray[{took.removeprefix(' · ')}]", anchors=False)
    with st.expander(f"**Names** {_matched(trace)}{_ms(trace, 'link')}", type="step", icon=":material/check_circle:"):
        st.markdown(_names(trace))
    with st.expander(
        f"**Question** {plain(trace.understood or _unread(trace))}{_ms(trace, 'understand')}",
        type="step",
        icon=":material/check_circle:",
    ):
        st.markdown(_read(trace))
    if trace.cypher:
        label = f"**Query** {statements}, planned from the schema, only reading{_ms(trace, 'query')}"
        with st.expander(label, expanded=True, type="step", icon=":material/check_circle:", key="steps"):
            draw_statements(trace.cypher)
    if not trace.evidence:
        return
    label = f"**Answer** composed from {counted(len(trace.evidence), 'fact')}, without a language model"
    with st.expander(label, type="step", icon=":material/check_circle:"):
        against = sum(triple.against for triple in trace.evidence)
        st.markdown(f"{counted(len(trace.evidence) - against, 'fact')} for, {counted(against, 'fact')} against.")


def draw_statements(records: Sequence[CypherRecord]) -> None:
    """Each statement as it was changed, written and run, with its parameters, rows and time."""
    if not records:
        st.markdown("Nothing was asked of the graph.")
        return
    view = st.segmented_control(
        "Which text of the statements", VIEWS, default="As run", required=True, key="statements", width="content",
        label_visibility="collapsed",
    )  # fmt: skip
    for record in records:
        rows = counted(record.rows, "row")
        st.markdown(f"**{plain(record.purpose or 'statement')}** :gray[{rows} in {record.elapsed_ms:,.1f} ms]")
        _draw_text(record, view or "As run")
        if record.parameters:
            st.code(_parameters(record.parameters), language="json", wrap_lines=True)


def difference(before: str, after: str) -> str:
    """The lines of a statement that changed, each with - or + in front; empty where none did."""
    lines = difflib.ndiff(before.splitlines(), after.splitlines())
    kept = [line for line in lines if not line.startswith("?")]
    return "\n".join(kept) if any(line[0] in "+-" for line in kept) else ""


def _draw_text(record: CypherRecord, view: str) -> None:
    if view == "As written":
        st.code(record.generated, language="cypher", wrap_lines=True)
    elif view == "As run":
        st.code(record.executed or record.checked, language="cypher", wrap_lines=True)
    else:
        changed = difference(record.generated, record.executed or record.checked)
        if changed:
            st.code(changed, language="diff", wrap_lines=True)
        else:
            st.markdown(":green[:material/check:] Run as it was written.")
        for correction in record.corrections:
            _draw_correction(correction)


def _draw_correction(correction: Correction) -> None:
    with st.container(horizontal=True, gap="small"):
        st.markdown(f"**{plain(correction.rule)}**", width=170)
        st.markdown(":orange[:material/edit: changed]", width=100)
        st.markdown(f":gray[{plain(correction.reason)}]", width=330)
        st.markdown(f"{plain(correction.before)} → {plain(correction.after)}")


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
        f"{plain(', '.join(entity.chosen.ids or (entity.chosen.id,)))}): {METHODS[entity.chosen.method]}"
        for entity in trace.entities
    ]
    return "\n".join(lines) or "No name of this graph was found in the question."


def _read(trace: Trace) -> str:
    return f"Read as: {plain(trace.understood)}." if trace.understood else "The question was not asked of the graph."


def _ms(trace: Trace, step: str) -> str:
    took = trace.timings_ms.get(step)
    return "" if took is None else f" :gray[· {took:,.0f} ms]"


def _parameters(values: Mapping[str, object]) -> str:
    return json.dumps(dict(values), ensure_ascii=False, indent=1, default=str)
