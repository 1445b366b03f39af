"""What a list is to leave out: "which genes other than FBN1", "besides X", "except X", "that are not (kinds of) X".

The named things are taken out of the sentence, the rest is read as ever, and what is left out must be of the type that
is asked for: of anything else it would be a condition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.questions.intent import Gap, Intent, Thing
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item

_NOTHING = frozenset({"the", "for", "from", "in"})
"""What may stand between "except" and a name."""


_BE = frozenset({"is", "are"})


@dataclass(frozen=True, slots=True)
class Rest:
    """A sentence without what it asks to leave out.

    Attributes:
        word: the item that says so ("other than").
    """

    sentence: Sentence
    besides: tuple[Thing, ...]
    word: Item


def without_besides(sentence: Sentence) -> Rest | None:
    """The sentence without the names behind "other than"; None where it leaves nothing out."""
    for place, word in enumerate(sentence.items):
        names = _row(sentence, place + 1) if "besides" in word.meaning.cues else []
        if names:
            first, last = word.position, names[-1].last
            left = [item for item in sentence.items if not first <= item.position <= last]
            kept = [item for item in left if not _repeats(item)]
            return Rest(_settled(sentence, kept), tuple(dict.fromkeys(map(sentence.thing, names))), word)
    return _without_denied(sentence) if sentence.types else None


def _without_denied(sentence: Sentence) -> Rest | None:
    """The sentence without what is not to be among the things that it asks for ("… but are not kinds of A")."""
    items = sentence.items
    for place, word in enumerate(items):
        copula = items[place - 1] if place else None
        if "not" not in word.meaning.cues or copula is None or not copula.auxiliary or copula.text.lower() not in _BE:
            continue
        kind = place + 1 < len(items) and "kind" in items[place + 1].meaning.cues
        names = _row(sentence, place + 1 + kind)
        joint = place > 1 and {"but", "and"} & items[place - 2].meaning.cues and items[place - 2].entity is None
        first = items[place - 2].position if joint else copula.position
        if names and not (place == 1 and sentence.opens_with_auxiliary):
            kept = [item for item in items if not first <= item.position <= names[-1].last]
            # What is a kind of X is X as well.
            things = (replace(sentence.thing(name), broad=True) for name in names)
            return Rest(_settled(sentence, kept), tuple(dict.fromkeys(things)), word)
    return None


def _repeats(item: Item) -> bool:
    """Whether an item says once more that something is left out ("apart from A, is any *other* gene …")."""
    return item.entity is None and "other" in item.meaning.cues and not item.meaning.of_graph and item.text != "same"


def _row(sentence: Sentence, place: int) -> list[Item]:
    """The names of one type that begin at a place and that only "and", "or" or commas part."""
    names: list[Item] = []
    for item in sentence.items[place:]:
        if item.entity is None:
            if not names or not {"and", "or"} & item.meaning.cues:
                break
        elif not names and not set(item.behind) <= _NOTHING:
            break  # "except those with X" is a condition
        elif names and sentence.thing(item).label != sentence.thing(names[0]).label:
            break
        else:
            names.append(item)
    return names


def _settled(sentence: Sentence, kept: list[Item]) -> Sentence:
    """A sentence of some of the items, with the things that these name."""
    things: list[Thing] = []
    items = []
    for item in kept:
        if item.entity is not None:
            things.append(sentence.thing(item))
            item = replace(item, entity=len(things) - 1)
        items.append(item)
    return Sentence(items, things, sentence.schema)


def leaving_out(rest: Rest, outcome: Intent | Gap) -> Intent | Gap:
    """What the rest of a sentence asks for, without the things that it leaves out."""
    if isinstance(outcome, Gap):
        return replace(outcome, readings=tuple(_with(rest, one) for one in outcome.readings))
    answer = outcome.answer
    ranked = outcome.most or outcome.rank_hop is not None or outcome.kind not in ("list", "count", "yesno")
    if answer is None or ranked or any(thing.label != answer.label for thing in rest.besides):
        return Gap("unread", rest.word.text, closeness=6)
    return _with(rest, outcome)


def _with(rest: Rest, intent: Intent) -> Intent:
    return replace(intent, besides=rest.besides)
