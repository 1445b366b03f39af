"""The door to the graph for statements that were not planned here: what may run, and as which text.

What is refused, is refused with its reasons. What is admitted has its bounds (an end to paths without one, and a LIMIT
where there is none), and its text is what is sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kgqa.cypher.guard.guard import UNKNOWN, judge
from kgqa.cypher.parser.parse import Parsed, parse
from kgqa.cypher.spans import fresh
from kgqa.cypher.tree import Group, Pattern, Projection, Query, RelationshipPattern, Value, Variable
from kgqa.cypher.walk import variables, walk
from kgqa.errors import QueryError
from kgqa.graph.quoting import quoted
from kgqa.records import Correction


@dataclass(frozen=True, slots=True)
class Admitted:
    """A statement that may run.

    Attributes:
        text: what is sent, character by character.
        columns: the names of its columns; none where only the server knows them (``RETURN *``).
        notes: what was added before it runs, a sentence each.
        limited: whether its LIMIT was added or made smaller, so that there may be more rows than it gives.
        added: what was added, each with its place in the statement.
        within: where something was put around the statement to limit its rows, the statement without it.
    """

    text: str
    columns: tuple[str, ...]
    notes: tuple[str, ...] = ()
    limited: bool = False
    added: tuple[Correction, ...] = ()
    within: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that does not run, and why, a sentence a reason."""

    text: str
    reasons: tuple[str, ...]


def admit(text: str, most_rows: int, counts: Mapping[str, int] = UNKNOWN) -> Admitted | Refused:
    """Whether a text may run, and as what. Never raises.

    Args:
        most_rows: the LIMIT where it has none, or one above it.
        counts: nodes by label of the graph, where they are known.
    """
    verdict = judge(text, counts)
    if not verdict.allowed:
        return Refused(text, verdict.reasons)
    done = bounded(text, most_rows)
    # What is sent is judged as it is sent, whatever was added to it.
    verdict = judge(done.text, counts)
    if not verdict.allowed:
        return Refused(text, verdict.reasons)
    return Admitted(done.text, _columns(done.text), done.notes, done.limited, done.added, done.within)


def _columns(text: str) -> tuple[str, ...]:
    last = parse(text).statements[0].query.parts[-1].clauses[-1]
    if not isinstance(last, Projection) or last.star:
        return ()
    return columns(text, last)


_LONGEST_PATH = 6
"""Relationships; where the statement asks for more at least, that number."""

_Addition = tuple[str, int, int, str, str]
"""Why, start and end of a span, what is to stand there, and the note on it."""


@dataclass(frozen=True, slots=True)
class Bounded:
    """A statement as it is run, with a note on each thing that was added.

    Attributes:
        limited: whether its LIMIT was added or made smaller, so that there may be more rows than it gives.
        added: what was added, each with its place in the statement.
        within: where something was put around the statement to limit its rows, the statement without it.
    """

    text: str
    notes: tuple[str, ...] = ()
    limited: bool = False
    added: tuple[Correction, ...] = ()
    within: str = ""


def bounded(text: str, most_rows: int) -> Bounded:
    """A statement with bounds; a text that is no single statement stays as it is. Never raises.

    Args:
        most_rows: the LIMIT that is added where the statement has none, or one above it.
    """
    parsed = parse(text)
    if len(parsed.statements) != 1:
        return Bounded(text)
    query = parsed.statements[0].query
    ends, limit, around = list(_ends(query)), list(_limit(query, most_rows)), _around(parsed, most_rows)
    # What is put around the parts of a UNION is one thing to a reader.
    told = [(*around[-1][:3], f"CALL {{ … {around[-1][3].strip()}", around[-1][4])] if around else limit
    added = tuple(
        Correction(rule, text[start:end], after.strip(), note, start, end)
        for rule, start, end, after, note in sorted([*ends, *told], key=lambda one: one[1])
    )
    notes = tuple(dict.fromkeys(one.reason for one in added))
    whole = _with(text, [*ends, *limit, *around])
    return Bounded(whole, notes, bool(limit or around), added, _with(text, ends) if around else "")


def _with(text: str, additions: list[_Addition]) -> str:
    # From the end, and of several at one place the last one first, so that they come to stand in their order.
    placed = sorted(additions, key=lambda one: one[1])
    for _, start, end, after, _ in reversed(placed):
        text = text[:start] + after + text[end:]
    return text


def columns(text: str, projection: Projection) -> tuple[str, ...]:
    """The names of the columns of a RETURN in a text."""
    return tuple(
        item.alias.text
        if item.alias is not None
        else item.expression.name.text
        if isinstance(item.expression, Variable)
        else text[item.expression.start : item.expression.end]
        for item in projection.items
    )


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
                most = max(_LONGEST_PATH, repeat.least)
                after = f"*{repeat.least}..{most}" if repeat is length else f"{{{repeat.least},{most}}}"
                note = f"A path without an end is followed for at most {most} relationships."
                yield "path_end", repeat.start, repeat.end, after, note


def _limit(query: Query, most_rows: int) -> Iterator[_Addition]:
    """The LIMIT of a statement without UNION."""
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


def _around(parsed: Parsed, most_rows: int) -> list[_Addition]:
    """The LIMIT of a statement with UNION, around all of it: one in a part would cut rows before UNION compares them.

    Nothing where ``CALL { }`` would change what the statement says; reading ends at the limit there too.
    """
    query, text = parsed.statements[0].query, parsed.text
    returned = [part.clauses[-1] for part in query.parts]
    projections = [one for one in returned if isinstance(one, Projection) and one.word == "RETURN" and not one.star]
    # In CALL { } a first WITH takes over names from outside.
    imports = any(isinstance(part.clauses[0], Projection) and part.clauses[0].word == "WITH" for part in query.parts)
    names = columns(text, projections[0]) if projections else ()
    differ = len(projections) < len(returned) or any(columns(text, one) != names for one in projections)
    if len(query.parts) == 1 or imports or differ:
        return []
    own = [one.limit.value for one in projections if isinstance(one.limit, Value)]
    if len(own) == len(projections) and sum(one for one in own if isinstance(one, int | float)) <= most_rows:
        return []
    note = f"At most {most_rows:,} rows are read; the statement has no LIMIT for all parts of its UNION."
    found: list[_Addition] = [("limit", query.start, query.start, "CALL { ", note)]
    told: list[str] = []
    for place, name in enumerate(names):
        try:
            told.append(quoted(name))
        except QueryError:
            return []
        if not name.isidentifier():
            # One of the servers takes a variable such as `n.name` for a property, whatever quotes it has.
            inner = fresh(parsed, "column", [one.split()[0] for one in told])
            told[-1] = f"{inner} AS {told[-1]}"
            if any(name in variables(key) for projection in projections for key in projection.order):
                return []
            items = [projection.items[place] for projection in projections]
            found += [
                ("limit", item.end, item.end, f" AS {inner}", note)
                if item.alias is None
                else ("limit", item.alias.start, item.alias.end, inner, note)
                for item in items
            ]
    end = projections[-1].end
    return [*found, ("limit", end, end, f" }} RETURN {', '.join(told)} LIMIT {most_rows}", note)]
