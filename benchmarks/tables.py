"""The default graph under other names: written out as plain tables, imported, and asked the same questions.

The tables carry none of the words that the default graph's schema knows its relations and properties by, so what is
answered is what the loader of tables derives from everyday names. The labels stay: they are what the graph is about,
and people who exchange tables of it call them the same. Questions are scored by identifier, so they need no change;
only where the type of a link is expected, its new name is.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.common import Share, removed, table, write_rows
from benchmarks.questions import Outcome, Question, QuestionScores, add_set, bundled, run
from kgqa import settings as configured
from kgqa.cli.console import tell
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.hpo.source import release
from kgqa.load.source import BadRow, EdgeRow, GraphSource, NodeRow, SourceSpec
from kgqa.load.tables.mapping import Column, TablesMapping
from kgqa.load.vocabulary.files import MONDO
from kgqa.pipeline import Asker
from kgqa.progress import Report as Hear
from kgqa.settings import Settings

Row = TypeVar("Row", NodeRow, EdgeRow)

NAME = "hpo-renamed"
GOAL = 0.95
"""Least share of the default graph's right answers that the renamed graph is to reach."""

RELATIONS: Mapping[str, str] = {
    "HAS_PHENOTYPE": "presents_with",
    "EXCLUDES_PHENOTYPE": "does_not_present_with",
    "ASSOCIATED_WITH": "linked_to",
    "HAS_INHERITANCE": "inherited_as",
    "EXCLUDES_HISTORY_OF": "has_no_history_of",
    "HAS_CLINICAL_COURSE": "takes_course",
    "HAS_MODIFIER": "modified_by",
    "HAS_HISTORY_OF": "history_includes",
    "IS_A": "subclass_of",
}
"""Relation of the default graph: what it is called in the tables. One that is not here keeps its name."""

PROPERTIES: Mapping[str, str] = {
    "frequency": "prevalence",
    "frequency_id": "prevalence_term",
    "frequency_low": "lowest_share",
    "frequency_high": "highest_share",
    "patients": "affected",
    "examined": "observed",
    "against": "negated",
    "onset": "age_at_start",
    "onset_id": "age_at_start_term",
    "sex": "gender",
    "modifiers": "described_as",
    "evidence": "evidence_type",
    "references": "publications",
    "biocuration": "curated_by",
    "aspect": "section",
    "source": "database",
    "file": "taken_from",
    "comment": "remark",
    "xrefs": "cross_references",
}
"""Property of a node or an edge: its column."""

_NODE = ("id", "name", "category", "aliases", "description", "former_ids", "related_names")
_EDGE = ("subject", "predicate", "object")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_set(parser)


def bench(options: argparse.Namespace) -> RenamedComparison:
    """Asks a bundled set of the default graph and of its copy."""
    return measure(configured.load(), bundled(options.set_), tell)


@dataclass(frozen=True)
class RenamedComparison:
    """The same questions on the default graph and on the renamed one."""

    default: QuestionScores
    renamed: QuestionScores

    @property
    def differing(self) -> tuple[tuple[Outcome, Outcome], ...]:
        """The questions that only one of the two graphs answers rightly."""
        pairs = zip(self.default.outcomes, self.renamed.outcomes, strict=True)
        return tuple((a, b) for a, b in pairs if a.right != b.right)

    @property
    def ratio(self) -> float:
        """Right answers of the renamed graph for each right answer of the default graph."""
        return self.renamed.overall.right / max(self.default.overall.right, 1)

    @property
    def passed(self) -> bool:
        """Whether the goal is reached, and nothing wrong was said with confidence."""
        return self.ratio >= GOAL and not self.renamed.confident_errors

    def text(self) -> str:
        """The comparison as plain text: figures, both by kind, and every question that differs."""
        errors = self.default.confident_errors, self.renamed.confident_errors
        lines = [
            f"default graph  {self.default.overall} exact, {errors[0]} wrong answers given as answers",
            f"renamed graph  {self.renamed.overall} exact, {errors[1]} wrong answers given as answers",
            f"ratio          {100 * self.ratio:.1f} % (goal {100 * GOAL:.0f} % and no wrong answer)",
            "",
            *_side_by_side("by kind", self.default.by_kind, self.renamed.by_kind),
            "",
            *_side_by_side("by category", self.default.by_category, self.renamed.by_category),
            "",
            f"questions that differ: {len(self.differing)}",
            *chain.from_iterable(map(_difference, self.differing)),
        ]
        wrong = [outcome for outcome in self.renamed.outcomes if outcome.confident_error]
        lines += ["", f"wrong answers given as answers: {len(wrong)}", *(line for one in wrong for line in _said(one))]
        return "\n".join(lines) + "\n"


