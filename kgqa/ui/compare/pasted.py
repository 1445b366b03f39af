"""A text that a reader pastes, checked claim by claim against the graph in use.

A language model takes it apart into claims only where its reader ticked that, and agreed to what is sent.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.exports import checked_text
from kgqa.presentation import claims, model_calls
from kgqa.presentation.text import badge, number, paragraphs, plain, shortened, small
from kgqa.ui.components import claims_view, evidence_view
from kgqa.ui.session import models, privacy_dialog
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.pipeline import Asker
    from kgqa.progress import Report
    from kgqa.records import Trace
    from kgqa.strategies.approach import Approach

# A number that is pressed far down among the claims still shows its record.
STYLE = """<style>@media (min-width: 1000px) {
  .stColumn:has(.st-key-pasted_records) > .stVerticalBlock { position: sticky; top: 72px; }
}</style>"""
TEXT, QUESTION, SPLIT = "pasted_text", "pasted_question", "pasted_split"
"""Keys of the boxes."""
HEIGHT = 190
QUICK_S = 0.5
"""Most texts are checked by then; only a longer one shows that it takes its time."""
LOOK_S = 0.5
LONGEST = 300
_CHECKED = "pasted_checked"


class Checked:
    """A text that is being checked, or was.

    Attributes:
        serial: tells this text from every other, for the keys of what belongs to it on the page.
        graph: name of the graph that it is checked against.
    """

    def __init__(self, asker: Asker, text: str, question: str, approach: Approach | None = None) -> None:
        """Begins; the language model of an approach takes the text apart, without one what is read whole is checked."""
        self.serial = uuid.uuid4().hex
        self.text, self.question = text, question
        self.graph = asker.card.name
        self._asker, self._approach = asker, approach
        self._began = time.monotonic()
        self.work: Work[Trace] = Work(self._check, "check the text")

    def _check(self, _: Report, stop: StopSignal) -> Trace:
        """The text with its claims as the record that pages and files draw."""
        found = self._asker.verify(self.text, self.question, approach=self._approach, stop=stop)
        return checked_text.as_trace(found, self._asker.card, self.question)

    @property
    def elapsed_s(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._began


def draw(asker: Asker) -> None:
    """The boxes, and beneath them what the graph says of the text that was checked last."""
    checked = _current()
    if checked is not None and checked.graph != asker.card.name:
        checked.work.cancel()
        del st.session_state[_CHECKED]
        checked = None
    _draw_boxes(asker, checked)
    if checked is None:
        _draw_empty()
        return
    if not checked.work.wait(QUICK_S):
        st.fragment(run_every=LOOK_S)(_draw_waiting)(checked)
        return
    _draw_ended(asker, checked)


def _current() -> Checked | None:
    found = st.session_state.get(_CHECKED)
    return found if isinstance(found, Checked) else None


def _draw_boxes(asker: Asker, checked: Checked | None) -> None:
    if checked is not None:  # Streamlit forgets what stands in a box when another page is shown
        st.session_state.setdefault(TEXT, checked.text)
        st.session_state.setdefault(QUESTION, checked.question)
    with st.form("pasted", border=False):
        st.text_area(
            "Text to check",
            key=TEXT,
            height=HEIGHT,
            placeholder="Paste a paragraph: of a language model's answer, of a report, of a paper",
        )
        st.text_input(
            "Question that it answers (may be left out)",
            key=QUESTION,
            autocomplete="off",
            help="A bare name in the text then says what the question asks for.",
        )
        model = models.chosen()
        if model is not None:
            st.checkbox(
                f"Have {plain(model.model)} take the text apart into claims",
                key=SPLIT,
                help="Each claim that it finds is tied to words of the text and looked up. Without it only sentences "
                "that are read whole are checked: of a free text about one claim in five.",
            )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.form_submit_button("Check this text", type="primary", on_click=_check, args=(asker,))
            asks = "" if model is not None else ": no language model is asked"
            st.markdown(small(f"Against {plain(asker.source)}, by program{asks}. The text is not kept."))


def _check(asker: Asker) -> None:
    text, question = st.session_state.get(TEXT) or "", st.session_state.get(QUESTION) or ""
    model = models.chosen()
    if model is None or not st.session_state.get(SPLIT) or not text.strip():
        _begin(asker, text, question)
        return
    splitting = replace(models.approach_with("llm-only", model, judged=False), split_claims=True)
    whole = "\n".join(filter(None, (question, text)))

    def begin(words: str, approach: Approach) -> None:
        # Without some of its words it is not known which of the rest are the question.
        said = (text, question) if words == whole else (words, "")
        _begin(asker, *said, approach if approach.model is not None else None)

    privacy_dialog.gate(whole, begin, splitting)


def _begin(asker: Asker, text: str, question: str, approach: Approach | None = None) -> None:
    before = _current()
    if before is not None:
        before.work.cancel()
    st.session_state[_CHECKED] = Checked(asker, text, question, approach)


def _draw_empty() -> None:
    st.markdown("# A text, claim by claim", anchors=False)
    st.markdown(
        "Each claim of the text is looked up in the graph, and the text comes back with the records that say so, or "
        "otherwise:"
    )
    claims_view.draw_meanings()


def _draw_waiting(checked: Checked) -> None:
    """While the graph is asked; a fragment, so that the page around it stands still."""
    if checked.work.wait(0) or checked is not _current():
        st.rerun()
    with (
        st.container(border=True, key="card_running_pasted", gap="xsmall"),
        st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"),
    ):
        words = badge("Looking its claims up in the graph", "blue", "hourglass_top")
        st.markdown(f"{words} &nbsp; {'stopping' if checked.work.stopping else f'{checked.elapsed_s:.0f} s'}")
        st.button("Stop", icon=":material/stop_circle:", key="stop_pasted", on_click=checked.work.cancel)


def _draw_ended(asker: Asker, checked: Checked) -> None:
    trace = checked.work.made
    if trace is not None:
        _draw_claims(asker, checked, trace)
        return
    look = "stopped" if checked.work.cancelled else "refused"
    with st.container(border=True, key=f"card_{look}_pasted", gap="xsmall"):
        if checked.work.cancelled:
            st.markdown(badge("Stopped by you", "gray", "stop_circle"))
            return
        st.markdown(badge("Not checked", "orange", "block"))
        st.markdown(paragraphs(checked.work.error))


def _draw_claims(asker: Asker, checked: Checked, trace: Trace) -> None:
    """The count of the verdicts, the text with its marks, each claim with its reason, and the records."""
    with st.container(border=True, key=f"card_checked_{checked.serial}", gap="xsmall"):
        said = claims.summary(trace.claims)
        st.markdown(f"## {plain(said[:1].upper() + said[1:])}", anchors=False)
        if trace.claims:
            st.markdown(" &nbsp; ".join(claims_view.badges(trace.claims)))
        for note in trace.account:
            st.markdown(small(plain(note)))
        if trace.calls:
            took = model_calls.took(trace.calls)
            tokens = f"{number(took.tokens_in)} tokens read, {number(took.tokens_out)} written"
            st.markdown(small(f"Taken apart by {plain(trace.calls[0].model)}: {tokens}."))
        if checked.question.strip():
            st.markdown(f":gray[Read as an answer to:] {plain(shortened(checked.question.strip(), LONGEST))}")
        claims_view.draw_checked(trace, checked.serial, asker.schema)
        claims_view.draw_meanings(trace.claims)
    st.html(STYLE)
    left, right = st.columns(2, gap="medium")
    if trace.claims:
        left.markdown("### Claim by claim", anchors=False)
        with left:
            claims_view.draw_list(trace, checked.serial, asker.schema, name="Claims of the text")
    if trace.evidence:
        with right, st.container(key="pasted_records"):
            evidence_view.draw(trace, checked.serial, "clinician", asker.schema)
    _draw_export(asker, trace, checked.serial)


def _draw_export(asker: Asker, trace: Trace, serial: str) -> None:
    """The menu; each file is made when it is asked for."""
    if not trace.claims:
        return
    with st.popover("Export", icon=":material/download:", key=f"export_pasted_{serial}"):
        st.markdown(small(f"The text with its {number(len(trace.claims))} claims and their records."))
        with st.container(horizontal=True):
            for label, ending, mime, data in (
                ("Markdown", "md", "text/markdown", lambda: checked_text.document(trace, asker.schema)),
                ("JSON", "json", "application/json", lambda: checked_text.to_json(trace)),
                ("CSV", "csv", "text/csv", lambda: checked_text.to_csv(trace)),
            ):
                st.download_button(
                    label,
                    data=data,
                    file_name=f"checked-text.{ending}",
                    mime=mime,
                    on_click="ignore",
                    key=f"export_pasted_{ending}_{serial}",
                )
