"""Whether a question for yes or no says that a link does not hold ("Is it true that A is not seen in B?").

The record that denies such a link is what makes the answer "yes". Where a denial is a condition on something unnamed
("is there a gene of A that is not one of B?") or is said in a way that no record of one link can answer ("can A occur
without B?"), this says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from kgqa.language.inflection import stem
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.text.courtesy import without_tag

Denial = Literal["none", "link", "condition", "unclear"]
"""What a question denies: nothing, the link that it names, a condition on something unnamed, or what is not clear."""

_NAME = "_"
_CLAUSES = re.compile(r"(?<=[.:;!?])\s+")
_BETWEEN = frozenset({"without", "except", "excluding", "neither", "nor"})
"""Words that set one thing against another rather than deny that they are joined."""


def last_clause(question: str) -> str:
    """Of a question whose names are blanked with "_" the last clause that has one: "My aunt says never. Does A show B?"
    does not ask what comes before it."""
    return next((one for one in reversed(_CLAUSES.split(question)) if _NAME in one), question)


def denial_of(question: str, names: Iterable[tuple[int, int]]) -> Denial:
    """What a question for yes or no denies.

    Args:
        question: without its options.
        names: where names stand in it; words of names deny nothing ("with or without polydactyly").
    """
    for start, end in names:
        question = question[:start] + _NAME * (end - start) + question[end:]
    asked = last_clause(question[: without_tag(question)])
    words = [one.lowered for one in spoken(asked)]
    if words[-2:] == ["or", "not"]:
        words = words[:-2]
    if words and words[0] in vocabulary().auxiliary and not asked.lstrip().startswith(_NAME):
        # "Isn't A seen in B?" asks whether it is, and "Is there any ..." for something that meets conditions.
        existing = words[1:2] == ["there"] and words[2:3] not in (["no"], ["not"])
        words = words[1:]
    else:
        existing = words[:1] == ["any"]
    denying = _stems()
    said = [one for one in words if one.endswith("n't") or one in _BETWEEN or stem(one) in denying]
    if not said:
        return "none"
    if existing:
        return "condition"
    return "link" if len(said) == 1 and said[0] not in _BETWEEN else "unclear"


def _stems() -> frozenset[str]:
    return frozenset(
        stem(word) for word in vocabulary().cues["not"] if " " not in word and word not in ("neither", "nor")
    )
