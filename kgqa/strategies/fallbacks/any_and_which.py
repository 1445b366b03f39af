"""A question whether there is any of something, and which these are, answered as the first half of it; and one for
things that are described before it.

"Do A and B share a gene, and if so which one?" and "Are there diseases with A? Tell me which." ask once: who answers
that there are some names them. So the second half says nothing that the first does not, as long as it asks for what
that asks for any of, and for nothing of it.

Where things are only described before it ("I am collecting diseases with A. Which ones are there?"), these are asked
for, with what is asked more of them: "Which one is dominant?", "What are their genes?".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgqa.language.inflection import singular_of
from kgqa.language.notation import any_of
from kgqa.language.thesaurus import is_kind_of, is_person
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.tagging import Item
from kgqa.records import Entity
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Outcome


def answer(unread: Unread) -> Outcome | None:
    """The answer, or what the question whether there are any may ask; None where a text does not ask so, or where that
    is not answered with what it asks for any of.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings, asked = unread.graph, unread.findings, unread.asked
    items = graph.interpreter.items(asked, findings.entities)
    found = _any_and_which(asked, findings.entities, items, lambda label: graph.schema.node(label).singular)
    if found is None:
        return _of_described(unread, items)
    outcome = unread.answered(unread.question.put_as(found.question, "yesno"))
    told, read = outcome.answer, outcome.findings.reading
    if told.status == "ambiguous" and told.suggestions and all(_asks(one.question) for one in told.suggestions):
        return outcome
    if told.status != "answered" or told.kind != "yesno" or outcome.findings.further or read is None:
        return None
    if told.verdict is None or (told.verdict and not told.items):
        return None
    if any(one.label not in found.labels for one in told.items):
        return None  # it was read as asking for any of something else
    return Outcome(told, replace(outcome.findings, reading=replace(read, sure=False)))


def _of_described(unread: Unread, items: Sequence[Item]) -> Outcome | None:
    """The answer to a question for things that are described before it; None where they are not, or are not understood
    with all that is said of them."""
    findings = unread.findings
    found = _described_and_which(unread.asked, findings.entities, items)
    if found is None:
        return None
    outcome = unread.answered(unread.question.put_as(found.question, "list"))
    read = outcome.findings.reading
    if outcome.answer.status != "answered" or outcome.findings.further or read is None or read.set_aside:
        return None
    said = {one.chosen.id for one in findings.entities}
    used = {id_ for one in outcome.findings.entities for id_ in (one.chosen.id, *one.chosen.ids)}
    if not said <= used:
        return None
    return in_its_place(outcome, findings.entities, replace(read, sure=False))


def _asks(question: str) -> bool:
    """Whether a plain question begins as one, with nothing that is told before it."""
    first = next((word.text.lower() for word in spoken(question)), "")
    return first in vocabulary().auxiliary | vocabulary().openers


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
_ENDS = re.compile(r"[.;:!]\s+|,\s+(?=(?:which|what|could|can)\b)", re.IGNORECASE)
_ONES = re.compile(rf"(?:and\s+)?which\s+(?:ones?|of\s+{_THEM})?\s*", re.IGNORECASE)
_THEIR = re.compile(r"what\s+are\s+their\s+(?P<what>[a-z]+s)", re.IGNORECASE)
_LISTS = re.compile(
    r"(?:please\s+)?(?:(?:could|can|would)\s+you\s+)?(?:please\s+)?(?:list|name|give|show|tell)\s+(?:me\s+|us\s+)?"
    r"(?:them(?:\s+all)?|all(?:\s+of\s+them)?|which(?:\s+ones)?)(?:\s+please)?|what\s+are\s+they(?:\s+called)?",
    re.IGNORECASE,
)
_MANY = frozenset({"several", "many", "few", "various", "different", "certain", "known", "all", "some"})
_OF_ELSE = frozenset(
    {"he", "she", "they", "his", "her", "their", "has", "had", "one", "only", "other", "others", "know"}
)
"""Words before things that say somebody has one of them, or that some are left out."""


