"""Links that a source records twice, once from either end: found by comparing all pairs, so that they count once.

Many tables hold every link both ways, under one name (``indication`` from drugs to diseases and from diseases to
drugs) or under two (``treats`` and ``treated_by``). Asked as two relations each question would have two meanings; read
as one where the pairs differ, something would be said that nobody recorded. So it is the pairs that decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.load.source import Triad
from kgqa.schema.model import Relation


@dataclass(slots=True)
class _Sum:
    """The pairs of one relation as two sums that do not depend on their order."""

    count: int = 0
    along: int = 0
    back: int = 0


class Pairs:
    """What is kept of the pairs that each relation joins: a count and two sums of hashes, whatever their number."""

    def __init__(self) -> None:
        self._sums: dict[Triad, _Sum] = {}

    def add(self, triad: Triad, source: str, target: str) -> None:
        """Notes one edge."""
        kept = self._sums.get(triad)
        if kept is None:
            kept = self._sums[triad] = _Sum()
        kept.count += 1
        kept.along += hash((source, target))
        kept.back += hash((target, source))

    def add_all(self, triad: Triad, sources: Sequence[str], targets: Sequence[str]) -> None:
        """Notes edges, of each the source and the target."""
        kept = self._sums.setdefault(triad, _Sum())
        kept.count += len(sources)
        kept.along += sum(map(hash, zip(sources, targets, strict=True)))
        kept.back += sum(map(hash, zip(targets, sources, strict=True)))

    def mirror(self, one: Triad, other: Triad) -> bool:
        """Whether every pair of the one is a pair of the other with its ends changed, and the other way round."""
        first, second = self._sums.get(one), self._sums.get(other)
        if first is None or second is None:
            return False
        return (first.count, first.along, first.back) == (second.count, second.back, second.along)


def joined(relations: Sequence[Relation], pairs: Pairs) -> tuple[Relation, ...]:
    """The relations, those that repeat another one from its other end marked as its mirrors.

    A relation of one type with itself whose pairs all occur both ways is symmetric. Of two relations that are mirrors
    the first is asked, or the one that is a hierarchy ("part of"); it takes over the words of the other. The same name
    in both directions between two types, read alike from either end ("interacts with"), is one relation as well, and
    then symmetric, as no edge tells more in one direction than in the other.
    """
    kept = [replace(one, symmetric=True) if _is_closed(one, pairs) else one for one in relations]
    for place, one in enumerate(kept):
        for later in range(place + 1, len(kept)):
            one, other = kept[place], kept[later]
            if one.mirrors is None and other.mirrors is None and _are_one(one, other, pairs):
                asked, mirror = (later, place) if other.hierarchical else (place, later)
                one, other = kept[asked], kept[mirror]
                kept[asked], kept[mirror] = _with_words(one, other), replace(other, mirrors=one.type)
    return tuple(kept)


def _triad(relation: Relation) -> Triad:
    return relation.source, relation.type, relation.target


def _can_mirror(relation: Relation) -> bool:
    return not relation.hierarchical and relation.negates is None


def _is_closed(relation: Relation, pairs: Pairs) -> bool:
    same = relation.source == relation.target and _can_mirror(relation)
    return same and pairs.mirror(_triad(relation), _triad(relation))


def _are_one(one: Relation, other: Relation, pairs: Pairs) -> bool:
    if (one.source, one.target) != (other.target, other.source) or one.negates or other.negates:
        return False
    if one.hierarchical and other.hierarchical:
        return False
    return pairs.mirror(_triad(one), _triad(other)) or _reads_alike(one, other)


def _reads_alike(one: Relation, other: Relation) -> bool:
    return one.type == other.type and one.forward == one.inverse == other.forward == other.inverse


def _with_words(one: Relation, other: Relation) -> Relation:
    """A relation with the words of its mirror, each on the side of who is its subject."""
    return replace(
        one,
        symmetric=one.symmetric or _reads_alike(one, other),
        words=_all(one.words, other.words),
        forward_words=_all(one.forward_words, (*other.inverse_words, other.inverse)),
        inverse_words=_all(one.inverse_words, (*other.forward_words, other.forward)),
    )


def _all(own: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*own, *more)))
