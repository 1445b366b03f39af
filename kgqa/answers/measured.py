"""Lists of things by a number: those whose property is within bounds, and those with the highest or the lowest of it.

A thing without the number is no answer, and how many there are is said. Ties stand together. Nothing is ranked, or left
out, where the row limit hides a part of what is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kgqa.answers.context import AnswerContext, CitedAnswer, marks
from kgqa.answers.kinds import recorded_for, with_members
from kgqa.answers.list_text import FIRST, SHORT, first_of
from kgqa.answers.lists import answer_list
from kgqa.evidence.gathering import Found
from kgqa.language import dates, units
from kgqa.language.inflection import singular_of
from kgqa.questions.conditions.measures import Measure, Owned
from kgqa.questions.conditions.predicates import predicate
from kgqa.questions.conditions.thing_values import Valued, called
from kgqa.questions.intent import Intent, Thing, Variable
from kgqa.questions.numbers.measuring import Measured
from kgqa.questions.qualifiers import plain_number
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, AnswerItem, Status, Triple
from kgqa.schema.model import Property, Relation

MOST = 100_000
"""Things of which a number is read at most."""
_DATE = re.compile(r"(?P<year>\d{4})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?(?:T.*)?")
_LONG = 10_000
"""Numbers from which thousands are set apart; years are below."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """What is asked without the numbers.

    Attributes:
        base: the answer that lists it; None for all things of a type.
        cut: the row limit hides some of it.
    """

    items: tuple[AnswerItem, ...]
    base: CitedAnswer | None = None
    cut: bool = False


Values = Mapping[str, Sequence[float]]
"""By the identifier of a thing the numbers that are recorded of it."""


def answer_measured(context: AnswerContext, asked: Measured) -> CitedAnswer | None:
    """The things that a question asks for by a number; None where nothing that is recorded of the property is one.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: a statement could not be run to its end.
    """
    intent = with_members(asked.intent)
    assert intent.answer is not None
    asked = replace(asked, intent=intent)
    if asked.among:
        return _outdone(context, asked) if asked.ranked is not None else _is_so(context, asked)
    placed = _narrowed(context, asked)
    if placed is None:
        return CitedAnswer(_too_many())
    asked, intent = replace(asked, intent=placed), placed
    assert intent.answer is not None
    read = [(one, owned, _values(context, owned)) for one, owned in asked.bounded]
    found = _listed(context, asked)
    if found.base is not None and found.base.answer.status != "answered":
        return found.base
    if found.cut or any(values is None for *_, values in read):
        return CitedAnswer(_too_many())
    if not all(values for *_, values in read):
        return None
    items, known = found.items, list[tuple[Owned, Values]]()
    unknown: list[str] = []
    for said in asked.valued:
        having = _having(context, said)
        if having is None:
            return CitedAnswer(_too_many())
        items = tuple(item for item in items if not having.isdisjoint((item.id, *item.ids)))
    for lacking in asked.lacking:
        told = context.ledger.run(context.statements.values(lacking.label, lacking.property.name), max_rows=MOST)
        if told.truncated:
            return CitedAnswer(_too_many())
        counts = _counts(lacking.property)
        having = frozenset(id_ for _, id_, _, value in told.rows if not (counts and plain_number(value) == 0))
        items = tuple(item for item in items if having.isdisjoint((item.id, *item.ids)))
    for one, owned, values in read:
        assert values is not None
        known.append((owned, values))
        unknown += _unknown(context, intent, owned, [item for item in items if not _of(item, values)])
        items = tuple(item for item in items if any(_holds(one, value) for value in _of(item, values)))
    if asked.ranked is not None:
        one, owned = asked.ranked
        linked = isinstance(owned.owner, Relation)
        ranked = _link_values(found, owned) if linked else _values(context, owned)
        if ranked is None or (linked and context.gatherer.truncated):
            return CitedAnswer(_too_many())
        if not ranked:
            return None
        unknown += _unknown(context, intent, owned, [item for item in items if not _of(item, ranked)])
        items = _best(items, ranked, one)
        known.append((owned, ranked))
    elif asked.summed is not None:
        return _summed(context, asked, found, items)
    elif known and intent.kind != "count":
        items = _in_order(items, known[0][1])
    return _told(context, asked, found, items, known, unknown)


def _narrowed(context: AnswerContext, asked: Measured) -> Intent | None:
    """What is asked, where something is recorded of unnamed things on the way ("companies that built steam
    locomotives") with the keys of the things that meet it; None where that is too much to be read."""
    assert asked.intent.answer is not None
    kept: dict[str, tuple[str, ...]] = {}
    for told in asked.unnamed:
        keys: set[str] | None = None
        holding: list[tuple[str, Callable[[object], bool]]] = [
            *((one.recorded.name, partial(_has, one)) for one in told.valued),
            *((owned.recorded.name, partial(_is_within, one)) for one, owned in told.bounded),
        ]
        for name, holds in holding:
            rows = context.ledger.run(context.statements.values(told.label, name), max_rows=MOST)
            if rows.truncated:
                return None
            found = {key for key, _, _, value in rows.rows if holds(value)}
            keys = found if keys is None else keys & found
        kept[told.said] = tuple(sorted(keys or ()))
    return replace(asked.intent, answer=_among(asked.intent.answer, kept))


def _has(said: Valued, value: object) -> bool:
    return str(value) in said.values


def _is_within(measure: Measure, value: object) -> bool:
    number = _figure(value)
    return number is not None and _holds(measure, number)


class _Date(float):
    """A recorded date by its year and what of that had gone by, so that the earlier one is less."""

    def __new__(cls, written: re.Match[str]) -> _Date:
        months = int(written["month"]) - 1 + (int(written["day"] or 1) - 1) / 31
        return super().__new__(cls, int(written["year"]) + months / 12)

    def __init__(self, written: re.Match[str]) -> None:
        self.written = written[0]

    @property
    def year(self) -> float:
        """Of which questions tell ("before 2022")."""
        return float(self.written[:4])

    @property
    def days(self) -> tuple[int, int] | None:
        """The first and the last day that it may be; None where there is no such day."""
        return dates.days_of(self.written.partition("T")[0])


def _figure(value: object) -> float | None:
    """The number that is recorded; also of a date."""
    dated = _DATE.fullmatch(str(value).strip())
    return _Date(dated) if dated is not None else plain_number(value)


def _among(variable: Variable, kept: Mapping[str, tuple[str, ...]]) -> Variable:
    """A variable whose unnamed things that are told so are to be among those with these keys, whatever else they are
    to meet."""
    conditions = []
    for one in variable.conditions:
        inner = None if one.variable is None else _among(one.variable, kept)
        if inner is not None and inner.described in kept:
            if inner.conditions:
                inner = replace(inner, within=kept[inner.described])
            else:
                one = replace(one, keys=kept[inner.described])
        conditions.append(replace(one, variable=inner))
    return replace(variable, conditions=tuple(conditions))


def _listed(context: AnswerContext, asked: Measured) -> _Listed:
    intent = asked.intent
    assert intent.answer is not None
    if intent.answer.conditions:
        composed = answer_list(context, replace(intent, kind="list"))
        return _Listed(composed.answer.items, composed, composed.answer.truncated)
    label = intent.answer.label
    measured = [owned.recorded for _, owned in filter(None, (*asked.bounded, asked.ranked, asked.summed))]
    told = [*measured, *(one.recorded for one in asked.valued)]
    of_type = context.statements.values(label, told[0].name) if told else context.statements.answers(Variable(label))
    rows = context.ledger.run(of_type, max_rows=MOST)
    things: dict[str, Found] = {}
    for key, id_, name, *_ in rows.rows:
        known = things.get(key, Found(key, name, ()))
        things[key] = Found(key, known.name, (*known.ids, id_))
    items = tuple(AnswerItem(one.ids[0], one.name, label, one.ids) for one in things.values())
    return _Listed(items, cut=rows.truncated)


def _values(context: AnswerContext, owned: Owned) -> Values | None:
    """What is recorded of a property of things, by each of their identifiers; None where that is too much."""
    assert isinstance(owned.owner, str)
    rows = context.ledger.run(context.statements.values(owned.owner, owned.recorded.name), max_rows=MOST)
    found: dict[str, list[float]] = {}
    for _, id_, _, value in rows.rows:
        number = _figure(value)
        if number is not None:
            found.setdefault(id_, []).append(number)
    return None if rows.truncated else found


def _numbers(context: AnswerContext, owned: Owned, thing: Thing) -> list[float]:
    """What is recorded of a property of one thing, under each of its identifiers."""
    values = _values(context, owned) or {}
    return [number for id_ in thing.ids for number in values.get(id_, ())]


def value_of(context: AnswerContext, owned: Owned, thing: Thing) -> float | None:
    """The only number that is recorded of a property of a thing; None where there is none, or several, or a date.

    Raises:
        QueryError, TimeLimitError, ServerError, StoppedError: a statement could not be run to its end.
    """
    found = set(_numbers(context, owned, thing))
    return found.pop() if len(found) == 1 and not any(isinstance(one, _Date) for one in found) else None


def _outdone(context: AnswerContext, asked: Measured) -> CitedAnswer | None:
    """Which of some named things has the most of a number; None where it is not recorded of each of them."""
    assert asked.ranked is not None
    measure, owned = asked.ranked
    things = tuple(AnswerItem(one.ids[0], one.name, one.label, one.ids) for one in asked.among)
    evidence: Sequence[Triple] = ()
    if isinstance(owned.owner, Relation):
        found = _listed(context, asked)
        own = {id_ for one in things for id_ in one.ids}
        items = tuple(one for one in found.items if not own.isdisjoint((one.id, *one.ids)))
        found = replace(found, items=items)
        evidence = found.base.evidence if found.base is not None else ()
        values: Values | None = _link_values(found, owned) if found.base is not None else {}
    else:
        items, values = things, _values(context, owned)
    if values is None or len(items) != len(things) or not all(_of(item, values) for item in items):
        return None
    head = _extreme(measure)
    order = sorted(items, key=lambda one: (1 if measure.lowest else -1) * head(_of(one, values)))
    numbers = list(dict.fromkeys(number for item in order for number in item.evidence))
    place = {number: new for new, number in enumerate(numbers, 1)}
    by_number = {one.number: one for one in evidence}
    kept = [item.renumbered(place.__getitem__) for item in order]
    cited = tuple(replace(by_number[number], number=new) for number, new in place.items())
    best = [item for item in kept if head(_of(item, values)) == head(_of(kept[0], values))]
    told = listed([f"{one.name} {_number(owned, head(_of(one, values)))}{marks(one.evidence, 1)}" for one in kept])
    if len(best) == len(kept):
        said = f"{listed([one.name for one in kept])} have the same {owned.called}"
    else:
        verb = "has" if len(best) == 1 else "have"
        most = measure.most(owned)
        if len(things) == 2:
            most = most.replace("highest", "higher").replace("lowest", "lower").replace("fewest", "fewer")
        if owned.dated and owned.time == owned.noun:  # "opened", "founded": years
            most = f"{'earlier' if measure.lowest else 'later'} year of “{owned.called}”"
        article = "" if most.startswith(("most", "fewer")) and len(things) == 2 else "the "
        said = f"{listed([one.name for one in best])} {verb} {article}{most.replace('most ', 'more ')}"
    if asked.intent.kind == "yesno":
        verdict = len(best) == 1 and asked.among[0].ids[0] in (best[0].id, *best[0].ids)
        headline = f"{'Yes' if verdict else 'No'}: {said}."
        return CitedAnswer(Answer("answered", "yesno", headline, f"{headline[:-1]}: {told}.", verdict=verdict), cited)
    answer = Answer("answered", "list", f"{said}.", f"{said}: {told}.", items=tuple(best), total=len(best))
    return CitedAnswer(answer, cited)


def _is_so(context: AnswerContext, asked: Measured) -> CitedAnswer | None:
    """Whether a named thing has some texts and numbers; None where nothing is recorded of one of these properties."""
    (thing,) = asked.among
    told, so = list[str](), True
    for said in asked.valued:
        rows = context.ledger.run(context.statements.values(said.label, said.recorded.name), max_rows=MOST)
        own = [str(value) for _, id_, _, value in rows.rows if id_ in thing.ids]
        if not own or rows.truncated:
            return None
        so = so and not said.values.isdisjoint(own)
        told.append(f"{said.recorded.called} {listed(own)}")
    for one, owned in asked.bounded:
        numbers = _numbers(context, owned, thing)
        if not numbers:
            return None
        so = so and any(_holds(one, number) for number in numbers)
        told.append(amount(owned, numbers))
    headline = f"{'Yes' if so else 'No'}: {thing.name} is recorded with {listed(told)}."
    return CitedAnswer(Answer("answered", "yesno", headline, headline, verdict=so))


def _having(context: AnswerContext, said: Valued) -> frozenset[str] | None:
    """The identifiers of the things that have one of some texts; None where that is too much to be read."""
    rows = context.ledger.run(context.statements.values(said.label, said.recorded.name), max_rows=MOST)
    return None if rows.truncated else frozenset(id_ for _, id_, _, value in rows.rows if _has(said, value))


def _link_values(found: _Listed, owned: Owned) -> Values:
    """What the records of the only link of each thing have of a property."""
    assert found.base is not None
    triples = {one.number: one for one in found.base.evidence}
    values: dict[str, list[float]] = {}
    for item in found.items:
        for number in item.evidence:
            value = _figure(triples[number].properties.get(owned.recorded.name))
            if value is not None and not triples[number].against:
                values.setdefault(item.id, []).append(value)
    return values


def _of(item: AnswerItem, values: Values) -> list[float]:
    return [value for id_ in dict.fromkeys((item.id, *item.ids)) for value in values.get(id_, ())]


def _holds(measure: Measure, value: float) -> bool:
    bounds = measure.bounds
    if bounds is not None and bounds.days:
        return isinstance(value, _Date) and value.days is not None and bounds.hold(*value.days) is True
    value = value.year if isinstance(value, _Date) else value
    return bounds is not None and bounds.hold(value, value) is True


def _best(items: Sequence[AnswerItem], values: Values, measure: Measure) -> tuple[AnswerItem, ...]:
    """The items with the highest or the lowest number, ties together; of a top so many, the best first."""
    head = _extreme(measure)
    told = sorted(
        ((head(_of(item, values)), item) for item in items if _of(item, values)),
        key=lambda one: (one[0] if measure.lowest else -one[0], one[1].name.lower()),
    )
    if not told:
        return ()
    last = told[min(measure.top or 1, len(told)) - 1][0]
    return tuple(item for value, item in told if (value <= last if measure.lowest else value >= last))


def _extreme(measure: Measure) -> Callable[[Sequence[float]], float]:
    return min if measure.lowest else max


def _in_order(items: Sequence[AnswerItem], values: Values) -> tuple[AnswerItem, ...]:
    return tuple(sorted(items, key=lambda item: (-max(_of(item, values)), item.name.lower())))


def _told(
    context: AnswerContext, asked: Measured, found: _Listed, items: Sequence[AnswerItem],
    known: Sequence[tuple[Owned, Values]], unknown: Sequence[str],
) -> CitedAnswer:  # fmt: skip
    """The answer in words, with the records of what is left alone."""
    intent, base = asked.intent, found.base
    assert intent.answer is not None
    numbers = list(dict.fromkeys(number for item in items for number in item.evidence))
    place = {number: new for new, number in enumerate(numbers, 1)}
    kept = tuple(item.renumbered(place.__getitem__) for item in items)
    triples = {one.number: one for one in base.evidence} if base is not None else {}
    evidence = tuple(replace(triples[number], number=new) for number, new in place.items())
    wording, variable, total = context.wording, intent.answer, len(kept)
    phrase = _phrase(asked)
    if total == 1 and asked.ranked is None:
        phrase = _of_one(asked, phrase)
    noun = " ".join(filter(None, (wording.things(variable.label, total if asked.ranked is None else 2), phrase)))
    said = f" {wording.conditions(variable, plural=total != 1)}" if variable.conditions else ""
    if not kept:
        many = len(asked.valued) > 0
        one = " ".join(filter(None, (wording.things(variable.label, 2 if many else 1), phrase)))
        that = f" that {wording.conditions(variable, plural=many)}" if variable.conditions else ""
        headline = f"No {one}{that} {'are' if many else 'is'} recorded in {context.source}."
        text = " ".join((headline, f"That is {SILENCE}.", *unknown))
        status: Status = "not_in_graph" if intent.kind == "list" else "answered"
        value, verdict = (0 if intent.kind == "count" else None), (False if intent.kind == "yesno" else None)
        return CitedAnswer(Answer(status, intent.kind, headline, text, verdict=verdict, value=value, total=0))
    names = _names(kept, known[-1]) if known else _named(kept)
    if asked.ranked is not None:
        headline = _ranked(context, asked, noun, kept, known[-1])
    elif variable.conditions:
        headline = f"{total:,} {noun}{said}"
        headline = f"{headline}." if intent.kind == "count" else f"{headline}: {names}."
    else:
        headline = f"{context.source} holds {total:,} {noun}"
        headline = f"{headline}." if intent.kind == "count" else f"{headline}: {names}."
    groups = base.by_kinds if base is not None else ()
    by_kinds = f"{recorded_for(wording, groups)}." if groups else ""
    text = " ".join(one for one in (headline, by_kinds, *unknown) if one)
    value = total if intent.kind == "count" else None
    if intent.kind == "yesno":
        headline, text = f"Yes: {headline}", f"Yes: {text}"
    verdict = True if intent.kind == "yesno" else None
    answer = Answer("answered", intent.kind, headline, text, items=kept, verdict=verdict, value=value, total=total)
    return CitedAnswer(answer, evidence, groups)


def _phrase(asked: Measured) -> str:
    """What is asked of the texts and numbers of things: "with the material iron and with a height of at least 5 m"."""
    said = [*(one.said for one in asked.valued), *(one.said(owned) for one, owned in asked.bounded)]
    lacking = (
        f"with no {one.property.called} {'(0 or none recorded)' if _counts(one.property) else 'recorded'}"
        for one in asked.lacking
    )
    return " and ".join([*said, *lacking])


def _counts(property_: Property) -> bool:
    """Whether a property is a number of things ("casualties"), of which 0 is none."""
    noun, unit = property_.apart
    last = noun.rpartition(" ")[2]
    return not unit and singular_of(last) != last


def _of_one(asked: Measured, phrase: str) -> str:
    """The phrase as it is said of a single thing ("that lives alone")."""
    for one in asked.valued:
        so = predicate(called(one.recorded))
        if so.kind == "verb" and len(so.forms) > 1:
            phrase = phrase.replace(f"that {so.forms[0]}", f"that {so.forms[1]}")
    return phrase.replace("that are ", "that is ").replace("that do not ", "that does not ")


def _noun(context: AnswerContext, asked: Measured, number: int) -> str:
    """What is asked for, in words: "lines that are electrified that are operated by A"."""
    variable = asked.intent.answer
    assert variable is not None
    things = context.wording.things(variable.label, number)
    said = context.wording.conditions(variable, plural=number != 1) if variable.conditions else ""
    return " ".join(filter(None, (things, _phrase(asked), f"that {said}" if said else "")))


def _summed(context: AnswerContext, asked: Measured, found: _Listed, items: Sequence[AnswerItem]) -> CitedAnswer | None:
    """The sum or the mean of a number of things, with how many of them it is of; None where none has it."""
    assert asked.summed is not None
    total, owned = asked.summed
    linked = isinstance(owned.owner, Relation)
    values = _link_values(found, owned) if linked else _values(context, owned)
    if values is None or (linked and context.gatherer.truncated):
        return CitedAnswer(_too_many())
    own = [(item, _of(item, values)) for item in items]
    having = [(item, numbers) for item, numbers in own if numbers]
    if not having or any(len(set(numbers)) > 1 for _, numbers in having):
        return None  # of a thing with two lengths neither is its length
    whole = sum(sum(numbers) if linked else numbers[0] for _, numbers in having)
    value = round(whole / len(having) if total.mean else whole, 2)
    numbers = list(dict.fromkeys(number for item, _ in having for number in item.evidence))
    place = {number: new for new, number in enumerate(numbers, 1)}
    triples = {one.number: one for one in found.base.evidence} if found.base is not None else {}
    evidence = tuple(replace(triples[number], number=new) for number, new in place.items())
    kept = tuple(item.renumbered(place.__getitem__) for item, _ in having)
    noun = _noun(context, asked, len(kept))
    how = "have an average" if total.mean else "have a total"
    how = how.replace("have", "has") if len(kept) == 1 else how
    amount = _number(owned, value)
    told = f"{amount} {owned.called}" if owned.counts else f"{owned.called} of {amount}"
    which = "The one" if len(kept) == 1 else f"The {len(kept):,}"
    recorded = "" if found.base is not None else " of which it is recorded"
    headline = f"{which} {noun}{recorded} {how} {'of ' if owned.counts else ''}{told}."
    lacking = len(own) - len(kept)
    few = f"For {lacking:,} {context.wording.things(kept[0].label, lacking)} no {owned.called} is recorded, so that"
    text = [headline, f"{_capital(_names(kept, (owned, values)))}."]
    text += [f"{few} {'it is' if lacking == 1 else 'they are'} left out."] if lacking else []
    figure = int(value) if value.is_integer() else value
    return CitedAnswer(Answer("answered", "value", headline, " ".join(text), items=kept, value=figure), evidence)


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _ranked(
    context: AnswerContext, asked: Measured, noun: str, items: Sequence[AnswerItem], known: tuple[Owned, Values]
) -> str:
    assert asked.ranked is not None
    assert asked.intent.answer is not None
    (measure, _), (owned, values) = asked.ranked, known
    variable, most = asked.intent.answer, measure.most(owned)
    if owned.dated and owned.time == owned.noun:
        most = f"{'earliest' if measure.lowest else 'latest'} year of “{owned.called}”"
    that = f" that {context.wording.conditions(variable)}" if variable.conditions else ""
    if measure.top is not None:
        return f"Of the {noun}{that}, these have the {most}: {_names(items, known, lowest=measure.lowest)}."
    head = _number(owned, _extreme(measure)(_of(items[0], values)))
    names = [f"{one.name}{marks(one.evidence, 1)}" for one in items]
    told = listed(names) if len(names) <= SHORT else first_of(names, len(names), FIRST)
    verb = "has" if len(items) == 1 else "have"
    return f"Of the {noun}{that}, {told} {verb} the {most}: {head}."


def _names(items: Sequence[AnswerItem], known: tuple[Owned, Values], *, lowest: bool = False) -> str:
    """Things with their numbers, all of a few and the first of many."""
    owned, values = known
    head = min if lowest else max
    told = [f"{one.name} ({_number(owned, head(_of(one, values)))}){marks(one.evidence, 1)}" for one in items]
    return listed(told) if len(told) <= SHORT else first_of(told, len(told), FIRST)


def _named(items: Sequence[AnswerItem]) -> str:
    told = [f"{one.name}{marks(one.evidence, 1)}" for one in items]
    return listed(told) if len(told) <= SHORT else first_of(told, len(told), FIRST)


def amount(owned: Owned, numbers: Sequence[float]) -> str:
    """Numbers of a property as they are told of a thing: "a length of 162 km", "38 employees", "opened 1843"."""
    said = listed([_number(owned, number) for number in dict.fromkeys(numbers)])
    if owned.counts:
        return f"{said} {owned.called}"
    return f"{owned.called} {said}"


def _number(owned: Owned, value: float) -> str:
    if isinstance(value, _Date):
        return value.written
    whole = value.is_integer() and abs(value) < 1e15
    told = f"{value:,.0f}" if whole and abs(value) >= _LONG else f"{value:.0f}" if whole else f"{value!r}"
    return f"{told} {units.written(owned.unit)}".strip()


def _unknown(context: AnswerContext, intent: Intent, owned: Owned, items: Sequence[AnswerItem]) -> list[str]:
    """How many things have no such number, so that nothing is said of them."""
    assert intent.answer is not None
    label = intent.answer.label
    number = len(items)
    if not intent.answer.conditions:
        return []
    noun = context.wording.things(label, number)
    be = "are" if owned.counts else "is"
    return [f"For {number:,} {noun} no {owned.called} {be} recorded."] if number else []


def _too_many() -> Answer:
    text = (
        "More records would have to be compared than the row limit lets through, so nothing is said of their numbers. "
        "Ask of fewer things, or set KGQA_MAX_ROWS higher."
    )
    return Answer("refused", "list", "There are too many records to compare.", text)
