"""Explore: one thing and everything recorded about it, or what the whole graph holds."""

from __future__ import annotations

from kgqa.ui import entrance, foot_view, opening, switch_view
from kgqa.ui.explore import view as explore_view

entrance.pass_through("pages/explore.py")
switch_view.draw()
asker = opening.ready_asker()
explore_view.draw(asker)
foot_view.draw(asker)
