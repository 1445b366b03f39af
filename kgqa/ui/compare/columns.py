"""Several ways to answer one question, side by side: a column each, with its choices and the card of its answer."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from kgqa.evidence import citing
from kgqa.language.phrases import CONTEXTS, STRATEGIES, shown_status, way
from kgqa.presentation import claims
from kgqa.presentation.badges import looks
from kgqa.presentation.text import badge, counted, paragraphs, plain, shortened
from kgqa.questions.wording import listed
from kgqa.strategies.approach import Strategy
from kgqa.ui.ask import failure_view, running_view, services_view, strategy_view
from kgqa.ui.ask.pruned import choices
from kgqa.ui.ask.running_view import pace_s
from kgqa.ui.compare import differences, pasted
from kgqa.ui.compare import state as compare_state
from kgqa.ui.compare.state import FEWEST, MOST, Column, Compared
from kgqa.ui.components import claims_view, evidence_view, reading_view, type_ahead
from kgqa.ui.data import graph_choice
from kgqa.ui.session import models, navigation, services, state
from kgqa.ui.session.state import COMPARE_BOX

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.records import Trace
    from kgqa.ui.session.question_run import QuestionRun

STYLE = """<style>
.stColumn:has([class*="st-key-card_"]) { min-width: min(100%, 20rem); }
:is([class*="st-key-compare_strategy_"], [class*="st-key-compare_model_"]) { min-width: min(100%, 13rem); }
</style>"""
SESSION = "the model of this session"
_MANY = "compare_many"
ASK, CHECK = "Answers to a question", "Check a text"
_VIEW, _VIEW_KEPT = "compare_view", "compare_view_kept"


def draw(asker: Asker) -> None:
    """The whole page below the frame."""
    st.html(STYLE)
    if _draw_view() == CHECK:
        pasted.draw(asker)
        return
    problem = compare_state.follow_address(asker)
    _draw_box(asker)
    _draw_line(asker)
    if problem:
        failure_view.draw_address(problem)
    compared = compare_state.current()
    if compared is not None and compared.graph != asker.card.name:
        compare_state.put_away()
        compared = None
    if compared is None:
        _draw_empty()
        return
    if compared.under_way:
        every = pace_s()
        st.fragment(run_every=every)(_draw_waiting)(asker, compared, every)
        return
    if problem := compare_state.keep(compared):
        st.caption(f":material/info: {plain(problem)}")
    compared = compare_state.current() or compared
    if compared.runs[0].opened:
        _draw_origin(asker, compared)
    _draw_columns(asker, compared)
    differences.draw(asker, compared)


def _draw_origin(asker: Asker, compared: Compared) -> None:
    """Above a comparison from its record: that nothing was asked again."""
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="card_record", gap="small"):
        st.markdown(f"{badge('From its record', 'blue', 'bookmark')} &nbsp; Nothing was asked again.")
        again = compare_state.ask
        st.button(
            "Ask again now", icon=":material/refresh:", key="compare_again", on_click=again,
            args=(asker, compared.question),
        )  # fmt: skip


def _draw_view() -> str:
    """What the reader compares with the graph: answers to a question, or a text; gives the choice."""
    if _VIEW not in st.session_state:
        st.session_state[_VIEW] = st.session_state.get(_VIEW_KEPT, ASK)
    st.segmented_control(
        "What is compared with the graph", (ASK, CHECK), required=True, key=_VIEW, label_visibility="collapsed"
    )
    st.session_state[_VIEW_KEPT] = chosen = st.session_state[_VIEW] or ASK
    return str(chosen)


def _draw_box(asker: Asker) -> None:
    compared = compare_state.current()
    COMPARE_BOX.restore(compared.question if compared is not None else None)
    with st.container(gap=None):
        with (
            st.form("compare_question", border=False),
            st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"),
        ):
            COMPARE_BOX.draw("Ask one question in several ways")
            st.form_submit_button("Ask", type="primary", width=112, on_click=compare_state.ask_box, args=(asker,))
        type_ahead.draw(asker, COMPARE_BOX.key)


def _draw_line(asker: Asker) -> None:
    names = [f"**{title}**" for title in map(title_of, compare_state.columns())]
    label = f"Comparing {' with '.join(names)} over {plain(asker.source)}"
    with st.popover(label, icon=":material/tune:", type="tertiary", key="comparing"):
        graph_choice.draw_choice()
        _draw_choice()
        wanted = [column.strategy for column in compare_state.columns()]
        model, needing = models.chosen(), [one for one in wanted if one in compare_state.NEED_A_MODEL]
        strategy_view.draw_model(model, (needing or wanted)[0])
        strategy_view.draw_own(wanted)
        choices.draw(wanted, asker.schema, model=model is not None)


def title_of(column: Column) -> str:
    """A column in words, as Markdown."""
    return f"{STRATEGIES[column.strategy]}{f' ({plain(column.model)})' if column.model else ''}"


def _draw_choice() -> None:
    """How many columns, and for each its strategy and its model."""
    wanted = compare_state.columns()
    many: Any = st.segmented_control(
        "Answers side by side", (FEWEST, MOST), default=len(wanted), required=True, key=_MANY, on_change=_choose
    )
    known = [model.model for model in models.available()]
    for place in range(many or len(wanted)):
        column = wanted[place] if place < len(wanted) else Column("cypher")
        offered = services.strategies(column.strategy)
        with st.container(horizontal=True, gap="small"):
            st.selectbox(
                f"Answer {place + 1}",
                offered,
                index=offered.index(column.strategy),
                format_func=STRATEGIES.__getitem__,
                key=f"compare_strategy_{place}",
                on_change=_choose,
            )
            names = list(dict.fromkeys(["", *known, *([column.model] if column.model else [])]))
            st.selectbox(
                f"Language model of answer {place + 1}",
                names,
                index=names.index(column.model),
                format_func=lambda name: plain(name) if name else SESSION,
                accept_new_options=True,
                disabled=column.strategy == "graph-only" or not known,
                key=f"compare_model_{place}",
                on_change=_choose,
                help="Choose one, or type the name of another model of the same server.",
            )


def _choose() -> None:
    chosen, before = [], compare_state.columns()
    for place in range(st.session_state.get(_MANY) or len(before)):
        known = before[place] if place < len(before) else Column("cypher")
        strategy = st.session_state.get(f"compare_strategy_{place}", known.strategy)
        model = st.session_state.get(f"compare_model_{place}", known.model) or ""
        chosen.append(Column(cast(Strategy, strategy), "" if strategy == "graph-only" else str(model).strip()))
    compare_state.choose(chosen)


def _draw_empty() -> None:
    st.markdown("# One question, several answers, side by side", anchors=False)
    st.markdown(
        "A language model alone beside an answer from the graph, two strategies, or two models: each claim of each "
        "answer is compared with the graph, the claims are lined up, and so are the facts behind them."
    )
    if models.chosen() is None:
        needing = [
            f"**{STRATEGIES[one.strategy]}**"
            for one in compare_state.columns()
            if one.strategy in compare_state.NEED_A_MODEL
        ]
        with st.container(border=True, key="card_ambiguous_no_model", gap="xsmall"):
            st.markdown(badge("No language model", "orange", "block"))
            if needing:
                st.markdown(f"{' and '.join(needing)} cannot be asked without one.")
            without = [
                f"**{title}**"
                for name in services.strategies()
                for title in (STRATEGIES[name],)
                if name not in compare_state.NEED_A_MODEL
            ]
            st.markdown(
                f"{listed(without)} need none and can be compared now: what is found, and how long the facts would be "
                "in a prompt. With a model on Settings the answers that it writes are compared as well; one on this "
                "machine (Ollama) is enough, and nothing leaves it then."
            )
            st.page_link(navigation.SETTINGS, label="Set a language model", icon=":material/settings:")


def _draw_waiting(asker: Asker, compared: Compared, every: float) -> None:
    """The columns while at least one is on its way; a fragment, so that the page around them stands still."""
    due = every / 2 <= pace_s() <= every * 2
    if not compared.under_way or compared is not compare_state.current() or not due:
        st.rerun()
    _draw_columns(asker, compared)


def _draw_columns(asker: Asker, compared: Compared) -> None:
    for place, column in enumerate(st.columns(len(compared.columns), gap="medium")):
        with column:
            _draw_card(asker, compared, place)


_LONGEST = 300
"""Characters of the composed headline in a column; the answer as written has all of it."""


def _draw_card(asker: Asker, compared: Compared, place: int) -> None:
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
        st.markdown(f":gray[{source}:] {plain(shortened(citing.without_marks(words), _LONGEST))}")
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
