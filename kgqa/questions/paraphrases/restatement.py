"""A question that is said twice, the second time in other words ("I mean", "i.e.", "you know").

What is said last is what is meant: "Do you only get A if both parents pass it on, I mean is it recessive?" asks whether
A is recessive. Where that is a question of its own, it is asked, and the first is set aside; where it is less than one,
it stands in the place of the words of the first that it says again: "do people with A get wobbly eyes, you know,
nystagmus", "who got there first, I mean which vehicles", "do lobsters eat B? The European lobster I mean". A name may
be said so without any such words: "when does the overeating begin in A, hyperphagia I think it's called".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.thesaurus import is_participle
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.tagging import Item
from kgqa.records import Entity, SetAside

_MARKER = (
    r"(?:i\s+mean|i\.?e\.?(?=[\s,])|that\s+is\s+to\s+say|that\s+is(?=,)|in\s+other\s+words|or\s+rather"
    r"|put\s+(?:differently|another\s+way)|you\s+know)"
)
_BETWEEN = re.compile(
    rf"(?:\s*[,;.?!:(–—-]+\s*(?:(?:and|or|but|so)\s+)?|\s+(?=i\s+mean\s+(?:which|what|who|how)\b)){_MARKER}[\s,:]+(?=\w)",
    re.IGNORECASE,
)
"""What stands between the two."""
_BEHIND = re.compile(r"(?:^|[,;.?!:–—-]\s*)(?P<again>[^,;.?!]+?)\s+i\s+mean[\s.?!)]*$", re.IGNORECASE)
"""The second behind the first, with its marker at the end ("the European lobster I mean")."""
_TAKES_BACK = re.compile(
    rf"(?P<kept>(?:\s+(?:have|has|show|shows|cause|causes|get|do|does))?)\s*[,;.?!–—-]*\s*(?:(?:oh|sorry|no|er|erm)[,\s]+)*(?:{_MARKER}|wait|sorry|rather|actually)[,\s]+(?:no[,\s]+)?"
    r"(?:(?:of|in|for|at|with|by|to|from|the)\s+)*",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[.?!;]\s+")
_BELIEVED = (
    r"(?:i\s+(?:think|believe|guess|suppose)(?:\s+(?:it['’]?s|it\s+is|they|that['’]?s|is)(?:\s+(?:called|call\s+it))?)?"
    r"|(?:it['’]?s|it\s+is)\s+called|they\s+call\s+(?:it|that)"
    r"|is\s+(?:the|its)\s+(?:medical\s+|proper\s+|right\s+)?(?:word|name|term)(?:\s+for\s+(?:it|that))?)"
)
_CALLED = re.compile(rf"\s*[,(–—-]\s*(?P<name>{NAME}+)\s*,?\s*{_BELIEVED}\s*(?=[,).?!]|$)", re.IGNORECASE)
"""What says of a name that something is believed to be called so."""
_DEFINED = re.compile(r"\b(?:the|this|that|these|those|his|her|my|our|their|your)\s+(?P<what>[a-z]+)\b", re.IGNORECASE)
_DEFINITE = re.compile(
    r"\b(?:the|this|that|these|those|his|her|my|our|their|your)(?:\s+[a-z]+){1,3}(?=\s*$)", re.IGNORECASE
)
_DEED = re.compile(
    r"\b(?:can|could|may|might|will|would|do|does)\s+(?:he|she|they|it|one|you|i|we|people|someone|somebody)\s+"
    r"(?P<what>(?!have\b|be\b|get\b)[a-z][^,.?!;]*?)\s*$",
    re.IGNORECASE,
)
"""A question what somebody may do."""
_IS_IT = re.compile(r"\W*(?:is|are|was|were)\s+(?:the\s+)?", re.IGNORECASE)
_PREPOSITIONS = frozenset({"in", "at", "by", "from", "with", "to", "on", "for", "under", "of", "among", "within"})
_ITS = frozenset({"its", "his", "her", "their"})
_ASKS = frozenset({"which", "what"})
_ONE = frozenset({"one", "ones"})
_LONGEST = 3
"""Words of a phrase that is said again by a name."""
_GETS = frozenset({"have", "has", "get", "gets", "show", "shows", "cause", "causes", "with", "develop", "suffer"})
"""Words behind which a phrase begins that a name of a finding may stand for."""


@dataclass(frozen=True, slots=True)
class SaidTwice:
    """A text that says its question twice.

    Attributes:
        first: the text up to what is said again.
        again: what is said again, as it may be asked: a question with what it points to still before it where
            ``whole``, else the only question.
        whole: it is a question of its own.
        aside: what it leaves out of the text.
    """

    first: str
    again: str
    whole: bool
    aside: tuple[SetAside, ...]


class Spoken(NamedTuple):
    """A question as it is spoken: its items, and the names to which they point."""

    items: Sequence[Item]
    names: Sequence[Entity]


def said_twice(
    text: str, entities: Sequence[Entity], items: Sequence[Item], called: Callable[[str], Sequence[Entity]]
) -> SaidTwice | None:
    """How a cleaned text says its question again; None where it does not.

    Args:
        items: of the text.
        called: finds the names of another text.
    """
    if (found := _called_so(text, entities)) is not None:
        return found
    between = _BETWEEN.search(text)
    behind = _BEHIND.search(text) if between is None else None
    if between is not None and not in_name(between.start(), entities):
        first, said, start = text[: between.start()], text[between.end() :], between.end()
    elif behind is not None:
        first, said, start = text[: behind.start()], behind["again"], behind.start("again")
    else:
        return None
    first, said = first.strip(" ,.;:?!–—-("), said.strip(" ,.;:?!–—-)")
    words = [word.text.lower() for word in spoken(said)]
    asked_at = max((match.end() for match in _ENDS.finditer(first)), default=0)
    if not words or not first[asked_at:].strip() or _ENDS.search(said):
        return None
    if words[0] in _PREPOSITIONS and behind is None:
        return SaidTwice(first, f"{first} {said}?", whole=False, aside=())
    if _asks(words):
        noun = _asked_noun(first, asked_at, items)
        if words[0] in _ASKS and len(words) == 2:
            swapped = _swapped(first, asked_at, said) if words[1] not in _ONE else None
            return SaidTwice(first, swapped, whole=False, aside=()) if swapped else None
        if words[0] in _ASKS and words[1] in _ONE and noun:
            said = re.sub(r"\bones?\b", noun, said, count=1)
        elif words[0] in vocabulary().auxiliary and is_participle(words[1]):
            if not noun:
                return None
            said = f"which {noun} {said}"  # "which hospitals …, i.e. were sent A"
        return SaidTwice(first, said, whole=True, aside=_aside(first, asked_at))
    if words[0] in _ITS:
        return SaidTwice(first, f"what is {said}", whole=True, aside=_aside(first, asked_at))
    return _named_again(first, asked_at, said, start, entities, called)


def corrected(text: str, entities: Sequence[Entity]) -> str | None:
    """A cleaned text with the name that is said last in the place of the one before it that it takes back ("of A, no
    wait, of B", "does A, I mean B, …?", "who works at A? I mean B"); None where none is taken back."""
    for first, last in pairwise(sorted(entities, key=lambda one: one.start)):
        between = text[first.end : last.start]
        another = first.chosen.label == last.chosen.label and first.chosen.id != last.chosen.id
        back = _TAKES_BACK.fullmatch(between) if another else None  # "A, I mean no A" takes back more
        if back is not None:
            rest = text[last.end :].removeprefix("," if "," in between else "")
            return f"{text[: first.start]}{last.mention}{back['kept']}{rest}"
    return None


def _asks(words: Sequence[str]) -> bool:
    """Whether words are those of a question."""
    known = vocabulary()
    return len(words) > 1 and (words[0] in known.openers or words[0] in known.auxiliary)


def _asked_noun(text: str, start: int, items: Sequence[Item]) -> str:
    """The noun for what a question asks for in so many words ("which lines have …"); empty where it does not."""
    first = next((one for one in items if one.start >= start and one.end <= len(text) and one.meaning.labels), None)
    before = [word.text.lower() for word in spoken(text[start : first.start])] if first is not None else []
    return first.text if first is not None and before and before[-1] in _ASKS else ""


def _swapped(text: str, start: int, said: str) -> str | None:
    """A question that begins with "who" or "what", with what it asks for in so many words."""
    begins = re.match(r"\W*(?:who|what)\b", text[start:], re.IGNORECASE)
    return f"{text[:start]}{said}{text[start + begins.end() :]}?" if begins is not None else None


def _named_again(
    text: str, start: int, said: str, place: int, entities: Sequence[Entity], called: Callable[[str], Sequence[Entity]]
) -> SaidTwice | None:
    """A question of which something is said again by a name: without that where the question has the name as well,
    else with the name in the place of the words before it that name nothing."""
    within = [one for one in entities if place <= one.start < place + len(said)]
    rest = [word for word in spoken(said) if not in_name(word.start + place, within)]
    free = vocabulary().function - vocabulary().denying
    if len(within) != 1 or any(word.text.lower() not in free for word in rest):
        return None
    name = within[0]
    ids = {one.id for one in (name.chosen, *name.rivals)}
    before = [one for one in entities if one.end <= place]
    same = [one for one in before if not ids.isdisjoint(c.id for c in (one.chosen, *one.rivals))]
    if same:
        put = f"{text[: same[-1].start]}{name.mention}{text[same[-1].end :]}"
        return SaidTwice(text, f"{put}?", whole=False, aside=())
    if (said_of := _said_of(text, start, place, before, name)) is not None:
        return said_of
    phrase = _phrase(text, start, before)
    if phrase is None:
        return None
    aside = SetAside(phrase.start, phrase.end, text[phrase.start : phrase.end])
    put = f"{text[: phrase.start]}{name.mention}?"
    return SaidTwice(text, put, whole=False, aside=(aside,)) if called(put) else None


def _said_of(text: str, start: int, place: int, before: Sequence[Entity], name: Entity) -> SaidTwice | None:
    """A question what is so of a thing, or what somebody may do, in which a name says again what that is: "Is A
    something that both parents pass on, I mean recessive?", "Could he stop breathing, I mean B?"."""
    first = text[:place]
    end = max((match.start() for match in _BETWEEN.finditer(first + "x")), default=len(first))
    asked = text[start:end]
    deed = _DEED.search(asked)
    is_it = _IS_IT.match(asked)
    if is_it is not None and len(before) == 1 and before[0].start == start + is_it.end():
        rest, put = before[0].end, f"{text[: before[0].end]} {name.mention}?"
    elif deed is not None and all(one.end <= start + deed.start("what") for one in before):
        rest = start + deed.start("what")
        put = f"{text[:rest]}have {name.mention}?"
    else:
        return None
    aside = _aside(text[:end], rest)
    return None if any(map(_bounds, aside)) else SaidTwice(text, put, whole=False, aside=aside)


def _bounds(aside: SetAside) -> bool:
    """Whether words deny something, or put a number or a limit to it; to stop doing something is no limit."""
    known = vocabulary()
    words = [word.lowered for word in spoken(aside.text)]
    bound = known.denying | (known.scoping - {"stop", "stops"}) | (known.numbers.keys() - {"one"})
    return any(word in bound or word.endswith("n't") or word[:1].isdigit() for word in words)


def _called_so(text: str, entities: Sequence[Entity]) -> SaidTwice | None:
    """A question with a name in the place of the words that somebody believes to be called so: those right before it,
    or the only ones that say "the" of something that is not named."""
    masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
    called = _CALLED.search(masked)
    name = next((one for one in entities if called is not None and one.start == called.start("name")), None)
    if called is None or name is None:
        return None
    right_before = _DEFINITE.search(masked[: called.start()])
    others = [match for match in _DEFINED.finditer(masked[: called.start()]) if not _sorts(match["what"])]
    if right_before is not None:
        start, end, rest = right_before.start(), right_before.end(), called.start()
    elif len(others) == 1:
        start, end, rest = others[0].start(), others[0].end(), others[0].end()
    else:
        return None
    aside = (SetAside(start, end, text[start:end]),)
    if any(map(_bounds, aside)):
        return None
    kept = text[rest : called.start()]
    tail = text[called.end() :].lstrip(" ,)")
    put = f"{text[:start]}{name.mention}{kept} {tail}".strip(" ,.?!")
    return SaidTwice(text, f"{put}?", whole=False, aside=aside)


def _sorts(word: str) -> bool:
    """Whether a noun stands for what is asked for, and for no thing of its own ("the age")."""
    known = vocabulary()
    return word.lower() in known.generic | known.function | known.empty | {"age", "people", "family", "risk"}


def _phrase(text: str, start: int, names: Sequence[Entity]) -> Token | None:
    """The few words at the end of a question, behind a verb of having, that name nothing."""
    words = [word for word in spoken(text) if word.start >= start]
    if not words or any(in_name(word.start, names) for word in words[-1:]):
        return None
    for count in range(1, min(_LONGEST, len(words) - 1) + 1):
        before, first = words[-count - 1], words[-count]
        if in_name(first.start, names):
            return None
        if before.text.lower() in _GETS:
            return Token(first.start, len(text), text[first.start :])
    return None


def _aside(text: str, start: int) -> tuple[SetAside, ...]:
    said = text[start:].strip()
    return (SetAside(start, start + len(said), said),) if said else ()


def says_more(first: Spoken, again: Spoken) -> bool:
    """Whether what is said first may put a condition that what is said again has lost: a name, a number or a denial, or
    a type where that asks for things."""
    opening = again.items[:1]
    listed = not (opening and opening[0].auxiliary)
    return not _conditions(first, listed=listed) <= _conditions(again, listed=listed)


def _conditions(spoken_: Spoken, *, listed: bool) -> frozenset[str]:
    found = set[str]()
    for one in spoken_.items:
        if one.entity is not None:
            found.add(spoken_.names[one.entity].chosen.id)
        elif any(letter.isdecimal() for letter in one.text):
            found.add(one.text)
        elif "not" in one.meaning.cues:
            found.add("not")
        elif listed and one.meaning.labels and not one.meaning.relations:
            found.add(singular_of(one.text.lower()))
    return frozenset(found)
