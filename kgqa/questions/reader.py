"""From a question with its names to an intent: what is asked, in terms of the schema, or why that cannot be said."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeVar

from kgqa.language.common_words import is_marked, looks_like_name
from kgqa.language.inflection import without_s
from kgqa.language.normalise import blanked, word_set
from kgqa.language.thesaurus import is_participle
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.ambiguity import (
    ambiguous_names,
    best_named,
    choices,
    either,
    marked,
    named_candidates,
    nearest_candidates,
    with_candidate,
)
from kgqa.questions.checks import (
    both_of_one,
    but_a_name,
    denied_type,
    left_out,
    mixed_alternatives,
    no_other,
    not_of_all,
    several_questions,
    which_of_names,
)
from kgqa.questions.conditions.attachment import with_qualifiers
from kgqa.questions.conditions.link_values import Holds, ValueNames
from kgqa.questions.conditions.measures import Measures
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.conditions.qualifier_phrases import QualifierPhrases
from kgqa.questions.forms.comparison import comparison, difference
from kgqa.questions.forms.identity import identity, of_registers, same_thing
from kgqa.questions.forms.links import asking_for_origin, edge_value, relation, yes_no
from kgqa.questions.forms.listing import listing, shared, superlative
from kgqa.questions.forms.named_kinds import as_type_word, as_verdict, asking_name, of_kinds, ways_up
from kgqa.questions.forms.nodes import kinds, node_value, type_check
from kgqa.questions.forms.of_these import asks_what_it_is, of_these
from kgqa.questions.intent import (
    Ambiguity,
    Gap,
    Intent,
    Option,
    Outcome,
    Thing,
    asks_everything,
    readings_of,
    relations_of,
)
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.meaning import Meanings
from kgqa.questions.negation.exceptions import leaving_out, without_besides
from kgqa.questions.numbers.cardinality import Extent, as_ranking, extents, may_deny, of_ranking, with_extents
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, tag, without_study
from kgqa.questions.text import spelling
from kgqa.questions.text.abbreviations import InFull, in_full
from kgqa.questions.text.courtesy import asides, said, words_of
from kgqa.questions.text.options import asked_of_row
from kgqa.questions.wording import NO_DEFINITION, listed
from kgqa.records import Candidate, Entity, Kind
from kgqa.schema.model import Schema

_Read = TypeVar("_Read", Intent, Intent | Ambiguity, Intent | Gap | Ambiguity)

MOST_READINGS = 24
_REMEMBERED = 256
"""Texts whose items are kept."""
_SYMBOL = re.compile(r"\s[-+–—<>=|*]+\s|(?<!\S)#(?=\s)")
_SENTENCE_END = re.compile(r"[.?!;]\s+\w")
_CLAUSE_END = re.compile(r"[\s”\"’»)]*(?:$|[,.?!;]|(?:and|or|but)\b|(?:disease|syndrome|disorder)s?\b)", re.IGNORECASE)
_WHAT_IS = word_set(
    "what what's whats exactly is are was the a an tell me us about explain please can could you i we want need would "
    "like to know information on known of"
)
"""Words that ask what a thing is, and nothing more particular."""
_OWN = re.compile(r"^\W*(?:is|are|was|does|do|could|can|might)\s+(?:my|our)\s*$", re.IGNORECASE)
"""The beginning of a question about somebody's own finding ("is my mole …"), which no graph tells."""
_CLAUSE = re.compile(r"(?<=[.:;!?])\s+")
"""Where one clause ends; what is asked stands in the last one ("The family asks: can A cause B?")."""
_ROW_FIRST = re.compile(
    r"\W*(?P<of>(?:out\s+of|of|among|amongst)\s+)?x{2,}(?:\s*(?:,|and\b|or\b|&)\s*)+x{2,}.*?\s*[:,–—-]\s+"
    r"(?P<which>which\b|(?(of)what\b|which\b))",
    re.IGNORECASE,
)
"""Names in a row before "which" ("A, B, C: which has D"), which are no conditions of it."""
_DANGLING = re.compile(r"\s(for|in|on|with|by|from|to)\s*\??$", re.IGNORECASE)


