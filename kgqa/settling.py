"""What the names in a question mean: found, chosen by a person, or asked back where that is open."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from kgqa.graph.schema import Schema
from kgqa.graph.store import GraphStore
from kgqa.linking.linker import Linker
from kgqa.linking.searched import SearchedLinker
from kgqa.phrases import STEPS
from kgqa.records import Answer, Entity
from kgqa.retrieval import unasked
from kgqa.retrieval.course import Course, Listener, Work
from kgqa.retrieval.planned.gaps import answer_gap
from kgqa.retrieval.writing.choices import before_options, without_marks
from kgqa.retrieval.writing.name_finding import found_names
from kgqa.understanding.intent import Ambiguity, Gap, Intent
from kgqa.understanding.interpreter import Interpreter, lacks_subtype

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

    def linked(self, run: Course, chosen: Chosen, hear: Listener, question: str) -> list[Entity]:
        """The names in the question, also those that a person took away; without them they go into the record."""
        hear.step(STEPS[0])
        now = time.perf_counter()
        found = self._interpreter.link(question)
        run.entities = tuple(self._choose(entity, chosen) for entity in found if not _is_denied(entity, chosen))
        hear.entities(run.entities)
        run.took("link", now)
        return found

    def named(self, run: Course, chosen: Chosen, hear: Listener, question: str) -> Answer | None:
        """Finds the names in the question; an answer where one of them is none of this graph."""
        self._store.require_there()
        for entity in self.linked(run, chosen, hear, question):
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
            work: what a language model is asked with where the linker finds no name; None where none is set.
        """
        unnamed = self.named(run, chosen, hear, without_marks(run.question))
        if unnamed is not None:
            return unnamed
        asked = before_options(run.question)
        within = [entity for entity in run.entities if entity.end <= len(asked)]
        outcome = self._interpreter.read(asked, within)
        if isinstance(outcome, Intent) and outcome.entities:
            run.entities = (*outcome.entities, *run.entities[len(within) :])
        elif isinstance(outcome, Gap) and not run.entities and work is not None:
            run.entities = tuple(self._choose(entity, chosen) for entity in found_names(work, run))
            hear.entities(run.entities)
        tied = outcome.entities if isinstance(outcome, Ambiguity) else ()
        run.choices = tied or tuple(entity for entity in run.entities if entity.tied)
        return unasked.ambiguous(self._schema, run.choices) if run.choices else None

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
