"""Compare: one question in several columns, the language model alone beside the graph."""

from kgqa.ui import entrance, foot_view, opening, privacy_view
from kgqa.ui.compare import state
from kgqa.ui.compare import view as compare_view

entrance.pass_through("pages/compare.py")
asker = opening.ready_asker()
opening.warm(asker, *(column.strategy for column in state.columns()))
compare_view.draw(asker)
foot_view.draw(asker)
privacy_view.draw(asker)
