"""What this session compares: the columns, each a strategy and a model, and the question that all of them are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.language.phrases import CONTEXTS
from kgqa.strategies.approach import Approach, Strategy
from kgqa.ui.session import models, preferences, privacy_dialog
from kgqa.ui.session.question_run import QuestionRun
from kgqa.ui.session.state import COMPARE_BOX

if TYPE_CHECKING:
    from kgqa.llm.messages import ModelSettings
    from kgqa.pipeline import Asker

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
    """

    question: str
    columns: tuple[Column, ...]
    settings: tuple[ModelSettings | None, ...]
    runs: tuple[QuestionRun, ...]
    graph: str

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
        st.session_state[_COMPARED] = replace(compared, runs=tuple(runs))

    approach = models.approach_with(column.strategy, compared.settings[place], judged=False)
    privacy_dialog.gate_each(compared.question, [approach], begin)


def _by_model(approach: Approach) -> Approach | None:
    return preferences.graph_alone() if approach.strategy == "graph-only" else approach
