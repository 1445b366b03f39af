"""What the local graph and services record, as one answer without a language model: a list, a number, yes or no.

The first sentence is the answer. Where the graph answers and the services add nothing to it, that is the graph's own;
who records what follows, and who was not heard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.evidence.retrieval import counted
from kgqa.language.phrases import SILENCE
from kgqa.language.registers import comparable
from kgqa.questions.wording import listed
from kgqa.records import Answer, AnswerItem, Entity, Node, ServiceReply, Triple
from kgqa.services.federation.facts import Fact
from kgqa.services.federation.merging import Merged
from kgqa.services.federation.reading import Read
from kgqa.services.trapi.biolink import NAMED_THING
from kgqa.strategies.question import Outcome, Question

_SHOWN, _FIRST, _MARKS = 5, 3, 4
"""Names of a list that stand in a sentence as a whole, else its first ones; evidence numbers behind a sentence."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What services gave, by the question.

    Attributes:
        read: what was asked.
        entities: what the question names, as the graph or else the services of names know it.
        names: what came of asking these.
    """

    read: Read
    merged: Merged
    replies: tuple[ServiceReply, ...]
    entities: tuple[Entity, ...] = ()
    names: tuple[ServiceReply, ...] = ()

    @property
    def heard(self) -> list[str]:
        """Names of the services that answered, also those that found nothing."""
        return [one.name for one in self.replies if one.state in ("answered", "empty")]


@dataclass(frozen=True, slots=True)
class Composed:
    """The answer as it can be told without a language model.

    Attributes:
        evidence: facts of services, numbered behind those of the graph; those that answer first.
        numbers: of these by their places among the merged facts.
        items: what answers, with the numbers of its facts.
        what: what the question asks for, in words.
    """

    answer: Answer
    evidence: tuple[Triple, ...]
    numbers: Mapping[int, int]
    items: tuple[AnswerItem, ...] = ()
    what: str = ""


@dataclass(frozen=True, slots=True)
class _Thing:
    """Something that answers every condition.

    Attributes:
        places: of the facts that say so.
        by: names of the services that record it; empty where it is only inferred.
    """

    node: Node
    ids: tuple[str, ...]
    places: tuple[int, ...]
    by: frozenset[str]
    kinds: tuple[str, ...]


def composed(question: Question, local: Outcome, given: Answered, first: int, most: int, source: str) -> Composed:
    """The answer where the question was read surely; else that there is evidence.

    Args:
        first: how many facts of the graph stand before those of services.
        most: facts of services that are shown.
        source: what the graph is called.
    """
    facts = given.merged.facts
    things = _things(given)
    order = list(dict.fromkeys(place for one in things for place in one.places))
    seen = set(order)
    order = [*order, *(place for place in range(len(facts)) if place not in seen)][:most]
    numbers = {place: number for number, place in enumerate(order, first + 1)}
    items, by = _items(local, things, numbers, source)
    denied = _denied(items, given, numbers)
    if given.read.intent is None or not given.read.wanted:
        said = _evidence(question, local, len(order), given, source)
    elif question.kind == "yesno":
        said = _verdict(local, given, numbers, source)
    else:
        said = _list(question, local, given, items, by, denied)
    more = len(facts) - len(order)
    left = f"{counted(more)} more that services gave {'is' if more == 1 else 'are'} not shown." if more else ""
    beside = "" if local.answer.headline in said.text else _of_graph(local, source)
    asked = (*given.replies, *(one for one in given.names if one.state != "not_asked"))
    rest = [_disagreements(facts, numbers), left, beside, of_services(asked)]
    evidence = tuple(replace(facts[place].triple, number=number) for place, number in numbers.items())
    text = "\n".join(filter(None, (said.text, *rest)))
    return Composed(replace(said, text=text), evidence, numbers, tuple(items), given.read.said)


def _things(given: Answered) -> list[_Thing]:
    """What answers every condition, what most services record first; what is only inferred comes last."""
    facts = given.merged.facts
    sets = [
        {one.node.id: one for one in given.merged.found.get(place, ())}
        for place, each in enumerate(given.read.wanted)
        if each.answer
    ]
    things = []
    for id_ in sets[0] if sets and given.read.intent is not None else ():
        if not all(id_ in one for one in sets):
            continue
        found = [one[id_] for one in sets]
        places = tuple(dict.fromkeys(place for one in found for place in one.facts))
        if all(facts[place].negated for place in places):
            continue
        recorded = [[p for p in one.facts if not facts[p].inferred and not facts[p].negated] for one in found]
        names = (name for some in recorded for place in some for name in facts[place].services)
        by = frozenset(names) if all(recorded) else frozenset()
        kinds = tuple(dict.fromkeys(kind for one in found for kind in one.kinds))
        things.append(_Thing(found[0].node, found[0].ids, places, by, kinds))
    return sorted(things, key=lambda one: (-len(one.by), one.node.name.casefold()))


def _items(
    local: Outcome, things: Iterable[_Thing], numbers: Mapping[int, int], source: str
) -> tuple[list[AnswerItem], Counter[str]]:
    """The answers of the graph with what services say of them, then those of services alone; and how many of them
    each records."""
    ours = local.answer.items if local.answer.status == "answered" else ()
    known = {comparable(id_): one.id for one in ours for id_ in (one.id, *one.ids)}
    items = {one.id: one for one in ours}
    by = Counter({source: len(items)} if items else {})
    for one in things:
        same = next((known[comparable(id_)] for id_ in one.ids if comparable(id_) in known), None)
        cites = tuple(numbers[place] for place in one.places if place in numbers)
        if same is not None:
            items[same] = replace(items[same], evidence=(*items[same].evidence, *cites))
        elif one.by:
            items[one.node.id] = AnswerItem(one.node.id, one.node.name, one.node.label, one.ids, cites, one.kinds)
        by.update(one.by)
    return list(items.values()), by


def _denied(items: Iterable[AnswerItem], given: Answered, numbers: Mapping[int, int]) -> dict[str, str]:
    """Of answers that services deny by whom, with the numbers of their facts, by identifier."""
    facts = given.merged.facts
    against = {number: place for place, number in numbers.items() if facts[place].negated}
    found = {}
    for one in items:
        places = [against[number] for number in one.evidence if number in against]
        if places:
            found[one.id] = f"denied by {listed(_names(facts, places))}{_marks(places, numbers)}"
    return found


def _list(
    question: Question,
    local: Outcome,
    given: Answered,
    items: Sequence[AnswerItem],
    by: Mapping[str, int],
    denied: Mapping[str, str],
) -> Answer:
    """The things that services and graph record, and how many more are only inferred."""
    inferred = _more(_inferred(given, items))
    what = given.read.said.removeprefix("number of ")
    if not items:
        heard = given.heard
        nobody = f"{listed(heard)} {_verb('record', heard)} nothing" if heard else "No service answered"
        headline = f"{nobody}: {what}."
        silence = f" That is {SILENCE}." if heard else ""
        status = "not_in_graph" if heard else "failed"
        return Answer(status, question.kind, headline, f"{headline}{silence}{inferred}", total=None)  # type: ignore[arg-type]
    if local.answer.status == "answered" and len(items) == len(local.answer.items):
        told = _also(given.heard, by, len(items))
        told += "".join(f" {one.name} is {denied[one.id]}." for one in items if one.id in denied)
        return replace(local.answer, text=f"{local.answer.text}{told}{inferred}", items=tuple(items))
    shown = items if len(items) <= _SHOWN else items[:_FIRST]
    names = [_with_marks(one, denied.get(one.id, "")) for one in shown]
    many = f"{len(items):,}, " if question.kind == "count" and len(items) <= _SHOWN else ""
    many = f"{len(items):,}, among them " if len(items) > _SHOWN else many
    headline = f"{what[:1].upper()}{what[1:]}: {many}{listed(names)}."
    counts = set(by.values())
    if counts == {len(items)}:
        who = f"{'All are recorded' if len(items) > 1 else 'Recorded'} by {listed(list(by))}."
    else:
        (first, count), *others = by.items()
        rest = [f"{name} {count:,}" for name, count in others]
        who = f"{listed([f'{first} records {count:,} of them', *rest])}."
    value = len(items) if question.kind == "count" else None
    return Answer("answered", question.kind, headline, f"{headline} {who}{inferred}", tuple(items), value=value,
                  set_aside=local.answer.set_aside, total=len(items), truncated=local.answer.truncated)  # fmt: skip


def _with_marks(item: AnswerItem, denied: str) -> str:
    """A name with two of its numbers, and who denies it: who reads no more than this must know."""
    marks = [number for number in item.evidence if f"[{number}]" not in denied][:2]
    return f"{item.name}{''.join(f' [{number}]' for number in marks)}{f' ({denied})' if denied else ''}"


def _also(heard: Sequence[str], by: Mapping[str, int], total: int) -> str:
    """How many of the graph's own answers each service records, in sentences."""
    told = []
    for count in sorted({by.get(name, 0) for name in heard}, reverse=True):
        names = [name for name in heard if by.get(name, 0) == count]
        one = "the same" if count else "nothing of it"
        many = "all of them" if count == total else f"{count:,} of them" if count else "none of them"
        told.append(f" {listed(names)} {_verb('record', names)} {one if total == 1 else many}.")
    return "".join(told)


