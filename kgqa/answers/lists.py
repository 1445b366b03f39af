"""Lists, counts and "is there any": everything of one type that meets the conditions of a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.also_recorded import Opposed, opposed
from kgqa.answers.certainty import disputed, of_far_things, of_list, of_thing
from kgqa.answers.conditions import (
    answers,
    below,
    collected,
    count,
    grounded,
    hierarchy,
    kinds_of,
    over_any_steps,
    recorded_conditions,
    widened,
)
from kgqa.answers.context import AnswerContext, CitedAnswer, positive
from kgqa.answers.earlier_answers import none_within
from kgqa.answers.empty_results import examine
from kgqa.answers.exceptions import left_out
from kgqa.answers.kinds import KindsFound, by_kinds, has_alternatives, ruling_out_kinds, silent_things
from kgqa.answers.list_text import (
    Counted,
    above_all,
    asks_for_silence,
    first_of,
    headline,
    stands_below,
    text,
    weak_ones,
)
from kgqa.answers.order import ordered
from kgqa.answers.qualified import is_qualified, is_whole, meeting, met
from kgqa.answers.undecided import Undecided, differing, of_one_patient, undecided
from kgqa.evidence.gathering import Edge, Found, Gathered, Numbering
from kgqa.evidence.hedging import together
from kgqa.questions.intent import Condition, Hop, Intent, Thing, Variable, conditions_of
from kgqa.questions.wording import Hedge, frequency
from kgqa.records import Answer, AnswerItem, Rows

_SELDOM = 0.1
"""Part of the records that must have a frequency for any of them to be the highest."""
_MOST_LOOKED_INTO = 60
"""Things of which each is asked whether what is not recorded of it is recorded for its kinds."""


def answer_list(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """The answer to a list, count or existence question about ``intent.answer``; how kinds count, ``kinds`` tells."""
    assert intent.answer is not None
    if any(one.qualifiers and one.restricted for one in conditions_of(intent.answer)):
        return CitedAnswer(_bound_twice())
    if any(one.deep for one in intent.answer.conditions):
        return _over_any_steps(context, intent, intent.answer)
    composed = _answer_list(context, intent, intent.answer)
    return _told_of_those_below(context, composed, intent.answer) if stands_below(intent.answer) else composed


def _over_any_steps(context: AnswerContext, intent: Intent, variable: Variable) -> CitedAnswer:
    """The answer over any number of steps of a hierarchy, with how many of its things are one step away."""
    composed = _answer_list(context, intent, over_any_steps(context, variable))
    answer, near = composed.answer, count(context, grounded(context, _over(variable, deep=False)))
    if answer.status != "answered" or not answer.total:
        return composed
    up = not variable.conditions[0].hop.forward
    them = "it stands" if answer.total == 1 else f"{near:,} of them {'stands' if near == 1 else 'stand'}"
    text = f"{answer.text} {them[0].upper()}{them[1:]} directly {'above' if up else 'below'} it."
    return replace(composed, answer=replace(answer, text=text))


def _told_of_those_below(context: AnswerContext, composed: CitedAnswer, variable: Variable) -> CitedAnswer:
    """What stands one step below something, with how many things stand below it in all, where these are more: who asks
    how many kinds there are may mean either."""
    answer = composed.answer
    if answer.status != "answered" or not answer.total:
        return composed
    every = count(context, grounded(context, over_any_steps(context, _over(variable, deep=True))))
    if every <= answer.total:
        return composed
    first = (
        f"{answer.headline.removesuffix('.')}; {every:,} with {'its kinds' if answer.total == 1 else 'their kinds'}."
    )
    text = f"{first}{answer.text.removeprefix(answer.headline)}"
    return replace(composed, answer=replace(answer, headline=first, text=text))


def _over(variable: Variable, *, deep: bool) -> Variable:
    """The variable over any number of steps of a hierarchy, or over one."""
    return replace(variable, conditions=tuple(replace(one, deep=deep) for one in variable.conditions))


def _answer_list(context: AnswerContext, intent: Intent, asked_for: Variable) -> CitedAnswer:
    """The answer about things whose steps are settled."""
    intent = replace(intent, answer=asked_for)
    asked = _ask(context, asked_for)
    variable, rows = asked.variable, asked.rows
    leaving = left_out(
        context,
        intent.besides,
        lambda: collected(context, variable) if rows.truncated else [key for key, *_ in rows.rows],
    )
    met = [one for one in _found(context, variable.label, rows) if one.key not in leaving.keys]
    found = met
    if asks_for_silence(variable) and (above := above_all(variable)):
        found = _silent_kinds(context, variable, above, found)
    gathered = meeting(context, context.gatherer.of(recorded_conditions(variable), [one.key for one in found]))
    contradicted = _contradicted(context, variable)
    number = asked.total - len(leaving.keys) - (len(met) - len(found)) - len(contradicted)
    asked = replace(asked, total=number)
    found = _with_edges(found, gathered)
    differing = [one for one in found if one.key in contradicted]
    found = [one for one in found if one.key not in contradicted]
    if not is_whole(context) or (intent.most and (rows.truncated or context.gatherer.truncated)):
        return CitedAnswer(_too_many())
    if intent.most:
        found = _most_frequent(found)
        if not found:
            return _without_frequency(answer_list(context, replace(intent, most=False)))
        # What stands out among more may be other things, and fewer.
        wider = answer_list(replace(context, narrower=True), intent).answer.total if asked.more else None
        asked = replace(asked, total=len(found), more=wider - len(found) if wider else 0)
    aside = differing or ([] if intent.most else _set_aside(context, variable, {one.key for one in found}))
    aside = [one for one in aside if one.key not in leaving.keys]
    if leaving.names and not found and not aside:
        conditions = context.wording.conditions(asked_for, plural=False)
        return CitedAnswer(leaving.nothing(context, variable.label, conditions, intent.kind))
    open_ = undecided(context, variable, [one.key for one in found])
    decided = is_qualified(variable) and bool(open_.text or _is_recorded(context, variable))
    linked = 0 if found else _linked(context, variable)
    silent = intent.kind == "list" and not (decided or linked)
    if not found and not aside and (silent or any(condition.denied for condition in variable.conditions)):
        return _of_none(context, asked_for, variable, asked.more)
    kinds = KindsFound(context, asked_for, variable, gathered, [one.key for one in found])
    found, order = (found, "") if rows.truncated else ordered(context, variable, found, gathered, kinds)
    hedges = {one.key: of_thing(gathered, one.key, context.schema) for one in found}
    against = opposed(context, variable, found)
    composed = _composed(context, intent, asked, found, aside, kinds, order, gathered, hedges, open_, against)
    if linked:
        composed = _told_of_others(context, composed, variable, linked)
    return leaving.told(composed)


def _of_none(context: AnswerContext, asked_for: Variable, variable: Variable, more: int) -> CitedAnswer:
    """What is said where nothing is recorded that is asked for.

    Args:
        variable: what was asked of the graph for it.
        more: how many things the kinds that do not count would bring.
    """
    if variable.within is not None:
        return CitedAnswer(none_within(context, asked_for, more))
    if not context.narrower:
        variable = grounded(context, by_kinds(context, ruling_out_kinds(context, asked_for), silent=True))
    return CitedAnswer(examine(context, variable, more, silent_things(asked_for, variable)))


def _without_frequency(composed: CitedAnswer) -> CitedAnswer:
    """What is recorded, where none of it is with a frequency by which it could be ranked."""
    answer = composed.answer
    if answer.status != "answered":
        return composed
    headline, text = (f"Which is the most frequent is not recorded. {one}" for one in (answer.headline, answer.text))
    return replace(composed, answer=replace(answer, headline=headline, text=text))


def _is_recorded(context: AnswerContext, variable: Variable) -> bool:
    """Whether links are recorded that would meet the conditions, whatever is asked of their properties."""
    return any(met(context, variable.label, one).others for one in variable.conditions if one.qualifiers)


def _linked(context: AnswerContext, variable: Variable) -> int:
    """How many things would meet the conditions, however far their relations lead; 0 where that is not asked."""
    return count(context, _freely(variable)) if any(one.restricted for one in variable.conditions) else 0


def _freely(variable: Variable) -> Variable:
    return replace(variable, conditions=tuple(replace(one, number=None, only=False) for one in variable.conditions))


def _told_of_others(context: AnswerContext, composed: CitedAnswer, variable: Variable, number: int) -> CitedAnswer:
    """Where relations lead nowhere so far as is asked, what they do lead to."""
    noun = context.wording.things(variable.label, number)
    said = context.wording.conditions(_freely(variable), plural=number != 1)
    what = "not only so" if any(one.only for one in variable.conditions) else "not to such a number"
    text = f"{composed.answer.text} {number:,} {noun} {said}, but {what}."
    return replace(composed, answer=replace(composed.answer, text=text))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked of the graph, and what it gave.

    Attributes:
        variable: with those kinds among the identifiers of its things that count.
        more: how many things the kinds that do not count would bring.
        ruled_out: how many things are no answer because of a record for a kind of what they are to be without.
    """

    variable: Variable
    rows: Rows
    total: int
    more: int = 0
    ruled_out: int = 0


