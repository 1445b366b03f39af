"""Which of the answers to the question before meet the conditions of the one that follows it."""

from __future__ import annotations

from dataclasses import replace

from kgqa.answers.conditions import collected, grounded
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.counting import is_countable
from kgqa.answers.kinds import by_kinds, ruling_out_kinds
from kgqa.questions.intent import Intent, Variable, conditions_of
from kgqa.questions.wording import SILENCE, Wording
from kgqa.records import Answer, AnswerItem, Group

MOST = 5_000
"""Answers of before that are asked about together."""
OF_BEFORE = " of the answer before"
"""Which answers these are, where no words tell it."""
_FIRST_WORDS = ("No ", "None ", "Of ", "Recorded ", "More than ")
"""With which headlines begin that begin with no name."""
_VERDICTS = ("Yes", "No")


def asks_within(intent: Intent, group: Group) -> bool:
    """Whether an intent asks for things of which some are the answers of before, so that it can be asked of these."""
    return intent.answer is not None and intent.answer.label == group.label and is_plain_list(intent)


def is_plain_list(intent: Intent) -> bool:
    """Whether an intent asks for things that meet conditions, each for itself: ranked or set apart by none other."""
    ranked = intent.rank_hop is not None or intent.of_these is not None
    return not ranked and not (intent.shared or intent.differ or intent.compared or intent.pairs or intent.thing)


def stands_in(intent: Intent, ids: tuple[str, ...]) -> bool:
    """Whether the answers of before stand in an intent where any one of them will do: in a condition of what is asked.

    Args:
        ids: of all of them, as the thing that stands for them has them.
    """
    if intent.answer is None or intent.rank_hop is not None or intent.of_these is not None or intent.most:
        return False
    if intent.kind == "yesno" or intent.shared or intent.differ or intent.compared or intent.besides:
        return False
    return any(thing.ids == ids for one in conditions_of(intent.answer) for thing in one.things if not one.denied)


def within(context: AnswerContext, intent: Intent, group: Group, *, negative: bool) -> Intent:
    """The intent, asked of the answers of before alone.

    Args:
        negative: a word denies what is asked. Of everything there is that asks for records which deny it; of some
            things it asks for those without a record of it.

    Raises:
        KgqaError: they could not be looked up.
    """
    assert intent.answer is not None
    ids = [one.id for one in group.things]
    keys = tuple(context.ledger.one(context.statements.keys(group.label, ids)) or ()) if ids else ()
    asked = intent.answer
    if negative and asked.conditions and all(one.denied for one in asked.conditions):
        asked = replace(asked, conditions=tuple(replace(c, denied=False, negated=True) for c in asked.conditions))
    return replace(intent, answer=replace(asked, within=keys))


def in_full(context: AnswerContext, intent: Intent, group: Group) -> Group:
    """The answers of before, those included that the row limit left out of their list; as they are where they cannot
    be told without doubt, or are too many.

    Args:
        intent: what was asked before.

    Raises:
        KgqaError: they could not be asked for again.
    """
    asked = intent.answer
    if asked is None or asked.label != group.label or group.total > MOST or not is_countable(intent):
        return group
    plain = ruling_out_kinds(context, asked)
    for variable in (plain, by_kinds(context, plain)):
        keys = collected(context, grounded(context, variable))
        if len(keys) == group.total:
            found: dict[str, AnswerItem] = {}
            rows = context.ledger.run(context.statements.identifiers(group.label, keys), max_rows=10 * MOST).rows
            for key, id_, name, *_ in rows:
                known = found.setdefault(key, AnswerItem(id_, name, group.label, ()))
                found[key] = replace(known, ids=(*known.ids, id_))
            return replace(group, things=tuple(found.values())) if len(found) == group.total else group
    return group


def in_words(wording: Wording, group: Group) -> str:
    """The answers of before: "the 8 diseases that show arachnodactyly", "the first 1,000 of the 3,511 diseases"."""
    number, whole = len(group.things), group.total
    noun = wording.things(group.label, max(number, whole))
    said = f" {group.said}" if group.said else OF_BEFORE
    if number < whole:
        return f"{number:,} of the {whole:,} {noun}{said}"
    return f"the {number:,} {noun}{said}"


def told_within(composed: CitedAnswer, wording: Wording, group: Group) -> CitedAnswer:
    """The answer, which says of which things alone it was asked."""
    answer = composed.answer
    if answer.status not in ("answered", "not_in_graph"):
        return composed
    of, headline = f"of {in_words(wording, group)}, ", answer.headline
    start, joint, rest = headline.partition(": ")
    if joint and start in _VERDICTS:
        told = f"{start}: {of}{rest}"
    else:
        lowered = headline.startswith(_FIRST_WORDS)
        told = f"O{of[1:]}{headline[:1].lower() + headline[1:] if lowered else headline}"
    return replace(composed, answer=replace(answer, headline=told, text=f"{told}{answer.text.removeprefix(headline)}"))


def none_within(context: AnswerContext, variable: Variable, more: int) -> Answer:
    """Where nothing of what was asked about meets the conditions.

    Args:
        more: how many of it the kinds of the asked terms would bring.
    """
    headline = f"None is recorded that {context.wording.conditions(variable, plural=False)}."
    text = f"{headline} That is {SILENCE}."
    if more > 0:
        text += f" More specific terms would give {more:,} {context.wording.things(variable.label, more)}."
    return Answer("not_in_graph", "list", headline, text, total=0, narrower=more or None)
