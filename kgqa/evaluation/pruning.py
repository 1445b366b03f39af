"""How fast neighbourhoods are pruned, in what memory, and how far the result is that of the straightforward way.

Straightforward is what the paper on KG-RAG does: every sentence is embedded again at every question.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean
from typing import TYPE_CHECKING, TypeVar

from kgqa.linking.embedding import embedder
from kgqa.linking.sentence_vectors import SentenceVectors
from kgqa.pipeline import Asker
from kgqa.pruning import Context, Limits, prune
from kgqa.retrieval.exploring.context import Filters
from kgqa.retrieval.exploring.neighbourhood import Side
from kgqa.retrieval.kg_rag import context_of
from kgqa.understanding.intent import Hop, Thing
from kgqa.wording import Wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
MOST = 1500
"""Facts of one neighbourhood."""
LEAST_RELATIONS = 3
_LOOKED_AT = 40
"""Things that are looked at for each neighbourhood that is measured; the larger half of them is taken."""


@dataclass(frozen=True, slots=True)
class Took:
    """What one way needed: seconds of the processor and on the clock."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One neighbourhood.

    Attributes:
        agreement: by question, the share of what the straightforward way keeps that is kept; None where it keeps none.
        extra: facts that are kept and that the straightforward way does not keep.
    """

    name: str
    facts: int
    sentences: int
    straight: Took
    unseen: Took
    seen: Took
    agreement: tuple[float | None, ...]
    extra: int


@dataclass(frozen=True, slots=True)
class Report:
    """All neighbourhoods, and the most memory that the process had, in MiB."""

    neighbourhoods: tuple[Measured, ...]
    memory: float

    def text(self) -> str:
        """The figures as lines, the largest neighbourhoods first, one line for all at the end."""
        lines = ["facts  sentences  straightforward  unseen  share  seen    kept alike  name"]
        for one in sorted(self.neighbourhoods, key=lambda one: -one.facts):
            alike = ", ".join("none kept" if a is None else f"{100 * a:.1f} %" for a in one.agreement)
            lines.append(
                f"{one.facts:>5}  {one.sentences:>9}  {one.straight.cpu:>8.2f} s cpu  {one.unseen.cpu:>5.2f} s "
                f"{one.unseen.cpu / max(one.straight.cpu, 1e-9):>5.3f}  {1000 * one.seen.wall:>4.0f} ms  "
                f"{alike}  {one.name}"
            )
        told = [a for one in self.neighbourhoods for a in one.agreement if a is not None]
        straight, unseen = (sum(getattr(one, way).cpu for one in self.neighbourhoods) for way in ("straight", "unseen"))
        lines.append(
            f"{len(self.neighbourhoods)} neighbourhoods, {len(told)} questions that keep something: "
            f"{100 * mean(told) if told else 0:.2f} % kept alike, at worst {100 * min(told, default=0):.1f} %; "
            f"{sum(one.extra for one in self.neighbourhoods)} facts kept besides; "
            f"unseen in {unseen / max(straight, 1e-9):.3f} of the straightforward time; {self.memory:,.0f} MiB."
        )
        return "\n".join(lines) + "\n"


def run(asker: Asker, number: int = 50, tell: Callable[[str], None] = lambda _: None) -> Report:
    """Measures so many neighbourhoods of at least three relations, two questions each."""
    import psutil

    measured = []
    memory = 0.0
    embedder().embed(["warm"])
    embedder().embed_briskly(["warm"])
    with tempfile.TemporaryDirectory() as folder:
        vectors = SentenceVectors(Path(folder) / "sentences.sqlite", embedder())
        for thing, sides in things(asker, number):
            measured.append(_measured(asker, thing, sides, vectors))
            memory = max(memory, psutil.Process().memory_info().rss / 2**20)
            tell(f"{len(measured)} of {number}: {thing.name}")
    return Report(tuple(measured), memory)


def things(asker: Asker, number: int) -> list[tuple[Thing, list[Side]]]:
    """Things with facts of at least three relations: of many drawn by chance the largest, by label in turn."""
    drawn = list(_drawn(asker, number * _LOOKED_AT))
    by_label: dict[str, list[tuple[Thing, list[Side]]]] = {}
    for thing, sides in sorted(drawn, key=lambda one: -sum(side.records for side in one[1])):
        by_label.setdefault(thing.label, []).append((thing, sides))
    chosen: list[tuple[Thing, list[Side]]] = []
    while len(chosen) < number and any(by_label.values()):
        chosen += [waiting.pop(0) for waiting in by_label.values() if waiting]
    return chosen[:number]


def _drawn(asker: Asker, tries: int) -> Iterator[tuple[Thing, list[Side]]]:
    index = asker.linker.index
    ids = sorted({index.node(name.thing).id for name in index.names()})
    for id_ in Random(20).sample(ids, min(tries, len(ids))):  # noqa: S311
        found = asker.explorer.thing(id_)
        sides = asker.explorer.sides(found.thing) if found is not None else []
        if found is not None and len(sides) >= LEAST_RELATIONS:
            yield found.thing, sides


def _measured(asker: Asker, thing: Thing, sides: Sequence[Side], vectors: SentenceVectors) -> Measured:
    context = context_of(asker.reader(Filters(most=MOST)).read(thing), asker.schema)
    questions = _questions(asker, thing, sides, context)
    full, straight = _timed(lambda: embedder().embed(context.sentences))
    exact_scores = [_scores(question, context.sentences, full) for question in questions]
    first, unseen = _timed(lambda: vectors.similarities(questions[0], context.sentences))
    second, seen = _timed(lambda: vectors.similarities(questions[1], context.sentences))
    agreement: list[float | None] = []
    extra = 0
    for exact, ours in zip(exact_scores, (first, second), strict=True):
        wanted, kept = _kept(context, exact), _kept(context, ours)
        agreement.append(len(wanted & kept) / len(wanted) if wanted else None)
        extra += len(kept - wanted)
    unique = len(set(context.sentences))
    return Measured(thing.name, len(context.triples), unique, straight, unseen, seen, tuple(agreement), extra)


def _questions(asker: Asker, thing: Thing, sides: Sequence[Side], context: Context) -> tuple[str, str]:
    """What a reader may ask about a thing: what stands in its most frequent relation, and how one other thing does."""
    wording = Wording(asker.schema)
    side = max(sides, key=lambda one: one.records)
    verb = wording.phrase(Hop(side.hop.relation, not side.hop.forward), plural=True)
    triple = context.triples[len(context.triples) // 2]
    other = triple.object if triple.subject.id in thing.ids else triple.subject
    return (
        f"Which {wording.things(side.hop.end, 2)} {verb} {thing.name}?",
        f"Is there a link between {thing.name} and {other.name}?",
    )


def _scores(question: str, sentences: Sequence[str], vectors: NDArray[np.float32]) -> dict[str, float]:
    scores = vectors @ embedder().embed([question])[0]
    return dict(zip(sentences, scores.tolist(), strict=True))


def _kept(context: Context, scores: Mapping[str, float]) -> set[str]:
    """The sentences that are kept."""
    return {one.sentence for one in prune([context], scores, Limits()).kept}


def _timed(work: Callable[[], T]) -> tuple[T, Took]:
    cpu, wall = time.process_time(), time.perf_counter()
    done = work()
    return done, Took(time.process_time() - cpu, time.perf_counter() - wall)
