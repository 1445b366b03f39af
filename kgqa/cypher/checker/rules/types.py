"""Relationship types to those of the schema, and to one that can be where it stands.

``-[:acted_in]->`` becomes ``-[:ACTED_IN]->``. A type that the schema has not and that is not clearly another one stays,
and is warned of. So is any that stands in a text (``type(r) = 'ENCODES'``), as what a text is compared with may be
meant. ``(:disease)-[:TREATS]-(:gene)`` gets the one type that joins both, if one does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.cypher.checker.graph_schema import Triad
from kgqa.cypher.checker.names import best
from kgqa.cypher.checker.records import Context, Findings, Repair
from kgqa.cypher.checker.resolve import ResolvedHop, possible
from kgqa.cypher.checker.rules.spelled import replaced
from kgqa.cypher.checker.weighing import Change
from kgqa.cypher.tree import Call, LabelName, ListLiteral, Operation, Value
from kgqa.cypher.walk import walk
from kgqa.schema.reconcile import denied_by

_CHOICES = 4
"""Changes that a note lists."""


def types(context: Context) -> Findings:
    """Repairs the case, separators and spelling of relationship types; those that fit the ends come first.

    Of any other unknown type it says what it may be.
    """
    repairs: list[Repair] = []
    notes: list[str] = []
    for place, hop in enumerate(context.resolved.hops):
        fitting = _fitting(context, hop) if hop.unknown else ()
        for type_ in hop.unknown:
            after = _spelt(context, type_.name.text, fitting)
            if after is not None:
                reason = f"The graph has no relationship type {type_.name.text!r}; the one that is meant is {after!r}."
            elif len(said := _called(context, type_.name.text, fitting)) == 1:
                (after,) = said
                reason = f"The graph has no relationship type {type_.name.text!r}; what is called so is {after!r} here."
            if after is not None:
                repairs.append(Repair((replaced(type_.name, after),), reason))
            else:
                notes.append(f"The graph has no relationship type {type_.name.text!r}{_left_as_it_is(context, place)}")
    for name in _compared(context):
        meant = _spelt(context, name, ())
        would = f"{meant!r} would do" if meant is not None else "no record has it"
        notes.append(f"The graph has no relationship type {name!r}; {would}. It was left as it is.")
    return Findings(tuple(repairs), tuple(dict.fromkeys(notes)))


def _compared(context: Context) -> Iterator[str]:
    """The texts with which a ``type(r)`` is compared, and that are no type of the graph."""
    for part in walk(context.statement):
        if not isinstance(part, Operation) or part.operators not in (("=",), ("<>",), ("IN",)):
            continue
        for one, other in (part.operands, part.operands[::-1]):
            if isinstance(one, Call) and one.name.lower() == "type":
                for value in other.items if isinstance(other, ListLiteral) else (other,):
                    written = value.value if isinstance(value, Value) else None
                    if isinstance(written, str) and written not in context.reach.types:
                        yield written


def _left_as_it_is(context: Context, place: int) -> str:
    """The end of a note on a hop that nothing puts right: which changes would do, if any."""
    choices = next((misfit.best for misfit in context.misfits if misfit.hop == place), ())
    if len(choices) == 1:
        return f"; {_named(choices[0])} would do. It was left as it is."
    if choices:
        would = " or ".join(_named(one) for one in choices[:_CHOICES])
        return f", and several changes would do: {would}. It was left as it is; write the one that is meant."
    return ", and no single change would do. It was left as it is."


def _named(change: Change) -> str:
    """A change in words."""
    if change.kind == "direction":
        return "the other direction"
    return f"{change.after!r} in place of {change.before!r}"


def _spelt(context: Context, written: str, fitting: Iterable[Triad]) -> str | None:
    """The type that a name is but for its spelling; one that denies is not one that affirms, however it is spelt."""
    denies = denied_by(written) is not None
    known = [one for one in sorted(context.reach.types) if (denied_by(one) is not None) == denies]
    here = {type_ for _, type_, _ in fitting}
    return best(written, [one for one in known if one in here]) or best(written, known)


def _called(context: Context, written: str, fitting: Iterable[Triad]) -> list[str]:
    """The types by which people mean what is written."""
    words = context.reach.schema.words
    return words.types(written, fitting) if words is not None else []


def _fitting(context: Context, hop: ResolvedHop) -> tuple[Triad, ...]:
    """The triads that can join the ends of a hop, in either direction."""
    return possible(context.reach, hop.left, hop.right, None, True, True, hop.repeat)


def relationships(context: Context) -> Findings:
    """Replaces a type that cannot join the ends of its hop, where exactly one can."""
    repairs: list[Repair] = []
    notes: list[str] = []
    for misfit in context.misfits:
        if misfit.hop < 0:
            continue
        hop = context.resolved.hops[misfit.hop]
        written = hop.hop.pattern.types
        change = misfit.best[0] if len(misfit.best) == 1 else None
        if change is None:
            if not hop.unknown:  # an unknown type is for the rule of types to name
                notes.append(f"The schema does not join {_ends(hop)} like this{_left_as_it_is(context, misfit.hop)}")
        elif change.kind == "type" and isinstance(written, LabelName):
            reason = f"{change.before!r} does not join {_ends(hop)} in this graph; only {change.after!r} does."
            repairs.append(Repair((replaced(written.name, change.after),), reason))
    return Findings(tuple(repairs), tuple(notes))


def _ends(hop: ResolvedHop) -> str:
    """The labels of both ends in words."""
    left, right = ("/".join(sorted(end)) if end else "any node" for end in (hop.left, hop.right))
    return f"{left} and {right}"
