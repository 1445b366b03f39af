"""Forms of questions for what meets some of several conditions: "at least two of", "the most of", "what could it be".

The conditions are read as those of a list; how many of them are to hold is said by a number, or by words that ask for
a ranking by it. What the question says that is not there is a condition apart, which counts against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from kgqa.language.vocabulary import Cue
from kgqa.linking.enumerations import is_number
from kgqa.questions.answer_type import asked_types, common_neighbours
from kgqa.questions.checks import unused_phrase
from kgqa.questions.forms.variables import variable
from kgqa.questions.intent import Condition, Gap, Intent, OfThese, Outcome, Thing, Variable
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, number_of
from kgqa.questions.wording import listed
from kgqa.records import Kind
from kgqa.schema.model import Schema

_MODALS = frozenset({"could", "can", "may", "might", "would"})
_WHAT = frozenset({"it", "this", "that", "these", "those", "he", "she", "they"})
_BEFORE = {"at least": (0, False), "exactly": (0, True), "only": (0, True), "more than": (1, False)}
"""What may stand before a number, with what it adds to it and whether it allows no more."""

_OF = ("most of", "as many of", "as many as possible of")
"""Words for a ranking that stand before what is counted for it."""
_OTHERWISE: tuple[Cue, ...] = ("or", "share", "not", "all", "most", "fewest", "compare", "distinguish")
"""Cues by which a question about several things of one name asks for something else than a list for each."""


def of_these(sentence: Sentence) -> Outcome:
    """ "Which diseases show at least two of A, B and C", "what could it be: A and B, but no C"."""
    graded = sentence.asks_ranking or _could_be(sentence)
    number = _number(sentence)
    if not graded and number is None:
        return _each(sentence) if _is_enumeration(sentence) else None
    if not sentence.names:
        return Gap("no_entity", "", closeness=0)
    if graded and number is not None:
        return Gap("unread", number[0].text, closeness=6)
    word = number[0] if number is not None else next((item for item in graded if item.text.lower() in _OF), None)
    if not _is_list(sentence, word):
        return Gap("grouping", "of", closeness=7)
    said = _least(sentence, number[0], number[1]) if number is not None else OfThese()
    if isinstance(said, Gap):
        return said
    if not graded or not any("compare" in item.meaning.cues for item in sentence.items):
        return _read(sentence, said)
    return Gap("unread", sentence.with_cue("compare")[0].text, closeness=6)


def asks_what_it_is(items: Sequence[Item], schema: Schema) -> bool:
    """Whether words ask what "it" is, so that what stands in the sentences before it tells what was seen."""
    sentence = Sentence(items, (), schema)
    return bool(sentence.asks_ranking or _could_be(sentence))


def _is_list(sentence: Sentence, word: Item | None) -> bool:
    """Whether things are asked for, and words that count some names ("two of", "most of") stand before all of them."""
    if sentence.opens_with_auxiliary and sentence.commands is None:
        return False
    return word is None or (sentence.asks_which and all(word.position < name.position for name in sentence.names))


def _is_enumeration(sentence: Sentence) -> bool:
    """Whether the names are one name with several numbers, which "and" joins ("X 1, 2 and 4")."""
    again = [name for name in sentence.names if is_number(name.text)]
    joint = sentence.has("and") and not sentence.has(*_OTHERWISE)
    both = any(item.text.lower() == "both" for item in sentence.items)
    return bool(again) and again == sentence.names[1:] and joint and not both


def _each(sentence: Sentence) -> Outcome:
    """What any of several things of one name has, told of each; None where that is no list."""
    outcome = _read(sentence, OfThese(1)) if sentence.asks_which or sentence.has("count") else None
    if not isinstance(outcome, Intent) or outcome.of_these is None:
        return None
    said = listed([name.text for name in sentence.names])
    return replace(outcome, notes=(*outcome.notes, f"“{said}” was read as each of them, not as all at once."))


def _could_be(sentence: Sentence) -> list[Item]:
    """Words that ask what "it" could be, behind what is asked for ("which diseases could this be")."""
    found = []
    for modal, be in pairwise(sentence.items):
        asks = modal.position > 0 and modal.auxiliary and modal.text.lower() in _MODALS
        if asks and be.text.lower() == "be" and len(be.behind) == 1 and be.behind[0] in _WHAT:
            found.append(modal)
    return found if sentence.has("which") else []


def _number(sentence: Sentence) -> tuple[Item, int] | None:
    """The number in "two of", with its item; None where there is none."""
    for place, item in enumerate(sentence.items):
        after = sentence.items[place + 1 : place + 3]
        if not after:
            break
        more = "or" in after[0].meaning.cues and len(after) > 1 and after[1].text.lower() == "more"
        behind = sentence.items[place + 3 : place + 4] if more else after[:1]
        if not behind or not ("of" in behind[0].behind or more):
            continue
        number = number_of(item) if "number" in item.meaning.cues else None
        if number is not None:
            return item, number
    for item, name in pairwise(sentence.items):
        any_ = item.text.lower() in ("any", "either") and "of" in name.behind
        if name.entity is not None and (any_ or item.text.lower() == "one of"):
            return item, 1
    return None


def _least(sentence: Sentence, item: Item, number: int) -> OfThese | Gap:
    """What is said around a number; a gap where a word of it says anything else."""
    before = sentence.before(item)
    word = before[-1].text.lower() if before else ""
    more, exactly = _BEFORE.get(word, (0, False))
    used = [before[-1]] if word in _BEFORE else []
    place = list(sentence.items).index(item)
    after = sentence.items[place + 1 : place + 3]
    if len(after) == 2 and "or" in after[0].meaning.cues and after[1].text.lower() == "more":
        if used:
            return Gap("unread", word, closeness=6)
        used.append(after[1])
    others = [one for one in sentence.with_cue("compare") if not any(one is other for other in used)]
    return Gap("unread", others[0].text, closeness=6) if others else OfThese(number + more, exactly)


def _read(sentence: Sentence, said: OfThese) -> Outcome:
    asked: list[tuple[str, Item | None]] = list(asked_types(sentence)) if sentence.types else []
    if not asked:
        asked = [(label, None) for label in _joined_to_all(sentence)]
    outcomes = [_of_type(sentence, label, item, said) for label, item in asked]
    intents = tuple(outcome for outcome in outcomes if isinstance(outcome, Intent))
    if len(intents) > 1:
        labels = "|".join(intent.answer.label for intent in intents if intent.answer is not None)
        return Gap("type_choice", labels, closeness=5, readings=intents)
    if intents:
        return intents[0]
    return outcomes[-1] if outcomes else Gap("unread", "", closeness=2)


def _joined_to_all(sentence: Sentence) -> list[str]:
    """The types that a relation joins to every name; the one with by far the most edges alone where there is one."""
    ends: Counter[str] = common_neighbours(sentence)
    if not ends:
        return []
    most = max(ends, key=lambda label: ends[label])
    far = all(2 * number < ends[most] for label, number in ends.items() if label != most)
    return [most] if far else sorted(ends)


def _of_type(sentence: Sentence, label: str, item: Item | None, said: OfThese) -> Intent | Gap:
    if item is None and any(thing.label == label for thing in sentence.things):
        return Gap("unread", "", closeness=3)
    read = variable(sentence, label, item)
    if isinstance(read, Gap):
        return read
    answer, used, longest = read
    unused = unused_phrase(sentence, used)
    if unused is not None:
        return Gap("no_relation", f"{unused.text}|{label}|{sentence.things[0].label}", closeness=5)
    mixed = len({thing.label for thing in sentence.things}) > 1 or longest > 1
    if mixed or any(one.variable is not None or one.denied for one in answer.conditions):
        return Gap("grouping", "of", closeness=7)
    conditions = tuple(dict.fromkeys(alone for one in answer.conditions for alone in _alone(one)))
    holding = [one for one in conditions if not one.negated]
    notes = _twice(sentence, [thing for one in conditions for thing in one.things])
    kind: Kind = "count" if sentence.has("count") else "list"
    if not holding:
        return Gap("unread", sentence.nots[0].text if sentence.nots else "", closeness=6)
    if said.least is None and kind == "count":
        return Gap("unread", sentence.with_cue("count")[0].text, closeness=6)
    if said.least is not None and not 0 < said.least <= len(holding):
        return Gap("unread", f"{said.least} of {len(holding)}", closeness=6)
    variable_ = Variable(label, (*holding, *(one for one in conditions if one.negated)))
    if len(holding) == 1:
        return Intent(kind, variable_, notes=notes)
    return Intent(kind, variable_, of_these=said, notes=notes)


def _alone(condition: Condition) -> Iterator[Condition]:
    """One condition for each thing of it; "A, B or C" are three of which some are to hold."""
    for thing in condition.things:
        yield replace(condition, things=(thing,))


def _twice(sentence: Sentence, things: list[Thing]) -> tuple[str, ...]:
    named = Counter(sentence.thing(name) for name in sentence.names)
    return tuple(f"{thing.name} is named {named[thing]} times and counts once." for thing in things if named[thing] > 1)
