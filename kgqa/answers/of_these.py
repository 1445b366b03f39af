"""Things that meet some of several conditions: at least so many of them, or ranked by how many they meet.

The rules, the same for every graph.

- A thing meets a condition by a record that says that the link holds; one that only denies it meets nothing.
- In a ranking a record for a kind of what is named counts as well, and the answer says so: who asks what something
  could be tells what was seen, and graphs tell it by terms that are more or less specific. Where a number is asked for,
  kinds count as in every list (``kgqa.answers.kinds``).
- What is recorded for what should not be there counts against: in a ranking by as much as one condition that is met,
  and a thing without such a record stands before one with it; where a number is asked for such things are left out.
- Groups of things are none themselves.
- A ranking lists everything at its head, and what meets fewer conditions as long as the list is short.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgqa.answers.certainty import of_thing
from kgqa.answers.conditions import kinds_of, with_kinds
from kgqa.answers.context import AnswerContext, CitedAnswer, marks
from kgqa.answers.exceptions import left_out
from kgqa.answers.kinds import by_kinds, ruling_out_kinds
from kgqa.answers.list_text import cut, first_of
from kgqa.answers.order import patients, share_of
from kgqa.evidence.gathering import Edge, Found, Gathered, Numbering, far_node
from kgqa.evidence.hedging import together
from kgqa.language.inflection import infinitive
from kgqa.questions.intent import Condition, Hop, Intent, Variable
from kgqa.questions.wording import SILENCE, Hedge, listed
from kgqa.records import Answer, AnswerItem, Rows

RANKED = "Rank by how many of these are met"
"""What a ranking is offered as."""
_LEAST_LISTED = 10
"""Things that a ranking lists where there are so many, those that meet fewer conditions after the others."""
_MOST_LISTED = 100
"""Things that a ranking lists, more only where more are at its head."""
AT_ONCE = 20
"""Things whose records are fetched in one statement where those of all are too many for one."""
MOST_NAMED, FIRST_NAMED = 6, 3
"""Things that the sentences name where there are no more, and how many of them where there are more."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """Which things meet which conditions.

    Attributes:
        asked: the conditions that are to hold and those that are not, as the question has them.
        variable: the same with the kinds that count among the identifiers of their things.
        having: by condition the keys of the things that meet it.
        met: by the key of a thing how many of those that are to hold it meets.
        against: by the key of a thing how many of those that are not to hold it meets.
    """

    asked: Variable
    variable: Variable
    having: tuple[frozenset[str], ...]
    met: Mapping[str, int]
    against: Mapping[str, int]

    def place(self, key: str) -> tuple[int, int]:
        """Where a thing stands: by what it meets less what speaks against it, then by the latter."""
        return self.against[key] - self.met[key], self.against[key]

    def without(self, keys: Collection[str]) -> _Counted:
        """The same without some things."""
        met = Counter({key: number for key, number in self.met.items() if key not in keys})
        return replace(self, met=met) if keys else self

    @property
    def number(self) -> int:
        """How many conditions are to hold."""
        return len(self.holding)

    @property
    def label(self) -> str:
        """The type of the things."""
        return self.asked.label

    @property
    def holding(self) -> list[Condition]:
        """The conditions that are to hold, as the question has them."""
        return [condition for condition in self.asked.conditions if not condition.negated]


@dataclass(frozen=True, slots=True)
class _Met:
    """One thing with what is recorded of it.

    Attributes:
        edges: by condition the records it is told by: those of what is named, else those of its kinds.
        kinds: by condition the names of the kinds that alone have a record.
        denied: the conditions to hold that its records deny.
    """

    found: Found
    edges: tuple[tuple[Edge, ...], ...]
    kinds: tuple[tuple[str, ...], ...]
    held: frozenset[int]
    denied: frozenset[int]
    hedge: Hedge | None = None


def answer_of_these(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """The answer to a question for things that meet some of the conditions of ``intent.answer``."""
    assert intent.answer is not None
    assert intent.of_these is not None
    asked = intent.answer
    wider = _counted(context, asked, _with_kinds(context, asked))
    leaving = left_out(context, intent.besides, lambda: wider.met)
    wider = wider.without(leaving.keys)
    if intent.of_these.least is None:
        return leaving.told(_ranking(context, wider))
    plain = by_kinds(context, ruling_out_kinds(context, asked))
    if context.narrower or plain == wider.variable:
        return leaving.told(_of_number(context, intent, wider, 0))
    counted = _counted(context, asked, plain).without(leaving.keys)
    more = len(_enough(intent, wider)) - len(_enough(intent, counted))
    return leaving.told(_of_number(context, intent, counted, more))


def _with_kinds(context: AnswerContext, variable: Variable) -> Variable:
    """The variable with the kinds of every named thing; unlike a list of what meets all conditions, this one keeps a
    condition that another one implies, as it is counted."""
    conditions = (
        replace(one, things=tuple(with_kinds(context, thing) for thing in one.things)) for one in variable.conditions
    )
    return Variable(variable.label, tuple(conditions))


def _counted(context: AnswerContext, asked: Variable, variable: Variable) -> _Counted:
    met: Counter[str] = Counter()
    against: Counter[str] = Counter()
    having: list[frozenset[str]] = []
    for condition in variable.conditions:
        alone = Variable(variable.label, (replace(condition, negated=False),))
        found = context.ledger.one(context.statements.collected(alone, without_groups=True)) or []
        having.append(frozenset(found))
        (against if condition.negated else met).update(having[-1])
    return _Counted(asked, variable, tuple(having), met, against)


def _enough(intent: Intent, counted: _Counted) -> list[str]:
    """The keys of the things that meet as many conditions as are asked for, and none that is not to hold."""
    said = intent.of_these
    assert said is not None
    least = said.least or 1
    most = least if said.exactly else counted.number
    return [key for key, number in counted.met.items() if least <= number <= most and not counted.against[key]]


def _levels(counted: _Counted, keys: Sequence[str]) -> list[list[str]]:
    """The keys of things that stand in one place each, the best first."""
    places: dict[tuple[int, int], list[str]] = {}
    for key in keys:
        places.setdefault(counted.place(key), []).append(key)
    return [places[place] for place in sorted(places)]


def number_listed(context: AnswerContext, variable: Variable) -> int:
    """How many things a ranking by these conditions would list."""
    counted = _counted(context, variable, _with_kinds(context, variable))
    return len(_listed(context, counted, _levels(counted, list(counted.met))))


def _listed(context: AnswerContext, counted: _Counted, levels: Sequence[Sequence[str]]) -> list[str]:
    """The keys of the things that a ranking lists: all at its head, and what follows as long as these are few."""
    keys = list(levels[0]) if levels else []
    for level in levels[1:]:
        # What meets more, and is behind for what speaks against it alone, is never left out unsaid.
        meets_more = counted.met[level[0]] > counted.met[keys[0]]
        if len(keys) < _LEAST_LISTED or meets_more:
            keys += _nearest(context, counted, level, max(_MOST_LISTED - len(keys), 0))
    return keys


def _ranking(context: AnswerContext, counted: _Counted) -> CitedAnswer:
    levels = _levels(counted, list(counted.met))
    if not levels:
        return CitedAnswer(_nothing(context, counted))
    keys = _listed(context, counted, levels)
    rows = context.ledger.run(context.statements.identifiers(counted.label, keys, "answers"))
    met = _ordered(counted, _gathered(context, counted, rows))
    numbering = Numbering()
    items = tuple(_item(numbering, one, counted) for one in met)
    told = _Told(context, counted, met, items)
    headline = told.head()
    sentences = (
        headline,
        told.names(),
        told.lacking(),
        told.levels(levels, keys),
        told.by_kinds(),
        told.speaking_against(),
        told.denied(),
        told.nested(),
        f"A {told.noun(1)} without a record is {SILENCE}.",
        cut(context, counted.label, len(items), len(keys), truncated=rows.truncated),
    )
    answer = Answer(
        "answered",
        "list",
        headline,
        " ".join(one for one in sentences if one),
        items=items,
        total=len(keys),
        truncated=rows.truncated,
        conditions=told.columns(),
    )
    return CitedAnswer(answer, numbering.triples)


def _of_number(context: AnswerContext, intent: Intent, counted: _Counted, more: int) -> CitedAnswer:
    said = intent.of_these
    assert said is not None
    keys = _enough(intent, counted)
    levels = _levels(counted, keys)
    rows = context.ledger.run(
        context.statements.identifiers(counted.label, [k for one in levels for k in one], "answers")
    )
    met = _ordered(counted, _gathered(context, counted, rows)) if keys else []
    numbering = Numbering()
    items = tuple(_item(numbering, one, counted) for one in met)
    told = _Told(context, counted, met, items)
    headline = told.number(len(keys), said.least or 1, exactly=said.exactly)
    left_out = [key for key, number in counted.met.items() if number >= (said.least or 1) and counted.against[key]]
    sentences = (
        headline,
        told.names(),
        told.lacking() if (said.least or 1) > 1 else told.of_each(),
        told.levels(levels, keys) if keys and not said.exactly else told.nearest(said.least or 1),
        told.by_kinds(),
        told.left_out(len(left_out)),
        told.denied(),
        told.nested() if any(len(one.things[0].ids) > 1 for one in counted.variable.conditions) else "",
        f"A {told.noun(1)} without a record is {SILENCE}.",
        cut(context, counted.label, len(items), len(keys), truncated=rows.truncated),
        f"Counting more specific terms as well would add {more:,} {told.things(more)}." if more > 0 else "",
    )
    text = " ".join(one for one in sentences if one)
    answer = Answer(
        "answered" if keys or intent.kind == "count" else "not_in_graph",
        intent.kind,
        headline,
        text,
        items=items,
        value=len(keys) if intent.kind == "count" else None,
        total=len(keys),
        truncated=rows.truncated,
        narrower=more if more > 0 else None,
        conditions=told.columns(),
    )
    return CitedAnswer(answer, numbering.triples)


def _nothing(context: AnswerContext, counted: _Counted) -> Answer:
    """Where no thing meets any of the conditions."""
    told = _Told(context, counted, [], ())
    names = listed([one.things[0].name for one in counted.holding], "or")
    headline = f"No {told.things(1)} is recorded in {context.source} with {names}."
    return Answer("not_in_graph", "list", headline, f"{headline} That is {SILENCE}.", total=0)


def _nearest(context: AnswerContext, counted: _Counted, keys: Sequence[str], most: int) -> list[str]:
    """As many of the things in one place as are listed: those of which these conditions are the largest part of what is
    recorded."""
    if len(keys) <= most:
        return list(keys)
    query = context.statements.degrees(counted.label, counted.holding[0].hop, keys)
    records = dict(context.ledger.run(query, max_rows=len(keys)).rows)
    return sorted(keys, key=lambda key: (records.get(key, 0), key))[:most]


def _gathered(context: AnswerContext, counted: _Counted, rows: Rows) -> list[_Met]:
    """The things of rows with thing, id, name and equivalents, each with its records."""
    things: dict[str, Found] = {}
    for key, id_, name, equivalents in rows.rows:
        known = things.get(key, Found(key, name, ()))
        more = tuple(dict.fromkeys((*known.equivalents, *(equivalents or ()))))
        things[key] = replace(known, ids=(*known.ids, id_), equivalents=more)
    conditions = tuple(replace(one, negated=False) for one in counted.variable.conditions)
    gathered = _edges(context, Variable(counted.label, conditions), list(things))
    return [_met(context, counted, found, gathered) for found in things.values()]


def _edges(context: AnswerContext, variable: Variable, keys: Sequence[str]) -> list[Gathered]:
    """The records of some things, of not too many in parts where there are more than one statement gives."""
    before = context.gatherer.truncated
    whole = context.gatherer.of(variable, keys)
    if not context.gatherer.truncated or before or len(keys) > _MOST_LISTED:
        return whole
    context.gatherer.truncated = before
    starts = range(0, len(keys), AT_ONCE)
    parts = [context.gatherer.of(variable, keys[start : start + AT_ONCE]) for start in starts]
    return [
        Gathered(one.condition, [edge for part in parts for edge in part[place].edges], ())
        for place, one in enumerate(whole)
    ]


def _met(context: AnswerContext, counted: _Counted, found: Found, gathered: Sequence[Gathered]) -> _Met:
    edges: list[tuple[Edge, ...]] = []
    kinds: list[tuple[str, ...]] = []
    held: set[int] = set()
    denied: set[int] = set()
    for place, (asked, one) in enumerate(zip(counted.asked.conditions, gathered, strict=True)):
        every, hop, named = one.own(found.key), asked.hop, {id_ for thing in asked.things for id_ in thing.ids}
        own = [edge for edge in every if far_node(edge, hop).id in named]
        positive = [edge for edge in every if not edge.triple.against]
        if found.key in counted.having[place]:
            held.add(place)
        elif own and not asked.negated:
            denied.add(place)
        by_itself = any(not edge.triple.against for edge in own)
        told = own if by_itself or not positive else positive
        kinds.append(() if by_itself else tuple(dict.fromkeys(far_node(edge, hop).name for edge in positive)))
        edges.append(tuple(told if not asked.negated else [edge for edge in told if not edge.triple.against]))
    holding = [
        one for place, one in enumerate(gathered) if place in held and not counted.asked.conditions[place].negated
    ]
    cited = tuple(edge for some in edges for edge in some)
    return _Met(
        replace(found, edges=cited),
        tuple(edges),
        tuple(kinds),
        frozenset(held),
        frozenset(denied),
        of_thing(holding, found.key, context.schema),
    )


def _ordered(counted: _Counted, met: Sequence[_Met]) -> list[_Met]:
    """The best first; of those in one place the one whose records deny least, then tell of the most patients."""

    def order(one: _Met) -> tuple[object, ...]:
        shares = [
            share_of(one.edges[place]) for place in sorted(one.held) if not counted.asked.conditions[place].negated
        ]
        known = [share for share in shares if share is not None]
        often, counted_ = sum(known) / len(known) if known else -1.0, patients(one.found.edges)
        return *counted.place(one.found.key), len(one.denied), -counted_, -often, one.found.name.lower(), one.found.key

    return sorted(met, key=order)


def _item(numbering: Numbering, one: _Met, counted: _Counted) -> AnswerItem:
    kinds = tuple(dict.fromkeys(kind for some in one.kinds for kind in some))
    item = numbering.item(one.found, counted.label, kinds)
    return replace(item, by_condition=tuple(numbering.cite(some) for some in one.edges))


@dataclass(frozen=True)
class _Told:
    """The sentences about some things that were found, in the order in which they are listed."""

    context: AnswerContext
    counted: _Counted
    met: Sequence[_Met]
    items: Sequence[AnswerItem]
    hedge: Hedge | None = field(init=False)

    def __post_init__(self) -> None:
        """Settle what the links of the listed things let a verb say."""
        phrase = self.context.wording.phrase(self.hop)
        object.__setattr__(self, "hedge", together([one.hedge for one in self.met], phrase, whole=False))

    @property
    def hop(self) -> Hop:
        """The way to the first of what is asked for."""
        return self.counted.holding[0].hop

    def noun(self, number: int) -> str:
        """What the things that are asked for are called."""
        labels = {one.hop.end for one in self.counted.holding}
        return self.context.wording.things(labels.pop(), number) if len(labels) == 1 else "of these"[: 2 + 6 * number]

    def things(self, number: int) -> str:
        """What the answers are called."""
        return self.context.wording.things(self.counted.label, number)

    def columns(self) -> tuple[str, ...]:
        """What each condition names; what should not be there is marked."""
        names = []
        for one in self.counted.asked.conditions:
            name = self.context.wording.object_of(one)
            names.append(f"{name} (speaks against)" if one.negated else name)
        return tuple(names)

    def head(self) -> str:
        """Who meets all conditions, else who meets the most of them."""
        number, counted = self.counted.number, self.counted
        best = self.met[0].found.key
        most = counted.met[best]
        first = [one for one in self.met if counted.place(one.found.key) == counted.place(best)]
        if most == number and not counted.against[best]:
            return f"{self._first(first)} {self._show(len(first))} {self._all()}{self._without(len(first))}."
        whole = [key for key, met in counted.met.items() if met == number]
        infinitive_ = infinitive(self.context.wording.verb(self.hop))
        if whole:
            start = f"Every {self.things(1)} that {self._show(1)} {self._all()} is also recorded to {infinitive_} "
            start += self._excluded()
            if most == number:
                return f"{start}: {self._first(first)}."
        else:
            start = f"No {self.things(1)} is recorded to {infinitive_} {self._all()}"
        some = "one" if most == 1 else f"{most:,}"
        less = f" and {self._excluded()}" if counted.against[best] else self._without(len(first))
        return f"{start}; {self._first(first)} {self._show(len(first))} {some} of {'these' if whole else 'them'}{less}."

    def number(self, total: int, least: int, *, exactly: bool) -> str:
        """How many things meet as many conditions as were asked for."""
        number = self.counted.number
        how = "exactly" if exactly else "at least"
        some = f"{how} {self._some(least)} of these {number:,} {self.noun(number)}"
        if least == number:
            some = self._all()
        if not total:
            infinitive_ = infinitive(self.context.wording.verb(self.hop))
            return f"No {self.things(1)} is recorded to {infinitive_} {some}{self._but()}."
        return f"{total:,} {self.things(total)} {self._show(total)} {some}{self._without(total)}."

    def names(self) -> str:
        """The first of them, with what they lack."""
        if not self.items:
            return ""
        many = len(self.items) > MOST_NAMED
        named = [f"{item.name}{marks(item.evidence)}" for item in self.items[: FIRST_NAMED if many else MOST_NAMED]]
        rest, joined = len(self.items) - len(named), ", ".join(named)
        order = "" if len(self.items) == 1 else "Best first, of equal ones those with the most counted patients: "
        return f"{order}{listed(named) if rest <= 0 else f'{joined} and {rest:,} more'}."

    def lacking(self) -> str:
        """What those at the head have no record of."""
        if not self.met:
            return ""
        place = self.counted.place(self.met[0].found.key)
        first = [one for one in self.met if self.counted.place(one.found.key) == place]
        said = []
        for number, condition in enumerate(self.counted.asked.conditions):
            without = [one.found.name for one in first if number not in one.held]
            if without and not condition.negated:
                who = listed(without) if len(without) <= FIRST_NAMED else f"{len(without):,} {self.things(2)}"
                said.append(f"{condition.things[0].name} of {who}")
        return f"Without a record that affirms it at the head of the list: {'; '.join(said)}." if said else ""

    def of_each(self) -> str:
        """What is recorded for each of what was asked for."""
        if not self.met:
            return ""
        told = []
        for place, condition in enumerate(self.counted.asked.conditions):
            names = [one.found.name for one in self.met if place in one.held]
            if not condition.negated:
                who = listed(names) if len(self.met) <= MOST_NAMED else f"{len(names):,}"
                told.append(f"{condition.things[0].name}: {who or 'none'}")
        return f"{'; '.join(told)}."

    def levels(self, levels: Sequence[Sequence[str]], keys: Sequence[str]) -> str:
        """How many things meet how many conditions, and which of them are not listed."""
        listed_ = Counter(self.counted.met[key] for key in keys)
        every = Counter(self.counted.met[key] for level in levels for key in level)
        if len(every) < 2:
            return ""
        shown = [f"{listed_[number]:,} with {self._some(number)}" for number in sorted(listed_, reverse=True)]
        rest = {number: every[number] - listed_[number] for number in sorted(every, reverse=True)}
        left = [f"{count:,} with {self._some(number)}" for number, count in rest.items() if count]
        tail = f"; left out are {listed(left)}" if left else ""
        return f"Listed are {listed(shown)}{tail}."

    def nearest(self, least: int) -> str:
        """Where nothing meets as many, how many things meet fewer."""
        below = Counter(met for key, met in self.counted.met.items() if met < least and not self.counted.against[key])
        if self.met or not below:
            return ""
        most = max(below)
        return f"{below[most]:,} {self._show(below[most])} {self._some(most)} of them."

    def by_kinds(self) -> str:
        """That some answers rest on records of kinds of what is named."""
        number = sum(any(one.kinds) for one in self.met)
        if not number:
            return ""
        kind = self.context.wording.kinds(self.hop.end, 1)
        who = f"{number:,} of those listed" if number < len(self.met) else "all of them" if number > 1 else "it"
        return f"A record for a more specific {kind} of a {self.noun(1)} counts as the {self.noun(1)}: so for {who}."

    def speaking_against(self) -> str:
        """Which of those that are listed have what should not be there."""
        against = [one for one in self.met if self.counted.against[one.found.key]]
        if not against:
            return ""
        names = first_of([one.found.name for one in against], len(against))
        return f"{self._excluded()} speaks against {names}, which stand behind by one {self.noun(1)} for it."

    def left_out(self, number: int) -> str:
        """That a record of what should not be there leaves things out."""
        if not number:
            return ""
        be = "is" if number == 1 else "are"
        return f"{number:,} more {self.things(number)} {be} left out because of a record for {self._excluded()}."

    def denied(self) -> str:
        """Of which things a record says that what was asked for is absent."""
        found = []
        for place, condition in enumerate(self.counted.asked.conditions):
            names = [one.found.name for one in self.met if place in one.denied]
            if names:
                who = first_of(names, len(names), FIRST_NAMED)
                name = condition.things[0].name
                found.append(f"{name} in {who}" if condition.hop.forward else f"{who} in {name}")
        return f"Recorded as absent, so that it is not met: {'; '.join(found)}." if found else ""

    def nested(self) -> str:
        """That one of the things that were asked for is a kind of another one."""
        said = []
        for one in self.counted.holding:
            below = set(kinds_of(self.context, one.things[0]))
            kinds = [other.things[0] for other in self.counted.holding if below.intersection(other.things[0].ids)]
            if kinds:
                one_, many = (self.context.wording.kinds(one.things[0].label, number) for number in (1, 2))
                noun = f"a {one_}" if len(kinds) == 1 else many
                be = "is" if len(kinds) == 1 else "are"
                said.append(f"{listed([kind.name for kind in kinds])} {be} {noun} of {one.things[0].name}")
        return f"{'; '.join(said)}: a record for the narrower one counts for both." if said else ""

    @staticmethod
    def _first(first: Sequence[_Met]) -> str:
        names = [one.found.name for one in first]
        return listed(names) if len(names) < 3 else f"{names[0]} and {len(names) - 1:,} others"

    def _show(self, number: int) -> str:
        return self.context.wording.verb(self.hop, plural=number != 1, hedge=self.hedge)

    def _all(self) -> str:
        number = self.counted.number
        return f"both {self.noun(2)}" if number == 2 else f"all {number:,} {self.noun(number)}"

    def _some(self, number: int) -> str:
        if number == self.counted.number:
            return "both" if number == 2 else f"all {number:,}"
        return "one" if number == 1 else f"{number:,}"

    def _excluded(self) -> str:
        return listed([one.things[0].name for one in self.counted.asked.conditions if one.negated], "or")

    def _without(self, number: int) -> str:
        if not self._excluded():
            return ""
        verb = infinitive(self.context.wording.verb(self.hop))
        return f" and {'is' if number == 1 else 'are'} not recorded to {verb} {self._excluded()}"

    def _but(self) -> str:
        return f" without {self._excluded()}" if self._excluded() else ""
