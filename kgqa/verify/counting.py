"""How many things are said to meet some conditions."""

from __future__ import annotations

import re
from dataclasses import replace

from kgqa.records import Entity
from kgqa.understanding.intent import Intent
from kgqa.understanding.reader import Reader
from kgqa.verify.asides import Marked
from kgqa.verify.claimed import Claimed, Counted
from kgqa.verify.clauses import Clause

_BEFORE_NUMBER = re.compile(
    r"\W*(?:(?:there (?:are|is)|i found|we found|in total|a total of|in all|altogether|exactly)[\s,]*)*", re.IGNORECASE
)


def counted_in(read: Marked, clause: Clause, reader: Reader) -> Claimed | None:
    """What "9 diseases show X" claims; None where a clause does not begin with a number of things."""
    first = next((one for one in read.figures if clause.start <= one.start < clause.end), None)
    if first is None or first.number is None or first.patients or first.field or not first.number.is_integer():
        return None
    if not _BEFORE_NUMBER.fullmatch(clause.phrase.plain[: first.start - clause.start]):
        return None
    rest = clause.phrase.cut(first.end - clause.start, len(clause.phrase.text)).stripped()
    outcome = reader.read(f"Which {rest.text}", [_moved(name, len("Which ")) for name in rest.names])
    if not isinstance(outcome, Intent) or outcome.kind != "list" or outcome.answer is None:
        return None
    variable = outcome.answer
    if outcome.most or outcome.top or outcome.rank_hop or any(one.negated for one in variable.conditions):
        return None
    things = tuple(thing for one in variable.conditions for thing in one.things)
    counted = Counted(int(first.number), variable.label, variable.conditions)
    return Claimed(clause.start, clause.end, counted=counted, things=things)


def _moved(name: Entity, by: int) -> Entity:
    return replace(name, start=name.start + by, end=name.end + by)
