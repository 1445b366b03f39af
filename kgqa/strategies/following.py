"""A question that follows another one: what it takes from the question and the answer before it, and how that is told.

A follow-up that names something and points to nothing is asked by itself. Of any other exactly one thing may be
missing:

- a name ("it", "this gene", "its features", "and genes?"): the one thing of before that fits it by type and schema,
- a set ("which of these …", "genes of these diseases"): the answers of before, by their identifiers,
- the question itself ("what about X?", "and for X?"): the question of before with X in the place of the one thing of
  its type.

Where several things of before fit, they are put to the reader; where none does, what is missing is said. What was taken
stands in the record (``Follows``) and in the text of the answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kgqa.answers.context import AnswerContext
from kgqa.answers.within import OF_BEFORE, asks_within, in_full, in_words, stands_in
from kgqa.evidence.ledger import Ledger
from kgqa.language.text import without
from kgqa.questions.intent import Ambiguity, Gap, Intent, readings_of
from kgqa.questions.options import options
from kgqa.questions.pointing import Pointer, is_of_all, opening, pointers
from kgqa.questions.wording import Wording, listed
from kgqa.records import (
    Answer,
    AnswerItem,
    Candidate,
    Chosen,
    Entity,
    Follows,
    Former,
    Group,
    Suggestion,
    Trace,
)
from kgqa.schema.model import Schema
from kgqa.strategies.entity_linking import as_chosen
from kgqa.strategies.question import Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

MOST_READ = 25
"""Answers of before about which facts are read."""
MOST_WAYS = 16
"""Ways to read the pointing words of one question that are tried."""
_BY_MEANING = 10
"""What a reading by meaning costs more than one of any number of relations that is read word by word."""
LONGEST_SAID = 90
"""Characters of the words for the answers of before; of more nothing is said."""
_JOINTS = ("of", "in", "with", "for", "")
"""Words by which a name is added to a question that has none; to one that has, "in" comes first."""
_MORE_JOINTS = ("in", "of", "with", "for", "")


def former(trace: Trace, out: Sequence[str] = (), *, without_answers: bool = False) -> Former:
    """What a question may take from the one that was answered before it.

    Args:
        out: identifiers of named things that it may not take.
        without_answers: it may not take the answers.
    """
    before = trace.follows
    took = before is not None and (before.taken or before.group is not None)
    whole, named = (before.whole, before.named) if before is not None and took else (trace.question, trace.entities)
    within = before.group if before is not None and before.within else None
    return Former(
        trace.question,
        whole,
        tuple(replace(one, rivals=one.rivals if one.together else (), tied=False) for one in named),
        _group(trace, followed=before is not None and before.group is not None),
        within,
        tuple(out),
        without_answers,
    )


def _group(trace: Trace, *, followed: bool) -> Group | None:
    """What a question was answered by, where that is a list of things of one type."""
    answer = trace.answer
    items = answer.items or (_written(trace) if answer.written_by and answer.kind == "list" else ())
    labels = {item.label for item in items}
    if answer.kind not in ("list", "count", "yesno") or len(labels) != 1:
        return None
    things = tuple(AnswerItem(item.id, item.name, item.label, item.ids) for item in items)
    _, behind, said = trace.understood.partition(" that ")
    told = f"that {said}" if behind and len(said) < LONGEST_SAID and not followed else ""
    return Group(labels.pop(), things, max(answer.total or 0, len(things)), told)


def _written(trace: Trace) -> tuple[AnswerItem, ...]:
    """What a language model listed and the records bear out, beside what the question names."""
    borne_out = {number for one in trace.claims if one.verdict == "supported" for number in one.evidence}
    known = {id_ for entity in trace.entities for one in entity.meant for id_ in (one.id, *one.ids)}
    nodes = (node for one in trace.evidence if one.number in borne_out for node in (one.subject, one.object))
    found = {(node.name, node.label): node for node in nodes if node.id not in known}
    return tuple(AnswerItem(node.id, node.name, node.label, (node.id,)) for node in found.values())


@dataclass(frozen=True, slots=True)
class _Place:
    """A run of the whole question, and where it stands in the one that was asked."""

    start: int
    end: int
    asked_start: int
    asked_end: int
    copied: bool


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
    places: tuple[_Place, ...] = ()

    @property
    def took(self) -> bool:
        """Whether it took anything."""
        return bool(self.follows.taken) or self.follows.group is not None or self.follows.whole != self.asked


@dataclass(frozen=True, slots=True)
class _Ref:
    """What a pointer stands for: one thing, or several."""

    one: Candidate | None = None
    group: Group | None = None


@dataclass(frozen=True, slots=True)
class _Edit:
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
class _Way:
    """One way to make a follow-up whole.

    Attributes:
        whole: the question; ``told`` the same for a reader.
        named: the things that it names.
        spoken_of: the answers of before where they stand in it as one thing.
    """

    whole: str
    told: str
    chosen: Chosen
    places: tuple[_Place, ...]
    named: tuple[Entity, ...] = ()
    taken: tuple[Candidate, ...] = ()
    group: Group | None = None
    within: bool = False
    spoken_of: Entity | None = None


def resolved(graph: GraphSession, question: Question, before: Former) -> Resolved | Outcome:
    """A follow-up with what it takes from the question before it; an outcome where that cannot be said.

    A strategy that asks a language model is given what is before as well, and so the question as it is.
    """
    following = _Following(graph, question, before)
    found = following.resolved()
    if isinstance(found, Outcome) and found.answer.status != "ambiguous" and question.approach.model is not None:
        return following.as_it_is()
    return found


def told(step: Resolved, outcome: Outcome, schema: Schema) -> Outcome:
    """What came of a follow-up, in terms of the question as it was asked, and with what was taken."""
    findings, answer, follows, wording = outcome.findings, outcome.answer, step.follows, Wording(schema)
    if follows.group is not None and answer.status == "ambiguous" and not findings.choices:
        answer = _unclear("This cannot be asked of the answers before.", "It can be read in more than one way.")
    if follows.group is not None:
        answer = replace(answer, suggestions=())  # each of them is a question by itself, about everything
    if follows.said and not answer.written_by and follows.said not in answer.text:
        apart = "\n" if "\n" in answer.text else " "
        answer = replace(answer, text=f"{answer.text}{apart}{follows.said}")
    reading, understood = findings.reading, findings.understood
    if reading is not None and step.took:
        words = follows.whole if reading.sure else reading.question
        others = reading.others if follows.group is None else ()
        words = _as_question(_of_answers(words, follows, wording))
        reading = replace(reading, question=words, set_aside=(), others=others)
    if understood and follows.group is not None and follows.within:
        understood = f"{understood}, of {in_words(wording, follows.group)}"
    if step.took:
        follows = replace(follows, named=tuple(one for one in findings.entities if not _is_group(one, step)))
    findings = replace(
        findings,
        follows=follows,
        reading=reading,
        understood=understood,
        entities=tuple(step_placed(step, one) for one in findings.entities if not _is_group(one, step)),
        choices=tuple(step_placed(step, one) for one in findings.choices),
    )
    return Outcome(answer, findings)


def _as_question(words: str) -> str:
    """Words as a sentence that asks."""
    return f"{words[:1].upper()}{words[1:].rstrip(' .?!')}?"


def _of_answers(question: str, follows: Follows, wording: Wording) -> str:
    """A plain question, in which it is said that it asks of the answers of before alone."""
    group = follows.group
    if group is None or not follows.within:
        return question
    return question.replace(wording.things(group.label, 2), f"of {in_words(wording, group)}", 1)


def step_placed(step: Resolved, entity: Entity) -> Entity:
    """A name of the whole question where it stands in the one that was asked; at its end where it was only taken."""
    if not step.took:
        return entity
    for one in step.places:
        if one.start <= entity.start < one.end:
            if one.copied:
                start = one.asked_start + entity.start - one.start
                return replace(entity, start=start, end=start + entity.end - entity.start)
            return replace(
                entity,
                start=one.asked_start,
                end=one.asked_end,
                mention=step.asked[one.asked_start : one.asked_end] or entity.mention,
            )
    return replace(entity, start=len(step.asked), end=len(step.asked))


def pointing_nowhere(graph: GraphSession, question: Question, outcome: Outcome) -> Outcome:
    """The outcome of a question that follows none; not understood where it points to something before it, so that what
    was answered leaves that out: some of several things, a definition of what it names, or everything of a type."""
    text, named = question.text, outcome.findings.entities
    if outcome.answer.status != "answered" or outcome.answer.written_by or ":" in text or options(text):
        return outcome
    found = [one for one in pointers(text, graph.interpreter.items(text, named), named) if not one.loose]
    if not found or any(one.start < found[0].start for one in named):
        return outcome
    if named and outcome.answer.kind != "text" and not found[0].part:
        return outcome
    headline = f"“{found[0].text}” points to something before this question."
    why = "No question was asked before it, so it is not known what is meant. Name it, and nothing is guessed."
    return Outcome(_unclear(headline, why), outcome.findings)


def _is_group(entity: Entity, step: Resolved) -> bool:
    spoken = step.question.spoken_of
    return spoken is not None and entity.chosen == spoken.chosen


class _Following:
    """Makes one follow-up whole."""

    def __init__(self, graph: GraphSession, question: Question, before: Former) -> None:
        self._graph = graph
        self._asked = question
        self._text = question.text
        self._before = _cased(graph, _known(graph, before))
        self._wording = Wording(graph.schema)
        self._entities: Sequence[Entity] = graph.interpreter.named(self._text)
        self._items = graph.interpreter.items(self._text, self._entities)

    def resolved(self) -> Resolved | Outcome:
        found = pointers(self._text, self._items, self._entities)
        if found:
            return self._pointing(found)
        begins = opening(self._text)
        if begins and self._is_only_names(begins):
            return self._instead(begins)
        if not self._entities:
            return self._alone() if is_of_all(self._text) else self._unnamed(begins)
        return self._completed() or self._alone()

    def as_it_is(self) -> Resolved:
        """The question as it was asked, for a language model that is given what stands before it."""
        about = tuple(one.id for one in self._named) if not self._entities else ()
        if not about and not self._entities and self._answers is not None:
            about = tuple(one.id for one in self._answers.things[:MOST_READ])
        said = "What it takes from the question before was left to the language model, which was given that one."
        question = replace(self._asked, note=said, about=about)
        return Resolved(question, Follows(self._before, self._text, said=said), self._text)

    def _alone(self) -> Resolved:
        return Resolved(replace(self._asked, former=None), Follows(self._before, self._text), self._text)

    # What was named before, and what it was answered by

    @property
    def _named(self) -> list[Candidate]:
        """The things that were named before and may be taken, each once."""
        out = set(self._before.out)
        found = {one.chosen.id: one.chosen for one in self._before.named if not one.together}
        return [one for one in found.values() if one.id not in out]

    @cached_property
    def _answers(self) -> Group | None:
        group = None if self._before.without_answers else self._before.answers
        if group is None or len(group.things) == group.total or self._by_model:
            return group
        read = self._graph.interpreter.read(self._before.whole, self._before.named)
        if not isinstance(read, Intent) or self._before.within is not None:
            return group
        ledger = Ledger(self._graph.store, stop=self._asked.stop)
        return in_full(AnswerContext(self._graph.schema, ledger, self._graph.source), read, group)

    def _inside(self, one: Candidate) -> str:
        """The name of a thing as it stands inside a sentence."""
        return self._graph.casing.inside(one.name)

    def _own(self, group: Group) -> str:
        """The answers of before, where it is said that they are its."""
        words = in_words(self._wording, group)
        return words if group.said else words.removesuffix(OF_BEFORE)

    def _listed(self, things: Sequence[Candidate], joint: str = "and") -> str:
        return listed([self._inside(one) for one in things], joint)

    def _singles(self, pointer: Pointer) -> list[Candidate]:
        """The single things that a pointer may stand for."""
        found = list(self._named)
        group = self._answers
        if group is not None and len(group.things) == group.total == 1:
            found.append(_candidate(group.things[0]))
        unique = {one.id: one for one in found}
        return [one for one in unique.values() if not pointer.labels or one.label in pointer.labels]

    def _groups(self, pointer: Pointer) -> list[Group]:
        """The sets that a pointer may stand for: the answers, else several things of one type that were named."""
        group, found = self._answers, []
        if group is not None and group.total > 1:
            found.append(group)
        if not found or (pointer.labels and found[0].label not in pointer.labels):
            found = []
            for label in dict.fromkeys(one.label for one in self._named):
                alike = [one for one in self._named if one.label == label]
                if len(alike) > 1:
                    things = tuple(AnswerItem(one.id, one.name, one.label, one.ids) for one in alike)
                    found.append(Group(label, things, len(things), "that were named"))
        found = [one for one in found if not pointer.labels or one.label in pointer.labels]
        return [one for one in found if pointer.number in (None, one.total)]

    def _refs(self, pointer: Pointer) -> list[_Ref]:
        groups = self._groups(pointer) if pointer.several else []
        if groups:
            return [_Ref(group=one) for one in groups]
        singles = self._singles(pointer)
        if pointer.several and (len(singles) != 1 or pointer.part or pointer.number not in (None, 1)):
            return []
        return [_Ref(one=one) for one in singles]

    # A name or a set is missing

    def _pointing(self, found: Sequence[Pointer]) -> Resolved | Outcome:
        options = [self._refs(pointer) for pointer in found]
        for pointer, refs in zip(found, options, strict=True):
            if not refs:
                return Outcome(self._nothing_for(pointer))
        ways = [self._way(found, refs) for refs in itertools.islice(itertools.product(*options), MOST_WAYS)]
        costs = [self._cost(way) for way in ways]
        least = min((cost for cost in costs if cost is not None), default=0)
        fitting = [way for way, cost in zip(ways, costs, strict=True) if cost == least] or self._with_another(ways)
        if len(fitting) == 1:
            return self._taken(fitting[0])
        if len(fitting) > 1:
            return Outcome(self._choice(fitting))
        if all(isinstance(read := self._read(way), Gap) and read.reason == "absent" for way in ways):
            return self._alone()  # the graph has nothing of what is asked for, of whatever it is asked
        if len(ways) == 1 and (ways[0].group is None or self._by_model):
            return self._taken(ways[0])
        if ways[0].group is not None:
            return Outcome(self._not_of(ways[0]))
        return Outcome(_unclear("It is not clear what this asks.", self._offered()))

    def _with_another(self, ways: Sequence[_Way]) -> list[_Way]:
        """The ways with a further thing of before behind them ("how common is it" in the other one), where that makes
        a question of one of them; the same things in another order are the same."""
        found: dict[frozenset[str], _Way] = {}
        for way in ways:
            taken = {one.id for one in way.taken}
            if way.group is None and len(taken) == 1:
                for one in self._named:
                    more = None if one.id in taken else self._added(way, one)
                    if more is not None:
                        found.setdefault(frozenset({one.id, *taken}), more)
        return list(found.values())

    @property
    def _by_model(self) -> bool:
        return self._asked.approach.strategy != "graph-only"

    def _nothing_for(self, pointer: Pointer) -> Answer:
        """What is said where nothing of before fits a pointing word."""
        noun = listed([self._wording.things(one, 2 if pointer.several else 1) for one in sorted(pointer.labels)], "or")
        headline = f"It is not clear what “{pointer.text}” means here."
        group = self._answers
        if pointer.several:
            lacks = f"The question before “{self._before.question}” gives no list{f' of {noun}' if noun else ''}"
            why = f"{lacks} that could be meant."
        elif group is not None and group.total > 1 and (not pointer.labels or group.label in pointer.labels):
            why = f"The answer before has {group.total:,} {self._wording.things(group.label, group.total)}; name one."
        else:
            why = f"The question before “{self._before.question}” names no {noun or 'thing'} that could be meant."
        return _unclear(headline, f"{why} {self._offered()}")

    def _offered(self) -> str:
        """What could be taken from before, in a sentence."""
        parts = [self._inside(one) for one in self._named]
        group = self._answers
        if group is not None:
            parts.append(f"its {group.total:,} {self._wording.things(group.label, group.total)}")
        return f"What can be taken from before: {listed(parts)}." if parts else "There is nothing to take from before."

    def _choice(self, ways: Sequence[_Way]) -> Answer:
        """The readings among which a person must choose, each a question by itself; none of what is a set."""
        names = listed([self._listed(way.taken) for way in ways if way.taken], "or")
        if not names or any(way.group is not None for way in ways):
            return _unclear("It is not clear what is meant.", self._offered())
        headline = f"This can be asked about {names}."
        text = f"{headline} More than one thing of the question before fits; please choose. Nothing has been asked yet."
        return Answer("ambiguous", "text", headline, text, suggestions=tuple(map(self._suggestion, ways)))

    def _suggestion(self, way: _Way) -> Suggestion:
        """A way as a question that is whole in itself, with identifiers where a name would be asked back."""
        question, read = way.whole, self._graph.interpreter.intent(way.whole)
        meant = {entity.chosen.id for entity in read.entities} if read is not None else set()
        if any(one.id not in meant for one in way.taken):
            for one in way.taken:
                question = question.replace(one.name, one.id)
        return Suggestion(f"About {self._listed(way.taken)}", question)

    def _not_of(self, way: _Way) -> Answer:
        assert way.group is not None
        read = self._read(way)
        if isinstance(read, Gap) and read.what and read.reason in ("unread", "unknown_name"):
            why = "An answer that leaves it out would be a guess, so nothing was asked of the graph."
            return _unclear(f"“{read.what}” is not understood here.", why)
        noun = self._wording.things(way.group.label, 2)
        headline = f"This cannot be asked of {in_words(self._wording, way.group)} at once."
        why = (
            f"Of several things it can be asked which of them meet a condition (“which of these {noun} …”), how many "
            "of them do, and what any of them is linked to. Nothing has been asked of the graph."
        )
        return _unclear(headline, why)

    def _way(self, found: Sequence[Pointer], refs: Sequence[_Ref]) -> _Way:
        begins = opening(self._text)
        edits = [_Edit(0, begins, "", "")] if 0 < begins <= found[0].start else []
        within = False
        for pointer, ref in zip(found, refs, strict=True):
            if ref.one is not None:
                edits += self._of_one(pointer, ref.one)
            elif ref.group is not None and pointer.part:
                within = True
                edits += self._of_part(pointer, ref.group)
            elif ref.group is not None:
                edits += self._of_group(pointer, ref.group)
        return self._edited(self._text, edits, within=within)

    def _of_one(self, pointer: Pointer, one: Candidate) -> Iterator[_Edit]:
        place = self._behind(pointer) if pointer.owner else None
        if pointer.owner and place is not None:
            yield _Edit(pointer.start, pointer.end, "the", "the")
            yield _Edit(place, place, f" of {one.name}", f" of {one.name}", one=one)
        else:
            yield _Edit(pointer.start, pointer.end, one.name, one.name, one=one)

    def _of_group(self, pointer: Pointer, group: Group) -> Iterator[_Edit]:
        words = f"any of {in_words(self._wording, group)}"
        place = self._behind(pointer) if pointer.owner else None
        if pointer.owner and place is not None:
            yield _Edit(pointer.start, pointer.end, "the", "the")
            yield _Edit(place, place, f" of {words}", f" of {words}", group=group)
        else:
            yield _Edit(pointer.start, pointer.end, words, words, group=group)

    def _of_part(self, pointer: Pointer, group: Group) -> Iterator[_Edit]:
        """ "Which of these are X" becomes "which diseases are X", and so does "of these, which are X"."""
        noun, words = self._wording.things(group.label, 2), f"of {in_words(self._wording, group)}"
        begins = opening(self._text)
        if pointer.start > begins:
            yield _Edit(pointer.start, pointer.end, noun, words, group=group)
            return
        behind = (one for one in self._items if one.start > pointer.end)
        asks = next((one for one in behind if {"which", "count"} & one.meaning.cues), None)
        if asks is None:
            yield _Edit(pointer.start, pointer.end, noun, words, group=group)
            return
        yield _Edit(begins, asks.start, "", "")
        end = asks.start + len(asks.text)
        after = next((one for one in self._items if one.start > asks.start), None)
        if after is not None and group.label in after.meaning.labels:
            yield _Edit(after.start, after.start + len(after.text), noun, words, group=group)
        else:
            yield _Edit(end, end, f" {noun}", f" {words}", group=group)

    def _behind(self, pointer: Pointer) -> int | None:
        """Where the phrase behind "its" ends."""
        after = next((one for one in self._items if one.start > pointer.start), None)
        return None if after is None or after.entity is not None else after.start + len(after.text)

    def _edited(self, text: str, edits: Sequence[_Edit], *, within: bool = False) -> _Way:
        whole, said, at = "", "", 0
        places: list[_Place] = []
        chosen = dict[tuple[int, int], str | tuple[str, ...] | None]()
        taken: list[Entity] = []
        group, spoken_of = None, None
        if self._by_model:
            edits = [edit if edit.group is None else replace(edit, text=edit.told) for edit in edits]
        for edit in sorted(edits, key=lambda one: (one.start, one.end)):
            places.append(_Place(len(whole), len(whole) + edit.start - at, at, edit.start, copied=True))
            whole, said = whole + text[at : edit.start], said + text[at : edit.start]
            words = edit.one.name if edit.one is not None else edit.text.strip().removeprefix("of ")
            start, end = len(whole) + len(edit.text) - len(words), len(whole) + len(edit.text)
            places.append(_Place(start, end, edit.start, edit.end, copied=False))
            if edit.one is not None:
                taken.append(Entity(words, start, end, edit.one))
                if (edit.start, edit.end) in self._asked.chosen:
                    chosen[start, end] = self._asked.chosen[edit.start, edit.end]
            if edit.group is not None:
                group = edit.group
                spoken_of = None if within else _spoken_of(group, words, start, end)
            whole, said, at = whole + edit.text, said + edit.told, edit.end
        places.append(_Place(len(whole), len(whole) + len(text) - at, at, len(text), copied=True))
        whole, said = whole + text[at:], said + text[at:]
        for (start, end), meant in self._asked.chosen.items():
            place = _holding(places, start, end)
            if place is not None:
                moved = place.start - place.asked_start
                chosen[start + moved, end + moved] = meant
        named = [*taken, *self._moved(places)]
        # What nothing explains may be explained behind a noun ("which diseases are dominant"), never across the edits.
        inside = [place for place in places if place.copied]
        for one in self._graph.interpreter.named(whole):
            fresh = all(one.end <= other.start or other.end <= one.start for other in named)
            if fresh and any(place.start <= one.start and one.end <= place.end for place in inside):
                named.append(one)
        named.sort(key=lambda one: one.start)
        things = tuple(one.chosen for one in taken)
        return _Way(whole, said, chosen, tuple(places), tuple(named), things, group, within, spoken_of)

    def _moved(self, places: Sequence[_Place]) -> Iterator[Entity]:
        """The names of the asked question in the places that they have in the whole one."""
        for one in self._entities:
            place = _holding(places, one.start, one.end)
            if place is not None:
                moved = place.start - place.asked_start
                yield replace(one, start=one.start + moved, end=one.end + moved)

    # The question itself is missing

    def _is_only_names(self, begins: int) -> bool:
        """Whether behind an opening there is a name and nothing else, known or not."""
        rest = [item for item in self._items if item.start >= begins]
        if not rest or any(item.auxiliary or item.generic or item.meaning.cues - {"a"} for item in rest):
            return False
        names = [item for item in rest if item.entity is not None]
        others = [item for item in rest if item.entity is None]
        if names:
            return all(item.meaning.labels and not item.unread for item in others)
        return all(item.unread for item in others)

    def _instead(self, begins: int) -> Resolved | Outcome:
        """The question of before about something else."""
        entities = [one for one in self._entities if one.start >= begins]
        if len(entities) > 1:
            return Outcome(_unclear("It is not clear what is to be asked of several things.", self._how_instead()))
        before = self._without_out()
        if entities:
            (entity,) = entities
            start, end = entity.start, entity.end
            labels = {one.label for one in (entity.chosen, *entity.rivals)}
        else:
            rest = [item for item in self._items if item.start >= begins]
            start, end = rest[0].start, rest[-1].start + len(rest[-1].text)
            labels = {one.chosen.label for one in before.named}
        targets = [one for one in before.named if one.chosen.label in labels]
        if not targets:
            if entities and not before.named and not self._before.answers:
                return self._alone()
            noun = listed([self._wording.things(label, 1) for label in sorted(labels)], "or")
            headline = f"“{self._text[start:end]}” stands for nothing in the question before."
            why = f"“{self._before.question}” names no {noun or 'thing'} in whose place it could be asked about."
            alone = Suggestion(f"Ask about {self._text[start:end]} alone", self._text[start:end])
            return Outcome(replace(_unclear(headline, f"{why} {self._how_instead()}"), suggestions=(alone,)))
        ways = [self._in_place_of(before, target, start, end) for target in targets]
        if len(ways) > 1:
            names = self._listed([one.chosen for one in targets], "or")
            if before.within is not None:
                return Outcome(_unclear(f"It can be asked in the place of {names}.", self._how_instead()))
            headline = f"“{self._text[start:end]}” can be asked about in the place of {names}."
            text = f"{headline} Please choose; nothing has been asked yet."
            offered = tuple(
                Suggestion(f"In the place of {self._inside(one.chosen)}", way.whole)
                for one, way in zip(targets, ways, strict=True)
            )
            return Outcome(Answer("ambiguous", "text", headline, text, suggestions=offered))
        kept = [one.chosen for one in before.named if one is not targets[0]]
        replaced = self._inside(targets[0].chosen)
        said = f"Asked as “{before.whole}”, with {self._text[start:end]} in the place of {replaced}."
        return self._taken(replace(ways[0], taken=tuple(kept)), said)

    def _how_instead(self) -> str:
        return "A question of before can be asked of one other thing of the same type (“what about X?”). Ask in full."

    def _without_out(self) -> Former:
        """The question before, without the names that were taken out of it."""
        before = self._before
        for one in sorted(before.named, key=lambda each: -each.start):
            if one.chosen.id in before.out and one.start < one.end:
                whole = without(before.whole, one.start, one.end)
                left = [each for each in before.named if each is not one]
                found = self._graph.interpreter.named(whole)
                ids = {each.chosen.id for each in left}
                placed = tuple(each for each in found if ids & {each.chosen.id, *each.chosen.ids})
                before = replace(before, whole=whole, named=placed)
        return before

    def _in_place_of(self, before: Former, target: Entity, start: int, end: int) -> _Way:
        words = self._text[start:end]
        whole = f"{before.whole[: target.start]}{words}{before.whole[target.end :]}"
        moved, last = len(words) - (target.end - target.start), target.start + len(words)
        named = [
            replace(one, start=one.start + moved, end=one.end + moved) if one.start > target.start else one
            for one in before.named
            if one is not target
        ]
        asked = [one for one in self._entities if (one.start, one.end) == (start, end)]
        found = [one for one in self._graph.interpreter.named(whole) if (one.start, one.end) == (target.start, last)]
        found += [replace(one, start=target.start, end=last) for one in asked]
        alike = [one for entity in found if (one := _of_type(entity, target.chosen.label)) is not None]
        named += alike[:1]
        meant = self._asked.chosen.get((start, end), ())
        chosen: Chosen = {} if meant == () else {(target.start, last): meant}
        places = (_Place(target.start, last, start, end, copied=True),)
        in_order = tuple(sorted(named, key=lambda one: one.start))
        return _Way(whole, whole, chosen, places, in_order, group=before.within, within=before.within is not None)

    # Nothing is named

    def _unnamed(self, begins: int) -> Resolved | Outcome:
        if not any(item.meaning.labels or item.meaning.properties or item.meaning.relations for item in self._items):
            return self._alone()
        if self._before.within is not None and self._named:
            noun = self._wording.things(self._before.within.label, 2)
            why = f"Say “of these {noun}”, or name what it is to be asked of."
            return Outcome(_unclear("It is not clear what this is to be asked of.", why))
        return self._with_name(self._named, begins) or self._alone()

    def _completed(self) -> Resolved | Outcome | None:
        """The question with a name that it lacks to be one; None where it lacks none, or none makes it one."""
        read = self._graph.interpreter.read(self._text, self._entities)
        if not isinstance(read, Gap) or read.reason not in ("unread", "no_relation", "direction", "no_property"):
            return None
        if self._graph.interpreter.meant(self._text, self._entities) is not None:
            return None
        named = {one.chosen.id for one in self._entities}
        return self._with_name([one for one in self._named if one.id not in named], 0)

    def _with_name(self, named: Sequence[Candidate], begins: int) -> Resolved | Outcome | None:
        edits = [_Edit(0, begins, "", "")] if begins else []
        bare = self._edited(self._text, edits)
        ways = [way for one in named if (way := self._added(bare, one)) is not None]
        if len(ways) > 1:
            return Outcome(self._choice(ways))
        return self._taken(ways[0]) if ways else None

    def _added(self, bare: _Way, one: Candidate) -> _Way | None:
        """The question with a name behind it, where it is one then."""
        text, end = bare.whole.rstrip(" ?.!"), len(self._text)
        for joint in _MORE_JOINTS if bare.named else _JOINTS:
            whole = f"{text} {joint} {one.name}?" if joint else f"{text} {one.name}?"
            start = len(whole) - len(one.name) - 1
            added = Entity(one.name, start, len(whole) - 1, one)
            places = (*bare.places, _Place(start, len(whole) - 1, end, end, copied=False))
            way = replace(
                bare, whole=whole, told=whole, places=places, named=(*bare.named, added), taken=(*bare.taken, one)
            )
            intents = readings_of(self._read(way))
            if intents and all(one in [entity.chosen for entity in each.entities] for each in intents):
                return way
        return None

    # Whether a way makes a question

    def _names(self, way: _Way) -> list[Entity]:
        named = [as_chosen(self._graph, one, way.chosen) for one in way.named]
        return named if way.spoken_of is None else with_spoken_of(named, way.spoken_of)

    def _read(self, way: _Way) -> Intent | Ambiguity | Gap:
        return self._graph.interpreter.read(way.whole, self._names(way))

    def _cost(self, way: _Way) -> int | None:
        """How far-fetched a way is, by the chain of relations that it asks for and how it is read; None where it is no
        question, or none that can be asked of what it takes."""
        read, by_meaning = self._read(way), 0
        if isinstance(read, Gap) and way.spoken_of is None and not self._asked.approach.strict:
            meant = self._graph.interpreter.meant(way.whole, self._names(way))
            if meant is None or not meant.clear or meant.then:
                return None
            (plain, *_), by_meaning = meant.questions, _BY_MEANING
            read = self._graph.interpreter.read(plain, self._graph.interpreter.named(plain))
        intents = [one for one in readings_of(read) if of_group(one, way.group, way.spoken_of, within=way.within)]
        return by_meaning + min(one.hops for one in intents) if intents else None

    def _taken(self, way: _Way, said: str = "") -> Resolved:
        group = way.group
        if not said:
            parts = [f"from the question before: {self._listed(way.taken)}"] if way.taken else []
            parts += [f"from the answer before: {self._own(group)}"] if group is not None else []
            said = f"Taken {'; '.join(parts)}."
        about: tuple[str, ...] = ()
        if group is not None and self._by_model:
            about = tuple(one.id for one in group.things[:MOST_READ])
            if self._asked.approach.strategy == "kg-rag" and len(about) < group.total:
                said += f" Facts were read about the first {len(about)} of them."
        named = tuple(self._names(replace(way, spoken_of=None)))
        question = replace(
            self._asked,
            text=f"{way.whole[:1].upper()}{way.whole[1:]}" if self._by_model else way.whole,
            kind=self._graph.kind(way.whole),
            chosen=way.chosen,
            named=way.named,
            group=group,
            within=way.within,
            spoken_of=way.spoken_of,
            note=said,
            about=about,
        )
        follows = Follows(self._before, way.whole, named, way.taken, group, way.within, said)
        return Resolved(question, follows, self._text, way.places)


def _known(graph: GraphSession, before: Former) -> Former:
    """The question before without what is of a type that the graph has not: its record may be of another one."""
    labels = {node.label for node in graph.schema.nodes}
    named = tuple(one for one in before.named if one.chosen.label in labels)
    groups = (before.answers, before.within)
    answers, within = (one if one is not None and one.label in labels else None for one in groups)
    return replace(before, named=named, answers=answers, within=within)


def _cased(graph: GraphSession, before: Former) -> Former:
    """The question before, with its names as they stand inside a sentence in the words for its answers."""
    if before.answers is None or not before.answers.said:
        return before
    said = graph.casing.said(before.answers.said, [one.chosen.name for one in before.named])
    return replace(before, answers=replace(before.answers, said=said))


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


def _spoken_of(group: Group, words: str, start: int, end: int) -> Entity:
    ids = tuple(dict.fromkeys(id_ for one in group.things for id_ in (one.id, *one.ids)))
    return Entity(words, start, end, Candidate(ids[0], words, group.label, 1.0, "exact", words, ids))


def _of_type(entity: Entity, label: str) -> Entity | None:
    """The name with the meanings that are of a type; None where it has none."""
    kept = [one for one in (entity.chosen, *entity.rivals) if one.label == label]
    if not kept:
        return None
    return replace(entity, chosen=kept[0], rivals=tuple(kept[1:]), tied=entity.tied and len(kept) > 1)


def _holding(places: Sequence[_Place], start: int, end: int) -> _Place | None:
    """The run of the asked question that holds some characters of it, where it was taken over as it is."""
    return next((one for one in places if one.copied and one.asked_start <= start and end <= one.asked_end), None)


def _candidate(item: AnswerItem) -> Candidate:
    return Candidate(item.id, item.name, item.label, 1.0, "exact", item.name, item.ids)


def _unclear(headline: str, why: str) -> Answer:
    return Answer("not_understood", "text", headline, f"{headline} {why}")