def _side_by_side(heading: str, default: Mapping[str, Share], renamed: Mapping[str, Share]) -> list[str]:
    return table((heading, "default", "renamed"), ((name, share, renamed[name]) for name, share in default.items()))


def _difference(pair: tuple[Outcome, Outcome]) -> list[str]:
    default, renamed = pair
    better = "renamed graph only" if renamed.right else "default graph only"
    return [*_said(renamed if default.right else default), f"    right on the {better}"]


def _said(outcome: Outcome) -> list[str]:
    question = outcome.question
    return [
        f"  {question.id}  [{question.kind}] {question.question!r}",
        f"    {outcome.complaint}",
        f"    got      {outcome.got}",
    ]


def measure(settings: Settings, questions: Sequence[Question], hear: Hear) -> RenamedComparison:
    """Import the default graph under other names, ask both the same questions, and remove the import.

    Raises:
        KgqaError: a graph could not be loaded or asked.
    """
    with EmbeddedServer.connect(settings) as server:
        catalog.ensure_default(settings, server, hear)
        with tempfile.TemporaryDirectory() as folder:
            mapping = write_tables(release(), Path(folder))
            arguments = {"path": folder, "name": NAME, "mapping": mapping.as_json()}
            source = SourceSpec("tables", arguments, vocabulary=str(MONDO.path))
            catalog.load(settings, server, source, hear)
        with removed(settings, NAME):
            with Asker.open(settings, catalog.DEFAULT.loader, hear) as asker:
                default = run(asker.ask, questions)
            with Asker.open(settings, NAME, hear) as asker:
                return RenamedComparison(default, run(asker.ask, renamed_questions(questions)))


def renamed_questions(questions: Iterable[Question]) -> tuple[Question, ...]:
    """The questions with the new name of every link that one of them expects.

    Nobody wrote down for these tables what they lack ("hospitals"), so a word for it may be one that is not understood.
    """

    def renamed(question: Question) -> Question:
        expected = question.expect
        predicates = tuple(RELATIONS.get(type_, type_) for type_ in expected.predicates)
        status = expected.status
        if question.kind == "abstain" and "not_in_graph" in status:
            status = tuple(dict.fromkeys((*status, "not_understood")))
        return replace(question, expect=replace(expected, predicates=predicates, status=status))

    return tuple(map(renamed, questions))


def write_tables(source: GraphSource, folder: Path) -> TablesMapping:
    """Write the rows of a source as ``nodes.csv`` and ``edges.csv`` under other names.

    Returns:
        What a person would say of the columns: which of them hold lists, their texts joined by "|".

    Raises:
        ValueError: a row of the source cannot be read.
    """
    nodes = _write(folder / "nodes.csv", _NODE, map(_node_cells, _whole(source.read_nodes())))
    edges = _write(folder / "edges.csv", _EDGE, map(_edge_cells, _whole(source.read_edges())))
    return TablesMapping(nodes=nodes, edges=edges)


def _whole(rows: Iterable[Row | BadRow]) -> Iterator[Row]:
    for row in rows:
        if isinstance(row, BadRow):
            raise ValueError(f"{row.where}: {row.reason}")
        yield row


def _write(path: Path, first: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> tuple[Column, ...]:
    """Writes rows whose columns are known when all of them were seen; returns the properties with lists."""
    kept = list(rows)
    columns = list(dict.fromkeys(chain(first, *kept)))
    lists = dict.fromkeys(name for row in kept for name, value in row.items() if isinstance(value, list | tuple))
    write_rows(path, columns, ([_cell(row.get(name)) for name in columns] for row in kept))
    return tuple(Column(name, "property", "LIST") for name in lists if name not in first)


def _cell(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "|".join(one.replace("|", "/") for one in value)
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def _node_cells(row: NodeRow) -> dict[str, Any]:
    known = (row.id, row.name, row.label, row.synonyms, row.definition, row.alternative_ids, row.related_synonyms)
    return dict(zip(_NODE, known, strict=True)) | _renamed(row.properties)


def _edge_cells(row: EdgeRow) -> dict[str, Any]:
    ends = (row.source, RELATIONS.get(row.type, row.type), row.target)
    return dict(zip(_EDGE, ends, strict=True)) | _renamed(row.properties)


def _renamed(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {PROPERTIES.get(name, name): value for name, value in properties.items()}
