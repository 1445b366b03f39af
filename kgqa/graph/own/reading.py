"""What is read from an own server before its graph can be asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kgqa.schema.model import PropertyType, Schema


@dataclass(frozen=True, slots=True)
class SampledProperty:
    """A property of the nodes of a label, with some of its values."""

    name: str
    type: PropertyType
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuessedLabel:
    """A label with the properties by which its nodes are told apart and called.

    Attributes:
        count: nodes with this label.
        id_property, name_property: guessed or chosen; both empty where nothing names the nodes, so that they cannot
            be asked about.
        properties: those that occur in a sample.
    """

    label: str
    count: int
    id_property: str
    name_property: str
    properties: tuple[SampledProperty, ...]

    @property
    def candidates(self) -> tuple[str, ...]:
        """Properties that may be chosen as identifier or name: those that are texts."""
        return tuple(one.name for one in self.properties if one.type == "STRING")


@dataclass(frozen=True, slots=True)
class SchemaReading:
    """What was read from a server.

    Attributes:
        synonyms: by label the property that holds other names; labels without one are left out.
        labels: every label whose nodes count, those without a name included, the most frequent first.
        notes: what was guessed, cut or left out, a sentence each.
    """

    schema: Schema
    synonyms: Mapping[str, str]
    labels: tuple[GuessedLabel, ...]
    notes: tuple[str, ...]

    def type_of(self, labels: Iterable[str]) -> str | None:
        """The label that counts for a node with these labels: the rarest one of the schema, or None."""
        return rarest({node.label: node.count for node in self.schema.nodes}, labels)


def rarest(counts: Mapping[str, int], labels: Iterable[str]) -> str | None:
    """The label with the fewest nodes; of equally rare ones the shorter name."""
    return min((one for one in labels if one in counts), key=lambda one: (counts[one], len(one), one), default=None)


def in_a_sentence(names: Iterable[str]) -> str:
    """Names in a sentence, each once, the first ten."""
    different = list(dict.fromkeys(names))
    more = f" and {len(different) - 10:,} more" if len(different) > 10 else ""
    return ", ".join(repr(name[:80]) for name in different[:10]) + more
