"""Claims of a text against numbered evidence and the graph, however they were found in it.

What no evidence was fetched for is looked up: which links the graph records between the things that are named.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

from kgqa.answers.conditions import hierarchy
from kgqa.answers.context import AnswerContext
from kgqa.answers.counting import number_met
from kgqa.answers.pair_records import find
from kgqa.answers.recorded_instead import recorded_instead
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.ledger import Ledger
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Hop, Pair, Thing
from kgqa.questions.paths import direct
from kgqa.questions.reader import Reader
from kgqa.records import Claim, Entity, Stated, Triple
from kgqa.schema.model import Schema
from kgqa.verification.evidence_index import Records
from kgqa.verification.judging import Claimed, Judge
from kgqa.verification.naming import TextNames
from kgqa.verification.prose import ProseReader
from kgqa.verification.statements import StatementReader, claims_in
from kgqa.verification.totals import Count, TotalReader


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a graph records between some pairs of things.

    Attributes:
        triples: for and against, numbered from 1.
        instead: by a pair that is not recorded the numbers of the records that stand in its place.
        left_out: pairs that were not looked up, each with why, in words.
    """

    triples: Sequence[Triple] = ()
    instead: Mapping[tuple[str, str], Sequence[int]] = field(default_factory=dict)
    left_out: Mapping[tuple[str, str], str] = field(default_factory=dict)


LookUp = Callable[[Sequence[Pair]], LookedUp]
"""Fetches what a graph records of some links."""

LONGEST = 60_000
"""Characters of a text that are read."""
_MOST_READERS = 4


@dataclass(frozen=True, slots=True)
class Verification:
    """The claims of a text, and the evidence that their numbers mean.

    Attributes:
        text: that is shown.
        claims: in its order, with offsets into it; they do not overlap.
        evidence: the given triples and, behind them, those that were looked up, with further numbers.
    """

    text: str
    claims: tuple[Claim, ...]
    evidence: tuple[Triple, ...]


class Verifier:
    """Holds what texts claim against evidence and, where it may look up, the graph.

    Args:
        question_entities: what the question names, as settled.
        look_up: fetches records of links that the evidence does not have; None where the evidence is all there is.
        count: counts what the graph records, for numbers of things; None where none is checked.
    """

    def __init__(
        self,
        schema: Schema,
        linker: Linker,
        evidence: Sequence[Triple] = (),
        *,
        question_entities: Sequence[Entity] = (),
        look_up: LookUp | None = None,
        count: Count | None = None,
    ) -> None:
        self._schema = schema
        self._evidence = tuple(evidence)
        self._look_up = look_up
        self._reader = _READERS.of(schema)
        self._names = TextNames(linker, self._reader, evidence, question_entities)
        self._totals = None if count is None else TotalReader(self._reader, self._names, count, evidence)

    def statements(self, statements: Sequence[Stated]) -> Verification:
        """The sentences of a model's statements as they are shown, each claim judged by its record.

        A sentence that says more or other than its record is worded anew from the record.
        """
        text, claims = StatementReader(self._schema, self._reader, self._names).shown(statements)
        return self._judged(text, claims)

    def split(self, text: str, statements: Sequence[Stated]) -> Verification:
        """The claims of a free text that a model took apart: what has no place in the text is dropped."""
        claims = StatementReader(self._schema, self._reader, self._names).placed(text[:LONGEST], statements)
        return self._judged(text, claims)

    def prose(self, text: str) -> Verification:
        """The claims of a free text that the strict reader reads; every other sentence is not checked."""
        return self._judged(text, list(ProseReader(self._reader, self._names).claims(text[:LONGEST])))

    def _judged(self, text: str, claims: Sequence[Claimed]) -> Verification:
        records, triples = Records(self._evidence, self._schema), self._evidence
        instead: Mapping[tuple[str, str], Sequence[int]] = {}
        left_out: Mapping[tuple[str, str], str] = {}
        silent = [pair for pair in dict.fromkeys(claims_in(claims)) if not _is_known(pair, records)]
        looks_up = self._look_up is not None
        if self._look_up is not None and silent:
            more = self._look_up(silent)
            triples, instead = _with_more(triples, more)
            left_out = more.left_out
            records = Records(triples, self._schema)
        source = "the graph" if looks_up else "the evidence"
        judge = Judge(records, source, looked_up=looks_up, instead=instead, left_out=left_out)
        found = (_claim(text, one, judge, self._totals) for one in claims)
        return Verification(text, tuple(one for one in found if one.start < one.end), triples)


def _claim(text: str, claimed: Claimed, judge: Judge, totals: TotalReader | None) -> Claim:
    judged, pair = judge.judge(claimed)
    if totals is not None and claimed.unread:
        judged = totals.judged(text[claimed.start : claimed.end]) or judged
    start, end = claimed.start, claimed.end
    while start < end and (text[start].isspace() or text[start] in ",;:"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ",;:–—"):
        end -= 1
    things: tuple[Thing, ...] = ()
    if pair is not None:
        things = (pair.one, pair.other) if pair.hops[0].forward else (pair.other, pair.one)
    return Claim(
        text=text[start:end],
        start=start,
        end=end,
        verdict=judged.verdict,
        evidence=judged.numbers,
        reason=f"{judged.reason[0].upper()}{judged.reason[1:]}." if judged.reason else "",
        subject=things[0].name if things else claimed.subject,
        relation=pair.hops[0].relation.type if pair is not None else "",
        object=things[1].name if things else claimed.object,
        about=tuple(dict.fromkeys(thing.ids[0] for thing in things)),
        negated=pair is not None and pair.negated,
        written=claimed.written,
    )


