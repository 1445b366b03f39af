"""Questions about associations in the files of BiomixQA and of the comparison of retrieval, from a folder.

The files are those that come with the paper on KG-RAG (Section 2.7 and Figure 4): which gene is associated with which
disease and with what p-value, each question also in lower case; statements that are true or false; and questions with
five options. None of them is part of the product.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import read_rows
from kgqa.errors import KgqaError

COMPARISON, STATEMENTS, CHOICES = "rag_comparison_data.csv", "true_false_questions.csv", "mcq_questions.csv"


@dataclass(frozen=True, slots=True)
class Association:
    """A gene that is associated with a disease.

    Attributes:
        p_value: as the file writes it ("1e-16").
        asked: the question by how it is written: as it is, and with the names in lower case.
    """

    disease: str
    gene: str
    p_value: str
    asked: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Fact:
    """What a statement is about: a relation between two things, or the identifier of one."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement, whether it is true, and the fact that it states or denies; None where its form is not known."""

    text: str
    true: bool
    denied: bool
    fact: Fact | None


@dataclass(frozen=True, slots=True)
class Choice:
    """A question for what two diseases have in common, with options.

    Attributes:
        label: the type that it asks for ("Gene").
    """

    text: str
    label: str
    diseases: tuple[str, str]
    right: str
    wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Everything that is asked."""

    associations: tuple[Association, ...]
    statements: tuple[Statement, ...]
    choices: tuple[Choice, ...]


_FORMS = (
    (re.compile(r"(?P<subject>.+) is not associated with Gene (?P<object>\S+)"), "associated_with", True),
    (re.compile(r"(?P<subject>.+) associates Gene (?P<object>\S+)"), "associated_with", False),
    (re.compile(r"Disease ontology identifier for (?P<subject>.+) is (?P<object>DOID:\d+)"), "identifier", False),
    (re.compile(r"(?P<subject>.+?) does not treat (?P<object>.+)"), "treats", True),
    (re.compile(r"(?P<subject>.+?) treats (?P<object>.+)"), "treats", False),
    (re.compile(r"(?P<subject>.+?) is not an? (?P<object>.+)"), "is_a", True),
    (re.compile(r"(?P<subject>.+?) is an? (?P<object>.+)"), "is_a", False),
)
"""The forms of the file's statements, so that a graph can be made of what they say; the product reads none of them."""


def read(folder: Path) -> QuestionSet:
    """What the files of a folder ask; of a file that is not there nothing.

    Raises:
        KgqaError: a file has other columns.
    """
    return QuestionSet(
        tuple(_association(row) for row in _rows(folder / COMPARISON, "disease_name", "gene_name", "gwas_pvalue")),
        tuple(_statement(row) for row in _rows(folder / STATEMENTS, "text", "label")),
        tuple(_choice(row) for row in _rows(folder / CHOICES, "disease_1", "disease_2", "correct_node", "text")),
    )


def _rows(path: Path, *columns: str) -> Iterator[dict[str, str]]:
    if not path.is_file():
        return
    rows = read_rows(path)
    missing = [name for name in columns if rows and name not in rows[0]]
    if missing:
        raise KgqaError(f"{path.name} has no column {missing[0]!r}; it has {list(rows[0])!r}.")
    yield from rows


def _association(row: Mapping[str, str]) -> Association:
    asked = {"as written": row["question"], "lower case": row["question_perturbed"]}
    return Association(row["disease_name"].strip(), row["gene_name"].strip(), row["gwas_pvalue"].strip(), asked)


def _statement(row: Mapping[str, str]) -> Statement:
    text, true = row["text"].strip(), row["label"].strip().casefold() == "true"
    for form, relation, denied in _FORMS:
        if match := form.fullmatch(text):
            return Statement(text, true, denied, Fact(match["subject"], relation, match["object"]))
    return Statement(text, true, denied=False, fact=None)


def _choice(row: Mapping[str, str]) -> Choice:
    options = (one.strip() for one in row["options_combined"].split(","))
    right = row["correct_node"].strip()
    wrong = tuple(dict.fromkeys(one for one in options if one and one != right))
    label = re.search(r"\bwhich (\w+)", row["text"], re.IGNORECASE)
    text = row["text"].strip()
    return Choice(
        text,
        label[1].capitalize() if label else "Gene",
        (row["disease_1"].strip(), row["disease_2"].strip()),
        right,
        wrong,
    )
