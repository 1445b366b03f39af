"""A graph's own labels and relations in terms of the Biolink model, derived from its schema.

A name that the model has, or an alias of one, is taken for it; what is called otherwise stays ``biolink:NamedThing`` or
``biolink:related_to``, which is true of everything, and the relation's own name goes along as ``original_predicate``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote, unquote

from kgqa.schema import derive
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import Qualifiers

_CURIE = re.compile(r"[A-Za-z_][\w.\-]*:(?!:)[^\s:]\S*")
_DIRECTED = re.compile(r"(increases|decreases|upregulates|downregulates)(?: ([a-z ]+) of)?")
_DIRECTIONS = {"increases": "increased", "decreases": "decreased"}
_CHEMICAL = "biolink:ChemicalEntity"
_CAUSES: Qualifiers = (("qualified_predicate", "biolink:causes"),)
"""As the model says it of chemicals; what is upregulated in a disease need not be by the disease."""
_USUAL = {
    "resembles": "biolink:similar_to",
    "similar": "biolink:similar_to",
    "used to treat": "biolink:treats",
    "indication": "biolink:treats",
    "contraindication": "biolink:contraindicated_in",
    "localizes to": "biolink:located_in",
    "encodes": "biolink:has_gene_product",
    "presents with": "biolink:has_phenotype",
    "has the participant": "biolink:has_participant",
    "has inheritance": "biolink:has_mode_of_inheritance",
    "palliates": "biolink:ameliorates_condition",
}
"""Names that graphs use and the model lists nowhere."""
_DISEASES = frozenset({"biolink:Disease", "biolink:PhenotypicFeature", "biolink:DiseaseOrPhenotypicFeature"})


@dataclass(frozen=True, slots=True)
class Term:
    """A relation as the model says it.

    Attributes:
        turned: its subject is what the graph stores as the target.
    """

    predicate: str
    qualifiers: Qualifiers = ()
    turned: bool = False


def category(node: NodeType) -> str:
    """The category of a label, by its name, then by the words for it.

    >>> category(NodeType("SmallMolecule", "small molecule", "small molecules"))
    'biolink:SmallMolecule'
    >>> category(NodeType("Crop", "crop", "crops", ("plant variety",)))
    'biolink:NamedThing'
    """
    known = biolink.aliases("categories")
    for word in (biolink.words(node.label.rpartition(":")[2]), node.singular, *node.words):
        found = known.get(word.casefold(), "")
        if found and biolink.NAMED_THING in biolink.above(found, "categories"):
            return found
    return biolink.NAMED_THING


def term(relation: Relation, schema: Schema) -> Term:
    """What a relation is in the model; of one that denies another, what that one is."""
    if relation.hierarchical and not derive.tells_parts(relation):
        return Term(biolink.SUBCLASS_OF)
    relation = schema.denied(relation) or relation
    ends = category(schema.node(relation.source)), category(schema.node(relation.target))
    known = biolink.aliases("predicates")
    for name in _names(relation):
        directed = _DIRECTED.fullmatch(name)
        if directed is not None and (qualifiers := _qualifiers(directed[1], directed[2] or "")):
            by_chemical = _CHEMICAL in biolink.above(ends[0], "categories")
            return Term("biolink:affects", (*(_CAUSES if by_chemical else ()), *qualifiers))
        found = known.get(name) or _USUAL.get(name, "")
        if found == "biolink:associated_with" and "biolink:Gene" in ends and _DISEASES & set(ends):
            return Term("biolink:gene_associated_with_condition", turned=ends[0] in _DISEASES)
        if found:
            other = "" if biolink.is_canonical(found) else biolink.inverse_of(found)
            return Term(other or found, turned=bool(other))
    return Term(biolink.RELATED_TO)


def _names(relation: Relation) -> Iterator[str]:
    """What a relation may be called: its type, what stands between its ends, and how it reads."""
    yield derive.predicate(relation.type)
    yield derive.name_between(relation.type, relation.source, relation.target)
    for phrase in (relation.forward, relation.forward.removeprefix("is ")):
        yield phrase
        yield phrase.removeprefix("a ").removeprefix("an ")


def _qualifiers(verb: str, aspect: str) -> Qualifiers:
    direction = ("object_direction_qualifier", _DIRECTIONS.get(verb, verb.replace("regulates", "regulated")))
    if not aspect:
        return (direction,)
    value = aspect.replace(" ", "_")
    return (("object_aspect_qualifier", value), direction) if biolink.is_aspect(value) else ()


def curie(identifier: str, graph: str) -> str:
    """An identifier of a graph as a CURIE: itself where it is one, else under the graph's name.

    >>> curie("OMIM:154700", "hpo"), curie("wheat rust", "farming"), curie("Disease::DOID:14330", "hetionet")
    ('OMIM:154700', 'farming:wheat%20rust', 'DOID:14330')
    """
    local = identifier.rpartition("::")[2] or identifier
    if _CURIE.fullmatch(local):
        return local
    return f"{graph}:{quote(identifier, safe='')}"


def identifier(asked: str, graph: str) -> str:
    """The identifier that ``curie`` made a CURIE of; for others the CURIE itself."""
    return unquote(asked.removeprefix(f"{graph}:")) if asked.startswith(f"{graph}:") else asked


def preferred(identifiers: tuple[str, ...], of: str) -> str:
    """Of several identifiers of one thing that of the register which the model prefers for its category."""
    order = {prefix.casefold(): place for place, prefix in enumerate(biolink.prefixes(of))}
    return min(identifiers, key=lambda one: order.get(one.partition(":")[0].casefold(), len(order)))


def infores(name: str) -> str:
    """The name of a source as an infores CURIE, without its version; empty for the name of a file.

    >>> infores("OMIM"), infores("Mondo 2026-08"), infores("phenotype.hpoa"), infores("infores:ctd")
    ('infores:omim', 'infores:mondo', '', 'infores:ctd')
    """
    if name.startswith("infores:"):
        return name
    if re.search(r"\.[A-Za-z]\w{1,5}$", name):
        return ""
    words = [word for word in re.split(r"[^a-z0-9]+", name.casefold()) if word and not word[0].isdigit()]
    return f"infores:{'-'.join(words)}" if words else ""