def _verb(verb: str, names: Sequence[str]) -> str:
    return verb if len(names) > 1 else f"{verb}s"


def _inferred(given: Answered, items: Sequence[AnswerItem]) -> list[str]:
    """Names of things that are linked only by what nobody records."""
    there = {id_ for one in items for id_ in (one.id, *one.ids)}
    found: dict[str, None] = {}
    for place, each in enumerate(given.read.wanted):
        for one in given.merged.found.get(place, ()) if each.answer else ():
            if one.node.id not in there and any(given.merged.facts[p].inferred for p in one.facts):
                found[one.node.name] = None
    return list(found)


def _more(inferred: Sequence[str]) -> str:
    if not inferred:
        return ""
    names = [*inferred[:_SHOWN], *([f"{len(inferred) - _SHOWN:,} more"] if len(inferred) > _SHOWN else [])]
    return f" Inferred and recorded by nobody, so not counted: {listed(names)}."


def _verdict(local: Outcome, given: Answered, numbers: Mapping[int, int], source: str) -> Answer:
    """Yes where somebody records the link, no where somebody denies it; neither where both, or only inferred.

    That the graph records nothing is silence, whatever it says of it when it is asked alone.
    """
    what = given.read.said
    facts = given.merged.facts
    places = [place for one in given.merged.found.get(0, ()) for place in one.facts]
    held = [p for p in places if not facts[p].negated and not facts[p].inferred]
    denied = [p for p in places if facts[p].negated]
    concluded = [p for p in places if facts[p].inferred and not facts[p].negated]
    if len(given.read.wanted[0].links) > 1 and concluded:
        held = []  # of a chain each link must be recorded
    answered = local.answer.status == "answered"
    yes = answered and local.answer.verdict is True
    no = answered and local.answer.verdict is False and any(one.against for one in local.findings.evidence)
    for_, against = ([source] if yes else []) + _names(facts, held), ([source] if no else []) + _names(facts, denied)
    if for_ and against:
        headline = f"Sources disagree {what}{_marks(held + denied, numbers)}."
        text = f"{headline} {listed(for_)} {_verb('record', for_)} it; {listed(against)} {_verb('deny', against)} it."
        return Answer("evidence", "yesno", headline, text.replace(" denys ", " denies "))
    if yes or no:
        more = _names(facts, held if yes else denied)
        too = f" {listed(more)} {_verb('say', more)} so too{_marks(held if yes else denied, numbers)}." if more else ""
        return replace(local.answer, text=f"{local.answer.text}{too}")
    if held or denied:
        word, places = ("Yes", held) if held else ("No", denied)
        headline = f"{word}: {facts[places[0]].triple.in_words}{_marks(places, numbers)}."
        text = f"{headline} So {_verb('say', for_ or against)} {listed(for_ or against)}."
        return Answer("answered", "yesno", headline, text, verdict=bool(held))
    if concluded:
        headline = f"Nobody records {what}; it is only inferred{_marks(concluded, numbers)}."
        return Answer("not_in_graph", "yesno", headline, f"{headline} What is inferred is no record.")
    heard = given.heard
    if answered:
        either = f" {listed(heard)} {'do' if len(heard) > 1 else 'does'} not record it either." if heard else ""
        return replace(local.answer, text=f"{local.answer.text}{either}")
    if not heard:
        return Answer("failed", "yesno", "No service answered.", "No service answered.")
    headline = f"Not recorded by {listed(heard, 'or')}: {what}."
    return Answer("not_in_graph", "yesno", headline, f"{headline} That is {SILENCE}.")


