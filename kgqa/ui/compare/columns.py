"""Compare: one question asked in two or three ways at the same time, and how the answers differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from kgqa.language.phrases import STRATEGIES
from kgqa.presentation.text import badge, plain
from kgqa.questions.wording import listed
from kgqa.strategies.approach import Strategy
from kgqa.ui.ask import failure_view, strategy_view
from kgqa.ui.ask.pruned import choices
from kgqa.ui.ask.running_view import pace_s
from kgqa.ui.compare import card, differences, pasted, state
from kgqa.ui.compare.state import FEWEST, MOST, Column, Compared
from kgqa.ui.components import type_ahead
from kgqa.ui.data import graph_choice
from kgqa.ui.session import models, navigation, services
from kgqa.ui.session.state import COMPARE_BOX

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

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
    problem = state.follow_address(asker)
    _draw_box(asker)
    _draw_line(asker)
    if problem:
        failure_view.draw_address(problem)
    compared = state.current()
    if compared is not None and compared.graph != asker.card.name:
        state.put_away()
        compared = None
    if compared is None:
        _draw_empty()
        return
    if compared.under_way:
        every = pace_s()
        st.fragment(run_every=every)(_draw_waiting)(asker, compared, every)
        return
    if problem := state.keep(compared):
        st.caption(f":material/info: {plain(problem)}")
    compared = state.current() or compared
    if compared.runs[0].opened:
        _draw_origin(asker, compared)
    _draw_columns(asker, compared)
    differences.draw(asker, compared)


def _draw_origin(asker: Asker, compared: Compared) -> None:
    """Above a comparison from its record: that nothing was asked again."""
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="card_record", gap="small"):
        st.markdown(f"{badge('From its record', 'blue', 'bookmark')} &nbsp; Nothing was asked again.")
        again = state.ask
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
    compared = state.current()
    COMPARE_BOX.restore(compared.question if compared is not None else None)
    with st.container(gap=None):
        with (
            st.form("compare_question", border=False),
            st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"),
        ):
            COMPARE_BOX.draw("Ask one question in several ways")
            st.form_submit_button("Ask", type="primary", width=112, on_click=state.ask_box, args=(asker,))
        type_ahead.draw(asker, COMPARE_BOX.key)


def _draw_line(asker: Asker) -> None:
    names = [f"**{title}**" for title in map(title_of, state.columns())]
    label = f"Comparing {' with '.join(names)} over {plain(asker.source)}"
    with st.popover(label, icon=":material/tune:", type="tertiary", key="comparing"):
        graph_choice.draw_choice()
        _draw_choice()
        wanted = [column.strategy for column in state.columns()]
        model, needing = models.chosen(), [one for one in wanted if one in state.NEED_A_MODEL]
        strategy_view.draw_model(model, (needing or wanted)[0])
        strategy_view.draw_own(wanted)
        choices.draw(wanted, asker.schema, model=model is not None)


def title_of(column: Column) -> str:
    """A column in words, as Markdown."""
    return f"{STRATEGIES[column.strategy]}{f' ({plain(column.model)})' if column.model else ''}"


def _draw_choice() -> None:
    """How many columns, and for each its strategy and its model."""
    wanted = state.columns()
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
    chosen, before = [], state.columns()
    for place in range(st.session_state.get(_MANY) or len(before)):
        known = before[place] if place < len(before) else Column("cypher")
        strategy = st.session_state.get(f"compare_strategy_{place}", known.strategy)
        model = st.session_state.get(f"compare_model_{place}", known.model) or ""
        chosen.append(Column(cast(Strategy, strategy), "" if strategy == "graph-only" else str(model).strip()))
    state.choose(chosen)


def _draw_empty() -> None:
    st.markdown("# One question, several answers, side by side", anchors=False)
    st.markdown(
        "A language model alone beside an answer from the graph, two strategies, or two models: each claim of each "
        "answer is compared with the graph, the claims are lined up, and so are the facts behind them."
    )
    if models.chosen() is None:
        needing = [f"**{STRATEGIES[one.strategy]}**" for one in state.columns() if one.strategy in state.NEED_A_MODEL]
        with st.container(border=True, key="card_ambiguous_no_model", gap="xsmall"):
            st.markdown(badge("No language model", "orange", "block"))
            if needing:
                st.markdown(f"{' and '.join(needing)} cannot be asked without one.")
            without = [
                f"**{title}**"
                for name in services.strategies()
                for title in (STRATEGIES[name],)
                if name not in state.NEED_A_MODEL
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
    if not compared.under_way or compared is not state.current() or not due:
        st.rerun()
    _draw_columns(asker, compared)


def _draw_columns(asker: Asker, compared: Compared) -> None:
    for place, column in enumerate(st.columns(len(compared.columns), gap="medium")):
        with column:
            card.draw(asker, compared, place)
