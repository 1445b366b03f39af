"""What the app's own server must be like, and the refusal where it is not."""

from __future__ import annotations

import os
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

PERMISSION = "KGQA_ALLOW_REMOTE"
"""Environment variable that lets a weakened configuration run; its value must be 1."""


def weaknesses(option: Callable[[str], Any]) -> list[str]:
    """What is weaker than shipped, each as a sentence; ``option`` gives the value of a Streamlit setting."""
    found = []
    if not _is_loopback(option("server.address")):
        found.append(f"server.address is {option('server.address')!r}, so other machines can reach the app.")
    for name, danger in (
        ("server.enableXsrfProtection", "other web pages could send requests in your name"),
        ("server.enableCORS", "other web pages could read what the app answers"),
    ):
        if not option(name):
            found.append(f"{name} is off, so {danger}.")
    if option("server.enableStaticServing"):
        found.append("server.enableStaticServing is on, so files beside the app can be read from the browser.")
    if option("browser.gatherUsageStats"):
        found.append("browser.gatherUsageStats is on, so the browser would report its use to a third party.")
    if option("client.showErrorDetails") != "none":
        found.append("client.showErrorDetails is not 'none', so errors would show what the program holds.")
    return found


def is_allowed() -> bool:
    """Whether the person who started the app has accepted a weakened configuration."""
    return os.environ.get(PERMISSION) == "1"


def _is_loopback(address: str | None) -> bool:
    if address == "localhost":
        return True
    try:
        return ip_address(address or "").is_loopback
    except ValueError:
        return False
