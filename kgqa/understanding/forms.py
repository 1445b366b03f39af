"""The forms of questions: each function recognises one and reads it, or leaves the sentence to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product

from kgqa.graph.schema import Relation
from kgqa.understanding.asked import asked_types
from kgqa.understanding.checks import left_out, mixed_alternatives, several_questions
from kgqa.understanding.direction import directions, oriented
from kgqa.understanding.intent import Condition, Gap, Hop, Intent, Pair, Thing, Variable
from kgqa.understanding.paths import chains, direct, prefer
from kgqa.understanding.sentence import Sentence
from kgqa.understanding.tagging import Item
from kgqa.understanding.variables import variable

Outcome = Intent | Gap | None


def read_form(sentence: Sentence) -> Intent | Gap:
    """The intent of a sentence: the first form that recognises it decides, and it must use the whole sentence."""
    gap = several_questions(sentence) or mixed_alternatives(sentence)
    if gap is not None:
        return gap
    for form in FORMS:
        outcome = form(sentence)
        if outcome is not None:
            return outcome if isinstance(outcome, Gap) else left_out(sentence, outcome) or outcome
    return Gap("unread", "", closeness=1)


def _comparison(sentence: Sentence) -> Outcome:
    """Numbers and comparisons are conditions that nothing here can check, so they are said to be beyond it."""
    for item in sentence.items:
        if "compare" in item.meaning.cues and not (item.meaning.properties or item.meaning.relations):
            return Gap("unread", item.text, closeness=6)
    return None


def _relation(sentence: Sentence) -> Outcome:
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


def _superlative(sentence: Sentence) -> Outcome:
    """ "Which phenotype is most frequent in D", "which gene is associated with the most diseases"."""
    if not sentence.has("most"):
        return None
    if not sentence.types:
        return Gap("unread", "most", closeness=2)
    if sentence.has("often") or any(owned.property.role == "frequency" for _, owned in sentence.properties):
        return _most_frequent(sentence)
    return _most_linked(sentence)


def _most_frequent(sentence: Sentence) -> Outcome:
    outcome = _listing(sentence)
    if not isinstance(outcome, Intent) or outcome.answer is None or len(outcome.answer.conditions) != 1:
        return outcome if isinstance(outcome, Gap) else Gap("unread", "most", closeness=2)
    condition = outcome.answer.conditions[0]
    relation = condition.hop.relation
    if condition.variable is not None or condition.hop.forward:
        return Gap("unread", "most", closeness=5)
    for property_ in relation.properties:
        if property_.role == "frequency":
            return Intent("list", outcome.answer, property=property_, most=True, hops=outcome.hops)
    return Gap("no_property", f"frequency|{relation.type}", closeness=5)


def _most_linked(sentence: Sentence) -> Outcome:
    most = next(item for item in sentence.items if "most" in item.meaning.cues)
    counted = [item for item in sentence.types if item.position > most.position]
    asked = [item for item in sentence.types if item.position < most.position]
    if sentence.names or len(counted) != 1 or len(asked) != 1:
        return Gap("unread", "most", closeness=2)
    phrases = [relation for item in sentence.phrases for relation in item.meaning.relations]
    for label, other in product(sorted(asked[0].meaning.labels), sorted(counted[0].meaning.labels)):
        hops = prefer(direct(sentence.schema, label, other), phrases)
        if len(hops) == 1:
            return Intent("list", Variable(label), most=True, rank_hop=hops[0])
    return Gap("no_relation", f"{asked[0].text}|{counted[0].text}", closeness=4)


def _of_edge(sentence: Sentence) -> Outcome:
    """A property of what joins two named things: "how frequent is P in D", "what is the evidence for P in D"."""
    wanted = [(item, owned) for item, owned in sentence.properties if owned.relation is not None]
    often = sentence.has("often") and (sentence.has("how") or sentence.opens_with_auxiliary)
    if len(sentence.names) != 2 or not (wanted or often) or (sentence.opens_with_auxiliary and not often):
        return None
    one, other = sentence.things
    hops = direct(sentence.schema, one.label, other.label)
    hops = prefer(hops, [relation for item in sentence.phrases for relation in item.meaning.relations])
    if not hops:
        return Gap("no_relation", f"{one.label}|{other.label}", closeness=4)
    if len(hops) > 1:
        return Gap("relation_choice", "|".join(hop.relation.type for hop in hops), closeness=5)
    own = [owned.property for _, owned in wanted if owned.relation == hops[0].relation]
    if often and not own:
        own = [p for p in hops[0].relation.properties if p.role == "frequency"]
    if not own:
        return Gap(
            "no_property", f"{wanted[0][0].text if wanted else 'frequency'}|{hops[0].relation.type}", closeness=5
        )
    if own[0].role == "frequency" and not _among_sources(sentence, hops[0].relation):
        return Gap("direction", hops[0].relation.type, detail=own[0].name, closeness=6)
    return Intent("value", pairs=(Pair(one, other, (hops[0],)),), property=own[0])


_POPULATION = frozenset(
    {"patients", "patient", "people", "individuals", "persons", "person", "subjects", "cases", "those"}
)


def _among_sources(sentence: Sentence, relation: Relation) -> bool:
    """Whether the frequency is asked among those who have the source, as it is recorded, and not the other way round.

    "In", "with" or "patients with" before a name make it the one among whose bearers something is counted; without
    such words the subject, which stands first, is taken for it.
    """
    marked = [name for name in sentence.names if _POPULATION & set(name.behind)]
    marked = marked or [name for name in sentence.names if sentence.preposition(name) in ("in", "among", "with")]
    among = marked or [name for name in sentence.names if sentence.word_before(name) == "of"][-1:] or sentence.names[:1]
    return all(sentence.thing(name).label == relation.source for name in among)


def _of_node(sentence: Sentence) -> Outcome:
    """A property of one named thing: its definition, its synonyms."""
    if len(sentence.names) != 1 or sentence.opens_with_auxiliary:
        return None
    thing = sentence.things[0]
    wanted = [(item, owned) for item, owned in sentence.properties if owned.label is not None]
    own = [owned for _, owned in wanted if owned.label == thing.label]
    rest = [item for item in sentence.types if not any(item is asked for asked, _ in wanted)]
    if own and not rest:
        return Intent("text", thing=thing, property=own[0].property)
    if wanted and not rest:
        return Gap("no_property", f"{wanted[0][0].text}|{thing.label}", closeness=5)
    bare = not (sentence.types or sentence.phrases or sentence.properties)
    bare = bare and not sentence.has("kind", "parent", "count", "share", "not", "most", "often", "when")
    if not bare or any(item.generic for item in sentence.items):
        return None
    if sentence.has("define", "explain") or (sentence.has("which") and not sentence.has("how")):
        return _definition(sentence, thing)
    return Gap("unread", "", detail=thing.name, closeness=2)


def _definition(sentence: Sentence, thing: Thing) -> Outcome:
    for property_ in sentence.schema.node(thing.label).properties:
        if property_.role == "definition":
            return Intent("text", thing=thing, property=property_)
    return Gap("no_property", f"definition|{thing.label}", closeness=5)


def _kinds(sentence: Sentence) -> Outcome:
    """ "What kinds of X are there", "what is X a kind of", "is X a kind of Y"."""
    kind, parent = sentence.has("kind"), sentence.has("parent")
    asked = [relation for item in sentence.phrases for relation in item.meaning.relations if relation.hierarchical]
    if not (kind or parent or asked or _copula(sentence)) or not sentence.names or _kind_of_type(sentence):
        return None
    thing = sentence.things[0]
    hops = direct(sentence.schema, thing.label, thing.label, hierarchical=True)
    upward = [hop for hop in hops if hop.forward]
    if not upward:
        return None if asked and not (kind or parent) else Gap("no_relation", f"kind of|{thing.label}", closeness=5)
    if len(sentence.names) == 2 and not sentence.asks_which:
        return _is_kind(sentence, upward[0])
    others = [item for item in sentence.types if thing.label not in item.meaning.labels]
    if len(sentence.names) > 1 or others:
        return Gap("unread", "kind", closeness=2)
    hop = upward[0] if _asks_below(sentence, upward[0].relation) else next(hop for hop in hops if not hop.forward)
    answer = Variable(thing.label, (Condition(hop, (thing,)),))
    return Intent("count" if sentence.has("count") else "list", answer)


def _asks_below(sentence: Sentence, relation: Relation) -> bool:
    """Whether the kinds of the named thing are asked for, not what it is a kind of."""
    name = sentence.names[0]
    for phrase in sentence.phrases:
        said = directions(phrase, relation)
        if len(said) == 1:
            return said[0] != (name.position < phrase.position)
    cue = next((item for item in sentence.items if "kind" in item.meaning.cues), None)
    return cue is not None and cue.position < name.position and not sentence.has("parent")


def _copula(sentence: Sentence) -> bool:
    """Whether the question says of one thing that it is another of its type ("X is a Y")."""
    if len(sentence.names) != 2 or sentence.phrases or len({thing.label for thing in sentence.things}) > 1:
        return False
    one, other = sentence.names
    between = [item for item in sentence.items if one.position < item.position < other.position]
    return any("a" in item.meaning.cues for item in between) and not any(item.generic for item in between)


def _kind_of_type(sentence: Sentence) -> bool:
    """Whether "kind of" stands before a type word ("what kind of inheritance"), where it asks for no kinds."""
    for item in sentence.items:
        if {"kind", "parent"} & item.meaning.cues:
            after = [other for other in sentence.items if 0 < other.position - item.last <= 2]
            if any(other.meaning.labels and other.entity is None for other in after):
                return True
    return False


def _is_kind(sentence: Sentence, hop: Hop) -> Outcome:
    one, other = sentence.things
    if one.label != other.label or one == other:
        return Gap("no_relation", f"{one.label}|{other.label}", closeness=4)
    for phrase in sentence.phrases:
        if directions(phrase, hop.relation) == [False]:
            one, other = other, one
            break
    else:
        if sentence.has("parent"):
            one, other = other, one
    return Intent("yesno", pairs=(Pair(one, other, (hop,), bool(sentence.nots)),))


def _type_check(sentence: Sentence) -> Outcome:
    """ "Is FBN1 a gene?": answered from the label."""
    linked = any(not relation.hierarchical for item in sentence.phrases for relation in item.meaning.relations)
    if len(sentence.names) != 1 or linked or sentence.properties or sentence.asks_which:
        return None
    said = sentence.said_types
    if len(said) != 1 or any(item not in said for item in sentence.types) or sentence.has("there"):
        return None
    if not any(item.auxiliary and item.text.lower() in ("is", "are", "was", "were") for item in sentence.items):
        return None
    if any(item.generic for item in sentence.items) or sentence.items[-1] is not said[0]:
        return None
    return Intent(
        "yesno", thing=sentence.things[0], of_type=sorted(said[0].meaning.labels)[0], negated=bool(sentence.nots)
    )


def _yes_no(sentence: Sentence) -> Outcome:
    """A question that begins with a verb, or a statement: is the link between the named things recorded?"""
    if sentence.asks_which or (sentence.has("share") and len(sentence.names) > 1 and sentence.types):
        return None
    if not sentence.opens_with_auxiliary and len(sentence.names) < 2:
        return None
    if sentence.types and (sentence.opens_with_auxiliary or sentence.has("there")):
        return None
    if sentence.types or len(sentence.names) < 2:
        return None
    if not sentence.opens_with_auxiliary and not _says_something(sentence):
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
    unused = _unused(sentence, {hop.relation for pair in pairs for hop in pair.hops})
    if unused is not None:
        return Gap("no_relation", f"{unused.text}|{pairs[0].one.label}|{pairs[0].other.label}", closeness=5)
    longest = max(len(pair.hops) for pair in pairs)
    if longest > 1 and len(pairs) > 1:
        return Gap("grouping", "and", closeness=6)
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
    between = [item for item in sentence.items if one.position < item.position < other.position]
    linked = any(item.meaning.relations or item.meaning.labels or item.generic for item in sentence.items)
    differ = sentence.thing(one).label != sentence.thing(other).label
    return differ and not linked and any("a" in item.meaning.cues for item in between)


def _says_something(sentence: Sentence) -> bool:
    """Whether there is a verb: names in a row are no statement."""
    return any(item.meaning.relations or item.generic or item.auxiliary for item in sentence.items) or sentence.has(
        "not"
    )


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
    return Gap("unread", "", detail="more than two kinds of things", closeness=2)


def _joining(sentence: Sentence, left: Item, right: Item) -> tuple[Hop, ...] | Gap:
    one, other = sentence.thing(left), sentence.thing(right)
    asked = [relation for item in sentence.phrases for relation in item.meaning.relations]
    hops = prefer(direct(sentence.schema, one.label, other.label), asked)
    if one.label == other.label:
        hops = oriented(sentence, hops, right)
    if len(hops) == 1:
        return (hops[0],)
    if hops:
        return Gap("relation_choice", "|".join(hop.relation.type for hop in hops), closeness=5)
    paths = chains(sentence.schema, one.label, other.label)
    if len(paths) == 1:
        return paths[0]
    return Gap("no_relation", f"{one.label}|{other.label}", closeness=4)


def _shared(sentence: Sentence) -> Outcome:
    """ "What do A and B have in common": every thing that the graph joins to both."""
    if not sentence.has("share") or sentence.types or len(sentence.names) < 2 or sentence.phrases:
        return None
    if len({thing.label for thing in sentence.things}) > 1:
        return Gap("unread", "share", closeness=3)
    return Intent("list", shared=tuple(sentence.things))


def _listing(sentence: Sentence) -> Outcome:
    """Everything of one type that meets the conditions; counted, or only asked whether there is any."""
    for label, item in asked_types(sentence):
        outcome = _list_of(sentence, label, item)
        if isinstance(outcome, Intent):
            return outcome
    asked = asked_types(sentence)
    return outcome if asked else None


def _list_of(sentence: Sentence, label: str, item: Item | None) -> Intent | Gap:
    if item is not None and sentence.is_predicate(item):
        return Gap("no_relation", f"{sentence.things[0].label}|{label}", closeness=4)
    read = variable(sentence, label, item)
    if isinstance(read, Gap):
        return read
    answer, used, longest = read
    unused = _unused(sentence, used)
    if unused is not None:
        return Gap(
            "no_relation", f"{unused.text}|{label}|{sentence.things[0].label if sentence.things else ''}", closeness=5
        )
    if answer.conditions and all(c.negated for c in answer.conditions):
        answer = Variable(label, tuple(one for c in answer.conditions for one in _denials(c)))
    if not answer.conditions and sentence.names:
        return Gap("unread", "", closeness=2)
    if sentence.has("count"):
        return Intent("count", answer, hops=longest)
    exists = not sentence.asks_which and (sentence.opens_with_auxiliary or sentence.has("there"))
    if exists and not sentence.has("there", "share") and (len(sentence.names) > 1 or not _with_article(sentence, item)):
        return Gap("unread", "", closeness=4)
    return Intent("yesno" if exists else "list", answer, hops=longest)


def _denials(condition: Condition) -> list[Condition]:
    """Conditions that a record must deny: not "A or B" is neither, so each is to be denied."""
    if condition.variable is not None:
        return [replace(condition, negated=False, denied=True)]
    return [Condition(condition.hop, (thing,), denied=True) for thing in condition.things]


def _with_article(sentence: Sentence, item: Item | None) -> bool:
    return item is not None and any("a" in other.meaning.cues for other in sentence.before(item))


def _unused(sentence: Sentence, used: set[Relation]) -> Item | None:
    """A phrase that asks for a relation which the reading does not use: then it would answer something else."""
    types = {relation.type for relation in used}
    for item in sentence.phrases:
        meaning = item.meaning
        wanted = {r.type for r in meaning.relations} | {r.negates for r in meaning.relations if r.negates}
        harmless = meaning.labels or meaning.cues or item.generic
        if not harmless and not wanted & types:
            return item
    return None


def _stray(sentence: Sentence) -> Outcome:
    """Names without anything asked of them."""
    if not sentence.names:
        return Gap("no_entity", "", closeness=0)
    several = [f"{a.label}|{b.label}" for a, b in combinations(sentence.things, 2)]
    return Gap("no_relation" if several else "unread", several[0] if several else "", closeness=1)


FORMS: tuple[Callable[[Sentence], Outcome], ...] = (
    _comparison, _relation, _superlative, _of_edge, _of_node, _kinds, _type_check, _yes_no, _shared, _listing, _stray,
)  # fmt: skip
