"""Statements that are called untrue as a whole: "It is a myth that A shows B", "It is not true that A lacks B"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgqa.verification.claimed import Claimed
from kgqa.verification.framing import REPORTS

_WRONG = r"(?:wrong|false|untrue|incorrect|mistaken|erroneous|misleading|inaccurate)"
_SAY = r"(?:say|claim|state|think|believe|assume|suggest|conclude|assert|write)"
_CALLED_UNTRUE = re.compile(
    r"^\W*(?:but\s+|however,?\s+|still,?\s+)?(?:"
    rf"it(?:['’]s|\s+(?:is|was|would\s+be))\s+(?:(?:simply|just|plainly|clearly|also|therefore|thus)\s+)?"
    rf"(?:(?:an?\s+)?(?:(?:common|popular|widespread|frequent|old|persistent|complete|total)\s+)?"
    rf"(?:myth|misconception|fallacy|mistake|error|falsehood|misunderstanding|lie)(?:\s+to\s+{_SAY})?"
    rf"|(?:not\s+(?:true|correct|right|accurate|the\s+case)|{_WRONG})(?:\s+to\s+{_SAY})?)"
    rf"|{REPORTS}\s+(?:wrongly|falsely|mistakenly|incorrectly|erroneously)\s+{_SAY}s?"
    r")\s+that\s+",
    re.IGNORECASE,
)


def called_untrue(plain: str) -> int:
    """Where the statement begins that a sentence calls untrue; 0 where it calls none so."""
    match = _CALLED_UNTRUE.match(plain)
    return match.end() if match is not None else 0


def turned_round(claims: Iterable[Claimed], start: int, end: int) -> Iterator[Claimed]:
    """What a sentence claims that calls a statement untrue.

    Of one link alone: of several, or of how often, it need not be each that is untrue.

    Args:
        claims: those of the statement.
        start, end: of the whole sentence.
    """
    found = list(claims)
    one = found[0] if len(found) == 1 else None
    sound = one is not None and not (one.unread or one.beyond or one.silent or one.chains or one.counted)
    if one is None or not sound or len(one.pairs) != 1 or one.marks.figures or one.marks.papers:
        things = tuple(dict.fromkeys(thing for claim in found for thing in claim.things))
        yield Claimed(start, end, things=things, unread="what it calls untrue could not be read as one link")
        return
    pair = replace(one.pairs[0], negated=not one.pairs[0].negated)
    yield replace(one, start=start, end=end, pairs=(pair,))
