"""Where the things of an answer stand in its drawing.

The place follows from the role: what the question names at the borders, the answers in a column between, what was
set aside below them. So the same answer is the same drawing on every visit, and nothing moves while it is read.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from kgqa.records import Node, Trace

Role = Literal["question", "answer", "between", "set_aside"]

COLUMN_GAP = 230
ROW_GAP = 48


@dataclass(frozen=True, slots=True)
class Spot:
    """A thing in the drawing; ``key`` stands for its identifier, which never enters the page's code."""

    key: str
    node: Node
    role: Role
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    """The records between two things, by their evidence numbers."""

    numbers: tuple[int, ...]
    source: str
    target: str
    against: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """Things and lines with their places; ``rows`` is the length of the longest column.

    Attributes:
        left_out: how many things of the evidence were left out, because there is no room for more.
    """

    spots: tuple[Spot, ...]
    lines: tuple[Line, ...]
    rows: int
    left_out: int


def arrange(trace: Trace, most: int = 150, longest: int = 28) -> Drawing:
    """The drawing of an answer's evidence, in the order of its numbers.

    At most ``most`` things and lines, and at most ``longest`` things in a column: more could not be read.
    """
    things = _things(trace)
    groups = _Groups.of(trace)
    nodes: dict[str, Node] = {}
    lines: dict[tuple[str, str, bool], list[int]] = {}
    everything: set[str] = set()
    for triple in trace.evidence:
        ends = [things.get(node.id, node) for node in (triple.subject, triple.object)]
        everything.update(node.id for node in ends)
        line = (ends[0].id, ends[1].id, triple.against)
        fresh = {node.id: node for node in ends if node.id not in nodes}
        if len(nodes) + len(lines) + len(fresh) + (line not in lines) <= most and groups.have_room(
            nodes | fresh, longest
        ):
            nodes.update(fresh)
            lines.setdefault(line, []).append(triple.number)
    keys = {identifier: f"n{position}" for position, identifier in enumerate(nodes)}
    columns = groups.columns(nodes)
    return Drawing(
        tuple(
            Spot(keys[identifier], nodes[identifier], groups.role(identifier), x * COLUMN_GAP, y)
            for x, column in enumerate(columns)
            for identifier, y in _stacked(column, ROW_GAP * (3 if groups.role(column[0]) == "question" else 1))
        ),
        tuple(
            Line(tuple(numbers), keys[source], keys[target], against)
            for (source, target, against), numbers in lines.items()
        ),
        rows=max(map(len, columns), default=0),
        left_out=len(everything) - len(nodes),
    )


@dataclass(frozen=True, slots=True)
class _Groups:
    """Identifiers by what they are in the answer, each group in the order in which it is drawn."""

    question: tuple[str, ...]
    answer: tuple[str, ...]
    set_aside: tuple[str, ...]

    @classmethod
    def of(cls, trace: Trace) -> _Groups:
        return cls(
            tuple(dict.fromkeys(entity.chosen.id for entity in trace.entities)),
            tuple(item.id for item in trace.answer.items),
            tuple(item.id for item in trace.answer.set_aside),
        )

    def role(self, identifier: str) -> Role:
        if identifier in self.question:
            return "question"
        if identifier in self.answer:
            return "answer"
        return "set_aside" if identifier in self.set_aside else "between"

    def columns(self, nodes: Collection[str]) -> list[list[str]]:
        """The columns from left to right: half of what is asked about, what leads there, the answers, the rest."""
        asked = [identifier for identifier in self.question if identifier in nodes]
        half = (len(asked) + 1) // 2
        between = [identifier for identifier in nodes if self.role(identifier) == "between"]
        found = [
            identifier
            for identifier in dict.fromkeys((*self.answer, *self.set_aside))
            if identifier in nodes and identifier not in asked
        ]
        return [column for column in (asked[:half], between, found, asked[half:]) if column]

    def have_room(self, nodes: Collection[str], longest: int) -> bool:
        return all(len(column) <= longest for column in self.columns(nodes))


def _things(trace: Trace) -> dict[str, Node]:
    """Identifiers of one and the same thing → the one node that is drawn for them."""
    things: dict[str, Node] = {}
    for item in (*trace.answer.items, *trace.answer.set_aside):
        node = Node(item.id, item.name, item.label)
        things.update(dict.fromkeys((item.id, *item.ids), node))
    for entity in trace.entities:
        chosen = entity.chosen
        node = Node(chosen.id, chosen.name, chosen.label)
        things.update(dict.fromkeys((chosen.id, *chosen.ids), node))
    return things


def _stacked(column: list[str], gap: int) -> list[tuple[str, int]]:
    """A column's things with their heights, its middle at 0."""
    top = -gap * (len(column) - 1) / 2
    return [(identifier, round(top + row * gap)) for row, identifier in enumerate(column)]
