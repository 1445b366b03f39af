"""What is asked for by its rank, put in the words in which rankings are read.

"The longest list of features" and "the largest number of features" are the most features, and "which of all genes …"
is which gene; "the widest bore" is the highest of the bore diameter, as its adjective names the other word, and "the
longest delivery run, counted in minutes" the highest of what tells a delivery in minutes. The property need not be
called as the question calls it, but every word that it has besides must be told by the adjective or by the unit; only
what is read strictly with the words put counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from kgqa.language import quantities, thesaurus, units
from kgqa.language.inflection import singular_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.own_words import adjectives
from kgqa.questions.conditions.measures import Measures, Owned, done_at, of_dimension
from kgqa.questions.tagging import Item
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity
from kgqa.schema.model import Relation

_LONG_LIST = re.compile(
    r"\b(?:the\s+)?(?:single\s+)?(?:(?P<more>longest|biggest|largest|greatest|highest)|shortest|smallest|lowest)\s+"
    r"(?:list|number|count)\s+of\s+(?:(?:all|its|their|the|different|distinct|separate|various)\s+)*"
    r"(?:(?P<linked>[a-z]+ed)\s+)?(?=[a-z])",
    re.IGNORECASE,
)
"""So many things that they are called a number or a list of them."""
_TO_ITS_NAME = re.compile(
    r"\s+(?:to\s+(?:its|their|his|her)\s+(?:names?|credit)|on\s+(?:its|their|his|her)\s+books)\b", re.IGNORECASE
)
"""What says of links that they are somebody's own, and nothing else."""
_OF_ALL = re.compile(
    r"^\W*(?:out\s+)?of\s+(?:all\s+(?:of\s+)?|every\s+)?(?:the\s+|our\s+)?(?P<noun>[a-z][a-z ]*?),?\s+"
    r"(?:which|what)(?:\s+(?:single\s+)?one)?(?=\s+(?!of\b)[a-z])",
    re.IGNORECASE,
)
_RANKED_BY = re.compile(
    r"^\W*(?:if\s+(?:you|we|i)\s+)?(?:rank(?:ing|ed)?|sort(?:ing|ed)?|order(?:ing|ed)?)\s+(?:all\s+)?(?:the\s+)?"
    r"(?P<ranked>[a-z][a-z ]*?)\s+by\s+(?:the\s+|their\s+)?(?:number\s+of\s+|how\s+many\s+)"
    r"(?:different\s+|distinct\s+)?(?P<counted>[a-z]+)(?P<said>[a-z ]*),?\s+"
    r"(?:which|what)(?:\s+one)?\s+(?:comes?|is|ranks?|would\s+be)\s+(?:out\s+)?(?:first|top|on\s+top)\s*\?*$",
    re.IGNORECASE,
)
_MOST_OFTEN = re.compile(
    r"^\W*(?:what|which)(?:\s+is|\s+are|['’]s)?\s+(?:the\s+)?(?:single\s+)?most\s+"
    r"(?:frequently|often|commonly|widely)\s+(?:annotated|recorded|reported|listed|found|seen|mentioned|named)\s+"
    r"(?P<ranked>[a-z]+)\s+(?:across|among|over|in|of|for)\s+(?:all\s+)?(?:the\s+)?(?P<counted>[a-z]+)\s*\?*$",
    re.IGNORECASE,
)
_IN_UNIT = re.compile(
    r",?\s+(?:(?:counted|measured|reckoned|taken|given|expressed)\s+)?in\s+(?P<unit>[a-z]+)\s*[?.!]*$", re.IGNORECASE
)
_MEASURED: Mapping[str, tuple[str, ...]] = {
    "time": ("seconds", "minutes", "hours", "days", "weeks", "months", "years"),
    "period": ("days", "weeks", "months", "years"),
    "temperature": ("celsius",),
    "price": ("eur", "usd", "gbp", "chf"),
    "cost": ("eur", "usd", "gbp", "chf"),
    "percentage": ("percent",),
    "share": ("percent",),
    "rate": ("percent",),
}
"""What a unit measures, which questions say where the name of a property has the unit alone ("response time")."""
_ANY_SIZE = frozenset({"", "size", "length", "height"})
"""Dimensions whose adjectives are said of any number ("a long delay", "a high fee"), and none at all."""
_MOST_WORDS = 4
"""Words behind a superlative that may name a property."""
_YEAR_OF = re.compile(r"\s*(?:year|date)\s+of\s+[a-z]+\b", re.IGNORECASE)
_IN_TIME = frozenset({"earliest", "latest"})


