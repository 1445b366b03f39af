"""Names that a question shortens: guessed where nothing explains the words, and told with the answer.

Only words that no name of the graph and no word of questions explains are guessed at, so that no reading which makes
sense without a guess is changed by one. A guess is a name with ``Entity.guess``: it says what it was read as, and where
it may be several things a person chooses.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from kgqa.language.common_words import generic, is_english, is_marked
from kgqa.language.inflection import singular_of, without_s
from kgqa.language.initials import abbreviates
from kgqa.language.normalise import blanked, fold, words
from kgqa.language.text import ends_sentence
from kgqa.language.thesaurus import derived, infinitives, is_kind_of, is_known, nouns_of, synonyms
from kgqa.language.tokens import spoken, tokens
from kgqa.language.vocabulary import JOINING, vocabulary
from kgqa.linking.appositions import CLOSES
from kgqa.linking.body_words import named_as
from kgqa.linking.linker import Linker
from kgqa.linking.short_names import SHORT_NAME, Shortened
from kgqa.linking.symbols import is_symbol
from kgqa.linking.tables_of_names import meant_by, symbols_of
from kgqa.questions.conditions.adverbs import Manners
from kgqa.questions.conditions.bare_values import row_of
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.tagging import Item, tag
from kgqa.questions.text.abbreviations import in_full
from kgqa.questions.text.courtesy import asides, is_patient
from kgqa.questions.text.options import before_options
from kgqa.records import BY_NAME, Candidate, Entity, Guess, Node
from kgqa.schema.model import Relation, Schema

LONGEST = 4
"""Words of a shortened name."""
LONGEST_INITIALS = 6
MOST_TRIED = 12
"""Runs of words of one question that are looked up."""
SHARED_BY = 50
"""Times that each thing of a type is recorded of others on average, from which on it is a value of theirs."""
MOST_VALUES = 8
"""Values that one word may stand for; of more it says nothing."""
LETTERS_OF_A_WORD = 2
"""Letters of an abbreviation that is too short to stand for some letters of one word."""
SHORTEST_SYMBOL = 3
"""Letters up to which a symbol in small letters may be the end of another name."""
SHORTEST_VALUE = 4
"""Letters of a word by which values are told apart."""
_NUMBERED = re.compile(
    r",?\s+(?:(?P<kind>type|subtype|group|form)\s+)?(?P<number>\d{1,3}[A-Za-z]?|[IVX]{1,5}|(?(kind)[A-Z]|(?!)))\b"
)
_IN_GLOSS = frozenset({"the", "a", "an", "of", "between", "in", "on", "at", "to"})
"""Words within what a name in brackets explains."""
_PARTING = re.compile(r"[()<>≤≥=:;?!]")
_BEARS = re.compile(r"\b(?:in|among)\s+(?:an?\s+)?$", re.IGNORECASE)
"""Stands before what has something, which is no trouble that something else has."""
_ROW = frozenset(",;+/&-–—:") | {""}
_COPULA = frozenset({"is", "are"})
_DENYING = frozenset({"not", "neither"})
_NOUN_AFTER = frozenset({"a", "an", "the", "any", "its", "their"})
"""Words behind which letters are a noun, and no name."""
_OF = frozenset({"of", "with", "in", "the"})
"""Words between a noun and the part of the body that it is said of."""


_ALTERNATIVE = re.compile(r"\s*/\s*|\s+(?:or|vs\.?|versus)\s+", re.IGNORECASE)
"""What stands between two things of which one is meant."""


@dataclass(frozen=True, slots=True)
class _Noun:
    """A word that only sorts: where it ends, and the labels that it is a word for; None where it may be of any."""

    end: int
    labels: frozenset[str] | None = None


class Guesses:
    """Guesses at the names in questions to one graph. Safe to share between threads."""

    def __init__(self, schema: Schema, lexicon: Lexicon, linker: Linker) -> None:
        self._schema = schema
        self._lexicon = lexicon
        self._linker = linker
        self._sorts = lexicon.sorting
        self._values = _value_types(schema)
        self._manners = Manners(schema, lexicon, linker.index, self._values)
        self._with_kinds = sorted({r.source for r in schema.relations if r.hierarchical and r.source == r.target})

    @cached_property
    def _affected(self) -> frozenset[str]:
        """The types with kinds whose things a thing of another type affects, in the words of the schema."""
        return self._ends(relation for ways in self._affecting for relation in ways)

    @cached_property
    def _troubled(self) -> frozenset[str]:
        """Those of them that every word for affecting leads to: a gene is involved in a disease that it does not
        affect."""
        return self._ends(frozenset.intersection(*self._affecting) if self._affecting else ())

    @cached_property
    def _affecting(self) -> tuple[frozenset[Relation], ...]:
        """The relations that each verb of affecting is a word for, as far as the schema has it."""
        known = (self._lexicon.longest(spoken(verb), 0) for verb in vocabulary().affecting)
        return tuple(frozenset(one[1].relations) for one in known if one is not None and one[1].relations)

    def _ends(self, ways: Iterable[Relation]) -> frozenset[str]:
        return frozenset(one.target for one in ways if one.source != one.target and one.target in self._with_kinds)

    def is_value_word(self, word: str) -> bool:
        """Whether values that very many things have are told apart by a word ("dominant")."""
        return fold(word) in self._value_words

    @cached_property
    def _value_words(self) -> frozenset[str]:
        sorting = {word for label in self._values for word in self._sorts[label]} | generic()
        texts = {node.name for node in self._value_nodes}
        return frozenset(word for text in texts for word in words(text) if len(word) >= SHORTEST_VALUE) - sorting

    @cached_property
    def _value_nodes(self) -> tuple[Node, ...]:
        """The values, each once, by name."""
        index = self._linker.index
        names = index.names() if index.labels & self._values else ()
        nodes = {node.id: node for node in (index.node(name.thing) for name in names) if node.label in self._values}
        return tuple(sorted(nodes.values(), key=lambda node: (node.name, node.id)))

    def added(self, question: str, entities: Sequence[Entity]) -> list[Entity]:
        """The names of a cleaned question with a guess at each run of words that nothing explains, in order."""
        entities = [
            one
            for one in entities
            if one.chosen.method != "synonym" or not self._is_measured(question, one.mention, one.start)
        ]
        left = [(one.start, one.end) for one in asides(question, entities, self._schema.called)]
        full = in_full(blanked(question, left), entities)
        asked = len(before_options(question))
        items = [one for one in tag(full.text, entities, self._lexicon, full.words) if one.start < asked]
        ends = [(one.start, one.end) for one in items if one.unread]
        if any(_is_ending(question, one, ends) for one in entities):
            entities = [one for one in entities if not _is_ending(question, one, ends)]
            items = [one for one in tag(full.text, entities, self._lexicon, full.words) if one.start < asked]
        entities = [self._numbered(question, self._predicate(question, one, items, entities)) for one in entities]
        entities = [self._with_own_name(question, one) for one in entities]
        entities = [self._with_trouble(question, self._with_initials(question, one)) for one in entities]
        if not any(item.unread for item in items):
            return list(entities)
        shortened = self._linker.shortened(question, self._sorts)
        entities = [self._manners.longer(question, self._longer(shortened, question, one, items)) for one in entities]
        entities = [_with_gloss(question, one, items) for one in entities]
        found: list[Entity] = []
        tried = 0
        for first, last in _runs(question, items):
            if tried == MOST_TRIED:
                break
            tried += 1
            start, end = items[first].start, items[last].end
            if any(one.start < end and start < one.end for one in (*found, *entities)) or _is_relative(
                question[start:end]
            ):
                continue
            guess = self._guess(shortened, question, items, first, last)
            if guess is not None and not any(one.start < guess.end and guess.start < one.end for one in entities):
                found.append(guess)
        found += self._joined(shortened, question, items, [*entities, *found])
        kept = [one for one in found if not self._is_part(question, one, found, items)]
        placed = sorted([*entities, *kept], key=lambda one: (one.start, -one.end))
        return list(self._together(shortened, question, placed))

    def _together(self, shortened: Shortened, question: str, entities: Sequence[Entity]) -> Iterator[Entity]:
        """Names, two beside each other as one where a name is a variant of both: "chronic kidney failure" is no kidney
        failure with a chronic course."""
        held: Entity | None = None
        for one in entities:
            beside = held is not None and question[held.end : one.start] == " " and bool(held.guess or one.guess)
            beside = beside and not (one.guess == "value" and held is not None and _opens_with(question, held))
            both = question[held.start : one.end] if beside and held is not None else ""
            whole = shortened.varied(both) if both else []
            begun = shortened.short(both, marked=True) if both and not whole else []
            if (whole or begun) and held is not None:
                held = _entity(question, held.start, one.end, whole or begun, "variant" if whole else "short")
                continue
            if held is not None:
                yield held
            held = one
        if held is not None:
            yield held

    def may_be_symbol(self, entity: Entity) -> bool:
        """Whether nothing but letters speaks for a guess, so that it may as well be a symbol that the graph lacks."""
        named = entity.chosen.matched.casefold() == entity.mention.casefold()
        bare = entity.guess == "initials" and " " not in entity.mention and not named
        labels = {one.label for one in (entity.chosen, *entity.rivals)}
        return bare and not labels & (self._values | (self._symbols or frozenset()))

    def as_symbols(self, entity: Entity) -> Iterator[Entity]:
        """The mention as an unknown thing of each type whose things are called by symbols.

        Where nobody knows which these are, any type is one.
        """
        labels = [node.label for node in self._schema.nodes] if self._symbols is None else sorted(self._symbols)
        for label in labels:
            unknown = Candidate(entity.mention, entity.mention, label, 1.0, "exact", entity.mention, (entity.mention,))
            yield replace(entity, chosen=unknown, rivals=(), tied=False, guess="")

    @cached_property
    def _symbols(self) -> frozenset[str] | None:
        """The types of which most names are symbols; None where the names cannot be counted."""
        return self._linker.called_by_symbols()

    def _joined(
        self, shortened: Shortened, question: str, items: Sequence[Item], entities: Sequence[Entity]
    ) -> list[Entity]:
        """What a word means that "and" or "or" joins to a part of the body ("eye and heart problems")."""
        broad = [one for one in entities if one.guess == "broad"]
        found: list[Entity] = []
        for first, last in _runs(question, items) if broad else ():
            start, end = items[first].start, items[last].end
            if any(one.start < end and start < one.end for one in (*entities, *found)):
                continue
            for beside in _joined_to(items, first, last):
                part = next((one for one in broad if one.start <= items[beside].start < one.end), None)
                labels = frozenset() if part is None else frozenset(one.label for one in (part.chosen, *part.rivals))
                guess = self._found_broad(shortened, question, start, end, question[start:end], _Noun(end, labels))
                if guess is not None:
                    found.append(guess)
                    break
        return found

    def otherwise(self, question: str, entities: Sequence[Entity]) -> Iterator[list[Entity]]:
        """The names of a question that makes no sense with them, each abbreviation in turn read by its initials.

        "MVP" is a name of a disease; where a feature is asked for it may be *Mitral valve prolapse*, and "heart
        disease" trouble with the heart.
        """
        for place, entity in enumerate(entities):
            found = self._else(question, entity, self._sorts.keys()) or self._former(entity)
            if found:
                guess = _entity(question, entity.start, entity.end, found, "initials")
                yield [*entities[:place], guess, *entities[place + 1 :]]
        for guess in self.for_properties(question, entities):
            yield sorted([*entities, guess], key=lambda one: one.start)
        for place, entity in enumerate(entities):
            trouble = self.as_trouble(question, entity)
            if trouble:
                guess = _entity(question, entity.start, entity.end, trouble, "broad")
                yield [*entities[:place], guess, *entities[place + 1 :]]

    def _former(self, entity: Entity) -> list[Candidate]:
        """What has another symbol now than a name, which is one of something of another type ("PARK2")."""
        found = self._of_symbols(symbols_of(entity.mention)) if is_symbol(entity.mention) and not entity.guess else []
        return [one for one in found if one.label != entity.chosen.label]

    def for_properties(self, question: str, entities: Sequence[Entity]) -> Iterator[Entity]:
        """The abbreviations that are words for nothing but a property, by their initials ("ID" is no identifier in "is
        A associated with ID")."""
        if question == question.upper():
            return
        for item in tag(question, entities, self._lexicon):
            meaning = item.meaning
            other = meaning.labels or meaning.relations or meaning.cues or meaning.absent
            noun = _NOUN_AFTER.intersection(question[: item.start].lower().split()[-1:]) or not item.text.isupper()
            if item.entity is None and meaning.properties and not (other or noun) and _is_abbreviation(item.text):
                found = self._linker.shortened(question, self._sorts).by_initials(item.text, "", self._sorts.keys())
                if found:
                    yield _entity(question, item.start, item.end, found, "initials")

    def as_trouble(self, question: str, entity: Entity) -> list[Candidate]:
        """What things of other types have where a part of the body is affected, of a name that is that part and the
        noun of its own type ("heart disease")."""
        part, _, noun = entity.mention.rpartition(" ")
        known = self._lexicon.longest(spoken(noun), 0) if part else None
        label = entity.chosen.label
        if known is None or label not in known[1].labels or _BEARS.search(question[: entity.start]):
            return []
        if entity.guess != "broad" and not is_kind_of(singular_of(part.lower()), "body part"):
            return []
        shortened = self._linker.shortened(question, self._sorts)
        return [one for other in sorted(self._troubled - {label}) for one in shortened.broad(part, other)]

    def _predicate(self, question: str, entity: Entity, items: Sequence[Item], entities: Sequence[Entity]) -> Entity:
        """The name, tied with the value that its letters may be where it is said of a thing ("diseases are AR")."""
        place = next((n for n, item in enumerate(items) if item.start == entity.start), 0)
        alike = any(one is not entity and one.chosen.label == entity.chosen.label for one in entities)
        either = self._is_one_of_values(question, entity, entities)
        said = (
            either
            or self._is_said(question, items, place)
            or (not alike and _stands_in_row(question, entity, entities))
        )
        found = self._else(question, entity, self._values) if said else []
        if found and (either or row_of(question, items, place) > 1):
            return _entity(question, entity.start, entity.end, found, "initials")  # no disease is "AD or AR"
        after = items[place + 1] if place + 1 < len(items) else None
        sorts = after is not None and entity.chosen.label in after.meaning.labels
        one_of_many = question[: entity.start].lower().split()[-1:] in (["a"], ["an"])
        if found and after is not None and sorts and (one_of_many or _is_plural(after.text)):
            return _entity(question, entity.start, entity.end, found, "initials")  # "AD disorders" are not one disorder
        tied = [replace(one, score=entity.chosen.score) for one in found]
        return replace(entity, rivals=(*tied, *entity.rivals), tied=True, guess="initials") if tied else entity

    def _with_trouble(self, question: str, entity: Entity) -> Entity:
        """The name, tied with the trouble of that part of the body where it is one in other words or another order, and
        ends in a noun for trouble ("heart malformations" of the disease *Heart, malformation of*)."""
        written, _, last = entity.mention.rpartition(" ")
        varied = entity.chosen.method == "normalised" and not entity.guess
        if not (varied and written) or singular_of(last.lower()) not in vocabulary().aspects:
            return entity
        shortened = self._linker.shortened(question, self._sorts)
        found = self._found_broad(shortened, question, entity.start, entity.end, written, _Noun(entity.end))
        options = () if found is None else (found.chosen, *found.rivals)
        others = [replace(one, score=entity.chosen.score) for one in options if one.label != entity.chosen.label]
        return replace(entity, rivals=(*others, *entity.rivals), tied=True, guess="broad") if others else entity

    def _with_initials(self, question: str, entity: Entity) -> Entity:
        """The name, tied with all whose initials it is where it is two letters of the one word that a thing is called
        ("DM" of dermatomyositis): listed as a name or not, that is no more than a guess."""
        letters, chosen = entity.mention, entity.chosen
        listed = chosen.method == "synonym" and not entity.guess and chosen.id in self._linker.index
        if not listed or len(letters) != LETTERS_OF_A_WORD or not (letters.isalpha() and letters.isupper()):
            return entity
        index = self._linker.index
        names = (name.text for name in index.names_of(index.position(chosen.id)))
        if not all(len(words(name)) == 1 for name in names if abbreviates(letters, name)):
            return entity
        known = {one.id for one in (chosen, *entity.rivals)}
        shortened = self._linker.shortened(question, self._sorts)
        found = self._meant_by(letters) or shortened.by_initials(letters, "", self._sorts.keys())
        tied = [replace(one, score=chosen.score) for one in found if one.id not in known]
        return replace(entity, rivals=(*entity.rivals, *tied), tied=True, guess="initials") if tied else entity

    def _with_own_name(self, question: str, entity: Entity) -> Entity:
        """The name, as the thing whose own name it is but for a sorting word, where it is letters that are listed for
        another one whose name they do not spell ("BOR" of *BOR syndrome*, listed for a kindred one)."""
        chosen = entity.chosen
        if not _is_listed(entity) or entity.guess or _spells(entity.mention, chosen.name):
            return entity
        found = self._linker.shortened(question, self._sorts).short(entity.mention, marked=True)
        named = [one for one in found if one.score == SHORT_NAME and one.label == chosen.label and one.id != chosen.id]
        if len(named) != 1:
            return entity
        return replace(entity, chosen=named[0], rivals=(chosen, *entity.rivals), tied=False, guess="short")

    def is_name(self, word: str) -> bool:
        """Whether the graph writes a word only as the names of people and places are written."""
        return self._linker.shortened(word, self._sorts).is_name(word)

    def spelt_by(self, question: str, entity: Entity) -> list[Candidate] | None:
        """What else an abbreviation may stand for that is listed for the thing that it was read as, likeliest first:
        that somebody lists it tells nothing of what the one who asks had in mind. None where it is no guess, as
        letters that spell the thing's own name, and that of nothing else, are none."""
        if not _is_listed(entity) or entity.together:
            return None
        others = self._linker.shortened(question, self._sorts).spelt_by(entity.mention, entity.chosen)
        return others if others or not _spells(entity.mention, entity.chosen.name) else None

    def _is_one_of_values(self, question: str, entity: Entity, entities: Sequence[Entity]) -> bool:
        """Whether a name stands beside another one as an alternative, and the letters of that are those of a value
        ("AD or AR")."""
        for other in entities:
            between = question[min(other.end, entity.end) : max(other.start, entity.start)]
            if other is not entity and _ALTERNATIVE.fullmatch(between) and self._else(question, other, self._values):
                return True
        return False

    def _is_said(self, question: str, items: Sequence[Item], place: int) -> bool:
        """Whether a word says of what value a thing is: behind "is", before the noun of its type ("AR diseases") or
        for its kinds ("recessive forms of X"), or with nothing but a name beside it ("X: AR?")."""
        after = items[place + 1] if place + 1 < len(items) else None
        noun = after.meaning.labels if after is not None and after.position == items[place].last + 1 else frozenset()
        valued = any(r.source in noun and r.target in self._values for r in self._schema.relations)
        kinds = after is not None and after.position == items[place].last + 1 and "kind" in after.meaning.cues
        return valued or kinds or self._is_predicate(items, place, place) or row_of(question, items, place) > 0

    def _is_predicate(self, items: Sequence[Item], first: int, last: int) -> bool:
        """Whether words are what a thing is said to be: behind "is" or what it begins ("is X AD"), or in one row with
        a value or name that is ("are dominant but not recessive"), and nothing more."""
        if not first or (last + 1 < len(items) and not _joins_words(items[last + 1])):
            return False
        said = _before_denial(items, first)
        before, opening = items[said], items[0]
        if said > 1 and _joins_words(before) and items[said - 1].last + 1 == before.position:
            either = "or" in before.meaning.cues and said < first - 1  # "is X dominant or not recessive"
            beside = items[said - 1]
            valued = beside.entity is not None or self.is_value_word(beside.text)
            return valued and not either and self._is_predicate(items, said - 1, said - 1)
        asked = opening.text.lower() == "what" and first == 2  # "what is AR" says it of nothing
        joins = before.generic or (bool(before.meaning.relations) and not before.meaning.labels)
        if asked or joins or before.last + 1 != items[said + 1].position:
            return False  # "is X associated with AR" says it of nothing either
        return any(one.text.lower().replace("’", "'").removesuffix("n't") in _COPULA for one in (before, opening))

    def _numbered(self, question: str, entity: Entity) -> Entity:
        """The name with the number behind it where a thing has both, but for sorting words ("Loeys-Dietz 1")."""
        numbered = _NUMBERED.match(question, entity.end) if entity.subtype else None
        if numbered is None:
            return entity
        written = f"{entity.mention} {numbered['number']}"
        found = self._linker.shortened(question, self._sorts).short(written, marked=True)
        return _entity(question, entity.start, numbered.end(), found, "short") if found else entity

    def _longer(self, shortened: Shortened, question: str, entity: Entity, items: Sequence[Item]) -> Entity:
        """The name with a word beside it, where a name is a variant of both ("juvenile polyposis syn", "gum overgrowth"
        for what is called gingival overgrowth)."""
        place = next((n for n, item in enumerate(items) if item.start == entity.start), len(items))
        for item in (*items[place + 1 : place + 2], *items[max(place - 1, 0) : place]):
            start, end = min(entity.start, item.start), max(entity.end, item.end)
            between = (
                question[entity.end : item.start] if item.start > entity.start else question[item.end : entity.start]
            )
            if not (item.unread and between == " "):
                continue
            if self.is_value_word(item.text) and _opens_with(question, entity):
                continue  # "is X dominant" says of X what it is
            text = question[start:end]
            found = self._of_value(item, entity) if item.start < entity.start else []
            found = found or shortened.varied(text) or self._in_whole(text, entity) or shortened.gapped(text)
            if found:
                return _entity(question, start, end, found, "variant")
        return entity

    def _of_value(self, item: Item, entity: Entity) -> list[Candidate]:
        """What is called by a value and a name, where one word of the value tells of it ("recessive limb-girdle
        dystrophies" for those that are autosomal recessive)."""
        if not self.is_value_word(item.text):
            return []
        said = (node for node in self._value_nodes if fold(item.text) in words(node.name))
        wholes = (self._told_of(node, item.text) for node in said)
        meant = (self._linker.meant(f"{whole} {entity.mention}") for whole in wholes)
        found = [one for things in meant for one in things if one.method in (*BY_NAME, "normalised")]
        return list({one.id: one for one in found}.values())

    def _told_of(self, node: Node, word: str) -> str:
        """The words of a value's name up to the one by which it is told."""
        named = tokens(node.name)
        place = next(n for n, one in enumerate(named) if one.fold == fold(word))
        return node.name[: named[place].end]

    def _in_whole(self, text: str, entity: Entity) -> list[Candidate]:
        """What a name with a word beside it is called with the words that it leaves out ("vascular Ehlers-Danlos")."""
        name = entity.chosen.name
        if not name.lower().startswith(f"{entity.mention.lower()} "):
            return []
        whole = f"{text}{name[len(entity.mention) :]}"
        return [one for one in self._linker.meant(whole, labels={entity.chosen.label}) if one.method in BY_NAME]

    def _is_part(self, question: str, guess: Entity, found: Sequence[Entity], items: Sequence[Item]) -> bool:
        """Whether a guess leaves words beside it that nothing explains, so that it is part of an unknown name."""
        places = [n for n, item in enumerate(items) if item.unread and guess.start <= item.start < guess.end]
        first, last = min(places), max(places)
        while first and items[first - 1].unread and _goes_on(question, items[first - 1], items[first]):
            if _is_predicate_verb(items, first - 1) or is_patient(items[first - 1].text):
                break
            first -= 1
        while last + 1 < len(items) and _goes_on(question, items[last], items[last + 1]):
            if self.is_value_word(items[last + 1].text):
                break  # "Marfan dominant?"
            last += 1
        return any(not any(one.start <= item.start < one.end for one in found) for item in items[first : last + 1])

    def _else(self, question: str, entity: Entity, labels: Set[str]) -> list[Candidate]:
        """What a name of the graph that is an abbreviation may be by its letters, of types that it is no name of."""
        letters = _in_singular(entity.mention)
        written = _is_abbreviation(letters) and question != question.upper()
        if entity.guess or entity.chosen.method == "identifier" or not written:
            return []
        others = labels - {one.label for one in (entity.chosen, *entity.rivals)}
        clinical = self._meant_by(letters)
        if clinical or self._is_spoken_of(letters):
            return [one for one in clinical if one.label in others]
        return self._linker.shortened(question, self._sorts).by_initials(letters, "", others, entity.chosen)

    def _guess(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        """What the words from one item to another, none of which anything explains, are guessed to name."""
        if first == last and self._is_measured(question, items[first].text, items[first].start):
            return None
        said = self._manners.said(question, items, first, last)
        if said is not None:
            return _entity(question, said.start, said.end, said.meant, "value")
        for guess in (
            self._broad,
            self._written_out,
            self._product,
            self._initials,
            self._said_of,
            self._short,
            self._varied,
            self._value,
        ):
            entity = guess(shortened, question, items, first, last)
            if entity is not None:
                return entity
        return None

    def _said_of(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        """The thing that an adjective says somebody has ("is obese": obesity; "a deaf child")."""
        item, after = items[first], items[last + 1] if last + 1 < len(items) else None
        beside = after is not None and question[item.end : after.start] == " "
        if first != last or item.text.isupper() or is_marked(question, item.start, item.text):
            return None
        end = item.end
        if beside and after is not None and not after.meaning.cues:
            if not is_patient(after.text):
                return None  # it says which kind of another thing is meant
            end = after.end
        for noun in nouns_of(item.text.lower()):
            found = next((one for one in self._linker.link(noun) if one.mention == noun), None)
            if found is not None and found.chosen.method in BY_NAME:
                return replace(found, mention=question[item.start : end], start=item.start, end=end, guess="variant")
        return None

    def _short(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        start, end = items[first].start, items[last].end
        if not vocabulary().speaking.isdisjoint(items[first].behind):  # "says Wilson"
            return None
        marked = all(is_marked(question, item.start, item.text) for item in items[first : last + 1])
        written = question[start:end]
        numbered = _NUMBERED.match(question, end)
        if numbered is not None:
            found = shortened.short(f"{written} {numbered['number']}", marked=marked)
            if found:
                return _entity(question, start, numbered.end(), found, "short")
        found = shortened.short(written, marked=marked)
        respelt = None if found else shortened.respelt(written)
        found = found or (shortened.short(respelt, marked=marked) if respelt is not None else [])
        noun = None if found else self._noun_behind(question, items, last)
        if noun is not None and (whole := shortened.gapped(question[start : noun.end])):
            return _entity(question, start, noun.end, whole, "short")
        found = found or shortened.gapped(written) or shortened.ended(written, marked=marked)
        after = items[last + 1] if last + 1 < len(items) else None
        beside = after is not None and after.entity is not None and after.position == items[last].last + 1
        if not found or (beside and found[0].score < SHORT_NAME):  # "ankylosing" before a name is a part of that
            return None
        subtype = numbered.group().strip(", ") if numbered is not None else ""
        return _entity(question, start, end, found, "short", subtype)

    def _varied(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        """What words of a name are a variant of, each of them the beginning, another form or a synonym of one of its
        words; with the number behind them, or the noun that sorts it ("bleeder's disease")."""
        start, end = items[first].start, items[last].end
        numbered = _NUMBERED.match(question, end)
        written = question[start:end]
        if numbered is not None and (found := shortened.varied(f"{written} {numbered['number']}")):
            return _entity(question, start, numbered.end(), found, "variant")
        found = shortened.varied(written)
        noun = None if found or _says_what_it_is(items, first) else self._noun_behind(question, items, last)
        if noun is not None:
            found, end = shortened.varied(question[start : noun.end]), noun.end
        return _entity(question, start, end, found, "variant") if found else None

    def _written_out(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        """What is called by the words that clinicians' abbreviations stand for ("SNHL", "pulmonary AVM")."""
        if len(items) > 1 and question == question.upper():
            return None
        found = self._meant_by(*(one.text for one in items[first : last + 1]))
        return _entity(question, items[first].start, items[last].end, found, "variant") if found else None

    def _meant_by(self, *said: str) -> list[Candidate]:
        """The things that are called by words with clinicians' abbreviations in full; none without any of these."""
        meant = [meant_by(one) for one in said]
        ways = product(*(several or (one,) for one, several in zip(said, meant, strict=True))) if any(meant) else ()
        named = (one for way in ways for one in self._linker.meant(" ".join(way)) if one.method in BY_NAME)
        return list({one.id: one for one in named}.values())

    def _is_measured(self, question: str, letters: str, start: int) -> bool:
        """Whether letters at a place are what something told is measured in ("CK up"), listed as a name or not."""
        told = self._linker.told(question, []) if self._is_spoken_of(letters) else ()
        end = start + len(letters)
        return any(one.start <= start and end <= one.end and one.end - one.start > len(letters) for one in told)

    def _is_spoken_of(self, letters: str) -> bool:
        """Whether clinicians mean something by letters of which the graph speaks, if it is no name there ("CK" where
        creatine kinase is elevated), so that they are no initials."""
        return any(all(map(self._linker.knows, words(meant))) for meant in meant_by(letters))

    def _product(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        """The gene of which something that it makes is called so ("connexin 26"), with the number behind it."""
        start, end = items[first].start, items[last].end
        numbered = _NUMBERED.match(question, end)
        ends = ([numbered.end()] if numbered is not None else []) + [end]
        for end in ends:
            found = self._of_symbols(symbols_of(question[start:end]))
            if found:
                return _entity(question, start, end, found, "variant")
        return None

    def _of_symbols(self, symbols: Sequence[str]) -> list[Candidate]:
        """The things whose own name one of some symbols is."""
        labels = set(self._symbols or self._sorts)
        found = (one for symbol in symbols for one in self._linker.meant(symbol, labels=labels))
        return [one for one in found if one.method == "exact"]

    def _initials(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        letters = _in_singular(items[first].text)
        said = first == last and self._is_said(question, items, first)
        shouted = len(items) > 1 and question == question.upper() and not (said and row_of(question, items, first))
        if not _is_abbreviation(letters) or shouted or (first == last and self._is_spoken_of(letters)):
            return None
        start, end = items[first].start, items[last].end
        rest = question[items[first].end : end]
        if first == last and is_english(letters) and not said:  # "MRI" and "DNA" are words
            return None
        found = shortened.by_initials(letters, rest, self._values if said else self._sorts.keys())
        return _entity(question, start, end, found, "initials") if found else None

    def _value(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        """The values that a word tells apart, where it is said of a thing ("which diseases are dominant")."""
        word = items[first].text
        if first != last or not self.is_value_word(word) or not self._is_said(question, items, first):
            return None
        found = self._values_of(fold(word)) or self._manners.alone(word)
        return _entity(question, items[first].start, items[last].end, found, "value") if found else None

    def _values_of(self, word: str) -> list[Candidate]:
        """The values in whose names a word stands, without those whose name only says more than another one's; none
        where a single one is left, which such a word does not tell from any other ("genetic")."""
        told = {node: frozenset(words(node.name)) for node in self._value_nodes if word in words(node.name)}
        kept = [node for node, said in told.items() if not any(other < said for other in told.values())]
        if not 1 < len(kept) <= MOST_VALUES:
            return []
        return [
            Candidate(
                one.id, one.name, one.label, SHORT_NAME, "normalised", one.name, self._linker.index.thing(one.id).ids
            )
            for one in kept
        ]

    def _broad(
        self, shortened: Shortened, question: str, items: Sequence[Item], first: int, last: int
    ) -> Entity | None:
        """The thing that a word beside one that only sorts means ("eye problems", "problems with the eye")."""
        start, end = items[first].start, items[last].end
        written = question[start:end]
        after = items[last + 1] if last + 1 < len(items) else None
        following = self._noun_behind(question, items, last)
        if _says_what_it_is(items, first):
            return None
        if following is not None:
            return self._found_broad(shortened, question, start, following.end, written, following)
        if last > first and (noun := self._noun(items[last])) is not None:
            written = question[start : items[last - 1].end]
            return self._found_broad(shortened, question, start, noun.end, written, noun)
        before = items[first - 1] if first else None
        if before is not None and first > 1 and before.text.lower() in ("both", "either"):
            before = items[first - 2]
        if after is not None and not vocabulary().affecting.isdisjoint(after.behind[:1]):  # "Is the eye affected in X?"
            return self._found_broad(shortened, question, start, end, written, _Noun(end, self._affected))
        if before is None or before.entity is not None or not set(items[first].behind) <= _OF:
            return None
        if ends_sentence(question, before.end, start):
            return None
        noun = self._noun(before)
        if noun is not None and (noun.end < before.end or not (_OF - {"the"}).isdisjoint(items[first].behind)):
            return self._found_broad(shortened, question, before.start, end, written, noun)
        if before.text.lower().split()[-1] in vocabulary().affecting:
            return self._found_broad(shortened, question, start, end, written, _Noun(end, self._affected))
        return None

    def _found_broad(
        self, shortened: Shortened, question: str, start: int, end: int, written: str, noun: _Noun
    ) -> Entity | None:
        labels = [label for label in self._with_kinds if noun.labels is None or label in noun.labels]
        found = [one for label in labels for one in shortened.broad(written, label)]
        common = _is_abbreviation(written) or named_as(words(written))
        named = not common and shortened.is_name(written)
        if not found or named:  # "Wilson problems" are no kinds of Wilson disease
            return None
        return _entity(question, start, end, found, "broad")

    def _noun_behind(self, question: str, items: Sequence[Item], last: int) -> _Noun | None:
        """The noun right behind an item, in the same sentence, that only sorts."""
        after = items[last + 1] if last + 1 < len(items) else None
        if after is None or after.position != items[last].last + 1:
            return None
        return None if ends_sentence(question, items[last].end, after.start) else self._noun(after)

    def _noun(self, item: Item) -> _Noun | None:
        """The word at the start of an item, where it says no more than the type of what stands beside it."""
        word, *others = spoken(item.text)
        empty = all(one.text.lower() in vocabulary().empty for one in others)
        if item.entity is not None or item.auxiliary or not empty:
            return None
        known = self._lexicon.longest([word], 0)
        labels = known[1].labels if known is not None else frozenset()
        named = labels or frozenset(label for label in self._with_kinds if word.fold in self._sorts[label])
        named = named or self._of_affecting(word.fold)
        if named or word.fold in vocabulary().aspects:
            return _Noun(item.end - (len(item.text) - word.end), named or None)
        return None

    def _of_affecting(self, noun: str) -> frozenset[str]:
        """The types of what is affected, of a noun for that ("involvement") or one that means a problem ("trouble")."""
        of_verb = noun in vocabulary().aspects and not derived(noun).isdisjoint(vocabulary().affecting)
        same = synonyms(singular_of(noun), "n") & vocabulary().aspects if not of_verb else frozenset[str]()
        return self._troubled if of_verb or same else frozenset()


def _says_what_it_is(items: Sequence[Item], first: int) -> bool:
    """Whether words say what something is: "Is X a genetic disease?" asks for no thing of that name."""
    said = first > 1 and "a" in items[first - 1].meaning.cues and items[0].text.lower() in _COPULA
    return said and "there" not in items[1].meaning.cues


def _value_types(schema: Schema) -> frozenset[str]:
    """The types of which each thing is what very many others have, as a mode of inheritance is."""
    counts = {node.label: node.count for node in schema.nodes}
    shared = Counter[str]()
    for relation in schema.relations:
        if relation.source != relation.target:
            shared[relation.target] += relation.count
    return frozenset(label for label, number in shared.items() if number >= SHARED_BY * max(counts[label], 1))


def _joins_words(item: Item) -> bool:
    return bool({"and", "or", "but"} & item.meaning.cues) or item.text.lower() == "nor"


def _before_denial(items: Sequence[Item], first: int) -> int:
    """The place before some words and what denies them ("is not recessive", "are neither AD …")."""
    said = first - 1
    denied = said and items[said].text.lower() in _DENYING and items[said].last + 1 == items[first].position
    return said - 1 if denied else said


def _opens_with(question: str, entity: Entity) -> bool:
    """Whether a question asks of a name right at its beginning what it is ("is X …")."""
    before = question[: entity.start].lower().split()
    return bool(_COPULA.intersection(before)) and set(before) <= _COPULA | {"the"}


def _stands_in_row(question: str, entity: Entity, entities: Sequence[Entity]) -> bool:
    """Whether a name stands between signs, one of a row ("seizures + ataxia, AR")."""
    before, after = question[: entity.start].rstrip()[-1:], question[entity.end :].lstrip(" ?.!")[:1]
    parted = before in _ROW and (not after or after in _ROW) and (before + after).strip() != ""
    return parted and len(entities) > 1


def _is_ending(question: str, entity: Entity, unread: Sequence[tuple[int, int]]) -> bool:
    """Whether letters that are a symbol of something in capitals stand in small ones right behind a word that nothing
    explains, so that they are the end of what that begins ("joubert sd" for a syndrome)."""
    small = entity.mention.islower() and len(entity.mention) <= SHORTEST_SYMBOL and entity.chosen.matched.isupper()
    return small and any(question[end : entity.start] == " " for _, end in unread)


def _is_relative(text: str) -> bool:
    """Whether a word is one for persons ("my cousin", "kids"), and no short name of what is called after one."""
    return text.islower() and is_patient(text)


def _goes_on(question: str, item: Item, after: Item) -> bool:
    """Whether nothing explains a word right behind another one either, with no sign between that parts them."""
    beside = after.unread and after.position == item.last + 1
    parted = _PARTING.search(question[item.end : after.start]) is not None
    return beside and not parted and not ends_sentence(question, item.end, after.start)


def _runs(question: str, items: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """First and last of items beside each other that nothing explains, the longest runs first."""
    runs = [
        (first, last)
        for first, item in enumerate(items)
        if item.unread
        for last in range(first, min(first + LONGEST, len(items)))
        if all(_goes_on(question, items[n - 1], items[n]) for n in range(first + 1, last + 1))
    ]
    return iter(sorted(runs, key=lambda run: (run[0] - run[1], run[0])))


def _is_predicate_verb(items: Sequence[Item], place: int) -> bool:
    """Whether a word is a verb with its subject before it ("my doctor mentioned X"), so that the name behind it is
    whole; a participle behind an article is part of a name."""
    item = items[place]
    before = items[place - 1] if place else None
    subject = bool(item.behind) and item.behind[-1] in vocabulary().subjects
    noun = before is not None and not item.behind and before.last + 1 == item.position and is_known(before.text, "n")
    conjugated = any(verb != item.text for verb in infinitives(item.text))
    return item.text.islower() and conjugated and (subject or noun)


def _joined_to(items: Sequence[Item], first: int, last: int) -> Iterator[int]:
    """The items that "and", "or" and the like join to some items, on either side of them."""
    joint = first - 1
    while joint > 0 and JOINING & items[joint].meaning.cues:
        joint -= 1
    if joint < first - 1:
        yield joint
    if last + 2 < len(items) and {"and", "or"} & items[last + 1].meaning.cues:
        yield last + 2


def _is_abbreviation(word: str) -> bool:
    """Whether a word is written as abbreviations are: short, and of capitals for the most part ("KF", "HbS", "T2D")."""
    capitals = sum(map(str.isupper, word))
    return word.isalnum() and 2 <= len(word) <= LONGEST_INITIALS and capitals >= 2 and capitals * 2 > len(word)


def _is_listed(entity: Entity) -> bool:
    """Whether a mention is letters in capitals that are listed as a name of what it was read as, and not its own."""
    letters, chosen = entity.mention, entity.chosen
    named = chosen.method == "synonym" and chosen.matched.casefold() == letters.casefold()
    return named and letters.isalpha() and letters.isupper() and 2 <= len(letters) <= LONGEST_INITIALS


def _spells(letters: str, name: str) -> bool:
    """Whether letters abbreviate a name, the last one as the beginning of a word where it has several: it is seldom
    from within one (of *Ichthyosis, Bullous type* the S is none)."""
    telling = [word for word in words(name) if word not in generic()]
    ends = any(word.startswith(letters[-1].casefold()) for word in words(name))
    return abbreviates(letters, name) and (ends or len(telling) == 1)


def _is_plural(noun: str) -> bool:
    return noun.lower() != without_s(noun.lower())


def _in_singular(abbreviation: str) -> str:
    """Capitals without the small letter of their plural ("VSDs")."""
    return abbreviation[:-1] if abbreviation.endswith("s") and abbreviation[:-1].isupper() else abbreviation


def _entity(question: str, start: int, end: int, found: Sequence[Candidate], guess: Guess, subtype: str = "") -> Entity:
    first, *others = found
    return Entity(question[start:end], start, end, first, tuple(others), bool(others), subtype, guess=guess)


def _with_gloss(question: str, entity: Entity, items: Sequence[Item]) -> Entity:
    """A name in brackets together with the words before it that nothing explains, as they say the same ("the lens is
    dislocated (ectopia lentis)")."""
    opens = question[: entity.start].rstrip()
    closes = CLOSES.match(question, entity.end)
    if closes is None or not opens.endswith("("):
        return entity
    start = len(opens) - 1
    for item in reversed([one for one in items if one.end < len(opens)]):
        between = question[item.end : start].lower().split()
        beside = _IN_GLOSS.issuperset(between)
        if not beside or item.entity is not None or not (item.unread or (item.auxiliary and start < len(opens) - 1)):
            break
        start = item.start
    first = next((one for one in items if one.start == start), None)
    if first is None or not first.unread:  # a form of be alone is no gloss
        return entity
    return replace(entity, start=start, end=closes.end(), mention=question[start : closes.end()])
