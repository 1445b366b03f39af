"""The exports of an answer made by hand, and its print view: ``?trace=NAME&text=WORDS``, ``&view=print``."""

from __future__ import annotations

from dataclasses import replace

import hostile
import streamlit as st
import traces

from kgqa.schema.model import Schema
from kgqa.ui.ask import print_view, record_view

MADE = {
    "intersection": lambda _: replace(traces.intersection(10, aside=5), asked_at="2026-11-21T08:30:00+00:00"),
    "many": lambda _: traces.intersection(200),
    "nothing": lambda _: traces.nothing(),
    "hostile": traces.hostile,
    "everything": lambda _: hostile.everything(),
}


def draw() -> None:
    """What the query of the address asks for."""
    trace = MADE[st.query_params.get("trace", "intersection")](st.query_params.get("text", ""))
    if st.query_params.get("view") == "print":
        print_view.draw(trace)
    else:
        address = None if "bare" in st.query_params else "http://127.0.0.1/?answer=0123456789abcdef"
        record_view.draw_export(trace, "1", Schema(nodes=(), relations=()), address)
