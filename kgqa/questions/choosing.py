"""A question whose words fit several relations or types: every way to read it, for a person to choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields

from kgqa.questions.intent import Ambiguity, Gap, Hop, Intent, Option
from kgqa.schema.model import Relation, Schema

MOST_OPTIONS = 6
"""Readings that are offered."""


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
        return Ambiguity(options=tuple(found[:MOST_OPTIONS]), word=gap.detail)
    return max(failed, key=lambda one: one.closeness, default=gap)


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
