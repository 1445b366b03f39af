"""Names in a question → things of the graph: identifiers, names and synonyms, misspellings, and meaning on request."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from kgqa.garbage_collection import uncollected
from kgqa.language.common_words import generic, is_everyday
from kgqa.language.initials import abbreviates
from kgqa.language.normalise import blanked, fold, is_designator, name_words
from kgqa.language.tokens import tokens
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.candidates import (
    EXACT_SYNONYM,
    FOLDED_SYNONYM,
    REORDERED_NAME,
    REORDERED_RELATED,
    REORDERED_SYNONYM,
    Reading,
    candidate,
    match,
)
from kgqa.linking.families import Families, stem_of
from kgqa.linking.general_names import general
from kgqa.linking.identifiers import Identifiers
from kgqa.linking.index import NameIndex, words_key
from kgqa.linking.lay_descriptions import LayDescriptions, Told
from kgqa.linking.lookup import Lookup
from kgqa.linking.mentions import Run, Spelt, Text
from kgqa.linking.paraphrased_names import Described, DescribedNames
from kgqa.linking.short_names import Keys, Shortened
from kgqa.linking.similar import SimilarNames
from kgqa.linking.symbols import is_symbol, reads_as_symbol, same_symbol
from kgqa.linking.vectors import VectorIndex
from kgqa.records import Candidate, Entity

LONGEST_TEXT = 4000  # characters that are read
LEAST_MEANING = 0.9  # cosine from which a name counts as what was meant; opposites ("small", "large") reach 0.84
MEANING_MARGIN = 0.03  # cosine by which it must be nearer than the next thing
LETTERS_A_SLIP = 5  # letters of telling words needed for each slip in a name with several of them
LONE_TWO_SLIPS = 9  # letters of a one-word name that is recognised with two slips
PAIRED_TWO_SLIPS = 8  # letters, where a word such as "syndrome" stands beside it
_SEVERAL = 2  # words of a name that an abbreviation stands for
_SHORT_NUMBER = 2  # digits of a number that only tells kinds of a thing apart
_SAME = 1e-9
_REORDERED = (REORDERED_NAME, REORDERED_SYNONYM, REORDERED_RELATED)
_BEING = frozenset({"is", "are", "was", "were", "be"})
_ARTICLES = frozenset({"a", "an", "the"})
_JOINING = frozenset({"and", "or"})
_CLAUSE_END = re.compile(r"\s*[,;:.?!)]")
_NO_NAME = "\n"  # is no part of any name


@dataclass(frozen=True, slots=True)
class LinkContext:
    """What is known about the question beside its text.

    Attributes:
        expected: labels that the question asks for by its other words; a symbol of such a label that is also an
            English word is linked without further signs.
        by_meaning: True to link what no name explains by the meaning of its words (needs vectors).
    """

    expected: frozenset[str] = frozenset()
    by_meaning: bool = False


class Linker:
    """Finds the things of one graph that a text names. Safe to share between threads.

    Args:
        families: labels of whose things the name that several begin with may stand for all of them.
        partly: labels of which the same holds for things that no vocabulary knows.
        meant: whether it does; else it is no name.
    """

    def __init__(
        self,
        index: NameIndex,
        vectors: VectorIndex | None = None,
        *,
        families: Set[str] = frozenset(),
        partly: Set[str] = frozenset(),
        meant: bool = True,
    ) -> None:
        self.index = index
        self.vectors = vectors
        self._families = Families(index, families, partly, meant=meant)
        self._identifiers = Identifiers(index)
        self._similar = SimilarNames(index)
        self._described = DescribedNames(index)
        self._lay = LayDescriptions(index)
        self._keys = Keys(index)
        self._shortened: Shortened | None = None

    def link(
        self,
        text: str,
        *,
        labels: set[str] | None = None,
        context: LinkContext | None = None,
        inside: bool = False,
    ) -> list[Entity]:
        """The things that a text names, in the order of their mentions, which do not overlap.

        The longest match wins. ``rivals`` are the other things that the mention may mean; ``tied`` says that one of
        them is as good as the chosen one. Of a text longer than 4,000 characters only that much is read.

        Args:
            labels: labels that are wanted; None for all.
            inside: True to have, after each mention that matches loosely, also the longest name that stands in it
                letter by letter ("Fanconi anemia" in "Fanconi anemia, group D2"); these overlap.
        """
        text, context = text[:LONGEST_TEXT], context or LinkContext()
        wanted = None if labels is None else frozenset(labels)
        found = self._identified(text, wanted)
        taken = [(entity.start, entity.end) for entity in found]
        parsed = Text(blanked(text, taken, _NO_NAME), self.index.vocabulary, self.index.spelling)
        # No name goes on behind an identifier that stands in the middle of its words.
        readings = [one for one in self._readings(parsed, wanted, context) if not _holds_any(parsed, one, taken)]
        for reading in _longest([one for one in readings if not _tells_of_first(parsed, one, readings)]):
            within = _literal_inside(reading, readings)
            found.append(_entity(parsed, reading, within))
            if inside:
                found += [_entity(parsed, other, []) for other in within[:1]]
        if context.by_meaning:
            found += self._meant(text, found, wanted)
        return sorted(found, key=lambda entity: (entity.start, -entity.end))

    @uncollected()
    def warm(self) -> None:
        """Build what the first misspelt, shortened, unknown and described names need, some seconds for the default
        graph."""
        self.link("wiith a mispeld wrd, MIM 1")
        self.described("unknown names", 1)
        self.nearest("unknown nmae")
        self._keys.begun_with("shortened")
        self.told("nothing told", [])

    def candidates(self, mention: str, *, labels: set[str] | None = None, most: int = 8) -> list[Candidate]:
        """Things that a mention taken by itself may mean, best first: matches, then names that resemble it."""
        mention = mention[:LONGEST_TEXT]
        wanted = None if labels is None else frozenset(labels)
        text = Text(mention, self.index.vocabulary, self.index.spelling)
        found = [one.chosen for one in self._identified(mention, wanted)] + self._whole(text, wanted)
        found += self._similar.to(text, wanted, most)
        if self.vectors is not None and len(_unique(found)) < most:
            found += self._near(mention, wanted, most)
        return _unique(found)[:most]

    def meant(self, mention: str, *, labels: set[str] | None = None) -> list[Candidate]:
        """The things that a mention taken by itself names, equally good ones only; none that only resembles it."""
        mention = mention[:LONGEST_TEXT]
        wanted = None if labels is None else frozenset(labels)
        # Of an identifier inside a longer text nobody knows what the rest means.
        alone = [one for one in self._identified(mention, wanted) if one.mention == mention.strip()]
        text = Text(mention, self.index.vocabulary, self.index.spelling)
        found = _unique([*(one.chosen for one in alone), *self._whole(text, wanted)])
        return [one for one in found if one is found[0] or _equals(found[0], one, mention)]

    def knows(self, word: str) -> bool:
        """Whether a word stands in any name of the graph."""
        return fold(word) in self.index.vocabulary

    def lookup(self) -> Lookup:
        """What finds things while they are typed; making it takes a moment."""
        return Lookup(self.index, self.candidates)

    def nearest(self, text: str, most: int = 5) -> list[Candidate]:
        """Names of the graph that are nearest to a text, for a message that the text itself is not known."""
        found = self.candidates(text, most=most)
        if any(one.method != "fuzzy" for one in found):
            return found
        return _unique([*general(self.index, text), *found])[:most]

    def described(self, text: str, most: int = 4) -> list[Described]:
        """The things whose names say in other words what a phrase of ordinary words says; no more than what may be
        meant. Comparing takes a quarter of a second."""
        return self._described.by(text[:LONGEST_TEXT], most)

    def told(self, text: str, entities: Sequence[Entity]) -> list[Told]:
        """The findings that a text tells in ordinary words.

        Args:
            entities: its names.
        """
        return self._lay.told(text[:LONGEST_TEXT], entities)

    def shortened(self, text: str, sorts: Mapping[str, frozenset[str]]) -> Shortened:
        """What finds the things whose names a text shortens.

        Args:
            sorts: by label the folded words that only say of what type a thing is.
        """
        if self._shortened is None or self._shortened.sorts != sorts:
            self._shortened = Shortened(self.index, self._keys, self._families, sorts)
        return self._shortened

    def called_by_symbols(self) -> frozenset[str] | None:
        """The labels of which most things have a symbol for their name; None where that is not known."""
        return self.index.called_by_symbols

    def _whole(self, text: Text, wanted: frozenset[str] | None) -> list[Candidate]:
        """What the words of a mention match, all of them together."""
        whole = [run for run in text.runs(self.index.longest) if (run.first, run.last) == (0, len(text.words) - 1)]
        return [one for run in whole for one in self._matches(text, run, wanted)]

    def _identified(self, text: str, wanted: frozenset[str] | None) -> list[Entity]:
        found = []
        for start, end, thing in self._identifiers.find(text):
            chosen = candidate(self.index, thing, 1.0, "identifier", text[start:end])
            if wanted is None or chosen.label in wanted:
                found.append(Entity(text[start:end], start, end, chosen))
        return found

    def _readings(self, text: Text, wanted: frozenset[str] | None, context: LinkContext) -> list[Reading]:
        readings = []
        for run in text.runs(self.index.longest):
            matched = self._matches(text, run, wanted)
            if matched:
                kept = tuple(one for one in matched if self._is_word(run, one) or _is_meant(text, run, one, context))
                if kept:
                    readings.append(Reading(run.first, run.last, kept))
        return readings

    def _matches(self, text: Text, run: Run, wanted: frozenset[str] | None) -> list[Candidate]:
        written = text.written(run.first, run.last)
        found: list[Candidate] = []
        for spelt in run.spellings:
            if _recognisable(spelt):
                found += match(self.index, written, spelt.words, spelt.edits, wanted)
        if run.broken:
            found = [one for one in found if one.method in ("exact", "synonym")]
        if not found and not run.broken and run.spellings[0].edits == 0:
            found = self._families.named(run.spellings[0].words, wanted)
        found += [other for one in found for other in self._called_in_full(one, wanted)]
        found = [other for one in found for other in self._group_of(one)]
        return _unique(sorted(found, key=lambda one: -one.score))

    def _is_word(self, run: Run, one: Candidate) -> bool:
        """Whether a thing is called by a word in capitals that is none of letters: another thing is called by it too,
        in small ones ("OBESITY")."""
        if run.size > 1 or one.method != "exact" or not is_symbol(one.matched):
            return False
        alike = self.index.named(words_key(run.spellings[0].words))
        return any(
            name.kind == "name" and not is_symbol(name.text) and same_symbol(name.text, one.matched) for name in alike
        )

    def _group_of(self, one: Candidate) -> list[Candidate]:
        """The thing, or what is called as it is but for its number where letters are the initials of that name: GACI is
        "generalized arterial calcification of infancy" and not the first of its kinds."""
        stem = stem_of(one.name) if one.matched.isalpha() and one.method == "synonym" else ""
        named = name_words(stem)
        if not named or sorted(one.matched.casefold()) != sorted(word[0] for word in named):
            return [one]
        alike = (other for other in self.index.named(words_key(named)) if other.kind != "related")
        wider = {other.thing for other in alike if self.index.node(other.thing).label == one.label}
        groups = [candidate(self.index, thing, one.score, one.method, one.matched) for thing in sorted(wider)]
        groups = [each for each in groups if each.id != one.id]
        return groups or [one]

    def _called_in_full(self, one: Candidate, wanted: frozenset[str] | None) -> Iterator[Candidate]:
        """The things of other types with the name that an abbreviation of a thing stands for, as it does for theirs."""
        if one.matched == one.name or one.id not in self.index or not is_symbol(one.matched):
            return
        thing = self.index.position(one.id)
        for name in self.index.names_of(thing):
            words = name_words(name.text)
            if name.kind == "related" or len(words) < _SEVERAL or not abbreviates(one.matched, name.text):
                continue
            for other in self.index.named(words_key(words)):
                label = self.index.node(other.thing).label
                same = other.kind == "name" and label != one.label and name_words(other.text) == words
                if same and (wanted is None or label in wanted):
                    yield candidate(self.index, other.thing, one.score, one.method, one.matched)

    def _meant(self, text: str, found: Sequence[Entity], wanted: frozenset[str] | None) -> list[Entity]:
        entities = []
        for start, end in unexplained(text, found):
            near = self._near(text[start:end], wanted, 5)
            if near and near[0].score >= LEAST_MEANING:
                tied = len(near) > 1 and near[0].score - near[1].score < MEANING_MARGIN
                entities.append(Entity(text[start:end], start, end, near[0], tuple(near[1:]), tied))
        return entities

    def _near(self, mention: str, wanted: frozenset[str] | None, most: int) -> list[Candidate]:
        if self.vectors is None:
            return []
        near = self.vectors.nearest(mention, most=most, labels=wanted)
        return [
            candidate(self.index, self.index.position(one.id), one.score, "vector", one.name)
            for one in near
            if one.id in self.index
        ]


def unexplained(text: str, entities: Iterable[Entity]) -> list[tuple[int, int]]:
    """Runs of words that are in no mention and are no words of questions either ("aspirin", "heart attack").

    Returns:
        Offsets (start, end exclusive) in order.
    """
    rest = blanked(text[:LONGEST_TEXT], [(entity.start, entity.end) for entity in entities], _NO_NAME)
    spans: list[tuple[int, int]] = []
    for word in tokens(rest):
        if word.fold in generic() or word.text.lower() in vocabulary().function:
            continue
        if spans and rest[spans[-1][1] : word.start] in (" ", "-"):
            spans[-1] = (spans[-1][0], word.end)
        else:
            spans.append((word.start, word.end))
    return spans


def _holds_any(text: Text, reading: Reading, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether one of some spans lies between the words of a reading."""
    first, last = text.words[reading.first].start, text.words[reading.last].end
    return any(first < end and start < last for start, end in spans)


