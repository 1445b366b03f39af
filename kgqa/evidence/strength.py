"""How strong a record is, where records differ, and how far an answer is supported by studies.

Two records of one pair of things differ where one says that the link holds and the other denies it, or where their
frequencies cannot be the same:

- a count against a range ("45/58" against "80–99 %"): neither the share, to the whole per cent, nor the share with
  one patient more or fewer lies in the range;
- two ranges or percentages: they have no whole per cent in common;
- two counts: their 95 % intervals (Wilson 1927) do not meet, since two samples are hardly ever equal.

Records of different sexes, onsets or modifiers are not compared: they tell of other patients.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from kgqa.evidence.codes import STUDIES, TIERS, WEAK, Tier, tier_of
from kgqa.evidence.fields import each, frequency_of, names, relation_of, source_of, values
from kgqa.questions.wording import Frequency, listed
from kgqa.records import Answer, Trace, Triple
from kgqa.schema.model import PropertyRole, Schema

Z_95 = 1.959964
COMPARED = 100
"""Records of one pair that are compared with each other, the strongest ones."""
UNKNOWN_RANK = next(place for place, one in enumerate(TIERS) if one in WEAK) - 0.5
"""Where a record without a kind of evidence stands among ``TIERS``: before those that no person judged."""

Key = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Difference:
    """Records of one pair of things and one relation that differ.

    Attributes:
        about: "link" where one record denies what another says, "frequency" where only the shares differ.
        triples: the records, strongest first, those against last.
        sentence: what each of them says, each with its number: "OMIM says 45/58 (78 %) [1]. ORPHA says very frequent
            (80–99 %) [2]."
    """

    about: Literal["link", "frequency"]
    triples: tuple[Triple, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What an answer rests on.

    Attributes:
        supporting: number of records that support it.
        studies: how many of them are studies or experiments.
        told: how many of them say what kind of evidence they are.
        weak: True when no person judged any of them.
        sentence: that in words, where it is so; else empty.
    """

    supporting: int
    studies: int
    told: int
    weak: bool
    sentence: str = ""


def tier(triple: Triple, schema: Schema) -> Tier | None:
    """The kind of evidence of a record, or None where the graph does not tell.

    Of several codes in one field the strongest counts; of several fields ("knowledge_level", "agent_type") the weakest.
    """
    ranks = []
    for name in names(triple, schema, "evidence"):
        tiers = [found for value in each(triple.properties.get(name)) if (found := tier_of(value)) is not None]
        if tiers:
            ranks.append(min(map(TIERS.index, tiers)))
    return TIERS[max(ranks)] if ranks else None


def strength(triple: Triple, schema: Schema) -> tuple[float, ...]:
    """A sort key, strongest first: supporting, kind of evidence, patients examined, share of them, references.

    Records without a kind of evidence come before those that no person judged, and after the others.
    """
    found = tier(triple, schema)
    often = frequency_of(triple, schema)
    examined = often.examined if often is not None and often.examined is not None else 0
    share = often.low if often is not None and often.low is not None else -1.0
    references = len(values(triple, schema, "reference"))
    return triple.against, UNKNOWN_RANK if found is None else TIERS.index(found), -examined, -share, -references


def differing(trace: Trace, schema: Schema) -> tuple[Difference, ...]:
    """Where the records behind an answer differ, in the order of their numbers."""
    return differences(trace.evidence, schema, _same_things(trace))


def differences(
    triples: Iterable[Triple], schema: Schema, same: Mapping[str, str] | None = None
) -> tuple[Difference, ...]:
    """Where records differ about one pair of things.

    Args:
        same: identifier → the identifier that stands for the thing, for things that have several.
    """
    groups: dict[Key, list[Triple]] = {}
    for triple in triples:
        groups.setdefault(_key(triple, schema, same or {}), []).append(triple)
    found = (_difference(group, schema) for group in groups.values() if len(group) > 1)
    return tuple(one for one in found if one is not None)


def differences_in_answer(trace: Trace, schema: Schema) -> tuple[Difference, ...]:
    """The differences that bear on the answer itself.

    Whether a link holds bears on every answer; how often, only where the question names both things, as a list is the
    same whatever the shares.
    """
    named = {id_ for entity in trace.entities for id_ in (entity.chosen.id, *entity.chosen.ids)}

    def bears(one: Difference) -> bool:
        ends = {node.id for triple in one.triples for node in (triple.subject, triple.object)}
        return one.about == "link" or (not trace.answer.items and ends <= named)

    return tuple(one for one in differing(trace, schema) if bears(one))


def summary(trace: Trace, schema: Schema) -> Summary:
    """How many records support an answer, how many of them are studies, and whether all of them are weak."""
    return summarise(trace.answer, trace.evidence, schema)


def summarise(answer: Answer, evidence: Sequence[Triple], schema: Schema) -> Summary:
    """``summary`` of an answer and its records."""
    support = supporting(answer, evidence)
    tiers = [found for triple in support if (found := tier(triple, schema)) is not None]
    studies = sum(one in STUDIES for one in tiers)
    weak = bool(support) and len(tiers) == len(support) and all(one in WEAK for one in tiers)
    # Where the row limit cut the answer, records that were not seen may be stronger.
    weak = weak and not answer.truncated
    return Summary(len(support), studies, len(tiers), weak, _weak_sentence(set(tiers), len(support)) if weak else "")


