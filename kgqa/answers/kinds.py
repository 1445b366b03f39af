"""What the kinds of a named thing answer: a group, or a thing without a record of what is asked.

The rules, the same for every graph with a kind-of relation among the things of a type. A kind of a thing is whatever
lies below it, over any number of steps; a record is one of the asked relation, in the asked direction, that says what
is asked of it (that the link holds, or that it does not).

- A named thing with a record of its own is answered by its own records. What its kinds would add is counted and
  offered as a choice.
- A thing that was guessed from a word for a part of it all ("eye problems") is answered by its kinds and itself.
- A class or a place of which members are asked ("drugs that belong to X") is answered by its kinds and itself, as what
  is in a kind or a part of it is in it.
- Where nothing meets all the conditions so, but something does with the kinds of all the named things, these count.
- A named thing without one is answered by its kinds, as long as any of them has one, and the answer begins with it:
  "Recorded for 41 kinds of X: 22 genes". Each of several named things is looked at alone.
- Every answer names the kinds that it comes from, and is counted once, whatever their number.
- Counts count distinct things over all kinds. Of "is there any" one record of one kind is enough.
- "A or B": a thing with a record for either, or for a kind of that one which has none itself. "Both A and B", and what
  A and B have in common: a thing with a record for A or one of its kinds, and with one for B or one of its kinds; one
  record of something that is a kind of both will do for both.
- "Not X" rules a thing out by a record for X or for any kind of X, whether X has records of its own or not.
- In a chain of relations the rule holds at each named thing. What stands unnamed in between is what has the records
  itself; its kinds and what it is a kind of are not put in its place.
- "Which heart defects are seen in X" asks for what lies below that thing, and for itself, and has a record with X.
- A ranking counts what is recorded for each thing itself; the records of its kinds are not added to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from kgqa.answers.conditions import kinds_of, with_kinds
from kgqa.answers.context import AnswerContext, ByKinds
from kgqa.evidence.gathering import Gathered, far_key, far_node
from kgqa.language.casing import begun
from kgqa.questions.intent import Condition, Intent, Thing, Variable, conditions_of
from kgqa.questions.wording import Wording, listed
from kgqa.records import Node

MOST = 10_000
"""Kinds that are read at most, where there are more records than are shown."""
NAMED = 2
"""Kinds that a sentence names behind an answer; of more it says how many."""


def ruling_out_kinds(context: AnswerContext, variable: Variable) -> Variable:
    """The variable with the kinds of what a thing is to be without among what it is to be without."""
    return replace(variable, conditions=tuple(_ruling_out_kinds(context, one) for one in variable.conditions))


def _ruling_out_kinds(context: AnswerContext, condition: Condition, *, within: bool = False) -> Condition:
    """Adds the kinds.

    Args:
        within: the condition says more of something unnamed that a thing is to be without.
    """
    within = within or condition.negated
    if condition.hop.relation.hierarchical:
        return condition
    if condition.variable is not None:
        inner = [_ruling_out_kinds(context, one, within=within) for one in condition.variable.conditions]
        return replace(condition, variable=replace(condition.variable, conditions=tuple(inner)))
    return (
        replace(condition, things=tuple(with_kinds(context, one) for one in condition.things)) if within else condition
    )


def with_members(intent: Intent) -> Intent:
    """The intent where what is asked for by its class is meant with what is in the classes below it."""
    return intent if intent.answer is None else replace(intent, answer=_of_members(intent.answer))


def _of_members(variable: Variable) -> Variable:
    return replace(variable, conditions=tuple(_with_members(condition) for condition in variable.conditions))


def _with_members(condition: Condition) -> Condition:
    if condition.variable is not None:
        condition = replace(condition, variable=_of_members(condition.variable))
    if not (condition.hop.relation.membership and condition.hop.forward):
        return condition
    return replace(condition, things=tuple(replace(one, broad=True) for one in condition.things))


def by_kinds(context: AnswerContext, variable: Variable, *, silent: bool = False) -> Variable:
    """The variable with their kinds beside the named things that have no record of their own.

    Args:
        silent: nothing meets all the conditions; of a single one that names a single thing this tells that it has none,
            unless only some things were asked about.
    """
    alone = silent and len(variable.conditions) == 1 and variable.within is None
    conditions = [_by_kinds(context, variable.label, one, silent=alone) for one in variable.conditions]
    return replace(variable, conditions=tuple(conditions))


def _by_kinds(context: AnswerContext, label: str, condition: Condition, *, silent: bool) -> Condition:
    if condition.negated or condition.hop.relation.hierarchical:
        return condition
    if condition.variable is not None:
        return replace(condition, variable=by_kinds(context, condition.variable))
    if not any(kinds_of(context, thing) for thing in condition.things):
        return condition
    recorded: set[str] = set()
    if not (silent and len(condition.things) == 1 and not condition.qualifiers):
        recorded.update(context.ledger.one(context.statements.recorded(label, condition)) or [])
    things = [
        with_kinds(context, one) if one.broad or not recorded.intersection(one.ids) else one for one in condition.things
    ]
    return replace(condition, things=tuple(things))


def has_alternatives(variable: Variable) -> bool:
    """Whether something that is found may still leave a named thing out that has no record, or kinds that are meant."""
    holding = [one for one in conditions_of(variable) if not one.negated]
    return any(len(one.things) > 1 or any(thing.broad for thing in one.things) for one in holding)


def silent_things(asked: Variable, variable: Variable) -> list[Thing]:
    """The named things that were asked with their kinds, because they have no record of their own.

    Args:
        asked: the variable as the question has it.
        variable: the same with kinds among the identifiers of its things.
    """
    own = set(_things(asked, negated=False))
    return [one for one in _things(variable, negated=False) if one not in own]


_Ends = dict[str, list[tuple[Node, str]]]
"""By the key of an answer the nodes that it is joined to, each with its key."""


@dataclass(slots=True)
class _Recorded:
    own: bool = False
    kinds: dict[str, str] = field(default_factory=dict)


class KindsFound:
    """Which kinds of the named things the records of some answers are of.

    Args:
        asked: the variable as the question has it.
        variable: the same as it was asked, with kinds among the identifiers of its things.
        gathered: the records of the answers.
        kept: the keys of the answers.
    """

    def __init__(
        self,
        context: AnswerContext,
        asked: Variable,
        variable: Variable,
        gathered: Sequence[Gathered],
        kept: Sequence[str],
    ) -> None:
        self._context = context
        self._own = {(one.name, one.label): frozenset(one.own_ids) for one in _things(asked)}
        self._recorded: dict[tuple[str, str], _Recorded] = {}
        self._things = {(one.name, one.label): one for one in _things(variable)}
        self._whole: dict[Condition, _Ends] = {}
        if context.gatherer.truncated and kept and silent_things(asked, variable):
            self._whole = {one: self._ends(variable.label, one, kept) for one in variable.conditions if _names(one)}
        self.is_whole = not context.gatherer.truncated or all(map(self._whole.get, variable.conditions))
        self._of = {key: self._note(gathered, key) for key in kept}

    def of(self, key: str) -> tuple[str, ...]:
        """The names of the kinds that an answer comes from; empty where it is recorded for what was named."""
        return tuple(self._of.get(key, {}).values())

    @property
    def by_kinds(self) -> tuple[ByKinds, ...]:
        """The named things that none of the answers is recorded for, but for their kinds."""
        return tuple(
            ByKinds(replace(self._things[name], ids=tuple(self._own[name])), one.kinds)
            for name, one in self._recorded.items()
            if one.kinds and not one.own
        )

    def _note(self, gathered: Sequence[Gathered], key: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for one in gathered:
            hop, denied = one.condition.hop, one.condition.denied
            edges = [edge for edge in one.own(key) if edge.triple.against == denied]
            if one.condition.variable is not None:
                for far in dict.fromkeys(far_key(edge, hop) for edge in edges):
                    found |= self._note(one.inner, far)
            elif _names(one.condition):
                ends = [(far_node(edge, hop), far_key(edge, hop)) for edge in edges]
                ends = self._whole.get(one.condition, {}).get(key, ends)
                found |= self._note_ends(one.condition.things, ends)
        return found

    def _ends(self, label: str, condition: Condition, kept: Sequence[str]) -> _Ends:
        """By each answer everything that a condition joins it to, where there are more records than are shown."""
        query = self._context.statements.far_things(label, condition, kept)
        rows = self._context.ledger.run(query, max_rows=MOST)
        answers, found = set(kept), _Ends()
        if not rows.truncated:
            for thing, id_, name, keys in sorted(rows.rows, key=lambda row: (row[2], row[1])):
                for key in answers.intersection(keys):
                    found.setdefault(key, []).append((Node(id_, name, condition.hop.end), thing))
        return found

    def _note_ends(self, things: Sequence[Thing], ends: Sequence[tuple[Node, str]]) -> dict[str, str]:
        """Notes what the records of one condition end at, and gives those that are kinds of what it names."""
        asked = frozenset().union(*(self._own[one.name, one.label] for one in things))
        found: dict[str, str] = {}
        for thing in things:
            recorded = self._recorded.setdefault((thing.name, thing.label), _Recorded())
            for node, key in ends:
                if node.id in self._own[thing.name, thing.label]:
                    recorded.own = True
                elif node.id in thing.ids:
                    recorded.kinds.setdefault(key, node.name)
                    if node.id not in asked:
                        found.setdefault(key, node.name)
        return found


def _names(condition: Condition) -> bool:
    """Whether a condition is one that kinds may meet in the place of what it names."""
    return bool(condition.things) and not condition.negated and not condition.hop.relation.hierarchical


def _things(variable: Variable, *, negated: bool = True) -> Iterator[Thing]:
    """The named things of a variable.

    Args:
        negated: also those that something is to be without.
    """
    for condition in variable.conditions:
        if negated or not condition.negated:
            yield from condition.things
            if condition.variable is not None:
                yield from _things(condition.variable, negated=negated)


def joined(groups: Iterable[ByKinds]) -> tuple[ByKinds, ...]:
    """The same of several lists: each thing once, with its kinds of all of them."""
    found: dict[Thing, dict[str, str]] = {}
    for one in groups:
        found.setdefault(one.thing, {}).update(one.kinds)
    return tuple(ByKinds(thing, kinds) for thing, kinds in found.items())


def recorded_for(wording: Wording, groups: Sequence[ByKinds], *, cut: bool = False) -> str:
    """How an answer by kinds begins: "Recorded for 41 kinds of X and 1 kind of Y (Y type 2)".

    Args:
        cut: there may be more of them.
    """
    parts = []
    for one in groups:
        number = len(one.kinds)
        only = f" ({_called_apart(one)})" if number == 1 and not cut else ""
        parts.append(
            f"{'at least ' if cut else ''}{number:,} {wording.kinds(one.thing.label, number)} of {one.thing.name}{only}"
        )
    return f"Recorded for {listed(parts)}"


def _called_apart(one: ByKinds) -> str:
    """The name of the only kind, with its identifier where the thing that it is a kind of is called the same."""
    ((key, name),) = one.kinds.items()
    return f"{name}, {key}" if name.casefold() == one.thing.name.casefold() else name


def in_brackets(kinds: Sequence[str]) -> str:
    """The kinds behind an answer, in brackets with a blank before; empty where there are none."""
    if not kinds:
        return ""
    return f" ({listed(kinds)})" if len(kinds) <= NAMED else f" ({kinds[0]} and {len(kinds) - 1:,} more)"


def silence(wording: Wording, label: str, groups: Sequence[ByKinds]) -> str:
    """That the named things have no such record themselves, and how their kinds were counted."""
    if not groups:
        return ""
    each, of = wording.things(label, 1), wording.kinds(groups[0].thing.label, 2)
    once = f"each {each} counts once, whatever the number of {of} it is recorded for."
    named = [one.thing.name for one in groups if not one.thing.family]
    if not named:
        return begun(once)
    return f"{listed(named)} {'itself has' if len(named) == 1 else 'themselves have'} no such record; {once}"
