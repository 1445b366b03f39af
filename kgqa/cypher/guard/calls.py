"""How large the value of a function can be, by how large its arguments can be."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from kgqa.cypher.guard.amounts import (
    NODE,
    NOTHING,
    STORED,
    TRUTH,
    Amount,
    Costly,
    either,
    many,
    number,
    signs,
    text,
    told,
)
from kgqa.cypher.tree import Call, Expression, Operation, Value

LONGEST_RANGE = 10_000
"""Numbers of one range."""

_SAME = frozenset({
    "coalesce", "reverse", "tail", "max", "min", "tostringlist", "tointegerlist", "tofloatlist", "tobooleanlist",
    "abs", "ceil", "floor", "round", "sqrt", "percentilecont", "percentiledisc", "avg", "stdev", "stdevp", "nullif",
    "tolower", "toupper", "lower", "upper", "trim", "ltrim", "rtrim", "btrim",
})  # fmt: skip
_FIRST = frozenset({"head", "last"})
_LENGTHS = frozenset({"size", "length", "char_length", "character_length"})
_LISTS = frozenset({"keys", "labels", "nodes", "relationships"})
_SMALL = frozenset({"rand", "sign", "sin", "cos", "e", "pi", "haversin", "isnan", "atan", "atan2", "asin", "acos"})
_TRUTHS = frozenset({"exists", "isempty", "toboolean", "tobooleanornull", "point.withinbbox"})


def called(part: Call, held: list[Amount], rows: float) -> Amount:
    """The value of a function of so many arguments; an aggregate is made of so many rows."""
    name = part.name.lower()
    if name == "count" and part.star:
        return number(rows)
    first = held[0] if held else NOTHING
    if name == "collect":
        return many(rows, first)
    if name == "count":
        return number(rows)
    if name == "sum":
        return number(rows * first.most)
    if name == "range":
        return _range(part, held)
    if name in _LENGTHS:
        return number(first.length)
    if name in _SAME:
        return replace(either(held), texts=None) if name == "reverse" else either(held)
    if name in _FIRST:
        return first.held
    if name in _LISTS:
        return many(10, NODE if name in ("nodes", "relationships") else text(20))
    if name in _TRUTHS:
        return TRUTH
    if name in _SMALL:
        return number(10)
    return _text(name, part, held, first)


def _text(name: str, part: Call, held: list[Amount], first: Amount) -> Amount:
    """Functions that make a text of a text; of any other, a number or a short text."""
    if name == "replace" and len(held) == 3:
        sought = part.arguments[1]
        exact = sought.value if isinstance(sought, Value) and isinstance(sought.value, str) else ""
        found = first.length / max(len(exact), 1) + (0 if exact else 1)
        length = first.length + found * max(held[2].length - len(exact), 0)
        return text(length)
    if name == "split":
        return many(first.length + 1, text(max(first.length, 1) / (first.length + 1)))
    if name in ("substring", "left", "right"):
        lengths = [one.most for one in held[1:]]
        return text(min(first.length, lengths[-1] if lengths and (name != "substring" or len(held) > 2) else inf))
    if name == "normalize":
        return text(4 * first.length)
    if name in ("tostring", "tostringornull"):
        return text(signs(first))
    if name in ("tointeger", "tointegerornull", "tofloat", "tofloatornull") and first.kind == "number":
        return first
    if name == "properties" and first.element is not None:
        return either([first, STORED])
    return STORED if name in ("properties", "startnode", "endnode", "valuetype", "type", "elementid") else number()


def _range(part: Call, held: list[Amount]) -> Amount:
    figures = [whole(argument) for argument in part.arguments]
    low, high, step = (*figures, 1)[:3] if len(figures) in (2, 3) else (None, None, 1)
    size: float
    if low is not None and high is not None and step is not None:
        size = max((high - low) // step + 1, 0) if step else 0
    elif low is not None and held[1:]:
        size = max(held[1].most - min(low, held[1].most), held[1].most if low < 0 else 0) + 1
    else:
        size = sum(one.most for one in held[:2]) + 1
    if size == inf:
        raise Costly(
            f"How long a range of numbers is, is not known before it runs; at most {LONGEST_RANGE:,} are allowed. "
            "Write its ends as numbers."
        )
    if size > LONGEST_RANGE:
        raise Costly(
            f"A range of {told(size)} numbers is longer than the {LONGEST_RANGE:,} that are allowed. Make it shorter."
        )
    return many(size, number(max([0.0, *(one.most for one in held[:2])])))


def whole(part: Expression | None) -> int | None:
    """A whole number that is written out; None for anything else."""
    if isinstance(part, Operation) and part.operators == ("-",) and len(part.operands) == 1:
        inner = whole(part.operands[0])
        return -inner if inner is not None else None
    if isinstance(part, Value) and isinstance(part.value, (int, float)) and not isinstance(part.value, bool):
        return int(part.value) if abs(part.value) < 1e300 else None
    return None
