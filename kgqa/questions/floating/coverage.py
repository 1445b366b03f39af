"""Which word of a question nothing of what it was read as explains.

Ranked readings are near to a question, and a word that was never weighed may turn it into another one ("which animals
*hate* Dr X" is near to whom Dr X treats). So every verb, every word for a type or a field, every adverb and every noun
behind a preposition must be said by the reading too, or say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from kgqa.language import thesaurus, units
from kgqa.language.common_words import is_marked
from kgqa.language.inflection import irregular_infinitive, is_superlative, singular_of, verbs_of, without_s
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.by_meaning.clauses import Clause
from kgqa.questions.by_meaning.likeness import likeness
from kgqa.questions.floating.parser import SUMMED
from kgqa.questions.floating.question import Question
from kgqa.questions.floating.senses import Chunk, Sense, Senses, is_form, phrases_of
from kgqa.questions.intent import Intent, conditions_of, relations_of, unnamed
from kgqa.questions.numbers.measuring import Measured
from kgqa.records import Entity
from kgqa.schema.model import Relation, Schema

_AS_HEAD = 0.7
"""How near a word for a type must be to ask for things of it."""
_AS_SAID = 0.62
"""Cosine of a word and one for a relation from which it says that one ("consume", "eat"); below, "sold" is near to
"supplied"."""
_AS_NOUN = 0.35
"""The same of a noun behind "which" and one for what is asked for: "show" and "exhibition", not "time" and "tower"."""
_NEAR = 0.3
"""Cosine of a word that was passed over and one of a reading below which it may say something else."""
_OWNERS = frozenset({"his", "her", "their", "its"})
_BEFORE_NOUNS = frozenset({"have", "has", "had", "in", "at", "on", "for", "by", "from", "during", "under", "without"})
_TURNING = frozenset({"from", "around", "into", "away"})
_ARTICLES = frozenset({"a", "an", "the", "any", "their", "its", "his", "her", "some"})
_ASKING = frozenset({"do", "does", "did", "can", "could", "may", "might", "will", "would", "shall", "should", "must"})
_CHOOSING: frozenset[Cue] = frozenset({"which", "count"})
_COUNTING: frozenset[Cue] = frozenset({"most", "fewest", "compare", "count"})


@dataclass(slots=True)
class Elements:
    """What readings of a question speak of.

    Attributes:
        asked: types of what is asked for.
        ways: types of unnamed things on the way to them.
        labels: all of these, and those of names.
        relations: by which these are joined.
        properties: names of properties that are asked for or restricted.
    """

    asked: set[str] = field(default_factory=set)
    ways: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    relations: set[Relation] = field(default_factory=set)
    properties: set[str] = field(default_factory=set)

    def add(self, intent: Intent) -> None:
        """With what an intent asks."""
        if intent.answer is not None:
            self.asked.add(intent.answer.label)
            self.ways |= {one.label for one in unnamed(intent.answer)}
            self.labels |= self.ways | self.asked
        self.labels |= {one.chosen.label for one in intent.entities}
        self.labels |= {intent.of_type} if intent.of_type is not None else set()
        self.relations |= relations_of(intent)
        self.labels |= {label for relation in relations_of(intent) for label in (relation.source, relation.target)}
        self.properties |= {intent.property.name} if intent.property is not None else set()
        qualifiers = [one for condition in conditions_of(intent.answer) for one in condition.qualifiers]
        qualifiers += [one for pair in intent.pairs for one in pair.qualifiers]
        self.properties |= {one.property.name for one in qualifiers}

    def add_measured(self, read: Measured) -> None:
        """With what is asked by numbers and texts."""
        self.add(read.intent)
        bounded = [*read.bounded, *(one for described in read.unnamed for one in described.bounded)]
        owned = [one for _, one in bounded]
        owned += [one[1] for one in (read.ranked, read.summed) if one is not None]
        texts = [*read.valued, *(one for described in read.unnamed for one in described.valued)]
        recorded = [one.recorded for one in owned] + [one.recorded for one in texts]
        recorded += [one.property for one in read.lacking]
        self.properties |= {one.name for one in recorded}
        self.labels |= {one.label for one in texts} | {one.label for one in read.unnamed}


class Coverage:
    """Holds questions beside what they were read as, over one schema."""

    def __init__(self, schema: Schema, senses: Senses) -> None:
        self._schema = schema
        self._senses = senses

    def unexplained(
        self, text: str, entities: Sequence[Entity], asking: Sequence[Clause], said: Elements
    ) -> str | None:
        """The first word in what a cleaned text asks that nothing of some readings explains; empty where it is asked
        for otherwise with words that are read, None where all is explained.

        Args:
            asking: the parts of the text that ask.
        """
        chunks = self._senses.chunks(text, entities)
        words = self._words_of(said)
        head = Question(text, tuple(entities), tuple(chunks)).head()
        if head is not None and said.asked and not self._is_asked_for(chunks[head], said):
            return ""
        told = {sense.label for chunk in chunks for sense in chunk.senses if sense.stands in ("type", "value")}
        if not said.ways <= told:  # "pesticides used in X" are not those against pests that are seen in X
            return ""
        asks_when = any("when" in one.cues for one in chunks)
        if asks_when and said.properties and said.properties <= self._senses.truths_called:
            return ""  # of what is so or not no time is told
        ends = text.rstrip(" ?.!").lower().rpartition(" ")[2]
        if ends in vocabulary().particles:
            return ends  # "did X give Y away"
        for place, chunk in enumerate(chunks):
            within = any(one.covers(chunk.start) for one in asking)
            if chunk.entity is None and not within and self._sorts_out(chunk, said):
                return chunk.text  # "is anything recruiting in X, and if so which study" asks for no other ones
            if within and chunk.entity is None and not self._is_explained(text, chunks, place, said, words):
                return "" if chunk.cues or chunk.senses else chunk.text
        return None

    def spoken_of(self, text: str, entities: Sequence[Entity], said: Elements) -> list[tuple[int, int]]:
        """The stretches of a cleaned text that surely stand for something that some readings speak of."""
        chunks = self._senses.chunks(text, entities)
        surely = ((one, [sense for sense in one.senses if sense.score == 1.0]) for one in chunks)
        return [(one.start, one.end) for one, senses in surely if any(_is_of(sense, said) for sense in senses)]

    def is_near(self, word: str, said: Elements) -> bool:
        """Whether a word that was passed over is near to what some readings speak of."""
        return likeness().nearness(word.lower(), sorted(self._words_of(said))) >= _NEAR

    @staticmethod
    def _sorts_out(chunk: Chunk, said: Elements) -> bool:
        """Whether a word surely tells the things that are asked for apart, and no reading says it."""
        surely = [one for one in chunk.senses if one.stands == "value" and one.score == 1.0 and one.label in said.asked]
        return bool(surely) and not any(_is_of(one, said) for one in chunk.senses)

    @staticmethod
    def _is_asked_for(head: Chunk, said: Elements) -> bool:
        """Whether a word behind a question word, or "who", asks for things of a type that is asked for."""
        somebody = head.text.lower() in vocabulary().somebody
        types = {one.label for one in head.senses if one.stands == "type" and (somebody or one.score == 1.0)}
        if types:
            return not types.isdisjoint(said.asked)
        if singular_of(head.text.lower()) in vocabulary().standing:
            return True
        # "Contrast" is the head of a "contrast agent", and asks for none of what has nothing of it.
        nouns = {one.label for one in head.senses if one.stands == "type" and one.score >= _AS_HEAD}
        return not nouns or not nouns.isdisjoint(said.asked) or any(_is_of(one, said) for one in head.senses)

    def _is_explained(
        self, text: str, chunks: Sequence[Chunk], place: int, said: Elements, words: frozenset[str]
    ) -> bool:
        chunk, item = chunks[place], chunks[place].item
        word = chunk.text.lower()
        forms = {verb for verb, _ in verbs_of(word)} | {word, singular_of(word)}
        if any(_is_of(sense, said) for sense in chunk.senses) or not forms.isdisjoint(words):
            return True
        if item is None or _says_more(text, chunk):
            return False
        after = text[chunk.end :].lower().split()[:1]
        general = not forms.isdisjoint(vocabulary().general) and not (chunk.senses or item.auxiliary)
        if general and after and after[0] in _TURNING and not said.properties:
            phrases = (phrase for one in said.relations for phrase in phrases_of(one))
            return any(after[0] in phrase.split() for phrase in phrases)  # "ships that come from X" do not call there
        sure = {sense.stands for sense in chunk.senses if sense.score == 1.0}
        counts = ("count" in chunk.cues and "property" in sure) or _counts_others(text, chunks, place, words)
        if counts or self._asks_else(text, chunks, place, said, words):
            return False  # "how many patients", "which show drew more people"
        empty = vocabulary().light | vocabulary().function | vocabulary().registers
        if chunk.cues or item.auxiliary or item.generic or word in empty:
            return True
        if sure & {"type", "property"} or ("relation" in sure and said.relations):
            return False
        if any(one.stands == "value" and one.score == 1.0 and _may_tell(one, said) for one in chunk.senses):
            return False  # "which areas does X cover as *primary*"
        return not item.unread or self._says_the_same(chunks, place, said, words, forms)

    def _says_the_same(
        self, chunks: Sequence[Chunk], place: int, said: Elements, words: frozenset[str], forms: Collection[str]
    ) -> bool:
        """Whether a word that the graph does not know says nothing but what some readings do, or nothing at all."""
        word, light = chunks[place].text.lower(), vocabulary().general
        if said.properties:  # "based in Germany" where countries are recorded
            light |= vocabulary().holding | vocabulary().placing
        if any("have" in one.words for one in said.relations):
            light |= vocabulary().holding
        if not light.isdisjoint(forms) or any(_is_alike(form, words) for form in forms):
            return True
        sided = any(one.source == one.target for one in said.relations)  # "learned from" is the other side of "taught"
        if not sided and likeness().nearness(word, self._verbs_of(said)) >= _AS_SAID:
            return True
        if word in SUMMED and any("count" in one.cues for one in chunks):
            return True  # "how many in total"
        measured = any(units.measures(word, name) for name in said.properties)
        return measured or not _restricts(chunks, place)

    def _asks_else(self, text: str, chunks: Sequence[Chunk], place: int, said: Elements, words: frozenset[str]) -> bool:
        """Whether a word asks for something that readings do not answer: why, "how old", "what time", the highest."""
        chunk, item, before = chunks[place], chunks[place].item, chunks[place - 1] if place else None
        word = chunk.text.lower()
        if word == "why" or (is_superlative(word) and not said.properties):
            return True  # "the highest tower" is not that of the most
        if text[chunk.end :].lower().startswith(" of ") and thesaurus.is_kind_of(singular_of(word), "relative"):
            return True  # "do siblings of somebody with X have Y"
        if item is None or before is None or item.behind or item.auxiliary or chunk.senses or chunk.cues:
            return False
        if "how" in before.cues and any("when" in one.cues for one in chunks):
            return True  # "how old was X when it closed"
        noun = singular_of(word)
        if not before.cues & _CHOOSING or not thesaurus.is_known(noun, "n") or noun in thesaurus.synonyms("kind", "n"):
            return False
        return likeness().nearness(word, sorted(words.difference(self._verbs_of(said)))) < _AS_NOUN

    def _verbs_of(self, said: Elements) -> list[str]:
        """The words by which the relations that readings speak of are called, in order."""
        return sorted({word for relation in said.relations for word in self._senses.words_of(relation)})

    def _words_of(self, said: Elements) -> frozenset[str]:
        """The words by which what readings speak of is called."""
        found = set(self._verbs_of(said))
        for node in self._schema.nodes:
            if node.label in said.labels:
                found |= {node.singular.lower(), *node.words}
        every = [one for node in self._schema.nodes for one in node.properties]
        every += [one for relation in self._schema.relations for one in relation.properties]
        for recorded in every:
            if recorded.name in said.properties:
                found |= {word for name in (recorded.called, *recorded.words) for word in name.lower().split()}
        # "Found in" says where something is, and "founded" nothing of it.
        return frozenset(word for word in found if irregular_infinitive(word) in ("", word))


def _says_more(text: str, chunk: Chunk) -> bool:
    """Whether an ordinary word says more here than it mostly does: as part of a date ("in May"), as what something is
    for, or as what changes something."""
    word, auxiliary = chunk.text.lower(), chunk.item is not None and chunk.item.auxiliary
    if auxiliary and is_marked(text, chunk.start, chunk.text):
        return True
    if word == "used" and text[chunk.end :].startswith(" to be "):
        return True
    return word in vocabulary().changing and not (chunk.cues or auxiliary)


def _is_of(sense: Sense, said: Elements) -> bool:
    """Whether readings speak of what a word stands for."""
    if sense.recorded is not None:
        return sense.recorded.name in said.properties
    return sense.label in said.labels or sense.relation in said.relations


def _may_tell(sense: Sense, said: Elements) -> bool:
    """Whether a text is recorded of links that readings speak of, or of unnamed things in them."""
    return sense.relation in said.relations or (sense.relation is None and sense.label in said.asked | said.ways)


def _is_alike(word: str, words: frozenset[str]) -> bool:
    """Whether a word shares a meaning with one of others, or is a form of it."""
    alike = thesaurus.synonyms(word, "v") | thesaurus.synonyms(word, "n")
    return not words.isdisjoint(alike) or any(is_form(word, other) for other in words)


def _counts_others(text: str, chunks: Sequence[Chunk], place: int, words: frozenset[str]) -> bool:
    """Whether a word is a plural that is counted, or one by which is counted what no reading speaks of."""
    word = chunks[place].text.lower()
    if place and chunks[place - 1].cues & _COUNTING and singular_of(word) != word:
        return True
    if not chunks[place].cues & _COUNTING:
        return False
    behind = text[chunks[place].end : chunks[place + 1].start if place + 1 < len(chunks) else None]
    plurals = (one for one in re.findall(r"[a-z]+", behind.lower()) if singular_of(one) != one)
    return any(words.isdisjoint((one, singular_of(one))) for one in plurals)


def _restricts(chunks: Sequence[Chunk], place: int) -> bool:
    """Whether an ordinary word stands where it says more of what is asked: as a verb, as an adverb, or as a noun behind
    a preposition or behind "have"."""
    item = chunks[place].item
    assert item is not None
    word = item.text.lower()
    before = chunks[place - 1] if place else None
    after = chunks[place + 1] if place + 1 < len(chunks) else None
    if _is_adverb(word):
        return not _is_of_record(after)
    if before is None or (before.cues & _CHOOSING and not item.behind):
        return False  # it asks itself, or for things of a kind
    if before.entity is not None and after is not None and _is_said(chunks, after):
        return True  # "is A *protective* against B"
    last = item.behind[-1] if item.behind else ""
    auxiliary = before.text.lower() if before.item is not None and before.item.auxiliary else ""
    verbs = thesaurus.infinitives(word)
    if verbs and last not in _ARTICLES:
        inflected = verbs != {word}
        if last == "to" or (inflected and auxiliary) or (not item.behind and _is_subject(before, inflected)):
            return True
        asked = any(one.item is not None and one.text.lower() in _ASKING for one in chunks[:place])
        if asked and not inflected and not item.behind:
            return True
    said = {word for one in chunks[: place + 1] for word in (one.text.lower(), *(one.item.behind if one.item else ()))}
    if not said.isdisjoint(vocabulary().somebody) and thesaurus.is_kind_of(singular_of(word), "person", 8):
        return True  # "who were her pupils"
    if last in _OWNERS and thesaurus.is_known(singular_of(word), "n"):
        return True  # "the name of his boat"
    leading = {*item.behind[-2:], auxiliary}
    return bool(leading & _BEFORE_NOUNS) and thesaurus.is_known(singular_of(word), "n")


def _is_said(chunks: Sequence[Chunk], after: Chunk) -> bool:
    """Whether a question for yes or no begins with "is", and a preposition joins a name to what stands before it."""
    behind = after.item.behind if after.item is not None and after.entity is not None else ()
    joined = after.text.lower() == "against" or (behind != () and behind[-1] not in _ARTICLES)
    return joined and chunks[0].text.lower() in vocabulary().be


def _is_subject(chunk: Chunk, inflected: bool) -> bool:
    """Whether a word may be what does what the verb behind it says: one for things of a type, "who", or a name; a verb
    in the infinitive may also be a noun behind a word for a single thing."""
    word = chunk.text.lower()
    kind = any(one.stands == "type" or one.noun for one in chunk.senses)
    return (
        chunk.entity is not None or (kind and (inflected or without_s(word) != word)) or word in vocabulary().somebody
    )


def _is_adverb(word: str) -> bool:
    return word.endswith("ly") and len(word) > 4 and not thesaurus.is_known(word, "n", "a")


def _is_of_record(after: Chunk | None) -> bool:
    """Whether a word says that something stands in a record ("explicitly *recorded*"), or denies it there."""
    if after is None or after.item is None:
        return False
    return after.item.generic or bool(after.cues) or after.text.lower() in vocabulary().light
