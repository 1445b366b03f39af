"""The Biolink model as far as messages need it: what stands above what, inverses, symmetry, and all of it in words.

``biolink.json`` beside this file was written from the package ``biolink-model`` 4.4.6 (CC0 1.0). Names are with their
prefix here ("biolink:treats", "biolink:Gene"); those of qualifier values have none ("decreased"). In words it is
"decreases expression of" instead of affects, decreased, expression.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kgqa.language.inflection import article, denied, is_verb
from kgqa.services.trapi.model import Qualifiers

PREFIX = "biolink:"
RELATED_TO = "biolink:related_to"
NAMED_THING = "biolink:NamedThing"
SUBCLASS_OF = "biolink:subclass_of"

Part = Literal["predicates", "categories"]


@cache
def _model() -> Mapping[str, Any]:
    data: dict[str, Any] = json.loads(files(__package__).joinpath("biolink.json").read_text(encoding="utf-8"))
    return data


def version() -> str:
    """Of the model, as messages name it."""
    found: str = _model()["version"]
    return found


def prefixed(name: str) -> str:
    """A name with its prefix, whether it had one or not."""
    return name if name.startswith(PREFIX) else PREFIX + name


def known(name: str, part: Part) -> bool:
    """Whether the model has such a predicate or category."""
    return name.removeprefix(PREFIX) in _model()[part]


def _climbed(name: str, tree: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    found = {name: None}
    todo = [name]
    while todo:
        above = tree.get(todo.pop(0), {}).get("up", ())
        todo += [one for one in above if one not in found]
        found |= dict.fromkeys(above)
    return tuple(found)


@cache
def above(name: str, part: Part) -> tuple[str, ...]:
    """A predicate or category and all that it is a kind of, itself first; one that is not known stands alone."""
    return tuple(map(prefixed, _climbed(name.removeprefix(PREFIX), _model()[part])))


@cache
def below(name: str, part: Part) -> frozenset[str]:
    """A predicate or category and all its kinds."""
    name = prefixed(name)
    return frozenset({name, *(prefixed(one) for one in _model()[part] if name in above(one, part))})


def asked_for(names: Iterable[str], part: Part) -> frozenset[str] | None:
    """What meets a list of predicates or categories; None where everything does: it is empty, or names the topmost."""
    wanted = [prefixed(name) for name in names]
    if not wanted or RELATED_TO in wanted or NAMED_THING in wanted or "biolink:Entity" in wanted:
        return None
    return frozenset().union(*(below(name, part) for name in wanted))


def symmetric(predicate: str) -> bool:
    """Whether a predicate means the same from both ends."""
    return bool(_model()["predicates"].get(predicate.removeprefix(PREFIX), {}).get("symmetric"))


def inverse_of(predicate: str) -> str:
    """The predicate from the other end: the same for a symmetric one, empty where the model names none."""
    if symmetric(predicate):
        return prefixed(predicate)
    found = _model()["predicates"].get(predicate.removeprefix(PREFIX), {}).get("inverse", "")
    return prefixed(found) if found else ""


def is_canonical(predicate: str) -> bool:
    """Whether a predicate stands in the direction that the model prefers ("treats", not "treated by")."""
    return not _model()["predicates"].get(predicate.removeprefix(PREFIX), {}).get("other_way")


@cache
def values_below(value: str) -> frozenset[str]:
    """A value of a qualifier, or of knowledge level or agent type, and all that is a kind of it."""
    trees: list[Mapping[str, list[str]]] = list(_model()["values"].values())
    found = {value}
    for tree in trees:
        ups = {name: {"up": parents} for name, parents in tree.items()}
        found |= {name for name in tree if value in _climbed(name, ups)}
    return frozenset(found)


def is_aspect(value: str) -> bool:
    """Whether a value is one of the aspects that qualifiers name ("expression")."""
    return value in _model()["values"]["GeneOrGeneProductOrChemicalEntityAspectEnum"]


def is_qualifier(name: str) -> bool:
    """Whether the model has such a qualifier, by its name without prefix."""
    return name in _model()["qualifiers"]


@cache
def aliases(part: Part) -> Mapping[str, str]:
    """Words in lower case for predicates or categories: their own names and the aliases that the model gives."""
    entries: Mapping[str, Mapping[str, Any]] = _model()[part]
    found: dict[str, str] = {}
    for name, entry in entries.items():
        for alias in entry.get("aliases", ()):
            found.setdefault(alias.casefold(), prefixed(name))
    return found | {words(name): prefixed(name) for name in entries}


def words(name: str) -> str:
    """A name of the model as words in lower case.

    >>> words("biolink:interacts_with"), words("biolink:SmallMolecule"), words("RNAProduct")
    ('interacts with', 'small molecule', 'rna product')
    """
    local = name.removeprefix(PREFIX).replace("_", " ")
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", local).lower()


def prefixes(category: str) -> tuple[str, ...]:
    """The registers whose identifiers the model prefers for a category, the best first."""
    return tuple(_model()["categories"].get(category.removeprefix(PREFIX), {}).get("prefixes", ()))


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
    other = inverse_of(predicate) if inverse else predicate
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
