"""The phrases of a question that put a condition on a property of a link, found by what the relations of a schema have.

The forms that are read, each with whatever words the schema has for a property in place of PROPERTY:

- a share of patients, on a property that tells a frequency: "in more than 80 % of patients (with X)", "in at least half
  of patients", "in 30 to 79 %", "in 9 of 10 patients", "in most patients", "in all patients", "always"; the classes
  "obligate", "very frequent", "frequent", "occasional", "very rare" or "rare", before a noun or behind "is" or "are";
- a number: "with a PROPERTY above 0.8", "with a PROPERTY between 0.3 and 0.5", "whose PROPERTY is at least 5",
  "in at least 10 PROPERTY" ("in at least 10 patients");
- a year, where the relation has one property of that kind: "since 2015", "before 2010", "between 2010 and 2015";
- a text, by the values that the graph holds: "with PROPERTY VALUE", "with VALUE PROPERTY", "according to SOURCE",
  "in females (only)", and one right before a name ("severe asthma"); what a record rests on in ``evidence_phrases``.

Whatever is not of these forms is left where it is, for the reader to refuse.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from kgqa.language import quantities
from kgqa.language.inflection import article
from kgqa.language.normalise import NAME, blanked, plain_text
from kgqa.language.quantities import Bounds, Unit
from kgqa.language.vocabulary import RELATIVE
from kgqa.questions.conditions import evidence_phrases, sexes
from kgqa.questions.conditions.link_values import Holds, LinkValues, ValueNames, words_of
from kgqa.questions.conditions.measures import Measures
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.conditions.predicates import NO, YES, predicate
from kgqa.questions.qualifiers import NUMERIC, Qualifier
from kgqa.records import Entity
from kgqa.schema.model import Property, Relation, Schema

_ARTICLE = r"(?:(?:an?|the|its|their|any)\s+)?"
_CARRIES = r"carr(?:y|ies|ying)|bear(?:s|ing)?|returned"
_WITH = rf"\b(?:with|having|have|has|whose|where|at|for\s+which|{_CARRIES})\s+"
_BY = rf"(?:{_WITH}|\b(?:by|from|on)\s+)"
_IS = r"(?:(?:that\s+is|which\s+is|is|was|are|were|being|of|at|in|value|level|code)\s+)*"
_EXAMINED = quantities.phrases("shares", "examined")
_OF = rf"(?:\s*of\b)?(?:\s+(?:the|all|their|its|those|these)\b)*(?:\s+(?:{_EXAMINED})\b)?"
_HAVING = r"with|having|who\s+have|that\s+have|suffering\s+from|affected\s+by|diagnosed\s+with|of|in"
_BOUND_TO = rf"\s*(?:(?:{_HAVING})\s+)?(?:the\s+|a\s+)?{NAME}"
_COMPARING = "most more less least how as not so too equally very rather quite non"
_BEFORE_CLASS = "".join(rf"(?<!\b{word}[\s-])" for word in _COMPARING.split()) + r"(?<!n't\s)"
_AMONG = re.compile(
    rf"\b{quantities.phrases('shares', 'population')}\s+(?:{_HAVING})\s+(?:the\s+|an?\s+)?$", re.IGNORECASE
)
_WITHIN = re.compile(r"\b(?:in|among)\s+(?:the\s+|an?\s+)?$", re.IGNORECASE)
_AFFECTS = r"(?:affects?|affecting)"
_DOES = r"(?:do|does|did|have|has|had|that)"
_THAN = r"(?:more|less|no|not|rarer|commoner)\b[^%]*?\bthan\b"
_CLAUSE_END = rf"\s*(?:$|[.,;:?!)]|{NAME}|(?:and|or|but|according|as|with|in|do|does|is|are|that|which)\b)"
_SAYS = r"(?:as\s+)?(?:recorded|reported|listed|annotated|curated|stated|given)\s+(?:by|in|at)"
_SINCE = r"(?:(?:published|reported|recorded|described|discovered|added|annotated|approved|established|known)\s+)?"
_ARE = rf"(?:{RELATIVE}\s+)?\b(?:is|are|was|were|has\s+been|have\s+been)\s+"
_NOT_SO = r"(?:not\s+(?:yet\s+|been\s+)?|never\s+|no\s+longer\s+)"
_FUNCTION = frozenset({"and", "but", "for", "from", "with", "that", "who", "which", "yet", "now", "are", "was", "the"})
_CLASS = r"(?:class|category|band|group|bracket|tier)"
"""What a class of frequencies is called behind its name ("fall in the very rare class")."""
_COUNTS = re.compile(r"more|less|fewer|over|under|above|below|at|no\s+(?:more|less|fewer)|up\s+to|[<>≤≥=]")
"""Words before a number that is rather one of things than a year."""
_SHORTEST = 2
"""Letters up to which a text that stands before a name may be anything."""
_DENIED = re.compile(r"\b(?:not|never|no|except|without|neither|n't)\s+(?:only\s+)?$", re.IGNORECASE)


def is_among(text: str, start: int) -> bool:
    """Whether people with what is named at a place are those among whom something is counted."""
    return _AMONG.search(text[:start]) is not None


def is_within(text: str, start: int) -> bool:
    """Whether a name stands behind "in" or "among"."""
    return _WITHIN.search(text[:start]) is not None


class QualifierPhrases:
    """Finds such phrases over one schema."""

    def __init__(
        self,
        schema: Schema,
        values: ValueNames | None = None,
        measures: Measures | None = None,
        holds: Holds | None = None,
    ) -> None:
        """Reads over a schema.

        Args:
            values: tells the texts of a property; None where conditions on texts are not read.
            measures: finds bounds on numbers by the units of properties as well.
            holds: knows the values of what has too many to be told; None where no condition on these is read.
        """
        self._link_values = LinkValues(values, holds)
        self._measures = measures
        self._owned = [(r, p) for r in schema.relations if r.mirrors is None and not r.negates for p in r.properties]
        self._frequencies = [(r, p) for r, p in self._owned if p.role == "frequency"]
        self._values = values
        self._types: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
        for node in schema.nodes:
            for word in (node.singular, *node.words):
                self._types[word.lower()] |= {node.label}

    def find(self, question: str, entities: Sequence[Entity]) -> list[Said]:
        """The phrases of a question, in order; they do not overlap, and names inside them are no names."""
        masked = blanked(question, [(one.start, one.end) for one in entities], NAME)
        found: list[Said] = []
        for one in (
            *self._numbers(masked), *self._shares(masked), *self._measured(question, entities), *self._years(masked),
            *self._sexes(masked), *self._sources(question, entities), *self._texts(question, entities),
            *evidence_phrases.phrases(self._link_values, question, self._near(entities)),
            *self._classes(question, entities), *self._before_names(masked, entities), *self._truths(masked, entities),
        ):  # fmt: skip
            overlaps = any(one.start < other.end and other.start < one.end for other in found)
            cuts = any(_cuts(one, entity) or _names(one, entity) for entity in entities)
            if not overlaps and not cuts and not _DENIED.search(question[: one.start]):
                found.append(one)
        return sorted(found, key=lambda one: one.start)

    def _shares(self, masked: str) -> Iterator[Said]:
        if not self._frequencies:
            return
        people = quantities.phrases("shares", "population")
        # Nothing may stand before the number that makes it less exact ("about").
        is_than = rf"\b(?:is|are|was|were)\s+(?={_THAN})|\b(?:lies?|ranges?|falls?)\s+(?=between|from|above|below)"
        lead = rf"(?P<lead>\b(?:in|among|for|of|by|{_AFFECTS}|{_DOES})\s+|{is_than})"
        bounded = rf"(?P<bounds>{quantities.bounded_pattern('share')})(?P<of>{_OF})(?:\s+(?P<people>{people}))?"
        behind = "|".join(quantities.phrases("behind", name) for name in ("least", "most"))
        for match in re.finditer(rf"{lead}{bounded}(?:\s+(?P<behind>{behind}))?", masked, re.IGNORECASE):
            bounds = quantities.bounds(" ".join(filter(None, (match["bounds"], match["behind"]))), "share")
            alone = not match["of"].strip() and re.match(_CLAUSE_END, masked[match.end() :], re.IGNORECASE) is not None
            whose = match["people"] or alone or _is_of_name(masked, match.end())
            if bounds is not None and whose:
                yield from self._share(masked, match, bounds)
        for match in re.finditer(rf"\(\s*(?:in\s+)?{bounded}\s*\)", masked, re.IGNORECASE):
            bounds = quantities.bounds(match["bounds"], "share")
            if bounds is not None and (match["people"] or "%" in match["bounds"]):  # "features (100 % of patients)"
                yield self._said(match.span(), masked, bounds)
        signed = rf"(?<=[\s(])(?P<bounds>{quantities.bounded_pattern('share')})(?=\s*\)?\s*(?:$|[,.;?]))"
        for match in re.finditer(signed, masked, re.IGNORECASE) if "%" in masked else ():
            bounds = quantities.bounds(match["bounds"], "share")
            if bounds is not None and match["bounds"][0] in "<>≤≥" and "%" in match["bounds"]:  # "features (<5 %)"
                yield self._said(_with_brackets(masked, *match.span()), masked, bounds)
        names = {
            "all": Bounds(1.0, 1.0),
            "over_half": Bounds(0.5, above=True),
            "under_half": Bounds(high=0.5, below=True),
        }
        for name, bounds in names.items():
            words = quantities.phrases("shares", name)
            lead = rf"(?P<lead>\b(?:in|among|{_AFFECTS}|{_DOES})\s+)"
            pattern = rf"{lead}(?P<bounds>{words})(?P<of>{_OF})(?:\s+(?P<people>{people})|(?=\s*{NAME}))"
            for match in re.finditer(pattern, masked, re.IGNORECASE):
                if match["people"] or re.match(rf"\s*{NAME}+\s+{people}", masked[match.end() :], re.IGNORECASE):
                    yield from self._share(masked, match, bounds)
        everybody = rf"{lead}(?P<bounds>(?P<people>{quantities.phrases('shares', 'everybody')}))(?P<of>)\b"
        for match in re.finditer(everybody, masked, re.IGNORECASE):
            yield from self._share(masked, match, names["all"])
        for match in re.finditer(quantities.phrases("shares", "always"), masked, re.IGNORECASE):
            yield self._said(match.span(), masked, Bounds(1.0, 1.0))

    def _share(self, masked: str, match: re.Match[str], bounds: Bounds) -> Iterator[Said]:
        lead = match["lead"].strip().lower()
        of_next = match["people"] is not None and re.match(_BOUND_TO, masked[match.end() :], re.IGNORECASE) is not None
        if of_next or (match["people"] is None and _is_of_name(masked, match.end())):
            start = match.start("lead" if re.fullmatch(_AFFECTS, lead) else "bounds")
            yield self._said((start, match.end("of")), masked, bounds, of_next=True)
        elif not re.fullmatch(_DOES, lead):  # "do most patients" says of which only where a name follows
            yield self._said((match.start("lead"), match.end()), masked, bounds)

    def _said(
        self, span: tuple[int, int], text: str, bounds: Bounds, *, of_next: bool = False, noun: int | None = None,
        words: str = "",
    ) -> Said:  # fmt: skip
        told = words or in_patients(bounds)
        ways = tuple((r, Qualifier(p, told, bounds, "share")) for r, p in self._frequencies)
        start, end = span
        return Said(start, end, text[start:end].strip(), ways, "frequency", of_next, noun)

    @cached_property
    def _of_numbers(self) -> dict[str, list[tuple[Relation, Property]]]:
        """What may hold a number, by each word for it."""
        return _by_word([(r, p) for r, p in self._owned if p.type in (*NUMERIC, "STRING")])

    def _numbers(self, masked: str) -> Iterator[Said]:
        for word, owned in self._of_numbers.items():
            named = re.escape(word).replace(r"\ ", r"[\s_-]+")
            if not re.search(rf"\b{named}(?:s|es)?\b", masked, re.IGNORECASE):
                continue
            share, number = quantities.bounded_pattern("share"), quantities.bounded_pattern("number")
            lead = rf"{_WITH}{_ARTICLE}{named}\s*{_IS}"
            for match in re.finditer(rf"{lead}(?P<bounds>{share}|{number})", masked, re.IGNORECASE):
                ways = _sure(_number_ways(owned, match["bounds"]))
                if ways and not _goes_on(masked, match.end()):
                    yield Said(*match.span(), match[0].strip(), ways, ways[0][1].property.name)
            counted = [(r, p) for r, p in owned if p.role == "text" and words_of(p.name).endswith("s")]
            pattern = rf"\b(?P<lead>(?:with|having|in|by|among)\s+)(?P<bounds>{number})\s+(?P<word>{named}(?:s|es)?)\b"
            for match in re.finditer(pattern, masked, re.IGNORECASE) if counted else ():
                ways = _sure(_number_ways(counted, match["bounds"], counted=True))
                if ways and not re.fullmatch(quantities.number_pattern(), match["bounds"], re.IGNORECASE):
                    of_next = re.match(_BOUND_TO, masked[match.end() :], re.IGNORECASE) is not None
                    span = match.span("bounds") if of_next else match.span()
                    yield Said(*span, match[0].strip(), ways, word, of_next)

    def _measured(self, question: str, entities: Sequence[Entity]) -> Iterator[Said]:
        """Bounds on numbers of links by the words of a property without its unit, or by its unit alone."""
        for one in self._measures.find(question, entities) if self._measures is not None else ():
            told = [way for way in one.ways if isinstance(way.owner, Relation)]
            if one.bounds is None or len(told) < len(one.ways):
                continue  # what may be a number of things as well is not said of their links
            said = one.said(told[0])
            ways = _sure(
                (way.owner, replace(_numbered(way.recorded, one.bounds), said=one.said(way)))
                for way in told
                if isinstance(way.owner, Relation)
            )
            if ways:
                yield Said(one.start, one.end, said, ways, ways[0][1].property.name)

    def _years(self, masked: str) -> Iterator[Said]:
        dated: dict[Relation, list[Property]] = {}
        for relation, one in self._owned:
            if _is_dated(one):
                dated.setdefault(relation, []).append(one)
        only = [(relation, found[0]) for relation, found in dated.items() if len(found) == 1]
        year = r"(?:1[5-9]|20)\d\d"
        joint = rf"\bbetween\s+{year}\s+and\s+{year}|\bfrom\s+{year}\s+(?:to|until)\s+{year}"
        before = "|".join(quantities.phrases("before", name) for name in ("over", "least", "under", "most"))
        single = rf"(?:{before})\s*{year}|\bin\s+{year}(?:\s+or\s+(?:later|earlier))?"
        pattern = rf"\b{_SINCE}(?P<bounds>{joint}|{single})(?!\d|\.\d)"
        for match in re.finditer(pattern, masked, re.IGNORECASE) if only else ():
            words = re.sub(r"^in\s+", "", match["bounds"].lower())
            bounds = quantities.bounds(words, "year")
            if bounds is not None and not _COUNTS.match(words):
                told = _in_years(bounds)
                ways = tuple((r, replace(_numbered(p, bounds), said=told)) for r, p in only)
                yield Said(*match.span(), match[0].strip(), ways, "year")

    def _classes(self, question: str, entities: Sequence[Entity]) -> Iterator[Said]:
        asked = sorted({word for _, one in self._frequencies for word in one.words if "how" not in word}, key=len)
        named = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in reversed(asked))
        falls = rf"\b(?:falls?|falling|fell|is|are|was|were|lies?|belongs?)\s+(?:in|into|under|within|to)\s+{_ARTICLE}"
        lead = rf"(?P<lead>{_WITH}{_ARTICLE}(?:{named})\s*{_IS}[“\"']?)?"
        tail = rf"[”\"']?(?:\s+(?:{named}))?(?:\s+{_CLASS})(?![\w-])"
        into = rf"(?P<lead>{falls}(?:(?:{named})\s+{_CLASS}\s+)?[“\"']?)"
        for one in quantities.classes() if self._frequencies else ():
            for word in sorted(one.words, key=len, reverse=True):
                spelt = re.escape(word).replace(r"\ ", r"\s+")
                for match in re.finditer(rf"{into}{spelt}{tail}", question, re.IGNORECASE):
                    yield self._of_class(question, match, quantities.class_bounds(one), one.name, entities)
                for match in re.finditer(rf"{lead}{_BEFORE_CLASS}\b{spelt}(?![\w-])[”\"']?", question, re.IGNORECASE):
                    yield self._of_class(question, match, quantities.class_bounds(one), one.name, entities)

    def _of_class(
        self, question: str, match: re.Match[str], bounds: Bounds, name: str, entities: Sequence[Entity]
    ) -> Said:
        words = f"with the frequency {name}"
        adverb = match["lead"] is not None or match[0].lower().endswith("ly")
        behind = question[match.end() :]
        predicate = re.match(r"\s*(?:$|[.,?!;]|(?:in|among|for|with|of|and|or)\b)", behind, re.IGNORECASE) is not None
        noun = None if adverb else -1 if predicate else match.end() + len(behind) - len(behind.lstrip())
        if noun == -1:
            before = len(question[: match.start()].rstrip())
            noun = next((one.start for one in entities if one.end == before), noun)  # "is X frequent in Y"
        said = self._said(match.span(), question, bounds, noun=noun, words=words)
        one = re.search(r"\ban?\s+$", question[: match.start()], re.IGNORECASE)
        called = re.match(r"\s*([\w-]+)", behind)
        return replace(said, types=self._types.get(called[1].lower(), frozenset())) if one and called else said

    def _sexes(self, masked: str) -> Iterator[Said]:
        sexed = [(r, p) for r, p in self._owned if p.role == "sex"]
        for sex, words in quantities.sexes().items() if sexed else ():
            ways = tuple((r, Qualifier(p, f"in {sex}s", values=words)) for r, p in sexed)
            for start, end, of_next in sexes.phrases(masked, words):
                told = ways
                if sexes.is_exclusive(masked[start:end]):
                    told = tuple((r, replace(one, said=f"only {one.said}", only=True)) for r, one in ways)
                yield Said(start, end, masked[start:end].strip(), told, "sex", of_next)

    def _near(self, entities: Sequence[Entity]) -> list[tuple[Relation, Property]]:
        """What the relations have that can join anything to what the names may be; without names that of all."""
        labels = {one.label for entity in entities for one in (entity.chosen, *entity.rivals)}
        return [(r, p) for r, p in self._owned if not labels or {r.source, r.target} & labels]

    def _sources(self, question: str, entities: Sequence[Entity]) -> Iterator[Said]:
        telling = [(r, p) for r, p in self._owned if p.role == "source" and "source" in p.words]
        near = [one for one in telling if one in self._near(entities)]
        lead = rf"\b(?:according\s+to|as\s+per|per|{_SAYS}|based\s+on|in\s+the\s+data\s+(?:of|from))\s+(?:the\s+)?"
        tail = r"(?:\s+(?:data|database|annotations?|records?))?"
        if re.search(lead, question, re.IGNORECASE):
            # A source that the relations at hand do not name may be one of others; then nothing here is from it.
            found = list(self._link_values.phrases(question, near, lead, tail, "source"))
            yield from found or self._link_values.phrases(question, telling, lead, tail, "source")

    def _texts(self, question: str, entities: Sequence[Entity]) -> Iterator[Said]:
        told = [
            (r, p)
            for r, p in self._near(entities)
            if p.type not in (*NUMERIC, "BOOLEAN") and p.role not in ("date", "frequency")
        ]
        for word, owned in _by_word(told).items():
            named = re.escape(word).replace(r"\ ", r"[\s_-]+")
            if re.search(rf"\b{named}\b", question, re.IGNORECASE):
                lead = rf"{_WITH}{_ARTICLE}{named}\s*{_IS}(?:(?:during|=|:)\s*)?(?:the\s+)?[“\"']?"
                yield from self._link_values.phrases(question, owned, lead, r"[”\"']?", word)
                yield from self._link_values.phrases(
                    question, owned, rf"{_BY}{_ARTICLE}[“\"']?", rf"[”\"']?\s+{named}\b", word
                )
                yield from evidence_phrases.recorded_phrases(self._link_values, question, owned, word)
                if word.endswith((" by", " in", " at", " from", " to")):  # "were referred by the military"
                    lead = rf"(?:{RELATIVE}\s+)?(?:\b(?:is|are|was|were)\s+)?\b{named}\s+{_ARTICLE}"
                    yield from self._link_values.phrases(question, owned, lead, "", word)

    def _before_names(self, masked: str, entities: Sequence[Entity]) -> Iterator[Said]:
        """A text right before a name, of a property that says something of the link to it ("severe asthma")."""
        told = [(r, p) for r, p in self._near(entities) if p.role in ("text", "modifier") and p.type == "STRING"]
        for word, owned in _by_word(told).items():
            for said in self._link_values.phrases(masked, owned, r"\b", rf"(?=\s+{NAME})", word):
                place = said.end + len(masked[said.end :]) - len(masked[said.end :].lstrip())
                if len(said.text) > _SHORTEST and said.text.replace(" ", "").isalpha():
                    yield replace(said, noun=place)

    def _truths(self, masked: str, entities: Sequence[Entity]) -> Iterator[Said]:
        """What is so or not of links: behind "are" ("that are not resolved"), or before a noun ("unresolved cases")."""
        called: dict[str, list[tuple[Relation, Property]]] = {}
        for relation, property_ in self._near(entities):
            name = predicate(words_of(property_.name)).text
            if name.split()[-1] in masked.lower() and self._is_truth(relation, property_):
                called.setdefault(name, []).append((relation, property_))
        for name, owned in called.items():
            text = re.escape(name).replace(r"\ ", r"\s+")
            behind = rf"{_ARE}(?P<denied>{_NOT_SO})?{text}"
            for match in re.finditer(rf"{behind}(?:\s+(?:yet|now))?(?={_CLAUSE_END})", masked, re.IGNORECASE):
                yield self._truth(match, owned, name, None)
            before = rf"(?<![\w-])(?P<denied>un|non[\s-]|{_NOT_SO})?{text}(?=\s+(?P<noun>[a-z]{{3,}}))"
            for match in re.finditer(before, masked, re.IGNORECASE):
                if match["noun"].lower() not in _FUNCTION:
                    yield self._truth(match, owned, name, match.start("noun"))

    def _truth(
        self, match: re.Match[str], owned: Sequence[tuple[Relation, Property]], name: str, noun: int | None
    ) -> Said:
        so = not match["denied"]
        ways: dict[Relation, Qualifier] = {}
        for relation, property_ in owned:
            assert self._values is not None
            told = [plain_text(value) for value in self._values(relation, property_)]
            values = tuple(value for value in told if value in (YES if so else NO))
            ways.setdefault(relation, Qualifier(property_, f"that are {'' if so else 'not '}{name}", values=values))
        return Said(*match.span(), match[0].strip(), tuple(ways.items()), owned[0][1].name, noun=noun)

    def _is_truth(self, relation: Relation, property_: Property) -> bool:
        """Whether a property of a link is so or not."""
        told = {plain_text(value) for value in self._values(relation, property_)} if self._values is not None else set()
        return bool(told) and told <= YES | NO


def _is_dated(property_: Property) -> bool:
    """Whether a property tells one year, or one date; what was counted in a year ("visits_last_year") tells none."""
    words = words_of(property_.name).split()
    told = {"year", "date"} & {words[0], words[-1]} and words[-2:-1] not in (["last"], ["this"], ["per"], ["each"])
    dated = bool(told) or words == ["since"]
    return property_.type in (*NUMERIC, "STRING") and (property_.role == "date" or dated)


def _is_of_years(property_: Property) -> bool:
    """The same, or whether its name says that something was done on a day ("amputated_on", "since"), so that years may
    bound it where it is named."""
    words = words_of(property_.name).split()
    return _is_dated(property_) or (len(words) > 1 and words[-1] in ("on", "since"))


def _numbered(property_: Property, bounds: Bounds, *, counted: bool = False) -> Qualifier:
    """A condition on a number or a year.

    Args:
        counted: the property counts things ("in at least 10 patients").
    """
    noun, told = words_of(property_.name), quantities.worded(bounds, "number")
    said = f"in {told} {noun}" if counted else f"with {article(noun)} of {told}"
    unit: Unit = "date" if bounds.days else "year" if _is_of_years(property_) else "number"
    return Qualifier(property_, said, bounds, unit)


def _in_years(bounds: Bounds) -> str:
    low, high = (None if one is None else f"{one:.0f}" for one in (bounds.low, bounds.high))
    if low is not None and high is not None:
        return f"in {low}" if low == high else f"between {low} and {high}"
    if low is not None:
        return f"{'after' if bounds.above else 'since'} {low}"
    return f"{'before' if bounds.below else 'until'} {high}"


def in_patients(bounds: Bounds) -> str:
    """A share of patients as plain questions say it."""
    said = "100 %" if bounds == Bounds(1.0, 1.0) else quantities.worded(bounds, "share")
    return f"in {said} of patients"


def _cuts(said: Said, entity: Entity) -> bool:
    """Whether a phrase and a name share some characters, but not all of the name."""
    return (
        said.start < entity.end and entity.start < said.end and not said.start <= entity.start <= entity.end <= said.end
    )


def _names(said: Said, entity: Entity) -> bool:
    """Whether what a phrase takes for a reference identifies a thing ("which signs does OMIM:154700 list")."""
    by_identifier = entity.chosen.method == "identifier" and said.start <= entity.start < said.end
    return by_identifier and any(one.stored for _, one in said.ways)


def _with_brackets(text: str, start: int, end: int) -> tuple[int, int]:
    """A span with the brackets that hold nothing else."""
    return (start - 1, end + 1) if text[start - 1 : start] == "(" and text[end : end + 1] == ")" else (start, end)


def _is_of_name(masked: str, end: int) -> bool:
    """Whether a name follows whose patients are meant ("in 80 % of Marfan syndrome patients")."""
    return re.match(rf"\s*{NAME}", masked[end:]) is not None


def _goes_on(masked: str, end: int) -> bool:
    """Whether a number is followed by a unit that nothing has read."""
    return re.match(r"\s*(?:%|per\s*cent)", masked[end:], re.IGNORECASE) is not None


def _by_word(owned: Sequence[tuple[Relation, Property]]) -> dict[str, list[tuple[Relation, Property]]]:
    """What has each word, the longest words first; a word that begins with a question word asks, and says no value."""
    found: dict[str, dict[Relation, list[Property]]] = {}
    for relation, property_ in owned:
        for word in dict.fromkeys((words_of(property_.name), *property_.words)):
            if word.split()[0] not in ("how", "what", "which", "when", "male", "males"):
                found.setdefault(word, {}).setdefault(relation, []).append(property_)
    longest = sorted(found.items(), key=lambda one: -len(one[0]))
    return {word: [(r, one) for r, several in told.items() for one in _called(word, several)] for word, told in longest}


def _called(word: str, several: Sequence[Property]) -> Sequence[Property]:
    """Which of the properties of one relation a word means: the one of that name, where several share it."""
    return [one for one in several if words_of(one.name) == word] or several


def _sure(ways: Iterable[tuple[Relation, Qualifier]]) -> tuple[tuple[Relation, Qualifier], ...]:
    """Those of relations that have one such property alone."""
    found = list(ways)
    times = Counter(relation for relation, _ in found)
    return tuple(way for way in found if times[way[0]] == 1)


def _number_ways(
    owned: Sequence[tuple[Relation, Property]], text: str, *, counted: bool = False
) -> Iterator[tuple[Relation, Qualifier]]:
    """The condition that a bound in words puts on each of some properties, where it can be one on it."""
    is_share = re.fullmatch(quantities.bounded_pattern("share"), text, re.IGNORECASE) is not None
    as_share = quantities.bounds(text, "share") if is_share else None
    as_number = None if is_share else quantities.bounds(text, "number")
    for relation, property_ in owned:
        if property_.role == "frequency":
            bounds = as_share or _of_plain_number(as_number)
            if bounds is not None:
                yield relation, Qualifier(property_, in_patients(bounds), bounds, "share")
        elif as_number is not None:
            yield relation, _numbered(property_, as_number, counted=counted)


def _of_plain_number(bounds: Bounds | None) -> Bounds | None:
    """Bounds on a frequency without a unit: up to 1 a share, beyond that per cent; 1 alone could be either."""
    if bounds is None:
        return None
    ends = [one for one in (bounds.low, bounds.high) if one is not None]
    if all(0 <= one < 1 for one in ends):
        return bounds
    if all(1 < one <= 100 or one == 0 for one in ends):
        low, high = (one if one is None else one / 100 for one in (bounds.low, bounds.high))
        return Bounds(low, high, bounds.above, bounds.below)
    return None
