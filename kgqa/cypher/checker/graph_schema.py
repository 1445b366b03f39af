"""The schema that statements are checked against: labels, relationship types, what they join, their properties.

A statement that was written for another graph says ``:Symptom``, ``HAS_SYMPTOM`` or ``symbol`` where this one has
``:Phenotype``, ``HAS_PHENOTYPE`` or ``name``. Which is meant is told by the words by which people ask for them, those
of the schema and of the everyday vocabulary.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.errors import SettingError
from kgqa.language import everyday
from kgqa.language.everyday import key
from kgqa.language.vocabulary import vocabulary
from kgqa.schema.derive import predicate, property_
from kgqa.schema.property_words import meaning
from kgqa.schema.reconcile import denied_by

if TYPE_CHECKING:
    from kgqa.schema.model import NodeType, Property, Relation, Schema

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


"""Source label, relationship type, target label."""


class SchemaWords:
    """The words of one schema; what is worked out from them, is worked out once and when it is asked for."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def labels(self, written: str) -> list[str]:
        """The labels that a name of none of them calls by another word."""
        return sorted(self._labels.get(key(predicate(written)), ()))

    def types(self, written: str, fitting: Iterable[Triad]) -> list[str]:
        """The types that a name of none of them calls by another word.

        A phrase of a relation comes first, then a relation of the same everyday kind, then one that leads to what the
        name says ("has symptom"). A relation that denies another one is meant only by a name that denies.

        Args:
            fitting: what the hop can run over.
        """
        affirmed = denied_by(written)
        phrases = affirmed or {key(predicate(written))}
        relations = [self._relations[one] for one in fitting if one in self._relations]
        relations = [one for one in relations if (one.negates is not None) == (affirmed is not None)]
        for says in (self._is_phrase, self._is_same_kind, self._names_end):
            found = {one.type for one in relations if any(says(self._affirming(one), phrase) for phrase in phrases)}
            if found:
                return sorted(found)
        return []

    def properties(self, written: str, labels: Iterable[str], triads: Iterable[Triad]) -> list[str]:
        """The properties of some labels, or of some relations, that a name of none of them calls by another word."""
        nodes = [node for label in labels if (node := self._nodes.get(label)) is not None]
        held = [node.properties for node in nodes]
        held += [self._relations[one].properties for one in triads if one in self._relations]
        owned = {one.name: one for properties in held for one in properties}
        said = property_(written, "STRING").words[0].lower()
        if nodes and all(_names_it(node, said) for node in nodes):
            return sorted({node.name_property for node in nodes})
        return sorted(_saying(owned.values(), said))

    def denying_field(self, triads: Iterable[Triad]) -> str | None:
        """The field that is true of records which deny, where every one of these relations denies another one."""
        fields = {
            relation.against if (relation := self._relations.get(one)) is not None and relation.negates else None
            for one in triads
        }
        return fields.pop() if len(fields) == 1 else None

    def is_hierarchical(self, type_: str) -> bool:
        """Whether relations of a type tell which is a kind of which."""
        return type_ in self._hierarchical

    @cached_property
    def _hierarchical(self) -> frozenset[str]:
        return frozenset(one.type for one in self._schema.relations if one.hierarchical)

    @cached_property
    def _nodes(self) -> dict[str, NodeType]:
        return {node.label: node for node in self._schema.nodes}

    @cached_property
    def _relations(self) -> dict[Triad, Relation]:
        return {(one.source, one.type, one.target): one for one in self._schema.relations}

    @cached_property
    def _labels(self) -> dict[str, set[str]]:
        """By what things are called the labels that own it: a type's own noun before a word that others share."""
        own: dict[str, set[str]] = {}
        shared: dict[str, set[str]] = {}
        for node in self._schema.nodes:
            for text in (node.singular, node.plural):
                own.setdefault(key(text), set()).add(node.label)
            for text in (*node.words, *(word for one, _ in everyday.types_of(node.singular) for word in one.words)):
                shared.setdefault(key(text), set()).add(node.label)
        return shared | own

    def _affirming(self, relation: Relation) -> Relation:
        """The relation that one denies; itself where it denies none of the graph."""
        return self._relations.get((relation.source, relation.negates or "", relation.target), relation)

    def _is_phrase(self, relation: Relation, phrase: str) -> bool:
        texts = (predicate(relation.type), relation.forward, relation.inverse, *relation.words)
        return phrase in map(key, (*texts, *relation.forward_words, *relation.inverse_words))

    def _is_same_kind(self, relation: Relation, phrase: str) -> bool:
        source, target = (self._nodes[one].singular for one in (relation.source, relation.target))
        meant = everyday.relation_of(phrase, source, target)
        own = everyday.relation_of(predicate(relation.type), source, target)
        return meant is not None and own is not None and meant.concept == own.concept

    def _names_end(self, relation: Relation, phrase: str) -> bool:
        """Whether a name says nothing but which things the relation leads to."""
        rest = " ".join(word for word in phrase.split() if word not in vocabulary().light)
        return len({relation.source, relation.target} & self._labels.get(rest, set())) == 1


def _names_it(node: NodeType, said: str) -> bool:
    """Whether a word is what a thing of this type is known by: a "gene symbol" is a name of genes."""
    phrases = (*node.words, *(word for one, _ in everyday.types_of(node.singular) for word in (*one.names, *one.words)))
    return f"{key(node.singular)} {key(said)}" in map(key, phrases)


def _saying(properties: Iterable[Property], said: str) -> set[str]:
    """The properties that are asked for by a word, else the ones that tell what such a word tells."""
    properties = list(properties)
    asked = {one.name for one in properties if key(said) in map(key, one.words)}
    told = meaning(said)
    return asked or {one.name for one in properties if told is not None and one.role == told.role != "text"}
