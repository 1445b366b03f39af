"""What a sentence before a question tells of somebody in words that name nothing of the graph.

"Has albinism and gets bruises easily. Which conditions fit?" tells of two findings. Where the second one is no name, an
answer to the first alone would be one to another question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.language.inflection import is_verb, singular_of
from kgqa.language.thesaurus import is_participle, is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import DETERMINER, vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.records import Entity, SetAside

_JOINTS = re.compile(r",\s+(?:and\s+|but\s+)?|\s+(?:and|but)\s+")
_AND = re.compile(
    r"\s*(?:,\s*(?:and\s+)?|(?:and|plus|&|\+|as\s+well\s+as|along\s+with|together\s+with)\s+)", re.IGNORECASE
)
_MORE_OF_IT = re.compile(r"(?:who|which|that|whose)\s+also\s+\w", re.IGNORECASE)
"""A clause that says something more of what is asked about ("who also lose their hearing")."""
_DOING = re.compile(r"who(?:m|se)?\s+\w", re.IGNORECASE)
"""A clause right behind a name that says more of those who have it ("patients with A who grind their teeth")."""
_BROUGHT_BY = re.compile(rf"(?P<done>\w+)\s+(?:(?:on|up|about)\s+)?by\s+(?:{DETERMINER}\s+)?(?P<by>\w+)", re.IGNORECASE)
_BEFORE = frozenset({"in", "at", "on", "for", "from", "since", "with", "without", "of", "by", "after", "before", "to"})
_WHOSE = frozenset({"my", "our", "his", "her", "their", "its"})
_SPEAKERS = frozenset({"i", "i'm", "i'd", "i've", "we", "we're", "we'd", "we've"})


def findings_without_name(text: str, start: int, end: int, entities: Sequence[Entity]) -> int:
    """How many of the things that a part of a text tells of one subject have a verb and no name of the graph.

    A part is told of the same subject where it begins with its verb ("…, is hard of hearing and cannot smell"), or
    where it is one of a row behind a verb ("has floppy muscles, a big tongue and …"). What who asks tells of himself is
    no finding.

    Args:
        start, end: of the part that tells.
    """
    places = [joint for joint in _JOINTS.finditer(text, start, end) if not in_name(joint.start(), entities)]
    bounds = [start, *(joint.end() for joint in places)], [*(joint.start() for joint in places), end]
    parts = [part for span in zip(*bounds, strict=True) if (part := _words(text, *span))]
    goes_on = [_is_verb(part[0]) or _is_of_row(part) for part in parts]
    told = [part for place, part in enumerate(parts) if any(goes_on[place : place + 2])]
    if len(told) < 2 or _is_speaker(told[0][0]):
        return 0
    named = [any(in_name(word.start, entities) for word in part) for part in told]
    found = zip(told, named, strict=True)
    return sum(not has and not _is_speaker(part[0]) and any(map(_says_something, part)) for part, has in found)


def left_out_beside(text: str, aside: Sequence[SetAside], entities: Sequence[Entity]) -> str:
    """What is joined to a name by "and", a comma or a participle with "by", has no name of the graph and is left out of
    what a text was read as ("eczema and low platelets: which diseases fit"); empty where nothing is."""
    ends, known = {one.end for one in entities}, vocabulary()
    for one in aside:
        behind = len(text[: one.start].rstrip()) in ends
        named = any(not text[one.end : other.start].strip() for other in entities if other.start >= one.end)
        doing = _DOING.match(one.text) is not None and not named  # "who have B" leads to a name
        if _MORE_OF_IT.match(one.text) or (behind and (doing or _is_brought_by(one.text))):
            return one.text
        before = len(text[: one.start].rstrip(" ,"))
        joint = _AND.match(text, before) if before in ends else None
        if joint is None or joint.end() >= one.end:
            continue
        further = _JOINTS.search(text, joint.end(), one.end)
        end = further.start() if further is not None else one.end
        part = _words(text, joint.end(), end)
        leads = any(not text[end : one.start].strip() for one in entities if one.start >= end)
        apart = not part or part[0].text.lower() in _BEFORE  # ", in a 38-year-old man"
        said = set() if leads or apart else {word.text.lower() for word in part}
        if said - known.function - known.light and said.isdisjoint(
            (known.subjects - {"one"}) | known.auxiliary | _WHOSE
        ):
            return text[joint.end() : end]
    return ""


def says_more_of_it(text: str, place: int, entities: Sequence[Entity]) -> bool:
    """Whether a word stands in a clause that says something more of those who have what is named right before it."""
    named = max((one.end for one in entities if one.end <= place), default=len(text))
    return _MORE_OF_IT.match(text[named:].lstrip()) is not None and "?" not in text[named:place]


def _is_brought_by(text: str) -> bool:
    """Whether words say by what something is brought about ("brought on by exercise"), and not by whom."""
    told = _BROUGHT_BY.match(text)
    return told is not None and is_participle(told["done"].lower()) and not is_person(singular_of(told["by"].lower()))


def _is_of_row(part: Sequence[Token]) -> bool:
    """Whether a part says neither who does anything nor what is done, so that it is said of the subject before it."""
    return part[0].text.lower() not in vocabulary().subjects and not any(map(_is_verb, part))


def _words(text: str, start: int, end: int) -> list[Token]:
    return [word for word in spoken(text) if start <= word.start < end]


def _is_verb(word: Token) -> bool:
    text = word.lowered
    return text in vocabulary().auxiliary or text.endswith("n't") or text == "cannot" or is_verb(text)


def _is_speaker(word: Token) -> bool:
    return word.lowered in _SPEAKERS


def _says_something(word: Token) -> bool:
    text = word.text.lower()
    return text not in vocabulary().function | vocabulary().light and not _is_verb(word)
