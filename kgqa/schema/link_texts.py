"""The texts by which the links of a graph are told apart ("Childhood onset"), gathered while it is loaded.

To look for them in a graph means to go through all of its links: 9 s of the first question that needs them, in the
default graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from kgqa.schema.model import Property, Relation

MOST = 2_000
"""Different values beyond which a property holds free text, in which nobody looks for one value."""
_NUMBERS = (int, float)

Ends = tuple[str, str, str]
"""Source label, relation type, target label."""


@dataclass(frozen=True, slots=True)
class LinkTexts:
    """What was gathered.

    Attributes:
        texts: by the ends of links and the name of a property its different texts, in the order in which they came;
            none where there are more than ``MOST``.
        numbers: the properties that hold numbers, of which nothing was gathered.
    """

    texts: Mapping[Ends, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    numbers: frozenset[tuple[Ends, str]] = frozenset()

    def of(self, relation: Relation, property_: Property) -> tuple[str, ...] | None:
        """The texts of a property; None where they are to be looked for in the graph."""
        ends = relation.source, relation.type, relation.target
        if ends not in self.texts or (ends, property_.name) in self.numbers:
            return None
        return self.texts[ends].get(property_.name, ())

    def as_json(self) -> dict[str, Any]:
        """A JSON object from which ``from_json`` makes equal texts."""
        return {
            "texts": [[*ends, {name: list(known) for name, known in of.items()}] for ends, of in self.texts.items()],
            "numbers": sorted([*ends, name] for ends, name in self.numbers),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The texts that ``as_json`` wrote; none where a graph was loaded before they were gathered."""
        return cls(
            {(s, t, o): {name: tuple(known) for name, known in of.items()} for s, t, o, of in data.get("texts", ())},
            frozenset(((s, t, o), name) for s, t, o, name in data.get("numbers", ())),
        )


class Gatherer:
    """Gathers the texts of links, one link after the other."""

    def __init__(self) -> None:
        self._of: defaultdict[Ends, dict[str, dict[Any, None] | None]] = defaultdict(dict)
        self._numbers: set[tuple[Ends, str]] = set()

    def add(self, ends: Ends, properties: Mapping[str, Any]) -> None:
        """Adds what a link has."""
        known = self._of[ends]
        for name, value in properties.items():
            self._add(known, ends, name, value)

    def add_all(self, ends: Ends, columns: Mapping[str, Iterable[Any]]) -> None:
        """Adds what links have, by the names of their properties; None where one has none."""
        known = self._of[ends]
        for name, values in columns.items():
            for value in () if known.get(name, {}) is None else _different(values):
                if value is not None:
                    self._add(known, ends, name, value)

    def _add(self, known: dict[str, dict[Any, None] | None], ends: Ends, name: str, value: Any) -> None:
        seen = known.setdefault(name, {})
        if seen is None:
            return
        if isinstance(value, _NUMBERS) and not isinstance(value, bool):
            self._numbers.add((ends, name))
            known[name] = None
        elif (one := tuple(value) if isinstance(value, list) else value) not in seen:
            seen[one] = None
            if len(seen) > MOST:
                known[name] = None

    def gathered(self) -> LinkTexts:
        """All that was added."""
        return LinkTexts(
            {
                ends: {name: _each(seen) for name, seen in of.items() if (ends, name) not in self._numbers}
                for ends, of in self._of.items()
            },
            frozenset(self._numbers),
        )


def _different(values: Iterable[Any]) -> Iterable[Any]:
    """Values, each once where that can be told at once: not those of lists."""
    try:
        return dict.fromkeys(values)
    except TypeError:
        return values


def _each(values: Mapping[Any, None] | None) -> tuple[str, ...]:
    """Values as texts, those of lists one by one; without what says nothing."""
    every = (one for value in values or () for one in (value if isinstance(value, tuple) else (value,)))
    return tuple(dict.fromkeys(str(one) for one in every if one not in (None, "")))
