"""How large a value can be: the figures that the estimate of a statement carries from name to name.

Of a function's value they are told by those of its arguments.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

from kgqa.cypher.tree import Call, Expression, Operation, Value

Kind = Literal["text", "list", "number", "truth", "map", "node", "stored"]

_MOST_TEXTS = 50
"""Texts that a value may be, of which each is remembered as it is written."""

STORED_SIGNS = 50
"""Signs of a text of the graph, where a statement uses one."""
STORED_ITEMS = 20
"""Items of a list of the graph, where one row goes through it."""
STORED_ROWS = 3
"""Items of a list of the graph on the average, where all rows go through theirs."""


class Costly(Exception):
    """What makes a statement cost too much, as a sentence; caught where the estimate of the statement began."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


_SIGNS_OF_A_VALUE = 16
"""Signs of a text that take as much memory as a number."""


@dataclass(frozen=True, slots=True)
class Amount:
    """An upper estimate of a value.

    Attributes:
        kind: what it is; "stored" is whatever the graph or a parameter holds.
        length: signs of a text, items of a list, entries of a map.
        total: values in all that it holds, lists in lists included; some signs of a text count as one.
        most: how large a number can be, without its sign; infinite where nothing tells.
        element: of a list or map, what it holds.
        texts: the texts that it can be, where they are written in the statement.
        node: the set of nodes of a pattern that it stands for, or -1.
        spread: of how many times as many items the largest list of all rows can be, where ``length`` is the average.
        of: the sets of nodes that it was worked out from, while they are not bounded.
        hops: of a node, how many relationships of any type were followed to it, those of queries around included.
    """

    kind: Kind
    length: float = 1
    total: float = 1
    most: float = inf
    element: Amount | None = None
    texts: frozenset[str] | None = None
    node: int = -1
    spread: float = 1
    of: frozenset[int] = frozenset()
    hops: int = 0

    @property
    def items(self) -> float:
        """How often a loop over it goes round."""
        if self.kind == "list":
            return self.length
        return STORED_ITEMS if self.kind in ("stored", "node") else 1

    @property
    def held(self) -> Amount:
        """What a list holds, or an access gives."""
        return self.element or (STORED if self.kind in ("stored", "node", "map") else self)


STORED = Amount("stored", STORED_SIGNS, 1 + STORED_SIGNS / _SIGNS_OF_A_VALUE)
TRUTH = Amount("truth")
NOTHING = Amount("stored", 0, 0, 0)
NODE = Amount("node", 1, STORED.total)


def number(most: float = inf) -> Amount:
    return Amount("number", most=abs(most))


def text(length: float) -> Amount:
    return Amount("text", length, 1 + length / _SIGNS_OF_A_VALUE)


def written(value: str) -> Amount:
    return replace(text(len(value)), texts=frozenset((value,)))


def many(length: float, element: Amount) -> Amount:
    """A list of so many of one kind."""
    return Amount("list", length, length * max(element.total, 1), element=element)


def either(amounts: Iterable[Amount]) -> Amount:
    """What is one of several."""
    found = list(amounts)
    if not found:
        return NOTHING
    whole = found[0]
    for other in found[1:]:
        whole = _either(whole, other)
    return whole


def _either(one: Amount, other: Amount) -> Amount:
    if one is other:
        return one
    if one is NOTHING or other is NOTHING:
        return other if one is NOTHING else one
    kinds = {one.kind, other.kind}
    kind: Kind = one.kind if len(kinds) == 1 else "list" if "list" in kinds else "stored"
    kind = "text" if kinds == {"text", "stored"} else kind
    element = one.element or other.element
    if one.element is not None and other.element is not None:
        element = _either(one.element, other.element)
    # What the graph holds stands for itself in a pattern of a text.
    known = [frozenset(("x",)) if each.kind == "stored" else each.texts for each in (one, other)]
    texts = known[0] | known[1] if kind == "text" and known[0] is not None and known[1] is not None else None
    return Amount(
        kind,
        max(one.length, other.length),
        max(one.total, other.total),
        max(one.most, other.most),
        element,
        texts if texts is None or len(texts) <= _MOST_TEXTS else None,
        one.node if one.node == other.node else -1,
        max(one.spread, other.spread),
        one.of | other.of,
        max(one.hops, other.hops),
    )


def joined(one: Amount, other: Amount) -> Amount:
    """What ``+`` makes of two values."""
    if "list" in (one.kind, other.kind):
        parts = [
            part if part.kind == "list" else many(STORED_ROWS if part.kind == "stored" else 1, part)
            for part in (one, other)
        ]
        elements = [part.element for part in parts if part.element is not None]
        whole = either(elements)
        spread = max(one.spread, other.spread)
        return Amount(
            "list", sum(part.length for part in parts), sum(part.total for part in parts), element=whole, spread=spread
        )
    if one.kind == other.kind == "number":
        return number(one.most + other.most)
    if "number" in (one.kind, other.kind) and "text" not in (one.kind, other.kind):
        return replace(number(), kind="stored", length=one.length + other.length, total=one.total + other.total)
    texts = None
    if one.texts is not None and other.texts is not None and len(one.texts) * len(other.texts) <= _MOST_TEXTS:
        texts = frozenset(first + second for first in one.texts for second in other.texts)
    elif "stored" in (one.kind, other.kind) and (one.texts or other.texts):
        # What the graph holds stands for itself in a pattern of a text.
        before = one.texts or frozenset(("x",))
        after = other.texts or frozenset(("x",))
        texts = frozenset(first + second for first in before for second in after)
    kind: Kind = "stored" if one.kind == other.kind == "stored" else "text"
    return replace(text(signs(one) + signs(other)), kind=kind, texts=texts)


def signs(amount: Amount) -> float:
    """How long a value is as a text."""
    if amount.kind in ("text", "stored"):
        return amount.length
    return 25 if amount.kind in ("number", "truth") else amount.total * _SIGNS_OF_A_VALUE


def told(figure: float) -> str:
    """A figure as it is said."""
    return f"{figure:,.0f}" if figure < 1e15 else "more than 1,000,000,000,000,000"


_LONGEST_RANGE = 10_000
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
            f"How long a range of numbers is, is not known before it runs; at most {_LONGEST_RANGE:,} are allowed. "
            "Write its ends as numbers."
        )
    if size > _LONGEST_RANGE:
        raise Costly(
            f"A range of {told(size)} numbers is longer than the {_LONGEST_RANGE:,} that are allowed. Make it shorter."
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
