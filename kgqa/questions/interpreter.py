"""What a question means in one graph: which of its things it names, and what it asks for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.language import thesaurus, units
from kgqa.language.inflection import base, singular_of, without_s
from kgqa.language.normalise import blanked, name_words
from kgqa.language.text import clean
from kgqa.language.thesaurus import is_kind_of
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.appositions import as_one
from kgqa.linking.enumerations import apart, with_numbers
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.answer_type import asked_types, says_more
from kgqa.questions.by_meaning.clauses import begins_anew, clauses
from kgqa.questions.by_meaning.context import Standalone
from kgqa.questions.by_meaning.decomposition import Decomposed, span
from kgqa.questions.by_meaning.kinds import asks_of_others
from kgqa.questions.by_meaning.names_in_a_row import asks_which_of
from kgqa.questions.by_meaning.own_words import ANY_KIND, OwnWords
from kgqa.questions.by_meaning.rereading import Rereading
from kgqa.questions.by_meaning.second_stage import Meant, SecondStage
from kgqa.questions.checks import doing_of_owned
from kgqa.questions.conditions.by_links import each_link
from kgqa.questions.conditions.link_values import Holds, ValueNames
from kgqa.questions.conditions.measures import Measures
from kgqa.questions.conditions.predicates import opposites_of
from kgqa.questions.conditions.sexes import both, without_adjectives
from kgqa.questions.conditions.thing_values import RecordedOf, TextsOf, ThingValues, ValueWord
from kgqa.questions.faithfulness import Faithfulness, spoken_of
from kgqa.questions.floating.coverage import Coverage
from kgqa.questions.floating.meaning import Derived, Meaning
from kgqa.questions.floating.parser import FloatingParser
from kgqa.questions.floating.senses import Chunk, Senses, is_date
from kgqa.questions.forms.named_kinds import asking_name
from kgqa.questions.guessing import Guesses
from kgqa.questions.intent import (
    Ambiguity,
    Condition,
    Gap,
    Intent,
    Option,
    Thing,
    asks_everything,
    readings_of,
    relations_of,
)
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.meaning import Meanings
from kgqa.questions.misplaced import something_else
from kgqa.questions.negation.described_absence import open_denial, with_descriptions
from kgqa.questions.negation.recorded_absence import wished_absence
from kgqa.questions.negation.reversals import (
    is_opposite,
    leaves_denied,
    loses_condition,
    of_two_people,
    puts_otherwise,
    turning,
)
from kgqa.questions.numbers.measuring import Measured, measured
from kgqa.questions.numbers.value_comparison import Surpassing, outdone, surpassing
from kgqa.questions.paraphrases.subordinate import told_before
from kgqa.questions.paths import direct
from kgqa.questions.reader import Reader, is_of_unsaid_type
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, tag
from kgqa.questions.text.courtesy import asides, spans_of_graph
from kgqa.questions.verbalisation import reworded
from kgqa.questions.weighing.weighing import Weighed, Weighing
from kgqa.questions.wording import Wording
from kgqa.records import Candidate, Entity, Kind
from kgqa.schema.derive import tells_parts
from kgqa.schema.model import Property, Relation, Schema

if TYPE_CHECKING:
    from kgqa.questions.meaning import Embed


_WORD_BEFORE = re.compile(r"(?<![\w-])(?P<word>\w+)\.?\s+$")
_SPEAKER = re.compile(
    r"\bI\b(?=\s+(?:am|want|wonder|think|believe|know|mean|hope|guess|suppose|would\s+like|should\s+like)\b|['’](?:m|d|ve|ll)\b)"
    r"|\bi(?=\.\s?e\b)"
)
"""Who asks, and the first letter of "i.e.", where a number of a name may stand as well."""
_ENDS = re.compile(r"[.!?;]\s")
_WHO = re.compile(r"\b(?:who|that)\s+$", re.IGNORECASE)
_PARTS_OF = re.compile(r"\bparts?\s+of\s+(?:(?:the|an?)\s+)?$", re.IGNORECASE)
_HAS_SINCE = re.compile(r"\b(?:has|have|had)\b[^.?!]*\bsince\s+(?:the\s+\w+\s+of\s+)?\d{4}\b", re.IGNORECASE)
_SIGNED = re.compile(r"\s*(?:\(\s*[-–+]\s*\)|\s[-–+](?=\s*(?:[,;:.?!)]|$)))")
"""A sign behind a finding that says whether it was there."""


class Interpreter:
    """Names and wishes of questions about one graph. Safe to share between threads."""

    def __init__(
        self,
        schema: Schema,
        linker: Linker,
        embed: Embed | None = None,
        values: ValueNames | None = None,
        texts: TextsOf | None = None,
        recorded: RecordedOf | None = None,
        holds: Holds | None = None,
    ) -> None:
        """Reads over a schema, with names from a linker.

        Args:
            embed: gives texts their vectors, for words that no lexicon has; None to read without.
            values: the texts that a property of a relation has in the graph; None to read no condition on them.
            texts: those by which a property sorts things; None to read no condition on them.
            recorded: what is recorded of a property of each thing, to know whether a name is of the kind that is said.
            holds: knows the values of what has too many of them to be told; None to read no condition on these.
        """
        self._linker = linker
        self._reader = Reader(schema, linker.knows, values, lambda: self._thing_values.texts, holds)
        self._wording = Wording(schema)
        self._measures = self._reader.measures
        self._guesses = Guesses(schema, self._reader.lexicon, linker)
        self._second_stage = SecondStage(
            schema,
            self._reader.lexicon,
            self.read_plainly,
            self._reader.qualifiers,
            linker.knows,
            self.sorts,
        )
        self._thing_values = ThingValues(schema, texts, self._reader.lexicon, recorded)
        own_words = OwnWords(schema, self._reader, linker.knows, lambda: self._thing_values.texts)
        self._rereading = Rereading(
            self, self._reader, self._wording, own_words, self._thing_values, self._second_stage
        )
        senses = Senses(schema, self._reader.lexicon, self._measures, self._thing_values, values)
        self._floating = FloatingParser(schema, senses, linker.knows, self.sorts)
        self._coverage = Coverage(schema, senses)
        self._faithfulness = Faithfulness(self, self._reader, self._coverage, self._second_stage)
        self._derived_meaning = Meaning(schema)
        self._weighing = Weighing(
            self, self._reader, self._floating, self._derived_meaning, self._second_stage, self._coverage, linker.knows
        )
        self._called_as: dict[tuple[str, str], tuple[Thing, ...]] = {}
        self._meanings = None if embed is None else Meanings(schema, self._reader.lexicon, embed)

    def sorts(self, word: str) -> bool:
        """Whether things are sorted by a word, so that it changes what is asked ("dominant", "steam")."""
        return self._guesses.is_value_word(word) or self._thing_values.sorts(word)

    def link(self, cleaned: str, *, inside: bool = False) -> list[Entity]:
        """The names of the graph in a cleaned text.

        Args:
            inside: also the broader thing that a name of several words holds, overlapping it.
        """
        called = spans_of_graph(cleaned, self._reader.schema.called)
        found = (
            one
            for one in self._found(cleaned, inside=inside)
            if not _is_unit(cleaned, one) and (not self._is_word(one) or self._is_whole(cleaned, one))
        )
        named = [one for one in found if not any(start <= one.start < end for start, end in called)]
        # "Hospitals with a stroke unit" name no stroke where a property is called so.
        phrases = list(self._reader.lexicon.property_phrases(spoken(cleaned))) if named else []
        return [one for one in named if not any(_is_part(one, start, end) for start, end in phrases)]

    def named(self, cleaned: str) -> list[Entity]:
        """The names of the graph in a cleaned question, with guesses at those that it shortens."""
        found = self._all_named(cleaned)
        kept = [one for one in found if not (self._may_be_unknown(cleaned, one, found) or self._sorts_only(one))]
        titled = (_with_title(cleaned, self._thing_values.as_title(cleaned, one)) for one in kept)
        explained = with_descriptions(cleaned, list(titled), self._linker.link, self._names_of)
        return as_one(cleaned, self._typed(cleaned, explained))

    def letters(self, cleaned: str) -> list[Entity]:
        """The abbreviations of a cleaned question that are no names in it by themselves, with what they may stand for:
        a symbol that the graph lacks would make sense there, or the word for a property that they are."""
        found = self._all_named(cleaned)
        symbols = [one for one in found if self._may_be_unknown(cleaned, one, found)]
        return [*symbols, *self._guesses.for_properties(cleaned, found)]

    def as_trouble(self, cleaned: str, entity: Entity) -> list[Candidate]:
        """What things of other types have where a part of the body is affected, of a disease that is called by it."""
        return self._guesses.as_trouble(cleaned, entity)

    def is_name(self, word: str) -> bool:
        """Whether the graph writes a word only as the names of people and places are written."""
        return self._guesses.is_name(word)

    def is_value_word(self, word: str) -> bool:
        """Whether values that very many things have are told apart by a word ("dominant")."""
        return self._guesses.is_value_word(word)

    def spelt_by(self, cleaned: str, entity: Entity) -> list[Candidate] | None:
        """What else an abbreviation of a cleaned question may stand for that was read as what lists it; None where it
        is no guess."""
        return self._guesses.spelt_by(cleaned, entity)

    def _all_named(self, cleaned: str) -> list[Entity]:
        """The names and every guess at one."""
        found = self._guesses.added(cleaned, self.link(cleaned))
        rest = (
            without_adjectives(cleaned, [(one.start, one.end) for one in found]) if self._reader.tells_sex else cleaned
        )
        found = self._guesses.added(rest, self.link(rest)) if rest != cleaned else found
        return with_numbers(cleaned, found, lambda name: self._guesses.added(name, self.link(name)))

    def _names_of(self, entity: Entity) -> list[str]:
        """What the thing that a name stands for is called; its name alone where the names are not held."""
        index, id_ = self._linker.index, entity.chosen.id
        held = index.names_of(index.position(id_)) if id_ in index else ()
        return [entity.chosen.name, *(name.text for name in held)]

    def _typed(self, cleaned: str, entities: Sequence[Entity]) -> list[Entity]:
        """The names, those that stand for things of several types settled by the noun of a type right before or behind
        them ("the HPO term Cataract", "the VHL gene"), which is a part of them then; so is one before a name in
        quotation marks."""
        open_ = [one for one in entities if len({c.label for c in (one.chosen, *one.rivals)}) > 1]
        quoted = [one for one in entities if one not in open_ and cleaned[one.start - 1 : one.start] in ("'", '"')]
        items = self._reader.items(cleaned, entities) if open_ or quoted else []
        nouns = [one for one in items if one.meaning.labels and _is_singular(one.text.lower())]
        found = []
        for one in entities:
            before = [noun for noun in nouns if cleaned[noun.end : one.start] in (" ", " '", ' "')]
            # Letters of a value before a noun say of which things it is so ("an AD disease").
            behind = [noun for noun in nouns if cleaned[one.end : noun.start] == " " and not one.guess]
            told = before if one in quoted else [*before, *behind] if one in open_ else []
            for noun in told:
                options = [c for c in (one.chosen, *one.rivals) if c.label in noun.meaning.labels]
                if options:
                    start, end = min(one.start, noun.start), max(one.end, noun.end)
                    one = replace(
                        one,
                        mention=cleaned[start:end],
                        start=start,
                        end=end,
                        chosen=options[0],
                        rivals=tuple(options[1:]),
                        tied=one.tied and len(options) > 1,
                    )
                    break
            found.append(one)
        return found

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
        if isinstance(outcome, Gap) and ANY_KIND.search(cleaned):
            return outcome  # "any form of X" is said of X, whatever else the letters of a name may be
        told = None if isinstance(outcome, Gap) else told_before(cleaned, entities)
        if told is not None and told.asks_what_it_is:
            return Gap("unread", cleaned)  # "what is it when somebody has A and B" asks for no time
        if isinstance(outcome, Intent) and _holds_together(outcome):
            items = self._reader.items(cleaned, entities) if len(entities) > 1 else []
            if items and asks_which_of(cleaned, entities, items):
                return Gap("unread", cleaned)  # "out of A and B which has C" asks for no more than one of them
        if self._overstates(cleaned, entities, outcome):
            return Gap("unread", cleaned)
        if not isinstance(outcome, Gap) and any(asks_of_others(cleaned, one) for one in readings_of(outcome)):
            return Gap("unread", cleaned)
        if isinstance(outcome, Intent) and (pointer := _of_something_told(cleaned, outcome)):
            return Gap("unread", pointer)
        if not isinstance(outcome, Gap):
            outcome = self._without_other_side(cleaned, entities, outcome)
        if isinstance(outcome, Intent):
            somebody = _somebody(cleaned, entities) if asks_everything(outcome) else ""
            if somebody:
                return Gap("unread", somebody)
            return self._silent_within(cleaned, entities, self.of_kind(cleaned, entities, outcome))
        if not isinstance(outcome, Gap):
            return outcome
        names = [one for one in self._found(cleaned) if self._is_word(one) and one.chosen.method == "exact"]
        if names:
            every = sorted([*entities, *names], key=lambda one: one.start)
            again = self._reader.read(cleaned, every)
            if isinstance(again, Intent) and not self._overstates(cleaned, every, again):
                return again
        for other in self._guesses.otherwise(cleaned, entities):
            again = self._reader.read(cleaned, other)
            if not (isinstance(again, Gap) or self._overstates(cleaned, other, again)):
                return again
        return outcome

    def _silent_within(self, cleaned: str, entities: Sequence[Entity], intent: Intent) -> Intent:
        """The intent with silence asked for, and no record of absence, where that is one of several conditions: of the
        kinds of X, or the features of X, "which do not show A" are those of which it is not recorded."""
        answer = intent.answer
        if answer is None or not any(one.denied for one in answer.conditions):
            return intent
        within = any(one.things and not (one.denied or one.negated) for one in answer.conditions)
        words = {word.text.lower() for word in spoken(cleaned)}
        absent = any(map(Sentence.records_absence, self._reader.items(cleaned, entities)))
        if not within or absent or "recorded" in words or not vocabulary().turning.isdisjoint(words):
            return intent
        silent = tuple(replace(one, denied=False, negated=True) if one.denied else one for one in answer.conditions)
        return replace(intent, answer=replace(answer, conditions=silent))

    def _without_other_side(
        self, cleaned: str, entities: Sequence[Entity], outcome: Intent | Ambiguity
    ) -> Intent | Ambiguity | Gap:
        """What is asked without the readings that take a part of the body for what has trouble with it, where things
        that are such trouble are asked for ("which signs of A affect the eyes", "which eye defects does A show"); a gap
        where more than one other reading is left, or none. Trouble beside the noun of what is asked for is a thing of
        another type ("which diseases show heart defects")."""
        sides = [(one, _other_side(one)) for one in readings_of(outcome)]
        part = next((side for _, side in sides if side is not None), None)
        left = [one for one, side in sides if side is None]
        if part is None or (not left and self._is_trouble(cleaned, entities, part)):
            return outcome
        return left[0] if len(left) == 1 else Gap("unread", part.mention)

    def _is_trouble(self, cleaned: str, entities: Sequence[Entity], part: Entity) -> bool:
        """Whether a name says itself that it is trouble, and another noun what is asked for."""
        last = singular_of(part.mention.split()[-1].lower())
        asked = any(one.meaning.labels and one.entity is None for one in self._reader.items(cleaned, entities))
        return asked and " " in part.mention and last in vocabulary().aspects

    def of_kind(self, cleaned: str, entities: Sequence[Entity], intent: Intent) -> Intent:
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
        is near. None of them is clearly meant where they leave a word unexplained."""
        found = self._rereading.meant(cleaned, entities)
        found = found and self._faithfulness.without_lost_denials(cleaned, entities, found)
        if found is None:
            return self._only_possible(cleaned, entities)
        if not self._listing_what_is_said(cleaned, entities)(found.questions[0]):
            return None
        if of_two_people(cleaned, entities) or self._leaves_name(found, entities):
            return None
        starts = [part.start for part in clauses(cleaned, entities) if part.asks]
        behind = [one for one in found.set_aside if any(start <= one.start for start in starts)]
        aside = [
            one for one in behind if not _ENDS.search(cleaned[max(s for s in starts if s <= one.start) : one.start])
        ]
        if left := loses_condition(cleaned, entities, found.questions[0], aside):
            return None if left == "or" else replace(found, clear=False, unsaid=left)
        if left := leaves_denied(cleaned, entities, " ".join((*found.questions[:1], *found.then)), found.set_aside):
            return replace(found, clear=False, unsaid=left)
        if not found.clear:
            return found
        if not found.set_aside:  # what was put in other words is said by these
            full = self._rereading.spelt_out(cleaned, entities)
            cleaned, entities = (full.text, full.entities) if full.edits else (cleaned, entities)
        return self._faithfulness.weighed(cleaned, entities, found)

    def _listing_what_is_said(self, cleaned: str, entities: Sequence[Entity]) -> Callable[[str], bool]:
        """Whether a plain question lists nothing of a type that a text has no word for, where that says by a name what
        it asks for kinds of ("which bone diseases are seen in A" asks for no signs)."""
        things = [Thing.of(one.chosen) for one in entities]
        sentence = Sentence(self._reader.items(cleaned, entities), things, self._reader.schema)
        name = asking_name(sentence)

        def says(plain: str) -> bool:
            intent = self.intent(plain) if name is not None else None
            return name is None or intent is None or not is_of_unsaid_type(sentence, name, intent)

        return says

    def _has_been_since(self, cleaned: str) -> bool:
        """Whether it is asked what has been so since a year, where links tell since when they are: those that began
        before it are meant as well, and no bound says that. What happened to things ("have opened since") is dated."""
        match = _HAS_SINCE.search(cleaned)
        relations = self._reader.schema.relations
        if match is None:
            return False
        verbs = {verb for word in spoken(match.group()) for verb in thesaurus.infinitives(word.text.lower())}
        if any(_lasts(one, verbs) and any(map(is_date, one.properties)) for one in relations):
            return True
        if not any("since" in one.name for relation in relations for one in relation.properties):
            return False
        dated = {word for node in self._reader.schema.nodes for one in node.properties for word in one.name.split("_")}
        return dated.isdisjoint(word.text.lower() for word in spoken(match.group()))

    def _leaves_name(self, found: Meant, entities: Sequence[Entity]) -> bool:
        """Whether everything of a type is asked for, and a name is told beside it ("X. Which genes other than Y …")."""
        aside = [one for one in entities if any(part.start <= one.start < part.end for part in found.set_aside)]
        read = self.intent(found.questions[0]) if aside and found.clear else None
        answer = read.answer if read is not None else None
        return answer is not None and not answer.conditions and read is not None and read.kind in ("list", "count")

    def _only_possible(self, cleaned: str, entities: Sequence[Entity]) -> Meant | None:
        """What a question for what is would ask of a relation that says what may be; not clearly meant."""
        outcome = self._reader.read(cleaned, entities)
        if not isinstance(outcome, Intent) or not self._overstates(cleaned, entities, outcome):
            return None
        question = self.question(Option("", outcome))
        return Meant((question,), clear=False) if question is not None else None

    def _overstates(self, cleaned: str, entities: Sequence[Entity], read: Intent | Gap | Ambiguity) -> bool:
        """Whether a question for what is was read by a relation that says what may be."""
        relations = relations_of(read) if isinstance(read, Intent) else ()
        return self._faithfulness.overstates(cleaned, entities, relations)

    def measured(self, cleaned: str, entities: Sequence[Entity]) -> Measured | None:
        """What a question that is not read strictly asks by numbers of things or of their links; None where it does
        not."""
        found = measured(
            cleaned,
            entities,
            self._measures,
            self._reader.lexicon,
            self.read,
            self._thing_values,
            self._reader.qualifiers,
        )
        found = found or outdone(cleaned, entities, self._measures)
        answer = found.intent.answer if found is not None else None
        items = self._reader.items(cleaned, entities) if answer is not None else []
        asked = next((one for one in items if one.meaning.labels), None)
        if found is not None and self._overstates(cleaned, entities, found.intent):
            return None
        return None if answer and asked and says_more(items, asked, answer) else found

    def each_link(self, cleaned: str, entities: Sequence[Entity]) -> list[Intent]:
        """What a question may ask that puts a condition on links without saying which links; none where it does."""
        return each_link(cleaned, entities, self._reader.qualifiers(cleaned, entities), self._reader.lexicon)

    def surpassing(self, cleaned: str, entities: Sequence[Entity]) -> Surpassing | None:
        """What a question asks for that has more of a number than a named thing; None where it does not."""
        return surpassing(cleaned, entities, self._measures)

    def derived(self, cleaned: str, entities: Sequence[Entity]) -> tuple[Derived, ...]:
        """What the words of a question that no form of sentences fits ask along the schema, for each thing that a name
        may stand for; none where no tree explains every word, or where two that ask different things cost nearly the
        same."""
        full = self._rereading.spelt_out(cleaned, entities)
        text, names = full.text, full.entities
        told = self._rereading.context(text, names)
        beside = (one for one in clauses(text, names) if not one.asks and one not in told)
        sentences = (one for one in beside if text[one.end :].lstrip()[:1] in ".!?")
        if any(any(map(one.holds, names)) for one in sentences):
            return ()  # what is told of a name beside the question is no part of it
        ended = all(text[one.end :].lstrip(" .!?;\n")[:1].isupper() for one in told if one.end < len(text))
        spans = [(one.start, one.end) for one in told if ended]  # "no. of" ends no sentence
        polite = self._polite(text, names)
        asked = blanked(text, [*spans, *polite])
        spans += polite
        found = self._floating.readings(asked, names)
        read = [self._derived_meaning.derived(one) for one in found]
        whole = [one for one in read if one is not None]
        passed = [one.passed for one in found if one.passed is not None]
        if self._faithfulness.overstates(text, names, spoken_of(whole).relations):
            return ()
        if len(whole) < len(found) or (passed and not self._may_pass(text, names, whole, passed)):
            return ()
        spans += dict.fromkeys((one.start, one.end) for one in passed)
        aside = tuple(full.aside(part, cleaned) for one in spans for part in span(text, *one))
        return tuple(replace(one, set_aside=aside, whole=not passed) for one in whole)

    def is_reworded(self, cleaned: str, entities: Sequence[Entity]) -> bool:
        """Whether a text is read strictly once it is put in words in which questions are read."""
        return self._rereading.is_reworded(cleaned, entities)

    def weighed(self, cleaned: str, entities: Sequence[Entity], offered: Sequence[str]) -> list[Weighed]:
        """What a text that nothing reads with certainty is likely to ask, in plain questions, the likeliest first.

        Args:
            offered: those that would be offered for it.
        """
        full = self._rereading.spelt_out(cleaned, entities)
        text = blanked(full.text, self._polite(full.text, full.entities))
        found = map(self._plainly, self._weighing.weighed(text, full.entities, offered))
        says = self._listing_what_is_said(cleaned, entities)
        kept = (one for one in found if says(one.question))
        return [replace(one, left=tuple(full.aside(part, cleaned) for part in one.left)) for one in kept]

    def _plainly(self, one: Weighed) -> Weighed:
        """What is left of a text without some of its words in a plain question, where there is one."""
        plain = self.question(Option("", one.asks)) if one.is_cut and one.asks is not None else None
        return replace(one, question=plain) if plain else one

    def _polite(self, text: str, entities: Sequence[Entity]) -> list[tuple[int, int]]:
        """Where a text says what is certainly no condition ("please" says nothing to any reader, so it is not told)."""
        found = (one for one in asides(text, entities) if not one.person)
        return [(one.start, one.end) for one in found if text[one.start : one.end].lower() not in vocabulary().empty]

    def _may_pass(
        self, text: str, entities: Sequence[Entity], found: Sequence[Derived], passed: Sequence[Chunk]
    ) -> bool:
        """Whether words that were passed over are near to what a text was derived to ask, and turn it into nothing
        else."""
        if any(puts_otherwise(text, [(one.start, one.text) for one in passed], plain.question) for plain in found):
            return False
        said = spoken_of(found)
        asking = [one for one in clauses(text, entities) if one.asks]
        if any(_WHO.search(text[: word.start]) for word in passed):
            return False  # "donors who smoke" are some of the donors
        for word in passed:
            within = any(part.covers(word.start) for part in asking)
            if not (within and self._coverage.is_near(word.text, said)):
                return False
        return self._coverage.unexplained(text, entities, asking, said) is None

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
        asks for ("human antibodies" where only cells are human), a sign that says whether a finding was there, or who
        does what of something unnamed is asked ("what does its gene cause"); empty where there is none."""
        signed = next((match for one in entities if (match := _SIGNED.match(cleaned, one.end))), None)
        if signed is not None:
            return signed.group().strip()
        if said := open_denial(cleaned, entities, self._linker.link, self._described, self._has_word_of_graph):
            return said
        if turned := turning(cleaned, entities) or self._opposite(cleaned, entities):
            return turned
        items = self._reader.items(cleaned, entities)
        if (
            wished := wished_absence(cleaned, items)
            or doing_of_owned(items)
            or something_else(cleaned, entities, items)
        ):
            return wished
        if self._reader.tells_sex and (said := both(blanked(cleaned, [(one.start, one.end) for one in entities]))):
            return said
        if self._has_been_since(cleaned):
            return "since"
        texts = {one for one in self._thing_values.light if one in vocabulary().light - vocabulary().function}
        if not any(one in cleaned.lower() for one in texts):
            return ""
        spans = [(one.start, one.end) for one in entities]
        labels = {label for one in items for label in one.meaning.labels}
        behind = self._thing_values.behind_verbs(cleaned, entities, labels)
        told = (*self._thing_values.find(cleaned, entities), *(one for ways in behind for one in ways))
        spans += [(one.start, one.end) for one in told]
        spans += [(one.start, one.end) for one in self._measures.find(cleaned, entities)]
        words = (word for word in spoken(blanked(cleaned, spans)) if word.text.lower() in texts)
        return next((word.text for word in words if not self.lexicon.is_type(word.text.lower())), "")

    def _described(self, phrase: str) -> list[str]:
        """The identifiers of what a phrase may say in other words than names do."""
        return [id_ for one in self._linker.described(phrase) for id_ in (one.candidate.id, *one.candidate.ids)]

    def _has_word_of_graph(self, text: str) -> bool:
        """Whether a text has a word for a relation or a type of the graph."""
        meanings = [item.meaning for item in self._reader.items(text, ())]
        return any(one.relations or one.labels for one in meanings)

    def _opposite(self, cleaned: str, entities: Sequence[Entity]) -> str:
        """A word of which the graph records only the opposite ("compatible" where that is "incompatible with")."""
        phrases = (phrase for one in self._reader.schema.relations for phrase in one.words)
        for words in (other.split() for phrase in phrases for other in opposites_of(phrase)):
            if re.search(r"\b" + r"\s+(?:the\s+|an?\s+)?".join(map(re.escape, words)) + r"\b", cleaned, re.IGNORECASE):
                return words[0]
        unread = (one for one in self._reader.items(cleaned, entities) if one.unread)
        found = [one for one in unread if is_opposite(one.text.lower(), self.lexicon.begins)]
        valued = self._thing_values.find(cleaned, entities) if found else []
        said = (one for one in found if not any(value.start <= one.start < value.end for value in valued))
        return next((one.text for one in said), "")

    def taken_apart(self, cleaned: str, entities: Sequence[Entity]) -> Decomposed | None:
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

    @property
    def tells_sex(self) -> bool:
        """Whether records of the graph tell the sex of those of whom they are."""
        return self._reader.tells_sex

    @property
    def measures(self) -> Measures:
        """The properties of the schema that can be numbers or times."""
        return self._measures

    def value_words(self, label: str, recorded: Property) -> list[ValueWord]:
        """The words for values of a property of things of a type; none where it does not sort them."""
        return [one for one in self._thing_values.words if (one.node.label, one.recorded) == (label, recorded)]

    def asked_types(self, cleaned: str, entities: Sequence[Entity]) -> list[str]:
        """The labels of what a question asks for, as far as its words tell where it is not read as a whole."""
        things = [Thing.of(one.chosen) for one in entities]
        items = tag(cleaned, entities, self._reader.lexicon)
        return [label for label, _ in asked_types(Sentence(items, things, self._reader.schema))]

    def types_of(self, word: str) -> frozenset[str]:
        """The types that a word is one for."""
        meant = self.lexicon.longest(spoken(word), 0)
        return meant[1].labels if meant is not None else frozenset()

    def asks_several(self, cleaned: str, entities: Sequence[Entity]) -> bool:
        """Whether a text asks more than one question."""
        return self._second_stage.several(cleaned, entities)

    def apart(self, cleaned: str, entities: Sequence[Entity]) -> list[tuple[str, str | None]]:
        """The questions of a text that asks several, each by itself with the plain one that it is read as, None where
        it is not understood; none where they are not to be told apart."""
        found = self._rereading.standalone(cleaned, entities)
        asked = found.questions if found is not None else ()
        return [(one, self._rereading.plainly(one)) for one in asked] if len(asked) > 1 else []

    def in_turn(self, cleaned: str, entities: Sequence[Entity]) -> Standalone | None:
        """The questions of a text that asks several, or tells something beside one, each by itself; None where it does
        neither, or where they are not to be told apart."""
        found = self._rereading.standalone(cleaned, entities)
        asking = [one for one in clauses(cleaned, entities) if one.asks]
        # "What is the difference between A and B, which signs are only in B?" asks once, in two ways.
        apart = all(begins_anew(cleaned, one) for one in asking[1:])
        if found is None or not apart:
            return None
        return found if len(found.questions) > 1 or self._is_beside(cleaned, entities, found) else None

    def whole_beside(
        self,
        cleaned: str,
        entities: Sequence[Entity],
        is_illness: Callable[[str], bool],
        plainly: Callable[[str], str | None],
    ) -> Standalone | None:
        """The only question of a text by itself, without what is told beside it; None where that may matter to it, or
        where the question is not whole.

        Args:
            is_illness: whether things of a type, by its label, are what people have.
            plainly: gives the plain question as which another one is answered.
        """
        return self._rereading.whole_beside(cleaned, entities, is_illness, plainly)

    @staticmethod
    def _is_beside(cleaned: str, entities: Sequence[Entity], found: Standalone) -> bool:
        """Whether what a text tells beside its only question stands in sentences of its own, which name nothing that it
        does not point to, or does not name itself."""
        told = [one for one in clauses(cleaned, entities) if not one.asks]
        ended = (cleaned[one.end :].lstrip(" .!?\n")[:1] for one in told)
        named = {entity.chosen.id for one in told for entity in entities if one.holds(entity)}
        asked = {entity.chosen.id for entity in entities if not any(one.holds(entity) for one in told)}
        apart = all(not one or one == ";" or one.isupper() for one in ended)
        return bool(told) and apart and (found.pointed or named <= asked)

    def unread_alone(self, cleaned: str, entities: Sequence[Entity]) -> Gap | None:
        """Why the only question of a text is not read by itself, without what is told beside it; None where it is, or
        where the text asks several or cannot be taken apart."""
        found = self.in_turn(cleaned, entities)
        if found is None or len(found.questions) != 1:
            return None
        plain = clean(found.questions[0])
        outcome = self.read(plain, self.named(plain))
        return outcome if isinstance(outcome, Gap) and outcome.reason in ("unread", "unknown_name") else None

    def intent(self, question: str) -> Intent | None:
        """What a question asks for, without asking it; None where nothing could be asked of the graph, or where a name
        in it means several things of which more than one makes sense."""
        cleaned = clean(question)
        entities = self.named(cleaned)
        if any(lacks_subtype(entity, entities) for entity in entities):
            return None
        outcome = self.read(cleaned, entities)
        return outcome if isinstance(outcome, Intent) and not outcome.others else None

    def makes_sense(self, question: str) -> bool:
        """Whether something could be asked of the graph by a question, with whatever its names may mean."""
        cleaned = clean(question)
        entities = self.named(cleaned)
        whole = not any(lacks_subtype(entity, entities) for entity in entities)
        return whole and not isinstance(self.read(cleaned, entities), Gap)

    def lists_all(self, question: str) -> bool:
        """Whether a question asks for everything of a type. As the rest of another one nobody means it."""
        intent = self.intent(question)
        asked = None if intent is None or intent.kind != "list" or intent.rank_hop is not None else intent.answer
        return asked is not None and not asked.conditions

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
        asked = _SPEAKER.sub(",", cleaned)  # "spastic paraplegias I am looking for" are not those of number one
        found = apart(asked, lambda text: self._linker.link(text, context=expected, inside=inside))
        return with_numbers(asked, found, lambda name: self._linker.link(name, context=expected))

    def _is_whole(self, cleaned: str, entity: Entity) -> bool:
        """Whether the parts of a thing are asked for, where the graph records parts of such things: "the parts of the
        cell" then are no mere word for a type."""
        relations = self._reader.schema.relations
        label = entity.chosen.label
        joined = any(tells_parts(one) and one.source == one.target == label for one in relations)
        return joined and entity.chosen.method == "exact" and _PARTS_OF.search(cleaned[: entity.start]) is not None

    def _is_word(self, entity: Entity) -> bool:
        """Whether a mention is a word of the lexicon, and so names nothing unless nothing else makes sense; or several
        of them, which are a name in another order ("diseases best" in "which diseases best fit …")."""
        if entity.chosen.method == "identifier":
            return False
        words = entity.mention.split()
        turned = entity.chosen.method == "normalised" and list(name_words(entity.mention)) != list(
            name_words(entity.chosen.matched)
        )
        if turned and words[0] == "a":
            return True  # "a shelf" is no "Shelf A"
        return self._reader.is_phrase(entity.mention) or (turned and all(map(self._reader.is_phrase, words)))

    def read_plainly(self, question: str) -> tuple[Sequence[Entity], Intent | Gap | Ambiguity]:
        """The names of a plain question, none of them guessed but by what several have in common, and what it asks."""
        cleaned = clean(question)
        entities = self.link(cleaned)
        outcome = self.read(cleaned, entities)
        if isinstance(outcome, Gap):
            added = [one for one in self._guesses.added(cleaned, entities) if one.guess in ("", "value")]
            if len(added) > len(entities):
                return added, self.read(cleaned, added)
        return entities, outcome

    def _meanings_at_hand(self) -> Meanings | None:
        return self._meanings if self._linker.vectors is not None else None


