"""Labels, nodes, relationships and the paths that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from kgqa.cypher.tree.part import Name, Part

if TYPE_CHECKING:
    from kgqa.cypher.tree.expressions import Expression


@dataclass(frozen=True, slots=True)
class LabelName(Part):
    """One label or relationship type."""

    name: Name


@dataclass(frozen=True, slots=True)
class AnyLabel(Part):
    """The sign ``%``: some label, whichever."""


@dataclass(frozen=True, slots=True)
class DynamicLabel(Part):
    """A label that is computed: ``$(expression)`` or a parameter."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class LabelOperation(Part):
    """Labels joined by ``|`` or ``&`` (also written ``:A:B``), or one negated by ``!``."""

    operator: Literal["|", "&", "!"]
    operands: tuple[Labels, ...]


Labels = LabelName | AnyLabel | DynamicLabel | LabelOperation


@dataclass(frozen=True, slots=True)
class Repeat(Part):
    """How often: ``*1..3``, ``{1,3}``, ``+``. ``most`` is None where nothing bounds it."""

    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class NodePattern(Part):
    """A node in round brackets.

    Attributes:
        labels_start: offset of the sign before the labels (``:`` or ``IS``), or None without labels.
    """

    variable: Name | None = None
    labels: Labels | None = None
    properties: Expression | None = None
    where: Expression | None = None
    labels_start: int | None = None


@dataclass(frozen=True, slots=True)
class RelationshipPattern(Part):
    """A relationship between two nodes.

    Attributes:
        left, right: whether an arrow head stands there; both or neither: undirected.
        arrow_end: where the arrow ends and a quantifier may begin.
        inside: the span of ``[...]`` with its brackets, or None for ``-->``.
        length: of the older form ``[*1..3]``.
        quantifier: of the newer form, behind the relationship.
    """

    left: bool
    right: bool
    arrow_end: int
    inside: tuple[int, int] | None = None
    variable: Name | None = None
    types: Labels | None = None
    length: Repeat | None = None
    properties: Expression | None = None
    where: Expression | None = None
    quantifier: Repeat | None = None


@dataclass(frozen=True, slots=True)
class Group(Part):
    """A path in round brackets inside a pattern, repeated where it has a quantifier."""

    pattern: Pattern
    where: Expression | None = None
    quantifier: Repeat | None = None


@dataclass(frozen=True, slots=True)
class Pattern(Part):
    """A path: nodes, relationships and groups from left to right.

    Attributes:
        selector: the words before it in the newer form ("SHORTEST 1", "ALL SHORTEST"), in capitals.
        function: ``shortestPath`` or ``allShortestPaths`` around it, in capitals.
    """

    elements: tuple[NodePattern | RelationshipPattern | Group, ...]
    variable: Name | None = None
    selector: str = ""
    function: str = ""
