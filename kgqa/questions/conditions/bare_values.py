"""Words that are said of a named thing without a verb: "A: AD or AR?", "A – recessive, y/n", "which one is recessive:
A or B?", "listed as digenic"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from kgqa.language.normalise import NAME, blanked
from kgqa.questions.tagging import Item
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity
from kgqa.schema.model import Schema

_WORD = rf"(?:[A-Za-z]{{2,14}}|{NAME}+)"
_JOINT = r"(?:\s*[,/]\s*(?:or\s+)?|\s+(?:or|vs\.?|versus)\s+)"
_ROW = rf"(?P<row>{_WORD}(?:{_JOINT}{_WORD})*)"
_ASKS = r"(?:[\s,;–—-]+(?:y\s*/\s*n|yes\s*(?:/|or)\s*no|or\s+not|right|correct|true))?"


@cache
def _forms() -> tuple[re.Pattern[str], ...]:
    """What may stand around a row of such words, with names masked."""
    return (
        re.compile(rf"\W*(?:(?:is|are)\s+)?{NAME}+(?:\s*[-–—:,;]\s*|\s+){_ROW}{_ASKS}[?.!\s]*", re.IGNORECASE),
        re.compile(
            rf"\W*(?:which|who|what)(?:\s+ones?|\s+of\s+(?:them|these|those))?\s+(?:is|are)\s+{_ROW}\s*[-–—:,;?]+\s*"
            rf"(?:the\s+)?{NAME}[^?.!]*[?.!\s]*",
            re.IGNORECASE,
        ),
    )


_AS = re.compile(r"\b[a-z]+ed\s+as\s+(?:being\s+|an?\s+)?$", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:$|[?.!,;:]|(?:and|or|but|that|which|with|in|for)\b)", re.IGNORECASE)


def put(text: str, entities: Sequence[Entity], schema: Schema) -> Edit | None:
    """The question which of several words behind a name are said of it, or whether one is; None where nothing else
    stands there, or what is asked is read as it is."""
    first, *others = entities or (None,)
    if first is None or not any(one.guess in ("value", "initials") for one in others):
        return None
    found = _forms()[0].fullmatch(blanked(text, [(first.start, first.end)], NAME))
    if found is None or found.start("row") != others[0].start or found.end("row") != others[-1].end:
        return None
    if first.start > found.start("row") or text[: first.start].strip():
        return None
    labels = {one.chosen.label for one in others}
    if len(others) > 1 and len(labels) == 1 and not any(one.tied for one in others):
        things = schema.node(labels.pop()).plural
        options = "; ".join(one.chosen.name for one in others)
        return Edit(0, len(text), f"Which {things} does {first.mention} have? Options: {options}")
    return Edit(0, len(text), f"Is {first.mention} {found['row']}?")


def row_of(text: str, items: Sequence[Item], place: int) -> int:
    """How many words are said of a name in one row with an item, which may be a name itself; 0 where it is not said so.

    Args:
        items: of the text.
    """
    word = items[place]
    names = [(one.start, one.end) for one in items if one.entity is not None and one is not word]
    masked = blanked(text, names, NAME)
    for form in _forms():
        found = form.fullmatch(masked)
        if found is not None and found.start("row") <= word.start and word.end <= found.end("row"):
            return len(re.split(_JOINT, found["row"]))
    return 1 if _AS.search(text[: word.start]) and _ENDS.match(text, word.end) else 0
