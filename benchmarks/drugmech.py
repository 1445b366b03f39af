"""The questions of the paper on BTE-RAG (made from DrugMechDB), asked of a TRAPI service that is a process of its own.

It serves their links among a hundred thousand others; the local graph knows the names alone. Measured are the query
graphs (valid by the published models of TRAPI 1.6 and 2.0), whether what answers is among the facts, all of them and
above each percentile, and the paper's statistics. No language model is asked: a script reads the facts, and takes the
thing of the asked type that most of them are about; against it stands the usual answer of the other questions. The
files are no part of the repository.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, median
from typing import Any

from benchmarks import paired
from benchmarks.common import Share, Skipped, at_least, removed, table, tell_line
from benchmarks.drugmech_tables import FILES, GoldQuestion, questions, write
from kgqa import settings as configured
from kgqa.embedding.models import embedder
from kgqa.errors import KgqaError
from kgqa.evidence.pruning import MOST_VOLUME, Limits, again
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.records import Trace, Triple
from kgqa.services.federation.service import Federation, Service, Terms
from kgqa.services.trapi import writing
from kgqa.services.trapi.reading import MessageReader
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "drugmechdb"
PERCENTILES = (0, 10, 20, 30, 40, 50, 60, 70, 80, 90)
"""Below which facts are cut; 0: none is."""
THRESHOLDS = (0.85, 0.9, 0.95)
_USUAL = "usual answer"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--folder", type=Path, default=FOLDER, help="holds the three files of questions")
    parser.add_argument("--links", type=at_least(1000), default=100_000, help="that no question needs")
    parser.add_argument("--most", type=at_least(1), default=10_000, help="questions of each set")


def bench(options: argparse.Namespace) -> Retrieved | Skipped:
    """Makes the graph, serves it, and asks."""
    if not all((options.folder / name).is_file() for name in FILES.values()):
        return Skipped(f"the questions are not in {str(options.folder)!r}. They are published as janjoy/BTE-RAG.")
    asked = questions(options.folder)
    some = [one for name in FILES for one in [each for each in asked if each.set == name][: options.most]]
    return measure(configured.load(), asked, some, options.links)


@dataclass(frozen=True, slots=True)
class Reached:
    """One question.

    Attributes:
        linked: what it names was found, and nobody has to choose.
        wrong: why a query graph is no valid TRAPI; empty where each is.
        kept: by percentile how many facts are kept, and whether what answers is among them.
        read: by percentile, and for the usual answer, the name that was taken.
    """

    asked: GoldQuestion
    linked: bool
    graphs: int
    wrong: tuple[str, ...]
    kept: Mapping[int, tuple[int, bool]]
    read: Mapping[int | str, str]

    def right(self, way: int | str) -> bool:
        """Whether the name that was taken is one that answers, in any case of letters."""
        return self.read[way].casefold() in {one.name.casefold() for one in self.asked.gold}


@dataclass(frozen=True, slots=True)
class Retrieved:
    """What came of all questions.

    Attributes:
        near: by set and way, the cosine of each name that was taken with the nearest one that answers.
    """

    links: int
    things: int
    reached: tuple[Reached, ...]
    near: Mapping[tuple[str, int | str], Sequence[float]]

    @property
    def passed(self) -> bool:
        """Whether every query graph is valid, and uncut facts hold what answers wherever the names were found."""
        return all(not one.wrong and (one.kept[0][1] or not one.linked) for one in self.reached)

    def text(self) -> str:
        """The tables, and what is wrong."""
        sets = {name: [one for one in self.reached if one.asked.set == name] for name in FILES}
        lines = [f"{self.things:,} things and {self.links:,} links served.", ""]
        head = ["set", "questions", "names found", "query graphs", "valid", "facts (median)"]
        rows = [
            (name, len(some), Share.of(one.linked for one in some), sum(one.graphs for one in some),
             Share.of(not one.wrong for one in some), median(one.kept[0][0] for one in some))
            for name, some in sets.items()
        ]  # fmt: skip
        lines += table(head, rows)
        head = ["what answers is kept", *(f"{percent}th" if percent else "full" for percent in PERCENTILES)]
        shares = [
            (name, *(f"{100 * mean(one.kept[percent][1] for one in some):.1f}" for percent in PERCENTILES))
            for name, some in sets.items()
        ]
        lines += ["", *table(head, shares)]
        head = ["set", "facts", "exact", "gained, lost (McNemar p)", "cosine", *(f"≥ {one}" for one in THRESHOLDS)]
        lines += ["", *table([*head, "difference (95 %)", "Wilcoxon p", "Cliff’s delta"], self._rows(sets))]
        wrong = [f"{one.asked.text}: {why}" for one in self.reached for why in one.wrong]
        missed = [one.asked.text for one in self.reached if one.linked and not one.kept[0][1]]
        lines += [f"Not valid: {one}" for one in wrong[:10]] + [f"Not found: {one}" for one in missed[:10]]
        return "\n".join((*lines, ""))

    def _rows(self, sets: Mapping[str, Sequence[Reached]]) -> Iterator[tuple[object, ...]]:
        for name, some in sets.items():
            before = [one.right(_USUAL) for one in some]
            for way in (_USUAL, *PERCENTILES):
                after, near = [one.right(way) for one in some], self.near[name, way]
                shares = [f"{100 * mean(value >= least for value in near):.1f} %" for least in THRESHOLDS]
                row: tuple[object, ...] = ("–", f"{mean(near):.3f}", *shares, "–", "–", "–")
                if way != _USUAL:
                    gained, lost, p = paired.mcnemar(before, after)
                    usual = self.near[name, _USUAL]
                    more, low, high = paired.difference(usual, near)
                    row = (f"{gained}, {lost} ({p:.2g})", f"{mean(near):.3f}", *shares,
                           f"{more:+.3f} ({low:+.3f} to {high:+.3f})", f"{paired.wilcoxon(usual, near):.2g}",
                           f"{paired.cliffs_delta(usual, near):.3f}")  # fmt: skip
                told = _USUAL if way == _USUAL else f"{way}th" if way else "full"
                yield (name, told, Share.of(after), *row)


def measure(settings: Settings, asked: Sequence[GoldQuestion], some: Sequence[GoldQuestion], links: int) -> Retrieved:
    """Asks some of the questions of a service over the links of all of them."""
    with tempfile.TemporaryDirectory(prefix="kgqa-drugmech-", ignore_cleanup_errors=True) as scratch:
        folder = Path(scratch)
        own = replace(settings, data_dir=folder / "data")
        things, edges = write(folder / "links", folder / "names", asked, links)
        with EmbeddedServer.connect(own) as server, removed(own, "links"), removed(own, "names"):
            for name in ("links", "names"):
                spec = SourceSpec("tables", {"path": str(folder / name), "name": name})
                catalog.load(own, server, spec, lambda _: None)
                tell_line(f"{name}: loaded")
            with _served(own, "links") as url, Asker.open(own, "names") as asker:
                terms = Terms(private=True, limit_s=60)
                federation = Federation((Service("links", url),), terms, own.data_dir)
                limits = Limits(volume=MOST_VOLUME, percentile=PERCENTILES[1], similarity=-1.0)
                approach = Approach("federated", federation=federation, limits=limits)
                reached = []
                for number, one in enumerate(some, 1):
                    trace = asker.ask(one.text, approach=approach)
                    reached.append(_reached(one, trace, _usual(one, asked)))
                    if number % 100 == 0:
                        tell_line(f"{number} of {len(some)} asked")
    return Retrieved(edges, things, tuple(reached), _near(reached))


def _reached(asked: GoldQuestion, trace: Trace, usual: str) -> Reached:
    named = {id_ for entity in trace.entities for one in entity.meant for id_ in (one.id, *one.ids)}
    graphs = [graph for _, graph in trace.federated.asked] if trace.federated is not None else []
    wrong = tuple(dict.fromkeys(why for graph in graphs for why in _faults(graph)))
    kept: dict[int, tuple[int, bool]] = {}
    read: dict[int | str, str] = {_USUAL: usual}
    gold = {
        told for one in asked.gold for told in (one.id, one.name.casefold())
    }  # a thing may have several identifiers
    for percent in PERCENTILES:
        facts: Sequence[Triple] = trace.evidence
        if trace.pruned is not None:
            limits = Limits(volume=MOST_VOLUME, percentile=percent, similarity=-1.0)
            some = again(trace.pruned, limits, trace.answer.kind).kept if percent else trace.pruned.facts
            facts = [one.triple for one in some]
        kept[percent] = (
            len(facts),
            any(
                gold & {told for end in (one.subject, one.object) for told in (end.id, end.name.casefold())}
                for one in facts
            ),
        )
        read[percent] = _taken(asked, facts)
    linked = trace.answer.status != "ambiguous" and {one.id for one in asked.things} <= named
    return Reached(asked, linked, len(graphs), wrong, kept, read)


def _taken(asked: GoldQuestion, facts: Sequence[Triple]) -> str:
    """The thing of the asked type that facts link to most of what the question names; of equal ones the first."""
    names = {one.id for one in asked.things}
    label = asked.gold[0].label
    found: dict[str, set[str]] = {}
    for one in facts:
        for here, there in ((one.subject, one.object), (one.object, one.subject)):
            if here.label == label and here.id not in names and there.id in names:
                found.setdefault(here.name, set()).add(there.id)
    return max(found, key=lambda name: len(found[name]), default="")


def _usual(asked: GoldQuestion, others: Sequence[GoldQuestion]) -> str:
    """What answers most of the other questions of the same set."""
    names = Counter(thing.name for one in others if one.set == asked.set and one != asked for thing in one.gold)
    return max(names, key=lambda name: (names[name], name), default="")


def _near(reached: Sequence[Reached]) -> dict[tuple[str, int | str], list[float]]:
    names = sorted({name for one in reached for name in (*one.read.values(), *(gold.name for gold in one.asked.gold))})
    vectors = dict(zip(names, embedder().embed(names), strict=True))
    found: dict[tuple[str, int | str], list[float]] = {}
    for one in reached:
        for way, name in one.read.items():
            cosines = [float(vectors[name] @ vectors[gold.name]) if name else 0.0 for gold in one.asked.gold]
            found.setdefault((one.asked.set, way), []).append(max(cosines))
    return found


def _faults(graph: str) -> Iterator[str]:
    """Why a query graph is no valid question by the published models of either version."""
    from translator_tom import v1_6, v2_0
    from translator_tom.v1_6.validation import semantic_validate as validate_1_6
    from translator_tom.v2_0.validation import semantic_validate as validate_2_0

    read = MessageReader().query_graph(json.loads(graph))
    judges: Sequence[tuple[Any, Any, Any]] = (("1.6", v1_6, validate_1_6), ("2.0", v2_0, validate_2_0))
    for version, published, validate in judges:
        try:
            model = published.QueryGraph.model_validate(writing.query_graph(read, version))
            yield from (f"{version}: {one}" for one in validate(model)[1])
        except ValueError as error:
            yield f"{version}: {error}"


@contextmanager
def _served(settings: Settings, graph: str) -> Iterator[str]:
    """A graph as a TRAPI service in a process of its own, until the block ends; gives its address.

    Raises:
        KgqaError: it does not start.
    """
    command = [sys.executable, "-m", "kgqa", "serve", "--trapi", "--graph", graph, "--port", "0"]
    environment = {**os.environ, "KGQA_DATA_DIR": str(settings.data_dir)}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            said = next((line for line in process.stderr or () if " at http" in line), "")
            met = re.search(r" at (http://\S+)", said)
            if met is None:
                raise KgqaError("The service did not start. Start it by hand to see why: kgqa serve --trapi.")
            yield met[1]
        finally:
            process.terminate()
