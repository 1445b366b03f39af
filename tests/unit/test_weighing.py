"""What must hold of a text before a plain question is weighed as what it asks, and the trained trees themselves."""

from __future__ import annotations

import numpy as np
import pytest

from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.interpreter import Interpreter
from kgqa.questions.weighing.boosted_trees import BoostedTrees, model
from kgqa.questions.weighing.text import Text
from kgqa.questions.weighing.weighing import SURE
from kgqa.schema import derive
from kgqa.schema.reconcile import settled
from tests.unit.own_graphs import PLAIN, understanding
from tests.unit.test_second_stage import interpreter


@pytest.mark.parametrize(
    ("asked", "plain", "kept"),
    [
        ("any drugs around for gout?", "Which drugs treat gout?", True),
        ("which drugs do not treat gout", "Which drugs treat gout?", False),  # a denial is lost
        ("which drugs treat gout", "Which drugs are not recorded to treat gout?", False),  # and never added
        ("drugs for gout or epilepsy", "Which drugs treat both gout and epilepsy?", False),
        ("how many drugs treat gout", "Which drugs treat gout?", False),
        ("drugs for gout in 20 patients", "Which drugs treat gout?", False),  # a number is lost
        ("drugs for two of gout and epilepsy", "Which drugs treat both gout and epilepsy?", False),
        ("what else treats gout", "Which drugs treat gout?", False),
        ("drugs for gout and epilepsy", "Which drugs treat gout?", False),  # a name is lost
        ("is every drug good for gout", "Are there drugs that treat gout?", False),
        ("is there a drug for gout", "Which drugs treat gout?", False),  # yes or no
        ("the drug that treats the most diseases", "Which drugs treat diseases?", False),
        ("drugs solely for gout", "Which drugs treat gout?", False),
        ("drugs for gout from before April 2026", "Which drugs from before 2026-04-01 treat gout?", True),
        ("drugs for gout from after 1 April 2026", "Which drugs after 2026-04-01 treat gout?", True),
        ("drugs for gout from before April 2026", "Which drugs from before 2026-05-01 treat gout?", False),
    ],
)
def test_what_must_hold_is_never_weighed(asked: str, plain: str, *, kept: bool) -> None:
    reader, linker = understanding(PLAIN)
    one, other = (Text.of(text, linker.link(text), reader) for text in (asked, plain))
    assert one.is_kept_by(other) is kept


def _stump(feature: int, threshold: float, low: float, high: float) -> BoostedTrees:
    return BoostedTrees(
        {
            "feature": np.array([feature, -1, -1], np.int16),
            "threshold": np.array([threshold, 0, 0], np.float32),
            "left": np.array([1, 0, 0], np.int32),
            "right": np.array([2, 0, 0], np.int32),
            "value": np.array([0, low, high], np.float32),
            "roots": np.array([0], np.int32),
            "start": np.array(0.0, np.float32),
            "names": np.array(["one", "other"]),
        }
    )


def test_trees_go_left_up_to_the_threshold() -> None:
    shares = _stump(1, 0.5, -2.0, 2.0).shares([[9.0, 0.5], [9.0, 0.6]])
    assert shares == pytest.approx([1 / (1 + np.e**2), 1 / (1 + np.e**-2)])


def test_the_shipped_trees_weigh_what_is_told_of_a_candidate() -> None:
    asked = "compounds that folks take for migraine"
    (first, *_) = interpreter().weighed(asked, interpreter().named(asked), ("Which compounds treat Migraine?",))
    assert first.question == "Which compounds treat Migraine?"
    assert 0 < first.share < 1
    assert tuple(first.features) == model().names
    assert {one.text for one in first.left} >= {"folks"}


@pytest.mark.parametrize(
    "asked",
    ["is my migraine a headache", "what treats migraine, and what is aspirin good for", "compounds not for migraine"],
)
def test_what_no_record_tells_is_not_weighed(asked: str) -> None:
    found = interpreter().weighed(asked, interpreter().named(asked), ("Which compounds treat Migraine?",))
    assert "Which compounds treat Migraine?" not in {one.question for one in found}


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Why does aspirin treat migraine?", "Does Aspirin treat Migraine?"),
        ("Which cheap compounds treat migraine?", "Which compounds treat Migraine?"),
        ("Which compounds treat migraine in children?", "Which compounds treat Migraine?"),
        ("Which compounds treat the fear of migraine?", "Which compounds treat Migraine?"),
        ("Which compounds give migraine away?", "Which compounds treat Migraine?"),
        ("How does aspirin treat migraine?", "What is the dose of Aspirin that treats Migraine?"),
        ("Which disease symptoms does migraine have?", "Which symptoms does Migraine present with?"),
        ("Migraine is a fever", "Does Migraine present with Fever?"),
        ("Which compounds hate migraine?", "Which compounds treat Migraine?"),
    ],
)
def test_what_may_ask_something_else_is_never_answered_unasked(asked: str, plain: str) -> None:
    cleaned = clean(asked)
    found = {one.question: one for one in interpreter().weighed(cleaned, interpreter().named(cleaned), (plain,))}
    assert plain not in found or found[plain].share < found[plain].needed


def test_still_before_what_is_said_anyway_is_no_doubt() -> None:
    plain = "Does Aspirin treat Migraine?"
    for asked, doubted in (("does aspirin still treat migraine?", 0), ("does aspirin treat migraine still?", 1)):
        cleaned = clean(asked)
        found = {one.question: one for one in interpreter().weighed(cleaned, interpreter().named(cleaned), (plain,))}
        assert found[plain].features["changed"] == doubted


def test_ordinary_words_are_no_doubt() -> None:
    cleaned = clean("so compounds that folks take for migraine?")
    plain = "Which compounds treat Migraine?"
    found = {one.question: one for one in interpreter().weighed(cleaned, interpreter().named(cleaned), (plain,))}
    assert found[plain].needed == SURE


def test_the_unit_of_what_is_asked_is_said_by_it() -> None:
    timed = derive.node_type("Play", 9, (derive.property_("running_time_min", "INTEGER"),))
    record = {"id": "P:1", "label": "Play", "name": "Automat", "synonyms": []}
    reads = Interpreter(settled([timed], []), Linker(NameIndex([record])))
    plain = "What is the running time of Automat?"
    for unit, doubts in (("minutes", 0), ("kilograms", 1)):
        cleaned = clean(f"so what would be, in {unit}, the running time of Automat?")
        found = {one.question: one for one in reads.weighed(cleaned, reads.named(cleaned), (plain,))}
        assert found[plain].features["units"] == doubts


def test_a_verb_is_not_cut_away_before_its_particle() -> None:
    for asked, cut in (
        ("Which compounds bleep treat migraine?", True),
        ("Which compounds bleep out treat migraine?", False),
    ):
        cleaned = clean(asked)
        found = interpreter().weighed(cleaned, interpreter().named(cleaned), ())
        assert any(one.is_cut for one in found) is cut
