"""Words that turn what a question asks round, in ways that no reading keeps, so that it is not answered.

"Can one have A without B?" asks for a single patient, and not whether the link is recorded; "does no gene of A cause B"
denies of all; "all genes of A cause B, don't they?" says it of all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from kgqa.language import thesaurus
from kgqa.language.normalise import NAME, blanked
from kgqa.language.quantities import people
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.text.courtesy import patients, without_tag
from kgqa.records import Entity, SetAside

_POSSIBLE = re.compile(
    rf"^\W*(?:can|could|may|might)\b.*?(?P<said>\bwithout\b|\bnot\b|n['’]t\b|\black(?:s|ing)?\b)"
    rf"|^\W*(?:is|are)\s+(?:there\s+(?:an?\s+|any\s+)?{NAME}+|{NAME}+\s+possible)\s+(?P<lacking>without|not)\b"
    rf"|^\W*(?:is|are)\s+(?:an?\s+)?{NAME}+\s+(?P<apart>without|not)\b[^.?!]*\bpossible\b"
    rf"|^\W*is\s+it\s+possible\b.*?(?P<never>\bwithout\b|\bnot\b|n['’]t\b)",
    re.IGNORECASE,
)
_OF_NONE = re.compile(r"^\W*(?P<said>(?:does|do|did|is|are|was|were|has|have|can)\s+(?:no|none)\b)", re.IGNORECASE)
_RELATIVE = re.compile(
    r"(?:['’]s)?\s+(?:\w+\s+)?(?P<said>wife|husband|partner|spouse|son|daughter|children|mother|father|mum|mom|dad|parents?"
    r"|brothers?|sisters?|siblings?|uncle|aunt|nephew|niece|cousin|grand\w+|friends?|boss|neighbou?rs?)\b",
    re.IGNORECASE,
)
"""Somebody who belongs to a named one, of whom no record of that one tells."""
_AFFECTED = (
    rf"(?:(?:an?|the|some|affected)\s+)*(?:{people('patients')}|boys?|girls?|children|child|someone|somebody|those)"
    r"\s+(?:with\s+|who\s+have\s+)?"
)
_OF_RELATIVES = re.compile(
    r"\b(?P<said>(?:mothers?|fathers?|sisters?|brothers?|carriers?|wi(?:fe|ves)|husbands?|spouses?)"
    rf"\s+of\s+(?={NAME}|(?:an?|the)\s+{NAME}|{_AFFECTED}{NAME})|(?:parents?|siblings?|relatives?)\s+of\s+(?={_AFFECTED}{NAME}))",
    re.IGNORECASE,
)
"""Somebody who belongs to those who have something; "parents" of a thing alone are what stands above it."""
_BY_HOW_MUCH = re.compile(
    r"\b(?P<said>\d[\d.,]*\s*(?:[a-z€$£%]+\s+)?(?:[a-z]+er|(?:more|less)\s+[a-z]+))\s+than\b", re.IGNORECASE
)
"""By how much one thing is to be more than another."""
_NO_FACT = re.compile(
    r"\b(?P<said>no\s+longer\s+[a-z]+s|supposed(?:ly)?|would-be|alleged(?:ly)?|(?:would|should|could)\s+have\s+(?:[a-z]+ed|been))\b",
    re.IGNORECASE,
)
"""What is told of what is not so, or not any more."""
_NOT_SO = re.compile(
    rf"^\W*(?P<said>(?:if|unless|suppose|supposing)\s+(?:it|this|that|they)\s+(?:(?:is|are|was|were)\s+not|(?:is|are|was|were)n['’]t))\s+(?:{NAME}|an?\s)",
    re.IGNORECASE,
)
"""What somebody is supposed not to have, which leaves nothing out of what is recorded."""
_THE_ONE = re.compile(
    rf"{NAME}\s*(?P<said>\(\s*(?:the|that)\s+(?:one|ones|kind|type|form|sort)\s+(?:with|of|in|from|caused\s+by)\s+{NAME}+\s*\))",
    re.IGNORECASE,
)
"""Which of several things of a name is meant, told by another thing."""
_ADVICE = re.compile(r"\bwhat\s+(?:\w+\s+)?(?P<said>(?:should|shall|must|ought)\s+(?:\w+\s+){1,3}?do)\b", re.IGNORECASE)
"""What somebody is to do, of which no record tells, whatever he has."""
_OF_ALL = re.compile(r"^\W*(?:so\s+|and\s+)?(?P<said>all|every|each|most|only)\b", re.IGNORECASE)
_OFFERS = re.compile(
    r"^\W*(?:can|could)\s+(?:you|i|we)\s+(?:please\s+)?(?:\w+\s+)??(?:tell|list|show|give|get|find|name|see)\b", re.I
)
_OWNED = re.compile(r"\s+of\s+", re.IGNORECASE)
_WAS = re.compile(r"\b(?:is|are|was|were|been|be|got)\s+$", re.IGNORECASE)
_RESTRICTS = re.compile(
    r"(?P<said>\b(?:leave\s+out|ignore|exclude|skip|forget|omit|disregard)\b|\b(?:i|we)\s+(?:only|just)\s+(?:want|need|mean|care)\b"
    r"|\bdo(?:n['’]t|\s+not)\s+mean\b|\bit\s+is\s+(?:mon|tues|wednes|thurs|fri|satur|sun)day\b)[^.!?]*[.!;]\s+\w",
    re.IGNORECASE,
)
"""What is told before a question and says of what alone it is asked."""
_OF_SOME = re.compile(
    rf"^\W*(?:(?:is|are)\s+there|do|does)\s+(?:an?\s+|any\s+|some\s+)?{NAME}+\s+(?:{people('patients')}|cases?|families)\s+"
    r"(?:[a-z]+\s+){0,2}?(?P<said>without|never|not)\b|^\W*(?:do|does)\s+(?:any|some)\b[^.?!]*\s(?P<never>never)\b",
    re.IGNORECASE,
)
"""Whether some of those who have something lack something else."""
_MINUS = re.compile(rf"\+[^.?!]*\s(?P<said>[-–−])\s*{NAME}")
_ALL_OF_BOTH = re.compile(
    rf"{NAME}+\s+and\s+{NAME}[^.?!]*\b(?P<said>in\s+total|altogether|combined|put\s+together)\b", re.IGNORECASE
)
"""How many two have together, which is not what both have."""
_TURNING = (
    _OF_RELATIVES, _BY_HOW_MUCH, _NO_FACT, _NOT_SO, _THE_ONE, _ADVICE, _RESTRICTS, _OF_SOME, _MINUS, _ALL_OF_BOTH,
)  # fmt: skip
_FURTHER = re.compile(r"^(?:(?:and|but|or)\s+|,\s*(?:and|but|or)\s+)(?P<said>.+)$", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not?|never|without|excluded|lacks?)\b|n['’]t\b", re.IGNORECASE)
_NONE = frozenset({"nobody", "none", "nothing", "non", "neither"})
_SENTENCE = re.compile(r"[.!?;]\s")
_EITHER = re.compile(rf"{NAME}+\s*,?\s+or\s+{NAME}+")
_BOTH = re.compile(r"\bboth\b", re.IGNORECASE)
_WHOSE = {"his": "his", "her": "his", "their": "his", "my": "my", "our": "my"}
_PEOPLE = {"he": "he", "she": "he", "they": "he", "i": "i", "we": "i"}
_NEGATING = ("in", "im", "un", "non", "dis", "ir", "il")
_SHORTEST = 5
"""Letters of a word whose opposite is looked for."""


def turning(text: str, entities: Sequence[Entity]) -> str:
    """The word of a cleaned question that turns it round; empty where there is none."""
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    asks = not vocabulary().asking.isdisjoint(word.text.lower() for word in spoken(masked))
    if not asks and _OFFERS.match(masked) is None and (match := _POSSIBLE.match(masked)):
        return match["said"] or match["lacking"] or match["apart"] or match["never"]
    if match := _OF_NONE.match(masked):
        return match["said"]
    if relative := _relative(text, entities):
        return relative
    if owned := _of_its_like(text, entities):
        return owned
    for pattern in _TURNING:
        if match := pattern.search(masked):
            said = next(place for place, group in enumerate(match.groups(), 1) if group)
            return text[slice(*match.span(said))].strip()
    tagged = without_tag(text) < len(text)
    return match["said"] if tagged and (match := _OF_ALL.match(masked)) else ""


def _of_its_like(text: str, entities: Sequence[Entity]) -> str:
    """Two names of one type that "of" makes a single thing ("painful periods of blindness"), so that neither is asked
    for; empty where there are none."""
    for one, other in pairwise(entities):
        same = one.chosen.label == other.chosen.label and one.chosen.id != other.chosen.id
        if same and _OWNED.fullmatch(text, one.end, other.start) and text[one.start : one.end].islower():
            return text[one.start : other.end]
    return ""


def puts_otherwise(text: str, left: Iterable[tuple[int, str]], plain: str) -> bool:
    """Whether a plain question says that something else was done to things than a text does ("stations *closed* before
    1850" are not those that *opened* before it).

    Args:
        left: words of the text that the plain question does not have, with their places.
    """
    said = {word.text.lower() for word in spoken(text)}
    put = [w for word in spoken(plain) if thesaurus.is_participle(w := word.text.lower()) and w not in said]
    for start, word in left:
        verbs = thesaurus.infinitives(word.lower())
        done = thesaurus.is_participle(word.lower()) or _WAS.search(text[:start]) is not None
        alike = verbs.union(*(thesaurus.synonyms(verb, "v") for verb in verbs))
        if done and any(alike.isdisjoint(thesaurus.infinitives(other)) for other in put):
            return True
    return False


def leaves_denied(text: str, entities: Sequence[Entity], question: str, aside: Iterable[SetAside]) -> str:
    """The word that denies what a plain question has left out of its text: that it holds of nobody, what is named with
    "non", or a name ("my patient does not have A. Which diseases show B?"); empty where there is none."""
    if not _DENIED.search(question):
        within = (one for one in aside if re.search(r"[,;.!?]\s", text[: one.start]) is None)
        said = (word.text for one in within for word in spoken(one.text))  # ", nobody explains it" denies nothing of it
        if none := next((word for word in said if word.lower() in _NONE), ""):
            return none
    kept = question.lower()
    for one in entities:
        if one.mention.lower() not in kept and one.chosen.name.lower() not in kept:
            start = max((match.end() for match in _SENTENCE.finditer(text, 0, one.start)), default=0)
            if match := _DENIED.search(text, start, one.start):
                return match.group()
    return ""


def _relative(text: str, entities: Sequence[Entity]) -> str:
    """The noun for somebody who belongs to a named one ("A's wife"); empty where there is none."""
    for one in entities:
        owned = one.mention.endswith(("'s", "’s")) or text[one.end : one.end + 2] in ("'s", "’s")
        if owned and (match := _RELATIVE.match(text, one.end)):
            return match["said"]
    return ""


def loses_condition(text: str, entities: Sequence[Entity], question: str, aside: Iterable[SetAside]) -> str:
    """What a plain question loses of the text that it was read from: what was set aside behind "and" or "but", or that
    any one of two names will do; empty where neither is so."""
    known = vocabulary()
    empty = known.function | known.light | known.auxiliary | known.empty | known.denying
    for one in aside:
        further = _FURTHER.match(one.text.strip())
        said = {word.text.lower() for word in spoken(further["said"])} if further is not None else set[str]()
        if said - empty and (further is None or not _DENIED.search(further["said"]) or not _DENIED.search(question)):
            return one.text.strip()
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    either = _EITHER.search(masked) is not None and _BOTH.search(masked) is None
    return "or" if either and _BOTH.search(question) is not None else ""


def of_two_people(text: str, entities: Sequence[Entity]) -> bool:
    """Whether findings are told of somebody and of a relative of his ("her sister is deaf. She is obese"), so that no
    disease of one person has them all."""
    found = set[str]()
    for start, end in _sentences(text):
        if not any(start <= one.start < end for one in entities):
            continue
        words = [word.text.lower() for word in spoken(text[start:end])]
        relative = len(words) > 1 and words[0] in _WHOSE and patients().fullmatch(words[1])
        found.add(_WHOSE[words[0]] if relative else _PEOPLE.get(words[0], "") if words else "")
    return {"his", "he"} <= found or {"my", "i"} <= found


def _sentences(text: str) -> list[tuple[int, int]]:
    ends = [0, *(match.end() for match in re.finditer(r"[.!?;]\s+|,\s+", text)), len(text)]
    return list(pairwise(ends))


def is_opposite(word: str, begins: Callable[[str], bool]) -> bool:
    """Whether a word is known only with a prefix that denies it.

    Args:
        begins: whether any known word begins so.
    """
    return len(word) >= _SHORTEST and not begins(word) and any(begins(f"{one}{word}") for one in _NEGATING)
