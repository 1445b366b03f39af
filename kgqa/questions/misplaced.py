"""Words by which a question asks for something else than its form says, so that the form alone would mislead."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.thesaurus import is_known
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.tagging import Item
from kgqa.records import Entity

_KINDS_OF = re.compile(
    r"\b(?:kinds?|(?:sub)?types?|forms?|sorts?|classes|groups?|variet(?:y|ies))\s+of\s+(?:the\s+|an?\s+)?(?P<noun>[a-z]+)",
    re.IGNORECASE,
)
_IS_IT_OR = re.compile(
    rf"^\W*(?:is|was)\s+(?P<it>it)\s+{NAME}+\s*,?\s+or\s+{NAME}+\s*,?\s+(?:where|that|which|who|in\s+which|with)\b",
    re.IGNORECASE,
)
_PARENTS_HAVE = re.compile(
    r"\b(?P<noun>parents?|children|child|siblings?|grandparents?|ancestors?)\s+of\b.*\b(?:have|has|get|show)\W*$",
    re.IGNORECASE,
)
_MAY_BE = re.compile(r"\b(?:could|might|may|can)\s+(?:\w+\s+)?(?:be|have)\b|\belse\s+goes\s+with\b", re.IGNORECASE)
_WHAT_MAY_BE = re.compile(
    rf"\bwhat\s+(?P<may>could|might|may)\s+(?:{NAME}+\s+(?:be|have)|(?:i|he|she|it|they|you|we)\s+(?:be|have)\s+of\s+{NAME}+)",
    re.IGNORECASE,
)
_IS_OVER = re.compile(rf"\b(?P<over>used\s+to\s+(?:be|have)|grew\s+out\s+of|outgrew)\b[^.?!;]*{NAME}", re.IGNORECASE)


def asks_what_may_be(text: str) -> bool:
    """Whether a text asks what somebody may have ("what could it be"), and not what something is."""
    return _MAY_BE.search(text) is not None


def something_else(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> str:
    """The word by which a text asks for something else; empty where there is none.

    "What types of *mutations* cause A" asks for no kinds of A, "what do the *parents* of A have" for nothing that
    stands above it, "is *it* A or B where C is seen" for one of the two, "what *could* A be" for no definition; and who
    *used to be* A is so no more.
    """
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    if found := _IS_IT_OR.match(masked):
        return text[found.start("it") : found.end("it")]
    if found := _PARENTS_HAVE.search(masked):
        return text[found.start("noun") : found.end("noun")]
    if found := _WHAT_MAY_BE.search(masked):
        return text[found.start("may") : found.end("may")]
    if found := _IS_OVER.search(masked):
        return text[found.start("over") : found.end("over")]
    for found in _KINDS_OF.finditer(masked):
        start = found.start("noun")
        noun = text[start : found.end("noun")].lower()
        item = next((one for one in items if one.start <= start < one.end), None)
        told = item is not None and not item.unread and not _is_link_alone(item)
        plain = noun in vocabulary().function | vocabulary().light or not is_known(singular_of(noun), "n")
        named = any(one.start > start for one in entities)
        if named and not (told or plain):
            return noun
    return ""


def _is_link_alone(item: Item) -> bool:
    """Whether a word is one for a link by what it does ("mutations cause"), and for nothing that has kinds."""
    meaning = item.meaning
    return bool(meaning.relations) and not (meaning.labels or meaning.properties or meaning.cues)
