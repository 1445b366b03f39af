"""What the functions that answer one intent share, and what they return."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.evidence.gathering import Edge, Gatherer
from kgqa.evidence.ledger import Ledger
from kgqa.planning.statements import Statements
from kgqa.questions.intent import Condition, Thing, Variable
from kgqa.questions.qualifiers import Met
from kgqa.questions.verbalisation import Reads
from kgqa.questions.wording import Wording
from kgqa.records import Answer, Triple
from kgqa.schema.model import Relation, Schema

_MARK = re.compile(r"(?<= )\[(\d{1,6})\]")


@dataclass(frozen=True, slots=True)
class ByKinds:
    """A named thing that was answered by its kinds.

    Attributes:
        kinds: by the key of each kind that an answer comes from its name.
    """

    thing: Thing
    kinds: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """An answer and the triples it cites.

    Attributes:
        by_kinds: the named things that were answered by their kinds.
        asked: what a list is of, as it was asked of the graph; None for other answers.
    """

    answer: Answer
    evidence: tuple[Triple, ...] = ()
    by_kinds: tuple[ByKinds, ...] = ()
    asked: Variable | None = None


@dataclass(frozen=True)
class AnswerContext:
    """What the functions that answer one intent ask and word with.

    Attributes:
        source: the graph as a sentence names it ("HPO annotations 2025-01-16").
        narrower: the kinds of the asked terms are to count as well.
        reader: reads questions before they are offered; None where none are to be.
    """

    schema: Schema
    ledger: Ledger
    source: str
    narrower: bool = False
    reader: Reads | None = None

    @cached_property
    def statements(self) -> Statements:
        """Writes the statements for this schema."""
        return Statements(self.schema)

    @cached_property
    def wording(self) -> Wording:
        """Words what the schema names."""
        return Wording(self.schema)

    @cached_property
    def kinds(self) -> dict[Thing, tuple[str, ...]]:
        """Identifiers of the kinds of things, kept while the question is answered."""
        return {}

    @cached_property
    def below(self) -> dict[Thing, tuple[str, ...]]:
        """The keys of things and of their kinds, kept while the question is answered."""
        return {}

    @cached_property
    def met(self) -> dict[tuple[str, Condition], Met]:
        """Which things meet a condition on the properties of a link, kept while the question is answered."""
        return {}

    @cached_property
    def wholes(self) -> dict[tuple[Relation, str], float]:
        """What stands for all patients in shares that are stored as numbers, kept while the question is answered."""
        return {}

    @cached_property
    def gatherer(self) -> Gatherer:
        """Fetches edges."""
        return Gatherer(self.schema, self.ledger)


def positive(edges: list[Edge]) -> bool:
    """Whether any of the records says that the link holds."""
    return any(not edge.triple.against for edge in edges)


def marks(numbers: tuple[int, ...], most: int = 4) -> str:
    """Citation marks in a sentence: " [1] [2]"."""
    return "".join(f" [{number}]" for number in numbers[:most])


def cited(triples: Sequence[Triple]) -> str:
    """The citation marks of some records."""
    return marks(tuple(one.number for one in triples))


def with_headline(answer: Answer, headline: str, said: str = "") -> Answer:
    """The answer with another headline; what it said follows, behind a further sentence if there is one."""
    text = " ".join(one for one in (headline, said, answer.text) if one)
    return replace(answer, headline=headline, text=text)


def renumbered(text: str, numbers: Mapping[int, int]) -> str:
    """A text with other numbers of evidence; a number in brackets that is none stays."""
    return _MARK.sub(lambda found: f"[{numbers.get(int(found[1]), found[1])}]", text)
