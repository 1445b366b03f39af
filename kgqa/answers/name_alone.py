"""A name alone: what the thing is, how it is called, what is recorded about it, and what could be asked of it.

Of its identity: whether a thing has an identifier, which it has in a register, and whether two names stand for one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgqa.answers.conditions import kinds_of
from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.properties import item_of
from kgqa.evidence.exploring.around import Around
from kgqa.evidence.exploring.neighbourhood import Details, Side, counted, described
from kgqa.language import units
from kgqa.language.casing import begun
from kgqa.language.inflection import article
from kgqa.language.normalise import words
from kgqa.language.registers import ALIASES
from kgqa.questions.intent import Condition, Hop, Intent, Thing, Variable
from kgqa.questions.verbalisation import question_about
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, AnswerItem, Node, Suggestion

SHOWN = 12
"""Synonyms, and identifiers, that are told; a family of many things has more."""
MOST_KINDS = 1000
"""Kinds whose facts are counted together; those of more are nearly everything that the graph holds."""


@dataclass(frozen=True, slots=True)
class Told:
    """What one relation records of a thing.

    Attributes:
        things: how many different things it joins to it.
        against: how many others of which the record denies that.
    """

    hop: Hop
    things: int
    against: int = 0


def answer_everything(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """What a thing is, and how many things each relation joins to it or, where it has kinds, to these."""
    thing = intent.thing
    assert thing is not None
    around = Around(context.schema)
    rows = context.ledger.run(around.nodes(thing.label, thing.ids)).rows
    found = None if thing.family else described(context.schema, thing.label, thing.ids, rows)
    details = found or Details(Node(thing.ids[0], thing.name, thing.label), thing.ids)
    ids = _identifiers_of(context, thing, [properties for _, _, properties in rows])
    members = [f"{name or id_} ({id_})" for id_, name, _ in rows]
    own, below = _told(context, around, thing), _told_of_kinds(context, around, thing)
    fields = _fields(context, details)
    headline = f"{begun(thing.name)} is {_kind(context, thing, rows)}."
    lines = (
        headline,
        *details.definitions[:1],
        _some("Also called", _names(details), "; "),
        _some("They are", members, "; ")
        if thing.family
        else _some("Identifiers" if len(ids) > 1 else "Identifier", ids, ", "),
        _some("Fields", fields, "; "),
        *_recorded(context, own, below, fields),
    )
    return CitedAnswer(
        Answer(
            "answered",
            "text",
            headline,
            "\n".join(line for line in lines if line),
            items=(AnswerItem(thing.ids[0], thing.name, thing.label, ids),),
            suggestions=tuple(_questions(context, thing, own, below)),
        )
    )


def _kind(context: AnswerContext, thing: Thing, rows: Sequence[tuple[Any, ...]]) -> str:
    """The noun of its type, with an article; of what only stands above others, that it is a group of them, and of a
    name that several begin with, of how many."""
    node = context.schema.node(thing.label)
    if thing.family:
        return f"what the names of {len(rows):,} {node.plural} begin with"
    if node.group_property and rows and all(properties.get(node.group_property) for _, _, properties in rows):
        return f"a group of {node.plural}"
    return article(node.singular)


def _identifiers_of(context: AnswerContext, thing: Thing, nodes: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Every identifier of a thing, those that are no nodes of their own after the others."""
    name = context.schema.node(thing.label).equivalents_property
    more = [str(one) for properties in nodes for one in (properties.get(name) or ())] if name else []
    return tuple(dict.fromkeys((*thing.ids, *more)))


def _names(details: Details) -> list[str]:
    """The synonyms, of those of the same words one, rather in their natural order ("Danlos disease, Ehlers")."""
    found: dict[frozenset[str], str] = {frozenset(words(details.node.name)): ""}
    for text in sorted(details.synonyms, key=lambda one: "," in one):
        found.setdefault(frozenset(words(text)), text)
    kept = set(found.values())
    return [text for text in dict.fromkeys(details.synonyms) if text in kept]


def _told(context: AnswerContext, around: Around, thing: Thing) -> list[Told]:
    """What every relation records of a thing, as a question for it counts; links that are recorded from both ends are
    told once."""
    sides = counted(around, thing, context.ledger.run)
    found: dict[Hop, Told] = {}
    for side in sides:
        hop = _mirrored(context, side.hop)
        if hop not in found:
            found[hop] = _of_side(context, thing, side, hop)
    return list(found.values())


