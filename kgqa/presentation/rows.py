"""The rows of the tables on a page: one for each recorded edge, and one for each thing that answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kgqa.evidence import fields, strength
from kgqa.evidence.codes import TIER_WORDS, TIERS, evidence_words
from kgqa.evidence.sentences import NO_SOURCE
from kgqa.records import AnswerItem, Entity, Node, Scored, Trace, Triple
from kgqa.schema.model import PropertyRole, Schema

Level = Literal["clinician", "researcher"]
Column = Literal[
    "number", "subject", "relation", "object", "frequency", "onset", "sex", "tier", "references", "source",
    "name", "readAs", "kind", "identifiers", "recordedFor", "conditions", "against", "evidence", "score", "reason",
    "keep",
]  # fmt: skip

Standing = Literal["", "for", "against", "aside", "beside"]
"""What a record is to an answer: one that it rests on, one against it, one about a thing that it set aside, or none."""

FIELDS: tuple[tuple[str, PropertyRole], ...] = (
    ("Frequency", "frequency"),
    ("Onset", "onset"),
    ("Sex", "sex"),
    ("Modifiers", "modifier"),
    ("Evidence code", "evidence"),
    ("Curated", "date"),
    ("Source", "source"),
)
"""The usual fields of a record, in the order of the full row."""

MISSED: frozenset[PropertyRole] = frozenset({"frequency", "onset"})
"""Fields that the full row names even where a record leaves them empty, as long as its relation has them."""

NOT_RECORDED = "not recorded"
DERIVED = ("_id", "_low", "_high")
"""Ends of the names of fields that only repeat another one for machines."""
COUNTED = ("patients", "examined")
"""Fields that only repeat the two numbers of a frequency."""


@dataclass(frozen=True, slots=True)
class Row:
    """A recorded edge as a reader sees it.

    Attributes:
        frequency: as recorded, with its share ("124/197 (63 %)"); empty where the record does not say.
        low, high: bounds of that share, 0 to 1.
        tier: kind of evidence in a word ("Study"); empty where the graph does not tell.
        rank: of that kind, 0 the strongest.
        references: identifiers of what the record cites.
        source: the database behind the record.
        score: cosine of the fact and the question; None where nothing was pruned.
        reason: why a fact was cut; empty where it is kept.
        by_hand: a person put it back or took it out.
        estimated: the score is an estimate.
        fields: everything the record says, with the names of the fields, for the row in full.
        standing: what it is to the answer; empty where it is nobody's.
    """

    number: int
    subject: Node
    phrase: str
    object: Node
    against: bool = False
    frequency: str = ""
    low: float | None = None
    high: float | None = None
    onset: str = ""
    sex: str = ""
    tier: str = ""
    rank: int | None = None
    references: tuple[str, ...] = ()
    source: str = ""
    score: float | None = None
    reason: str = ""
    by_hand: bool = False
    estimated: bool = False
    fields: tuple[tuple[str, str], ...] = ()
    standing: Standing = ""


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A thing that answers, or that was set aside.

    Attributes:
        number: its place in the list; None where it was set aside.
        frequency: the frequencies that its evidence records, each once, told apart by source where these differ.
        evidence: numbers of the evidence behind it.
        recorded_for: the kinds of what was named that it comes from.
        read_as: the readings of a name with which it answers, where several were asked together.
        by_condition: what is recorded for each of several conditions, in words ("124/197 (63 %)", "recorded").
        against: what is recorded against it, with the number of the record ("is contraindicated in gout [7]").
    """

    number: int | None
    name: str
    kind: str
    ids: tuple[str, ...]
    frequency: str
    evidence: tuple[int, ...]
    recorded_for: tuple[str, ...] = ()
    read_as: tuple[str, ...] = ()
    by_condition: tuple[str, ...] = ()
    against: tuple[str, ...] = ()


def rows(triples: Iterable[Triple], schema: Schema) -> tuple[Row, ...]:
    """A row for each recorded edge, in their order."""
    return tuple(_row(triple, schema) for triple in triples)


def evidence(trace: Trace, schema: Schema) -> tuple[Row, ...]:
    """A row for each record behind an answer, with its score where the facts were pruned."""
    scored = {one.triple.number: one for one in trace.pruned.kept} if trace.pruned is not None else {}
    found = standings(trace)
    return tuple(
        replace(_judged(row, scored[row.number]) if row.number in scored else row, standing=found[row.number])
        for row in rows(trace.evidence, schema)
    )


