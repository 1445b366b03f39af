"""The default graph under other names: what is written out, and when the goal counts as reached."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import tables
from benchmarks.questions import Outcome, Question, QuestionScores, bundled
from benchmarks.scoring import Expected
from benchmarks.tables import RenamedComparison, renamed_questions, write_tables
from kgqa.load.hpo import schema as hpo_schema
from kgqa.load.hpo.words import ANNOTATION, NODE_PROPERTIES, TERM
from kgqa.load.source import BadRow, Contents, EdgeRow, GraphSource, NodeRow
from kgqa.load.tables.mapping import Column
from kgqa.records import GraphCard
from kgqa.schema.model import Schema


def source(nodes: list[NodeRow | BadRow], edges: list[EdgeRow | BadRow]) -> GraphSource:
    """A source of some rows."""

    def rows(kept: list) -> Callable[[], Iterator]:  # type: ignore[type-arg]
        return lambda: iter(kept)

    def describe(_: Contents) -> Schema:
        return Schema((), ())

    card = GraphCard("x", "X", "1", "", "")
    return GraphSource(card, str, rows(nodes), rows(edges), describe, lambda: None)


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_rows_are_written_under_other_names(tmp_path: Path) -> None:
    nodes = [
        NodeRow("Disease", "D:1", 'A, "b"', ("x", "y|z"), "Said.", properties={"source": "OMIM", "xrefs": ["u", "v"]})
    ]
    told = {"frequency": "3/4", "against": False, "patients": 3, "references": ["PMID:1", "PMID:2"]}
    edges = [EdgeRow("HAS_PHENOTYPE", "Disease", "D:1", "Phenotype", "P:1", told), EdgeRow("IS_A", "A", "a", "A", "b")]
    mapping = write_tables(source([*nodes], [*edges]), tmp_path)
    (node,), written = table(tmp_path / "nodes.csv"), table(tmp_path / "edges.csv")
    assert (node["id"], node["name"], node["category"], node["aliases"]) == ("D:1", 'A, "b"', "Disease", "x|y/z")
    assert node["cross_references"] == "u|v"
    assert [row["predicate"] for row in written] == ["presents_with", "subclass_of"]
    assert (written[0]["prevalence"], written[0]["negated"], written[0]["publications"]) == (
        "3/4",
        "false",
        "PMID:1|PMID:2",
    )
    assert written[1]["negated"] == "", "nothing is said of what the source does not say"
    assert mapping.nodes == (Column("cross_references", "property", "LIST"),)
    assert mapping.edges == (Column("publications", "property", "LIST"),)


def test_a_bad_row_ends_the_writing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="line 3: broken"):
        write_tables(source([BadRow("line 3", "broken")], []), tmp_path)


def test_no_relation_and_no_property_that_says_something_keeps_its_name() -> None:
    assert set(hpo_schema._TYPES) <= set(tables.RELATIONS)
    asked = {p.name for p in (*ANNOTATION, *TERM, *NODE_PROPERTIES["Disease"]) if p.words and p.name != "id"}
    fields = {"synonyms", "definition", "alternative_ids", "related_synonyms"}
    assert asked - fields <= set(tables.PROPERTIES)
    assert not set(tables.PROPERTIES) & set(tables.PROPERTIES.values())
    assert not set(tables.RELATIONS) & set(tables.RELATIONS.values())
    assert len(set(tables.PROPERTIES.values())) == len(tables.PROPERTIES)


def test_only_the_names_of_links_change_in_the_questions() -> None:
    before, after = bundled(), renamed_questions(bundled())
    assert [q.question for q in before] == [q.question for q in after]
    changed = [b for b, a in zip(before, after, strict=True) if a != b and b.kind != "abstain"]
    assert changed
    assert all(question.expect.predicates for question in changed)
    lacking = [a.expect for a in after if a.kind == "abstain" and "not_in_graph" in a.expect.status]
    assert lacking
    assert all("not_understood" in one.status for one in lacking), "nobody wrote down what these tables lack"


def outcome(number: int, *, right: bool, status: str = "not_in_graph") -> Outcome:
    question = Question(f"q{number}", "?", "c", "list", Expected(("answered",)))
    return Outcome(question, "" if right else "wrong", "", "", "answered" if right else status, 1.0)


@pytest.mark.parametrize(
    ("wrong", "status", "reached"),
    [(0, "", True), (5, "not_in_graph", True), (6, "not_in_graph", False), (1, "answered", False)],
)
def test_the_goal_needs_the_share_and_no_wrong_answer(wrong: int, status: str, reached: bool) -> None:
    default = QuestionScores("d", tuple(outcome(n, right=True) for n in range(100)))
    others = [outcome(n, right=n >= wrong, status=status) for n in range(100)]
    comparison = RenamedComparison(default, QuestionScores("r", tuple(others)))
    assert comparison.passed is reached
    assert len(comparison.differing) == wrong
    assert comparison.text().count("right on the default graph only") == wrong


def test_what_only_the_renamed_graph_answers_is_told_as_well() -> None:
    ones = (outcome(1, right=False), outcome(2, right=True))
    turned = tuple(replace(one, complaint="" if one.complaint else "wrong") for one in ones)
    comparison = RenamedComparison(QuestionScores("d", ones), QuestionScores("r", turned))
    assert comparison.ratio == 1
    assert "right on the renamed graph only" in comparison.text()
    assert "right on the default graph only" in comparison.text()
