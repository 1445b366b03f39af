"""How fast neighbourhoods are pruned, in what memory, and how far the result is that of the straightforward way.

Straightforward is what the paper on KG-RAG does: every sentence is embedded again at every question. Sentences are
*unseen* where nothing of them is kept but the vectors of the names in them, which the app makes in the background as it
makes those of the linker; *seen* where they are kept as well.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import TYPE_CHECKING, TypeVar

from benchmarks.common import add_graph, at_least, opened, table, tell_line
from kgqa.cypher.run import Ran
from kgqa.embedding.models import embedder
from kgqa.embedding.sentence_vectors import SentenceVectors, Similarities
from kgqa.evidence.exploring.context import Filters
from kgqa.evidence.exploring.neighbourhood import Side
from kgqa.evidence.pruning import Context, Limits, prune
from kgqa.evidence.retrieval import context_of, group_of
from kgqa.graph.quoting import quoted
from kgqa.pipeline import Asker
from kgqa.questions.intent import Hop, Thing
from kgqa.questions.wording import Wording

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
MOST = 1500
"""Facts of one neighbourhood."""
LEAST_RELATIONS = 3
LARGE = 1000
"""Sentences of a neighbourhood that is told apart as large."""
_LARGEST = 8
"""One of so many neighbourhoods is among the largest of the graph; the others are drawn by chance."""
_TRIES = 20
"""Things that are looked at for each neighbourhood, at most; not all have facts of enough relations."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--neighbourhoods", type=at_least(1), default=50, help="how many are pruned (50)")
    add_graph(parser)


def bench(options: argparse.Namespace) -> PruningCosts:
    """Prunes neighbourhoods of a graph."""
    with opened(options) as asker:
        return run(asker, options.neighbourhoods, tell_line)


