"""The answer to a question with options: which of the options are among the things that answer it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kgqa.answers.conditions import kinds_of
from kgqa.answers.context import AnswerContext, CitedAnswer, marks
from kgqa.answers.earlier_answers import is_plain_list
from kgqa.answers.kinds import in_brackets
from kgqa.evidence.citing import without_marks
from kgqa.questions.intent import Intent, Thing, conditions_of
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, AnswerItem, Triple

Composes = Callable[[AnswerContext, Intent], CitedAnswer]


def among(
    composed: CitedAnswer,
    options: Mapping[str, frozenset[str]],
    context: AnswerContext,
    intent: Intent,
    compose: Composes,
) -> CitedAnswer:
    """The answer to a question for a list, cut down to the options of its question.

    Of the options it is asked once more, so that none is beyond the row limit; what is recorded for a more specific
    term than the asked one, or for a kind of an option, counts of them, as it does of one thing that is asked about
    with yes or no.

    Args:
        composed: without regard to the options.
        options: by the words of each option the identifiers that they mean; none where the graph knows no such name.
    """
    whole, source = composed.answer, context.source
    if whole.status != "answered" or whole.kind != "list":
        return composed
    kinds: Mapping[str, frozenset[str]] = {}
    if is_plain_list(intent):
        kinds = _kinds(context, intent, options)
        wider = {text: ids | kinds[text] for text, ids in options.items()}
        composed = _of_options(context, intent, wider, compose)
    answer = composed.answer
    if answer.truncated:
        return CitedAnswer(_too_many())
    chosen = [one for one in answer.items if any(ids & {one.id, *one.ids} for ids in options.values())]
    by_kinds = _by_kinds(answer.items, options, kinds)
    chosen += [one for found in by_kinds.values() for one in found if one not in chosen]
    against = [one for one in answer.set_aside if any(ids & {one.id, *one.ids} for ids in options.values())]
    items, aside, evidence = _renumbered(chosen, against, composed.evidence)
    unknown = [text for text, ids in options.items() if not ids]
    said = "" if not unknown else f" {source} knows no {listed([f'“{text}”' for text in unknown], 'or')}."
    if not items:
        headline = f"None of the {len(options)} options is recorded as an answer."
        text = f"{headline} {_in_all(whole)}{said} That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", "list", headline, text, set_aside=aside), evidence)
    own = [one.name for one in items if not any(one.id in {kind.id for kind in found} for found in by_kinds.values())]
    names = [*own, *(f"{text} (by {len(found):,} of its kinds)" for text, found in by_kinds.items())]
    headline = f"{listed(names)} {'is' if len(names) == 1 else 'are'} recorded, of the {len(options)} options."
    cited = listed([f"{one.name}{marks(one.evidence)}{in_brackets(_by_way_of(intent, one, evidence))}"
                    for one in items])  # fmt: skip
    text = f"{headline} Records: {cited}. {_in_all(whole)}{said}"
    records = sum(len(one.ids) for one in items)
    kept = replace(
        answer, headline=headline, text=text, items=items, set_aside=aside, total=len(items), records=records
    )  # fmt: skip
    return CitedAnswer(replace(kept, narrower=None), evidence)


def _kinds(
    context: AnswerContext, intent: Intent, options: Mapping[str, frozenset[str]]
) -> Mapping[str, frozenset[str]]:
    """By the words of each option the identifiers of its kinds."""
    assert intent.answer is not None
    label = intent.answer.label
    things = {text: Thing(text, label, tuple(sorted(ids))) for text, ids in options.items()}
    return {text: frozenset(kinds_of(context, one)) if one.ids else frozenset() for text, one in things.items()}


def _by_kinds(
    items: Sequence[AnswerItem], options: Mapping[str, frozenset[str]], kinds: Mapping[str, frozenset[str]]
) -> dict[str, list[AnswerItem]]:
    """By the words of each option that is no answer itself those of its kinds that are."""
    found = {}
    for text, below in kinds.items():
        itself = any(options[text] & {one.id, *one.ids} for one in items)
        met = [] if itself else [one for one in items if below & {one.id, *one.ids}]
        if met:
            found[text] = met
    return found


def _of_options(
    context: AnswerContext, intent: Intent, options: Mapping[str, frozenset[str]], compose: Composes
) -> CitedAnswer:
    """The answer among the options alone."""
    assert intent.answer is not None
    ids = sorted({id_ for one in options.values() for id_ in one})
    keys = tuple(context.ledger.one(context.statements.keys(intent.answer.label, ids)) or ())
    return compose(replace(context, narrower=True), replace(intent, answer=replace(intent.answer, within=keys)))


def _by_way_of(intent: Intent, item: AnswerItem, evidence: Sequence[Triple]) -> tuple[str, ...]:
    """The kinds by which an option is recorded, where none of its records is of a thing that was asked for."""
    own = {item.id, *item.ids}
    ends = [end for one in evidence if one.number in item.evidence for end in (one.subject, one.object)]
    far = {end.id: end.name for end in ends if end.id not in own}
    asked = {id_ for one in conditions_of(intent.answer) for thing in one.things for id_ in thing.ids}
    return () if asked & far.keys() else item.kinds or tuple(dict.fromkeys(far.values()))


def _in_all(answer: Answer) -> str:
    """The answer without regard to the options."""
    return f"Without regard to the options: {without_marks(answer.headline)}"


def _too_many() -> Answer:
    text = (
        "More things answer it than the row limit lets through, so that an option may be among those left out. Ask of "
        "one option at a time, or set KGQA_MAX_ROWS higher."
    )
    return Answer("refused", "list", "The options cannot be told apart.", f"The options cannot be told apart. {text}")


Items = tuple[AnswerItem, ...]


def _renumbered(
    chosen: Sequence[AnswerItem], against: Sequence[AnswerItem], evidence: Sequence[Triple]
) -> tuple[Items, Items, tuple[Triple, ...]]:
    """The items and their records, numbered again from 1 in the order of the items."""
    known = {triple.number: triple for triple in evidence}
    old = dict.fromkeys(number for one in (*chosen, *against) for number in one.evidence)
    new = {number: place for place, number in enumerate(old, start=1)}
    triples = tuple(replace(known[number], number=place) for number, place in new.items())

    def moved(items: Sequence[AnswerItem]) -> Items:
        return tuple(one.renumbered(new.__getitem__) for one in items)

    return moved(chosen), moved(against), triples
