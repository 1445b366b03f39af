"""The records in which a language model states things, resolved against the graph, and the sentences that go with them.

A model's sentence is shown only where the strict reader reads in it exactly what its record states; otherwise what its
record states is worded by us. So no sentence says more than the record that is looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product

from kgqa.evidence.citing import MARK
from kgqa.language.tokens import spoken
from kgqa.questions.intent import Hop, Pair, Thing
from kgqa.questions.reader import Reader
from kgqa.questions.tagging import tag
from kgqa.questions.wording import Wording
from kgqa.records import Stated
from kgqa.schema.model import Relation, Schema
from kgqa.verification.frequencies import Value, value_of
from kgqa.verification.judging import Claimed
from kgqa.verification.naming import TextNames, is_sure
from kgqa.verification.prose import About, ProseReader, Read, states_cause, without_marks

_BEFORE = 3_000
"""Characters before a sentence in which what it speaks of is looked for."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a record states in terms of the graph, or why it cannot be looked up.

    Attributes:
        readings: the link; several where a name is that of several things.
        field: a property of the link and what it is said to be, where that is no frequency.
        unread: a part of a sentence; empty where it can be looked up.
    """

    stated: Stated
    readings: tuple[Pair, ...] = ()
    value: Value | None = None
    field: tuple[str, str] | None = None
    unread: str = ""


class StatementReader:
    """Resolves what a model states about one graph."""

    def __init__(self, schema: Schema, reader: Reader, names: TextNames) -> None:
        self._schema = schema
        self._reader = reader
        self._names = names
        self._prose = ProseReader(reader, names)
        self._wording = Wording(schema)

    def shown(self, statements: Sequence[Stated]) -> tuple[str, list[Claimed]]:
        """The text that is shown for some statements, each sentence once, and the claims in it.

        What shares a sentence that is worded anew is worded each by itself; what cannot be looked up then stands in the
        words of its record.
        """
        text = ""
        claims: list[Claimed] = []
        for sentence, group in groupby(statements, key=lambda one: " ".join(one.sentence.split())):
            resolved = [self.resolved(one) for one in group]
            parts = self._as_written(sentence, resolved, text)
            written = ""
            if parts is None and any(one.readings for one in resolved):
                parts, written = [(self._composed(one), one) for one in resolved], sentence
            elif parts is None:
                parts = [(sentence, resolved[0])]
            text += " " if text else ""
            everything = [number for one in resolved for number in one.stated.records]
            for number, (said, one) in enumerate(parts):
                start = len(text)
                text += said
                claims.append(self._claimed(one, start, len(text), written))
                last = number == len(parts) - 1
                if written or last:
                    cited = one.stated.records if written else everything
                    text += "".join(f" [{n}]" for n in dict.fromkeys(cited) if written or f"[{n}]" not in sentence)
                if written and not last:
                    text += " "
        return text, claims

    def placed(self, text: str, statements: Sequence[Stated]) -> list[Claimed]:
        """The claims of a free text that a model took apart, where their words stand in it; others are dropped.

        Where their words are not read as what the records state, they may say more: what the records state is looked up
        and told, and the words are not vouched for.
        """
        spans: dict[tuple[int, int], list[Resolved]] = {}
        for stated in statements:
            place = _found(text, stated.sentence)
            if place is not None:
                spans.setdefault(place, []).append(self.resolved(stated))
        claims: list[Claimed] = []
        for (first, end), group in sorted(spans.items()):
            start = max(first, claims[-1].end if claims else 0)
            said = text[start:end]
            parts = self._as_written(said, group, text[:start]) if said else []
            known = [one for one in group if not one.unread]
            if parts is not None:
                for words, one in parts:
                    claims.append(self._claimed(one, start, start + len(words)))
                    start += len(words)
            elif known:
                claims.append(replace(self._claimed(known[0], start, end), doubted=True))
            else:
                claims.append(self._claimed(group[0], start, end))
        return claims

    def resolved(self, stated: Stated) -> Resolved:
        """A statement in terms of the graph."""
        ends = self._names.things(stated.subject), self._names.things(stated.object)
        for name, things in zip((stated.subject, stated.object), ends, strict=True):
            if not things:
                what = f"“{name}” is no name that the graph has" if name.strip() else "it leaves out what it is about"
                return Resolved(stated, unread=what)
        relations = self._relations(stated.relation)
        if not relations:
            named = f"the graph has no relation “{stated.relation}”"
            return Resolved(stated, unread=named if stated.relation.strip() else "it names no relation")
        pairs = []
        for (one, other), (said, forward) in product(product(*ends), relations):
            # "A excludes B" denies "A shows B", and so it does where the record against it was told as "does not hold".
            relation = self._schema.denied(said) or said
            hop = _joining(relation, forward, one, other)
            if hop is not None and not set(one.ids) & set(other.ids):
                pairs.append(Pair(one, other, (hop,), negated=stated.negated or relation is not said))
        if not pairs:
            return Resolved(stated, unread=f"the graph has no “{stated.relation}” between things of these types")
        field = (stated.property, stated.value) if stated.value.strip() else None
        often = field is not None and self._may_be_frequency(pairs[0], stated.property)
        value = value_of(stated.value) if often else None
        if often and value is None:
            return Resolved(stated, unread=f"“{stated.value}” is no frequency that is understood")
        return Resolved(stated, tuple(dict.fromkeys(pairs)), value, None if value is not None else field)

    def _relations(self, said: str) -> list[tuple[Relation, bool | None]]:
        """The relations that a type or words for one name, each with whether it is walked forward; None either way."""
        plain = _folded(said)
        typed = [one for one in self._schema.relations if _folded(one.type) == plain]
        if typed:
            return [(one, None if one.source != one.target or one.symmetric else True) for one in typed]
        phrased = [(one, True) for one in self._schema.relations if _folded(one.forward) == plain]
        phrased += [(one, False) for one in self._schema.relations if _folded(one.inverse) == plain]
        if phrased:
            return [(one, None if one.source != one.target or one.symmetric else forward) for one, forward in phrased]
        if not plain or states_cause(said):
            return []  # words that state more than any relation of the graph
        items = tag(said, (), self._reader.lexicon)
        if len(items) != 1 or items[0].unread or items[0].generic:
            return []
        stems = [word.stem for word in spoken(plain)]
        loose = (phrase for one in items[0].meaning.relations for phrase in one.loose)
        if any([word.stem for word in spoken(phrase)] == stems for phrase in loose):
            return []
        found = [one for one in items[0].meaning.relations if one.source != one.target or one.symmetric]
        return [(one, None) for one in sorted(found, key=lambda one: one.type)]

    @staticmethod
    def _may_be_frequency(pair: Pair, name: str) -> bool:
        often = [one for one in pair.hops[0].relation.properties if one.role == "frequency"]
        return bool(often) and any(
            _folded(name) in ("", "frequency", _folded(one.name), *map(_folded, one.words)) for one in often
        )

    def _as_written(
        self, sentence: str, resolved: Sequence[Resolved], before: str
    ) -> list[tuple[str, Resolved]] | None:
        """A sentence in parts with the statement that each makes, where it says exactly what these state; else None.

        Args:
            before: the text in front of it, in which what it speaks of may have been named.
        """
        plain, _ = without_marks(sentence)
        reads = self._prose.links(plain, self._about(plain, resolved, before))
        if isinstance(reads, str) or len(reads) != len(resolved):
            return None
        parts: list[tuple[str, Resolved]] = []
        left = list(resolved)
        place = 0
        for number, read in enumerate(reads):
            same = next((one for one in left if _is_same(read, one)), None)
            if same is None:
                return None
            left.remove(same)
            end = len(sentence) if number == len(reads) - 1 else read.end
            parts.append((sentence[place:end], same))
            place = end
        return parts

    def _about(self, sentence: str, resolved: Sequence[Resolved], before: str) -> About | None:
        """The one thing that all of some statements are about, which their sentence does not name and the text before
        it does."""
        pairs = [one.readings[0] for one in resolved if one.readings]
        if len(pairs) < len(resolved) or not before:
            return None
        named = {id_ for e in self._names.link(sentence) for c in (e.chosen, *e.rivals) for id_ in (c.id, *c.ids)}
        for end in (pairs[0].one, pairs[0].other):
            if named.isdisjoint(end.ids) and all(set(end.ids) & {*p.one.ids, *p.other.ids} for p in pairs):
                for entity in reversed(self._names.link(before[-_BEFORE:])):
                    if is_sure(entity) and {entity.chosen.id, *entity.chosen.ids} & set(end.ids):
                        return About(end, entity.mention, told=True)
        return None

    def _composed(self, one: Resolved) -> str:
        """What a record states, in our words, or where it cannot be looked up in its own."""
        stated = one.stated
        if one.readings:
            pair = one.readings[0]
            said = f"{pair.one.name} {self._wording.phrase(pair.hops[0], negative=pair.negated)} {pair.other.name}"
        else:
            said = " ".join(f"{stated.subject} {stated.relation.replace('_', ' ')} {stated.object}".split())
            said = f"it does not hold that {said}" if stated.negated else said
        value = f", {stated.property or 'frequency'} {stated.value}" if stated.value.strip() else ""
        return f"{said[:1].upper()}{said[1:]}{value}."

    @staticmethod
    def _claimed(one: Resolved, start: int, end: int, written: str = "") -> Claimed:
        return Claimed(
            start,
            end,
            one.readings,
            one.value,
            one.field,
            one.stated.records,
            unread=one.unread,
            subject=one.stated.subject,
            object=one.stated.object,
            written=written,
        )


def _joining(relation: Relation, forward: bool | None, one: Thing, other: Thing) -> Hop | None:
    """The step over a relation from one thing to another; None where it joins no such things."""
    ends = (relation.source, relation.target)
    if forward in (None, True) and (one.label, other.label) == ends:
        return Hop(relation, True)
    if forward in (None, False) and (other.label, one.label) == ends:
        return Hop(relation, False)
    return None


def _is_same(read: Read, one: Resolved) -> bool:
    """Whether a sentence says what a record states: the same link, both or neither denied, and the same value."""
    if one.field is not None or _amount(read.value) != _amount(one.value):
        return False
    return any(_link(mine) == _link(theirs) for mine in read.readings for theirs in one.readings)


def _amount(value: Value | None) -> tuple[float, float, int | None] | None:
    """What of a value counts, however it is written."""
    return None if value is None else (value.low, value.high, value.of)


def _link(pair: Pair) -> tuple[object, ...]:
    """A link whichever of its ends is named first."""
    relation, forward = pair.hops[0].relation, pair.hops[0].forward
    ends = (pair.one.ids, pair.other.ids) if forward else (pair.other.ids, pair.one.ids)
    return relation.type, frozenset(ends) if relation.symmetric else ends, pair.negated


def _found(text: str, sentence: str) -> tuple[int, int] | None:
    """Where some words stand in a text, whatever their white space and letters' case; None where they do not."""
    words = MARK.sub(" ", sentence).split()
    if not words:
        return None
    mark = rf"(?:\s|{MARK.pattern})"
    pattern = rf"{mark}+".join(map(re.escape, words))
    match = re.search(pattern, text, re.IGNORECASE)
    return match.span() if match is not None else None


def _folded(name: str) -> str:
    return re.sub(r"[\W_]+", " ", name.rpartition(":")[2]).strip().casefold()


def claims_in(claims: Sequence[Claimed]) -> Iterator[Pair]:
    """Every link that is to be looked up."""
    for one in claims:
        yield from one.readings
