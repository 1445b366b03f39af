"""A name that asks: "which heart defects are seen in X" means the kinds of that thing that X has, and "which fungi grow
on X" the organisms that are members of that class.

The plainest such question, in which anything that a reader or a model means by it can be put, is "Which kinds of N does
X show?", with the name N as the graph has it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa.language.inflection import irregular_infinitive, without_s
from kgqa.language.normalise import fold, name_words
from kgqa.language.vocabulary import JOINING, WANTING, vocabulary
from kgqa.questions.intent import Condition, Hop, Intent
from kgqa.questions.lexicon import Meaning
from kgqa.questions.paths import direct
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, joins_of
from kgqa.records import Entity

_UNCOUNTED = frozenset({"involvement"})
_JOINING = frozenset({"in", "of", "with"})
"""Prepositions by which a name says of what the kinds of another one are asked."""


def asking_name(sentence: Sentence) -> Item | None:
    """The name behind "which" or "how many" that stands for its kinds; None where the question is another one.

    It is of a type with kinds or members, a verb follows it and further on another name, and no other word says what is
    asked for. Or it is a plural before everything else but "what are the", and a preposition joins the other name to
    it, perhaps behind a participle ("heart defects in X", "tumours seen in X"). Or a name that only sorts stands before
    "forms of" it ("X-linked forms of N"). Or its kinds are ranked, and it is the only name.
    """
    if len(sentence.names) == 1 and sentence.has("most", "fewest"):
        return _ranked(sentence, sentence.names[0])
    if len(sentence.names) < 2 or sentence.names[0].behind not in ((), ("of",), ("the",)):
        return None
    name = sentence.names[0]
    before = sentence.before(name)
    after = [item for item in sentence.items if item.position > name.position]
    if (of := _sorted_out(sentence, before, after)) is not None:
        return of
    if after[0].meaning.labels or not ways_up(sentence, name):
        return None
    plural = _is_plural(name.text)
    if _is_phrase(sentence, before, after):
        sorts = any("kind" in item.meaning.cues for item in before)
        return name if plural or sorts or name.behind == ("of",) else None
    if not before or not sentence.asks_which or name.behind == ("the",):
        return None
    asks = next((item for item in before if {"which", "count"} & item.meaning.cues), None)
    kind = before[-1] if "kind" in before[-1].meaning.cues else None
    if asks is None or any(item not in (asks, kind) for item in before) or (name.behind and kind is None):
        return None
    which = asks.text.lower() in ("which", "how many") or plural or kind is not None
    verb = after[0].auxiliary or after[0].generic or bool(after[0].meaning.relations)
    return name if which and verb else None


def _ranked(sentence: Sentence, name: Item) -> Item | None:
    """The only name of a question for what has the most of something, where its kinds are what is ranked ("which types
    of N have the most A", "which of the Ns have the fewest A"); else None."""
    before = sentence.before(name)
    ranking = next(item for item in sentence.items if {"most", "fewest"} & item.meaning.cues)
    behind = next((item for item in sentence.items if item.position > name.position), None)
    kind = bool(before) and "kind" in before[-1].meaning.cues
    if behind is None or ranking.position < name.position or not (kind or _is_plural(name.text)):
        return None
    verb = behind.auxiliary or behind.generic or bool(behind.meaning.relations)
    asks = bool(before) and all({"which", "list", "kind"} & item.meaning.cues for item in before)
    return name if asks and verb and not behind.meaning.labels and ways_up(sentence, name) else None


def _sorted_out(sentence: Sentence, before: list[Item], after: list[Item]) -> Item | None:
    """The name whose forms are asked for right behind a name of another type that says which of them."""
    opening = [item for item in before if not (item.auxiliary or WANTING & item.meaning.cues)]
    sorting = sentence.names[0]
    if "kind" in after[0].meaning.cues:
        of = len(after) > 1 and joins_of(*after[:2])
        after = after[1:] if of else []  # "A types with B" asks for kinds of A
    elif after[0].behind != ("of",) or without_s(sorting.text.lower().split()[-1]) not in vocabulary().cues["kind"]:
        return None
    if (
        opening
        or not after
        or after[0].entity is None
        or sentence.thing(after[0]).label == sentence.thing(sorting).label
    ):
        return None
    return after[0] if _kinds(sentence, sentence.thing(after[0]).label) else None


def as_verdict(question: str, items: list[Item], names: Sequence[Entity], nouns: frozenset[str]) -> list[Item]:
    """The items of a question that is nothing but two names ("neurofibromas in Legius syndrome?") as those of the one
    that asks whether one is in the other; as they are where the first one only sorts, so that its kinds are meant.

    Args:
        nouns: folded words by which nothing but its type is said of a thing ("abnormality").
    """
    two = len(items) == len(names) == 2 and items[1].behind[:1] == ("in",) and question.rstrip().endswith("?")
    labels = {one.label for name in names for one in (name.chosen, *name.rivals)}
    if not two or names[0].guess == "broad" or len(labels) < 2:
        return items
    if not nouns.isdisjoint(name_words(names[0].chosen.name)) or fold(names[0].mention.split()[-1]) in _UNCOUNTED:
        return items
    whether = Item("is", 0, 0, 0, auxiliary=True)
    return [whether, *(replace(one, position=one.position + 1, last=one.last + 1) for one in items)]


def _is_plural(written: str) -> bool:
    """Whether a name stands in the plural, or ends with a word that has none ("kidney involvement")."""
    head = re.split(r" (?:of|with|in) ", written.lower(), maxsplit=1)[0]
    return any(noun != without_s(noun) for noun in (written.lower(), head)) or fold(head.split()[-1]) in _UNCOUNTED


def _is_phrase(sentence: Sentence, before: list[Item], after: list[Item]) -> bool:
    """Whether a name and those that a preposition joins to it are all that is said, "what are the" aside."""
    opening = [item for item in before if not (item.auxiliary or {"which", "list", "kind"} & item.meaning.cues)]
    asked = not before or sentence.commands is not None or bool({"which", "kind"} & before[0].meaning.cues)
    if len(after) == 2 and _is_participle(after[0]):
        joined, rest = after[1].entity is not None, after[2:]
    else:
        joined, rest = after[0].entity is not None and not _JOINING.isdisjoint(after[0].behind), after[1:]
    return asked and not opening and joined and all(map(_goes_on, rest))


def _goes_on(item: Item) -> bool:
    """Whether an item is a further name, or joins one ("… in A but not in B")."""
    return item.entity is not None or bool(item.meaning.cues & JOINING)


def _is_participle(item: Item) -> bool:
    """Whether a phrase for a relation says it of the noun before it, as a verb in no tense does ("seen in")."""
    verb = item.text.lower().split()[0]
    return (
        bool(item.meaning.relations)
        and not item.auxiliary
        and (verb.endswith("ed") or bool(irregular_infinitive(verb)))
    )


def ways_up(sentence: Sentence, name: Item) -> list[Hop]:
    """The hops that lead from what a name may stand for to the named thing: from its kinds, then from its members."""
    label = sentence.thing(name).label
    members = [Hop(one, True) for one in sentence.schema.relations if one.membership and one.target == label]
    return [*_kinds(sentence, label)[:1], *(hop for hop in members if hop.start != label)]


def _kinds(sentence: Sentence, label: str) -> list[Hop]:
    return [hop for hop in direct(sentence.schema, label, label, hierarchical=True) if hop.forward]


def as_type_word(sentence: Sentence, name: Item, label: str) -> Sentence:
    """The same sentence with a name as a word for a type, and without "kinds of" before it."""
    word = replace(name, entity=None, meaning=Meaning(labels=frozenset({label})), behind=())
    items = [word if item is name else item for item in sentence.items if "kind" not in item.meaning.cues]
    return Sentence(items, sentence.things, sentence.schema)


def of_kinds(sentence: Sentence, name: Item, upward: Hop, intent: Intent) -> Intent | None:
    """What the question asks for, where that is of the type that a hop leads up from: only what it leads up from to
    the named thing; else None."""
    thing, answer = sentence.thing(name), intent.answer
    if answer is None or answer.label != upward.start:
        return None
    if intent.rank_hop is not None and not (answer.conditions or intent.compared):
        return replace(intent, answer=replace(answer, conditions=(Condition(upward, (thing,)),)))
    if not answer.conditions or intent.most or intent.of_these is not None or intent.kind not in ("list", "count"):
        return None
    if any(condition.variable is not None for condition in answer.conditions):
        return None
    below = replace(answer, conditions=(Condition(upward, (thing,)), *answer.conditions))
    return replace(intent, answer=below)
