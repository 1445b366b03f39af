"""Damage to right statements, one mistake at a time, as models make them."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.reach import Reach
from kgqa.cypher.checker.records import Context
from kgqa.cypher.checker.resolve import ResolvedHop, narrowed
from kgqa.cypher.checker.rules.properties import owned_by
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.tree import LabelName, Name

Damage = Callable[[Context, random.Random], str | None]
"""Damages a statement; None where it holds nothing of the kind, or damage could not be told from another right one."""

_FENCES = (
    "```cypher\n{}\n```",
    "```\n{}\n```",
    "Here is the query:\n```cypher\n{}\n```\nIt returns what you asked for.",
)
_PROSE = (
    "Here is the Cypher query:\n\n{}\n\nThis query finds what was asked for.",
    "Sure! The query is:\n{}",
    "{}\n\nIt matches the nodes and returns their names.",
    "You can use the following statement: {}",
    "I'd use this:\n\n{}\n\nHope that's what you're after!",
)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def context(cypher: str, schema: GraphSchema) -> Context | None:
    """A statement that can be damaged: one that is read and agrees with its schema in everything; else None."""
    parsed = parse(cypher)
    if len(parsed.statements) != 1:
        return None
    found = Context(parsed, parsed.statements[0], Reach(schema), False)
    _, consistent = narrowed(found.resolved.given, found.resolved.hops, found.reach)
    if found.misfits or found.resolved.bindings.unbound or not consistent:
        return None
    for use in found.resolved.bindings.uses:
        owned = owned_by(found, use.meaning)
        if owned is not None and use.key.text not in owned:
            return None
    return found


def _labels(statement: Context) -> list[Name]:
    nodes = statement.resolved.bindings.nodes
    return [p.labels.name for node in nodes for p in node.patterns if isinstance(p.labels, LabelName)]


def _types(statement: Context) -> list[Name]:
    hops = statement.resolved.bindings.hops
    return [hop.pattern.types.name for hop in hops if isinstance(hop.pattern.types, LabelName)]


def _properties(statement: Context) -> list[Name]:
    uses = statement.resolved.bindings.uses
    return [use.key for use in uses if use.meaning.index >= 0 and owned_by(statement, use.meaning) is not None]


def _replaced(statement: Context, name: Name, new: str | None) -> str | None:
    if not new or new == name.text or name.quoted:
        return None
    return statement.text[: name.start] + new + statement.text[name.end :]


def _recased(name: str, chance: random.Random) -> str | None:
    camel = re.sub(r"_([A-Za-z])", lambda found: found.group(1).upper(), name.lower())
    snake = re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()
    others = {name.lower(), name.upper(), name.capitalize(), name.swapcase(), camel, snake} - {name}
    return chance.choice(sorted(others)) if others else None


def _misspelt(name: str, chance: random.Random) -> str | None:
    """A letter left out, doubled, changed, or swapped with the next."""
    at = chance.randrange(len(name))
    before, letter, after = name[:at], name[at], name[at + 1 :]
    wrong = chance.choice(
        [
            before + after,
            before + letter * 2 + after,
            before + chance.choice(_LETTERS) + after,
            before + after[:1] + letter + after[1:],
        ]
    )
    return wrong if re.fullmatch(r"[A-Za-z_]\w*", wrong) else None


def _of(names: Callable[[Context], list[Name]], change: Callable[[str, random.Random], str | None]) -> Damage:
    def damage(statement: Context, chance: random.Random) -> str | None:
        found = names(statement)
        if not found:
            return None
        name = chance.choice(found)
        return _replaced(statement, name, change(name.text, chance))

    return damage


def misspelt_property(statement: Context, chance: random.Random) -> str | None:
    """A property misspelt so that nothing is called so."""
    found = _properties(statement)
    if not found:
        return None
    name = chance.choice(found)
    wrong = _misspelt(name.text, chance)
    return None if wrong in statement.reach.properties else _replaced(statement, name, wrong)


def turned_direction(statement: Context, chance: random.Random) -> str | None:
    """A relationship turned round that the schema has in one direction only."""
    hops = [hop for hop in statement.resolved.hops if hop.directed and not hop.turned]
    return _turned(statement.text, chance.choice(hops)) if hops else None


def _turned(text: str, hop: ResolvedHop) -> str:
    pattern = hop.hop.pattern
    inner = text[pattern.start + 1 : pattern.arrow_end]
    arrow = inner + ">" if pattern.left else "<" + text[pattern.start : pattern.arrow_end - 1]
    return text[: pattern.start] + arrow + text[pattern.arrow_end :]


def wrong_label(statement: Context, chance: random.Random) -> str | None:
    """Another label of the schema, where a relationship of the statement cannot be then."""
    names, others = _labels(statement), sorted(statement.reach.labels)
    if not names or len(others) < 2:
        return None
    name = chance.choice(names)
    damaged = _replaced(statement, name, chance.choice(others))
    if damaged is None:
        return None
    after = parse(damaged)
    if len(after.statements) != 1:
        return None
    return damaged if Context(after, after.statements[0], statement.reach, False).misfits else None


def _around(forms: tuple[str, ...]) -> Damage:
    return lambda statement, chance: chance.choice(forms).replace("{}", statement.text.strip())


DAMAGES: Mapping[str, Damage] = {
    "direction turned round": turned_direction,
    "case of a label": _of(_labels, _recased),
    "case of a relationship type": _of(_types, _recased),
    "case of a property": _of(_properties, _recased),
    "property misspelt": misspelt_property,
    "wrong label": wrong_label,
    "code fences": _around(_FENCES),
    "prose around": _around(_PROSE),
}