def supporting(answer: Answer, evidence: Sequence[Triple]) -> list[Triple]:
    """The records an answer rests on: of a denial those that deny, else those that say that the link holds."""
    of_items = {number for item in answer.items for number in item.evidence}
    aside = {*answer.beside, *(answer.opposing if answer.verdict else ())}
    cited = [t for t in evidence if t.number not in aside and (not of_items or t.number in of_items)]
    holding = [triple for triple in cited if not triple.against]
    return holding or cited


def _weak_sentence(tiers: set[Tier], records: int) -> str:
    how = listed(
        [words for tier_, words in _WEAK_WORDS.items() if tier_ in tiers],
        "or",
    )
    start = "The one record behind this was" if records == 1 else f"All {records:,} records behind this were"
    return f"{start} {how}; no study is recorded."


_WEAK_WORDS: Mapping[Tier, str] = {
    "inferred": "inferred automatically",
    "computed": "computed by a program",
    "text-mined": "found in texts by a program",
}


def _same_things(trace: Trace) -> dict[str, str]:
    """Identifier → first identifier, for every thing of the question and the answer."""
    answer = trace.answer
    of_items = [(item.id, item.ids) for item in (*answer.items, *answer.set_aside)]
    of_entities = [(entity.chosen.id, entity.chosen.ids) for entity in trace.entities]
    return {id_: first for first, ids in (*of_entities, *of_items) for id_ in ids}


def _key(triple: Triple, schema: Schema, same: Mapping[str, str]) -> Key:
    relation = relation_of(triple, schema)
    ends = same.get(triple.subject.id, triple.subject.id), same.get(triple.object.id, triple.object.id)
    if relation is not None and relation.symmetric:
        ends = min(ends), max(ends)
    return (relation.negates if relation is not None else None) or triple.predicate, *ends


def _difference(group: Sequence[Triple], schema: Schema) -> Difference | None:
    """What differs among the records of one pair; None where nothing does."""
    group = sorted(group, key=lambda one: strength(one, schema))[:COMPARED]
    pairs = [(one, other) for one, other in combinations(group, 2) if _same_patients(one, other, schema)]
    denied = [pair for pair in pairs if pair[0].against != pair[1].against]
    apart = [pair for pair in pairs if not any(one.against for one in pair) and _apart(*pair, schema)]
    if not denied and not apart:
        return None
    ones = {id(triple) for pair in (*denied, *apart) for triple in pair}
    involved = [triple for triple in group if id(triple) in ones]
    return Difference("link" if denied else "frequency", tuple(involved), said(involved, schema))


def _same_patients(one: Triple, other: Triple, schema: Schema) -> bool:
    """Whether two records tell of the same patients, as far as they say."""
    told: tuple[PropertyRole, ...] = ("onset", "modifier")
    for role in told:
        first, second = set(values(one, schema, role)), set(values(other, schema, role))
        if first and second and first != second:
            return False
    return values(one, schema, "sex") == values(other, schema, "sex")


def _apart(one: Triple, other: Triple, schema: Schema) -> bool:
    first, second = frequency_of(one, schema), frequency_of(other, schema)
    return first is not None and second is not None and apart(first, second)


def apart(one: Frequency, other: Frequency) -> bool:
    """Whether two frequencies cannot be the same; False where one does not tell its share."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return False
    if one.examined and other.examined:
        (low, high), (lowest, highest) = interval(one), interval(other)
        return high < lowest or highest < low
    ranges = (_per_cent(one.low), _per_cent(one.high)), (_per_cent(other.low), _per_cent(other.high))
    if ranges[0][0] <= ranges[1][1] and ranges[1][0] <= ranges[0][1]:
        return False
    counted, range_ = (one, other) if one.examined else (other, one)
    if not counted.examined or counted.patients is None or range_.low is None or range_.high is None:
        return True
    return counted.patients + 1 < range_.low * counted.examined or counted.patients - 1 > range_.high * counted.examined


def interval(often: Frequency) -> tuple[float, float]:
    """The 95 % interval of a counted share (Wilson 1927), 0 to 1."""
    assert often.patients is not None
    assert often.examined
    n, share = often.examined, often.patients / often.examined
    middle = share + Z_95**2 / (2 * n)
    half = Z_95 * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n * n))
    return max(0.0, (middle - half) / (1 + Z_95**2 / n)), min(1.0, (middle + half) / (1 + Z_95**2 / n))


def _per_cent(share: float) -> int:
    return math.floor(100 * share + 0.5)


def said(triples: Sequence[Triple], schema: Schema) -> str:
    """What each record says, with its number; the same from the same source once."""
    sources = [source_of(triple) for triple in triples]
    if len(set(sources)) == 1:
        sources = [next(iter(values(t, schema, "reference")), sources[0]) for t in triples]
    sentences: dict[str, list[int]] = {}
    for source, triple in zip(sources, triples, strict=True):
        sentences.setdefault(f"{source or 'One record'} says {_value(triple, schema)}", []).append(triple.number)
    return " ".join(f"{words}{''.join(f' [{n}]' for n in numbers if n)}." for words, numbers in sentences.items())


def _value(triple: Triple, schema: Schema) -> str:
    often = frequency_of(triple, schema)
    if often is None:
        return f"that {triple.in_words}"
    if triple.against and often.examined:
        return f"none of {often.examined:,} patients"
    return often.in_words()
