"""What a question asks for, read before anything else: the lists and links of our own reading of it, with their counts.

The reading is the strict one, else the one by meaning; where neither reads it, the things that it names and the type
that it asks for: what is linked to all of them, else to each. The database joins and counts; facts are fetched for as
many of the things that it found as may be kept.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.answers.certainty import as_verdict
from kgqa.answers.composing import compose
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.errors import StoppedError, TimeLimitError
from kgqa.evidence.exploring.context import Filters, Surroundings
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.pruning import key
from kgqa.evidence.relevance import Relevant
from kgqa.graph.stop import StopSignal
from kgqa.language.normalise import name_words
from kgqa.linking.index import NameIndex
from kgqa.llm.writing.contexts import denies
from kgqa.questions.intent import (
    Ambiguity,
    Condition,
    Hop,
    Intent,
    Thing,
    Variable,
    asks_everything,
    conditions_of,
    readings_of,
)
from kgqa.questions.paths import direct
from kgqa.questions.text.options import before_options, options
from kgqa.questions.verbalisation import restated
from kgqa.questions.wording import Wording, listed
from kgqa.records import AnswerItem, Entity, Listed, Query, Rows, Triple
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Question
from kgqa.strategies.writing.requested_link import left_words

if TYPE_CHECKING:
    from kgqa.session import GraphSession

MOST_SECONDS = 5.0
"""What asking the graph for it may take; where it takes longer, facts are chosen by similarity alone."""
MOST_READINGS = 4
"""Readings of a question whose facts are fetched."""
MOST_THINGS = 400
"""Things of a list whose facts are fetched; how many there are the database counts."""
_MOST_BESIDE = 40
"""Facts that an answer cites beside those of the things that it lists."""
_TOO_LONG = "What the question asks for could not be listed in time; what is missing was chosen by similarity alone."
_WHETHER = "whether "
_START = ("list of ", "number of ", "whether there are ")


def asked_for(
    graph: GraphSession,
    question: Question,
    entities: Sequence[Entity],
    read: Sequence[Surroundings],
    progress: Progress,
) -> Relevant:
    """The facts of what a question asks for; none where nothing tells what that is.

    Args:
        entities: the names of the question, as settled.
        read: what was read about them, the strongest facts of a relation first.

    Raises:
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    intents, sure, among = _intents(graph, question, entities)
    limit = StopSignal()
    timer = threading.Timer(MOST_SECONDS, limit.set)
    timer.daemon = True
    if question.stop is not None:
        question.stop.subscribe(limit.set)
    ledger = _FewRows(graph.store, stop=limit, record=progress.ran)
    context = AnswerContext(graph.schema, ledger, graph.source, question.narrower)
    found = _Found(context, question.approach.filters, read, graph.linker.index)
    try:
        timer.start()
        for intent in intents:
            found.add(
                intent,
                sure=sure,
                alone=sure and len(intents) == 1 and not among,
                truth=_asks_truth(graph, question, entities, intent),
            )
    except (StoppedError, TimeLimitError):
        if question.stop is not None and question.stop.is_set():
            raise
        return found.asked(_TOO_LONG)
    finally:
        timer.cancel()
        if question.stop is not None:
            question.stop.unsubscribe(limit.set)
    return found.asked()


def _intents(graph: GraphSession, question: Question, entities: Sequence[Entity]) -> tuple[list[Intent], bool, bool]:
    """What is asked, by each meaning of the names that the schema leaves; whether it was read at all, and whether it is
    asked of some named things, so that the list of everything is no answer."""
    asked = before_options(question.text)
    within = [one for one in entities if one.end <= len(asked)]
    if not within:
        return [], False, False
    among = False
    reading = graph.interpreter.read(asked, within, by_meaning=True)
    intents = list(readings_of(reading))
    if not intents and isinstance(reading, Ambiguity):
        intents = [option.intent for option in reading.options]
    if not intents and not question.approach.strict and not options(question.text):
        meant = graph.interpreter.meant(question.text, within)
        plain = [] if meant is None else meant.questions[: 1 if meant.clear else MOST_READINGS]
        among = any(options(one) for one in plain)
        intents = [one for one in map(graph.interpreter.intent, plain) if one is not None]
    sure = bool(intents)
    intents = intents or by_types(graph, graph.interpreter.asked_types(asked, within), within)
    return [one for one in intents[:MOST_READINGS] if not asks_everything(one)], sure, among


def _asks_truth(graph: GraphSession, question: Question, entities: Sequence[Entity], intent: Intent) -> bool:
    """Whether a question for yes or no says nothing but a thing and a property of it ("Is A organic?")."""
    if question.kind != "yesno" or intent.property is None or intent.thing is None:
        return False
    named = [word for text in (intent.property.name, *intent.property.words) for word in name_words(text)]
    return left_words(question.text, entities, graph.schema) <= set(named)


