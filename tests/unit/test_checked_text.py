"""A text that somebody brought along: checked, as a record, as files, and what is told of one that is none."""

from __future__ import annotations

import csv
import io
import json
from types import SimpleNamespace
from typing import Any, cast

import pytest
from traces import CARD, checked

from kgqa.errors import TextError
from kgqa.exports import checked_text
from kgqa.exports.checked_text import WRITER, as_trace
from kgqa.pipeline import Asker
from kgqa.schema.model import Schema
from kgqa.strategies import check_text
from kgqa.verification.verifying import LONGEST

SCHEMA = Schema(nodes=(), relations=())
TEXT = (
    "Marfan syndrome shows arachnodactyly. Loeys-Dietz syndrome 1 shows ectopia lentis. "
    "Marfan syndrome shows anosmia.\nColchicine treats gout."
)
VERDICTS = ["supported", "contradicted", "not_recorded", "not_checked"]


def test_the_text_goes_out_with_its_verdicts_and_records() -> None:
    trace = as_trace(checked(TEXT), CARD, "Which diseases show it?")
    assert [claim.verdict for claim in trace.claims] == VERDICTS
    text = checked_text.document(trace, SCHEMA).decode()
    assert "**1 of 4 claims supported**" in text
    assert "1 supported, 1 contradicted, 1 not recorded, 1 not checked." in text
    assert "Read as an answer to: Which diseases show it?" in text
    assert "ectopia lentis [2]. (contradicted by the graph)" in text.replace("\\", "")
    assert "> Colchicine treats gout. (not checked)" in text
    assert "**2.** Loeys-Dietz syndrome 1 (OMIM:609192)" in text
    assert CARD.version in text
    assert WRITER not in text, "nobody is said to have written it"
    assert "language model" not in text


def test_the_text_for_programs() -> None:
    trace = as_trace(checked(TEXT), CARD)
    told = json.loads(checked_text.to_json(trace))
    assert [claim["verdict"] for claim in told["claims"]] == VERDICTS
    assert all(told["text"][claim["start"] : claim["end"]] == claim["text"] for claim in told["claims"])
    assert [record["number"] for record in told["evidence"]] == [1, 2]
    assert told["question"] is None
    rows = list(csv.reader(io.StringIO(checked_text.to_csv(trace).decode("utf-8-sig"))))
    assert [row[2] for row in rows] == [
        "Verdict",
        "supported",
        "contradicted by the graph",
        "not recorded",
        "not checked",
    ]


@pytest.mark.parametrize("words", ["# x\n---\n![i](https://evil.example)", "<script>1</script>", "=cmd|' /C calc'!A0"])
def test_a_hostile_text_stays_text(words: str) -> None:
    trace = as_trace(checked(words), CARD, words)
    text = checked_text.document(trace, SCHEMA).decode()
    assert "![i](" not in text
    assert "<script>" not in text
    assert "\r\n1,=" not in checked_text.to_csv(trace).decode()


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "no text to check"), (" \n–…", "no text to check")],
)
def test_what_is_no_text_is_told_before_anything_is_asked(text: str, told: str) -> None:
    nothing = cast(Any, SimpleNamespace())  # whatever is asked of it fails
    with pytest.raises(TextError, match=told):
        Asker.verify(nothing, text)


def test_what_is_too_long_is_told_before_anything_is_asked() -> None:
    nothing = cast(Any, SimpleNamespace())
    with pytest.raises(TextError, match="60,001 characters"):
        check_text.checked(nothing, "a" * (LONGEST + 1), nothing, nothing)
