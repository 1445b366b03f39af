"""ArcadeDB: behind ``WITH DISTINCT a`` a subquery of its WHERE still sees the variables that were dropped."""

from __future__ import annotations

from kgqa.cypher.checker.records import Context, Edit, Findings, Repair
from kgqa.cypher.spans import fresh
from kgqa.cypher.stages import Names, variables_of
from kgqa.cypher.tree import Match, Name, Part, Projection, Subquery, Variable
from kgqa.cypher.walk import walk


def server_scopes(context: Context) -> Findings:
    """Gives a new variable that has the name of a dropped one a name of its own."""
    repairs: list[Repair] = []
    for stage in context.stages:
        clause = stage.clause
        if not isinstance(clause, Projection) or clause.word != "WITH" or not clause.distinct or clause.star:
            continue
        kept = {item.alias.text for item in clause.items if item.alias}
        kept |= {item.expression.name.text for item in clause.items if isinstance(item.expression, Variable)}
        for part in walk(clause.where) if clause.where is not None else ():
            if isinstance(part, Subquery):
                repairs += _renamed(context, part, stage.bound - kept)
    return Findings(tuple(repairs))


def _renamed(context: Context, part: Subquery, dropped: Names) -> list[Repair]:
    names = [name for inside in walk(part) for name in _naming(inside) if name.text in dropped]
    found: list[Repair] = []
    for text in dict.fromkeys(name.text for name in names):
        new = fresh(context.parsed, text)
        edits = tuple(Edit(name.start, name.end, new) for name in names if name.text == text)
        reason = f"The variable {text!r} was dropped by WITH DISTINCT; this server would still see the old one here."
        found.append(Repair(edits, reason))
    return found


def _naming(part: Part) -> list[Name]:
    """The variables that a part itself names."""
    if isinstance(part, Variable):
        return [part.name]
    return list(variables_of(part.patterns)) if isinstance(part, Match) else []
