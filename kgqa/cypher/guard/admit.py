"""The door to the graph for statements that were not planned here: what may run, and as which text.

What is refused, is refused with its reasons. What is admitted has its bounds, and its text is what is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kgqa.cypher.guard.bounds import bounded, columns
from kgqa.cypher.guard.guard import UNKNOWN, judge
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.tree import Projection
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
