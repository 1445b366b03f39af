"""The second stage of reading: what was meant by a text that the strict reader cannot read.

What must hold is never left to similarity: every named thing is used or set aside aloud, and so are negation, "or",
numbers and comparisons; a word that looks like a name of nothing stops the reading. Among the proposals that are left
the model ranks (``likeness``), together with what the words of the question mean in the graph's own lexicon; a
proposal counts only where the strict reader reads its plain question as what was proposed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from kgqa.language.common_words import is_english, looks_like_name
from kgqa.language.normalise import blanked
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import Cue
from kgqa.questions.asides import asides
from kgqa.questions.by_meaning.clauses import Clause, clauses, points_back
from kgqa.questions.by_meaning.likeness import likeness, masked
from kgqa.questions.by_meaning.proposals import Named, Proposal, Proposer
from kgqa.questions.intent import Ambiguity, Gap, Intent, Thing, readings_of, relations_of
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, tag
from kgqa.records import Candidate, Entity, SetAside
from kgqa.schema.model import Schema

SURE = 0.75
"""Share of the best reading from which it is answered."""
NEAR = 0.2
"""Share from which another one is offered beside it."""
LEAST = 0.45
"""Share of the best two together from which a person is asked which of them is meant; below, nothing is near."""
MOST_MEANINGS = 6
MOST_OTHERS = 4
MOST_READ = 8
"""Proposals of which it is looked how they are read, the best first."""
_RIVAL = 1.5
"""What a reading loses for each name that is taken for another thing than the likeliest."""
_SAID, _OTHERWISE = 1.5, -2.5
"""What a proposal gains for a word of the question that speaks of it in the graph's own lexicon, or loses for one that
speaks of something else."""
_CUES: dict[Cue, frozenset[str]] = {
    "count": frozenset({"count", "more", "ranking", "fewest"}),
    "most": frozenset({"most", "ranking", "more"}),
    "fewest": frozenset({"fewest"}),
    "top": frozenset({"most", "ranking"}),
    "kind": frozenset({"kinds", "isa"}),
    "parent": frozenset({"parents", "isa"}),
    "share": frozenset({"shared"}),
    "relation": frozenset({"relation"}),
    "define": frozenset({"everything", "property"}),
}
"""The forms that a cue of the question asks for."""
_BLOCKING: frozenset[Cue] = frozenset({"compare", "differ", "number", "other"})
"""Cues that change what is asked, and that only forms of their own may answer."""
_AGE = re.compile(r"\b\d{1,3}\s*(?:-?\s*(?:years?|months?|weeks?|days?|yrs?|yo|y/?o|mo)\b(?:[\s-]*old)?|[mf]\b)", re.I)


@dataclass(frozen=True, slots=True)
class Meant:
    """What a text was read as by its meaning.

    Attributes:
        questions: plain questions, the likeliest first; several where none of them is clearly meant.
        clear: the first one is meant.
        set_aside: words that were left out, names among them.
        names: those that are asked about, as they stand in the text.
    """

    questions: tuple[str, ...]
    clear: bool
    set_aside: tuple[SetAside, ...] = ()
    names: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ranked:
    proposal: Proposal
    names: tuple[Named, ...]
    fit: float


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a text asks: the clauses that do, the names that count, and what is left out."""

    text: str
    clauses: tuple[Clause, ...]
    names: tuple[Entity, ...]
    left_out: tuple[Entity, ...]


