"""What would make an impossible hop possible: its direction, a label at one end, or its type.

A hop is impossible where the schema has no such relationship between the labels of its ends, as it is directed. For
each such hop, and for each label that the schema does not know, every single change is weighed by what it leaves wrong
in the whole statement; a change is proposed when it leaves less wrong than any other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from kgqa.cypher.checker.reach import NameSet, Reach
from kgqa.cypher.checker.resolve import Resolved, ResolvedHop, narrowed, possible
from kgqa.cypher.tree import LabelName, NodePattern
from kgqa.schema.reconcile import denied_by

_MOST_HOPS = 20


@dataclass(frozen=True, slots=True)
class Misfit:
    """A hop that cannot be, or a label that the schema does not know, with the changes that are equally good."""

    hop: int
    label: LabelName | None
    best: tuple[Change, ...]


def misfits(resolved: Resolved, reach: Reach, settled: frozenset[int] = frozenset()) -> list[Misfit]:
    """What does not fit the schema, each with its best changes: one is a repair, several are a choice.

    Args:
        settled: nodes whose label is beyond doubt.
    """
    if len(resolved.hops) > _MOST_HOPS:
        return []
    scale = _Scale(resolved, reach, settled)
    found = [
        Misfit(-1, pattern.labels, scale.best(scale.labels_for(node.index, pattern)))
        for node in resolved.bindings.nodes
        for pattern in node.patterns
        if isinstance(pattern.labels, LabelName) and pattern.labels.name.text not in reach.labels
    ]
    for place, hop in enumerate(resolved.hops):
        if not hop.as_written or hop.unknown:
            found.append(Misfit(place, None, scale.best(scale.changes(place, hop), place)))
    if len(scale.memory) > _MOST_WEIGHED:
        return []
    if not found:
        moved = (_misplaced(scale, node.index) for node in resolved.bindings.nodes)
        found += [Misfit(-1, None, best) for best in moved if best]
    return found


def _misplaced(scale: _Scale, index: int) -> tuple[Change, ...]:
    """The one other label that has the properties of a node which its own label has not; none where none is meant.

    A single property may be the mistake itself, so then the variable has to be named after the other label.
    """
    node = scale.resolved.bindings.nodes[index]
    labelled = [one for one in node.patterns if one.labels is not None]
    if index in scale.settled or len(labelled) != 1 or not isinstance(labelled[0].labels, LabelName):
        return ()
    before = labelled[0].labels.name.text
    missing = _foreign(scale, index) - scale.owned(frozenset({before})) if before in scale.reach.labels else set()
    if not missing:
        return ()
    known = scale.keys.get(index, set()) & scale.reach.properties
    fitting = [
        (weight, change)
        for weight, change in scale.labels_for(index, labelled[0])
        if weight < scale.now and known <= scale.owned(frozenset({change.after}))
    ]
    best = scale.best(fitting)
    if len(best) != 1:
        return ()
    clue = _named(node.name, best[0].after) - _named(node.name, before)
    return best if clue > 0 or (len(missing) > 1 and not clue) else ()


def _foreign(scale: _Scale, index: int) -> set[str]:
    """The properties of a node that the schema knows and that no relationship beside it may be meant to have."""
    hops = [hop for hop in scale.resolved.hops if index in (hop.hop.left, hop.hop.right)]
    types = {type_ for hop in hops for _, type_, _ in (*hop.as_written, *hop.turned)}
    beside = frozenset().union(*(scale.reach.schema.relationships.get(type_, frozenset()) for type_ in types))
    return (scale.keys.get(index, set()) & scale.reach.properties) - beside


_DIGITS = re.compile(r"\d+$")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LETTERS, _WORD = 2, 3
"""What it counts that a variable is the first letter or letters of a label, and that it is a word of it."""
_SHORTEST_WORD = 3


@lru_cache(maxsize=4096)
def _named(variable: str, label: str) -> int:
    """How clearly a variable is named after a label; 0 where it is not.

    ``movie``, ``mov`` and ``otherMovie`` are words of ``Movie``, ``m`` and ``ic`` the letters of ``Movie`` and
    ``IndustryCategory``. Of a CURIE (``biolink:Gene``) only what follows the prefix counts.
    """
    base = _DIGITS.sub("", variable)
    short = base.replace("_", "").casefold()
    words = [word.casefold() for word in _WORDS.findall(label.rpartition(":")[2])]
    if not short or not words:
        return 0
    starts = ("".join(words), *words)
    own = (short, *(word.casefold() for word in _WORDS.findall(base)))
    if any(len(word) >= _SHORTEST_WORD and start.startswith(word) for word in own for start in starts):
        return _WORD
    initials = "".join(word[0] for word in words)
    return _LETTERS if short in (initials, words[0][0]) or (len(short) > 1 and starts[0].startswith(short)) else 0


_IMPOSSIBLE, _MISFIT = 20, 4
"""How much a hop that cannot be, and a property that the node has not, count against a change."""

_TURN, _LABEL, _TYPE, _KNOWN_TYPE, _GUESSED = 1, 3, 3, 1, 4
"""How much a change itself counts: the smaller the change and the likelier the mistake, the less."""

_MOST_WEIGHED = 2_000
"""Hops with other labels that are weighed; what needs more has too many mistakes to be put right one at a time."""

_MOST_STEPS = 10_000
"""Relationships of the schema that are gone through to see what changes leave for nodes without a label."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: of the direction of a hop, of the type of a hop, or of a label of a node.

    Attributes:
        index: position of the hop, or of the node for a label.
        before, after: the names; empty for a direction.
        turns: for a type, whether the hop has to be turned round as well.
    """

    kind: Literal["direction", "label", "type"]
    index: int
    before: str = ""
    after: str = ""
    turns: bool = False


class _Scale:
    """Weighs changes of one statement."""

    def __init__(self, resolved: Resolved, reach: Reach, settled: frozenset[int]) -> None:
        self.resolved = resolved
        self.reach = reach
        self.settled = settled
        self.memory: dict[object, int] = {}
        self.keys: dict[int, set[str]] = {}
        for use in resolved.bindings.uses:
            if use.meaning.kind == "node" and use.meaning.index >= 0:
                self.keys.setdefault(use.meaning.index, set()).add(use.key.text)
        self.now = self._wrong()
        self._left = _MOST_STEPS

    def best(self, changes: list[tuple[int, Change]], place: int = -1) -> tuple[Change, ...]:
        """The changes of least weight, where they leave less wrong than there is."""
        worth = self.now + _IMPOSSIBLE * (place < 0)
        changes = [(weight, change) for weight, change in self._followed(changes) if weight < worth]
        if not changes:
            return ()
        least = min(weight for weight, _ in changes)
        return tuple(dict.fromkeys(change for weight, change in changes if weight == least))

    def _followed(self, changes: list[tuple[int, Change]]) -> list[tuple[int, Change]]:
        """The changes with what each leaves wrong at nodes without a label, whose hops say what they can be."""
        hops = self.resolved.hops
        free = any(given is None for given in self.resolved.given)
        self._left -= len(changes) * sum(len(hop.as_written) + len(hop.turned) for hop in hops)
        if not free or len(changes) < 2 or self._left < 0:
            return changes
        return [(weight + self._left_open(change), change) for weight, change in changes]

    def _left_open(self, change: Change) -> int:
        """What is wrong with nodes without a label after a change: they can be nothing, or lack their properties."""
        resolved = self.resolved
        given, hops, turned = list(resolved.given), list(resolved.hops), frozenset[int]()
        if change.kind == "label":
            given[change.index] = (given[change.index] or frozenset()) - {change.before} | {change.after}
            for place, hop in enumerate(hops):
                if change.index in (hop.hop.left, hop.hop.right):
                    left, right = self._relabelled_ends(hop, change.index, change.before, change.after)
                    hops[place] = self._possible(replace(hop, left=left, right=right))
        else:
            turned = frozenset({change.index}) if change.kind == "direction" or change.turns else turned
            if change.kind == "type":
                typed = replace(hops[change.index], types=frozenset({change.after}), unknown=())
                hops[change.index] = self._possible(typed)
        labels, consistent = narrowed(tuple(given), tuple(hops), self.reach, turned)
        missing = (
            (keys & self.reach.properties) - self.owned(labels[index])
            for index, keys in self.keys.items()
            if given[index] is None
        )
        return _IMPOSSIBLE * (not consistent) + _MISFIT * sum(map(len, missing))

    def _possible(self, hop: ResolvedHop) -> ResolvedHop:
        """A hop with the triads that its ends and types leave it."""
        pattern = hop.hop.pattern
        as_written, turned = (
            possible(self.reach, hop.left, hop.right, hop.types, pattern.right, pattern.left, hop.repeat, round_)
            for round_ in (0, 1)
        )
        return replace(hop, as_written=as_written, turned=turned)

    def owned(self, labels: NameSet) -> NameSet:
        return frozenset().union(*(self.reach.schema.nodes.get(one, frozenset()) for one in labels))

    def changes(self, place: int, hop: ResolvedHop) -> list[tuple[int, Change]]:
        """Every change that makes a hop possible, with its weight."""
        found: list[tuple[int, Change]] = []
        if hop.directed and hop.turned and not hop.unknown:
            found.append((_TURN + self._wrong(turned=place), Change("direction", place)))
        types = self._types(place, hop)
        fits = any(not change.turns for _, change in types)
        if not hop.unknown:
            for index, here in ((hop.hop.left, hop.hop.left_pattern), (hop.hop.right, hop.hop.right_pattern)):
                pattern = here if here is not None and here.labels is not None else self._labelled(index)
                if pattern is not None and index not in self.settled:
                    others = self.labels_for(index, pattern, place)
                    found += self._undecided(index, others) if fits else others
        return found + types

    def _undecided(self, index: int, others: list[tuple[int, Change]]) -> list[tuple[int, Change]]:
        """Other labels for a node whose label one other type alone would fit.

        Where the written type leaves several, a letter of the variable is too little to choose one of them by: the
        label that is written stands, as long as no whole word speaks against it.
        """
        if len(others) < 2:
            return others
        name = self.resolved.bindings.nodes[index].name
        return [(weight + _GUESSED * (_named(name, one.after) < _WORD), one) for weight, one in others]

    def _labelled(self, index: int) -> NodePattern | None:
        """The pattern that gives a node its label where another one only names it."""
        patterns = self.resolved.bindings.nodes[index].patterns
        return next((pattern for pattern in patterns if pattern.labels is not None), None)

    def labels_for(self, index: int, pattern: NodePattern, place: int = -1) -> list[tuple[int, Change]]:
        """Other labels for a node, where they make the hop possible, or help at all when no hop is given."""
        if not isinstance(pattern.labels, LabelName):
            return []
        before, name = pattern.labels.name.text, self.resolved.bindings.nodes[index].name
        hops = [hop for hop in self.resolved.hops if index in (hop.hop.left, hop.hop.right)]
        keys = self.keys.get(index, set()) & self.reach.properties
        found: list[tuple[int, Change]] = []
        wrong: set[int] = set()
        for after in sorted(self.reach.labels - {before}) if hops or keys else ():
            if place >= 0 and self._misfit(self.resolved.hops[place], index, before, after) == _IMPOSSIBLE:
                continue
            left_wrong = self._wrong(label=(index, before, after))
            wrong.add(left_wrong)
            clue = _named(name, before) - _named(name, after)
            found.append((_LABEL + left_wrong + clue, Change("label", index, before, after)))
        # Where every label would do as well as any other, nothing speaks for one of them.
        return found if place >= 0 or len(wrong) > 1 or len(found) == 1 else []

    def _types(self, place: int, hop: ResolvedHop) -> list[tuple[int, Change]]:
        """The type that joins both ends, where it is the only one."""
        written = hop.hop.pattern.types
        if not isinstance(written, LabelName):
            return []
        left, right = (
            end if end is not None else self._inferred(index)
            for end, index in ((hop.left, hop.hop.left), (hop.right, hop.hop.right))
        )
        if left is None or right is None:
            return []
        rightwards, leftwards = hop.hop.pattern.right, hop.hop.pattern.left
        ways = [
            (type_, turned)
            for type_ in sorted(self.reach.types)
            for turned in ((0, 1) if hop.directed else (0,))
            if possible(self.reach, left, right, frozenset({type_}), rightwards, leftwards, hop.repeat, turned)
        ]
        if len({type_ for type_, _ in ways}) != 1:
            return []
        after, turns = ways[0]
        if (denied_by(after) is None) != (denied_by(written.name.text) is None):
            return []
        if not hop.unknown and self._orders(after) != self._orders(written.name.text):
            return []  # that one thing is a kind of another is nothing that a relation to something else says
        weight = _TYPE + _KNOWN_TYPE * (not hop.unknown) + _TURN * turns + self._wrong(settled=place)
        return [(weight, Change("type", place, written.name.text, after, bool(turns)))]

    def _orders(self, type_: str) -> bool:
        words = self.reach.schema.words
        return words is not None and words.is_hierarchical(type_)

    def _inferred(self, index: int) -> NameSet | None:
        labels = self.resolved.labels[index]
        return labels if labels < self.reach.labels else None

    def _wrong(self, turned: int = -1, settled: int = -1, label: tuple[int, str, str] | None = None) -> int:
        """What is wrong with the statement after a change."""
        total = 0
        for place, hop in enumerate(self.resolved.hops):
            if place == settled:
                continue
            if hop.unknown:
                total += _IMPOSSIBLE
            elif place == turned:
                total += 0 if hop.turned else _IMPOSSIBLE
            elif label is not None and label[0] in (hop.hop.left, hop.hop.right):
                total += self._misfit(hop, *label)
            elif not hop.as_written:
                total += _IMPOSSIBLE
        for index, keys in self.keys.items():
            labels = self.resolved.labels[index]
            if label is not None and index == label[0]:
                labels = (labels if labels < self.reach.labels else frozenset()) - {label[1]} | {label[2]}
            total += _MISFIT * len((keys & self.reach.properties) - self.owned(labels))
        return total

    def _misfit(self, hop: ResolvedHop, index: int, before: str, after: str) -> int:
        """How much is wrong with a hop once a label of a node is another one: nothing, its direction, or all."""
        left, right = self._relabelled_ends(hop, index, before, after)
        rightwards, leftwards = hop.hop.pattern.right, hop.hop.pattern.left
        key = (left, right, hop.types, rightwards, leftwards, hop.repeat)
        if key not in self.memory and len(self.memory) > _MOST_WEIGHED:
            return _IMPOSSIBLE
        if key not in self.memory:
            for turned, weight in ((0, 0), (1, _TURN)) if hop.directed else ((0, 0),):
                if possible(self.reach, left, right, hop.types, rightwards, leftwards, hop.repeat, turned):
                    self.memory[key] = weight
                    break
            else:
                self.memory[key] = _IMPOSSIBLE
        return self.memory[key]

    def _relabelled_ends(
        self, hop: ResolvedHop, index: int, before: str, after: str
    ) -> tuple[NameSet | None, NameSet | None]:
        left = self._relabelled(hop.left, hop.hop.left, hop.hop.left_pattern, index, before, after)
        return left, self._relabelled(hop.right, hop.hop.right, hop.hop.right_pattern, index, before, after)

    def _relabelled(
        self, end: NameSet | None, at: int, pattern: NodePattern | None, index: int, before: str, after: str
    ) -> NameSet | None:
        if at != index:
            return end
        if end is None:
            return frozenset({after})
        written_here = pattern is not None and pattern.labels is not None
        if written_here and before not in end:
            return end
        return end - {before} | {after}
