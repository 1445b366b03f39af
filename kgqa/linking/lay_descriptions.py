"""Findings that a text tells in ordinary words: "can't see at night", "her joints bend way too far".

``lay_descriptions.tsv`` beside this file has a finding a line: its identifier, its name, and phrases by which people
tell of it, with a bar between. It was written from general knowledge, and anybody can add a line. A text tells of a
finding where it has the words of a phrase that mean something, in any form and any order, in a row and no other such
word between them: "stretchy skin" is told by "her skin is so stretchy". What denies is such a word, so that "sees at
night" is none of it, and neither is "does not bruise easily".

A name that says how something differs ("decreased circulating IgG concentration") is told by any words for the same
difference and the same thing ("low IgG", "IgG down"): ``qualities.toml`` has the words. A word may be an abbreviation
(``clinical_abbreviations.tsv``) or another one that is derived from the same ("insensitive", "insensitivity").
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from kgqa.language.common_words import is_everyday
from kgqa.language.inflection import is_verb, plural, singular_of, stem, verbs_of
from kgqa.language.normalise import word_set
from kgqa.language.thesaurus import derived, is_known
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.candidates import candidate
from kgqa.linking.index import Kind, NameIndex
from kgqa.linking.tables_of_names import meant_by, texts_of_things
from kgqa.records import Candidate, Entity

TABLE = Path(__file__).with_suffix(".tsv")
QUALITIES = TABLE.with_name("qualities.toml")
SCORE = 0.8
"""Of what is told and not named."""
_LONGEST = 6
"""Words of a name that tells a finding."""
_LONGEST_OF_QUALITY = 8
"""Words of one that says how something differs."""
_SHORTEST_DERIVED = 4
"""Letters up to which a word is too short for others to be derived from it."""
_NAMES: frozenset[Kind] = frozenset({"name", "synonym", "everyday"})
_DENIES, _LACKS = "not", "no"
"""What stands for any word that denies a verb, and a noun."""
_DENYING = frozenset({"not", "never", "cannot", "cant", "dont", "doesnt", "wont", "isnt", "arent"})
_LACKING = frozenset({"no", "without"})
_JOINING = frozenset({"and", "or", "but", "nor", "when", "if", "because", "that", "which", "who", "whose", "where"})
"""They end what is told, unless they are a part of it."""
_SAYING_NOTHING = word_set(
    "a an the this his her hers my our your their its it's him them us me they there here of in on at to for with "
    "from by as some any also s"
)
_DEGREES = frozenset(
    {"too", "very", "really", "way", "much", "pretty", "rather", "quite", "just", "bit", "even", "lot", "lots", "so"}
)
_OF_DENIALS = _DEGREES | {"well", "enough", "properly", "fully", "completely", "always", "all", "many", "more", "both"}
"""Behind what denies they tell how much it does: who cannot see very well is not blind."""
_BECOMING = frozenset({"be", "become", "get", "go", "turn", "have"})
"""Verbs that say no more than that something is so; a phrase of a single word without them keeps them, and degrees."""
_ASKED = frozenset({"which", "what", "that", "who", "it", "this", "these", "those", "how", "than"})
"""Before a verb they are its subject, or ask for it: "what fits" tells of no fits."""
_TURNING = word_set("for about off because after due while during until unless than if")
_FIGURATIVE = frozenset({"to", "of", "with", "by"})
_BREAK = re.compile(r"[.;:?!,()\n/]")
_SIGN = re.compile(r"[↑↓⬆⬇]")
_ABSENCE = re.compile(r"\b(?:absence|lack|agenesis|aplasia) of\b", re.IGNORECASE)
_ABSENT, _HIGH, _LOW = "absent", "high", "low"
"""Qualities that are read in their own way: what is not there, and what is measured."""


@dataclass(frozen=True, slots=True)
class Told:
    """A finding that a text tells.

    Attributes:
        start, end: character offsets, end exclusive.
    """

    start: int
    end: int
    candidate: Candidate


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text that means something, with the forms in which it may be told.

    Attributes:
        further: what else it may stand for: words derived from the same one, and the quality that it says.
    """

    token: Token
    forms: frozenset[str]
    further: frozenset[str] = frozenset()

    @property
    def every(self) -> frozenset[str]:
        """All that it may stand for."""
        return self.forms | self.further


