"""How a whole question is made of a follow-up, whether it is one then, and the record of what it took."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.earlier_answers import asks_within, stands_in
from kgqa.questions.intent import Ambiguity, Gap, Intent, readings_of
from kgqa.records import Candidate, Chosen, Entity, Follows, Group
from kgqa.strategies.entity_linking import as_chosen
from kgqa.strategies.following.previous_question import FollowUp
from kgqa.strategies.question import Question

MOST_READ = 25
"""Answers of before about which facts are read."""
_BY_MEANING = 10
"""What a reading by meaning costs more than one of any number of relations that is read word by word."""
_JOINTS = ("of", "in", "with", "for", "")
"""Words by which a name is added to a question that has none; to one that has, "in" comes first."""
_MORE_JOINTS = ("in", "of", "with", "for", "")


@dataclass(frozen=True, slots=True)
class Place:
    """A run of the whole question, and where it stands in the one that was asked."""

    start: int
    end: int
    asked_start: int
    asked_end: int
    copied: bool


@dataclass(frozen=True, slots=True)
class Edit:
    """A part of the asked question that is replaced.

    Attributes:
        told: what stands there for a reader.
    """

    start: int
    end: int
    text: str
    told: str
    one: Candidate | None = None
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One way to make a follow-up whole.

    Attributes:
        whole: the question; ``told`` the same for a reader.
        named: the things that it names.
        spoken_of: the answers of before where they stand in it as one thing.
    """

    whole: str
    told: str
    chosen: Chosen
    places: tuple[Place, ...]
    named: tuple[Entity, ...] = ()
    taken: tuple[Candidate, ...] = ()
    group: Group | None = None
    within: bool = False
    spoken_of: Entity | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """A follow-up that can be asked.

    Attributes:
        question: whole in itself.
        follows: what it took.
    """

    question: Question
    follows: Follows
    asked: str
    places: tuple[Place, ...] = ()

    @property
    def took(self) -> bool:
        """Whether it took anything."""
        return bool(self.follows.taken) or self.follows.group is not None or self.follows.whole != self.asked


def edited(follow_up: FollowUp, edits: Sequence[Edit], *, within: bool = False) -> Way:
    """The way that replaces parts of the asked question; ``within`` where it asks of some of the answers of before."""
    text, whole, said, at = follow_up.text, "", "", 0
    places: list[Place] = []
    chosen = dict[tuple[int, int], str | tuple[str, ...] | None]()
    taken: list[Entity] = []
    group, spoken_of = None, None
    if follow_up.by_model:
        edits = [edit if edit.group is None else replace(edit, text=edit.told) for edit in edits]
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        places.append(Place(len(whole), len(whole) + edit.start - at, at, edit.start, copied=True))
        whole, said = whole + text[at : edit.start], said + text[at : edit.start]
        words = edit.one.name if edit.one is not None else edit.text.strip().removeprefix("of ")
        start, end = len(whole) + len(edit.text) - len(words), len(whole) + len(edit.text)
        places.append(Place(start, end, edit.start, edit.end, copied=False))
        if edit.one is not None:
            taken.append(Entity(words, start, end, edit.one))
            if (edit.start, edit.end) in follow_up.question.chosen:
                chosen[start, end] = follow_up.question.chosen[edit.start, edit.end]
        if edit.group is not None:
            group = edit.group
            spoken_of = None if within else _spoken_of(group, words, start, end)
        whole, said, at = whole + edit.text, said + edit.told, edit.end
    places.append(Place(len(whole), len(whole) + len(text) - at, at, len(text), copied=True))
    whole, said = whole + text[at:], said + text[at:]
    for (start, end), meant in follow_up.question.chosen.items():
        place = _holding(places, start, end)
        if place is not None:
            moved = place.start - place.asked_start
            chosen[start + moved, end + moved] = meant
    named = [*taken, *_moved(follow_up, places)]
    # What nothing explains may be explained behind a noun ("which diseases are dominant"), never across the edits.
    inside = [place for place in places if place.copied]
    for one in follow_up.graph.interpreter.named(whole):
        fresh = all(one.end <= other.start or other.end <= one.start for other in named)
        if fresh and any(place.start <= one.start and one.end <= place.end for place in inside):
            named.append(one)
    named.sort(key=lambda one: one.start)
    things = tuple(one.chosen for one in taken)
    return Way(whole, said, chosen, tuple(places), tuple(named), things, group, within, spoken_of)


def _moved(follow_up: FollowUp, places: Sequence[Place]) -> Iterator[Entity]:
    """The names of the asked question in the places that they have in the whole one."""
    for one in follow_up.entities:
        place = _holding(places, one.start, one.end)
        if place is not None:
            moved = place.start - place.asked_start
            yield replace(one, start=one.start + moved, end=one.end + moved)


def _holding(places: Sequence[Place], start: int, end: int) -> Place | None:
    """The run of the asked question that holds some characters of it, where it was taken over as it is."""
    return next((one for one in places if one.copied and one.asked_start <= start and end <= one.asked_end), None)


