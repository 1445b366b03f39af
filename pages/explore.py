"""Explore: one thing and everything recorded about it, or what the whole graph holds."""

from __future__ import annotations

from kgqa import settings
from kgqa.ui import entrance, explore_view, foot_view, opening

entrance.pass_through("pages/explore.py")
asker = opening.ready_asker(settings.load().asked_graph)
explore_view.draw(asker)
foot_view.draw(asker)
