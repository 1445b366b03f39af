"""What a question means in one graph: which of its things it names, and what it asks for."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING

from kgqa.language.inflection import verbs_of, without_s
from kgqa.language.normalise import blanked, name_words
from kgqa.language.text import clean
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.appositions import as_one
from kgqa.linking.enumerations import apart, with_numbers
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.answer_type import asked_types
from kgqa.questions.by_meaning.clauses import clauses, points_back
from kgqa.questions.by_meaning.context import standalone
from kgqa.questions.by_meaning.decomposition import Asked
from kgqa.questions.by_meaning.own_words import SURELY, OwnWords
from kgqa.questions.by_meaning.second_stage import Meant, SecondStage
from kgqa.questions.extents import Extent, with_extents
from kgqa.questions.guessing import Guesses
from kgqa.questions.intent import Ambiguity, Condition, Gap, Intent, Option, Thing
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.meaning import Meanings
from kgqa.questions.measures import without
from kgqa.questions.measuring import Measured, measured
from kgqa.questions.outdone import outdone
from kgqa.questions.paths import direct
from kgqa.questions.qualifier_phrases import ValueNames
from kgqa.questions.reader import Reader
from kgqa.questions.rewriting import Edit, Rewritten, rewritten
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, tag
from kgqa.questions.valued import TextsOf, ThingValues, Valued
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Entity, Kind, SetAside
from kgqa.schema.model import Schema

if TYPE_CHECKING:
    from kgqa.questions.meaning import Embed


_APART = 0.1
"""How much nearer a question in the graph's own words must be than any other one."""
_HOLDING = re.compile(r"\b(?P<verb>[a-z]{3,})\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
"""A verb right before a number of something."""
_MOST_OFFERED = 4
_FITS_BETTER = 1.5
"""How much better a question that puts a word as one thing must fit than those that put it as another."""


class Interpreter:
    """Names and wishes of questions about one graph. Safe to share between threads."""

    def __init__(
        self,
        schema: Schema,
        linker: Linker,
        embed: Embed | None = None,
        values: ValueNames | None = None,
        texts: TextsOf | None = None,
    ) -> None:
        """Reads over a schema, with names from a linker.

        Args:
            embed: gives texts their vectors, for words that no lexicon has; None to read without.
            values: the texts that a property of a relation has in the graph; None to read no condition on them.
            texts: those by which a property sorts things; None to read no condition on them.
        """
        self._linker = linker
        self._reader = Reader(schema, linker.knows, values, lambda: self._thing_values.texts)
        self._wording = Wording(schema)
        self._measures = self._reader.measures
        self._guesses = Guesses(schema, self._reader.lexicon, linker)
        self._second_stage = SecondStage(
            schema,
            self._reader.lexicon,
            self._read_plainly,
            self._reader.qualifiers,
            linker.knows,
            self._sorts,
        )
        self._thing_values = ThingValues(schema, texts, self._reader.lexicon)
        self._own_words = OwnWords(schema, self._reader, linker.knows, lambda: self._thing_values.texts)
        self._called_as: dict[tuple[str, str], tuple[Thing, ...]] = {}
        self._meanings = None if embed is None else Meanings(schema, self._reader.lexicon, embed)

    def _sorts(self, word: str) -> bool:
        """Whether things are sorted by a word, so that it changes what is asked ("dominant", "steam")."""
        return self._guesses.is_value_word(word) or self._thing_values.sorts(word)

    def link(self, cleaned: str, *, inside: bool = False) -> list[Entity]:
        """The names of the graph in a cleaned text.

        Args:
            inside: also the broader thing that a name of several words holds, overlapping it.
        """
        return [one for one in self._found(cleaned, inside=inside) if not self._is_word(one)]

    def named(self, cleaned: str) -> list[Entity]:
        """The names of the graph in a cleaned question, with guesses at those that it shortens."""
        found = self._guesses.added(cleaned, self.link(cleaned))
        found = with_numbers(cleaned, found, lambda name: self._guesses.added(name, self.link(name)))
        kept = [one for one in found if not (self._may_be_unknown(cleaned, one, found) or self._sorts_only(one))]
        return as_one(cleaned, [self._thing_values.as_title(cleaned, one) for one in kept])

    def _sorts_only(self, entity: Entity) -> bool:
        """Whether a mention that nothing is called by itself is a word by which things are sorted ("bridges")."""
        return entity.chosen.method == "family" and self._thing_values.sorts(entity.mention)

    def _may_be_unknown(self, cleaned: str, guess: Entity, entities: Sequence[Entity]) -> bool:
        """Whether a guess at initials may be a symbol that the graph lacks, because the question makes sense so."""
        if not self._guesses.may_be_symbol(guess):
            return False
        others = [one for one in entities if one is not guess]
        placed = (sorted([*others, one], key=lambda each: each.start) for one in self._guesses.as_symbols(guess))
        return any(not isinstance(self._reader.read(cleaned, one), Gap) for one in placed)

    def read(self, cleaned: str, entities: Sequence[Entity], *, by_meaning: bool = False) -> Intent | Gap | Ambiguity:
        """What a question asks for; where it makes no sense otherwise, a word of the lexicon that is also the exact
        name of a thing is that thing ("which drugs treat cancer"), and an abbreviation what else its letters may be.

        Args:
            by_meaning: also words of the graph's own meaning, once the model is loaded; no question waits for that.
        """
        outcome = self._reader.read(cleaned, entities, self._meanings_at_hand() if by_meaning else None)
        if isinstance(outcome, Intent):
            return self._of_kind(cleaned, entities, outcome)
        if not isinstance(outcome, Gap):
            return outcome
        names = [one for one in self._found(cleaned) if self._is_word(one) and one.chosen.method == "exact"]
        if names:
            again = self._reader.read(cleaned, sorted([*entities, *names], key=lambda one: one.start))
            if isinstance(again, Intent):
                return again
        for other in self._guesses.otherwise(cleaned, entities):
            again = self._reader.read(cleaned, other)
            if not isinstance(again, Gap):
                return again
        return outcome

    def _of_kind(self, cleaned: str, entities: Sequence[Entity], intent: Intent) -> Intent:
        """The intent with what is asked for below the thing by whose name it is asked for.

        "Onset" is a word for what records tell, and among clinical courses a thing with kinds: who asks when a disease
        begins wants none of the other courses.
        """
        answer = intent.answer
        if answer is None or intent.kind not in ("list", "count") or intent.most:
            return intent
        upward = direct(self._reader.schema, answer.label, answer.label, hierarchical=True)
        above = next((hop for hop in upward if hop.forward), None)
        if above is None or any(condition.hop == above for condition in answer.conditions):
            return intent
        asked = {owned.property.name for one in self.items(cleaned, entities) for owned in one.meaning.properties}
        found = {thing.ids: thing for name in asked for thing in self._called(name, answer.label)}
        if len(found) != 1:
            return intent
        below = Condition(above, tuple(found.values()))
        return replace(intent, answer=replace(answer, conditions=(below, *answer.conditions)))

    def _called(self, property_: str, label: str) -> tuple[Thing, ...]:
        """The things of a type that are called as a property is, by its name; mostly none."""
        if (property_, label) not in self._called_as:
            meant = self._linker.meant(property_, labels={label})
            same = (one for one in meant if one.name.casefold() == property_.casefold())
            self._called_as[property_, label] = tuple(replace(Thing.of(one), name=property_) for one in same)
        return self._called_as[property_, label]

    def meant(self, cleaned: str, entities: Sequence[Entity]) -> Meant | None:
        """What a question that is not read strictly is likely to ask, in plain questions that are; None where nothing
        is near."""
        full = self._own_words.spelt_out(cleaned, entities, self._reader.items(cleaned, entities))
        if full.edits:  # a word in full may be a part of a name ("cardiac findngs")
            full = replace(full, entities=tuple(self.named(full.text)))
            if self._is_read(full):
                return Meant((full.text,), clear=True, share=1.0)
        valued = self._thing_values.find(full.text, full.entities)
        meant = self._with_texts(full, valued) if valued else self._put_or_near(full)
        meant = meant or self._with_conditions_said(full) or self._without_context(full) or self._in_context(full)
        if meant is None or not full.edits:
            return meant
        return replace(meant, set_aside=tuple(full.aside(one, cleaned) for one in meant.set_aside))

    def _without_context(self, said: Rewritten) -> Meant | None:
        """What the only part of a text that asks is likely to ask, where nothing else in it is of the graph ("I am
        writing an essay. Which …"); None where it is no whole question without the rest."""
        found = clauses(said.text, said.entities)
        told = [one for one in found if not one.asks]
        items = self._reader.items(said.text, said.entities)
        said_beside = [item for item in items if any(one.covers(item.start) for one in told)]
        valued = self._thing_values.find(said.text, said.entities)
        if (
            len(found) - len(told) != 1
            or not told
            or any(item.entity is not None or item.meaning.of_graph for item in said_beside)
            or any(part.covers(one.start) for part in told for one in valued)
            or any(self._sorts(word.text) for part in told for word in part.within(spoken(said.text)))
        ):
            return None
        (asking,) = (one for one in found if one.asks)
        if points_back(asking.within(spoken(said.text))):
            return None
        cut = [Edit(one.start, one.end, " " * (one.end - one.start)) for one in told]
        rest = rewritten(said.text, said.entities, cut)
        asked = rest.text[asking.start :].strip(" .!:;,-")
        start = rest.text.index(asked)
        names = [replace(one, start=one.start - start, end=one.end - start) for one in rest.entities]
        whole = Rewritten(asked, tuple(names))
        if not names and not self._is_restricted(whole):
            return None  # "nephew cannot sweat: which illnesses" does not ask for all illnesses
        aside = tuple(SetAside(one.start, one.end, said.text[one.start : one.end].strip(" .!:;,-")) for one in told)
        if self._is_read(whole):
            return Meant((asked,), clear=True, set_aside=aside, share=1.0)
        meant = self.meant(asked, names)
        if meant is None:
            return None
        further = (replace(one, start=one.start + start, end=one.end + start) for one in meant.set_aside)
        return replace(meant, set_aside=(*aside, *further))

    def _is_restricted(self, said: Rewritten) -> bool:
        """Whether a question without a name puts a condition on what it asks for, by a number or a text."""
        read = self.measured(said.text, said.entities)
        whole = read is not None and (read.bounded or read.ranked or read.valued or read.unnamed)
        labels = {label for one in self._reader.items(said.text, said.entities) for label in one.meaning.labels}
        behind = self._thing_values.behind_verbs(said.text, said.entities, labels)
        return bool(whole or behind) or bool(self._thing_values.find(said.text, said.entities))

    def _in_context(self, said: Rewritten) -> Meant | None:
        """What the parts of a text that ask are likely to ask, each with the name in the place of its pronoun."""
        items = self._reader.items(said.text, said.entities)
        found = standalone(said.text, said.entities, items, self._sorts)
        meant = [self._plainly(question) for question in found.questions] if found is not None else []
        if found is None or not meant or None in meant:
            return None
        first, *others = dict.fromkeys(one for one in meant if one is not None)
        return Meant((first,), clear=True, set_aside=found.set_aside, then=tuple(others), share=1.0)

    def _plainly(self, question: str) -> str | None:
        """A question that stands by itself, as it is where it is read strictly, or as what it is likely to ask."""
        whole = Rewritten(question, tuple(self.named(question)))
        if self._is_read(whole):
            return question
        meant = self.meant(question, whole.entities)
        return meant.questions[0] if meant is not None and meant.clear and not meant.then else None

    def _put_or_near(self, said: Rewritten) -> Meant | None:
        return self._in_own_words(said) or self._near(said.text, said.entities)

    def _with_texts(self, said: Rewritten, valued: Sequence[Valued]) -> Meant | None:
        """What is asked where texts that are recorded of things restrict it: what is likely to be asked without them,
        with each in words that are read as that."""
        put = rewritten(said.text, said.entities, [Edit(one.start, one.end, one.put) for one in valued])
        meant = Meant((put.text,), clear=True, share=1.0) if self._is_read(put) else self._put_or_near(put)
        if meant is None or meant.then:
            return None
        phrase = " ".join(dict.fromkeys(one.said for one in valued))
        wholes = (_asking(f"{question.strip(' ?.!')} {phrase}?") for question in meant.questions)
        kept = tuple(one for one in wholes if self.measured(one, self.link(one)) is not None)
        aside = tuple(put.aside(one, said.text) for one in meant.set_aside)
        first = bool(kept) and meant.questions[0].strip(" ?.!") in kept[0]
        return replace(meant, questions=kept, set_aside=aside, clear=meant.clear and first) if kept else None

    def _with_conditions_said(self, said: Rewritten) -> Meant | None:
        """What is asked where texts behind prepositions restrict it, or numbers that a verb says things have, each in
        words that are read as that."""
        labels = {label for one in self._reader.items(said.text, said.entities) for label in one.meaning.labels}
        texts = self._thing_values.behind_verbs(said.text, said.entities, labels)
        numbers = list(self._numbers_held(said))
        if not (texts or numbers):
            return None
        ways = islice(product(*texts), _MOST_OFFERED)
        edits = ([*(Edit(one.start, one.end, f" {one.said} ") for one in way), *numbers] for way in ways)
        put = [rewritten(said.text, said.entities, one) for one in edits]
        read = [one.text for one in put if self.measured(one.text, one.entities) is not None]
        whole = [" ".join(one.split()).replace(" ?", "?") for one in read]
        return Meant(tuple(whole), clear=len(whole) == 1, share=1.0) if whole else None

    def _numbers_held(self, said: Rewritten) -> Iterator[Edit]:
        """A verb before a number that says no more than that something has it ("grant a discount of 10 %")."""
        for one in self._measures.find(said.text, said.entities):
            before = _HOLDING.search(said.text[: one.start])
            verbs = (
                {verb for verb, _ in verbs_of(before["verb"].lower())} | {before["verb"].lower()} if before else set()
            )
            if before is not None and one.named and one.bounds is not None and verbs & vocabulary().holding:
                yield Edit(before.start("verb"), one.start, "with ")

    def _is_read(self, put: Rewritten) -> bool:
        """Whether a text is read strictly."""
        if not isinstance(self.read(put.text, put.entities), Gap):
            return True
        return self.measured(put.text, put.entities) is not None

    def _in_own_words(self, said: Rewritten) -> Meant | None:
        """What is asked where words that nothing explains are put in the graph's own; None where that is not near."""
        items = self._reader.items(said.text, said.entities)
        ways = self._own_words.ways(said.text, said.entities, items)
        read = [one for one in ways if self._is_read(one)]
        if not read:
            return self._ranked_in_own_words(said, ways)
        texts = tuple(one.text for one in read)
        clear = len(read) == 1 or read[0].near - read[1].near >= _APART
        if clear and read[0].near >= SURELY:
            return Meant(texts[:1], clear=True, share=read[0].near)
        return Meant(texts[:_MOST_OFFERED], clear=False, share=read[0].near)

    def _ranked_in_own_words(self, said: Rewritten, ways: Sequence[Rewritten]) -> Meant | None:
        """The same where none of these is read strictly: the one that fits best among all that they could ask, where
        what is asked speaks of what was put."""
        found: dict[str, tuple[float, Meant]] = {}
        for way in ways:
            meant = self._near(way.text, way.entities) if way.near >= SURELY else None
            if meant is None or not meant.clear or meant.then or not _speaks_of(meant.questions[0], way):
                continue
            aside = tuple(way.aside(one, said.text) for one in meant.set_aside)
            if meant.fit > found.get(meant.questions[0], (-math.inf, meant))[0]:
                found[meant.questions[0]] = (meant.fit, replace(meant, set_aside=aside))
        ranked = [meant for _, meant in sorted(found.values(), key=lambda one: -one[0])]
        if not ranked:
            return None
        if len(ranked) == 1 or ranked[0].fit - ranked[1].fit >= _FITS_BETTER:
            return ranked[0]
        questions = tuple(one.questions[0] for one in ranked)
        return replace(ranked[0], questions=questions[:_MOST_OFFERED], clear=False)

    def _near(self, cleaned: str, entities: Sequence[Entity]) -> Meant | None:
        """What is likely to be asked among all that could be."""
        if any(one.bounds is None and one.top is None for one in self._measures.find(cleaned, entities)):
            return self._ranked_by_meaning(cleaned, entities)  # the most of a property is not the most links
        found = self._reader.extents(cleaned, entities)
        told = [part for part in clauses(cleaned, entities) if not part.asks]
        if any(part.covers(one.start) for one in found for part in told):
            return None  # "I am only interested in A. Which B …" says nothing of how far B leads
        if found:
            return self._reaching_by_meaning(cleaned, entities, found)
        return self._second_stage.meant(cleaned, entities)

    def _reaching_by_meaning(self, cleaned: str, entities: Sequence[Entity], found: Sequence[Extent]) -> Meant | None:
        """The same where it is said how far a relation is to lead: what is likely to be asked without that, with it."""
        rest = blanked(cleaned, [(one.start, one.end) for one in found])
        meant = self._second_stage.meant(rest, entities)
        questions = [self._reaching(question, found) for question in meant.questions] if meant else []
        if meant is None or meant.then or not questions or questions[0] is None:
            return None
        return replace(meant, questions=tuple(dict.fromkeys(one for one in questions if one is not None)))

    def _reaching(self, question: str, found: Sequence[Extent]) -> str | None:
        """A plain question, with these said of it in words that are read as that; None where none are."""
        _, read = self._read_plainly(question)
        asked = with_extents(read, found) if isinstance(read, Intent) else None
        if asked is None:
            return None
        for text in reworded(self._wording, asked):
            _, again = self._read_plainly(text)
            if isinstance(again, Intent) and (again.kind, again.answer) == (asked.kind, asked.answer):
                return text
        return None

    def _ranked_by_meaning(self, cleaned: str, entities: Sequence[Entity]) -> Meant | None:
        """The same where the highest or the lowest of a property of links is asked for: what is likely to be asked
        without it, of the only links that have that property."""
        ranking = [one for one in self._measures.find(cleaned, entities) if one.bounds is None and one.top is None]
        if len(ranking) != 1:
            return None
        (one,) = ranking
        rest = without(cleaned, ranking)
        meant = self._second_stage.meant(rest, [e for e in entities if not one.start <= e.start < one.end])
        found = []
        for question in meant.questions if meant is not None and not meant.then else ():
            for said in dict.fromkeys(map(one.said, one.ways)):
                whole = f"{question.removesuffix('?')} {said}?"
                read = self.measured(whole, self.link(whole))
                if read is not None and read.ranked is not None and read.intent.entities:
                    found.append(whole)
        return Meant((found[0],), clear=True, set_aside=meant.set_aside) if meant and len(found) == 1 else None

    def measured(self, cleaned: str, entities: Sequence[Entity]) -> Measured | None:
        """What a question that is not read strictly asks by numbers of things or of their links; None where it does
        not."""
        found = measured(cleaned, entities, self._measures, self._reader.lexicon, self.read, self._thing_values)
        return found or outdone(cleaned, entities, self._measures)

    def passes_over(self, cleaned: str, entities: Sequence[Entity]) -> bool:
        """Whether a text that is recorded of things is a word that says nothing elsewhere ("are listed"), so that a
        strict reading has passed it over."""
        if not any(one in cleaned.lower() for one in self._thing_values.light):
            return False
        light = vocabulary().light | vocabulary().function
        said = (cleaned[one.start : one.end].lower().split() for one in self._thing_values.find(cleaned, entities))
        return any(light.issuperset(words) for words in said)

    def lost(self, cleaned: str, entities: Sequence[Entity]) -> str:
        """A word that says nothing elsewhere and is a text that is recorded of things, though of none that the question
        asks for ("human antibodies" where only cells are human); empty where there is none."""
        texts = {one for one in self._thing_values.light if one in vocabulary().light - vocabulary().function}
        if not any(one in cleaned.lower() for one in texts):
            return ""
        spans = [(one.start, one.end) for one in entities]
        labels = {label for one in self._reader.items(cleaned, entities) for label in one.meaning.labels}
        behind = self._thing_values.behind_verbs(cleaned, entities, labels)
        told = (*self._thing_values.find(cleaned, entities), *(one for ways in behind for one in ways))
        spans += [(one.start, one.end) for one in told]
        words = (word for word in spoken(blanked(cleaned, spans)) if word.text.lower() in texts)
        return next((word.text for word in words if not self.lexicon.is_type(word.text.lower())), "")

    def taken_apart(self, cleaned: str, entities: Sequence[Entity]) -> Asked | None:
        """The only question of a text, taken apart: what it denies, leaves open and restricts; None where it cannot
        be."""
        return self._second_stage.taken_apart(cleaned, entities)

    @property
    def second_stage(self) -> SecondStage:
        """Weighs what the schema can be asked by what a question says."""
        return self._second_stage

    @property
    def lexicon(self) -> Lexicon:
        """The words of the schema."""
        return self._reader.lexicon

    def asked_types(self, cleaned: str, entities: Sequence[Entity]) -> list[str]:
        """The labels of what a question asks for, as far as its words tell where it is not read as a whole."""
        things = [Thing.of(one.chosen) for one in entities]
        items = tag(cleaned, entities, self._reader.lexicon)
        return [label for label, _ in asked_types(Sentence(items, things, self._reader.schema))]

    def asks_several(self, cleaned: str, entities: Sequence[Entity]) -> bool:
        """Whether a text asks more than one question."""
        return self._second_stage.several(cleaned, entities)

    def intent(self, question: str) -> Intent | None:
        """What a question asks for, without asking it; None where nothing could be asked of the graph, or where a name
        in it means several things of which more than one makes sense."""
        cleaned = clean(question)
        entities = self.named(cleaned)
        if any(lacks_subtype(entity, entities) for entity in entities):
            return None
        outcome = self.read(cleaned, entities)
        return outcome if isinstance(outcome, Intent) and not outcome.others else None

    def items(self, cleaned: str, entities: Sequence[Entity]) -> list[Item]:
        """The names of a cleaned text and its phrases with what they mean in this graph, in order."""
        return self._reader.items(cleaned, entities)

    def kind(self, question: str) -> Kind:
        """What kind of answer a question asks for, by its cues alone."""
        return self._reader.kind(question)

    def question(self, option: Option) -> str | None:
        """A question that is read as an option and nothing else, or None where no plain one is."""
        wanted = replace(option.intent, entities=(), notes=())
        for question in reworded(self._wording, option.intent):
            read = self.intent(question)
            if read is not None and replace(read, entities=(), notes=()) == wanted:
                return question
        return None

    def _found(self, cleaned: str, *, inside: bool = False) -> list[Entity]:
        """Every name in a cleaned text, words of the graph's lexicon included ("cancer" where a thing is called so)."""
        expected = LinkContext(expected=self._reader.expected(cleaned))
        found = apart(cleaned, lambda text: self._linker.link(text, context=expected, inside=inside))
        return with_numbers(cleaned, found, lambda name: self._linker.link(name, context=expected))

    def _is_word(self, entity: Entity) -> bool:
        """Whether a mention is a word of the lexicon, and so names nothing unless nothing else makes sense; or several
        of them, which are a name in another order ("diseases best" in "which diseases best fit …")."""
        if entity.chosen.method == "identifier":
            return False
        words = entity.mention.split()
        turned = entity.chosen.method == "normalised" and list(name_words(entity.mention)) != list(
            name_words(entity.chosen.matched)
        )
        return self._reader.is_phrase(entity.mention) or (turned and all(map(self._reader.is_phrase, words)))

    def _read_plainly(self, question: str) -> tuple[Sequence[Entity], Intent | Gap | Ambiguity]:
        cleaned = clean(question)
        entities = self.link(cleaned)
        return entities, self.read(cleaned, entities)

    def _meanings_at_hand(self) -> Meanings | None:
        return self._meanings if self._linker.vectors is not None else None


def _asking(question: str) -> str:
    """A question that begins as one, where it began with what is asked for ("longest tunnel")."""
    first = question.split()[0].lower()
    known = vocabulary()
    asks = (
        first in known.openers or first in known.auxiliary or any(first in known.cues[cue] for cue in ("list", "count"))
    )
    return question if asks else f"Which {question}"


def _speaks_of(question: str, way: Rewritten) -> bool:
    """Whether a plain question has the words that were put for others."""
    said = {without_s(word) for word in name_words(question)}
    return all(without_s(word) in said for one in way.edits for word in name_words(one.put) if word != "which")


def lacks_subtype(entity: Entity, entities: Sequence[Entity]) -> bool:
    """Whether words behind a name ask for a subtype of it that the graph lacks, and are no name themselves."""
    reach = entity.end + len(entity.subtype) + 2
    return bool(entity.subtype) and not any(entity.end <= other.start < reach for other in entities)
