"""What a schema allows between two sets of labels, over one relationship or several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from kgqa.cypher.checker.graph_schema import GraphSchema, Triad
from kgqa.cypher.tree import AnyLabel, LabelName, LabelOperation, Labels, Repeat

NameSet = frozenset[str]

_LONGEST = 64
"""Relationships of a chain that are followed one by one."""
_MOST_KEPT = 4096
"""Answers that are remembered: the same are asked for every statement, and again by every rule."""


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
    """A schema with its relationships in the order in which patterns ask for them. Safe to share between threads."""

    def __init__(self, schema: GraphSchema) -> None:
        self.schema = schema
        self.labels = schema.labels
        self.types = schema.types
        self._by_type: dict[str, list[Triad]] = {}
        self._by_end: dict[tuple[bool, str], list[Triad]] = {}
        for triad in schema.triads:
            self._by_type.setdefault(triad[1], []).append(triad)
            self._by_end.setdefault((True, triad[0]), []).append(triad)
            self._by_end.setdefault((False, triad[2]), []).append(triad)
        self._known: dict[object, tuple[Triad, ...]] = {}
        self._chains: dict[object, Mapping[str, int]] = {}
        ends = {end for source, _, target in schema.triads for end in (source, target)}
        self._bits = {label: 1 << place for place, label in enumerate(sorted(self.labels | ends))}

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
    ) -> tuple[Triad, ...]:
        """The triads over which one relationship, or the first of several, can lead from the left to the right.

        Args:
            left, right: labels of the two ends; None for any.
            forward: whether the stored direction runs from left to right.
            repeat: how often the relationship is repeated, or None for once.
        """
        times = (1, 1) if repeat is None else (repeat.least, repeat.most)
        key = (left, right, types, forward, times)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST_KEPT:
                self._known.clear()
            sources, targets = (left, right) if forward else (right, left)
            once = times == (1, 1)
            found = self._once(sources, targets, types) if once else self._often(sources, targets, types, times)
            self._known[key] = found
        return found

    def _once(self, sources: NameSet | None, targets: NameSet | None, types: NameSet | None) -> tuple[Triad, ...]:
        """The triads between two ends, looked up at the end with fewer labels."""
        if sources is None and targets is None:
            return tuple(self.triads(types))
        ends, forward = (sources, True) if targets is None or len(sources or ()) == 1 else (targets, False)
        if ends is not None and len(ends) == 1:
            (end,) = ends
            triads: Iterable[Triad] = self._by_end.get((forward, end), ())
        else:
            triads = self.triads(types)
        return tuple(
            (s, t, e)
            for s, t, e in triads
            if (types is None or t in types) and (sources is None or s in sources) and (targets is None or e in targets)
        )

    def _often(
        self, sources: NameSet | None, targets: NameSet | None, types: NameSet | None, times: tuple[int, int | None]
    ) -> tuple[Triad, ...]:
        start = self.labels if sources is None else sources
        if not self._leads(start, targets, types, *times):
            return ()
        triads = self.triads(types)
        if sources is None:
            return tuple(triads)
        return tuple(triad for triad in triads if triad[0] in start) or tuple(triads[:1])

    def _leads(
        self, start: NameSet, targets: NameSet | None, types: NameSet | None, least: int, most: int | None
    ) -> bool:
        """Whether a chain of the wanted length leads from the start to the targets."""
        if least == 0 and (targets is None or start & targets):
            return bool(start)
        ahead = self._ahead(types, least, most)
        found = 0
        for label in start:
            found |= ahead.get(label, 0)
        return bool(found if targets is None else found & self._mask(targets))

    def _mask(self, labels: NameSet) -> int:
        mask = 0
        for label in labels:
            mask |= self._bits.get(label, 0)
        return mask

    def _ahead(self, types: NameSet | None, least: int, most: int | None) -> Mapping[str, int]:
        """By label, those that chains of the wanted length lead to, a bit for each.

        Worked out for all labels at once: the same chains are asked for from one label after the other.
        """
        key = (types, least, most)
        found = self._chains.get(key)
        if found is None:
            if len(self._chains) >= _MOST_KEPT:
                self._chains.clear()
            following: dict[str, set[str]] = {}
            for source, _, target in self.triads(types):
                following.setdefault(source, set()).add(target)
            longest = min(least + len(self._bits) if most is None else most, least + len(self._bits), _LONGEST)
            found = self._chains[key] = self._followed(following, min(least, _LONGEST), longest)
        return found

    def _followed(self, following: Mapping[str, set[str]], least: int, longest: int) -> dict[str, int]:
        reached = dict(self._bits)
        found = dict.fromkeys(reached, 0)
        seen: set[tuple[int, ...]] = set()
        for step in range(longest + 1):
            if step >= least:
                state = tuple(reached.values())
                if state in seen:
                    break
                seen.add(state)
                found = {label: mask | reached[label] for label, mask in found.items()}
            longer = dict.fromkeys(reached, 0)
            for label, targets in following.items():
                for target in targets:
                    longer[label] |= reached[target]
            reached = longer
        return found