def _ask(context: AnswerContext, variable: Variable) -> _Asked:
    """What meets the conditions, each named thing with its kinds where they count."""
    plain = ruling_out_kinds(context, variable)
    wider = widened(context, plain)
    chosen = grounded(context, wider if context.narrower and wider is not None else plain)
    rows, total = answers(context, chosen)
    more = 0
    if wider is not None and not context.narrower:
        of_all = count(context, grounded(context, wider))
        if of_all > total and (total == 0 or has_alternatives(plain)):
            met = by_kinds(context, plain, silent=total == 0)
            if met != plain:
                chosen = grounded(context, met)
                rows, total = answers(context, chosen, total=of_all if met == wider else None)
        if of_all and not total:  # none is never said where kinds of what is asked for meet all the conditions together
            chosen = grounded(context, wider)
            rows, total = answers(context, chosen, total=of_all)
        more = of_all - total
    return _Asked(chosen, rows, total, more, _ruled_out_by_kinds(context, variable, chosen, total))


def _ruled_out_by_kinds(context: AnswerContext, variable: Variable, asked: Variable, total: int) -> int:
    ruled_out = [one for one in variable.conditions if one.negated]
    if not any(kinds_of(context, thing) for one in ruled_out for thing in one.things):
        return 0
    holding = [one for one in asked.conditions if not one.negated]
    return count(context, grounded(context, replace(variable, conditions=(*holding, *ruled_out)))) - total


