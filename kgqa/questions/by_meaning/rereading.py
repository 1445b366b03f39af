"""What a question that is not read strictly is likely to ask, by one way after the other.

It is put in the graph's own words; its conditions are said in words that are read; what is no part of it is cut, or the
thing told before it named; and else it is ranked among all that could be asked (``second_stage``). Whatever comes of it
are plain questions, each of which is read strictly.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, product
from typing import Protocol

from kgqa.language.inflection import verbs_of, without_s
from kgqa.language.normalise import name_words
from kgqa.language.thesaurus import has_many_meanings, is_kind_of
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.by_meaning import comparison_of_two
from kgqa.questions.by_meaning.clauses import Clause, clauses, points_back
from kgqa.questions.by_meaning.context import (
    Standalone,
    asks_whether,
    beside,
    said_in_told,
    standalone,
    whole_questions,
)
from kgqa.questions.by_meaning.decomposition import span
from kgqa.questions.by_meaning.longest_stay import LongestThere
from kgqa.questions.by_meaning.own_words import SURELY, OwnWords
from kgqa.questions.by_meaning.second_stage import Meant, SecondStage
from kgqa.questions.by_meaning.superlatives import Superlatives
from kgqa.questions.by_meaning.told_beside import may_be_set_aside
from kgqa.questions.by_meaning.totals import AddedUp
from kgqa.questions.conditions.measures import without
from kgqa.questions.conditions.thing_values import ThingValues, Valued
from kgqa.questions.intent import Ambiguity, Gap, Intent, readings_of
from kgqa.questions.numbers.measuring import Measured, denies_noun
from kgqa.questions.reader import Reader
from kgqa.questions.text.options import before_options
from kgqa.questions.text.rewriting import Edit, Rewritten, rewritten
from kgqa.questions.wording import Wording
from kgqa.records import Entity, Kind

_APART = 0.1
"""How much nearer a question in the graph's own words must be than any other one."""
_HOLDING = re.compile(r"\b(?P<verb>[a-z]{3,})\s+(?:an?\s+|the\s+)?$", re.IGNORECASE)
"""A verb right before a number of something."""
_AND = re.compile(r"\s*(?:,|/|&|\+|,?\s*\band\b)\s*", re.IGNORECASE)
_ASKING: frozenset[Cue] = frozenset({"list", "which", "count", "define"})
_MOST_OFFERED = 4
_FITS_BETTER = 1.5
"""How much better a question that puts a word as one thing must fit than those that put it as another."""


class Strict(Protocol):
    """What reads strictly."""

    def named(self, cleaned: str) -> list[Entity]:
        """The names of a cleaned question, shortened ones included."""

    def link(self, cleaned: str) -> list[Entity]:
        """Those that the graph has."""

    def read(self, cleaned: str, entities: Sequence[Entity]) -> Intent | Gap | Ambiguity:
        """What a question asks for."""

    def read_plainly(self, question: str) -> tuple[Sequence[Entity], Intent | Gap | Ambiguity]:
        """The names of a plain question, and what it asks for."""

    def measured(self, cleaned: str, entities: Sequence[Entity]) -> Measured | None:
        """What it asks by numbers or texts."""

    def meant(self, cleaned: str, entities: Sequence[Entity]) -> Meant | None:
        """What it is likely to ask where it is not read strictly."""

    def sorts(self, word: str) -> bool:
        """Whether things are sorted by a word."""

    def kind(self, question: str) -> Kind:
        """The kind of answer that a question asks for."""


