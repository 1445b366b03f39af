"""Forms of questions for everything of a type: lists, counts, existence, the most, what things share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, product

from kgqa.language.inflection import base, is_superlative
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.answer_type import asked_types
from kgqa.questions.checks import unused_phrase
from kgqa.questions.conditions.descriptions import is_unnamed
from kgqa.questions.forms.variables import variable
from kgqa.questions.intent import Condition, Gap, Hop, Intent, Outcome, Variable, choice, conditions_of
from kgqa.questions.paths import asked_of, direct
from kgqa.questions.relation_phrases import oriented
from kgqa.questions.sentence import Sentence
from kgqa.questions.tagging import Item, number_of

_RANKING: tuple[Cue, ...] = ("most", "fewest", "count")
"""What stands between the things that are ranked and those that are counted for it."""
_LACKING = frozenset({"without", "lacking", "lacks", "lack", "no"})
"""What says by itself that something is not had."""
_RECORDED = frozenset({"recorded", "reported", "described", "documented", "annotated", "listed"})


def superlative(sentence: Sentence) -> Outcome:
    """ "Which phenotype is most frequent in D", "which gene is associated with the most diseases"."""
    if not sentence.has("most", "fewest") and not (sentence.has("top") and sentence.has("count")):
        return None
    if not sentence.types:
        return Gap("unread", "most", closeness=2)
    if not sentence.has("most"):
        return _most_linked(sentence)
    if sentence.has("often") or any(owned.property.role == "frequency" for _, owned in sentence.properties):
        return _most_frequent(sentence)
    return _most_linked(sentence)


def _most_frequent(sentence: Sentence) -> Outcome:
    outcome = listing(sentence)
    if not isinstance(outcome, Intent) or outcome.answer is None or len(outcome.answer.conditions) != 1:
        passed_on = isinstance(outcome, Gap) and not outcome.readings
        return outcome if passed_on else Gap("unread", "most", closeness=2)
    condition = outcome.answer.conditions[0]
    relation = condition.hop.relation
    if condition.variable is not None or condition.hop.forward:
        return Gap("unread", "most", closeness=5)
    for property_ in relation.properties:
        if property_.role == "frequency":
            return Intent("list", outcome.answer, property=property_, most=True, hops=outcome.hops)
    return Gap("no_property", f"frequency|{relation.type}", closeness=5)


def _most_linked(sentence: Sentence) -> Outcome:
    cue: Cue = next(cue for cue in _RANKING if sentence.has(cue))
    most = sentence.with_cue(cue)[0]
    counted = [item for item in sentence.types if item.position > most.position]
    asked = [item for item in sentence.types if item.position < most.position]
    # "The highest lamp" is one of lamps, as "the highest number of lamps" is one of numbers.
    of_one = is_superlative(most.text.lower()) and any(item.position == most.last + 1 for item in counted)
    among = _among_names(sentence, most, counted)
    if among is not None:
        return among
    restricted = [*sentence.names, *asked[1:]]
    if len(counted) != 1 or not asked or of_one or any(item.position > most.position for item in restricted):
        return Gap("unread", most.text, closeness=2)
    ways: list[tuple[Hop, ...]] = []
    for label, other in product(sorted(asked[0].meaning.labels), sorted(counted[0].meaning.labels)):
        hops = asked_of(sentence, direct(sentence.schema, label, other))
        if label == other:
            hops = oriented(sentence, hops, counted[0])
        if len(hops) == 1:
            ranked = (
                _restricted(sentence, label, (asked[0], most, counted[0]), hops[0]) if restricted else Variable(label)
            )
            if isinstance(ranked, Gap):
                return ranked
            unused = unused_phrase(sentence, {hops[0].relation, *(one.hop.relation for one in conditions_of(ranked))})
            if unused is not None:
                return Gap("no_relation", f"{unused.text}|{label}|{other}", closeness=5)
            least = sentence.has("fewest")
            return Intent("list", ranked, most=True, rank_hop=hops[0], least=least, top=_top(sentence))
        ways += [(hop,) for hop in hops]
    if ways:
        return choice(ways)
    return Gap("no_relation", f"{min(asked[0].meaning.labels)}|{min(counted[0].meaning.labels)}", closeness=4)


def _among_names(sentence: Sentence, most: Item, counted: Sequence[Item]) -> Outcome:
    """Which of some named things of one type has the most of something ("which of the genes A, B and C …")."""
    labels = {thing.label for thing in sentence.things}
    own = [item for item in sentence.types if labels <= item.meaning.labels]
    others = [item for item in sentence.types if item not in own]
    if len(sentence.names) < 2 or len(labels) != 1 or not others or others != [*counted][:1] or sentence.nots:
        return None
    (label,) = labels
    ways = [
        hop
        for end in sorted(others[0].meaning.labels)
        for hop in asked_of(sentence, direct(sentence.schema, label, end))
    ]
    unused = unused_phrase(sentence, {hop.relation for hop in ways})
    if len(ways) != 1 or unused is not None:
        return choice([(hop,) for hop in ways]) if len(ways) > 1 else Gap("unread", most.text, closeness=3)
    things = tuple(dict.fromkeys(map(sentence.thing, sentence.names)))
    least = sentence.has("fewest")
    return Intent("list", any_pair=True, most=True, rank_hop=ways[0], least=least, top=0, compared=things)


def _restricted(sentence: Sentence, label: str, ranking: tuple[Item, Item, Item], hop: Hop) -> Variable | Gap:
    """The things that are ranked where only some of their type are ("which diseases *of SCN5A* have the most …").

    Args:
        ranking: the word for their type, the one that asks for the most, and the one for what is counted.
    """
    asked, most, counted = ranking
    before = sentence.before_most
    said = before if before is not None and hop.relation in before.meaning.relations else None
    items = [item for item in sentence.items if item not in (most, counted, said)]
    read = variable(Sentence(items, sentence.things, sentence.schema), label, asked)
    return read if isinstance(read, Gap) else read[0]


def _top(sentence: Sentence) -> int | None:
    """How many of a ranking are asked for ("which 5 drugs"), or None."""
    numbers = sentence.with_cue("number")
    return number_of(numbers[0]) if len(numbers) == 1 else None


def shared(sentence: Sentence) -> Outcome:
    """ "What do A and B have in common": every thing that the graph joins to both."""
    if not sentence.has("share") or sentence.types or len(sentence.names) < 2 or sentence.phrases:
        return None
    if len({thing.label for thing in sentence.things}) > 1:
        return Gap("unread", "share", closeness=3)
    return Intent("list", shared=tuple(sentence.things))


def listing(sentence: Sentence) -> Outcome:
    """Everything of one type that meets the conditions; counted, or only asked whether there is any."""
    outcomes = [_list_of(sentence, label, item) for label, item in asked_types(sentence)]
    intents = tuple(outcome for outcome in outcomes if isinstance(outcome, Intent))
    if len(intents) > 1:
        labels = "|".join(intent.answer.label for intent in intents if intent.answer is not None)
        return Gap("type_choice", labels, closeness=5, readings=intents)
    return intents[0] if intents else outcomes[-1] if outcomes else None


def _list_of(sentence: Sentence, label: str, item: Item | None) -> Intent | Gap:
    if item is not None and sentence.is_predicate(item):
        return Gap("no_relation", f"{sentence.things[0].label}|{label}", closeness=4)
    read = variable(sentence, label, item)
    if isinstance(read, Gap):
        return read
    answer, used, longest = read
    unused = unused_phrase(sentence, used)
    if unused is not None and _joins(sentence, label, unused):
        return Gap("grouping", unused.text, closeness=5)
    if unused is not None:
        return Gap(
            "no_relation", f"{unused.text}|{label}|{sentence.things[0].label if sentence.things else ''}", closeness=5
        )
    denies = answer.conditions and all(c.negated for c in answer.conditions)
    if denies and (_tells_absence(sentence) or not all(map(partial(_is_silence, sentence), answer.conditions))):
        if any(is_unnamed(thing) for c in answer.conditions for thing in c.things):
            return Gap("unread", sentence.nots[0].text if sentence.nots else "", closeness=5)  # no record denies all
        never = next((item for item in sentence.nots if item.text.lower() == "never"), None)
        if never is not None and not any(map(partial(_records_absence, sentence), answer.conditions)):
            return Gap("unread", never.text, closeness=5)  # what never was is told by silence, if by anything
        answer = Variable(label, tuple(one for c in answer.conditions for one in _denials(c)))
    elif sum(c.negated for c in answer.conditions) == 1 and any(map(_recorded_not, sentence.nots)):
        answer = Variable(label, tuple(one for c in answer.conditions for one in (_denials(c) if c.negated else [c])))
    joins = any({"and", "or"} & item.meaning.cues for item in sentence.items[1:])  # "what has both"
    if not answer.conditions and (sentence.names or joins):
        return Gap("unread", "", closeness=2)
    if sentence.has("count"):
        return Intent("count", answer, hops=longest)
    exists = not sentence.asks_which and (sentence.opens_with_auxiliary or sentence.has("there"))
    if exists and not sentence.has("there", "share") and (len(sentence.names) > 1 or not _with_article(sentence, item)):
        return Gap("unread", "", closeness=4)
    return Intent("yesno" if exists else "list", answer, hops=longest)


def _joins(sentence: Sentence, label: str, phrase: Item) -> bool:
    """Whether a phrase asks for a relation that the graph has between the asked type and a named thing."""
    ends = [{label, thing.label} for thing in sentence.things]
    return any({relation.source, relation.target} in ends for relation in phrase.meaning.relations)


def _is_silence(sentence: Sentence, condition: Condition) -> bool:
    """Whether silence is all that can be asked of a link: it is called by its name, or nothing but to have is denied,
    and the graph never records that it does not hold."""
    relation = condition.hop.relation
    said = any(relation in item.meaning.relations for item in sentence.phrases)  # "do not go together" may be the link
    return (said or _lacks(sentence)) and not _records_absence(sentence, condition)


def _records_absence(sentence: Sentence, condition: Condition) -> bool:
    """Whether the graph ever records of a link that it does not hold."""
    relation = condition.hop.relation
    return relation.against is not None or any(one.negates == relation.type for one in sentence.schema.relations)


def _lacks(sentence: Sentence) -> bool:
    """Whether nothing is denied but to have something ("without A", "do not have A")."""
    behind = {one.position: after for one, after in pairwise(sentence.items)}
    return all(
        item.text.lower() in _LACKING
        or (item.position in behind and base(behind[item.position].text.lower()) == "have")
        for item in sentence.nots
    )


def _recorded_not(item: Item) -> bool:
    """Whether a word for "not" stands behind what says that it is recorded ("recorded not to show A")."""
    return bool(item.behind) and item.behind[-1] in _RECORDED


def _tells_absence(sentence: Sentence) -> bool:
    """Whether something is to be known to be absent ("absent in", "free of"), which silence does not tell."""
    words = (word for item in sentence.nots for word in item.text.lower().split())
    return not vocabulary().turning.isdisjoint(words)


def _denials(condition: Condition) -> list[Condition]:
    """Conditions that a record must deny: not "A or B" is neither, so each is to be denied."""
    if condition.variable is not None:
        return [replace(condition, negated=False, denied=True)]
    return [Condition(condition.hop, (thing,), denied=True) for thing in condition.things]


def _with_article(sentence: Sentence, item: Item | None) -> bool:
    return item is not None and any("a" in other.meaning.cues for other in sentence.before(item))
