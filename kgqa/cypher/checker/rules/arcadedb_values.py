"""ArcadeDB: forms that it does not read, and values that it reads, compares or orders in another way than Cypher says.

A property with an index is compared after its type has been changed (``'672'`` equals 672), a regular expression is
tried on numbers, spaces around a number are forgiven, durations are ordered by their months, times with and without a
zone are taken for one kind, and whole minutes are written without seconds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    Item,
    ListLiteral,
    MapLiteral,
    Operation,
    Part,
    PatternExpression,
    Projection,
    Property,
    Query,
    Unwind,
    Value,
    Variable,
)
from kgqa.cypher.walk import children, walk

_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")


def server_words(context: Context) -> Findings:
    """Writes what this server does not read in the form that it reads."""
    repairs: list[Repair] = []
    for part in walk(context.statement):
        if isinstance(part, Projection):
            for item in part.items:
                repairs += _patterns(item.expression)
        elif isinstance(part, Call) and part.name.lower() in ("date", "datetime", "localdatetime"):
            repairs += _dates(part)
        elif isinstance(part, Query) and len(part.parts) > 1:
            repairs += _columns(context, part)
    return Findings(tuple(repairs))


def _patterns(root: Part) -> Iterator[Repair]:
    """A pattern that stands for true or false in a column."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        tested: list[Part] = []
        if isinstance(part, Operation) and part.operators[0] in ("NOT", "AND", "OR", "XOR"):
            tested = list(part.operands)
        elif isinstance(part, Case) and part.subject is None:
            tested = [condition for conditions, _ in part.branches for condition in conditions]
        for one in tested:
            if isinstance(one, PatternExpression) and not one.pattern.function:
                edits = (Edit(one.start, one.start, "EXISTS { "), Edit(one.end, one.end, " }"))
                yield Repair(edits, "This server reads a pattern in a column only in EXISTS { }.")
        waiting.extend(children(part))


def _dates(call: Call) -> Iterator[Repair]:
    value = call.arguments[0] if len(call.arguments) == 1 else None
    found = _DATE.fullmatch(value.value) if isinstance(value, Value) and isinstance(value.value, str) else None
    if found is not None and value is not None:
        year, month, day = found.groups()
        after = f"'{year}-{month:0>2}-{day:0>2}'"
        if len(after) != len(found.group()) + 2:
            yield Repair((Edit(value.start, value.end, after),), "This server wants two digits of a month and a day.")


def _columns(context: Context, query: Query) -> Iterator[Repair]:
    """UNION whose parts return the same columns in another order."""
    ends = [part.clauses[-1] for part in query.parts]
    projections = [end for end in ends if isinstance(end, Projection) and end.items and not end.star]
    if len(projections) < len(ends):
        return
    wanted = [_column(context, item) for item in projections[0].items]
    for projection in projections[1:]:
        items = {_column(context, item): item for item in projection.items}
        if list(items) != wanted and sorted(items) == sorted(wanted) and len(items) == len(projection.items):
            edits = tuple(
                Edit(old.start, old.end, context.text[items[name].start : items[name].end])
                for name, old in zip(wanted, projection.items, strict=True)
                if items[name] is not old
            )
            yield Repair(edits, "This server wants the columns of UNION in one order.")


def _column(context: Context, item: Item) -> str:
    if item.alias is not None:
        return item.alias.text
    expression = item.expression
    name = expression.name.text if isinstance(expression, Variable) else ""
    return name or context.text[item.start : item.end]


