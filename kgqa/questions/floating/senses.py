"""What each stretch of a question may stand for in one graph."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Literal

from rapidfuzz.distance import Prefix

from kgqa.language import dates, quantities, thesaurus, units
from kgqa.language.common_words import is_marked
from kgqa.language.inflection import plural, singular_of, verbs_of, without_s
from kgqa.language.normalise import NAME, blanked, plain_text
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.own_words import LIKE_SOMEBODY, adjectives, is_somebody, is_verb_here
from kgqa.questions.conditions.link_values import ValueNames
from kgqa.questions.conditions.measures import Measure, Measures, Owned, of_dimension
from kgqa.questions.conditions.predicates import NO, YES
from kgqa.questions.conditions.thing_values import ThingValues, ValueWord, called
from kgqa.questions.lexicon import Lexicon, has_something
from kgqa.questions.meaning import denies
from kgqa.questions.numbers.cardinality import extents
from kgqa.questions.qualifiers import NUMERIC
from kgqa.questions.tagging import Item, tag
from kgqa.questions.text.abbreviations import in_full
from kgqa.records import Entity
from kgqa.schema.model import NodeType, Property, Relation, Schema

Stands = Literal["type", "relation", "property", "value", "bound", "extreme"]
"""``bound``: a number or a date within bounds; ``extreme``: the highest or the lowest of a property."""

SYNONYM, KIND, ROOT = 0.9, 0.8, 0.75
"""How surely a word is one of the graph that it shares a meaning with, that it is a kind of, and that begins alike.
"""
SOMEBODY, KIND_OF_BODY = 0.8, 0.3
"""The same of "who" for the types whose things are likest to somebody, and for others that do something."""
_AS_NEAR = 0.01
_LONGEST_VALUE = 5
_LEAST_SHARED = 5
"""Letters with which words must begin alike to be forms of one another ("prescription", "prescribed")."""
_SHARED = 0.55
"""The share of the longer word that these must be."""
_AT = frozenset({"at", "near"})
_SORTS = frozenset({"sort", "kind", "type", "form", "variety"})
_LEAST_ENDING = 6
_LEAST_CUT = 3
_LEAST_HEAD = 4
_IN_PART = 0.5
"""How surely a property is meant by a part of its name."""
_HAVE = re.compile(r"\b(?:have|has|had)\b|['’](?:ve|s|d)\b", re.IGNORECASE)
_STARTS, _ENDS = frozenset({"start", "begin", "started", "began"}), frozenset({"end", "finish", "ended", "finished"})
_TAKING = re.compile(r"\b(?:take|takes|took|taken|taking)\s+place\b")
"""Verbs whose noun says nothing by itself: what takes place somewhere is not placed there."""
_YEAR = r"(?:1[4-9]|20)\d\d"
_ENDING = re.compile(r"\b(?:end|finish|complet|stop|clos|expir|until|withdr)", re.IGNORECASE)
_BARE_YEAR = re.compile(rf"(?<![\w.,/-]){_YEAR}(?![\w/%-]|[.,]\d)")
_MONTH = re.compile(rf"[a-z]{{3,}}\.?\s+{_YEAR}|{_YEAR}-\d\d", re.IGNORECASE)
_NEW_YEAR = re.compile(
    r"(?<!after )(?<!until )(?<!before )(?<!and )(?<!to )"
    rf"\b(?:1(?:st)?\s+january|january\s+1(?:st)?,?|01[./]01[./]|1\.1\.)\s*(?={_YEAR}\b)",
    re.IGNORECASE,
)
"""With which a year begins ("since 1 January 2024"); what is after that day is not after that year."""
_DATED = re.compile(
    rf"\b(?P<how>in|during|since|on\s+or\s+after|on\s+or\s+before|after|before|until|from|between|prior\s+to|as\s+of|of)\s+"
    rf"(?:the\s+)?(?:years?\s+)?(?P<one>{_YEAR})(?:\s*(?:and|to|until|-|–)\s*(?P<other>{_YEAR}))?"
    r"(?P<later>\s+(?:or\s+(?:later|after)|onwards?))?(?P<earlier>\s+or\s+(?:earlier|before))?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sense:
    """What a stretch of a question may stand for.

    Attributes:
        score: how surely, up to 1.
        label: of a type itself, of the things whose property it is; empty for properties of links.
        relation: itself, or the one whose property it is.
        recorded: the property.
        values: texts that are recorded, of which things or links have one; ``others`` are all that are recorded beside.
        measure: bounds on numbers of ``owned``, or which of them is the most.
        noun: it is a noun that names a kind of the things whose value it is ("horse").
    """

    stands: Stands
    score: float = 1.0
    label: str = ""
    relation: Relation | None = None
    recorded: Property | None = None
    values: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    owned: Owned | None = None
    measure: Measure | None = None
    noun: bool = False

    @property
    def says_what_was_done(self) -> bool:
        """Whether it is a time with the verb for what was done then ("fitted in 2024")."""
        if self.stands != "bound" or self.owned is None or self.measure is None:
            return False
        return self.owned.dated and self.measure.named

    @property
    def owner(self) -> tuple[str, Relation | None]:
        """What has the property."""
        return self.label, self.relation


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a question that is read as one.

    Attributes:
        item: the name or phrase of the lexicon that it is; None for several of them that are one value or bound.
        senses: what it may stand for, the likeliest first.
    """

    start: int
    end: int
    text: str
    item: Item | None = None
    senses: tuple[Sense, ...] = ()

    @property
    def entity(self) -> int | None:
        """The place of the name that it is among the names of the question."""
        return None if self.item is None else self.item.entity

    @property
    def cues(self) -> frozenset[str]:
        """What it says about the kind of question."""
        return frozenset() if self.item is None else self.item.meaning.cues


