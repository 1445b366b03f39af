"""The fonts of the pages, sent by the app itself: no request elsewhere, and the same look on every machine."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "assets" / "fonts"


def _face(family: str, file: str, weight: str) -> str:
    data = b64encode((FOLDER / file).read_bytes()).decode()
    return (
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-display: swap; "
        f"src: url(data:font/woff2;base64,{data}) format('woff2'); }}"
    )


# In a style and not in the theme: the theme goes out with every run of a page and of each of its fragments, while an
# element of this size is sent once and then named by its hash.
_INTER = _face("Inter", "inter.woff2", "400 650")
_CODE = _face("JetBrains Mono", "jetbrains-mono.woff2", "400")
FACES = f"<style>{_INTER} {_CODE}</style>"
