"""In which order the answers of a list stand, and how that is said.

- Features, of whose link the records tell how often, stand by share of patients, the highest first. Counts of one pair
  are taken together; where nobody counted, a word stands for the middle of its range ("very frequent": 80–99 %). Of
  several conditions the one that is met least often counts. Of equally frequent features the more special one is first:
  the one with fewer records in the whole graph.
- What was answered by kinds stands by how many of them have it.
- Everything else, and what is equal so far, stands by the number of counted patients, by the strongest record, by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kgqa.answers.context import AnswerContext
from kgqa.answers.kinds import KindsFound
from kgqa.evidence.gathering import Edge, Found, Gathered
from kgqa.evidence.strength import strength
from kgqa.questions.intent import Variable
from kgqa.questions.wording import Frequency, frequency

MOST = 200
"""Features of which it is looked up how special they are; each may have thousands of records."""


def ordered(
    context: AnswerContext, variable: Variable, found: Sequence[Found], gathered: Sequence[Gathered], kinds: KindsFound
) -> tuple[list[Found], str]:
    """The things in their order, and the order in words where it is by a number."""
    numbers: dict[str, tuple[float, float]] = {}
    words = ""
    if kinds.by_kinds:
        numbers = {one.key: (-len(kinds.of(one.key)), 0) for one in found}
        words = f"those of most {context.wording.kinds(kinds.by_kinds[0].thing.label, 2)} first"
    elif shares := _shares(found, gathered):
        special = _records(context, variable.label, gathered, shares)
        numbers = {key: (-share, special.get(key, 0)) for key, share in shares.items()}
        words = "most frequent first"
    elif any(patients(one.edges) for one in found):
        words = "most patients first"

    def order(one: Found) -> tuple[Any, ...]:
        strongest = min((strength(edge.triple, context.schema) for edge in one.edges), default=())
        return *numbers.get(one.key, (1, 0)), -patients(one.edges), strongest, one.name.lower(), one.key

    return sorted(found, key=order), words if len(found) > 1 else ""


def _shares(found: Sequence[Found], gathered: Sequence[Gathered]) -> dict[str, float]:
    """The shares of patients by the keys of features; none where the things are no features, or no record tells."""
    of = [one for one in gathered if one.condition.variable is None and not one.condition.hop.forward]
    if len(of) < len(gathered):
        return {}
    shares = {}
    for one in found:
        known = [share for each in of if (share := share_of(each.own(one.key))) is not None]
        if known:
            shares[one.key] = min(known)
    return shares


def _records(
    context: AnswerContext, label: str, gathered: Sequence[Gathered], shares: Mapping[str, float]
) -> Mapping[str, int]:
    """How many records equally frequent features have in the whole graph; none where there are too many to look at."""
    times = Counter(shares.values())
    equal = [key for key, share in shares.items() if times[share] > 1]
    if not equal or len(equal) > MOST:
        return {}
    return dict(context.ledger.run(context.statements.degrees(label, gathered[0].condition.hop, equal)).rows)


def share_of(edges: Sequence[Edge]) -> float | None:
    """The share of patients that the records of one pair tell together; None where none tells it."""
    often = [one for edge in edges if (one := frequency(edge.relation, edge.triple.properties)) is not None]
    counted = [(one.patients, one.examined) for one in often if one.patients is not None and one.examined]
    if counted:
        return sum(patients for patients, _ in counted) / sum(examined for _, examined in counted)
    return max((_middle(one) for one in often if one.low is not None), default=None)


def _middle(often: Frequency) -> float:
    low = often.low or 0.0
    return (low + (often.high if often.high is not None else low)) / 2


def patients(edges: Sequence[Edge]) -> int:
    """How many counted patients the records that say that a link holds tell of."""
    often = [frequency(edge.relation, edge.triple.properties) for edge in edges if not edge.triple.against]
    return sum(one.patients for one in often if one is not None and one.patients is not None)