def _of_side(context: AnswerContext, thing: Thing, side: Side, hop: Hop) -> Told:
    relation = hop.relation
    mirrored = any(one.mirrors == relation.type for one in context.schema.relations)
    if not side.against and not mirrored:
        return Told(hop, side.things)
    asked = Variable(hop.end, (Condition(_back(hop), (thing,)),))
    things = int(context.ledger.one(context.statements.count(asked)) or 0)
    return Told(hop, things, max(side.things - things, 0) if side.against else 0)


def _mirrored(context: AnswerContext, hop: Hop) -> Hop:
    """The step over the relation that questions are asked of, where the step's own has its links reversed."""
    other = context.schema.mirrored(hop.relation)
    return Hop(other, not hop.forward) if other is not None and other is not hop.relation else hop


def _told_of_kinds(context: AnswerContext, around: Around, thing: Thing) -> list[Told]:
    """The same of all kinds of a thing together, without what makes them its kinds and what is denied of one."""
    kinds = kinds_of(context, thing)
    if not 0 < len(kinds) <= MOST_KINDS:
        return []
    told = _told(context, around, replace(thing, ids=tuple(kinds)))
    return [replace(one, against=0) for one in told if not one.hop.relation.hierarchical and one.things]


def _fields(context: AnswerContext, details: Details) -> list[str]:
    """What is recorded of the thing itself: "born year 1618", "height 120 m"; each field once."""
    node = context.schema.node(details.node.label)
    told = {one.name for one in node.properties if one.role in ("text", "date")}
    told -= {node.equivalents_property, node.group_property}
    found: dict[str, str] = {}
    for _, name, value in details.properties:
        if name in told:
            noun, unit = units.apart(name.replace("-", "_").replace("_", " "))
            found.setdefault(name, f"{noun} {value} {units.written(unit)}".strip())
    return list(found.values())


def _recorded(
    context: AnswerContext, own: Sequence[Told], below: Sequence[Told], fields: Sequence[str]
) -> Iterator[str]:
    """What is recorded, in sentences."""
    said = [part for one in own for part in _said(context, one, plural=False)]
    if said:
        yield f"Recorded in {context.source}: it {listed(said)}."
    elif not below:
        nothing = "joins it to nothing" if fields else "records nothing about it beyond its name"
        yield f"{context.source} {nothing}. That is {SILENCE}."
    if below:
        said = [part for one in below for part in _said(context, one, plural=True)]
        yield f"Recorded of its {context.wording.kinds(below[0].hop.start, 2)}: they {listed(said)}."


def _said(context: AnswerContext, told: Told, *, plural: bool) -> Iterator[str]:
    hop = told.hop
    if hop.relation.hierarchical and not hop.forward:
        nouns = context.wording.kinds(hop.start, told.things)
        yield f"{'have' if plural else 'has'} {told.things:,} {nouns} directly below"
        return
    for number, negative in ((told.things, False), (told.against, True)):
        if number:
            phrase = context.wording.phrase(hop, negative=negative)
            yield context.wording.counted(phrase, hop.end, number, plural=plural)


def _questions(
    context: AnswerContext, thing: Thing, own: Sequence[Told], below: Sequence[Told]
) -> Iterator[Suggestion]:
    """A question for everything that a relation records, where one is read so; without its number for kinds.

    What it is a kind of and what kinds it has come last.
    """
    if context.reader is None:
        return
    known = {one.hop for one in own if one.things}
    offered = (*own, *(one for one in below if one.hop not in known))
    for told in sorted(offered, key=lambda one: one.hop.relation.hierarchical):
        question = question_about(context.reader, thing, told.hop) if told.things else None
        if question is not None:
            yield Suggestion(_title(context, told.hop), question, told.things if told.hop in known else None)


def _title(context: AnswerContext, hop: Hop) -> str:
    if hop.relation.hierarchical:
        noun, nouns = (context.wording.kinds(hop.start, number) for number in (1, 2))
        return f"What it is a {noun} of" if hop.forward else f"Its {nouns}"
    return context.wording.things(hop.end, 2).capitalize()


def _back(hop: Hop) -> Hop:
    """The same step from its other end."""
    return Hop(hop.relation, hop.relation.symmetric or not hop.forward)


def _some(what: str, texts: Sequence[str], between: str) -> str:
    """Some texts behind what they are, with how many more there are; nothing where there are none."""
    if not texts:
        return ""
    rest = len(texts) - SHOWN
    return f"{what}: {between.join(texts[:SHOWN])}{f' and {rest:,} more' if rest > 0 else ''}."


