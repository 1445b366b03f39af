"""The answer card: its state in words, the sentence with its numbers, and the choice where one is to be made.

A name that means several things is told with its readings, each with its type, definition and number of answers, and
with what else can be meant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.language import read_as
from kgqa.language.phrases import shown_status, way
from kgqa.presentation import links
from kgqa.presentation.badges import badges, looks
from kgqa.presentation.claims import is_of_model_alone
from kgqa.presentation.lookup_hits import how
from kgqa.presentation.text import badge, number, paragraphs, plain, shortened, when
from kgqa.records import Answer, Candidate, Entity, Trace, chosen_of
from kgqa.strategies.no_answer import NONE_ANSWERS, answers_of
from kgqa.ui.ask import failure_view
from kgqa.ui.ask.chips_view import candidate_caption, candidate_label
from kgqa.ui.components import claims_view, reading_view
from kgqa.ui.session import graphs, navigation, state
from kgqa.ui.session.question_run import Chosen, QuestionRun

if TYPE_CHECKING:
    from kgqa.linking.lookup import Hit
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
            _draw_choice(asker, run, trace)
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


_LONGEST_DEFINITION = 140
_MOST_HITS = 8
# A popover stands outside of the page, where only its own content says how wide it must be.
_STYLE = """<style>
[data-testid="stPopoverBody"]:has([class*="st-key-other_name_"]) { width: min(34rem, calc(100vw - 32px)); }
</style>"""


def _draw_choice(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The things that each mention may mean, none of them picked, and the button that asks with the choice made."""
    st.html(_STYLE)
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
        hits = asker.explorer.find(typed, _MOST_HITS)
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
    defined = plain(shortened(definitions.get(one.id, ""), _LONGEST_DEFINITION))
    return " · ".join(filter(None, (candidate_caption(entity, one), plain(answers), defined)))
