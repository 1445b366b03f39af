"""Compare: one question in several columns, the language model alone beside the graph."""

from kgqa.ui.compare import columns as columns_view
from kgqa.ui.compare import state
from kgqa.ui.frame import entrance, foot
from kgqa.ui.session import open_graphs, privacy_dialog

entrance.pass_through("pages/compare.py")
asker = open_graphs.ready_asker()
open_graphs.warm(asker, *(column.strategy for column in state.columns()))
columns_view.draw(asker)
foot.draw(asker)
privacy_dialog.draw(asker)
