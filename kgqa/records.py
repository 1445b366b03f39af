"""The records that travel from a question to its answer; each step takes records and returns records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

Status = Literal["answered", "not_in_graph", "not_understood", "ambiguous", "refused", "failed", "evidence"]
"""Of an answer. ``not_in_graph``: the question was understood, and the graph cannot answer it. ``not_understood``: the
question or a word of it was not, which says nothing about the graph."""
Kind = Literal["list", "yesno", "value", "count", "relation", "text"]
LinkMethod = Literal["identifier", "exact", "synonym", "normalised", "fuzzy", "vector", "family", "resolver"]
Guess = Literal["", "short", "initials", "broad", "variant"]
"""From what a name was guessed that nothing in the graph is called: from its beginning, from initials, from a word
beside one that only sorts ("eye problems"), or from other forms of its words ("pulm stenosis")."""


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the graph as a reader meets it: CURIE, name and label."""

    id: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """One thing of the graph that a mention may mean.

    Attributes:
        ids: every identifier under which the graph knows this thing (same name, same label); the first is ``id``.
        matched: the name, synonym or identifier that matched.
        score: 0 to 1; 1 is an exact match.
        answers: of a reading that is offered, how many answers the question has with it; None where nobody counted.
        counted: label of what was counted; empty where the answers are no things of one type.
    """

    id: str
    name: str
    label: str
    score: float
    method: LinkMethod
    matched: str
    ids: tuple[str, ...] = ()
    answers: int | None = None
    counted: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """A mention in the question and what it was linked to.

    Attributes:
        start, end: character offsets of the mention in the question, end exclusive.
        chosen: the best candidate.
        rivals: other readings of the same mention, best first, without the chosen one.
        tied: True when at least one rival is as good as the chosen one, so that a person must choose.
        subtype: words right after the mention that name a subtype which the graph does not know ("type 9"); empty
            where there are none.
        together: of a choice, that the readings can be asked together; of a settled name, that they are: the chosen
            one and all rivals.
        guess: from what it was guessed; empty where the mention is a name of the graph, or a misspelt one.
    """

    mention: str
    start: int
    end: int
    chosen: Candidate
    rivals: tuple[Candidate, ...] = ()
    tied: bool = False
    subtype: str = ""
    together: bool = False
    guess: Guess = ""

    @property
    def meant(self) -> tuple[Candidate, ...]:
        """What the mention is taken for: one thing, or several that are asked together."""
        return (self.chosen, *self.rivals) if self.together else (self.chosen,)


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
class Settled:
    """What a person said about a mention: the identifier that is meant, or None for no thing of the graph.

    Where several things are meant together there is one for each, at the same place.
    """

    start: int
    end: int
    id: str | None


Chosen = Mapping[tuple[int, int], str | tuple[str, ...] | None]
"""What a person chose: by the offsets of a mention the identifier of what is meant, several of them where these are
meant together; None for nothing of this graph."""


def settled(chosen: Chosen) -> tuple[Settled, ...]:
    """What a person chose, as a trace keeps it."""
    kept = []
    for (start, end), meant in sorted(chosen.items(), key=lambda one: one[0]):
        kept += [Settled(start, end, id_) for id_ in (meant if isinstance(meant, tuple) else (meant,))]
    return tuple(kept)


def chosen_of(kept: Iterable[Settled]) -> dict[tuple[int, int], str | tuple[str, ...] | None]:
    """What a person chose, from what a trace keeps of it."""
    chosen: dict[tuple[int, int], str | tuple[str, ...] | None] = {}
    for one in kept:
        before, span = chosen.get((one.start, one.end)), (one.start, one.end)
        if before is None or one.id is None:
            chosen[span] = one.id
        else:
            chosen[span] = (*(before if isinstance(before, tuple) else (before,)), one.id)
    return chosen


@dataclass(frozen=True, slots=True)
class SetAside:
    """Words of a question that are no condition of it: a greeting, who asks and why, the age of a patient.

    Attributes:
        start, end: character offsets in the cleaned question, end exclusive.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a question was read as.

    Attributes:
        question: in words; where it was read by meaning, a plain question that is read strictly.
        sure: False where it was read by meaning.
        set_aside: words of the question that were left out, in its order.
        others: the next best readings, as plain questions.
        by_model: a language model read it; ``sure`` is False then.
    """

    question: str
    sure: bool = True
    set_aside: tuple[SetAside, ...] = ()
    others: tuple[str, ...] = ()
    by_model: bool = False


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
