"""The schema that statements are checked against: labels, relationship types, what they join, their properties."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.cypher.checker.schema_words import SchemaWords
from kgqa.errors import SettingError

if TYPE_CHECKING:
    from kgqa.schema.model import NodeType, Schema

_DISPLAY = ("name", "title", "label", "preferred_name", "prefLabel")
"""Properties that show what a node is, where the schema does not say which one does."""

Triad = tuple[str, str, str]
"""Source label, relationship type, target label."""


@dataclass(frozen=True, slots=True)
class GraphSchema:
    """Labels, types and properties of a graph.

    Attributes:
        nodes: the property names of each label.
        triads: which labels each type joins, in the stored direction.
        relationships: the property names of each type.
        display: the property that shows what a node is, by label; a label without one is left out.
        identifiers: the property that holds the identifier of a node, by label, where it is known.
        kinds: the type in which a property is stored ("STRING", "INTEGER" ...), by label and name, where it is known.
        counts: nodes by label, where they are known.
        words: what all these are called besides, where it is known.
    """

    nodes: Mapping[str, frozenset[str]]
    triads: tuple[Triad, ...]
    relationships: Mapping[str, frozenset[str]]
    display: Mapping[str, str] = field(default_factory=dict)
    identifiers: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[tuple[str, str], str] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    words: SchemaWords | None = field(default=None, compare=False)

    @property
    def labels(self) -> frozenset[str]:
        return frozenset(self.nodes)

    @property
    def types(self) -> frozenset[str]:
        return frozenset(self.relationships)


def from_graph(schema: Schema) -> GraphSchema:
    """The schema of a loaded graph."""
    nodes = {node.label: frozenset({*_keys(node), *(one.name for one in node.properties)}) for node in schema.nodes}
    properties: dict[str, frozenset[str]] = {}
    for relation in schema.relations:
        names = frozenset(one.name for one in relation.properties)
        properties[relation.type] = properties.get(relation.type, frozenset()) | names
    triads = tuple((relation.source, relation.type, relation.target) for relation in schema.relations)
    display = {node.label: node.name_property for node in schema.nodes}
    identifiers = {node.label: node.id_property for node in schema.nodes}
    kinds: dict[tuple[str, str], str] = {}
    for node in schema.nodes:
        kinds |= {(node.label, one.name): one.type for one in node.properties}
        kinds |= {(node.label, one): "STRING" for one in _keys(node)}
    return GraphSchema(nodes, triads, properties, display, identifiers, kinds, schema.counts, SchemaWords(schema))


def _keys(node: NodeType) -> tuple[str, str, str]:
    """What every node of a type has: its identifier, its name, and by what it is one thing with others."""
    return node.id_property, node.name_property, node.same_property


def from_json(data: Any) -> GraphSchema:
    """The schema of a JSON object with ``nodes`` and ``relationships``.

    Raises:
        SettingError: the object has another form.
    """
    try:
        nodes = {str(label): frozenset(map(str, held["properties"])) for label, held in data["nodes"].items()}
        properties: dict[str, frozenset[str]] = {}
        triads: list[Triad] = []
        for held in data["relationships"]:
            triad = (str(held["source"]), str(held["type"]), str(held["target"]))
            triads.append(triad)
            names = frozenset(map(str, held.get("properties", ())))
            properties[triad[1]] = properties.get(triad[1], frozenset()) | names
    except (KeyError, TypeError, AttributeError) as error:
        raise SettingError(
            "The schema has no objects 'nodes' (labels with 'properties') and list 'relationships' (each with 'type', "
            f"'source' and 'target'): {error!r}. Write it in this form."
        ) from error
    for source, _, target in triads:
        nodes.setdefault(source, frozenset())
        nodes.setdefault(target, frozenset())
    return GraphSchema(nodes, tuple(dict.fromkeys(triads)), properties, _displays(nodes))


def read(path: Path) -> GraphSchema:
    """The schema of a JSON file.

    Raises:
        SettingError: the file cannot be read or has another form.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise SettingError(f"The schema file {str(path)!r} cannot be read: {error}. Name a JSON file.") from error
    return from_json(data)


def _displays(nodes: Mapping[str, frozenset[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for label, names in nodes.items():
        named = [name for name in _DISPLAY if name in names]
        if not named:
            # "productName" of Product, "companyName" of Supplier: a name by any prefix, if it is the only one.
            own = [name for name in names if name.lower() in (f"{label}name".lower(), f"{label}_name".lower())]
            named = own or [name for name in names if name.lower().endswith(("name", "title"))]
            named = named if len(named) == 1 else []
        if named:
            found[label] = named[0]
    return found
