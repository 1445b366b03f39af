"""Questions about a property of a link: what its records say, each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgqa.answers.certainty import disagreements, of_edges
from kgqa.answers.context import AnswerContext, CitedAnswer, marks, positive
from kgqa.answers.pairs import between
from kgqa.evidence.codes import evidence_words
from kgqa.evidence.fields import each
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.strength import said
from kgqa.questions.intent import Intent, Pair
from kgqa.questions.wording import SILENCE, frequency, listed
from kgqa.records import Answer
from kgqa.schema.model import Property

IN_HEADLINE = 2
"""Records whose lists of values the headline holds."""


def answer_value(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """A property of the edge between two things; where records differ, each is said and none is averaged."""
    assert intent.property is not None
    pair = intent.pairs[0]
    edges = between(context, pair)
    property_ = _recorded(intent.property, edges)
    what = property_.name.replace("_", " ")
    if not edges:
        return CitedAnswer(_no_value(context, pair, f"so there is no {what} to tell"))
    numbering = Numbering()
    numbering.cite(edges)
    told = [(edge, edge.triple.properties.get(property_.name)) for edge in edges]
    told = [(edge, value) for edge, value in told if value not in (None, "", [])]
    verb = context.wording.phrase(pair.hops[0], negative=not positive(edges), hedge=of_edges(edges, context.schema))
    link = f"{pair.one.name} {verb} {pair.other.name}"
    if not told:
        text = f"{context.source} records that {link}, but no {what} of it."
        return CitedAnswer(Answer("not_in_graph", "value", text, text), numbering.triples)
    values = list(dict.fromkeys(one for _, value in told for one in (value if isinstance(value, list) else [value])))
    headline, more = _said(f"{link}: ", property_, told, numbering)
    if property_.role == "frequency":
        headline, more = _differing(context, pair, link, [edge for edge, _ in told], numbering) or (headline, more)
    value: Any = values[0] if len(values) == 1 else values
    text = f"{headline} {more}".strip()
    return CitedAnswer(Answer("answered", "value", headline, text, value=value), numbering.triples)


def _recorded(asked: Property, edges: Sequence[Edge]) -> Property:
    """The asked property or, where no record has it, another of the same role that one has: "doi" beside "pmid"."""
    same = [
        one
        for edge in edges
        for one in edge.relation.properties
        if one.role == asked.role and one.role != "text" and _is_told(edge, one)
    ]
    return asked if asked in same or not same else same[0]


def _is_told(edge: Edge, property_: Property) -> bool:
    return edge.triple.properties.get(property_.name) not in (None, "", [])


def _said(start: str, property_: Property, told: Sequence[tuple[Edge, Any]], numbering: Numbering) -> tuple[str, str]:
    """The headline and what follows it, where every record is told by itself."""
    what = property_.name.replace("_", " ")
    if property_.role == "evidence":
        told = [(edge, [evidence_words(code) for code in each(value)]) for edge, value in told]
    sentences = [_value_sentence(edge, value, numbering.cite([edge])) for edge, value in told]
    same = len({str(value) for _, value in told}) == 1 or property_.role == "frequency"
    if same or (isinstance(told[0][1], list) and len(told) <= IN_HEADLINE):
        return f"{start}{what} {listed(sentences)}.", ""
    every = f"{listed(sentences)}."
    return f"{start}the records differ in {what}.", f"{every[:1].upper()}{every[1:]}"


def _differing(
    context: AnswerContext, pair: Pair, link: str, told: Sequence[Edge], numbering: Numbering
) -> tuple[str, str] | None:
    """The same where sources differ in the frequency, or in whether there is one; None where they do not."""
    found = disagreements(context, told, numbering)
    if not found:
        return None
    numbered = numbering.triples
    every = said([numbered[number - 1] for number in numbering.cite(told)], context.schema)
    if any(difference.about == "link" for difference in found):
        verb = context.wording.phrase(pair.hops[0])
        return f"Sources differ on whether {pair.one.name} {verb} {pair.other.name}.", every
    return f"{link}: sources differ in frequency.", every


def _value_sentence(edge: Edge, value: Any, numbers: tuple[int, ...]) -> str:
    often = frequency(edge.relation, edge.triple.properties)
    text = listed([str(one) for one in value]) if isinstance(value, list) else str(value)
    if often is not None and often.text == text:
        text = often.sentence()
    source = f" ({edge.triple.sources[0]})" if edge.triple.sources else ""
    return f"{text}{source}{marks(numbers)}"


def _no_value(context: AnswerContext, pair: Pair, consequence: str) -> Answer:
    link = f"{pair.one.name} {context.wording.phrase(pair.hops[0])} {pair.other.name}"
    text = f"{context.source} does not record that {link}, {consequence}. That is {SILENCE}."
    return Answer("not_in_graph", "value", text, text)