def _found(context: AnswerContext, label: str, rows: Rows) -> list[Found]:
    """The things of rows with thing, id and name, each with every identifier the graph knows it by."""
    things: dict[str, Found] = {}
    for key, id_, name, *_ in rows.rows:
        things.setdefault(key, Found(key, name, (id_,)))
    return context.gatherer.identified(label, things)


def _with_edges(found: Sequence[Found], gathered: Sequence[Gathered]) -> list[Found]:
    return [replace(one, edges=tuple(edge for g in gathered for edge in g.of_thing(one.key))) for one in found]


def _silent_kinds(
    context: AnswerContext, variable: Variable, above: Sequence[Thing], found: Sequence[Found]
) -> list[Found]:
    """Of what is found the kinds of some things of which something is not recorded: not these things themselves, and
    none of which it is recorded for a kind."""
    ids = frozenset(id_ for one in above for id_ in one.ids)
    kept = [one for one in found if ids.isdisjoint((*one.ids, *one.equivalents))]
    if len(kept) > _MOST_LOOKED_INTO:
        return kept
    return [one for one in kept if not _holds_of_kinds(context, variable, one)]


def _holds_of_kinds(context: AnswerContext, variable: Variable, found: Found) -> bool:
    """Whether what is to be silent of a thing is recorded for kinds of it, so that it holds of the thing as well."""
    relation = hierarchy(context, variable.label)
    thing = Thing(found.name, variable.label, found.ids)
    if relation is None or not found.ids or not kinds_of(context, thing):
        return False
    of_kind = Condition(Hop(relation, forward=True), (thing,))
    denied = [one for one in variable.conditions if one.negated]
    return any(count(context, Variable(variable.label, (of_kind, replace(one, negated=False)))) for one in denied)


