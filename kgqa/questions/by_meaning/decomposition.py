"""What a text asks, before anything is ranked: the parts that ask, the names that count and how, and what is left out.

What must hold is settled here and never left to similarity: every named thing is used or set aside aloud, and so are
negation, "or", exceptions and numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kgqa.language import quantities
from kgqa.language.common_words import is_everyday
from kgqa.language.normalise import blanked
from kgqa.language.notation import any_of
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.by_meaning.clauses import Clause, clauses, in_name, points_back
from kgqa.questions.by_meaning.told_findings import findings_without_name
from kgqa.questions.checks import but_a_name, denied_type, not_of_all
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.intent import Thing
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, has_cue, number_of, tag
from kgqa.questions.text.abbreviations import in_full
from kgqa.questions.text.courtesy import Aside, ages, asides
from kgqa.questions.text.options import asked_of_row
from kgqa.records import Entity, SetAside
from kgqa.schema.model import Schema

_LISTED = re.compile(r"\s*(?:[,;/&+]\s*(?:(?:and|or)\s+)?|(?:and|or)\s+)", re.IGNORECASE)
SHORT = 4
"""Letters up to which an English word in small letters is no symbol ("set", "read")."""
_CHOOSING = re.compile(
    r"\W*(?:and\s+|so\s+)?(?:(?:which|what)\s+(?:ones?\s+)?)?(?:out\s+of|of|among|amongst)\s+(?:the\s+(?:\w+\s+)?)?",
    re.IGNORECASE,
)
"""Words before the names of which some are asked for."""
_APART = re.compile(r"\W*(?:out\s+of|among|amongst|of|except|apart\s+from|other\s+than|besides)\b", re.IGNORECASE)
_STOPS = re.compile(r"[?!.;\n]")
_FEWEST = 2
"""Findings with a name beside which another one without may be left out, aloud: what is asked is which things have most
of them."""
_THEM = frozenset({"he", "she", "they", "his", "her", "their"})
_SAYS_NOTHING: frozenset[Cue] = frozenset({"which", "there", "a", "and", "whether", "list", "how"})


_OR_BOTH = re.compile(r",?\s*(?:and/)?or\s+(?:both|all)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decomposed:
    """One question of a text.

    Attributes:
        text: the whole of it.
        clauses: the parts that ask.
        names: that count, in order.
        left_out: names that the question is not about.
        against: places of the names that the text denies.
        besides: places of those that the answer is to leave out.
        told: the names stand in parts that only tell.
        telling: words of the parts that tell of these names.
        told_types: what these parts have of types of the graph.
        items: words and phrases of the parts that ask, without names and asides.
        qualifiers: conditions on properties of links, as phrases.
        alternatives: any of the names will do.
        numbers: numbers that the parts ask with.
        asides: courtesy, whose question it is, and the ages of patients, anywhere in the text.
        listed: the label of names that stand in a row of their own, where the part that asks has names of other types
            ("A, B and C - which are seen in D"); none otherwise.
        chosen_from: the label of the names behind "which of", whatever other names there are.
    """

    text: str
    clauses: tuple[Clause, ...]
    names: tuple[Entity, ...]
    left_out: tuple[Entity, ...]
    against: frozenset[int]
    besides: frozenset[int]
    told: bool
    telling: tuple[str, ...]
    items: tuple[Item, ...]
    qualifiers: tuple[Said, ...]
    alternatives: bool
    numbers: tuple[int, ...]
    asides: tuple[Aside, ...]
    listed: frozenset[str] = frozenset()
    told_types: tuple[Item, ...] = ()
    chosen_from: frozenset[str] = frozenset()

    @property
    def opener(self) -> str:
        """The first word that asks, names and asides left out, in lower case."""
        tokens = [word for word in spoken(self.text) if not in_name(word.start, (*self.names, *self.left_out))]
        first = next(iter(self.clauses[0].within(tokens)), None)
        return first.text.lower() if first is not None else ""

    @property
    def words(self) -> frozenset[str]:
        """Every word of the parts that ask, in lower case."""
        tokens = spoken(self.text)
        return frozenset(word.text.lower() for clause in self.clauses for word in clause.within(tokens))

    def asks_at(self, place: int) -> bool:
        """Whether a place of the text is in a part that asks."""
        return any(clause.covers(place) for clause in self.clauses)

    def has(self, *cues: Cue) -> bool:
        """Whether any of these cues is among the words that ask."""
        return has_cue(self.items, *cues)


class Decomposer:
    """Takes texts apart over one schema."""

    def __init__(
        self, schema: Schema, lexicon: Lexicon, qualifiers: Callable[[str, Sequence[Entity]], list[Said]]
    ) -> None:
        """Reads over a schema.

        Args:
            qualifiers: finds conditions on properties of links.
        """
        self._schema = schema
        self._lexicon = lexicon
        self._qualifiers = qualifiers
        self._last: tuple[str, tuple[Entity, ...], list[Decomposed]] | None = None

    def questions(self, text: str, entities: Sequence[Entity]) -> list[Decomposed]:
        """The questions of a cleaned text, in order; one that cannot be taken apart ends them.

        Parts that ask without saying what ("which ones?") belong to the question before.
        """
        given = tuple(entities)
        last = self._last  # of another thread perhaps, but whole
        if last is not None and last[:2] == (text, given):
            return last[2]
        names = _names(text, entities)
        found = clauses(text, names)
        every = [self._asked(text, found, (clause,), names) for clause in self._asking(text, found, names)]
        asked = [one for one in every if one is not None] if None not in every else []
        self._last = (text, given, asked)
        return asked

    def several(self, text: str, entities: Sequence[Entity]) -> bool:
        """Whether a cleaned text asks more than one question; most do not, which is seen without taking them apart."""
        names = _names(text, entities)
        return len(self._asking(text, clauses(text, names), names)) > 1 and len(self.questions(text, entities)) > 1

    def _asking(self, text: str, found: Sequence[Clause], names: Sequence[Entity]) -> list[Clause]:
        """The clauses that ask and say what."""
        asking = [clause for clause in found if clause.asks]
        if len(asking) < 2:
            return asking
        # "X? What helps against it?" names what the rest asks about.
        topics = [one for one in asking[:-1] if all(in_name(word.start, names) for word in one.within(spoken(text)))]
        if topics and not any(map(asking[-1].holds, names)):
            asking = [one for one in asking if one not in topics]
        return [clause for clause in asking if self._says_something(text, clause, names)] or asking[:1]

    def set_aside(self, asked: Decomposed) -> Iterator[SetAside]:
        """What was left out: parts that only tell, asides, and names that nothing is asked about."""
        names = sorted(asked.names, key=lambda one: one.start)
        everything = [*names, *asked.left_out]
        for clause in clauses(asked.text, everything):
            if clause.asks:
                continue
            place = clause.start
            for entity in names:
                if clause.holds(entity):
                    yield from span(asked.text, place, entity.start)
                    place = entity.end
            yield from span(asked.text, place, clause.end)
        for aside in asked.asides:
            if asked.asks_at(aside.start) and not in_name(aside.start, everything):
                yield from span(asked.text, aside.start, aside.end)

    def _says_something(self, text: str, clause: Clause, names: Sequence[Entity]) -> bool:
        items = self._tagged(text[clause.start : clause.end], [])
        named = any(map(clause.holds, names))
        return named or any(
            item.unread or item.generic or item.meaning.of_graph or item.meaning.cues - _SAYS_NOTHING for item in items
        )

    def _tagged(self, text: str, names: Sequence[Entity]) -> list[Item]:
        full = in_full(text, names)
        return tag(full.text, names, self._lexicon, full.words)

    def _asked(
        self, text: str, found: Sequence[Clause], asking: tuple[Clause, ...], entities: Sequence[Entity]
    ) -> Decomposed | None:
        """One question; None where something is denied in it that is no name, or told besides a single name."""
        qualifiers = [one for one in self._qualifiers(text, entities) if any(part.covers(one.start) for part in asking)]
        entities = [one for one in entities if not any(said.start <= one.start < said.end for said in qualifiers)]
        said, rest = self._beside(text, entities, qualifiers)
        own = _held(asking, entities)
        rows = [clause for clause in found if self._only_names(rest, clause, entities)]
        pooled = _spoken_of(rest, found, asking, entities, rows)
        against = self._against(rest, found, asking, pooled)
        telling = [clause for clause in found if not clause.asks and any(map(clause.holds, pooled))]
        if against is None or _is_chosen_apart(text, found, rows, entities):
            return None
        unnamed = sum(findings_without_name(rest, *_sentence(text, found, one), entities) for one in telling)
        if unnamed and len(_held(telling, pooled)) < _FEWEST:
            return None
        if not own and _is_told_of_other(rest, found, asking, pooled, entities, against):
            return None
        tagged = self._tagged(rest, entities)
        besides, left = self._left_out(rest, pooled)
        chosen = _chosen_from(text, asking[0], pooled)
        items = tuple(item for item in _within(tagged, asking) if item.entity is None)
        listed = _listed([_held([row], pooled) for row in rows], own, text)
        return Decomposed(
            text=text,
            clauses=asking,
            names=tuple(pooled),
            left_out=tuple(one for one in entities if one not in pooled),
            against=frozenset(against - besides),
            besides=frozenset(besides),
            told=bool(pooled) and not own,
            telling=tuple(word.text for word in _words(rest, telling, entities)),
            items=tuple(item for item in items if item.start not in left),
            qualifiers=tuple(qualifiers),
            alternatives=self._alternatives(rest, pooled),
            numbers=tuple(number for item in items if (number := _number(item)) is not None),
            asides=tuple(said),
            told_types=tuple(item for item in _within(tagged, telling) if item.meaning.labels),
            listed=listed or (chosen if {one.chosen.label for one in pooled} - chosen else frozenset()),
            chosen_from=chosen,
        )

    def _beside(self, text: str, entities: Sequence[Entity], qualifiers: Sequence[Said]) -> tuple[list[Aside], str]:
        """What a text says by the way, and the text without that and without conditions."""
        said = asides(text, entities, self._schema.called)
        spans = [(one.start, one.end) for one in qualifiers] + [(one.start, one.end) for one in said]
        said += ages(blanked(text, spans))
        return said, blanked(text, [*spans, *((one.start, one.end) for one in said)])

    def _against(
        self, text: str, found: Sequence[Clause], asking: Sequence[Clause], names: Sequence[Entity]
    ) -> set[int] | None:
        """The places of the names that any part denies; None where one denies something that is no name."""
        against: set[int] = set()
        for clause in found:
            denied = self._denied(text, clause, names, asks=clause in asking)
            if denied is None:
                return None
            against |= denied
        return against

    def _only_names(self, text: str, clause: Clause, entities: Sequence[Entity]) -> bool:
        """Whether a part that tells holds names and nothing else ("A, B and C - which are seen in D?")."""
        if clause.asks or not any(map(clause.holds, entities)):
            return False
        words = _words(text, [clause], entities)
        return all(word.text.lower() in vocabulary().function for word in words)

    def _denied(self, text: str, clause: Clause, names: Sequence[Entity], *, asks: bool) -> set[int] | None:
        """The places of the names of a part that it denies; None where it denies something that is no name."""
        within = [one for one in names if clause.holds(one)]
        if not within and not asks:
            return set()
        shifted = [replace(one, start=one.start - clause.start, end=one.end - clause.start) for one in within]
        items = self._tagged(text[clause.start : clause.end], shifted)
        sentence = Sentence(items, [Thing.of(one.chosen) for one in shifted], self._schema)
        denied = [name for name in sentence.names if sentence.negates(name) % 2]
        if any(_denies_its_subject(items, item) for item in sentence.nots):
            return None
        if not_of_all(sentence) or but_a_name(sentence) or denied_type(sentence):
            return None
        nots = [item for item in sentence.nots if "besides" not in item.meaning.cues]
        if nots and not denied:
            return None
        return {within[name.entity].start for name in denied if name.entity is not None}

    def _left_out(self, text: str, names: Sequence[Entity]) -> tuple[set[int], set[int]]:
        """The places of the names behind "other than", and of the words that say so."""
        items = self._tagged(text, names)
        besides: set[int] = set()
        words: set[int] = set()
        for place, item in enumerate(items):
            if "besides" not in item.meaning.cues or item.text.lower() not in vocabulary().cues["besides"]:
                continue  # "excluded" has the stem of "excluding"
            for after in items[place + 1 :]:
                if after.entity is not None:
                    besides.add(after.start)
                    words.add(item.start)
                elif not (after.meaning.cues & {"and", "or"} or after.meaning.labels):
                    break
        return besides, words

    def _alternatives(self, text: str, names: Sequence[Entity]) -> bool:
        """Whether "or" stands between names, or behind them ("A, B, or both")."""
        if len(names) < 2:
            return False
        if _OR_BOTH.match(text, max(one.end for one in names)):
            return True
        first, last = min(one.start for one in names), max(one.start for one in names)
        items = self._tagged(text, names)
        return any("or" in item.meaning.cues and first < item.start < last for item in items)


def _words(text: str, parts: Sequence[Clause], names: Sequence[Entity]) -> list[Token]:
    """The words of parts of a text, without names."""
    return [word for part in parts for word in part.within(spoken(text)) if not in_name(word.start, names)]


def _held(parts: Sequence[Clause], names: Sequence[Entity]) -> list[Entity]:
    """The names in any of the parts."""
    return [one for one in names if any(part.holds(one) for part in parts)]


def _within(items: Sequence[Item], parts: Sequence[Clause]) -> list[Item]:
    """The items in any of the parts."""
    return [item for item in items if any(part.covers(item.start) for part in parts)]


def _spoken_of(
    text: str, found: Sequence[Clause], asking: Sequence[Clause], entities: Sequence[Entity], rows: Sequence[Clause]
) -> list[Entity]:
    """The names that a question may be about: its own and those in rows, where it has some and points to no others;
    else all that are told, before it alone where others ask too."""
    own = _held(asking, entities)
    if own and not points_back(_words(text, asking, entities)):
        return [one for one in entities if one in own or any(row.holds(one) for row in rows)]
    if not any(clause.asks and clause not in asking for clause in found):
        return list(entities)
    before = [one for one in entities if one.start < asking[-1].end or one in own]
    return _told_before(text, found, asking, before)


def _is_chosen_apart(text: str, found: Sequence[Clause], rows: Sequence[Clause], entities: Sequence[Entity]) -> bool:
    """Whether a part that only tells says among what is chosen ("out of 3 diseases, A, B and C, which show D")."""
    telling = (one for one in found if not one.asks and any(map(one.holds, entities)) and one not in rows)
    return any(_APART.match(text, one.start) for one in telling)


def _is_told_of_other(
    text: str,
    found: Sequence[Clause],
    asking: Sequence[Clause],
    pooled: Sequence[Entity],
    entities: Sequence[Entity],
    against: Collection[int],
) -> bool:
    """Whether what is told before a question without a name may not be what it is about, or is bounded by what tells
    ("loans to A since 1980, which objects")."""
    told = (one for one in found if not one.asks)
    about = (one for one in told if any(map(one.holds, pooled)) or not any(map(one.holds, entities)))
    return any(restricts(text, one) for one in about) or _is_undone(
        text, found, pooled, _words(text, asking, entities), against
    )


def _told_before(
    text: str, found: Sequence[Clause], asking: Sequence[Clause], before: Sequence[Entity]
) -> list[Entity]:
    """The names that a part may speak of which asks beside others: those of the part before it that asks by itself
    ("Med student here: how is X inherited and what gene is mutated"), else all before it."""
    earlier = [one for one in found if one.asks and one.start < asking[0].start and any(map(one.holds, before))]
    if not earlier or points_back(_words(text, earlier[-1:], before)):
        return list(before)
    return [one for one in before if one.start >= earlier[-1].start]


def _names(text: str, entities: Sequence[Entity]) -> list[Entity]:
    """The names of a text, without words that are none here: greetings, and ordinary words written as no symbol is."""
    polite = [one for one in asides(text, ()) if not one.person]
    found: list[Entity] = []
    for row in _rows(text, sorted(entities, key=lambda entity: entity.start)):
        surely = len(row) > 1 and not all(map(_is_ordinary, row))  # "sand, clay, peat soil"
        found += [
            one
            for one in row
            if (surely or not _is_ordinary(one))
            and not any(said.start <= one.start and one.end <= said.end for said in polite)
        ]
    return found


def _is_ordinary(entity: Entity) -> bool:
    """Whether a name is an ordinary word that is not written as a symbol is."""
    short = entity.mention.islower() and len(entity.mention) <= SHORT and is_everyday(entity.mention)
    return short and entity.chosen.method != "identifier" and not entity.guess


def _rows(text: str, entities: Sequence[Entity]) -> Iterator[list[Entity]]:
    """Names of one type that are told one after the other, with nothing but commas, "and" or "or" between them."""
    joined: list[list[Entity]] = []
    for one in entities:
        goes_on = bool(joined) and _LISTED.fullmatch(text, joined[-1][-1].end, one.start) is not None
        joined[-1:] = [[*joined[-1], one]] if goes_on else [*joined[-1:], [one]]
    for row in joined:
        for _, alike in groupby(_of_one_type(row), key=lambda one: one.chosen.label):
            yield list(alike)


def _of_one_type(row: Sequence[Entity]) -> Sequence[Entity]:
    """Names of which several types have some, of the type of the names around them where three and more are told in a
    row: "nystagmus, foveal hypoplasia and cataract" are three findings, though a disease is called as one of them."""
    sure = {one.chosen.label for one in row if {other.label for other in one.rivals} <= {one.chosen.label}}
    if len(row) <= _FEWEST or len(sure) != 1:
        return row
    (label,) = sure
    return [_as_type(one, label) for one in row]


def _as_type(entity: Entity, label: str) -> Entity:
    """A name as what it may be of one type, where it may be that, and nothing of another one."""
    of_type = [one for one in (entity.chosen, *entity.rivals) if one.label == label]
    if not of_type:
        return entity
    return replace(entity, chosen=of_type[0], rivals=tuple(of_type[1:]), tied=entity.tied and len(of_type) > 1)


def _listed(rows: Sequence[Sequence[Entity]], own: Sequence[Entity], text: str) -> frozenset[str]:
    """The label of the names of the only row, where the part that asks has names of other types alone, or announces
    the row."""
    labels = {one.chosen.label for row in rows for one in row}
    several = len(rows) == 1 and len(rows[0]) > 1 and len(labels) == 1
    apart = bool(own) and labels.isdisjoint(one.chosen.label for one in own)
    return frozenset(labels) if several and (apart or asked_of_row(text)) else frozenset()


def _is_undone(
    text: str, found: Sequence[Clause], names: Sequence[Entity], asking: Sequence[Token], against: Collection[int]
) -> bool:
    """Whether what is told before a question without a name may not be what it is about: it is denied, doubted or over,
    told of several people, or of several things where the question asks of one ("How is it inherited?")."""
    told = [one for one in found if not one.asks]
    said = [word.text.lower() for word in _words(text, told, names)]
    somebody = people_told(text, told, names)
    asked = " ".join(word.text.lower() for word in asking)
    graded = any(
        f" {cue} " in f" {asked} " for cue in vocabulary().cues["graded"]
    )  # "what could it be" of several signs
    of_one = any(word.text.lower() in ("it", "its") for word in asking) and not graded
    several = len({one.chosen.id for one in names}) > 1 or bool(against)
    unnamed = [one for one in told if not any(map(one.holds, names))]
    of_somebody = any(word.text.lower() in _THEM for one in unnamed for word in one.within(spoken(text))[:1])
    undone = not vocabulary().undoing.isdisjoint(said)
    return bool(names) and (
        undone or len(somebody) > 1 or (of_one and several) or (of_somebody and len(names) < _FEWEST)
    )


def people_told(text: str, told: Sequence[Clause], names: Sequence[Entity]) -> set[str]:
    """The nouns for people of whom parts of a text tell ("sister", "patient")."""
    people = re.compile(rf"\b{any_of(vocabulary().people, str)}s?\b", re.IGNORECASE)
    found = (match for one in told for match in people.finditer(text, one.start, one.end))
    return {match[0].lower() for match in found if not in_name(match.start(), names)}


def restricts(text: str, clause: Clause) -> bool:
    """Whether a part that tells bounds what is asked by a number ("since 1980", "over 40 mm")."""
    said = text[clause.start : clause.end]
    bounds = re.finditer(quantities.bounded_pattern("number"), said, re.IGNORECASE)
    return any(re.fullmatch(quantities.number_pattern(), one.group().strip(), re.IGNORECASE) is None for one in bounds)


def _chosen_from(text: str, clause: Clause, names: Sequence[Entity]) -> frozenset[str]:
    """The label of the names in a row of which a clause asks for some ("which of A, B and C are seen in D", "among A, B
    and C, which …"); none where it does not, or where another name is of that type."""
    within = [one for one in names if clause.holds(one)]
    if not within or _CHOOSING.fullmatch(text, clause.start, within[0].start) is None:
        return frozenset()
    row, *rest = _rows(text, within)
    others = {one.chosen.label for one in (*(one for one in names if one not in within), *(e for r in rest for e in r))}
    label = row[0].chosen.label
    return frozenset({label}) if len(row) > 1 and label not in others else frozenset()


def _number(item: Item) -> int | None:
    """The number that a word is; "one" is none."""
    if item.text.isdecimal() or "number" in item.meaning.cues or item.unread:
        number = number_of(item)
        return number if number is not None and number > 1 else None
    return None


def _sentence(text: str, found: Sequence[Clause], clause: Clause) -> tuple[int, int]:
    """From where to where a text tells what a clause belongs to: with the parts of its sentence before it."""
    place = start = found.index(clause)
    while start and not found[start - 1].asks:
        if _STOPS.search(text[found[start - 1].end : found[start].start]):
            break
        start -= 1
    return found[start].start, found[place].end


def _denies_its_subject(items: Sequence[Item], denial: Item) -> bool:
    """Whether a denial stands between a name and its verb ("that X does not have", "does X not have")."""
    place = items.index(denial)
    before = [item for item in items[:place] if not item.auxiliary]
    after = items[place + 1] if place + 1 < len(items) else None
    subject = bool(before) and before[-1].entity is not None
    return subject and after is not None and bool(after.auxiliary or after.meaning.relations)


def span(text: str, start: int, end: int) -> Iterator[SetAside]:
    """A stretch of a text as what is set aside, without the signs around it; nothing where no word is left."""
    said = text[start:end]
    kept = said.strip(" ,.;:!?-–—\n()")
    if any(letter.isalnum() for letter in kept):
        first = start + said.index(kept)
        yield SetAside(first, first + len(kept), kept)
