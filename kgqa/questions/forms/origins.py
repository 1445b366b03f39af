"""Questions for where a record is from: "where does ectopia lentis in Marfan syndrome come from", "who says that …".

They ask for what the records of a link cite or, where these cite nothing, for the database that they are from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.conditions.evidence_phrases import RESTING
from kgqa.questions.lexicon import Meaning, Owned
from kgqa.questions.tagging import Item
from kgqa.schema.model import Property, Schema

_COMES = frozenset({"come", "comes", "came", "originate", "originates", "stem", "stems", "taken", "derived", "from"})
_SAYS = frozenset({"says", "say", "said", "reports", "reported", "records", "recorded", "states", "stated", "claims"})
_SUPPORTS = frozenset({"supports", "support", "supported", "supporting"})
_SAYS_WHERE = frozenset({"reported", "recorded", "stated", "documented", "described", "published", "cited"})


def asking_for_origin(items: Sequence[Item], schema: Schema) -> list[Item]:
    """The items with a question for the origin of a record as one for the property that tells it; else as they are."""
    items = _without_resting(items)
    first = items[0] if items else None
    names = [item for item in items if item.entity is not None]
    if first is None or first.position != 0 or len(names) != 2:
        return list(items)
    asked = first.text.lower()
    verbs = [item for item in items[1:] if item.text.lower() in _COMES | _SAYS | _SAYS_WHERE and not item.entity]
    said = {word for item in items for word in item.behind} | {item.text.lower() for item in verbs}
    comes = asked == "where" and (_comes_from(items) or bool(said & _SAYS_WHERE))
    supports = asked in ("who", "what") and bool(said & _SUPPORTS)
    if not comes and not supports and not (asked == "who" and said & _SAYS):
        return list(items)
    telling = tuple(
        Owned(property_, relation=relation)
        for relation in schema.relations
        if relation.mirrors is None
        for property_ in _telling(relation.properties)
    )
    if not telling:
        return list(items)
    meaning = Meaning(properties=telling, cues=frozenset({"which"}))
    kept = [item for item in items[1:] if item not in verbs]
    return [replace(first, meaning=meaning, unread=False), *kept]


def _without_resting(items: Sequence[Item]) -> Sequence[Item]:
    """The items of a question for what a record of two named things rests on without the words that say no more than
    that it does ("which evidence stands behind A in B", "on which references does the entry of A in B rest")."""
    told = any(owned.relation and owned.property.role in RESTING for one in items for owned in one.meaning.properties)
    if not told or sum(item.entity is not None for item in items) != 2:
        return items
    known = vocabulary().records
    return [one for one in items if one.entity or not one.unread or one.text.lower() not in known.behind | known.nouns]


def _comes_from(items: Sequence[Item]) -> bool:
    """Whether a verb that says where something is from stands behind the names, "where … come from"."""
    last = max(item.position for item in items if item.entity is not None)
    return any(item.position > last and item.text.lower() in _COMES for item in items)


def _telling(properties: Sequence[Property]) -> Sequence[Property]:
    """What tells where a record of a relation is from: its references, else its source."""
    cited = [one for one in properties if one.role == "reference"]
    return cited or [one for one in properties if one.role == "source"]
