"""Named things compared: in which something is more frequent, which has more of something, what they have in common."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from kgqa.answers.conditions import collected, count, grounded, with_kinds
from kgqa.answers.context import AnswerContext, ByKinds, CitedAnswer, marks
from kgqa.answers.kinds import by_kinds, joined, recorded_for, silence
from kgqa.answers.list_text import cut, with_names
from kgqa.answers.lists import answer_list
from kgqa.answers.pair_records import between, of_kinds
from kgqa.evidence.fields import source_of
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.strength import apart
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable, compared_in
from kgqa.questions.paths import arriving
from kgqa.questions.wording import SILENCE, Frequency, frequency, listed
from kgqa.records import Answer, AnswerItem, Triple


@dataclass(frozen=True, slots=True)
class _Share:
    """The recorded frequencies for one of the things.

    Attributes:
        kind: the kind of a thing that they are recorded for; empty where they are recorded of the things themselves.
        without: the records that say nothing of how frequent it is, where no other one does.
    """

    thing: Thing
    told: tuple[tuple[Edge, Frequency], ...]
    kind: str = ""
    without: tuple[Edge, ...] = ()

    @property
    def range(self) -> tuple[float, float] | None:
        """The least and the highest recorded share; None where no record tells one."""
        lows = [often.low for _, often in self.told if often.low is not None]
        highs = [often.high for _, often in self.told if often.high is not None]
        return (min(lows), max(highs)) if lows and highs else None


def answer_comparison(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """The thing that has more, or less, as far as the records tell it."""
    return _of_numbers(context, intent) if intent.rank_hop is not None else _of_shares(context, intent)


def _of_shares(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Compared by ranges: one is more frequent where all its recorded shares lie above all those of the other."""
    numbering = Numbering()
    within = compared_in(intent)
    shares = [_share(context, pair, pair.other if within is None else pair.one) for pair in intent.pairs]
    what = (
        intent.pairs[0].one.name
        if within is None
        else f"{listed([one.name for one in intent.compared])} in {within.name}"
    )
    told = "; ".join(_told_share(share, numbering) for share in shares)
    ranges = [share.range for share in shares]
    if ranges[0] is None or ranges[1] is None:
        missing = listed([share.thing.name for share in shares if share.range is None], "or")
        headline = f"The frequency of {what} cannot be compared: {context.source} records none for {missing}."
        text = f"{headline} Recorded: {told}. That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", intent.kind, headline, text), numbering.triples)
    word = "less" if intent.least else "more"
    higher = 0 if ranges[0][0] > ranges[1][1] else 1 if ranges[1][0] > ranges[0][1] else None
    if higher is None:
        headline = f"The recorded frequencies of {what} overlap, so neither is known to be {word} frequent."
        return CitedAnswer(Answer("answered", intent.kind, headline, f"{headline} {told}.", total=0), numbering.triples)
    winner = 1 - higher if intent.least else higher
    one, other = shares[winner], shares[1 - winner]
    if within is None:
        said = f"{what} is recorded as {word} frequent in {one.thing.name} than in {other.thing.name}: {told}."
    else:
        said = f"{one.thing.name} is recorded as {word} frequent in {within.name} than {other.thing.name}: {told}."
    few = "" if _surely_apart(one, other) else " With so few patients this may be chance: the 95 % intervals overlap."
    numbers = numbering.cite([edge for edge, _ in one.told])
    item = AnswerItem(one.thing.ids[0], one.thing.name, one.thing.label, one.thing.ids, numbers)
    if intent.kind == "yesno":
        verdict = winner == 0
        headline = f"{'Yes' if verdict else 'No'}: {said}"
        return CitedAnswer(Answer("answered", "yesno", headline, headline + few, verdict=verdict), numbering.triples)
    return CitedAnswer(Answer("answered", "list", said, said + few, items=(item,), total=1), numbering.triples)


def _share(context: AnswerContext, pair: Pair, thing: Thing) -> _Share:
    """The frequencies recorded for a pair, or for the kinds of one of its things where the pair has none.

    Args:
        thing: the one of the two that is compared with another.
    """
    recorded = [] if pair.of_family else between(context, pair)
    own = _with_frequency(recorded)
    if own:
        return _Share(thing, own)
    kinds = of_kinds(context, pair)
    told = _with_frequency(kinds.edges) if kinds is not None else ()
    if kinds is not None and (told or not recorded):
        return _Share(thing, told, kinds.named(), () if told else kinds.edges)
    return _Share(thing, (), without=tuple(edge for edge in recorded if not edge.triple.against))


