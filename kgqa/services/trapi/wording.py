"""Predicates and qualifiers in words: "decreases expression of" instead of affects, decreased, expression."""

from __future__ import annotations

from kgqa.language.inflection import article, denied, is_verb
from kgqa.services.trapi import biolink
from kgqa.services.trapi.biolink import words
from kgqa.services.trapi.model import Qualifiers

_PARTS = ("aspect", "part", "derivative", "form_or_variant", "specialization", "activity", "process")
_CONTEXTS = {
    "anatomical_context_qualifier": "in",
    "species_context_qualifier": "in",
    "disease_context_qualifier": "in",
    "population_context_qualifier": "in",
    "temporal_context_qualifier": "during",
    "stage_qualifier": "at stage",
    "sex_qualifier": "in sex",
    "onset_qualifier": "with onset",
    "frequency_qualifier": "with frequency",
    "severity_qualifier": "with severity",
    "causal_mechanism_qualifier": "by",
}
_AUXILIARIES = ("is", "was", "has", "can")
_ODD = {
    "capable of": "is capable of",
    "biomarker for": "is a biomarker for",
    "target for": "is a target for",
    "subclass of": "is a kind of",
    "superclass of": "includes",
    "same as": "is the same as",
    "in taxon": "is of the taxon",
    "related to at concept level": "is related to",
    "related to at instance level": "is related to",
    "disease has basis in": "has its basis in",
    "disease has location": "is located in",
    "primarily composed of": "is the main component of",
    "gene fusion with": "is fused with",
    "part of": "is part of",
    "location of": "is the location of",
    "location of disease": "is the location of",
    "gene associated with condition": "is associated with",
    "condition associated with gene": "is associated with",
    "related condition": "is related to",
    "beneficial in models for": "is beneficial in models of",
    "treats or applied or studied to treat": "treats, or is applied or studied to treat,",
    "subject of treatment application or study for treatment by": "is treated, or studied for treatment, by",
}
"""Names from which no phrase can be made by their form."""
_PREPOSITIONS = frozenset({"of", "in", "on", "to", "with", "by", "for", "from", "at", "as"})
_DIRECTIONS = {"increased": "increases", "upregulated": "upregulates", "decreased": "decreases",
               "downregulated": "downregulates"}  # fmt: skip


def predicate_words(predicate: str, inverse: bool = False) -> str:
    """A predicate as a verb phrase from subject to object, or from object to subject.

    >>> predicate_words("biolink:treats"), predicate_words("biolink:treats", inverse=True)
    ('treats', 'is treated by')
    >>> predicate_words("biolink:related_to"), predicate_words("biolink:has_phenotype", inverse=True)
    ('is related to', 'is a phenotype of')
    """
    other = biolink.inverse(predicate) if inverse else predicate
    return _forward(other) if other else f"is linked by “{words(predicate)}” from"


def _forward(predicate: str) -> str:
    """The name itself made a verb phrase, and no other name for it: "physically interacts with" is not "binds"."""
    name = words(predicate)
    if name in _ODD:
        return _ODD[name]
    name = name.removesuffix(" condition").removeprefix("condition ")
    first, *rest = name.split()
    if first in _AUXILIARIES or is_verb(first) or (first.endswith("ly") and any(map(is_verb, rest))):
        return name
    if not rest or rest[-1] not in _PREPOSITIONS:
        return f"is {name}" if first.endswith("ed") else f"is linked by “{name}” to"
    if rest[-1] == "from" and not first.endswith(("ed", "ing")):
        return f"has {name}"
    if len(rest) > 1 and rest[-2].endswith("ed") and not first.endswith(("ed", "ly")):
        return f"has {name}"
    if rest[-1] == "of" and not first.endswith("ed"):
        return f"is {article(name)}"
    return f"is {name}"


def phrase(predicate: str, qualifiers: Qualifiers = (), negated: bool = False) -> str:
    """How an edge reads from its subject to its object, with what qualifies the object.

    >>> said = (("object_direction_qualifier", "decreased"), ("object_aspect_qualifier", "expression"))
    >>> phrase("biolink:affects", said), phrase("biolink:affects", (("qualified_predicate", "biolink:causes"), *said))
    ('decreases expression of', 'causes decreased expression of')
    >>> phrase("biolink:treats", negated=True)
    'does not treat'
    """
    said = dict(qualifiers)
    stronger = said.get("qualified_predicate", "")
    direction, rest = said.get("object_direction_qualifier", ""), _parts(said, "object")
    of = f"{rest} of" if rest else ""
    if direction in _DIRECTIONS and not stronger and words(predicate) in ("affects", "regulates"):
        verb = f"{_DIRECTIONS[direction]} {of}".rstrip()
    elif direction or of:
        object_ = " ".join(filter(None, (words(direction), of or "amount of")))
        verb = f"{predicate_words(stronger or predicate)} {object_}"
    else:
        verb = predicate_words(stronger or predicate)
    return denied(verb) if negated else verb


def subject_words(qualifiers: Qualifiers) -> str:
    """What stands before the subject: "increased expression of"; empty where nothing qualifies it.

    >>> subject_words((("subject_direction_qualifier", "increased"), ("subject_aspect_qualifier", "activity")))
    'increased activity of'
    """
    said = dict(qualifiers)
    direction, rest = said.get("subject_direction_qualifier", ""), _parts(said, "subject")
    if not direction and not rest:
        return ""
    return f"{' '.join(filter(None, (words(direction), rest or 'amount')))} of"


def context_words(qualifiers: Qualifiers) -> str:
    """What stands after the object: "in Homo sapiens, by inhibition"; values are as the message gives them."""
    said = [(_CONTEXTS[type_], value.replace("_", " ")) for type_, value in qualifiers if type_ in _CONTEXTS]
    return ", ".join(f"{how} {value}" for how, value in said)


def _parts(said: dict[str, str], side: str) -> str:
    """Aspect, part and form of one side: "expression", "promoter region"."""
    found = (said.get(f"{side}_{part}_qualifier", "") for part in _PARTS)
    return " ".join(value.replace("_", " ") for value in found if value)
