"""Has a language model write Cypher: the prompt, and one more round where the first statement gave nothing.

After the method of Section 2 of the paper on generated Cypher with a query checker; there the prompt holds the whole
schema, here what the question can need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgqa.errors import KgqaError
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import Prompt, messages
from kgqa.llm.tokens import of_messages
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.examples import FEW, examples
from kgqa.llm.writing.fenced import fenced, harmless, line
from kgqa.llm.writing.previous_question import with_before
from kgqa.llm.writing.recorded import SPARE, RecordedModel
from kgqa.llm.writing.schema_text import MOST_TOKENS, SchemaText, schema_text
from kgqa.records import Candidate, Entity, Former, Message
from kgqa.schema.model import Schema

MOST_CALLS = 3
"""Requests of one question before its answer is written (one, and at most two more)."""
_LEAST_SCHEMA = 200


@dataclass(frozen=True, slots=True)
class WrittenQuery:
    """A model's reply to a question for a statement.

    Attributes:
        conversation: what it replied to.
        prompt: of the first request.
        tokens_schema: of the conversation those of the schema, estimated.
        requests: how many were made for the question so far.
        notes: what the reader is to know of how the model was asked, a sentence each.
    """

    reply: str
    conversation: tuple[Message, ...]
    prompt: Prompt
    tokens_schema: int
    requests: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class QueryWriter:
    """Has a language model write Cypher for one question.

    Attributes:
        entities: the things that the question names.
        variant: which of the prompts for Cypher is sent.
        whole_schema: the whole schema is sent instead of what the question can need.
        before: the question that it follows, with its answers; None where it follows none.
    """

    model: RecordedModel
    question: str
    entities: tuple[Entity, ...]
    schema: Schema
    explorer: Explorer
    variant: str = "zero-shot"
    whole_schema: bool = False
    before: Former | None = None

    def first(self, requests: int = 0) -> WrittenQuery:
        """The reply to the question.

        Args:
            requests: how many were made for the question before.

        Raises:
            ModelError: there is none that can be used.
            PromptError: the prompt cannot be sent.
            StoppedError: the reader stopped it.
        """
        chosen = self.model.prompt(f"cypher-{self.variant}")
        settings = self.model.settings
        room = settings.context_tokens - settings.most_tokens - SPARE
        asked, schema = self._filled(chosen, whole=self.whole_schema)
        over = of_messages(asked) - room
        if over > 0:
            return self._shrunk(chosen, max(_LEAST_SCHEMA, schema.tokens - over), requests + 1)
        try:
            return self._asked(chosen, asked, schema, requests + 1)
        except ModelError as error:
            if error.trouble != "context" or schema.relations <= 1:
                raise
            return self._shrunk(chosen, max(_LEAST_SCHEMA, schema.tokens // 3), requests + 2)

    def again(self, written: WrittenQuery, cypher: str, reasons: Sequence[str]) -> WrittenQuery | None:
        """The reply to what was wrong with the first one; None where no further request is left.

        Args:
            cypher: the first statement, as it was checked.
            reasons: what came of it, a sentence each.

        Raises:
            ModelError, PromptError, StoppedError: as ``first``.
        """
        if written.requests >= MOST_CALLS:
            return None
        told = {"statement": cypher, "what_happened": list(reasons)}
        asked = messages(self.model.prompt("cypher-again"), trouble=fenced([line(told)]))
        conversation = (*written.conversation, Message("assistant", harmless(written.reply, 4_000)), *asked)
        reply = self.model.asking(written.prompt, tokens_context=written.tokens_schema).complete(conversation).text
        return replace(written, reply=reply, conversation=conversation, requests=written.requests + 1)

    def _asked(
        self, chosen: Prompt, conversation: tuple[Message, ...], schema: SchemaText, requests: int
    ) -> WrittenQuery:
        reply = self.model.asking(chosen, tokens_context=schema.tokens).complete(conversation).text
        return WrittenQuery(reply, conversation, chosen, schema.tokens, requests)

    def _shrunk(self, chosen: Prompt, most_tokens: int, requests: int) -> WrittenQuery:
        """The reply where the model cannot read the whole schema that it was to be sent."""
        conversation, schema = self._filled(chosen, most_tokens=most_tokens)
        note = (
            f"The model cannot read the whole prompt, so it was given {schema.relations:,} of "
            f"{schema.of_relations:,} relations of the schema."
        )
        return replace(self._asked(chosen, conversation, schema, requests), notes=(note,))

    def _filled(
        self, chosen: Prompt, *, whole: bool = False, most_tokens: int = MOST_TOKENS
    ) -> tuple[tuple[Message, ...], SchemaText]:
        labels = {thing.label for one in self.entities for thing in one.meant}
        if self.before is not None and self.before.answers is not None:
            labels.add(self.before.answers.label)
        schema = schema_text(self.schema, labels, self.question, whole=whole, most_tokens=most_tokens)
        filled = messages(
            chosen,
            schema=schema.text,
            entities=fenced([line(_named(self.schema, one, thing)) for one in self.entities for thing in one.meant]),
            question=with_before(harmless(self.question, LONGEST_QUESTION), self.before),
            **self._examples(chosen, labels),
        )
        return filled, schema

    def _examples(self, chosen: Prompt, labels: set[str]) -> dict[str, str]:
        """The inputs for examples, as far as the prompt has them."""
        wanted = {"example": 1, "examples": FEW}
        asked = {name: most for name, most in wanted.items() if name in chosen.inputs}
        if not asked:
            return {}
        near = sorted(self.schema.relations, key=lambda one: not {one.source, one.target} & labels)
        try:
            found = examples(self.schema, self.explorer, near, self.entities, max(asked.values()))
        except KgqaError:
            if self.model.stop is not None and self.model.stop.is_set():
                raise
            found = []  # an example that cannot be had is no reason not to answer
        return dict.fromkeys(asked, fenced([one.text for one in found]))


def _named(schema: Schema, entity: Entity, thing: Candidate) -> dict[str, Any]:
    """A thing of the question as a prompt has it; one of several that a name may mean is told to be one."""
    node = schema.node(thing.label)
    others = {"also": entity.mention} if entity.mention.casefold() != thing.name.casefold() else {}
    others |= {"one_meaning_of": entity.mention} if entity.together else {}
    return {"label": thing.label, node.name_property: thing.name, node.id_property: thing.id, **others}