class SecondStage:
    """Reads by meaning over one schema."""

    def __init__(
        self,
        schema: Schema,
        lexicon: Lexicon,
        read: Callable[[str], tuple[Sequence[Entity], Intent | Gap | Ambiguity]],
    ) -> None:
        """Reads over a schema.

        Args:
            read: the strict reading of a plain question, with its names.
        """
        self._schema = schema
        self._lexicon = lexicon
        self._read = read
        self._proposer = Proposer(schema)

    def meant(self, text: str, entities: Sequence[Entity]) -> Meant | None:
        """What a text is likely to ask; None where nothing is near, or something in it stands against any reading.

        Args:
            text: cleaned.
            entities: its names.
        """
        asked = self._asked(text, entities)
        against = self._denied(asked)
        if against is None or self._stops(asked):
            return None
        ranked = sorted(self._ranked(asked, against), key=lambda one: -one.fit)
        if not ranked:
            return None
        shares = _shares([one.fit for one in ranked])
        found: list[tuple[str, float]] = []
        for one, share in islice(zip(ranked, shares, strict=True), MOST_READ):
            question = self._plain(one) if share >= NEAR / 4 or not found else None
            if question is not None and question not in [text for text, _ in found]:
                found.append((question, share))
        if not found or found[0][1] + (found[1][1] if len(found) > 1 else 0.0) < LEAST:
            return None
        clear = found[0][1] >= SURE
        near = [question for question, share in found[1:] if share >= (NEAR / 4 if clear else NEAR)]
        if not clear and not near:
            return None
        return Meant((found[0][0], *near[:MOST_OTHERS]), clear, tuple(self._set_aside(asked)), asked.names)

    def _asked(self, text: str, entities: Sequence[Entity]) -> _Asked:
        found = clauses(text, entities)
        asking = [clause for clause in found if clause.asks]
        own = [one for one in entities if any(clause.holds(one) for clause in asking)]
        words = [word for clause in asking for word in clause.within(spoken(text)) if not _in_name(word, entities)]
        pooled = tuple(entities) if not own or points_back(words) else tuple(own)
        return _Asked(text, tuple(asking), pooled, tuple(one for one in entities if one not in pooled))

    def _denied(self, asked: _Asked) -> frozenset[int] | None:
        """The places of the names that the text denies; None where something is denied that is no name."""
        against: set[int] = set()
        for clause in clauses(asked.text, asked.names):
            within = [one for one in asked.names if clause.holds(one)]
            if not within and not clause.asks:
                continue
            shifted = [replace(one, start=one.start - clause.start, end=one.end - clause.start) for one in within]
            items = tag(asked.text[clause.start : clause.end], shifted, self._lexicon)
            sentence = Sentence(items, [_thing(one.chosen) for one in shifted], self._schema)
            denied = [name for name in sentence.names if sentence.negates(name) % 2]
            if sentence.nots and not denied:
                return None
            against |= {within[name.entity].start for name in denied if name.entity is not None}
        return frozenset(against)

    def _stops(self, asked: _Asked) -> bool:
        """Whether a word that asks is a name of nothing known, a number, or a comparison that no proposal answers."""
        known = likeness().known
        for item in self._items(asked):
            if item.meaning.absent and not (item.meaning.labels or item.meaning.relations or item.meaning.properties):
                return True
            if item.meaning.cues & _BLOCKING or item.text.isdecimal():
                return True
            if item.unread and item.text.lower() not in known:
                if any(letter.isdigit() for letter in item.text) or not is_english(item.text):
                    return True
                if looks_like_name(asked.text, item.start, item.text):
                    return True
        return False

    def _items(self, asked: _Asked) -> list[Item]:
        """The words and phrases of the clauses that ask, without names and asides."""
        return [
            item
            for item in tag(self._without_asides(asked), _in_order(asked.names + asked.left_out), self._lexicon)
            if item.entity is None and any(clause.start <= item.start < clause.end for clause in asked.clauses)
        ]

    def _without_asides(self, asked: _Asked) -> str:
        names = _in_order(asked.names + asked.left_out)
        text = blanked(asked.text, [(one.start, one.end) for one in asides(asked.text, names)])
        return _AGE.sub(lambda match: " " * len(match.group()), text)

    def _ranked(self, asked: _Asked, against: frozenset[int]) -> Iterator[_Ranked]:
        items = self._items(asked)
        alternatives = any("or" in item.meaning.cues for item in tag(asked.text, asked.names, self._lexicon))
        if alternatives and len(asked.names) > 2 and re.search(r"\band\b|[&+]", asked.text):
            return
        choices = [_meanings(entity) for entity in asked.names]
        for way in islice(product(*choices), MOST_MEANINGS):
            names = tuple(
                Named(entity, replace(_thing(one), name=_called(entity, one)), entity.start in against)
                for entity, one in zip(asked.names, way, strict=True)
            )
            question = self._masked(asked, names)
            proposals = self._proposer.proposals(names, alternatives=alternatives)
            described = [(one.form, self._plainly(one, names), [e.words for e in one.elements]) for one in proposals]
            lost = _RIVAL * sum(one is not entity.chosen for entity, one in zip(asked.names, way, strict=True))
            for one, fit in zip(proposals, likeness().fits(question, described) if described else (), strict=True):
                yield _Ranked(one, names, fit + _evidence(one, items, names) - lost)

    def _masked(self, asked: _Asked, names: Sequence[Named]) -> str:
        """What is asked with its names masked; where they stand in what is told, they go before it."""
        text, spans = self._without_asides(asked), []
        outside = []
        for named in names:
            noun = masked(self._schema.node(named.thing.label).singular)
            if any(clause.holds(named.entity) for clause in asked.clauses):
                spans.append((named.entity.start, named.entity.end, noun))
            else:
                outside.append(noun)
        spans += [(one.start, one.end, "") for one in asked.left_out]
        parts = []
        for clause in asked.clauses:
            part, place = "", clause.start
            for start, end, noun in sorted(spans):
                if clause.start <= start < clause.end:
                    part += text[place:start] + noun
                    place = end
            parts.append(part + text[place : clause.end])
        return " ".join((f"{' + '.join(outside)}: " if outside else "", *parts)).strip()

    def _plainly(self, proposal: Proposal, names: Sequence[Named]) -> str:
        """A proposal's plain question with its names masked."""
        text = proposal.texts[0]
        for named in sorted(names, key=lambda one: -len(one.thing.name)):
            text = text.replace(named.thing.name, masked(self._schema.node(named.thing.label).singular))
        return text

    def _plain(self, ranked: _Ranked) -> str | None:
        """The plainest question of a proposal that is read strictly as what was proposed."""
        wanted = {one.entity.chosen.id if one.thing.ids is None else one.thing.ids[0] for one in ranked.names}
        for question in ranked.proposal.texts:
            entities, outcome = self._read(question)
            intents = readings_of(outcome) if not isinstance(outcome, Gap) else ()
            if not intents or any(not _is_as_proposed(ranked.proposal, intent) for intent in intents[:1]):
                continue
            known = {
                id_ for entity in entities for one in (entity.chosen, *entity.rivals) for id_ in (one.id, *one.ids)
            }
            if wanted <= known:
                return question
        return None

    def _set_aside(self, asked: _Asked) -> Iterator[SetAside]:
        """What was left out: clauses that only tell, asides, and names that nothing was asked about."""
        for clause in clauses(asked.text, asked.names + asked.left_out):
            if clause.asks:
                continue
            place = clause.start
            for entity in sorted(asked.names, key=lambda one: one.start):
                if clause.holds(entity):
                    yield from _span(asked.text, place, entity.start)
                    place = entity.end
            yield from _span(asked.text, place, clause.end)
        for aside in asides(asked.text, [*asked.names, *asked.left_out]):
            if any(clause.start <= aside.start < clause.end for clause in asked.clauses):
                yield from _span(asked.text, aside.start, aside.end)


