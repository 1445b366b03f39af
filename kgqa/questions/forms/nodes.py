"""Forms of questions about one named thing: its properties, its kinds, its type."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.language.inflection import without_s
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Condition, Gap, Hop, Intent, Outcome, Pair, Thing, Variable, choice
from kgqa.questions.paths import direct
from kgqa.questions.relation_phrases import directions
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, asks_of_name
from kgqa.questions.wording import is_kind_of
from kgqa.schema.derive import tells_parts
from kgqa.schema.model import Relation

_DOING = frozenset({"do", "does", "did", "can", "could", "may", "might", "must", "should", "will", "would"})
_PEOPLE = frozenset({"child", "children", "parent", "parents"})


def node_value(sentence: Sentence) -> Outcome:
    """A property of one named thing: its definition, its synonyms; all there is where its name stands alone."""
    if len(sentence.names) != 1 or sentence.opens_with_auxiliary:
        return None
    thing = sentence.things[0]
    if _is_name_alone(sentence, thing):
        return Intent("text", thing=thing)
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
    acts = any(item.auxiliary and item.text.lower() in vocabulary().do for item in sentence.items)
    if asks_of_name(sentence.items):
        return _below(sentence, thing) or Gap("unread", "", detail=thing.name, closeness=2)
    if sentence.has("define", "explain") or (sentence.has("which") and not sentence.has("how") and not acts):
        return _definition(sentence, thing)
    return Gap("unread", "", detail=thing.name, closeness=2)


def _below(sentence: Sentence, thing: Thing) -> Outcome:
    """The kinds or the members of a thing, where one relation leads to them and nothing else is asked."""
    if not all(item.entity is not None or item.auxiliary or item.meaning.cues for item in sentence.items):
        return None
    hops = [hop for hop in direct(sentence.schema, thing.label, thing.label, hierarchical=True) if hop.forward]
    members = (one for one in sentence.schema.relations if one.membership and one.target == thing.label)
    hops += [Hop(one, True) for one in members if one.mirrors is None]
    if len(hops) != 1:
        return None
    return Intent("list", Variable(hops[0].start, (Condition(hops[0], (thing,)),)))


def _is_name_alone(sentence: Sentence, thing: Thing) -> bool:
    """Whether a question is no more than a name, at most with the word for its type ("FBN1", "the gene FBN1")."""
    node = sentence.schema.node(thing.label)
    types = {text.lower() for text in (node.singular, node.label, *node.words)}
    return all(
        item.entity is not None or (thing.label in item.meaning.labels and item.text.lower() in types)
        for item in sentence.items
    )


def _definition(sentence: Sentence, thing: Thing) -> Outcome:
    for property_ in sentence.schema.node(thing.label).properties:
        if property_.role == "definition":
            return Intent("text", thing=thing, property=property_)
    return Gap("no_property", f"definition|{thing.label}", closeness=5)


def kinds(sentence: Sentence) -> Outcome:
    """ "What kinds of X are there", "what is X a kind of", "is X a kind of Y"."""
    kind, parent = sentence.has("kind"), sentence.has("parent")
    asked = [
        relation
        for item in _ordering(sentence)
        for relation in item.meaning.relations
        if relation.hierarchical and not _means_other(sentence, item)
    ]
    if not (kind or parent or asked or _copula(sentence)) or not sentence.names or _kind_of_type(sentence):
        return None
    if parent and sentence.opens_with_auxiliary and sentence.items[0].text.lower() in _DOING:
        return None  # "do parents pass X on"
    thing = sentence.things[0]
    hops = direct(sentence.schema, thing.label, thing.label, hierarchical=True)
    upward = _meant([hop for hop in hops if hop.forward], asked)
    if not upward and (members := _members(sentence)) is not None:
        return members
    if not upward:
        return None if asked and not (kind or parent) else Gap("no_relation", f"kind of|{thing.label}", closeness=5)
    others = [item for item in sentence.types if thing.label not in item.meaning.labels]
    if len(sentence.names) == 2 and not sentence.asks_which and others:
        return None  # "is the A gene also a B gene" asks of genes
    if len(sentence.names) == 2 and not sentence.asks_which:
        return None if _joins_kinds(sentence) else _is_kind(sentence, upward[0])
    if len(sentence.names) > 1 or others:
        return Gap("unread", "kind", closeness=2)
    if len({hop.relation.forward for hop in upward}) > 1:
        return choice([(hop,) for hop in upward], _ordering(sentence)[0].text if asked else "")
    hop = upward[0] if _asks_below(sentence, upward[0].relation) else Hop(upward[0].relation, False)
    answer = Variable(thing.label, (Condition(hop, (thing,)),))
    return Intent("count" if sentence.has("count") else "list", answer)


def _members(sentence: Sentence) -> Outcome:
    """What asks for the members of a family, or whether something is one, where no relation tells kinds; else None."""
    family = next((thing for thing in sentence.things if thing.family), None)
    others = [thing for thing in sentence.things if thing is not family]
    if family is None or any(family.label not in item.meaning.labels for item in sentence.types):
        return None
    if not others and not sentence.opens_with_auxiliary and _asks_below(sentence, None):
        return Intent("count" if sentence.has("count") else "list", family=family)
    among = len(others) == 1 and others[0].label == family.label and set(others[0].ids) <= set(family.ids)
    if among and not sentence.asks_which and sentence.things[0] is others[0] and not _joins_kinds(sentence):
        return Intent("yesno", thing=others[0], family=family, negated=bool(sentence.nots))
    return None


def _meant(upward: Sequence[Hop], asked: Sequence[Relation]) -> list[Hop]:
    """Of the hierarchies of a type that which the words say, kinds or parts; kinds where they say neither."""
    said = [hop for hop in upward if hop.relation in asked]
    return said or [hop for hop in upward if is_kind_of(hop.relation)] or list(upward)


def _joins_kinds(sentence: Sentence) -> bool:
    """Whether a relation is said before the word for kinds, so that one thing is to be linked to kinds of the other
    ("is A implicated in any form of B")."""
    one, other = sentence.names
    kind = next((i.position for i in sentence.items if "kind" in i.meaning.cues and i.position > one.position), None)
    if kind is None or kind > other.position:
        return False
    between = (item for item in sentence.items if one.position < item.position < kind)
    return any(item.generic or any(not r.hierarchical for r in item.meaning.relations) for item in between)


def _ordering(sentence: Sentence) -> list[Item]:
    """Phrases for relations; those that may ask for any link only where they are words of hierarchies ("part of")."""
    found = [*sentence.phrases, *(i for i in sentence.hints if all(r.hierarchical for r in i.meaning.relations))]
    return [item for item in found if not _is_somebody(sentence, item)]


def _is_somebody(sentence: Sentence, item: Item) -> bool:
    """Whether a word for a kind is one for somebody ("can a child with A get B")."""
    after = next((other for other in sentence.items if other.position > item.last), None)
    return item.text.lower() in _PEOPLE and after is not None and not {"with", "who", "whose"}.isdisjoint(after.behind)


def _means_other(sentence: Sentence, phrase: Item) -> bool:
    """Whether a phrase that is also one for kinds joins things of the types that the question speaks of ("include")."""
    labels = {thing.label for thing in sentence.things} | {label for i in sentence.types for label in i.meaning.labels}
    return any(not r.hierarchical and {r.source, r.target} <= labels for r in phrase.meaning.relations)


def _asks_below(sentence: Sentence, relation: Relation | None) -> bool:
    """Whether the kinds of the named thing are asked for, not what it is a kind of.

    Args:
        relation: by whose own words it may be said; None where no relation tells kinds.
    """
    name = sentence.names[0]
    behind = next((item for item in sentence.items if item.position == name.last + 1), None)
    if behind is not None and "kind" in behind.meaning.cues and without_s(behind.text.lower()) != behind.text.lower():
        return True  # "X subtypes"
    role = next((i for i in sentence.items if i.meaning.cues & {"kind", "parent"} and not i.meaning.labels), None)
    if role is not None and ("parent" in role.meaning.cues or _is_had(sentence, role)):
        return _plays(sentence, role) == ("parent" in role.meaning.cues)
    if relation is not None and (said := _says_below(sentence, relation)) is not None:
        return said
    cue = next((item for item in sentence.items if "kind" in item.meaning.cues), None)
    return cue is not None and cue.position < name.position and not sentence.has("parent")


def _says_below(sentence: Sentence, relation: Relation) -> bool | None:
    """The same by the words of a relation; None where they do not tell."""
    name = sentence.names[0]
    for phrase in _ordering(sentence):
        said = directions(phrase, relation)
        if len(said) == 1:
            return said[0] != (name.position < phrase.position)
    if (part := _part(sentence, relation)) is None:
        return None
    return not _plays(sentence, part) if _is_had(sentence, part) else without_s(part.text.lower()) != part.text.lower()


def _part(sentence: Sentence, relation: Relation) -> Item | None:
    """The bare noun for what a relation joins to a whole ("which parts does X have", "what has X as a part")."""
    if not tells_parts(relation):
        return None
    nouns = (item for item in _ordering(sentence) if relation in item.meaning.relations)
    return next((item for item in nouns if not directions(item, relation)), None)


def _plays(sentence: Sentence, role: Item) -> bool:
    """Whether the named thing is itself what a noun says ("what is X the parent of", "which have X as parent"), rather
    than what is asked for being that of it ("parents of X")."""
    name = sentence.names[0]
    if _is_had(sentence, role):
        has = next(item for item in sentence.items if item.text.lower() in vocabulary().have)
        return not name.position < has.position
    after = next((item for item in sentence.items if item.position > role.last), None)
    rules = role.text.lower().endswith(" of") or (after is not None and after.behind[:1] == ("of",))
    return rules and name.position < role.position


def _is_had(sentence: Sentence, role: Item) -> bool:
    """Whether something is said to have what a noun says ("which terms have X as parent")."""
    return any(item.text.lower() in vocabulary().have and item.position < role.position for item in sentence.items)


def _copula(sentence: Sentence) -> bool:
    """Whether the question says of one thing that it is another of its type ("X is a Y")."""
    if len(sentence.names) != 2 or sentence.phrases or len({thing.label for thing in sentence.things}) > 1:
        return False
    one, other = sentence.names
    between = [item for item in sentence.items if one.position < item.position < other.position]
    return sentence.says_is_a(one, other) and not any(item.generic for item in between)


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
    for phrase in _ordering(sentence):
        if directions(phrase, hop.relation) == [False]:
            one, other = other, one
            break
    else:
        part = _part(sentence, hop.relation)
        if sentence.has("parent") or (part is not None and _is_had(sentence, part)):
            one, other = other, one
    return Intent("yesno", pairs=(Pair(one, other, (hop,), bool(sentence.nots)),))


def type_check(sentence: Sentence) -> Outcome:
    """ "Is FBN1 a gene?": answered from the label."""
    linked = any(not relation.hierarchical for item in sentence.phrases for relation in item.meaning.relations)
    if len(sentence.names) != 1 or linked or sentence.properties or sentence.asks_which:
        return None
    said = sentence.said_types
    if len(said) != 1 or any(item not in said for item in sentence.types) or sentence.has("there"):
        return None
    if not any(item.auxiliary and item.text.lower() in vocabulary().be for item in sentence.items):
        return None
    if any(item.generic for item in sentence.items) or sentence.items[-1] is not said[0]:
        return None
    return Intent(
        "yesno", thing=sentence.things[0], of_type=sorted(said[0].meaning.labels)[0], negated=bool(sentence.nots)
    )
