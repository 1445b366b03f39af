"""What the checker knows of the names of a graph: through ``GraphNames``, and from the things that a question names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from kgqa.records import Candidate, Entity, NameField, TextMatch

_MOST_TEXTS = 24
"""Texts of one statement for which a thing is looked for; a list of more is not what a question names."""


class GraphNames(Protocol):
    """The names of a graph."""

    def written(self, text: str, way: TextMatch, labels: frozenset[str], field: NameField) -> tuple[str, ...] | None:
        """How names, or identifiers, that hold a text write it, where case does not count.

        Returns:
            the text alone where one writes it just so; none where none has it; None where this cannot be told.
        """

    def meant(self, text: str, labels: frozenset[str]) -> tuple[Candidate, ...]:
        """The things with these labels that a text names by itself, equally good ones."""

    def nearest(self, text: str, labels: frozenset[str]) -> tuple[str, ...]:
        """The few names with these labels that are like a text that names nothing, the likest first."""


class Denoted:
    """What the texts of one statement denote. Remembers what it was told, because rules ask more than once."""

    def __init__(self, names: GraphNames | None = None, entities: Iterable[Entity] = ()) -> None:
        self._names = names
        self._entities = tuple(one for one in entities if not one.tied)
        self._written: dict[tuple[str, TextMatch, frozenset[str], NameField], tuple[str, ...] | None] = {}
        self._nearest: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}
        self._meant: dict[tuple[str, frozenset[str]], tuple[Candidate, ...]] = {}

    def __bool__(self) -> bool:
        return self._names is not None or bool(self._entities)

    def asked(self, text: str) -> Candidate | None:
        """The thing that the question names with this text; None where it is none, or more than one."""
        wanted = text.casefold()
        found = {
            (thing.id, thing.label): thing
            for entity in self._entities
            for thing in entity.meant
            if wanted in {one.casefold() for one in (entity.mention, thing.name, *_ids(thing))}
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def written(self, text: str, way: TextMatch, labels: frozenset[str], field: NameField) -> tuple[str, ...] | None:
        """As ``GraphNames.written``; None where no names are known."""
        key = (text, way, labels, field)
        if key not in self._written:
            self._written[key] = self._names.written(text, way, labels, field) if self._names is not None else None
        return self._written[key]

    def meant(self, text: str, labels: frozenset[str]) -> tuple[Candidate, ...] | None:
        """The thing of the question, else what ``GraphNames.meant`` says; None where this cannot be told."""
        asked = self.asked(text)
        if asked is not None and asked.label in labels:
            return (asked,)
        key = (text, labels)
        if key not in self._meant:
            if self._names is None or len(self._meant) >= _MOST_TEXTS:
                return None
            self._meant[key] = self._names.meant(text, labels)
        return self._meant[key]

    def nearest(self, text: str, labels: frozenset[str]) -> tuple[str, ...]:
        """As ``GraphNames.nearest``; none where no names are known."""
        key = (text, labels)
        if key not in self._nearest:
            self._nearest[key] = self._names.nearest(text, labels) if self._names is not None else ()
        return self._nearest[key]


def _ids(thing: Candidate) -> tuple[str, ...]:
    return thing.ids or (thing.id,)
