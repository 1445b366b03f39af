"""The expected type of an answer: the type word behind "which", or what a relation leaves open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import WANTING, vocabulary
from kgqa.questions.intent import Variable
from kgqa.questions.paths import direct
from kgqa.questions.relation_phrases import directions, is_passive
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item
from kgqa.schema.model import Relation

FAR_MORE = 20
"""Times as many edges of one type as of another that the same name joins, for that type alone to be meant."""


def asked_types(sentence: Sentence) -> list[tuple[str, Item | None]]:
    """The labels that the thing asked for may have, each with its type word; empty where nothing is asked for.

    It is the type word behind "which", else the first one; in "how is X inherited" and where there is no type word, it
    is the other end of the relation that is asked for, where one end has by far the most edges.
    """
    which = [item.position for item in sentence.items if WANTING & item.meaning.cues]
    behind = [item for item in sentence.types if which and item.position >= which[0]]
    by_verb = sentence.has("how") and not which and sentence.phrases
    chosen = [] if by_verb else (behind or sentence.types)[:1]
    if chosen:
        return [(label, chosen[0]) for label in sorted(chosen[0].meaning.labels)]
    return [(label, None) for label in _left_open(sentence)]


def asked_word(sentence: Sentence) -> Item | None:
    """The type word that asks; None where there is none."""
    asked = asked_types(sentence)
    return asked[0][1] if asked else None


def says_more(items: Sequence[Item], word: Item, answer: Variable) -> bool:
    """Whether a type word only says more of another one right behind it, of two the last being what is asked for
    ("*port* captains"), while an answer is of its own type."""
    place = items.index(word)
    after = next(iter(items[place + 1 : place + 2]), None)
    if after is None or after.start != word.end + 1 or after.entity is not None or after.meaning.relations:
        return False
    if word.text.lower().rpartition(" ")[2] in vocabulary().function:
        return False  # "targets of drugs"
    labels = after.meaning.labels
    return answer.label in word.meaning.labels and bool(labels) and answer.label not in labels


def _left_open(sentence: Sentence) -> list[str]:
    ends: Counter[str] = Counter()
    for phrase in sentence.phrases:
        called = _ends(sentence, phrase, _called(phrase))
        if sentence.asks_which and len(called) > 1 and max(called.values()) < FAR_MORE * min(called.values()):
            # Each of them is what the phrase says.
            return sorted(called)
        ends += called or _ends(sentence, phrase, phrase.meaning.relations)
    if not sentence.phrases and len(sentence.names) > 1 and not _asks_for_name(sentence):
        ends = common_neighbours(sentence)
    fragment = len(sentence.names) == 1 and not sentence.opens_with_auxiliary
    if not ends or not (sentence.asks_which or fragment):
        return []
    most = max(ends, key=lambda label: ends[label])
    return [most] if all(2 * ends[label] < ends[most] for label in ends if label != most) else []


def _asks_for_name(sentence: Sentence) -> bool:
    """Whether what is asked for is called by a name ("which X-linked diseases combine A with B")."""
    first = sentence.names[0]
    return any({"which", "count"} & item.meaning.cues and item.last + 1 == first.position for item in sentence.items)


def _ends(sentence: Sentence, phrase: Item, relations: Set[Relation]) -> Counter[str]:
    """What some relations leave open, each with how many edges do."""
    ends: Counter[str] = Counter()
    for relation in relations:
        for item in (*sentence.names, *sentence.types):
            end = _other_end(sentence, phrase, relation, item)
            if end is not None:
                ends[end] += relation.count
    return ends


def _called(phrase: Item) -> set[Relation]:
    """The relations that a phrase calls by their own name, which count before those whose name it is not."""
    said = _stems(phrase.text)
    return {
        relation
        for relation in phrase.meaning.relations
        if said in (_stems(own)[: len(said)] for own in (relation.forward, relation.inverse.removeprefix("is ")))
    }


def _stems(phrase: str) -> list[str]:
    return [token.stem for token in spoken(phrase)]


def _other_end(sentence: Sentence, phrase: Item, relation: Relation, noun: Item) -> str | None:
    """The label at the end of a relation that a noun leaves open, given whether it is the subject of the phrase."""
    label = sentence.thing(noun).label if noun.entity is not None else min(noun.meaning.labels)
    ends = {relation.source: relation.target, relation.target: relation.source}
    if label not in ends or relation.hierarchical or relation.negates is not None:
        return None
    if relation.source == relation.target:
        return label
    said = directions(phrase, relation)
    if len(said) != 1:
        return ends[label]
    at_source = (said[0] != is_passive(sentence, phrase, relation)) == (noun.position < phrase.position)
    return ends[label] if (label == relation.source) == at_source else None


def common_neighbours(sentence: Sentence) -> Counter[str]:
    """Labels that one relation joins to every name ("what has A and B"), with how many edges do."""
    counts: dict[str, list[int]] = {}
    for thing in sentence.things:
        for node in sentence.schema.nodes:
            hops = direct(sentence.schema, node.label, thing.label)
            if hops and node.label != thing.label:
                counts.setdefault(node.label, []).append(sum(hop.relation.count for hop in hops))
    names = len(sentence.things)
    return Counter({label: min(found) for label, found in counts.items() if len(found) == names})
