"""A name that means several things: its readings, each with its type, definition and number of answers, and what else
can be meant."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.lookup_hits import how
from kgqa.presentation.text import plain, shortened
from kgqa.records import Candidate, Entity, Trace
from kgqa.strategies.no_answer import answers_of
from kgqa.ui.ask.chips_view import candidate_caption, candidate_label
from kgqa.ui.session import state
from kgqa.ui.session.question_run import Chosen, QuestionRun

if TYPE_CHECKING:
    from kgqa.linking.lookup import Hit
    from kgqa.pipeline import Asker

LONGEST_DEFINITION = 140
MOST_HITS = 8
# A popover stands outside of the page, where only its own content says how wide it must be.
STYLE = """<style>
[data-testid="stPopoverBody"]:has([class*="st-key-other_name_"]) { width: min(34rem, calc(100vw - 32px)); }
</style>"""


def draw(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The things that each mention may mean, none of them picked, and the button that asks with the choice made."""
    st.html(STYLE)
    meant = dict(run.chosen)
    several = len(trace.choices) > 1
    for entity in trace.choices:
        picked = _draw_readings(asker, run, entity, several=several)
        if picked is not None:
            ids = tuple(one.id for one in picked)
            meant[entity.start, entity.end] = ids if len(ids) > 1 else ids[0]
    nobody = {(entity.start, entity.end): None for entity in trace.choices}
    remember = f"remember_{run.serial}"
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key=f"choose_{run.serial}"):
        st.button(
            "Ask with this choice",
            type="primary",
            disabled=any((entity.start, entity.end) not in meant for entity in trace.choices),
            on_click=_ask_with,
            args=(asker, run, trace.choices, meant, remember),
        )
        for entity in trace.choices:
            words = f"Search for “{plain(entity.mention)}”" if several else "Search by name"
            with st.popover(
                words, icon=":material/search:", type="tertiary", key=f"search_{run.serial}_{entity.start}"
            ):
                _draw_search(asker, run, entity)
        st.button(
            "None of these",
            type="tertiary",
            key="none_of_these",
            on_click=state.ask,
            args=(asker, trace.question, {**run.chosen, **nobody}, run.narrower),
        )
        st.checkbox("Remember for this session", key=remember, width="content")


def _draw_readings(asker: Asker, run: QuestionRun, entity: Entity, *, several: bool) -> tuple[Candidate, ...] | None:
    """The readings of a mention, with all of them together where that can be answered; gives what is picked.

    Args:
        several: other mentions are to be settled too; else the headline has named the only one.
    """
    candidates = (entity.chosen, *entity.rivals)
    options: tuple[tuple[Candidate, ...], ...] = tuple((one,) for one in candidates)
    options += (candidates,) if entity.together else ()
    definitions = _definitions(asker, run, candidates)
    picked: tuple[Candidate, ...] | None = st.radio(
        f"Which one do you mean by “{plain(entity.mention)}”?",
        options,
        index=None,
        format_func=partial(_label, asker),
        captions=[_caption(asker, entity, one, definitions, several=several) for one in options],
        key=f"choice_{run.serial}_{entity.start}_{entity.end}",
        label_visibility="visible" if several else "collapsed",
    )
    return picked


def _ask_with(asker: Asker, run: QuestionRun, choices: tuple[Entity, ...], meant: Chosen, remember: str) -> None:
    if st.session_state.get(remember):
        for entity in choices:
            ids = meant.get((entity.start, entity.end))
            if ids is not None:
                state.remember_meaning(asker, entity.mention, ids)
    state.ask(asker, run.read, meant, run.narrower)


@st.fragment
def _draw_search(asker: Asker, run: QuestionRun, entity: Entity) -> None:
    """Things of the graph by a name that is typed; one that is taken stands in the question in place of the words."""
    with st.container(key=f"other_name_{run.serial}_{entity.start}", gap="xxsmall"):
        typed = st.text_input(
            f"What “{plain(entity.mention)}” stands for", key=f"typed_{run.serial}_{entity.start}", live="200ms",
            icon=":material/search:", autocomplete="off", placeholder="Name, synonym or identifier",
        )  # fmt: skip
        if not typed or not typed.strip():
            return
        hits = asker.explorer.find(typed, MOST_HITS)
        if not hits:
            st.caption(plain(f"Nothing in this graph has a name like “{shortened(typed.strip(), 60)}”."))
        for place, hit in enumerate(hits):
            kind = asker.explorer.wording.things(hit.label, 1)
            label = f"**{plain(hit.name)}** · {plain(kind)} · {plain(hit.id)} :gray[{plain(how(hit))}]"
            key = f"hit_{run.serial}_{entity.start}_{place}"
            if st.button(label, key=key, type="tertiary", on_click=_ask_about, args=(asker, run, entity, hit)):
                st.rerun()


def _ask_about(asker: Asker, run: QuestionRun, entity: Entity, hit: Hit) -> None:
    before, after = run.read[: entity.start], run.read[entity.end :]
    place = (entity.start, entity.start + len(hit.name))
    state.ask(asker, f"{before}{hit.name}{after}", {place: hit.id}, run.narrower)


def _definitions(asker: Asker, run: QuestionRun, candidates: tuple[Candidate, ...]) -> Mapping[str, str]:
    """What the graph says that each reading is, as far as it says it; looked up once for each asking."""
    cache: dict[str, str] = st.session_state.setdefault("definitions", {})
    if cache.get("") != run.serial:
        cache.clear()
        cache[""] = run.serial
    for one in candidates:
        if one.id not in cache:
            try:
                details = asker.explorer.thing(one.id)
            except KgqaError:  # the choice can be made without it
                details = None
            cache[one.id] = details.definitions[0] if details is not None and details.definitions else ""
    return cache


def _label(asker: Asker, option: tuple[Candidate, ...]) -> str:
    """A reading, or all of them together."""
    if len(option) == 1:
        return candidate_label(asker, option[0])
    return "**Both, told apart**" if len(option) == 2 else f"**All {len(option)}, told apart**"


def _caption(
    asker: Asker, entity: Entity, option: tuple[Candidate, ...], definitions: Mapping[str, str], *, several: bool
) -> str:
    """How a reading matched, how many answers it gives, and what it is."""
    if len(option) > 1:
        return "One answer, each part with the reading that it is for"
    (one,) = option
    answers = answers_of(asker.schema, one, several=several)
    defined = plain(shortened(definitions.get(one.id, ""), LONGEST_DEFINITION))
    return " · ".join(filter(None, (candidate_caption(entity, one), plain(answers), defined)))
