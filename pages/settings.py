"""Settings: what may leave this machine, the language models, the prompts, and the limits."""

from kgqa.ui.frame import entrance
from kgqa.ui.settings import view as settings_view

entrance.pass_through("pages/settings.py")
settings_view.draw()