def _is_ordinary(name: str) -> bool:
    words = [word.strip(",").lower() for word in name.split()]
    return 1 < len(words) <= _LONGEST and all(map(is_everyday, words))


def _by_key(phrases: Sequence[_Phrase]) -> Mapping[frozenset[str], set[str]]:
    """By their words the things that phrases tell of."""
    found: defaultdict[frozenset[str], set[str]] = defaultdict(set)
    for one in phrases:
        found[one.key].add(one.identifier)
    return found


class _Phrase(NamedTuple):
    """A phrase by which people tell of a finding, with its words that mean something."""

    key: frozenset[str]
    denied: tuple[int, ...]
    identifier: str
    text: str
    quality: str = ""

    @property
    def rank(self) -> int:
        """The more words, the better it tells, and before one with a quality one as it is written."""
        return 2 * len(self.key) + (not self.quality)


class LayDescriptions:
    """Finds the findings of a graph that texts tell in ordinary words. Safe to share between threads."""

    def __init__(self, index: NameIndex) -> None:
        self._index = index

    @cached_property
    def _phrases(self) -> list[_Phrase]:
        """Those of which enough is left to tell anything, and that tell one thing; gathered in half a second, when
        first needed. Names of ordinary words are phrases too ("yellow skin": her skin is yellow), and go before."""
        index = self._index
        told = [_phrase(one, text) for one, texts in lay_descriptions().items() if one in index for text in texts]
        labels = {index.node(index.position(one.identifier)).label for one in told}
        names = [
            _phrase(index.node(name.thing).id, name.text)
            for name in index.names()
            if index.node(name.thing).label in labels and name.kind in _NAMES and _is_ordinary(name.text)
        ]
        found: dict[frozenset[str], _Phrase | None] = {frozenset(): None}
        for phrases in (names, told, *self._with_qualities(labels)):
            things = _by_key(phrases)
            for one in phrases:
                found.setdefault(one.key, one if len(things[one.key]) == 1 else None)
        return [one for one in found.values() if one is not None]

    def _with_qualities(self, labels: Set[str]) -> Iterator[list[_Phrase]]:
        """The names that say how something differs, in any words for the difference: what things are called themselves
        goes before synonyms, and things of the types that are told before others."""
        groups: defaultdict[tuple[bool, bool], list[_Phrase]] = defaultdict(list)
        for name in self._index.names():
            node = self._index.node(name.thing)
            if name.kind in _NAMES and (phrase := _quality_phrase(node.id, name.text)) is not None:
                groups[node.label not in labels, name.kind != "name"].append(phrase)
        yield from (groups[rank] for rank in sorted(groups))

    @cached_property
    def _holding(self) -> Mapping[str, list[int]]:
        """By a word the places of the phrases that have it."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for place, phrase in enumerate(self._phrases):
            for one in phrase.key:
                found[one].append(place)
        return found

    def told(self, text: str, entities: Sequence[Entity]) -> list[Told]:
        """The findings that a text tells, in its order; of those that overlap the one told in more words.

        Args:
            entities: its names, which go before what is told in no more words than theirs.
        """
        tokens = _tokens(text)
        plain = [_said(token, token.text) for token in tokens]
        found: list[tuple[int, Told]] = []
        for said in (plain, _written_out(tokens)) if any(meant_by(token.text) for token in tokens) else (plain,):
            for place in self._among(said):
                phrase = self._phrases[place]
                for run in _runs(text, tokens, said, phrase):
                    start, end = run[0].token.start, _end_of(text, run, phrase)
                    alone = len(run) > 1 and run[0].token == run[-1].token  # letters alone are a name, or a property's
                    if not (alone or _is_named(text, start, end, entities)):
                        position = self._index.position(phrase.identifier)
                        thing = candidate(self._index, position, SCORE, "synonym", phrase.text)
                        found.append(
                            (phrase.rank + 2 * (end > run[-1].token.end), Told(_from_birth(tokens, start), end, thing))
                        )
        return _apart(found)

    def _among(self, words: Sequence[_Word]) -> list[int]:
        """The phrases all of whose words a text has."""
        forms = frozenset(form for word in words for form in word.every)
        counts = Counter(place for form in forms for place in self._holding.get(form, ()))
        return [place for place, number in counts.items() if number == len(self._phrases[place].key)]


def _runs(text: str, tokens: Sequence[Token], said: Sequence[_Word], phrase: _Phrase) -> Iterator[Sequence[_Word]]:
    """The words of a text in a row that say what a phrase does."""
    words, size = _meaning(said, phrase.key), len(phrase.key)
    for first in range(len(words) - size + 1):
        run = words[first : first + size]
        if not _says(run, phrase.key):
            continue
        if phrase.quality:
            alike = _denies_as(run, phrase.quality) and not _is_of_another(text, words, first, size, phrase.quality)
        else:
            alike = _denied(run) == phrase.denied
            alike = alike and (size > 1 or _is_alone(text, tokens, run[0].token, phrase.text))
        if alike and _is_not_parted(text, tokens, run, phrase):
            yield run


def _denies_as(run: Sequence[_Word], quality: str) -> bool:
    """Whether words that deny stand only where that is the quality, before what is not there ("no collarbones")."""
    denied = _denied(run)
    return not denied or (quality == _ABSENT and denied == (0,) and _LACKS in run[0].forms)


def _is_of_another(text: str, words: Sequence[_Word], first: int, size: int, quality: str) -> bool:
    """Whether the quality at an end of some words may be said of the word beside them ("calcium low sodium")."""
    before, behind = words[max(first - 1, 0) : first], words[first + size : first + size + 1]
    run = words[first : first + size]
    for one, other in ((run[0], before), (run[-1], behind)):
        for word in other if quality in {each.strip("<>") for each in one.further} else ():
            near, far = sorted((one.token, word.token))
            between = text[near.end : far.start]
            if between == " " and is_known(singular_of(word.token.text), "n") and not is_known(word.token.text, "v"):
                return True
    return False


def _from_birth(tokens: Sequence[Token], start: int) -> int:
    """Where what is told begins: with "born" before what is not there ("born without a tongue")."""
    before = [token for token in tokens if token.end <= start][-1:]
    return next((one.start for one in before if one.text.lower() == "born"), start)


def _end_of(text: str, run: Sequence[_Word], phrase: _Phrase) -> int:
    """Where what is told ends: behind what says that it was measured, or in the blood."""
    end = run[-1].token.end
    behind = _where().match(text, end) if _is_measured({phrase.quality}) else None
    return behind.end() if behind is not None else end


def _is_not_parted(text: str, tokens: Sequence[Token], run: Sequence[_Word], phrase: _Phrase) -> bool:
    """Whether nothing parts the words of a run, and nothing right before it denies what it tells."""
    start, end, key = run[0].token.start, _end_of(text, run, phrase), phrase.key
    if _BREAK.search(text, start, end) or _goes_on(text, tokens, end):
        return False
    if _DENIES in key or _LACKS in key:
        told = [token for token in tokens if token.start >= start]
        upto = told[: sum(token.end <= end for token in told) + 2]
        return all(token.text.lower() not in _OF_DENIALS or _forms(token.text) & key for token in upto)
    before = [token for token in tokens if token.end <= start][-2:]
    return not any({_DENIES, _LACKS} & _forms(token.text) for token in before)


def _goes_on(text: str, tokens: Sequence[Token], end: int) -> bool:
    """Whether what stands right behind some words makes something else of them: a noun ("loses her lunch money",
    "stretchy skin disease"), what it is for ("can't wait for"), or why and when it is so ("because of chemo")."""
    after = next((token for token in tokens if token.start >= end), None)
    if after is None or text[end : after.start] != " ":
        return False
    word = after.text.lower()
    if word in _TURNING or word in _sorting():
        return True
    plain = _forms(word) <= _passed() or word in _JOINING or word in vocabulary().function or word.endswith("ly")
    return not plain and is_known(singular_of(word), "n") and not is_known(word, "v", "a")


def _is_alone(text: str, tokens: Sequence[Token], word: Token, phrase: str) -> bool:
    """Whether a single word tells something: as it is written in the table, of nothing behind it, and where it may be a
    verb as well, behind a word with which it is none, or is said of somebody."""
    place = tokens.index(word)
    before = tokens[place - 1].text.lower() if place else ""
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    of_another = after is not None and text[word.end : after.start] == " " and not _forms(after.text) <= _passed()
    asked = text[word.end :].lstrip().startswith("?")
    led = before in (_passed() | _JOINING) - _ASKED if before else not asked
    joins = after is not None and after.text.lower() in _JOINING
    if after is not None and text[word.end : after.start] == " " and after.text.lower() in _FIGURATIVE:
        return False  # "deaf to advice"
    return word.text.lower() == phrase.lower() and (joins or not of_another) and bool(led or not is_verb(phrase))


def _is_named(text: str, start: int, end: int, entities: Sequence[Entity]) -> bool:
    """Whether names stand where something is told, and not within it alone."""
    words = len(_tokens(text[start:end]))
    over = [one for one in entities if one.start < end and start < one.end]
    return any(not (start <= one.start and one.end <= end) or len(one.mention.split()) >= words for one in over)


def _apart(found: Sequence[tuple[int, Told]]) -> list[Told]:
    """Those that stand apart, told in the most words; of the same words two findings tell nothing."""
    things: defaultdict[tuple[int, int, int], set[str]] = defaultdict(set)
    for number, one in found:
        things[number, one.start, one.end].add(one.candidate.id)
    kept: list[Told] = []
    for number, one in sorted(found, key=lambda item: (-item[0], item[1].end - item[1].start, item[1].start)):
        apart = not any(one.start < other.end and other.start < one.end for other in kept)
        if apart and len(things[number, one.start, one.end]) == 1:
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _says(run: Sequence[_Word], key: frozenset[str]) -> bool:
    """Whether each word of a phrase is one of as many words of a text."""
    open_ = set(key)
    for word in run:
        met = word.every & open_
        if not met:
            return False
        open_.discard(min(met))
    return not open_


def _phrase(identifier: str, text: str) -> _Phrase:
    """A phrase with the words by which it is told; none where it tells nothing by itself."""
    said = _words(spoken(text))
    words = _meaning(said, frozenset())
    key = frozenset(min(word.forms) for word in words)
    enough = len(key) > 1 or len(said) == 1
    tells = enough and len(key) == len(words) and bool(key - {_DENIES, _LACKS})
    return _Phrase(key if tells else frozenset(), _denied(words), identifier, text)


def _denied(words: Sequence[_Word]) -> tuple[int, ...]:
    """The places of words that deny: "hair but not your nails" says nothing of who has no nails."""
    return tuple(place for place, word in enumerate(words) if word.forms & {_DENIES, _LACKS})


def _quality_phrase(identifier: str, text: str) -> _Phrase | None:
    """The phrase of a name that says how something differs, with the quality in the place of the word for it; None
    where it says none, or nothing beside."""
    said, qualities = text.split(), _qualities()
    if not 1 < len(said) <= _LONGEST_OF_QUALITY or not any(word.strip(",").lower() in qualities for word in said):
        return None
    words = _meaning(_words(spoken(_ABSENCE.sub("no", text))), frozenset())
    parts = [qualities.get(word.token.text.lower()) for word in words]
    told = [quality for quality in parts if quality is not None]
    if not told or len(set(told)) < len(told):
        return None
    kept = [
        (word, part) for word, part in zip(words, parts, strict=True) if not (_is_level(word) and _is_measured(told))
    ]
    key = frozenset(f"<{part}>" if part is not None else min(word.forms) for word, part in kept)
    if len(key) < 2 or len(key) != len(kept) or key & {_DENIES, _LACKS}:
        return None
    return _Phrase(key, (), identifier, text, told[0])


def _tokens(text: str) -> list[Token]:
    """The words of a text, with the arrows in it."""
    arrows = (Token(one.start(), one.end(), one[0]) for one in _SIGN.finditer(text))
    return sorted((*spoken(text), *arrows))


def _words(tokens: Sequence[Token]) -> list[_Word]:
    return [_Word(token, _forms(token.text)) for token in tokens]


def _said(token: Token, text: str) -> _Word:
    """A word of a text with all that it may stand for."""
    return _Word(token, _forms(text), _further(text))


def _written_out(tokens: Sequence[Token]) -> list[_Word]:
    """The words of a text, each abbreviation that has one meaning as the words of that, all in its place."""
    found = []
    for token in tokens:
        meant = meant_by(token.text)
        found += (
            [_said(token, word.text) for word in spoken(meant[0])] if len(meant) == 1 else [_said(token, token.text)]
        )
    return found


@lru_cache(maxsize=20_000)
def _further(word: str) -> frozenset[str]:
    lower = word.lower()
    quality = _qualities().get(lower) if lower == word or (word.istitle() and lower != "down") else None
    others = derived(lower) if len(lower) > _SHORTEST_DERIVED else frozenset[str]()
    found = {stem(other) for other in others if " " not in other}
    return frozenset(found | ({f"<{quality}>"} if quality else set()))


def _is_measured(qualities: Collection[str]) -> bool:
    return not {_HIGH, _LOW}.isdisjoint(qualities)


def _is_level(word: _Word) -> bool:
    return word.token.text.lower() in _levels()


def _meaning(told: Sequence[_Word], wanted: frozenset[str]) -> list[_Word]:
    """The words that mean something; and those that do only where they are all that is said.

    Args:
        wanted: forms that a phrase has, so that a word with one of them is not passed over.
    """
    measured = not {f"<{_HIGH}>", f"<{_LOW}>"}.isdisjoint(wanted)
    told = [word for word in told if not (measured and _is_level(word) and word.every.isdisjoint(wanted))]
    denies = not wanted and any(word.forms & {_DENIES, _LACKS} for word in told)
    held = wanted | (_DEGREES if denies else frozenset())
    kept = [word for word in told if word.forms and not (word.forms <= _passed() and word.every.isdisjoint(held))]
    if wanted or len(kept) > 1:
        return kept
    further = _BECOMING | _DEGREES
    return [word for word in told if word.forms and (word in kept or not word.forms.isdisjoint(further))]


@lru_cache(maxsize=1)
def _sorting() -> frozenset[str]:
    """Nouns for what is called by words before them, in both numbers."""
    nouns = {*(word for word in vocabulary().sorting if len(word) > 1), "gene"}
    return frozenset({*nouns, *map(plural, nouns)})


@lru_cache(maxsize=1)
def _passed() -> frozenset[str]:
    words = (vocabulary().auxiliary | vocabulary().subjects | _SAYING_NOTHING | _DEGREES | _BECOMING) - {"one"}
    return (frozenset(words) | {stem(word) for word in words}) - _JOINING - {_DENIES, _LACKS}


@lru_cache(maxsize=20_000)
def _forms(word: str) -> frozenset[str]:
    """The stems of what a word may be a form of; one that denies is as any other that does."""
    lower = word.lower().replace("’", "'")
    if lower.endswith("n't") or lower in _DENYING:
        return frozenset({_DENIES})
    if lower in _LACKING:
        return frozenset({_LACKS})
    lower = lower.removesuffix("'s").removesuffix("'")
    whole = {lower, singular_of(lower), *(verb for verb, _ in verbs_of(lower))}
    return frozenset(stem(one).replace("gray", "grey") for one in whole if one)


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads(QUALITIES.read_text(encoding="utf-8"))


@cache
def _qualities() -> Mapping[str, str]:
    """By a word the quality that it says."""
    return {word: quality for quality, words in _table()["qualities"].items() for word in words.split()}


@cache
def _where() -> re.Pattern[str]:
    """What stands behind what is high or low, and says no more than that it was measured ("levels in the blood")."""
    levels = "|".join(sorted(_levels()))
    return re.compile(
        rf"(?:\s+(?:{levels})\b)*(?:\s+in\s+(?:(?:the|his|her|their|my)\s+)?(?:blood|serum|plasma)\b)?", re.IGNORECASE
    )


@cache
def _levels() -> frozenset[str]:
    return word_set(_table()["measured"]["levels"])


@lru_cache(maxsize=1)
def lay_descriptions() -> Mapping[str, tuple[str, ...]]:
    """By the identifier of a finding the phrases by which people tell of it."""
    return texts_of_things(TABLE)
