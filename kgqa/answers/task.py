"""What the functions that answer one intent share, and what they return."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.evidence.gathering import Edge, Gatherer
from kgqa.evidence.ledger import Ledger
from kgqa.planning.statements import Statements
from kgqa.questions.wording import Wording
from kgqa.records import Answer, Triple
from kgqa.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Draft:
    """An answer and the triples it cites."""

    answer: Answer
    evidence: tuple[Triple, ...] = ()


class Task:
    """One question on its way to an answer.

    Attributes:
        source: the graph as a sentence names it ("HPO annotations 2025-01-16").
        narrower: the kinds of the asked terms are to count as well.
    """

    def __init__(self, schema: Schema, ledger: Ledger, source: str, *, narrower: bool = False) -> None:
        self.schema = schema
        self.ledger = ledger
        self.source = source
        self.narrower = narrower
        self.statements = Statements(schema)
        self.wording = Wording(schema)
        self.gatherer = Gatherer(schema, ledger)


def positive(edges: list[Edge]) -> bool:
    """Whether any of the records says that the link holds."""
    return any(not edge.triple.against for edge in edges)


def marks(numbers: tuple[int, ...], most: int = 4) -> str:
    """Citation marks in a sentence: " [1] [2]"."""
    return "".join(f" [{number}]" for number in numbers[:most])
