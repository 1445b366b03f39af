"""Settings: what may leave this machine, the language models, the prompts, and the limits."""

from kgqa.ui.frame import page_frame
from kgqa.ui.settings import overview

page_frame.pass_through("pages/settings.py")
overview.draw()
