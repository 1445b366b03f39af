"""History: the earlier questions of this browser, saved answers, and notes."""

from kgqa.ui.data import graph_choice
from kgqa.ui.frame import page_frame
from kgqa.ui.history import entries

page_frame.pass_through("pages/history.py")
graph_choice.draw()
entries.draw()
