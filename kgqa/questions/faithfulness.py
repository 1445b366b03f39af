"""Whether what a text was read as says what the text says: nothing denied, weakened or left out on the way.

A plain question that is near to a text may still ask for its opposite, or for less. Each is held against the text word
by word, and is not clearly meant where it does not say all of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from kgqa.language.inflection import stem
from kgqa.language.normalise import blanked
from kgqa.language.text import clean
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.context import joins_told
from kgqa.questions.by_meaning.rereading import Strict
from kgqa.questions.by_meaning.second_stage import Meant, SecondStage
from kgqa.questions.by_meaning.told_findings import left_out_beside
from kgqa.questions.floating.coverage import Coverage, Elements
from kgqa.questions.floating.meaning import Derived
from kgqa.questions.intent import Gap, Intent, readings_of
from kgqa.questions.misplaced import asks_what_may_be
from kgqa.questions.numbers.measuring import Measured
from kgqa.questions.reader import Reader
from kgqa.questions.text.courtesy import set_aside
from kgqa.questions.text.options import before_options
from kgqa.records import Entity
from kgqa.schema.model import Relation

_BUT_NOT = re.compile(
    r"\b(?:but|and|though|although|yet)\s+(?:is\s+|are\s+|does\s+|do\s+|has\s+|have\s+)?(?:not|never)\b(?!\s+only)",
    re.IGNORECASE,
)
_DENIES = re.compile(r"\b(?:no|not|none|never|without|other\s+than|except|neither|alone|only|more)\b", re.IGNORECASE)
"""Words of a plain question by which something is set against something else."""
_ADDRESSED = frozenset({"you", "i", "we", "one"})
"""Behind such a word for what may be, who asks is polite ("can you", "may I")."""
_DEFINES = re.compile(r"what\s+is\s+(?:an?\s|the\s+definition\b)", re.IGNORECASE)


class Faithfulness:
    """Holds plain questions against the texts that were read as them, over one schema."""

    def __init__(self, strict: Strict, reader: Reader, coverage: Coverage, second_stage: SecondStage) -> None:
        self._strict = strict
        self._reader = reader
        self._coverage = coverage
        self._second_stage = second_stage

    def weighed(self, cleaned: str, entities: Sequence[Entity], found: Meant) -> Meant:
        """What a text was clearly read as, no more clearly meant where it does not say what the text says."""
        questions = (found.questions[0], *found.then)
        bare = any(questions[0].lower() == one.mention.lower() for one in entities)
        if (bare or _DEFINES.match(questions[0])) and (_asks_beside(found) or asks_what_may_be(cleaned)):
            return replace(found, clear=False)  # "is A so, I mean B?" does not ask what B is
        if questions[0] in cleaned:
            return found
        if any(self._turns(cleaned, question) for question in questions):
            return replace(found, clear=False)
        said = Elements()
        for question in questions:
            self._speak_of(said, question)
        if self.overstates(cleaned, entities, said.relations):
            return replace(found, clear=False)
        asking = self._second_stage.asking(cleaned, entities)
        if joins_told(cleaned, entities, asking, questions[0], self._reader.lexicon.is_type):
            return replace(found, clear=False)
        polite = {(one.start, one.end) for one in set_aside(cleaned, entities)}
        beside = [one for one in found.set_aside if (one.start, one.end) not in polite]
        missed = "" if self._counts_how_many(questions[0]) else left_out_beside(cleaned, beside, entities)
        left = missed or self._coverage.unexplained(cleaned, entities, asking, said)
        return found if left is None else replace(found, clear=False, unsaid=left)

    @staticmethod
    def without_lost_denials(cleaned: str, entities: Sequence[Entity], found: Meant) -> Meant | None:
        """What a text is likely to ask, without what drops a denial: "A but not B" is not offered as "A and B" either;
        None where nothing is left."""
        if not _BUT_NOT.search(blanked(cleaned, [(one.start, one.end) for one in entities])):
            return found
        kept = tuple(one for one in found.questions if any(map(_DENIES.search, (one, *found.then))))
        return replace(found, questions=kept, clear=found.clear and kept[:1] == found.questions[:1]) if kept else None

    def _counts_how_many(self, question: str) -> bool:
        """Whether a plain question asks for what has most of several things, so that one more may be left out aloud."""
        _, read = self._strict.read_plainly(question)
        return isinstance(read, Intent) and read.of_these is not None

    def overstates(self, cleaned: str, entities: Sequence[Entity], relations: Iterable[Relation]) -> bool:
        """Whether a question that says more than names and types ("side effects X") asks for what is, and its reading
        by these relations for what may be."""
        if not overstated(cleaned, relations):
            return False
        items = self._reader.items(cleaned, entities)
        return any(one.behind or (one.entity is None and not one.meaning.labels) for one in items)

    def _turns(self, cleaned: str, question: str) -> bool:
        """Whether a plain question asks for a field whose name denies, and the text does not ("native", of what is
        called "non native")."""
        said = cleaned.lower().replace("-", " ")
        return any(name in question.lower() and name not in said for name in self._denying_fields)

    @cached_property
    def _denying_fields(self) -> list[str]:
        """What fields are called whose name denies."""
        schema = self._reader.schema
        names = {one.called.lower() for node in schema.nodes for one in node.properties}
        names |= {one.called.lower() for relation in schema.relations for one in relation.properties}
        return [name for name in names if not vocabulary().denying.isdisjoint(name.split())]

    def _speak_of(self, said: Elements, question: str) -> None:
        """Adds what a plain question speaks of, or what one that is not is likely to ask."""
        cleaned = clean(before_options(question))
        entities = self._strict.named(cleaned)
        outcome = self._strict.read(cleaned, entities)
        read = self._strict.measured(cleaned, entities) if isinstance(outcome, Gap) else None
        for intent in readings_of(outcome) if not isinstance(outcome, Gap) else ():
            said.add(intent)
        if read is not None:
            said.add_measured(read)
        elif isinstance(outcome, Gap) and (meant := self._strict.meant(cleaned, entities)) is not None:
            for plain in meant.questions[:1] if meant.clear and meant.questions[0] != question else ():
                self._speak_of(said, plain)


def spoken_of(found: Iterable[Derived]) -> Elements:
    """What derived readings speak of."""
    said = Elements()
    for one in found:
        if isinstance(one.asked, Measured):
            said.add_measured(one.asked)
        else:
            said.add(one.asked)
    return said


def _asks_beside(found: Meant) -> bool:
    """Whether a part that was set aside asks something itself ("could he stop breathing")."""
    parts = [[word.text.lower() for word in spoken(one.text)[:2]] for one in found.set_aside]
    return any(len(said) > 1 and said[0] in vocabulary().auxiliary and said[1] != "you" for said in parts)


def overstated(text: str, relations: Iterable[Relation]) -> bool:
    """Whether one of some relations says only what may be ("may contain"), and a text asks for what is.

    What contains something and what may contain it are two things; who asks for the one is not answered by the other.
    """
    return any(_is_possible(one) and not _is_asked(text, one) for one in relations)


def _phrases(relation: Relation) -> tuple[str, ...]:
    return (*relation.words, *relation.forward_words, *relation.inverse_words)


def _is_possible(relation: Relation) -> bool:
    """Whether every phrase of a relation begins with a word for what may be."""
    first = [phrase.lower().split()[0] for phrase in _phrases(relation)]
    return bool(first) and vocabulary().possible.issuperset(first)


def _is_asked(text: str, relation: Relation) -> bool:
    """Whether a text says that something may be, and not also that it is ("contain or may contain").

    A word for what may be holds for the verb that follows it, whatever stands between ("what may X contain").
    """
    said = spoken(text)
    verbs = {stem(phrase.lower().split()[1]) for phrase in _phrases(relation) if " " in phrase}
    weakened = pending = False
    for place, (word, after) in enumerate(pairwise([*said, None])):
        assert word is not None
        month = bool(place) and word.text.istitle()  # "recorded in May"
        following = after.text.lower() if after is not None else ""
        if word.text.lower() in vocabulary().possible and following not in _ADDRESSED and not month:
            weakened = pending = True
        elif word.stem in verbs:
            if not pending:
                return False
            pending = False
    return weakened