@dataclass(frozen=True, slots=True)
class Took:
    """What one way needed: seconds of the processor and on the clock."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Measured:
    """One neighbourhood.

    Attributes:
        names: what embedding the names needed, which the time of ``unseen`` is without.
        question: what embedding a question needed, which the time of ``seen`` is with.
        scored: sentences that were embedded for the first question.
        agreement: by question, the share of what the straightforward way keeps that is kept where the sentences are
            unseen; None where it keeps none.
        extra: facts that are kept and that the straightforward way does not keep.
    """

    name: str
    facts: int
    sentences: int
    scored: int
    straight: Took
    names: Took
    unseen: Took
    seen: Took
    question: Took
    agreement: tuple[float | None, ...]
    extra: int


@dataclass(frozen=True, slots=True)
class PruningCosts:
    """All neighbourhoods, the most memory that the process had, in MiB, and how busy the machine was at the end."""

    neighbourhoods: tuple[Measured, ...]
    memory: float
    load: float
    passed: bool = True

    def text(self) -> str:
        """The figures as lines, the largest neighbourhoods first, then lines for the large ones and for all."""
        ranked = sorted(self.neighbourhoods, key=lambda one: -one.sentences)
        lines = table(_COLUMNS, map(_row, ranked))
        large = [one for one in ranked if one.sentences >= LARGE]
        if large:
            lines.append(_all(f"of at least {LARGE:,} sentences", large))
        lines.append(_all("in all", ranked))
        lines.append(f"{self.memory:,.0f} MiB; {self.load:.1f} processes wanted to run in the last minute.")
        return "\n".join(lines) + "\n"


_COLUMNS = (
    "sentences", "embedded", "straightforward", "unseen", "share", "names", "seen", "question", "kept alike", "of",
)  # fmt: skip


def _row(one: Measured) -> tuple[object, ...]:
    alike = ", ".join("none kept" if a is None else f"{100 * a:.1f} %" for a in one.agreement)
    cpu = (f"{took.cpu:.2f} s cpu" for took in (one.straight, one.unseen))
    share = f"{one.unseen.cpu / max(one.straight.cpu, 1e-9):.3f}"
    wall = (f"{1000 * took.wall:.0f} ms" for took in (one.seen, one.question))
    return one.sentences, one.scored, *cpu, share, f"{one.names.cpu:.2f} s", *wall, alike, one.name


def _all(which: str, some: Sequence[Measured]) -> str:
    told = [a for one in some for a in one.agreement if a is not None]
    shares = {
        unit: sum(getattr(one.unseen, unit) for one in some)
        / max(sum(getattr(one.straight, unit) for one in some), 1e-9)
        for unit in ("cpu", "wall")
    }
    seen, question = (1000 * median(getattr(one, way).wall for one in some) for way in ("seen", "question"))
    return (
        f"{len(some)} neighbourhoods {which}, {len(told)} questions that keep something: "
        f"{100 * mean(told) if told else 0:.2f} % kept alike, at worst {100 * min(told, default=0):.1f} %; "
        f"{sum(one.extra for one in some)} facts kept besides; unseen in {shares['cpu']:.3f} of the straightforward "
        f"processor time and {shares['wall']:.3f} of that on the clock; seen in {seen:.0f} ms, "
        f"of which the question's own embedding {question:.0f} ms."
    )


def run(asker: Asker, number: int = 50, tell: Callable[[str], None] = lambda _: None) -> PruningCosts:
    """Measures so many neighbourhoods of at least three relations, two questions each."""
    import psutil

    measured: list[Measured] = []
    memory = 0.0
    embedder().embed(["warm"])
    embedder().embed_briskly(["warm"] * 200)
    with tempfile.TemporaryDirectory() as folder:
        for thing, sides in things(asker, number):
            measured.append(_measured(asker, thing, sides, Path(folder)))
            memory = max(memory, psutil.Process().memory_info().rss / 2**20)
            tell(f"{len(measured)} of {number}: {'  '.join(map(str, _row(measured[-1])))}")
    return PruningCosts(tuple(measured), memory, os.getloadavg()[0])


def things(asker: Asker, number: int) -> list[tuple[Thing, list[Side]]]:
    """Things with facts of at least three relations: some of the largest, the others drawn by chance."""
    index = asker.linker.index
    ids = sorted({index.node(name.thing).id for name in index.names()})
    drawn = Random(20).sample(ids, min(number * _TRIES, len(ids)))  # noqa: S311
    largest = _of_enough_relations(asker, _largest(asker, number))
    chosen = {thing.ids: (thing, sides) for thing, sides in islice(largest, -(-number // _LARGEST))}
    for thing, sides in _of_enough_relations(asker, drawn):
        if len(chosen) >= number:
            break
        chosen.setdefault(thing.ids, (thing, sides))
    return list(chosen.values())


def _of_enough_relations(asker: Asker, ids: Iterable[str]) -> Iterator[tuple[Thing, list[Side]]]:
    for id_ in ids:
        found = asker.explorer.thing(id_)
        sides = asker.explorer.sides(found.thing) if found is not None else []
        if found is not None and len(sides) >= LEAST_RELATIONS:
            yield found.thing, sides


def _largest(asker: Asker, number: int) -> Iterator[str]:
    """Identifiers of the things that have most facts of one relation, by relation and end in turn."""
    found = []
    for relation in sorted(asker.schema.relations, key=lambda one: -one.count)[:2]:
        for end in "ab":
            ran = asker.run_cypher(
                f"MATCH (a:{quoted(relation.source)})-[r:{quoted(relation.type)}]->(b:{quoted(relation.target)}) "
                f"RETURN {end}.id AS id, count(r) AS facts ORDER BY facts DESC LIMIT {number}"
            )
            found.append([str(row[0]) for row in ran.rows.rows] if isinstance(ran, Ran) else [])
    return chain.from_iterable(zip(*found, strict=False))


def _measured(asker: Asker, thing: Thing, sides: Sequence[Side], folder: Path) -> Measured:
    context = context_of(asker.reader(Filters(most=MOST)).read(thing), asker.schema)
    questions = _questions(asker, thing, sides, context)
    groups = [group_of(context, Limits(), "list", 1)]
    full, straight = _timed(lambda: embedder().embed(context.sentences))
    known = folder / "names.sqlite"
    names = sorted({name for pair in groups[0].ends for name in pair}, key=len)
    known.unlink(missing_ok=True)
    _, named = _timed(lambda: SentenceVectors(known, embedder()).of(names))
    agreement: list[float | None] = []
    extra = 0
    took = []
    for question in questions:
        vectors = SentenceVectors(Path(shutil.copy(known, folder / "sentences.sqlite")), embedder())
        ours, unseen = _timed(partial(vectors.similarities, question, groups))
        took.append((unseen, len(ours.scores) - len(ours.estimated)))
        exact = _scores(question, context.sentences, full)
        wanted, kept = _kept(context, Similarities(exact)), _kept(context, ours)
        agreement.append(len(wanted & kept) / len(wanted) if wanted else None)
        extra += len(kept - wanted)
    vectors.of(context.sentences)
    _, seen = _timed(lambda: vectors.similarities(questions[0], groups))
    _, asked = _timed(lambda: embedder().embed(questions[:1]))
    unique = len(set(context.sentences))
    (unseen, number), *_ = took
    return Measured(
        thing.name, len(context.triples), unique, number, straight, named, unseen, seen, asked, tuple(agreement), extra
    )


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


def _kept(context: Context, found: Similarities) -> set[str]:
    """The sentences that are kept."""
    return {one.sentence for one in prune([context], found.scores, Limits(), estimated=found.estimated).kept}


def _timed(work: Callable[[], T]) -> tuple[T, Took]:
    cpu, wall = time.process_time(), time.perf_counter()
    done = work()
    return done, Took(time.process_time() - cpu, time.perf_counter() - wall)
