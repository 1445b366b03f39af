"""Query lab: Cypher written or pasted, checked as one types, and run."""

from __future__ import annotations

from kgqa.ui.ask import foot_view
from kgqa.ui.frame import entrance, switch_view
from kgqa.ui.lab import view as lab_view

entrance.pass_through("pages/lab.py")
switch_view.draw()
foot_view.draw(lab_view.draw())
