"""How large a value can be: the figures that the estimate of a statement carries from name to name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import inf
from typing import Literal

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
