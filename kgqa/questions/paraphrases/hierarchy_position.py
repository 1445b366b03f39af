"""Questions for what stands above or below a thing in a hierarchy, in whatever words: "under which parent terms does X
sit", "which more specific sorts of X does the ontology distinguish", "how many terms are below X".

Such a question names one thing, says a direction, and else only asks, sorts and places. It is put as the plain question
for the broader terms or for the kinds of that thing. Words that have another meaning in most sentences ("children",
"general", "family") say a direction only beside a word for a term.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from kgqa.language.inflection import singular_of, verbs_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.records import Entity

_SORT = r"(?:kind|type|sort|form|variet(?:y|ie)|categor(?:y|ie))s?"
_WHAT_KIND = re.compile(
    rf"\b(?:what|which)\s+(?:{_SORT}|class|group)\s+of\s+(?P<noun>[a-z]+)\s+(?:is|are)\s+(?:the\s+|an?\s+)?$",
    re.IGNORECASE,
)
_THAT_ARE = re.compile(
    r"^\W*(?:what|which|how\s+many)\s+(?P<noun>[a-z]+)\s+(?:are|count\s+as)\s+(?:the\s+|called\s+)?$", re.IGNORECASE
)
_KINDS_OF = re.compile(rf"\b{_SORT}\s+of\s+['\"“‘(]*$", re.IGNORECASE)
_COUNTS = re.compile(r"\b(?:how\s+many|number\s+of)\b", re.IGNORECASE)
_BELOW = re.compile(r"\b(?:under|below|beneath|underneath)\s+(?:the\s+(?:\w+\s+)?)?['\"“‘(]*$", re.IGNORECASE)
_ABOVE = re.compile(r"\babove\s+(?:the\s+(?:\w+\s+)?)?['\"“‘(]*$", re.IGNORECASE)


def placed_under(text: str, entities: Sequence[Entity], is_type: Callable[[str], bool]) -> str | None:
    """The plain question; None where more is asked, or no direction is said.

    Args:
        is_type: whether a word is one for the type of the named thing, or what the graph or a source of it is called.
    """
    if len(entities) != 1:
        return None
    (name,) = entities
    before, around = text[: name.start], blanked(text, [(name.start, name.end)])
    hierarchy = vocabulary().hierarchy
    rest = re.sub(_pattern((*hierarchy.above, *hierarchy.below, *hierarchy.groups)), " ", around, flags=re.IGNORECASE)
    if not all(_is_plain(word.text.lower()) or is_type(word.text.lower()) for word in spoken(rest)):
        return None
    kind = _WHAT_KIND.search(before)
    if kind is not None:  # "what kind of disease is X"
        up, down = is_type(kind["noun"].lower()), False
    elif _are_kinds(text, name, is_type):
        up, down = False, True
    else:
        up = _is_said(hierarchy.above, around) or _ABOVE.search(before) is not None
        down = _is_said(hierarchy.below, around) or bool(_BELOW.search(before) or _KINDS_OF.search(before))
        up = up or (not down and _is_asked_for(hierarchy.groups, around))
    if up == down:
        return None
    what = "broader terms does" if up else "more specific terms does"
    return f"{'How many' if _COUNTS.search(text) else 'Which'} {what} {name.mention} have?"


def _are_kinds(text: str, name: Entity, is_type: Callable[[str], bool]) -> bool:
    """Whether it is asked which things of a type are such as a name in the plural says ("which diseases are Xs")."""
    asked = _THAT_ARE.match(text[: name.start])
    several = singular_of(name.mention.lower()) != name.mention.lower()
    return asked is not None and several and is_type(asked["noun"].lower()) and not text[name.end :].strip(" ?.!")


def _is_said(phrases: tuple[str, ...], text: str) -> bool:
    return re.search(_pattern(phrases), text, re.IGNORECASE) is not None


def _is_asked_for(phrases: tuple[str, ...], text: str) -> bool:
    """Whether things called so are asked for: right behind a question word, or with one word between."""
    asked = rf"\b(?:which|what|how\s+many)\s+(?:[a-z]+\s+)?(?:{_pattern(phrases)})(?!\s+of\b)"
    return re.search(asked, text, re.IGNORECASE) is not None


@cache
def _pattern(phrases: tuple[str, ...]) -> str:
    return "|".join(rf"\b{re.escape(one)}(?:s|es)?\b" for one in phrases)


def _is_plain(word: str) -> bool:
    """Whether a word only asks, joins, or says that something is placed somewhere."""
    verbs: Iterable[str] = {word, *(verb for verb, _ in verbs_of(word))}
    return word in vocabulary().hierarchy.beside or not vocabulary().hierarchy.verbs.isdisjoint(verbs)
