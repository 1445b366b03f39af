"""A name that things of several types have, where a language model writes the statement: it is given all of them.

Which one it takes is seen in the statement, by the label of what is looked for by that name, and said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.cypher.checker.names import Denoted
from kgqa.cypher.checker.reach import Reach
from kgqa.cypher.checker.records import Context
from kgqa.cypher.parser.parse import parse
from kgqa.questions.wording import listed
from kgqa.records import Candidate, Entity
from kgqa.schema.model import Schema


def can_be_told_apart(choices: Sequence[Entity]) -> bool:
    """Whether the readings of each name differ in their type, so that a statement shows which one it takes."""
    return bool(choices) and all(
        one.guess != "initials" and len({thing.label for thing in (one.chosen, *one.rivals)}) > 1 for one in choices
    )


def with_all_readings(entities: Sequence[Entity], choices: Sequence[Entity]) -> tuple[Entity, ...]:
    """The names of a question, those among whose readings nothing decided with all of them."""
    open_ = {(one.start, one.end): one for one in choices}
    return tuple(
        replace(open_[one.start, one.end], tied=False, together=True) if (one.start, one.end) in open_ else one
        for one in entities
    )


def as_taken(schema: Schema, entities: Sequence[Entity], cypher: str) -> tuple[tuple[Entity, ...], tuple[str, ...]]:
    """The names with the readings that a statement takes, and a sentence on each that has others."""
    if not any(one.together for one in entities):
        return tuple(entities), ()
    parsed = parse(cypher)
    context = Context(parsed, parsed.statements[0], Reach(from_graph(schema)), False, Denoted(None, entities))
    texts: dict[str, set[str]] = {}
    for sought in context.sought:
        texts.setdefault(sought.text.casefold(), set()).update(context.resolved.labels[sought.node])
    taken, notes = [], []
    for one in entities:
        meant = [thing for thing in one.meant if _is_sought(one, thing, texts)] if one.together else []
        labels = {thing.label for thing in meant}
        if not one.together:
            taken.append(one)
        elif len(labels) == 1:
            rivals = tuple(thing for thing in one.meant if thing not in meant)
            taken.append(replace(one, chosen=meant[0], rivals=(*meant[1:], *rivals), together=False))
            notes.append(_said(schema, one, meant[0], [thing for thing in rivals if thing.label not in labels]))
        else:
            taken.append(one)
            notes.append(_said(schema, one, None, one.meant))
    return tuple(taken), tuple(notes)


def _is_sought(entity: Entity, thing: Candidate, texts: dict[str, set[str]]) -> bool:
    names = (entity.mention, thing.name, thing.matched, thing.id, *thing.ids)
    return any(thing.label in texts.get(name.casefold(), ()) for name in names if name)


def _said(schema: Schema, entity: Entity, taken: Candidate | None, others: Sequence[Candidate]) -> str:
    options = listed([f"the {schema.node(one.label).singular} {one.name} ({one.id})" for one in others], "or")
    if taken is None:
        return f"“{entity.mention}” can be {options}; the model was given all of them."
    return (
        f"“{entity.mention}” was taken for the {schema.node(taken.label).singular} ({taken.id}); it can be {options}."
    )
