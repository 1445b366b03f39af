"""The tag of a question: "…, isn't it?", which asks whether what is said before it holds, and denies nothing."""

from __future__ import annotations

import re

from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary

_PRONOUN = r"(?:it|they|he|she|you|we|one|this|that|these|those|there)"
_VERB = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)"
_TAG = re.compile(
    rf"(?:\s*[,–—-]\s*|(?<!\bor)(?<!\band)(?<!\bbut)(?<!\bwhy)\s+)(?:{_VERB}n['’]?t\s+{_PRONOUN}|{_VERB}\s+{_PRONOUN}\s+not)"
    rf"\s*\?*\s*$"
    rf"|\s*[,–—-]\s*(?:{_VERB}\s+{_PRONOUN}|right|correct|yes|no|innit)\s*\?*\s*$",
    re.IGNORECASE,
)


def without_tag(question: str) -> int:
    """Where a question ends without its tag; its whole length where it has none, or asks before it in another way.

    >>> without_tag("A shows B, doesn't it?"), without_tag("Which genes are there, or aren't there?")
    (9, 39)
    """
    found = _TAG.search(question)
    if found is None:
        return len(question)
    words = [word.text.lower() for word in spoken(question[: found.start()])]
    asks = not vocabulary().asking.isdisjoint(words)
    return len(question) if asks or not words else found.start()
