"""The facts that were kept for a question, and what else could be: sliders, a hand, and the way to an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.evidence.pruning import MOST_VOLUME, Limits
from kgqa.language.phrases import KEPT
from kgqa.presentation.text import badge, counted, plain
from kgqa.records import Pruned, Trace
from kgqa.ui.ask.pruned import scores, trial
from kgqa.ui.ask.pruned.trial import Trial
from kgqa.ui.components import evidence_view, graph_view
from kgqa.ui.session import models, navigation, state
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.presentation.rows import Level

COMMON_VOLUME = 300
"""Up to where the slider of the volume goes, unless more was asked for."""


def shown(run: QuestionRun, trace: Trace) -> Trace:
    """The answer as the page draws it: where nobody wrote one, with the facts that the reader's limits keep."""
    if trace.pruned is None or not trace.pruned.facts or trace.answer.written_by:
        return trace
    draft = trial.of(run.serial, trace.pruned)
    return trial.as_tried(trace, trial.judged(trace, draft)) if draft.changed else trace


def draw(asker: Asker, run: QuestionRun, trace: Trace, level: Level) -> None:
    """The limits with the scores, then the facts that they keep as a table; for an answer that nobody wrote."""
    assert trace.pruned is not None
    draft = trial.of(run.serial, trace.pruned)
    pruned = trial.judged(trace, draft)
    with st.container(border=True, key=f"pruning_{run.serial}", gap="small"):
        _draw_limits(run, draft, pruned)
        _draw_way_on(asker, run, trace, draft, pruned)
    draw_table(asker, run.serial, draft, pruned, level)


