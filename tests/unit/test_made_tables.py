"""The tables that are made for measuring: the same for the same seed, of the size asked for, whole in themselves."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.made_tables import Made, Shape, make
from benchmarks.made_words import LINKS, TYPES
from benchmarks.scale_questions import default_questions, made_questions
from kgqa.errors import KgqaError


def made(folder: Path, shape: Shape) -> Made:
    folder.mkdir()
    return make(folder, shape)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.parametrize(
    "shape",
    [
        Shape(3000, 400),
        Shape(7, 20, 1, 2),
        Shape(5000, 300, 6, 20),
        Shape(900, 60, 1, 1),
    ],
)
def test_tables_hold_what_was_asked_for_and_no_edge_without_ends(tmp_path: Path, shape: Shape) -> None:
    tables = made(tmp_path / "one", shape)
    nodes, edges = rows(tmp_path / "one" / "nodes.csv"), rows(tmp_path / "one" / "edges.csv")
    label_of = {node["id"]: node["label"] for node in nodes}
    assert len(nodes) == len(label_of) == len({node["name"] for node in nodes}) == shape.nodes
    assert len(set(label_of.values())) == shape.types
    joined = Counter((label_of[edge["source"]], edge["type"], label_of[edge["target"]]) for edge in edges)
    assert joined == {(link.source, link.type, link.target): count for link, count in tables.counts.items()}
    assert (len(edges), len(joined)) == (shape.edges, shape.relations)
    pairs = [(edge["source"], edge["type"], edge["target"]) for edge in edges]
    assert len(set(pairs)) == len(pairs)
    assert all(one != other for one, _, other in pairs)


def test_the_same_seed_gives_the_same_bytes_and_another_seed_does_not(tmp_path: Path) -> None:
    written = []
    for name, seed in (("one", 5), ("two", 5), ("three", 6)):
        tables = made(tmp_path / name, Shape(800, 200, seed=seed))
        texts = [(tmp_path / name / table).read_bytes() for table in ("nodes.csv", "edges.csv")]
        written.append((texts, made_questions(tables)))
    assert written[0] == written[1]
    assert written[0][0] != written[2][0]


def test_a_few_things_hold_many_of_the_edges(tmp_path: Path) -> None:
    tables = made(tmp_path / "one", Shape(40_000, 4000))
    edges = rows(tmp_path / "one" / "edges.csv")
    type_, count = Counter(edge["type"] for edge in edges).most_common(1)[0]
    degrees = sorted(Counter(edge["target"] for edge in edges if edge["type"] == type_).values(), reverse=True)
    assert count > len(edges) / 4
    assert sum(degrees[: len(degrees) // 10]) > count / 4
    assert tables.busiest >= degrees[0] > 10 * degrees[len(degrees) // 2]


@pytest.mark.parametrize(
    ("shape", "named"),
    [
        (Shape(10, 23_000, types=0), "--types is 0"),
        (Shape(10, 23_000, types=len(TYPES) + 1), f"--types is {len(TYPES) + 1}"),
        (Shape(100, relations=0), "--relations is 0"),
        (Shape(100, types=6, relations=len(LINKS) + 1), "--relations is"),
        (Shape(15), "--edges is 15"),
        (Shape(2_000_000, 500), "--edges is 2000000"),
        (Shape(100, 39), "--nodes is 39"),
        (Shape(-5, -5), "--nodes is -5"),
    ],
)
def test_a_shape_that_cannot_be_is_refused_with_the_option(tmp_path: Path, shape: Shape, named: str) -> None:
    with pytest.raises(KgqaError, match=named):
        make(tmp_path, shape)
    assert not list(tmp_path.iterdir())


def test_every_kind_is_asked_of_both_graphs(tmp_path: Path) -> None:
    questions = made_questions(made(tmp_path / "one", Shape(3000, 400)))
    default = default_questions()
    assert set(questions) == set(default)
    for kind in questions:
        assert len(questions[kind]) >= 4, kind
        assert len(default[kind]) >= 4, kind
