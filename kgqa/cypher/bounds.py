"""What is added to a statement before it runs: an end to paths without one, and a LIMIT where there is none."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.cypher.parse import parse
from kgqa.cypher.tree import Group, Pattern, Projection, RelationshipPattern
from kgqa.cypher.walk import walk

LONGEST_PATH = 6
"""Relationships; where the statement asks for more at least, that number."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """A statement as it is run, with a note on each thing that was added."""

    text: str
    notes: tuple[str, ...] = ()


def bounded(text: str, most_rows: int) -> Bounded:
    """A statement with bounds; a text that is no single statement stays as it is. Never raises.

    Args:
        most_rows: the LIMIT that is added where the statement has none.
    """
    parsed = parse(text)
    if len(parsed.statements) != 1:
        return Bounded(text)
    query = parsed.statements[0].query
    shortest = [one for one in walk(query) if isinstance(one, Pattern) and (one.function or one.selector)]
    inside = {id(part) for pattern in shortest for part in walk(pattern)}
    edits: list[tuple[int, int, str]] = []
    notes: list[str] = []
    for part in walk(query):
        if not isinstance(part, (RelationshipPattern, Group)) or id(part) in inside:
            continue
        length = part.length if isinstance(part, RelationshipPattern) else None
        for repeat in (length, part.quantifier):
            if repeat is not None and repeat.most is None:
                most = max(LONGEST_PATH, repeat.least)
                after = f"*{repeat.least}..{most}" if repeat is length else f"{{{repeat.least},{most}}}"
                edits.append((repeat.start, repeat.end, after))
                notes.append(f"A path without an end is followed for at most {most} relationships.")
    last = query.parts[-1].clauses[-1]
    if len(query.parts) == 1 and isinstance(last, Projection) and last.limit is None:
        edits.append((last.end, last.end, f" LIMIT {most_rows}"))
        notes.append(f"At most {most_rows:,} rows are read; the statement has no LIMIT of its own.")
    for start, end, after in sorted(edits, reverse=True):
        text = text[:start] + after + text[end:]
    return Bounded(text, tuple(dict.fromkeys(notes)))
