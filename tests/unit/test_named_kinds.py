"""A kind of a named thing, told by what it is of."""

from __future__ import annotations

import pytest

from kgqa.questions.paraphrases import named_kinds
from kgqa.records import Candidate, Entity

_NAMES = {"gout": "x:1", "acute gout": "x:2", "gout, tardive type": "x:3", "gout, other type": "x:4"}


def _named(text: str) -> list[Entity]:
    whole = [name for name in _NAMES if name == text]
    name = whole[0] if whole else "gout"
    at = text.index(name)
    return [Entity(name, at, at + len(name), Candidate(_NAMES[name], name, "Disease", 1.0, "exact", name))]


@pytest.mark.parametrize(
    ("text", "put"),
    [
        ("What causes the acute form of gout?", "What causes acute gout?"),
        ("I have gout of the acute type. What causes it?", "I have acute gout. What causes it?"),
        ("What causes the tardive kind of gout?", "What causes gout, tardive type?"),
    ],
)
def test_a_kind_that_has_a_name_is_called_so(text: str, put: str) -> None:
    found = named_kinds.put(text, _named(text), _named)
    assert found is not None
    assert found.text == put
    (kind,) = found.entities
    assert text[kind.start : kind.end] == kind.mention


@pytest.mark.parametrize(
    "text", ["What causes the rare form of gout?", "What causes the other type of gout?", "What causes acute gout?"]
)
def test_what_has_no_such_name_is_left(text: str) -> None:
    assert named_kinds.put(text, _named(text)[:1], _named) is None
