"""What every page stands in: the one way in, the tab, logo, style and foot, and the refusal to run unprotected.

A server that has just started takes the folder ``pages`` for the pages themselves, until ``st.navigation`` is called
for the first time. Whoever opens the address of a page before that would be given its file without the app.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import streamlit as st

from kgqa.errors import SettingError
from kgqa.language.phrases import NOTICE
from kgqa.presentation.text import linked, number, plain
from kgqa.ui.frame import doorkeeper, guard
from kgqa.ui.frame.assets import FACES, component
from kgqa.ui.frame.guard import Door

if TYPE_CHECKING:
    from kgqa.linking.background import BackgroundVectors
    from kgqa.pipeline import Asker

ASSETS = Path(__file__).parents[3] / "assets"

_SIGNED_OUT = "signed_out"

# Only what the theme cannot say. Both themes are written with light-dark(), which follows a switch without a rerun.
# "Press Enter to submit form" would lie over long words; every form has a button that says the same.
STYLE = """<style>
.stMainBlockContainer { max-width: 1280px; padding-left: 28px; padding-right: 28px; }
@media (max-width: 640px) { .stMainBlockContainer { padding-left: 16px; padding-right: 16px; } }
:is(.stMain, .stDialog) [data-testid="stCaptionContainer"],
:is(.stMain, .stDialog) [data-testid="stCaptionContainer"] * {
  color: light-dark(#4A5763, #B1BDC8); opacity: 1; }
.stButton button, .stDownloadButton button, .stFormSubmitButton button { text-align: left; }
button[kind^="primary"]:not(:disabled), button[kind^="primary"]:not(:disabled) p {
  color: light-dark(#FFFFFF, #0B1216); }
:is(.st-key-question_box, .st-key-compare_box) input { font-weight: 600; font-size: 1.07rem; }
.stForm [data-testid="InputInstructions"] { display: none; }
@media (max-width: 640px) {
  .stTable :is(td, th, code) { overflow-wrap: anywhere; white-space: normal; }
  .stMain .stMarkdownBadge { white-space: normal; }
  :is(.st-key-question_box, .st-key-compare_box), .stHorizontalBlock > .stElementContainer:has(.stFormSubmitButton),
  .st-key-record_foot > :has([class*="st-key-flags_"]) {
    min-width: 100%; } }
.st-key-line { row-gap: 4px; }
.st-key-line > :has(> .st-key-level_row) { min-width: 14rem; }
[class*="st-key-chip_"] button { max-width: 100%; text-align: left; }
[class*="st-key-card_"] { border-left: 5px solid light-dark(#4A5763, #B1BDC8); }
[class*="st-key-card_answered"], .st-key-card_running { border-left-color: light-dark(#0B6580, #6CC3DB); }
[class*="st-key-card_ambiguous"], [class*="st-key-card_not_understood"], [class*="st-key-card_refused"],
.st-key-card_changed {
  border-left-color: light-dark(#B25E09, #E59A4C); }
[class*="st-key-card_failed"] { border-left-color: light-dark(#8E1B15, #F7A29C); }
[class*="st-key-card_"] h2 { font-size: 1.28rem; font-weight: 650; margin-bottom: 4px; padding-bottom: 8px; }
[class*="st-key-card_"] [data-testid="stMarkdownContainer"] { max-width: 46rem; overflow-wrap: anywhere; }
[class*="st-key-badges_"] { font-size: 0.875rem; }
[class*="st-key-badges_"] [data-testid="stMarkdownContainer"] { max-width: none; font-size: inherit; }
@media (min-width: 1000px) { .stColumn:has([class*="st-key-graph_"]) > .stVerticalBlock {
  position: sticky; top: 72px; } }
@media (max-width: 999px) { .stHorizontalBlock:has(> .stColumn [class*="st-key-graph_"]) { flex-wrap: wrap; }
  .stHorizontalBlock > .stColumn:has([class*="st-key-graph_"]),
  .stHorizontalBlock:has(> .stColumn [class*="st-key-graph_"]) > .stColumn { min-width: 100%; } }
[class*="st-key-graph_"] iframe { color-scheme: normal; border: 0; }
.stMain [data-testid="stMarkdownContainer"] :is(h2, h3) { padding: 8px 0; }
:is(.stMain, [data-testid="stPopoverBody"]) :is(summary, summary *) { opacity: 1; }
[data-testid="stPopoverBody"] :is([data-testid="stWidgetLabel"], summary),
[data-testid="stPopoverBody"] :is([data-testid="stWidgetLabel"], summary) * { color: inherit; }
[class*="st-key-statement_"] summary * { color: light-dark(#17212B, #E4EAF0); }
[class*="st-key-statement_"] summary .stMarkdownColoredText { color: light-dark(#4A5763, #B1BDC8) !important; }
.stCode .token { color: light-dark(#17212B, #E4EAF0) !important; }
.stCode .token.keyword, .stCode .token.class-name { color: light-dark(#0A5268, #93D5E7) !important; }
.stCode .token.string { color: light-dark(#135C38, #84D7AB) !important; }
.stCode .token.inserted { color: light-dark(#135C38, #84D7AB) !important; background: light-dark(#E6F4EC, #14301F); }
.stCode .token.deleted { color: light-dark(#8E1B15, #F7A29C) !important; background: light-dark(#FCEBEA, #3B1C1A); }
:is(.stApp, .stDialog) :focus-visible, .stTextInput [data-baseweb="input"]:focus-within {
  outline: 2px solid light-dark(#0B6580, #6CC3DB); outline-offset: 2px; }
.stMain .stTextInput input:focus-visible, [class*="st-key-card_"] :is(h2, .kg-headline):focus { outline: none; }
@media (min-width: 641px) { [class*="st-key-again_"] { display: none; } }
button[kind="tertiary"]:is(:hover, :active, [aria-expanded="true"]) { color: light-dark(#0B6580, #6CC3DB); }
@media (prefers-reduced-motion: reduce) { * { animation: none !important; transition-duration: 0.01ms !important; } }
@media print {
  .stAppHeader, .stForm, .st-key-line, .st-key-record_foot, .st-key-card_record, .stButton { display: none; }
  .stMain, .stApp, .stAppViewContainer { position: static; overflow: visible; height: auto; }
}
</style>"""


_keys = component("keys")


def draw() -> None:
    """Sets the tab, the style and the logo; ends the run with the reason where the app may not answer this session."""
    st.set_page_config(page_title="Graph Answers", page_icon=str(ASSETS / "logo.svg"), layout="wide")
    st.html(FACES)
    st.html(STYLE)
    st.logo(str(ASSETS / "wordmark.svg"), size="large")
    _keys(key="kg_keys")
    _require_protection()
    _require_reader()


def _require_protection() -> None:
    """The server itself has looked at all of this before, where it is the app's own (``doorkeeper``)."""
    try:
        door = Door.of(os.environ)
    except SettingError as error:
        _refuse(str(error))
    headers = st.context.headers
    if "Host" in headers and (
        reason := door.stranger(headers["Host"], headers.get("Origin"), int(st.get_option("server.port")))
    ):
        _refuse(reason)
    if reason := guard.without_login(st.get_option("server.address"), door, doorkeeper.has_provider()):
        _refuse(reason)
    found = guard.weaknesses(st.get_option)
    if found and not guard.is_allowed():
        _refuse(
            "The app does not answer, because its protection was weakened. " + " ".join(found),
            f" Start it with `make app`, or set `{guard.PERMISSION}=1` to accept this.",
        )


def sign_out() -> None:
    """Signs the reader out, with the provider as well, from the next run of the page on."""
    st.session_state[_SIGNED_OUT] = True


def _require_reader() -> None:
    """Where Streamlit is set up to have readers sign in, ends the run of whoever has not."""
    if st.session_state.get(_SIGNED_OUT):
        # In every run until the browser has left: Streamlit drops the way out of a run that another one interrupts, and
        # who was shown the way in again would still be signed in everywhere else, and here after a reload.
        st.logout()
    if doorkeeper.has_provider() and not st.user.get("is_logged_in"):
        st.markdown("## Sign in to use this app.", anchors=False)
        st.button("Sign in", type="primary", icon=":material/login:", on_click=st.login)
        st.stop()


def _refuse(reason: str, advice: str = "") -> NoReturn:
    st.error(plain(reason) + advice, icon=":material/block:")
    st.stop()


_ENTERED = "entered"
_WANTED = "wanted_page"


def pass_through(page: str) -> None:
    """Sends a reader who has not come through the app to it first; for the beginning of a page's file."""
    if _ENTERED not in st.session_state:
        st.session_state[_WANTED] = (page, dict(st.query_params))
        st.switch_page("app.py")


def enter() -> None:
    """Lets the reader in, and on to the page that was wanted; for the app, once its pages are known."""
    st.session_state[_ENTERED] = True
    wanted = st.session_state.pop(_WANTED, None)
    if wanted is not None:
        page, address = wanted
        st.switch_page(page, query_params=address)


def draw_foot(asker: Asker) -> None:
    """What happened to the server, the graph's licence and citation, and the fixed notice."""
    if asker.vectors is not None and not asker.vectors.ready:
        _draw_vectors(asker.vectors)
    events = asker.events()
    with st.expander(f"Notes on this graph ({len(events)})", type="compact") if len(events) > 2 else st.container():
        for sentence in events:
            st.caption(f":material/info: {plain(sentence)}")
    card = asker.card
    names = card.vocabulary and f"names and groups: {card.vocabulary}"
    licence = f"licence: {linked(card.licence)}" if card.licence else ""
    parts = [plain(asker.source), plain(names), licence, plain(card.citation)]
    st.caption(" · ".join(part for part in parts if part))
    st.caption(NOTICE)


@st.fragment(run_every=5)
def _draw_vectors(vectors: BackgroundVectors) -> None:
    """How far the names are embedded, until they are."""
    if vectors.problem:
        st.caption(f":material/info: {plain(vectors.problem)}")
    elif not vectors.ready and vectors.total:
        done = f"{number(vectors.done)} of {number(vectors.total)} names"
        st.caption(f":material/hourglass_top: Names are being learnt by meaning in the background: {done}.")