class Reader:
    """Reads questions over one schema."""

    def __init__(
        self,
        schema: Schema,
        knows: Callable[[str], bool] | None = None,
        values: ValueNames | None = None,
        sorting: Callable[[], Iterable[str]] = tuple,
        holds: Holds | None = None,
    ) -> None:
        """Reads over a schema.

        Args:
            knows: whether a word stands in any name of the graph; such a word is never taken for a misspelt one.
            values: the texts that a property of a relation has in the graph; None where no condition on texts is read.
            sorting: gives the texts by which things are sorted.
            holds: knows the values of what has too many of them; None where no condition on these is read.
        """
        self._sorting = sorting
        self.schema = schema
        self.measures = Measures(schema)
        self._qualifiers = QualifierPhrases(schema, values, self.measures, holds)
        self.lexicon = Lexicon(schema)
        self._knows = knows or (lambda _: False)
        # One way after the other of reading a question asks for the items of it.
        self._tagged = lru_cache(maxsize=_REMEMBERED)(self._tag)
        self.tells_sex = any(one.role == "sex" for relation in schema.relations for one in relation.properties)

    def _tag(self, question: str, entities: tuple[Entity, ...]) -> tuple[Item, ...]:
        return tuple(tag(question, entities, self.lexicon))

    @cached_property
    def dictionary(self) -> spelling.Dictionary:
        """The words of which one may be misspelt: the lexicon's, and those by which things are sorted."""
        return spelling.Dictionary(self.lexicon.words | {word for text in self._sorting() for word in text.split()})

    @cached_property
    def _nouns(self) -> frozenset[str]:
        """The folded words by which a name says nothing of a thing but its type."""
        return vocabulary().aspects.union(*self.lexicon.sorting.values())

    def expected(self, question: str) -> frozenset[str]:
        """Labels that the type words of a question name, whatever names stand in it."""
        return frozenset(label for item in self._tagged(question, ()) for label in item.meaning.labels)

    def items(self, question: str, entities: Sequence[Entity]) -> list[Item]:
        """The names of a question and its phrases with what they mean, in order."""
        return list(self._tagged(question, tuple(entities)))

    def qualifiers(self, question: str, entities: Sequence[Entity]) -> list[Said]:
        """The phrases that put conditions on properties of links, for who reads the rest of a question otherwise; what
        is asked with them ``kgqa.questions.conditions.attachment.with_qualifiers`` makes of an intent without them."""
        return self._qualifiers.find(question, entities)

    def extents(self, question: str, entities: Sequence[Entity]) -> list[Extent]:
        """The phrases that say how far a relation is to lead."""
        return extents(question, entities, self.lexicon)

    def is_phrase(self, mention: str) -> bool:
        """Whether the schema's lexicon reads the whole mention as a phrase: then it asks, and names nothing."""
        tokens = spoken(mention)
        found = self.lexicon.longest(tokens, 0)
        return found is not None and found[0] == len(tokens)

    def kind(self, question: str) -> Kind:
        """What kind of answer a question asks for, by its cues alone."""
        sentence = Sentence(self._tagged(question, ()), (), self.schema)
        if sentence.has("count"):
            return "count"
        if sentence.asks_which:
            return "list" if sentence.types else "text"
        told = _CLAUSE.split(question.strip())
        last = Sentence(self._tagged(told[-1], ()), (), self.schema)
        return "yesno" if sentence.opens_with_auxiliary or last.opens_with_auxiliary else "text"

    def read(
        self, question: str, entities: Sequence[Entity], meanings: Meanings | None = None
    ) -> Intent | Gap | Ambiguity:
        """What the question asks for.

        Args:
            question: cleaned text.
            entities: its linked names, not overlapping, in order.
            meanings: reads words that nothing explains by their meaning; None where they stay unexplained.

        Returns:
            An intent whose ``entities`` are settled; a gap that names what is missing; or the names among whose
            readings a person must choose, because the question makes sense with more than one.
        """
        of_row = asked_of_row(question)
        if of_row:  # the names behind the colon are no conditions: the answer is among them
            return Gap("unread", of_row, closeness=6)
        left = asides(question, entities, self.schema.called)
        asked = blanked(question, [(one.start, one.end) for one in left])
        full = in_full(asked, entities)
        text = full.text
        outcome = _with_notes(self._read(text, entities, meanings, full.words), full.notes)
        found = self.extents(asked, entities) if isinstance(outcome, Gap) or may_deny(asked) else []
        alone = next((one for one in found if one.denies), None)
        if alone is not None:
            words = asked[alone.start : alone.end].strip(" ,")
            outcome = self._reaching(asked, entities, meanings, found) or Gap("unread", words, closeness=6)
        elif isinstance(outcome, Gap):
            reached = self._qualified(asked, entities, meanings) or self._reaching(asked, entities, meanings, found)
            outcome = reached or outcome
        if isinstance(outcome, Gap) and outcome.reason in ("unread", "unknown_name"):
            outcome = self._respelt(text, entities, meanings, full) or self._unknown(full, entities, outcome)
        if not isinstance(outcome, Intent):
            return outcome
        if outcome.kind == "yesno" and len(entities) < 2 and any(one.person for one in left):
            # Asked of a person and of one thing alone, so that nothing of it can be looked up.
            return Gap("unread", words_of(question, next(one for one in left if one.person)), closeness=6)
        if outcome.kind == "yesno" and entities and _OWN.match(question[: entities[0].start]):
            return Gap("unread", question[: entities[0].end], closeness=6)
        return replace(outcome, notes=(*outcome.notes, *said(question, left)))

    def _qualified(
        self, question: str, entities: Sequence[Entity], meanings: Meanings | None
    ) -> Intent | Ambiguity | Gap | None:
        """What is asked where phrases put conditions on properties of the links; None where none does, or where the
        question is not read without them either."""
        found = self.qualifiers(question, entities)
        if not found:
            return None
        rest = blanked(question, [(one.start, one.end) for one in found])
        names = [one for one in entities if not any(said.start <= one.start < said.end for said in found)]
        full = in_full(rest, names)
        outcome = _with_notes(self._read(full.text, names, meanings, full.words), full.notes)
        if isinstance(outcome, Gap) and outcome.reason in ("unread", "unknown_name"):
            outcome = self._respelt(full.text, names, meanings, full) or outcome
        if isinstance(outcome, Gap):
            # What else is missing from a question without some of its words need not be missing from the question.
            return outcome if outcome.reason in ("absent", "unknown_name") else None
        return _qualified_readings(outcome, found)

    def _reaching(
        self, question: str, entities: Sequence[Entity], meanings: Meanings | None, found: Sequence[Extent]
    ) -> Intent | None:
        """What is asked where phrases say how far a relation is to lead; None where none does, or where it is not
        certain what the question asks without them."""
        if not found:
            return None
        rest = blanked(question, [(one.start, one.end) for one in found])
        outcome = self.read(rest, entities, meanings)
        put = with_extents(outcome, found) if isinstance(outcome, Intent) else None
        if put is None and not entities and len(found) == 1:
            # Of everything of a type no condition is read, but how many links of a type a thing has is.
            outcome = self.read(as_ranking(question, found[0]), (), meanings)
            put = of_ranking(outcome, found[0]) if isinstance(outcome, Intent) else None
            put = replace(put, kind="count") if put is not None and self.kind(question) == "count" else put
        return put

    def _respelt(
        self, question: str, entities: Sequence[Entity], meanings: Meanings | None, full: InFull
    ) -> Intent | Ambiguity | Gap | None:
        """What is asked where words that nothing explains are misspelt; None where that does not say it clearly.

        Of several words that give the same question the one is meant that the question uses, then the nearest.
        """
        unread = [item for item in tag(question, entities, self.lexicon, full.words) if item.unread]
        cased = question.upper() != question
        choices = [self._meant(item, first=item.position == 0, cased=cased) for item in unread]
        if not unread or not all(choices):
            return None
        read: list[tuple[float, int, tuple[str, ...], Intent | Ambiguity]] = []
        gaps: list[tuple[float, Gap]] = []
        for far, way in spelling.ways(choices):
            respelt = {item.start: spelling.cased_as(word, item.text) for item, word in zip(unread, way, strict=True)}
            outcome = self._read(question, entities, meanings, {**full.words, **respelt})
            if isinstance(outcome, Gap):
                gaps.append((far, outcome))
            else:
                read.append((far, -self._used(way, outcome), tuple(respelt.values()), outcome))
        if not read:
            (far, gap), *others = gaps
            told = gap.reason not in ("unread", "unknown_name") and spelling.clear(far, (one for one, _ in others))
            return gap if told else None
        far, _, _, outcome = read[0]
        same = [one for one in read if _same(one[3], outcome)]
        if not spelling.clear(far, (one[0] for one in read if one not in same)):
            return None
        _, _, words, outcome = min(same, key=lambda one: (one[1], one[0]))
        if isinstance(outcome, Ambiguity):
            return outcome
        notes = (f"Read “{item.text}” as “{word}”." for item, word in zip(unread, words, strict=True))
        return replace(outcome, notes=(*outcome.notes, *full.notes, *notes))

    def _used(self, words: Sequence[str], outcome: Intent | Ambiguity) -> int:
        """How many of some words ask for a relation or a type that a reading is about."""
        if isinstance(outcome, Ambiguity):
            return 0
        used, asked = relations_of(outcome), outcome.answer.label if outcome.answer is not None else ""
        meant = (self.lexicon.longest(spoken(word), 0) for word in words)
        return sum(bool(one[1].relations & used or asked in one[1].labels) for one in meant if one is not None)

    def _meant(self, item: Item, *, first: bool, cased: bool) -> list[tuple[float, str]]:
        """What a word may be a misspelling of; nothing where it looks like a name."""
        if (cased and not first and item.text[:1].isupper()) or self._knows(item.text):
            return []
        return self.dictionary.choices(item.text)

    def _unknown(self, full: InFull, entities: Sequence[Entity], gap: Gap) -> Gap:
        """The gap as one of the graph, where all that is not understood is plainly a name; else as one of the reader.

        It is plainly a name where every word looks like one, and the question makes sense with a name in its place.
        """
        question = full.text
        items = tag(question, entities, self.lexicon, full.words)
        unread = [item for item in items if item.unread]
        run = list(_items_in_a_row(unread))
        if not run:
            return gap
        if (done := self._is_done(question, items, run)) and len(run) == len(unread):
            return replace(gap, reason="unknown_name", what=question[done[0].start : done[-1].end])
        start, end = run[0].start, run[-1].end
        what = question[start:end]
        alone = len(run) == len(unread) and _stands_as_name(question, items, run)
        alone = alone and without_s(what.lower()) not in {without_s(text) for text in self._sorting()}
        if alone and (_begins_as_name(question, run) or all(self._is_like_name(question, item) for item in run)):
            for node in self.schema.nodes:
                named = Candidate(what, what, node.label, 1.0, "exact", what, (what,))
                placed = sorted([*entities, Entity(what, start, end, named)], key=lambda one: one.start)
                if not isinstance(self._read(question, placed, None, full.words), Gap):
                    return replace(gap, reason="unknown_name", what=what)
        return replace(gap, reason="unread", what=what)

    def _is_done(self, question: str, items: Sequence[Item], run: Sequence[Item]) -> list[Item]:
        """The words of a run that are plainly a name, where they open a question for yes or no and all behind them says
        what is done with it ("Is aspirin used in gout?"); none otherwise."""
        if not (items[0].auxiliary and items[0].last + 1 == run[0].position):
            return []
        named = list(itertools.takewhile(lambda item: self._is_like_name(question, item), run))
        done = run[len(named) :]
        return named if done and all(is_participle(item.text.lower()) for item in done) else []

    def _is_like_name(self, question: str, item: Item) -> bool:
        """Whether a word looks like a name and like no misspelt word of questions."""
        if not looks_like_name(question, item.start, item.text):
            return False
        return (item.text[:1].isupper() and item.position > 0) or not self.dictionary.resembles(item.text)

    def _read(
        self,
        question: str,
        entities: Sequence[Entity],
        meanings: Meanings | None,
        respelt: Mapping[int, str] | None = None,
    ) -> Intent | Gap | Ambiguity:
        identified = identity(question, entities, self.schema) or of_registers(question, entities)
        identified = identified or same_thing(question, entities, self.schema)
        if identified is not None:
            return identified
        rest = _without_names(question, entities)
        if row := _ROW_FIRST.match(rest):
            return Gap("unread", question[row.start("which") : row.end("which")], closeness=6)
        if _SENTENCE_END.search(rest) and not self._asks_once(question, entities, rest):
            return Gap("several", question)
        if symbol := _SYMBOL.search(rest):
            return Gap("unread", symbol.group().strip())
        items, notes = without_study(tag(question, entities, self.lexicon, respelt))
        items = as_verdict(question, asking_for_origin(items, self.schema), entities, self._nouns)
        gap = _first_gap(items, len(entities), self.lexicon)
        if gap is not None:
            return self._by_meaning(items, entities, gap, meanings) if meanings is not None else gap
        outcome = self._understood(items, entities)
        outcome = _with_notes(_without_definition(outcome, question, entities) or outcome, notes)
        dangling = _DANGLING.search(rest)
        defines = isinstance(outcome, Intent) and outcome.property is not None and outcome.property.role == "definition"
        if defines and dangling is not None:
            return Gap("unread", dangling[1])
        return _with_notes(outcome, self._also(outcome, entities)) if defines else outcome

    def _also(self, outcome: Intent | Gap | Ambiguity, entities: Sequence[Entity]) -> list[str]:
        """A sentence on what else is called as the thing whose definition is asked for, where its type has none."""
        thing = outcome.thing if isinstance(outcome, Intent) else None
        if thing is None or len(entities) != 1:
            return []
        (options,) = nearest_candidates(entities)
        others = [one for one in options if one.label != thing.label and not self._defines(one.label)]
        told = [f"the {self.schema.node(one.label).singular} {one.name} ({one.id})" for one in others]
        return [f"“{entities[0].mention}” is also {listed(told)}."] if told else []

    def _defines(self, label: str) -> bool:
        """Whether things of a type have definitions."""
        return any(one.role == "definition" for one in self.schema.node(label).properties)

    def _asks_once(self, question: str, entities: Sequence[Entity], rest: str) -> bool:
        """Whether what was seen is told in sentences before the only one that asks ("What could it be?")."""
        once = rest.rstrip(" .").find("?") in (-1, len(rest.rstrip(" .")) - 1)
        return once and asks_what_it_is(self.items(question, entities), self.schema)

    def _by_meaning(
        self, items: list[Item], entities: Sequence[Entity], gap: Gap, meanings: Meanings
    ) -> Intent | Gap | Ambiguity:
        """The reading in which words that nothing explains mean what they are near to; else the gap, with readings.

        Where that is not certain the readings are only offered.
        """
        unread = [item for item in items if item.unread]
        run = unread[: len(list(_run(unread)))]
        if gap.reason not in ("unread", "unknown_name") or len(run) < len(unread):
            return gap
        said = " ".join(item.text for item in run)
        offered = []
        for near in meanings.near(said):
            explained = replace(run[0], text=said, last=run[-1].last, meaning=near.meaning, unread=False)
            kept = [explained if item is run[0] else item for item in items if item not in run[1:]]
            outcome = self._understood(kept, entities)
            if isinstance(outcome, Intent):
                if near.clear:
                    return _with_notes(outcome, (f"“{said}” was read as “{near.phrase}”.",))
                offered.append(Option(near.phrase, outcome))
        return replace(gap, instead=tuple(offered))

    def _understood(self, items: list[Item], entities: Sequence[Entity]) -> Intent | Gap | Ambiguity:
        for options, ranked in ((nearest_candidates(entities), False), (named_candidates(entities), True)):
            outcome = self._best(items, entities, options, ranked=ranked)
            if not isinstance(outcome, Gap) and not _denies_type(outcome):
                return outcome
        if isinstance(outcome, Gap) and (outcome.options or outcome.readings):
            return self._chosen(items, entities, outcome)
        return outcome

    def _chosen(self, items: list[Item], entities: Sequence[Entity], gap: Gap) -> Gap | Ambiguity | Intent:
        """The relations among which a person must choose, each with what is asked then."""

        def read(schema: Schema) -> Intent | Gap:
            things = [Thing.of(entity.chosen, broad=entity.guess == "broad") for entity in entities]
            outcome = read_form(Sentence(items, things, schema))
            return outcome if isinstance(outcome, Gap) else replace(outcome, entities=tuple(entities))

        outcome, sentence = choices(gap, read, self.schema), Sentence(items, (), self.schema)
        if sentence.opens_with_auxiliary:  # a statement says one of them; which, its reader must know
            outcome = either(outcome)
        return _only_one_said(outcome, sentence) or outcome

    def _best(
        self, items: list[Item], entities: Sequence[Entity], options: list[list[Candidate]], *, ranked: bool
    ) -> Intent | Gap | Ambiguity:
        """What is asked with the readings of the names that make sense.

        Args:
            ranked: readings of a worse name (a synonym beside a preferred name) are left out where others make sense.
        """
        intents: list[Intent] = []
        gaps: list[Gap] = []
        typed: list[int] = []
        refused: list[tuple[Candidate, ...]] = []
        for chosen in itertools.islice(itertools.product(*options), MOST_READINGS):
            things = [
                Thing.of(one, broad=entity.guess == "broad") for entity, one in zip(entities, chosen, strict=True)
            ]
            sentence = Sentence(items, things, self.schema)
            outcome = read_form(sentence)
            if isinstance(outcome, Gap):
                gaps.append(outcome)
                refused += [chosen] if outcome.reason == "grouping" and not ranked else []
            else:
                settled = tuple(with_candidate(e, c) for e, c in zip(entities, chosen, strict=True))
                intents.append(replace(outcome, entities=settled))
                typed.append(sentence.typed_names)
        if not intents:
            return max(gaps, key=lambda gap: gap.closeness)
        intents = [intent for intent, number in zip(intents, typed, strict=True) if number == max(typed)]
        intents = [intent for intent in intents if not _denies_type(intent)] or intents[:1]
        intents = best_named(intents) if ranked else intents
        if len(items) > 1:  # "NF1 gene" names the gene, and asks for none of a disease of that name
            intents = [intent for intent in intents if asks_everything(intent)] or intents
        least = min(intent.hops for intent in intents)
        nearest = [intent for intent in intents if intent.hops == least]
        found = marked(nearest[0], intents) if len(nearest) == 1 else ambiguous_names(entities, nearest, intents)
        return _with_notes(found, self._refused(intents, refused))

    def _refused(self, intents: Sequence[Intent], refused: Sequence[tuple[Candidate, ...]]) -> list[str]:
        """A sentence on each name with a meaning that the schema allows, but not for several things in one question."""
        notes = []
        for place, entity in enumerate(intents[0].entities if refused else ()):
            asked = {intent.entities[place].chosen for intent in intents}
            for one in dict.fromkeys(chosen[place] for chosen in refused):
                if one not in asked:
                    noun, other = (self.schema.node(c.label).singular for c in (entity.chosen, one))
                    read = f"“{entity.mention}” was read as the {noun} ({entity.chosen.id})"
                    notes.append(
                        f"{read}; with the {other} ({one.id}) it can be asked of one thing at a time, not of several."
                    )
        return notes


