"""How a record says that a link does not hold: what was looked for, in how many, and found in none."""

from __future__ import annotations

from kgqa.evidence.gathering import Edge
from kgqa.language import everyday
from kgqa.questions.wording import frequency

_HAVE_PATIENTS = frozenset({"disease", "cancer"})
"""Kinds of things with which there are patients, so that something can be looked for in these."""


def denial(edge: Edge) -> str:
    """A record that denies a link, as a sentence without its full stop."""
    triple = edge.triple
    often = frequency(edge.relation, triple.properties)
    said = f"it is recorded that {triple.in_words}"
    if often is None or not often.examined:
        return said
    if everyday.concepts_of(triple.subject.label) & _HAVE_PATIENTS:
        number, found = (
            (f"{often.examined:,} patients", "found in none") if often.examined > 1 else ("1 patient", "not found")
        )
        return f"{triple.object.name} was looked for in {number} with {triple.subject.name} and {found}"
    return f"{said}, found in none of {often.examined:,} patients"