def _is_singular(noun: str) -> bool:
    """Whether a noun tells of what type a name beside it is; "symptoms of" and "features" tell what is asked for."""
    return without_s(noun) == noun and noun.rpartition(" ")[2] not in vocabulary().function


def _lasts(relation: Relation, verbs: Set[str]) -> bool:
    """Whether a relation says by one of some verbs what goes on ("works at"), not what was done ("is treated by")."""
    verb = relation.forward.split()[0]
    return base(verb) != verb and base(verb) in verbs


def _is_part(entity: Entity, start: int, end: int) -> bool:
    """Whether a name is some words of a longer stretch of its text."""
    return start <= entity.start and entity.end <= end and entity.end - entity.start < end - start


def _is_unit(cleaned: str, entity: Entity) -> bool:
    """Whether a mention is the unit of the number before it ("9250 m2"), whatever has that for an identifier."""
    return units.is_unit(entity.mention) and cleaned[: entity.start].rstrip()[-1:].isdigit()


def _somebody(cleaned: str, entities: Sequence[Entity]) -> str:
    """A noun for somebody, or for a case of something, beside a name ("patients on X", "X cases"), of whom more is
    asked than what the name stands for; empty where there is none."""
    nouns = (word.text for word in spoken(blanked(cleaned, [(one.start, one.end) for one in entities])))
    found = (
        word for word in nouns if singular_of(word.lower()) == "case" or is_kind_of(singular_of(word.lower()), "person")
    )
    return next((word for word in found if word.lower() not in vocabulary().function), "")


