"""A relation that denies has only records that deny: ``-[r:EXCLUDES {against: false}]->`` asks for ``true``."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.cypher.bindings import PropertyUse
from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.tree import Call, Expression, MapLiteral, Operation, Property, RelationshipPattern, Value
from kgqa.cypher.walk import walk

_OTHER_WAY = {"=": False, "<>": True}


def denials(context: Context) -> Findings:
    """Asks a relation that denies another one for its records, none of which affirms anything."""
    told = {
        id(use.part): use.key.text for use in context.bindings.uses if use.part is not None and _denies(context, use)
    }
    repairs: list[Repair] = []
    for part in walk(context.statement):
        if isinstance(part, Operation):
            repairs += _compared(part, told)
        elif isinstance(part, RelationshipPattern) and isinstance(part.properties, MapLiteral):
            repairs += _in_a_map(context, part, part.properties)
    return Findings(tuple(repairs))


def _denies(context: Context, use: PropertyUse) -> bool:
    if use.meaning.kind != "relationship" or use.meaning.index < 0 or use.meaning.lists:
        return False
    places = context.bindings.relationships[use.meaning.index].hops
    return all(use.key.text == _field(context, place) for place in places)


def _field(context: Context, place: int) -> str | None:
    """The field of a relation that denies, where whatever a hop runs over is one."""
    words, hop = context.reach.schema.words, context.resolved.hops[place]
    triads = (*hop.as_written, *hop.turned)
    return words.denying_field(triads) if words is not None and triads and not hop.unknown else None


def _compared(part: Operation, told: dict[int, str]) -> Iterator[Repair]:
    if part.operators == ("NOT",) and (name := _told(part.operands[0], told)):
        operand = part.operands[0]
        yield _repair(name, Edit(part.start, operand.start, ""))
    elif len(part.operators) == 1 and part.operators[0] in _OTHER_WAY and len(part.operands) == 2:
        for one, other in (part.operands, part.operands[::-1]):
            name = _told(one, told)
            if name and isinstance(other, Value) and other.value is _OTHER_WAY[part.operators[0]]:
                yield _repair(name, Edit(other.start, other.end, str(not other.value).lower()))


def _told(expression: Expression, told: dict[int, str]) -> str:
    """The field of a relation that denies, which an expression reads; empty where it reads none."""
    if isinstance(expression, Call) and expression.name.lower() == "coalesce" and expression.arguments:
        expression = expression.arguments[0]
    return told.get(id(expression), "") if isinstance(expression, Property) else ""


def _in_a_map(context: Context, part: RelationshipPattern, entries: MapLiteral) -> Iterator[Repair]:
    place = next((n for n, hop in enumerate(context.bindings.hops) if hop.pattern is part), -1)
    name = _field(context, place) if place >= 0 else None
    for key, value in entries.entries:
        if name is not None and key.text == name and isinstance(value, Value) and value.value is False:
            yield _repair(name, Edit(value.start, value.end, "true"))


def _repair(name: str, edit: Edit) -> Repair:
    return Repair((edit,), f"This relation denies another one, so {name!r} is true of each of its records.")
