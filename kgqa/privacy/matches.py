"""What was found in a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "name", "date of birth", "date", "record number", "national number", "bank account or card", "phone number",
    "e-mail address", "postal address", "age", "ward or bed", "password or key",
]  # fmt: skip
"""What a found piece of text is, in the words of the page."""


@dataclass(frozen=True, slots=True)
class Identifier:
    """A piece of a text that looks like it identifies a patient.

    Attributes:
        text: the words as they stand.
        start, end: character offsets in the text, end exclusive.
    """

    kind: Kind
    text: str
    start: int
    end: int
