"""What things are identified by: whether a thing has an identifier, which it has in a register, and whether two names
stand for one thing."""

from __future__ import annotations

import re
from typing import Any

from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.name_alone import identifiers_of
from kgqa.answers.properties import item_of
from kgqa.evidence.exploring.around import Around
from kgqa.language.registers import ALIASES
from kgqa.questions.intent import Intent, Thing
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer


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
    return identifiers_of(context, thing, [properties for _, _, properties in rows])


def _register(name: str) -> str:
    """A register as sentences call it."""
    return {"orphanet": "Orphanet", "mondo": "MONDO", "entrez": "Entrez"}.get(name, name.upper())
