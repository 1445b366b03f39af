"""Has a language model write Cypher: the prompt, and one more round where the first statement gave nothing.

After the method of Section 2 of the paper on generated Cypher with a query checker; there the prompt holds the whole
schema, here what the question can need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kgqa.errors import KgqaError
from kgqa.llm.prompts import messages, prompt
from kgqa.llm.records import ModelError
from kgqa.llm.tokens import of_messages
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.attempts import Attempt
from kgqa.llm.writing.examples import FEW, examples
from kgqa.llm.writing.fenced import fenced, harmless, line
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.schema_text import MOST_TOKENS, SchemaText, schema_text
from kgqa.records import Candidate, Message
from kgqa.schema.model import Schema
from kgqa.strategies.course import Course, Work

MOST_CALLS = 3
"""Requests of one question before its answer is written (one, and at most two more)."""
_LEAST_SCHEMA = 200
_SPARE = 64


@dataclass
class QueryWriting:
    """The conversation about one question's statement.

    Attributes:
        notes: what the reader is to know of how the model was asked, a sentence each.
    """

    work: Work
    course: Course
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Choose the prompt.

        Raises:
            PromptError: the reader's copy of it cannot be sent.
        """
        approach = self.work.approach
        self._prompt = prompt(f"cypher-{approach.cypher_prompt}", approach.prompts)
        self._conversation: tuple[Message, ...] = ()
        self._tokens_schema = 0

    def first(self) -> str:
        """The reply to the question.

        Raises:
            ModelError: there is none that can be used.
            PromptError: the prompt cannot be sent.
            StoppedError: the reader stopped it.
        """
        settings = self.work.model.settings
        room = settings.context_tokens - settings.most_tokens - _SPARE
        self._conversation, schema = self._filled(whole=self.work.approach.whole_schema)
        over = of_messages(self._conversation) - room
        if over > 0:
            self._shrink(max(_LEAST_SCHEMA, schema.tokens - over))
        try:
            return self._ask()
        except ModelError as error:
            if error.trouble != "context" or over > 0 or schema.relations <= 1:
                raise
            self._shrink(max(_LEAST_SCHEMA, schema.tokens // 3))
            return self._ask()

    def again(self, reply: str, tried: Attempt) -> str | None:
        """The reply to what was wrong with the first one; None where no further request is left.

        Raises:
            ModelError, PromptError, StoppedError: as ``first``.
        """
        if len(self.course.calls) >= MOST_CALLS:
            return None
        told = {"statement": tried.cypher, "what_happened": list(tried.reasons)}
        repair = prompt("cypher-again", self.work.approach.prompts)
        asked = messages(repair, trouble=fenced([line(told)]))
        self._conversation = (*self._conversation, Message("assistant", harmless(reply, 4_000)), *asked)
        return self._ask()

    def _ask(self) -> str:
        model = RecordedModel(self.work.model, self.course, self._prompt, tokens_context=self._tokens_schema)
        return model.complete(self._conversation, stop=self.work.stop).text

    def _shrink(self, most_tokens: int) -> None:
        self._conversation, schema = self._filled(most_tokens=most_tokens)
        self.notes = (
            f"The model cannot read the whole prompt, so it was given {schema.relations:,} of "
            f"{schema.of_relations:,} relations of the schema.",
        )

    def _filled(self, *, whole: bool = False, most_tokens: int = MOST_TOKENS) -> tuple[tuple[Message, ...], SchemaText]:
        work, entities = self.work, self.course.entities
        labels = {one.chosen.label for one in entities}
        schema = schema_text(work.schema, labels, work.question, whole=whole, most_tokens=most_tokens)
        self._tokens_schema = schema.tokens
        filled = messages(
            self._prompt,
            schema=schema.text,
            entities=fenced([line(_named(work.schema, one.mention, one.chosen)) for one in entities]),
            question=harmless(work.question, LONGEST_QUESTION),
            **self._examples(labels),
        )
        return filled, schema

    def _examples(self, labels: set[str]) -> dict[str, str]:
        """The inputs for examples, as far as the prompt has them."""
        wanted = {"example": 1, "examples": FEW}
        asked = {name: most for name, most in wanted.items() if name in self._prompt.inputs}
        if not asked:
            return {}
        work = self.work
        near = sorted(work.schema.relations, key=lambda one: not {one.source, one.target} & labels)
        try:
            found = examples(work.schema, work.explorer, near, self.course.entities, max(asked.values()))
        except KgqaError:
            if work.stop is not None and work.stop.is_set():
                raise
            found = []  # an example that cannot be had is no reason not to answer
        return dict.fromkeys(asked, fenced([one.text for one in found]))


def _named(schema: Schema, mention: str, thing: Candidate) -> dict[str, Any]:
    """A thing of the question as a prompt has it."""
    node = schema.node(thing.label)
    others = {"also": mention} if mention.casefold() != thing.name.casefold() else {}
    return {"label": thing.label, node.name_property: thing.name, node.id_property: thing.id, **others}