def _is_meant(text: Text, run: Run, one: Candidate, context: LinkContext) -> bool:
    """Whether the text uses these words as a name at all, rather than as ordinary words of a question."""
    if text.quoted(run.first, run.last):
        return True
    if run.size == 1 and (len(text.words[run.last].text) == 1 or text.words[run.last].text.isdigit()):
        return False
    if is_symbol(one.matched):
        # "as" is no symbol, whatever is asked for, and "go" no short form, unless something else says so.
        word = text.words[run.first].text
        said = vocabulary().function | vocabulary().abbreviations.keys()
        may_be = word.lower() not in said and (one.matched == one.name or not is_everyday(word))
        return (may_be and one.label in context.expected) or reads_as_symbol(
            text.words, run.first, run.last, text.cased
        )
    named = name_words(one.matched)
    if all(word in generic() or word.isdigit() for word in named):
        # "Case 2101" is what a case is called; "type 2" is none.
        return one.method == "exact" and any(word.isdigit() and len(word) > _SHORT_NUMBER for word in named)
    asked_how = run.first > 0 and text.words[run.first - 1].text.lower() == "how"
    return not (asked_how and run.size == 1 and is_everyday(text.words[run.first].text))


def _recognisable(spelt: Spelt) -> bool:
    """Whether a name with this many slips can still be told from other names.

    Words that many names share ("syndrome") tell nothing. One telling word needs nine letters for two slips, or
    eight where "syndrome" or the like confirms that it is a name; several telling words confirm each other.
    """
    telling = [word for word in spelt.words if word not in generic() and not is_designator(word)]
    letters = sum(map(len, telling))
    if len(telling) > 1:
        return spelt.edits * LETTERS_A_SLIP <= letters
    needed = PAIRED_TWO_SLIPS if len(spelt.words) > 1 else LONE_TWO_SLIPS
    return spelt.edits <= 1 or (letters >= needed and not spelt.frail)


