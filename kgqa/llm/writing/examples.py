"""Examples of questions with their Cypher for one graph: its own relations and names, in the form of our statements.

They show how this graph is asked and nothing that it holds of the question: no example names a thing that the question
names, and none has rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from kgqa.evidence.exploring.neighbourhood import Explorer
from kgqa.graph.quoting import quoted
from kgqa.language.normalise import name_words
from kgqa.llm.writing.fenced import harmless, line
from kgqa.planning.statements import Statements
from kgqa.questions.intent import Hop
from kgqa.questions.wording import Wording
from kgqa.records import Entity, Node
from kgqa.schema.model import Relation, Schema

FEW = 3
"""Examples of the prompts that have several, as many as Section 6 of the paper on generated Cypher gives."""
_PAIRS = 40


@dataclass(frozen=True, slots=True)
class Example:
    """A question and the statement that asks it."""

    question: str
    cypher: str

    @property
    def text(self) -> str:
        """As a line of data, because its name comes from the graph."""
        return line({"question": self.question, "cypher": self.cypher})


def examples(
    schema: Schema, explorer: Explorer, relations: Sequence[Relation], entities: Collection[Entity], most: int = FEW
) -> list[Example]:
    """Examples over some relations, different ones as far as there are: a list, a number, the other direction.

    Raises:
        QueryError, TimeLimitError, ServerError: the graph could not be asked for names.
    """
    found: list[Example] = []
    named = _words(entities)
    usable = [one for one in relations if one.negates is None and one.mirrors is None and not one.hierarchical]
    for relation in usable[: 2 * most]:
        pairs = _pairs(explorer, relation, named)
        if pairs:
            found += list(_of(schema, relation, pairs[0], len(found)))[: 2 if len(usable) < most else 1]
        if len(found) >= most:
            break
    return found[:most]


def _of(schema: Schema, relation: Relation, pair: tuple[Node, Node], place: int) -> Iterator[Example]:
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

    def listed(self) -> Example:
        asked = self._wording.things(self._far.label, 2)
        verb = self._wording.phrase(self._hop, plural=True)
        return Example(f"Which {asked} {verb} {self._named}?", f"{self._match}\nRETURN DISTINCT {self._name('x')}")

    def counted(self) -> Example:
        asked = self._wording.things(self._far.label, 2)
        verb = self._wording.phrase(self._hop, plural=True)
        same = quoted(self._schema.node(self._far.label).same_property)
        return Example(f"How many {asked} {verb} {self._named}?", f"{self._match}\nRETURN count(DISTINCT x.{same})")

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
