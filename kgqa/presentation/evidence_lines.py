"""The evidence of an answer as numbered lines with their references, as every written form of it shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kgqa.presentation import links
from kgqa.presentation.rows import Row, evidence, judged, rows
from kgqa.records import AnswerItem, Node, Pruned, Trace, Triple
from kgqa.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Reference:
    """An identifier and where it can be looked up: an https address, or None."""

    id: str
    address: str | None


@dataclass(frozen=True, slots=True)
class Line:
    """One recorded edge.

    Attributes:
        sentence: "Marfan syndrome (OMIM:154700) shows Ectopia lentis (HP:0001083)".
        facts: nearness and a person's hand where facts were pruned; frequency, onset, sex and kind of evidence as far
            as they are recorded; "against" where it denies the link.
        source: the database that the record comes from, in words where the graph does not tell.
    """

    number: int
    sentence: str
    facts: tuple[str, ...]
    source: str
    references: tuple[Reference, ...]


def lines(trace: Trace, schema: Schema) -> tuple[Line, ...]:
    """The evidence in the order of its numbers."""
    return tuple(_line(row) for row in sorted(evidence(trace, schema), key=lambda row: row.number))


def lines_of(triples: Iterable[Triple], schema: Schema) -> tuple[Line, ...]:
    """Some records, in their order."""
    return tuple(map(_line, rows(triples, schema)))


def nearest_lines(trace: Trace, schema: Schema) -> tuple[Line, ...]:
    """What is nearest to a question that the graph cannot answer; it is no evidence."""
    return tuple(map(_line, judged(trace.nearest.kept, schema))) if trace.nearest is not None else ()


def kept(pruned: Pruned) -> list[str]:
    """By which limits facts were kept, and what a person took out or put back."""
    limits = f"percentile {pruned.percentile:g}, least similarity {pruned.similarity:g}, at most {pruned.volume:,}"
    told = [f"{len(pruned.kept):,} of {len(pruned.facts):,} facts, by {limits}"]
    told += [f"put back by hand: {one.sentence}" for one in pruned.kept if one.by_hand]
    return told + [f"taken out by hand: {one.sentence}" for one in pruned.cut if one.by_hand]


def identified(name: str, *ids: str) -> str:
    """A name with its identifiers: "Marfan syndrome (OMIM:154700, ORPHA:558)"."""
    known = ", ".join(dict.fromkeys(id_ for id_ in ids if id_))
    return f"{name} ({known})" if known else name


def cited(item: AnswerItem) -> str:
    """An answer or a thing set aside with identifiers, numbers of its evidence, the reading of a name, and kinds."""
    numbers = ", ".join(str(number) for number in item.evidence)
    read_as = f", as {' and '.join(item.readings)}" if item.readings else ""
    kinds = f", recorded for {'; '.join(item.kinds)}" if item.kinds else ""
    return identified(item.name, item.id, *item.ids) + (f" [{numbers}]" if numbers else "") + read_as + kinds


def _line(row: Row) -> Line:
    score = "" if row.score is None else f"nearness {row.score:.3f}"
    by_hand = "put back by hand" if row.by_hand else ""
    facts = (score, by_hand, row.frequency, row.onset, row.sex, row.tier, "against" if row.against else "")
    return Line(
        row.number,
        f"{_node(row.subject)} {row.phrase} {_node(row.object)}",
        tuple(fact for fact in facts if fact),
        row.source or "source not recorded",
        tuple(Reference(reference, links.address(reference)) for reference in row.references),
    )


def _node(node: Node) -> str:
    return identified(node.name, node.id)
