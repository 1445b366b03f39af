"""What the further labels of nodes tell: a node is of the type of its first label, and is called by the others too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from kgqa.language import everyday
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Schema


def also_called(nodes: Iterable[NodeType], further: Mapping[tuple[str, str], int]) -> list[NodeType]:
    """The types, each with the words of every label that all of its nodes and no others have besides their first.

    Args:
        further: how many nodes of a type (first) have a label (second) besides.
    """
    types = list(nodes)
    first = {one.label for one in types}
    owners: dict[str, set[str]] = {}
    for label, other in further:
        owners.setdefault(other, set()).add(label)
    return [
        _with_words(
            one,
            [
                other
                for other, labels in owners.items()
                if labels == {one.label} and other not in first and further[one.label, other] == one.count
            ],
        )
        for one in types
    ]


def not_absent(schema: Schema, others: Collection[str]) -> Schema:
    """The schema, in which nothing that a further label names is said to be missing from the graph."""
    called = [derive.node_type(other, 0, ()) for other in others]
    held = {concept for one in called for concept in everyday.concepts_of(one.singular)}
    words = {everyday.key(word) for one in called for word in (one.singular, one.plural, *one.words)}
    words |= {everyday.key(word) for kind in everyday.types() if kind.concept in held for word in kind.words}
    absent = {word: noun for word, noun in schema.absent.items() if everyday.key(word) not in words}
    return replace(schema, absent=absent)


def _with_words(one: NodeType, others: Iterable[str]) -> NodeType:
    called = [derive.node_type(other, 0, ()) for other in others]
    said = everyday.said([*one.words, *(word for other in called for word in (other.singular, *other.words))])
    return replace(one, words=tuple(word for word in said if word != one.singular))
