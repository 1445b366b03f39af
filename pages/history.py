"""History: the earlier questions of this browser, saved answers, and notes."""

from kgqa.ui import entrance, history_view

entrance.pass_through("pages/history.py")
history_view.draw()
