"""Numbers and words for how often in a claim, held against the fields of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from kgqa.evidence.fields import frequency_of, relation_of
from kgqa.questions.wording import Frequency
from kgqa.records import Triple
from kgqa.schema.model import Schema
from kgqa.verification.figures import Figure, called

Agreement = Literal["same", "other", "unknown"]
"""Whether a record has the number, another one in its place, or none."""
_BELOW = 0.0001


def agreement(figure: Figure, triple: Triple, schema: Schema) -> Agreement:
    """Whether a record says this number."""
    often = frequency_of(triple, schema)
    if figure.low is not None and figure.high is not None:
        return _of_share(figure, often)
    if figure.patients and often is not None and often.examined is not None:
        return "same" if figure.number in (often.patients, often.examined) else "other"
    return _of_fields(figure, triple, schema)


def _of_share(figure: Figure, often: Frequency | None) -> Agreement:
    if often is None or often.low is None or often.high is None:
        return "unknown"
    if figure.word or figure.bounds:
        if figure.low <= often.low + _BELOW and often.high <= figure.high + _BELOW:  # type: ignore[operator]
            return "same"
        apart = often.high < figure.low - _BELOW or often.low > figure.high + _BELOW  # type: ignore[operator]
        return "other" if apart else "unknown"
    if figure.some is not None and often.examined is not None:
        return "same" if (figure.some, figure.of) == (often.patients, often.examined) else "other"
    return "same" if _rounds(figure, often) else "other"


def _rounds(figure: Figure, often: Frequency) -> bool:
    """Whether the said shares are the recorded ones as they are rounded."""
    assert figure.low is not None
    assert figure.high is not None
    assert often.low is not None
    assert often.high is not None
    if figure.low != figure.high:
        pairs = ((figure.low, often.low), (figure.high, often.high))
        exact = all(abs(said - recorded) < 0.5 / 10**2 + _BELOW for said, recorded in pairs)
        return exact or (often.low == often.high and figure.low <= often.low <= figure.high and not figure.some)
    if often.low != often.high:
        return False
    said, recorded = 100 * figure.low, 100 * often.low
    step = 10.0**-figure.decimals
    if abs(said - recorded) <= step / 2 + _BELOW:
        return True
    return figure.about and said % 10 == 0 and abs(said - recorded) <= 5 + _BELOW


def _of_fields(figure: Figure, triple: Triple, schema: Schema) -> Agreement:
    """A number that is said to be a field's is held against that field, any other against all."""
    relation = relation_of(triple, schema)
    words = {p.name: set(called(p.name, p.words)) for p in relation.properties} if relation is not None else {}
    named = [
        value for name, value in triple.properties.items() if figure.field in words.get(name, set(called(name, ())))
    ]
    if any(_is_rounded(figure, value) for value in _numbers(named or triple.properties.values())):
        return "same"
    return "other" if named and list(_numbers(named)) else "unknown"


def _is_rounded(figure: Figure, value: float) -> bool:
    assert figure.number is not None
    decimals = len(figure.text.partition(".")[2].rstrip(". "))
    return abs(figure.number - value) < 0.5 * 10.0**-decimals + 1e-9 if decimals else figure.number == value


def _numbers(values: Any) -> Iterator[float]:
    for value in values:
        if isinstance(value, bool) or value is None:
            continue
        if isinstance(value, (int, float)):
            yield float(value)
        elif isinstance(value, str):
            yield from (float(one) for one in re.findall(r"(?<![\w.:/-])\d+(?:\.\d+)?(?![\w:])", value)[:8])
        elif isinstance(value, Sequence):
            yield from _numbers(value[:8])
