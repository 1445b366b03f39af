"""Which reading of a question's names is answered: each is counted, and more than one that answers is asked back.

The schema has decided already where only one reading can have the asked relation; here the records do. A reading that
answers nothing is left out, aloud, where another one answers. Of yes/no questions the reading that holds is answered.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa.answers.conditions import kinds_of
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.counting import is_countable, is_silent, number_met, number_of
from kgqa.answers.joined_readings import AnsweredReading, can_stand_together, joined
from kgqa.errors import StoppedError, TimeLimitError
from kgqa.evidence.ledger import Ledger
from kgqa.graph.stop import StopSignal
from kgqa.language.normalise import name_words
from kgqa.questions.ambiguity import undecided, with_candidate
from kgqa.questions.intent import Ambiguity, Condition, Gap, Intent, Thing, Variable, conditions_of, readings_of
from kgqa.questions.verbalisation import restated, reworded
from kgqa.questions.wording import Wording, listed
from kgqa.records import BY_NAME_OR_ID, Answer, Candidate, CypherRecord, Entity, Suggestion
from kgqa.strategies.question import Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession
    from kgqa.strategies.progress import Progress

COUNT_S = 5.0
"""Seconds after which a reading that is not counted yet is offered without a number."""
AT_ONCE = 4
"""Readings that are counted at the same time."""
MOST_RIVALS = 3
"""Things of a lesser name of which it is looked whether they would have an answer."""

Compose = Callable[[AnswerContext, Intent], CitedAnswer]


@dataclass(frozen=True, slots=True)
class Weighed:
    """One reading and how many answers it gives.

    Attributes:
        answers: None where they could not be counted in time.
        composed: the answer, where it was cheaper to compose than to count.
    """

    intent: Intent
    answers: int | None
    composed: CitedAnswer | None = None


@dataclass(frozen=True, slots=True)
class Decided:
    """What is answered, or what a person must choose among.

    Attributes:
        answer: None where there are choices.
        entities: the names as they were read; of choices each reading with the number of its answers.
        choices: those of the entities among whose readings a person must choose.
        understood: what was asked for, as a phrase.
        notes: what was read how, and what was left out for it, a sentence each.
    """

    answer: CitedAnswer | None
    entities: tuple[Entity, ...]
    choices: tuple[Entity, ...] = ()
    understood: str = ""
    notes: tuple[str, ...] = ()


class Readings:
    """Weighs the readings of one question.

    Args:
        compose: gives the answer to an intent.
        countable: whether the number of answers may be counted instead of composing them.
    """

    def __init__(
        self, graph: GraphSession, question: Question, progress: Progress, compose: Compose, *, countable: bool = True
    ) -> None:
        self._graph = graph
        self._question = question
        self._progress = progress
        self._compose = compose
        self._countable = countable
        self._wording = Wording(graph.schema)

    def decided(self, intents: Sequence[Intent]) -> Decided:
        """The answer, or the choice that a person must make.

        Args:
            intents: what is asked with each reading, the likeliest first; at least one.

        Raises:
            KgqaError: a statement could not be run to its end, or the reader stopped it.
        """
        intents = self._without_any(self._broadest(intents))
        if len(intents) == 1:
            return self._one(intents[0])
        open_ = undecided(intents[0].entities, intents)
        together = len(open_) == 1 and can_stand_together(intents)
        if together and any(entity.together for entity in self._wanted(intents)):
            return self._together(intents, open_[0])
        # A definition goes before all else that is recorded of what else is called so.
        weighed = self.weighed([replace(one, or_all=False) for one in intents])
        if intents[0].or_all and not any(one.answers for one in weighed):
            weighed = self.weighed(intents)
        if any(_is_open_guess(entity) for entity in open_):
            # Of what initials stand for nothing but a guess is known, which no record makes any surer; what is listed
            # as a name may be the only one with a record.
            spoken = [one for one in weighed if one.answers is None or one.answers]
            if len(spoken) == 1 and all(_is_called_so(one, spoken[0].intent) for one in open_):
                return self._settled(spoken[0], open_)
            return self._choice(weighed)
        if all(one.intent.kind == "yesno" and not self._counts(one.intent) for one in weighed):
            return self._verdict(weighed, open_)
        kept = [one for one in weighed if one.answers is None or one.answers]
        any_of_them = all(_is_any_of_them(one) and not any(_leaves_out(one, of) for of in intents) for one in open_)
        if len(kept) > 1 and together and (any_of_them or intents[0].kind == "yesno"):
            return self._together([one.intent for one in kept], open_[0])
        if not kept and not any_of_them and not all(map(_is_one_name, open_)):
            # Different things of one abbreviation are different questions, also where none is answered.
            return self._choice(weighed)
        return self._choice(kept) if len(kept) > 1 else self._settled((kept or weighed)[0], open_)

    def _broadest(self, intents: Sequence[Intent]) -> Sequence[Intent]:
        """The readings in which a shortened name means the thing of which all others that it may mean are kinds."""
        for entity in undecided(intents[0].entities, intents):
            place = _place(entity, intents[0])
            options = entity_options(entity)
            for one in options if entity.guess in ("short", "value") else ():
                kinds = set(kinds_of(self._context(self._question.stop, self._progress.ran), Thing.of(one)))
                if all(other is one or kinds.intersection(other.ids) for other in options):
                    return [intent for intent in intents if intent.entities[place].chosen == one]
        return intents

    def _without_any(self, intents: Sequence[Intent]) -> Sequence[Intent]:
        """The readings where a word that stands for any of several values says what things are to be without: these are
        without each of the values ("which are not recessive")."""
        for entity in filter(_is_any_of_them, undecided(intents[0].entities, intents)):
            place, options = _place(entity, intents[0]), entity_options(entity)
            ids = {id_ for one in options for id_ in one.ids}
            if any(_is_asked_for(ids, intent) for intent in intents):
                continue
            things = tuple(Thing.of(one) for one in options)
            values = self._wording.things(options[0].label, len(options))
            names = listed([one.name for one in options])
            said = f"“{entity.mention}” was read as any of {len(options)} {values}: {names}."
            of_first = [intent for intent in intents if intent.entities[place].chosen == options[0]]
            intents = [
                replace(
                    intent,
                    answer=_without_all(intent.answer, ids, things),
                    entities=(
                        *intent.entities[:place],
                        replace(entity, tied=False, together=True),
                        *intent.entities[place + 1 :],
                    ),
                    notes=(*intent.notes, said),
                )
                for intent in of_first
                if intent.answer is not None
            ]
        return intents

    def weighed(self, intents: Sequence[Intent]) -> list[Weighed]:
        """Each reading with the number of its answers, asked for at the same time and not for long.

        Raises:
            KgqaError: as ``decided``.
        """
        limit = StopSignal()
        timer = threading.Timer(COUNT_S, limit.set)
        timer.daemon = True
        if self._question.stop is not None:
            self._question.stop.subscribe(limit.set)
        records: list[list[CypherRecord]] = [[] for _ in intents]
        try:
            timer.start()
            with ThreadPoolExecutor(min(len(intents), AT_ONCE), "kgqa-count") as pool:
                return list(pool.map(lambda one, heard: self._weigh(one, heard, limit), intents, records))
        finally:
            timer.cancel()
            if self._question.stop is not None:
                self._question.stop.unsubscribe(limit.set)
            self._progress.ran(*(record for one in records for record in one))

    def fill_a_list(self, intent: Intent) -> bool:
        """Whether an intent was counted in time and has more answers than are listed, which costs less than a list."""
        (counted,) = self.weighed([intent]) if self._counts(intent) else (Weighed(intent, None),)
        return counted.answers is not None and counted.answers > self._graph.most_rows

    def lesser(
        self, asked: str, decided: Decided, intents: Sequence[Intent], read: Callable[[Sequence[Entity]], object]
    ) -> Decided:
        """Where nothing is recorded of what a name stands for first, what else it names, as far as that has answers; so
        too where that is joined over something unnamed, and what else it names directly.

        A question for yes or no is answered with the other thing, aloud, where a record speaks of that alone.

        Args:
            asked: the question without its options.
            intents: that were weighed already.
            read: reads it with other entities.
        """
        if not self._countable:
            return decided
        decided = self._with_lesser(asked, decided, intents, read)
        if decided.answer is None:
            return decided
        meant = [entity.chosen for entity in decided.entities]
        own = next((one for one in intents if [entity.chosen for entity in one.entities] == meant), None)
        silent = is_silent(decided.answer)
        if not silent and (own is None or own.hops < 2):
            return decided
        found: list[tuple[Entity, Candidate, Intent]] = []
        notes = list(decided.notes)
        unread: dict[str, list[str]] = {}
        weighed_already = {entity.chosen for intent in intents for entity in intent.entities}
        for place, entity in enumerate(decided.entities):
            rivals = [one for one in _lesser(entity) if one not in weighed_already]
            for rival in rivals[:MOST_RIVALS]:
                entities = list(decided.entities)
                entities[place] = replace(with_candidate(entity, rival), rivals=())
                outcome = read(entities)
                intents = readings_of(outcome) if isinstance(outcome, Intent | Ambiguity) else ()
                if intents and (silent or own is None or intents[0].hops < own.hops):
                    found.append((entity, rival, intents[0]))
                elif silent and rival.score >= entity.chosen.score and not any(rival.id in note for note in notes):
                    unread.setdefault(entity.mention, []).append(self._told(rival))
        for mention, told in unread.items():
            notes.append(f"“{mention}” is also {listed(told)}, of which this cannot be asked here.")
        weighed = self.weighed([intent for _, _, intent in found]) if found else []
        suggestions = list(decided.answer.answer.suggestions)
        for (entity, rival, intent), one in zip(found, weighed, strict=True):
            question = f"{asked[: entity.start]}{rival.id}{asked[entity.end :]}"
            if one.answers and self._graph.interpreter.makes_sense(question):
                said = self._told(rival)
                number = self._number(one.answers, intent)
                notes.append(f"“{entity.mention}” is also a name of {said}, with which there {number}.")
                suggestions.append(Suggestion(f"Read “{entity.mention}” as {said}", question, one.answers))
        answer = replace(decided.answer.answer, suggestions=tuple(suggestions))
        return replace(decided, answer=replace(decided.answer, answer=answer), notes=tuple(notes))

    def _with_lesser(
        self, asked: str, decided: Decided, intents: Sequence[Intent], read: Callable[[Sequence[Entity]], object]
    ) -> Decided:
        """The verdict with the lesser meanings of one name where a record speaks of one of them, for or against what
        was said of silence; else what was decided. The trouble that others have with a part of the body is a lesser
        meaning of its disease ("heart disease")."""
        meant = [entity.chosen for entity in decided.entities]
        own = next((one for one in intents if [entity.chosen for entity in one.entities] == meant), None)
        if decided.answer is None or decided.answer.evidence or own is None or own.kind != "yesno":
            return decided
        silent = Weighed(own, 0, decided.answer)
        found: list[tuple[int, float, Decided]] = []
        for place, entity in enumerate(decided.entities):
            options = (_lesser(entity) or self._graph.interpreter.as_trouble(asked, entity))[:MOST_RIVALS]
            otherwise = [one for of in options if (one := _read_with(decided.entities, place, of, read)) is not None]
            weighed = self.weighed(otherwise) if otherwise else []
            spoken = [one for one in weighed if _speaks_against(one, silent)]
            if spoken:
                rivals = tuple(one.intent.entities[place].chosen for one in weighed)
                open_ = replace(entity, rivals=rivals, tied=True)
                answered = self._verdict([silent, *(one for one in weighed if one.composed is not None)], [open_])
                nearest = min(spoken, key=lambda one: one.intent.hops)
                names = list(answered.entities)
                names[place] = with_candidate(entity, names[place].chosen)
                answered = replace(answered, entities=tuple(names))
                found.append((nearest.intent.hops, -nearest.intent.entities[place].chosen.score, answered))
        told = min(found, key=lambda one: one[:2])[2] if found else None
        if told is None or told.answer is None:
            return decided
        return replace(told, notes=tuple(dict.fromkeys((*decided.notes, *told.notes))))

    def of_other_type(self, asked: str, decided: Decided) -> Answer | None:
        """Where nothing is recorded of several things together that each are called as a thing of one other type, what
        else is asked with those, as a choice with the number of its answers; else None.

        "Genes of A and B" are of both where these are diseases; where they are phenotypes it is open how they belong
        together, so that only a person can say.
        """
        entities = decided.entities
        if decided.answer is None or not is_silent(decided.answer) or not self._countable or len(entities) < 2:
            return None
        own = {one.chosen.label for one in entities}
        named = [{rival.label: rival for rival in one.rivals if rival.method in BY_NAME_OR_ID} for one in entities]
        for label in sorted(set[str]().union(*named)) if len(own) == 1 else ():
            if not all(label in rivals for rivals in named):
                continue
            others = [
                replace(with_candidate(one, rivals[label]), rivals=())
                for one, rivals in zip(entities, named, strict=True)
            ]
            read = self._graph.interpreter.read(asked, others)
            options = read.instead if isinstance(read, Gap) and read.reason == "grouping" else ()
            intent = options[0].intent if options else None
            question = self._plain_question(intent) if intent is not None else None
            number = self.weighed([intent])[0].answers if intent is not None and question is not None else 0
            if intent is not None and intent.answer is not None and question is not None and number:
                mentions = listed([f"“{one.mention}”" for one in entities])
                nouns = [self._graph.schema.node(one).plural for one in (*own, label)]
                told = f"{number:,} {self._wording.things(intent.answer.label, number)}"
                headline = f"{mentions} can be {nouns[0]} (together none) or {nouns[1]} ({told})."
                text = f"{headline} Please choose what you mean; it was only counted."
                return Answer(
                    "ambiguous", "text", headline, text, suggestions=(Suggestion(question, question, number),)
                )
        return None

    def _plain_question(self, intent: Intent) -> str | None:
        """A plain question that asks first of all for what an intent does; None where there is none."""
        for question in reworded(self._wording, intent):
            read = readings_of(self._graph.interpreter.read(question, self._graph.interpreter.named(question)))
            if read and replace(read[0], entities=(), notes=()) == replace(intent, entities=(), notes=()):
                return question
        return None

    def chosen(self, intents: Sequence[Intent]) -> Decided:
        """As ``decided`` for who only needs the names: nothing is answered, and nothing is taken together."""
        weighed = self.weighed(intents)
        kept = [one for one in weighed if one.answers is None or one.answers] or weighed
        if len(kept) > 1:
            decided = self._choice(kept)
            apart = tuple(replace(entity, together=False) for entity in decided.entities)
            return replace(
                decided, entities=apart, choices=tuple(replace(one, together=False) for one in decided.choices)
            )
        open_ = undecided(intents[0].entities, intents)
        entities = tuple(replace(entity, tied=False) for entity in kept[0].intent.entities)
        return Decided(None, entities, notes=tuple(self._left(entity, kept[0]) for entity in open_))

    def _weigh(self, intent: Intent, records: list[CypherRecord], limit: StopSignal) -> Weighed:
        context = self._context(limit, records.append)
        try:
            if self._counts(intent) and intent.answer is not None:
                return Weighed(intent, number_met(context, intent.answer))
            composed = self._compose(context, intent)
        except (StoppedError, TimeLimitError):
            if self._question.stop is not None and self._question.stop.is_set():
                raise
            return Weighed(intent, None)
        return Weighed(intent, number_of(composed), composed)

    def _context(self, stop: StopSignal | None, record: Callable[[CypherRecord], None]) -> AnswerContext:
        ledger = Ledger(self._graph.store, stop=stop, record=record)
        return AnswerContext(self._graph.schema, ledger, self._graph.source, self._question.narrower, self._graph)

    def _counts(self, intent: Intent) -> bool:
        return self._countable and is_countable(intent)

    def _answer(self, intent: Intent) -> CitedAnswer:
        return self._compose(self._context(self._question.stop, self._progress.ran), intent)

    def _one(self, intent: Intent) -> Decided:
        return self._read(intent, self._answer(intent))

    def _read(self, intent: Intent, composed: CitedAnswer) -> Decided:
        entities = tuple(replace(entity, tied=False) for entity in intent.entities)
        return Decided(composed, entities, understood=restated(self._wording, intent), notes=intent.notes)

    def _settled(self, one: Weighed, open_: Sequence[Entity]) -> Decided:
        """The answer to one reading, with a word on those that were left for it."""
        answered = self._one(one.intent) if one.composed is None else self._read(one.intent, one.composed)
        return replace(answered, notes=(*answered.notes, *(self._left(entity, one) for entity in open_)))

    def _left(self, entity: Entity, one: Weighed) -> str:
        """How a name was read, and that its other readings give no answer."""
        chosen = self._meant(entity, one.intent)
        others = [self._told(c, entity.mention) for c in entity_options(entity) if c != chosen]
        read = f"“{entity.mention}” was read as {self._told(chosen, entity.mention)}"
        where = "either" if one.answers == 0 else "in this graph"
        return f"{read}; with {listed(others, 'or')} the question has no answer {where}."

    def _verdict(self, weighed: Sequence[Weighed], open_: Sequence[Entity]) -> Decided:
        """The answer for yes or no: that of the reading that a record speaks for; where all say the same, all of it."""
        every = [(one, one.composed) for one in weighed if one.composed is not None]
        if len(every) < len(weighed):
            return self._choice(weighed)
        known = every
        any_of_them = all(map(_is_any_of_them, open_))
        if any_of_them:
            known = self._of_any(every, open_)
        elif len({composed.answer.verdict for _, composed in every}) > 1:
            # What is recorded against one of them is not hidden behind another's "yes".
            if any(composed.answer.opposing and not composed.answer.verdict for _, composed in every):
                return self._choice(weighed)
            known = [one for one in every if one[1].answer.verdict] if _affirms(weighed) else _recorded(every)
        if len({composed.answer.verdict for _, composed in known}) != 1:
            return self._choice(weighed)
        known.sort(key=lambda one: not one[1].evidence)
        (first, composed), *more = known
        answered = self._read(first.intent, composed)
        notes = [
            self._any_of(entity, every) if any_of_them else self._how(entity, first.intent, known, every)
            for entity in open_
        ]
        if more and composed.evidence and len(open_) == 1:
            composed = self._with_more(open_[0], composed, more)
        return replace(answered, answer=composed, notes=(*answered.notes, *notes))

    def _of_any(
        self, every: Sequence[tuple[Weighed, CitedAnswer]], open_: Sequence[Entity]
    ) -> list[tuple[Weighed, CitedAnswer]]:
        """Of readings of words that stand for any of several values those of the values that are recorded; of a word of
        which none is, the likeliest."""
        meant = {
            (entity.start, entity.end): self._recorded_values(entity, every) or entity_options(entity)[:1]
            for entity in open_
        }
        return [
            one
            for one in every
            if all(self._meant(entity, one[0].intent) in meant[entity.start, entity.end] for entity in open_)
        ]

    def _recorded_values(self, entity: Entity, every: Sequence[tuple[Weighed, CitedAnswer]]) -> list[Candidate]:
        """The values that a word may stand for of which, or of kinds of which, there is a record among the answers."""
        ends = {
            node.id
            for _, composed in every
            for triple in composed.evidence
            if not triple.against
            for node in (triple.subject, triple.object)
        }
        context = self._context(self._question.stop, self._progress.ran)
        options = entity_options(entity)
        return [one for one in options if not ends.isdisjoint((*one.ids, *kinds_of(context, Thing.of(one))))]

    def _any_of(self, entity: Entity, every: Sequence[tuple[Weighed, CitedAnswer]]) -> str:
        """How a word that stands for any of several values was read."""
        options, recorded = entity_options(entity), self._recorded_values(entity, every)
        if recorded:
            return f"“{entity.mention}” was read as {listed([self._told(one, entity.mention) for one in recorded])}."
        things = self._wording.things(options[0].label, len(options))
        return f"“{entity.mention}” was read as any of {len(options)} {things}, none of which is recorded."

    def _how(
        self,
        entity: Entity,
        intent: Intent,
        known: Sequence[tuple[Weighed, CitedAnswer]],
        every: Sequence[tuple[Weighed, CitedAnswer]],
    ) -> str:
        """How a name was read for a verdict, and what is recorded with its other readings."""
        chosen = self._meant(entity, intent)
        same = {self._meant(entity, one.intent) for one, _ in known}
        told = {c: self._told(c, entity.mention) for c in entity_options(entity)}
        # Types and identifiers need no record.
        recorded = {
            self._meant(entity, one.intent)
            for one, composed in every
            if composed.evidence or one.intent.thing is not None
        }
        silent = told.keys() - recorded
        alike = [told[c] for c in told if c != chosen and c in same and c not in silent]
        neither = [told[c] for c in told if c != chosen and c in silent]
        against = [told[c] for c in told if c not in same and c not in silent]
        said = [f"“{entity.mention}” was read as {told[chosen]}"]
        said += [f"the same holds with {listed(alike)}"] if alike else []
        either = " either" if chosen in silent else ""
        said += [f"with {listed(neither, 'or')} nothing of it is recorded{either}"] if neither else []
        said += [f"with {listed(against, 'or')} it is the other way round"] if against else []
        return f"{'; '.join(said)}."

    def _with_more(
        self, entity: Entity, composed: CitedAnswer, more: Sequence[tuple[Weighed, CitedAnswer]]
    ) -> CitedAnswer:
        """The answer with what is recorded for the other readings that say the same."""
        parts = [
            AnsweredReading(one.intent, self._meant(entity, one.intent), "", found)
            for one, found in more
            if found.evidence
        ]
        if not parts:
            return composed
        first = AnsweredReading(more[0][0].intent, entity.chosen, "", composed)
        told = [replace(part, told=self._told(part.meant, entity.mention)) for part in parts]
        whole = joined(entity.mention, [first, *told], self._wording)
        _, _, *lines = whole.answer.text.split("\n")
        text = "\n".join((composed.answer.text, *lines))
        return CitedAnswer(replace(composed.answer, text=text), whole.evidence)

    def _together(self, intents: Sequence[Intent], entity: Entity) -> Decided:
        parts = []
        for intent in intents:
            meant = self._meant(entity, intent)
            parts.append(AnsweredReading(intent, meant, self._told(meant, entity.mention), self._answer(intent)))
        place = _place(entity, intents[0])
        meant_all = tuple(part.meant for part in parts)
        entities = list(intents[0].entities)
        entities[place] = replace(
            entities[place], chosen=meant_all[0], rivals=meant_all[1:], tied=False, together=len(meant_all) > 1
        )
        understood = "; ".join(f"{restated(self._wording, part.intent)}, as {part.told}" for part in parts)
        notes = dict.fromkeys(note for intent in intents for note in intent.notes)
        answer = joined(entity.mention, parts, self._wording)
        if all(is_silent(part.composed) for part in parts):
            answer = replace(answer, answer=replace(answer.answer, status=parts[0].composed.answer.status))
        return Decided(answer, tuple(entities), understood=understood, notes=tuple(notes))

    def _choice(self, weighed: Sequence[Weighed]) -> Decided:
        choices = self._offered(weighed)
        spans = {(one.start, one.end): one for one in choices}
        entities = tuple(spans.get((one.start, one.end), one) for one in weighed[0].intent.entities)
        return Decided(None, entities, choices)

    def _offered(self, weighed: Sequence[Weighed]) -> tuple[Entity, ...]:
        """The names that are open, each reading with the most answers that it gives."""
        intents = [one.intent for one in weighed]
        open_ = undecided(intents[0].entities, intents)
        together = len(open_) == 1 and can_stand_together(intents)
        offered = []
        for entity in open_:
            place = _place(entity, intents[0])
            options = [self._counted(c, [w for w in weighed if w.intent.entities[place].chosen == c])
                       for c in entity_options(entity)]  # fmt: skip
            offered.append(replace(entity, chosen=options[0], rivals=tuple(options[1:]), together=together))
        return tuple(offered)

    @staticmethod
    def _counted(candidate: Candidate, weighed: Sequence[Weighed]) -> Candidate:
        numbers = [one.answers for one in weighed if one.answers is not None]
        labels = {one.intent.answer.label if one.intent.answer is not None else "" for one in weighed}
        most = max(numbers) if len(numbers) == len(weighed) else None
        return replace(candidate, answers=most, counted=labels.pop() if len(labels) == 1 else "")

    def _wanted(self, intents: Sequence[Intent]) -> list[Entity]:
        """The names as they came in: of those with several meanings a person may want all."""
        spans = {one for entity in undecided(intents[0].entities, intents) for one in [(entity.start, entity.end)]}
        chosen = self._question.chosen
        return [
            replace(entity, together=isinstance(chosen.get((entity.start, entity.end)), tuple))
            for entity in intents[0].entities
            if (entity.start, entity.end) in spans
        ]

    @staticmethod
    def _meant(entity: Entity, intent: Intent) -> Candidate:
        return intent.entities[_place(entity, intent)].chosen

    def _told(self, candidate: Candidate, mention: str = "") -> str:
        """A reading in words: its type, its name where that is not the mention, its identifier."""
        noun = self._graph.schema.node(candidate.label).singular
        name = "" if candidate.name.casefold() == mention.casefold() else f" {candidate.name}"
        return f"the {noun}{name} ({candidate.id})"

    def _number(self, answers: int, intent: Intent) -> str:
        """So many answers, as the end of "there …"."""
        be = "is" if answers == 1 else "are"
        if intent.answer is None:
            return f"{be} {answers:,} {'answer' if answers == 1 else 'answers'}"
        return f"{be} {answers:,} {self._wording.things(intent.answer.label, answers)}"


def entity_options(entity: Entity) -> tuple[Candidate, ...]:
    """Every reading of an entity that is not decided."""
    return (entity.chosen, *entity.rivals)


def _is_open_guess(entity: Entity) -> bool:
    """Whether some letters may be the initials of several things; one beside a thing that is called so is told apart
    from it by the records ("AR", a gene and autosomal recessive inheritance)."""
    guessed = [one for one in entity_options(entity) if one.matched.casefold() != entity.mention.casefold()]
    return entity.guess == "initials" and len(guessed) > 1


def _is_called_so(entity: Entity, intent: Intent) -> bool:
    """Whether a mention is a name of what a reading takes it for."""
    meant = intent.entities[_place(entity, intent)].chosen
    return meant.matched.casefold() == entity.mention.casefold()


def _is_one_name(entity: Entity) -> bool:
    """Whether all that a mention can mean has the same preferred name, as a disease and its leading sign often do."""
    return len({one.name.casefold() for one in entity_options(entity)}) == 1


def _is_any_of_them(entity: Entity) -> bool:
    """Whether a mention is what the names of several things of one type have in common, so that any of these is meant
    ("recessive", of autosomal and of X-linked recessive inheritance)."""
    return entity.guess == "value" and len({one.label for one in entity_options(entity)}) == 1


def _leaves_out(entity: Entity, intent: Intent) -> bool:
    """Whether a question leaves out what a mention means, or asks how much of it there is: that holds of one reading
    and not of another one."""
    ids = {id_ for one in entity_options(entity) for id_ in one.ids}
    turned = (one for one in conditions_of(intent.answer) if one.negated or one.denied or one.restricted)
    said = (thing for one in turned for of in (one, *conditions_of(one.variable)) for thing in of.things)
    return bool(intent.besides) or any(not ids.isdisjoint(thing.ids) for thing in said)


def _is_asked_for(ids: Set[str], intent: Intent) -> bool:
    """Whether some things are anywhere in a question but among what a thing is plainly to be without."""
    if intent.answer is None or intent.besides:
        return True
    named = [one for one in conditions_of(intent.answer) if any(not ids.isdisjoint(thing.ids) for thing in one.things)]
    return not named or any(not one.negated or one.restricted or len(one.things) > 1 for one in named)


def _without_all(variable: Variable, ids: Set[str], things: tuple[Thing, ...]) -> Variable:
    """The variable with all of some things where it is to be without one of them."""

    def changed(condition: Condition) -> Condition:
        if condition.variable is not None:
            return replace(condition, variable=_without_all(condition.variable, ids, things))
        return (
            replace(condition, things=things)
            if any(not ids.isdisjoint(one.ids) for one in condition.things)
            else condition
        )

    return replace(variable, conditions=tuple(map(changed, variable.conditions)))


def _place(entity: Entity, intent: Intent) -> int:
    spans = [(one.start, one.end) for one in intent.entities]
    return spans.index((entity.start, entity.end))


def _lesser(entity: Entity) -> list[Candidate]:
    """Other things whose lesser name the whole mention is."""
    words = sorted(name_words(entity.mention))
    return [
        one
        for one in entity.rivals
        if not entity.together and one.method in BY_NAME_OR_ID and sorted(name_words(one.matched)) == words
    ]


def _read_with(
    entities: Sequence[Entity], place: int, meant: Candidate, read: Callable[[Sequence[Entity]], object]
) -> Intent | None:
    """What is asked with another meaning of one name, and no other of the rest; None where that cannot be asked."""
    others = [one.chosen for one in entities[:place]], [one.chosen for one in entities[place + 1 :]]
    wanted = [*others[0], meant, *others[1]]
    changed = list(entities)
    changed[place] = replace(with_candidate(entities[place], meant), rivals=())
    outcome = read(changed)
    intents = readings_of(outcome) if isinstance(outcome, Intent | Ambiguity) else ()
    return next((one for one in intents if [entity.chosen for entity in one.entities] == wanted), None)


def _speaks_against(one: Weighed, silent: Weighed) -> bool:
    """Whether records make another verdict of a reading than silence makes of the other one."""
    if one.intent.kind != "yesno" or one.composed is None or silent.composed is None or not one.composed.evidence:
        return False
    return one.composed.answer.verdict not in (None, silent.composed.answer.verdict)


def _affirms(weighed: Sequence[Weighed]) -> bool:
    """Whether a question asks only whether something holds, so that "yes" rests on a record."""
    return all(
        not (one.intent.excluded or one.intent.negated or any(pair.negated for pair in one.intent.pairs))
        for one in weighed
    )


def _recorded(known: Sequence[tuple[Weighed, CitedAnswer]]) -> list[tuple[Weighed, CitedAnswer]]:
    return [one for one in known if one[1].evidence] or list(known)