def _with_notes(outcome: _Read, notes: Sequence[str]) -> _Read:
    """What a question asks for, every reading of it with further notes."""
    if isinstance(outcome, Gap) or not notes:
        return outcome
    if isinstance(outcome, Ambiguity):
        return replace(outcome, intents=tuple(_with_notes(one, notes) for one in outcome.intents))
    others = tuple(_with_notes(one, notes) for one in outcome.others)
    return replace(outcome, notes=(*outcome.notes, *notes), others=others)


def _qualified_readings(outcome: Intent | Ambiguity, found: Sequence[Said]) -> Intent | Ambiguity | Gap:
    """What is asked with conditions on the links, with those readings whose links have such properties."""
    if isinstance(outcome, Ambiguity) and outcome.options:
        read = [(one, with_qualifiers(one.intent, found, one.intent.entities)) for one in outcome.options]
        gap = next((one for _, one in read if isinstance(one, Gap)), None)
        kept = [replace(one, intent=intent) for one, intent in read if isinstance(intent, Intent)]
        if gap is not None and not kept:
            return gap
        return replace(outcome, options=tuple(kept)) if len(kept) > 1 else kept[0].intent
    intents = (replace(outcome, others=()), *outcome.others) if isinstance(outcome, Intent) else outcome.intents
    changed = [with_qualifiers(one, found, one.entities) for one in intents]
    kept_intents = [one for one in changed if isinstance(one, Intent)]
    if not kept_intents:
        return next((one for one in changed if isinstance(one, Gap)), Gap("unread", found[0].text, closeness=6))
    if isinstance(outcome, Ambiguity) and len(kept_intents) > 1:
        return replace(outcome, intents=tuple(kept_intents))
    return replace(kept_intents[0], others=tuple(kept_intents[1:]))