def answer_identifier(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Whether a thing has an identifier.

    It is denied only where the thing has another one of the same vocabulary: a graph that has none of it, or that keeps
    this one among the fields of the thing (as an older or a like one), does not tell.
    """
    assert intent.thing is not None
    assert intent.identifier is not None
    thing, asked = intent.thing, intent.identifier
    prefix = asked.partition(":")[0].casefold()
    rows = context.ledger.run(Around(context.schema).nodes(thing.label, thing.ids)).rows
    own = [str(id_) for id_, _, _ in rows]
    alike = [one for one in own if one.partition(":")[0].casefold() == prefix and ":" in one]
    is_its = asked.casefold() in {one.casefold() for one in own}
    fields = [name for _, _, held in rows for name, value in held.items() if asked.casefold() in _texts(value)]
    if not is_its and (fields or not alike):
        why = f"its identifiers there are {listed(own)}"
        if fields:
            why = f"{asked} stands there as its {fields[0].replace('_', ' ')}, and {why}"
        text = f"Not recorded: {context.source} does not have {asked} as an identifier of {thing.name}; {why}."
        return CitedAnswer(Answer("not_in_graph", "yesno", text, text, items=(item_of(thing),)))
    verdict = is_its != intent.negated
    told = listed([one for one in alike if not is_its or one.casefold() == asked.casefold()])
    holder = next((one.chosen.name for one in intent.entities if one.chosen.method == "identifier"), "")
    said = f"{'Yes' if verdict else 'No'}: in {context.source}, {thing.name} is {told}"
    other = f"; that is {holder}" if holder else ""
    text = f"{said}." if is_its else f"{said}, and not {asked}{other}."
    return CitedAnswer(Answer("answered", "yesno", text, text, items=(item_of(thing),), verdict=verdict))


def _texts(value: Any) -> set[str]:
    """The words of a recorded value, for an identifier among them."""
    values = value if isinstance(value, list | tuple) else [value]
    return {word.strip(",;|()[]\"'").casefold() for one in values for word in re.split(r"[\s,;|]+", str(one))}


def answer_registers(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """The identifiers of a thing in some registers, those that only mean the same in a vocabulary among them."""
    assert intent.thing is not None
    thing = intent.thing
    own = _identifiers(context, thing)
    # OMIM's identifiers of groups are of a series of their own, OMIMPS.
    wanted = tuple(alias for one in intent.registers for alias in ALIASES.get(one, (one,)))
    found = [one for one in own if one.partition(":")[0].casefold().startswith(wanted)]
    named = listed([_register(one) for one in intent.registers])
    if not found:
        headline = f"{context.source} has no {named} identifier of {thing.name}."
        text = f"{headline} Its identifiers there are {listed(list(own))}. That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", "text", headline, text, items=(item_of(thing),)))
    rest = [one for one in own if one not in found]
    headline = f"{named} identifier{'' if len(found) == 1 else 's'} of {thing.name}: {listed(found)}."
    text = f"{headline} Its other identifiers in {context.source} are {listed(rest)}." if rest else headline
    value: str | list[str] = found[0] if len(found) == 1 else found
    return CitedAnswer(Answer("answered", "text", headline, text, items=(item_of(thing),), value=value))


def answer_same(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Whether two names stand for one thing of the graph."""
    assert intent.thing is not None
    assert intent.same is not None
    one, other = intent.thing, intent.same
    things = tuple(item_of(thing) for thing in dict.fromkeys((one, other)))
    if set(one.ids) & set(other.ids):
        names = list(dict.fromkeys(entity.mention for entity in intent.entities))
        headline = f"Yes: in {context.source}, {listed(names)} are names of {context.wording.named(one)}."
        text = f"{headline} Its identifiers are {listed(list(_identifiers(context, one)))}."
        return CitedAnswer(Answer("answered", "yesno", headline, text, items=things[:1], verdict=True))
    two = context.wording.things(one.label, 2)
    named = f"{context.wording.named(one)} and {context.wording.named(other)}"
    headline = f"No: in {context.source}, {named} are two {two}."
    return CitedAnswer(Answer("answered", "yesno", headline, headline, items=things, verdict=False))


def _identifiers(context: AnswerContext, thing: Thing) -> tuple[str, ...]:
    rows = context.ledger.run(Around(context.schema).nodes(thing.label, thing.ids)).rows
    return _identifiers_of(context, thing, [properties for _, _, properties in rows])


def _register(name: str) -> str:
    """A register as sentences call it."""
    return {"orphanet": "Orphanet", "mondo": "MONDO", "entrez": "Entrez"}.get(name, name.upper())
