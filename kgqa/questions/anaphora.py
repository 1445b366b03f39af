"""Words of a question that point to the question and the answer before it: "it", "its", "this gene", "which of these".

Which words these are is data (``vocabulary.toml``, section ``pointing``); what they may stand for is decided by who
knows the question before (``kgqa.strategies.following``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language.inflection import without_s
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.tagging import Item, number_of
from kgqa.records import Entity


@dataclass(frozen=True, slots=True)
class Pointer:
    """Words that point back.

    Attributes:
        start, end: their character offsets with the noun behind them, end exclusive; of ``owner`` of the word alone.
        several: they stand for several things.
        labels: the types that the noun names; empty where there is none.
        number: how many things they say that there are; None where they do not.
        part: some of these things are asked for ("which of these"); then the preposition is part of the words.
        owner: something of the thing is asked for ("its genes").
        loose: the words may as well be meant without anything before them ("which of those with …").
    """

    start: int
    end: int
    text: str
    several: bool
    labels: frozenset[str] = frozenset()
    number: int | None = None
    part: bool = False
    owner: bool = False
    loose: bool = False


def pointers(text: str, items: Sequence[Item], entities: Sequence[Entity]) -> list[Pointer]:
    """The words of a cleaned text that point back, in order.

    Args:
        items: its names and phrases.
    """
    words, known = spoken(text), vocabulary().pointing
    empty = _empty(words)
    nouns = {item.start: item for item in items if item.meaning.labels and not item.auxiliary}
    found = []
    for place, token in enumerate(words):
        word = token.text.lower()
        if word not in known.one | known.several | known.definite or place in empty or _is_inside(token, entities):
            continue
        pointer = _pointer(text, words, place, nouns, items)
        if pointer is not None:
            found.append(pointer)
    return found


def opening(text: str) -> int:
    """Where a text goes on behind the words that ask for the same of something else; 0 where it begins without any."""
    words = spoken(text)
    best = 0
    for phrase in vocabulary().pointing.opening:
        said = phrase.split()
        if [word.text.lower() for word in words[: len(said)]] == said:
            best = max(best, len(said))
    return words[best].start if 0 < best < len(words) else 0


def is_of_all(text: str) -> bool:
    """Whether a text says itself that it asks about everything there is ("how many genes are there")."""
    return any(word.text.lower() in vocabulary().pointing.of_all for word in spoken(text))


def _pointer(
    text: str, words: Sequence[Token], place: int, nouns: dict[int, Item], items: Sequence[Item]
) -> Pointer | None:
    known, token = vocabulary().pointing, words[place]
    word = token.text.lower()
    behind = words[place + 1 :]
    after = behind[0].text.lower() if behind else ""
    before = [one.text.lower() for one in words[:place]]
    chosen_from = bool(before) and before[-1] in known.parts and (len(before) == 1 or before[-2] in known.choosing)
    described = word == "those" and after in known.described
    if (described and not (chosen_from and len(before) > 1)) or (word == "this" and after in known.itself - {"is"}):
        return None
    number = _number(behind, items)
    noun = nouns.get(behind[number is not None].start) if len(behind) > (number is not None) else None
    of_noun = noun is not None and not _is_plural(noun) and not _is_relative(words, place, items)
    if word in known.beside and not (of_noun or _ends_question(text, token, before)):
        return None
    if word in known.definite:
        return _definite(text, words, place, noun) if chosen_from and len(before) > 1 else None
    several, owner = word in known.several, word in known.owners
    if word == "their" and any(one.start < token.start and _is_plural(one) for one in nouns.values()):
        return None  # "which patients had their first visit before 2016"
    if word == "they" and place and _is_told_before(text, token, words[place - 1], list(nouns.values())):
        return None  # "rank genes by the diseases they are linked to", "add up all huts, how many beds have they"
    if owner or (word == "it"):
        return Pointer(token.start, token.end, token.text, several, owner=owner)
    end = token.end if number is None else behind[0].end
    labels: frozenset[str] = frozenset()
    if noun is not None and not (noun.meaning.relations and not several):
        end, labels = noun.end, noun.meaning.labels
    start, part = token.start, False
    if several and word == "ones":
        return Pointer(start, end, text[start:end], several, labels, number, part=before[-1:] == ["which"])
    if several and chosen_from:
        start, part = words[place - 1].start, True
    return Pointer(start, end, text[start:end], several, labels, number, part=part, loose=described)


def _is_told_before(text: str, they: Token, before: Token, nouns: Sequence[Item]) -> bool:
    """Whether "they" is a noun of the text itself: of a clause before its own, or, where it stands right behind a noun
    of which it says more, one before that."""
    several = [one for one in nouns if one.end <= before.start and _is_plural(one)]
    own = next((one for one in nouns if one.start <= before.start < one.end), None)
    return any(own is not None or "," in text[one.end : they.start] for one in several)


def _definite(text: str, words: Sequence[Token], place: int, noun: Item | None) -> Pointer | None:
    """ "Which of the diseases are …", unless it is said which diseases are meant."""
    if noun is None:
        return None
    start, end = words[place - 1].start, noun.end
    after = next((word.text.lower() for word in words if word.start >= end), "")
    if after in vocabulary().pointing.described:
        return None
    return Pointer(start, end, text[start:end], True, noun.meaning.labels, part=True, loose=True)


def _number(behind: Sequence[Token], items: Sequence[Item]) -> int | None:
    """The number right behind a pointer ("these two diseases")."""
    if not behind:
        return None
    item = next((one for one in items if one.start == behind[0].start), None)
    if item is not None:
        return number_of(item) if "number" in item.meaning.cues or item.text.isdecimal() else None
    return None


def _is_plural(noun: Item) -> bool:
    word = noun.text.lower()
    return word != without_s(word)


def _is_relative(words: Sequence[Token], place: int, items: Sequence[Item]) -> bool:
    """Whether "that" stands behind what it says more of ("genes that …")."""
    if not place:
        return False
    before = next((one for one in items if one.start <= words[place - 1].start < one.end), None)
    return before is not None and (before.entity is not None or bool(before.meaning.labels))


def _ends_question(text: str, token: Token, before: Sequence[str]) -> bool:
    """Whether a word stands for a thing that is asked for at the end of a question ("which gene is that?")."""
    return before[-1:] in (["is"], ["was"]) and text[token.end :].lstrip()[:1] in ("", "?", "!", ".")


def _empty(words: Sequence[Token]) -> set[int]:
    """The places of words in phrases that point to nothing."""
    text = [word.text.lower() for word in words]
    found: set[int] = set()
    for phrase in vocabulary().pointing.empty:
        said = phrase.split()
        for place in range(len(text) - len(said) + 1):
            if text[place : place + len(said)] == said:
                found.update(range(place, place + len(said)))
    return found


def _is_inside(token: Token, entities: Sequence[Entity]) -> bool:
    return any(one.start <= token.start < one.end for one in entities)
