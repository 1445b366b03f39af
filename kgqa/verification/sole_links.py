"""What names say of what a text is about where nothing says how they are linked: the only link that there can be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.questions.intent import Intent, Pair
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.paths import direct
from kgqa.records import Entity
from kgqa.schema.model import Schema
from kgqa.verification.ellipsis import thing
from kgqa.verification.naming import is_sure
from kgqa.verification.phrase import NAME, Phrase, names_only
from kgqa.verification.reading import Stated
from kgqa.verification.records import concept_of

_NONE = re.compile(
    rf"^\W*(?:no(?:t)?(?:\s+(?:evidence|signs?|history)\s+of)?|never|without|absent|lacks)\s*:?\s+(?:an?\s+)?(?P<named>{NAME}+)"
    rf"(?:\s*(?:,|,?\s+(?:n?or|and\s+no))\s+(?:an?\s+)?{NAME}+)*[\s.!]*$",
    re.IGNORECASE,
)
DENYING_LABEL = re.compile(
    r"^\W*(?:not|no|never|absent|not\s+(?:seen|found|present|observed|recorded|reported|a\s+(?:feature|sign|symptom)|features|part\s+of\s+it|"
    r"expected|typical)|excluded|negatives?)\W*$",
    re.IGNORECASE,
)
"""Stands before a colon and denies what is listed behind it."""
_TURNED = frozenset({"contraindicated", "worsens", "prevents", "protects", "not_expressed", "resistant"})
"""Concepts of which a bare name does not remind: "Diseases: A" does not say that a drug must not be given in A."""


def sole(
    names: Sequence[Entity],
    topics: Sequence[Entity],
    schema: Schema,
    *,
    asked: Intent | None = None,
    negated: bool = False,
) -> Stated | None:
    """Names said of one thing by the only relation of their types, or the one asked for; None where there is none."""
    if len(topics) != 1 or not names or not all(map(is_sure, (*topics, *names))):
        return None
    topic, label = topics[0], names[0].chosen.label
    if label == topic.chosen.label or any(name.chosen.label != label for name in names):
        return None
    hops = list(direct(schema, topic.chosen.label, label))
    if len(hops) > 1 and asked is not None and asked.kind == "list" and asked.answer is not None:
        wanted = {condition.hop.relation for condition in asked.answer.conditions if not condition.denied}
        hops = [hop for hop in hops if hop.relation in wanted and len(wanted) == 1]
    meant = concept_of(schema, hops[0].relation) if len(hops) == 1 else None
    if meant is None or meant.concept.concept in _TURNED:
        return None
    pairs = dict.fromkeys(Pair(thing(topic), thing(name), (hops[0],), negated) for name in names)
    return Stated(tuple(pairs), (topic, *names))


def of_type(head: Phrase, listed: Phrase, topics: Sequence[Entity], schema: Schema, lexicon: Lexicon) -> Stated | None:
    """Names under the word for their type ("Genes: A, B")."""
    items = head.items(lexicon)
    if len(items) != 1 or items[0].meaning.relations or not names_only(listed):
        return None
    if any(name.chosen.label not in items[0].meaning.labels for name in listed.names):
        return None
    return sole(listed.names, topics, schema)


def denied(listed: Phrase, topics: Sequence[Entity], schema: Schema) -> Stated | None:
    """Names that a list denies ("no A"); None where it denies none."""
    if _NONE.match(listed.plain) is None:
        return None
    return sole(listed.names, topics, schema, negated=True)


def labelled_denial(label: str, listed: Phrase, topics: Sequence[Entity], schema: Schema) -> Stated | None:
    """Names behind a word that denies them ("Not: A, B")."""
    if DENYING_LABEL.match(label) is None or not names_only(listed):
        return None
    return sole(listed.names, topics, schema, negated=True)
