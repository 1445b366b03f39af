"""What a question may take from the one before it: put down when that is answered, read when another follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from kgqa.answers.context import AnswerContext
from kgqa.answers.earlier_answers import OF_BEFORE, in_full, in_words
from kgqa.evidence.ledger import Ledger
from kgqa.questions.intent import Intent
from kgqa.questions.wording import Wording, listed
from kgqa.records import AnswerItem, Candidate, Entity, Former, Group, Trace
from kgqa.strategies.question import Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_LONGEST_SAID = 90
"""Characters of the words for the answers of before; of more nothing is said."""


def former(trace: Trace, out: Sequence[str] = (), *, without_answers: bool = False) -> Former:
    """What a question may take from the one that was answered before it.

    Args:
        out: identifiers of named things that it may not take.
        without_answers: it may not take the answers.
    """
    before = trace.follows
    took = before is not None and (before.taken or before.group is not None)
    whole, named = (before.whole, before.named) if before is not None and took else (trace.question, trace.entities)
    within = before.group if before is not None and before.within else None
    return Former(
        trace.question,
        whole,
        tuple(replace(one, rivals=one.rivals if one.together else (), tied=False) for one in named),
        _group(trace, followed=before is not None and before.group is not None),
        within,
        tuple(out),
        without_answers,
    )


def _group(trace: Trace, *, followed: bool) -> Group | None:
    """What a question was answered by, where that is a list of things of one type."""
    answer = trace.answer
    items = answer.items or (_written(trace) if answer.written_by and answer.kind == "list" else ())
    labels = {item.label for item in items}
    if answer.kind not in ("list", "count", "yesno") or len(labels) != 1:
        return None
    things = tuple(AnswerItem(item.id, item.name, item.label, item.ids) for item in items)
    _, behind, said = trace.understood.partition(" that ")
    told = f"that {said}" if behind and len(said) < _LONGEST_SAID and not followed else ""
    return Group(labels.pop(), things, max(answer.total or 0, len(things)), told)


def _written(trace: Trace) -> tuple[AnswerItem, ...]:
    """What a language model listed and the records bear out, beside what the question names."""
    borne_out = {number for one in trace.claims if one.verdict == "supported" for number in one.evidence}
    known = {id_ for entity in trace.entities for one in entity.meant for id_ in (one.id, *one.ids)}
    nodes = (node for one in trace.evidence if one.number in borne_out for node in (one.subject, one.object))
    found = {(node.name, node.label): node for node in nodes if node.id not in known}
    return tuple(AnswerItem(node.id, node.name, node.label, (node.id,)) for node in found.values())


class FollowUp:
    """A question that follows another one, with what it may take from there.

    Attributes:
        question: as it was asked; ``text`` is its text, ``entities`` and ``items`` its names and phrases.
        before: the question before it, as far as the graph knows the types of its things.
        wording: of the types of the graph.
    """

    def __init__(self, graph: GraphSession, question: Question, before: Former) -> None:
        self.graph = graph
        self.question = question
        self.text = question.text
        self.before = _cased(graph, _known(graph, before))
        self.wording = Wording(graph.schema)
        self.entities: Sequence[Entity] = graph.interpreter.named(self.text)
        self.items = graph.interpreter.items(self.text, self.entities)

    @property
    def by_model(self) -> bool:
        """Whether a language model may have a part in the answer."""
        return self.question.approach.strategy != "graph-only"

    @property
    def named(self) -> list[Candidate]:
        """The things that were named before and may be taken, each once."""
        out = set(self.before.out)
        found = {one.chosen.id: one.chosen for one in self.before.named if not one.together}
        return [one for one in found.values() if one.id not in out]

    @cached_property
    def answers(self) -> Group | None:
        """The answers of before, in full where the graph is asked for them again; None where none may be taken."""
        group = None if self.before.without_answers else self.before.answers
        if group is None or len(group.things) == group.total or self.by_model:
            return group
        read = self.graph.interpreter.read(self.before.whole, self.before.named)
        if not isinstance(read, Intent) or self.before.within is not None:
            return group
        ledger = Ledger(self.graph.store, stop=self.question.stop)
        return in_full(AnswerContext(self.graph.schema, ledger, self.graph.source), read, group)

    def inside(self, one: Candidate) -> str:
        """The name of a thing as it stands inside a sentence."""
        return self.graph.casing.inside(one.name)

    def own(self, group: Group) -> str:
        """The answers of before, where it is said that they are its."""
        words = in_words(self.wording, group)
        return words if group.said else words.removesuffix(OF_BEFORE)

    def listed(self, things: Sequence[Candidate], joint: str = "and") -> str:
        """The names of things as they stand inside a sentence."""
        return listed([self.inside(one) for one in things], joint)


def _known(graph: GraphSession, before: Former) -> Former:
    """The question before without what is of a type that the graph has not: its record may be of another one."""
    labels = {node.label for node in graph.schema.nodes}
    named = tuple(one for one in before.named if one.chosen.label in labels)
    groups = (before.answers, before.within)
    answers, within = (one if one is not None and one.label in labels else None for one in groups)
    return replace(before, named=named, answers=answers, within=within)


def _cased(graph: GraphSession, before: Former) -> Former:
    """The question before, with its names as they stand inside a sentence in the words for its answers."""
    if before.answers is None or not before.answers.said:
        return before
    said = graph.casing.said(before.answers.said, [one.chosen.name for one in before.named])
    return replace(before, answers=replace(before.answers, said=said))