class Senses:
    """Finds them over one schema."""

    def __init__(
        self,
        schema: Schema,
        lexicon: Lexicon,
        measures: Measures,
        values: ThingValues,
        of_links: ValueNames | None,
    ) -> None:
        """Finds them over a schema.

        Args:
            values: the texts by which things are sorted.
            of_links: the texts that a property of a relation has.
        """
        self._schema = schema
        self._lexicon = lexicon
        self._measures = measures
        self._values = values
        self._of_links = of_links
        self._soft = lru_cache(2048)(self._soft_of)

    def chunks(self, text: str, entities: Sequence[Entity]) -> list[Chunk]:
        """The stretches of a cleaned question in order; none overlaps another."""
        names = [(one.start, one.end) for one in entities]
        full = in_full(text, entities)
        text = full.text
        found = [*self._reaching(text, entities)]
        found += [one for one in self._numbers(text, entities) if not _overlaps(one, found)]
        taken = [*names, *((one.start, one.end) for one in found)]
        for chunk in self._texts(text, names):
            if not any(start < chunk.end and chunk.start < end for start, end in taken):
                found.append(chunk)
                taken.append((chunk.start, chunk.end))
        spans = [(one.start, one.end) for one in found]
        for item in tag(text, entities, self._lexicon, full.words):
            inside = [one for one in spans if one[0] < item.end and item.start < one[1]]
            if not inside:
                found.append(self._chunk(text, item))
            elif item.entity is None and (item.start, item.end) in inside:
                place = next(n for n, one in enumerate(found) if (one.start, one.end) == (item.start, item.end))
                own = self._chunk(text, item)
                kept = [one for one in own.senses if one.score == 1.0 and one.stands != "property"]
                found[place] = replace(own, senses=(*found[place].senses, *kept))
        others = {one.chosen.label for one in entities}
        others |= {s.label for one in found for s in one.senses if s.stands == "type" and s.score == 1.0}
        whole = [part for one in found for part in self._as_agent(one, others)]
        return sorted(whole, key=lambda one: one.start)

    def _as_agent(self, chunk: Chunk, others: Set[str]) -> list[Chunk]:
        """A word for somebody who does what a relation says ("directors" where plays are directed by people), as one
        for things of that type and one for the relation; any other word as it is.

        Args:
            others: types that the question speaks of.
        """
        word = chunk.text.lower()
        if chunk.item is None or not chunk.item.unread or any(s.stands == "type" for s in chunk.senses):
            return [chunk]
        done = [s for s in self._soft(word) if s.stands == "relation" and s.relation is not None]
        if any(s.stands == "value" for s in chunk.senses):
            # Pilots are those that are recorded as pilots, and not all who fly; directors are all who direct.
            done = [s for s in done if s.relation and any(is_form(word, one) for one in self.words_of(s.relation))]
        if not done or not thesaurus.is_kind_of(singular_of(word), "person", 8):
            return [chunk]
        able = {node.label for node, score in self._acting if score >= SOMEBODY}
        kept: dict[str, list[Sense]] = {}
        for sense in done:
            assert sense.relation is not None
            doer, other = _doer(sense.relation)
            if doer in able and other not in able and other in others:
                kept.setdefault(doer, []).append(sense)
        if not kept:
            return [chunk]
        types = tuple(Sense("type", ROOT, label=label) for label in kept)
        relations = tuple(sense for senses in kept.values() for sense in senses)
        return [replace(chunk, senses=types), Chunk(chunk.end, chunk.end, "", senses=relations)]

    def _chunk(self, text: str, item: Item) -> Chunk:
        if item.text.lower() == "got" and _HAVE.search(text, 0, item.start):
            item = replace(item, auxiliary=True, unread=False)  # "has X got", "have you got": they have
            return Chunk(item.start, item.end, text[item.start : item.end], item)
        senses = () if item.entity is not None else tuple(self._of_item(text, item))
        return Chunk(item.start, item.end, text[item.start : item.end], item, senses)

    def _of_item(self, text: str, item: Item) -> Iterator[Sense]:
        meaning = item.meaning
        for label in sorted(meaning.labels):
            yield Sense("type", label=label)
        for relation in sorted(meaning.relations, key=lambda one: (one.type, one.source, one.target)):
            yield Sense("relation", relation=relation)
        for owned in meaning.properties:
            if owned.property.role == "synonyms" and item.behind[-1:] == ("on",):
                continue  # who is on call is not asked what he is called
            yield Sense("property", label=owned.label or "", relation=owned.relation, recorded=owned.property)
        word = item.text.lower()
        if item.unread and not item.text.isdecimal() and not is_marked(text, item.start, item.text):
            verb = is_verb_here(text, item)
            yield from (one for one in self._soft(word) if not (verb and one.stands == "type"))
            yield from self.truths(word)
            yield from self._measured_in(word)
        elif meaning.relations:  # "tested" is a word for another relation as well
            others = (one for one in self._soft(word) if one.stands == "relation")
            yield from (one for one in others if one.relation not in meaning.relations)
        if word in vocabulary().somebody or word == "whose":
            for node, score in self._acting:
                yield Sense("type", score, label=node.label)
        if word == "where":
            yield from self._places()

    def _measured_in(self, unit: str) -> Iterator[Sense]:
        """The properties that are recorded in a unit ("how many minutes does X take")."""
        for owner, relation, one in self._properties if units.is_unit(unit) else ():
            if units.measures(unit, one.name):
                yield Sense("property", _IN_PART, label=owner, relation=relation, recorded=one)

    def _places(self) -> Iterator[Sense]:
        ends = {one.target for one in self._schema.relations if one.mirrors is None and _says_where(one)}
        for node in self._types:
            if node.label in ends or thesaurus.is_place(node.singular.lower()):
                yield Sense("type", SOMEBODY, label=node.label)
            for one in node.properties:
                if (
                    one.role == "text"
                    and one.type == "STRING"
                    and not one.apart[1]
                    and (node.label, one.name) not in self._truths  # "needs booth" tells no place
                    and thesaurus.is_place(one.called)
                ):
                    yield Sense("property", SOMEBODY, label=node.label, recorded=one)

    @cached_property
    def people(self) -> frozenset[str]:
        """The types whose things are people, or do something as people do."""
        return frozenset(node.label for node, score in self._acting if score >= SOMEBODY)

    @cached_property
    def _acting(self) -> list[tuple[NodeType, float]]:
        """The types whose things do something as somebody does, with how surely "who" asks for them."""
        near = [(node, is_somebody(node.singular)) for node in self._types]
        most = max((one for _, one in near), default=0.0)
        able = [(node, one) for node, one in near if one >= LIKE_SOMEBODY]
        return [(node, SOMEBODY if one >= most - _AS_NEAR else KIND_OF_BODY) for node, one in able]

    def _reaching(self, text: str, entities: Sequence[Entity]) -> Iterator[Chunk]:
        """How many things of a type a relation is to lead to ("at more than one clinic")."""
        for one in extents(text, entities, self._lexicon):
            if one.labels and not one.denies:
                measure = None if one.number is None else Measure(one.start, one.end, (), one.number)
                senses = tuple(Sense("type", label=label, measure=measure) for label in sorted(one.labels))
                yield Chunk(one.start, one.end, text[one.start : one.end], senses=senses)

    @cached_property
    def _types(self) -> list[NodeType]:
        return [node for node in self._schema.nodes if node.count or node.groups]

    def _soft_of(self, word: str) -> tuple[Sense, ...]:
        """What a word that the lexicon does not have may stand for: a type, a relation or a property that is called by
        a synonym of it, by a form of it, or by what it is a kind of."""
        one = singular_of(word)
        same = thesaurus.synonyms(one, "n")
        found: list[Sense] = []
        # "What sort of things" asks for none of the type that is a manner or a way by WordNet.
        for node in self._types if one not in _SORTS else ():
            nouns = {node.singular.lower(), *node.words}
            score = 0.0
            if not same.isdisjoint(nouns):
                score = SYNONYM
            elif one in node.loose:
                score = KIND
            elif any(thesaurus.is_kind_of(noun, one, 3) for noun in nouns):
                score = KIND  # what is a kind of the type itself ("sheds" of structures) would restrict it
            elif (
                thesaurus.is_known(one, "n")
                and not _is_inflected(word)
                and any(is_form(one, noun) or _begins(one, noun) for noun in nouns if " " not in noun)
            ):
                score = ROOT
            if score:
                found.append(Sense("type", score, label=node.label))
        verbs = {verb for verb, _ in verbs_of(word)} | {word}
        # What "get" or "take" may mean in one of their many senses, they say of nothing.
        telling = verbs if verbs.isdisjoint(vocabulary().general | {"see"} | self._values_said) else set[str]()
        alike = frozenset[str]().union(*(thesaurus.synonyms(verb, "v") for verb in telling))
        for relation in self._schema.relations:
            if relation.mirrors is not None or relation.negates is not None:
                continue
            said = self.words_of(relation)
            # What "has" something holds, contains or carries it.
            has = not verbs.isdisjoint(vocabulary().holding - vocabulary().general) and has_something(relation.forward)
            if any(is_form(form, other) for form in verbs for other in said) or not alike.isdisjoint(said) or has:
                found.append(Sense("relation", ROOT, relation=relation))
        for owner, relation_, property_ in self._properties:
            words = {word_ for name in (property_.called, *property_.words) for word_ in name.lower().split()}
            names = {property_.called.lower(), *property_.words}
            if not (same | {one}).isdisjoint(names) or not thesaurus.synonyms(word, "a").isdisjoint(names):
                found.append(Sense("property", SYNONYM, label=owner, relation=relation_, recorded=property_))
            elif any(
                is_form(one, other) and not (one != word and thesaurus.is_only_adjective(other)) for other in words
            ):
                # "Poisons" are no "poisonous".
                found.append(Sense("property", ROOT, label=owner, relation=relation_, recorded=property_))
        return tuple(sorted(found, key=lambda sense: -sense.score))

    @cached_property
    def _values_said(self) -> frozenset[str]:
        """The texts that are a single word ("pilot"): a verb that is one says who somebody is, and no other link."""
        return frozenset(word.text for word in self._values.words if " " not in word.text and not word.truth)

    def words_of(self, relation: Relation) -> frozenset[str]:
        """The words by which a relation is called, and the infinitives of its verbs."""
        phrases = (_TAKING.sub(" ", phrase) for phrase in phrases_of(relation))
        words = {word for phrase in phrases for word in re.findall(r"[a-z]+", phrase)}
        bases = {verb for word in words for verb, _ in verbs_of(word)}
        return frozenset(words | bases) - vocabulary().light - vocabulary().function - vocabulary().auxiliary

    @cached_property
    def _properties(self) -> list[tuple[str, Relation | None, Property]]:
        found: list[tuple[str, Relation | None, Property]] = []
        for node in self._types:
            ids = (node.id_property, node.name_property, node.same_property)
            found += [(node.label, None, one) for one in node.telling if one.name not in ids]
        for relation in self._schema.relations:
            if relation.mirrors is None and not relation.negates:
                found += [("", relation, one) for one in relation.properties]
        return found

    def _numbers(self, text: str, entities: Sequence[Entity]) -> Iterator[Chunk]:
        """Bounds on numbers, the most of one, and dates."""
        done: list[tuple[int, int]] = [(one.start, one.end) for one in entities]
        for one in self._measures.find(text, entities):
            stands: Stands = "extreme" if one.bounds is None else "bound"
            # What is so or not ("approved: yes") was done at no time.
            ways = [way for way in one.ways if not (way.dated and self._is_so_or_not(way))]
            senses = tuple(_owned(stands, way, one) for way in ways or one.ways)
            done.append((one.start, one.end))
            yield Chunk(one.start, one.end, text[one.start : one.end], senses=senses)
        for start, end, senses in (*self._sizes(text), *self._years(text)):
            if not any(first < end and start < last for first, last in done):
                done.append((start, end))
                yield Chunk(start, end, text[start:end], senses=senses)

    def _sizes(self, text: str) -> Iterator[tuple[int, int, tuple[Sense, ...]]]:
        """Adjectives in their highest degree ("heaviest", "most expensive")."""
        lower = text.lower()
        for adjective, form, dimension, more in adjectives():
            if form == adjective:
                continue
            match = re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", lower) if form in lower else None
            if match is None:
                continue
            senses = []
            for owner in [*(node.label for node in self._types), *self._schema.relations]:
                able = [one for one in self._measures.every if one.owner == owner]
                sized = of_dimension(able, dimension)
                if sized is not None:
                    owned, turned = sized
                    measure = Measure(*match.span(), (owned,), lowest=more == turned)
                    senses.append(_owned("extreme", owned, measure))
            if senses:
                yield (*match.span(), tuple(senses))

    def _years(self, text: str) -> Iterator[tuple[int, int, tuple[Sense, ...]]]:
        """Years within which a date is to lie."""
        for match, bounds, within in self._times(text) if self._dated else ():
            dated = self._begun(text) if within else self._dated
            said = [one for one in dated if one.dated and f" {one.noun} " in f" {text.lower()} "]
            senses = [_owned("bound", one, Measure(*match.span(), (one,), bounds, named=False)) for one in dated]
            if said:  # "patients fitted with aids after 2020": fitted then, whenever such aids were launched
                senses = [replace(one, score=1.0 if one.owned in said else _IN_PART) for one in senses]
            yield (*match.span(), tuple(senses))

    def _times(self, text: str) -> Iterator[tuple[re.Match[str], quantities.Bounds, bool]]:
        """Years, days and months, with their bounds, and whether something is to lie within one of them."""
        for match in _DATED.finditer(_NEW_YEAR.sub(lambda m: " " * len(m[0]), text)):
            if (bounds := self._of_years(text, match)) is not None:
                yield match, bounds, bounds.low == bounds.high
        for match in re.finditer(_days(), text, re.IGNORECASE) if _MONTH.search(text) else ():
            bounds, lead = quantities.bounds(match["bounds"], "date"), (match["lead"] or "").lower()
            if lead == "by" and bounds is not None:
                bounds = quantities.Bounds(None, bounds.high, days=True)
            # A day alone says nothing of when: "the form of 1 May 2025".
            told = lead or not re.fullmatch(dates.date_pattern(), match["bounds"], re.IGNORECASE)
            if bounds is not None and bounds.days and told:
                yield match, bounds, bounds.low is not None and bounds.high is not None
        for match in _BARE_YEAR.finditer(text):
            beside = (text[: match.start()].split()[-1:], text[match.end() :].split()[:1])
            if any(self._lexicon.is_type(word.lower().strip("?!.,;:")) for words in beside for word in words):
                yield match, quantities.Bounds(float(match[0]), float(match[0])), True  # "cruises 2022"

    def _of_years(self, text: str, match: re.Match[str]) -> quantities.Bounds | None:
        """The bounds that years tell; "samples from 2019" and "of 2019" are of that year, "licensed from 2014" is since
        then."""
        bounds, before = _bounds(match), text[: match.start()].split()[-1:]
        if match["how"].lower() == "of" and not (before and self._lexicon.is_type(before[0].lower())):
            return None
        plainly = match["how"].lower() == "from" and not (match["other"] or match["later"])
        goes_on = re.match(r"\s+on\b", text[match.end() :], re.IGNORECASE) is not None
        if bounds is not None and plainly and not goes_on and before and self._lexicon.is_type(before[0].lower()):
            return replace(bounds, high=bounds.low)
        return bounds

    def _begun(self, text: str) -> Sequence[Owned]:
        """The properties that tell dates, without those that tell when what has begun ended, unless a text speaks of an
        end: what was in a year began in it."""
        if _ENDING.search(text):
            return self._dated
        said = [(one, set(called(one.recorded).split())) for one in self._dated]
        starts = {str(one.owner) for one, words in said if words & _STARTS}
        return [one for one, words in said if not (words & _ENDS and str(one.owner) in starts)]

    def _is_so_or_not(self, owned: Owned) -> bool:
        """Whether a property of things or of links is so or not, and so tells no time ("passed", "revised")."""
        if isinstance(owned.owner, str):
            return (owned.owner, owned.recorded.name) in self._truths
        if is_date(owned.recorded) or owned.recorded.type in NUMERIC or self._of_links is None:
            return False
        texts = self._of_links(owned.owner, owned.recorded)
        said = {text.strip().lower() for text in texts}
        return bool(said) and said <= YES | NO

    @cached_property
    def _truths(self) -> Set[tuple[Relation | str, str]]:
        """The properties that are so or not, each with the type that has it."""
        return {(one.node.label, one.recorded.name) for one in self._values.words if one.truth}

    @cached_property
    def _dated(self) -> list[Owned]:
        """The properties that tell when something was; what is so or not ("neutered") tells it of nothing.

        Each by that of its names which says what was done, and of these by the one that begins as it is called ("start
        date": started).
        """
        found = [one for one in self._measures.every if one.dated or is_date(one.recorded)]
        found = [one for one in found if not self._is_so_or_not(one)]
        for relation in self._schema.relations:
            known = {one.recorded.name for one in found if one.owner == relation}
            if relation.mirrors is None and not relation.negates:
                found += [
                    Owned(relation, one, one.called, ())
                    for one in relation.properties
                    if is_date(one) and one.name not in known and one.role in ("date", "text")
                ]
        ways: dict[tuple[str, str], Owned] = {}
        for one in sorted(found, key=lambda one: (not one.dated, -Prefix.similarity(one.noun, called(one.recorded)))):
            ways.setdefault((str(one.owner), one.recorded.name), one)
        return list(ways.values())

    def _texts(self, text: str, names: Sequence[tuple[int, int]]) -> Iterator[Chunk]:
        """Values of things and of links, the longest first."""
        masked = blanked(text, names, NAME)
        words = spoken(masked)
        for length in range(min(_LONGEST_VALUE, len(words)), 0, -1):
            for first in range(len(words) - length + 1):
                start, end = words[first].start, words[first + length - 1].end
                said = masked[start:end].lower().replace("-", " ")
                senses = self._valued(said) if length > 1 or len(said) > 1 else []
                if senses:
                    yield Chunk(start, end, text[start:end], senses=tuple(senses))

    def _valued(self, said: str) -> list[Sense]:
        if said in vocabulary().light or said in vocabulary().function:
            return []
        forms = (said, singular_of(said), without_s(said))
        found = next(([*self._by_text[one]] for one in forms if one in self._by_text), [])
        # Who knows of "clocks" is recorded so, and what a clock is as one.
        has = {sense.owner for sense in found}
        kinds = (one for one in self._by_text.get(forms[1], ()) if one.noun and one.owner not in has)
        found += [replace(one, score=KIND) for one in kinds]
        known = {sense.label for sense in found}
        return [*found, *(sense for sense in self._derived(forms[1]) if sense.label not in known)]

    def _derived(self, word: str) -> Iterator[Sense]:
        """Values of things from which a word is derived: "German" of a country, "cardiologists" of a specialty."""
        if word in vocabulary().auxiliary or word in self._lexicon.words:
            return
        said_of = thesaurus.is_known(word, "a") or not thesaurus.is_known(word)  # "German" is none of its small words
        somebody = thesaurus.is_kind_of(word, "person", 8) and not said_of
        if not (said_of or somebody):  # an engine is none of its engineers
            return
        for other in sorted(thesaurus.derived(word)):
            for sense in self._by_text.get(other, ()):
                if sense.label and sense.recorded is not None and other not in YES | NO:
                    yield replace(sense, score=ROOT, noun=somebody)

    @cached_property
    def _by_text(self) -> Mapping[str, Sequence[Sense]]:
        found: dict[str, list[Sense]] = {}
        for word in self._values.words:
            sense = Sense(
                "value",
                label=word.node.label,
                recorded=word.recorded,
                values=word.values,
                others=word.others,
                noun=word.names_kind and not word.truth,
            )
            for form in self._forms(word):
                found.setdefault(form, []).append(sense)
            for form in self._denied_forms(word):
                turned = replace(sense, values=word.others, others=word.values)
                found.setdefault(form, []).append(turned)
        heads = [(form, sense) for form, sense in self._by_heads() if form not in found]
        for form, sense in heads:
            found.setdefault(form, []).append(sense)
        for relation in self._schema.relations if self._of_links is not None else ():
            for property_ in relation.properties:
                text = property_.type not in ("INTEGER", "FLOAT")
                if text and relation.mirrors is None and property_.role in ("text", "evidence", "source", "modifier"):
                    for form, sense in self._of_link(relation, property_):
                        found.setdefault(form, []).append(sense)
        return found

    def _by_heads(self) -> Iterator[tuple[str, Sense]]:
        """The nouns with which several texts of a property end that names kinds of things, and what means the same, as
        words for all of these ("physicians", "doctors" of flight physicians and emergency physicians)."""
        columns: dict[tuple[str, str], dict[str, list[ValueWord]]] = {}
        for word in self._values.words:
            if not (word.truth or word.verb) and word.names_kind:
                heads = columns.setdefault((word.node.label, word.recorded.name), {})
                heads.setdefault(singular_of(word.text.split()[-1]), []).append(word)
        for heads in columns.values() if self._values.words else ():
            every = frozenset[str]().union(*(one.values for words in heads.values() for one in words))
            for head, words in heads.items():
                alone = any(one.text == head for one in words)
                if alone or len(heads) == 1 or len(head) < _LEAST_HEAD or not thesaurus.is_known(head, "n"):
                    continue
                values = frozenset[str]().union(*(one.values for one in words))
                first = words[0]
                for form in (head, *sorted(thesaurus.synonyms(head, "n"))):
                    if form not in self._lexicon.words:
                        yield (
                            form,
                            Sense(
                                "value", ROOT, first.node.label, None, first.recorded, values, every - values, noun=True
                            ),
                        )

    def _of_link(self, relation: Relation, property_: Property) -> Iterator[tuple[str, Sense]]:
        assert self._of_links is not None
        known = self._of_links(relation, property_)
        every = frozenset(map(plain_text, known))
        for value, names in known.items():
            own = frozenset({plain_text(value)})
            for form in dict.fromkeys((value, *names)):
                if any(letter.isalpha() for letter in form) and form.lower() not in YES | NO:
                    yield (
                        form.lower().replace("-", " "),
                        Sense("value", relation=relation, recorded=property_, values=own, others=every - own),
                    )

    @staticmethod
    def _denied_forms(word: ValueWord) -> Iterable[str]:
        """What says that something is not so ("non tidal", "uninhabited")."""
        single = word.truth and " " not in word.text
        # What is no longer so is not so; what is no longer linked was, and that is another question.
        told = {f"no longer {word.text}"} if word.truth else set[str]()
        return told | ({f"non {word.text}", f"non{word.text}", f"un{word.text}"} if single else set[str]())

    @staticmethod
    def _forms(word: ValueWord) -> Iterable[str]:
        if not word.truth:
            first, *more = called(word.recorded).split()
            names = {" ".join((first, *more)), first, more[-1]} if more else set()
            return {word.text, *(f"{word.text} {name}" for name in names)}  # "lamps of the first order"
        last, words = word.text.rpartition(" ")[2], word.text.split()
        turned: tuple[str, ...] = ()
        if len(words) == 2 and (thesaurus.is_participle(last) or thesaurus.is_known(last, "a")):
            turned = (f"{last} {words[0]}", f"{last} {plural(words[0])}")  # "certified divers" are "diver certified"
        return {word.text, plural(word.text), *turned, *(form for form in (last,) if len(words) == 1)}

    @cached_property
    def light_values(self) -> frozenset[str]:
        """Texts of things that are words which say nothing elsewhere ("human"), so that they are found nowhere."""
        return frozenset(word.text for word in self._values.words) & (vocabulary().light - vocabulary().function)

    @cached_property
    def truths_called(self) -> frozenset[str]:
        """The properties that are so or not."""
        return frozenset(one.recorded.name for one in self._values.words if one.truth)

    def tells_when(self, sense: Sense) -> bool:
        """Whether a property tells when something was: by its name, or as it is called by what was done and is told by
        numbers ("founded: 1867")."""
        one = sense.recorded
        if one is None or is_date(one):
            return one is not None
        done = thesaurus.is_participle(called(one).split()[0])
        return done and one.name not in {word.recorded.name for word in self._values.words}

    def truths(self, word: str) -> Iterator[Sense]:
        """Properties that are so or not of which a word is the end or another form ("chipped": microchipped)."""
        for one in self._values.words:
            if one.truth and singular_of(word) != word and thesaurus.is_only_adjective(one.text):
                continue
            if one.truth and (is_form(word, one.text) or (len(word) >= _LEAST_ENDING and one.text.endswith(word))):
                # "Native" species are those that are not "non native".
                told = (one.others, one.values) if _undoes(one.text, word) else (one.values, one.others)
                yield Sense("value", ROOT, one.node.label, None, one.recorded, *told)


