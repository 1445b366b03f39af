"""What the properties and relations of an unknown graph probably mean, from their names and the values of a sample."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgqa.language.inflection import denied
from kgqa.schema import derive
from kgqa.schema.model import Property, PropertyType, Relation
from kgqa.schema.property_words import NODE_FIELDS, words_for
from kgqa.schema.relation_words import RelationWords

_MORE: Mapping[str, tuple[str, ...]] = {
    "id": ("code", "accession", "cui", "uri", "iri", "uid"),
    "name": ("label", "pref label", "display name", "full name", "term", "symbol"),
    "synonyms": ("exact synonyms", "exact synonym", "other names", "alt labels", "alt label"),
    "definition": (),
}
_DENIES = frozenset({"negated", "is negated", "negative", "against", "denied", "excluded"})
_CURIE = re.compile(r"[A-Za-z][\w.\-]*:\S+")
EXAMPLES = 3
"""Values of a property that are shown."""
LONGEST_EXAMPLE = 80
"""Characters of a value that are shown."""
LONGEST_MEAN_NAME = 120
"""Mean characters of a text that may still be a name rather than a description."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """One property as it occurs in a sample.

    Attributes:
        present: nodes or edges of the sample that have it, out of ``of``.
        distinct: different values among them.
        mean_length: of its texts in characters.
        curies: True where every value is a text such as "MONDO:0005148".
        examples: the first different values, cut.
    """

    name: str
    type: PropertyType
    present: int
    of: int
    distinct: int
    mean_length: float
    curies: bool
    examples: tuple[str, ...] = ()

    @property
    def unique(self) -> bool:
        """Whether every node of the sample has it and no two have the same."""
        return self.present == self.distinct == self.of


def summarise(sample: Sequence[Mapping[str, Any]]) -> list[Sampled]:
    """The properties of a sample of property maps, in the order in which they first occur."""
    values: dict[str, list[Any]] = {}
    for properties in sample:
        for name, value in properties.items():
            if value is not None:
                values.setdefault(name, []).append(value)
    return [_sampled(name, held, len(sample)) for name, held in values.items()]


def _sampled(name: str, held: Sequence[Any], of: int) -> Sampled:
    texts = [value for value in held if isinstance(value, str)]
    return Sampled(
        name,
        _type(held),
        len(held),
        of,
        len({repr(value) for value in held}),
        sum(map(len, texts)) / max(len(texts), 1),
        len(texts) == len(held) and all(_CURIE.fullmatch(text) for text in texts),
        tuple(dict.fromkeys(str(value)[:LONGEST_EXAMPLE] for value in held))[:EXAMPLES],
    )


def _type(values: Iterable[Any]) -> PropertyType:
    """The type that all values have; numbers of both kinds are FLOAT, anything else mixed is text."""
    kinds = {type(value) for value in values}
    if list in kinds:
        return "LIST"
    if kinds == {bool}:
        return "BOOLEAN"
    if kinds == {int}:
        return "INTEGER"
    return "FLOAT" if kinds <= {int, float} else "STRING"


def likely(field: str, label: str, properties: Sequence[Sampled]) -> list[Sampled]:
    """The properties with a usual name for a field (a key of ``NODE_FIELDS``), the likeliest first.

    The label may stand before the usual name: of a Gene, ``gene_id`` is as good as ``id``.
    """
    usual = [_spaced(name) for name in (*NODE_FIELDS[field], *_MORE[field])]
    own = f"{derive.node_type(label, 0, ()).singular.lower()} "
    places = {p.name: usual.index(w) for p in properties if (w := _spaced(p.name).removeprefix(own)) in usual}
    return sorted((p for p in properties if p.name in places), key=lambda p: places[p.name])


def identifiers(label: str, properties: Sequence[Sampled]) -> list[Sampled]:
    """Properties that may identify a node, best first: usual names, then those whose values are CURIEs."""
    usual = likely("id", label, properties)
    curies = [p for p in properties if p.curies and p not in usual]
    return [p for p in (*usual, *curies) if p.unique and p.type == "STRING"]


def names(label: str, properties: Sequence[Sampled]) -> list[Sampled]:
    """Properties that may be what readers call a node, best first: usual names, then short texts without repetition."""
    usual = [p for p in likely("name", label, properties) if p.type == "STRING" and 2 * p.present >= p.of]
    kept = {p.name for field in ("id", "synonyms", "definition") for p in likely(field, label, properties)}
    others = [p for p in properties if p.type == "STRING" and p.unique and p.mean_length <= LONGEST_MEAN_NAME]
    others = [p for p in others if p not in usual and p.name not in kept and not p.curies]
    return [*usual, *sorted(others, key=lambda p: p.mean_length)]


def node_property(found: Sampled, field: str | None) -> Property:
    """A property of a node with the words that ask for it; the name itself is asked for by none."""
    derived = derive.property_(found.name, found.type)
    if field == "name":
        return replace(derived, words=())
    if field == "id":
        return replace(derived, words=tuple(dict.fromkeys((*derived.words, "identifier"))))
    if field == "synonyms":
        words = words_for("synonyms")
        return replace(derived, words=tuple(dict.fromkeys((*derived.words, *words))), role="synonyms")
    if field == "definition":
        return replace(derived, words=tuple(dict.fromkeys((*derived.words, "definition"))), role="definition")
    return derived


def denying(properties: Sequence[Sampled]) -> Sampled | None:
    """The property of an edge that is true where the record denies the link, or None."""
    return next((p for p in properties if p.type == "BOOLEAN" and may_deny(p.name)), None)


def may_deny(name: str) -> bool:
    """Whether a property of this name may say that a record denies its link."""
    return _spaced(name) in _DENIES


def worded(relation: Relation, words: RelationWords) -> Relation:
    """A relation with a reader's words; a phrase that the reader left empty stays as it was."""
    changed = replace(
        relation,
        forward=words.forward or relation.forward,
        inverse=words.inverse or relation.inverse,
        negative=denied(words.forward) if words.forward else relation.negative,
        symmetric=words.symmetric and relation.source == relation.target,
        hierarchical=relation.hierarchical and not words.symmetric,
    )
    if not changed.symmetric or relation.symmetric:
        return changed
    either = (*relation.words, *relation.forward_words, *relation.inverse_words)
    return replace(changed, words=tuple(dict.fromkeys(either)), forward_words=(), inverse_words=())


def _spaced(name: str) -> str:
    """A name as words in lower case, whatever stood between them."""
    return " ".join(derive.property_(name.replace(":", " "), "STRING").words[0].lower().split())
