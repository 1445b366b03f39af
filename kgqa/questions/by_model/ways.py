"""The ways over relations that a model's reading names, as the schema has them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.language.inflection import plural
from kgqa.questions.intent import Hop
from kgqa.schema.model import Property, Relation, Schema

MOST_STEPS = 3


@dataclass(frozen=True, slots=True)
class Way:
    """Steps from one type to another.

    Attributes:
        denied: the last step is one that a record says does not hold.
    """

    hops: tuple[Hop, ...]
    denied: bool = False

    @property
    def end(self) -> str:
        """The label where it arrives."""
        return self.hops[-1].end


def ways(schema: Schema, start: str, relations: Sequence[str]) -> list[Way]:
    """The ways over relations of these names from a label; several where a name stands for several relations.

    A relation that denies another one, or records it from its other end, is taken for that one.
    """
    found = [Way(())]
    if not 0 < len(relations) <= MOST_STEPS:
        return []
    for number, name in enumerate(relations):
        last = number == len(relations) - 1
        longer = []
        for way in found:
            label = way.hops[-1].end if way.hops else start
            for hop, denied in _steps(schema, label, name):
                if last or not denied:
                    longer.append(Way((*way.hops, hop), denied))
        found = list(dict.fromkeys(longer))
    return found


def _steps(schema: Schema, label: str, name: str) -> Iterator[tuple[Hop, bool]]:
    back, key = name.strip().startswith("^"), plain(name)
    for one in schema.relations:
        if key not in (plain(one.type), plain(one.forward), plain(one.inverse)):
            continue
        for forward in _forward(one, label, back=back):
            if one.mirrors is not None:
                meant = schema.mirrored(one)
                if meant is not None:
                    yield Hop(meant, not forward), False
            elif one.negates is not None:
                meant = schema.denied(one)
                if meant is not None:
                    yield Hop(meant, forward), True
            else:
                yield Hop(one, forward), False


def _forward(relation: Relation, label: str, *, back: bool) -> list[bool]:
    """In which directions a relation can be walked from a label."""
    if relation.source == relation.target == label:
        return [relation.symmetric or not back]
    return [forward for forward, start in ((True, relation.source), (False, relation.target)) if start == label]


def label_named(schema: Schema, said: str) -> str:
    """The label of a type by its label or one of its words; empty where the schema has none."""
    key = plain(said)
    for node in schema.nodes:
        if key == plain(node.label):
            return node.label
    for node in schema.nodes:
        words = (node.singular, node.plural, *node.words)
        if key and key in {plain(said) for word in words for said in (word, plural(word))}:
            return node.label
    return ""


def property_named(properties: Sequence[Property], said: str) -> Property | None:
    """The property of a name or of one of its words."""
    key = plain(said)
    by_name = [one for one in properties if plain(one.name) == key]
    by_word = [one for one in properties if key and key in map(plain, one.words)]
    return next(iter((*by_name, *by_word)), None)


def plain(said: str) -> str:
    """A name of the schema without case and signs."""
    return re.sub(r"[\W_]+", " ", said).strip().casefold()
