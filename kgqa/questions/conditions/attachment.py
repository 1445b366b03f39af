"""Conditions on the properties of links, put on the links of a question that was read without them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.language import quantities
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.intent import Condition, Gap, Intent, Thing, Variable, misdirected
from kgqa.questions.qualifiers import Qualifier
from kgqa.records import Entity
from kgqa.schema.model import Relation

_CLOSENESS = 6
_ONLY = re.compile(r"\b(?:only|exclusively|solely|alone|specifically|confined|restricted|limited)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _End:
    """A named end of a chain of conditions.

    Attributes:
        path: the places of the conditions that lead to it, from the outermost.
        conditions: those conditions.
        place: where its name stands.
    """

    path: tuple[int, ...]
    conditions: tuple[Condition, ...]
    place: int


def with_qualifiers(intent: Intent, found: Sequence[Said], entities: Sequence[Entity]) -> Intent | Gap:
    """The intent with a condition for each phrase; a gap where one of them can be said of none of its links.

    A phrase is said of the links to the names before it, back to the last phrase of its kind; where there are none, or
    where it says so ("of patients with X"), of those behind it up to the next.
    """
    ranked = intent.most or intent.rank_hop is not None or intent.of_these is not None
    if ranked or intent.compared or intent.shared or intent.excluded or intent.differ:
        return _unread(found[0])
    if intent.answer is not None and intent.answer.conditions:
        outcome = _of_variable(intent, found, entities)
    elif intent.kind in ("yesno", "value") and len(intent.pairs) == 1:
        outcome = _of_pair(intent, found, entities)
    else:
        return _unread(found[0])
    if isinstance(outcome, Gap):
        return outcome
    return replace(outcome, notes=(*outcome.notes, *_notes(found)))


def _unread(said: Said) -> Gap:
    return Gap("unread", said.text, closeness=_CLOSENESS)


def _notes(found: Sequence[Said]) -> list[str]:
    """What a word for a class of frequencies was taken for."""
    notes = []
    for one in found:
        qualifier = one.ways[0][1]
        if qualifier.bounds is not None and qualifier.said.startswith("with the frequency "):
            shares = quantities.worded(qualifier.bounds, "share")
            notes.append(f"“{one.text}” was read as {shares} of patients.")
    return notes


def _of_pair(intent: Intent, found: Sequence[Said], entities: Sequence[Entity]) -> Intent | Gap:
    pair = intent.pairs[0]
    relation = pair.hops[0].relation
    if len(pair.hops) > 1 or pair.negated or relation.hierarchical:
        return _unread(found[0])
    for said in found:
        way = dict(said.ways).get(relation)
        if way is None:
            return _no_property(said, relation.type)
        if way.property == intent.property or (said.of_next and not _is_population(said, relation, entities)):
            return _unread(said)
        if _another_text(way, pair.qualifiers) or (
            intent.kind == "yesno" and said.kind == "sex" and _ONLY.search(said.text)
        ):
            return _unread(said)  # whether it is recorded of men alone, no record of men tells
        beside = pair.one.label if said.noun == -1 else _label_at(said.noun, entities)
        if beside not in ("", relation.target) or (said.types and relation.target not in said.types):
            return misdirected(relation, said.text, _CLOSENESS)
        pair = replace(pair, qualifiers=(*pair.qualifiers, way))
    return replace(intent, pairs=(pair,))


def _another_text(way: Qualifier, others: Sequence[Qualifier]) -> bool:
    """Whether one record would have to have two texts for a property ("recorded for men or for women")."""
    texts = (one for one in others if one.property == way.property and one.bounds is None)
    return way.bounds is None and any(one.values != way.values for one in texts)


def _label_at(place: int | None, entities: Sequence[Entity]) -> str:
    return next((one.chosen.label for one in entities if one.start == place), "")


def _is_population(said: Said, relation: Relation, entities: Sequence[Entity]) -> bool:
    """Whether the name behind a phrase ("of patients with X") is what the relation records something of."""
    behind = [one for one in entities if one.start >= said.end]
    return bool(behind) and min(behind, key=lambda one: one.start).chosen.label == relation.source


def _no_property(said: Said, type_: str) -> Gap:
    if said.ways[0][1].unit in ("year", "date") and said.kind != "year":
        return _unread(said)  # "who were tested in 2024" tells of a link of its own
    return Gap("no_property", f"{said.ways[0][1].property.name.replace('_', ' ')}|{type_}", closeness=_CLOSENESS)


def _of_variable(intent: Intent, found: Sequence[Said], entities: Sequence[Entity]) -> Intent | Gap:
    assert intent.answer is not None
    ends = list(_ends(intent.answer, entities))
    if any(end.place < 0 for end in ends):
        return _unread(found[0])
    answer = intent.answer
    for said in found:
        told = _said_of(said, found, ends)
        if not told:
            return _unread(said)
        done: set[tuple[int, ...]] = set()
        for end in told:
            outcome = _qualified(said, end, answer)
            if isinstance(outcome, Gap):
                return outcome
            path, variable = outcome
            if path not in done:
                answer = variable
                done.add(path)
            ends = list(_ends(answer, entities))
    return replace(intent, answer=answer)


def _said_of(said: Said, found: Sequence[Said], ends: Sequence[_End]) -> list[_End]:
    same = [one for one in found if one.kind == said.kind and one is not said]
    # Two phrases that follow each other ("obligate (100 % of patients)") are said of the same.
    apart = [one for one in same if any(one.end <= end.place < said.start for end in ends)]
    since = max((one.end for one in apart if one.end <= said.start), default=-1)
    until = min((one.start for one in same if one.start >= said.end), default=1 << 30)
    before = [end for end in ends if since <= end.place < said.start]
    behind = [end for end in ends if said.end <= end.place < until]
    if said.of_next:
        return behind[:1]
    if said.noun is not None and said.noun >= 0 and any(end.place == said.noun for end in behind):
        return [end for end in behind if end.place == said.noun]
    return before or behind


def _ends(variable: Variable, entities: Sequence[Entity]) -> list[_End]:
    """Every named end of a variable's conditions, with where its first name stands; -1 where nothing is named."""
    found: list[_End] = []

    def walk(one: Variable, path: tuple[int, ...], above: tuple[Condition, ...]) -> None:
        for number, condition in enumerate(one.conditions):
            here, conditions = (*path, number), (*above, condition)
            if condition.variable is not None and condition.variable.conditions:
                walk(condition.variable, here, conditions)
            else:
                found.append(_End(here, conditions, _place(condition.things, entities)))

    walk(variable, (), ())
    return found


