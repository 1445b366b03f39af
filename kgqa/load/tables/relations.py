"""How the relations of tables read: as their names and pairs suggest, and as a person says."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from kgqa.language.inflection import base, denied
from kgqa.load.mirrors import Pairs, joined
from kgqa.load.source import Triad
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.schema.reconcile import settled
from kgqa.schema.relation_words import RelationWords


def schema(
    nodes: Iterable[NodeType], relations: Iterable[Relation], pairs: Pairs, said: Mapping[Triad, RelationWords]
) -> Schema:
    """The schema of derived types and relations, in which a person's words stand in place of the derived ones."""
    made = settled(nodes, joined(tuple(relations), pairs))
    return replace(made, relations=tuple(_worded(one, said) for one in made.relations))


def both_ways(made: Iterable[Relation], symmetric: Collection[str]) -> list[Relation]:
    """Derived relations, those between things of one type that their source says hold both ways as such."""
    return [replace(one, symmetric=True) if one.type in symmetric and one.source == one.target else one for one in made]


def _worded(relation: Relation, said: Mapping[Triad, RelationWords]) -> Relation:
    words = said.get((relation.source, relation.type, relation.target))
    if words is None:
        return relation
    forward, inverse = words.forward.strip() or relation.forward, words.inverse.strip() or relation.inverse
    same = relation.source == relation.target
    return replace(
        relation,
        forward=forward,
        inverse=inverse,
        negative=relation.negative if forward == relation.forward else denied(forward),
        forward_words=_said(forward, relation.forward, relation.forward_words),
        inverse_words=_said(inverse, relation.inverse, relation.inverse_words),
        symmetric=words.symmetric if same else relation.symmetric,
    )


def _said(phrase: str, derived: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words for one direction, with those in which a question says the new phrase ("treats", "treat")."""
    if phrase == derived:
        return words
    first, _, rest = phrase.partition(" ")
    spoken = rest if first == "is" else f"{base(first)} {rest}".strip()
    return tuple(dict.fromkeys(word for word in (phrase, spoken, *words) if word))
