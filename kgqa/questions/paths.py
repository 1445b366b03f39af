"""Which relations of a schema join two types, and which of them a question means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from kgqa.language.inflection import stem
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Hop
from kgqa.schema.derive import tells_kinds
from kgqa.schema.model import Relation, Schema

if TYPE_CHECKING:
    from kgqa.questions.sentence import Sentence

MOST_HOPS = 3


def direct(schema: Schema, one: str, other: str, *, hierarchical: bool = False) -> list[Hop]:
    """Hops from one label to another over a single relation, without those that deny another relation; of those of
    hierarchies the one of kinds before those of parts and members, wherever the schema has them."""
    found = [
        Hop(relation, forward)
        for relation, forward in schema.between(one, other)
        if relation.negates is None and relation.hierarchical == hierarchical
    ]
    return sorted(found, key=lambda hop: not tells_kinds(hop.relation)) if hierarchical else found


def arriving(schema: Schema, label: str) -> Iterator[Hop]:
    """Hops that arrive at a label, of relations that say something by themselves; one that is the same from either end
    is there once."""
    for relation in schema.relations:
        if relation.hierarchical or relation.negates is not None or relation.mirrors is not None:
            continue
        hops = [Hop(relation, True)]
        if not (relation.symmetric and relation.source == relation.target):
            hops.append(Hop(relation, False))
        yield from (hop for hop in hops if hop.end == label)


def prefer(hops: list[Hop], asked: Iterable[Relation]) -> list[Hop]:
    """The hops that a question asks for in so many words; all of them where it asks for none of them."""
    wanted = {(type_, r.source, r.target) for r in asked for type_ in (r.type, r.negates) if type_}
    exactly = [hop for hop in hops if (hop.relation.type, hop.relation.source, hop.relation.target) in wanted]
    # One name can stand for relations between several pairs of types: what is said of one pair is not said of another.
    return exactly or [hop for hop in hops if hop.relation.type in {type_ for type_, _, _ in wanted}] or hops


def asked_of(sentence: Sentence, hops: list[Hop]) -> list[Hop]:
    """The hops that any phrase of a sentence asks for, or where none does, any word such as "associated with"."""
    for items in (sentence.phrases, sentence.hints):
        wanted = prefer(hops, [relation for item in items for relation in item.meaning.relations])
        if len(wanted) < len(hops):
            return wanted
    return hops


def is_associative(relation: Relation) -> bool:
    """Whether a relation says no more than that two things are linked, so that it may be followed over a third."""
    phrases = (relation.forward, relation.inverse, *relation.words)
    return any(stem(word) in vocabulary().generic_stems for phrase in phrases for word in phrase.lower().split())


def chains(schema: Schema, one: str, other: str) -> list[tuple[Hop, ...]]:
    """The shortest chains of two or three hops from one label to another over unnamed things of other types.

    What joins two things of one type through a third is a question of its own, and no chain.
    """
    longer = [way for way in ways(schema, one, other) if len(way) > 1] if one != other else []
    return [way for way in longer if len(way) == len(longer[0])]


def ways(
    schema: Schema, one: str, other: str, *, most: int = MOST_HOPS, within: bool = False
) -> Iterator[tuple[Hop, ...]]:
    """Every way over a schema from one label to another, breadth first: all of one hop, then all of two, and so on.

    Hierarchical and denying relations are never part of one, and no type is visited twice; from a type to itself only
    a single hop leads.

    Args:
        most: hops of the longest.
        within: the first hop may join two things of the type where the way begins, and the last two of the type where
            it ends; and two things of one type may be joined by being a kind of one another, or over another type.
    """
    if one == other:
        yield from ((hop,) for hop in direct(schema, one, one))
        yield from ((hop,) for hop in direct(schema, one, one, hierarchical=True) if within)
        if within and most > 1:
            yield from ((hop, back) for hop in _onward(schema, one) for back in direct(schema, hop.end, one))
        return
    fronts: list[tuple[Hop, ...]] = [()]
    for step in range(most):
        longer = [
            (*path, hop)
            for path in fronts
            for hop in _onward(schema, path[-1].end if path else one)
            if (not path or path[-1].end != other)
            and hop.end != one
            and all(hop.end != earlier.end for earlier in path)
        ]
        if within and not step:
            longer += [(hop,) for hop in direct(schema, one, one)]
        if within:
            ended = [path for path in fronts if path and path[-1].end == other]
            longer += [(*path, hop) for path in ended for hop in direct(schema, other, other)]
        yield from (path for path in longer if path[-1].end == other)
        fronts = [path for path in longer if path[-1].end != other or (within and path[-1].start != other)]


def _onward(schema: Schema, label: str) -> list[Hop]:
    return [hop for node in schema.nodes if node.label != label for hop in direct(schema, label, node.label)]