@cache
def _days() -> str:
    return rf"(?:\b(?P<lead>in|on|during|by)\s+)?(?P<bounds>{quantities.bounded_pattern('date')})"


def _undoes(text: str, word: str) -> bool:
    """Whether what stands before a word in a text says the opposite of it ("non native", "unmanned")."""
    before = text.removesuffix(word)
    return before != text and bool(before.strip(" -_")) and denies(before.replace("_", " ").strip(" -"))


def _says_where(relation: Relation) -> bool:
    """Whether what a relation leads to is where something is done ("installed at")."""
    return relation.forward.lower().split()[-1] in _AT and not relation.negates


def phrases_of(relation: Relation) -> Iterator[str]:
    """What a relation is called, in lower case."""
    phrases = (relation.type.replace("_", " "), relation.forward, relation.inverse, *relation.words)
    return (phrase.lower() for phrase in phrases)


def _owned(stands: Stands, owned: Owned, measure: Measure) -> Sense:
    label = owned.owner if isinstance(owned.owner, str) else ""
    relation = owned.owner if isinstance(owned.owner, Relation) else None
    # "Price" is said of a price rather than of a unit price; what was done is all that a date tells ("fitted on").
    whole = owned.noun in ("", owned.recorded.called) or (owned.dated and measure.named and relation is not None)
    score = 1.0 if whole else _IN_PART
    return Sense(stands, score, label, relation, owned.recorded, owned=owned, measure=measure)


