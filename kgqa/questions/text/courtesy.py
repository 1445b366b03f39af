"""What a question says that is certainly no condition of it: courtesy, whose question it is, and its tag.

"Please" and "hello" say nothing of what is asked, and "in my 5 year old boy" says who asks and not of whom the graph
tells; they are set aside, and the answer says so. What may be a condition is never set aside: "in infants" without a
possessive may ask for an age of onset. The tag ("…, isn't it?") asks whether what is said before it holds, and denies
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kgqa.language.inflection import singular_of
from kgqa.language.notation import any_of
from kgqa.language.quantities import age_units
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.wording import listed
from kgqa.records import Entity, SetAside

_PRONOUN = r"(?:it|they|he|she|you|we|one|this|that|these|those|there)"
_VERB = r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)"
_TAG = re.compile(
    rf"(?:\s*[,–—-]\s*|(?<!\bor)(?<!\band)(?<!\bbut)(?<!\bwhy)\s+)(?:{_VERB}n['’]?t\s+{_PRONOUN}|{_VERB}\s+{_PRONOUN}\s+not)"
    rf"\s*\?*\s*$"
    rf"|\s*[,–—-]\s*(?:{_VERB}\s+{_PRONOUN}|right|correct|yes|no|innit)\s*\?*\s*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Aside:
    """A stretch of a question that is no condition of it.

    Attributes:
        person: it says whose question it is; what is asked of that person alone cannot be answered then.
    """

    start: int
    end: int
    person: bool = False


def asides(question: str, entities: Sequence[Entity], called: tuple[str, ...] = ()) -> list[Aside]:
    """What a question says that is no condition of it, in order; nothing that touches a name.

    Args:
        called: what the graph itself is called.
    """
    taken = [(entity.start, entity.end) for entity in entities]
    found: list[Aside] = []
    for pattern, person in (*_patterns(), *_of_graph(called)):
        for match in pattern.finditer(question):
            start, end = match.span("aside")
            spans = (*taken, *((one.start, one.end) for one in found))
            if not any(first < end and start < last for first, last in spans):
                found.append(Aside(start, end, person))
    return sorted(found, key=lambda one: one.start)


def spans_of_graph(question: str, called: tuple[str, ...]) -> list[tuple[int, int]]:
    """Where a question says that it is asked of the graph that it is asked of."""
    return [match.span("aside") for pattern, _ in _of_graph(called) for match in pattern.finditer(question)]


def ages(text: str) -> list[Aside]:
    """The ages of patients, with a sex: "34F", "3 yo", "5-year-old"; for a text that is read by meaning, as strictly
    each of them may be a condition."""
    return [Aside(*match.span()) for match in _age().finditer(text)]


@cache
def _age() -> re.Pattern[str]:
    unit = rf"(?:{age_units()}|yo|y/?o|mo)"
    return re.compile(rf"\b\d{{1,3}}\s*(?:-?\s*{unit}\b(?:[\s-]*old)?|[mf]\b)|\b[mf]\s?\d{{1,3}}\b", re.IGNORECASE)


def is_patient(word: str) -> bool:
    """Whether a word is one for somebody of whom who asks may speak, in either number ("son", "patients")."""
    return patients().fullmatch(singular_of(word.lower())) is not None


@cache
def patients() -> re.Pattern[str]:
    """The words for these, in the singular."""
    return re.compile(any_of(vocabulary().people, str), re.IGNORECASE)


def words_of(question: str, aside: Aside) -> str:
    """What is set aside, without the signs around it."""
    return question[aside.start : aside.end].strip(" ,.;:!?-–—")


def said(question: str, found: Sequence[Aside]) -> tuple[str, ...]:
    """That something was set aside, as a sentence; nothing where nothing was."""
    quoted = listed([f"“{words_of(question, one)}”" for one in found])
    return (f"Set aside: {quoted}.",) if quoted else ()


def set_aside(question: str, entities: Sequence[Entity], called: tuple[str, ...] = ()) -> tuple[SetAside, ...]:
    """What a question says that is no condition of it, as a trace keeps it."""
    found = asides(question, entities, called)
    return tuple(SetAside(one.start, one.end, words_of(question, one)) for one in found)


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


@cache
def _of_graph(called: tuple[str, ...]) -> tuple[tuple[re.Pattern[str], bool], ...]:
    """Where something stands, which is the graph that is asked in any case ("in the HPO hierarchy")."""
    if not called:
        return ()
    names = "|".join(map(re.escape, sorted(called, key=len, reverse=True)))
    kind = r"(?:\s+(?:graph|hierarchy|ontology|database|data|tree|release|annotations?|vocabulary))?"
    where = rf"(?:in|within|across|by|according\s+to)\s+(?:the\s+)?(?:{names}){kind}"
    behind = re.compile(rf"(?<=\w)['’\"”]?[\s,]+(?P<aside>{where})(?!\w)", re.IGNORECASE)
    before = re.compile(rf"^\W*(?P<aside>{where},)", re.IGNORECASE)
    return ((behind, False), (before, False))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], bool], ...]:
    """Greetings at the start, thanks and "or not" at the end; courtesy anywhere; who is spoken to; one's own people."""
    known = vocabulary()
    greetings, thanks, courtesy, people = (
        any_of(phrases, str) for phrases in (known.greetings, known.thanks, known.courtesy, known.people)
    )
    number = rf"(?:\d{{1,3}}|{'|'.join(known.numbers)})"
    age = rf"(?:{number}[\s-]*(?:{age_units()}[\s-]*old|y/?o)\s+)?"
    vocative, auxiliary = any_of(known.vocatives, str), "|".join(sorted(known.auxiliary))
    asking, signs = "|".join((*sorted(known.asking), "who", "list")), r"[\s,.;:!–—-]"
    written = (
        (rf"^\W*(?P<aside>(?:{greetings}\b{signs}*)+)(?=\w)", False),
        (rf"(?<=\w)(?P<aside>(?:{signs}|\?)+(?:{thanks}\b(?:{signs}|\?)*)+)$", False),
        (rf"(?<!\w)(?P<aside>{courtesy})(?!\w)", False),
        # Behind "tell me" stands a question for yes or no as well as one for a list.
        (rf"(?:^|[\s,])(?P<aside>tell\s+(?:me|us)\s*[,:]?\s*(?:{vocative}\s*,\s*)?)(?=(?:{auxiliary})\b)", False),
        (rf"^\W*(?P<aside>{vocative}\s*,\s*)(?=\w)", False),
        (rf"(?<=,\s)(?P<aside>{vocative})(?=\s*[,?!.])", False),
        # "Which patients has she got" are those that she has.
        (r"(?:\b(?:have|has|had)|['’]ve)\b(?:\s+[^\s.?!,;]+){0,6}?\s+(?P<aside>got)(?=\s|[?.!]|$)(?!\s+to\b)", False),
        # "Is X dominant or not" denies nothing.
        (rf"(?:^|[.!?]\s)(?!\W*(?:{asking})\b)[^.!?]*\w[\s,]+(?P<aside>or\s+not)(?=\s*(?:[.!?]|$))", False),
        (rf"(?<=\w)[\s,]+(?P<aside>(?:in|for|with)\s+(?:my|our)\s+{age}{people})(?=\s*(?:[,.?!;]|$))", True),
    )
    return tuple((re.compile(pattern, re.IGNORECASE), person) for pattern, person in written)