def _names(facts: Sequence[Fact], places: Iterable[int]) -> list[str]:
    return sorted({name for place in places for name in facts[place].services})


def _marks(places: Sequence[int], numbers: Mapping[int, int]) -> str:
    return "".join(f" [{numbers[place]}]" for place in places[:_MARKS] if place in numbers)


def _evidence(question: Question, local: Outcome, facts: int, given: Answered, source: str) -> Answer:
    """That there is evidence, where the question was not read surely; the answer of the graph where that gave one."""
    if local.answer.status == "answered":
        return local.answer
    first, absent = "", local.answer.absent
    if absent:
        unknown = all(one.nodes[one.answer].type == NAMED_THING for one in given.read.wanted if one.answer)
        nobody = f"Neither {source} nor {listed(given.heard, 'or')} has {absent}."
        first = f"{nobody if unknown and given.heard else local.answer.headline} "
    if not facts:
        heard = given.heard
        nobody = f"{listed(heard)} gave no fact" if heard else "No service gave anything"
        headline = f"{first}{nobody} about the things of the question."
        silence = f" That is {SILENCE}." if heard else ""
        status = "not_in_graph" if heard else "failed"
        return Answer(status, question.kind, headline, f"{headline}{silence}")  # type: ignore[arg-type]
    headline = f"{first}Services record {counted(facts)} about the things of the question."
    why = "What exactly it asks for was not read surely, so no answer is composed."
    return Answer("evidence", question.kind, headline, f"{headline} {why}")


