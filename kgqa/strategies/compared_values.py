"""A question for yes or no that sets two things against each other by a number ("is the loss higher in A than in B?").

That both links are recorded is no answer to it; the numbers of their records are, where these do not overlap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.evidence.fields import frequency_of
from kgqa.language.normalise import name_words
from kgqa.language.tokens import spoken
from kgqa.questions.negation.denied_links import denial_of
from kgqa.records import Entity, Triple
from kgqa.schema.model import Schema

_MORE = frozenset(
    ["more", "higher", "greater", "larger", "bigger", "longer", "older", "later", "stronger", "heavier", "commoner"]
)
_LESS = frozenset(["less", "fewer", "lower", "smaller", "shorter", "younger", "earlier", "weaker", "lighter"])
_RARE = re.compile(r"\b(?:rare|rarer|rarely|uncommon|infrequent(?:ly)?|seldom)\b", re.IGNORECASE)
_OFTEN = frozenset(["frequent", "frequently", "frequency", "often", "common", "commonly", "commoner"])
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Compared:
    """What records tell of two things that a question compares.

    Attributes:
        holds: whether it is as the question says; None where they do not tell.
        records: those whose numbers tell it.
    """

    holds: bool | None
    records: tuple[Triple, ...] = ()


def compared(question: str, entities: Sequence[Entity], triples: Sequence[Triple], schema: Schema) -> Compared | None:
    """What records tell of the two things before and behind "than"; None where the question compares none."""
    than = _THAN.search(question)
    if than is None:
        return None
    before = [one for one in entities if one.end <= than.start()]
    after = [one for one in entities if one.start >= than.end()]
    said = [word.text.lower() for word in spoken(question[: than.start()])]
    ways = [word for word in said if word in _MORE | _LESS]
    if not ways or not before or not after or before[-1].chosen.label != after[0].chosen.label:
        return None
    sides = before[-1], after[0]
    others = {id_ for one in entities if one not in sides for id_ in _ids(one)}
    plain = len(ways) == 1 and not _RARE.search(question)
    if not plain or denial_of(question, [(one.start, one.end) for one in entities]) != "none":
        return Compared(None)
    found = [_values(question, _of(side, others, triples), schema) for side in sides]
    names = set(found[0]) & set(found[1])
    if len(names) != 1:
        return Compared(None)
    (one, _), (other, _) = (side[name] for side in found for name in names)
    records = tuple(triple for side in found for name in names for triple in side[name][1])
    if max(one) == min(one) == max(other) == min(other):
        return Compared(False, records)
    if min(one) > max(other) or max(one) < min(other):
        return Compared((min(one) > max(other)) == (ways[0] in _MORE), records)
    return Compared(None, records)


def _ids(entity: Entity) -> set[str]:
    return {id_ for thing in entity.meant for id_ in (thing.id, *thing.ids)}


def _of(side: Entity, others: set[str], triples: Sequence[Triple]) -> list[Triple]:
    """The records of one of the things, with the others of the question where it names any."""
    own, found = _ids(side), []
    for one in triples:
        ends = {one.subject.id, one.object.id}
        if not one.against and ends & own and (not others or ends & others):
            found.append(one)
    return found


def _values(question: str, triples: Sequence[Triple], schema: Schema) -> dict[str, tuple[list[float], list[Triple]]]:
    """By the property that the question speaks of its lowest and highest values, with the records that have it."""
    words = set(name_words(question))
    found: dict[str, tuple[list[float], list[Triple]]] = {}
    for one in triples:
        often = frequency_of(one, schema) if words & _OFTEN else None
        told = {} if often is None or often.low is None or often.high is None else {"": (often.low, often.high)}
        for name, value in one.properties.items():
            if isinstance(value, int | float) and not isinstance(value, bool) and words & set(name_words(name)):
                told[name] = (float(value), float(value))
        for name, bounds in told.items():
            values, records = found.setdefault(name, ([], []))
            values.extend(bounds)
            records.append(one)
    return found
