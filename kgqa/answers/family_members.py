"""The members of a family: what is asked for as kinds of a name that several things only begin with.

No record joins them to it, so that nothing is cited, and the answer says that the names alone tell it.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.answers.list_text import first_of
from kgqa.evidence.exploring.around import Around
from kgqa.questions.intent import Condition, Intent, Thing, Variable
from kgqa.records import Answer, AnswerItem

IN_HEADLINE = 6


def by_members(context: AnswerContext, intent: Intent) -> Intent:
    """The intent where nothing is asked for that lies below a family: its members are what stands there."""
    if intent.answer is not None:
        below = [one for one in intent.answer.conditions if _is_of_family(one)]
        rest = tuple(one for one in intent.answer.conditions if one not in below)
        wanted = [one for one in below if not one.negated]
        if len(wanted) == len(intent.answer.conditions) == 1 and len(wanted[0].things) == 1:
            return replace(intent, answer=None, family=wanted[0].things[0])
        if below and rest:
            excluded = tuple(thing for one in below if one.negated for thing in one.things)
            return replace(
                intent, answer=_among(context, replace(intent.answer, conditions=rest), wanted),
                besides=(*intent.besides, *excluded),
            )  # fmt: skip
    if intent.kind == "yesno" and len(intent.pairs) == 1 and intent.pairs[0].hops[0].relation.hierarchical:
        pair = intent.pairs[0]
        if pair.other.family and not pair.one.family and set(pair.one.ids) <= set(pair.other.ids):
            return replace(intent, pairs=(), thing=pair.one, family=pair.other, negated=pair.negated)
    return intent


def _is_of_family(condition: Condition) -> bool:
    hop = condition.hop
    things = condition.things
    return hop.relation.hierarchical and hop.forward and bool(things) and all(one.family for one in things)


def _among(context: AnswerContext, variable: Variable, conditions: list[Condition]) -> Variable:
    """The variable among the members of the families that conditions ask for things below."""
    for condition in conditions:
        keys = dict.fromkeys(key for thing in condition.things for key in _keys(context, thing))
        kept = keys if variable.within is None else {key: None for key in variable.within if key in keys}
        variable = replace(variable, within=tuple(kept))
    return variable


def _keys(context: AnswerContext, family: Thing) -> list[str]:
    property_ = context.schema.node(family.label).same_property
    return [str(key) for _, _, key in context.ledger.run(context.statements.node(family, property_)).rows]


def answer_members(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """All things of a family or their number, or whether one thing is among them."""
    assert intent.family is not None
    family, schema = intent.family, context.schema.node(intent.family.label)
    rows = context.ledger.run(Around(context.schema).nodes(family.label, family.ids)).rows
    same = {str(id_): str(held.get(schema.same_property) or id_) for id_, _, held in rows}
    found: dict[str, AnswerItem] = {}
    for id_, name, _ in sorted(rows, key=lambda row: (str(row[1]), str(row[0]))):
        one = found.setdefault(same[id_], AnswerItem(id_, str(name or id_), family.label, ()))
        found[same[id_]] = AnswerItem(one.id, one.name, one.label, (*one.ids, id_))
    items = tuple(found.values())
    number = f"{len(items):,} {context.wording.things(family.label, len(items))}"
    guess = f"That is told by their names alone; {context.source} does not record what they are kinds of."
    if intent.thing is not None:
        asked = next(one for one in items if set(one.ids) & set(intent.thing.ids))
        verdict = not intent.negated
        headline = (
            f"{'Yes' if verdict else 'No'}, by its name: {asked.name} is one of the {number} whose names begin with "
            f"{family.name}."
        )
        return CitedAnswer(
            Answer("answered", "yesno", headline, f"{headline} {guess}", items=(asked,), verdict=verdict)
        )
    names = [one.name for one in items]
    shown = first_of(names, len(names), IN_HEADLINE)
    headline = f"The names of {number} begin with {family.name}: {shown}."
    value = len(items) if intent.kind == "count" else None
    return CitedAnswer(
        Answer(
            "answered", intent.kind, headline, f"{headline} {guess}", items=items, value=value, total=len(items),
        )
    )  # fmt: skip
