"""Query lab: Cypher written or pasted, checked as one types, and run."""

from __future__ import annotations

from kgqa.ui.data import graph_choice
from kgqa.ui.frame import entrance, foot
from kgqa.ui.lab import workbench

entrance.pass_through("pages/lab.py")
graph_choice.draw()
foot.draw(workbench.draw())
