"""Types of things as services and graphs call them: what is one type under several names.

As in the Translator's own conflation, a gene is one with its protein, and a drug with its chemical.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from kgqa.language import everyday
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Schema
from kgqa.services.trapi import biolink

_CHEMICAL, _GENE = "biolink:ChemicalEntity", "biolink:Gene"
_CALLED = {_CHEMICAL: "Drug"}
"""What a type is called whose category is not what people ask for."""
ASKED = {_GENE: (_GENE, "biolink:Protein")}
"""The categories that are asked for where a type is; of any other its own, which has the others below it."""


@cache
def type_of(category: str) -> str:
    """The category that stands for a type under all names of it."""
    category = biolink.prefixed(category)
    above = biolink.above(category, "categories")
    if _CHEMICAL in above:
        return _CHEMICAL
    if {_GENE, "biolink:Protein", "biolink:GeneProductMixin", "biolink:GeneOrGeneProduct"}.intersection(above):
        return _GENE
    for one in ("biolink:Disease", "biolink:PhenotypicFeature"):
        if one in above:
            return one
    return "biolink:Disease" if category == "biolink:DiseaseOrPhenotypicFeature" else category


@cache
def most_particular(categories: tuple[str, ...]) -> str:
    """Of the categories of one node the one that says most; a named thing where it has none."""
    known = [one for one in categories if biolink.known(one, "categories")]
    return max(known, key=lambda one: len(biolink.above(one, "categories")), default=biolink.NAMED_THING)


@cache
def _by_concept() -> dict[str, str]:
    found: dict[str, str] = {}
    for words, category in biolink.aliases("categories").items():
        for concept in everyday.concepts_of(words):
            found.setdefault(concept, type_of(category))
    return found | {"drug": _CHEMICAL, "metabolite": _CHEMICAL, "gene": _GENE, "protein": _GENE}


@cache
def _of_words(singular: str) -> str:
    known = biolink.aliases("categories").get(singular)
    if known is not None:
        return type_of(known)
    return next((_by_concept()[one] for one in everyday.concepts_of(singular) if one in _by_concept()), "")


def type_of_label(node: NodeType) -> str:
    """The type of a label of a graph; empty where Biolink has none like it."""
    return _of_words(node.singular.lower())


class Types:
    """The types of one graph, and names for those that it has not."""

    def __init__(self, schema: Schema) -> None:
        self._labels: dict[str, str] = {}
        for node in schema.nodes:
            self._labels.setdefault(type_of_label(node), node.label)
        self._nodes = {node.label: node for node in schema.nodes}
        self._types = {node.label: type_of_label(node) for node in schema.nodes}

    @property
    def all(self) -> frozenset[str]:
        """The types that the graph has."""
        return frozenset(filter(None, self._types.values()))

    def label(self, type_: str) -> str:
        """How a type is called: by the label of the graph where that has it."""
        return self._labels.get(type_) or _CALLED.get(type_) or type_.removeprefix(biolink.PREFIX)

    def of_label(self, label: str) -> str:
        """The type of a label of the graph, or of one that ``label`` gives; empty where Biolink has none like it."""
        if label in self._types:
            return self._types[label]
        return next((one for one, called in _CALLED.items() if called == label), biolink.prefixed(label))

    def node(self, type_: str) -> NodeType:
        """A type as a schema has it."""
        own = self._nodes.get(self.label(type_))
        made = own or derive.node_type(self.label(type_), 0, ())
        alike = [node for label, node in self._nodes.items() if self._types[label] == type_ and node is not own]
        words = [word for node in alike for word in (*node.words, node.singular)]
        if type_ == _CHEMICAL:
            words += [made.singular, *derive.node_type("Metabolite", 0, ()).words]
            if own is None:
                made = replace(made, singular="drug or chemical", plural="drugs or chemicals")
        return replace(made, words=tuple(dict.fromkeys((*made.words, *words))))

    def label_of_node(self, categories: tuple[str, ...]) -> str:
        """How the type of a node is called: its own category where the graph has no label for it."""
        category = most_particular(categories)
        own = self._labels.get(type_of(category))
        return own or category.removeprefix(biolink.PREFIX)


def nouns(labels: Iterable[str], known: Schema) -> tuple[NodeType, ...]:
    """Types for labels that a schema has not."""
    there = {node.label for node in known.nodes}
    return tuple(derive.node_type(one, 0, ()) for one in dict.fromkeys(labels) if one not in there)
