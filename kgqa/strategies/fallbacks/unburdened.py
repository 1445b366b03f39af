"""A question without what it says of people and is no condition of it: who has what it names, and what who asks does
with the answer. That is set aside aloud."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kgqa.language.quantities import sexes
from kgqa.language.thesaurus import is_kind_of
from kgqa.questions.by_meaning.decomposition import span
from kgqa.questions.paraphrases.bearers import borne, done_with_it
from kgqa.questions.text.rewriting import rewritten
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_ILLNESS = "illness"


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a text says nothing of the kind, or is not understood without it either.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, entities, asked = unread.graph, unread.findings.entities, unread.asked
    items = graph.interpreter.items(asked, entities)
    bearers = list(borne(asked, entities, partial(is_illness, graph), partial(_is_told, graph)))
    done = list(done_with_it(asked, entities, items))
    if not (bearers or done):
        return None
    put = rewritten(asked, entities, [*(one.put for one in bearers), *done])
    outcome = unread.answered(unread.question.put_as(put.text, graph.interpreter.kind(put.text)))
    read = outcome.findings.reading
    if outcome.answer.status != "answered" or read is None:
        return None
    aside = [one.noun for one in bearers]
    aside += [part for one in done for part in span(asked, one.start, one.end)]
    aside += [put.aside(one, asked) for one in read.set_aside]
    reading = Reading(read.question, sure=False, set_aside=tuple(sorted(aside, key=lambda one: one.start)))
    return in_its_place(outcome, entities, reading)


def is_illness(graph: GraphSession, label: str) -> bool:
    """Whether things of a type are what people have, by the nouns for it."""
    node = graph.schema.node(label)
    nouns = {node.singular.lower(), *node.words}
    return _ILLNESS in nouns or any(is_kind_of(noun, _ILLNESS) for noun in nouns)


def _is_told(graph: GraphSession, noun: str) -> bool:
    """Whether a noun for people is one of the graph's own, or tells a sex where its records do."""
    if graph.interpreter.lexicon.is_type(noun):
        return True
    return graph.interpreter.tells_sex and any(noun in words for words in sexes().values())
