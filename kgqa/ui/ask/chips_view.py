"""The names in a question as chips: what each was taken for, and what else it may mean."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.language import read_as
from kgqa.language.phrases import METHODS, matched_by
from kgqa.presentation import links
from kgqa.presentation.drawing import called
from kgqa.presentation.text import plain, small
from kgqa.records import Candidate, Entity, Trace
from kgqa.ui.session import graphs, state
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

MOST = 6
"""Readings that a chip offers."""


@st.fragment
def draw(asker: Asker, run: QuestionRun) -> None:
    """The chips in a part of the page that is drawn by itself, so that picking a reading redraws nothing else."""
    if run is not state.current():
        st.rerun()
    draw_chips(asker, run)


def draw_chips(asker: Asker, run: QuestionRun) -> None:
    """How the question was read, and a chip for every name in it.

    What is changed in a chip is asked when the reader says so, and not before; several can be changed at once.
    """
    trace = run.trace
    if trace is not None and graphs.is_of_another(trace, asker):
        return  # the names of one graph have no readings in another
    choices = trace.choices if trace is not None else ()
    settled = [entity for entity in run.entities if entity not in choices and not _is_taken(trace, entity)]
    if not settled:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="entities"):
        if trace is not None and trace.understood and not read_as.question(trace):
            st.markdown(f":gray[Understood as] {plain(lead(trace.understood, settled))}", width="content")
        picks = {
            (entity.start, entity.end): pick
            for entity in settled
            if (pick := _draw_chip(asker, run, entity)) is not None and (entity.together or pick.id != entity.chosen.id)
        }
    if picks:
        _draw_changes(asker, run, settled, picks)


def _is_taken(trace: Trace | None, entity: Entity) -> bool:
    """Whether a thing was taken from the question before, where it stands with what else was taken."""
    follows = trace.follows if trace is not None else None
    return follows is not None and entity.chosen in follows.taken


def lead(understood: str, entities: Sequence[Entity]) -> str:
    """How the question was read, without the names at its end: they follow as chips."""
    kept = understood
    names = sorted((entity.chosen.name for entity in entities), key=len, reverse=True)
    ending = re.compile(rf"(?:^|\s|,)(?:{'|'.join(map(re.escape, names))})$", re.IGNORECASE)
    for _ in entities:
        kept = re.sub(r"(?:\s+(?:and|or)|,)$", "", ending.sub("", kept))
    return understood if any(name.casefold() in kept.casefold() for name in names) else kept


def candidate_label(asker: Asker, candidate: Candidate) -> str:
    """A reading as an option: name, type and identifier."""
    kind = called(asker.schema).get(candidate.label, candidate.label)
    return f"**{plain(candidate.name)}** · {plain(kind)} · {plain(candidate.id)}"


def candidate_caption(entity: Entity, candidate: Candidate) -> str:
    """How a reading of a name matched."""
    how = matched_by(entity, candidate)
    return plain(how if candidate.matched.casefold() == candidate.name.casefold() else f"“{candidate.matched}” · {how}")


def _draw_chip(asker: Asker, run: QuestionRun, entity: Entity) -> Candidate | None:
    """A chip; gives the reading that is picked in it."""
    # The chip is drawn while the question is being answered too, when one reading stands in it still: what was marked
    # there is no pick of the reader's once the answer tells several, or took another one.
    chosen = entity.chosen
    key = f"{run.serial}_{entity.start}_{len(entity.meant)}_{chosen.id}"
    kinds = called(asker.schema)
    known = f"{len(chosen.ids)} entries" if len(chosen.ids) > 1 else chosen.id
    kind = kinds.get(chosen.label, chosen.label)
    label = f"**{plain(chosen.name)}** {plain(f'{kind} · {known} · {matched_by(entity)}')}"
    if entity.together:
        meant = " and ".join(f"{kinds.get(one.label, one.label)} · {one.id}" for one in entity.meant)
        label = f"**{plain(entity.mention)}** {plain(meant)}"
    remembered = state.is_meaning_remembered(asker, entity)
    label += " · as you chose before" if remembered else ""
    with st.popover(label, icon=":material/label:", key=f"chip_{key}"):
        for one in entity.meant:
            known_by = " and ".join(map(links.shown, dict.fromkeys((one.id, *one.ids))))
            st.markdown(f"**{plain(one.name)}** was matched to {known_by}")
        st.markdown(small(_how(asker, entity)))
        options = _options(asker, run, entity)
        picked: Candidate | None = st.radio(
            f"What “{plain(entity.mention)}” means",
            options,
            index=None if entity.together else 0,
            format_func=partial(candidate_label, asker),
            captions=[f"{candidate_caption(entity, one)} · {one.score:.2f}" for one in options],
            key=f"pick_{key}",
            label_visibility="collapsed",
        )
        unchanged = picked is None or (picked.id == chosen.id and not entity.together)
        changed = {} if picked is None else {(entity.start, entity.end): picked.id}
        with st.container(horizontal=True, gap="xsmall"):
            st.button(
                "Use and ask again",
                disabled=unchanged,
                key=f"use_{key}",
                on_click=_ask_with,
                args=(asker, run, changed),
            )
            st.button(
                "Not this one",
                key=f"not_{key}",
                help="None of these is meant; names that resemble it are offered instead.",
                on_click=_ask_with,
                args=(asker, run, {(entity.start, entity.end): None}),
            )
            if remembered:
                st.button("Ask me again", key=f"forget_{key}", on_click=_forget, args=(asker, run, entity))
            st.button("Leave out", key=f"leave_{key}", on_click=_leave_out, args=(asker, run, entity))
    return picked


def _options(asker: Asker, run: QuestionRun, entity: Entity) -> list[Candidate]:
    """The readings of a mention, the one in use first; worked out once for each asking and the reading in use."""
    cache = st.session_state.setdefault("readings", {})
    key = (run.serial, entity.start, entity.chosen.id)
    if key not in cache:
        if cache and next(iter(cache))[0] != run.serial:
            cache.clear()
        found = {entity.chosen.id: entity.chosen}
        for one in (*entity.rivals, *asker.candidates(entity.mention, MOST)):
            if not any(one.id in other.ids for other in found.values()):
                found.setdefault(one.id, one)
        cache[key] = list(found.values())[:MOST]
    return list(cache[key])


def _draw_changes(
    asker: Asker, run: QuestionRun, settled: list[Entity], picks: dict[tuple[int, int], Candidate]
) -> None:
    """What was changed and not yet asked, with the button that asks it."""
    words = [
        f"“{plain(entity.mention)}” → **{plain(picks[entity.start, entity.end].name)}**"
        for entity in settled
        if (entity.start, entity.end) in picks
    ]
    with st.container(horizontal=True, vertical_alignment="center", gap="small", border=True, key="card_changed"):
        st.markdown(f"Changed, not asked yet: {', '.join(words)}. Below is the answer to the earlier reading.")
        chosen = {span: pick.id for span, pick in picks.items()}
        st.button("Ask with these changes", type="primary", on_click=_ask_with, args=(asker, run, chosen))


def _ask_with(asker: Asker, run: QuestionRun, changed: Mapping[tuple[int, int], str | None]) -> None:
    state.ask(asker, run.read, {**run.chosen, **changed}, run.narrower)


def _forget(asker: Asker, run: QuestionRun, entity: Entity) -> None:
    state.forget_meaning(asker, entity.mention)
    others = {place: id_ for place, id_ in run.chosen.items() if place != (entity.start, entity.end)}
    state.ask(asker, run.read, others, run.narrower)


def _leave_out(asker: Asker, run: QuestionRun, entity: Entity) -> None:
    from kgqa.language.text import without

    state.ask(asker, without(run.read, entity.start, entity.end), former=run.former)


def _how(asker: Asker, entity: Entity) -> str:
    """Why these words mean that thing, and by what other names it goes."""
    chosen = entity.chosen
    if entity.guess:
        how = f"Nothing is called “{entity.mention}”; {chosen.name} is {matched_by(entity)}."
    elif chosen.matched.casefold() == entity.mention.casefold():
        how = f"Your words “{entity.mention}” are its {METHODS[chosen.method]}."
    else:
        how = f"Your words “{entity.mention}” match “{chosen.matched}” ({METHODS[chosen.method]})."
    names = [name for name in asker.synonyms(chosen.id) if name.casefold() != chosen.matched.casefold()][:4]
    return plain(f"{how} Other names: {'; '.join(names)}." if names else how)
