"""The exports of an answer made by hand, and its print view: ``?trace=NAME&text=WORDS``, ``&view=print``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "unit")]

import streamlit as st  # noqa: E402
import traces  # noqa: E402

from kgqa.schema.model import Schema  # noqa: E402
from kgqa.ui.ask import print_view, record_view  # noqa: E402
from kgqa.ui.frame import page_frame  # noqa: E402

MADE = {
    "intersection": lambda _: replace(traces.intersection(10, aside=5), asked_at="2026-11-21T08:30:00+00:00"),
    "many": lambda _: traces.intersection(500),
    "nothing": lambda _: traces.nothing(),
    "hostile": traces.hostile,
}

page_frame.draw()
trace = MADE[st.query_params.get("trace", "intersection")](st.query_params.get("text", ""))
if st.query_params.get("view") == "print":
    print_view.draw(trace)
else:
    address = None if "bare" in st.query_params else "http://127.0.0.1/?answer=0123456789abcdef"
    record_view.draw_export(trace, "1", Schema(nodes=(), relations=()), address)
