"""Everyday questions over graphs whose names come in different habits → what is asked, what is missing, what to choose.

Every row of ``own_graph_readings.tsv`` is a graph of ``own_graphs``, a question, and its reading; what is asked was
read by eye, the words of a refusal are those that the reader gives.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.meaning import Meanings, denies
from kgqa.questions.reader import Reader
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Entity
from tests.unit import own_graphs
from tests.unit.test_understanding import said

with (Path(__file__).parent / "own_graph_readings.tsv").open(encoding="utf-8", newline="") as table:
    ROWS = [(row["graph"], row["question"], row["reading"]) for row in csv.DictReader(table, delimiter="\t")]


@pytest.mark.parametrize("graph", ["ABBREVIATED", "PLAIN", "BIOLINK", "SPOKEN"])
def test_everyday_questions_are_read(graph: str) -> None:
    triads = getattr(own_graphs, graph)
    questions = [(question, expected) for name, question, expected in ROWS if name == graph]
    assert questions
    wrong = [(q, expected, got) for q, expected in questions if (got := said(own_graphs.read(triads, q))) != expected]
    assert wrong == []


@pytest.mark.parametrize("graph", ["ABBREVIATED", "PLAIN"])
def test_every_choice_is_offered_as_a_question_that_is_read_so(graph: str) -> None:
    triads = getattr(own_graphs, graph)
    wording = Wording(own_graphs.schema(triads))
    for name, question, expected in ROWS:
        if name != graph or not expected.startswith("choose"):
            continue
        outcome = own_graphs.read(triads, question)
        assert isinstance(outcome, Ambiguity)
        assert len(outcome.options) > 1
        for option in outcome.options:
            wanted = said(option.intent)
            offered = list(reworded(wording, option.intent))
            assert wanted in [said(own_graphs.read(triads, one)) for one in offered], (question, offered)


def test_a_cause_that_is_recorded_as_a_link_is_said_to_be_one() -> None:
    outcome = own_graphs.read(own_graphs.BIOLINK, "Which genes cause asthma?")
    assert isinstance(outcome, Intent)
    assert outcome.notes == ("“cause” was read as “is associated with”: this graph does not say more.",)
    plain = own_graphs.read(own_graphs.BIOLINK, "Which genes are associated with asthma?")
    assert isinstance(plain, Intent)
    assert plain.notes == ()


@pytest.mark.parametrize(
    ("question", "up", "down"),
    [
        ("Which drugs {} the expression of TP53?", ("raise", "increase", "enhance"), ("lower", "reduce", "suppress")),
        ("Which genes are {} by aspirin?", ("induced", "upregulated"), ("repressed", "suppressed", "silenced")),
        ("Which genes are {} in asthma?", ("overexpressed", "elevated"), ("underexpressed", "reduced")),
    ],
)
def test_up_and_down_are_never_mixed(question: str, up: Sequence[str], down: Sequence[str]) -> None:
    for words, name in ((up, "UPREGULATES"), (down, "DOWNREGULATES")):
        for word in words:
            outcome = own_graphs.read(own_graphs.ABBREVIATED, question.format(word))
            assert f"[{name}_" in said(outcome), word


# Words by meaning, with vectors made for the test: a word is as near to another as NEARNESS says.

NEARNESS = {
    "assuages": {"palliate": 0.9, "treat": 0.5},
    "mends": {"treat": 0.8, "palliate": 0.75},
    "hampers": {"worsen": 0.9, "treat": 0.78},
    "mentions": {"treat": 0.6},
    "unsettles": {"treat": 0.95},
}


def embed(texts: Sequence[str]) -> NDArray[np.float32]:
    axes = {"treat": 0, "palliate": 1, "worsen": 2}
    vectors = np.zeros((len(texts), 4), dtype=np.float32)
    for row, text in enumerate(texts):
        known = NEARNESS.get(text, {word: 1.0 for word in axes if text == word})
        for word, cosine in known.items():
            vectors[row, axes[word]] = cosine
    return vectors


def by_meaning(question: str) -> Intent | Gap | Ambiguity:
    reader, linker = own_graphs.understanding(own_graphs.ABBREVIATED)
    entities: list[Entity] = linker.link(question)
    return reader.read(question, entities, Meanings(reader.schema, reader.lexicon, embed))


def test_a_word_that_is_clearly_near_to_one_relation_is_read_so_and_said_to_be() -> None:
    outcome = by_meaning("Which drugs assuages migraine?")
    assert said(outcome) == "list Compound[PALLIATES_CpD>Migraine]"
    assert isinstance(outcome, Intent)
    assert outcome.notes == ("“assuages” was read as “palliate”.",)


@pytest.mark.parametrize("word", ["mends", "mentions", "unsettles"])
def test_a_word_that_is_near_to_two_or_far_or_may_deny_is_only_offered(word: str) -> None:
    outcome = by_meaning(f"Which drugs {word} migraine?")
    assert isinstance(outcome, Gap)
    assert outcome.reason == "unread"
    assert said(outcome.instead[0].intent) == "list Compound[TREATS_CtD>Migraine]"


def test_a_word_that_is_nearest_to_what_the_graph_lacks_is_not_read_as_what_it_has() -> None:
    outcome = by_meaning("Which drugs hampers migraine?")
    assert isinstance(outcome, Gap)


@pytest.mark.parametrize("phrase", ["symptomless", "is ineffective", "not treat", "antidepress", "pain free"])
def test_what_may_deny_is_seen(phrase: str) -> None:
    assert denies(phrase)


def test_two_types_that_a_word_fits_equally_must_be_chosen() -> None:
    triads = (("Drug", "binds", "Gene"), ("Drug", "binds", "Protein"))
    outcome = own_graphs.read(triads, "Which targets does aspirin have?")
    assert isinstance(outcome, Ambiguity)
    assert sorted(option.phrase for option in outcome.options) == ["genes", "proteins"]


def test_a_mirrored_relation_is_one_reading() -> None:
    intent = own_graphs.read(own_graphs.PLAIN, "Is aspirin linked to asthma?")
    assert isinstance(intent, Intent)
    assert intent.any_pair
    hops = [pair.hops[0].relation for pair in intent.pairs]
    assert len(hops) == len({relation.type for relation in hops}) == 3


def test_no_relation_at_all_is_needed_to_read_a_graph() -> None:
    reader = Reader(replace(own_graphs.schema(own_graphs.BIOLINK), relations=()))
    assert isinstance(reader.read("Which drugs treat asthma?", []), Gap)


def test_a_word_of_one_pair_of_types_is_no_word_of_another_pair_with_the_same_relation() -> None:
    triads = (
        ("Anatomy", "expresses", "Gene"),
        ("Anatomy", "downregulates", "Gene"),
        ("Compound", "downregulates", "Gene"),
    )
    outcome = own_graphs.read(triads, "Which tissues express TP53?")
    assert isinstance(outcome, Intent)
    assert outcome.answer is not None
    assert [condition.hop.relation.type for condition in outcome.answer.conditions] == ["expresses"]