_ZONED = ("datetime", "datetime.fromepoch", "datetime.fromepochmillis", "datetime.truncate", "time", "time.truncate")
_LOCAL = ("localdatetime", "localdatetime.truncate", "localtime", "localtime.truncate")
_COMPARING = frozenset({"=", "<>", "<", ">", "<=", ">="})
_NUMBERS = ("INTEGER", "FLOAT")
_DURATIONS = (
    "This server orders durations by their months first, not by their length. Compare or order a number instead, such "
    "as duration.inDays(...).days."
)
_ZONES = (
    "This server takes a time without a zone for one in UTC; Cypher does not compare the two. Use datetime() or "
    "localdatetime() on both sides."
)
_DISTANCE = (
    "This server measures distances on an earth of 6,371 km radius; Neo4j takes 6,378 km, which gives 0.1 % more."
)


def server_values(context: Context) -> Findings:
    """Compares with the stored type, and refuses what this server would answer in another way."""
    repairs: list[Repair] = []
    refusals: list[str] = []
    notes: list[str] = []
    durations = _durations(context)
    for part in walk(context.statement):
        if isinstance(part, Operation):
            repairs += _compared(context, part)
            refusals += _refused(context, part, durations)
        elif isinstance(part, Call):
            repairs += _padded(part)
            if part.name.lower() == "tostring" and part.arguments and _unlike(part.arguments[0]):
                refusals.append("This server writes a time without seconds or with ending zeros in another way.")
            elif part.name.lower() in ("min", "max") and any(_is_duration(one, durations) for one in part.arguments):
                refusals.append(_DURATIONS)
            elif part.name.lower() in ("point.distance", "distance"):
                notes += [] if _flat(part) else [_DISTANCE]
        elif isinstance(part, Projection):
            for key in part.order:
                if _is_duration(key, durations):
                    repairs.append(_by_length(context, key))
    repairs += _keys(context)
    return Findings(tuple(repairs), tuple(dict.fromkeys(notes)), tuple(dict.fromkeys(refusals)))


# Stored types


def _kind(context: Context, expression: Expression) -> str:
    """The type in which a property is stored; nothing where it is not known or not one."""
    if not isinstance(expression, Property):
        return ""
    meaning = next((use.meaning for use in context.bindings.uses if use.part is expression), None)
    if meaning is None or meaning.kind != "node" or meaning.lists:
        return ""
    return _stored(context, meaning.index, expression.key.text)


def _stored(context: Context, node: int, key: str) -> str:
    kinds = context.reach.schema.kinds
    found = {kinds.get((label, key), "") for label in context.resolved.labels[node]}
    return found.pop() if len(found) == 1 else ""


def _compared(context: Context, part: Operation) -> Iterator[Repair]:
    if len(part.operators) != 1 or part.operators[0] not in ("=", "<>", "IN"):
        return
    left, right = part.operands
    sides = [(left, right)] if part.operators[0] == "IN" else [(left, right), (right, left)]
    for one, other in sides:
        values = other.items if isinstance(other, ListLiteral) and part.operators[0] == "IN" else (other,)
        kind = _kind(context, one) if any(isinstance(value, Value) for value in values) else ""
        for value in values:
            yield from _as_stored(context, value, kind)


def _keys(context: Context) -> Iterator[Repair]:
    for node in context.bindings.nodes:
        for pattern in node.patterns:
            entries = pattern.properties.entries if isinstance(pattern.properties, MapLiteral) else ()
            for key, value in entries:
                if isinstance(value, Value):
                    yield from _as_stored(context, value, _stored(context, node.index, key.text))


def _as_stored(context: Context, value: Expression, kind: str) -> Iterator[Repair]:
    if not isinstance(value, Value) or isinstance(value.value, bool) or value.value is None:
        return
    text = context.text[value.start : value.end]
    if kind == "STRING" and isinstance(value.value, (int, float)) and re.fullmatch(r"[0-9.]+", text):
        after = f"'{text}'"
    elif kind in _NUMBERS and isinstance(value.value, str) and re.fullmatch(r"-?[0-9]{1,15}", value.value):
        after = value.value
    else:
        return
    reason = f"The property is stored as {'text' if kind == 'STRING' else 'a number'}; this server finds it by chance."
    yield Repair((Edit(value.start, value.end, after),), reason)


