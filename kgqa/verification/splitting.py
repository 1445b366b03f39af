"""A text as its reader sees it: sentences, list items, headings and table rows, each with its place in the text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Form = Literal["sentence", "item", "heading", "row", "value", "key"]

_ITEM = re.compile(r"(?:[-*+•–·▪◦]|\(?\d{1,3}[.)]|\(?[a-z][.)])[ \t]+")
_HEADING = re.compile(r"#{1,6}[ \t]+|(?:\*\*|__)[^*_]+(?:\*\*|__):?[ \t]*$")
_RULE = re.compile(r"[ \t|:*_=-]*$")
_FENCE = re.compile(r"[ \t]*(?:```|~~~)")
_QUOTED_LINE = re.compile(r"[ \t]*(?:>[ \t]?)*")
_END = re.compile(r"[.!?。！？]+[\"'”’)\]*_]*(?=\s+[\"'“‘(\[*_]*[^\W_a-z])|[。！？]")
_NO_END = re.compile(
    r"(?:\b(?:e\.g|i\.e|cf|vs|etc|approx|resp|no|fig|ca|al|dr|st|prof|incl|sp|spp)|(?<![^\s(])[A-Z]|\b\d{1,3})$",
    re.IGNORECASE,
)
_JSON_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|\b(true|false|\d+)\b(?!\.\d)')


@dataclass(frozen=True, slots=True)
class Segment:
    """One sentence, item or row of a text.

    Attributes:
        start, end: character offsets in the text, end exclusive, without white space around it.
        lead: what an item stands under: the nearest heading, opened list or sentence before it that ends in a colon.
    """

    start: int
    end: int
    form: Form
    lead: Segment | None = None


def segments(text: str) -> list[Segment]:
    """The segments of a text in order; nothing of a frame such as code fences and rules."""
    return list(_json_values(text) if _is_json(text) else _lines(text))


def _is_json(text: str) -> bool:
    stripped = text.strip()
    if not stripped.startswith(("{", "[")) or not stripped.endswith(("}", "]")):
        return False
    try:
        json.loads(stripped)
    except (ValueError, RecursionError):
        return False
    return True


def _json_values(text: str) -> Iterator[Segment]:
    """The strings, whole numbers, true and false of a JSON reply, each under the name of its field."""
    key: Segment | None = None
    for match in _JSON_STRING.finditer(text):
        if match[2] is not None:
            key = Segment(match.start(1), match.end(1), "key")
            yield key
        elif match[3] is not None:
            yield Segment(match.start(3), match.end(3), "value", key)
        elif match[1].strip():
            for start, end in _sentences(text, match.start(1), match.end(1)):
                yield Segment(start, end, "value", key)


def is_literal(text: str) -> bool:
    """Whether a value of a JSON reply is a true, a false or a number."""
    return text in ("true", "false") or text.isdigit()


def _lines(text: str) -> Iterator[Segment]:
    leads: list[tuple[int, Segment]] = []
    header: Segment | None = None
    place = 0
    for line in text.splitlines(keepends=True):
        first, place = place, place + len(line)
        body = _QUOTED_LINE.match(line)
        start = first + (body.end() if body else 0)
        end = first + len(line.rstrip())
        if start >= end or _FENCE.match(line) or _RULE.fullmatch(text[start:end]):
            continue
        indent = start - first
        if _is_row(text[start:end]):
            lead = _lead(leads, indent)
            yield Segment(start, end, "heading", lead) if header is None else Segment(start, end, "row", header)
            header = header or Segment(start, end, "heading", lead)
            continue
        header = None
        yield from _of_line(text, start, end, indent, leads)


def _of_line(text: str, start: int, end: int, indent: int, leads: list[tuple[int, Segment]]) -> Iterator[Segment]:
    item, heading = _ITEM.match(text, start, end), _HEADING.match(text[start:end])
    if item is None and heading is not None:
        segment = Segment(start, end, "heading")
        leads[:] = [(-1, segment)]
        yield segment
        return
    lead = _lead(leads, indent + 1 if item is None else indent) if item is not None or indent else None
    spans = list(_sentences(text, item.end() if item is not None else start, end))
    for number, (first, last) in enumerate(spans):
        form: Form = "item" if item is not None and number == 0 else "sentence"
        segment = Segment(first, last, form, lead)
        yield segment
    if spans and (item is not None or text[spans[-1][1] - 1] == ":"):
        leads[:] = [
            (at, one) for at, one in leads if (at < indent or one.form != "item" if item is not None else at == -1)
        ]
        leads.append((indent, Segment(spans[-1][0], spans[-1][1], "item" if item is not None else "sentence", lead)))
    elif spans:
        leads[:] = []


def _lead(leads: list[tuple[int, Segment]], indent: int) -> Segment | None:
    """What an item at some indent stands under: nothing that is an item of the same list."""
    for at, segment in reversed(leads):
        if at < indent or segment.form != "item":
            return segment
    return None


def _is_row(line: str) -> bool:
    return line.count("|") >= 2 and line.lstrip().startswith("|")


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where the sentences of one line begin and end."""
    first = start
    for match in _END.finditer(text, start, end):
        if match.group().startswith(".") and _NO_END.search(text[first : match.start()]):
            continue
        yield from _trimmed(text, first, match.end())
        first = match.end()
    yield from _trimmed(text, first, end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end
