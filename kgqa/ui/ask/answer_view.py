"""The answer card: its state in words, the sentence with its numbers, and the choice where one is to be made."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.language import read_as
from kgqa.language.phrases import shown_status, way
from kgqa.presentation import links
from kgqa.presentation.badges import badges, looks
from kgqa.presentation.claims import is_of_model_alone
from kgqa.presentation.text import badge, number, paragraphs, plain, when
from kgqa.records import Answer, Trace, chosen_of
from kgqa.strategies.no_answer import NONE_ANSWERS
from kgqa.ui.ask import choice_view, failure_view
from kgqa.ui.components import claims_view, reading_view
from kgqa.ui.session import graphs, navigation, state
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker


def draw_card(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The status in words, the headline, the text, how complete it is, and the choice where one is to be made."""
    answer = trace.answer
    look = "alone" if is_of_model_alone(trace) else shown_status(trace)
    with st.container(border=True, key=f"card_{look}_{run.serial}", gap="xsmall"):
        row = _badges(asker, trace)
        if way(trace) != "cypher" and (line := completeness(answer, _is_counted(trace))) and trace.federated is None:
            row.append(plain(line))
        with st.container(key=f"badges_{run.serial}"):
            st.markdown(" &nbsp; ".join(row))
        _draw_question(asker, run, trace)
        claims_view.draw_written(trace)
        if trace.evidence or answer.written_by:
            claims_view.draw_sentences(trace, run.serial, asker.schema)
        else:
            st.markdown(f"## {plain(answer.headline)}", anchors=False)
            if rest := _rest(asker, trace):
                st.markdown(_with_links(paragraphs(rest), answer))
        if graphs.is_of_another(trace, asker):
            return
        _draw_explore(answer)
        if trace.choices:
            choice_view.draw(asker, run, trace)
        elif answer.status == "ambiguous":
            reading_view.draw_choice(answer.suggestions, run.serial, partial(state.ask, asker))
        failure_view.draw_without_model(asker, run)
        _draw_refinement(asker, trace)


