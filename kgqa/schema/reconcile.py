"""A schema as a whole: which relations mirror or deny each other, and whose a word is that fits several.

A word that is one relation's own name means that relation alone, however well it fits another between the same types.
A word that fits two of them equally stays with both, so that the reader is asked which is meant.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache

from kgqa.language import everyday, thesaurus
from kgqa.language.inflection import base, denied, is_verb, plural, stem
from kgqa.language.vocabulary import vocabulary
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Relation, Schema

_OWN, _CONCEPT, _VAGUE, _LOOSE = 4, 3, 2, 1
_DENIALS = {
    "does not": ("",),
    "do not": ("",),
    "is not": ("", "is"),
    "not": ("",),
    "has no": ("has", ""),
    "lacks": ("has", ""),
    "excludes": ("has", ""),
    "exclude": ("has", ""),
    "rules out": ("has", ""),
    "without": ("has", "with", ""),
    "no": ("has", ""),
}
"""What stands before a name that denies, and what stands there in the name of what is denied."""
_NEAR_STEPS = 2
"""How far up the kinds of things a word may stand from a type and still be said of its things."""
_UNSAID = ("where",)
"""Words that are no word of their own where the graph has no such type."""


def settled(nodes: Iterable[NodeType], relations: Iterable[Relation]) -> Schema:
    """The schema of derived types and relations."""
    kept = _called_by_heads(_typed_words(tuple(nodes)), tuple(relations))
    named = {node.label: node.singular for node in kept}
    joined = _mirrored(_denying(_called_so(tuple(relations))), named)
    joined = _related_words(joined, named)
    return Schema(kept, joined, absent=_absent(kept, joined, named))


def _called_so(relations: Sequence[Relation]) -> tuple[Relation, ...]:
    """The relations, each without the words akin to its own that are another one's name, as far as both are said of
    the same things: beside "belongs to class" of substances, a substance does not "belong to" what contains it."""
    names = {one.type: derive.names_of(one) for one in relations}

    def kept(words: tuple[str, ...], own: Relation, subject: str) -> tuple[str, ...]:
        others = (one.type for one in relations if one.source == subject and one.type != own.type)
        called = frozenset[str]().union(*(names[type_] for type_ in others)) - names[own.type]
        return tuple(word for word in words if called.isdisjoint((word, word.split()[-1])))

    return tuple(
        replace(
            one,
            forward_words=kept(one.forward_words, one, one.source),
            inverse_words=kept(one.inverse_words, one, one.target),
        )
        for one in relations
    )


def _denying(relations: Sequence[Relation]) -> tuple[Relation, ...]:
    """The relations, those whose name denies marked as denying the one that affirms the same between the same types.

    Where there is none, they deny what nothing records, so that they never answer a question for what holds.
    """
    found = []
    for one in relations:
        affirmed = denied_by(one.type)
        if affirmed is None or one.negates is not None:
            found.append(one)
            continue
        others = [
            other
            for other in relations
            if other is not one and (other.source, other.target) == (one.source, one.target)
        ]
        sister = next((other for other in others if _is_called(other, affirmed)), None)
        sister = sister or next((other for other in others if _means(other, affirmed)), None)
        found.append(_denial(one, sister, affirmed))
    return tuple(found)


def denied_by(type_: str) -> frozenset[str] | None:
    """The names of what a relation of this name denies ("does not present with": "present with"), or None.

    None: it affirms.
    """
    name = derive.predicate(type_)
    for start, affirmed in _DENIALS.items():
        if name.startswith(f"{start} "):
            return frozenset(everyday.key(f"{head}{name.removeprefix(start)}".strip()) for head in affirmed)
    for end, positive in (("negative", ("positive", "")), ("absent", ("present", ""))):
        if name.endswith(end):
            return frozenset(everyday.key(f"{name.removesuffix(end)}{yes}".strip()) for yes in positive)
    return None


def _is_called(other: Relation, names: frozenset[str]) -> bool:
    return everyday.key(derive.predicate(other.type)) in names


def _means(other: Relation, names: frozenset[str]) -> bool:
    """Whether people ask for a relation by one of these names: "effective for" of "treats"."""
    return not names.isdisjoint(map(everyday.key, (*other.forward_words, *other.words)))


def _denial(one: Relation, sister: Relation | None, names: frozenset[str]) -> Relation:
    if sister is not None:
        forward, inverse = sister.negative or denied(sister.forward), denied(sister.inverse)
    else:
        forward, inverse = _denying_phrases(one)
    return replace(
        one,
        forward=forward,
        inverse=inverse,
        negative=forward,  # what it says is the denial; denied once more it would read as its opposite
        negates=sister.type if sister is not None else min(names),
        symmetric=sister.symmetric if sister is not None else one.symmetric,
        hierarchical=False,
        words=("absent in", "absent from", "excluded in", "exclude", "ruled out in"),
        forward_words=(),
        inverse_words=(),
    )


def _denying_phrases(one: Relation) -> tuple[str, str]:
    """How a relation that denies what nothing affirms reads from either end."""
    name = derive.predicate(one.type)
    if name.startswith(("does not ", "is not ", "has no ")):
        return name, one.inverse
    if name.startswith("not ") and is_verb(name.split()[1]):
        return denied(name.removeprefix("not ")), one.inverse
    if "“" in one.forward or name.startswith(("lacks ", "excludes ", "rules out ")):
        return one.forward, one.inverse
    return denied(one.forward), denied(one.inverse)


def _mirrored(relations: Sequence[Relation], named: dict[str, str]) -> tuple[Relation, ...]:
    """Of two relations between two types that say the same in opposite directions, the second mirrors the first."""
    kept = list(relations)
    for place, one in enumerate(kept):
        for other_place in range(place + 1, len(kept)):
            other = kept[other_place]
            if one.mirrors is None and other.mirrors is None and _mirror(one, other, named):
                one, kept[other_place] = _merged(one, other)
                kept[place] = one
    return tuple(kept)


def _mirror(one: Relation, other: Relation, named: dict[str, str]) -> bool:
    """Whether two relations say the same from either end; the same name alone does not ("regulates" both ways)."""
    if (one.source, one.target) != (other.target, other.source) or one.source == one.target:
        return False
    if one.negates or other.negates or one.hierarchical or other.hierarchical:
        return False
    first, second = concept_of(one, named), concept_of(other, named)
    if first is not None and second is not None and first.concept == second.concept and first.concept.doer:
        return first.source_does != second.source_does
    return one.forward == other.inverse and one.inverse == other.forward


def concept_of(relation: Relation, named: Mapping[str, str]) -> everyday.Meant | None:
    """The concept of a relation, by its name or, where it has none beside its ends, by these."""
    name, ends = derive.name_between(relation.type, relation.source, relation.target), _ends(relation, named)
    return everyday.relation_of(name, *ends) if name else everyday.relation_between(*ends)


def _ends(relation: Relation, named: Mapping[str, str]) -> tuple[str, str]:
    return named.get(relation.source, relation.source), named.get(relation.target, relation.target)


def _merged(first: Relation, second: Relation) -> tuple[Relation, Relation]:
    """The first with the words of both, and the second, which mirrors it, without."""
    words = everyday.said([*first.words, *(w for w in second.words if everyday.subject_of(w) is None)])
    first = replace(
        first,
        words=words,
        forward_words=everyday.said([*first.forward_words, *second.inverse_words]),
        inverse_words=everyday.said([*first.inverse_words, *second.forward_words]),
    )
    return first, replace(second, mirrors=first.type, words=(), forward_words=(), inverse_words=())


def _typed_words(nodes: tuple[NodeType, ...]) -> tuple[NodeType, ...]:
    """The types, each without the words that are nearer to another one."""
    ranks: dict[str, list[float]] = defaultdict(list)
    for node in nodes:
        for word in {*_said_of(node), *_heads(node.singular)}:
            ranks[everyday.key(word)].append(_rank_of_type(node, word))
    return tuple(
        replace(node, words=tuple(w for w in node.words if _rank_of_type(node, w) >= max(ranks[everyday.key(w)])))
        for node in nodes
    )


def _called_by_heads(nodes: tuple[NodeType, ...], relations: tuple[Relation, ...]) -> tuple[NodeType, ...]:
    """The types of compound names, each with the noun that says what its things are: a "dialysis machine" is a machine,
    a "staff member" one of the staff.

    A noun stays with none where several types end in it, or where another type or a field is called so.
    """
    found = {node.label: _heads(node.singular) for node in nodes}
    fields = [*(one for node in nodes for one in node.properties), *(p for one in relations for p in one.properties)]
    taken = Counter(everyday.key(word) for field in fields for word in {field.called, *field.words})
    taken.update(everyday.key(word) for node in nodes for word in {*_said_of(node), *found[node.label]})
    return tuple(
        replace(node, words=(*node.words, *(head for head in found[node.label] if taken[everyday.key(head)] == 1)))
        for node in nodes
    )


def _heads(singular: str) -> tuple[str, ...]:
    """The nouns by which things of a compound name are called for short."""
    before, _, head = singular.lower().rpartition(" ")
    # What everyday words know has its short words from them: a "side effect" is no effect of anything.
    if not before or everyday.concepts_of(singular) or not thesaurus.is_known(head, "n"):
        return ()
    # Of members, those are spoken of whose members they are, where that is a noun for many; a "food item" is a food.
    many = head == "member" and thesaurus.is_kind_of(before, "group")
    hollow = head in vocabulary().standing and thesaurus.is_known(before, "n")
    return (before,) if many or hollow else (head,)


def _said_of(node: NodeType) -> tuple[str, ...]:
    return (node.singular, *node.words)


def _rank_of_type(node: NodeType, word: str) -> float:
    """How much a word is a type's: its own, or more the nearer its label is to the head of the concept's names."""
    wanted = everyday.key(word)
    if wanted in {everyday.key(node.singular), everyday.key(node.label)}:
        return 1000
    if wanted in {everyday.key(part) for part in node.singular.split("/")}:
        return 999
    if wanted in map(everyday.key, _heads(node.singular)):
        return 998  # where a "food item" is held, a nutrient is no food
    found = [rank for concept, rank in everyday.types_of(node.singular) if wanted in map(everyday.key, concept.words)]
    # Of concepts that differ, neither is nearer: each then counts from its own first name.
    return -float(min(found)) if found else -1000


def _related_words(relations: tuple[Relation, ...], named: dict[str, str]) -> tuple[Relation, ...]:
    """The relations, each without the words that are more those of another one between the same types."""
    asked = [relation for relation in relations if relation.mirrors is None and relation.negates is None]
    own = [(relation, _own_names(relation)) for relation in asked]
    kept = []
    for one in relations:
        rivals = [other for other in asked if other is not one and _same_ends(one, other)]
        names = {name for other, known in own if _share_an_end(one, other) for name in known} - _own_names(one)
        kept.append(_without(one, rivals, names, named) if one in asked else one)
    return tuple(kept)


@lru_cache(maxsize=50_000)
def _key(phrase: str) -> str:
    """A phrase as questions are compared with it: "expression" asks for what "expresses" does."""
    return " ".join(map(stem, everyday.key(phrase).split()))


def _share_an_end(one: Relation, other: Relation) -> bool:
    return not {one.source, one.target}.isdisjoint({other.source, other.target})


@lru_cache(maxsize=2_000)
def _own_names(relation: Relation) -> frozenset[str]:
    """What a relation itself is called: its name, whole and without its ends, and its phrases."""
    name = derive.name_between(relation.type, relation.source, relation.target)
    first, _, rest = name.partition(" ")
    own = (derive.predicate(relation.type), name, f"{base(first)} {rest}", relation.forward, relation.inverse)
    return frozenset(everyday.key(phrase) for phrase in own if phrase.strip())


def _same_ends(one: Relation, other: Relation) -> bool:
    return {one.source, one.target} == {other.source, other.target}


def _without(one: Relation, rivals: Sequence[Relation], names: Set[str], named: dict[str, str]) -> Relation:
    def mine(word: str) -> bool:
        rank = _rank(one, word, named)
        return everyday.key(word) not in names and all(_rank(other, word, named) <= rank for other in rivals)

    return replace(
        one,
        words=tuple(filter(mine, one.words)),
        forward_words=tuple(filter(mine, one.forward_words)),
        inverse_words=tuple(filter(mine, one.inverse_words)),
        loose=tuple(filter(mine, one.loose)),
    )


def _rank(relation: Relation, word: str, named: dict[str, str]) -> int:
    """How much a word is a relation's: its own name, its concept's, one that fits siblings as well, or none."""
    wanted = _key(word)
    if wanted in map(_key, _own_names(relation)):
        return _OWN
    if wanted in {_key(w) for w in relation.loose}:
        return _LOOSE
    if wanted not in {_key(w) for w in (*relation.words, *relation.forward_words, *relation.inverse_words)}:
        return 0
    meant = concept_of(relation, named)
    return _VAGUE if meant is not None and wanted in {_key(w) for w in meant.concept.vague} else _CONCEPT


def _absent(nodes: Sequence[NodeType], relations: Sequence[Relation], named: dict[str, str]) -> dict[str, str]:
    """Everyday words for what the graph does not hold, each with the plural for a message."""
    held = {concept for node in nodes for concept in everyday.concepts_of(node.singular)}
    known = {everyday.key(word) for node in nodes for word in _said_of(node)}
    linked = set()
    for one in relations:
        known |= {
            everyday.key(w) for w in (one.forward, one.inverse, *one.words, *one.forward_words, *one.inverse_words)
        }
        meant = concept_of(one, named)
        linked |= {meant.concept.concept} if meant is not None else set()
    said: dict[str, str] = {}
    for kind in everyday.types():
        # What people call a thing here already ("treatment" of a drug) is not said to be missing.
        if kind.concept not in held and everyday.key(kind.words[0]) not in known and not _is_near(kind, nodes):
            said.update({word: plural(kind.words[0]) for word in kind.words if not word.startswith(_UNSAID)})
    for link in everyday.relations():
        if link.absent and link.concept not in linked:
            # A preposition or an adjective alone ("against", "good") may ask for any relation of another field.
            own = (one for one in (*link.doer_words, *link.done_words, *link.words) if not _may_ask_for_any(one))
            said.update(dict.fromkeys(own, link.absent))
    properties = [one for node in nodes for one in node.properties]
    properties += [one for relation in relations for one in relation.properties]
    known |= {everyday.key(one.called) for one in properties}
    return {word: noun for word, noun in said.items() if everyday.key(word) not in known}


def _is_near(kind: everyday.TypeConcept, nodes: Sequence[NodeType]) -> bool:
    """Whether things of a type may be what everyday words call otherwise ("trials" among studies), so that it is not
    said that there are none."""
    nouns = {noun for node in nodes for noun in (node.singular.lower(), node.singular.lower().split()[-1])}
    called = {word for name in kind.names for word in (name, name.split()[-1])}
    first = kind.words[0]
    return not nouns.isdisjoint(called) or any(
        noun in thesaurus.synonyms(first, "n")
        or thesaurus.is_kind_of(first, noun, _NEAR_STEPS)
        or thesaurus.is_kind_of(noun, first, _NEAR_STEPS)
        for noun in nouns
    )


def _may_ask_for_any(phrase: str) -> bool:
    """Whether a phrase is said of many relations: by attributes alone, or by use ("used in")."""
    return (vocabulary().attributes | vocabulary().light | {"used", "use"}).issuperset(phrase.split())
