"""History: the earlier questions of this browser, saved answers, and notes."""

from kgqa.ui.frame import entrance, switch_view
from kgqa.ui.history import view as history_view

entrance.pass_through("pages/history.py")
switch_view.draw()
history_view.draw()
