"""Query lab: Cypher written or pasted, checked as one types, and run."""

from __future__ import annotations

from kgqa.ui.data import graph_choice
from kgqa.ui.frame import page_frame
from kgqa.ui.lab import workbench

page_frame.pass_through("pages/lab.py")
graph_choice.draw()
page_frame.draw_foot(workbench.draw())
