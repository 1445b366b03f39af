"""What the names in a question mean: found, chosen by a person, or asked back where that is open."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgqa.answers.gaps import answer_gap
from kgqa.graph.store import GraphStore
from kgqa.language.phrases import STEPS
from kgqa.linking.linker import Linker
from kgqa.linking.searched import SearchedLinker
from kgqa.llm.records import ModelError
from kgqa.llm.writing.choices import before_options, options, without_marks
from kgqa.llm.writing.name_finding import found_names
from kgqa.questions.ambiguity import NAMED
from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.interpreter import Interpreter, lacks_subtype
from kgqa.questions.wording import listed
from kgqa.records import Answer, Candidate, Entity
from kgqa.schema.model import Schema
from kgqa.strategies import unasked
from kgqa.strategies.course import Course, Listener, Work

LEAST_LIKE = 0.6
"""Score from which a name is near enough to an unknown one to be offered."""

Chosen = Mapping[tuple[int, int], str | None]
"""What a person chose: by the offsets of a mention the identifier of what is meant; None for nothing of this graph."""


class Settling:
    """Settles the names of questions to one graph. Safe to share between threads."""

    def __init__(
        self,
        schema: Schema,
        store: GraphStore,
        interpreter: Interpreter,
        linker: Linker | SearchedLinker,
        source: str,
    ) -> None:
        self._schema = schema
        self._store = store
        self._interpreter = interpreter
        self._linker = linker
        self._source = source

    def linked(
        self, run: Course, chosen: Chosen, hear: Listener, question: str, by: Work | None = None
    ) -> list[Entity]:
        """The names in the question, also those that a person took away; without them they go into the record.

        Args:
            by: what a language model is asked with that finds the names; None for the linker.
        """
        hear.step(STEPS[0])
        now = time.perf_counter()
        found = self._by_model(by, run) if by is not None else []
        found = found or self._interpreter.link(question)
        run.entities = tuple(self._choose(entity, chosen) for entity in found if not _is_denied(entity, chosen))
        hear.entities(run.entities)
        run.took("link", now)
        return found

    def _by_model(self, work: Work, run: Course) -> list[Entity]:
        """The names that a language model finds; none, and why, where those that the linker finds are to be taken."""
        source = "the linker was asked for the names instead"
        try:
            found = list(found_names(work, run))
        except ModelError as error:
            run.notes = (*run.notes, f"The language model found no names, so {source}. {error}")
            return []
        if not found:
            run.notes = (*run.notes, f"The language model found no name that the graph knows, so {source}.")
        return found

    def named(
        self, run: Course, chosen: Chosen, hear: Listener, question: str, by: Work | None = None
    ) -> Answer | None:
        """Finds the names in the question; an answer where one of them is none of this graph.

        Args:
            by: as of ``linked``.
        """
        self._store.require_there()
        for entity in self.linked(run, chosen, hear, question, by):
            if _is_denied(entity, chosen):
                return self._denied(run, entity)
        entities = run.entities
        unknown = next((e for e in entities if lacks_subtype(e, entities) and (e.start, e.end) not in chosen), None)
        if unknown is not None:
            return self.gap(run, Gap("unknown_name", f"{unknown.mention} {unknown.subtype}".strip()))
        return None

    def settled(self, run: Course, chosen: Chosen, hear: Listener, work: Work | None) -> Answer | None:
        """Finds the names in the question and what each means; an answer where a person must say so first.

        Args:
            work: what a language model is asked with where the linker finds no name, or first of all where that was
                chosen; None where none is to be asked.
        """
        by = work if work is not None and work.approach.names_by_model else None
        unnamed = self.named(run, chosen, hear, without_marks(run.question), by)
        if unnamed is not None:
            return unnamed
        asked = before_options(run.question)
        within = [entity for entity in run.entities if entity.end <= len(asked)]
        outcome = self._interpreter.read(asked, within)
        if isinstance(outcome, Intent) and outcome.entities:
            run.entities = (*outcome.entities, *run.entities[len(within) :])
        elif isinstance(outcome, Gap) and not run.entities and work is not None and by is None:
            run.entities = tuple(self._choose(entity, chosen) for entity in found_names(work, run))
            hear.entities(run.entities)
        tied = outcome.entities if isinstance(outcome, Ambiguity) else ()
        run.choices = tied or tuple(entity for entity in run.entities if entity.tied)
        return unasked.ambiguous(self._schema, run.choices) if run.choices else None

    def options(self, question: str, intent: Intent) -> Mapping[str, frozenset[str]] | Gap:
        """What the options of a question for a list mean: by the words of each the identifiers; none without options.

        A gap where none of them is of the type that is asked for: then they are no options but more of the question.
        """
        offered = options(question) if intent.answer is not None else ()
        if not offered or intent.answer is None:
            return {}
        found = {}
        for one in offered:
            meant = [c for c in self._linker.candidates(one.text) if c.method in NAMED]
            found[one.text] = frozenset(id_ for c in meant if c.label == intent.answer.label for id_ in (c.id, *c.ids))
        return found if any(found.values()) else Gap("several", question)

    def taken_instead(self, near: Sequence[Candidate]) -> str:
        """What a reader is to know where the question names nothing, and what is nearest to it was taken."""
        how = "in spelling" if self._linker.vectors is None else "in spelling or meaning"
        if near:
            names = listed([f"“{one.name}”" for one in near])
            return (
                f"The question names nothing that {self._source} knows; what is nearest to it {how} was taken: {names}."
            )
        return f"The question names nothing that {self._source} knows, and no name there is near to it {how}."

    def ambiguous(self, outcome: Ambiguity) -> Answer:
        """The choices: among things of one name, or among relations or types, each as a question of its own."""
        if outcome.entities:
            return unasked.ambiguous(self._schema, outcome.entities)
        return unasked.undecided({option.phrase: self._interpreter.question(option) for option in outcome.options})

    def _choose(self, entity: Entity, chosen: Chosen) -> Entity:
        """The entity with the reading that a person chose, if one did."""
        wanted = chosen.get((entity.start, entity.end))
        if wanted is None:
            return entity
        for candidate in (entity.chosen, *entity.rivals, *self._linker.candidates(entity.mention)):
            if wanted in (candidate.id, *candidate.ids):
                return replace(entity, chosen=candidate, rivals=(), tied=False)
        return entity

    def _denied(self, run: Course, entity: Entity) -> Answer:
        known = {one.id for one in (entity.chosen, *entity.rivals)}
        near = [c for c in self._linker.candidates(entity.mention) if c.id not in known and c.score >= LEAST_LIKE]
        return unasked.denied(run.question, entity, near[:3])

    def gap(self, run: Course, gap: Gap) -> Answer:
        unknown = gap.reason == "unknown_name" or (gap.reason == "unread" and gap.detail)
        nearest = [c for c in self._linker.nearest(gap.what, 3) if c.score >= LEAST_LIKE] if unknown else []
        said = answer_gap(self._schema, gap, self._interpreter.kind(run.question), run.entities, nearest, self._source)
        readings = unasked.read_as((option.phrase, self._interpreter.question(option)) for option in gap.instead)
        names = [
            unasked.ask_about(candidate, run.question.replace(gap.what, candidate.name))
            for candidate in nearest
            if gap.what in run.question
        ]
        return replace(said, suggestions=(*readings, *names, *said.suggestions))


def _is_denied(entity: Entity, chosen: Chosen) -> bool:
    """Whether a person said that a mention means nothing that the graph knows by it."""
    return chosen.get((entity.start, entity.end), "") is None
