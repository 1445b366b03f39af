"""The forms of questions: each function recognises one and reads it, or leaves the sentence to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations, product

from kgqa.graph.schema import Relation
from kgqa.understanding.intent import Condition, Gap, Hop, Intent, Pair, Thing, Variable
from kgqa.understanding.paths import chains, direct, prefer
from kgqa.understanding.sentence import Sentence
from kgqa.understanding.tagging import Item
from kgqa.understanding.variables import variable

Outcome = Intent | Gap | None


def read_form(sentence: Sentence) -> Intent | Gap:
    """The intent of a sentence: the first form that recognises it decides."""
    for form in FORMS:
        outcome = form(sentence)
        if outcome is not None:
            return outcome if isinstance(outcome, Gap) else _whole(sentence, outcome)
    return Gap("unread", "", closeness=1)


def _whole(sentence: Sentence, intent: Intent) -> Intent | Gap:
    """The intent, unless it leaves out a word that changes the answer: a "not", an "or", a "when"."""
    conditions = _all_conditions(intent.answer)
    if sentence.nots and not (intent.negated or any(c.negated or c.denied for c in conditions)):
        return Gap("unread", sentence.nots[0].text, closeness=6)
    if sentence.has("or") and not (intent.any_pair or any(len(c.things) > 1 for c in conditions)):
        return Gap("unread", "or", closeness=6)
    if sentence.has("when") and not _tells_time(sentence, intent):
        return Gap("unread", "when", closeness=6)
    return intent


def _all_conditions(variable: Variable | None) -> list[Condition]:
    if variable is None:
        return []
    return [one for c in variable.conditions for one in (c, *_all_conditions(c.variable))]


def _tells_time(sentence: Sentence, intent: Intent) -> bool:
    """Whether what is asked for is a time: a property of that role, or a type whose words say so."""
    if intent.property is not None:
        return intent.property.role in ("onset", "date")
    if intent.answer is None:
        return False
    node = sentence.schema.node(intent.answer.label)
    return any("onset" in words or "age" in words.split() for words in node.words)


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
    relation = outcome.answer.conditions[0].hop.relation
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
    often = sentence.has("how") and sentence.has("often")
    if len(sentence.names) != 2 or not (wanted or often) or sentence.opens_with_auxiliary:
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
    return Intent("value", pairs=(Pair(one, other, (hops[0],)),), property=own[0])


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
    cue = next(
        (item for item in sentence.items if {"kind", "parent"} & item.meaning.cues), sentence.phrases[:1] or None
    )
    to_children = kind and isinstance(cue, Item) and cue.position < sentence.names[0].position and not parent
    hop = upward[0] if to_children else next(hop for hop in hops if not hop.forward)
    answer = Variable(thing.label, (Condition(hop, (thing,)),))
    return Intent("count" if sentence.has("count") else "list", answer)


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
    if one.label != other.label:
        return Gap("no_relation", f"{one.label}|{other.label}", closeness=4)
    return Intent("yesno", pairs=(Pair(one, other, (hop,)),), negated=bool(sentence.nots))


def _type_check(sentence: Sentence) -> Outcome:
    """ "Is FBN1 a gene?": answered from the label."""
    if len(sentence.names) != 1 or sentence.phrases or sentence.properties or sentence.asks_which:
        return None
    said = sentence.said_types
    if len(said) != 1 or any(item not in said for item in sentence.types) or sentence.has("there"):
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
    groups = _two_sides(sentence)
    if isinstance(groups, Gap):
        return groups
    pairs = []
    for one, other in groups:
        hops = _joining(sentence, one, other)
        if isinstance(hops, Gap):
            return hops
        pairs.append(Pair(one, other, hops))
    unused = _unused(sentence, {hop.relation for pair in pairs for hop in pair.hops})
    if unused is not None:
        return Gap("no_relation", f"{unused.text}|{pairs[0].one.label}|{pairs[0].other.label}", closeness=5)
    longest = max(len(pair.hops) for pair in pairs)
    excluded, negated = sentence.asks_absence, bool(sentence.nots)
    if excluded and longest > 1:
        return Gap("unread", sentence.phrases[0].text, closeness=3)
    return Intent(
        "yesno", pairs=tuple(pairs), any_pair=sentence.has("or"), negated=negated, excluded=excluded, hops=longest
    )


def _two_sides(sentence: Sentence) -> list[tuple[Thing, Thing]] | Gap:
    things = list(dict.fromkeys(sentence.things))
    left = [thing for thing in things if thing.label == things[0].label]
    right = [thing for thing in things if thing.label != things[0].label]
    if right and (len({thing.label for thing in right}) == 1 or len(left) == 1):
        return list(product(left, right))
    if len(things) == 2:
        return [(things[0], things[1])]
    return Gap("unread", "", detail="more than two kinds of things", closeness=2)


def _joining(sentence: Sentence, one: Thing, other: Thing) -> tuple[Hop, ...] | Gap:
    asked = [relation for item in sentence.phrases for relation in item.meaning.relations]
    hops = prefer(direct(sentence.schema, one.label, other.label), asked)
    if one.label == other.label:
        hops = [hop for hop in hops if hop.forward]
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
    for label, item in _asked_types(sentence):
        outcome = _list_of(sentence, label, item)
        if isinstance(outcome, Intent):
            return outcome
    asked = _asked_types(sentence)
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
        answer = Variable(label, tuple(Condition(c.hop, c.things, c.variable, denied=True) for c in answer.conditions))
    if not answer.conditions and sentence.names:
        return Gap("unread", "", closeness=2)
    if sentence.has("count"):
        return Intent("count", answer, hops=longest)
    exists = not sentence.asks_which and (sentence.opens_with_auxiliary or sentence.has("there"))
    return Intent("yesno" if exists else "list", answer, hops=longest)


def _asked_types(sentence: Sentence) -> list[tuple[str, Item | None]]:
    """The labels that the thing asked for may have: of the type word behind "which", else the first one, else of the
    other end of the relation that is asked for, where one end has by far the most edges."""
    which = [item.position for item in sentence.items if {"which", "count", "list"} & item.meaning.cues]
    behind = [item for item in sentence.types if which and item.position >= which[0]]
    verbs = [item for item in sentence.types if not which and sentence.has("how") and item.meaning.relations]
    chosen = (behind or verbs or list(sentence.types))[:1]
    if chosen:
        return [(label, chosen[0]) for label in sorted(chosen[0].meaning.labels)]
    ends: Counter[str] = Counter()
    for item in sentence.phrases:
        for relation in sorted(item.meaning.relations, key=lambda r: r.type):
            for thing in sentence.things:
                if relation.source == thing.label and relation.target != thing.label:
                    ends[relation.target] += relation.count
                elif relation.target == thing.label and relation.source != thing.label:
                    ends[relation.source] += relation.count
    if not sentence.phrases and len(sentence.names) > 1:
        ends = _common_neighbours(sentence)
    fragment = len(sentence.names) == 1 and not sentence.opens_with_auxiliary
    if not ends or not (sentence.asks_which or fragment):
        return []
    most = max(ends, key=lambda label: ends[label])
    only = all(2 * ends[label] < ends[most] for label in ends if label != most)
    return [(most, None)] if only else []


def _common_neighbours(sentence: Sentence) -> Counter[str]:
    """Labels that one relation joins to every name ("what has A and B"), with how many edges do."""
    counts: dict[str, list[int]] = {}
    for thing in sentence.things:
        for node in sentence.schema.nodes:
            hops = direct(sentence.schema, node.label, thing.label)
            if hops and node.label != thing.label:
                counts.setdefault(node.label, []).append(sum(hop.relation.count for hop in hops))
    names = len(sentence.things)
    return Counter({label: min(found) for label, found in counts.items() if len(found) == names})


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
