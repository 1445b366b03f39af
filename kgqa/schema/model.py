"""The schema of a graph: its node types, relations and properties, and the words people use for them.

A loader writes the schema beside its graph; for an own server it is read from the server. The words (lexicon) tie
the language of questions to types and relations, so a graph loaded tomorrow is asked without code of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from kgqa.language import units

PropertyType = Literal["STRING", "INTEGER", "FLOAT", "BOOLEAN", "LIST"]
PropertyRole = Literal[
    "text", "frequency", "reference", "evidence", "onset", "sex", "modifier", "date", "source", "synonyms", "definition"
]

EDGE_KEY = "load_key"
"""The property by which a load over Bolt finds an edge that it wrote before."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a node type or a relation.

    Attributes:
        words: how people ask for it in lower case ("how often", "frequency", "age of onset").
        role: what the value means, where known; decides how it is worded and drawn.
    """

    name: str
    type: PropertyType = "STRING"
    words: tuple[str, ...] = ()
    role: PropertyRole = "text"

    @property
    def called(self) -> str:
        """What sentences call it: its name without the unit at its end ("efficacy" of "efficacy_percent")."""
        return self.apart[0] or self.name.replace("_", " ")

    @property
    def apart(self) -> tuple[str, tuple[str, ...]]:
        """The words of its name without the unit at its end, and the parts of that unit."""
        return units.apart(self.name.replace("_", " "))

    @property
    def asked_as(self) -> tuple[str, ...]:
        """How people ask for it, what sentences call it first."""
        return tuple(sorted(self.words, key=lambda word: word != self.called))


@dataclass(frozen=True, slots=True)
class NodeType:
    """A node label with its names. ``id_property`` holds the CURIE, ``name_property`` what readers see.

    Attributes:
        singular, plural: the words the answers use ("disease", "diseases").
        words: other words of questions for this type in lower case, singular ("disorder", "condition").
        loose: nouns that many of its names hold ("hospital" among sites), by which all of them may be meant; what is
            read so is shown as a guess.
        count: nodes with this label.
        same_property: the property that nodes share which are one thing under several identifiers.
        equivalents_property: the property with further identifiers of the same thing, which are no nodes; may be empty.
        group_property: the property that is true of nodes which only stand above others, as groups of them; may be
            empty.
        groups: how many of those there are, beside ``count``.
        indexed: True where the server is known to keep an index of both, so that many values are looked up one by one.
    """

    label: str
    singular: str
    plural: str
    words: tuple[str, ...] = ()
    count: int = 0
    id_property: str = "id"
    name_property: str = "name"
    same_property: str = "id"
    indexed: bool = False
    properties: tuple[Property, ...] = ()
    equivalents_property: str = ""
    group_property: str = ""
    groups: int = 0
    loose: tuple[str, ...] = ()

    @property
    def telling(self) -> tuple[Property, ...]:
        """The properties that tell something of a thing, without the one that marks groups."""
        return tuple(one for one in self.properties if one.name != self.group_property)


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two node types, in the direction in which it is stored.

    Attributes:
        forward: verb phrase read from source to target ("shows").
        inverse: verb phrase read from target to source ("is a feature of").
        negative: the forward phrase when the record says the opposite ("does not show").
        words: phrases of questions for it that can be said of either end, lower case ("associated with", "seen in").
        forward_words: phrases whose subject is the source ("present with", "cause"), as it is of ``forward``.
        inverse_words: phrases whose subject is the target ("symptom of", "caused by"), as it is of ``inverse``.
        loose: those of these phrases that ask for more than the relation records ("cause" of a mere link); an answer
            says so.
        symmetric: True where both directions mean the same; such edges are asked in both directions, counted once.
        hierarchical: True for kind-of relations (is a), from the narrower to the broader.
        membership: True where what is in a kind or a part of the target is in the target ("belongs to" a class of
            drugs, "is located in" a region).
        negates: the type of the relation that an edge of this one denies, or None.
        mirrors: the type of the relation that records the same links from their other end, or None; questions are
            asked of that one, so that each link counts once.
        against: name of the boolean edge property that is true where the record denies the link ("found in 0 of
            32 patients"), or None where no record does.
        against_missing: True where some records have no such property; they do not deny the link.
        count: edges of this type between these labels.
    """

    type: str
    source: str
    target: str
    forward: str
    inverse: str
    negative: str = ""
    words: tuple[str, ...] = ()
    forward_words: tuple[str, ...] = ()
    inverse_words: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    symmetric: bool = False
    hierarchical: bool = False
    membership: bool = False
    negates: str | None = None
    mirrors: str | None = None
    against: str | None = None
    against_missing: bool = False
    count: int = 0
    properties: tuple[Property, ...] = ()

    def __hash__(self) -> int:
        """Of what tells relations of one schema apart: all of its phrases are too much to hash for every question."""
        return hash((self.type, self.source, self.target))