def _span(text: str, start: int, end: int) -> Iterator[SetAside]:
    said = text[start:end]
    kept = said.strip(" ,.;:!?-–—\n")
    if any(letter.isalnum() for letter in kept):
        first = start + said.index(kept)
        yield SetAside(first, first + len(kept), kept)


def _is_as_proposed(proposal: Proposal, intent: Intent) -> bool:
    if intent.kind != proposal.kind:
        return False
    if proposal.label and (intent.answer is None or intent.answer.label != proposal.label):
        return False
    if proposal.property and (intent.property is None or intent.property.name != proposal.property):
        return False
    return not proposal.relations or {relation.type for relation in relations_of(intent)} <= proposal.relations


def _evidence(proposal: Proposal, items: Sequence[Item], names: Sequence[Named]) -> float:
    """What the words of a question that the graph's lexicon knows say for a proposal, and against it."""
    labels = {named.thing.label for named in names}
    asked = {element.key for element in proposal.elements if element.role in ("answer", "via")}
    total = 0.0
    for item in items:
        meaning = item.meaning
        cues = meaning.cues & _CUES.keys()
        if any(proposal.form in _CUES[cue] for cue in cues):
            total += _SAID
            continue
        own = bool(
            {relation.type for relation in meaning.relations} & proposal.relations
            or meaning.labels & asked
            or any(owned.property.name == proposal.property for owned in meaning.properties)
        )
        if own:
            total += _SAID
        elif cues or meaning.properties or (meaning.relations and not item.generic):
            total += 0.0 if meaning.labels & labels and not cues else _OTHERWISE
        elif meaning.labels and not meaning.labels & labels:
            total += _OTHERWISE
    return total


def _shares(fits: Sequence[float]) -> list[float]:
    """The shares of readings, and of none beside them, by their fits."""
    most = max(*fits, 0.0) if fits else 0.0
    powers = [math.exp(fit - most) for fit in fits]
    whole = sum(powers) + math.exp(-most)
    return [power / whole for power in powers]


def _meanings(entity: Entity) -> list[Candidate]:
    """What a name may stand for: the likeliest thing of each type."""
    found: dict[str, Candidate] = {}
    for one in (entity.chosen, *entity.rivals):
        found.setdefault(one.label, one)
    return list(found.values())


def _called(entity: Entity, meaning: Candidate) -> str:
    """How a plain question calls a thing: by its name, or as the text does where a person must choose among several."""
    return entity.mention if entity.tied or entity.together else meaning.name


def _thing(candidate: Candidate) -> Thing:
    return Thing(candidate.name, candidate.label, candidate.ids or (candidate.id,))


def _in_order(entities: Sequence[Entity]) -> tuple[Entity, ...]:
    return tuple(sorted(entities, key=lambda one: one.start))


def _in_name(word: Token, entities: Sequence[Entity]) -> bool:
    return any(entity.start <= word.start < entity.end for entity in entities)
