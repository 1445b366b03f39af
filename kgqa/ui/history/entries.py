"""The questions that were asked in this browser, what a reader says of an answer, and these notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.evidence import citing
from kgqa.history import replay
from kgqa.history.storage import MOST_WORDS, Entry, Flag, ReaderStorage, What
from kgqa.language.json_lines import json_line
from kgqa.language.read_as import READ_AS
from kgqa.presentation.badges import looks
from kgqa.presentation.text import badge, counted, number, paragraphs, plain, shortened, when
from kgqa.records import Trace
from kgqa.ui.session import navigation, reader, state

FLAGS: dict[What, tuple[str, str]] = {
    "entity": ("Wrong entity", "Which name was read wrongly, and what is meant?"),
    "query": ("Wrong query", "What should have been asked of the graph?"),
    "answer": ("Wrong answer", "What is wrong with the answer, and how do you know?"),
}
"""For each flag its words and the question that is put beside it."""
_OUTCOME = "note_outcome"
"""What became of the last note: its serial, its flag, and an error or nothing."""


@st.fragment
def draw_flags(trace: Trace, serial: str) -> None:
    """The flags, each with room for a word; a note that is kept redraws nothing else.

    Args:
        serial: tells this question from every other.
    """
    with st.container(horizontal=True, gap="xsmall", key=f"flags_{serial}"):
        for what, (words, question) in FLAGS.items():
            with st.popover(words, icon=":material/flag:", key=f"flag_{what}_{serial}"):
                _draw_flag_form(trace, serial, what, question)


def _draw_flag_form(trace: Trace, serial: str, what: What, question: str) -> None:
    box = f"note_{what}_{serial}"
    st.text_area(f"{question} (optional)", key=box, max_chars=MOST_WORDS, height=110)
    st.markdown(
        ":small[:gray[The note is kept on this machine, with the whole answer, and is never sent anywhere. "
        "The page History lists, exports and removes it.]]"
    )
    st.button("Keep this note", key=f"keep_{what}_{serial}", on_click=_keep_note, args=(trace, serial, what, box))
    asked, flag, problem = st.session_state.get(_OUTCOME, ("", "", ""))
    if (asked, flag) == (serial, what):
        if problem:
            st.error(plain(problem), icon=":material/error:")
        else:
            st.success("The note is kept on this machine.", icon=":material/check_circle:")


def _keep_note(trace: Trace, serial: str, what: What, box: str) -> None:
    try:
        reader.kept().flag(trace, what, st.session_state.get(box) or "")
    except KgqaError as error:
        st.session_state[_OUTCOME] = (serial, what, str(error))
        return
    st.session_state[box] = ""
    st.session_state[_OUTCOME] = (serial, what, "")


FIRST = 20
"""Questions that are listed before a reader asks for more."""
RECENT = 10
LONGEST = 240
"""Characters of a question or a headline in a list."""
FILTER = "history_filter"
_SHOWN = "history_shown"
_PROBLEM = "history_problem"
# What a button opens or removes belongs to its name, but need not be seen again in every row. A popover stands outside
# the part of the page in which light-dark() knows the theme, so its links have the colour of text.
STYLE = """<style>
[class*="st-key-open_"] a { padding-left: 0; padding-right: 0; text-decoration: none; background: none; }
[class*="st-key-open_"] a p { white-space: normal; overflow-wrap: anywhere; font-weight: 600;
  text-decoration: underline; color: light-dark(#0B5C8A, #86C8EE); }
[class*="st-key-open_recent_"] a p { font-weight: 400; color: inherit; }
[class*="st-key-open_"] a p span, [class*="st-key-remove_"] button p span { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
[class*="st-key-row_"] { border-bottom: 1px solid light-dark(#D3DAE1, #35414C); padding-bottom: 12px; }
@media (max-width: 640px) { .st-key-history_filter { min-width: 100%; }
  [class*="st-key-remove_"] button p { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); } }
</style>"""


def draw_recent(entries: Sequence[Entry]) -> None:
    """A button that opens the last questions of this browser; nothing where there are none."""
    if not entries:
        return
    st.html(STYLE)
    with st.popover("Earlier questions", icon=":material/history:", key="recent"):
        for entry in entries[:RECENT]:
            _draw_link(entry, f"open_recent_{entry.id}")
        st.page_link(navigation.HISTORY, label=f"All {counted(len(entries), 'question')}", icon=":material/list:")


def draw() -> None:
    """The whole page."""
    st.html(STYLE)
    st.markdown("# History", anchors=False)
    st.caption(
        "Questions asked in this browser, kept on this machine alone. Nobody else can list them; an answer's address "
        "opens for whoever has it and can reach this app."
    )
    problem = st.session_state.pop(_PROBLEM, None)
    if problem:
        st.error(plain(problem), icon=":material/error:")
    kept = reader.kept()
    damaged = kept.damaged()
    if damaged:
        st.warning(f"{counted(damaged, 'file')} of this browser cannot be read and is left out. Remove all removes it.")
    questions, notes = st.tabs(["Questions", "Notes on answers"])
    with questions:
        _draw_questions(kept, kept.entries())
    with notes:
        _draw_notes(kept, kept.flags())


def matching(entries: Sequence[Entry], words: str) -> list[Entry]:
    """The entries that hold every one of the words in their question, reading, headline or graph, in any case."""
    wanted = words.casefold().split()
    told = ((e, f"{e.question} {e.read_as} {e.headline} {e.graph}".casefold()) for e in entries)
    return [entry for entry, text in told if all(word in text for word in wanted)]


def _draw_questions(kept: ReaderStorage, entries: list[Entry]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        words = st.text_input(
            "Filter the questions",
            key=FILTER,
            type="search",
            live=True,
            icon=":material/search:",
            placeholder="Words of a question, a headline or a graph",
            disabled=not entries,
        )
        _draw_saved(kept)
        if entries:
            _draw_remove_all(kept, len(entries))
    if not entries:
        st.markdown(
            "No question has been asked in this browser yet. Each answer is listed here as soon as it is there."
        )
        return
    found = matching(entries, words or "")
    of = counted(len(entries), "question")
    st.caption(of if len(found) == len(entries) else f"{number(len(found))} of {of} with these words")
    shown = st.session_state.get(_SHOWN, FIRST)
    for entry in found[:shown]:
        _draw_entry(kept, entry)
    if len(found) > shown:
        more = min(FIRST, len(found) - shown)
        st.button(f"Show {more} more", icon=":material/expand_more:", on_click=_show, args=(shown + more,))


def _draw_entry(kept: ReaderStorage, entry: Entry) -> None:
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"row_{entry.id}"):
        with st.container(gap="xxsmall", width="stretch"):
            _draw_link(entry, f"open_{entry.id}")
            if entry.compared:
                st.markdown(f"{badge('Comparison', 'violet', 'compare')} {plain(shortened(entry.compared, LONGEST))}")
            else:
                look = badge(*looks(entry.strategy, entry.status, against=entry.against))
                st.markdown(f"{look} {plain(shortened(citing.without_marks(entry.headline), LONGEST))}")
            moment = when(entry.asked_at or entry.kept_at, st.context.timezone)
            read = f"{READ_AS}: {shortened(entry.read_as, LONGEST)}" if entry.read_as else ""
            st.caption(plain(" · ".join(part for part in (read, entry.graph, moment) if part)))
        _draw_remove(f"remove_{entry.id}", entry.question, lambda: kept.forget(entry.id))


def _draw_link(entry: Entry, key: str) -> None:
    with st.container(key=key):
        label = f":gray[Open:] {plain(shortened(entry.question, LONGEST))}"
        if entry.compared:
            st.page_link(navigation.COMPARE, label=label, query_params={state.COMPARISON: entry.id})
        else:
            st.page_link(navigation.ASK, label=label, query_params={state.ADDRESS: entry.id})


def _draw_remove(key: str, name: str, action: Callable[[], None]) -> None:
    with st.container(key=key, width="content"):
        label = f"Remove :gray[“{plain(shortened(name, LONGEST))}”]"
        st.button(label, key=f"{key}_button", icon=":material/delete:", on_click=_attempt, args=(action,))


def _draw_remove_all(kept: ReaderStorage, count: int) -> None:
    with st.popover("Remove all", icon=":material/delete:", key="clear_history"):
        st.markdown(
            f"{counted(count, 'question')} with the answers will be removed from this machine. Their addresses will no "
            "longer open anything, and this cannot be undone. Notes on answers stay."
        )
        label = f"Remove {counted(count, 'question')}"
        st.button(label, icon=":material/delete:", on_click=_attempt, args=(kept.forget_all,))


def _draw_saved(kept: ReaderStorage) -> None:
    """A place for a file that was exported from an answer; it becomes an answer of this browser's history."""
    with st.popover("Open a saved answer", icon=":material/upload_file:", key="saved"):
        file = st.file_uploader(
            "A JSON file that was exported from an answer, here or on another machine",
            type="json",
            max_upload_size=replay.MOST_BYTES // 1_000_000,
        )
        if file is None:
            return
        try:
            id_ = kept.remember(replay.from_json(file.getvalue()))
        except KgqaError as error:
            st.error(plain(str(error)), icon=":material/error:")
            return
    st.switch_page(navigation.ASK, query_params={state.ADDRESS: id_})


def _draw_notes(kept: ReaderStorage, flags: list[Flag]) -> None:
    if not flags:
        st.markdown("No note has been kept. The flags below an answer keep one; it never leaves this machine.")
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(f"{counted(len(flags), 'note')}, each kept with the whole answer and never sent anywhere")
        st.download_button(
            f"Export {counted(len(flags), 'note')}",
            data=lambda: notes_as_json_lines(kept),
            file_name="notes.jsonl",
            mime="application/jsonl",
            icon=":material/download:",
            on_click="ignore",
        )
    for flag in flags:
        _draw_note(kept, flag)


def notes_as_json_lines(kept: ReaderStorage) -> str:
    """The notes as JSON lines, each with the whole answer that it is about."""
    return "".join(f"{json_line(note)}\n" for note in kept.notes())


def _draw_note(kept: ReaderStorage, flag: Flag) -> None:
    what = FLAGS[flag.what][0]
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"row_{flag.id}"):
        with st.container(gap="xxsmall", width="stretch"):
            st.markdown(f"{badge(what, 'gray', 'flag')} **{plain(shortened(flag.question, LONGEST))}**")
            if flag.words:
                st.markdown(paragraphs(flag.words))
            headline = shortened(flag.headline, LONGEST)
            st.caption(plain(f"{headline} · {flag.graph} · {when(flag.kept_at, st.context.timezone)}"))
        _draw_remove(f"remove_{flag.id}", f"{what}, {flag.question}", lambda: kept.remove_flag(flag.id))


def _show(count: int) -> None:
    st.session_state[_SHOWN] = count


def _attempt(action: Callable[[], None]) -> None:
    try:
        action()
    except KgqaError as error:
        st.session_state[_PROBLEM] = str(error)