def _with_frequency(edges: Sequence[Edge]) -> tuple[tuple[Edge, Frequency], ...]:
    found = [(edge, frequency(edge.relation, edge.triple.properties)) for edge in edges]
    return tuple((edge, often) for edge, often in found if often is not None)


def _told_share(share: _Share, numbering: Numbering) -> str:
    values = []
    for edge, often in share.told:
        source = source_of(edge.triple)
        values.append(f"{often.in_words()}{f' ({source})' if source else ''}{marks(numbering.cite([edge]))}")
    if share.without:
        values = [f"without a frequency{marks(numbering.cite(share.without))}"]
    kind = f" (recorded for {share.kind})" if share.kind and values else ""
    return f"{share.thing.name}{kind} {listed(values) or 'nothing'}"


def _surely_apart(one: _Share, other: _Share) -> bool:
    return all(apart(often, against) for _, often in one.told for _, against in other.told)


def _of_numbers(context: AnswerContext, intent: Intent) -> CitedAnswer:
    assert intent.rank_hop is not None
    hop = intent.rank_hop
    counted = [_counted(context, thing, hop) for thing in intent.compared]
    numbers = [one.number for one in counted]
    nouns = context.wording.things(hop.end, 2)
    told = listed([one.told for one in counted])
    if len(set(numbers)) == 1:
        headline = f"As many {nouns} are recorded of {'both' if len(numbers) == 2 else 'all of them'}: {told}."
        if intent.kind == "yesno":
            headline = f"No: as many {nouns} are recorded of both: {told}."
            return CitedAnswer(Answer("answered", "yesno", headline, headline, verdict=False))
        return CitedAnswer(Answer("answered", "list", headline, headline, total=0))
    best = numbers.index(min(numbers) if intent.least else max(numbers))
    if len(numbers) > 2:
        return _first_of(context, intent, counted, numbers[best])
    thing = intent.compared[best]
    joined = counted[best].joined
    edges = context.gatherer.of(joined, collected(context, joined))
    numbering = Numbering()
    cited = numbering.cite([edge for one in edges for edge in one.edges if not edge.triple.against])
    word = "fewer" if intent.least else "more"
    headline = f"{thing.name} has {word} recorded {nouns}: {told}."
    if intent.kind == "yesno":
        headline = f"{'No' if best else 'Yes'}: {headline}"
        return CitedAnswer(Answer("answered", "yesno", headline, headline, verdict=best == 0), numbering.triples)
    item = AnswerItem(thing.ids[0], thing.name, thing.label, thing.ids, cited)
    return CitedAnswer(Answer("answered", "list", headline, headline, items=(item,), total=1), numbering.triples)


def _first_of(context: AnswerContext, intent: Intent, counted: Sequence[_Count], best: int) -> CitedAnswer:
    """Those of several things that have the most of something, or the fewest."""
    assert intent.rank_hop is not None
    numbering, items = Numbering(), []
    for one in counted:
        if one.number == best:
            edges = context.gatherer.of(one.joined, collected(context, one.joined))
            cited = numbering.cite([edge for each in edges for edge in each.edges if not edge.triple.against])
            items.append(AnswerItem(one.thing.ids[0], one.thing.name, one.thing.label, one.thing.ids, cited))
    names, nouns = listed([one.name for one in items]), context.wording.things(intent.rank_hop.end, 2)
    has = "has" if len(items) == 1 else "have"
    order = "fewest" if intent.least else "most"
    said = f"{names} {has} the {order} recorded {nouns}: {listed([one.told for one in counted])}."
    return CitedAnswer(Answer("answered", "list", said, said, items=tuple(items), total=len(items)), numbering.triples)


@dataclass(frozen=True, slots=True)
class _Count:
    """How much a relation joins to one of the things, or to its kinds where it has no record of its own."""

    thing: Thing
    joined: Variable
    number: int
    of_kinds: bool = False

    @property
    def told(self) -> str:
        """The number with the name; of kinds it is said."""
        return f"{self.thing.name} {self.number:,}{' (recorded for its kinds)' if self.of_kinds else ''}"


