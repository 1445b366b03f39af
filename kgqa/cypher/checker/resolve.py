"""What each variable of a statement can be in a graph, and over what each hop of its patterns can run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kgqa.cypher.bindings import Bindings, Hop
from kgqa.cypher.checker.graph_schema import Triad
from kgqa.cypher.checker.reach import NameSet, Reach, meant
from kgqa.cypher.tree import LabelName, LabelOperation, Labels, NodePattern, Repeat

_NOTHING: Mapping[int, NameSet] = {}


@dataclass(frozen=True, slots=True)
class ResolvedHop:
    """A hop with what the schema says of it.

    Attributes:
        left, right: the labels of its ends as the statement gives them; None where it gives none.
        types: the types that it may have; None for any, because none is written or one is unknown.
        unknown: the types that are written and not in the schema.
        as_written, turned: the triads that it can run over, as it stands and with its direction turned round; for a
            hop without direction both hold all.
    """

    hop: Hop
    left: NameSet | None
    right: NameSet | None
    types: NameSet | None
    unknown: tuple[LabelName, ...]
    repeat: Repeat | None
    as_written: tuple[Triad, ...]
    turned: tuple[Triad, ...]

    @property
    def directed(self) -> bool:
        return self.hop.pattern.left != self.hop.pattern.right


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement that has been resolved against a schema.

    Attributes:
        given: by node, the labels that the statement gives it anywhere, or what it is told to be; None for none that
            the schema knows.
        labels: by node, what it can be: what is given, or what its hops leave where nothing is.
    """

    bindings: Bindings
    given: tuple[NameSet | None, ...]
    labels: tuple[NameSet, ...]
    hops: tuple[ResolvedHop, ...]


def resolve(bindings: Bindings, reach: Reach, told: Mapping[int, NameSet] = _NOTHING) -> Resolved:
    """Resolves a statement against a schema.

    Args:
        told: by node, what it is where the statement gives it no label.
    """
    given = tuple(
        told.get(index) if labels is None else labels for index, labels in enumerate(gathered(bindings, reach))
    )
    hops = tuple(resolved_hop(hop, given, reach) for hop in bindings.hops)
    labels, _ = narrowed(given, hops, reach)
    return Resolved(bindings, given, labels, hops)


def gathered(bindings: Bindings, reach: Reach) -> tuple[NameSet | None, ...]:
    """By node, the labels that the statement gives it in any pattern or condition."""
    found: list[NameSet | None] = []
    asserted: dict[int, list[Labels]] = {}
    for index, tests in bindings.asserted:
        asserted.setdefault(index, []).extend(tests)
    for node in bindings.nodes:
        written = [pattern.labels for pattern in node.patterns if pattern.labels is not None]
        names = [meant(labels, reach.labels) for labels in (*written, *asserted.get(node.index, ()))]
        known = [one for one in names if one is not None]
        found.append(frozenset().union(*known) if known else None)
    return tuple(found)


def resolved_hop(hop: Hop, given: tuple[NameSet | None, ...], reach: Reach) -> ResolvedHop:
    """One hop against the schema."""
    left = _end(hop.left_pattern, given[hop.left], reach)
    right = _end(hop.right_pattern, given[hop.right], reach)
    written = hop.pattern.types
    types = meant(written, reach.types) if written is not None else None
    unknown = tuple(name for name in label_names(written) if name.name.text not in reach.types)
    repeat = hop.pattern.length or hop.pattern.quantifier
    as_written, turned = (
        possible(reach, left, right, types, hop.pattern.right, hop.pattern.left, repeat, round_) for round_ in (0, 1)
    )
    return ResolvedHop(hop, left, right, types, unknown, repeat, as_written, turned)


def possible(
    reach: Reach,
    left: NameSet | None,
    right: NameSet | None,
    types: NameSet | None,
    rightwards: bool,
    leftwards: bool,
    repeat: Repeat | None,
    turned: int = 0,
) -> tuple[Triad, ...]:
    """The triads of a hop by its arrow heads; without direction those of both."""
    if rightwards == leftwards:
        both = reach.possible(left, right, types, True, repeat) + reach.possible(left, right, types, False, repeat)
        if not both and repeat is not None:
            # A chain without direction may change it on the way, which no single direction shows.
            both = tuple(triad for triad in reach.triads(types) if _touches(triad, left) and _touches(triad, right))
        return tuple(dict.fromkeys(both))
    return reach.possible(left, right, types, rightwards != bool(turned), repeat)


def _touches(triad: Triad, labels: NameSet | None) -> bool:
    return labels is None or triad[0] in labels or triad[2] in labels


def _end(pattern: NodePattern | None, given: NameSet | None, reach: Reach) -> NameSet | None:
    """The labels of one end: those written in this very pattern, else those of the variable."""
    if pattern is not None and pattern.labels is not None:
        here = meant(pattern.labels, reach.labels)
        return here if here is not None else None
    return given


def label_names(labels: Labels | None) -> list[LabelName]:
    """The single names in a label expression."""
    if isinstance(labels, LabelName):
        return [labels]
    if isinstance(labels, LabelOperation):
        return [name for operand in labels.operands for name in label_names(operand)]
    return []


def narrowed(
    given: tuple[NameSet | None, ...], hops: tuple[ResolvedHop, ...], reach: Reach, turned: frozenset[int] = frozenset()
) -> tuple[tuple[NameSet, ...], bool]:
    """What each node can be when every hop has to be possible, and whether that leaves each something.

    Args:
        turned: positions of hops that are taken with their direction turned round.
    """
    labels = [reach.labels if one is None else one for one in given]
    consistent = True
    open_hops = {
        place: _ends(hop, place in turned)
        for place, hop in enumerate(hops)
        if hop.repeat is None and not hop.unknown and (given[hop.hop.left] is None or given[hop.hop.right] is None)
    }
    for _ in range(len(open_hops) + 1):
        changed = False
        for place, before in open_hops.items():
            left, right = hops[place].hop.left, hops[place].hop.right
            lefts, rights = labels[left], labels[right]
            # What a round leaves out, the next one need not look at: labels only become fewer.
            ends = open_hops[place] = [pair for pair in before if pair[0] in lefts and pair[1] in rights]
            for index, names in ((left, frozenset(a for a, _ in ends)), (right, frozenset(b for _, b in ends))):
                if given[index] is not None or names == labels[index]:
                    continue
                if not names:
                    consistent = False
                elif names < labels[index]:
                    labels[index] = names
                    changed = True
        if not changed:
            break
    return tuple(labels), consistent


def _ends(hop: ResolvedHop, turned: bool) -> list[tuple[str, str]]:
    """The labels that a hop can have on its left and right, together."""
    forward = hop.hop.pattern.right != turned
    ends = [(s, e) if forward else (e, s) for s, _, e in (hop.turned if turned else hop.as_written)]
    return ends if hop.directed else list(dict.fromkeys([*ends, *((b, a) for a, b in ends)]))
