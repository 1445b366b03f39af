"""Records of what graphs and services are asked and what they record: statements, rows, triples, which are kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph as a reader meets it: CURIE, name and label."""

    id: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Query:
    """A statement ready to run: Cypher text, parameters, and the names of its columns in order.

    The columns are named here because the embedded server sends none with an empty result.
    """

    cypher: str
    columns: tuple[str, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a statement.

    Attributes:
        truncated: True when the server had more rows than are here.
        executed: the text as it was sent, limit included.
        oversize: True when it was the memory they take, not their number, that ended them.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool
    elapsed_ms: float
    executed: str
    oversize: bool = False


@dataclass(frozen=True, slots=True)
class Triple:
    """One recorded edge with its provenance, numbered as the reader sees it everywhere.

    Attributes:
        phrase: the relation read from subject to object ("shows", "does not show").
        against: True when the record denies the link (a NOT annotation, found in 0 of n).
        sources: where the record comes from (database, file, references), never empty in a graph that tells it.
        properties: every field of the edge.
    """

    number: int
    subject: Node
    predicate: str
    object: Node
    phrase: str
    against: bool = False
    sources: tuple[str, ...] = ()
    properties: Mapping[str, Any] = field(default_factory=dict)

    @property
    def in_words(self) -> str:
        """What it says of the two things, without the nouns of their types."""
        return f"{self.subject.name} {self.phrase} {self.object.name}"


@dataclass(frozen=True, slots=True)
class Correction:
    """One change the query checker made.

    Attributes:
        start, end: character offsets of what was changed in the text that was handed in.
    """

    rule: str
    before: str
    after: str
    reason: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class CypherRecord:
    """A statement on its way: as generated (or planned), as checked, as executed.

    Attributes:
        purpose: what the statement fetches, in words ("answers", "evidence", "count").
        rows: how many rows it gave.
    """

    generated: str
    checked: str
    executed: str
    parameters: Mapping[str, Any]
    purpose: str
    rows: int
    elapsed_ms: float
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a statement that was not planned here, as they came.

    Attributes:
        evidence: by row the numbers of the triples that it rests on; empty where the rows are a computation.
        computed: why the rows themselves are the evidence; empty where edges were found for them.
        truncated: True when there may be more rows.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    evidence: tuple[tuple[int, ...], ...] = ()
    computed: str = ""
    truncated: bool = False


CutBy = Literal["kept", "percentile", "similarity", "volume", "hand", "window"]


@dataclass(frozen=True, slots=True)
class Scored:
    """A fact with its score and what became of it.

    Attributes:
        triple: numbered from 1 where it is kept, the most similar first; 0 where it is cut.
        score: cosine of sentence and question.
        estimated: the score was told from other sentences, because the fact is too far from being kept.
        about: the thing among whose facts it was judged; of several the one that keeps it.
        reason: of a cut, in words; empty where it is kept.
        cut_by: what cut it; ``hand``: a person took it out; ``window``: the language model cannot read so much.
        things: names of all things among whose facts it stands.
        by_hand: a person put it back or took it out.
        joins: it joins two things that the question names, so that no percentile cuts it.
        why: why it is kept whatever its score, in words ("8 of the 14 genes that …"); empty where its score keeps it.
    """

    triple: Triple
    sentence: str
    score: float
    about: str
    kept: bool
    reason: str = ""
    cut_by: CutBy = "kept"
    estimated: bool = False
    things: tuple[str, ...] = ()
    by_hand: bool = False
    joins: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """What was not read of one relation of a thing.

    Attributes:
        relation: its type.
        phrase: how it reads from subject to object.
        beyond, filtered: as of ``Cut``.
    """

    relation: str
    phrase: str
    beyond: int = 0
    filtered: int = 0


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the cut lies among the facts of one thing.

    Attributes:
        threshold: the score at the percentile, which cuts none of very few facts (``kgqa.evidence.pruning.FEW``).
        share: facts that may be kept of it.
        beyond: further facts of it that were not read, because it has too many, counted by the database.
        filtered: further facts of it that the filters left out, counted by the database.
        unread: the same by relation, for those of which something was not read.
    """

    about: str
    facts: int
    kept: int
    threshold: float
    share: int
    beyond: int = 0
    filtered: int = 0
    unread: tuple[Unread, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """What a question asks for, by its facts; they are kept before what is only similar to it.

    Attributes:
        what: in words ("genes that are associated with Marfan syndrome").
        members: by thing of the list, the first to be kept first, the keys of the facts without which it is not told
            (``kgqa.evidence.pruning.key``); of facts that make no list, as those between two things, each by itself.
        recorded: things of the list, counted by the database; None where the facts make no list.
        order: in which order the things stand, in words; empty where that says nothing.
    """

    what: str
    members: tuple[tuple[str, ...], ...] = ()
    recorded: int | None = None
    order: str = ""


@dataclass(frozen=True, slots=True)
class Pruned:
    """What is left of the facts, and what was cut.

    Attributes:
        facts: the kept ones by number, then the cut ones, the most similar first; each fact once. What is asked for
            goes before what is only similar.
        cuts: by thing, in the order of the question.
        percentile, similarity, volume: the limits by which they were cut (``kgqa.evidence.pruning.Limits``).
        asked: what the question asks for, whose facts go first; None where the scores alone decide, as published.
    """

    facts: tuple[Scored, ...]
    cuts: tuple[Cut, ...]
    percentile: float = 75.0
    similarity: float = 0.5
    volume: int = 150
    asked: tuple[Listed, ...] | None = None

    @property
    def kept(self) -> tuple[Scored, ...]:
        """The facts that are kept, the most similar first."""
        return tuple(one for one in self.facts if one.kept)

    @property
    def cut(self) -> tuple[Scored, ...]:
        """The facts that are cut, the most similar first."""
        return tuple(one for one in self.facts if not one.kept)


@dataclass(frozen=True, slots=True)
class GraphCard:
    """The graph an answer came from, as it is named and cited.

    Attributes:
        vocabulary: what its names, groups and kinds were taken from besides, with its state; may be empty.
    """

    name: str
    title: str
    version: str
    licence: str
    citation: str
    vocabulary: str = ""


@dataclass(frozen=True, slots=True)
class SchemaPath:
    """A way over the schema from what is asked for to what a question names, and what became of it.

    Attributes:
        key: by which it is chosen; the same in every answer from one schema.
        said: the plain question that it answers.
        score: how well that fits what was asked, by words and by meaning.
        steps: label, type of relation and label of each of its steps, as they are stored.
        shortest: no other way that may be meant is shorter.
        reason: why it was not taken, or why it was, in words; empty where nothing is to be said.
        answers: how many things it led to; None where it was not asked.
    """

    key: str
    said: str
    score: float
    steps: tuple[tuple[str, str, str], ...]
    shortest: bool
    taken: bool = False
    reason: str = ""
    answers: int | None = None


ServiceState = Literal["awaited", "answered", "empty", "failed", "not_asked"]


@dataclass(frozen=True, slots=True)
class ServiceReply:
    """What came of asking a service.

    Attributes:
        said: what happened, as a sentence.
        version: of TRAPI, by which it was asked.
        release: of the service, as it names it; may be empty.
        results: how many it gave.
        facts: how many facts of the evidence it records.
        asked_at: when it gave what it gave, UTC, ISO 8601 to the second; of several times the first.
        kept: what it gave was taken from this machine's disk.
        messages: under which keys its messages are kept there.
    """

    name: str
    url: str
    state: ServiceState
    said: str
    version: str = ""
    release: str = ""
    results: int = 0
    facts: int = 0
    elapsed_ms: float = 0.0
    asked_at: str = ""
    kept: bool = False
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Federated:
    """What was asked of services beside the graph, and what came of it.

    Attributes:
        services: in the order in which they were named.
        asked: each query graph in words, with its JSON (TRAPI 1.5).
        disagreements: numbers of the facts that some services record and of those by which others deny them.
    """

    services: tuple[ServiceReply, ...]
    asked: tuple[tuple[str, str], ...] = ()
    disagreements: tuple[tuple[int, int], ...] = ()
