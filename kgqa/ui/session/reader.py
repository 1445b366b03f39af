"""Who reads: a random id in a cookie of the browser, which finds what this machine keeps for it, and nothing else."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.history import readers
from kgqa.history.storage import ReaderStorage
from kgqa.ui.frame.assets import component

if TYPE_CHECKING:
    from kgqa.graph.own.connections import Connections

COOKIE = "kgqa_reader"
"""One name for every port: an id that another app on this machine gave is as random as our own."""
_READER = re.compile(r"[0-9a-f]{64}")
_SESSION = "reader"
_KEY = "kg_reader"

_cookie = component("reader")


def kept() -> ReaderStorage:
    """What this machine keeps for the reader of this session."""
    return ReaderStorage(settings.load().data_dir, _reader())


def servers() -> Connections:
    """The own servers of the reader of this session: what another browser connected is not among them."""
    from kgqa.graph.own.connections import Connections

    return Connections(readers.folder_of(settings.load().data_dir, _reader()), _reader())


def draw() -> None:
    """Has the browser keep the reader's id for another year; where it has one by now, this session takes that one.

    Two tabs that are opened at once in a new browser make an id each, of which the browser keeps one.
    """
    _cookie(key=_KEY, data={"cookie": COOKIE, "reader": _reader()}, on_reader_change=_adopt)


def _reader() -> str:
    if _SESSION not in st.session_state:
        known = st.context.cookies.get(COOKIE, "")
        known = known if isinstance(known, str) else ""  # AppTest has no cookies
        st.session_state[_SESSION] = known if _READER.fullmatch(known) else secrets.token_hex(32)
    return str(st.session_state[_SESSION])


def _adopt() -> None:
    known = st.session_state[_KEY].get("reader")
    if isinstance(known, str) and _READER.fullmatch(known):
        st.session_state[_SESSION] = known
