"""Compare: one question in several columns, the language model alone beside the graph."""

from kgqa.ui.compare import columns as columns_view
from kgqa.ui.compare import state
from kgqa.ui.frame import page_frame
from kgqa.ui.session import open_graphs, privacy_dialog

page_frame.pass_through("pages/compare.py")
asker = open_graphs.ready_asker()
open_graphs.warm(asker, *(column.strategy for column in state.columns()))
columns_view.draw(asker)
page_frame.draw_foot(asker)
privacy_dialog.draw(asker)