def _of_something_told(cleaned: str, intent: Intent) -> str:
    """The word at the end of a question that points to something told, where all things of a type would be the answer
    without it ("what condition does *that*"); empty where there is none."""
    last = [word.text.lower() for word in spoken(cleaned)][-1:]
    pointing = vocabulary().pointing
    points = last and last[0] in {*pointing.one, *pointing.several} - {*pointing.owners}
    unbound = intent.answer is not None and not (intent.answer.conditions or intent.entities or intent.rank_hop)
    return last[0] if points and unbound else ""


def _other_side(intent: Intent) -> Entity | None:
    """A part of the body that a reading takes for what has trouble with it; None where there is none."""
    asked = intent.answer.label if intent.answer is not None else ""
    broad = (one for one in intent.entities if one.guess == "broad" and one.chosen.label != asked)
    return next((one for one in broad if asked in {rival.label for rival in one.rivals}), None)


def _holds_together(intent: Intent) -> bool:
    """Whether several things are to hold together or to have something in common, or one of them is to be judged."""
    together = intent.answer is not None and len(intent.answer.conditions) > 1
    return bool(intent.shared) or together or (intent.kind == "yesno" and bool(intent.pairs))


def _with_title(text: str, entity: Entity) -> Entity:
    """A name with the word before it with which the whole name begins ("Dr Keane" of Dr Siobhan Keane)."""
    before = _WORD_BEFORE.search(text[: entity.start])
    first, _, rest = entity.chosen.name.partition(" ")
    if before is None or not rest or before["word"].lower() != first.rstrip(".").lower():
        return entity
    if first.lower() in entity.mention.lower().split() or text[entity.start : entity.end] != entity.mention:
        return entity
    start = before.start("word")
    return replace(entity, mention=text[start : entity.end], start=start)


def lacks_subtype(entity: Entity, entities: Sequence[Entity]) -> bool:
    """Whether words behind a name ask for a subtype of it that the graph lacks, and are no name themselves."""
    reach = entity.end + len(entity.subtype) + 2
    return bool(entity.subtype) and not any(entity.end <= other.start < reach for other in entities)
