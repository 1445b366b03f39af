"""What a text says against what it was read as, so that the reading asks for the opposite, or of one person what was
told of two.

A reading has the names of a text and the noun that is asked for, and may still have lost the small words that turn it:
"has the *fewest* of them", "thought of but *not found*", "A + B - C". Where the reading does not say them in words of
its own, the text was not understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from kgqa.language import requests
from kgqa.language.inflection import singular_of, stem
from kgqa.language.normalise import NAME, blanked
from kgqa.language.notation import any_of
from kgqa.language.thesaurus import is_known, is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Intent, conditions_of
from kgqa.records import Entity

_FEW = re.compile(
    r"\b(?:fewest|(?:smallest|lowest|least)\s+number\s+of|at\s+(?:the\s+)?most|no\s+more\s+than|not\s+more\s+than"
    r"|(?:all|every|everything)(?:\s+of\s+(?:it|them|these|those))?\s+(?:but|except)|none\s+of|(?:just|exactly|only)\s+one\s+of)\b",
    re.IGNORECASE,
)
"""Words for few, or for all but some, of what is named."""
_BOUND = frozenset({
    "fewest", "fewer", "few", "most", "exactly", "not", "no", "without", "only", "other", "besides", "less"
})  # fmt: skip
"""Words of a plain question that may say the same."""
_NOT_SHOWN = re.compile(
    rf"{NAME}[^.?!;{NAME}]*?(?P<said>\b(?:not|never)\s+(?:(?:been|be|yet|really|actually|ever)\s+)*(?P<verb>[a-z]+))\b",
    re.IGNORECASE,
)
DENIALS = frozenset({"not", "no", "without", "excluded"})
"""Words of a plain question that something is not so."""
_SHOWN = frozenset({"confirmed", "detected", "present", "proven", "demonstrated", "diagnosed", "established"})
"""What a finding is that is there, beside what the verbs for a record say."""
_NOT_SO = re.compile(
    rf"{NAME}\s+(?:is|are|be|was|were)\s+(?P<said>(?:not|never)\s+(?:[a-z]+ly\s+|so\s+|very\s+)?(?P<what>[a-z]+))\s*(?:[?.,;]|$)",
    re.IGNORECASE,
)
_SPEAKING = re.compile(r"\b(?:i|we|you)\b", re.IGNORECASE)
_SELDOM = re.compile(
    rf"\b(?P<said>hardly|barely|scarcely|rarely|seldom|fear(?:s|ed|ing)?|afraid\s+of)\s+"
    rf"(?:(?:any|ever|a|an|the|had|has|have)\s+)*{NAME}",
    re.IGNORECASE,
)
"""That something is told as seldom, or as not yet there."""
_OTHER = re.compile(rf"\b(?:the\s+other|another|a\s+second)\s+(?P<who>[a-z]+)\b[^.?!;{NAME}]*{NAME}", re.IGNORECASE)
_OWN = re.compile(rf"\b(?:my|our|his|her|their)\s+{NAME}", re.IGNORECASE)
_PLUS = re.compile(rf"{NAME}\s*\+\s*{NAME}")
_MINUS = re.compile(rf"{NAME}\s+(?P<sign>[-–−])\s*{NAME}")
_INSTEAD = re.compile(rf"{NAME}\s*,?\s+(?P<said>rather\s+than|instead\s+of)\s[^.?!;]*?{NAME}", re.IGNORECASE)
_NONE = re.compile(r"\bnone\s+of\b|\bneither\b", re.IGNORECASE)
_EQUAL = re.compile(r"\bas\s+(?P<what>[a-z]+)\s+as\b", re.IGNORECASE)
_CLOSES = re.compile(r"\bbut\b|[.?!;]")
_GRADED = re.compile(r"\b(?:more|less)\s+(?P<what>[a-z]+)\s+(?:than|in|,|or)\b", re.IGNORECASE)


def contradicted(
    text: str, entities: Sequence[Entity], question: str, asked: Callable[[], Intent | None], ranked: Callable[[], bool]
) -> str:
    """The words of a cleaned text that its reading loses though they turn it; empty where there are none.

    Args:
        question: the plain question as which it was read.
        asked: what that asks for, where that is known.
        ranked: whether it is asked what has some things, as of what somebody could have who has them.
    """
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    lost = [*_few(masked, question), *_graded(masked, question), *_not_so(masked, question)]
    lost += _none(masked, entities, asked)
    told = [*_unseen(masked, question), *_minus(masked, question), *_instead(masked, question)]
    told += _second_person(masked, entities, question)
    return next(iter(lost or (told if told and ranked() else ())), "")


def is_said(name: Entity, question: str) -> bool:
    """Whether a plain question has a thing."""
    return name.chosen.name in question or name.mention in question


def _said(question: str) -> frozenset[str]:
    return frozenset(word.text.lower() for word in spoken(question))


def _few(masked: str, question: str) -> Iterator[str]:
    match = _FEW.search(masked)
    if match is not None and (_said(question) & _BOUND) <= {"most"} and "at most" not in question.lower():
        yield match[0]


def _instead(masked: str, question: str) -> Iterator[str]:
    """That one thing is so and another one is not."""
    match = _INSTEAD.search(masked)
    if match is not None and {"not", "no", "without"}.isdisjoint(_said(question)):
        yield match["said"]


def _unseen(masked: str, question: str) -> Iterator[str]:
    """That something that is told was not found, or hardly."""
    seldom = _SELDOM.search(masked)
    if seldom is not None and {"rarely", "seldom", "not", "few", "occasional"}.isdisjoint(_said(question)):
        yield seldom["said"]
    for match in _NOT_SHOWN.finditer(masked):
        speaker = _SPEAKING.search(masked, match.start(), match.start("said")) is not None
        if _is_shown(match["verb"].lower()) and not speaker and DENIALS.isdisjoint(_said(question)):
            yield match["said"]


def _not_so(masked: str, question: str) -> Iterator[str]:
    """What a thing is not, where the reading denies the thing itself ("where A is not *rare*")."""
    said = {stem(word) for word in _said(question)}
    for match in _NOT_SO.finditer(masked):
        what = match["what"].lower()
        if is_known(what, "a") and not (_is_shown(what) or stem(what) in said):
            yield match["said"]


def _is_shown(word: str) -> bool:
    """Whether a word says that something is there."""
    played = requests.played_at([Token(0, len(word), word)], 0)
    return word in _SHOWN or (played is not None and any(one.part == "link" for one in played[1]))


def _minus(masked: str, question: str) -> Iterator[str]:
    """A minus among plus signs."""
    minus = _MINUS.search(masked) if _PLUS.search(masked) is not None else None
    if minus is not None and {"not", "no", "without"}.isdisjoint(_said(question)):
        yield minus["sign"]


def _none(masked: str, entities: Sequence[Entity], asked: Callable[[], Intent | None]) -> Iterator[str]:
    """That nothing is so of several things, of some of which the reading asks that it is."""
    match = _NONE.search(masked)
    intent = asked() if match is not None else None
    if match is None or intent is None:
        return
    end = _CLOSES.search(masked, match.end())
    behind = [one for one in entities if match.end() <= one.start < (end.start() if end is not None else len(masked))]
    none = {one.chosen.id for one in behind or entities}
    held = (one for one in conditions_of(intent.answer) if not (one.negated or one.denied))
    if any(not none.isdisjoint(thing.ids) for one in held for thing in one.things):
        yield match[0]


def _second_person(masked: str, entities: Sequence[Entity], question: str) -> Iterator[str]:
    """Another person who has something than the one who has what is named before it ("father with A, son with B", "the
    other twin", "my mother's A and my B")."""
    verb = r"(?:with|has|had|having|shows?|presents?(?:\s+with)?)"
    has = rf"\b(?P<who>{any_of(vocabulary().people, str)})\s+{verb}\s[^.?!;{NAME}]*{NAME}"
    first = ""
    for match in re.finditer(has, masked, re.IGNORECASE):
        name = next((one for one in entities if one.start <= match.end() - 1 < one.end), None)
        if name is None or not is_said(name, question):
            continue
        if first and first != match["who"].lower():
            yield match["who"]
        first = first or match["who"].lower()
    other = _OTHER.search(masked)
    if other is not None and NAME in masked[: other.start()] and is_person(singular_of(other["who"].lower())):
        yield other["who"]
    theirs = re.search(rf"\b(?P<who>{any_of(vocabulary().people, str)})['’]s\s+{NAME}", masked, re.IGNORECASE)
    if theirs is not None and _OWN.search(masked) is not None:
        yield theirs["who"]


def _graded(masked: str, question: str) -> Iterator[str]:
    """By what things are compared, where that is no number or frequency ("more *severe* than"), and that they are alike
    in it ("as often as"), which nothing reads."""
    said = {stem(word) for word in _said(question)}
    often = vocabulary().fitting.union(vocabulary().cues["often"])
    for match in _GRADED.finditer(masked):
        what = match["what"].lower()
        counted = what in often or not is_known(what, "a") or is_known(what, "n")
        if not counted and stem(what) not in said and {"more", "fewer", "most"} & _said(question):
            yield match["what"]
    for match in _EQUAL.finditer(masked):
        if match["what"].lower() in vocabulary().cues["often"]:
            yield match[0]
