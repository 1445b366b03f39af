"""Which phrase of a sentence says how a noun is joined to what it belongs to, where several relations could.

The phrase stands between the noun before and this one ("bound by X"), or behind it as its verb ("that X regulates"),
or before the nouns that "and" joins to it ("upregulate X and Y"). A phrase that cannot mean one of the relations in
question is passed over; one that names no relation at all ("connected to") says that none in particular is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.questions.intent import Hop
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.schema.model import Relation


def phrase_for(sentence: Sentence, noun: Item, hops: Sequence[Hop]) -> Item | None:
    """The phrase that says which of some hops leads to a noun; None where nothing says so."""
    nouns = [item for item in sentence.items if item.entity is not None or item in sentence.types]
    before = [item for item in nouns if item.position < noun.position]
    after = [item for item in nouns if item.position > noun.position]
    start = before[-1].position if before else -1
    end = after[0].position if after else len(sentence.items) + noun.last + 100
    asking = [item for item in sentence.items if (item.meaning.relations or item.generic) and item is not noun]
    between = [item for item in asking if start <= item.position < noun.position]
    found = _first(between[::-1], hops)
    if found is not None:
        return found if found.meaning.relations else None
    found = _verb_behind(sentence, noun, [item for item in asking if noun.position < item.position < end], hops)
    if found is not None:
        return found
    if not between and _may_cross(sentence, before):
        left = _first([item for item in asking if item.position < start][::-1], hops)
        if left is not None:
            return left if left.meaning.relations else None
    return _verb_behind(sentence, noun, [item for item in asking if item.position > noun.position], hops, joined=True)


def asked_for(sentence: Sentence, noun: Item, hops: Sequence[Hop]) -> frozenset[Relation]:
    """The relations that this phrase asks for; none where there is none."""
    phrase = phrase_for(sentence, noun, hops)
    return phrase.meaning.relations if phrase is not None else by_preposition(sentence, noun, hops)


def by_preposition(sentence: Sentence, noun: Item, hops: Sequence[Hop]) -> frozenset[Relation]:
    """The relations that the bare preposition before a noun asks for behind another noun ("drugs for epilepsy")."""
    words = [word for word in noun.behind if word != "the"]
    before = sentence.before(noun)
    if len(words) != 1 or not before or before[-1].generic or before[-1].unread:
        return frozenset()
    return frozenset(
        hop.relation
        for hop in hops
        if words[0] in (hop.relation.forward_words if hop.forward else hop.relation.inverse_words)
    )


def _first(items: Sequence[Item], hops: Sequence[Hop]) -> Item | None:
    """The first item that means one of the hops, or that says that no relation in particular is meant."""
    return next((item for item in items if not item.meaning.relations or _means(item, hops)), None)


def _means(item: Item, hops: Sequence[Hop]) -> bool:
    types = {hop.relation.type for hop in hops}
    said = {r.type for r in item.meaning.relations} | {r.negates for r in item.meaning.relations if r.negates}
    return not types.isdisjoint(said)


def _verb_behind(
    sentence: Sentence, noun: Item, items: Sequence[Item], hops: Sequence[Hop], *, joined: bool = False
) -> Item | None:
    """The verb whose subject the noun is: no other verb and no "is" stands between, nor "and" unless ``joined``."""
    for item in items:
        between = [other for other in sentence.items if noun.position < other.position < item.position]
        stops = noun is not sentence.items[0] and any(other.auxiliary for other in between)
        stops = stops or (not joined and any({"and", "or", "but"} & other.meaning.cues for other in between))
        if stops:
            return None
        if item.meaning.relations and _means(item, hops):
            return item
    return None


def _may_cross(sentence: Sentence, before: Sequence[Item]) -> bool:
    """Whether what stands left of the noun before may be said of this one: not where that one opens a clause."""
    return bool(before) and (before[-1].entity is not None or len(before) == 1)
