"""A question whether there is any of something that asks which these are as well.

"Do A and B share a gene, and if so which one?" and "Are there diseases with A? Tell me which." ask once: who answers
that there are some names them. So the second half says nothing that the first does not, as long as it asks for what
that asks for any of, and for nothing of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from kgqa.language.inflection import singular_of
from kgqa.language.notation import any_of
from kgqa.language.thesaurus import is_kind_of
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.tagging import Item
from kgqa.records import Entity

_THEM = r"(?:them|these|those|they|it|that|this)"
_ASKING = (
    rf"(?:(?P<place>in|for|by|with|to|at|on|from|of)\s+)?(?P<asks>which|what|who|whom)"
    rf"(?:\s+ones?|\s+of\s+{_THEM}|\s+(?:is|are|was|were)\s+{_THEM}|\s+(?:would|could|might|may)\s+{_THEM}\s+be)*"
)
_CALLED = rf"what(?:['’]s|\s+(?:is|are))\s+(?:{_THEM}\s+called|(?:its|their)\s+names?)"
_SO = (
    r"(?:if\s+(?:so|yes|any|they\s+do|it\s+does|(?:there|they)\s+(?:are|is)(?:\s+any)?|any(?:one|body|thing)?\s+do(?:es)?)"
    r",?\s*(?:then\s+)?)?"
)
_SOMEBODY = ("person", "organization", "group")
"""Of whom it may be asked who they are."""
_ANY = frozenset({"any", "some", "there", "a", "an", "other", "another"})
_DEFINITE = frozenset({"the", "this", "that", "these", "those", "which", "what", "all", "every", "each", "no"})
_BEGINS = re.compile(r"(?:^|[.!?:;]\s+|,\s+)\W*(?:(?:and|so|but)\s+)?(?P<verb>[a-z]+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AnyAndWhich:
    """A text without what asks which they are.

    Attributes:
        question: whether there are any.
        labels: of the type of which any are asked for; only these are what the rest of the text asks for.
    """

    question: str
    labels: frozenset[str]


def any_and_which(
    text: str, entities: Sequence[Entity], items: Sequence[Item], noun_of: Callable[[str], str]
) -> AnyAndWhich | None:
    """The question whether there are any, of a cleaned text that asks behind it which they are; None where it does not.

    Args:
        items: of the text.
        noun_of: the noun for a type.
    """
    tail = _tail().search(text)
    if tail is None or not _asks_whether(text[: tail.start()]):
        return None
    before = [one for one in items if one.end <= tail.start()]
    wanted = next((one for one in before if _is_indefinite(text, one)), None)
    if wanted is None:
        return None
    behind = next((one for one in before if text[wanted.end : one.start] == " " and one.start > wanted.start), None)
    if wanted.entity is not None and behind is not None and behind.meaning.labels:
        wanted = behind  # "any Usher syndrome *genes*"
    labels = wanted.meaning.labels
    if wanted.entity is not None:
        thing = entities[wanted.entity]
        labels = frozenset(one.label for one in (thing.chosen, *thing.rivals))
    place, asks = (tail["place"] or "").lower(), (tail["asks"] or "").lower()
    if place and place not in text[: wanted.start].lower().split()[-3:]:
        return None  # "Are there drugs for X, and for whom?"
    people = any(is_kind_of(noun_of(label), one) for label in labels for one in _SOMEBODY)
    if asks in ("who", "whom") and not people:
        return None
    return AnyAndWhich(f"{text[: tail.start()].rstrip(' ?,;.!–—-')}?", labels)


def _asks_whether(text: str) -> bool:
    """Whether the last sentence of a text has a part that begins as a question for yes or no."""
    ends = [match.end() for match in re.finditer(r"[.!?]\s+", text)]
    last = text[ends[-1] if ends else 0 :]
    return any(match["verb"].lower() in vocabulary().auxiliary for match in _BEGINS.finditer(last))


def _is_indefinite(text: str, item: Item) -> bool:
    """Whether a noun for a type, or a name, stands for any of its kind."""
    before = [word.text.lower() for word in spoken(text[: item.start])][-2:]
    if item.entity is not None:
        return bool(before) and before[-1] in _ANY
    several = singular_of(item.text.lower()) != item.text.lower()
    return bool(item.meaning.labels) and _DEFINITE.isdisjoint(before) and (several or not _ANY.isdisjoint(before))


@cache
def _tail() -> re.Pattern[str]:
    """What asks which they are, at the end of a text."""
    telling = any_of(("list", "name", "give", "show", "tell", "say", *sorted(vocabulary().orders)), str)
    told = rf"{telling}(?:\s+me)?"
    asked = rf"(?:{told}\s+)?(?:{_ASKING}|{_CALLED})|{told}\s+{_THEM}(?:\s+all)?|(?:the(?:ir)?\s+)?names?"
    polite = r"(?:please|pls)"
    joint = r"(?:\s*[?,;.!–—-]+\s*(?:(?:and|but|or)\s+)?|\s+and\s+)"
    return re.compile(
        rf"{joint}{_SO}(?:{polite},?\s+)?(?:{asked})(?:,?\s+(?:{polite}|exactly|precisely))*[\s?.!]*$", re.IGNORECASE
    )
