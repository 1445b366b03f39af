"""Records of what is answered: the answer, its claims, what a language model was asked, and the trace of it all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kgqa.records.evidence import CypherRecord, Federated, GraphCard, Pruned, SchemaPath, Table, Triple
from kgqa.records.understanding import Candidate, Entity, Reading, Settled

Status = Literal["answered", "not_in_graph", "not_understood", "ambiguous", "refused", "failed", "evidence"]
"""Of an answer. ``not_in_graph``: the question was understood, and the graph cannot answer it. ``not_understood``: the
question or a word of it was not, which says nothing about the graph."""
Kind = Literal["list", "yesno", "value", "count", "relation", "text"]


@dataclass(frozen=True, slots=True)
class AnswerItem:
    """One thing that answers a list question; identifiers of the same thing are one item.

    Attributes:
        evidence: numbers of the triples that it rests on.
        kinds: names of the kinds of a named thing that it is recorded for; empty where it is for what was named.
        readings: where several readings of a name were asked together, identifiers of those with which it answers.
        by_condition: of these numbers those of each of ``Answer.conditions``; empty where there are none.
        opposing: numbers of triples that speak against it, though they do not deny what was asked.
    """

    id: str
    name: str
    label: str
    ids: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()
    kinds: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    by_condition: tuple[tuple[int, ...], ...] = ()
    opposing: tuple[int, ...] = ()

    def renumbered(self, numbers: Callable[[int], int]) -> AnswerItem:
        """The same with other numbers of its triples."""
        evidence, opposing = (tuple(map(numbers, some)) for some in (self.evidence, self.opposing))
        by_condition = tuple(tuple(map(numbers, some)) for some in self.by_condition)
        return replace(self, evidence=evidence, by_condition=by_condition, opposing=opposing)


@dataclass(frozen=True, slots=True)
class Clause:
    """One step of the empty-result doctor: a condition, how many things pass it, and whether it empties the result."""

    text: str
    count: int
    empties: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Another question that would give something, offered as a button.

    Attributes:
        question: the question to ask instead.
        count: how many answers it gives, counted before it was offered; None where it was not counted.
    """

    title: str
    question: str
    count: int | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to the reader.

    Attributes:
        headline: one sentence.
        text: the whole answer as plain text, the headline first.
        items: the whole list of a list answer, up to the row limit.
        set_aside: things that match by record but whose record denies the link, each with evidence.
        verdict: of a yes/no question: True, False, or None when this graph cannot know.
        value: of a value or count question.
        total: how many things answer, counted by the database.
        records: how many records these things have, where that is more.
        truncated: True when the row limit cut the list.
        narrower: how many more things the kinds of the asked terms bring; None where it was not asked.
        opposing: numbers of the facts that speak against what a yes/no question asks, or against members of a list,
            though they do not deny it: a contraindication where "treats" was asked, another value where things have
            one.
        beside: numbers of the facts that stand beside the asked link, neither for nor against it.
        conditions: what each of several conditions of a list names, in words; empty where there is only one.
        clauses, suggestions: the empty-result doctor's findings.
        absent: the type of thing that is asked for and of which the graph has none, in the plural; empty where it has.
        written_by: the language model that wrote the text; empty where it was composed from the records.
        written_from: where in the text its words begin; what stands before was composed here.
    """

    status: Status
    kind: Kind
    headline: str
    text: str
    items: tuple[AnswerItem, ...] = ()
    set_aside: tuple[AnswerItem, ...] = ()
    verdict: bool | None = None
    value: Any = None
    total: int | None = None
    records: int | None = None
    truncated: bool = False
    narrower: int | None = None
    opposing: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    conditions: tuple[str, ...] = ()
    clauses: tuple[Clause, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    absent: str = ""
    written_by: str = ""
    written_from: int = 0


ClaimVerdict = Literal["supported", "contradicted", "not_recorded", "not_checked"]
"""``not_recorded``: both ends and the relation are known, and nothing is recorded, which is no proof of absence.
``not_checked``: something in it was not understood, or the graph has no such relation; says nothing of the graph."""
OpinionVerdict = Literal["supported", "contradicted", "not_told"]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a second language model says of a claim that the graph was not found to tell; it changes no verdict.

    Attributes:
        model: its name.
        evidence: numbers of the triples that it rests on; none where they do not tell.
        reason: why what the model said does not count, in words; empty where it does.
    """

    model: str
    verdict: OpinionVerdict
    evidence: tuple[int, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """One thing that a language model states, as the record that it wrote of it, before anything is looked up.

    Attributes:
        sentence: its words for it; several records may share a sentence.
        subject, object: names or identifiers as it wrote them.
        relation: a type of the schema, in either direction, or words for one.
        negated: it states that the link does not hold.
        property: of the link, where it states a value of it ("frequency").
        value: what it states ("119 of 251", "frequent").
        records: numbers of the records that it cites.
    """

    sentence: str
    subject: str
    relation: str
    object: str
    negated: bool = False
    property: str = ""
    value: str = ""
    records: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a text says, and what the graph says of it.

    Attributes:
        text: the words of the claim, as they stand in the answer.
        start, end: character offsets in ``Answer.text``, end exclusive.
        evidence: numbers of the triples that support or contradict it.
        reason: why, in words ("ectopia lentis was looked for in 32 patients and found in none").
        subject, object: names of what it joins as the graph has them; empty where that was not read.
        about: identifiers of these, of one thing the first.
        relation: types of the relations that it states, joined by "|"; empty where that could not be read.
        negated: it says that the link does not hold.
        written: the model's own sentence, where the text has our wording in its place; empty where it has its own.
        second: what a second language model says of it; None where none was asked about it.
    """

    text: str
    start: int
    end: int
    verdict: ClaimVerdict
    evidence: tuple[int, ...] = ()
    reason: str = ""
    subject: str = ""
    relation: str = ""
    object: str = ""
    about: tuple[str, ...] = ()
    negated: bool = False
    written: str = ""
    second: Opinion | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation with a language model."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request to a language model, as it was sent, and what came back.

    Attributes:
        purpose: what it was for ("write Cypher", "write the answer").
        settings: temperature, seed and limits as sent; never a key.
        prompt: name and version of the prompt ("cypher-zero-shot 1").
        reply: the text as it came; what had come where it was cut.
        error: why the reply was of no use; empty where it was.
        cost: US dollars; 0 where the model costs nothing.
        tokens_context: of ``tokens_in`` those of the evidence or the schema, estimated before sending.
    """

    purpose: str
    provider: str
    model: str
    settings: Mapping[str, Any]
    prompt: str
    messages: tuple[Message, ...]
    reply: str
    tokens_in: int
    tokens_out: int
    estimated: bool
    elapsed_ms: float
    error: str = ""
    cost: float = 0.0
    tokens_context: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """The answers to a question, as a later one speaks of them ("which of these …").

    Attributes:
        label: their type.
        things: each with all its identifiers and without its evidence.
        total: how many answers there were; more than ``things`` where the list was cut, or some were taken out.
        said: which they are, in words behind their noun ("that show arachnodactyly"); may be empty.
    """

    label: str
    things: tuple[AnswerItem, ...]
    total: int
    said: str = ""


@dataclass(frozen=True, slots=True)
class Former:
    """The question above a follow-up with its answer, as far as the follow-up may take from it.

    Attributes:
        question: as it was asked.
        whole: the same, in which everything is named that it took from a question before it.
        named: the things that it names; their places are those in ``whole``.
        answers: what it was answered by; None where that was no list.
        within: the answers among which it asked, where it followed another question itself.
        out: identifiers of the named things that the follow-up may not take.
        without_answers: it may not take the answers either.
    """

    question: str
    whole: str
    named: tuple[Entity, ...] = ()
    answers: Group | None = None
    within: Group | None = None
    out: tuple[str, ...] = ()
    without_answers: bool = False


@dataclass(frozen=True, slots=True)
class Follows:
    """What a question took from the one before it.

    Attributes:
        whole: the question, in which everything is named that it took.
        named: the things that ``whole`` names, with their places in it.
        taken: those of the former question's things that it took.
        group: the answers of before that it speaks of; None where it speaks of none.
        within: of these it asks which; else they only stand in it, any one of them.
        said: what was taken, as a sentence.
    """

    former: Former
    whole: str
    named: tuple[Entity, ...] = ()
    taken: tuple[Candidate, ...] = ()
    group: Group | None = None
    within: bool = False
    said: str = ""


@dataclass(frozen=True, slots=True)
class Trace:
    """The record of one question from the first step to the last.

    Attributes:
        understood: the question as it was read, in words ("list of diseases that show A and B").
        choices: for an ambiguous question the mentions among which a person must choose.
        timings_ms: milliseconds by step, and ``total``.
        asked_at: when it was asked, UTC, ISO 8601 to the second.
        settled: what a person said about mentions before it was asked.
        narrower: whether the kinds of the asked terms were counted as well.
        calls: the requests to a language model, in order.
        claims: what a text that a language model wrote says, each with the graph's verdict.
        table: the rows of the statement that a language model wrote; None where it wrote none that ran.
        pruned: every fact that was read and what became of it; None where nothing was pruned.
        nearest: where the graph cannot answer, what it records about the things of the question, pruned in the same
            way and numbered from 1; it is no part of the answer. None where nothing was looked for.
        reading: what the question was read as; None where no strategy reads it, or it could not be read.
        further: the answers to further questions that the same text asks, in its order.
        account: of a strategy that has several ways to an answer what it did, a sentence each.
        follows: what it took from the question above it; None where it was asked by itself.
        paths: of a strategy that reasons over the schema the ways that could be meant, the likeliest first.
        federated: of a strategy that asks services beside the graph what came of that; None for any other.
    """

    question: str
    strategy: str
    graph: GraphCard
    answer: Answer
    understood: str = ""
    entities: tuple[Entity, ...] = ()
    choices: tuple[Entity, ...] = ()
    cypher: tuple[CypherRecord, ...] = ()
    evidence: tuple[Triple, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    asked_at: str = ""
    settled: tuple[Settled, ...] = ()
    narrower: bool = False
    calls: tuple[ModelCall, ...] = ()
    claims: tuple[Claim, ...] = ()
    table: Table | None = None
    pruned: Pruned | None = None
    nearest: Pruned | None = None
    reading: Reading | None = None
    further: tuple[Trace, ...] = ()
    account: tuple[str, ...] = ()
    follows: Follows | None = None
    paths: tuple[SchemaPath, ...] = ()
    federated: Federated | None = None
