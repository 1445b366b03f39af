"""One question on its way: its record as it grows, and who hears how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.rules.servers import Server
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.run import Ran
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.linking.linker import Linker
from kgqa.llm.records import LanguageModel
from kgqa.records import Claim, CypherRecord, Entity, Kind, ModelCall, Pruned, Table, Triple
from kgqa.schema.model import Schema
from kgqa.strategies.approach import Approach


@dataclass(frozen=True, slots=True)
class Listener:
    """Who hears how far a question is.

    Attributes:
        step: hears what is done next, in words.
        entities: hears which things the question names, before the graph is asked.
        text: hears the whole text of an answer so far, each time a language model has written more of it.
    """

    step: Callable[[str], None]
    entities: Callable[[tuple[Entity, ...]], None]
    text: Callable[[str], None]


@dataclass
class Course:
    """The record of one question as it grows; what is here when a step fails is kept.

    Attributes:
        notes: what the reader is to know of how the question was worked on, a sentence each.
    """

    question: str
    understood: str = ""
    entities: tuple[Entity, ...] = ()
    choices: tuple[Entity, ...] = ()
    cypher: tuple[CypherRecord, ...] = ()
    evidence: tuple[Triple, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    claims: tuple[Claim, ...] = ()
    table: Table | None = None
    pruned: Pruned | None = None
    notes: tuple[str, ...] = ()
    timings_ms: dict[str, float] = field(default_factory=dict)
    started: float = field(default_factory=time.perf_counter)

    def took(self, step: str, since: float) -> float:
        """Notes how long a step took, in milliseconds, and returns the time now."""
        now = time.perf_counter()
        self.timings_ms[step] = round(self.timings_ms.get(step, 0.0) + (now - since) * 1000, 2)
        return now


@dataclass(frozen=True, slots=True)
class Work:
    """What a strategy that asks a language model works with.

    Attributes:
        question: cleaned.
        kind: of the answer that the question asks for, by its cues.
        source: the graph as a sentence names it.
        check: the query checker of the graph; built when it is first needed.
        run: runs a statement if it may.
        server: whose rules a statement needs.
        most_rows: of a statement.
    """

    question: str
    kind: Kind
    approach: Approach
    model: LanguageModel
    schema: Schema
    source: str
    linker: Linker
    explorer: Explorer
    store: GraphStore
    check: Callable[[], Checker]
    run: Callable[[str], Ran | Refused]
    server: Server | None
    most_rows: int
    stop: StopSignal | None
