"""Forms of questions about named things: is the link recorded, what does its record say, how are they related."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from kgqa.language import everyday
from kgqa.questions.checks import unused_phrase
from kgqa.questions.intent import Gap, Hop, Intent, Outcome, Pair, choice, misdirected
from kgqa.questions.paths import asked_of, chains, direct, is_associative, prefer
from kgqa.questions.relation_phrases import by_preposition, oriented
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.schema.model import Relation

_POPULATION = frozenset(
    {"patients", "patient", "people", "individuals", "persons", "person", "subjects", "cases", "those"}
)

_THINGS = frozenset({"things", "entities", "items", "ones", "something"})


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
