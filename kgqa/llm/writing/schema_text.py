"""The schema of a graph as a prompt has it: the types and relations that a question can need, or all of them.

The relations that a model may name in statements stand a line each: ``TYPE: Source phrase Target``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgqa.errors import QueryError
from kgqa.graph.quoting import quoted
from kgqa.language.normalise import name_words
from kgqa.llm.tokens import estimate
from kgqa.llm.writing.fenced import harmless
from kgqa.records import Triple
from kgqa.schema.model import NodeType, Property, Relation, Schema

MOST_TOKENS = 2_000
"""Of a schema that is not sent whole, estimated; what the question needs least is left out of a longer one."""
_FAR = 2
"""Hops from a linked thing within which types and relations are sent."""
_MOST_PROPERTIES = 24
_LONG = 40
"""Characters of properties beyond which the name of another that has the same is shorter."""


@dataclass(frozen=True, slots=True)
class SchemaText:
    """A schema as it is sent.

    Attributes:
        tokens: estimated.
        types, relations: how many of them it holds.
        of_types, of_relations: how many the graph has.
    """

    text: str
    tokens: int
    types: int
    relations: int
    of_types: int
    of_relations: int

    @property
    def whole(self) -> bool:
        """Whether nothing was left out."""
        return (self.types, self.relations) == (self.of_types, self.of_relations)


def schema_text(
    schema: Schema, labels: Iterable[str], question: str, *, whole: bool = False, most_tokens: int = MOST_TOKENS
) -> SchemaText:
    """The schema as text.

    Args:
        labels: the types of the things that the question names; without any, types and relations are chosen by the
            words that they share with the question.
        whole: everything, whatever its length.
        most_tokens: estimated; of more, relations are left out, those first that are farthest from the question.
    """
    shown = [relation for relation in schema.relations if _can_be_written(relation)]
    order = shown if whole else _near(schema, shown, set(labels), question)
    kept = len(order)
    while True:
        needed = {id(one) for one in order[:kept]}
        types = _types(schema, order[:kept], labels, whole=whole)
        # In the order of the schema, whatever is asked: servers need not read again what two prompts begin with.
        text = _text(types, _told([one for one in shown if id(one) in needed]))
        tokens = estimate(text)
        if whole or tokens <= most_tokens or kept <= 1:
            return SchemaText(text, tokens, len(types), kept, len(schema.nodes), len(schema.relations))
        kept = max(1, min(kept - 1, int(kept * most_tokens / tokens)))


def _told(relations: Sequence[Relation]) -> list[str]:
    """A line for each relation; fields that one before it has as well are not told again."""
    fields: dict[str, str] = {}
    return [_with(_relation(one), ", ".join(_fields(one)), quoted(one.type), fields) for one in relations]


def _with(said: str, properties: str, name: str, told: dict[str, str]) -> str:
    """What is said of a type or relation, with its properties, or the name of the first that has the very same.

    A model reads every token of a prompt before it writes one, and a small one on two cores 40 in a second. Of the
    default graph's schema this saves two fifths.

    Args:
        told: properties told so far, with whose they are; those of this one are added.
    """
    if not properties:
        return said
    first = told.setdefault(properties, "")
    if not first or len(properties) < _LONG:
        told[properties] = name
        return f"{said}: {properties}"
    return f"{said}: {'properties as above' if first == name else f'the properties of {first}'}"


def _near(schema: Schema, relations: Sequence[Relation], labels: set[str], question: str) -> list[Relation]:
    """The relations that a question can need, those it needs most first."""
    asked = set(name_words(question))
    alike = {id(one): _alike(schema, one, asked) for one in relations}
    if not labels:
        best = [one for one in relations if alike[id(one)]] or list(relations)
        return sorted(best, key=lambda one: -alike[id(one)])
    reached = set(labels)
    far: dict[int, int] = {}
    for hops in range(1, _FAR + 1):
        touched = [one for one in relations if id(one) not in far and {one.source, one.target} & reached]
        far |= {id(one): hops for one in touched}
        reached |= {end for one in touched for end in (one.source, one.target)}
    near = [one for one in relations if id(one) in far]
    return sorted(near, key=lambda one: (far[id(one)] - bool(alike[id(one)]), -alike[id(one)]))


def _alike(schema: Schema, relation: Relation, asked: set[str]) -> int:
    """How many words of a question a relation, its fields and the types at its ends have in common with it."""
    texts = [relation.type, relation.forward, relation.inverse, *relation.words]
    texts += [*relation.forward_words, *relation.inverse_words]
    texts += [text for one in relation.properties for text in (one.name, *one.words)]
    for label in (relation.source, relation.target):
        node = schema.node(label)
        texts += [node.singular, node.plural, *node.words]
    return len(asked & {word for text in texts for word in name_words(text)} - _SMALL)


_SMALL = frozenset({"a", "an", "the", "is", "are", "of", "in", "by", "to", "with", "for", "has", "have", "be", "do"})


def _types(schema: Schema, relations: Iterable[Relation], labels: Iterable[str], *, whole: bool) -> list[NodeType]:
    """The types that relations join, and those of the named things."""
    wanted = {end for one in relations for end in (one.source, one.target)} | set(labels)
    return [node for node in schema.nodes if (whole or node.label in wanted) and _writable(node.label)]


def _text(types: Sequence[NodeType], relations: Sequence[str]) -> str:
    told: dict[str, str] = {}
    named = [_with(*_type(node), f"(:{quoted(node.label)})", told) for node in types]
    lines = ["Node labels (what the label means: properties):", *named]
    if relations:
        lines += ["Relationships (how each is read: properties):", *relations]
    return "\n".join(lines)


def _type(node: NodeType) -> tuple[str, str]:
    """What a type means, and its properties."""
    names = [f"{quoted(node.id_property)} STRING (identifier)", f"{quoted(node.name_property)} STRING (name)"]
    others = [one for one in node.properties if one.name not in (node.id_property, node.name_property)]
    shared = ""
    if node.same_property not in (node.id_property, node.name_property):
        shared = f"; nodes with one {quoted(node.same_property)} are one thing: join, exclude and count by it"
    said = f"(:{quoted(node.label)}) {harmless(node.singular)}"
    return said, f"{', '.join([*names, *_properties(others)])}{shared}"


def _relation(relation: Relation) -> str:
    arrow = f"(:{quoted(relation.source)})-[:{quoted(relation.type)}]->(:{quoted(relation.target)})"
    said = f"“{harmless(relation.forward)}”"
    if relation.symmetric:
        said += ", the same in both directions: match it without an arrow head"
    if relation.hierarchical:
        said += ", from the narrower to the broader"
    if relation.negates is not None:
        said += f", denies {harmless(relation.negates)}"
    return f"{arrow} {said}"


def _fields(relation: Relation) -> list[str]:
    properties = _properties([one for one in relation.properties if one.name != relation.against])
    if relation.against is not None and _writable(relation.against):
        means = "true: the record denies the link; ask for false"
        if relation.negates is not None:
            means = "true of every record, as the relation itself denies; do not ask for it"
        properties.append(f"{quoted(relation.against)} BOOLEAN ({means})")
    return properties


def _properties(properties: Iterable[Property]) -> list[str]:
    told = [one for one in properties if _writable(one.name)][:_MOST_PROPERTIES]
    return [f"{quoted(one.name)} {one.type}{_role(one)}" for one in told]


def _role(one: Property) -> str:
    words = one.words[0] if one.words else ""
    return f" ({harmless(words)})" if words and words.casefold() != one.name.casefold() else ""


def _can_be_written(relation: Relation) -> bool:
    return all(_writable(name) for name in (relation.type, relation.source, relation.target))


def _writable(name: str) -> bool:
    """Whether a name can stand in a statement at all."""
    try:
        quoted(name)
    except QueryError:
        return False
    return True


MOST_TOKENS_OF_RELATIONS = 1_500
"""Of the relations of a whole schema, estimated; of more, those with the fewest words of the text are left out."""
NONE = "(none: what you say is no link, so it goes into the remarks)"
_MOST_PROPERTIES_OF_RELATION = 8


def of_triples(triples: Iterable[Triple], schema: Schema) -> tuple[str, ...]:
    """The relations that occur in records; for one that denies another, that other one: a statement has a polarity."""
    met = dict.fromkeys((one.subject.label, one.predicate, one.object.label) for one in triples)
    known = {(one.source, one.type, one.target): one for one in schema.relations}
    found = [known.get(ends) for ends in met]
    return _lines([_positive(one, schema) for one in found if one is not None])


def of_schema(schema: Schema, text: str) -> tuple[str, ...]:
    """The relations of a schema, without those that deny or repeat others; of many those nearest to a text."""
    kept = [one for one in schema.relations if one.mirrors is None]
    lines = _lines([_positive(one, schema) for one in kept])
    words = set(name_words(text))
    nearest = sorted(lines, key=lambda line: -len(words & set(name_words(line.replace("_", " ")))))
    while len(nearest) > 1 and estimate("\n".join(nearest)) > MOST_TOKENS_OF_RELATIONS:
        nearest = nearest[: len(nearest) * 9 // 10]
    return tuple(line for line in lines if line in set(nearest))


def _positive(relation: Relation, schema: Schema) -> Relation:
    ends = (relation.source, relation.target)
    denied = (one for one in schema.relations if one.type == relation.negates and (one.source, one.target) == ends)
    return next(denied, relation)


def _lines(relations: Sequence[Relation]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_line(one) for one in relations))


def _line(one: Relation) -> str:
    names = [p.name for p in one.properties if p.words and p.role not in ("date", "source", "reference")]
    told = (
        f" (properties: {', '.join(harmless(name, 80) for name in names[:_MOST_PROPERTIES_OF_RELATION])})"
        if names
        else ""
    )
    source, forward, target = (harmless(text, 80) for text in (one.source, one.forward, one.target))
    return f"{harmless(one.type, 80)}: {source} {forward} {target}{told}"