# Text and numbers


def _padded(call: Call) -> Iterator[Repair]:
    if call.name.lower() not in ("tointeger", "tointegerornull") or len(call.arguments) != 1:
        return
    value = call.arguments[0]
    if isinstance(value, Value) and isinstance(value.value, str) and value.value != value.value.strip():
        reason = "A number with spaces around it is none in Cypher and gives null; this server reads it."
        yield Repair((Edit(value.start, value.end, "null"),), reason)


def _refused(context: Context, part: Operation, durations: frozenset[str]) -> Iterator[str]:
    if part.operators[0] == "=~" and (_kind(context, part.operands[0]) in _NUMBERS or _is_number(part.operands[0])):
        yield "A regular expression is for text; this server also tries it on a number. Write toString() around it."
    if not _COMPARING.issuperset(part.operators) or len(part.operands) < 2:
        return
    ordered = set(part.operators) - {"=", "<>"}
    if ordered and any(_is_duration(one, durations) for one in part.operands):
        yield _DURATIONS
    called = [one.name.lower() for one in part.operands if isinstance(one, Call)]
    if set(called) & set(_ZONED) and set(called) & set(_LOCAL):
        yield _ZONES


def _is_number(expression: Expression) -> bool:
    return (
        isinstance(expression, Value)
        and isinstance(expression.value, (int, float))
        and not isinstance(expression.value, bool)
    )


# Time and space


def _durations(context: Context) -> frozenset[str]:
    """The variables that stand for durations."""
    found: set[str] = set()
    for part in walk(context.statement):
        if isinstance(part, Projection):
            found |= {item.alias.text for item in part.items if item.alias and _is_duration(item.expression, found)}
        elif isinstance(part, Unwind) and isinstance(part.source, ListLiteral):
            listed = any(_is_duration(item, found) for item in part.source.items)
            found |= {part.variable.text} if listed else set()
    return frozenset(found)


def _by_length(context: Context, key: Expression) -> Repair:
    """Orders by the average length of a duration in seconds, as Cypher does."""
    text = context.text[key.start : key.end]
    after = f"{text}.months * 2629746 + {text}.days * 86400 + {text}.seconds"
    return Repair((Edit(key.start, key.end, after),), "This server orders durations by their months first.")


def _is_duration(expression: Expression, known: frozenset[str] | set[str]) -> bool:
    if isinstance(expression, Variable):
        return expression.name.text in known
    if not isinstance(expression, Call):
        return False
    if expression.name.lower() in ("min", "max", "sum", "avg"):
        return any(_is_duration(one, known) for one in expression.arguments)
    return expression.name.lower() in ("duration", "duration.between")


def _unlike(expression: Expression) -> bool:
    """Whether a time that is written out has whole minutes, or zeros at the end of its fraction."""
    if (
        not isinstance(expression, Call)
        or expression.name.lower() not in (*_ZONED, *_LOCAL)
        or not expression.arguments
    ):
        return False
    value = expression.arguments[0].value if isinstance(expression.arguments[0], Value) else None
    found = (
        re.search(r"(?:T|^(?=\d\d:))\d\d:?\d\d(?::?(\d\d)(?:[.,](\d+))?)?(?:Z|[+-]|\[|$)", value)
        if isinstance(value, str)
        else None
    )
    if found is None:
        return False
    seconds, fraction = found.groups()
    return (seconds in (None, "00") and not fraction) or bool(fraction and fraction.endswith("0"))


def _flat(call: Call) -> bool:
    """Whether every point is written out in a plane."""
    points = [one.arguments[0] for one in call.arguments if isinstance(one, Call) and one.arguments]
    maps = [{key.text for key, _ in one.entries} for one in points if isinstance(one, MapLiteral)]
    return len(maps) == len(call.arguments) and all(
        "x" in one and "srid" not in one and "crs" not in one for one in maps
    )
