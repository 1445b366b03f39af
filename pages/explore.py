"""Explore: one thing and everything recorded about it, or what the whole graph holds."""

from __future__ import annotations

from kgqa.ui.ask import foot_view
from kgqa.ui.explore import view as explore_view
from kgqa.ui.frame import entrance, switch_view
from kgqa.ui.session import opening

entrance.pass_through("pages/explore.py")
switch_view.draw()
asker = opening.ready_asker()
explore_view.draw(asker)
foot_view.draw(asker)
