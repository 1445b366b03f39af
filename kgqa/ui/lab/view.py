"""The Query lab on the page: a statement written, checked as one types, run, and its rows."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.presentation.text import counted, paragraphs, plain, shortened
from kgqa.ui.components import difference_view
from kgqa.ui.lab import checks, editor, examples, graph, outcome
from kgqa.ui.lab.check import Check, check, parameter
from kgqa.ui.lab.run import LabRun
from kgqa.ui.lab.state import Lab, lab
from kgqa.ui.session import opening

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

STYLE = """<style>
[class*="st-key-ledger_"] { border-bottom: 1px solid light-dark(#D3DAE1, #35414C); padding-bottom: 4px; }
[class*="st-key-ledger_"] > :nth-child(4) * {
  font-family: 'JetBrains Mono', 'Noto Sans Mono', monospace; font-size: 12.3px; }
[class*="st-key-ledger_"] [data-testid="stMarkdownContainer"] { overflow-wrap: anywhere; }
</style>"""

MOST_VALUES = 20
QUICK_S = 0.2
"""Most statements have ended by then; only a slower one shows that it runs."""


def draw() -> Asker:
    """The whole page; gives what was asked."""
    st.html(STYLE)
    st.markdown("# Query lab", anchors=False)
    here = lab()
    left, right = st.columns(2, gap="medium")
    with left:
        editor.draw()
        _draw_buttons(here)
        # The box stands before the graph is open, so that it stays whatever becomes of the graph.
        asker = opening.ready_asker()
        found = _checked(asker, here)
        values = _draw_values(here, found) if found is not None else None
        _run_if_wanted(asker, here, found, values)
        if found is not None:
            checks.draw_verdict(found)
            _draw_difference(here, found)
        elif not here.text.strip():
            examples.draw(asker.schema)
    run = here.run
    earlier = run is not None and (found is None or not run.is_of(found, values, asker.source))
    with right:
        graph.draw(run, earlier=earlier)
    if found is not None:
        checks.draw_ledger(here, found)
    if run is not None:
        outcome.draw(asker, run, earlier=earlier)
    return asker


def _draw_buttons(here: Lab) -> None:
    with st.container(horizontal=True, gap="small"):
        st.button("Check and run", type="primary", icon=":material/play_arrow:", key="lab_run", on_click=here.want_run)
        st.button("Check only", icon=":material/rule:", key="lab_check")


def _checked(asker: Asker, here: Lab) -> Check | None:
    """The check of what stands in the box; None where nothing does, or where the graph's names cannot be read."""
    if not here.text.strip():
        return None
    try:
        return check(asker, here, settings.load().max_rows)
    except KgqaError as error:
        st.error(paragraphs(str(error)), icon=":material/error:")
        return None


def _draw_values(here: Lab, found: Check) -> dict[str, Any] | None:
    """A field for each value that the statement needs; gives the values, None while one is missing or wrong."""
    values: dict[str, Any] | None = {}
    for name in found.parameters[:MOST_VALUES]:
        key = f"lab_value_{sha256(name.encode()).hexdigest()[:16]}"
        if key not in st.session_state:
            st.session_state[key] = here.values.get(name, "")
        here.values[name] = st.text_input(
            f"Value of {plain(f'${shortened(name, 60)}')}", key=key, placeholder='"Marfan syndrome", 12, ["a", "b"] …'
        )
        value, wrong = parameter(here.values[name])
        if wrong:
            st.caption(f":orange[:material/edit:] {plain(wrong)}")
            values = None
        elif values is not None:
            values[name] = value
    if len(found.parameters) > MOST_VALUES:
        st.caption(
            f"The statement needs {counted(len(found.parameters), 'value')}; at most {MOST_VALUES} can be given."
        )
        return None
    return values


def _run_if_wanted(asker: Asker, here: Lab, found: Check | None, values: Mapping[str, Any] | None) -> None:
    """Begins a run where one was asked for and the checked statement may run; waits a moment for quick ones."""
    wanted, here.wanted = here.wanted, False
    if wanted and not here.text.strip():
        st.caption("There is nothing to run yet: write a statement in the box.")
    if wanted and found is not None and found.admitted is not None:
        if values is None:
            st.caption("The statement was not run, because a value is missing or cannot be read.")
        else:
            if here.run is not None:
                here.run.stop()
            here.run = LabRun(asker, found, values)
    if here.run is not None:
        has_rows = here.run.wait(QUICK_S)
        if not here.run.ended:
            outcome.draw_running(here.run, had_rows=has_rows)


def _draw_difference(here: Lab, found: Check) -> None:
    if found.text == here.text:
        if found.admitted is not None:
            st.markdown(":green[:material/check:] It is sent as it is written.")
        return
    st.markdown("##### Changes", anchors=False)
    difference_view.draw(here.text, found.text, "lab_difference")
