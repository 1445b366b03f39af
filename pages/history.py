"""History: the earlier questions of this browser, saved answers, and notes."""

from kgqa.ui import entrance, history_view, switch_view

entrance.pass_through("pages/history.py")
switch_view.draw()
history_view.draw()