def _only_one_said(outcome: Gap | Ambiguity | Intent, sentence: Sentence) -> Intent | None:
    """The intent of the one way that is left, where a phrase of the question says its relation; every other way left
    a word of the question out."""
    if not isinstance(outcome, Ambiguity) or outcome.entities or len(outcome.options) != 1:
        return None
    intent = outcome.options[0].intent
    said = {relation for phrase in sentence.phrases for relation in phrase.meaning.relations}
    return intent if relations_of(intent) <= said else None


def _without_definition(
    outcome: Intent | Gap | Ambiguity, question: str, entities: Sequence[Entity]
) -> Intent | Ambiguity | None:
    """What "what is X" asks where no definition is recorded of things of its type, or of X: whatever else is."""
    missing = isinstance(outcome, Gap) and outcome.reason == "no_property" and outcome.what.startswith("definition|")
    read = () if isinstance(outcome, Gap) else readings_of(outcome)
    defines = bool(read) and all(one.property is not None and one.property.role == "definition" for one in read)
    if not (missing or defines) or len(entities) != 1 or (missing and entities[0].tied):
        return None
    name = entities[0]
    around = spoken(f"{question[: name.start]} {question[name.end :]}")
    if any(word.text.lower() not in _WHAT_IS for word in around):
        return None
    if isinstance(outcome, Ambiguity):
        return replace(outcome, intents=tuple(replace(one, or_all=True) for one in read))
    if isinstance(outcome, Intent):
        return replace(outcome, or_all=not entities[0].tied)
    note = NO_DEFINITION
    return Intent("text", thing=Thing.of(name.chosen), notes=(note,), entities=(name,))


