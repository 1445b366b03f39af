"""What a question asks of numbers: bounds on a property of things or of links, and which has the highest value of it.

Any property of the schema that is a number, or a text that may hold one, can be asked for: by its name and words with
or without the unit at their end ("efficacy_percent": "an efficacy of at least 80 %"), or by its unit alone where that
is enough ("longer than 16 mm").
The forms, for a property called PROPERTY:

- "with a PROPERTY of at least 5", "PROPERTY >= 5 UNIT", "have a PROPERTY between 5 and 6";
- "more than 5 PROPERTY", ">80 % PROPERTY"; "more than 5 UNIT", "longer than 5 UNIT";
- "the highest PROPERTY", "the lowest PROPERTY", "the most PROPERTY"; "top 3 … by PROPERTY".

A number with a unit that is not the property's is no bound on it, and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import pairwise

from kgqa.language import quantities, thesaurus, units
from kgqa.language.inflection import article, comparative, participle, singular_of
from kgqa.language.normalise import NAME, blanked
from kgqa.language.quantities import Bounds
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.qualifiers import NUMERIC
from kgqa.records import Entity
from kgqa.schema.model import Property, Relation, Schema

_WITH = r"\b(?:with|having|have|has|had|show|shows|whose|where|at|reach|reaches)\s+(?:(?:an?|the|its|their|any)\s+)?"
_IS = r"(?:\s+(?:that\s+is|which\s+is|is|was|are|were|being|of|at|in|on|value))*\s*[:=]?\s*"
_BETWEEN = re.compile(
    r"\s*,?\s*(?:and|but|with)?\s*(?:that\s+|which\s+)?(?:is|are|was|were|have|has|had)?\s*", re.IGNORECASE
)
_TOP = r"\btop\s+(?P<top>\d{1,3}|[a-z]+)\b"
_NO_WORDS = frozenset({"how", "what", "which", "when", "id", "name", "year", "date", "number", "code"})
_TOTALS = frozenset({"total", "count", "number", "amount"})
"""Words behind what a property counts."""
_TIMES = ("year", "date")
_TIMED = frozenset({"date", "year", "since", "on"})
"""Words at the end of what tells a time."""
_TIMES_OF = ("year of ", "date of ")
_PASSED: Mapping[str, tuple[str, ...]] = {
    "start": ("started", "began", "begun", "commenced"),
    "begin": ("started", "began", "begun", "commenced"),
    "end": ("ended", "finished", "stopped"),
}
"""What was done where a property tells the start or the end of something."""
_ALL_PASSED = frozenset(verb for verbs in _PASSED.values() for verb in verbs)
_LEAST = 4
"""Letters that a word must have to stand for the name of a property."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A property that can be a number, with the relation or the label of the things that have it.

    Attributes:
        noun: what it is called without its unit.
        unit: the parts of its unit; none where its name tells none.
    """

    owner: Relation | str
    recorded: Property
    noun: str
    unit: tuple[str, ...]

    @property
    def called(self) -> str:
        """What sentences call it: its noun, or the unit that it counts in."""
        return self.noun or units.written(self.unit)

    @property
    def timed(self) -> bool:
        """Whether it tells a time: by what was done then, or by a word for one ("start date", "employed since")."""
        words = self.noun.split()
        return self.dated or (
            bool(words) and (words[-1] in _TIMED or self.noun.startswith(_TIMES_OF)) and "per" not in words
        )

    @property
    def time(self) -> str:
        """What sentences call a time: by the name of the property, unless it is what was done itself ("opened")."""
        name = units.apart(self.recorded.called.lower())[0]
        return self.noun if not name or name.rpartition(" ")[2] == self.noun.rpartition(" ")[2] else name

    @property
    def done(self) -> str:
        """What was done, as it is said of things ("opened", "that began dialysis")."""
        return f"that {self.noun}" if self._begins_or_ends else self.noun

    @property
    def _begins_or_ends(self) -> bool:
        return self.noun.partition(" ")[0] in _ALL_PASSED

    @property
    def counts(self) -> bool:
        """Whether it counts things ("cows")."""
        return not self.unit and self.noun.endswith("s") and not self.noun.endswith("ss")

    @property
    def dated(self) -> bool:
        """Whether it is the year in which something was done ("founded", "first reported", "started dialysis")."""
        first, _, last = self.noun.rpartition(" ")
        counts = singular_of(first.partition(" ")[0]) != first.partition(" ")[0]  # "units recalled" are how many
        return not self.unit and ((thesaurus.is_participle(last) and not counts) or self._begins_or_ends)


@dataclass(frozen=True, slots=True)
class Measure:
    """A stretch of a question that asks for numbers of a property.

    Attributes:
        start, end: what is no part of the question without it.
        ways: the properties that it may mean.
        bounds: of their values; None where the highest or the lowest is asked for.
        lowest: the lowest is asked for, not the highest; means nothing with bounds.
        named: the property is named, not only its unit.
        top: how many of the highest are asked for; None for those at the head alone.
    """

    start: int
    end: int
    ways: tuple[Owned, ...]
    bounds: Bounds | None = None
    lowest: bool = False
    named: bool = True
    top: int | None = None

    def most(self, owned: Owned) -> str:
        """What is asked for of a property without bounds: "highest efficacy", "fewest cows"."""
        if owned.counts:
            return f"{'fewest' if self.lowest else 'most'} {owned.called}"
        if owned.timed:
            return f"{'earliest' if self.lowest else 'latest'} {owned.time}"
        return f"{'lowest' if self.lowest else 'highest'} {owned.called}"

    def said(self, owned: Owned) -> str:
        """The same in words that are read again as this: "with an efficacy of at least 80 %"."""
        if self.bounds is None:
            return f"with the {self.most(owned)}"
        told, noun, sign = quantities.worded(self.bounds, "number"), owned.noun, units.written(owned.unit)
        if self.bounds.days:
            return f"{owned.done} {told}" if owned.dated else f"with {article(noun)} {told}"
        if owned.dated:  # "founded before 1750", "founded 1700 to 1750"
            for words, short in (
                ("less than", "before"),
                ("more than", "after"),
                ("exactly ", "in "),
                ("at least", "no earlier than"),
                ("at most", "no later than"),
            ):
                told = told.replace(words, short)
            return f"{owned.done} {told}"
        if owned.counts:
            return f"with {told} {noun}"
        return f"with {article(noun)} of {told} {sign}".rstrip() if noun else f"with {told} {sign}"


class Measures:
    """Finds them over one schema."""

    def __init__(self, schema: Schema) -> None:
        owned: list[Owned] = []
        self.types = {node.label: (node.singular.lower(), node.plural.lower()) for node in schema.nodes}
        types = {noun.lower() for node in schema.nodes for noun in (node.singular, node.plural)}
        for relation in schema.relations:
            if relation.mirrors is None and not relation.negates:
                owned += [one for p in relation.properties for one in _owned(relation, p, types)]
        for node in schema.nodes:
            ids = (node.id_property, node.name_property, node.same_property)
            owned += [one for p in node.telling if p.name not in ids for one in _owned(node.label, p, types)]
        self._by_noun: dict[str, list[Owned]] = {}
        self._by_verb: dict[str, list[Owned]] = {}
        self._by_unit: dict[tuple[str, ...], list[Owned]] = {}
        for one in owned:
            for noun in (one.noun,) if one.noun else _spelt(one.unit):
                self._by_noun.setdefault(noun, []).append(one)
            for verb in _verbs_of(one):
                self._by_verb.setdefault(verb, []).append(one)
            if one.unit and one.unit != ("percent",) and all(one.recorded != o.recorded or one.owner != o.owner
                                                             for o in self._by_unit.get(one.unit, ())):  # fmt: skip
                self._by_unit.setdefault(one.unit, []).append(one)

    @property
    def nouns(self) -> tuple[str, ...]:
        """What the properties are called, without their units."""
        return tuple(self._by_noun)

    @cached_property
    def units(self) -> frozenset[str]:
        """The units in which the properties are told."""
        return frozenset(one.unit[0] for one in self.every if len(one.unit) == 1)

    @property
    def every(self) -> list[Owned]:
        """The properties under each of their names."""
        return [one for ways in self._by_noun.values() for one in ways]

    def of_type(self, label: str) -> list[Owned]:
        """The properties of the things of a type."""
        return [one for one in self.every if one.owner == label]

    def find(self, question: str, entities: Sequence[Entity]) -> list[Measure]:
        """The measures of a question, in order; they do not overlap, and touch no name."""
        if not self._by_noun:
            return []
        plain = blanked(question, [(one.start, one.end) for one in entities], NAME)
        masked = _compared(plain)
        found: list[Measure] = []
        bounds: Iterable[Measure] = (
            (*self._dates(masked), *self._bounds(masked), *self._of_units(masked)) if _may_hold_number(masked) else ()
        )
        own = (replace(one, ways=tuple(filter(self._is_called, one.ways))) for one in bounds)
        for one in (*self._extremes(masked), *_widest(one for one in own if one.ways)):
            if not any(one.start < other.end and other.start < one.end for other in found):
                sized = one if one.named else _sized(plain, one, self._exactly)
                found += [sized] if sized.ways else []
        return sorted(found, key=lambda one: one.start)

    def _is_called(self, way: Owned) -> bool:
        """Whether a property is called so, and no other one of its owner is rather: a weight in kg is none of those who
        may wear something where its own weight is told in g."""
        return way.recorded.called.lower() == way.noun or (way.owner, way.noun) not in self._exactly

    @cached_property
    def _exactly(self) -> frozenset[tuple[Relation | str, str]]:
        """What each owner has a property of exactly that name for."""
        return frozenset((one.owner, one.noun) for one in self.every if one.recorded.called.lower() == one.noun)

    def _bounds(self, masked: str) -> Iterator[Measure]:
        """Bounds on a property that is named, or that a verb tells ("cost less than 5": of a price)."""
        number = quantities.bounded_pattern("number")
        for verb, ways in self._by_verb.items():
            for unit in dict.fromkeys(one.unit for one in ways) if _may_hold(masked, verb) else ():
                bare, spans = _without_unit(masked, unit)
                able = tuple(dict.fromkeys(one for one in ways if one.unit == unit))
                for match in re.finditer(rf"(?<![\w-]){verb}\s+(?P<bounds>{number})", bare, re.IGNORECASE):
                    if not _is_number(match["bounds"]):
                        yield from _measure(match, spans, able, masked)
        for noun, ways in sorted(self._by_noun.items(), key=lambda one: -len(one[0])):
            if not _may_hold(masked, noun):
                continue
            named = _pattern(noun)
            for unit in dict.fromkeys(one.unit for one in ways):
                bare, spans = _without_unit(masked, unit)
                able = tuple(one for one in ways if one.unit == unit)
                before = rf"(?P<lead>{_WITH})?{named}{_IS}(?P<bounds>{number})"
                behind = rf"(?P<lead>{_WITH})?(?P<bounds>{number})\s*(?:of\s+)?{named}"
                for form in (before, behind):
                    for match in re.finditer(form, bare, re.IGNORECASE):
                        exact = _is_number(match["bounds"])
                        in_year = form is before and all(one.dated for one in able) and " in " in match[0]
                        if not exact or (match["lead"] and form is before) or in_year:
                            yield from _measure(match, spans, able, masked)
                ends = "|".join(quantities.phrases("behind", name) for name in ("least", "most"))
                one = rf"(?P<number>{quantities.number_pattern()})\s*{named}\s+(?P<behind>{ends})"
                for match in re.finditer(rf"(?:{_WITH})?{one}", bare, re.IGNORECASE):
                    bounds = quantities.bounds(f"{match['number']} {match['behind']}", "number")
                    if bounds is not None:
                        yield Measure(*match.span(), able, bounds)

    def _dates(self, masked: str) -> Iterator[Measure]:
        """Bounds on a property that is named, by days and months; which hold for those of its values that are dates."""
        number = quantities.bounded_pattern("date")
        if not re.search(number, masked, re.IGNORECASE):
            return
        for noun, ways in sorted(self._by_noun.items(), key=lambda one: -len(one[0])):
            able = tuple(one for one in ways if not one.unit)
            if noun.removesuffix(" on") != noun and noun.removesuffix(" on") in self._by_noun:
                continue  # "fitted" finds it as well, and tells what was done
            for match in re.finditer(rf"(?:{_WITH})?{_pattern(noun)}{_IS}(?P<bounds>{number})", masked, re.IGNORECASE):
                bounds = quantities.bounds(match["bounds"], "date")
                if bounds is not None and able:
                    yield Measure(*match.span(), able, bounds)

    def _of_units(self, masked: str) -> Iterator[Measure]:
        """Bounds on what is known by its unit alone."""
        number = quantities.bounded_pattern("number")
        for unit, ways in self._by_unit.items():
            bare, spans = _without_unit(masked, unit)
            lead = (
                rf"{_WITH}|\b(?:is|are|that\s+is|that\s+are|(?:that\s+|which\s+)?(?:{'|'.join(dimension_verbs())}))\s+"
            )
            form = rf"(?P<lead>{lead})?(?P<bounds>{number})"
            for match in re.finditer(form, bare, re.IGNORECASE) if spans else ():
                told = any(match.start("bounds") <= start <= match.end() + 2 for start, _ in spans)
                if told and not _is_number(match["bounds"]):
                    yield from _measure(match, spans, tuple(ways), masked, named=False)

    def _extremes(self, masked: str) -> Iterator[Measure]:
        """The highest or the lowest of a property that is named."""
        for noun, ways in sorted(self._by_noun.items(), key=lambda one: -len(one[0])):
            if not _may_hold(masked, noun):
                continue
            named = _pattern(noun)
            for lowest, group in ((False, "highest"), (True, "lowest")):
                most = quantities.phrases("extremes", group)
                # "In most patients" says of how many something holds, and "at least" bounds a number.
                lead = rf"(?:{_WITH}|\bthe\s+|(?!(?:most|least|fewest)\b))"
                form = rf"{lead}{most}\s+(?:number\s+of\s+)?{named}(?!\s+(?:of|than)\b)"
                for match in re.finditer(form, masked, re.IGNORECASE):
                    if " ".join(match[0].lower().split()).removeprefix("the ") not in self._by_noun:  # "maximum gain"
                        yield Measure(*match.span(), tuple(ways), lowest=lowest)
            by = re.search(rf"\b(?:by|in)\s+{named}", masked, re.IGNORECASE)
            top = re.search(_TOP, masked, re.IGNORECASE)
            if by is not None and top is not None and top.end() <= by.start():
                written = re.fullmatch(quantities.number_pattern(), top["top"], re.IGNORECASE)
                if written is not None and quantities.number(top["top"]) >= 1:
                    yield Measure(*by.span(), tuple(ways), top=int(quantities.number(top["top"])))


def _widest(bounds: Iterable[Measure]) -> list[Measure]:
    """Bounds, those on what is named first and of these the widest ("a depth of 300 m" before "a depth of 300", which
    is of another unit); those that say the same of several properties as one."""
    found: dict[tuple[int, int, Bounds | None, bool], Measure] = {}
    for one in bounds:
        key = (one.start, one.end, one.bounds, one.named)
        known = found.get(key)
        more = () if known is None else tuple(way for way in one.ways if way not in known.ways)
        found[key] = one if known is None else replace(known, ways=(*known.ways, *more))
    return sorted(found.values(), key=lambda one: (not one.named, one.start - one.end))


def of_dimension(able: Sequence[Owned], dimension: str) -> tuple[Owned, bool] | None:
    """Which of some properties tells a size, the likeliest, and whether its lowest value is the most of it, as the
    earliest year is of an age; None where none does."""
    for group in ("nouns", "since", "units"):
        for name in quantities.dimension(dimension, group):
            found = [one for one in able if (name in one.unit if group == "units" else one.noun == name)]
            if found:
                return found[0], group == "since"
    for name in quantities.dimension(dimension, "nouns"):
        whole = [one for one in able if _is_whole(one, name)]
        if len({(str(one.owner), one.recorded.name) for one in whole}) == 1:
            return whole[0], False
    return None


def _is_whole(owned: Owned, noun: str) -> bool:
    """Whether a property is called by a noun with nothing before it but what says of what it is the whole or the most
    ("max speed", "total cost"): the weight of a user is none of what is used."""
    before, _, last = owned.recorded.called.lower().rpartition(" ")
    return last == noun and bool(before) and set(before.split()) <= set(quantities.listed("whole", "words"))


def without(question: str, found: Sequence[Measure]) -> str:
    """A question without some measures; every other character keeps its place."""
    joints = [
        (one.end, after.start) for one, after in pairwise(found) if _BETWEEN.fullmatch(question, one.end, after.start)
    ]
    rest = blanked(question, [*((one.start, one.end) for one in found), *joints])
    if any(one.top is not None for one in found):
        rest = re.sub(_TOP, lambda match: " " * len(match[0]), rest, count=1, flags=re.IGNORECASE)
    return rest


def _sized(text: str, measure: Measure, exactly: Collection[tuple[Relation | str, str]]) -> Measure:
    """A measure that is known by its unit alone, of the properties of the dimensions that an adjective says ("longer
    than 40 m", "more than 40 m *high*"); as it is where none says one. What has a property of just that name ("weight")
    in another unit is not asked for a longer one ("max user weight").

    Args:
        exactly: what each owner has a property of exactly that name for.
    """
    said = text[measure.start : measure.end].lower()
    behind = re.match(r"\s+([a-z]+)\b", text[measure.end :].lower())
    ways: list[Owned] = []
    told = False
    end = measure.end
    for name in quantities.names("dimensions"):
        for adjective in (one for group in ("more", "less") for one in quantities.dimension(name, group)):
            after = behind is not None and behind[1] == adjective
            compared = re.search(rf"\b{re.escape(comparative(adjective))} than\b", said)
            if after or compared or said.split()[0] in quantities.dimension(name, "verbs"):
                nouns = quantities.dimension(name, "nouns")
                able = [one for one in measure.ways if one not in ways and of_dimension([one], name) is not None]
                told = told or bool(able)
                ways += [
                    one
                    for one in able
                    if not any((one.owner, noun) in exactly and one.recorded.called.lower() != noun for noun in nouns)
                ]
                end = measure.end + (behind.end() if after and behind is not None else 0)
    return replace(measure, ways=tuple(ways), end=end) if told else measure


def _verbs_of(owned: Owned) -> Iterator[str]:
    """The verbs that tell a property, by the dimension that its name says ("cost" of a price), or that are its noun
    ("scored" of a score)."""
    for name in quantities.names("dimensions"):
        if owned.noun in quantities.dimension(name, "nouns"):
            yield from quantities.dimension(name, "verbs")
    if owned.noun.isalpha() and thesaurus.infinitives(owned.noun) == {owned.noun}:
        yield participle(owned.noun)


@cache
def dimension_verbs() -> tuple[str, ...]:
    """Verbs that tell how much of something there is ("weigh")."""
    return tuple(verb for name in quantities.names("dimensions") for verb in quantities.dimension(name, "verbs"))


def _compared(text: str) -> str:
    """A text in which adjectives of length that bound a number ("longer than") are "above" and "below", in place."""
    for group, plain in (("over", "above"), ("under", "below")):
        for match in re.finditer(quantities.phrases("extremes", group), text, re.IGNORECASE):
            text = text[: match.start()] + plain.ljust(len(match[0])) + text[match.end() :]
    return text


def _owned(owner: Relation | str, property_: Property, types: Collection[str] = ()) -> Iterator[Owned]:
    """A property by each of its names, the one in full first; also by its main word alone ("daily passengers").

    Args:
        types: nouns of types, of which one behind another word is what that counts ("capacity_locos").
    """
    if property_.type not in (*NUMERIC, "STRING") or property_.role not in ("text", "date"):
        return
    name = " ".join(re.split(r"[\s_-]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", property_.name))).lower()
    _, unit = units.apart(name)
    nouns = dict.fromkeys(units.apart(word)[0] for word in (name, *property_.words))
    nouns |= dict.fromkeys(main for noun in nouns if (main := _main(noun, types)))
    nouns |= dict.fromkeys(done for noun in nouns for done in done_at(noun))
    for noun in nouns:
        if (noun or unit) and (noun.split(" ")[0] not in _NO_WORDS or noun.startswith(_TIMES_OF)):
            yield Owned(owner, property_, noun, unit)


def _main(noun: str, types: Collection[str]) -> str:
    """The word of several that may stand for all; empty where none may."""
    words = noun.split(" per ")[0].split()
    while len(words) > 1 and words[-1] in _TOTALS:
        words.pop()
    if " ".join(words) != noun and len(words) == 1:  # "visitors total", "visitors per year"
        return words[0]
    *before, last = words or [""]
    if len(before) != 1 or not last.isalpha():
        return ""
    if last in ("year", "date") and len(before[0]) >= _LEAST:  # "born year"; "incident date" is no incident
        return "" if before[0] in types else before[0]
    if thesaurus.is_participle(last) and singular_of(before[0]) != before[0]:
        return before[0]  # "units recalled": it counts units, and is no time
    counted = len(last) > _LEAST and any(one.startswith(last.removesuffix("s")) for one in types)
    main = before[0] if counted else last
    return "" if main in vocabulary().generic or main in _NO_WORDS or len(main) < _LEAST else main


def done_at(noun: str) -> Iterator[str]:
    """What was done at a time that a property tells ("opening year", "opened on", "date of opening": opened; "start
    date": started; "dialysis start": started or began dialysis); nothing for any other name."""
    first, _, last = noun.partition(" ")
    before, _, head = noun.rpartition(" ")
    if last in ("on", "in") and thesaurus.is_participle(first):
        yield first
    elif first in _TIMES and thesaurus.is_participle(last.rpartition(" ")[2]):
        yield last
    elif head in _PASSED and " " not in before:
        yield from (f"{verb} {before}".strip() for verb in _PASSED[head])
    else:
        of_what = last.removeprefix("of ") if first in _TIMES and last.startswith("of ") else ""
        act = of_what or (first if last in _TIMES else "")
        if act == "birth":
            yield "born"
        elif act and " " not in act:
            verb = act.removesuffix("ing")
            verbs = {verb} if thesaurus.is_known(verb, "v") and last in _TIMES else set()
            yield from sorted(map(participle, verbs | {one for one in thesaurus.derived(act) if _is_only_verb(one)}))


def _is_only_verb(word: str) -> bool:
    return thesaurus.is_known(word, "v") and " " not in word


def owned_of(owner: Relation | str, property_: Property) -> Iterator[Owned]:
    """A property with each of its names, the one in full first; none where it can be no number."""
    yield from _owned(owner, property_)


def said_of(owner: Relation | str, property_: Property, bounds: Bounds) -> Iterator[str]:
    """Bounds on a property in words that are read again as these ("with an area of at least 5 ha"); none where it can
    be no number."""
    for owned in _owned(owner, property_):
        yield Measure(0, 0, (owned,), bounds).said(owned)


def _spelt(unit: Sequence[str]) -> tuple[str, ...]:
    """The words for a unit that is the whole name of a property ("hectares")."""
    return (" ".join(unit), *quantities.listed("units", unit[0])) if len(unit) == 1 else (" ".join(unit),)


def _may_hold(text: str, noun: str) -> bool:
    """Whether a text can hold a noun, which is seen much sooner than where it does."""
    plain = text.lower()
    return all(word.lower() in plain for word in _words(noun))


def _may_hold_number(text: str) -> bool:
    """Whether a text can hold a number: to compile the forms of bounds takes a tenth of a second for each property."""
    return re.search(rf"\d|{quantities.number_pattern()}", text, re.IGNORECASE) is not None


def _words(noun: str) -> list[str]:
    return re.sub(r"\([^)]*\)|\?", "", noun).split()


def _pattern(noun: str) -> str:
    spelt = r"[\s_-]+".join(map(re.escape, _words(noun)))
    many = "" if noun.endswith("year") else "(?:s|es)?"  # "50 years" are no date
    return rf"(?<![\w-]){spelt}{many}(?![\w-])"


def _without_unit(masked: str, unit: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """A text in which the unit behind a number is blank, and where it stood."""
    if not unit:
        return masked, []
    number = "|".join(rf"(?<={end})" for end in (r"\d", *quantities.names("large")))
    form = rf"(?:{number})\s*(?P<unit>{units.pattern(tuple(unit))})"
    spans = [match.span("unit") for match in re.finditer(form, masked, re.IGNORECASE)]
    signs = "".join(
        re.escape(one) for part in unit for one in quantities.listed("units", part) if one.strip("\\") in "£€$¥"
    )
    if signs and len(unit) == 1:  # "£30,000"
        spans += [match.span() for match in re.finditer(rf"(?:{signs})(?=\s?\d)", masked)]
    return blanked(masked, spans), spans


def _is_number(text: str) -> bool:
    return re.fullmatch(quantities.number_pattern(), text.strip(), re.IGNORECASE) is not None


def _measure(
    match: re.Match[str], spans: Sequence[tuple[int, int]], ways: Sequence[Owned], masked: str, *, named: bool = True
) -> Iterator[Measure]:
    bounds = quantities.bounds(match["bounds"], "number")
    end = max([match.end(), *(last for first, last in spans if first <= match.end() + 2 and last > match.end())])
    of_name = None if named else re.match(rf"\s+(?:of\s+)?(?={NAME})", masked[end:], re.IGNORECASE)
    if of_name is not None:  # "more than 40 ha of apple": so much of it is told by the link
        end, ways = end + of_name.end(), [way for way in ways if isinstance(way.owner, Relation)]
    goes_on = re.match(r"\s*(?:%|per\s*cent\b|percent\b|/)", masked[end:], re.IGNORECASE) is not None
    after = re.match(r"\s*([^\W\d_]+)\b", masked[end:])
    unit = units.unit_of(after[1]) if after is not None else ""
    if unit:  # "3 years" are not 3 months
        ways = [way for way in ways if not way.unit or unit in way.unit]
    if bounds is not None and ways and not goes_on:
        yield Measure(match.start(), end, tuple(ways), bounds, named=named)
