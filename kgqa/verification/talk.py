"""Words that say nothing about the world: greetings, advice, openings of lists, headings."""

from __future__ import annotations

import re

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.reader import Reader
from kgqa.verification.asides import Marked
from kgqa.verification.headings import HEADING_WORDS
from kgqa.verification.phrase import Phrase
from kgqa.verification.reading import denies

_TALK = re.compile(
    r"^\W*(?:here(?:'s| is| are)|these are|below|i hope|let me|please|i am|i'm|as an ai|sure|certainly|of course|"
    r"sources?|references?|notes?|disclaimer|answer|summary|conclusion|in (?:summary|conclusion|short)|overall|"
    r"i (?:do not|don't|cannot|can't|could not|have|was)|hello|thank|you (?:can|may|should)|if you|the (?:answer|"
    r"following|list|table|question)|this (?:answer|list|table)|based on|according to)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(r"\b(?:consult|medical advice|healthcare professional|seek (?:medical )?(?:care|help))\b", re.I)

_SAYS = re.compile(
    rf"\d|\b(?:{'|'.join(vocabulary().numbers)}|dozens?|hundreds|thousands?)\b|"
    r"^\W*(?:(?:certainly|of course|definitely|absolutely|sure)[ ,]+(?:yes|not?|it|they)|not at all|definitely|indeed|"
    r"absolutely|yes|no|true|false|correct|incorrect|never|from (?:the|this|your) graph|not in (?:the|this|your) graph)"
    r"\b",
    re.IGNORECASE,
)
"""What says something without any name: a number, a yes or no, or where the words come from."""


def says_nothing(phrase: Phrase, reader: Reader) -> bool:
    """Whether words without a name of the graph say nothing about the world."""
    if _SAYS.search(phrase.text):
        return False
    if _TALK.match(phrase.text) or _ADVICE.search(phrase.text):
        return True
    items = phrase.items(reader.lexicon)
    return not any(item.unread or item.meaning.relations or item.meaning.absent for item in items)


def sorts_only(above: Marked, reader: Reader) -> bool:
    """Whether a heading or an opened list leaves open what its items say, so that they say what the question asks."""
    items = above.phrase.items(reader.lexicon)
    unread = (item.text.lower() for item in items if item.unread)
    return not denies(items) and all(word in HEADING_WORDS for word in unread) and not above.asides
