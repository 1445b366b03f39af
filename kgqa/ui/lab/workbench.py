"""The Query lab on the page: a statement written or begun from an example, checked as one types, run, and its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError, QueryError
from kgqa.graph.quoting import quoted
from kgqa.presentation.text import counted, paragraphs, plain, shortened
from kgqa.schema.model import Relation, Schema
from kgqa.ui.components import difference_view
from kgqa.ui.frame.assets import component
from kgqa.ui.lab import results, verdict
from kgqa.ui.lab.run import Check, LabRun, checker, judged, parameter
from kgqa.ui.lab.state import Lab, lab
from kgqa.ui.session import open_graphs

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
        _draw_editor()
        _draw_buttons(here)
        # The box stands before the graph is open, so that it stays whatever becomes of the graph.
        asker = open_graphs.ready_asker()
        found = _checked(asker, here)
        values = _draw_values(here, found) if found is not None else None
        _run_if_wanted(asker, here, found, values)
        if found is not None:
            verdict.draw_verdict(found)
            _draw_difference(here, found)
        elif not here.text.strip():
            _draw_examples(asker.schema)
    run = here.run
    earlier = run is not None and (found is None or not run.is_of(found, values, asker.source))
    with right:
        results.draw_graph(run, earlier=earlier)
    if found is not None:
        verdict.draw_ledger(here, found)
    if run is not None:
        results.draw(asker, run, earlier=earlier)
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
            results.draw_running(here.run, had_rows=has_rows)


def _draw_difference(here: Lab, found: Check) -> None:
    if found.text == here.text:
        if found.admitted is not None:
            st.markdown(":green[:material/check:] It is sent as it is written.")
        return
    st.markdown("## Changes", anchors=False)
    difference_view.draw(here.text, found.text, "lab_difference")


_EDITOR = "lab_editor"
_editor = component("editor")


def _draw_editor() -> None:
    """Draws the box with the text of the lab; what is typed since is never replaced by it."""
    here = lab()
    data = {
        "text": here.text,
        "serial": here.serial,
        "label": "Cypher, or the whole reply of a language model",
        "hint": "Checked as you type. Ctrl+Enter checks and runs it.",
        "placeholder": "MATCH (n) RETURN n LIMIT 10",
    }
    _editor(key=_EDITOR, data=data, on_text_change=_hear_text, on_run_change=_hear_run)


def _hear_text() -> None:
    _take("text")


def _hear_run() -> None:
    if _take("run"):
        lab().want_run()


def _take(name: str) -> bool:
    """Takes over what the browser sends, where it is of the text that is in the box now."""
    told = st.session_state[_EDITOR].get(name)
    here = lab()
    if not isinstance(told, Mapping) or told.get("serial") != here.serial or not isinstance(told.get("text"), str):
        return False
    here.write(told["text"].encode("utf-8", "replace").decode())
    return True


RELATIONS = 2


def _draw_examples(schema: Schema) -> None:
    """Buttons that put a statement into the box; a sentence where the graph holds nothing."""
    if not schema.nodes:
        st.markdown("This graph holds nothing yet. Load one, or ask another graph.")
        return
    st.markdown("## Begin with one of these", anchors=False)
    with st.container(gap="xxsmall", key="lab_examples"):
        for place, (title, text) in enumerate(examples(schema)):
            st.button(
                plain(title), icon=":material/arrow_forward:", type="tertiary", key=f"lab_example_{place}",
                on_click=lab().put, args=(text,),
            )  # fmt: skip


def examples(schema: Schema) -> Iterator[tuple[str, str]]:
    """Statements with what they ask for in words: of each of the most frequent relations its facts and its counts."""
    for relation in sorted(schema.relations, key=lambda one: -one.count)[:RELATIONS]:
        try:
            yield from _about(schema, relation)
        except QueryError:  # a name that cannot stand in a statement
            continue
    for node in sorted(schema.nodes, key=lambda one: -one.count)[:1]:
        try:
            label, name = quoted(node.label), quoted(node.name_property)
        except QueryError:
            continue
        yield (
            f"{node.plural[:1].upper()}{node.plural[1:]} by name",
            (f"MATCH (n:{label})\nRETURN n.{name} AS name\nORDER BY name\nLIMIT 50"),
        )


def _about(schema: Schema, relation: Relation) -> Iterator[tuple[str, str]]:
    ends = {node.label: node for node in schema.nodes}
    if not {relation.source, relation.target} <= ends.keys():
        return
    one, other = ends[relation.source], ends[relation.target]
    first, second = (quoted(node.name_property) for node in (one, other))
    pattern = f"MATCH (a:{quoted(one.label)})-[:{quoted(relation.type)}]->(b:{quoted(other.label)})"
    yield (
        f"What is recorded: a {one.singular} {relation.forward} a {other.singular}",
        f"{pattern}\nRETURN a.{first}, b.{second}\nLIMIT 50",
    )
    yield (
        f"Which {other.plural} most {one.plural} lead to by “{relation.forward}”",
        f"{pattern}\nRETURN b.{second} AS name, count(DISTINCT a) AS number\nORDER BY number DESC\nLIMIT 20",
    )


def check(asker: Asker, lab: Lab, most_rows: int) -> Check:
    """Checks what stands in the lab, for the graph that is asked.

    Raises:
        KgqaError: the names of the graph cannot be read.
    """
    made_of = (lab.text, lab.undone, asker.source, asker.data_version, id(asker), most_rows)
    if lab.known is None or lab.known[0] != made_of:
        lab.known = (
            made_of,
            judged(checker(asker).check(lab.text, undone=lab.undone), most_rows, asker.schema.counts),
        )
        if lab.known[1].admitted is not None:
            asker.expect_cypher()
    return lab.known[1]
