"""Trains the model that weighs what a text may ask (``kgqa.questions.weighing``) on the labelled questions.

Each question of the free sets that nothing reads with certainty is weighed anew, and every plain question that it may
ask is asked: those whose answer is right are what the model is to find. Measured is what sets hold of which it has seen
none: the sets are dealt into parts, and each part is weighed by a model trained on the others. Its own tables must be
loaded for each set (``import tables``), as for ``free``.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import DATA, Share, opened, table
from benchmarks.free import BEYOND, SETS, result_of
from kgqa.errors import KgqaError
from kgqa.language.text import clean
from kgqa.pipeline import Asker
from kgqa.questions.weighing.boosted_trees import BoostedTrees
from kgqa.questions.weighing.weighing import Weighed
from kgqa.records import Entity
from kgqa.strategies.approach import Approach

PARTS = 6
TREES, RATE, DEPTH = 1000, 0.02, 3
READ_OTHERWISE = 0.5
"""Weight of a question that something else reads."""
NEAR_MISSES = "near_misses.jsonl"
NEAR = "near misses of "
"""What the name of a set of them begins with."""
A_NEAR_MISS = 2.0
"""Weight of a near miss, of which people write more than these sets have."""
SHARES = (0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.5)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--gather", type=Path, help="ask the sets and write what was weighed here, a line each")
    parser.add_argument("--sets", nargs="*", choices=SETS, default=list(SETS), help="the sets that are asked")
    parser.add_argument("--near-misses", action="store_true", help="the near misses too, which no graph answers")
    parser.add_argument("--from", dest="from_", type=Path, nargs="*", default=[], help="train on what was gathered")
    parser.add_argument("--out", type=Path, help="write the model here; without it it is only measured")


def bench(options: argparse.Namespace) -> Trained | Gathered:
    """Gathers what is weighed, or trains on it."""
    if options.gather is not None:
        return gather(options.sets, options.gather, near_misses=options.near_misses)
    rows = [Row(**json.loads(line)) for path in options.from_ for line in path.read_text("utf-8").splitlines()]
    return train(rows, options.out)


HEAD = ("share from", "answered", "right", "wrong", "right of these", "near misses answered")


@dataclass(frozen=True, slots=True)
class Row:
    """One plain question that a question may ask.

    Attributes:
        read: the question was read otherwise, with certainty.
        right: the answer to the plain question is right.
        answered: there is one.
        things: how many things it lists.
    """

    set: str
    id: str
    question: str
    plain: str
    beyond: bool
    read: bool
    right: bool
    answered: bool
    things: int
    features: dict[str, float]


@dataclass(frozen=True, slots=True)
class Gathered:
    """What was gathered."""

    rows: int
    passed = True

    def text(self) -> str:
        """How much it is."""
        return f"{self.rows:,} plain questions weighed\n"


def gather(sets: Sequence[str], out: Path, *, near_misses: bool) -> Gathered:
    """Asks the sets and writes what was weighed.

    Args:
        near_misses: ask the near misses too, each of its own graph.
    """
    asked: list[tuple[str, str, list[dict[str, Any]]]] = [(name, name, _read(DATA / SETS[name])) for name in sets]
    if near_misses:
        by_graph: dict[str, list[dict[str, Any]]] = {}
        for question in _read(DATA / NEAR_MISSES):
            by_graph.setdefault(question["graph"], []).append(question)
        asked += [(f"{NEAR}{graph}", graph, questions) for graph, questions in by_graph.items()]
    number = 0
    with out.open("w", encoding="utf-8") as file:
        for name, graph, questions in asked:
            with opened(argparse.Namespace(graph=graph if (DATA / graph).is_dir() else None)) as asker:
                for row in _rows(asker, name, questions):
                    file.write(json.dumps(asdict(row)) + "\n")
                    number += 1
    return Gathered(number)


def _read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def _rows(asker: Asker, name: str, questions: Sequence[dict[str, Any]]) -> Iterator[Row]:
    interpreter = asker.interpreter
    weighed: list[list[Weighed]] = []
    weigh = interpreter.weighed

    def noted(cleaned: str, entities: Sequence[Entity], offered: Sequence[str]) -> list[Weighed]:
        weighed.append(weigh(cleaned, entities, offered))
        return []

    interpreter.weighed = noted  # type: ignore[method-assign]  # what is weighed is noted, and nothing answered by it
    for question in questions:
        weighed.clear()
        asker.ask(question["question"])
        found = list(weighed)
        read = not found
        if read:
            text = clean(question["question"])
            found.append(weigh(text, interpreter.named(text), ()))
        for one in found[0]:
            try:
                trace = asker.ask(one.question, approach=Approach(strict=True))
            except KgqaError:
                continue
            right = question["category"] != BEYOND and result_of(question, trace) == "right"
            answered = trace.answer.status == "answered"
            yield Row(
                name, question["id"], question["question"], one.question, question["category"] == BEYOND, read,
                right and answered, answered, len(trace.answer.items), dict(one.features),
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Trained:
    """What would be answered from which share on, and how much of that is right."""

    rows: Sequence[tuple[str, ...]]
    passed = True

    def text(self) -> str:
        """The figures as a table."""
        return "\n".join(table(HEAD, self.rows)) + "\n"


def train(rows: Sequence[Row], out: Path | None) -> Trained:
    """Trains on rows, measures by parts, and writes the model trained on all of them."""
    names = sorted({row.set for row in rows})
    random.Random(0).shuffle(names)  # noqa: S311 (deals sets into parts)
    shares = np.zeros(len(rows))
    for part in range(PARTS):
        held = set(names[part::PARTS])
        inside = np.array([row.set in held for row in rows])
        if inside.any():
            trees = _trees([row for row in rows if row.set not in held])
            shares[inside] = trees.shares([list(row.features.values()) for row in rows if row.set in held])
    if out is not None:
        arrays: dict[str, Any] = _arrays(_fitted(rows), rows)
        np.savez_compressed(out, **arrays)
    return Trained(_measured(rows, shares))


def _trees(rows: Sequence[Row]) -> BoostedTrees:
    return BoostedTrees(_arrays(_fitted(rows), rows))


def _fitted(rows: Sequence[Row]) -> Any:
    ensemble: Any = import_module("sklearn.ensemble")  # comes with sentence-transformers
    model = ensemble.GradientBoostingClassifier(
        n_estimators=TREES, learning_rate=RATE, max_depth=DEPTH, subsample=0.5, max_features=0.2, min_samples_leaf=15,
        random_state=0,
    )  # fmt: skip
    table_ = np.array([list(row.features.values()) for row in rows], dtype=np.float32)
    weights = [(READ_OTHERWISE if row.read else 1.0) * (A_NEAR_MISS if _is_near(row) else 1.0) for row in rows]
    return model.fit(table_, np.array([row.right for row in rows]), sample_weight=np.array(weights))


def _is_near(row: Row) -> bool:
    return row.set.startswith(NEAR)


def _arrays(model: Any, rows: Sequence[Row]) -> dict[str, NDArray[Any]]:
    """The trees of a fitted model, one after the other."""
    feature: list[int] = []
    threshold: list[float] = []
    left: list[int] = []
    right: list[int] = []
    value: list[float] = []
    roots: list[int] = []
    for (tree,) in model.estimators_:
        inner, start = tree.tree_, len(feature)
        roots.append(start)
        feature += [int(one) if inner.children_left[n] >= 0 else -1 for n, one in enumerate(inner.feature)]
        threshold += list(inner.threshold)
        left += [start + max(int(one), 0) for one in inner.children_left]
        right += [start + max(int(one), 0) for one in inner.children_right]
        value += list(inner.value[:, 0, 0] * model.learning_rate)
    positive = float(model.init_.class_prior_[1])
    return {
        "feature": np.array(feature, np.int16),
        "threshold": np.array(threshold, np.float32),
        "left": np.array(left, np.int32),
        "right": np.array(right, np.int32),
        "value": np.array(value, np.float32),
        "roots": np.array(roots, np.int32),
        "names": np.array(list(rows[0].features)),
        "start": np.array(np.log(positive / (1 - positive)), np.float32),
    }


def _measured(rows: Sequence[Row], shares: NDArray[np.float64]) -> list[tuple[str, ...]]:
    best: dict[tuple[str, str], int] = {}
    for place, row in enumerate(rows):
        key = row.set, row.id
        if not row.read and (key not in best or shares[place] > shares[best[key]]):
            best[key] = place
    lines: list[tuple[str, ...]] = []
    for least in SHARES:
        taken = [rows[place] for place in best.values() if shares[place] >= least and rows[place].answered]
        near = sum(map(_is_near, taken))
        right, number = sum(row.right for row in taken), len(taken) - near
        share = str(Share(right, number))
        lines.append((f"{least:.2f}", f"{number}", f"{right}", f"{number - right}", share, f"{near}"))
    return lines
