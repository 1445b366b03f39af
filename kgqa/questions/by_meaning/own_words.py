"""A question in the graph's own words: what people shorten, or call otherwise than the schema does.

"no. of products reg. for potato" asks for the number of pesticides that are registered for it. A word with a period
behind it is the word of the graph that begins so; a noun that nothing explains may be any type or property that it is
near to, and a noun such as "product" any type at all; an adjective of size asks for the property that tells this size.
Which of them is meant is not decided here: only what is read with the word in the place of the other counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import islice, product

from rapidfuzz.distance import Indel

from kgqa.language import quantities, thesaurus, units
from kgqa.language.common_words import is_english, is_everyday, is_marked, is_spelt_right
from kgqa.language.inflection import participle, singular_of, stem, superlative, verbs_of
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning import indefinite, kinds, names_in_a_row, plus_signs
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.by_meaning.likeness import likeness
from kgqa.questions.conditions import bare_values
from kgqa.questions.conditions.measures import Measure, Owned, of_dimension
from kgqa.questions.lexicon import is_of_field
from kgqa.questions.reader import Reader
from kgqa.questions.tagging import Item
from kgqa.questions.text.rewriting import Edit, Rewritten, rewritten
from kgqa.questions.text.spelling import cased_as
from kgqa.records import Entity
from kgqa.schema.model import NodeType, Schema

NEAR = 0.5
"""Cosine of a noun and one of the graph from which it may stand for it."""
SURELY = 0.55
"""How near a word is from which it is taken without asking back: one that begins so, or may stand for any type."""
_OFFERED = 0.5
"""What the cosine of a noun counts for: vectors put "tractor" as near to "farm" as "engine" to "locomotive", so that a
noun which is only near is offered and never taken."""
_SYNONYM, _SYNONYM_OF_VERB = 0.95, 0.6
"""The same for a noun that shares a meaning with one of the graph, and for a verb, which has more meanings."""
SOMEBODY = ("person", "people", "company", "organization", "owner")
LIKE_SOMEBODY = 0.38
"""Cosine of a type and one of these from which "who" may ask for things of it."""
_SOMEBODY_BESIDE = 0.5
"""The same where things of another type are people; below it only what people run does something."""
_RUN_BY_PEOPLE = ("organization", "workplace")
_FAR = 8
"""Steps up the kinds of things to one of these."""
_APART = 0.15
"""By how much less near than the nearest a noun of the graph may be and still be meant."""
_LEAST_LETTERS = 3
"""Letters that the beginning of a word must have to stand for it without a period."""
_MOST_WAYS = 8
_BEFORE_NOUNS = frozenset({"a", "an", "the", "this", "that", "each", "every", "no", "any", "many", "whose", "what"})
_OF_UNIT = re.compile(rf"(?<![\w.])(?P<number>{quantities.number_pattern()})\s*(?P<unit>[^\W\d_]+)\b", re.IGNORECASE)
_SHORT = re.compile(
    r"(?<![\w.])(?P<word>(?:[A-Za-z]\.)+[A-Za-z]|[A-Za-z]{1,6})\.(?=\s+[^\sA-Z]|\s+[A-Z]\w*[-\s]|\s*[,;:)+])"
)
ANY_KIND = re.compile(
    r"(?:(?<=\bin )|(?<=\bto )|(?<=\bwith ))(?:any|some)\s+(?:forms?|kinds?|types?)\s+of\s+", re.IGNORECASE
)
"""What may be left out before a name, as what holds of a kind of a thing is told of the thing."""
_COUNT = r"\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|a\s+hundred"
_ON_CHROMOSOME = (
    r"(?:on\s+|down\s+)?(?:on|through|via|by|over|with)\s+the\s+([XY])(?:[\s-]chromosome)?(?![\w-])(?!.*-linked)"
)
_PLAINLY: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?<!\S)#\s*(?=[a-z])"), "number of "),
    (re.compile(r"^\W*count\s+(?:up\s+)?(?:of\s+)?(?=[a-z])", re.I), "number of "),
    (re.compile(r"(?:>=|=>|≥|⩾)\s*(?=\d+\s+(?:of|out)\b)"), "at least "),
    (
        re.compile(
            r"\b(?:(?<=how many )|(?<=number of )|(?=[a-z]+\s+(?:kinds|types|forms)\b))(?:the\s+)?"
            r"(?:different|distinct|separate|various|unique)\s+",
            re.I,
        ),
        "",
    ),
    (ANY_KIND, ""),
    # One step is all that is asked without it, too.
    (re.compile(r"\b(?:direct|immediate)\s+(?=(?:sub|super|parent|child|kind|type|broader|narrower))", re.I), ""),
    (re.compile(r"(?<=[a-z])\((?=e?s\)(?!\w))"), ""),  # "syndrome(s)"
    (re.compile(r"(?<=\d)\s*(?:\(inclusive\)|,?\s+inclusive\b)", re.I), ""),
    (re.compile(rf"\b({_COUNT})\s+((?:[a-z-]+\s+)?[a-z-]+)\s+or\s+(?:more|over|above)\b", re.I), r"at least \1 \2"),
    (re.compile(rf"\b({_COUNT})\s+((?:[a-z-]+\s+)?[a-z-]+)\s+or\s+(?:fewer|less|under)\b", re.I), r"at most \1 \2"),
    (
        re.compile(r"\bam\s+i\s+(?:right|correct)\s+(?:(?:in|to)\s+[a-z]+\s+)?(?:that\s+)?(?=\w)", re.I),
        "is it true that ",
    ),
    (re.compile(r"\b(?:usual|typical|normal)\s+(?=age\s+(?:at|of)\s+onset\b)", re.I), ""),
    (re.compile(r"\btop\s+(?=\d{1,3}\s+\w+est\b)", re.I), ""),
    (re.compile(r"\blook(s?)\s+after\b", re.I), r"care\1 for"),
    (re.compile(r"\blooked\s+after\b", re.I), "cared for"),
    (re.compile(r"\blooking\s+after\b", re.I), "caring for"),
    # What is reported is another thing than to whom somebody reports.
    (re.compile(r"\breport(s?)\s+to\s+(?=(?:Dr\s+|the\s+)?[A-Z])"), r"answer\1 to "),
    # Whom somebody joined or left who asks says nothing.
    (re.compile(r"\b(join(?:ed)?|left|leave)\s+us\b", re.I), r"\1"),
    (re.compile(r"\b(?:in|with) (?:terms of|respect to|regard to)\b", re.I), "by"),
    (re.compile(r"\bwhat\s+(?:do|does|did)\s+(?:[a-z]+\s+){1,3}mean\s+by\b", re.I), "what is meant by"),
    (
        re.compile(r"\b(hours?|days?|times?)\s+(?:an?|each|every)\s+(?=(?:hour|day|week|month|year)\b)", re.I),
        r"\1 per ",
    ),
    (
        re.compile(rf"\b(?:is\s+|are\s+)(?:inherited|carried|passed|transmitted|handed)\s+{_ON_CHROMOSOME}", re.I),
        r"are \1-linked",
    ),
    (re.compile(rf"\b(?:goes|go|runs?)\s+{_ON_CHROMOSOME}", re.I), r"are \1-linked"),
    (re.compile(rf"\b(?:inherited|carried|passed|transmitted|handed)\s+{_ON_CHROMOSOME}", re.I), r"\1-linked"),
)
"""What is said in other words than those in which questions are read, and says the same in any graph."""
_WHICH_ONES = re.compile(
    r"(?:^|(?<=[.!?] ))(?P<there>(?:are|is) there(?: any| some| an?)?) \w+(?P<that>(?: that| who| which)(?= \w))?"
    r"[^.?!]*?(?P<tail>(?:[?,;.]\s*|\s+)(?:and |if so,? )*(?:which(?: ones?)?|who)"
    r"(?: (?:are|is) (?:they|those|it|that))?\s*\??)$",
    re.IGNORECASE,
)
"""Whether there are any, and then which ("are there dogs that bark, and which ones?"): asks which there are."""
_KINDS = re.compile(r"\s+(?P<kinds>[a-z]+s)\b(?P<said>\s+(?:with|without|that|which)\b)?", re.IGNORECASE)
_OF_THE = re.compile(r"\b(?:which|what)\s+(?P<of>of\s+(?:the|these|all)\s+)$", re.IGNORECASE)
_END = re.compile(r"\s*[?.!]*\s*$")
_BY = re.compile(
    r",?\s+(?:by|going by|measured by|according to|as to|in terms of)\s+(?:the\s+|its\s+|their\s+)?"
    r"(?:number\s+of\s+)?(?P<noun>[\w-]+(?:\s+[\w-]+)*?)\s*[?.!]*\s*$",
    re.IGNORECASE,
)
"""By which property the highest is meant ("the biggest ward by beds")."""
_MOST_SO = re.compile(r"\b(?P<most>most|least)\s+(?P<word>[a-z]+)\b", re.IGNORECASE)
_EVERYBODY = re.compile(
    r"(?:^\W*|(?<=[.:,] ))(?:(?:please\s+)?(?:list|show|name|give\s+me|tell\s+me)\s+)?(?:the\s+names\s+of\s+)?"
    r"(?:(?:all|all\s+of|which\s+of)\s+)?(?:(?:the\s+)?(?:people|colleagues)|those|everybody|everyone|anybody|anyone|us)"
    r"\s+(?:who|that)\b",
    re.IGNORECASE,
)
_SINGULAR = frozenset({"is", "was", "has", "does"})
_WHO_DID = re.compile(r"\bwho\s+(?P<verb>[a-z]+ed)\b", re.IGNORECASE)
_THE_ONE = re.compile(r"\s+(?:the|our|my)\s+(?:[\w-]+\s+){0,2}", re.IGNORECASE)
"""What stands between "who is" and the noun for somebody."""


class OwnWords:
    """Puts questions into the words of one schema."""

    def __init__(
        self,
        schema: Schema,
        reader: Reader,
        knows: Callable[[str], bool],
        sorting: Callable[[], Iterable[str]],
    ) -> None:
        """Puts questions into the words of a schema.

        Args:
            knows: whether a word stands in any name of the graph; a rare one is part of a name then.
            sorting: the texts by which things are sorted.
        """
        self._sorting = sorting
        self._of_field = is_of_field(schema)
        self._knows = knows
        self._schema = schema
        self._lexicon = reader.lexicon
        self._measures = reader.measures
        self._reader = reader

    def spelt_out(self, text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Rewritten:
        """A text without the periods behind words that are shortened, these in full, as are words that are no English
        ones and can be but one of the graph's ("stns", "tunel").

        Args:
            items: of the text.
        """
        asked_whole = (
            names_in_a_row.put(text, entities, items)
            or kinds.put(text, entities, items, self._schema)
            or bare_values.put(text, entities, self._schema)
            or plus_signs.put(text, entities, self._schema)
        )
        if asked_whole is not None:
            return rewritten(text, (), [asked_whole])
        edits = []
        for match in _SHORT.finditer(text):
            if in_name(match.start(), entities) or in_name(match.end() - 1, entities):
                continue
            said = self._in_full(match["word"].lower())
            # "… by the doctors here. Which genes …": an English word before a capital ends its sentence.
            goes_on = not text[match.end() :].lstrip()[:1].isupper()
            ends = not goes_on and match["word"].lower() not in vocabulary().shortened and is_english(match["word"])
            if said is not None and not ends:
                edits.append(Edit(*match.span(), said))
        asked = _WHICH_ONES.search(text)
        if asked is not None and not in_name(asked.start("tail"), entities):
            edits.append(Edit(*asked.span("there"), "Which"))
            edits += [Edit(*asked.span("that"), "")] if asked["that"] else []
            edits.append(Edit(*asked.span("tail"), "?"))
        for pattern, put in _PLAINLY:
            for match in pattern.finditer(text):
                taken = [*((one.start, one.end) for one in entities), *((one.start, one.end) for one in edits)]
                if not any(first < match.end() and match.start() < last for first, last in taken):
                    edits.append(Edit(*match.span(), match.expand(put)))
        edits += [*self._in_recorded_units(text, entities), *self._done(text, items), *self._units_called(items)]
        edits += self._everybody(text, entities)
        edits += [*self._bare_pair(text, entities), *_kinds_behind(text, entities), *self._did(text)]
        taken = [*((one.start, one.end) for one in entities), *((one.start, one.end) for one in edits)]
        for item in items:
            end = item.end
            free = not any(first < end and item.start < last for first, last in taken)
            free = free and not item.text[0].isdigit()  # "100" is no beginning of "100000"
            whole = self._whole(item.text.lower()) if item.unread and free and not self._is_name(text, item) else []
            if len(whole) == 1:
                edits.append(Edit(item.start, end, cased_as(whole[0], item.text)))
        return rewritten(text, entities, edits)

    def _everybody(self, text: str, entities: Sequence[Entity]) -> Iterator[Edit]:
        """Words for all who do something, as "who", where the graph holds people ("everybody who joined in 2025")."""
        if not any(node.count and is_somebody(node.singular) == 1.0 for node in self._schema.nodes):
            return
        for match in _EVERYBODY.finditer(text):
            if not in_name(match.start(), entities):
                yield Edit(*match.span(), "who")

    def _done(self, text: str, items: Sequence[Item]) -> Iterator[Edit]:
        """Participles that mean the same as the only property that is one ("bought", where there is "purchased")."""
        for item in items:
            word = item.text.lower()
            verbs = thesaurus.infinitives(word)
            if not item.unread or self._is_name(text, item) or word in verbs or not thesaurus.is_participle(word):
                continue
            meant = {
                said
                for verb in verbs
                for said, done in self._participles.items()
                if verb in done or any(verb in thesaurus.synonyms(other, "v") for other in done)
            }
            if len(meant) == 1:
                yield Edit(item.start, item.end, next(iter(meant)))

    def _units_called(self, items: Sequence[Item]) -> Iterator[Edit]:
        """Units in the one form that a field is called by ("calories", of kcal)."""
        for item in items:
            unit = units.unit_of(item.text) if item.unread else ""
            if unit and unit in self._in_names and unit != item.text.lower():
                yield Edit(item.start, item.end, unit)

    @cached_property
    def _in_names(self) -> frozenset[str]:
        """The words in the names of properties."""
        return frozenset(word for node in self._schema.nodes for one in node.properties for word in one.name.split("_"))

    @cached_property
    def _participles(self) -> Mapping[str, frozenset[str]]:
        """The properties of things whose name is a participle, with the verbs that it may be of."""
        names = {one.called.lower() for node in self._schema.nodes for one in node.properties}
        return {name: thesaurus.infinitives(name) for name in names if thesaurus.is_participle(name)}

    def _in_recorded_units(self, text: str, entities: Sequence[Entity]) -> list[Edit]:
        """Numbers of a unit in which nothing is told, in the largest one in which something is and they stay whole
        ("5 hours" where there are minutes)."""
        edits = []
        for match in _OF_UNIT.finditer(text):
            unit = units.unit_of(match["unit"])
            if not unit or unit in self._reader.measures.units or in_name(match.start(), entities):
                continue
            number = quantities.number(match["number"])
            told = {into: units.converted(number, unit, into) for into in self._reader.measures.units}
            whole = [(int(value), into) for into, value in told.items() if value is not None and value.is_integer()]
            if whole:
                value, into = min(whole)
                edits.append(Edit(*match.span(), f"{value} {units.written((into,))}"))
        return edits

    def _did(self, text: str) -> list[Edit]:
        """A verb that says what people are recorded as ("who piloted X"), as that ("who was the pilot of X"): whoever
        else did something near to it is not asked for."""
        match = _WHO_DID.search(text)
        verbs = verbs_of(match["verb"].lower()) if match is not None else []
        said = [verb for verb, _ in verbs if verb in self._recorded]
        return [Edit(*match.span("verb"), f"was the {said[0]} of")] if match is not None and said else []

    @cached_property
    def _recorded(self) -> frozenset[str]:
        """The texts of one word by which things are sorted ("pilot"); a verb that is one says of whom something is
        recorded, and nothing that is only near to it."""
        return frozenset(one.lower() for one in self._sorting() if " " not in one)

    @staticmethod
    def _bare_pair(text: str, entities: Sequence[Entity]) -> list[Edit]:
        """Nothing but two names of different types, a colon between them: the second one is looked for in the first
        ("VHL syndrome: tumours")."""
        if len(entities) != 2 or entities[0].chosen.label == entities[1].chosen.label:
            return []
        one, other = entities
        around = text[: one.start].strip() or text[other.end :].strip(" ?.!")
        if around or text[one.end : other.start].strip() != ":":
            return []
        return [Edit(one.start, other.end, f"{other.mention} in {one.mention}")]

    def _is_name(self, text: str, item: Item) -> bool:
        """Whether a word is written as a name within a sentence, or is a rare one that stands in names."""
        word = item.text.lower()
        return is_marked(text, item.start, item.text) or (self._knows(word) and not is_everyday(word))

    def _in_full(self, word: str) -> str | None:
        """What a word with a period behind it stands for; None where it is a word that ends a sentence."""
        known = vocabulary().shortened.get(word)
        if known is not None:
            return known
        if "." in word:
            letters = word.replace(".", "")
            meant = [one for one in self._said if "".join(part[0] for part in one.split()) == letters]
            return meant[0] if len(meant) == 1 else None
        return None if word in self._lexicon.words else self._begun(word)

    def _begun(self, start: str) -> str | None:
        """The word of the schema's names that begins so, or else of all its words; None where these are several."""
        for words in (self._own, self._lexicon.words):
            found = sorted(
                (one for one in words if one.startswith(start) and one != start), key=lambda one: (len(one), one)
            )
            if found:
                return found[0] if len({stem(one) for one in found}) == 1 else None
        return None

    @cached_property
    def _said(self) -> tuple[str, ...]:
        """What the schema calls its types, relations and properties."""
        nodes = self._schema.nodes
        owned = [*(p for n in nodes for p in n.properties), *(p for r in self._schema.relations for p in r.properties)]
        said = [word for node in nodes for word in (node.singular, node.plural)]
        said += [word for one in self._schema.relations for word in (one.type.replace("_", " "), one.forward)]
        return tuple(
            dict.fromkeys(
                " ".join(re.findall(r"\w+", one.lower()))
                for one in (*said, *(word for p in owned for word in (p.name.replace("_", " "), *p.words[:1])))
            )
        )

    @cached_property
    def _own(self) -> frozenset[str]:
        return frozenset(word for one in self._said for word in one.split())

    def ways(self, text: str, entities: Sequence[Entity], items: Sequence[Item]) -> list[Rewritten]:
        """Ways to put the words that nothing explains otherwise, the nearest first; none where there is no such word,
        or one of them cannot be put otherwise and may matter.

        Args:
            items: of the text.
        """
        sized = list(self._sized(text, entities, items))
        found = [rewritten(text, entities, one) for one in sized]
        places = {place for edits in sized for one in edits for place in range(one.start, one.end)}
        choices = []
        for item in items:
            if not item.unread or item.start in places or item.text.isdecimal():
                continue
            edits = self._edits(text, entities, items, item)
            if edits:
                choices.append(edits)
        if choices:
            for way in islice(product(*choices), _MOST_WAYS):
                found += [rewritten(text, entities, (*way, *edits)) for edits in (sized or [()])]
        return sorted(found, key=lambda one: -one.near)

    def _edits(self, text: str, entities: Sequence[Entity], items: Sequence[Item], item: Item) -> list[Edit]:
        """What one word may be put as."""
        word, one = item.text.lower(), singular_of(item.text.lower())
        if self._is_name(text, item) and not any(one in node.loose for node in self._schema.nodes):
            return []
        if any(other.position == item.last + 1 and other.meaning.labels for other in items):
            return []  # "train lines" are lines
        types = [node for node in self._schema.nodes if node.count or node.groups]
        if word in vocabulary().somebody:
            return self._as_somebody(text, entities, items, item, types)
        if word in vocabulary().standing:
            return self._as_standing(entities, items, item, types)
        begun = [node for node in types if len(one) > _LEAST_LETTERS and node.singular.lower().startswith(one)]
        if len(begun) == 1:  # "locos"
            return [Edit(item.start, item.end, _in_number(begun[0], word))]
        if not is_spelt_right(word):
            return [Edit(item.start, item.end, whole, SURELY) for whole in self._whole(word)]
        verb = is_verb_here(text, item)
        if verb and word in self._recorded:
            return []  # "did X pilot Y"
        alike = self._alike(word, [] if verb else types) or self._nearest(items, item, types)
        return [Edit(item.start, item.end, put, near) for put, near in alike.items()]

    def _as_somebody(
        self, text: str, entities: Sequence[Entity], items: Sequence[Item], item: Item, types: Sequence[NodeType]
    ) -> list[Edit]:
        """What a word for somebody may be put as: "who" asks for things of the types that are people or like them."""
        place = items.index(item)
        be, name = [*items[place + 1 :], item, item][:2]
        if be.auxiliary and name.entity is not None and name is items[-1]:  # "who was X"
            return [Edit(item.start, item.end, "What")]
        typed = next((other for other in items[place + 1 :] if other.meaning.labels), item)
        if be.auxiliary and _THE_ONE.fullmatch(text, be.end, typed.start):  # "who is the oldest patient"
            return [Edit(item.start, item.end, "Which", SURELY)]
        joined = [node for node in self._joined(types, entities) if is_somebody(node.singular) >= LIKE_SOMEBODY]
        people = any(is_somebody(node.singular) == 1.0 for node in joined)
        able = (node for node in joined if not people or acts(node.singular))
        nouns = (node.singular if be.text.lower() in _SINGULAR else node.plural for node in able)
        return [Edit(item.start, item.end, f"Which {noun}", SURELY) for noun in nouns]

    def _as_standing(
        self, entities: Sequence[Entity], items: Sequence[Item], item: Item, types: Sequence[NodeType]
    ) -> list[Edit]:
        """What a word may be put as that stands for a type of any graph ("species")."""
        before = _word_before(items, item)
        if before is not None and before.meaning.labels:  # "pollinator species"
            return [Edit(item.start, item.end, "")]
        meant = indefinite.most_joined(self._joined(types, entities), entities, self._schema)
        return [Edit(item.start, item.end, _in_number(node, item.text.lower()), SURELY) for node in meant]

    def _nearest(self, items: Sequence[Item], item: Item, types: Sequence[NodeType]) -> dict[str, float]:
        """The types and the properties to which a word is near, the nearest first."""
        word, before = item.text.lower(), _word_before(items, item)
        one = singular_of(word)
        near = {_in_number(node, word): likeness().nearness(one, [node.singular]) for node in types}
        is_verb = before is not None and (before.auxiliary or before.entity is not None)
        for noun in () if is_verb else self._measures.nouns:
            near.setdefault(noun, likeness().nearness(one, [noun]))
        most = max(near.values(), default=0.0)
        kept = {noun: value * _OFFERED for noun, value in near.items() if value >= max(NEAR, most - _APART)}
        return dict(sorted(kept.items(), key=lambda one: -one[1]))

    def _whole(self, word: str) -> list[str]:
        """What a word that is no English one may be short for, or a slip of the finger for."""
        if len(word) < _LEAST_LETTERS or is_english(word):
            return []
        whole = self._begun(word)
        if whole is not None:
            return [whole]
        bare = sorted(one for one in self._own if _without_vowels(one, word))
        if bare:
            return bare if len({stem(one) for one in bare}) == 1 else []
        return [one for _, one in self._reader.dictionary.choices(word)]

    def _alike(self, word: str, types: Sequence[NodeType]) -> dict[str, float]:
        """The graph's words that share a meaning with a word, and types that it takes in or that take it in, by how
        near they are: "engine" is a locomotive, and every disease an illness."""
        one = singular_of(word)
        many, found = one != word, {}
        same = thesaurus.synonyms(one, "n")
        for node in types:
            put = node.plural if many else node.singular
            if not same.isdisjoint((node.singular, *node.words)):
                found[put] = _SYNONYM
            elif one in node.loose:
                found[put] = SURELY
            elif thesaurus.is_kind_of(node.singular, one) or thesaurus.is_kind_of(one, node.singular):
                found[put] = _OFFERED
        found |= dict.fromkeys(same.intersection(self._measures.nouns), _SYNONYM)
        alike = same | thesaurus.synonyms(word, "a")
        found |= {text: _SYNONYM for text in self._sorting() if text in alike}  # "wood": made of timber
        # In medicine the synonym of a verb is another mechanism: what inhibits a gene need not suppress it.
        recorded = not {verb for verb, _ in verbs_of(word)}.isdisjoint(self._recorded)
        for verb, past in () if self._of_field or recorded else verbs_of(word):
            for other in sorted(thesaurus.synonyms(verb, "v")):
                put = participle(other) if past else other
                tokens = spoken(put)
                meant = self._lexicon.longest(tokens, 0)
                if meant is not None and meant[0] == len(tokens) and meant[1].relations:
                    found.setdefault(put, _SYNONYM_OF_VERB)
        return found

    def _joined(self, types: Sequence[NodeType], entities: Sequence[Entity]) -> list[NodeType]:
        """The types of which things are linked to those that are named; all where none is."""
        ends = {frozenset((one.source, one.target)) for one in self._schema.relations}
        labels = {one.label for entity in entities for one in (entity.chosen, *entity.rivals)}
        joined = [node for node in types if any(frozenset((node.label, label)) in ends for label in labels)]
        return joined if labels else list(types)

    def _sized(self, text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Iterator[tuple[Edit, ...]]:
        """Adjectives of size as the highest or the lowest of a property ("the oldest farm"), or as its value ("how big
        is X")."""
        if named := self._by_property(text, entities, items):
            yield named
            return
        lower = text.lower()
        for adjective, form, names, more in adjectives():
            # Most forms are nowhere, which is seen sooner than a pattern for each is compiled.
            match = re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", lower) if form in lower else None
            if match is None or in_name(match.start(), entities):
                continue
            asked = (
                re.search(
                    rf"\bhow\s+{re.escape(adjective)}\s+(?:is|are|was|were)\s+(?:the\s+)?$", lower[: entities[0].start]
                )
                if len(entities) == 1 and form == adjective
                else None
            )
            if asked is not None:
                for owned, _ in self._of_size(entities[0].chosen.label, names, more=more):
                    yield (Edit(*asked.span(), f"What is the {owned.called} of "),)
                return
            if form == adjective:
                continue
            types = {label for one in items for label in one.meaning.labels}
            after = _type_behind(text, items, match.end())
            labels = after.meaning.labels if after is not None else frozenset(types)
            if len(labels) != 1:
                continue
            for owned, lowest in self._of_size(next(iter(labels)), names, more=more):
                most = Measure(0, 0, (owned,), lowest=lowest).most(owned)
                yield _with_most(text, items, match.span(), _end_of(text), most)
            return

    def _by_property(self, text: str, entities: Sequence[Entity], items: Sequence[Item]) -> tuple[Edit, ...]:
        """A superlative as the highest or the lowest of the property that is told with it ("the biggest ward by beds"),
        or that its adjective is derived from ("the most prevalent condition"); nothing where there is none."""
        label, *others = {label for one in items for label in one.meaning.labels} or {""}
        able = self._measures.of_type(label) if label and not others else []
        told = _BY.search(text)
        if told is not None and not in_name(told.start("noun"), entities):
            said = set(told["noun"].lower().split())
            owned = [one for one in able if said in (set(one.noun.split()), set(one.recorded.called.lower().split()))]
            for adjective, form, _, more in adjectives() if owned else ():
                match = re.search(rf"(?<![\w-]){re.escape(form)}(?![\w-])", text, re.IGNORECASE)
                if match is not None and form != adjective and not in_name(match.start(), entities):
                    most = Measure(0, 0, (owned[0],), lowest=not more).most(owned[0])
                    return _with_most(text, items, match.span(), told.start(), most)
            return ()
        for match in _MOST_SO.finditer(text) if able else ():
            meant = _derived_nouns(match["word"].lower())
            owned = [one for one in able if not meant.isdisjoint(map(singular_of, one.noun.split()))]
            if len({one.recorded.name for one in owned}) == 1 and not in_name(match.start(), entities):
                most = Measure(0, 0, (owned[0],), lowest=match["most"].lower() == "least").most(owned[0])
                return _with_most(text, items, match.span(), _end_of(text), most)
        return ()

    def _of_size(self, label: str, dimension: str, *, more: bool) -> list[tuple[Owned, bool]]:
        """The property of a type that tells a size, and whether its lowest value is most of it; none without one."""
        found = of_dimension(self._measures.of_type(label), dimension)
        return [] if found is None else [(found[0], more == found[1])]


def _in_number(node: NodeType, word: str) -> str:
    """What things of a type are called where a word of this number stands for them."""
    return node.singular if singular_of(word) == word else node.plural


def _word_before(items: Sequence[Item], item: Item) -> Item | None:
    """The word right before another one; None where something else stands there."""
    return next((other for other in items if other.last + 1 == item.position), None)


def _without_vowels(word: str, short: str) -> bool:
    """Whether a word is written without its vowels, and without one more letter at most ("stns" for stations)."""
    bare = word[:1] + re.sub("[aeiou]", "", word[1:])
    return (
        len(short) > _LEAST_LETTERS
        and short[-1] == bare[-1:]
        and Indel.distance(bare, short) <= len(bare) - len(short) <= 1
    )


def _type_behind(text: str, items: Sequence[Item], place: int) -> Item | None:
    """The word for a type that stands right behind a place."""
    behind = (one for one in items if one.meaning.labels and one.start >= place)
    return next((one for one in behind if not text[place : one.start].strip()), None)


def _end_of(text: str) -> int:
    """Where a text ends, without the signs behind its last word."""
    last = _END.search(text)
    return last.start() if last is not None else len(text)


def _with_most(text: str, items: Sequence[Item], span: tuple[int, int], close: int, most: str) -> tuple[Edit, ...]:
    """A superlative left out, with "is the" before it where no noun follows, and what it means at the end.

    Args:
        span: of the superlative.
        close: where the text ends without what tells by which property.
        most: what is highest, in words.
    """
    start, end = span
    if _type_behind(text, items, end) is None:
        be = re.search(r"(?:\b(?:is|are|was)\s+)?(?:\bthe\s+)?$", text[:start], re.IGNORECASE)
        start = be.start() if be is not None else start
    # The adjective's own space goes with it, so that none is left twice.
    gap = min(end + (text[end : end + 1] == " "), close)
    gone = text[:start].endswith(" ") and not text[gap:close].strip()
    return Edit(start, gap, ""), Edit(close, _end_of(text), f"{'' if gone else ' '}with the {most}")


@cache
def _derived_nouns(adjective: str) -> frozenset[str]:
    """The nouns that an adjective or a participle is derived from ("prevalent": prevalence; "cited": citation)."""
    said = {adjective, *thesaurus.infinitives(adjective)}
    return frozenset(said.union(*map(thesaurus.derived, said)))


@cache
def is_somebody(noun: str) -> float:
    """How surely "who" asks for things that are called so, from 0 to 1, as they do something as people, companies and
    farms do; a noun for a person leaves no doubt."""
    return 1.0 if thesaurus.is_person(noun.split()[-1]) else likeness().nearness(noun, SOMEBODY)


@cache
def acts(noun: str) -> bool:
    """Whether "who" may ask for things that are called so where things of another type are people: farms and clinics do
    what people do there, materials and locations do nothing."""
    if is_somebody(noun) >= _SOMEBODY_BESIDE:
        return True
    word = noun.split()[-1]
    return word not in thesaurus.PLACES and any(thesaurus.is_kind_of(word, one, _FAR) for one in _RUN_BY_PEOPLE)


@cache
def adjectives() -> tuple[tuple[str, str, str, bool], ...]:
    """Adjectives of size with their forms, the dimension, and whether they say that there is much of it."""
    found = []
    for name in quantities.names("dimensions"):
        for group in ("more", "less"):
            for one in quantities.dimension(name, group):
                forms = (one, superlative(one), f"most {one}")
                found += [(one, form, name, group == "more") for form in forms]
                found.append((one, f"least {one}", name, group != "more"))
    return tuple(found)


def _kinds_behind(text: str, entities: Sequence[Entity]) -> Iterator[Edit]:
    """A word for kinds right behind a name, put before it ("Waardenburg types with Hirschsprung disease"), and what
    stands before the name taken away ("which of the Loeys-Dietz types have A")."""
    for one in entities:
        found = _KINDS.match(text, one.end)
        if found is None or found["kinds"].lower()[:-1] not in vocabulary().cues["kind"]:
            continue
        of_the = _OF_THE.search(text[: one.start])
        if of_the is not None:
            yield Edit(*of_the.span("of"), "")
        elif found["said"]:
            yield Edit(one.start, found.end("kinds"), f"{found['kinds']} of {one.mention}")


def is_verb_here(text: str, item: Item) -> bool:
    """Whether a word that may be a verb stands where one does: no question word and no article before it."""
    before = text[: item.start].lower().split()[-1:]
    noun = not before or before[0] in _BEFORE_NOUNS or before[0] in vocabulary().cues["which"]
    return not noun and not item.behind and thesaurus.is_known(item.text.lower(), "v")
