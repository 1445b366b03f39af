"""The door to the graph for statements that were not planned here: what may run, and as which text.

What is refused, is refused with its reasons. What is admitted has its bounds, and its text is what is sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.cypher.bounds import bounded
from kgqa.cypher.guard import judge
from kgqa.cypher.parse import parse
from kgqa.cypher.tree import Projection, Variable
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
    """

    text: str
    columns: tuple[str, ...]
    notes: tuple[str, ...] = ()
    limited: bool = False
    added: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """A text that does not run, and why, a sentence a reason."""

    text: str
    reasons: tuple[str, ...]


def admit(text: str, most_rows: int) -> Admitted | Refused:
    """Whether a text may run, and as what. Never raises.

    Args:
        most_rows: the LIMIT where it has none, or one above it.
    """
    verdict = judge(text)
    if not verdict.allowed:
        return Refused(text, verdict.reasons)
    done = bounded(text, most_rows)
    # What is sent is judged as it is sent, whatever was added to it.
    verdict = judge(done.text)
    if not verdict.allowed:
        return Refused(text, verdict.reasons)
    return Admitted(done.text, _columns(done.text), done.notes, done.limited, done.added)


def _columns(text: str) -> tuple[str, ...]:
    last = parse(text).statements[0].query.parts[-1].clauses[-1]
    if not isinstance(last, Projection) or last.star:
        return ()
    return tuple(
        item.alias.text
        if item.alias is not None
        else item.expression.name.text
        if isinstance(item.expression, Variable)
        else text[item.expression.start : item.expression.end]
        for item in last.items
    )