def draw_graph(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The drawing of what the draft keeps, beside ``draw``."""
    assert trace.pruned is not None
    draft = trial.of(run.serial, trace.pruned)
    pruned = trial.judged(trace, draft)
    _draw_graph(asker, run.serial, trace, draft, pruned)


def draw_apart(asker: Asker, run: QuestionRun, trace: Trace, level: Level) -> None:
    """Beneath an answer that was written from facts: other facts, apart from it, and the way to a new answer."""
    if trace.pruned is None or not trace.pruned.facts or not trace.answer.written_by:
        return
    draft = trial.of(run.serial, trace.pruned)
    pruned = trial.judged(trace, draft)
    with st.expander("Try other facts", icon=":material/tune:", key=f"other_facts_{run.serial}"):
        st.markdown(
            ":gray[The answer above stays as it was written. Numbers here are those of the facts tried here alone.]"
        )
        # A place of its own whether or not it is filled: what stands below a new element is drawn anew by Streamlit.
        if (note := st.container()) and draft.changed:
            words = f"The answer above was written from other facts: {counted(len(trace.pruned.kept), 'fact')}, "
            note.markdown(f"{badge('Other facts', 'orange', 'difference')} &nbsp; {words}{_difference(trace, pruned)}.")
        _draw_limits(run, draft, pruned)
        _draw_way_on(asker, run, trace, draft, pruned)
        left, right = st.columns([1.75, 1], gap="medium")
        with left:
            draw_table(asker, f"{run.serial}d", draft, pruned, level)
        with right:
            _draw_graph(asker, f"{run.serial}d", trial.as_tried(trace, pruned), draft, pruned)


def draw_table(asker: Asker, serial: str, draft: Trial, pruned: Pruned, level: Level) -> None:
    """The kept facts, and the cut ones where they are wanted, each with a box that puts it back or takes it out."""
    key = f"with_cut_{serial}"
    st.session_state[key] = draft.with_cut
    st.toggle("Show what was cut", key=key, on_change=_set_cut, args=(draft, key))
    cut = trial.cut_rows(pruned) if draft.with_cut else ()
    if (note := st.container()) and len(cut) < len(pruned.cut) and cut:
        note.caption(f"Of what was cut the {len(cut):,} nearest to the question are listed; the JSON has all.")
    told = evidence_view.draw_judged((*pruned.kept, *cut), serial, level, asker.schema, by_hand=True)
    if trial.turned(draft, pruned, told):
        st.rerun()


def _draw_graph(asker: Asker, serial: str, trace: Trace, draft: Trial, pruned: Pruned) -> None:
    kept = replace(trace, evidence=tuple(one.triple for one in pruned.kept), pruned=pruned)
    cut = trial.cut_rows(pruned) if draft.with_cut else ()
    graph_view.draw_steady(kept, serial, draft.places, asker.schema, cut, KEPT)


def _draw_limits(run: QuestionRun, draft: Trial, pruned: Pruned) -> None:
    """The scores, and the sliders that cut them."""
    st.markdown("### What is kept", anchors=False)
    scores.draw(pruned, run.serial)
    keys = {name: f"{name}_{run.serial}" for name in ("percentile", "similarity", "volume")}
    for name, key in keys.items():
        st.session_state[key] = getattr(draft.limits, name)
    most = max(COMMON_VOLUME, min(draft.limits.volume or 0, MOST_VOLUME), min(draft.before.volume or 0, MOST_VOLUME))
    lowest = min(0.0, draft.limits.similarity, draft.before.similarity)
    columns = st.columns(3, gap="medium")
    with columns[0]:
        st.slider("Percentile of its scores to exceed", 0.0, 100.0, step=0.5, format="%g", key=keys["percentile"],
                  on_change=_set_limits, args=(draft, keys))  # fmt: skip
    with columns[1]:
        st.slider("Least similarity", lowest, 1.0, step=0.01, format="%.2f", key=keys["similarity"],
                  on_change=_set_limits, args=(draft, keys))  # fmt: skip
    with columns[2]:
        st.slider("Facts at most", 1, most, key=keys["volume"], on_change=_set_limits, args=(draft, keys))


def _draw_way_on(asker: Asker, run: QuestionRun, trace: Trace, draft: Trial, pruned: Pruned) -> None:
    """From the facts to an answer written from them, or to a record of them."""
    kept, written = len(pruned.kept), bool(trace.answer.written_by)
    model = models.chosen()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        if model is not None:
            again = " again" if written else ""
            st.button(
                f"Write the answer{again} from {_these(kept)}",
                type="primary",
                icon=":material/edit_note:",
                key=f"write_{run.serial}",
                disabled=not kept or (written and not draft.changed),
                on_click=_write,
                args=(asker, run, trace, draft),
            )
        else:
            label = "Set a language model to write from these"
            st.page_link(navigation.SETTINGS, label=label, icon=":material/settings:")
        if draft.changed and not written and kept:
            st.button(
                "Keep this choice", icon=":material/bookmark_add:", key=f"keep_{run.serial}", on_click=_keep,
                args=(asker, run, trace, draft),
            )  # fmt: skip
        if draft.changed:
            st.button(
                "Back to what was asked with", icon=":material/restart_alt:", type="tertiary",
                key=f"back_{run.serial}", on_click=draft.back,
            )  # fmt: skip
    by_hand = [one.kept for one in pruned.facts if one.by_hand]
    told = [(by_hand.count(True), "put back"), (by_hand.count(False), "taken out")]
    if (note := st.container()) and by_hand:
        words = ", ".join(f"{counted(count, 'fact')} {what}" for count, what in told if count)
        note.caption(plain(f"By hand: {words}."))


def _these(kept: int) -> str:
    return "this 1 fact" if kept == 1 else f"these {kept:,} facts"


def _difference(trace: Trace, pruned: Pruned) -> str:
    """How many of the facts that an answer was written from are kept here too."""
    from kgqa.evidence.pruning import key

    assert trace.pruned is not None
    before = {key(one.triple) for one in trace.pruned.kept}
    now = {key(one.triple) for one in pruned.kept}
    return f"{len(before & now):,} of them are kept here, with {counted(len(now - before), 'other')}"


def _set_limits(draft: Trial, keys: dict[str, str]) -> None:
    values = {name: st.session_state.get(key) for name, key in keys.items()}
    known = {name: value for name, value in values.items() if value is not None}
    draft.limits = Limits(**{**{name: getattr(draft.limits, name) for name in keys}, **known})


def _set_cut(draft: Trial, key: str) -> None:
    draft.with_cut = bool(st.session_state.get(key))


def _write(asker: Asker, run: QuestionRun, trace: Trace, draft: Trial) -> None:
    """Has the language model of this session answer from the facts as they are kept here."""
    _ask(asker, run, trace, draft, facts_first=False)


def _keep(asker: Asker, run: QuestionRun, trace: Trace, draft: Trial) -> None:
    """Asks once more by these limits and this hand, without a language model, so that the record has them."""
    _ask(asker, run, trace, draft, facts_first=True)


def _ask(asker: Asker, run: QuestionRun, trace: Trace, draft: Trial, *, facts_first: bool) -> None:
    approach = models.approach_with("kg-rag", models.chosen(), facts_first=facts_first)
    before = run.approach
    approach = replace(
        approach,
        limits=draft.limits,
        hand=dict(draft.hand),
        filters=before.filters if before is not None else approach.filters,
    )
    state.ask(asker, trace.question, run.chosen, run.narrower, approach)
