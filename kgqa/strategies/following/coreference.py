"""What a follow-up leaves open: what its pointing words stand for, and what one that points to nothing leaves out.

Pointing words stand for a name or a set of before that fits by type and schema. Left out may be a name ("and genes?"),
or the question ("what about X?").
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.earlier_answers import in_words
from kgqa.language.text import without
from kgqa.questions.anaphora import Pointer, opening
from kgqa.questions.intent import Gap
from kgqa.questions.wording import listed
from kgqa.records import Answer, AnswerItem, Candidate, Chosen, Entity, Former, Group, Suggestion
from kgqa.strategies.following.previous_question import FollowUp
from kgqa.strategies.following.telling import choice, not_of, nothing_for, offered, unclear
from kgqa.strategies.following.ways import (
    Edit,
    Place,
    Resolved,
    Way,
    by_itself,
    cost_of,
    edited,
    read_way,
    taking,
    with_name,
)
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


_HOW_INSTEAD = "A question of before can be asked of one other thing of the same type (“what about X?”). Ask in full."


def is_only_names(follow_up: FollowUp, begins: int) -> bool:
    """Whether behind an opening there is a name and nothing else, known or not."""
    rest = [item for item in follow_up.items if item.start >= begins]
    if not rest or any(item.auxiliary or item.generic or item.meaning.cues - {"a"} for item in rest):
        return False
    names = [item for item in rest if item.entity is not None]
    others = [item for item in rest if item.entity is None]
    if names:
        return all(item.meaning.labels and not item.unread for item in others)
    return all(item.unread for item in others)


def instead(follow_up: FollowUp, begins: int) -> Resolved | Outcome:
    """The question of before about something else."""
    entities = [one for one in follow_up.entities if one.start >= begins]
    if len(entities) > 1:
        return Outcome(unclear("It is not clear what is to be asked of several things.", _HOW_INSTEAD))
    before = _without_out(follow_up)
    if entities:
        (entity,) = entities
        start, end = entity.start, entity.end
        labels = {one.label for one in (entity.chosen, *entity.rivals)}
    else:
        rest = [item for item in follow_up.items if item.start >= begins]
        start, end = rest[0].start, rest[-1].end
        labels = {one.chosen.label for one in before.named}
    targets = [one for one in before.named if one.chosen.label in labels]
    if not targets:
        if entities and not before.named and not follow_up.before.answers:
            return by_itself(follow_up)
        noun = listed([follow_up.wording.things(label, 1) for label in sorted(labels)], "or")
        headline = f"“{follow_up.text[start:end]}” stands for nothing in the question before."
        why = f"“{follow_up.before.question}” names no {noun or 'thing'} in whose place it could be asked about."
        alone = Suggestion(f"Ask about {follow_up.text[start:end]} alone", follow_up.text[start:end])
        return Outcome(replace(unclear(headline, f"{why} {_HOW_INSTEAD}"), suggestions=(alone,)))
    ways = [_in_place_of(follow_up, before, target, start, end) for target in targets]
    if len(ways) > 1:
        names = follow_up.listed([one.chosen for one in targets], "or")
        if before.within is not None:
            return Outcome(unclear(f"It can be asked in the place of {names}.", _HOW_INSTEAD))
        headline = f"“{follow_up.text[start:end]}” can be asked about in the place of {names}."
        text = f"{headline} Please choose; nothing has been asked yet."
        offered = tuple(
            Suggestion(f"In the place of {follow_up.inside(one.chosen)}", way.whole)
            for one, way in zip(targets, ways, strict=True)
        )
        return Outcome(Answer("ambiguous", "text", headline, text, suggestions=offered))
    kept = [one.chosen for one in before.named if one is not targets[0]]
    replaced = follow_up.inside(targets[0].chosen)
    said = f"Asked as “{before.whole}”, with {follow_up.text[start:end]} in the place of {replaced}."
    return taking(follow_up, replace(ways[0], taken=tuple(kept)), said)


def _without_out(follow_up: FollowUp) -> Former:
    """The question before, without the names that were taken out of it."""
    before = follow_up.before
    for one in sorted(before.named, key=lambda each: -each.start):
        if one.chosen.id in before.out and one.start < one.end:
            whole = without(before.whole, one.start, one.end)
            left = [each for each in before.named if each is not one]
            found = follow_up.graph.interpreter.named(whole)
            ids = {each.chosen.id for each in left}
            placed = tuple(each for each in found if ids & {each.chosen.id, *each.chosen.ids})
            before = replace(before, whole=whole, named=placed)
    return before


def _in_place_of(follow_up: FollowUp, before: Former, target: Entity, start: int, end: int) -> Way:
    words = follow_up.text[start:end]
    whole = f"{before.whole[: target.start]}{words}{before.whole[target.end :]}"
    moved, last = len(words) - (target.end - target.start), target.start + len(words)
    named = [
        replace(one, start=one.start + moved, end=one.end + moved) if one.start > target.start else one
        for one in before.named
        if one is not target
    ]
    asked = [one for one in follow_up.entities if (one.start, one.end) == (start, end)]
    found = [one for one in follow_up.graph.interpreter.named(whole) if (one.start, one.end) == (target.start, last)]
    found += [replace(one, start=target.start, end=last) for one in asked]
    alike = [one for entity in found if (one := _of_type(entity, target.chosen.label)) is not None]
    named += alike[:1]
    meant = follow_up.question.chosen.get((start, end), ())
    chosen: Chosen = {} if meant == () else {(target.start, last): meant}
    places = (Place(target.start, last, start, end, copied=True),)
    in_order = tuple(sorted(named, key=lambda one: one.start))
    return Way(whole, whole, chosen, places, in_order, group=before.within, within=before.within is not None)


def _of_type(entity: Entity, label: str) -> Entity | None:
    """The name with the meanings that are of a type; None where it has none."""
    kept = [one for one in (entity.chosen, *entity.rivals) if one.label == label]
    if not kept:
        return None
    return replace(entity, chosen=kept[0], rivals=tuple(kept[1:]), tied=entity.tied and len(kept) > 1)


def unnamed(follow_up: FollowUp, begins: int) -> Resolved | Outcome:
    """The follow-up that names nothing with a thing of before; by itself where none makes it a question."""
    if not any(item.meaning.labels or item.meaning.properties or item.meaning.relations for item in follow_up.items):
        return by_itself(follow_up)
    if follow_up.before.within is not None and follow_up.named:
        noun = follow_up.wording.things(follow_up.before.within.label, 2)
        why = f"Say “of these {noun}”, or name what it is to be asked of."
        return Outcome(unclear("It is not clear what this is to be asked of.", why))
    return _with_one_of(follow_up, follow_up.named, begins) or by_itself(follow_up)


def completed(follow_up: FollowUp) -> Resolved | Outcome | None:
    """The question with a name that it lacks to be one; None where it lacks none, or none makes it one."""
    read = follow_up.graph.interpreter.read(follow_up.text, follow_up.entities)
    if not isinstance(read, Gap) or read.reason not in ("unread", "no_relation", "direction", "no_property"):
        return None
    if follow_up.graph.interpreter.meant(follow_up.text, follow_up.entities) is not None:
        return None
    named = {one.chosen.id for one in follow_up.entities}
    return _with_one_of(follow_up, [one for one in follow_up.named if one.id not in named], 0)


def _with_one_of(follow_up: FollowUp, named: Sequence[Candidate], begins: int) -> Resolved | Outcome | None:
    edits = [Edit(0, begins, "", "")] if begins else []
    bare = edited(follow_up, edits)
    ways = [way for one in named if (way := with_name(follow_up, bare, one)) is not None]
    if len(ways) > 1:
        return Outcome(choice(follow_up, ways))
    return taking(follow_up, ways[0]) if ways else None
