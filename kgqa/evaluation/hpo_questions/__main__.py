"""Writes both question sets: ``python -m kgqa.evaluation.hpo_questions [FOLDER]``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kgqa.evaluation.hpo_questions import joins, lists, refusals, templates_free, templates_plain, values, verdicts
from kgqa.evaluation.hpo_questions.draft import Draft
from kgqa.evaluation.hpo_questions.facts import Facts
from kgqa.evaluation.hpo_questions.surface import Surface
from kgqa.evaluation.questions import SETS, Question

SEED = "2025-01-16"
RECIPES = (
    lists.phenotypes_of_disease,
    lists.diseases_with_phenotype,
    lists.genes_of_disease,
    lists.diseases_of_gene,
    lists.inheritance,
    lists.course,
    joins.intersections,
    joins.shared,
    joins.chains,
    joins.without,
    verdicts.phenotypes,
    verdicts.genes,
    verdicts.modes,
    verdicts.kinds_of,
    lists.counts,
    values.properties,
    values.vocabulary,
    values.relations,
    values.comparisons,
    refusals.abstain,
    refusals.ambiguous,
    refusals.two_types,
)


def compose(
    surface: Surface, templates: Mapping[str, Sequence[str]], counts: Mapping[str, int], seed: str, careless: bool
) -> list[Question]:
    """The questions of one set, always the same for the same files, templates and seed."""
    draft = Draft(surface, templates, counts, seed, careless)
    for recipe in RECIPES:
        recipe(draft)
    return draft.questions


def sets(facts: Facts) -> dict[str, list[Question]]:
    """Both sets by name; the second draws other things and begins half of its questions with a small letter."""
    surface, plain, free = Surface(facts), templates_plain, templates_free
    return {
        "hpo": compose(surface, plain.TEMPLATES, plain.COUNTS, SEED, careless=False),
        "hpo-paraphrased": compose(surface, free.TEMPLATES, free.COUNTS, f"{SEED} free", careless=True),
    }


def main() -> None:
    """Write the sets into the folder given, or over those of the package."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "data"
    for name, questions in sets(Facts.read()).items():
        text = "".join(question.as_json() + "\n" for question in questions)
        (folder / SETS[name]).write_text(text, encoding="utf-8")
        print(f"{SETS[name]}: {len(questions)} questions")


if __name__ == "__main__":
    main()
