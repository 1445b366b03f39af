"""The entity retrieval set of KG-RAG (BaranziniLab/KG_RAG), linked with no language model, as it is and misspelt."""

from __future__ import annotations

import csv
import random
import string
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker

SET = Path(__file__).parents[3] / "shared" / "data" / "biomixqa"
pytestmark = pytest.mark.skipif(not SET.is_dir(), reason=f"needs the KG-RAG benchmark files in {SET}")
LONG = 8  # letters of a word that is misspelt
SHARED_WORDS = {"syndrome", "disease", "disorder", "deficiency"}


class Case(NamedTuple):
    """A statement and the disease that it is about, by the name in the vocabulary."""

    text: str
    name: str


@pytest.fixture(scope="module")
def linker() -> Linker:
    with (SET / "disease_name_with_id.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return Linker(NameIndex({"id": row["disease_id"], "label": "Disease", "name": row["disease_name"]} for row in rows))


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    with (SET / "entity_retrieval.csv").open(encoding="utf-8") as file:
        return [Case(row["text"], row["node_hits"]) for row in csv.DictReader(file)]


def share_found(linker: Linker, cases: list[Case]) -> float:
    """Share of statements whose disease is linked.

    Seven statements name a subtype ("Fanconi anemia, complementation group D2") where the set wants the disease above
    it; the linker chooses the subtype, which the vocabulary has, and the disease above it is the name inside.
    """
    hits = [case.name in {entity.chosen.name for entity in linker.link(case.text, inside=True)} for case in cases]
    return sum(hits) / len(hits)


@pytest.mark.parametrize("change", [str, str.lower, str.upper, str.title])
def test_the_published_accuracy_is_reached_whatever_the_case(
    linker: Linker, cases: list[Case], change: Callable[[str], str]
) -> None:
    assert share_found(linker, [Case(change(case.text), case.name) for case in cases]) >= 0.997


@pytest.mark.parametrize(("slips", "least"), [(1, 0.99), (2, 0.90)])
@pytest.mark.parametrize("change", [str, str.lower])
def test_misspelt_names(
    linker: Linker, cases: list[Case], slips: int, least: float, change: Callable[[str], str]
) -> None:
    rng = random.Random(7)
    misspelt = [
        Case(change(text), case.name) for case in cases * 3 if (text := with_slips(case, slips, rng)) is not None
    ]
    assert len(misspelt) > 200
    assert share_found(linker, misspelt) >= least


def with_slips(case: Case, slips: int, rng: random.Random) -> str | None:
    """The statement with a long word of its name misspelt; None where it has none or names another form of it."""
    start = case.text.lower().find(case.name.lower())
    written = case.text[start : start + len(case.name)]
    words = [word for word in written.replace("-", " ").split() if len(word) >= LONG and word.isalpha()]
    telling = [word for word in words if word.lower() not in SHARED_WORDS]
    if start < 0 or not telling or case.text[start + len(written) :].startswith(","):
        return None
    word = rng.choice(telling)
    wrong = word
    for _ in range(slips):
        wrong = slip(wrong, rng)
    return case.text[:start] + written.replace(word, wrong, 1) + case.text[start + len(written) :]


def slip(word: str, rng: random.Random) -> str:
    """The word with a letter left out, added, mistaken, or swapped with the next; the first and last stay."""
    place, letter = rng.randrange(1, len(word) - 1), rng.choice(string.ascii_lowercase)
    before, after = word[:place], word[place + 1 :]
    return rng.choice(
        [
            before + after,
            before + letter + word[place:],
            before + letter + after,
            before + after[:1] + word[place] + after[1:],
        ]
    )
