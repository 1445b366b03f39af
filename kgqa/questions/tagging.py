"""A question as a sequence of items: names, and phrases with what they mean in this graph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from kgqa.language.inflection import verbs_of, without_s
from kgqa.language.normalise import NAME, blanked
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.lexicon import Lexicon, Meaning
from kgqa.questions.text.courtesy import without_tag
from kgqa.records import Entity

_NOTHING = Meaning()
_LONGEST_NUMBER = 4
"""Digits of a number of things that is asked for."""
ASKS_OTHERWISE = frozenset({"who", "whom", "whose", "where"})
"""Question words for people and places at the start; elsewhere they only join clauses."""

_COMPARED = frozenset({"more", "most", "less", "least", "as", "so", "how"})
"""Words before one for what may be, by which it is compared ("the most likely")."""


@dataclass(frozen=True, slots=True)
class Item:
    """A name or phrase of the question in its place.

    Attributes:
        text: as written; a misspelt or shortened word as it is meant.
        entity: index into the entities, or None for a phrase.
        meaning: what the phrase can mean.
        generic: it asks for some relation without saying which ("associated with").
        unread: a content word that nothing explains.
        position, last: first and last index in the sequence of all words, to tell what stands side by side.
        auxiliary: it is a form of be, do, have or a modal verb.
        behind: the empty words between the item before and this one.
        written_end: where it ends in the question, if its text is not as long as what is written there.
    """

    text: str
    start: int
    position: int
    last: int
    entity: int | None = None
    meaning: Meaning = _NOTHING
    generic: bool = False
    unread: bool = False
    auxiliary: bool = False
    behind: tuple[str, ...] = ()
    written_end: int | None = None

    @property
    def end(self) -> int:
        """Where it ends in the question."""
        return self.start + len(self.text) if self.written_end is None else self.written_end


def has_cue(items: Iterable[Item], *cues: Cue) -> bool:
    """Whether any of these cues is among some items."""
    return any(cue in item.meaning.cues for item in items for cue in cues)


def tag(
    question: str, entities: Sequence[Entity], lexicon: Lexicon, respelt: Mapping[int, str] | None = None
) -> list[Item]:
    """The items of a question in order; words that say nothing are left out, but keep their positions.

    Args:
        respelt: by the place of a misspelt word the one that is meant.
    """
    tokens = spoken(question[: without_tag(question)])
    if respelt:
        tokens = [token._replace(text=respelt.get(token.start, token.text)) for token in tokens]
    items: list[Item] = []
    place = 0
    behind: list[str] = []
    named = [_entity_at(token, entities) for token in tokens]
    free: list[Token] = []
    while place < len(tokens):
        token = tokens[place]
        index = named[place]
        if index is not None:
            end = entities[index].end
            first = place
            while place < len(tokens) and tokens[place].start < end:
                place += 1
            item: Item | None = Item(entities[index].mention, token.start, first, place - 1, entity=index)
        else:
            if place >= len(free):  # up to the next name, where every phrase ends
                free = tokens[: next((n for n in range(place, len(tokens)) if named[n] is not None), len(tokens))]
            length, item = _phrase(tokens, place, free, lexicon)
            if item is not None and _is_clause(tokens, place, item, named, lexicon):
                length, item = _phrase(tokens, place, free[: item.last], lexicon)
            place += length
        if item is None:
            behind.append(token.text.lower())
        else:
            end = item.end if item.entity is not None else tokens[item.last].end
            items.append(replace(item, behind=tuple(behind), written_end=end))
            behind = []
    return _telling_apart(question, _without_sorts(items), entities)


def _without_sorts(items: Sequence[Item]) -> list[Item]:
    """The items, those before "of" and a type that may be a type or say which kind of that ("type of trial") as the
    latter."""
    kept = list(items)
    for place, (item, after) in enumerate(pairwise(items)):
        sorted_ = item.meaning.labels and "kind" in item.meaning.cues
        if sorted_ and after.entity is None and after.behind == ("of",) and after.meaning.labels:
            kept[place] = replace(item, meaning=replace(item.meaning, labels=frozenset()))
    return kept


def _is_clause(tokens: list[Token], place: int, item: Item, named: Sequence[int | None], lexicon: Lexicon) -> bool:
    """Whether what could be a noun phrase is a noun and its verb: behind a question word and right before a name, where
    the noun is one thing of a type and the verb says a relation ("which drug targets A", not "which drug targets does
    A have" nor "the drug targets A and B")."""
    end = item.last + 1
    if item.last == place or end >= len(tokens) or named[end] is None or place == 0:
        return False
    if not (item.meaning.labels or item.meaning.absent) or item.meaning.relations:
        return False
    asked = tokens[place - 1].text.lower() in vocabulary().cues["which"]
    noun, verb = lexicon.longest(tokens[: item.last], place), lexicon.longest(tokens[:end], item.last)
    whole = noun is not None and noun[0] == item.last - place and bool(noun[1].labels)
    said = without_s(tokens[item.last].text.lower()) != tokens[item.last].text.lower()
    return asked and whole and said and verb is not None and bool(verb[1].relations)


def _telling_apart(question: str, items: Sequence[Item], entities: Sequence[Entity]) -> list[Item]:
    """The items with a verb and "from", "apart" or "between" at two names as one that asks what distinguishes them
    ("what tells A from B", "what sets A apart from B", "how can A and B be told apart", "to decide between A and B");
    else as they are."""
    text = blanked(question, [(one.start, one.end) for one in entities], NAME)
    found = next(filter(None, (pattern.search(text) for pattern in _parting())), None)
    if found is None:
        return list(items)
    start, end = found.span("verb")
    kept = [one for one in items if one.entity is not None or not start <= one.start < found.end("last")]
    after = next((one.position - len(one.behind) for one in kept if one.start >= start), kept[-1].last + 1)
    position = max(after, 1 + max((one.last for one in kept if one.start < start), default=-1))
    verb = Item(question[start:end], start, position, position, meaning=Meaning(cues=frozenset({"distinguish"})))
    return sorted([*kept, verb], key=lambda one: one.start)


@cache
def _parting() -> tuple[re.Pattern[str], ...]:
    known = vocabulary()
    alone, apart = "|".join(known.parting), "|".join(known.parting | known.parting_apart)
    between = "|".join(known.parting_between)
    name, both = rf"(?:the\s+)?{NAME}+", rf"{NAME}+\s*(?:\b(?:and|or|vs\.?|versus)\b|[,&/])\s*(?:the\s+)?{NAME}+"
    said = r"\s+(?:[a-z]+\s+){0,3}?"  # "can be", "is best"
    forms = (
        rf"\b(?P<verb>{apart})\s+{name}\s+apart\s+(?P<last>from)\s+{name}",
        rf"\b(?P<verb>{alone})\s+{name}\s+(?P<last>from)\s+{name}",
        rf"\b(?P<verb>{apart})\s+(?:the\s+)?{both}\s+(?P<last>apart)\b",
        rf"\b(?P<verb>{between})\s+(?P<last>between)\s+(?:the\s+)?{both}",
        rf"{NAME}{said}(?P<verb>{apart})\s+apart\s+(?P<last>from)\s+{name}",
        rf"{NAME}{said}(?P<verb>{alone})\s+(?P<last>from)\s+{name}",
        rf"{both}{said}(?P<verb>{apart})\s+(?P<last>apart)\b",
    )
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


def _entity_at(token: Token, entities: Sequence[Entity]) -> int | None:
    for index, entity in enumerate(entities):
        if entity.start <= token.start < entity.end:
            return index
    return None


def _question_words(phrase: list[Token]) -> frozenset[Cue]:
    """The cues of the question words inside a phrase ("at what age"); "where" asks which place."""
    asked: tuple[Cue, ...] = ("which", "how", "when")
    found = frozenset(cue for cue in asked if any(token.text.lower() in vocabulary().cues[cue] for token in phrase))
    return found | {"which"} if phrase[0].text.lower() == "where" else found


def _asks_place(place: int, word: str, meaning: Meaning) -> bool:
    """Whether a question begins with "where" and the graph has places."""
    return place == 0 and word in ASKS_OTHERWISE and bool(meaning.labels)


def _asks_value(tokens: list[Token], place: int, meaning: Meaning) -> bool:
    """Whether a word that else says nothing is the property asked for ("what is the database for …")."""
    before = [token.text.lower() for token in tokens[max(place - 2, 0) : place]]
    return bool(meaning.properties) and before in (["is", "the"], ["are", "the"])


def _is_phrasal(tokens: list[Token], place: int, says_relation: bool) -> bool:
    """Whether a verb and the word behind it are another verb together ("give up", "run off"), where the verb alone
    would say nothing or a relation; "find out" and "look out for" say no more than the verb."""
    if place + 1 >= len(tokens) or tokens[place + 1].text.lower() not in vocabulary().particles:
        return False
    verbs = {verb for verb, _ in verbs_of(tokens[place].text.lower())}
    if verbs & vocabulary().seeking:
        return False
    if tokens[place + 1].text.lower() in ("up", "out") and verbs & vocabulary().rising and not says_relation:
        return False
    return says_relation or not verbs.isdisjoint(vocabulary().general)


def _leads(token: Token) -> bool:
    """Whether a word may stand before an order ("please", "could you")."""
    word = token.text.lower()
    return word in vocabulary().empty or word in vocabulary().auxiliary or word in vocabulary().leading


def joins_of(item: Item, after: Item) -> bool:
    """Whether "of" stands between a phrase and what follows it ("types of X"), as a part of the phrase or behind it."""
    return item.text.lower().endswith(" of") or after.behind == ("of",)


def number_of(item: Item) -> int | None:
    """The number that an item is, or None."""
    word = item.text.lower()
    return int(word) if word.isdecimal() else _several(word)


def asks_of_name(items: Sequence[Item]) -> bool:
    """Whether a question word stands right before a name with more behind it, so that things of it are asked for, and
    not what it is ("what azoles are there"; "tell me what X is" asks that)."""
    says_what = len(items) > 1 and items[-2].entity is not None and items[-1].text.lower() in ("is", "was")
    return not says_what and any(
        item.entity is not None and "which" in before.meaning.cues and before.last + 1 == item.position
        for before, item in pairwise(items[:-1])
    )


def _several(word: str) -> int | None:
    """The number that a word is; "one" asks for no number of things ("only one disease")."""
    number = vocabulary().numbers.get(word)
    return number if number is not None and number > 1 else None


def _is_number(tokens: list[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a number says how many things are asked for: behind "top" or "these", before a type word or "of"."""
    word = tokens[place].text.lower()
    if not (word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER) and _several(word) is None:
        return False
    before = tokens[place - 1].text.lower() if place else ""
    after = lexicon.longest(tokens, place + 1) if place + 1 < len(tokens) else None
    behind = [token.text.lower() for token in tokens[place + 1 : place + 4]]
    of_these = behind[:1] == ["of"] or behind[:2] == ["out", "of"] or behind[:2] == ["or", "more"]
    return of_these or before in ("top", "these", "those") or (after is not None and bool(after[1].labels))


def _phrase(tokens: list[Token], place: int, free: list[Token], lexicon: Lexicon) -> tuple[int, Item | None]:
    """How many words the phrase at a place has, and what it is.

    Args:
        free: the words up to the next name.
    """
    token = tokens[place]
    found = lexicon.longest(free, place)
    word = token.lowered
    generic = token.stem in vocabulary().generic_stems
    if (found is None or found[0] == 1) and _is_phrasal(free, place, found is not None and bool(found[1].relations)):
        text = f"{token.text} {tokens[place + 1].text}"
        return 2, Item(text, token.start, place, place + 1, unread=True)
    if found is None and _is_number(free, place, lexicon):
        return 1, Item(token.text, token.start, place, place, meaning=Meaning(cues=frozenset({"number"})))
    empty = found is not None and found[0] == 1 and word in vocabulary().light and not found[1].cues
    empty = empty and (word in ASKS_OTHERWISE or not lexicon.is_type(word))
    if found is not None and (not empty or _asks_place(place, word, found[1]) or _asks_value(tokens, place, found[1])):
        length, meaning = found
        phrase = tokens[place : place + length]
        text = " ".join(t.text for t in phrase)
        generic = any(t.stem in vocabulary().generic_stems for t in phrase)
        auxiliary = length == 1 and word in vocabulary().auxiliary
        end = place + length - 1
        if "list" in meaning.cues and _asks_whether(tokens, place + length):
            return length, None  # "tell me whether" asks for yes or no
        if length == 1 and "list" in meaning.cues and meaning.properties and not _is_called(word, meaning):
            meaning = replace(meaning, properties=())  # who identifies things asks for no identifier
        if length > 1 or empty:
            meaning = replace(meaning, cues=meaning.cues | _question_words(phrase))
        return length, Item(text, token.start, place, end, meaning=meaning, generic=generic, auxiliary=auxiliary)
    if word in vocabulary().auxiliary:
        return 1, Item(token.text, token.start, place, place, auxiliary=True)
    if word in vocabulary().orders and place + 1 < len(tokens) and all(map(_leads, tokens[:place])):
        return 1, Item(token.text, token.start, place, place, meaning=Meaning(cues=frozenset({"list"})))
    if generic:
        return 1, Item(token.text, token.start, place, place, generic=True)
    if word in vocabulary().empty and not (place == 0 and word in ASKS_OTHERWISE):
        return 1, None
    if _weakens(free, place, lexicon):
        return 1, None
    return 1, Item(token.text, token.start, place, place, unread=True)


def _weakens(free: list[Token], place: int, lexicon: Lexicon) -> bool:
    """Whether a word says of what follows only that it may be ("potential targets of A"), as "possible" does; what was
    predicted or is more likely than others is something else."""
    word = free[place].lowered
    may = word in vocabulary().possible - vocabulary().auxiliary and not word.endswith("ed")
    compared = place > 0 and free[place - 1].lowered in _COMPARED
    after = lexicon.longest(free, place + 1) if may and not compared and place + 1 < len(free) else None
    return after is not None and bool(after[1].labels or after[1].relations)


def _asks_whether(tokens: list[Token], place: int) -> bool:
    return place < len(tokens) and tokens[place].text.lower() in ("whether", "if")


def _is_called(word: str, meaning: Meaning) -> bool:
    """Whether a word is one for a property as it stands, and not by its stem alone."""
    return any(word in owned.property.words for owned in meaning.properties)


def without_study(items: Sequence[Item]) -> tuple[list[Item], tuple[str, ...]]:
    """The items without the kind of study that stands before a statistic, and a sentence that says so.

    Only where nothing in the graph explains the word: a property that is called after the study is read by that.
    """
    kept: list[Item] = []
    said = []
    for item, after in zip(items, [*items[1:], None], strict=False):
        if after is not None and _is_study(item, after):
            said.append(f"“{item.text} {after.text}” was read as “{after.text}”, which names no kind of study.")
        else:
            kept.append(item)
    return kept, tuple(said)


def _is_study(item: Item, after: Item) -> bool:
    return (
        item.unread
        and item.text.lower() in vocabulary().studies
        and after.position == item.last + 1
        and bool(after.meaning.properties)
        and after.text.lower().replace("-", " ") in _statistics()
    )


@cache
def _statistics() -> frozenset[str]:
    return frozenset(f"{one}{s}" for one in vocabulary().statistics for s in ("", "s"))
