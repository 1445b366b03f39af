"""Questions for yes or no that are answered by the value of a property."""

from __future__ import annotations

import pytest

from kgqa.answers.certainty import as_verdict
from kgqa.records import Answer


@pytest.mark.parametrize(
    ("value", "verdict"), [("yes", True), (False, False), ("No", False), ("Orphanet", None), (1, None), (["yes"], None)]
)
def test_a_property_that_is_so_or_not_is_a_verdict(value: object, verdict: bool | None) -> None:
    answer = as_verdict(Answer("answered", "text", "Organic of A: x.", "Organic of A: x.", value=value))
    assert answer.verdict is verdict
    assert answer.kind == ("text" if verdict is None else "yesno")
    assert answer.text == ("" if verdict is None else "Yes. " if verdict else "No. ") + "Organic of A: x."
