"""History: the earlier questions of this browser, saved answers, and notes."""

from kgqa.ui.data import graph_choice
from kgqa.ui.frame import entrance
from kgqa.ui.history import entries

entrance.pass_through("pages/history.py")
graph_choice.draw()
entries.draw()
