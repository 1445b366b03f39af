"""The records that a strategy works on: the question, what was found for it so far, and what comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa.evidence.ledger import Ledger
from kgqa.evidence.retrieval import RetrievalContext
from kgqa.graph.stop import StopSignal
from kgqa.records import (
    Answer,
    Chosen,
    Claim,
    CypherRecord,
    Entity,
    Federated,
    Follows,
    Former,
    Group,
    Kind,
    Pruned,
    Reading,
    SchemaPath,
    Table,
    Triple,
)
from kgqa.strategies.approach import Approach

if TYPE_CHECKING:
    from kgqa.session import GraphSession


@dataclass(frozen=True, slots=True)
class Question:
    """A question and how it is to be answered.

    Attributes:
        text: cleaned.
        kind: of the answer that it asks for, by its cues.
        chosen: what a person chose for its mentions.
        narrower: the kinds of the asked terms count as well.
        stop: ends the work when it is set.
        named: the things that it names, where they are known; None where they are to be found in it.
        group: the answers of before that it speaks of; None where it follows no question, or speaks of none.
        within: of these it asks which.
        spoken_of: the place in the text where they stand as one thing; None where they do not.
        former: the question before and its answer, for a language model; None where there is none.
        note: what was taken from there, as a sentence; may be empty.
        about: identifiers of what was taken that the text does not name, for a strategy that reads about things.
    """

    text: str
    kind: Kind
    approach: Approach
    chosen: Chosen
    narrower: bool = False
    stop: StopSignal | None = None
    named: tuple[Entity, ...] | None = None
    group: Group | None = None
    within: bool = False
    spoken_of: Entity | None = None
    former: Former | None = None
    note: str = ""
    about: tuple[str, ...] = ()

    def put_as(self, text: str, kind: Kind | None = None) -> Question:
        """The question in another text, whose names are to be found anew."""
        return replace(self, text=text, kind=kind or self.kind, named=None, chosen={})


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found for a question, by the fields of a ``Trace``.

    Attributes:
        notes: what the reader is to know of how the question was worked on, a sentence each.
        reading: what the question was read as.
        further: plain questions that the text asks besides.
        nearest: beneath an answer that could not be given, what is recorded about the things of the question.
        follows: what it took from the question before.
        paths: ways over the schema that could be meant.
        federated: what was asked of services beside the graph.
    """

    entities: tuple[Entity, ...] = ()
    choices: tuple[Entity, ...] = ()
    understood: str = ""
    evidence: tuple[Triple, ...] = ()
    table: Table | None = None
    pruned: Pruned | None = None
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    reading: Reading | None = None
    further: tuple[str, ...] = ()
    nearest: Pruned | None = None
    follows: Follows | None = None
    paths: tuple[SchemaPath, ...] = ()
    federated: Federated | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answer and what it was made of."""

    answer: Answer
    findings: Findings = Findings()


def retrieval_context(
    graph: GraphSession, question: Question, record: Callable[[CypherRecord], None] | None = None
) -> RetrievalContext:
    """What the facts for a question are read and pruned with.

    Args:
        record: hears of each statement that ran.
    """
    approach = question.approach
    return RetrievalContext(
        schema=graph.schema,
        explorer=graph.explorer,
        ledger=Ledger(graph.store, stop=question.stop, record=record),
        vectors=graph.sentence_vectors,
        source=graph.source,
        kind=question.kind,
        limits=approach.limits,
        filters=approach.filters,
        hand=approach.hand,
        later=graph.embed_later,
    )
