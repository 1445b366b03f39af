"""One column of a comparison: who answers, how much of it the graph supports, each claim, and the whole answer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.evidence import citing
from kgqa.language.phrases import CONTEXTS, STRATEGIES, shown_status, way
from kgqa.presentation import claims
from kgqa.presentation.badges import looks
from kgqa.presentation.text import badge, counted, paragraphs, plain, shortened
from kgqa.ui.ask import running_view, services_view, strategy_view
from kgqa.ui.compare import state as compare_state
from kgqa.ui.components import claims_view, evidence_view, reading_view
from kgqa.ui.session import navigation, state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.records import Trace
    from kgqa.ui.compare.state import Compared
    from kgqa.ui.session.question_run import QuestionRun


LONGEST = 300
"""Characters of the composed headline in a column; the answer as written has all of it."""


def draw(asker: Asker, compared: Compared, place: int) -> None:
    """The card of one column, as high as the one beside it."""
    run = compared.runs[place]
    ended = run.wait(0)
    with st.container(border=True, height="stretch", key=_key(run, ended), gap="xsmall"):
        _draw_head(asker, compared, place)
        if not ended:
            _draw_running(run)
        elif run.stopped:
            st.markdown(badge("Stopped by you", "gray", "stop_circle") + f" &nbsp; after {run.elapsed_s:.1f} s")
            _draw_arrived(run)
            _draw_again(asker, place, run)
        elif run.trace is None or run.trace.answer.status in ("failed", "refused"):
            _draw_failed(asker, run, place)
        else:
            _draw_answer(asker, run, run.trace, STRATEGIES[compared.columns[place].strategy])


def _key(run: QuestionRun, ended: bool) -> str:
    """The key says what stands in the card, and with it how the card looks."""
    if not ended:
        return f"card_running_{run.serial}"
    if run.stopped:
        return f"card_stopped_{run.serial}"
    if run.strategy == "llm-only":
        return f"card_alone_{run.serial}"
    return f"card_{run.trace.answer.status if run.trace is not None else 'failed'}_{run.serial}"


def _draw_head(asker: Asker, compared: Compared, place: int) -> None:
    column, model = compared.columns[place], compared.settings[place]
    claims_view.draw_style()
    if column.strategy == "graph-only":
        words = f"no language model, planned from the schema of {asker.source}"
    else:
        alone = "no language model asked" if column.strategy in CONTEXTS else "no language model set"
        name = alone if model is None else strategy_view.called(model)
        trace = compared.runs[place].trace if model is None and compared.runs[place].opened else None
        if trace is not None and trace.calls:
            name = f"{trace.calls[-1].model} ({trace.calls[-1].provider})"
        rest = "no evidence given" if column.strategy == "llm-only" else f"with evidence from {asker.source}"
        words = f"{name} · {rest}"
    st.markdown(f"### {STRATEGIES[column.strategy]}  \n:small[:gray[{plain(words)}]]", anchors=False)


def _draw_running(run: QuestionRun) -> None:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        words = badge(running_view.step(run), "blue", "hourglass_top")
        st.markdown(f"{words} &nbsp; {'stopping' if run.stopped else f'{run.elapsed_s:.1f} s'}")
        st.button("Stop", icon=":material/stop_circle:", key=f"stop_{run.serial}", on_click=run.stop)
    running_view.draw_text(run)


def _draw_answer(asker: Asker, run: QuestionRun, trace: Trace, name: str) -> None:
    as_written, trace = trace, claims.composed(trace)
    said = claims.made(trace)
    ask = partial(compare_state.ask, asker)
    reading_view.draw(trace, run.serial, ask)
    st.markdown(f"## {_count(trace, len(said))}", anchors=False)
    row = [badge(*looks(way(trace), shown_status(trace)))]
    st.markdown(" &nbsp; ".join([*row, *(claims_view.badges(said) if said else [])]))
    if not said:
        st.markdown(plain(trace.answer.headline))
        if trace.answer.status == "ambiguous" and not trace.choices:
            reading_view.draw_choice(trace.answer.suggestions, run.serial, ask)
    elif trace.answer.written_by and trace.strategy != "llm-only":
        source = "From the rows" if way(trace) == "cypher" else "From the graph"
        words = trace.answer.headline
        if trace.strategy in CONTEXTS:  # its text says as well what of that the language model could not be sent
            source, words = "Found", trace.answer.text[: trace.answer.written_from]
        st.markdown(f":gray[{source}:] {plain(shortened(citing.without_marks(words), LONGEST))}")
    claims_view.draw_list(trace, run.serial, asker.schema, name=f"Claims of {name}")
    with st.expander("The answer as written", key=f"written_{run.serial}"):
        _draw_written(asker, run, as_written)
    if trace.federated is not None:
        services_view.draw_awaited(trace.federated.services)
    if trace.evidence:
        label = f"Evidence: {counted(len(trace.evidence), 'fact')}"
        with st.expander(label, key=f"facts_{run.serial}", expanded=trace.answer.status == "evidence"):
            evidence_view.draw(trace, run.serial, "clinician", asker.schema)
    _draw_link(run)


def _count(trace: Trace, said: int) -> str:
    if trace.answer.status == "evidence":
        return f"{counted(len(trace.evidence), 'fact')}, and nothing composed from them"
    if said and not trace.answer.written_by:
        return f"{counted(said, 'claim')}, each composed from records"
    return plain(claims.summary(trace.claims)[:1].upper() + claims.summary(trace.claims)[1:])


def _draw_written(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    if trace.answer.written_by:
        st.markdown(f":gray[Written by **{plain(trace.answer.written_by)}**]")
    claims_view.draw_sentences(trace, run.serial, asker.schema)


def _draw_failed(asker: Asker, run: QuestionRun, place: int) -> None:
    trace = run.trace
    words, colour, icon = looks(way(trace), shown_status(trace)) if trace else ("Failed", "red", "error")
    st.markdown(badge(words, colour, icon) + f" &nbsp; after {run.elapsed_s:.1f} s")
    text = trace.answer.text if trace is not None else run.error or ""
    headline = trace.answer.headline if trace is not None else text.partition(". ")[0].rstrip(".") + "."
    st.markdown(f"## {plain(headline)}", anchors=False)
    if rest := text.removeprefix(headline).strip():
        st.markdown(paragraphs(rest))
    _draw_arrived(run)
    _draw_again(asker, place, run)
    st.page_link(navigation.SETTINGS, label="Language models on Settings", icon=":material/settings:")


def _draw_arrived(run: QuestionRun) -> None:
    """What a language model had written when it ended early; it was not compared with the graph."""
    if run.text:
        st.markdown(":gray[What had arrived; nothing of it has been compared with the graph.]")
        with st.container(key=f"writing_{run.serial}"):
            st.text(run.text)


def _draw_again(asker: Asker, place: int, run: QuestionRun) -> None:
    st.button(
        "Ask this one again",
        icon=":material/refresh:",
        key=f"again_{run.serial}",
        on_click=compare_state.ask_again,
        args=(asker, place),
    )


def _draw_link(run: QuestionRun) -> None:
    """Leads to the answer, with its drawing and its steps, where the comparison is kept."""
    if not run.record:
        return
    link = {state.ADDRESS: run.record}
    st.page_link(navigation.ASK, label="Open on Ask: drawing and steps", icon=":material/forum:", query_params=link)