def _contradicted(context: AnswerContext, variable: Variable) -> set[str]:
    """The things whose link is to be denied, and is by one record, while another says that it holds."""
    holding: set[str] = set()
    for condition in variable.conditions:
        if condition.denied:
            holds = Variable(variable.label, (replace(condition, denied=False),))
            holding.update(context.ledger.one(context.statements.collected(holds)) or [])
    if not holding:
        return set()
    both = holding & set(context.ledger.one(context.statements.collected(variable)) or [])
    return both if variable.within is None else both.intersection(variable.within)


def _bound_twice() -> Answer:
    """What is said where links are to be counted of which something is asked besides ("at least five in 2023")."""
    headline = "Links are not counted by what is recorded of them."
    text = (
        f"{headline} The question asks for a number of them, or for no others, and for something that is recorded of "
        "each, such as a date; only one of the two can be asked at a time."
    )
    return Answer("refused", "list", headline, text)


def _too_many() -> Answer:
    text = (
        "More records would have to be compared than the row limit lets through, so nothing is said to be the most. "
        "Ask of fewer things, or set KGQA_MAX_ROWS higher."
    )
    return Answer("refused", "list", "There are too many records to compare.", text)


def _most_frequent(found: Sequence[Found]) -> list[Found]:
    """The things with the highest recorded share of patients; those without a share do not count, and none does where
    hardly any record has one, which tells of these alone."""
    shares = [[_share(edge) for edge in one.edges] for one in found]
    every = [share for of_one in shares for share in of_one]
    known = [share for share in every if share is not None]
    if not known or len(known) < _SELDOM * len(every):
        return []
    return [one for one, of_one in zip(found, shares, strict=True) if max(known) in of_one]


def _share(edge: Edge) -> float | None:
    """The share of patients that a record tells at least; None where it tells none."""
    often = frequency(edge.relation, edge.triple.properties)
    return often.low if often is not None else None


def _set_aside(context: AnswerContext, variable: Variable, kept: set[str]) -> list[Found]:
    """Things recorded for every condition, where at least one record only denies the link."""
    keys: dict[str, None] = {}
    told = recorded_conditions(variable)
    for condition in told.conditions:
        if (
            condition.variable is None
            and not condition.negated
            and not condition.denied
            and _can_deny(context, condition)
        ):
            against = context.ledger.one(context.statements.against(variable.label, condition)) or []
            keys.update(dict.fromkeys(key for key in against if key not in kept))
    for condition in variable.conditions:
        if keys and condition not in told.conditions:
            keys = dict.fromkeys(key for key in below(context, condition.things) if key in keys)
    if variable.within is not None:
        keys = {key: None for key in variable.within if key in keys}
    if not keys:
        return []
    gathered = meeting(context, context.gatherer.of(told, list(keys)), denied=True)
    aside = []
    for key in keys:
        of_each = [g.of_thing(key) for g in gathered]
        found = _named_by_edges(key, gathered, variable.label)
        if found is not None and all(of_each) and not all(positive(edges) for edges in of_each):
            aside.append(found)
    return sorted(aside, key=lambda one: (one.name.lower(), one.key))


def _can_deny(context: AnswerContext, condition: Condition) -> bool:
    relation = condition.hop.relation
    return relation.against is not None or bool(context.statements.denials(relation))


def _named_by_edges(key: str, gathered: Sequence[Gathered], label: str) -> Found | None:
    edges = [edge for g in gathered for edge in g.of_thing(key)]
    ids: dict[str, str] = {}
    for edge in edges:
        for node, node_key in ((edge.triple.subject, edge.source), (edge.triple.object, edge.target)):
            if node_key == key and node.label == label:
                ids[node.id] = node.name
    if not ids:
        return None
    return Found(key, next(iter(ids.values())), tuple(ids), tuple(edges))


