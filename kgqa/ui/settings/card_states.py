"""The states that the cards of providers and of services share."""

from __future__ import annotations

from kgqa.presentation.text import Colour

State = tuple[str, Colour, str]
"""The word of a card, its colour and its sign."""
OFF: State = "off while local only", "gray", "lock"
ASKING: State = "asking", "blue", "hourglass_top"
UNUSABLE: State = "not usable", "red", "error"