@dataclass(frozen=True, slots=True)
class _AnyAndWhich:
    """A text without what asks which they are.

    Attributes:
        question: whether there are any.
        labels: of the type of which any are asked for; only these are what the rest of the text asks for.
    """

    question: str
    labels: frozenset[str]


def _any_and_which(
    text: str, entities: Sequence[Entity], items: Sequence[Item], noun_of: Callable[[str], str]
) -> _AnyAndWhich | None:
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
    labels = labels if wanted.entity is None else _labels(entities, wanted)
    place, asks = (tail["place"] or "").lower(), (tail["asks"] or "").lower()
    if place and place not in text[: wanted.start].lower().split()[-3:]:
        return None  # "Are there drugs for X, and for whom?"
    people = any(is_kind_of(noun_of(label), one) for label in labels for one in _SOMEBODY)
    if asks in ("who", "whom") and not people:
        return None
    return _AnyAndWhich(f"{text[: tail.start()].rstrip(' ?,;.!–—-')}?", labels)


def _described_and_which(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> _AnyAndWhich | None:
    """The question for the things that a cleaned text describes before it asks which they are; None where it describes
    none, or says more than that somebody looks for them or says that there are some.

    Args:
        items: of the text.
    """
    ends = [end for end in _ENDS.finditer(text) if not in_name(end.start(), entities)]
    if not ends:
        return None
    first, asked = text[: ends[0].start()], text[ends[0].end() :].strip(" ?.!")
    of_them = _THEIR.fullmatch(asked)
    if of_them is None and any(one.start > len(first) and one.entity is None and one.meaning.labels for one in items):
        return None  # "… Which genes are there?" asks for other things
    noun = next((one for one in items if one.end <= len(first) and _is_described(text, one)), None)
    if noun is None:
        return None
    start, words = noun.start, [word for word in spoken(first) if word.end <= noun.start]
    while words and _qualifies(words[-1].text.lower()) and not text[words[-1].end : start].strip():
        start = words.pop().start
    if any(not _introduces(word.lowered) for word in words):
        return None
    things = first[start:].strip(" ,;:–—-")
    labels = noun.meaning.labels or _labels(entities, noun)
    if of_them is not None:
        return _AnyAndWhich(f"What are the {of_them['what']} of the {things}?", labels)
    if (one := _ONES.match(asked)) is None:
        return _AnyAndWhich(f"{things}?", labels) if _LISTS.fullmatch(asked) else None
    more = asked[one.end() :].strip()
    if not _DEFINITE.isdisjoint(word.lowered for word in spoken(more)):
        return None
    return _AnyAndWhich(f"{things}?" if _asks_no_more(more) else f"Which {things} {more}?", labels)


def _labels(entities: Sequence[Entity], item: Item) -> frozenset[str]:
    """The types of which a name may be."""
    return frozenset() if item.entity is None else entities[item.entity].labels


def _is_described(text: str, item: Item) -> bool:
    """Whether things of a type are described by a noun for it with more said of them, or by a name with "the"."""
    if item.entity is not None:
        return text[: item.start].lower().split()[-1:] == ["the"]
    sorts = singular_of(item.text.lower().removesuffix(" of")) in vocabulary().sorts
    return sorts or (bool(item.meaning.labels) and not item.meaning.relations)


def _qualifies(word: str) -> bool:
    """Whether a word before a noun says which things are meant."""
    known = vocabulary()
    return not (word in known.function | known.light | known.wishing | _MANY or word.endswith("ing") or is_person(word))


def _introduces(word: str) -> bool:
    """Whether a word before things says no more than that there are some, or that who asks looks for them."""
    known = vocabulary()
    if word in known.denying | known.undoing | _OF_ELSE or word.endswith("n't"):
        return False
    free = known.function | known.empty | known.wishing | known.speaking | known.orders | known.asking | _MANY
    return word in free or word.endswith("ing") or is_person(singular_of(word))


def _asks_no_more(text: str) -> bool:
    """Whether what stands behind "which ones" says nothing of them."""
    return (vocabulary().function | vocabulary().empty) - {"not"} >= {word.lowered for word in spoken(text)}


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