def by_types(graph: GraphSession, labels: Sequence[str], entities: Sequence[Entity]) -> list[Intent]:
    """What of some types is linked to the named things, where nothing tells what is asked of them.

    What initials may stand for is left out beside what is named.
    """
    named = [one for one in entities if one.guess != "initials"] or entities
    found = [Variable(label, conditions) for label in labels if (conditions := _linked(graph, label, named))]
    if found:
        return [Intent("list", one) for one in found]
    things = tuple(dict.fromkeys(Thing.of(one.chosen) for one in named))
    return [Intent("list", shared=things)] if len(things) > 1 == len({one.label for one in things}) else []


def _linked(graph: GraphSession, label: str, entities: Sequence[Entity]) -> tuple[Condition, ...]:
    """The links of a type to the named things; where none has any, those over one thing that is linked to them all."""
    found = [_link(graph, label, one) for one in entities]
    if any(found):
        return tuple(dict.fromkeys(one for one in found if one is not None))
    for hop in sorted(_onward(graph, label), key=lambda one: -one.relation.count):
        beyond = [_link(graph, hop.end, one) for one in entities]
        if all(beyond):
            middle = Variable(hop.end, tuple(dict.fromkeys(one for one in beyond if one is not None)))
            return (Condition(hop, variable=middle),)
    return ()


def _onward(graph: GraphSession, label: str) -> Iterator[Hop]:
    others = (node.label for node in graph.schema.nodes if node.label != label)
    return (hop for other in others for hop in direct(graph.schema, label, other))


def _link(graph: GraphSession, label: str, entity: Entity) -> Condition | None:
    """A link of a type to what a name means, over the relation of which most is recorded; None where none is."""
    ends = dict.fromkeys(one.label for one in entity.meant)
    hops = [hop for end in ends for hop in direct(graph.schema, label, end) if hop.end == end]
    if not hops:
        return None
    hop = max(hops, key=lambda one: one.relation.count)
    return Condition(hop, tuple(Thing.of(one) for one in entity.meant if one.label == hop.end))


class _FewRows(Ledger):
    """Fetches no more things of a list than can be kept and sorted by how well they are supported."""

    def run(self, query: Query, *, max_rows: int | None = None) -> Rows:
        """As of any ledger."""
        return super().run(query, max_rows=MOST_THINGS if query.purpose == "answers" and max_rows is None else max_rows)


