"""How the types, relations and properties of the pan-cancer graph read; whatever else a file holds is derived."""

from __future__ import annotations

from dataclasses import replace

from kgqa.language.inflection import denied
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Property, PropertyType, Relation

_LABELS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "Cancer": ("cancer", "cancers", ("type of cancer", "cancer type", "tumor", "tumour", "neoplasm", "malignancy")),
    "Pt": ("pathological type", "pathological types", ("histological type",)),
    "CancerCell": ("mutated cancer", "mutated cancers", ("cancer cell", "cancer with a mutation")),
    "SnvFull": (
        "mutation",
        "mutations",
        ("genetic mutation", "gene mutation", "variant", "genetic variant", "snv", "alteration"),
    ),
    "Fusion": ("gene fusion", "gene fusions", ("fusion", "fusion gene")),
    "Genesymbol": ("gene", "genes", ("gene symbol",)),
    "GeneticDisease": (
        "genetic disease",
        "genetic diseases",
        ("disease", "hereditary disease", "inherited disease", "genetic disorder", "genetic syndrome"),
    ),
    "ClinicalTrial": ("clinical trial", "clinical trials", ("trial", "study", "clinical study")),
    "Drug": ("drug", "drugs", ("medicine", "medication", "drug treatment option", "agent", "compound")),
}
"""Label: singular, plural, further words."""

_RELATIONS: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "treatment": (
        "treats", "is treated with", (), ("treat", "effective in treating", "effective against", "used to treat",
        "treatment of", "treatment for"), ("treated with", "treated by"),
    ),
    "inhibition_to": (
        "inhibits", "is inhibited by", (), ("inhibit", "target", "inhibitor of"), ("inhibited by", "targeted by"),
    ),
    "activation_to": ("activates", "is activated by", (), ("activate", "activator of"), ("activated by",)),
    "sensitivity_to": (
        "is sensitive to", "is effective against", ("sensitivity",), ("sensitive to", "sensitivity to"), (),
    ),
    "resistance_to": (
        "is resistant to", "is resisted by", ("resistance",), ("resistant to", "resistance to"), (),
    ),
    "driving_to": (
        "drives", "is driven by", ("associated with", "related to"), ("drive", "driver of", "cause", "induce"),
        ("driven by", "caused by"),
    ),
    "induce_to": ("induces", "is induced by", (), ("induce",), ("induced by",)),
    "develop_to": (
        "can develop into", "can develop from", (), ("develop", "develop to", "develop into", "lead to", "induce"),
        ("develop from", "induced by"),
    ),
    "cause_to": ("causes", "is caused by", ("associated with",), ("cause", "lead to", "cause of"), ("caused by",)),
    "has_var": ("carries", "is present in", ("present in",), ("carry", "carrying"), ("mutation in", "fusion in")),
    "has_gene": ("is a mutation of", "has the mutation", (), ("mutation of", "mutation in", "variant of"), ()),
    "has_3gene": ("has the 3' gene", "is the 3' gene of", (), (), ()),
    "has_5gene": ("has the 5' gene", "is the 5' gene of", (), (), ()),
    "originated_from": (
        "is a form of", "occurs as", ("occur in",), ("originated from", "originate from"), (),
    ),
    "include_a": ("recruits patients with", "is studied in", (), ("recruit", "include"), ("recruited for",)),
    "positive_regulated": (
        "upregulates", "is upregulated by", (), ("positively regulate", "upregulate"), (),
    ),
    "negative_regulated": (
        "downregulates", "is downregulated by", (), ("negatively regulate", "downregulate"), (),
    ),
    "synthetic_lethality": (
        "is synthetic lethal with", "is synthetic lethal with", ("synthetic lethality", "synthetic lethal"), (), (),
    ),
}  # fmt: skip
"""Type: forward and inverse phrase, words for either end, words whose subject is the source, and the target."""

_SYMMETRIC = frozenset({"synthetic_lethality"})

_PROPERTIES: dict[str, tuple[str, ...]] = {
    "nmpa_approved": ("nmpa approved", "nmpa-approved", "approved by the nmpa"),
    "fda_approved": ("fda approved", "fda-approved", "approved by the fda"),
    "class_type": ("class", "drug class", "type of drug", "kind of drug"),
    "oncogene": ("oncogene", "oncogenic"),
    "oncogenic": ("oncogenic", "oncogenicity"),
    "biological_effect": ("biological effect",),
    "variant_type": ("variant type", "type of variant", "type of mutation"),
    "min_age": ("minimum age", "min age", "lowest age", "youngest age"),
    "max_age": ("maximum age", "max age", "highest age", "oldest age"),
    "gender": ("gender", "sex"),
}


def node_type(label: str, count: int, properties: tuple[Property, ...]) -> NodeType:
    """A type with the words of the pan-cancer graph, else those of its label."""
    made = derive.node_type(label, count, properties)
    if label not in _LABELS:
        return made
    singular, plural, words = _LABELS[label]
    return replace(made, singular=singular, plural=plural, words=words)


def relation(type_: str, source: str, target: str, count: int) -> Relation:
    """A relation with the words of the pan-cancer graph, else those of its name."""
    made = derive.relation(type_, source, target, count, ())
    if type_ not in _RELATIONS:
        return made
    forward, inverse, words, source_words, target_words = _RELATIONS[type_]
    return replace(
        made,
        forward=forward,
        inverse=inverse,
        negative=denied(forward),
        words=words,
        forward_words=source_words,
        inverse_words=target_words,
        loose=(),
        symmetric=type_ in _SYMMETRIC and source == target,
    )


def property_(name: str, type_: PropertyType) -> Property:
    """A property with the words of the pan-cancer graph, else those of its name."""
    made = derive.property_(name, type_)
    return replace(made, words=_PROPERTIES.get(name, made.words))