def _composed(
    context: AnswerContext, intent: Intent, asked: _Asked, found: list[Found], aside: list[Found], kinds: KindsFound,
    order: str, gathered: Sequence[Gathered], hedges: Mapping[str, Hedge | None], open_: Undecided, against: Opposed,
) -> CitedAnswer:  # fmt: skip
    """The answer to a list.

    Args:
        open_: what can not be decided.
        against: what is recorded against the things that were found.
    """
    variable, total, truncated = asked.variable, asked.total, asked.rows.truncated
    numbering = Numbering()
    several = gathered if len(gathered) > 1 else ()
    items = tuple(_item(numbering, one, variable.label, kinds, several) for one in found)
    items = tuple(
        replace(item, opposing=against.numbers(one.key, numbering)) for item, one in zip(items, found, strict=True)
    )
    set_aside = tuple(numbering.item(one, variable.label) for one in aside)
    of_each = [hedges[one.key] for one in found]
    hedge = of_list(context, variable, of_each, truncated=truncated)
    counted = Counted(total, hedge, kinds.by_kinds, cut=truncated or not kinds.is_whole)
    first = headline(context, intent, counted, items, order)
    clause = f"{open_.clause}{against.clause(context, found, numbering)}"
    # Who reads the first sentence alone is told that most are recorded for something narrower.
    if asked.more > total and not intent.most:
        clause += f"; {total + asked.more:,} with more specific terms"
    answer = Answer(
        status="answered",
        kind=intent.kind,
        headline=f"{first[:-1]}{clause}." if clause else first,
        text="",
        items=items,
        set_aside=set_aside,
        verdict=_verdict(total, open_) if intent.kind == "yesno" else None,
        value=total if intent.kind == "count" else None,
        total=total,
        records=None if truncated else sum(len(one.ids) for one in found),
        truncated=truncated,
        narrower=asked.more or None,
        opposing=tuple(dict.fromkeys(number for item in items for number in item.opposing)),
        conditions=tuple(context.wording.object_of(one.condition) for one in several),
    )
    differ = disputed(context, items, [edge for one in found for edge in one.edges], numbering)
    weak = weak_ones(context, variable, of_each) if hedge in (None, "recorded") else ""
    told = (
        of_one_patient(context, items, gathered), open_.text, differing(context, items, gathered, numbering),
    )  # fmt: skip
    qualified = " ".join(filter(None, told))
    worded = replace(answer, narrower=None) if intent.most else answer
    said = text(context, variable, worded, asked.ruled_out, differ, weak, kinds.by_kinds, order, qualified)
    if intent.most and asked.more:
        said = f"{said} With more specific terms as well {total + asked.more:,} stand out, perhaps others."
    return CitedAnswer(replace(answer, text=said), numbering.triples, kinds.by_kinds, variable)


def _verdict(total: int, open_: Undecided) -> bool | None:
    """Whether there is any; None where only something is found of which no record tells."""
    return total > 0 or (None if open_.text else False)


def _item(numbering: Numbering, one: Found, label: str, kinds: KindsFound, several: Sequence[Gathered]) -> AnswerItem:
    """A found thing as an answer, with the numbers of its records by condition where there are several."""
    item = numbering.item(one, label, kinds.of(one.key))
    return replace(item, by_condition=tuple(numbering.cite(each.of_thing(one.key)) for each in several))


