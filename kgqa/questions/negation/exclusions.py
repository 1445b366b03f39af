"""What somebody is to exclude: nothing that a record of an absence tells."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item

_TO_BE_DONE = re.compile(
    r"(?:\b(?:(?<![a-df-z]ed )(?<!known )(?<!shown )to|must|should|shall)(?:\s+(?:i|we|you|one))?"
    r"(?:\s+(?:be|also|first|always|still|then))*|\b(?:i|we|you|one))\s+$",
    re.IGNORECASE,
)
"""Stands right before the verb for what somebody does or is to do ("do I have to", "should be", "must I"); what is
"known to be" so is a record."""


def wished_absence(text: str, items: Sequence[Item]) -> str:
    """The words for a recorded absence where they say what somebody is to do; empty where there are none.

    "Which diseases do I have to exclude?" asks what may be there, "which diseases exclude A" what is recorded not to.
    """
    found = (one for one in items if Sentence.records_absence(one))
    return next((one.text for one in found if _TO_BE_DONE.search(text[: one.start])), "")
