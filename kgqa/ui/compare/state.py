"""What this session compares: the columns, each a strategy and a model, and the question that all of them are asked."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.language.phrases import CONTEXTS, STRATEGIES
from kgqa.strategies.approach import Approach, Strategy
from kgqa.ui.session import models, preferences, privacy_dialog, reader
from kgqa.ui.session.question_run import QuestionRun
from kgqa.ui.session.state import COMPARE_BOX, COMPARISON

if TYPE_CHECKING:
    from kgqa.llm.messages import ModelSettings
    from kgqa.pipeline import Asker
    from kgqa.records import Trace

FEWEST, MOST = 2, 3
"""Columns."""
NEED_A_MODEL: tuple[Strategy, ...] = ("cypher", "llm-only")
_COLUMNS, _COMPARED = "compare_columns", "compared"


@dataclass(frozen=True, slots=True)
class Column:
    """One way to an answer.

    Attributes:
        model: name of the language model; empty for the one that this session asks.
    """

    strategy: Strategy
    model: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """One question asked in several ways.

    Attributes:
        settings: the language model of each column; None where it has none.
        graph: name of the graph that was asked.
        record: under what id this machine keeps it; empty where it does not.
    """

    question: str
    columns: tuple[Column, ...]
    settings: tuple[ModelSettings | None, ...]
    runs: tuple[QuestionRun, ...]
    graph: str
    record: str = ""

    @property
    def under_way(self) -> bool:
        """Whether any of the answers is still on its way."""
        return not all(run.wait(0) for run in self.runs)

    def stop(self) -> None:
        """Ends what is still on its way."""
        for run in self.runs:
            run.stop()


def columns() -> tuple[Column, ...]:
    """The columns that this session has chosen: by default the model alone, and beside it the strategy of Ask.

    Without a language model, the graph alone and the facts that a model would be given.
    """
    found: tuple[Column, ...] | None = st.session_state.get(_COLUMNS)
    if found is None:
        strategy = preferences.strategy()
        if models.chosen() is None:
            return Column("graph-only"), Column(strategy if strategy in CONTEXTS else "kg-rag")
        found = (Column("llm-only"), Column("cypher" if strategy == "llm-only" else strategy))
    return found


def choose(columns: Sequence[Column]) -> None:
    """Has the next question asked in these ways."""
    st.session_state[_COLUMNS] = tuple(columns)


def model_of(column: Column) -> ModelSettings | None:
    """The language model of a column; None where it needs none, and where none is set."""
    known = models.available()
    if column.strategy == "graph-only" or not known:
        return None
    if not column.model:
        return known[0]
    named = next((one for one in known if one.model == column.model), None)
    return named or replace(known[0], model=column.model)  # another model of the server that this session asks


def current() -> Compared | None:
    """The question on the page; None where nothing was asked yet."""
    found = st.session_state.get(_COMPARED)
    return found if isinstance(found, Compared) else None


def put_away() -> None:
    """Takes the answers off the page, and ends those on their way."""
    compared = current()
    if compared is not None:
        compared.stop()
        del st.session_state[_COMPARED]
    st.query_params.pop(COMPARISON, None)


def ask_box(asker: Asker) -> None:
    """Asks what stands in the box, in every column at the same time."""
    ask(asker, COMPARE_BOX.words)


def ask(asker: Asker, question: str) -> None:
    """Asks a question in every column at the same time, once its reader agreed to what is sent."""
    wanted = columns()
    chosen = tuple(map(model_of, wanted))
    approaches = [
        models.approach_with(one.strategy, model, judged=False) for one, model in zip(wanted, chosen, strict=True)
    ]

    def begin(words: str, released: tuple[Approach, ...]) -> None:
        put_away()
        runs = tuple(QuestionRun.begin(asker, words, approach=_by_model(one)) for one in released)
        said = tuple(replace(c, strategy=one.strategy) for c, one in zip(wanted, released, strict=True))
        st.session_state[_COMPARED] = Compared(words, said, chosen, runs, asker.card.name)
        COMPARE_BOX.fill(words)

    privacy_dialog.gate_each(question, approaches, begin)


def ask_again(asker: Asker, place: int) -> None:
    """Asks the question of one column again; the others stay."""
    compared = current()
    if compared is None:
        return
    column = compared.columns[place]

    def begin(words: str, released: tuple[Approach, ...]) -> None:
        compared.runs[place].stop()
        runs = list(compared.runs)
        runs[place] = QuestionRun.begin(asker, words, approach=_by_model(released[0]))
        _forget_record(compared)
        st.session_state[_COMPARED] = replace(compared, runs=tuple(runs), record="")

    approach = models.approach_with(column.strategy, compared.settings[place], judged=False)
    privacy_dialog.gate_each(compared.question, [approach], begin)


def answered(compared: Compared) -> list[tuple[Column, QuestionRun, Trace]]:
    """The answers that there are to be compared."""
    return [
        (column, run, run.trace)
        for column, run in zip(compared.columns, compared.runs, strict=True)
        if run.trace is not None and not run.stopped and run.trace.answer.status not in ("failed", "refused")
    ]


def keep(compared: Compared) -> str:
    """Keeps a comparison that has just come as one, and puts its address into the browser's bar; gives why it could
    not, or nothing."""
    there = answered(compared)
    if not compared.record and there:
        try:
            names = told_apart(
                [STRATEGIES[column.strategy] for column, _, _ in there], [trace for _, _, trace in there]
            )
            record = reader.kept().remember_comparison(names, [trace for _, _, trace in there])
        except (KgqaError, OSError) as error:  # a full disk takes the history, never the answers
            return f"This comparison is not kept in the history: {error}"
        for place, (_, run, _) in enumerate(there):
            run.record = f"{record}.{place}"
        compared = replace(compared, record=record)
        st.session_state[_COMPARED] = compared
    if compared.record and st.query_params.get(COMPARISON) != compared.record:
        st.query_params[COMPARISON] = compared.record
    return ""


def follow_address(asker: Asker) -> str:
    """Opens the comparison that the address names, unless it is on the page; gives why it could not, or nothing."""
    wanted, compared = st.query_params.get(COMPARISON), current()
    if not wanted or (compared is not None and (compared.record == wanted or compared.under_way)):
        return ""
    from kgqa.history.storage import open_comparison

    try:
        found = open_comparison(settings.load().data_dir, wanted)
    except KgqaError as error:
        st.query_params.pop(COMPARISON, None)
        return str(error)
    traces = [trace for _, trace in found]
    if not traces or traces[0].graph.name != asker.card.name:
        st.query_params.pop(COMPARISON, None)
        origin = f"{traces[0].graph.title} {traces[0].graph.version}".strip() if traces else "another graph"
        return f"This comparison is of {origin}; the graph in use is {asker.source}."
    runs = tuple(QuestionRun.of_record(trace, f"{wanted}.{place}") for place, trace in enumerate(traces))
    columns = tuple(
        Column(strategy) for trace in traces for strategy in get_args(Strategy) if strategy == trace.strategy
    )
    put_away()
    st.session_state[_COMPARED] = Compared(
        traces[0].question, columns, (None,) * len(runs), runs, asker.card.name, wanted
    )
    COMPARE_BOX.fill(traces[0].question)
    return ""


def _forget_record(compared: Compared) -> None:
    """A comparison of which a part is asked again is kept anew."""
    if compared.record:
        with contextlib.suppress(KgqaError, OSError):
            reader.kept().forget(compared.record)
        for run in compared.runs:
            run.record = ""
        st.query_params.pop(
            COMPARISON, None
        )  # its address opens nothing any more, also where the answer is there at once


def told_apart(names: Sequence[str], traces: Sequence[Trace]) -> list[str]:
    """The columns by name; those of one strategy with their language model, and with their place where that is one."""
    found = [
        f"{name}, {trace.answer.written_by}" if names.count(name) > 1 and trace.answer.written_by else name
        for name, trace in zip(names, traces, strict=True)
    ]
    return [f"{name} ({place})" if found.count(name) > 1 else name for place, name in enumerate(found, start=1)]


def _by_model(approach: Approach) -> Approach | None:
    return preferences.graph_alone() if approach.strategy == "graph-only" else approach
