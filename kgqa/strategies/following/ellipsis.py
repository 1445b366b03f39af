"""What a follow-up that points to nothing leaves out: a name ("and genes?"), or the question ("what about X?")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.language.text import without
from kgqa.questions.intent import Gap
from kgqa.questions.wording import listed
from kgqa.records import Answer, Candidate, Chosen, Entity, Former, Suggestion
from kgqa.strategies.following.previous_question import FollowUp
from kgqa.strategies.following.telling import choice, unclear
from kgqa.strategies.following.ways import Edit, Place, Resolved, Way, by_itself, edited, taking, with_name
from kgqa.strategies.question import Outcome

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
