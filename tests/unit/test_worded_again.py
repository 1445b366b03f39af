"""Questions for some of several conditions, for exceptions and for differences are worded so that they read back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from kgqa.questions.intent import Condition, Hop, Intent, OfThese, Thing, Variable
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from tests.unit import own_graphs
from tests.unit.test_understanding import said


def _named(triads: Sequence[own_graphs.Triad]) -> dict[str, list[Thing]]:
    """The things with a name, by label."""
    _, linker = own_graphs.understanding(triads)
    found: dict[str, list[Thing]] = {}
    for place in range(len(linker.index)):
        node = linker.index.node(place)
        found.setdefault(node.label, []).append(Thing(node.name, node.label, linker.index.ids(place)))
    return found


def _intents(triads: Sequence[own_graphs.Triad]) -> Iterator[Intent]:
    """Questions over every relation between two types, in either direction."""
    schema, named = own_graphs.schema(triads), _named(triads)
    for relation in schema.relations:
        if relation.hierarchical or relation.negates or relation.mirrors:
            continue
        for forward in (True,) if relation.symmetric else (True, False):
            hop, start = Hop(relation, forward), relation.source if forward else relation.target
            conditions = [Condition(hop, (thing,)) for thing in named.get(hop.end, ())]
            if len(conditions) < 3:
                continue
            some = Variable(start, tuple(conditions[:3]))
            yield Intent("list", some, of_these=OfThese())
            yield Intent("list", some, of_these=OfThese(2))
            yield Intent("count", some, of_these=OfThese(1))
            excluded = tuple(replace(one, negated=True) for one in conditions[2:4])
            yield Intent("list", Variable(start, (*conditions[:2], *excluded)), of_these=OfThese())
            if start != hop.end and named.get(start):
                yield Intent("list", Variable(start, (conditions[0],)), besides=tuple(named[start][:2]))
    for label, things in named.items():
        if len(things) > 1:
            yield Intent("list", differ=(things[0], things[1]))
            ends = {hop.source if hop.target == label else hop.target for hop in schema.relations if not hop.negates}
            for end in sorted(ends - {label}):
                if any({one.source, one.target} == {label, end} for one in schema.relations):
                    yield Intent("list", differ=(things[0], things[1]), of_type=end)


@pytest.mark.parametrize("graph", ["ABBREVIATED", "PLAIN", "BIOLINK", "SPOKEN"])
def test_every_question_reads_back(graph: str) -> None:
    triads = getattr(own_graphs, graph)
    wording, wrong = Wording(own_graphs.schema(triads)), []
    intents = list(_intents(triads))
    assert len(intents) > 20
    for intent in intents:
        questions = list(reworded(wording, intent))
        read = [own_graphs.read(triads, question) for question in questions]
        kept = [replace(one, entities=(), notes=()) for one in read if isinstance(one, Intent)]
        if intent not in kept:
            wrong.append((questions, said(intent), [said(one) for one in read]))
    assert wrong == []


def test_not_alone_asks_for_no_relation() -> None:
    outcome = own_graphs.read(own_graphs.PLAIN, "Which drugs treat migraine but not asthma?")
    assert said(outcome) == "list drug[indication>Migraine, not indication>Asthma]"