def standings(trace: Trace) -> dict[int, Standing]:
    """What each record is to the answer, by its number; those that it rests on are those that its badge counts."""
    resting = {triple.number for triple in strength.supporting(trace.answer, trace.evidence) if not triple.against}
    aside = {number for item in trace.answer.set_aside for number in item.evidence} - resting

    def standing(triple: Triple) -> Standing:
        if triple.number in resting:
            return "for"
        return "aside" if triple.number in aside else "against" if triple.against else "beside"

    return {triple.number: standing(triple) for triple in trace.evidence}


def parts(trace: Trace) -> str:
    """How many records stand how to the answer: "22 for, 11 about what was set aside"."""
    found = list(standings(trace).values())
    said = ((name, found.count(name)) for name in PARTS)
    return ", ".join(f"{count:,} {PARTS[name]}" for name, count in said if count)


PARTS: Mapping[Standing, str] = {
    "for": "for", "against": "against", "aside": "about what was set aside", "beside": "beside it",
}  # fmt: skip


def judged(facts: Iterable[Scored], schema: Schema) -> tuple[Row, ...]:
    """A row for each judged fact, kept or cut, in their order."""
    return tuple(_judged(_row(one.triple, schema), one) for one in facts)


def _judged(row: Row, one: Scored) -> Row:
    told = [("Nearness to the question", f"{one.score:.3f}{', estimated' if one.estimated else ''}")]
    told += [("Put back" if one.kept else "Taken out", "by hand")] if one.by_hand else []
    told += [("Kept", one.why)] if one.why else []
    told += [("Cut", one.reason)] if one.reason and not one.by_hand else []
    return replace(
        row,
        score=one.score,
        reason=one.reason,
        by_hand=one.by_hand,
        estimated=one.estimated,
        fields=(*told, *row.fields),
    )


def answer_rows(trace: Trace, schema: Schema) -> tuple[AnswerRow, ...]:
    """Every answer, then everything that was set aside."""
    triples = {triple.number: triple for triple in trace.evidence}
    meant = {id_: words for entity in trace.entities if entity.together for id_, words in _readings(entity, schema)}
    answers = [_answer_row(place, item, triples, schema) for place, item in enumerate(trace.answer.items, start=1)]
    rows = (*answers, *(_answer_row(None, item, triples, schema) for item in trace.answer.set_aside))
    items = (*trace.answer.items, *trace.answer.set_aside)
    return tuple(
        replace(row, read_as=tuple(meant.get(id_, id_) for id_ in item.readings))
        for row, item in zip(rows, items, strict=True)
    )


def _readings(entity: Entity, schema: Schema) -> list[tuple[str, str]]:
    """The identifier of each thing that a name was taken for, with what tells it from the others, in words."""
    typed = len({one.label for one in entity.meant}) == len(entity.meant)
    nouns = {node.label: node.singular for node in schema.nodes}
    return [(one.id, f"{nouns.get(one.label, one.label) if typed else one.name} ({one.id})") for one in entity.meant]


def columns(shown: Sequence[Row], level: Level = "researcher") -> tuple[Column, ...]:
    """The columns of a table of recorded edges: those that at least one row fills, and at most those of the level."""
    filled: dict[Column, bool] = {
        "score": any(row.score is not None for row in shown),
        "reason": any(row.reason for row in shown),
        "frequency": any(row.frequency for row in shown),
        "tier": any(row.tier for row in shown),
        "references": any(row.references for row in shown),
        "onset": any(row.onset for row in shown),  # few rows tell these, and the row in full has them
        "sex": any(row.sex for row in shown),
        "source": (level == "researcher" and any(row.source for row in shown)) or _tell_differently(shown),
    }
    return ("number", "subject", "relation", "object", *(column for column, any_ in filled.items() if any_))


def _tell_differently(shown: Sequence[Row]) -> bool:
    """Whether sources tell different frequencies of one link, which only their names tell apart."""
    told: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in shown:
        if row.frequency and row.source:
            told.setdefault((row.subject.name, row.phrase, row.object.name), {})[row.source] = row.frequency
    return any(len(set(by_source.values())) > 1 for by_source in told.values())