def draw_further(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """Beneath an answer those to further questions of the same text, each in short, with the way to all of it."""
    for place, one in enumerate(trace.further, 1):
        with st.container(border=True, key=f"card_{shown_status(one)}_further_{place}_{run.serial}", gap="xsmall"):
            st.markdown(" &nbsp; ".join(_badges(asker, one)))
            st.caption(f"Also asked: {plain(one.question)}")
            reading_view.draw_answer(one)
            if not graphs.is_of_another(trace, asker):
                st.button(
                    "Open with its records",
                    icon=":material/open_in_full:",
                    key=f"further_{place}_{run.serial}",
                    on_click=state.ask,
                    args=(asker, one.question),
                )


def _badges(asker: Asker, trace: Trace) -> list[str]:
    """Where an answer comes from and how strong it is; its status where nothing says so."""
    row = [badge(one.words, one.colour, one.icon) for one in badges(trace, asker.schema, len(trace.answer.items))]
    return row or [badge(*looks(way(trace), shown_status(trace)))]


def _draw_question(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """What was asked and what it was read as; only for narrow screens, where the box cuts it, if that is the same."""
    if read_as.by_meaning(trace) is not None:
        of_answers = trace.follows is not None and trace.follows.group is not None
        ask = None if of_answers or graphs.is_of_another(trace, asker) else partial(state.ask, asker)
        reading_view.draw(trace, run.serial, ask)
        return
    if words := read_as.followed(trace):
        st.markdown(f"{read_as.READ_AS} **{plain(words)}**")
        return
    with st.container(key="again_question"):
        st.caption(plain(trace.question))


def _rest(asker: Asker, trace: Trace) -> str:
    """What follows the headline of an answer without evidence; of a choice only what the choice does not tell."""
    text = trace.answer.text
    if not trace.choices or graphs.is_of_another(trace, asker):
        return text.removeprefix(trace.answer.headline).strip()
    return NONE_ANSWERS if NONE_ANSWERS in text else ""


def _with_links(markdown: str, answer: Answer) -> str:
    """A text in which the identifiers of the things that it is about lead to where they can be looked up."""
    ids = {plain(id_): id_ for item in answer.items for id_ in item.ids} if answer.kind == "text" else {}
    if not ids:
        return markdown
    known = re.compile("|".join(re.escape(shown) for shown in sorted(ids, key=len, reverse=True)))
    return known.sub(lambda found: links.shown(ids[found.group()]), markdown)


def _draw_explore(answer: Answer) -> None:
    """The way to everything that is recorded about the one thing that a text is about."""
    if answer.status != "answered" or answer.kind != "text" or len(answer.items) != 1:
        return
    (item,) = answer.items
    if st.button("See every record in Explore", icon=":material/hub:", key="explore_thing"):
        navigation.to(item.id, item.name)
        st.switch_page(navigation.EXPLORE)


def draw_origin(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """Above an answer from its record: when it was asked, and whether the graph in use is another one."""
    if not run.opened:
        return
    if graphs.is_of_another(trace, asker):
        _draw_other_graph(asker, trace)
        return
    version = f"{trace.graph.title} {trace.graph.version}".strip()
    moment = when(trace.asked_at, st.context.timezone)
    if version == asker.source:
        words = badge("From its record", "blue", "bookmark")
        sentence = f"Answered on {moment}; nothing was asked again." if moment else "Nothing was asked again."
    else:
        words = badge("Graph was updated", "orange", "update")
        sentence = f"This answer of {moment} is from {version}; the graph in use is {asker.source}."
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="card_record", gap="small"):
        st.markdown(f"{words} &nbsp; {plain(sentence)}")
        st.button(
            "Ask again now",
            icon=":material/refresh:",
            key="ask_again",
            on_click=state.ask,
            args=(asker, trace.question, run.chosen, run.narrower),
        )


def _draw_other_graph(asker: Asker, trace: Trace) -> None:
    """Above an answer of a graph that is not in use: the way to that graph, or to the same question here."""
    moment, name = when(trace.asked_at, st.context.timezone), trace.graph.name
    origin = f"{trace.graph.title} {trace.graph.version}".strip()
    sentence = f"This answer{f' of {moment}' if moment else ''} is from {origin}; the graph in use is {asker.source}."
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="card_record", gap="small"):
        st.markdown(f"{badge('Another graph', 'violet', 'database')} &nbsp; {plain(sentence)}")
        if graphs.version(name):
            use = f"Use {plain(trace.graph.title)}"
            st.button(use, icon=":material/check:", key="use_its_graph", on_click=graphs.choose, args=(name, True))
        here = f"Ask {plain(asker.card.title)}"
        st.button(here, icon=":material/refresh:", key="ask_again", on_click=state.ask, args=(asker, trace.question))


def completeness(answer: Answer, counted: bool = False) -> str:
    """How much of the answer is there, with the number that the database counted; empty where nothing was counted.

    Args:
        counted: of an answer that is to be chosen, that its readings were counted.
    """
    if answer.status == "ambiguous":
        return "each reading was only counted" if counted else "nothing has been asked of the graph yet"
    if answer.total is None or (answer.status == "answered" and answer.kind not in ("list", "count")):
        return ""
    if answer.kind != "list" or not answer.items:
        return f"{number(answer.total)} found, counted by the database"
    parts = [f"{number(len(answer.items))} of {number(answer.total)} listed, counted by the database"]
    if answer.truncated:
        parts.append(f"the row limit ended the list at {number(len(answer.items))}")
    return " · ".join(parts)


def _draw_refinement(asker: Asker, trace: Trace) -> None:
    """The visible choice that adds the kinds of the asked terms, with the number that this brings."""
    chosen = chosen_of(trace.settled)
    if trace.answer.narrower and not trace.narrower:
        more = (trace.answer.total or 0) + trace.answer.narrower
        words, narrower = f"Count narrower terms too: {number(more)}", True
    elif trace.narrower:
        words, narrower = "Only the terms themselves", False
    else:
        return
    st.button(
        words,
        icon=":material/account_tree:",
        key="narrower",
        on_click=state.ask,
        args=(asker, trace.question, chosen, narrower),
    )


def _is_counted(trace: Trace) -> bool:
    """Whether the graph was asked how many answers each reading gives."""
    if trace.answer.status == "ambiguous" and any(one.count is not None for one in trace.answer.suggestions):
        return True
    return any(one.answers is not None for entity in trace.choices for one in (entity.chosen, *entity.rivals))
