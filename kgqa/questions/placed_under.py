"""Questions for what stands above or below a thing in a hierarchy, in whatever words: "under which parent terms does X
sit", "which more specific sorts of X does the ontology distinguish", "how many terms are below X".

Such a question names one thing, says a direction, and else only asks, sorts and places. It is put as the plain question
for the broader terms or for the kinds of that thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kgqa.language.inflection import singular_of, verbs_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.records import Entity

_ASKS = re.compile(r"\b(?:which|what|how\s+many|number\s+of)\b", re.IGNORECASE)
_MOST_ASKED = 5
_WHAT_KIND = re.compile(
    r"\b(?:what|which)\s+(?:kind|type|sort|form|class|group|category)s?\s+of\s+[a-z]+\s+(?:is|are)\s+(?:the\s+|an?\s+)?$",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"\b(?:how\s+many|number\s+of)\b", re.IGNORECASE)
_BELOW = re.compile(r"\b(?:under|below|beneath|underneath)\s+(?:the\s+(?:\w+\s+)?)?['\"“‘(]*$", re.IGNORECASE)
_ABOVE = re.compile(r"\babove\s+(?:the\s+(?:\w+\s+)?)?['\"“‘(]*$", re.IGNORECASE)


def placed_under(text: str, entities: Sequence[Entity], is_type: Callable[[str], bool]) -> str | None:
    """The plain question; None where more is asked, or no direction is said.

    Args:
        is_type: whether a word is one for a type of the graph, or what the graph or a source of it is called.
    """
    if len(entities) != 1:
        return None
    (name,) = entities
    around = blanked(text, [(name.start, name.end)])
    words = [word.text.lower() for word in spoken(around)]
    hierarchy, asked = vocabulary().hierarchy, _asked(around)
    down = any(_is_among(word, hierarchy.below) for word in asked) or _BELOW.search(text[: name.start]) is not None
    up = any(_is_among(word, hierarchy.above) for word in asked) or _ABOVE.search(text[: name.start]) is not None
    if any(_is_among(w, hierarchy.above) for w in words) and any(_is_among(w, hierarchy.below) for w in words):
        return None
    if _WHAT_KIND.search(text[: name.start]):  # "what kind of disease is X"
        up, down = True, False
    up = up or (not down and any(_is_among(word, hierarchy.groups) for word in asked))
    known = (_is_among(word, hierarchy.all) or _is_plain(word) or is_type(word) for word in words)
    if up == down or not all(known):
        return None
    what = "broader terms does" if up else "more specific terms does"
    return f"{'How many' if _COUNTS.search(text) else 'Which'} {what} {name.mention} have?"


def _asked(text: str) -> list[str]:
    """The words of what is asked for: those behind a question word, or that a text begins with, up to one that joins
    or is a verb ("which *more specific sorts* of")."""
    match = _ASKS.search(text)
    found: list[str] = []
    for word in spoken(text[match.end() if match else 0 :]):
        said = word.text.lower()
        if said in vocabulary().function - {"more"} or said in vocabulary().auxiliary or len(found) == _MOST_ASKED:
            break
        found.append(said)
    return found


def _is_among(word: str, words: frozenset[str]) -> bool:
    return word in words or singular_of(word) in words


def _is_plain(word: str) -> bool:
    """Whether a word only asks, joins, or says that something is placed somewhere."""
    plain = vocabulary().function | vocabulary().light | vocabulary().registers
    verbs = {word, *(verb for verb, _ in verbs_of(word))}
    return word in plain or not verbs.isdisjoint(vocabulary().hierarchy.verbs | vocabulary().placing)