class _Found:
    """The facts of what is asked for, in the making."""

    def __init__(
        self, context: AnswerContext, filters: Filters, read: Sequence[Surroundings], index: NameIndex
    ) -> None:
        self._context = context
        self._filters = filters
        self._read = read
        self._index = index
        self._wording = Wording(context.schema)
        self._lists: dict[str, Listed] = {}
        self._triples: dict[str, Triple] = {}
        self._things: tuple[tuple[AnswerItem, tuple[str, ...]], ...] = ()
        self._total: int | None = None
        self._decided: CitedAnswer | None = None

    def asked(self, *notes: str) -> Relevant:
        found = Relevant(tuple(self._lists.values()), tuple(self._triples.values()), notes, self._things, self._total)
        if self._decided is None:
            return found
        cited = {one.number: key(one) for one in self._decided.evidence}
        return replace(found, decided=self._decided.answer, cited=cited)

    def add(self, intent: Intent, *, sure: bool = True, alone: bool = False, truth: bool = False) -> None:
        """Adds the facts of an intent; of things to which nothing is linked together, those that each is linked to.

        Args:
            sure: the question was read as this; else it says nothing where nothing is found.
            alone: and as nothing else.
            truth: the value of a property is the answer to a question for yes or no.
        """
        composed = compose(self._context, intent)
        if truth:
            composed = replace(composed, answer=as_verdict(composed.answer))
        answer, cited = composed.answer, {one.number: one for one in composed.evidence}
        if alone and answer.status == "answered" and answer.kind in ("list", "count") and not answer.truncated:
            self._total = answer.total
            self._things = tuple(
                (one, tuple(key(cited[number]) for number in one.evidence if number in cited)) for one in answer.items
            )
        elif alone and answer.status == "answered" and (answer.kind in ("yesno", "value") or intent.property):
            self._decided = composed
        if sure or composed.answer.items:
            self._add(intent, composed)
        if not composed.answer.items and not composed.evidence:
            for one in _apart(intent):
                part = compose(self._context, one)
                if sure or part.answer.items:
                    self._add(one, part)

    def _add(self, intent: Intent, composed: CitedAnswer) -> None:
        answer, cited = composed.answer, {one.number: one for one in composed.evidence}
        if answer.status not in ("answered", "not_in_graph"):
            return
        members = tuple(filter(None, (self._keys(needed(one, cited)) for one in answer.items)))
        lists = not self._what(intent, answer.total).startswith(_WHETHER)
        if lists and (answer.items or (answer.total is not None and intent.answer is not None)):
            order = "in the order of their names" if answer.truncated else "the best supported first"
            strongest = self._strongest(intent, composed) if answer.truncated else ()
            if strongest:
                members, order = strongest, "those with the strongest evidence first"
            self._list(intent, Listed(self._what(intent, answer.total), members, answer.total, order))
        of_items = {number for one in answer.items for number in one.evidence} if lists else set()
        beside = [one for number, one in cited.items() if number not in of_items][:_MOST_BESIDE]
        facts = tuple(filter(None, (self._keys([one]) for one in beside)))
        if facts:
            told = restated(self._wording, intent)
            what = f"what else bears on the {told}" if answer.items and lists else f"what tells {told}"
            self._list(intent, Listed(what, facts))

    def _strongest(self, intent: Intent, composed: CitedAnswer) -> tuple[tuple[str, ...], ...]:
        """Of a list that is not fetched whole the things with the strongest records, where these were read; none where
        it is not told by them alone what is on the list."""
        conditions = () if intent.answer is None else intent.answer.conditions
        if len(conditions) != 1 or composed.by_kinds or not conditions[0].is_plain or intent.most or intent.besides:
            return ()
        ids = {id_ for thing in conditions[0].things for id_ in thing.ids}
        hop = conditions[0].hop
        found: dict[str, tuple[str, ...]] = {}
        for one in (triple for each in self._read if not ids.isdisjoint(each.thing.ids) for triple in each.triples):
            near, far = (one.object, one.subject) if hop.forward else (one.subject, one.object)
            on_list = one.predicate == hop.relation.type and near.id in ids and far.label == hop.start
            if on_list and not denies(one, self._context.schema) and far.id in self._index:
                keys = self._keys([one])
                if keys:
                    found.setdefault(self._index.thing(far.id).ids[0], keys)
        return tuple(found.values())[:MOST_THINGS]

    def _list(self, intent: Intent, one: Listed) -> None:
        """Keeps a list; one that is called as another is, because a name is that of several things, by identifiers."""
        known = self._lists.get(one.what)
        if known is not None and known.members != one.members:
            ids = dict.fromkeys(thing.ids[0] for thing in things_of(intent))
            one = replace(one, what=f"{one.what} ({listed(list(ids))})")
        self._lists.setdefault(one.what, one)

    def _what(self, intent: Intent, total: int | None) -> str:
        """What is listed, in as many as there are."""
        plain = intent.answer is not None and intent.of_these is None and intent.rank_hop is None
        if total == 1 and plain and intent.answer is not None:
            noun = self._wording.things(intent.answer.label, 1)
            return f"{noun} that {self._wording.conditions(intent.answer, plural=False)}"
        if intent.shared:
            return f"things that {listed([one.name for one in intent.shared])} have in common"
        told = restated(self._wording, intent)
        return next((told.removeprefix(start) for start in _START if told.startswith(start)), told)

    def _keys(self, triples: Sequence[Triple]) -> tuple[str, ...]:
        """The keys of some facts, which are kept; none where one of them does not pass the filters."""
        if not triples or not all(self._filters.let_through(one, self._context.schema) for one in triples):
            return ()
        keys = tuple(map(key, triples))
        self._triples |= dict(zip(keys, triples, strict=True))
        return keys


def things_of(intent: Intent) -> list[Thing]:
    """The things that an intent names, of lists and of pairs."""
    found = [thing for one in conditions_of(intent.answer) for thing in one.things]
    return found + [thing for pair in intent.pairs for thing in (pair.one, pair.other)]


def needed(item: AnswerItem, cited: dict[int, Triple]) -> list[Triple]:
    """The facts without which a thing of a list is not told: of every condition the strongest record of each step that
    leads to it, for and against."""
    groups = item.by_condition or (item.evidence,)
    found: list[Triple] = []
    for numbers in groups:
        found += [one for one in _one_way(item, [cited[number] for number in numbers if number in cited])
                  if one not in found]  # fmt: skip
    return found


def _one_way(item: AnswerItem, triples: Sequence[Triple]) -> list[Triple]:
    """The first record of each step, each joined to the step before where a record is."""
    ids = {item.id, *item.ids}
    steps: dict[tuple[str, bool, bool], list[Triple]] = {}
    for one in triples:
        near = one.subject.id in ids or one.object.id in ids
        steps.setdefault((one.predicate, one.against, near), []).append(one)
    chosen: list[Triple] = []
    reached: set[str] = set()
    for some in steps.values():
        joined = (one for one in some if not reached.isdisjoint((one.subject.id, one.object.id)))
        chosen.append(next(joined, some[0]))
        reached |= {chosen[-1].subject.id, chosen[-1].object.id} - ids
    return chosen


def _apart(intent: Intent) -> Iterator[Intent]:
    """What is asked with each of several conditions by itself."""
    conditions = () if intent.answer is None else intent.answer.conditions
    if intent.answer is not None and len(conditions) > 1:
        for one in conditions:
            if not one.negated and not one.denied:
                yield Intent("list", Variable(intent.answer.label, (one,)))
