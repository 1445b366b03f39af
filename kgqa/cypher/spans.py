"""Places of a text for edits: spans with all their brackets, and names that are still free."""

from __future__ import annotations

from collections.abc import Collection

from kgqa.cypher.parser.parse import Parsed
from kgqa.cypher.tree import Part

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")


def covered(parsed: Parsed, part: Part) -> tuple[int, int]:
    """The span of a part with the brackets that belong to it: of ``(a) OR b`` also the first bracket."""
    tokens = parsed.tokens.tokens
    inside = [index for index, token in enumerate(tokens) if part.start <= token.start < part.end]
    depth = lowest = 0
    for index in inside:
        key = tokens[index].key
        depth += (key in _OPENING) - (key in _CLOSING)
        lowest = min(lowest, depth)
    start = inside[0] + lowest
    end = part.end
    if depth > lowest:
        end = tokens[inside[-1] + depth - lowest].end
    return tokens[start].start, end


def fresh(parsed: Parsed, wish: str, given: Collection[str] = ()) -> str:
    """A variable that the text does not hold: the wish with a number behind it.

    Args:
        given: new variables that have been given to others.
    """
    taken = {*given, *(token.text.strip("`") for token in parsed.tokens.tokens)}
    base = wish if wish.isidentifier() else "x"
    return next(name for name in (f"{base}{number}" for number in range(1, len(taken) + 2)) if name not in taken)
