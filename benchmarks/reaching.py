"""Which of the facts that a question needs reach a language model: as published, and with what is asked for first.

Questions of several kinds are made of what a graph records: lists over one relation, what two or three things have in
common, yes or no, a value, a count, a path over an unnamed thing, names of things of two types, and bare words. The
facts that each needs are read thing by thing, not by the statements that answer questions.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import median

from benchmarks.common import table
from kgqa.errors import KgqaError
from kgqa.evidence.exploring.context import Filters
from kgqa.llm.writing.contexts import denies, of_facts
from kgqa.pipeline import Asker
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable
from kgqa.questions.paths import direct
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Triple
from kgqa.strategies.approach import Approach

GOALS = {"list": 0.95, "two": 0.95, "three": 0.95, "yes or no": 0.95}
"""The least share of the facts that is to reach the model, by kind of question."""
ROOM = 6_000
"""Tokens that records may have in a model that reads 8,192, beside prompt and reply."""
_MOST = 100
"""Things of a list that is asked for."""
_TRIES = 400
"""Things that are looked at for each kind of question."""
Link = frozenset[tuple[str, str]]
"""Pairs of identifiers of which one must be joined by a record."""
Gold = tuple[Link, ...]
"""What one fact needs: of each of these links a record."""


@dataclass(frozen=True, slots=True)
class Need:
    """A question and the facts that it needs."""

    kind: str
    text: str
    gold: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """One question asked in one way.

    Attributes:
        kept: share of the facts that are kept, and
        sent: of those that a model of 8,192 tokens is sent.
        tokens: of all that is kept.
        cpu, wall: seconds.
    """

    kind: str
    way: str
    text: str
    kept: float
    sent: float
    tokens: int
    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Reaching:
    """The outcomes over one graph."""

    outcomes: tuple[Reached, ...]

    def _mean(self, kind: str, way: str, of: Callable[[Reached], float]) -> float:
        return sum(found := [of(one) for one in self.outcomes if (one.kind, one.way) == (kind, way)]) / len(found)

    @property
    def passed(self) -> bool:
        """Whether what is asked for reaches the model where it is to."""
        kinds = {one.kind for one in self.outcomes}
        return all(self._mean(kind, "ours", lambda one: one.kept) >= goal for kind, goal in GOALS.items()
                   if kind in kinds)  # fmt: skip

    def text(self) -> str:
        """The figures as lines, then the questions of which a fact does not reach the model."""
        rows = []
        for kind, way in dict.fromkeys((one.kind, one.way) for one in self.outcomes):
            some = [one for one in self.outcomes if (one.kind, one.way) == (kind, way)]
            shares = (self._mean(kind, way, of) for of in (lambda one: one.kept, lambda one: one.sent))
            figures = (median(one.tokens for one in some), 1000 * median(one.wall for one in some))
            rows.append((kind, way, len(some), *(f"{100 * share:.1f} %" for share in shares),
                         *(f"{one:,.0f}" for one in figures)))  # fmt: skip
        head = ("kind", "way", "questions", "facts kept", f"in {ROOM:,} tokens", "tokens, median", "ms, median")
        lines = table(head, rows)
        for way in dict.fromkeys(one.way for one in self.outcomes):
            some = [one for one in self.outcomes if one.way == way]
            of_all = 100 * sum(one.kept for one in some) / len(some)
            cpu, wall = (1000 * median(getattr(one, unit) for one in some) for unit in ("cpu", "wall"))
            lines.append(
                f"{way}: {of_all:.1f} % of the facts over {len(some)} questions, median {cpu:.0f} ms of processor, "
                f"{wall:.0f} ms, {median(one.tokens for one in some):,.0f} tokens"
            )
        lost = [one for one in self.outcomes if one.way == "ours" and one.kept < 1]
        lines += [f"  {100 * one.kept:5.1f} %  [{one.kind}] {one.text!r}" for one in lost]
        return "\n".join(lines) + "\n"


def measure(asker: Asker, each: int, tell: Callable[[str], None] = lambda _: None) -> Reaching:
    """Asks so many questions of each kind in both ways.

    Raises:
        KgqaError: the graph could not be asked.
    """
    needs = list(Needs(asker).made(each))
    ways = {"as published": Approach("kg-rag", as_published=True), "ours": Approach("kg-rag")}
    outcomes = []
    for need in needs:
        asker.ask(need.text, approach=ways["ours"])  # the sentences are embedded once, for both ways alike
        for way, approach in ways.items():
            outcomes.append(_asked(asker, need, way, approach))
        tell(f"{len(outcomes) // 2} of {len(needs)}: {need.text}")
    return Reaching(tuple(outcomes))


def _asked(asker: Asker, need: Need, way: str, approach: Approach) -> Reached:
    cpu, wall = time.process_time(), time.perf_counter()
    trace = asker.ask(need.text, approach=approach)
    took = time.process_time() - cpu, time.perf_counter() - wall
    if trace.answer.status == "failed":
        raise KgqaError(f"{need.text!r} could not be asked: {trace.answer.text}")
    records = of_facts(trace.evidence, asker.schema, fields=True)
    sent = set(records.within(ROOM).numbers)
    kept, of_room = _share(need, trace.evidence), [one for one in trace.evidence if one.number in sent]
    tokens = records.tokens if trace.evidence else 0
    return Reached(need.kind, way, need.text, kept, _share(need, of_room), tokens, *took)


def _share(need: Need, triples: Sequence[Triple]) -> float:
    there = {pair for one in triples for pair in ((one.subject.id, one.object.id), (one.object.id, one.subject.id))}
    return sum(all(not there.isdisjoint(link) for link in fact) for fact in need.gold) / len(need.gold)


class Needs:
    """Makes questions of what a graph records, the same at every run."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker
        self._schema = asker.schema
        self._wording = Wording(asker.schema)
        self._reader = asker.reader(Filters(most=3000))
        self._index = asker.linker.index
        self._random = Random(7)  # noqa: S311
        self._ids = sorted({self._index.node(name.thing).id for name in self._index.names()})
        self._named: dict[str, set[int]] = {}
        for name in self._index.names():
            self._named.setdefault(name.text.casefold(), set()).add(name.thing)

    def made(self, each: int) -> Iterator[Need]:
        """So many questions of each kind, of those that the graph gives."""
        kinds: dict[str, Callable[[], Iterable[Need]]] = {
            "list": self._lists, "count": lambda: self._lists("count"), "bare words": lambda: self._lists("bare words"),
            "two": lambda: self._common(2), "three": lambda: self._common(3),
            "two, bare words": lambda: self._common(2, bare=True),
            "yes or no": self._pairs, "value": lambda: self._pairs("value"), "path": self._paths,
            "name of two types": self._homonyms,
        }  # fmt: skip
        for make in kinds.values():
            yield from itertools.islice(make(), each)

    def _things(self) -> Iterator[Thing]:
        for id_ in self._random.sample(self._ids, min(_TRIES, len(self._ids))):
            found = self._asker.explorer.thing(id_)
            if found is not None and self._is_own(found.thing):
                yield found.thing

    def _is_own(self, thing: Thing) -> bool:
        """Whether a name is that of this thing alone, so that a question with it can mean nothing else."""
        return len(self._named.get(thing.name.casefold(), ())) == 1

    def _links(self, thing: Thing, hop: Hop) -> dict[str, Thing]:
        """What a relation joins to a thing, by the first identifier of each; records that deny are left out."""
        found: dict[str, Thing] = {}
        for one in self._reader.read(thing).triples:
            ends = (one.subject, one.object) if hop.forward else (one.object, one.subject)
            joins = one.predicate == hop.relation.type and ends[0].id in thing.ids and ends[1].label == hop.end
            if joins and not denies(one, self._schema):
                far = self._index.thing(ends[1].id) if ends[1].id in self._index else None
                ids = far.ids if far is not None else (ends[1].id,)
                found.setdefault(ids[0], Thing(far.node.name if far is not None else ends[1].name, hop.end, ids))
        return found

    def _hops(self, label: str) -> list[Hop]:
        others = [node.label for node in self._schema.nodes if node.label != label]
        hops = [hop for other in others for hop in direct(self._schema, label, other) if hop.relation.count]
        self._random.shuffle(hops)
        return hops

    def _lists(self, kind: str = "list", things: Iterable[Thing] | None = None, least: int = 2) -> Iterator[Need]:
        for thing in self._things() if things is None else things:
            for hop in self._hops(thing.label):
                found = self._links(thing, hop)
                if least <= len(found) <= _MOST:
                    variable = Variable(hop.end, (Condition(Hop(hop.relation, not hop.forward), (thing,)),))
                    text = next(reworded(self._wording, Intent("count" if kind == "count" else "list", variable)))
                    bare = f"{thing.name.lower()} {self._wording.things(hop.end, 2)}"
                    gold = tuple((_link(thing, far),) for far in found.values())
                    yield Need(kind, bare if kind == "bare words" else text, gold)
                    break

    def _common(self, many: int, *, bare: bool = False) -> Iterator[Need]:
        for thing in self._things():
            for hop in self._hops(thing.label):
                back = Hop(hop.relation, not hop.forward)
                far = list(self._links(thing, hop).values())
                if len(far) < many:
                    continue
                some = self._random.sample(far, many)
                if not all(map(self._is_own, some)):
                    continue
                near = [self._links(one, back) for one in some]
                if any(len(one) > 1000 for one in near):
                    continue
                common = [near[0][key] for key in set.intersection(*map(set, near))]
                if 1 <= len(common) * many <= _MOST:
                    variable = Variable(thing.label, tuple(Condition(hop, (one,)) for one in some))
                    text = next(reworded(self._wording, Intent("list", variable)))
                    if bare:
                        names = " ".join(one.name.lower() for one in some)
                        text = f"{self._wording.things(thing.label, 2)} {names}"
                    gold = tuple((_link(one, other),) for one in common for other in some)
                    named = {2: "two", 3: "three"}[many]
                    yield Need(f"{named}, bare words" if bare else named, text, gold)
                    break

    def _pairs(self, kind: str = "yes or no") -> Iterator[Need]:
        for thing in self._things():
            for hop in self._hops(thing.label):
                often = [one for one in hop.relation.properties if one.role == "frequency"]
                far = list(self._links(thing, hop).values())
                if not far or not hop.forward or (kind == "value" and not often):
                    continue
                other = self._random.choice(far)
                if not self._is_own(other):
                    continue
                intent = Intent("yesno", pairs=(Pair(thing, other, (hop,)),))
                if kind == "value":
                    intent = replace(intent, kind="value", property=often[0])
                text = next(reworded(self._wording, intent), "")
                if text:
                    yield Need(kind, text, ((_link(thing, other),),))
                    break

    def _paths(self) -> Iterator[Need]:
        for thing in self._things():
            for hop in self._hops(thing.label):
                middle = self._links(thing, hop)
                onward = [one for one in self._hops(hop.end) if one.end != thing.label]
                if not 1 <= len(middle) <= 8 or not onward:
                    continue
                by_far: dict[str, list[Gold]] = {}
                for one in middle.values():
                    for key, far in self._links(one, onward[0]).items():
                        by_far.setdefault(key, []).append((_link(thing, one), _link(one, far)))
                if 1 <= len(by_far) <= 40:
                    inner = Variable(hop.end, (Condition(Hop(hop.relation, not hop.forward), (thing,)),))
                    to = Condition(Hop(onward[0].relation, not onward[0].forward), variable=inner)
                    text = self._wording.question(Variable(onward[0].end, (to,)))
                    # Of several ways to a thing one will do: the links of each step are told together.
                    gold = tuple(tuple(frozenset().union(*step) for step in zip(*ways, strict=True))
                                 for ways in by_far.values())  # fmt: skip
                    yield Need("path", text, gold)
                    break

    def _homonyms(self) -> Iterator[Need]:
        labels: dict[str, dict[str, str]] = {}
        for name in self._index.names():
            if name.kind == "name":
                node = self._index.node(name.thing)
                labels.setdefault(name.text.casefold(), {})[node.label] = node.id
        shared = sorted(text for text, some in labels.items() if len(some) > 1)
        for text in self._random.sample(shared, min(_TRIES, len(shared))):
            ids = sorted(labels[text].values())
            found = (self._asker.explorer.thing(id_) for id_ in ids)
            needs = self._lists("name of two types", [one.thing for one in found if one is not None], least=1)
            yield from itertools.islice(needs, 1)


def _link(one: Thing, other: Thing) -> Link:
    return frozenset((a, b) for a in one.ids for b in other.ids)
