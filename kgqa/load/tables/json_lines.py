"""Rows of JSON lines: one flat object a line."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa.load.source import BadRow
from kgqa.load.tables.files import Text
from kgqa.load.tables.headings import MAX_COLUMNS, MAX_FIELD, Heading, Row, Value, bad, checked_columns
from kgqa.schema.model import PropertyType

SAMPLE = 1000
"""How many JSON lines are read to learn which keys there are."""


def read_header(path: Path, text: Text) -> list[Heading]:
    """The keys of the first objects; one that holds an array is a list, one that only holds objects is of no use."""
    types: dict[str, PropertyType] = {}
    flat: set[str] = set()
    for line in itertools.islice(text.lines(), SAMPLE):
        text.next_row()
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        for key, item in value.items() if isinstance(value, dict) else ():
            several = isinstance(item, list)
            types[key] = "LIST" if several else types.get(key, "STRING")
            if not any(isinstance(part, dict | list) for part in (item if several else [item])):
                flat.add(key)
    checked_columns(path, [key for key in types if key.strip()])
    return [Heading(key, type_, key in flat, key not in flat) for key, type_ in types.items()]


def read_rows(path: Path, text: Text, without: frozenset[str]) -> Iterator[tuple[int, Row | BadRow]]:
    for line in text.lines():
        if text.fault:
            yield text.number, bad(path, text.number, text.fault)
        elif line.strip():
            try:
                value = json.loads(line, parse_int=str, parse_float=str, parse_constant=str)
                yield text.number, _texts(value, without)
            except (ValueError, RecursionError) as error:
                yield text.number, bad(path, text.number, f"it is no flat JSON object ({error})")
        text.next_row()


def _texts(value: Any, without: frozenset[str]) -> Row:
    """A JSON object as a row: numbers as they are written, true and false as words, null as absent."""
    if not isinstance(value, dict):
        raise ValueError("not an object")
    if len(value) > MAX_COLUMNS:
        raise ValueError(f"{len(value)} keys; at most {MAX_COLUMNS} can be loaded")
    if "" in value:
        raise ValueError("a key is empty")
    return {key: text for key, item in value.items() if key not in without and (text := _text(key, item))}


def _text(key: str, item: Any) -> Value:
    if isinstance(item, list):
        return [text for part in item if part is not None and (text := _scalar(key, part))]
    return _scalar(key, item)


def _scalar(key: str, item: Any) -> str:
    if isinstance(item, str):
        if not item.isascii():
            item.encode()  # a lone surrogate is no text
        if len(item) > MAX_FIELD:
            raise ValueError(f"{key[:80]!r} is longer than {MAX_FIELD:,} characters")
        return item
    if item is None:
        return ""
    if isinstance(item, bool):
        return str(item).lower()
    raise ValueError(f"{key[:80]!r} holds an {'array in an array' if isinstance(item, list) else 'object'}")
