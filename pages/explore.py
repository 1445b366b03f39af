"""Explore: one thing and everything recorded about it, or what the whole graph holds."""

from __future__ import annotations

from kgqa.ui.data import graph_choice
from kgqa.ui.explore import lookup
from kgqa.ui.frame import page_frame
from kgqa.ui.session import open_graphs

page_frame.pass_through("pages/explore.py")
graph_choice.draw()
asker = open_graphs.ready_asker()
lookup.draw(asker)
page_frame.draw_foot(asker)