@dataclass(frozen=True, slots=True)
class Schema:
    """Node types and relations of one graph, and the words for what it does not hold.

    Attributes:
        absent: everyday words for things this graph has not ("drug": "drugs"), each with the plural for a message;
            a question that needs one is answered with "this graph has no drugs".
        called: what the graph itself is called, which restricts nothing in a question to it ("in the HPO").
    """

    nodes: tuple[NodeType, ...]
    relations: tuple[Relation, ...]
    absent: Mapping[str, str] = field(default_factory=dict)
    called: tuple[str, ...] = ()

    @property
    def counts(self) -> dict[str, int]:
        """Nodes by label, for the labels of which they are known."""
        return {node.label: node.count for node in self.nodes if node.count}

    def node(self, label: str) -> NodeType:
        """The node type with this label. Raises KeyError when there is none."""
        for node in self.nodes:
            if node.label == label:
                return node
        raise KeyError(label)

    def denied(self, relation: Relation) -> Relation | None:
        """The relation that one denies; None where it denies none."""
        return self._named(relation.negates, relation.source, relation.target)

    def mirrored(self, relation: Relation) -> Relation | None:
        """The relation whose links one records from their other end; None where it mirrors none."""
        return self._named(relation.mirrors, relation.target, relation.source)

    def _named(self, type_: str | None, source: str, target: str) -> Relation | None:
        if type_ is None:
            return None
        return next((r for r in self.relations if (r.type, r.source, r.target) == (type_, source, target)), None)

    def is_read_with_another(self, relation: Relation) -> bool:
        """Whether a relation denies another one between the same types, and so is read together with it."""
        return self.denied(relation) is not None

    def without_kinds(self) -> frozenset[str]:
        """The labels among whose things no relation tells which is a kind of which."""
        ordered = {relation.source for relation in self.relations if relation.hierarchical}
        return frozenset(node.label for node in self.nodes) - ordered

    def kinds_by_vocabulary(self) -> frozenset[str]:
        """The labels among whose things a vocabulary alone tells which is a kind of which, of those that it knows."""
        known = {node.label for node in self.nodes if node.equivalents_property}
        ordered = Counter(relation.source for relation in self.relations if relation.hierarchical)
        return frozenset(label for label, number in ordered.items() if number == 1 and label in known)

    def between(self, one: str, other: str) -> list[tuple[Relation, bool]]:
        """Relations that join two labels, each with True when ``one`` is the stored source; mirrors left out."""
        asked = [relation for relation in self.relations if relation.mirrors is None]
        found = [(relation, True) for relation in asked if (relation.source, relation.target) == (one, other)]
        found += [
            (relation, False)
            for relation in asked
            if (relation.target, relation.source) == (one, other) and not (one == other and relation.symmetric)
        ]
        return found

    def as_json(self) -> dict[str, Any]:
        """A JSON object from which ``from_json`` makes an equal schema."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Schema:
        """The schema that ``as_json`` wrote."""

        def properties(items: list[dict[str, Any]]) -> tuple[Property, ...]:
            return tuple(Property(**{**item, "words": tuple(item["words"])}) for item in items)

        def words(item: dict[str, Any]) -> dict[str, tuple[str, ...]]:
            return {name: tuple(item.get(name, ())) for name in ("words", "loose")}

        def phrases(item: dict[str, Any]) -> dict[str, tuple[str, ...]]:
            return {name: tuple(item.get(name, ())) for name in ("words", "forward_words", "inverse_words", "loose")}

        return cls(
            nodes=tuple(
                NodeType(**{**item, **words(item), "properties": properties(item["properties"])})
                for item in data["nodes"]
            ),
            relations=tuple(
                Relation(**{**item, **phrases(item), "properties": properties(item["properties"])})
                for item in data["relations"]
            ),
            absent=dict(data["absent"]),
            called=tuple(data.get("called", ())),
        )
