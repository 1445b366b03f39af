"""Forms of questions about named things: is the link recorded, what does its record say, how are they related.

Questions for where a record is from ("where does ectopia lentis in Marfan syndrome come from", "who says that …") ask
for what the records of a link cite or, where these cite nothing, for the database that they are from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from kgqa.language import everyday
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.checks import unused_phrase
from kgqa.questions.conditions.evidence_phrases import RESTING
from kgqa.questions.intent import Gap, Hop, Intent, Outcome, Pair, choice, misdirected
from kgqa.questions.lexicon import Meaning, Owned
from kgqa.questions.paths import asked_of, chains, direct, is_associative, prefer
from kgqa.questions.relation_phrases import by_preposition, oriented
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.schema.model import Property, Relation, Schema

_POPULATION = frozenset(
    {"patients", "patient", "people", "individuals", "persons", "person", "subjects", "cases", "those"}
)

_THINGS = frozenset({"things", "entities", "items", "ones", "something"})
_COMES = frozenset({"come", "comes", "came", "originate", "originates", "stem", "stems", "taken", "derived", "from"})
_SAYS = frozenset({"says", "say", "said", "reports", "reported", "records", "recorded", "states", "stated", "claims"})
_SUPPORTS = frozenset({"supports", "support", "supported", "supporting"})
_SAYS_WHERE = frozenset({"reported", "recorded", "stated", "documented", "described", "published", "cited"})


def relation(sentence: Sentence) -> Outcome:
    """ "What is the relationship between A and B", "how is A related to B": every link that is recorded."""
    if len(sentence.names) != 2 or sentence.types or sentence.properties or sentence.phrases:
        return None
    generic = any(item.generic for item in sentence.items)
    if not (sentence.has("relation") or (sentence.has("how") and generic)) or sentence.opens_with_auxiliary:
        return None
    if sentence.has("there") and not sentence.asks_which:
        return None
    one, other = sentence.things
    found = [(hop,) for hop in direct(sentence.schema, one.label, other.label)]
    found += [(hop,) for hop in direct(sentence.schema, one.label, other.label, hierarchical=True)]
    paths = found or chains(sentence.schema, one.label, other.label)
    if not paths:
        return Gap("no_relation", f"{one.label}|{other.label}", closeness=4)
    pairs = tuple(Pair(one, other, path) for path in paths)
    return Intent("relation", pairs=pairs, any_pair=True, hops=len(paths[0]))


def edge_value(sentence: Sentence) -> Outcome:
    """A property of what joins two named things: "how frequent is P in D", "what is the evidence for P in D"."""
    wanted = [(item, owned) for item, owned in sentence.properties if owned.relation is not None]
    often = sentence.has("often") and (sentence.has("how") or sentence.opens_with_auxiliary)
    if len(sentence.names) != 2 or not (wanted or often) or (sentence.opens_with_auxiliary and not often):
        return None
    one, other = sentence.things
    hops = direct(sentence.schema, one.label, other.label)
    hops = asked_of(sentence, hops)
    if one.label == other.label:
        hops = oriented(sentence, hops, sentence.names[1])
    if not hops:
        return Gap("no_relation", f"{one.label}|{other.label}", closeness=4)
    if len(hops) > 1:
        return choice([(hop,) for hop in hops])
    asked = [(item, owned.property) for item, owned in wanted if owned.relation == hops[0].relation]
    # The property whose own name is said comes before another that people ask for in the same words.
    asked.sort(key=lambda one: everyday.key(one[1].name.replace("_", " ")) != everyday.key(one[0].text))
    own = [property_ for _, property_ in asked]
    if often and not own:
        own = [p for p in hops[0].relation.properties if p.role == "frequency"]
    if not own:
        return Gap(
            "no_property", f"{wanted[0][0].text if wanted else 'frequency'}|{hops[0].relation.type}", closeness=5
        )
    if own[0].role == "frequency" and not _among_sources(sentence, hops[0].relation):
        return misdirected(hops[0].relation, own[0].name)
    return Intent("value", pairs=(Pair(one, other, (hops[0],)),), property=own[0])


def _among_sources(sentence: Sentence, relation: Relation) -> bool:
    """Whether the frequency is asked among those who have the source, as it is recorded, and not the other way round.

    "In", "with" or "patients with" before a name make it the one among whose bearers something is counted, of "with P
    in D" the one behind "in"; without such words the subject, which stands first, is taken for it.
    """
    marked = [name for name in sentence.names if sentence.preposition(name) in ("in", "among")]
    marked = marked or [name for name in sentence.names if _POPULATION & set(name.behind)]
    marked = marked or [name for name in sentence.names if sentence.preposition(name) == "with"]
    among = marked or [name for name in sentence.names if sentence.word_before(name) == "of"][-1:] or sentence.names[:1]
    return all(sentence.thing(name).label == relation.source for name in among)


def yes_no(sentence: Sentence) -> Outcome:
    """A question that begins with a verb, or a statement: is the link between the named things recorded?"""
    if sentence.asks_which or sentence.types or len(sentence.names) < 2:
        return None
    if not sentence.opens_with_auxiliary and (_asks_for_things(sentence) or not _says_something(sentence)):
        return None
    if _is_said_to_be(sentence):
        return Gap("no_relation", f"is a|{sentence.things[0].label}|{sentence.things[1].label}", closeness=5)
    groups = _two_sides(sentence)
    if isinstance(groups, Gap):
        return groups
    pairs: list[Pair] = []
    for left, right in groups:
        hops = _joining(sentence, left, right)
        if isinstance(hops, Gap):
            return hops
        if sentence.negates(right) and sentence.negates(left):
            return Gap("unread", sentence.nots[-1].text, closeness=6)
        negated = sentence.negates(right) > 0 or sentence.negates(left) > 0
        pairs.append(Pair(sentence.thing(left), sentence.thing(right), hops, negated))
    unused = unused_phrase(sentence, {hop.relation for pair in pairs for hop in pair.hops})
    if unused is not None:
        return Gap("no_relation", f"{unused.text}|{pairs[0].one.label}|{pairs[0].other.label}", closeness=5)
    longest = max(len(pair.hops) for pair in pairs)
    if longest > 1 and not (sentence.phrases or any(item.generic for item in sentence.items)):
        return Gap("no_relation", f"{pairs[0].one.label}|{pairs[0].other.label}", closeness=4)
    excluded, any_pair = sentence.asks_absence, sentence.has("or")
    if any_pair and any(pair.negated for pair in pairs):  # not (A or B) is neither
        pairs, any_pair = [replace(pair, negated=True) for pair in pairs], False
    if excluded and longest > 1:
        return Gap("unread", sentence.phrases[0].text, closeness=3)
    return Intent("yesno", pairs=tuple(pairs), any_pair=any_pair, excluded=excluded, hops=longest)


def _is_said_to_be(sentence: Sentence) -> bool:
    """ "X is a Y" of things of different types, without a word for how they are linked."""
    one, other = sentence.names[:2]
    linked = any(item.meaning.relations or item.meaning.labels or item.generic for item in sentence.items)
    differ = sentence.thing(one).label != sentence.thing(other).label
    return differ and not linked and sentence.says_is_a(one, other)


def _asks_for_things(sentence: Sentence) -> bool:
    """Whether something is asked for by a word for things of any type ("the TP63 entities that feature A"): no
    statement that they are linked."""
    return any(not _THINGS.isdisjoint(item.behind) for item in sentence.items)


def _says_something(sentence: Sentence) -> bool:
    """Whether there is a verb: names in a row are no statement."""
    if any(item.meaning.relations or item.generic or item.auxiliary for item in sentence.items):
        return True
    return sentence.has("not") and not sentence.has("but")  # "A but not B" asks for what has the one alone


def _two_sides(sentence: Sentence) -> list[tuple[Item, Item]] | Gap:
    """The pairs of names whose link is asked for: each of the first name's type with each of the other type."""
    names = list({sentence.thing(name): name for name in reversed(sentence.names)}.values())[::-1]
    first = sentence.thing(names[0]).label
    left = [name for name in names if sentence.thing(name).label == first]
    right = [name for name in names if sentence.thing(name).label != first]
    if right and left != names[: len(left)]:
        return Gap("grouping", "and", closeness=7)
    if right and (len({sentence.thing(name).label for name in right}) == 1 or len(left) == 1):
        return list(product(left, right))
    if len(names) == 2:
        return [(names[0], names[1])]
    if not right and len(sentence.phrases) == 1:
        verb = sentence.phrases[0].position
        left, right = [n for n in left if n.position < verb], [n for n in left if n.position > verb]
        if left and right:
            return list(product(left, right))
    return Gap("unread", "", detail="more than two kinds of things", closeness=2)


def _joining(sentence: Sentence, left: Item, right: Item) -> tuple[Hop, ...] | Gap:
    one, other = sentence.thing(left), sentence.thing(right)
    hops = asked_of(sentence, direct(sentence.schema, one.label, other.label))
    if one.label == other.label:
        hops = oriented(sentence, hops, right)
    if len(hops) > 1 and not sentence.phrases:
        hops = prefer(hops, by_preposition(sentence, right, hops))
    if len(hops) == 1:
        return (hops[0],)
    if hops:
        return choice([(hop,) for hop in hops])
    paths = chains(sentence.schema, one.label, other.label)
    said = [relation for item in sentence.phrases if not item.generic for relation in item.meaning.relations]
    if paths and said and not any(map(is_associative, said)):
        return Gap("no_relation", f"{sentence.phrases[0].text}|{one.label}|{other.label}", closeness=4)
    if len(paths) == 1:
        return paths[0]
    if paths and (sentence.phrases or any(item.generic for item in sentence.items)):
        return choice(paths)
    return Gap("no_relation", f"{one.label}|{other.label}", closeness=4)


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