def _counted(context: AnswerContext, thing: Thing, hop: Hop) -> _Count:
    own = _joined(thing, hop)
    number = count(context, own)
    if number:
        return _Count(thing, own, number)
    kinds = grounded(context, by_kinds(context, own, silent=True))
    number = count(context, kinds)
    return _Count(thing, kinds if number else own, number, of_kinds=number > 0)


def _joined(thing: Thing, hop: Hop) -> Variable:
    """Everything that a relation joins to a thing."""
    return Variable(hop.end, (Condition(Hop(hop.relation, not hop.forward), (thing,)),))


@dataclass
class _OfOneType:
    """What the things have in common of one type; a thing that two relations lead to is there once."""

    items: dict[str, AnswerItem] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    truncated: bool = False


def answer_shared(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Everything of any type that is joined to each of ``intent.shared`` by the same relation."""
    found: dict[str, _OfOneType] = {}
    triples: list[Triple] = []
    by_kinds: list[ByKinds] = []
    of_question = {id_ for thing in intent.shared for id_ in thing.ids}
    for variable in _variables(context, intent):
        composed = answer_list(context, Intent("count", variable))
        if not composed.answer.total or composed.asked is None:
            continue
        by_kinds += composed.by_kinds
        group = found.setdefault(variable.label, _OfOneType())
        group.keys.update(collected(context, composed.asked))
        group.keys -= of_question
        group.truncated = group.truncated or composed.answer.truncated
        for item in composed.answer.items:
            if of_question.isdisjoint(item.ids):
                _add(group, item.renumbered(partial(operator.add, len(triples))))
        triples += [replace(triple, number=triple.number + len(triples)) for triple in composed.evidence]
    found = {label: group for label, group in found.items() if group.keys}
    return _told_in_common(context, intent, found, triples, joined(by_kinds))


def _variables(context: AnswerContext, intent: Intent) -> Iterator[Variable]:
    """Each type with a relation that joins anything of it to all of the things, or to kinds of them."""
    hops = list(arriving(context.schema, intent.shared[0].label))
    if not hops:
        return
    query = context.statements.in_common(hops, [with_kinds(context, thing) for thing in intent.shared])
    leading = {place for (place,) in context.ledger.run(query, max_rows=len(hops)).rows}
    for hop in (hop for place, hop in enumerate(hops) if place in leading):
        yield Variable(hop.start, tuple(Condition(hop, (thing,)) for thing in intent.shared))


def _add(group: _OfOneType, item: AnswerItem) -> None:
    known = group.items.get(item.id)
    if known is not None:
        kinds = tuple(dict.fromkeys((*known.kinds, *item.kinds)))
        pairs = zip(known.by_condition, item.by_condition, strict=True)
        by_condition = tuple((*one, *other) for one, other in pairs)
        evidence = (*known.evidence, *item.evidence)
        item = replace(known, evidence=evidence, kinds=kinds, by_condition=by_condition)
    group.items[item.id] = item


def _told_in_common(
    context: AnswerContext,
    intent: Intent,
    found: Mapping[str, _OfOneType],
    triples: Sequence[Triple],
    by_kinds: Sequence[ByKinds],
) -> CitedAnswer:
    names = listed([thing.name for thing in intent.shared])
    if not found:
        text = f"{context.source} records nothing that {names} have in common. That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", "list", text, text, total=0))
    items = tuple(item for group in found.values() for item in group.items.values())
    totals = {label: len(group.keys) for label, group in found.items()}
    total = sum(totals.values())
    counts = listed([f"{count:,} {context.wording.things(label, count)}" for label, count in totals.items()])
    truncated = any(group.truncated for group in found.values())
    start = f"{recorded_for(context.wording, by_kinds, cut=truncated)}: " if by_kinds else ""
    headline = with_names(f"{start}{names} have {counts} in common.", items, total)
    limit = cut(context, next(iter(found)), len(items), total, truncated=truncated)
    silent = silence(context.wording, next(iter(found)), by_kinds)
    text = " ".join(one for one in (headline, silent, limit) if one)
    conditions = tuple(thing.name for thing in intent.shared)
    answer = Answer(
        "answered", "list", headline, text, items=items, total=total, truncated=truncated, conditions=conditions
    )
    return CitedAnswer(answer, tuple(triples))
