"""The files that the app shows or sends: fonts, pictures, and the parts of the page that run in the browser."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

FOLDER = Path(__file__).parents[3] / "assets"
COMPONENTS = FOLDER / "components"


def component(name: str, *shared: str) -> ComponentRenderer:
    """Registers a part of the page that runs in the browser, from ``assets/components/NAME.js`` and ``NAME.css``.

    Args:
        shared: names of files whose code and style stand in front of its own. Streamlit sends a component's code again
            whenever its data changes, so these are small.
    """
    names = (*shared, name)
    return st.components.v2.component(
        f"kgqa_{name}", js=_joined(names, "js"), css=_joined(names, "css") or None, isolate_styles=False
    )


def _joined(names: tuple[str, ...], ending: str) -> str:
    files = (COMPONENTS / f"{name}.{ending}" for name in names)
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


_FONTS = FOLDER / "fonts"


def _face(family: str, file: str, weight: str) -> str:
    data = b64encode((_FONTS / file).read_bytes()).decode()
    return (
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-display: swap; "
        f"src: url(data:font/woff2;base64,{data}) format('woff2'); }}"
    )


# In a style and not in the theme: the theme goes out with every run of a page and of each of its fragments, while an
# element of this size is sent once and then named by its hash.
_INTER = _face("Inter", "inter.woff2", "400 650")
_CODE = _face("JetBrains Mono", "jetbrains-mono.woff2", "400")
FACES = f"<style>{_INTER} {_CODE}</style>"
