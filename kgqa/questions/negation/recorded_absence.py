"""What is recorded to be absent, in other words than the graph's, and what only sounds like it.

That something was looked for and is recorded not to be there is more than that nothing is recorded of it. Whatever it
is said in ("expressly recorded as absent", "looked for and not found"), it is put in the word in which it is read
("excluded"). What somebody is to exclude is nothing that a record of an absence tells.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language.normalise import NAME, blanked
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.records import Entity

_SURELY = r"(?:explicitly|expressly|definitely|specifically|clearly|positively|actively|certainly)"
_RECORDED = (
    r"(?:recorded|noted|documented|listed|entered|annotated|marked|flagged|put\s+(?:down|on\s+(?:record|file))|on\s+record"
    r"|described|reported|given|stated)"
)
_ABSENT = r"(?:absent|excluded|negative|ruled\s+out|(?:being\s+)?not\s+(?:present|occurring|found|there))"
_NOT_FOUND = (
    rf"looked\s+for,?\s+(?:and|but)\s+(?:(?:was|were|been)\s+)?(?:{_SURELY}\s+)?(?:(?:not|never)\s+(?:found|seen|present|there)"
    rf"|(?:{_RECORDED}\s+as|found\s+to\s+be)\s+{_ABSENT})(?:\s+in\s+any\s+(?:patients?|case|body|one))?"
)
_SAID = re.compile(
    rf"\b(?:(?P<has>has|have)(?P<between>\b[^?.!:;]*?)\bbeen\s+|(?P<was>was|were)\s+)?"
    rf"(?:{_NOT_FOUND}|(?:{_SURELY}\s+)?{_RECORDED}\s+(?:{_SURELY}\s+)?as\s+(?:{_SURELY}\s+)?{_ABSENT}"
    rf"|{_SURELY}\s+(?:absent|excluded|ruled\s+out))"
    rf"(?:\s*\((?:not|negated(?:\s+annotation)?|excluded|absent)\))?(?!\s+(?:or|unless|until|only|if)\b)",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    r"(?:^\W*|[:,;–—]\s*|\s-\s+)(?:is|are|was|were|do|does|did|has|have)\b|\bwhether\b", re.IGNORECASE
)
_OTHERWISE = re.compile(r"\b(?:not?|never|without|nor|neither|but|except|unless|only|either)\b|n['’]t\b", re.IGNORECASE)
_MOST_NAMES = 2
_TO_BE_DONE = re.compile(
    r"(?:\b(?:(?<![a-df-z]ed )(?<!known )(?<!shown )to|must|should|shall)(?:\s+(?:i|we|you|one))?"
    r"(?:\s+(?:be|also|first|always|still|then))*|\b(?:i|we|you|one))\s+$",
    re.IGNORECASE,
)
"""Stands right before the verb for what somebody does or is to do ("do I have to", "should be", "must I"); what is
"known to be" so is a record."""


def put(text: str, entities: Sequence[Entity]) -> str | None:
    """A cleaned question for what is recorded to be absent, in the word in which it is read; None where it is said in
    that already, or asked for yes or no, or where the question denies something else.

    Args:
        entities: its names.
    """
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    match = _SAID.search(masked)
    if match is None or not 0 < len(entities) <= _MOST_NAMES or _WHETHER.search(masked):
        return None
    rest = f"{masked[: match.start()]} {match['between'] or ''} {masked[match.end() :]}"
    if _SAID.search(rest) or _OTHERWISE.search(rest):
        return None
    one = {"has": "is", "was": "is", "have": "are", "were": "are"}.get((match["has"] or match["was"] or "").lower(), "")
    between = text[match.start("between") : match.end("between")] if match["between"] else " " if one else ""
    return f"{text[: match.start()]}{one}{between}excluded{text[match.end() :]}"


def wished_absence(text: str, items: Sequence[Item]) -> str:
    """The words for a recorded absence where they say what somebody is to do; empty where there are none.

    "Which diseases do I have to exclude?" asks what may be there, "which diseases exclude A" what is recorded not to.
    """
    found = (one for one in items if Sentence.records_absence(one))
    return next((one.text for one in found if _TO_BE_DONE.search(text[: one.start])), "")