@dataclass(frozen=True, slots=True)
class _Way:
    """A superlative of the text."""

    word: str
    dimension: str
    lowest: bool


class Superlatives:
    """Puts rankings in the words in which they are read over one schema."""

    def __init__(self, measures: Measures) -> None:
        self._measures = measures

    def put(self, text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Iterator[list[Edit]]:
        """Ways to put a ranking otherwise, each as edits of the text; none where it asks for none.

        Args:
            items: of the text.
        """
        masked = blanked(text, [(one.start, one.end) for one in entities], NAME)
        if not entities and (whole := _whole(masked, items)):
            yield [Edit(0, len(text), whole)]
            return
        edits = [*_of_all(masked, items), *_counted(masked, items)]
        edits += [Edit(*one.span(), "") for one in _TO_ITS_NAME.finditer(masked)]
        if edits:
            yield edits
        yield from self._of_property(masked, items, edits)

    def _of_property(self, masked: str, items: Sequence[Item], known: Sequence[Edit]) -> Iterator[list[Edit]]:
        """A superlative before words that name a property less than in full, as the highest or the lowest of it."""
        typed = next((one for one in items if one.meaning.labels and one.entity is None), None)
        told = _IN_UNIT.search(masked)
        unit = units.unit_of(told["unit"]) if told is not None else ""
        if typed is None or len(typed.meaning.labels) != 1:
            return
        (label,) = typed.meaning.labels
        end = told.start() if told is not None and unit else len(masked)
        for match in _superlatives().finditer(masked):
            if any(one.start < match.end() and match.start() < one.end for one in known):
                continue
            for way in _ways(match.group().lower()):
                found = self._named(masked[match.end() : end], label, way, unit)
                if found is None:
                    continue
                owned, length = found
                most = _most(owned, way)
                if most:
                    start = _with_verb(masked, match.start())
                    has = "has the " if start < match.start() else ""
                    edits = [Edit(start, match.end() + length, f"{has}{most} {owned.noun}")]
                    edits += [Edit(told.start(), len(masked), "?")] if told is not None and unit else []
                    yield [*known, *edits]
                    return

    def _named(self, behind: str, label: str, way: _Way, unit: str) -> tuple[Owned, int] | None:
        """The only property that the words behind a superlative name, and how far these reach; None where none is, or
        where they name one in full, which is read as it is."""
        if done := _YEAR_OF.match(behind):
            names = {" ".join(done[0].lower().split()), *done_at(" ".join(done[0].lower().split()))}
            timed = {one.recorded.name: one for one in self._measures.of_type(label) if one.noun in names}
            return (next(iter(timed.values())), done.end()) if len(timed) == 1 else None
        words = spoken(behind)[:_MOST_WORDS]
        for number, word in enumerate(words):
            before = behind[words[number - 1].end if number else 0 : word.start]
            if before.strip() or word.text.lower() in vocabulary().function or NAME in word.text:
                words = words[:number]
                break
        for number in range(len(words), 0, -1):
            said = frozenset(singular_of(word.text.lower()) for word in words[:number])
            for own in (True, False):
                able = [one for one in self._measures.every if _is_of(one, label, own=own)]
                fitting = {one.recorded.name: one for one in able if _fits(said, one, way, unit)}
                if len(fitting) == 1:
                    return next(iter(fitting.values())), words[number - 1].end
                if fitting:
                    return None
        return None


def _whole(masked: str, items: Sequence[Item]) -> str:
    """A ranking of things of a type by how many of another type they are linked to, as the plain question for it;
    empty where a text is none."""
    for pattern in (_RANKED_BY, _MOST_OFTEN):
        match = pattern.match(masked)
        if match is None:
            continue
        ranked, counted = (_type_at(items, match.start(group)) for group in ("ranked", "counted"))
        if ranked is not None and counted is not None:
            return f"Which {singular_of(ranked.text.lower())} has the most {counted.text.lower()}?"
    return ""


def _type_at(items: Sequence[Item], place: int) -> Item | None:
    return next((one for one in items if one.start == place and one.meaning.labels and one.entity is None), None)


def _of_all(masked: str, items: Sequence[Item]) -> Iterator[Edit]:
    """ "Of all genes, which one has …" as "Which gene has …"."""
    match = _OF_ALL.match(masked)
    typed = _type_at(items, match.start("noun")) if match is not None else None
    if match is not None and typed is not None and typed.end == match.end("noun"):
        yield Edit(*match.span(), f"Which {singular_of(typed.text.lower())}")


def _counted(masked: str, items: Sequence[Item]) -> Iterator[Edit]:
    """ "The largest number of distinct A" as "the most A", where things of a type are counted."""
    for match in _LONG_LIST.finditer(masked):
        linked = match["linked"]
        generic = linked is None or linked.lower().startswith(tuple(vocabulary().generic_stems))
        if generic and _type_at(items, match.end()) is not None:
            yield Edit(*match.span(), f"the {'most' if match['more'] else 'fewest'} ")


def _is_of(owned: Owned, label: str, *, own: bool) -> bool:
    """Whether a property is one of the things of a type, or of links that they have."""
    if isinstance(owned.owner, Relation):
        return not own and label in (owned.owner.source, owned.owner.target)
    return own and owned.owner == label


def _fits(said: frozenset[str], owned: Owned, way: _Way, unit: str) -> bool:
    """Whether words name a property, with what a superlative or a unit says of it."""
    words = frozenset(map(singular_of, owned.noun.split()))
    if not words or owned.counts or (unit and unit not in owned.unit):
        return False  # the longest platform is not the most platforms
    nouns = (
        {word for one in quantities.dimension(way.dimension, "nouns") for word in one.split()} if way.dimension else ()
    )
    if said < words and not unit:
        return words - said <= set(nouns)  # the widest bore: the bore's diameter
    sized = (
        way.dimension in _ANY_SIZE or not words.isdisjoint(nouns) or of_dimension([owned], way.dimension) is not None
    )
    if not sized or said == words:
        return sized  # nobody asks for the newest price
    if unit:
        return not words.isdisjoint(said)
    return words < said and all(set(owned.unit) & set(_MEASURED.get(word, ())) for word in said - words)


def _most(owned: Owned, way: _Way) -> str:
    """Whether the highest or the lowest of a property is meant; empty where the superlative says nothing of it."""
    timed = owned.timed
    if timed and way.word in _IN_TIME:
        return way.word
    if not way.dimension:
        return "" if timed else "lowest" if way.lowest else "highest"
    sized = of_dimension([owned], way.dimension)
    reversed_ = sized is not None and sized[1]
    if timed and not reversed_:
        return ""
    lowest = way.lowest != reversed_
    return ("earliest" if lowest else "latest") if timed else ("lowest" if lowest else "highest")


def _with_verb(masked: str, start: int) -> int:
    """Where a superlative begins with a verb before it that says no more than that something has it ("caused the
    greatest damage")."""
    before = re.search(r"\b(?P<verb>[a-z]{3,})\s+(?:the\s+|an?\s+)?$", masked[:start], re.IGNORECASE)
    if before is None:
        return start
    verbs = thesaurus.infinitives(before["verb"].lower()) - {"have"}
    return before.start() if verbs & vocabulary().holding else start


@cache
def _superlatives() -> re.Pattern[str]:
    """A pattern for superlatives, the longest first."""
    forms = {form for adjective, form, *_ in adjectives() if form != adjective}
    forms |= {word for group in ("highest", "lowest") for word in quantities.listed("extremes", group)}
    forms -= {"most", "least", "fewest", "top"}
    spelt = "|".join(re.escape(one) for one in sorted(forms, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{spelt})(?![\w-])", re.IGNORECASE)


def _ways(word: str) -> list[_Way]:
    """What a superlative may say, by the dimension of its adjective; that it is the highest or the lowest of anything
    where it says no more."""
    found = [
        _Way(word, name, not more) for adjective, form, name, more in adjectives() if form == word and form != adjective
    ]
    for lowest, group in ((False, "highest"), (True, "lowest")):
        if word in quantities.listed("extremes", group):
            found.append(_Way(word, "", lowest))
    return found
