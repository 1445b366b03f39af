"""The sentences of an answer, with the numbers of its evidence as buttons behind the names that they support."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kgqa import citing
from kgqa.citing import Part
from kgqa.graph.schema import Schema
from kgqa.records import Trace
from kgqa.ui import evidence_rows, evidence_view
from kgqa.ui.assets import component

_sentence = component("sentence", "linked")


def draw(trace: Trace, serial: str, schema: Schema) -> None:
    """The headline and the paragraphs after it.

    Args:
        serial: tells this asking from all others; numbers are chosen within it.
    """
    headline, paragraphs = citing.headline(trace), citing.paragraphs(trace)
    cited = {number for parts in (headline, *paragraphs) for part in parts for number in part.numbers}
    rows = evidence_rows.rows((triple for triple in trace.evidence if triple.number in cited), schema)
    data = {
        "answer": serial,
        "first": trace.evidence[0].number if trace.evidence else None,
        "headline": _parts(headline),
        "paragraphs": [_parts(parts) for parts in paragraphs],
        "rows": [evidence_view.as_data(row) for row in rows],
    }
    _sentence(key=f"sentence_{serial}", data=data)


def _parts(parts: Iterable[Part]) -> list[dict[str, Any]]:
    return [{"text": part.text, "numbers": list(part.numbers), "aside": part.aside} for part in parts]
