"""What a schema allows between two sets of labels, over one relationship or several."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from kgqa.cypher.graph_schema import GraphSchema, Triad
from kgqa.cypher.tree import AnyLabel, LabelName, LabelOperation, Labels, Repeat

NameSet = frozenset[str]


def meant(labels: Labels, known: NameSet) -> NameSet | None:
    """The names that a label expression lets through; None where it says nothing that the schema knows.

    Lenient, because a node may have labels that a schema lists apart: ``A&B`` lets both through.
    """
    if isinstance(labels, LabelName):
        return frozenset({labels.name.text}) if labels.name.text in known else None
    if isinstance(labels, AnyLabel):
        return known
    if not isinstance(labels, LabelOperation):
        return None
    found = [meant(operand, known) for operand in labels.operands]
    if labels.operator == "!":
        return known - found[0] if found[0] is not None else None
    if labels.operator == "|":
        return frozenset().union(*(one for one in found if one)) if None not in found else None
    positive = [
        one
        for one, operand in zip(found, labels.operands, strict=True)
        if one is not None and not (isinstance(operand, LabelOperation) and operand.operator == "!")
    ]
    if positive:
        return frozenset().union(*positive)
    negative = [one for one in found if one is not None]
    return frozenset.intersection(*negative) if negative else None


class Reach:
    """A schema with its relationships in the order in which patterns ask for them."""

    def __init__(self, schema: GraphSchema) -> None:
        self.schema = schema
        self.labels = schema.labels
        self.types = schema.types
        self._by_type: dict[str, list[Triad]] = {}
        for triad in schema.triads:
            self._by_type.setdefault(triad[1], []).append(triad)

    @cached_property
    def properties(self) -> NameSet:
        """Every property name of the schema."""
        return frozenset().union(*self.schema.nodes.values(), *self.schema.relationships.values())

    def triads(self, types: NameSet | None) -> list[Triad]:
        """The triads of these types; of all where None is given."""
        if types is None:
            return list(self.schema.triads)
        return [triad for type_ in types for triad in self._by_type.get(type_, ())]

    def possible(
        self,
        left: NameSet | None,
        right: NameSet | None,
        types: NameSet | None,
        forward: bool,
        repeat: Repeat | None = None,
    ) -> list[Triad]:
        """The triads over which one relationship, or the first of several, can lead from the left to the right.

        Args:
            left, right: labels of the two ends; None for any.
            forward: whether the stored direction runs from left to right.
            repeat: how often the relationship is repeated, or None for once.
        """
        triads = self.triads(types)
        sources, targets = (left, right) if forward else (right, left)
        if repeat is None or (repeat.least, repeat.most) == (1, 1):
            return [
                (s, t, e)
                for s, t, e in triads
                if (sources is None or s in sources) and (targets is None or e in targets)
            ]
        start = self.labels if sources is None else sources
        if not self._leads(start, targets, triads, repeat):
            return []
        return [triad for triad in triads if triad[0] in start] or triads[:1]

    def _leads(self, start: Iterable[str], targets: NameSet | None, triads: list[Triad], repeat: Repeat) -> bool:
        """Whether a chain of the wanted length leads from the start to the targets."""
        reached = frozenset(start)
        most = repeat.least + len(self.labels) if repeat.most is None else repeat.most
        for step in range(min(most, repeat.least + len(self.labels), 64) + 1):
            if step >= min(repeat.least, 64) and (targets is None or reached & targets):
                return bool(reached)
            reached = frozenset(e for s, _, e in triads if s in reached)
            if not reached:
                return False
        return False
