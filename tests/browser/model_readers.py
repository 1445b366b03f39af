"""Readers in a browser who set something up on an earlier visit."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kgqa.history.storage import ReaderStorage
from kgqa.llm.messages import ModelSettings
from kgqa.ui.session.preferences import PREFERENCE
from kgqa.ui.session.reader import COOKIE
from kgqa.ui.session.saved_preferences import Remembered, written


def be(driver: object, app: str, folder: Path, preferences: Mapping[str, str]) -> str:
    """Makes who reads in a browser somebody who chose this on an earlier visit; gives the address of the app."""
    reader = secrets.token_hex(32)
    for name, value in preferences.items():
        ReaderStorage(folder, reader).prefer(name, value)
    driver.execute_cdp_cmd("Network.setCookie", {"name": COOKIE, "value": reader, "url": app, "sameSite": "Strict"})
    return app


def with_model_of(driver: object, app: str, folder: Path, address: str, chosen: Mapping[str, Any] | None = None) -> str:
    """Makes who reads in a browser somebody who has set up a language model; gives the address of the app.

    Args:
        chosen: what else was chosen, as of ``Remembered``.
    """
    model = ModelSettings("ollama", "scripted", address)
    remembered = Remembered(known=(model,), in_use="ollama", **(chosen or {}))
    return be(driver, app, folder, {PREFERENCE: written(remembered)})
