"""Data: the graphs that can be asked, tables that become one, and servers of one's own."""

from kgqa.ui.data import view as data_view
from kgqa.ui.frame import entrance

entrance.pass_through("pages/data.py")
data_view.draw()