def _denies_type(outcome: Intent | Ambiguity) -> bool:
    """Whether a thing is said to be of a type that it is not; another thing of that name may be."""
    return (
        isinstance(outcome, Intent) and outcome.thing is not None and outcome.of_type not in (None, outcome.thing.label)
    )


def _without_names(question: str, entities: Sequence[Entity]) -> str:
    for entity in entities:
        question = question[: entity.start] + "x" * (entity.end - entity.start) + question[entity.end :]
    return question


def _first_gap(items: list[Item], names: int, lexicon: Lexicon) -> Gap | None:
    for item in items:
        if item.meaning.absent and not item.meaning.of_graph:
            return Gap("absent", item.meaning.absent, detail=item.text)
    # "Where is X expressed" asks in what it is expressed.
    where = any(item.text.lower() == "where" for item in items)
    for item in items if where else ():
        found = lexicon.longest(spoken(f"{item.text} in"), 0) if item.unread else None
        if found is not None and found[1].absent:
            return Gap("absent", found[1].absent, detail=item.text)
    unread = [item for item in items if item.unread]
    if unread:
        return Gap("unread" if names else "unknown_name", " ".join(_run(unread)), detail=unread[0].text)
    return None


def _run(unread: list[Item]) -> Iterator[str]:
    return (item.text for item in _items_in_a_row(unread))