def _place(things: Sequence[Thing], entities: Sequence[Entity]) -> int:
    ids = {id_ for thing in things for id_ in thing.ids}
    return min((one.start for one in entities if ids & {one.chosen.id, *one.chosen.ids}), default=-1)


def _qualified(said: Said, end: _End, answer: Variable) -> tuple[tuple[int, ...], Variable] | Gap:
    """The variable with a condition on one of the links that lead to a named end, and the path to that link.

    It is the link to the name itself, where that has such a property, else the only one on the way that has.
    """
    ways = dict(said.ways)
    able = [number for number, one in enumerate(end.conditions) if one.hop.relation in ways]
    last = len(end.conditions) - 1
    if not able:
        return _no_property(said, end.conditions[-1].hop.relation.type)
    if last not in able and len(able) > 1:
        return Gap("grouping", said.text, closeness=_CLOSENESS)
    number = last if last in able else able[0]
    condition = end.conditions[number]
    if condition.negated or condition.denied or any(one.negated or one.denied for one in end.conditions):
        return _unread(said)
    if said.of_next and (number < last or condition.hop.forward):
        return _unread(said)  # of those with a finding nothing is recorded but of those with what it is a finding in
    if said.noun is not None and not _is_of_target(said, condition, number, end):
        if said.noun >= 0:  # a rare disease is not one that shows something rarely
            return _unread(said)
        return misdirected(condition.hop.relation, said.text, _CLOSENESS)
    qualifier = ways[condition.hop.relation]
    if _another_text(qualifier, condition.qualifiers):
        return _unread(said)
    if qualifier in condition.qualifiers:
        return end.path[: number + 1], answer
    return end.path[: number + 1], _replaced(answer, end.path[: number + 1], qualifier)


def _is_of_target(said: Said, condition: Condition, number: int, end: _End) -> bool:
    """Whether a word for a frequency stands beside what is frequent, and not beside what it is frequent in."""
    if said.noun == end.place:
        return number == len(end.conditions) - 1 and condition.hop.forward
    if condition.hop.forward and len(end.conditions) == 1:  # "in which diseases is X a frequent feature"
        return condition.hop.relation.target in said.types
    return not condition.hop.forward


def _replaced(variable: Variable, path: Sequence[int], qualifier: Qualifier) -> Variable:
    first, *rest = path
    conditions = list(variable.conditions)
    condition = conditions[first]
    if rest:
        assert condition.variable is not None
        conditions[first] = replace(condition, variable=_replaced(condition.variable, rest, qualifier))
    else:
        conditions[first] = replace(condition, qualifiers=(*condition.qualifiers, qualifier))
    return replace(variable, conditions=tuple(conditions))