def answer_columns(shown: Sequence[AnswerRow]) -> tuple[Column, ...]:
    """The columns of a table of answers: the type only where there are several."""
    filled: dict[Column, bool] = {
        "readAs": any(row.read_as for row in shown),
        "kind": len({row.kind for row in shown}) > 1,
        "identifiers": True,
        "recordedFor": any(row.recorded_for for row in shown),
        "frequency": any(row.frequency for row in shown) and not any(row.by_condition for row in shown),
        "conditions": any(text for row in shown for text in row.by_condition),
        "against": any(row.against for row in shown),
        "evidence": any(row.evidence for row in shown),
    }
    return ("number", "name", *(column for column, any_ in filled.items() if any_))


def _row(triple: Triple, schema: Schema) -> Row:
    often = fields.frequency_of(triple, schema)
    tier = strength.tier(triple, schema)
    return Row(
        triple.number,
        triple.subject,
        triple.phrase,
        triple.object,
        triple.against,
        frequency=often.sentence() if often else "",
        low=often.low if often else None,
        high=often.high if often else None,
        onset=_value(triple, schema, "onset"),
        sex=_value(triple, schema, "sex"),
        tier=TIER_WORDS[tier] if tier else "",
        rank=TIERS.index(tier) if tier else None,
        references=tuple(fields.references(triple, schema)),
        source=triple.sources[0] if triple.sources else "",
        fields=tuple(_fields(triple, schema)),
    )


def _fields(triple: Triple, schema: Schema) -> Iterable[tuple[str, str]]:
    """The names and values of a record's fields, the usual ones first; references stand apart."""
    named = fields.names(triple, schema, "reference")
    tier = strength.tier(triple, schema)
    for title, role in FIELDS:
        names = fields.names(triple, schema, role)
        named += names
        if title == "Evidence code" and tier:
            yield "Tier", TIER_WORDS[tier]
        if value := _value(triple, schema, role):
            yield title, value
        elif names and role in MISSED:
            yield title, NOT_RECORDED
    if not triple.sources and not fields.references(triple, schema) and not tier:
        yield "Source", NO_SOURCE
    said = {value for name in named for value in fields.each(triple.properties.get(name))}
    unsaid = [source for source in triple.sources if source not in said]
    if unsaid:
        yield "From", ", ".join(unsaid)
    yield from _further(triple, schema, set(named))


def _value(triple: Triple, schema: Schema, role: PropertyRole) -> str:
    if role == "frequency":
        often = fields.frequency_of(triple, schema)
        return often.sentence() if often else ""
    values = fields.values(triple, schema, role)
    return ", ".join(evidence_words(value) if role == "evidence" else value for value in values)


def _further(triple: Triple, schema: Schema, named: set[str]) -> Iterable[tuple[str, str]]:
    """The fields that have no place of their own, under the names that the graph gives them."""
    relation = fields.relation_of(triple, schema)
    repeated = {f"{name}{end}" for name in named for end in DERIVED}
    if relation is not None and relation.against:
        repeated.add(relation.against)
    often = fields.frequency_of(triple, schema)
    if often is not None and often.examined:
        repeated.update(COUNTED)
    for name, value in sorted(triple.properties.items()):
        if name not in named | repeated and (texts := fields.each(value)):
            yield name.replace("_", " ").capitalize(), ", ".join(texts)


def _answer_row(place: int | None, item: AnswerItem, triples: Mapping[int, Triple], schema: Schema) -> AnswerRow:
    ids = tuple(dict.fromkeys((item.id, *item.ids)))
    known = tuple(number for number in item.evidence if number in triples)
    by_condition = tuple(_of_condition(some, triples, schema) for some in item.by_condition)
    return AnswerRow(
        place,
        item.name,
        item.label,
        ids,
        _often(item.evidence, triples, schema),
        known,
        recorded_for=tuple(dict.fromkeys(item.kinds)),
        read_as=item.readings,
        by_condition=by_condition,
        against=tuple(_against(triples[number]) for number in item.opposing if number in triples),
    )


def _against(triple: Triple) -> str:
    return f"{triple.phrase} {triple.object.name} [{triple.number}]"


def _often(numbers: Sequence[int], triples: Mapping[int, Triple], schema: Schema) -> str:
    """The frequencies that some records tell, those of different sources told apart as in a sentence."""
    return fields.frequencies((triples[number] for number in numbers if number in triples), schema)


def _of_condition(numbers: Sequence[int], triples: Mapping[int, Triple], schema: Schema) -> str:
    """What records say of one condition: how often, else that they are there; empty where there are none."""
    return _often(numbers, triples, schema) or ("recorded" if any(n in triples for n in numbers) else "")
