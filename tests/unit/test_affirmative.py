"""Questions for a list of which something is denied, asked without the denial."""

from __future__ import annotations

import pytest

from kgqa.questions.intent import Intent
from kgqa.questions.negation.affirmative import affirmed, denied
from tests.unit.own_graphs import PLAIN, understanding


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Which drugs do not treat gout?", "Which drugs treat gout?"),
        ("Which drugs don't treat gout?", "Which drugs treat gout?"),
        ("Which drugs are not used for gout?", "Which drugs are used for gout?"),
        ("drugs without gout", "drugs with gout"),
        ("drugs that are free of gout", "drugs that have gout"),
        ("gout-free drugs", "drugs with gout"),
        ("drugs with no gout", "drugs with gout"),
        ("Which drugs treat gout?", None),  # nothing is denied
        ("Which drugs do not treat gout but not epilepsy?", None),
        ("Which drugs do not help?", None),  # no name behind it
        ("Which drugs treat nothing but gout?", None),
        ("Is aspirin without gout?", None),  # no list
        ("Tell me whether aspirin is free of gout", None),
        ("Which drugs that treat gout do not treat gout?", None),
    ],
)
def test_a_denial_is_taken_out_where_it_is_the_only_one(asked: str, plain: str | None) -> None:
    _, linker = understanding(PLAIN)
    found = affirmed(asked, linker.link(asked))
    assert (found.question if found is not None else None) == plain


@pytest.mark.parametrize(
    ("plain", "denies", "negated"),
    [
        ("Which drugs treat gout?", "gout", [True]),
        ("Which drugs treat gout?", "epilepsy", None),  # of which nothing is asked
        ("Which drugs treat gout and epilepsy?", "epilepsy", [False, True]),
        ("Which drugs are not recorded to treat gout?", "gout", None),  # denied already
        ("Is there a drug that treats gout?", "gout", None),  # no list
    ],
)
def test_only_what_leads_to_the_denied_name_is_denied(plain: str, denies: str, negated: list[bool] | None) -> None:
    reader, linker = understanding(PLAIN)
    read = reader.read(plain, linker.link(plain))
    assert isinstance(read, Intent)
    (name,) = linker.link(denies)
    found = denied(read, frozenset({name.chosen.id}))
    told = [one.negated for one in found.answer.conditions] if found is not None and found.answer is not None else None
    assert told == negated
