"""Compare: one question in several columns, the language model alone beside the graph."""

from kgqa.ui.ask import foot_view, privacy_view
from kgqa.ui.compare import state
from kgqa.ui.compare import view as compare_view
from kgqa.ui.frame import entrance
from kgqa.ui.session import opening

entrance.pass_through("pages/compare.py")
asker = opening.ready_asker()
opening.warm(asker, *(column.strategy for column in state.columns()))
compare_view.draw(asker)
foot_view.draw(asker)
privacy_view.draw(asker)
