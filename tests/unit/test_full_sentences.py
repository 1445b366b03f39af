"""An answer as one sentence in the words of its question, or none where the question is of no form that is known."""

from __future__ import annotations

import re

import pytest

from kgqa.answers.full_sentences import in_a_sentence

CASES = [
    ("Which drugs are [cancers] with [NTRK3] resistant to?", "A", "Cancers with NTRK3 are resistant to A."),
    ("What [disease] does [CYLD] possibly cause?", "A B", "CYLD possibly causes A and B."),
    ("With which forms of [cancer] is [MET] associated?", "A", "MET is associated with A."),
    ("How to treat [lupus] with [anaemia]?", "A B", "Lupus with anaemia can be treated with A and B."),
    ("Which [signs] do patients with disorders of [GALT] have?", "A B", ""),
    ("Which [disorders] of [LMNA] are [recessive]?", "A B", "The following disorders of LMNA are recessive: A and B."),
    ("Which genes can be activated by [codeine]?", "A", "Codeine can activate A."),
    ("What kind of [cancer] can be driven by [PLAG1]?", "A B", "PLAG1 can drive A and B."),
    ("Which [diseases] are caused by [CYLD]?", "A B", "CYLD causes A and B."),
    ("Which [disease] is often carried by [Tom Lee]?", "A", "A is often carried by Tom Lee."),
    ("Which [disease] is mainly transmitted by [Aedes aegypti]?", "A", "Aedes aegypti mainly transmits A."),
    ("Which [genes] are bound by [X]?", "A B C D", "X binds the following genes: A, B, C and D."),
    ("Which [genes] are bound by [proteins]?", "A", "A is bound by proteins."),
    ("Which [genes] are bound by [X] and [Y]?", "A", "A is bound by X and Y."),
    ("Which [genes] are regulated by the [X] [protein]?", "A", "A is regulated by the X protein."),
    ("Which [genes] were found by [X]?", "A", "A was found by X."),
    ("Which [genes] are not bound by [X]?", "A", "A is not bound by X."),
    ("Which [lakes] are close by [X]?", "A", "A is close by X."),
    ("Which genes need [codeine]?", "A", ""),
    ("Which effects does [aspirin] have as side effect?", "A B", "Aspirin has as side effect A and B."),
    ("Which cells does [BRCA1] underlie?", "A", "BRCA1 underlies A."),
    ("Which genes does [X] upregulate?", "A", "X upregulates A."),
    ("Which genes does [X] targets?", "A", ""),
    ("Which genes are targets of [X]?", "A", "A is a target of X."),
    ("Which genes are targets of [X]?", "A B", "The following genes are targets of X: A and B."),
    ("Which ones are due to [X] of [Y]?", "A", "A is due to X of Y."),
    ("Is [A] related to [B]?", "A", ""),
    ("Which drugs can [X] need?", " ".join("abcdefghijkl"),
     "X can need the following drugs: a, b, c, d, e, f, g, h, i, j and 2 more."),
]  # fmt: skip


@pytest.mark.parametrize(("marked", "names", "said"), CASES)
def test_a_question_becomes_the_statement_that_answers_it(marked: str, names: str, said: str) -> None:
    spans, question = [], ""
    for part in re.split(r"(\[.+?\])", marked):
        if part.startswith("["):
            spans.append((len(question), len(question) + len(part) - 2))
        question += part.strip("[]")
    assert in_a_sentence(question, spans, names.split()) == said