def _spoken_of(group: Group, words: str, start: int, end: int) -> Entity:
    ids = tuple(dict.fromkeys(id_ for one in group.things for id_ in (one.id, *one.ids)))
    return Entity(words, start, end, Candidate(ids[0], words, group.label, 1.0, "exact", words, ids))


def with_name(follow_up: FollowUp, bare: Way, one: Candidate) -> Way | None:
    """The question with a name behind it, where it is one then."""
    text, end = bare.whole.rstrip(" ?.!"), len(follow_up.text)
    for joint in _MORE_JOINTS if bare.named else _JOINTS:
        whole = f"{text} {joint} {one.name}?" if joint else f"{text} {one.name}?"
        start = len(whole) - len(one.name) - 1
        added = Entity(one.name, start, len(whole) - 1, one)
        places = (*bare.places, Place(start, len(whole) - 1, end, end, copied=False))
        way = replace(
            bare, whole=whole, told=whole, places=places, named=(*bare.named, added), taken=(*bare.taken, one)
        )
        intents = readings_of(read_way(follow_up, way))
        if intents and all(one in [entity.chosen for entity in each.entities] for each in intents):
            return way
    return None


def _names_in(follow_up: FollowUp, way: Way) -> list[Entity]:
    """The names of a way with what a person chose for them, and the answers of before where they stand in it as one."""
    named = [as_chosen(follow_up.graph, one, way.chosen) for one in way.named]
    return named if way.spoken_of is None else with_spoken_of(named, way.spoken_of)


def read_way(follow_up: FollowUp, way: Way) -> Intent | Ambiguity | Gap:
    """What a way is read as."""
    return follow_up.graph.interpreter.read(way.whole, _names_in(follow_up, way))


def cost_of(follow_up: FollowUp, way: Way) -> int | None:
    """How far-fetched a way is, by the chain of relations that it asks for and how it is read; None where it is no
    question, or none that can be asked of what it takes."""
    read, by_meaning = read_way(follow_up, way), 0
    if isinstance(read, Gap) and way.spoken_of is None and not follow_up.question.approach.strict:
        meant = follow_up.graph.interpreter.meant(way.whole, _names_in(follow_up, way))
        if meant is None or not meant.clear or meant.then:
            return None
        (plain, *_), by_meaning = meant.questions, _BY_MEANING
        read = follow_up.graph.interpreter.read(plain, follow_up.graph.interpreter.named(plain))
    intents = [one for one in readings_of(read) if of_group(one, way.group, way.spoken_of, within=way.within)]
    return by_meaning + min(one.hops for one in intents) if intents else None


def of_group(intent: Intent, group: Group | None, spoken_of: Entity | None, *, within: bool) -> bool:
    """Whether an intent asks of the answers of before what can be asked of them; true where it speaks of none."""
    if group is None:
        return True
    if within:
        return asks_within(intent, group)
    return spoken_of is not None and stands_in(intent, spoken_of.chosen.ids)


def with_spoken_of(entities: Sequence[Entity], spoken_of: Entity) -> list[Entity]:
    """The names of a question with the answers of before where they stand in it as one."""
    kept = [one for one in entities if one.end <= spoken_of.start or spoken_of.end <= one.start]
    return sorted([*kept, spoken_of], key=lambda one: one.start)


def taking(follow_up: FollowUp, way: Way, said: str = "") -> Resolved:
    """The follow-up asked that way, with the record of what it took and the words for it."""
    group = way.group
    if not said:
        parts = [f"from the question before: {follow_up.listed(way.taken)}"] if way.taken else []
        parts += [f"from the answer before: {follow_up.own(group)}"] if group is not None else []
        said = f"Taken {'; '.join(parts)}."
    about: tuple[str, ...] = ()
    if group is not None and follow_up.by_model:
        about = tuple(one.id for one in group.things[:MOST_READ])
        if follow_up.question.approach.strategy == "kg-rag" and len(about) < group.total:
            said += f" Facts were read about the first {len(about)} of them."
    named = tuple(_names_in(follow_up, replace(way, spoken_of=None)))
    question = replace(
        follow_up.question,
        text=f"{way.whole[:1].upper()}{way.whole[1:]}" if follow_up.by_model else way.whole,
        kind=follow_up.graph.kind(way.whole),
        chosen=way.chosen,
        named=way.named,
        group=group,
        within=way.within,
        spoken_of=way.spoken_of,
        note=said,
        about=about,
    )
    follows = Follows(follow_up.before, way.whole, named, way.taken, group, way.within, said)
    return Resolved(question, follows, follow_up.text, way.places)


def by_itself(follow_up: FollowUp) -> Resolved:
    """The follow-up as a question that takes nothing."""
    return Resolved(replace(follow_up.question, former=None), Follows(follow_up.before, follow_up.text), follow_up.text)
