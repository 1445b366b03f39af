"""Ordinary words for what a graph of any field holds (``ordinary.toml``): a "vendor" is a supplier, what is "supplied
by" somebody was "bought from" there, and "incubation days" are an incubation time.

They are laid over a schema when a graph is opened, so that what the graph itself calls so always goes before, and a
graph need not be loaded again to be asked in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace

from kgqa.language import everyday, thesaurus
from kgqa.language.everyday import ORDINARY, RelationConcept, key
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Property, Relation, Schema

_TIMES = frozenset({"minutes", "hours", "days", "weeks", "months", "years"})
"""Units in which is recorded how long something takes."""
_SPANS = ("time", "period")
"""What people call something that is recorded in one of them."""


def with_ordinary_words(schema: Schema) -> Schema:
    """The schema, in which types, relations and properties have the ordinary words that nothing else is called by."""
    fields = [one for node in schema.nodes for one in node.properties]
    fields += [one for relation in schema.relations for one in relation.properties]
    called = {key(said) for one in fields for said in (one.called, *one.words)}
    called |= {key(said) for node in schema.nodes for said in _said_of(node)}
    types = {key(said) for node in schema.nodes for said in _said_of(node)}
    called |= {key(one.called).split()[0] for one in fields if " " in one.called}  # the "call length" is none of calls
    nodes = tuple(
        replace(node, properties=_of_properties(node.properties, types)) for node in _of_types(schema.nodes, called)
    )
    relations = tuple(
        replace(
            _of_relation(one, schema.relations, called),
            properties=_of_properties(one.properties, types | {key(said) for said in _phrases(one)}),
        )
        for one in schema.relations
    )
    known = {key(said) for node in nodes for said in _said_of(node)}
    known |= {key(said) for one in relations for said in _phrases(one)}
    absent = {word: noun for word, noun in schema.absent.items() if key(word) not in known}
    return replace(schema, nodes=nodes, relations=relations, absent=absent)


def _said_of(node: NodeType) -> tuple[str, ...]:
    return (node.singular, node.plural, node.label, *node.words)


def _of_types(nodes: Sequence[NodeType], called: Set[str]) -> tuple[NodeType, ...]:
    found = {node.label: [word for word in _words_for(node) if key(word) not in called] for node in nodes}
    owners = Counter(key(word) for words in found.values() for word in words)
    return tuple(
        replace(node, words=everyday.said([*node.words, *(w for w in found[node.label] if owners[key(w)] == 1)]))
        for node in nodes
    )


def _words_for(node: NodeType) -> tuple[str, ...]:
    """The words of all concepts of which a type's whole name is one, each once."""
    own = key(node.singular)
    return everyday.said(word for one in everyday.types(ORDINARY) if own in map(key, one.names) for word in one.words)


def _of_properties(every: Sequence[Property], called: Set[str]) -> tuple[Property, ...]:
    """What one thing or link tells, each property with the words that neither another one nor a type is called by."""
    every = [replace(one, words=tuple(word for word in one.words if not _is_cut(one, word, called))) for one in every]
    own = {one.name: {key(said) for said in (one.called, *one.words)} for one in every}
    found = {one.name: [word for word in _words_of(one) if key(word) not in called] for one in every}
    owners = Counter(word for words in found.values() for word in set(map(key, words)))

    def free(one: Property, word: str) -> bool:
        others = (said for name, said in own.items() if name != one.name)
        return owners[key(word)] == 1 and not any(key(word) in said for said in others)

    return tuple(
        replace(one, words=everyday.said([*one.words, *(word for word in found[one.name] if free(one, word))]))
        for one in every
    )


def _is_cut(one: Property, word: str, called: Set[str]) -> bool:
    """Whether a word is what is left of a property's name without its unit, and names something else ("mission hours":
    mission)."""
    return key(word) in called and one.name.replace("_", " ").lower().startswith(f"{word.lower()} ")


def _words_of(one: Property) -> tuple[str, ...]:
    called, unit = one.apart
    names = {key(called), key(one.name)} - {""}
    words = [
        word
        for concept in everyday.properties()
        if not names.isdisjoint(map(key, concept.names))
        for word in concept.words
    ]
    lasts = len(unit) == 1 and unit[0] in _TIMES and called not in _SPANS and thesaurus.is_known(called, "n")
    return everyday.said([*words, *(f"{called} {span}" for span in _SPANS if lasts and " " not in called)])


def _phrases(one: Relation) -> tuple[str, ...]:
    return (one.forward, one.inverse, *one.words, *one.forward_words, *one.inverse_words)


def _of_relation(one: Relation, every: Sequence[Relation], called: Set[str]) -> Relation:
    """A relation with the words of its concept, without those that another one at either of its ends is called by."""
    meant = next(_meant(one), None)
    if meant is None or one.negates is not None or one.mirrors is not None:
        return one
    others = (
        other
        for other in every
        if other.type != one.type and not {one.source, one.target}.isdisjoint({other.source, other.target})
    )
    taken = {key(phrase) for other in others for phrase in (*_phrases(other), *derive.names_of(other))} | called
    return _with_words(one, *meant, taken)


def _meant(one: Relation) -> Iterator[tuple[RelationConcept, bool]]:
    """The concepts of which a relation's name is one, each with whether its source is the doer."""
    names = {key(derive.predicate(one.type)), key(derive.name_between(one.type, one.source, one.target))}
    for concept in everyday.relations(ORDINARY):
        if not names.isdisjoint(map(key, concept.names)):
            yield concept, True
        elif not names.isdisjoint(map(key, concept.turned)):
            yield concept, False


def _with_words(one: Relation, concept: RelationConcept, source_does: bool, taken: Set[str]) -> Relation:
    def free(words: Iterable[str]) -> Iterator[str]:
        return (word for word in words if key(word) not in taken)

    forward, inverse = concept.doer_words, concept.done_words
    if not source_does:
        forward, inverse = inverse, forward
    if one.symmetric:
        return replace(one, words=everyday.said([*one.words, *free((*concept.words, *forward, *inverse))]))
    return replace(
        one,
        words=everyday.said([*one.words, *free(concept.words)]),
        forward_words=everyday.said([*one.forward_words, *free(forward)]),
        inverse_words=everyday.said([*one.inverse_words, *free(inverse)]),
    )