def _items_in_a_row(unread: list[Item]) -> Iterator[Item]:
    last = None
    for item in unread:
        if last is not None and item.position > last + 2:
            return
        last = item.last
        yield item


def _stands_as_name(question: str, items: Sequence[Item], run: Sequence[Item]) -> bool:
    """Whether words stand where a name can: not beside another name, and, unless they are written as only names are,
    at the end of a clause, where no verb stands ("which drugs gobble migraine"), and not behind "are", where an
    adjective does; or between the verb that opens a question for yes or no and one of a relation."""
    beside = [item for item in items if item.entity is not None]
    if any(item.last + 1 == run[0].position or run[-1].last + 1 == item.position for item in beside):
        return False
    end = run[-1].end
    said = any(item.auxiliary and item.last + 1 == run[0].position for item in items)
    ends = _CLAUSE_END.match(question, end) is not None and not said
    behind = next((item for item in items if item.position == run[-1].last + 1), None)
    joined = behind is not None and not behind.meaning.labels and (behind.generic or bool(behind.meaning.relations))
    opens = items[0].auxiliary and items[0].last + 1 == run[0].position and joined
    return (
        ends
        or opens
        or _begins_as_name(question, run)
        or all(is_marked(question, item.start, item.text) for item in run)
    )


def _begins_as_name(question: str, run: Sequence[Item]) -> bool:
    """Whether words beside each other begin as only names do ("Peroxisome biogenesis"), so that all of them are one."""
    beside = all(after.position == item.last + 1 for item, after in itertools.pairwise(run))
    return beside and is_marked(question, run[0].start, run[0].text)


