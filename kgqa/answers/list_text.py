"""The sentences of a list answer: what was found, what was set aside, what was cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.answers.certainty import affirmed
from kgqa.answers.context import AnswerContext, ByKinds, marks
from kgqa.answers.kinds import in_brackets, recorded_for, silence
from kgqa.evidence import hedging
from kgqa.questions.intent import Hop, Intent, Thing, Variable
from kgqa.questions.wording import Hedge, as_asked, found_how, listed
from kgqa.records import Answer, AnswerItem

NAMED = 5
"""How many answers and set-aside things the sentences name; the table has all."""
SHORT = 6
"""Answers that the first line names one by one; of more it names the first ``FIRST``."""
FIRST, MARKED = 3, 1
"""The things that it then names, and the records that it cites for each; the table has all."""
_DIRECTLY = "What stands directly below it is counted, and not what is below that."
_NOT_JUDGED: tuple[Hedge, ...] = ("computed", "inferred", "text-mined")
"""What is said behind "recorded for" in three words; all else needs the verb."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What the first sentence of a list tells of.

    Attributes:
        total: how many things there are.
        hedge: what the links of all these things let one say.
        by_kinds: the named things that were answered by their kinds.
        cut: the list has not all of the things.
    """

    total: int
    hedge: Hedge | None = None
    by_kinds: Sequence[ByKinds] = ()
    cut: bool = False


def headline(
    context: AnswerContext, intent: Intent, counted: Counted, items: Sequence[AnswerItem] = (), order: str = ""
) -> str:
    """The first sentence: how many things there are, of what they are true, and which they are, or the first of them.

    Who asks how many there are is told that alone.

    Args:
        items: the things in their order.
        order: in which order they stand, in words.
    """
    assert intent.answer is not None
    total, hedge, by_kinds = counted.total, counted.hedge, counted.by_kinds
    alone = intent.kind != "count" and total == 1 and len(items) == 1 and not intent.most
    if alone and not by_kinds:
        return _single(context, intent, items[0], hedge)
    if alone and intent.kind == "list" and _is_simple(intent.answer) and hedge in (None, *_NOT_JUDGED):
        how = f", {found_how(hedge)}" if hedge is not None else ""
        start = recorded_for(context.wording, by_kinds, cut=counted.cut)
        return f"{start}: {items[0].name}{marks(items[0].evidence)}{how}."
    said = _number(context, intent, counted)
    if intent.kind == "count" or not items:
        return said
    several = len({kind for one in by_kinds for kind in one.kinds.values()}) != 1
    return with_names(said, items, total, order if several and not intent.most else "", kinds=several)


def with_names(said: str, items: Sequence[AnswerItem], total: int, order: str = "", *, kinds: bool = False) -> str:
    """A sentence that counts things with their names behind it, all of a few and the first of many.

    Args:
        kinds: the kinds that one or two things come from are told; of more they stand in the table.
    """
    if total <= SHORT:
        of_each = [in_brackets(one.kinds) if kinds and total <= 2 else "" for one in items]
        names = listed([f"{one.name}{marks(one.evidence)}{of}" for one, of in zip(items, of_each, strict=True)])
    else:
        names = first_of([f"{one.name}{marks(one.evidence, MARKED)}" for one in items], total, FIRST)
    if not order and ": " in said:  # one colon is enough
        return f"{said[:-1]}, {'namely' if total <= SHORT else 'among them'} {names}."
    return f"{said[:-1]}{f', {order}' if order else ''}: {names}."


def _single(context: AnswerContext, intent: Intent, item: AnswerItem, hedge: Hedge | None) -> str:
    """The first sentence about the only thing that there is."""
    assert intent.answer is not None
    variable, wording = intent.answer, context.wording
    named = f"{item.name}{marks(item.evidence)}"
    if not variable.conditions:
        return f"{context.source} holds 1 {wording.things(variable.label, 1)}: {named}."
    hops = [condition.hop for condition in variable.conditions]
    start = f"{affirmed(context, hops, hedge)}: " if intent.kind == "yesno" else ""
    # Of "which kinds of X" X itself may be the answer, which is none of its own kinds.
    rest = wording.asked(variable)[2]
    subject = _subject(rest)
    if subject is not None:
        name, hop = subject
        said = as_asked(rest.conditions[0])
        return f"{start}{name} {wording.phrase(hop, hedge=hedge)} {named}{said}."
    told = [one for one in rest.conditions if not one.hop.relation.hierarchical] or rest.conditions
    said = wording.conditions(replace(rest, conditions=tuple(told)), plural=False, hedge=hedge)
    return f"{start}{named} {said}."


def _number(context: AnswerContext, intent: Intent, counted: Counted) -> str:
    """How many things there are, and of what they are true."""
    assert intent.answer is not None
    variable, wording, total, hedge = intent.answer, context.wording, counted.total, counted.hedge
    if counted.by_kinds:
        return _of_kinds(context, intent, counted)
    one, nouns, rest = wording.asked(variable)
    noun = one if total == 1 else nouns
    hops = [condition.hop for condition in variable.conditions]
    start = f"{affirmed(context, hops, hedge)}: " if intent.kind == "yesno" else ""
    if not variable.conditions:
        return f"{context.source} holds {total:,} {noun}."
    if intent.most:
        verb = "stands" if total == 1 else "stand"
        return f"Of the {nouns} that {wording.conditions(rest)}, {total:,} {verb} out as the most frequent."
    if total == 0 and any(condition.denied for condition in variable.conditions):
        return f"No {one} {wording.conditions(rest, plural=False)} in {context.source}."
    if total == 0:
        return f"No {one} is recorded in {context.source} that {wording.conditions(rest, plural=False)}."
    subject = _subject(rest)
    if subject is not None:
        name, hop = subject
        said = as_asked(rest.conditions[0])
        return f"{start}{name} {wording.amount(hop, total, hedge=hedge, called=noun)}{said}."
    return f"{start}{total:,} {noun} {wording.conditions(rest, plural=total != 1, hedge=hedge)}."


def _of_kinds(context: AnswerContext, intent: Intent, counted: Counted) -> str:
    """The first sentence of an answer by kinds; of a single named thing it says no more than how many there are."""
    assert intent.answer is not None
    variable, wording, total, hedge = intent.answer, context.wording, counted.total, counted.hedge
    start = recorded_for(wording, counted.by_kinds, cut=counted.cut)
    one, nouns, rest = wording.asked(variable)
    conditions = variable.conditions
    if intent.kind == "yesno" and affirmed(context, [one.hop for one in conditions], hedge) == "Yes":
        start = f"Yes, {start[0].lower()}{start[1:]}"
    if intent.most:
        verb = "stands" if total == 1 else "stand"
        said = f"of the {nouns} that {wording.conditions(rest)}, {total:,} {verb} out as the most frequent"
        return f"{start}: {said}."
    said = f"{total:,} {one if total == 1 else nouns}"
    simple = _is_simple(rest)
    if simple and hedge is not None and hedge in _NOT_JUDGED:
        said += f", {found_how(hedge)}"
    elif not simple or hedge is not None:
        said += f" {wording.conditions(rest, plural=total != 1, hedge=hedge)}"
    else:
        said += as_asked(rest.conditions[0])
    return f"{start}: {said}."


def _is_simple(variable: Variable) -> bool:
    """Whether a question asks for what one relation joins to one named thing, so that its verb need not be repeated."""
    if len(variable.conditions) != 1:
        return False
    condition = variable.conditions[0]
    return len(condition.things) == 1 and not condition.denied and not condition.only


def stands_below(variable: Variable) -> bool:
    """Whether what is asked for stands one step below one thing, and not also what is below that."""
    if len(variable.conditions) != 1:
        return False
    (one,) = variable.conditions
    above = one.hop.relation.hierarchical and one.hop.forward and not (one.negated or one.denied or one.restricted)
    return above and len(one.things) == 1 and not (one.things[0].broad or one.deep)


def asks_for_silence(variable: Variable) -> bool:
    """Whether nothing but what is not recorded tells the things that are asked for from others of their class."""
    told = [one for one in variable.conditions if not (one.hop.relation.hierarchical or one.hop.relation.membership)]
    return bool(told) and all(one.negated for one in told)


def weak_ones(context: AnswerContext, variable: Variable, hedges: Sequence[Hedge | None]) -> str:
    """How many of the things rest on less than their verb says."""
    links = len(variable.conditions) > 1 or any(condition.variable is not None for condition in variable.conditions)
    return hedging.counted(hedges, lambda number: context.wording.things(variable.label, number), links=links)


def _subject(variable: Variable) -> tuple[str, Hop] | None:
    """The named thing, where it is the source of the only relation that is asked for, with the hop from it."""
    if len(variable.conditions) != 1:
        return None
    condition = variable.conditions[0]
    if condition.hop.forward or len(condition.things) != 1 or condition.negated or condition.denied or condition.only:
        return None
    return condition.things[0].name, Hop(condition.hop.relation, forward=True)


def text(
    context: AnswerContext,
    variable: Variable,
    answer: Answer,
    ruled_out: int = 0,
    disputed: Sequence[AnswerItem] = (),
    weak: str = "",
    by_kinds: Sequence[ByKinds] = (),
    order: str = "",
    decisions: str = "",
) -> str:
    """The whole answer in sentences; the headline first.

    Args:
        ruled_out: how many further things have a record for a kind of what they are to be without.
        disputed: the things whose link another record denies.
        weak: how many of the things rest on less than their verb says, as a sentence.
        by_kinds: the named things that were answered by their kinds.
        order: in which order the things stand, in words.
        decisions: what records do not decide, or not alike, of the properties of a link that are asked for.
    """
    label = variable.label
    sentences = (
        answer.headline,
        _names(answer, order) if answer.kind == "count" else "",
        decisions,
        silence(context.wording, label, by_kinds),
        _DIRECTLY if answer.total and stands_below(variable) else "",
        _itself_too(variable),
        "What is not recorded may be so all the same." if asks_for_silence(variable) else "",
        weak,
        f"Sources differ on {named(disputed, len(disputed))}." if disputed else "",
        _records(context, label, answer),
        cut(context, label, len(answer.items), answer.total or 0, truncated=answer.truncated),
    )
    denied = any(condition.denied for condition in variable.conditions)
    more = (
        _ruled_out(context, variable, ruled_out),
        _aside(context, label, answer.set_aside, "as present as well" if denied else "as absent"),
        _narrower(context, label, answer.narrower or 0),
    )
    return " ".join(sentence for sentence in sentences + more if sentence)


def named(items: Sequence[AnswerItem], total: int) -> str:
    """The first of some things, each with the numbers of its evidence, and how many more there are; the kinds that they
    come from are told of one or two, and of more stand in the table."""
    kinds = [in_brackets(one.kinds) if len(items) <= 2 else "" for one in items[:NAMED]]
    return first_of([f"{one.name}{marks(one.evidence)}{of}" for one, of in zip(items, kinds, strict=False)], total)


def first_of(names: Sequence[str], total: int, most: int = NAMED) -> str:
    """The first of some names, and how many more there are than are told."""
    rest = total - len(names[:most])
    return listed(names[:most]) if rest <= 0 else f"{', '.join(names[:most])} and {rest:,} more"


def _names(answer: Answer, order: str) -> str:
    start = f"{order[0].upper()}{order[1:]}: " if order else ""
    return f"{start}{named(answer.items, answer.total or 0)}." if answer.items else ""


def _records(context: AnswerContext, label: str, answer: Answer) -> str:
    total, records = answer.total or 0, answer.records or 0
    if records <= total:
        return ""
    things = context.wording.things(label, total)
    if total == 1:
        return f"The {things} has {records:,} entries, as it has more than one identifier."
    return f"The {total:,} {things} have {records:,} entries, as some have more than one identifier."


def cut(context: AnswerContext, label: str, shown: int, total: int, *, truncated: bool) -> str:
    """What the row limit took away, of the list and of the evidence."""
    sentences = []
    if truncated:
        nouns = context.wording.things(label, 2)
        sentences.append(
            f"The list is cut at the row limit: {shown:,} of {total:,} {nouns}, the first by name, are shown."
        )
    if context.gatherer.truncated:
        sentences.append("More records bear on this than the row limit lets through: the evidence shown is cut.")
    return " ".join(sentences)


def above_all(variable: Variable) -> list[Thing]:
    """The things whose kinds are asked for."""
    return [one for c in variable.conditions if c.hop.relation.hierarchical for one in c.things]


def _itself_too(variable: Variable) -> str:
    """That of "which kinds of X" X itself is an answer too, where more is asked than which kinds there are."""
    above = above_all(variable)
    if len(variable.conditions) < 2 or not above or asks_for_silence(variable):
        return ""
    named = listed([one.name for one in above])
    return f"{named[0].upper()}{named[1:]} itself counts as well."


def _ruled_out(context: AnswerContext, variable: Variable, number: int) -> str:
    if number <= 0:
        return ""
    without = [thing for c in variable.conditions if c.negated for thing in c.things]
    kind = context.wording.kinds(without[0].label, 1)
    names = listed([thing.name for thing in without], "or")
    noun = context.wording.things(variable.label, number)
    verb = "is" if number == 1 else "are"
    return f"{number:,} more {noun} {verb} left out because of a record for a {kind} of {names}."


def _aside(context: AnswerContext, label: str, set_aside: Sequence[AnswerItem], how: str) -> str:
    if not set_aside:
        return ""
    many = f"{len(set_aside):,} {context.wording.things(label, len(set_aside))}"
    verb = "is" if len(set_aside) == 1 else "are"
    return f"{many} {verb} set aside, because a link is recorded {how}: {named(set_aside, len(set_aside))}."


def _narrower(context: AnswerContext, label: str, more: int) -> str:
    if more <= 0:
        return ""
    return f"Counting more specific terms as well would add {more:,} {context.wording.things(label, more)}."
