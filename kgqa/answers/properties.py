"""Questions about a property: of a link, as each of its records says it; of a thing, as it is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kgqa.answers.also_recorded import also_recorded, denial, links_beside
from kgqa.answers.certainty import disagreements, of_edges
from kgqa.answers.context import AnswerContext, CitedAnswer, marks, positive
from kgqa.answers.list_text import NAMED
from kgqa.answers.pair_records import KindRecords, between, counted, of_kinds
from kgqa.answers.qualified import verdict
from kgqa.evidence.codes import evidence_words
from kgqa.evidence.fields import each, source_of
from kgqa.evidence.fields import values as field_values
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.strength import said
from kgqa.language import thesaurus, units
from kgqa.language.inflection import article
from kgqa.questions.intent import Intent, Pair, Thing
from kgqa.questions.qualifiers import plain_number
from kgqa.questions.wording import SILENCE, frequency, listed, qualified
from kgqa.records import Answer, AnswerItem
from kgqa.schema.model import Property


def _measured(property_: Property, value: Any) -> Any:
    """A value with the unit that the name of its property ends with ("92 %"); as it is where it is no number."""
    noun, unit = property_.apart
    return f"{value} {units.written(unit)}" if noun and unit and plain_number(value) is not None else value


IN_HEADLINE = 2
"""Records whose values the headline holds."""
_CITED = 3
"""References of a record that are named behind its source."""


def answer_value(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """A property of the edge between two things; where records differ, each is said and none is averaged.

    Where the things themselves have no such record, or none with the property, it is told for the kinds of either that
    have. What speaks against the link, and what stands beside it, is told as well.
    """
    assert intent.property is not None
    pair = intent.pairs[0]
    recorded = between(context, pair)
    edges = [one for one in recorded if _is_meant(context, pair, one)]
    if pair.qualifiers and not edges:
        return _not_so(context, pair, recorded)
    if pair.of_family and not pair.qualifiers:
        edges = []
    property_ = _recorded(intent.property, edges)
    numbering = Numbering()
    told = _with_value(edges, property_)
    if told:
        numbering.cite(edges)
        composed = _own_value(context, pair, edges, property_, told, numbering)
    else:
        composed = _value_of_kinds(context, pair, edges, property_, numbering)
    facts = links_beside(context, pair.one, pair.other, [pair.hops[0]])
    beside = numbering.cite([edge for fact in facts for edge in fact.edges])
    also = also_recorded(context, pair.one, pair.other, facts, numbering)
    answer = replace(composed, text=f"{composed.text} {also}".strip(), beside=beside)
    return CitedAnswer(answer, numbering.triples)


def _is_meant(context: AnswerContext, pair: Pair, edge: Edge) -> bool:
    """Whether a record is as the question asks of its properties, where it does."""
    return not pair.qualifiers or verdict(context, pair.hops[0], pair.qualifiers, edge) is True


def _not_so(context: AnswerContext, pair: Pair, edges: Sequence[Edge]) -> CitedAnswer:
    """Where no record of a link is as the question asks of it; the records that there are are cited."""
    numbering = Numbering()
    said = f"{_link(context, pair, edges)}{qualified(pair.qualifiers)}"
    others = f" It is recorded otherwise{marks(numbering.cite(edges))}." if edges else f" That is {SILENCE}."
    headline = f"{context.source} does not record that {said}."
    return CitedAnswer(Answer("not_in_graph", "value", headline, f"{headline}{others}"), numbering.triples)


def _with_value(edges: Sequence[Edge], property_: Property) -> list[tuple[Edge, Any]]:
    return [(edge, edge.triple.properties[property_.name]) for edge in edges if _is_told(edge, property_)]


def _distinct(told: Sequence[tuple[Edge, Any]]) -> Any:
    """The values, each once: a list where there are several."""
    values = list(dict.fromkeys(one for _, value in told for one in (value if isinstance(value, list) else [value])))
    return values[0] if len(values) == 1 else values


def _link(context: AnswerContext, pair: Pair, edges: Sequence[Edge]) -> str:
    verb = context.wording.phrase(
        pair.hops[0], negative=not positive(list(edges)), hedge=of_edges(edges, context.schema)
    )
    return f"{pair.one.name} {verb} {pair.other.name}"


def _own_value(
    context: AnswerContext,
    pair: Pair,
    edges: Sequence[Edge],
    property_: Property,
    told: Sequence[tuple[Edge, Any]],
    numbering: Numbering,
) -> Answer:
    link = f"{_link(context, pair, edges)}{qualified(pair.qualifiers)}"
    headline, more = _said(context, f"{link}: ", property_, told, numbering)
    if property_.role == "frequency" and not positive(list(edges)):
        headline, more = _never(told, numbering) or (headline, more)
    elif property_.role == "frequency":
        headline, more = _differing(context, pair, link, [edge for edge, _ in told], numbering) or (headline, more)
    kinds = of_kinds(context, pair) if not positive(list(edges)) else None
    if kinds is not None and kinds.found:
        recorded = f"But it is recorded for {kinds.counted()}: {kinds.named()}{marks(numbering.cite(kinds.edges))}."
        more = f"{more} {recorded}".strip()
    return Answer("answered", "value", headline, f"{headline} {more}".strip(), value=_distinct(told))


def _never(told: Sequence[tuple[Edge, Any]], numbering: Numbering) -> tuple[str, str] | None:
    """The headline, and what follows it, where each record says in how many something was looked for in vain."""
    often = [frequency(edge.relation, edge.triple.properties) for edge, _ in told]
    if not all(one is not None and one.examined for one in often):
        return None
    said = dict.fromkeys((denial(edge), source_of(edge.triple), numbering.cite([edge])) for edge, _ in told)
    sentences = [f"{words}{f' ({source})' if source else ''}{marks(numbers)}." for words, source, numbers in said]
    first, *others = [f"{one[:1].upper()}{one[1:]}" for one in sentences]
    return first, " ".join(others)


def _value_of_kinds(
    context: AnswerContext, pair: Pair, edges: Sequence[Edge], asked: Property, numbering: Numbering
) -> Answer:
    """The value for each kind of one of the things that has one; that nothing is recorded where none has."""
    found = of_kinds(context, pair)
    of_each = [(kind, kind.edges) for kind in (*found.found, *found.denied)] if found is not None else []
    property_ = _recorded(asked, [edge for _, kind_edges in of_each for edge in kind_edges])
    what = property_.called
    kinds = [(kind.name, told) for kind, kind_edges in of_each if (told := _with_value(kind_edges, property_))]
    own = _link(context, pair, edges)
    if found is None or not kinds:
        return _without_value(context, pair, edges, found, what, numbering)
    if property_.role == "frequency":
        kinds.sort(key=lambda kind: -_share(kind[1]))
    told = [one for _, values in kinds for one in values]
    if positive([edge for edge, _ in told]):
        link = _link(context, pair, [edge for edge, _ in told])
    else:
        verb = context.wording.phrase(pair.hops[0])
        link = f"{context.source} does not record that {pair.one.name} {verb} {pair.other.name}"
    lines = [f"{name}, {_said_of_kind(context, property_, values, numbering)}" for name, values in kinds]
    where = counted(len(kinds), found.total, found.thing, found.noun)
    if len(lines) <= IN_HEADLINE:
        headline, more = f"{link}: {what} recorded for {where}: {'; '.join(lines)}.", ""
    else:
        rest = f"; and {len(lines) - NAMED:,} more" if len(lines) > NAMED else ""
        headline = f"{link}: {what} recorded for {where}."
        more = f"{'; '.join(lines[:NAMED])}{rest}."
    itself = f"{context.source} records that {own}, but no {what} of it{marks(numbering.cite(edges))}." if edges else ""
    text = " ".join(one for one in (headline, more, itself) if one)
    return Answer("answered", "value", headline, text, value=_distinct(told))


def _without_value(
    context: AnswerContext,
    pair: Pair,
    edges: Sequence[Edge],
    kinds: KindRecords | None,
    what: str,
    numbering: Numbering,
) -> Answer:
    """That the link is recorded, of the things themselves or of kinds, but without the property; or that it is not."""
    if edges:
        said = _link(context, pair, edges)
    elif kinds is not None and kinds.found:
        said = f"{_link(context, pair, kinds.edges)}, for {kinds.counted()}: {kinds.named()}"
    else:
        return _no_value(context, pair, f"so there is no {what} to tell")
    numbers = numbering.cite(edges or (kinds.edges if kinds is not None else ()))
    text = f"{context.source} records that {said}{marks(numbers)}{',' if edges else ';'} but no {what} of it."
    return Answer("not_in_graph", "value", text, text)


def _share(told: Sequence[tuple[Edge, Any]]) -> float:
    shares = [frequency(edge.relation, edge.triple.properties) for edge, _ in told]
    return max((one.low for one in shares if one is not None and one.low is not None), default=-1.0)


def _said_of_kind(
    context: AnswerContext, property_: Property, told: Sequence[tuple[Edge, Any]], numbering: Numbering
) -> str:
    if property_.role == "evidence":
        told = [(edge, [evidence_words(code) for code in each(value)]) for edge, value in told]
    return listed([_value_sentence(context, edge, value, numbering.cite([edge])) for edge, value in told])


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


def _said(
    context: AnswerContext, start: str, property_: Property, told: Sequence[tuple[Edge, Any]], numbering: Numbering
) -> tuple[str, str]:
    """The headline and what follows it, where every record is told by itself."""
    what = property_.called
    told = [(edge, _measured(property_, value)) for edge, value in told]
    if property_.role == "evidence":
        told = [(edge, [evidence_words(code) for code in each(value)]) for edge, value in told]
    sentences = [_value_sentence(context, edge, value, numbering.cite([edge])) for edge, value in told]
    alike = len({str(value) for _, value in told}) == 1 or property_.role in ("frequency", "source")
    if alike or (isinstance(told[0][1], list) and len(told) <= IN_HEADLINE):
        return f"{start}{what} {listed(sentences)}.", ""
    every = f"{listed(sentences)}."
    if len(told) <= IN_HEADLINE:
        return f"{start}the records differ in {what}: {every}", ""
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
    if len(told) <= IN_HEADLINE:
        return f"{link}: sources differ in frequency. {every}", ""
    return f"{link}: sources differ in frequency.", every


def _value_sentence(context: AnswerContext, edge: Edge, value: Any, numbers: tuple[int, ...]) -> str:
    often = frequency(edge.relation, edge.triple.properties)
    text = listed([str(one) for one in value]) if isinstance(value, list) else str(value)
    if text in edge.triple.sources[:1]:  # the source itself, as people call it
        return f"{source_of(edge.triple)}{_cited(context, edge)}{marks(numbers)}"
    if often is not None and often.text == text:
        text = often.in_words()
    source = source_of(edge.triple)
    return f"{text}{f' ({source})' if source else ''}{marks(numbers)}"


def _cited(context: AnswerContext, edge: Edge) -> str:
    """What the source of a record refers to, in brackets: who asks where a record comes from wants to look it up."""
    references = field_values(edge.triple, context.schema, "reference")
    more = f" and {len(references) - _CITED:,} more" if len(references) > _CITED else ""
    return f" ({', '.join(references[:_CITED])}{more})" if references else ""


def _no_value(context: AnswerContext, pair: Pair, consequence: str) -> Answer:
    link = f"{pair.one.name} {context.wording.phrase(pair.hops[0])} {pair.other.name}"
    text = f"{context.source} does not record that {link}, {consequence}. That is {SILENCE}."
    return Answer("not_in_graph", "value", text, text)


def answer_text(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """A property of a node: its definition, its synonyms."""
    assert intent.thing is not None
    assert intent.property is not None
    thing, property_ = intent.thing, intent.property
    rows = context.ledger.run(context.statements.node(thing, property_.name)).rows
    told: list[Any] = []
    for _, _, value in rows:
        # A point comes as a dict, which no set can hold.
        told += [one for one in (value if isinstance(value, list) else [value]) if one not in (None, "", *told)]
    what = property_.called
    if not told:
        no = f"nothing as “{what}”" if _is_said_of(what) else f"no {what}"
        text = f"{context.source} records {no} of {context.wording.named(thing)}."
        return CitedAnswer(Answer("not_in_graph", "text", text, text))
    items = (item_of(thing),)
    single: Any = told[0] if len(told) == 1 and not isinstance(rows[0][2], list) else told
    text = (
        f"{context.wording.named(thing)}: {_told(told[0])}"
        if property_.role == "definition"
        else _listing(context, thing, what, [_measured(property_, one) for one in told])
    )
    return CitedAnswer(Answer("answered", "text", text, text, items=items, value=single))


def _listing(context: AnswerContext, thing: Thing, what: str, values: list[Any]) -> str:
    texts = [_told(value) for value in values]
    told = "; ".join(texts) if any("," in text for text in texts) else listed(texts)
    if _is_said_of(what):  # "closed" is no noun
        return f"{context.wording.named(thing)} in {context.source}: {what} {told}."
    return f"{what[:1].upper()}{what[1:]} of {context.wording.named(thing)} in {context.source}: {told}."


def _is_said_of(what: str) -> bool:
    """Whether what a property is called says something of a thing, as participles and adjectives do, and names
    nothing."""
    last = what.lower().rpartition(" ")[2]
    if not what.isascii() or thesaurus.is_known(last, "n"):
        return False
    return thesaurus.is_participle(last) or thesaurus.is_known(last, "a")


def _told(value: Any) -> str:
    """A value as a sentence holds it; of a point, or of any map, each field with its name."""
    return ", ".join(f"{key} {one}" for key, one in value.items()) if isinstance(value, dict) else str(value)


def answer_type(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Whether a thing is of the type that the question says."""
    assert intent.thing is not None
    assert intent.of_type is not None
    thing = intent.thing
    kinds = [thing.label]
    if thing.label != intent.of_type and context.ledger.one(context.statements.of_type(thing, intent.of_type)):
        kinds.insert(0, intent.of_type)
    named = listed([_one(context, label) for label in kinds])
    known = f"in {context.source}, {context.wording.named(thing)} is {named}"
    if intent.of_type not in kinds and not intent.negated:  # that it is none of the other kind as well is not recorded
        text = f"Not recorded: {known}."
        return CitedAnswer(Answer("not_in_graph", "yesno", text, text, items=(item_of(thing),)))
    verdict = (intent.of_type in kinds) != intent.negated
    text = f"{'Yes' if verdict else 'No'}: {known}."
    return CitedAnswer(Answer("answered", "yesno", text, text, items=(item_of(thing),), verdict=verdict))


def _one(context: AnswerContext, label: str) -> str:
    return article(context.wording.things(label, 1))


def item_of(thing: Thing) -> AnswerItem:
    return AnswerItem(thing.ids[0], thing.name, thing.label, thing.ids)
