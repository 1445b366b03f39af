"""The schema of the Human Phenotype Ontology's graph: how its relations read and which phrases ask for them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.load.hpo.words import ABSENT, AGAINST, ANNOTATION, CALLED, FILE, LABELS, NODE_PROPERTIES, SOURCE, TERM
from kgqa.load.source import Contents, Triad
from kgqa.schema.model import NodeType, Relation, Schema


@dataclass(frozen=True, slots=True)
class _Phrases:
    forward: str
    inverse: str
    negative: str
    words: tuple[str, ...]
    forward_words: tuple[str, ...] = ()
    inverse_words: tuple[str, ...] = ()


HAS_PHENOTYPE = _Phrases(
    "shows",
    "is a feature of",
    "does not show",
    (
        "manifest", "have", "feature", "seen in", "seen with", "observed in", "found in", "occur in", "occur with",
        "appear in", "associated with", "associated", "linked to", "related to", "connected to", "involve", "include",
        "go with", "come with", "accompany", "accompanied by", "presentation of", "present",
    ),
    (
        "present with", "present as", "manifest as", "manifest with", "exhibit", "display", "have as a feature",
        "characterised by", "characterized by", "cause", "lead to", "result in", "develop", "suffer from",
        "cause of", "affect",
    ),
    (
        "caused by", "result from", "come from", "stem from", "arise from", "due to", "symptom of", "sign of",
        "manifestation of", "finding in", "finding of", "present in", "point to", "indicative of", "suggestive of",
    ),
)  # fmt: skip
HAS_INHERITANCE = _Phrases(
    "follows",
    "is the mode of inheritance of",
    "does not follow",
    (
        "inherit", "inherited", "inherited as", "inherited in", "inherited through", "inherited by", "inheritance",
        "mode of inheritance", "inheritance pattern", "follow", "show", "have", "transmit", "transmitted",
        "passed on", "passed down", "pass on", "hereditary", "run in families",
    ),
)  # fmt: skip
HAS_CLINICAL_COURSE = _Phrases(
    "has the clinical course",
    "is the clinical course of",
    "does not have the clinical course",
    (
        "clinical course", "course", "onset", "age of onset", "age at onset", "onset of", "begin", "begin in",
        "begin at", "start", "start in", "start at", "first appear", "manifest in", "become apparent",
        "present in", "progress", "evolve", "onset in", "have", "show",
    ),
)  # fmt: skip
HAS_MODIFIER = _Phrases(
    "has the modifier",
    "is a modifier of",
    "does not have the modifier",
    ("modify", "modified by", "modifier", "severity", "triggered by", "aggravated by", "provoked by"),
)
HAS_HISTORY_OF = _Phrases(
    "has a history of",
    "is in the medical history of",
    "has no history of",
    ("history", "history of", "medical history", "past medical history", "have a history of"),
)
ASSOCIATED_WITH = _Phrases(
    "is associated with",
    "is associated with",
    "is not associated with",
    (
        "associate", "associated", "associated with", "associated to", "association with", "linked to", "link to",
        "linked with", "related to", "connected to", "connected with",
    ),
    (
        "cause", "causal for", "causative for", "cause of", "genetic cause of", "genetic basis of", "responsible for",
        "underlie", "underlying", "lead to", "result in", "play a role in",
        "involved in", "implicated in", "behind", "mutated in", "to blame for", "broken in", "faulty in",
        "defective in", "altered in", "wrong in", "go wrong in", "at fault in", "disrupted in", "damaged in",
    ),
    (
        "caused by", "result from", "come from", "stem from", "arise from", "due to", "mutation in", "mutation of",
        "variant in", "variant of", "defect in", "fault in", "change in", "alteration in",
    ),
)  # fmt: skip
IS_A = _Phrases(
    "is a kind of",
    "includes",
    "is not a kind of",
    (),
    (
        "kind of", "type of", "subtype", "subtype of", "sub type of", "form of", "variety of", "subclass",
        "subclass of", "class of", "category of", "belong to", "fall under", "narrower", "narrower than",
        "more specific than", "child", "child of", "descendant of", "example of", "instance of",
        "included in", "comprised in", "grouped under",
    ),
    (
        "include", "comprise", "encompass", "broader", "broader than", "more general than", "parent", "parent of",
        "ancestor of",
    ),
)  # fmt: skip

EXCLUDED = (
    "exclude", "excluded", "excluded in", "excluded from", "rule out", "ruled out", "ruled out in", "absent in",
    "absent from", "not seen in", "not found in", "not observed in", "never seen in",
)  # fmt: skip
"""Phrases for a row marked NOT, whatever its aspect."""

_ANNOTATED = Relation("", "", "", "", "", against="against", properties=ANNOTATION)
_TYPES: dict[str, tuple[_Phrases, Relation]] = {
    "HAS_PHENOTYPE": (HAS_PHENOTYPE, _ANNOTATED),
    "ASSOCIATED_WITH": (ASSOCIATED_WITH, replace(_ANNOTATED, properties=(AGAINST, SOURCE, FILE))),
    "HAS_INHERITANCE": (HAS_INHERITANCE, _ANNOTATED),
    "HAS_CLINICAL_COURSE": (HAS_CLINICAL_COURSE, _ANNOTATED),
    "HAS_MODIFIER": (HAS_MODIFIER, _ANNOTATED),
    "HAS_HISTORY_OF": (HAS_HISTORY_OF, _ANNOTATED),
    "IS_A": (IS_A, replace(_ANNOTATED, hierarchical=True, against=None, properties=(FILE,))),
}


def describe(contents: Contents) -> Schema:
    """The schema for these labels and relations, the most telling first and denials last."""
    nodes = tuple(_node(label, contents.nodes[label]) for label in LABELS if label in contents.nodes)
    order = list(_TYPES)
    triads = sorted(contents.edges, key=lambda triad: (_is_denial(triad[1]), order.index(_affirmed(triad[1]))))
    return Schema(nodes, tuple(_relation(triad, contents.edges[triad]) for triad in triads), dict(ABSENT), CALLED)


def _node(label: str, count: int) -> NodeType:
    singular, plural, words = LABELS[label]
    return NodeType(label, singular, plural, words, count, properties=NODE_PROPERTIES.get(label, TERM))


def _relation(triad: Triad, count: int) -> Relation:
    source, type_, target = triad
    affirmed = _affirmed(type_)
    phrases, pattern = _TYPES[affirmed]
    if _is_denial(type_):
        phrases = _Phrases(phrases.negative, phrases.inverse.replace("is ", "is not ", 1), "", EXCLUDED)
        pattern = replace(pattern, negates=affirmed)
    return replace(
        pattern,
        type=type_,
        source=source,
        target=target,
        forward=phrases.forward,
        inverse=phrases.inverse,
        negative=phrases.negative,
        words=phrases.words,
        forward_words=phrases.forward_words,
        inverse_words=phrases.inverse_words,
        count=count,
    )


def _is_denial(type_: str) -> bool:
    return type_.startswith("EXCLUDES_")


def _affirmed(type_: str) -> str:
    """The relation that an ``EXCLUDES_…`` one denies; every other one itself."""
    return "HAS_" + type_.removeprefix("EXCLUDES_") if _is_denial(type_) else type_
