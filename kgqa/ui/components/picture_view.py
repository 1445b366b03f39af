"""A drawing on the page: to move, to zoom, to filter, and joined with everything else that shows its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from kgqa.presentation.drawing import BOX_HEIGHT, BOX_WIDTH, Arrow, Dot, Picture, dashes, drawn, notes
from kgqa.ui.frame.assets import COMPONENTS, component

Action = Literal["open", "explore", "use", "grow"]
EVERY_ACTION: tuple[Action, ...] = ("open", "explore", "use")


@dataclass(frozen=True, slots=True)
class Activated:
    """What a reader wants with a thing of the drawing.

    Attributes:
        action: "open": the things that a group stands for; "explore": its page; "use": a new question with it;
            "grow": its links in this drawing.
    """

    dot: Dot
    action: Action


_picture = component("picture")


@cache
def _library() -> Any:
    """The part without data that brings vis-network and our code on top of it: the browser gets it once."""
    import pyvis

    library = Path(pyvis.__file__).parent / "templates" / "lib" / "vis-9.1.2" / "vis-network.min.js"
    files = (library, *(COMPONENTS / f"picture_{part}.js" for part in ("canvas", "places", "card", "acts", "mount")))
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    style = (COMPONENTS / "picture_card.css").read_text(encoding="utf-8")
    return st.components.v2.component("kgqa_picture_library", js=code, css=style, isolate_styles=False)


def draw(
    picture: Picture,
    *,
    key: str,
    title: str,
    answer: str | None = None,
    actions: tuple[Action, ...] = EVERY_ACTION,
    selected: int | None = None,
    steady: bool = False,
) -> Activated | None:
    """Draws a card with a picture in it; gives what was just chosen in it, else None.

    Args:
        key: of the card, unique on the page; the same key and picture are the same drawing, which stays as it is.
        title: stands over it.
        answer: serial of the answer whose evidence numbers are in it; None where they are nobody's.
        actions: what can be wanted with a thing.
        selected: the evidence number that stands out while the reader has chosen none.
        steady: another picture with the same key takes the place of the one before without moving what is in both.
    """
    if not picture.dots:
        return None
    with st.container(border=True, key=f"graph_{key}", gap="xsmall"):
        with st.container(key=f"kg_library_{key}"):
            _library()(key=f"library_{key}")
        result = _picture(
            key=f"picture_{key}",
            data={**data(picture), "title": title, "answer": answer, "first": selected}
            | {"actions": list(actions), "steady": steady},
            on_activated_change=_nothing,
        )
    return activated(picture, actions, result.get("activated"))


def _nothing() -> None:
    """A component tells its triggers only where somebody listens."""


def activated(picture: Picture, actions: tuple[Action, ...], told: object) -> Activated | None:
    """What the browser told, where it is one of the things that it may tell."""
    if not isinstance(told, Mapping):
        return None
    dot = next((dot for dot in picture.dots if dot.key == told.get("key")), None)
    action = next((action for action in actions if action == told.get("action")), None)
    if dot is None or action is None or (dot.role == "group") != (action == "open"):
        return None
    return Activated(dot, action)


def data(picture: Picture) -> dict[str, Any]:
    """What the browser is sent: our own keys, places, and words to be shown."""
    return {
        "name": picture.name,
        "form": picture.form,
        "box": [BOX_WIDTH, BOX_HEIGHT],
        "dots": [_dot(dot) for dot in picture.dots],
        "arrows": [_arrow(arrow) for arrow in picture.arrows],
        "notes": list(notes(picture)),
        "said": drawn(picture),
        "kinds": dict(picture.kinds),
    }


def _dot(dot: Dot) -> dict[str, Any]:
    return {name: getattr(dot, name) for name in ("key", "text", "kind", "role", "x", "y")} | {"about": list(dot.about)}


def _arrow(arrow: Arrow) -> dict[str, Any]:
    named = {
        name: getattr(arrow, name)
        for name in ("key", "source", "target", "text", "against", "bend", "width", "cut", "quiet", "added", "lane")
    }
    lists = {name: list(getattr(arrow, name)) for name in ("numbers", "sources", "about")}
    return named | lists | {"toldBy": list(arrow.told_by), "dashes": list(dashes(arrow))}
