"""Where the things of an answer stand in its drawing.

The place follows from the role: what the question names at the borders, the answers in a column between, what was
set aside below them. So the same answer is the same drawing on every visit, and nothing moves while it is read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.presentation import services
from kgqa.presentation.drawing import BOX_HEIGHT, BOX_KINDS, BOX_WIDTH, NO_KINDS, Arrow, Dot, Picture, Role
from kgqa.records import Node, Trace, Triple

ROW_GAP = BOX_HEIGHT + 6
ASKED_GAP = 3 * ROW_GAP
THIN, THICK = 0.75, 4.0
"""Width of the arrow of a fact whose cosine with the question is ``FAR`` or less, and ``NEAR`` or more."""
FAR, NEAR = 0.4, 0.9
LONGEST_COLUMN = 28
"""Things in a column at most: more could not be read."""
MOST_IDS = 4
"""Identifiers of one thing that are told beside its name."""
PARALLEL = 30
"""How far apart the middles of arrows between the same two things are, in units of the drawing."""
CHANNEL = 86
"""Room between two columns for arrows and their numbers, in units of the drawing."""


def arrange(trace: Trace, most: int = 150, kinds: Mapping[str, str] = NO_KINDS) -> Picture:
    """The drawing of an answer's evidence, in the order of its numbers; one dot stands for what there is no room for.

    Args:
        most: bound of things and arrows together.
        kinds: what labels of the graph are called.
    """
    things, kinds, outside = same_things(trace), services.kinds(trace, kinds), services.by_service(trace)
    scores = {one.triple.number: one.score for one in trace.pruned.kept} if trace.pruned is not None else {}
    groups = _Groups.of(trace, things)
    nodes: dict[str, Node] = {}
    lines: dict[tuple[str, str, str, bool], list[Triple]] = {}
    everything: set[str] = set()
    for triple in trace.evidence:
        ends = [things[node.id] for node in (triple.subject, triple.object)]
        everything.update(node.id for node in ends)
        line = (ends[0].id, ends[1].id, triple.phrase, triple.against)
        fresh = {node.id: node for node in ends if node.id not in nodes}
        if len(nodes) + len(lines) + len(fresh) + (line not in lines) < most and groups.have_room(nodes | fresh):
            nodes.update(fresh)
            lines.setdefault(line, []).append(triple)
    keys = {identifier: f"n{position}" for position, identifier in enumerate(nodes)}
    left_out = len(everything) - len(nodes)
    columns = groups.columns(nodes)
    about: dict[str, list[str]] = {}
    for id_, node in things.items():
        about.setdefault(node.id, [kinds.get(node.label, node.label)]).append(id_)
    free = _straight_across(columns, lines, groups)
    dots = _placed(columns, nodes, groups, keys, about, middle_free=free, left_out=left_out)
    arrows = tuple(
        _arrow(f"e{place}", line, triples, keys, scores, outside) for place, (line, triples) in enumerate(lines.items())
    )
    drawn = sum(map(len, lines.values()))
    return Picture(
        "Drawing of the facts behind the answer",
        dots,
        _apart(arrows),
        left_out,
        len(trace.evidence) - drawn,
        kinds=kinds,
    )


@dataclass(frozen=True, slots=True)
class _Groups:
    """Identifiers by what they are in the answer, each group in the order in which it is drawn.

    Attributes:
        right: of what is asked about, what stands at the right border.
        ends: what services link with things of the question alone; it stands below the answers, as it leads nowhere.
    """

    question: tuple[str, ...]
    answer: tuple[str, ...]
    set_aside: tuple[str, ...]
    right: frozenset[str]
    ends: tuple[str, ...] = ()

    @classmethod
    def of(cls, trace: Trace, things: Mapping[str, Node]) -> _Groups:
        named = asked(trace)
        answers = tuple(item.id for item in trace.answer.items)
        linked = {frozenset((things[one.subject.id].id, things[one.object.id].id)) for one in trace.evidence}
        beyond = {one for link in linked if link.isdisjoint(named) for one in link}
        met = dict.fromkeys(things[node.id].id for one in trace.evidence for node in (one.subject, one.object))
        ends = (one for one in met if trace.federated is not None and not {one} & {*named, *answers, *beyond})
        return cls(
            named, answers, tuple(item.id for item in trace.answer.set_aside), _right(named, linked), tuple(ends)
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
        left, right = ([one for one in asked if (one in self.right) is there] for there in (False, True))
        ends = set(self.ends)
        between = [one for one in nodes if self.role(one) == "between" and one not in ends]
        found = [
            identifier
            for identifier in dict.fromkeys((*self.answer, *self.set_aside, *self.ends))
            if identifier in nodes and identifier not in asked
        ]
        return [column for column in (left, between, found, right) if column]

    def have_room(self, nodes: Collection[str]) -> bool:
        return all(len(column) <= LONGEST_COLUMN for column in self.columns(nodes))


def width(score: float) -> float:
    """How wide the arrow of a fact is, by its cosine with the question: the same in every drawing."""
    near = min(max((score - FAR) / (NEAR - FAR), 0.0), 1.0)
    return round(THIN + near * (THICK - THIN), 2)


def _right(named: Sequence[str], linked: Collection[frozenset[str]]) -> frozenset[str]:
    """What stands at the right: what is linked with something at the left; the second half where nothing is."""
    left: list[str] = []
    for one in named:
        if not any(frozenset((one, other)) in linked for other in left):
            left.append(one)
    return frozenset(named[(len(named) + 1) // 2 :] if len(left) == len(named) else set(named).difference(left))


def asked(trace: Trace) -> tuple[str, ...]:
    """Identifiers of what the question is about: what it names, or the things whose facts were read where it names
    none."""
    named = [one.id for entity in trace.entities for one in entity.meant]
    if not named and trace.pruned is not None:
        about = {cut.about for cut in trace.pruned.cuts}
        ends = [node for triple in trace.evidence for node in (triple.subject, triple.object)]
        named = [node.id for node in ends if node.name in about]
    return tuple(dict.fromkeys(named))


def same_things(trace: Trace) -> dict[str, Node]:
    """Identifiers of one and the same thing → the one node that is drawn for them.

    What neither answers nor was asked about is one thing where name and type are the same, as on the page of a thing.
    """
    things: dict[str, Node] = {}
    for item in (*trace.answer.items, *trace.answer.set_aside):
        node = Node(item.id, item.name, item.label)
        things.update(dict.fromkeys((item.id, *item.ids), node))
    for one in (one for entity in trace.entities for one in entity.meant):
        things.update(dict.fromkeys((one.id, *one.ids), Node(one.id, one.name, one.label)))
    first: dict[tuple[str, str], Node] = {}
    for node in (node for triple in trace.evidence for node in (triple.subject, triple.object)):
        if node.id not in things:
            things[node.id] = first.setdefault((node.label, node.name.casefold() or node.id), node)
    return things


def _straight_across(
    columns: Sequence[Sequence[str]], lines: Collection[tuple[str, str, str, bool]], groups: _Groups
) -> bool:
    """Whether an arrow runs from border to border through the columns between, which then leave their middle free."""
    if len(columns) < 3:
        return False
    left, right = ([key for key in column if groups.role(key) == "question"] for column in (columns[0], columns[-1]))
    return any((line[0] in left and line[1] in right) or (line[1] in left and line[0] in right) for line in lines)


def _placed(
    columns: Sequence[Sequence[str]],
    nodes: dict[str, Node],
    groups: _Groups,
    keys: dict[str, str],
    about: Mapping[str, Sequence[str]],
    *,
    middle_free: bool,
    left_out: int,
) -> tuple[Dot, ...]:
    dots: list[Dot] = []
    x = 0
    wide_before = False
    for column in columns:
        asked = groups.role(column[0]) == "question"
        wide = not asked or any(nodes[identifier].label in BOX_KINDS for identifier in column)
        if dots:
            x += CHANNEL + (BOX_WIDTH // 2 if wide else 0) + (BOX_WIDTH // 2 if wide_before else 0)
        wide_before = wide
        gap = ASKED_GAP if asked else ROW_GAP
        for identifier, y in _stacked(column, gap, middle_free and not asked):
            node = nodes[identifier]
            said = (" · ".join(about[identifier][: 1 + MOST_IDS]),)
            dots.append(Dot(keys[identifier], node.name, node.label, groups.role(identifier), x, y, said, node.id))
    if left_out and dots:
        dots.append(_rest(dots, left_out))
    return tuple(dots)


def _rest(dots: Sequence[Dot], left_out: int) -> Dot:
    """The dot for what is not drawn, below the longest column that holds no things of the question."""
    others = [dot for dot in dots if dot.role != "question"] or list(dots)
    lowest = max(others, key=lambda dot: dot.y)
    return Dot("rest", f"+ {left_out:,} more in the table", "", "group", lowest.x, lowest.y + ROW_GAP)


def _stacked(column: Sequence[str], gap: int, middle_free: bool) -> list[tuple[str, int]]:
    """A column's things with their heights; its middle at 0, where a place stays empty if it is to be free."""
    places: list[str | None] = list(column)
    if middle_free:
        places.insert(len(places) // 2, None)
        if len(places) % 2 == 0:
            places.insert(0, None)
    top = -gap * (len(places) - 1) / 2
    return [(identifier, round(top + row * gap)) for row, identifier in enumerate(places) if identifier is not None]


def _arrow(
    key: str,
    line: tuple[str, str, str, bool],
    triples: Sequence[Triple],
    keys: dict[str, str],
    scores: Mapping[int, float],
    outside: Collection[int],
) -> Arrow:
    source, target, phrase, against = line
    told_by = tuple(triple.sources[0] if triple.sources else "" for triple in triples)
    return Arrow(
        key,
        keys[source],
        keys[target],
        phrase,
        tuple(triple.number for triple in triples),
        against,
        triples[0].predicate,
        tuple(dict.fromkeys(filter(None, told_by))),
        told_by,
        width=max((width(scores[one.number]) for one in triples if one.number in scores), default=0),
        outside=all(one.number in outside for one in triples),
    )


def _apart(arrows: Sequence[Arrow]) -> tuple[Arrow, ...]:
    """Arrows between the same two things side by side; bends to either side, as the direction of each has it."""
    met: dict[frozenset[str], list[Arrow]] = {}
    for one in arrows:
        met.setdefault(frozenset((one.source, one.target)), []).append(one)
    bends: dict[str, int] = {}
    for some in met.values():
        for place, one in enumerate(some if len(some) > 1 else ()):
            side = 1 if one.source == some[0].source else -1
            bends[one.key] = side * round(PARALLEL * (place - (len(some) - 1) / 2))
    return tuple(replace(one, bend=bends.get(one.key, one.bend)) for one in arrows)
