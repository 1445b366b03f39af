"""Whether a record is of the link that a question asks for, and which things it names by what is recorded of others."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.language.inflection import stem
from kgqa.language.normalise import name_words
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.text.options import before_options
from kgqa.records import Candidate, Entity, Triple
from kgqa.schema.model import Relation, Schema

_SMALL = frozenset(
    {"a", "an", "the", "is", "are", "of", "in", "by", "to", "with", "for", "be", "do", "does", "not", "no"}
)
_BEGINS = 5
"""Letters that a word of a question and one of a name have in common at least, where one is made of the other."""


def is_asked_for(one: Triple, question: str, entities: Sequence[Entity], schema: Schema) -> bool:
    """Whether the relation of a record is the one that a question asks for.

    It has a word in common with the question, in any form of it; or no other relation joins such things and the
    question says nothing but their names and what any question says.
    """
    relations = [relation for relation in schema.relations if relation.type in _types(one, schema)]
    said = {stem(word) for word in name_words(before_options(question))} - _SMALL
    for relation in relations:
        if said & {stem(word) for text in _texts(relation) for word in name_words(text)} - _SMALL:
            return True
    return _is_only(one, schema) and not left_words(question, entities, schema)


def named_by_records(
    question: str, entities: Sequence[Entity], triples: Sequence[Triple], schema: Schema
) -> tuple[Entity, ...]:
    """The names of a question, with things that records join to them and that it names in other words.

    "Begin in adulthood" names "Adult onset": every word of the name that its type is not called by begins alike.
    """
    known = {id_ for one in entities for thing in one.meant for id_ in (thing.id, *thing.ids)}
    rest = [word for word in name_words(_without_names(question, entities)) if len(word) >= _BEGINS]
    found: dict[str, Entity] = {}
    for triple in triples:
        for near, far in ((triple.subject, triple.object), (triple.object, triple.subject)):
            if near.id not in known or far.id in known or far.label == near.label:
                continue
            node = schema.node(far.label)
            calls = {word for text in (node.singular, node.plural, *node.words) for word in name_words(text)}
            words = [word for word in name_words(far.name) if word not in calls and word not in _SMALL]
            if words and all(any(_are_alike(word, other) for other in rest) for word in words):
                thing = Candidate(far.id, far.name, far.label, 1.0, "normalised", far.name)
                found.setdefault(far.id, Entity(far.name, 0, 0, thing))
    return (*entities, *found.values()) if len(found) == 1 else tuple(entities)


def _are_alike(word: str, other: str) -> bool:
    return len(word) >= _BEGINS and (word.startswith(other) or other.startswith(word))


def _types(one: Triple, schema: Schema) -> set[str]:
    return {one.predicate, *(r.negates for r in schema.relations if r.type == one.predicate and r.negates)}


def _texts(relation: Relation) -> tuple[str, ...]:
    texts = (relation.type, relation.forward, relation.inverse, *relation.words)
    return (*texts, *relation.forward_words, *relation.inverse_words)


def _is_only(one: Triple, schema: Schema) -> bool:
    """Whether the things of a record are joined by no other relation than its own and the one that denies it."""
    joining = schema.between(one.subject.label, one.object.label)
    return {relation.negates or relation.type for relation, _ in joining} <= _types(one, schema)


def left_words(question: str, entities: Sequence[Entity], schema: Schema) -> set[str]:
    """The words of a question that neither name a thing, nor a type, nor say what any question says."""
    words = vocabulary()
    cues = {word for cue in ("not", "whether") for phrase in words.cues[cue] for word in name_words(phrase)}
    usual = words.light | words.generic | words.function | words.asking | words.attributes | words.subjects
    people = {word for phrase in (*words.people, *words.auxiliary) for word in name_words(phrase)}
    nouns = {
        word for node in schema.nodes for text in (node.singular, node.plural, *node.words) for word in name_words(text)
    }
    said = set(name_words(_without_names(question, entities)))
    return said - usual - cues - people - nouns - _SMALL


def _without_names(question: str, entities: Sequence[Entity]) -> str:
    asked = before_options(question)
    for one in entities:
        asked = asked[: one.start] + " " * (one.end - one.start) + asked[one.end :]
    return asked