class Rereading:
    """Rereads questions to one graph."""

    def __init__(
        self,
        strict: Strict,
        reader: Reader,
        wording: Wording,
        own_words: OwnWords,
        thing_values: ThingValues,
        second_stage: SecondStage,
    ) -> None:
        """Rereads over the schema of a reader."""
        self._strict = strict
        self._reader = reader
        self._measures = reader.measures
        self._wording = wording
        self._own_words = own_words
        self._thing_values = thing_values
        self._second_stage = second_stage
        self._superlatives = Superlatives(reader.measures)
        self._longest_there = LongestThere(wording, reader.measures)
        self._added_up = AddedUp(wording, reader.measures)

    def meant(self, cleaned: str, entities: Sequence[Entity]) -> Meant | None:
        """What a question that is not read strictly is likely to ask, in plain questions that are; None where nothing
        is near."""
        full = self.spelt_out(cleaned, entities)
        if full.edits and self._is_read(full):
            return Meant((full.text,), clear=True, share=1.0)
        valued = self._thing_values.find(full.text, full.entities)
        meant = self._one_by_one(full)
        if meant is None:
            meant = self._pointing_back(full)
        if meant is None and valued:  # "who speaks Welsh" says nothing without the text
            meant = self._with_texts(full, valued) or self._in_own_words(full)
        elif meant is None:
            meant = self._put_or_near(full)
        several = sum(one.asks for one in clauses(full.text, full.entities)) > 1
        if several and meant is not None:
            apart = self._in_context(full)
            then = apart.then if apart is not None and apart.questions == meant.questions else ()
            alone = self.standalone(full.text, full.entities)
            again = alone is not None and alone.elliptical  # "And X?" asks the same, and not whatever fits X
            # "… and is the disease dominant" is asked of that disease, and not of which ones are.
            whether = alone is not None and alone.pointed and any(map(asks_whether, alone.questions[1:]))
            if again or whether or any(map(asks_whether, then)) or not (meant.clear and meant.then):
                meant = apart or meant
            if not meant.then and _asks_several(meant.questions[0]):
                meant = None  # one of the questions would be passed over
        meant = meant or self._with_conditions_said(full) or self._without_context(full) or self._in_context(full)
        if meant is None or not full.edits:
            return meant
        return replace(meant, set_aside=tuple(full.aside(one, cleaned) for one in meant.set_aside))

    def is_reworded(self, cleaned: str, entities: Sequence[Entity]) -> bool:
        """Whether a question is read strictly once its words are in full, and said as they are in questions."""
        full = self.spelt_out(cleaned, entities)
        return bool(full.edits) and self._is_read(full)

    def spelt_out(self, cleaned: str, entities: Sequence[Entity]) -> Rewritten:
        """A question with its shortened words in full."""
        full = self._own_words.spelt_out(cleaned, entities, self._reader.items(cleaned, entities))
        if full.edits:  # a word in full may be a part of a name ("cardiac findngs")
            full = replace(full, entities=tuple(self._strict.named(full.text)))
        return self._as_ranking(cleaned, full) or full

    def _as_ranking(self, cleaned: str, full: Rewritten) -> Rewritten | None:
        """A text that asks for the most or the total of something in words that are read strictly; None where it asks
        for neither, or is not read in them. Of which things the total is may be said in words of one's own."""
        said = (full.text, full.entities, self._reader.items(full.text, full.entities))
        totals = list(self._added_up.put(*said))
        ways = (self._longest_there.put, comparison_of_two.put, self._superlatives.put)
        for edits in (*totals, *(edits for way in ways for edits in way(*said))):
            text = " ".join(rewritten(full.text, full.entities, edits).text.split())
            put = Rewritten(text, tuple(self._strict.named(text)), (Edit(0, len(cleaned), text),))
            if text != cleaned and (edits in totals or self._is_read(put)):
                return put
        return None

    def _pointing_back(self, said: Rewritten) -> Meant | None:
        """What the only part of a text that asks asks with the name to which it points back, where that is read
        strictly."""
        alone = self.standalone(said.text, said.entities)
        if alone is None or len(alone.questions) != 1 or not alone.pointed:
            return None
        plain = " ".join(alone.questions[0].split())
        read = self._is_read(Rewritten(plain, tuple(self._strict.named(plain))))
        return Meant((plain,), clear=True, set_aside=alone.set_aside, share=1.0) if read else None

    def _without_context(self, said: Rewritten) -> Meant | None:
        """What the only part of a text that asks is likely to ask, where nothing else in it is of the graph ("I am
        writing an essay. Which …"); None where it is no whole question without the rest."""
        told = self.context(said.text, said.entities)
        if not told:
            return None
        (asking,) = (one for one in clauses(said.text, said.entities) if one.asks)
        cut = [Edit(one.start, one.end, " " * (one.end - one.start)) for one in told]
        rest = rewritten(said.text, said.entities, cut)
        asked = rest.text[asking.start :].strip(" .!:;,-")
        start = rest.text.index(asked)
        names = [replace(one, start=one.start - start, end=one.end - start) for one in rest.entities]
        whole = Rewritten(asked, tuple(self._strict.named(asked)))
        if len(whole.entities) < len(names):
            whole = Rewritten(asked, tuple(names))
        if not names and not self._is_restricted(whole):
            return None  # "nephew cannot sweat: which illnesses" does not ask for all illnesses
        aside = tuple(part for one in told for part in span(said.text, one.start, one.end))
        if self._is_read(whole):
            plain = re.sub(r"\s+(?=[?.!,]|$)", "", " ".join(asked.split()))
            return Meant((plain,), clear=True, set_aside=aside, share=1.0)
        meant = self.meant(asked, names)
        if meant is None:
            return None
        further = (replace(one, start=one.start + start, end=one.end + start) for one in meant.set_aside)
        return replace(meant, set_aside=(*aside, *further))

    def context(self, text: str, entities: Sequence[Entity]) -> list[Clause]:
        """The parts of a text that only tell, where nothing in them is of the graph, and its only part that asks does
        not point back to them; none else."""
        found = clauses(text, entities)
        told = [one for one in found if not one.asks]
        items = self._reader.items(text, entities)
        said_beside = [item for item in items if any(one.covers(item.start) for one in told)]
        valued = self._thing_values.find(text, entities)
        if (
            len(found) - len(told) != 1
            or any(item.entity is not None or item.meaning.of_graph for item in said_beside)
            or any(item.meaning.cues & _ASKING for item in said_beside)  # "Provide A and, if any, the B of X"
            or any(part.covers(one.start) for part in told for one in valued)
            or any(
                self._strict.sorts(word.text) and word.text.lower() not in vocabulary().ordinals
                for part in told
                for word in part.within(spoken(text))
            )
        ):
            return []
        (asking,) = (one for one in found if one.asks)
        return [] if points_back(asking.within(spoken(text))) else told

    def _is_restricted(self, said: Rewritten) -> bool:
        """Whether a question without a name puts a condition on what it asks for, by a number or a text."""
        read = self._strict.measured(said.text, said.entities)
        whole = read is not None and (read.bounded or read.ranked or read.valued or read.unnamed)
        labels = {label for one in self._reader.items(said.text, said.entities) for label in one.meaning.labels}
        behind = self._thing_values.behind_verbs(said.text, said.entities, labels)
        return bool(whole or behind) or bool(self._thing_values.find(said.text, said.entities))

    def _one_by_one(self, said: Rewritten) -> Meant | None:
        """What is asked where several things are asked of the same ones in a row ("X: gene and inheritance?"), each as
        a question of its own."""
        asked = [
            item
            for item in self._reader.items(said.text, said.entities)
            if item.entity is None and (item.meaning.labels or item.meaning.properties)
        ]
        rows = [[one] for one in asked[:1]]
        for before, item in pairwise(asked):
            joined = _AND.fullmatch(said.text[before.end : item.start]) is not None
            rows = [*rows[:-1], [*rows[-1], item]] if joined else [*rows, [item]]
        row = [one for one in rows if len(one) > 1]
        if len(row) != 1 or not said.entities:
            return None
        start, end = row[0][0].start, row[0][-1].end
        plain = [self.plainly(f"{said.text[:start]}{one.text}{said.text[end:]}") for one in row[0]]
        whole = [one for one in dict.fromkeys(plain) if one is not None]
        return None if None in plain else Meant((whole[0],), clear=True, then=tuple(whole[1:]), share=1.0)

    def _in_context(self, said: Rewritten) -> Meant | None:
        """What the parts of a text that ask are likely to ask, each with the name in the place of its pronoun."""
        found = self.standalone(said.text, said.entities)
        meant = [self.plainly(question) for question in found.questions] if found is not None and found.pointed else []
        if found is None or not meant or None in meant:
            return None
        # "And is it family owned?" is asked as it is, so that it is answered with yes or no.
        first, *others = dict.fromkeys(
            (plain if place == 0 or not asks_whether(asked) or asks_whether(plain) else asked)
            for place, (asked, plain) in enumerate(zip(found.questions, meant, strict=True))
            if plain is not None
        )
        return Meant((first,), clear=True, set_aside=found.set_aside, then=tuple(others), share=1.0)

    def standalone(self, text: str, entities: Sequence[Entity]) -> Standalone | None:
        """The questions of a text, each by itself; None where they are not to be told apart."""
        items = self._reader.items(text, entities)
        return standalone(text, entities, items, self._strict.sorts, self._is_one)

    def whole_beside(
        self,
        text: str,
        entities: Sequence[Entity],
        is_illness: Callable[[str], bool],
        plainly: Callable[[str], str | None],
    ) -> Standalone | None:
        """The only question of a text by itself, where that is whole and answered so, and what is told beside it in
        sentences of their own puts no condition on it; None else, or where it may be about several things.

        Args:
            is_illness: whether things of a type, by its label, are what people have.
            plainly: gives the plain question as which another one is answered.
        """
        found = clauses(text, entities)
        asking, told = [one for one in found if one.asks], [one for one in found if not one.asks]
        if len(asking) != 1 or not told or not all(_is_sentence(text, one) for one in found):
            return None
        every = list(whole_questions(text, asking[0], entities, self._is_one))
        named = {one.chosen.label for one in entities if any(part.holds(one) for part in told)}
        alone = [one for one in every if not self._may_be_of_told(*one, asking[0], named)]
        ways = list(self._whole(asking[0], alone, plainly))
        if not ways and every:
            said = list(said_in_told(text, every[0], told, entities, is_illness))
            ways = [one for one in self._whole(asking[0], said, plainly) if not any(i.answer for i in one[2])]
        last = max((one.start for one in entities if one.start < asking[0].start), default=-1)
        if len(ways) > 1:  # "it" of several things that it could be is the last of them
            ways = [one for one in ways if one[1][-1].start == last]
        if len(ways) != 1:
            return None
        question, about, intents = ways[0]
        labels = {one.answer.label for one in intents if one.answer is not None}
        aside = may_be_set_aside(
            text,
            told,
            entities,
            about,
            self._strict.sorts,
            lambda label: any(self._joins(label, one) for one in labels),
            diagnosing=any(map(is_illness, labels)),
        )
        return Standalone((question,), tuple(beside(text, told, about)), pointed=True) if aside else None

    def _may_be_of_told(self, question: str, about: Sequence[Entity], asking: Clause, named: Collection[str]) -> bool:
        """Whether a question for yes or no names one thing alone, and may be about what is told as well, by their types
        ("She has A. Is B common?")."""
        alone = len(about) == 1 and asking.holds(about[0]) and asks_whether(question)
        return alone and any(self._joins(about[0].chosen.label, label) for label in named)

    def _whole(
        self,
        asking: Clause,
        every: Sequence[tuple[str, Sequence[Entity]]],
        plainly: Callable[[str], str | None],
    ) -> Iterator[tuple[str, Sequence[Entity], tuple[Intent, ...]]]:
        """Of questions with the names that they are about those that are read strictly, with what they may ask for;
        where none is, those that are answered all the same."""
        strictly = [(question, about, self._intents(question)) for question, about in every]
        found = [one for one in strictly if one[2] and self._are_joined(asking, one[1], one[2])]
        yield from found
        for question, about in every if not found else ():
            plain = plainly(question)
            intents = self._intents(plain) if plain is not None else ()
            # What is asked for in a list is not known where no links alone tell it.
            known = plain is not None and (intents or self._strict.kind(question) != "list")
            if known and self._are_joined(asking, about, intents):
                yield question, about, intents

    def _intents(self, plain: str) -> tuple[Intent, ...]:
        """What a question that is read strictly may ask for."""
        names = self._strict.named(plain)
        read = self._strict.read(plain, names)
        measured = self._strict.measured(plain, names) if isinstance(read, Gap) else None
        return readings_of(measured.intent if measured is not None else read)

    def _are_joined(self, asking: Clause, about: Sequence[Entity], intents: Sequence[Intent]) -> bool:
        """Whether each of some names is of a type that is linked with one of another, or with what is asked for; one
        alone, of which nothing else is asked, must stand where is asked."""
        labels = [one.chosen.label for one in about]
        asked = {one.answer.label for one in intents if one.answer is not None}
        # "She has A. What could she have?" asks for no definition of A.
        alone = len(labels) == 1 and not asked and asking.holds(about[0])
        beside = ({*labels[:place], *labels[place + 1 :], *asked} for place in range(len(labels)))
        between = self._reader.schema.between
        return alone or all(
            any(between(label, other) for other in others) for label, others in zip(labels, beside, strict=True)
        )

    def _joins(self, label: str, other: str) -> bool:
        """Whether things of two types are linked, and not only one below the other."""
        return any(not relation.hierarchical for relation, _ in self._reader.schema.between(label, other))

    def _is_one(self, noun: str, label: str) -> bool:
        """Whether a noun may be said of things of a type."""
        if not label:
            return False
        node = self._reader.schema.node(label)
        meant = self._reader.lexicon.longest(spoken(noun), 0)
        if meant is not None and label in meant[1].labels:
            return True
        said = {node.singular.lower(), *node.words}
        return noun in said or any(is_kind_of(noun, one) or is_kind_of(one, noun) for one in said)

    def plainly(self, question: str) -> str | None:
        """A question that stands by itself, as it is where it is read strictly, or as what it is likely to ask; None
        where it is not understood."""
        whole = Rewritten(question, tuple(self._strict.named(question)))
        if self._is_read(whole):
            return question
        meant = self.meant(question, whole.entities)
        return meant.questions[0] if meant is not None and meant.clear and not meant.then else None

    def _put_or_near(self, said: Rewritten) -> Meant | None:
        return self._in_own_words(said) or self._near(said.text, said.entities)

    def _with_texts(self, said: Rewritten, valued: Sequence[Valued]) -> Meant | None:
        """What is asked where texts that are recorded of things restrict it: what is likely to be asked without them,
        with each in words that are read as that."""
        if any(denies_noun(said.text, one) for one in valued):
            return None
        put = rewritten(said.text, said.entities, [Edit(one.start, one.end, one.put) for one in valued])
        meant = Meant((put.text,), clear=True, share=1.0) if self._is_read(put) else self._put_or_near(put)
        if meant is None or meant.then:
            return None
        phrase = " ".join(dict.fromkeys(one.said for one in valued))
        wholes = (_asking(f"{question.strip(' ?.!')} {phrase}?") for question in meant.questions)
        kept = tuple(one for one in wholes if self._strict.measured(one, self._strict.link(one)) is not None)
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
        read = [one.text for one in put if self._strict.measured(one.text, one.entities) is not None]
        whole = [" ".join(one.split()).replace(" ?", "?") for one in read]
        return Meant(tuple(whole), clear=len(whole) == 1, share=1.0) if whole else None

    def _numbers_held(self, said: Rewritten) -> Iterator[Edit]:
        """A verb before a number that says no more than that something has it ("grant a discount of 10 %")."""
        for one in self._measures.find(said.text, said.entities):
            before = _HOLDING.search(said.text[: one.start])
            verbs = (
                {verb for verb, _ in verbs_of(before["verb"].lower())} | {before["verb"].lower()} if before else set()
            )
            holds = verbs & vocabulary().holding or any(map(has_many_meanings, verbs))  # "work 30 hours per week"
            if before is not None and one.named and one.bounds is not None and holds:
                yield Edit(before.start("verb"), one.start, "with ")

    def _is_read(self, put: Rewritten) -> bool:
        """Whether a text is read strictly, without the options that may stand at its end."""
        asked = before_options(put.text)
        names = [one for one in put.entities if one.start < len(asked)]
        if not isinstance(self._strict.read(asked, names), Gap):
            return True
        return self._strict.measured(asked, names) is not None

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
        if self._reader.extents(cleaned, entities):
            return None  # how far a relation is to lead is never passed over
        return self._second_stage.meant(cleaned, entities)

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
                read = self._strict.measured(whole, self._strict.link(whole))
                if read is not None and read.ranked is not None and read.intent.entities:
                    found.append(whole)
        return Meant((found[0],), clear=True, set_aside=meant.set_aside) if meant and len(found) == 1 else None


def _asking(question: str) -> str:
    """A question that begins as one, where it began with what is asked for ("longest tunnel")."""
    first = question.split()[0].lower()
    known = vocabulary()
    asks = (
        first in known.openers or first in known.auxiliary or any(first in known.cues[cue] for cue in ("list", "count"))
    )
    return question if asks else f"Which {question}"


def _is_sentence(text: str, clause: Clause) -> bool:
    """Whether a part of a text ends as a sentence does."""
    return text[clause.end :].lstrip()[:1] in ("", ".", "!", "?", ";", "\n")


def _asks_several(question: str) -> bool:
    """Whether a plain question asks more than once, whatever it names."""
    return sum(one.asks for one in clauses(question, ())) > 1


def _speaks_of(question: str, way: Rewritten) -> bool:
    """Whether a plain question has the words that were put for others."""
    said = {without_s(word) for word in name_words(question)}
    return all(without_s(word) in said for one in way.edits for word in name_words(one.put) if word != "which")
