"""Data: the graphs that can be asked, tables that become one, and servers of one's own."""

from kgqa.ui import data_view, entrance

entrance.pass_through("pages/data.py")
data_view.draw()