def answer_ranking(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """The things of a type that a relation joins to the most, or to the fewest, things of another type; of those alone
    that meet the conditions, where there are any.

    Those that it joins to nothing are not ranked: nothing recorded is silence, not a number.
    """
    assert intent.answer is not None
    assert intent.rank_hop is not None
    label, hop = intent.answer.label, intent.rank_hop
    among: list[str] | None = None
    restricted = plain = grounded(context, ruling_out_kinds(context, intent.answer))
    if intent.answer.conditions:
        restricted = _ask(context, intent.answer).variable
        among = _ranked_among(context, restricted)
        if not among:
            return answer_list(context, Intent("list", intent.answer, entities=intent.entities))
    ranked = context.ledger.run(context.statements.ranking(label, hop, among=among, fewest=intent.least))
    if not ranked.rows:
        return CitedAnswer(examine(context, Variable(label, (*intent.answer.conditions, Condition(hop))), 0))
    last = ranked.rows[min(intent.top or 1, len(ranked.rows)) - 1][2]
    numbers = {key: things for key, _, things in ranked.rows if (things <= last if intent.least else things >= last)}
    best = {key: Found(key, name, (key,)) for key, name, _ in ranked.rows if key in numbers}
    truncated = ranked.truncated and len(best) == len(ranked.rows)
    top = context.gatherer.identified(label, best)
    gathered = context.gatherer.of(
        replace(restricted, conditions=(*restricted.conditions, Condition(hop))), [one.key for one in top]
    )
    numbering = Numbering()
    items = tuple(numbering.item(one, label) for one in _with_edges(top, gathered))
    others = ranked.truncated or len(best) < len(ranked.rows)
    hedge = together(
        of_far_things(gathered[-1:], [one.key for one in top], context.schema), context.wording.phrase(hop)
    )
    best_ones = [(one.name, numbers[one.key]) for one in top]
    noun, conditions = context.wording.things(label, 1), context.wording.conditions(intent.answer, plural=False)
    other = f"other {noun}" if among is None else "other of them"
    alone = f"other {noun} {conditions}" if among is not None and len(among) == 1 else f"{other} has such a record"
    said = _ranked(context, intent, hop, best_ones, other, "" if others else alone, hedge=hedge)
    if among is not None and len(among) > 1:
        those = f"{context.wording.things(label, 2)} that {context.wording.conditions(intent.answer)}"
        begun = said.replace("The ", "the ", 1) if intent.top is not None else said
        said = f"Of the {len(among):,} {those}, {begun}"
    text_ = f"{said} There may be more of them: the list is cut at the row limit." if truncated else said
    if hierarchy(context, label) is not None or hierarchy(context, hop.end) is not None:
        text_ += " Each thing counts by its own records; those of its kinds are not added."
    if among is not None and restricted != plain:
        text_ += " Records for kinds of what is named count for this."
    total = None if truncated else len(items)
    value = next(iter(numbers.values())) if intent.top is None else None
    answer = Answer("answered", "list", said, text_, items=items, total=total, value=value, truncated=truncated)
    return CitedAnswer(answer, numbering.triples)


def _ranked_among(context: AnswerContext, variable: Variable) -> list[str]:
    """The keys of the things that are ranked: of the kinds of something those however far below it."""
    above = above_all(variable)
    if not above or len(variable.conditions) > 1:
        return list(context.ledger.one(context.statements.collected(variable)) or [])
    same = context.schema.node(variable.label).same_property
    own = {key for one in above for _, _, key in context.ledger.run(context.statements.node(one, same)).rows}
    return [key for key in below(context, above) if key not in own]


def _ranked(
    context: AnswerContext,
    intent: Intent,
    hop: Hop,
    best: Sequence[tuple[str, int]],
    other: str,
    alone: str,
    *,
    hedge: Hedge | None,
) -> str:
    """What a ranking says: who stands at its head with how many, or the first places with the number of each.

    Args:
        other: what stands for any of the others ("other gene").
        alone: what no other one does, where nothing but what stands at its head has a record; else empty.
        hedge: what the links of those at its head let one say.
    """
    assert intent.answer is not None
    many = context.wording.things(intent.answer.label, 2)
    verb = context.wording.phrase(hop, plural=len(best) > 1 or intent.top is not None, hedge=hedge)
    if intent.top is not None:
        names = first_of([f"{name} ({things:,})" for name, things in best], len(best))
        order = "fewest" if intent.least else "most"
        tied = "; the last of them are equal" if len(best) > intent.top else ""
        return f"The {intent.top:,} {many} that {verb} the {order} {context.wording.things(hop.end, 2)}: {names}{tied}."
    names, things = first_of([name for name, _ in best], len(best)), best[0][1]
    counted = f"{things:,} {context.wording.things(hop.end, things)}"
    if alone:
        return f"{names} {verb} {counted}{' each' if len(best) > 1 else ''}; no {alone}."
    if intent.least:
        return f"{names} {verb} {counted}, fewer than any {other}; {many} without a record are not counted."
    return f"{names} {verb} {counted}, more than any {other}."
