"""Several readings of one question: of its words for relations and types, and of its names, for a person to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from kgqa.questions.intent import Ambiguity, Gap, Hop, Intent, Option
from kgqa.records import BY_NAME_OR_ID, Candidate, Entity
from kgqa.schema.model import Relation, Schema

LONGEST_SYMBOL = 5
"""Letters up to which a name is a symbol or an abbreviation, which may stand for several things."""

_MOST_OPTIONS = 6
"""Readings that are offered."""
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Narrowed(Schema):
    """A schema in which some ways between two types are not taken, so that a question can only mean the others."""

    without: frozenset[Hop] = frozenset()

    def between(self, one: str, other: str) -> list[tuple[Relation, bool]]:
        """As in the whole schema, without these ways."""
        found = Schema.between(self, one, other)
        return [(relation, forward) for relation, forward in found if Hop(relation, forward) not in self.without]


def choices(gap: Gap, read: Callable[[Schema], Intent | Gap], schema: Schema) -> Ambiguity | Gap | Intent:
    """The readings of a question that a gap says has several; the gap of the first way where none makes sense.

    Args:
        read: reads the question over a schema.
    """
    if gap.readings:
        labels = [intent.answer.label for intent in gap.readings if intent.answer is not None]
        nouns = [schema.node(label).plural for label in labels]
        return Ambiguity(options=tuple(map(Option, nouns, gap.readings)), word=gap.detail)
    found: list[Option] = []
    failed: list[Gap] = []
    for phrase, outcome in _readings(gap, read, schema, frozenset(), 0):
        if isinstance(outcome, Gap):
            failed.append(outcome)
        elif not any(one.intent == outcome for one in found):
            found.append(Option(phrase, outcome))
    if len(found) == 1 and found[0].intent.kind == "value":  # only one of the relations has the property
        return found[0].intent
    if found:
        return Ambiguity(options=tuple(found[:_MOST_OPTIONS]), word=gap.detail)
    return max(failed, key=lambda one: one.closeness, default=gap)


def either(outcome: Ambiguity | Gap | Intent) -> Ambiguity | Gap | Intent:
    """Where a question for yes or no about two things fits several relations, the question whether any of them holds.

    "Is X used for Y" is true of an indication and of an off-label use; the answer names the one that is recorded. Who
    asks for yes or no need not know the relations of a graph to choose one.
    """
    if not isinstance(outcome, Ambiguity) or outcome.entities or len(outcome.options) < 2:
        return outcome
    intents = [option.intent for option in outcome.options]
    first = intents[0]
    pairs = tuple(pair for intent in intents for pair in intent.pairs)
    alike = all(
        intent.kind == "yesno" and len(intent.pairs) == 1 and len(intent.pairs[0].hops) == 1 and not intent.excluded
        for intent in intents
    )
    if not alike or len({(pair.one, pair.other, pair.negated) for pair in pairs}) > 1:
        return outcome
    said = " or ".join(f"“{option.phrase}”" for option in outcome.options)
    note = (f"“{outcome.word}” was read as {said}.",) if outcome.word else ()
    return replace(first, pairs=pairs, any_pair=not pairs[0].negated, notes=(*first.notes, *note))


def _readings(
    gap: Gap, read: Callable[[Schema], Intent | Gap], schema: Schema, without: frozenset[Hop], depth: int
) -> Iterator[tuple[str, Intent | Gap]]:
    for way in gap.options:
        others = frozenset(hop for other in gap.options for hop in other) - set(way)
        left_out = (
            without | others | frozenset(Hop(hop.relation, not hop.forward) for hop in others if _is_other(hop, way))
        )
        outcome = read(narrowed(schema, left_out))
        phrase = " … ".join(_phrase(hop) for hop in way)
        if isinstance(outcome, Gap) and outcome.options and depth == 0:
            for more, inner in _readings(outcome, read, schema, left_out, depth + 1):
                yield f"{phrase} … {more}", inner
        else:
            yield phrase, outcome


def _is_other(hop: Hop, way: Sequence[Hop]) -> bool:
    return all(hop.relation != one.relation for one in way)


def _phrase(hop: Hop) -> str:
    return hop.relation.forward if hop.forward else hop.relation.inverse


def narrowed(schema: Schema, without: frozenset[Hop]) -> Narrowed:
    """A schema without some ways."""
    return Narrowed(**{field.name: getattr(schema, field.name) for field in fields(Schema)}, without=without)


def nearest_candidates(entities: Sequence[Entity]) -> list[list[Candidate]]:
    """The readings among which nothing in the name itself decides; a short symbol decides nothing.

    Where a person wants several things that a name means, these.
    """
    options = []
    for entity in entities:
        if entity.together:
            options.append([*entity.meant])
            continue
        short = len(entity.mention) <= LONGEST_SYMBOL and entity.mention.isalnum()
        tied = [
            r
            for r in entity.rivals
            if (entity.tied and r.score >= entity.chosen.score) or (short and r.method in BY_NAME_OR_ID)
        ]
        options.append([entity.chosen, *tied])
    return options


def named_candidates(entities: Sequence[Entity]) -> list[list[Candidate]]:
    """As well the other things that a name names exactly, for where the first one makes no sense."""
    return [
        [*entity.meant]
        if entity.together
        else [entity.chosen, *(r for r in entity.rivals if r.method in BY_NAME_OR_ID)]
        for entity in entities
    ]


def best_named(intents: Sequence[Intent]) -> list[Intent]:
    """The intents whose names mean what they are the best names of: a preferred name goes before a synonym."""
    scores = [sum(entity.chosen.score for entity in intent.entities) for intent in intents]
    return [intent for intent, score in zip(intents, scores, strict=True) if score >= max(scores) - _SAME]


def marked(intent: Intent, intents: Sequence[Intent]) -> Intent:
    """The intent with the other ones, and every name marked as tied that makes sense in a longer way round as well."""
    others = tuple(other for other in intents if other is not intent)
    marked = tuple(
        replace(entity, tied=any(other.entities[index].chosen != entity.chosen for other in others))
        for index, entity in enumerate(intent.entities)
    )
    return replace(intent, entities=marked, others=others)


def with_candidate(entity: Entity, candidate: Candidate) -> Entity:
    """The entity settled to one of its readings; the others stay its rivals."""
    if candidate == entity.chosen:
        return replace(entity, tied=False, together=False)
    rivals = tuple(c for c in (entity.chosen, *entity.rivals) if c != candidate)
    return replace(entity, chosen=candidate, rivals=rivals, tied=False, together=False)


def undecided(entities: Sequence[Entity], intents: Sequence[Intent]) -> tuple[Entity, ...]:
    """The names that some readings understand differently, each with only the candidates that make sense."""
    found = []
    for index, entity in enumerate(entities):
        options = list(dict.fromkeys(intent.entities[index].chosen for intent in intents))
        if len(options) > 1:
            found.append(replace(entity, chosen=options[0], rivals=tuple(options[1:]), tied=True))
    return tuple(found)


def ambiguous_names(entities: Sequence[Entity], nearest: Sequence[Intent], intents: Sequence[Intent]) -> Ambiguity:
    """The names that must be chosen among: equally near readings first, then those over longer chains."""
    ordered = (*nearest, *(intent for intent in intents if intent not in nearest))
    return Ambiguity(undecided(entities, ordered), intents=ordered)