def of_services(replies: Sequence[ServiceReply]) -> str:
    """What is to be known of each service that did not simply answer."""
    told = [one.said for one in replies if one.state in ("failed", "not_asked") or " Only " in one.said]
    kept = [one for one in replies if one.kept and one.state != "failed"]
    if kept:
        day = min(one.asked_at for one in kept)[:10]
        told.append(f"What {listed([one.name for one in kept])} gave was kept and is of {day}.")
    return " ".join(told)


def _of_graph(local: Outcome, source: str) -> str:
    """What the local graph says of the question, in a sentence."""
    if local.answer.status == "answered" and local.answer.verdict is False:
        return local.answer.headline  # it names the graph itself
    if local.answer.status == "answered":
        return f"{source} alone: {local.answer.headline}"
    silent = local.answer.status == "not_in_graph" or local.answer.absent
    return f"{source}: {local.answer.headline}" if silent else ""


def _disagreements(facts: Sequence[Fact], numbers: Mapping[int, int]) -> str:
    told = []
    for place, one in enumerate(facts):
        if one.opposite is not None and not one.negated:
            other = facts[one.opposite]
            told.append(
                f"{listed(list(one.services))} {'says' if len(one.services) == 1 else 'say'} that {one.triple.in_words}"
                f"{_marks([place], numbers)}; {listed(list(other.services))} "
                f"{'says' if len(other.services) == 1 else 'say'} that it does not{_marks([one.opposite], numbers)}"
            )
    if not told:
        return ""
    more = f" {len(told) - 3:,} more such pairs are in the evidence." if len(told) > 3 else ""
    return f"Services disagree: {'. '.join(told[:3])}.{more}"
