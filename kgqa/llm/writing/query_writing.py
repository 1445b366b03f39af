"""Has a language model write Cypher: the prompt, and one more round where the first statement gave nothing.

After the method of Section 2 of the paper on generated Cypher with a query checker; there the prompt holds the whole
schema, here what the question can need.

Its examples, questions with their Cypher, use the graph's own relations and names in the form of our statements. They
show how this graph is asked and nothing that it holds of the question: no example names a thing that the question
names, and none has rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgqa.errors import KgqaError
from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.graph.quoting import quoted
from kgqa.language.normalise import name_words
from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import Prompt, messages
from kgqa.llm.tokens import of_messages
from kgqa.llm.writing.answering import LONGEST_QUESTION
from kgqa.llm.writing.fenced import fenced, harmless, line, with_before
from kgqa.llm.writing.recorded import SPARE, RecordedModel
from kgqa.llm.writing.schema_text import MOST_TOKENS, SchemaText, schema_text
from kgqa.planning.statements import Statements
from kgqa.questions.intent import Hop
from kgqa.questions.wording import Wording
from kgqa.records import Candidate, Entity, Former, Message, Node
from kgqa.schema.model import Relation, Schema

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
        wanted = {"example": 1, "examples": _FEW}
        asked = {name: most for name, most in wanted.items() if name in chosen.inputs}
        if not asked:
            return {}
        near = sorted(self.schema.relations, key=lambda one: not {one.source, one.target} & labels)
        try:
            found = _examples(self.schema, self.explorer, near, self.entities, max(asked.values()))
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


_FEW = 3
"""Examples of the prompts that have several, as many as Section 6 of the paper on generated Cypher gives."""
_PAIRS = 40


@dataclass(frozen=True, slots=True)
class _Example:
    """A question and the statement that asks it."""

    question: str
    cypher: str

    @property
    def text(self) -> str:
        """As a line of data, because its name comes from the graph."""
        return line({"question": self.question, "cypher": self.cypher})


def _examples(
    schema: Schema, explorer: Explorer, relations: Sequence[Relation], entities: Collection[Entity], most: int = _FEW
) -> list[_Example]:
    """Examples over some relations, different ones as far as there are: a list, a number, the other direction.

    Raises:
        QueryError, TimeLimitError, ServerError: the graph could not be asked for names.
    """
    found: list[_Example] = []
    named = _words(entities)
    usable = [one for one in relations if one.negates is None and one.mirrors is None and not one.hierarchical]
    for relation in usable[: 2 * most]:
        pairs = _pairs(explorer, relation, named)
        if pairs:
            found += list(_of(schema, relation, pairs[0], len(found)))[: 2 if len(usable) < most else 1]
        if len(found) >= most:
            break
    return found[:most]


def _of(schema: Schema, relation: Relation, pair: tuple[Node, Node], place: int) -> Iterator[_Example]:
    """The examples of one relation, beginning with the kind that stands at a place among all."""
    forms = [_Form(schema, relation, pair, forward=False), _Form(schema, relation, pair, forward=True)]
    kinds = [forms[0].listed, forms[0].counted, forms[1].listed]
    for turn in range(len(kinds)):
        yield kinds[(place + turn) % len(kinds)]()


class _Form:
    """One relation asked from one of its ends; ``forward``: the source is named and the target asked for."""

    def __init__(self, schema: Schema, relation: Relation, pair: tuple[Node, Node], *, forward: bool) -> None:
        self._relation = relation
        self._near, self._far = pair if forward else pair[::-1]
        self._hop = Hop(relation, forward=not forward)
        self._wording = Wording(schema)
        self._schema = schema

    def listed(self) -> _Example:
        asked = self._wording.things(self._far.label, 2)
        verb = self._wording.phrase(self._hop, plural=True)
        return _Example(f"Which {asked} {verb} {self._named}?", f"{self._match}\nRETURN DISTINCT {self._name('x')}")

    def counted(self) -> _Example:
        asked = self._wording.things(self._far.label, 2)
        verb = self._wording.phrase(self._hop, plural=True)
        same = quoted(self._schema.node(self._far.label).same_property)
        return _Example(f"How many {asked} {verb} {self._named}?", f"{self._match}\nRETURN count(DISTINCT x.{same})")

    @property
    def _named(self) -> str:
        return harmless(self._near.name)

    @property
    def _match(self) -> str:
        pattern = Statements(self._schema).pattern(self._far.label, self._hop, "x", "r", "t", with_mirrors=False)
        wanted = [f"{self._name('t', self._near.label)} = '{self._near.name}'"]
        against = self._relation.against
        if against:
            wanted.append(f"coalesce(r.{quoted(against)}, false) = false")
        return f"MATCH {pattern}\nWHERE {' AND '.join(wanted)}"

    def _name(self, variable: str, label: str = "") -> str:
        return f"{variable}.{quoted(self._schema.node(label or self._far.label).name_property)}"


def _pairs(explorer: Explorer, relation: Relation, named: frozenset[str]) -> list[tuple[Node, Node]]:
    """Pairs that a relation joins, without those that have to do with what the question names."""
    return [pair for pair in explorer.sample(relation, _PAIRS) if all(_fit(node.name, named) for node in pair)]


def _fit(name: str, named: frozenset[str]) -> bool:
    """Whether a name can be shown: short, plain, and of other words than the things of the question."""
    plain = isinstance(name, str) and 0 < len(name) <= 60 and not set(name) & set("\"'\\`{}") and name.isprintable()
    return plain and harmless(name) == name and not named & set(name_words(name))


def _words(entities: Collection[Entity]) -> frozenset[str]:
    """The words of the things that a question names, and of all their readings."""
    texts = [text for one in entities for text in (one.mention, *(c.name for c in (one.chosen, *one.rivals)))]
    return frozenset(word for text in texts for word in name_words(text) if len(word) > 2)
