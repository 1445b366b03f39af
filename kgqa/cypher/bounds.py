"""What is added to a statement before it runs: an end to paths without one, and a LIMIT where there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.cypher.parse import parse
from kgqa.cypher.tree import Group, Pattern, Projection, Query, RelationshipPattern, Value
from kgqa.cypher.walk import walk
from kgqa.records import Correction

LONGEST_PATH = 6
"""Relationships; where the statement asks for more at least, that number."""

_Addition = tuple[str, int, int, str, str]
"""Why, start and end of a span, what is to stand there, and the note on it."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """A statement as it is run, with a note on each thing that was added.

    Attributes:
        limited: whether its LIMIT was added or made smaller, so that there may be more rows than it gives.
        added: what was added, each with its place in the statement.
    """

    text: str
    notes: tuple[str, ...] = ()
    limited: bool = False
    added: tuple[Correction, ...] = ()


def bounded(text: str, most_rows: int) -> Bounded:
    """A statement with bounds; a text that is no single statement stays as it is. Never raises.

    Args:
        most_rows: the LIMIT that is added where the statement has none, or one above it.
    """
    parsed = parse(text)
    if len(parsed.statements) != 1:
        return Bounded(text)
    query = parsed.statements[0].query
    limit = list(_limit(query, most_rows))
    additions = [*_ends(query), *limit]
    additions.sort(key=lambda one: one[1])
    added = tuple(
        Correction(rule, text[start:end], after.strip(), note, start, end)
        for rule, start, end, after, note in additions
    )
    for _, start, end, after, _ in reversed(additions):
        text = text[:start] + after + text[end:]
    return Bounded(text, tuple(dict.fromkeys(one.reason for one in added)), bool(limit), added)


def _ends(query: Query) -> Iterator[_Addition]:
    """An end to each path without one; a shortest path has its own."""
    shortest = [one for one in walk(query) if isinstance(one, Pattern) and (one.function or one.selector)]
    inside = {id(part) for pattern in shortest for part in walk(pattern)}
    for part in walk(query):
        if not isinstance(part, (RelationshipPattern, Group)) or id(part) in inside:
            continue
        length = part.length if isinstance(part, RelationshipPattern) else None
        for repeat in (length, part.quantifier):
            if repeat is not None and repeat.most is None:
                most = max(LONGEST_PATH, repeat.least)
                after = f"*{repeat.least}..{most}" if repeat is length else f"{{{repeat.least},{most}}}"
                note = f"A path without an end is followed for at most {most} relationships."
                yield "path_end", repeat.start, repeat.end, after, note


def _limit(query: Query, most_rows: int) -> Iterator[_Addition]:
    """The LIMIT of a statement without UNION, whose parts would need one each."""
    last = query.parts[-1].clauses[-1]
    if len(query.parts) > 1 or not isinstance(last, Projection):
        return
    limit = last.limit
    if limit is None:
        note = f"At most {most_rows:,} rows are read; the statement has no LIMIT of its own."
        yield "limit", last.end, last.end, f" LIMIT {most_rows}", note
    elif isinstance(limit, Value) and isinstance(limit.value, int | float) and limit.value > most_rows:
        note = f"At most {most_rows:,} rows are read; the statement asks for more."
        yield "limit", limit.start, limit.end, str(most_rows), note
