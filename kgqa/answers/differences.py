"""What tells two things apart: what is recorded for the one and not for the other, and the other way round.

The rules, the same for every graph.

- Every relation between their type and another is looked at, in either direction; where a type is asked for, those that
  lead to it. Kind-of relations tell no difference.
- A thing without a record of its own is compared by its kinds, as in every list.
- "Only for A" says that no record joins it to B; where a record says that it is absent in B, that is said as well.
- Where nothing at all is recorded for one of the two, a relation tells no difference.
- What is recorded for the other under a broader or a narrower term stands at the end of a list, and is counted aloud.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from kgqa.answers.conditions import hierarchy, with_kinds
from kgqa.answers.context import AnswerContext, CitedAnswer, marks
from kgqa.answers.kinds import by_kinds
from kgqa.answers.list_text import first_of
from kgqa.answers.order import share_of
from kgqa.evidence.gathering import Edge, Found, Numbering, far_node
from kgqa.questions.intent import Condition, Hop, Intent, Thing, Variable
from kgqa.questions.paths import arriving
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, AnswerItem, Status

FIRST_NAMED = 6
"""Things that a sentence names of each list; the table has all."""


@dataclass(frozen=True, slots=True)
class _Single:
    """Something that is recorded for one of the two alone.

    Attributes:
        edges: its records for the first and for the second; of the one that it is not recorded for those that deny it.
        near: a broader or a narrower term is recorded for the other one.
    """

    found: Found
    edges: tuple[tuple[Edge, ...], tuple[Edge, ...]]
    near: bool = False


@dataclass
class _OfOneType:
    """What tells the two apart in what one relation joins to them.

    Attributes:
        hop: the way to the two.
        by_kinds: those of the two that are compared by their kinds.
        single: what is recorded for the first alone, and for the second alone.
        both: how many things are recorded for both.
        of_kinds: how many are recorded for the one, and for a kind of the other.
        silent: those of the two for which nothing is recorded.
    """

    label: str
    hop: Hop
    by_kinds: tuple[Thing, ...] = ()
    single: tuple[list[_Single], list[_Single]] = field(default_factory=lambda: ([], []))
    both: int = 0
    of_kinds: int = 0
    silent: tuple[Thing, ...] = ()
    truncated: bool = False


def answer_difference(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """What is recorded for one of ``intent.differ`` and not for the other."""
    one, other = intent.differ
    groups = [_compared(context, hop, one, other) for hop in _hops(context, intent)]
    groups = [group for group in groups if len(group.silent) < 2]
    apart = [group for group in groups if not group.silent]
    numbering = Numbering()
    items: tuple[list[AnswerItem], list[AnswerItem]] = ([], [])
    for place in (0, 1):
        for group in apart:
            items[place].extend(_item(numbering, single, group, intent) for single in group.single[place])
    every = (*items[0], *items[1])
    headline = _headline(context, intent, groups, apart)
    lines = [
        headline,
        *(_names(intent, items, place) for place in (0, 1)),
        *(_absent(intent, apart, place) for place in (0, 1)),
        _near(apart),
        _left_out(context, apart),
        _of_kinds(context, apart),
        _unknown(context, groups),
        f"“Only” means that no record joins it to the other: {SILENCE}." if every else "",
    ]
    truncated = any(group.truncated for group in apart) or context.gatherer.truncated
    if truncated:
        lines.append("More records bear on this than the row limit lets through: the lists are cut.")
    text = "\n".join(line for line in lines if line)
    status: Status = "answered" if apart else "not_in_graph"
    conditions = (one.name, other.name) if every else ()
    answer = Answer(
        status, "list", headline, text, items=every, total=len(every), truncated=truncated, conditions=conditions
    )
    return CitedAnswer(answer, numbering.triples)


def _hops(context: AnswerContext, intent: Intent) -> Iterator[Hop]:
    """The ways by which other things are joined to the two, from those things."""
    for hop in arriving(context.schema, intent.differ[0].label):
        if intent.of_type in (None, hop.start):
            yield hop


def _compared(context: AnswerContext, hop: Hop, one: Thing, other: Thing) -> _OfOneType:
    label = hop.start
    conditions = [_asked(context, label, Condition(hop, (thing,))) for thing in (one, other)]
    keys = [_keys(context, label, condition) for condition in conditions]
    silent = tuple(thing for thing, some in zip((one, other), keys, strict=True) if not some)
    wider = tuple(
        thing for thing, asked in zip((one, other), conditions, strict=True) if asked.things[0].ids != thing.ids
    )
    both = len(keys[0].keys() & keys[1].keys())
    group = _OfOneType(label, hop, wider, both=both, silent=silent)
    if silent:
        return group
    # As everywhere, a record for a kind of a thing rules out that only the other has it.
    wide = [_keys(context, label, _of_any_kind(context, condition)) for condition in conditions]
    alone = [dict.fromkeys(key for key in keys[place] if key not in wide[1 - place]) for place in (0, 1)]
    group.of_kinds = sum(len(keys[place]) - len(alone[place]) - both for place in (0, 1))
    every = [*alone[0], *alone[1]]
    if not every:
        return group
    gathered = context.gatherer.of(Variable(label, tuple(conditions)), every)
    rows = context.ledger.run(context.statements.identifiers(label, every))
    group.truncated = rows.truncated
    things: dict[str, Found] = {}
    for key, id_, name, equivalents in rows.rows:
        known = things.get(key, Found(key, name, ()))
        things[key] = Found(key, known.name, (*known.ids, id_), (), (*known.equivalents, *(equivalents or ())))
    near = _near_keys(context, label, alone, keys)
    for place in (0, 1):
        singles = []
        for key in alone[place]:
            if key in things:
                edges = tuple(gathered[0].own(key)), tuple(gathered[1].own(key))
                singles.append(_Single(things[key], edges, key in near))
        group.single[place].extend(sorted(singles, key=lambda single: _order(single, place)))
    return group


def _asked(context: AnswerContext, label: str, condition: Condition) -> Condition:
    """The condition with the kinds of its thing where that has no record itself."""
    return by_kinds(context, Variable(label, (condition,))).conditions[0]


def _of_any_kind(context: AnswerContext, condition: Condition) -> Condition:
    """The condition with all kinds of its thing."""
    (thing,) = condition.things
    return replace(condition, things=(with_kinds(context, thing),))


def _keys(context: AnswerContext, label: str, condition: Condition) -> dict[str, None]:
    found = context.ledger.one(context.statements.collected(Variable(label, (condition,)))) or []
    return dict.fromkeys(key for key in found if key not in condition.things[0].ids)


def _near_keys(
    context: AnswerContext, label: str, alone: Sequence[dict[str, None]], keys: Sequence[dict[str, None]]
) -> set[str]:
    """The keys of what is recorded for one alone, while a broader or a narrower term is recorded for the other."""
    relation = hierarchy(context, label)
    found: set[str] = set()
    for place in (0, 1) if relation is not None else ():
        assert relation is not None
        for up in (True, False):
            ends = (list(alone[place]), list(keys[1 - place]))
            query = context.statements.above(label, relation, *(ends if up else ends[::-1]))
            found |= {row[0 if up else 1] for row in context.ledger.run(query).rows}
    return found


def _order(single: _Single, place: int) -> tuple[bool, float, str, str]:
    share = share_of([edge for edge in single.edges[place] if not edge.triple.against])
    return single.near, -(share if share is not None else -1.0), single.found.name.lower(), single.found.key


def _item(numbering: Numbering, single: _Single, group: _OfOneType, intent: Intent) -> AnswerItem:
    ids = tuple(sorted(single.found.ids, key=lambda id_: id_ != single.found.key))
    by_condition = tuple(numbering.cite(edges) for edges in single.edges)
    named = {id_ for thing in intent.differ for id_ in thing.ids}
    ends = [far_node(edge, group.hop) for edges in single.edges for edge in edges]
    return AnswerItem(
        ids[0],
        single.found.name,
        group.label,
        (*ids, *single.found.equivalents),
        (*by_condition[0], *by_condition[1]),
        tuple(dict.fromkeys(end.name for end in ends if end.id not in named)),
        by_condition=by_condition,
    )


def _headline(context: AnswerContext, intent: Intent, groups: Sequence[_OfOneType], apart: Sequence[_OfOneType]) -> str:
    one, other = intent.differ
    if not groups:
        return f"{context.source} records nothing that could tell {one.name} from {other.name}."
    if not apart:
        silent = listed(list(dict.fromkeys(thing.name for group in groups for thing in group.silent)))
        whats = listed(
            [context.wording.things(label, 2) for label in dict.fromkeys(group.label for group in groups)], "or"
        )
        return f"{one.name} and {other.name} cannot be compared: no {whats} are recorded for {silent}."
    if not any(some for group in apart for some in group.single):
        told = listed([_many(context, groups, group, group.both) for group in apart])
        return f"Nothing recorded tells {one.name} from {other.name}: both have the same {told}."
    first, second = (
        listed([_many(context, groups, group, len(group.single[place])) for group in apart if group.single[place]])
        for place in (0, 1)
    )
    both = listed([_many(context, groups, group, group.both) for group in apart if group.both])
    said = f"Recorded only for {one.name}: {first or 'nothing'}; only for {other.name}: {second or 'nothing'}"
    return f"{said}; for both: {both or 'nothing'}."


def _many(context: AnswerContext, groups: Sequence[_OfOneType], group: _OfOneType, number: int) -> str:
    """So many things of a type; where several relations lead to it, with the relation."""
    said = f"{number:,} {context.wording.things(group.label, number)}"
    if sum(other.label == group.label for other in groups) < 2:
        return said
    return f"{said} it {context.wording.phrase(Hop(group.hop.relation, not group.hop.forward))}"


def _left_out(context: AnswerContext, groups: Sequence[_OfOneType]) -> str:
    """How many things are recorded for the one, and only for kinds of the other."""
    number = sum(group.of_kinds for group in groups)
    if not number:
        return ""
    kinds = context.wording.kinds(groups[0].hop.end, 1)
    be, it = ("is", "it") if number == 1 else ("are", "they")
    return f"{number:,} more {be} in neither list, because {it} {be} recorded for a {kinds} of the other."


def _of_kinds(context: AnswerContext, groups: Sequence[_OfOneType]) -> str:
    """Which of the two are compared by what their kinds have."""
    things = list(dict.fromkeys(thing for group in groups for thing in group.by_kinds))
    if not things:
        return ""
    kinds = context.wording.kinds(things[0].label, 2)
    its = "its" if len(things) == 1 else "their"
    names = listed([thing.name for thing in things])
    return f"For {names} the records of {its} {kinds} count, where there is none of its own."


def _names(intent: Intent, items: tuple[list[AnswerItem], list[AnswerItem]], place: int) -> str:
    if not items[place]:
        return ""
    by_label: dict[str, list[AnswerItem]] = {}
    for item in items[place]:
        by_label.setdefault(item.label, []).append(item)
    told = []
    for some in by_label.values():
        names = [f"{item.name}{marks(item.by_condition[place])}" for item in some[:FIRST_NAMED]]
        told.append(first_of(names, len(some), FIRST_NAMED))
    return f"Only for {intent.differ[place].name}: {'; '.join(told)}."


def _absent(intent: Intent, groups: Sequence[_OfOneType], place: int) -> str:
    """What is recorded for the one, and recorded as absent in the other."""
    names = [single.found.name for group in groups for single in group.single[place] if single.edges[1 - place]]
    if not names:
        return ""
    told = first_of(names, len(names), FIRST_NAMED)
    one, other = intent.differ[place], intent.differ[1 - place]
    return f"Recorded for {one.name} and recorded as absent in {other.name}: {told}."


def _near(groups: Sequence[_OfOneType]) -> str:
    number = sum(single.near for group in groups for some in group.single for single in some)
    if not number:
        return ""
    be = "is" if number == 1 else "are"
    return f"{number:,} of them {be} recorded for the other under a broader or a narrower term; they stand last."


def _unknown(context: AnswerContext, groups: Sequence[_OfOneType]) -> str:
    """The types of which nothing is recorded for one of the two, so that they tell no difference."""
    said = []
    for group in groups:
        if group.silent:
            names = listed([thing.name for thing in group.silent])
            said.append(f"no {context.wording.things(group.label, 1)} for {names}")
    told = listed(list(dict.fromkeys(said)))
    return f"Not compared, as {context.source} records {told}." if said and len(said) < len(groups) else ""