def _same(one: Intent | Ambiguity, other: Intent | Ambiguity) -> bool:
    """Whether two readings ask for the same."""
    if isinstance(one, Intent) and isinstance(other, Intent):
        return replace(one, notes=()) == replace(other, notes=())
    return one == other


def read_form(sentence: Sentence) -> Intent | Gap:
    """The intent of a sentence; where it has none, that of the same sentence whose first name stands for its kinds
    or members."""
    rest = without_besides(sentence)
    if rest is not None:
        outcome = leaving_out(rest, read_form(rest.sentence))
        if isinstance(outcome, Intent) or "not" not in rest.word.meaning.cues:
            return outcome
    outcome = _of_forms(sentence)
    # "Tumours seen in X" reads like "are tumours seen in X", but nobody asked whether.
    stated = isinstance(outcome, Intent) and outcome.kind == "yesno" and not sentence.opens_with_auxiliary
    lists = isinstance(outcome, Intent) and outcome.answer is not None and sentence.asks_which
    name = asking_name(sentence) if stated or lists or isinstance(outcome, Gap) else None
    if name is not None and is_of_unsaid_type(sentence, name, outcome):
        outcome = Gap("unread", name.text, closeness=3)
    name = name if stated or isinstance(outcome, Gap) else None
    for upward in () if name is None else ways_up(sentence, name):
        assert name is not None
        read = _of_forms(as_type_word(sentence, name, upward.start))
        below = of_kinds(sentence, name, upward, read) if isinstance(read, Intent) else None
        if below is not None:
            return below
    return outcome


