"""What the pointing words of a follow-up stand for: a name or a set of before that fits by type and schema."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.answers.earlier_answers import in_words
from kgqa.questions.anaphora import Pointer, opening
from kgqa.questions.intent import Gap
from kgqa.records import AnswerItem, Candidate, Group
from kgqa.strategies.following.previous_question import FollowUp
from kgqa.strategies.following.telling import choice, not_of, nothing_for, offered, unclear
from kgqa.strategies.following.ways import Edit, Resolved, Way, by_itself, cost_of, edited, read_way, taking, with_name
from kgqa.strategies.question import Outcome

MOST_WAYS = 16
"""Ways to read the pointing words of one question that are tried."""


@dataclass(frozen=True, slots=True)
class _Ref:
    """What a pointer stands for: one thing, or several."""

    one: Candidate | None = None
    group: Group | None = None


def with_referents(follow_up: FollowUp, found: Sequence[Pointer]) -> Resolved | Outcome:
    """The follow-up with what its pointing words stand for; what is said where that is nothing, or not clear."""
    options = [_refs(follow_up, pointer) for pointer in found]
    for pointer, refs in zip(found, options, strict=True):
        if not refs:
            return Outcome(nothing_for(follow_up, pointer))
    ways = [_way(follow_up, found, refs) for refs in itertools.islice(itertools.product(*options), MOST_WAYS)]
    costs = [cost_of(follow_up, way) for way in ways]
    least = min((cost for cost in costs if cost is not None), default=0)
    fitting = [way for way, cost in zip(ways, costs, strict=True) if cost == least] or _with_another(follow_up, ways)
    if len(fitting) == 1:
        return taking(follow_up, fitting[0])
    if len(fitting) > 1:
        return Outcome(choice(follow_up, fitting))
    if all(isinstance(read := read_way(follow_up, way), Gap) and read.reason == "absent" for way in ways):
        return by_itself(follow_up)  # the graph has nothing of what is asked for, of whatever it is asked
    if len(ways) == 1 and (ways[0].group is None or follow_up.by_model):
        return taking(follow_up, ways[0])
    if ways[0].group is not None:
        return Outcome(not_of(follow_up, ways[0]))
    return Outcome(unclear("It is not clear what this asks.", offered(follow_up)))


def _refs(follow_up: FollowUp, pointer: Pointer) -> list[_Ref]:
    groups = _groups(follow_up, pointer) if pointer.several else []
    if groups:
        return [_Ref(group=one) for one in groups]
    singles = _singles(follow_up, pointer)
    if pointer.several and (len(singles) != 1 or pointer.part or pointer.number not in (None, 1)):
        return []
    return [_Ref(one=one) for one in singles]


def _singles(follow_up: FollowUp, pointer: Pointer) -> list[Candidate]:
    """The single things that a pointer may stand for."""
    found = list(follow_up.named)
    group = follow_up.answers
    if group is not None and len(group.things) == group.total == 1:
        found.append(_candidate(group.things[0]))
    unique = {one.id: one for one in found}
    return [one for one in unique.values() if not pointer.labels or one.label in pointer.labels]


def _groups(follow_up: FollowUp, pointer: Pointer) -> list[Group]:
    """The sets that a pointer may stand for: the answers, else several things of one type that were named."""
    group, found = follow_up.answers, []
    if group is not None and group.total > 1:
        found.append(group)
    if not found or (pointer.labels and found[0].label not in pointer.labels):
        found = []
        for label in dict.fromkeys(one.label for one in follow_up.named):
            alike = [one for one in follow_up.named if one.label == label]
            if len(alike) > 1:
                things = tuple(AnswerItem(one.id, one.name, one.label, one.ids) for one in alike)
                found.append(Group(label, things, len(things), "that were named"))
    found = [one for one in found if not pointer.labels or one.label in pointer.labels]
    return [one for one in found if pointer.number in (None, one.total)]


def _candidate(item: AnswerItem) -> Candidate:
    return Candidate(item.id, item.name, item.label, 1.0, "exact", item.name, item.ids)


def _with_another(follow_up: FollowUp, ways: Sequence[Way]) -> list[Way]:
    """The ways with a further thing of before behind them ("how common is it" in the other one), where that makes
    a question of one of them; the same things in another order are the same."""
    found: dict[frozenset[str], Way] = {}
    for way in ways:
        taken = {one.id for one in way.taken}
        if way.group is None and len(taken) == 1:
            for one in follow_up.named:
                more = None if one.id in taken else with_name(follow_up, way, one)
                if more is not None:
                    found.setdefault(frozenset({one.id, *taken}), more)
    return list(found.values())


def _way(follow_up: FollowUp, found: Sequence[Pointer], refs: Sequence[_Ref]) -> Way:
    begins = opening(follow_up.text)
    edits = [Edit(0, begins, "", "")] if 0 < begins <= found[0].start else []
    within = False
    for pointer, ref in zip(found, refs, strict=True):
        if ref.one is not None:
            edits += _for_one(follow_up, pointer, ref.one)
        elif ref.group is not None and pointer.part:
            within = True
            edits += _for_part(follow_up, pointer, ref.group)
        elif ref.group is not None:
            edits += _for_group(follow_up, pointer, ref.group)
    return edited(follow_up, edits, within=within)


def _for_one(follow_up: FollowUp, pointer: Pointer, one: Candidate) -> Iterator[Edit]:
    place = _behind(follow_up, pointer) if pointer.owner else None
    if pointer.owner and place is not None:
        yield Edit(pointer.start, pointer.end, "the", "the")
        yield Edit(place, place, f" of {one.name}", f" of {one.name}", one=one)
    else:
        yield Edit(pointer.start, pointer.end, one.name, one.name, one=one)


def _for_group(follow_up: FollowUp, pointer: Pointer, group: Group) -> Iterator[Edit]:
    words = f"any of {in_words(follow_up.wording, group)}"
    place = _behind(follow_up, pointer) if pointer.owner else None
    if pointer.owner and place is not None:
        yield Edit(pointer.start, pointer.end, "the", "the")
        yield Edit(place, place, f" of {words}", f" of {words}", group=group)
    else:
        yield Edit(pointer.start, pointer.end, words, words, group=group)


def _for_part(follow_up: FollowUp, pointer: Pointer, group: Group) -> Iterator[Edit]:
    """ "Which of these are X" becomes "which diseases are X", and so does "of these, which are X"."""
    noun, words = follow_up.wording.things(group.label, 2), f"of {in_words(follow_up.wording, group)}"
    begins = opening(follow_up.text)
    if pointer.start > begins:
        yield Edit(pointer.start, pointer.end, noun, words, group=group)
        return
    behind = (one for one in follow_up.items if one.start > pointer.end)
    asks = next((one for one in behind if {"which", "count"} & one.meaning.cues), None)
    if asks is None:
        yield Edit(pointer.start, pointer.end, noun, words, group=group)
        return
    yield Edit(begins, asks.start, "", "")
    end = asks.end
    after = next((one for one in follow_up.items if one.start > asks.start), None)
    if after is not None and group.label in after.meaning.labels:
        yield Edit(after.start, after.end, noun, words, group=group)
    else:
        yield Edit(end, end, f" {noun}", f" {words}", group=group)


def _behind(follow_up: FollowUp, pointer: Pointer) -> int | None:
    """Where the phrase behind "its" ends."""
    after = next((one for one in follow_up.items if one.start > pointer.start), None)
    return None if after is None or after.entity is not None else after.end