def is_form(word: str, other: str) -> bool:
    """Whether two words are forms of one another, as far as their beginning tells ("prescription", "prescribed")."""
    if word == other:
        return True
    shared = 0
    for one, letter in zip(word, other, strict=False):
        if one != letter:
            break
        shared += 1
    if shared < _LEAST_SHARED or shared < _SHARED * max(len(word), len(other)):
        return False
    verbs = [thesaurus.infinitives(one) for one in (word, other)]
    return not all(verbs) or not verbs[0].isdisjoint(verbs[1])  # "repainted" is none of "repaired"


def _overlaps(chunk: Chunk, others: Sequence[Chunk]) -> bool:
    return any(one.start < chunk.end and chunk.start < one.end for one in others)


def _is_inflected(word: str) -> bool:
    """Whether a word is a verb in another form than the infinitive ("owns", "treated"), so that it names no type."""
    return bool(thesaurus.infinitives(word) - {word}) and not thesaurus.is_known(singular_of(word), "n")


def _doer(relation: Relation) -> tuple[str, str]:
    """The type of what does what a relation says, and the other one ("directed by": the target); empty where things
    are only done to ("trained on")."""
    words = relation.type.lower().split("_")
    if not any(past for _, past in verbs_of(words[0])):
        return relation.source, relation.target
    return (relation.target, relation.source) if words[-1] == "by" else ("", "")


def _begins(word: str, noun: str) -> bool:
    """Whether a noun is cut short ("vet")."""
    return len(word) >= _LEAST_CUT and noun.startswith(word)


def is_date(property_: Property) -> bool:
    """Whether a property tells when something was."""
    return property_.role == "date" or {"date", "on", "year", "since"} & set(called(property_).split()) != set()


def _bounds(match: re.Match[str]) -> quantities.Bounds | None:
    how, one = " ".join(match["how"].lower().split()), float(match["one"])
    other = float(match["other"]) if match["other"] else None
    if other is not None:
        return quantities.Bounds(min(one, other), max(one, other))
    if match["later"] or how in ("since", "from", "as of", "on or after"):
        return quantities.Bounds(one, None)
    if match["earlier"] or how in ("until", "on or before"):
        return quantities.Bounds(None, one)
    if how == "after":
        return quantities.Bounds(one, None, above=True)
    if how in ("before", "prior to"):
        return quantities.Bounds(None, one, below=True)
    return quantities.Bounds(one, one) if how in ("in", "during", "of") else None