def is_of_unsaid_type(sentence: Sentence, name: Item, outcome: Intent | Gap) -> bool:
    """Whether things of a type are listed that no word asks for, where a name says of what the kinds are asked ("which
    bone diseases are seen in A" asks for no signs)."""
    if not isinstance(outcome, Intent) or outcome.answer is None or not sentence.asks_which:
        return False
    said = {label for item in sentence.items for label in item.meaning.labels} | {sentence.thing(name).label}
    return outcome.answer.label not in said


def _of_forms(sentence: Sentence) -> Intent | Gap:
    """What the first form that recognises a sentence makes of it; it must use the whole sentence."""
    gap = (
        several_questions(sentence)
        or both_of_one(sentence)
        or mixed_alternatives(sentence)
        or denied_type(sentence)
        or no_other(sentence)
        or not_of_all(sentence)
        or but_a_name(sentence)
        or which_of_names(sentence)
    )
    if gap is not None:
        return gap
    for form in FORMS:
        outcome = form(sentence)
        if outcome is not None:
            return outcome if isinstance(outcome, Gap) else left_out(sentence, outcome) or _noted(sentence, outcome)
    return Gap("unread", "", closeness=1)


def _noted(sentence: Sentence, intent: Intent) -> Intent:
    return replace(intent, notes=(*intent.notes, *_loosely(sentence, intent)))


def _stray(sentence: Sentence) -> Outcome:
    """Names without anything asked of them."""
    if not sentence.names:
        return Gap("no_entity", "", closeness=0)
    several = [f"{a.label}|{b.label}" for a, b in itertools.combinations(sentence.things, 2)]
    return Gap("no_relation" if several else "unread", several[0] if several else "", closeness=1)


def _loosely(sentence: Sentence, intent: Intent) -> tuple[str, ...]:
    """A sentence for each phrase that asks for more than the relation that it was read as records."""
    said = {}
    for one in relations_of(intent):
        known = {_stems(phrase) for phrase in one.loose}
        for item in sentence.items:
            if one in item.meaning.relations and _stems(item.text) in known:
                said[item.text] = f"“{item.text}” was read as “{one.forward}”: this graph does not say more."
    return tuple(said.values())


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(token.stem for token in spoken(phrase))


FORMS: tuple[Callable[[Sentence], Outcome], ...] = (
    of_these, difference, comparison, relation, superlative, edge_value, node_value, kinds, type_check, yes_no, shared,
    listing, _stray,
)  # fmt: skip
