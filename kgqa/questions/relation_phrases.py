"""The phrases of a sentence that ask for relations: which noun each joins to what, and who does it to whom.

Which phrase says how a noun is joined to what it belongs to, where several relations could: it stands between the noun
before and this one ("bound by X"), or behind it as its verb ("that X regulates"), or before the nouns that "and" joins
to it ("upregulate X and Y"). A phrase that cannot mean one of the relations in question is passed over; one that names
no relation at all ("connected to") says that none in particular is meant.

"FBN1 causes Marfan syndrome" and "Marfan syndrome causes FBN1" use the same words; only one of them is what an edge
from a gene to a disease records. A phrase whose subject cannot be the subject of its relation is no reading.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgqa.language.inflection import irregular_infinitive, past_of
from kgqa.language.vocabulary import JOINING, vocabulary
from kgqa.questions.intent import Hop
from kgqa.questions.paths import is_associative
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.schema.model import Relation

_FORMS_OF_BE = frozenset({"is", "are", "was", "were", "be", "been", "being"})
_PARTICIPLES = ("ed", "en", "wn")
"""Endings of past participles; others are irregular ("built")."""


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
    if not between and _may_cross(before):
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


def _may_cross(before: Sequence[Item]) -> bool:
    """Whether what stands left of the noun before may be said of this one: not where that one opens a clause."""
    return bool(before) and (before[-1].entity is not None or len(before) == 1)


def _subject_labels(sentence: Sentence, phrase: Item, asked: str | None) -> frozenset[str]:
    """What the subject of a phrase can be; empty where nothing is.

    That is the name before it or an unnamed thing ("diseases of FBN1 that show X"); but before a verb at the end not
    the thing asked for, which is its object there ("which diseases does X cause").
    """
    left = sentence.before(phrase)
    before = [item for item in left if item.entity is not None or item in sentence.types]
    if phrase in sentence.types and left and not left[-1].auxiliary:  # "linked to targets of X"
        return phrase.meaning.labels
    if not before:
        return frozenset({asked}) if asked else frozenset()
    has_object = any(item.entity is not None and item.position > phrase.position for item in sentence.items)
    possible = [item for item in before if item.entity is None and (has_object or asked not in item.meaning.labels)]
    return frozenset(label for item in (*possible, before[-1]) for label in _labels(sentence, item))


def _labels(sentence: Sentence, item: Item) -> frozenset[str]:
    return item.meaning.labels if item.entity is None else frozenset({sentence.thing(item).label})


def wrong_subject(sentence: Sentence, used: Iterable[Relation], asked: str | None, beside: Item | None) -> Item | None:
    """The phrase whose subject stands at the wrong end of every relation that it means and the reading uses.

    Args:
        beside: a phrase that says something else.
    """
    used = list(used)
    for phrase in (one for one in (*sentence.phrases, *sentence.hints) if one is not beside):
        meant = [relation for relation in used if relation in phrase.meaning.relations]
        if not meant or _says_no_direction(sentence, phrase, meant):
            continue
        subjects = _subject_labels(sentence, phrase, asked)
        wrong = subjects and not any(_is_subject(relation, phrase, subjects) for relation in meant)
        if wrong and not all(_stands_for_source(relation, subjects, used) for relation in meant):
            return phrase
    return _wrong_owner(sentence, used)


def _says_no_direction(sentence: Sentence, phrase: Item, meant: list[Relation]) -> bool:
    bare_noun = bool(phrase.meaning.labels) and phrase.position == phrase.last and not sentence.is_verb(phrase)
    acts = _acts_on_name(sentence, phrase) and all(map(_tells_what_was_done, meant))
    participle = _is_participle(phrase) and not acts
    free = any(not directions(phrase, relation) for relation in meant)
    return bare_noun or participle or free


def _tells_what_was_done(relation: Relation) -> bool:
    """Whether a relation is called by a verb in the past that says what its source did ("replaced")."""
    return bool(past_of(relation.forward.split()[0]))


def _acts_on_name(sentence: Sentence, phrase: Item) -> bool:
    """Whether a verb in the past stands between what did it and the name that it was done to ("ships rescued X")."""
    before = sentence.before(phrase)
    after = next((item for item in sentence.items if item.position > phrase.last), None)
    named = after is not None and after.entity is not None and not set(after.behind) - {"the"}
    return named and bool(before) and not any(item.auxiliary for item in before) and before[-1] in sentence.types


def _is_participle(phrase: Item) -> bool:
    word = phrase.text.lower()
    return phrase.position == phrase.last and (word.endswith(_PARTICIPLES) or bool(irregular_infinitive(word)))


def directions(phrase: Item, relation: Relation) -> list[bool]:
    """Whether the subject of a phrase is the source of a relation; empty or both where it says nothing of it."""
    return [forward for type_, forward in phrase.meaning.directions if type_ == relation.type]


def _is_subject(relation: Relation, phrase: Item, subjects: frozenset[str]) -> bool:
    ends = {relation.source if forward else relation.target for forward in directions(phrase, relation)}
    return bool(ends & subjects)


def _stands_for_source(relation: Relation, subjects: frozenset[str], used: Iterable[Relation]) -> bool:
    """Whether a subject has something by way of what it is associated with ("which phenotypes does the gene show")."""
    ends = {relation.source, relation.target}
    joined = [{one.source, one.target} for one in used if is_associative(one)]
    by_way = all({subject, relation.source} in joined for subject in subjects)
    return "have" in relation.words and ends.isdisjoint(subjects) and by_way


def _wrong_owner(sentence: Sentence, used: list[Relation]) -> Item | None:
    """ "Does arachnodactyly have Marfan syndrome": what has something is the source of a relation that can be had."""
    if sentence.phrases or sentence.types or len(sentence.names) != 2:
        return None
    one, other = sentence.names
    between = [item for item in sentence.items if one.last < item.position < other.position]
    has = [item for item in between if item.text.lower() in vocabulary().have]
    had = [relation for relation in used if "have" in relation.words]
    if not has or not had or any(item.generic for item in between):
        return None
    return None if any(sentence.thing(one).label == relation.source for relation in had) else has[0]


def oriented(sentence: Sentence, hops: list[Hop], noun: Item) -> list[Hop]:
    """Of two hops over one relation between things of one type, the one that the phrase for a noun means.

    The hops lead to the noun from something before or unnamed: from the subject of the phrase, unless the noun itself
    stands before it ("which genes does TP53 regulate").
    """
    if len({hop.relation for hop in hops}) != 1 or len(hops) < 2:
        return hops
    phrase = phrase_for(sentence, noun, hops)
    said = directions(phrase, hops[0].relation) if phrase is not None else []
    if phrase is None or len(said) != 1:
        return hops
    at_source = said[0] != is_passive(sentence, phrase, hops[0].relation)
    noun_is_subject = noun.position < phrase.position or _joins_subject(sentence, noun, phrase)
    return [hop for hop in hops if hop.forward == (at_source != noun_is_subject)]


def _joins_subject(sentence: Sentence, noun: Item, phrase: Item) -> bool:
    """Whether a noun behind a verb is one more subject ("which genes does TP53 regulate but not MDM2")."""
    between = [item for item in sentence.items if phrase.position < item.position < noun.position]
    before = sentence.before(phrase)
    inverted = len(before) > 1 and before[-1].entity is not None and before[-2].text.lower() in vocabulary().do
    return inverted and bool(between) and all(JOINING & item.meaning.cues for item in between)


def _is_done_by(sentence: Sentence, phrase: Item) -> bool:
    """Whether a participle with its preposition stands before "by" and what does it."""
    first, _, rest = phrase.text.lower().partition(" ")
    after = next((item for item in sentence.items if item.position > phrase.last), None)
    by = after is not None and after.behind[:1] == ("by",)
    return by and bool(rest) and (first.endswith(_PARTICIPLES) or bool(irregular_infinitive(first)))


def is_passive(sentence: Sentence, phrase: Item, relation: Relation) -> bool:
    """Whether a participle is said of what something is done to ("by which genes is TP53 regulated", "is A referred to
    by B")."""
    if _is_done_by(sentence, phrase):
        return True
    if not _is_participle(phrase):
        return False
    auxiliaries = {item.text.lower() for item in sentence.before(phrase) if item.auxiliary}
    if _tells_what_was_done(relation):  # "which tower replaced X"
        return not auxiliaries.isdisjoint(_FORMS_OF_BE)
    return not auxiliaries & {"has", "have", "had"}
