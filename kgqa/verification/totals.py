"""How many things a sentence says there are ("Five genes are associated with A"), held against how many are recorded.

The sentence with "which" in the place of the number is a question for a list. Only where that is read strictly, with no
word besides that could ask for fewer or other things, does the database count what the sentence counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kgqa.language import quantities
from kgqa.language.text import clean
from kgqa.language.tokens import spoken
from kgqa.questions.intent import Intent, Thing, Variable
from kgqa.questions.reader import Reader
from kgqa.questions.tagging import tag
from kgqa.questions.text.courtesy import asides
from kgqa.questions.wording import Wording
from kgqa.records import Entity, Triple
from kgqa.verification.judging import Judged
from kgqa.verification.naming import TextNames, is_sure
from kgqa.verification.prose import states_cause, without_marks

Count = Callable[[Variable], int]
"""How many things the graph records that meet some conditions; raises as ``GraphStore.run``."""

MOST_TOTALS = 10
"""Numbers of one text that are counted; the rest is not checked."""
MOST_CITED = 10
"""Records of the list that are named beside a number."""
_BEGINS = re.compile(r"\s*(?:in (?:total|all),?\s+)?(?:there (?:are|is)\s+)?(?:(?:a total of|all)\s+)?", re.IGNORECASE)
_PLAIN = frozenset({
    "a", "an", "and", "are", "as", "be", "been", "both", "by", "different", "distinct", "for", "had", "has", "have",
    "in", "is", "known", "listed", "recorded", "reported", "that", "the", "there", "to", "was", "were", "which", "with",
})  # fmt: skip
"""Words that change nothing in what is counted."""


@dataclass(frozen=True, slots=True)
class Total:
    """A number of things that a sentence states.

    Attributes:
        said: the number as the sentence has it, with what bounds it ("at least five").
        bounds: the numbers of which it is true.
        counted: the things that it counts.
    """

    said: str
    bounds: quantities.Bounds
    counted: Variable


class TotalReader:
    """Reads and judges numbers of things that sentences about one graph state.

    Args:
        count: counts what the graph records.
        evidence: of which the records of a list are named beside its number.
    """

    def __init__(self, reader: Reader, names: TextNames, count: Count, evidence: Sequence[Triple]) -> None:
        self._reader = reader
        self._names = names
        self._count = count
        self._evidence = evidence
        self._wording = Wording(reader.schema)
        self._left = MOST_TOTALS

    def judged(self, sentence: str) -> Judged | None:
        """The verdict on the number of things that a sentence states; None where it states none that can be counted."""
        total = self.read(sentence)
        if total is None or self._left <= 0:
            return None
        self._left -= 1
        number = self._count(total.counted)
        if not number:
            return Judged("not_recorded", (), "the graph records none of them")
        things = self._wording.things(total.counted.label, number)
        says = self._wording.conditions(total.counted, plural=number != 1)
        holds = total.bounds.hold(number, number)
        said = "" if holds else f"“{total.said}” is said, "
        return Judged(
            "supported" if holds else "contradicted",
            self._numbers(total.counted),
            f"{said}the graph records {number:,} {things} that {says}",
        )

    def read(self, sentence: str) -> Total | None:
        """The number of things that a sentence states; None where it is not read as that and nothing more."""
        plain, _ = without_marks(sentence)
        plain = plain.strip().rstrip(".!; ")
        names = self._names.link(plain)
        found = [one for one in _STATED.finditer(plain) if not any(e.start < one.end() > one.start() >= e.start
                                                                  and one.start() < e.end for e in names)]  # fmt: skip
        if len(found) != 1 or plain.endswith("?"):
            return None
        before, (match,) = plain[: found[0].start()], found
        begins = _BEGINS.fullmatch(before) is not None
        question = f"Which{plain[match.end() :]}?" if begins else f"{before}which{plain[match.end() :]}?"
        intent = self._list(question)
        return None if intent is None else Total(match.group().strip(), _bounds(match), intent)

    def _list(self, question: str) -> Variable | None:
        """What a question lists, where it is read strictly and has no word of which it is open what it asks for."""
        if clean(question) != question:
            return None
        entities = self._names.link(question)
        if not entities or not all(map(is_sure, entities)) or asides(question, entities):
            return None
        if any(entity.tied for entity in entities) or not self._is_plain(question, entities):
            return None
        intent = self._reader.read(question, entities)
        if not isinstance(intent, Intent) or intent.kind != "list" or intent.answer is None or intent.others:
            return None
        asks_more = (intent.notes, intent.besides, intent.shared, intent.of_these, intent.rank_hop, intent.most)
        conditions = intent.answer.conditions
        if any(asks_more) or not conditions or not all(one.is_plain for one in conditions):
            return None
        phrases = [text for one in conditions for text in (one.hop.relation.forward, one.hop.relation.inverse)]
        return None if states_cause(question) and not any(map(states_cause, phrases)) else intent.answer

    def _is_plain(self, question: str, entities: Sequence[Entity]) -> bool:
        """Whether every word is a name, a type, a phrase for a relation, or one that changes nothing."""
        known = [(one.start, one.end) for one in entities]
        known += [(one.start, one.end) for one in tag(question, entities, self._reader.lexicon)
                  if one.entity is None and (one.meaning.relations or one.meaning.labels or one.generic)]  # fmt: skip
        words = (word for word in spoken(question) if not any(a <= word.start < b for a, b in known))
        return all(word.text.lower() in _PLAIN for word in words)

    def _numbers(self, variable: Variable) -> tuple[int, ...]:
        """Records of the evidence that put things on the list."""
        found = []
        for condition in variable.conditions:
            ids = _ids(condition.things)
            found += [
                one.number
                for one in self._evidence
                if one.predicate == condition.hop.relation.type
                and not one.against
                and not ids.isdisjoint((one.subject.id, one.object.id))
                and variable.label in (one.subject.label, one.object.label)
            ]
        return tuple(found[:MOST_CITED])


def _ids(things: Sequence[Thing]) -> frozenset[str]:
    return frozenset(id_ for thing in things for id_ in thing.ids)


_SIDES = ("over", "least", "under", "most", "exactly")
_NUMBER = rf"(?<![\w.,/-]){quantities.number_pattern()}(?![-–/%]|\s*(?:%|of\b|out of\b|percent|per cent))"
_BEFORE = "|".join(rf"(?P<{side}>{quantities.phrases('before', side)})" for side in _SIDES)
_STATED = re.compile(rf"(?:(?:{_BEFORE}|(?P<only>\bonly))\s+)?(?P<number>{_NUMBER})(?=\s)", re.IGNORECASE)


def _bounds(match: re.Match[str]) -> quantities.Bounds:
    number = quantities.number(match["number"])
    if match["over"]:
        return quantities.Bounds(number, None, above=True)
    if match["least"]:
        return quantities.Bounds(number)
    if match["under"]:
        return quantities.Bounds(None, number, below=True)
    return quantities.Bounds(None if match["most"] else number, number)
