"""Settings: what may leave this machine, the language models, the prompts, and the limits."""

from kgqa.ui.frame import entrance
from kgqa.ui.settings import overview

entrance.pass_through("pages/settings.py")
overview.draw()