def _is_known(pair: Pair, records: Records) -> bool:
    found = records.between(pair.one, pair.other, pair.hops[0])
    return bool(found.for_ or found.against)


def _with_more(
    triples: tuple[Triple, ...], more: LookedUp
) -> tuple[tuple[Triple, ...], Mapping[tuple[str, str], Sequence[int]]]:
    """The evidence and what was looked up, numbered on; a record that is there already is not added."""
    known = {_key(triple): triple.number for triple in triples}
    last = max((triple.number for triple in triples), default=0)
    added: list[Triple] = []
    numbers: dict[int, int] = {}
    for triple in more.triples:
        if _key(triple) not in known:
            known[_key(triple)] = last + len(added) + 1
            added.append(replace(triple, number=last + len(added) + 1))
        numbers[triple.number] = known[_key(triple)]
    instead = {pair: tuple(numbers[one] for one in found) for pair, found in more.instead.items()}
    return (*triples, *added), instead


def _key(triple: Triple) -> tuple[str, str, str, str]:
    return triple.subject.id, triple.predicate, triple.object.id, repr(sorted(triple.properties.items(), key=repr))


class _Readers:
    """The readers of the schemas that were met last, as making one takes longer than reading a text."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Reader] = OrderedDict()
        self._lock = Lock()

    def of(self, schema: Schema) -> Reader:
        """The reader of a schema, by its identity."""
        with self._lock:
            reader = self._kept.pop(id(schema), None)
            if reader is None or reader.schema is not schema:
                reader = Reader(schema)
            self._kept[id(schema)] = reader
            while len(self._kept) > _MOST_READERS:
                self._kept.popitem(last=False)
            return reader


_READERS = _Readers()


MOST_PAIRS = 60
"""Links that are looked up for one text; the rest is not checked."""
_TOO_MANY = "it was not looked up, as more links are stated than are looked up at once"
_MOST_KINDS = 3
"""Records of more specific terms whose way up to the asked term is fetched."""


def looker(schema: Schema, store: GraphStore, source: str, *, stop: StopSignal | None = None) -> tuple[LookUp, Ledger]:
    """A function that looks links up in a graph, and the record of the statements that it runs.

    It gives every record between the two things of each, for and against, and those of more specific terms where they
    have none of their own with the way up from them, numbered from 1; where nothing is recorded, what is recorded in
    its place. Of links beyond the 60th nothing is looked up.

    Raises (when it is called):
        QueryError, TimeLimitError, ServerError, StoppedError: as ``GraphStore.run``.
    """
    ledger = Ledger(store, stop=stop)
    context = AnswerContext(schema, ledger, source)

    def look_up(pairs: Sequence[Pair]) -> LookedUp:
        numbering = Numbering()
        seen: dict[tuple[str, str, str, str], int] = {}
        instead: dict[tuple[str, str], list[int]] = {}

        def number(edge: Edge) -> int:
            triple = edge.triple
            key = triple.subject.id, triple.predicate, triple.object.id, str(sorted(triple.properties.items()))
            if key not in seen:
                seen[key] = numbering.cite([edge])[0]
            return seen[key]

        for pair in pairs[:MOST_PAIRS]:
            found = [number(edge) for edge in _between(context, pair)]
            other = None if found or pair.negated else recorded_instead(context, pair)
            if other is not None and other.excludes:
                instead[pair.one.ids[0], pair.other.ids[0]] = [number(edge) for edge in other.edges]
        left_out = {(pair.one.ids[0], pair.other.ids[0]): _TOO_MANY for pair in pairs[MOST_PAIRS:]}
        return LookedUp(numbering.triples, instead, left_out)

    return look_up, ledger


def counter(schema: Schema, ledger: Ledger, source: str) -> Count:
    """A function that counts the things that meet some conditions, as a list of them is made.

    Raises (when it is called):
        QueryError, TimeLimitError, ServerError, StoppedError: as ``GraphStore.run``.
    """
    context = AnswerContext(schema, ledger, source)
    return lambda variable: number_met(context, variable)


def _between(context: AnswerContext, pair: Pair) -> list[Edge]:
    """Every record that joins two things directly, over any relation and either way."""
    edges: list[Edge] = []
    one, other = pair.one, pair.other
    for hop in direct(context.schema, one.label, other.label):
        finding = find(context, Pair(one, other, (hop,)))
        edges += finding.edges
        if finding.kinds:
            edges += _ways_up(context, finding.edges, (one, other))
    for hop in direct(context.schema, one.label, other.label, hierarchical=True):
        edges += find(context, Pair(one, other, (hop,))).edges
        edges += find(context, Pair(other, one, (hop,))).edges
    return edges


def _ways_up(context: AnswerContext, edges: Sequence[Edge], ends: tuple[Thing, Thing]) -> list[Edge]:
    """The kind-of records that lead from the ends of some edges to the things that were asked for."""
    ways: list[Edge] = []
    for edge in edges[:_MOST_KINDS]:
        for node in (edge.triple.subject, edge.triple.object):
            asked = next((thing for thing in ends if thing.label == node.label), None)
            relation = hierarchy(context, node.label)
            if asked is not None and relation is not None and not any(node.id in thing.ids for thing in ends):
                below = Thing(node.name, node.label, (node.id,))
                ways += find(context, Pair(below, asked, (Hop(relation, forward=True),))).edges
    return ways