def _longest(readings: Iterable[Reading]) -> list[Reading]:
    """Readings that do not overlap, the longest first, the better one of two that are equally long."""
    taken: set[int] = set()
    chosen = []
    for reading in sorted(readings, key=lambda one: (one.first - one.last, -one.score, one.first)):
        covered = set(range(reading.first, reading.last + 1))
        if not covered & taken:
            taken |= covered
            chosen.append(reading)
    return chosen


def _entity(text: Text, reading: Reading, inside: Iterable[Reading]) -> Entity:
    chosen, *others = reading.candidates
    written = text.written(reading.first, reading.last)
    tied = any(_equals(chosen, other, written) for other in others)
    others += [one for other in inside for one in other.candidates if one.method == "exact"]
    rivals = tuple(one for one in _unique([chosen, *others]) if one.id != chosen.id)
    start, end = text.words[reading.first].start, text.words[reading.last].end
    return Entity(written, start, end, chosen, rivals, tied, text.subtype_after(reading.last))


def _equals(chosen: Candidate, other: Candidate, written: str) -> bool:
    """Whether a rival is as good: by score, as abbreviation of another type, or as equally near spelling of another."""
    if abs(chosen.score - other.score) < _SAME:
        return True
    if is_symbol(chosen.matched) and is_symbol(other.matched):
        return chosen.label != other.label and other.score >= EXACT_SYNONYM
    if chosen.method == other.method == "fuzzy" and name_words(chosen.matched) != name_words(other.matched):
        return _slips(chosen.matched, written) == _slips(other.matched, written)
    return False


