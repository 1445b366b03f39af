"""Compare: one question in several columns, the language model alone beside the graph."""

from kgqa.ui.compare import columns as columns_view
from kgqa.ui.compare import state
from kgqa.ui.frame import entrance, foot
from kgqa.ui.session import opening, privacy_dialog

entrance.pass_through("pages/compare.py")
asker = opening.ready_asker()
opening.warm(asker, *(column.strategy for column in state.columns()))
columns_view.draw(asker)
foot.draw(asker)
privacy_dialog.draw(asker)