def _slips(name: str, written: str) -> int:
    return int(OSA.distance(" ".join(sorted(name_words(name))), " ".join(sorted(name_words(written)))))


def _tells_of_first(text: Text, reading: Reading, readings: Iterable[Reading]) -> bool:
    """Whether words that are loosely a name are another's name and, behind it, what is asked or said of that.

    "Is Ehlers-Danlos syndrome X-linked?" asks about that syndrome, not about "Ehlers-Danlos syndrome, X-linked".
    """
    best = reading.candidates[0]
    if "," in text.written(reading.first, reading.last):
        return False
    named = [one for one in readings if one.candidates[0].method in ("exact", "synonym")]
    reordered = best.score in _REORDERED
    if reordered and any(one.first < reading.first <= one.last < reading.last for one in named):
        return True  # "is Fabry *disease X-linked*" does not ask about the X-linked diseases
    if reordered and text.words[reading.first].text.lower() in _BEING:
        return True  # "*is mucopolysaccharidosis* X-linked" asks of no "mucopolysaccharidosis Is"
    loose = reordered or (best.method == "normalised" and "," in best.matched)
    whole = [one for one in readings if one.score >= FOLDED_SYNONYM and "," not in one.candidates[0].matched]
    for head in (one for one in whole if one.first == reading.first and one.last < reading.last):
        for rest in (one for one in named if one.first == head.last + 1 and one.candidates[0].label != best.label):
            # "Is *hemophilia A autosomal* recessive?": a name does not end within what is asked of another.
            if rest.last >= reading.last and _is_asked_of(text, reading.first, rest.last):
                return True
            if loose and rest.last == reading.last and head.candidates[0].label == best.label:
                return True
    return False


def _is_asked_of(text: Text, first: int, last: int) -> bool:
    """Whether words stand between a form of "be" and the end of what it asks, as those of "Is ichthyosis X-linked?"."""
    before = first - 1
    if before >= 0 and text.words[before].text.lower() in _ARTICLES:
        before -= 1
    if before < 0 or text.words[before].text.lower() not in _BEING:
        return False
    behind = last + 1
    if behind == len(text.words) or text.words[behind].text.lower() in _JOINING:
        return True
    return _CLAUSE_END.match(text.text, text.words[last].end) is not None


def _literal_inside(reading: Reading, readings: Iterable[Reading]) -> list[Reading]:
    """Names of several words that stand letter by letter inside a looser match: the other way to read these words."""
    if reading.candidates[0].method in ("exact", "synonym"):
        return []
    within = [
        other
        for other in readings
        if other is not reading
        and other.first < other.last
        and reading.first <= other.first
        and other.last <= reading.last
        and other.candidates[0].method == "exact"
    ]
    return _longest(within)


def _unique(found: Iterable[Candidate]) -> list[Candidate]:
    best: dict[tuple[str, str], Candidate] = {}
    for one in found:
        best.setdefault((one.id, one.label), one)
    return list(best.values())
