"""What a statement excludes: for each "not" of it, a statement that finds what is left out, among given things.

One thing can be several nodes. A statement that leaves a node out because of what joins it to another one may still
give back the other nodes of the same thing; whoever counts things has to look for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.cypher.parser.parse import parse
from kgqa.cypher.stages import conjuncts, pattern_names
from kgqa.cypher.tree import (
    Call,
    Expression,
    Match,
    NodePattern,
    Operation,
    Part,
    Pattern,
    PatternExpression,
    Projection,
    RelationshipPattern,
    SingleQuery,
    Subquery,
    Value,
    Variable,
)
from kgqa.cypher.walk import variable_of, walk

IDS = "things"
"""The parameter that holds the identifiers among which is looked."""


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What a statement excludes.

    Attributes:
        statements: each finds, in one column, the identifiers of ``IDS`` that one of its conditions leaves out.
        unread: whether it has a "not" of another form, for which there is no such statement.
    """

    statements: tuple[str, ...] = ()
    unread: bool = False


def exclusions(text: str, variable: str, label: str, identifier: str, denying: dict[str, str]) -> Exclusions:
    """What a statement excludes.

    Args:
        variable: of the things that it gives back.
        label: of these things, and ``identifier`` the property that tells them apart, both as Cypher writes them.
        denying: by type the property that is true where a record denies its link; such a record leaves nothing out.
    """
    parts = parse(text).statements[0].query.parts
    found: list[str] = []
    unread = False
    for single in parts:
        reader = _Reader(text, single, variable, label, identifier, denying)
        plain = len(parts) == 1 and variable.isidentifier()  # what one part of a UNION leaves out, another gives
        for place, condition in _conditions(single):
            told = reader.told(place, condition) if plain else ""
            found += [told] if told else []
            unread |= not told and variable in _variables(condition) and _negates(condition)
    return Exclusions(tuple(dict.fromkeys(found)), unread)


def _conditions(single: SingleQuery) -> Iterator[tuple[int, Expression]]:
    for place, clause in enumerate(single.clauses):
        if isinstance(clause, Match | Projection):
            for condition in conjuncts(clause.where):
                yield place, condition


def _negates(condition: Expression) -> bool:
    """Whether a condition looks for what is not there, or is not among what was collected."""
    for part in walk(condition):
        if isinstance(part, Operation) and part.operators == ("NOT",):
            inner = part.operands[0]
            listed = isinstance(inner, Operation) and inner.operators == ("IN",)
            among = inner.operands[1] if listed and isinstance(inner, Operation) else None
            if isinstance(inner, Subquery | PatternExpression) or isinstance(among, Variable):
                return True
        if isinstance(part, Subquery) and part.function.upper() == "COUNT":
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str
    single: SingleQuery
    variable: str
    label: str
    identifier: str
    denying: dict[str, str]

    def told(self, place: int, condition: Expression) -> str:
        """The statement for one condition; empty where there is none."""
        if isinstance(condition, Operation) and condition.operators == ("NOT",):
            inner = condition.operands[0]
            if isinstance(inner, Operation) and inner.operators == ("IN",):
                return self._listed(place, inner)
            return self._searched(inner)
        if isinstance(condition, Operation) and condition.operators == ("IS NULL",):
            return self._optional(place, condition.operands[0])
        if isinstance(condition, Operation) and condition.operators == ("=",) and _is_nothing(condition.operands[1]):
            first = condition.operands[0]
            if isinstance(first, Subquery) and first.function.upper() in ("COUNT", "EXISTS"):
                return self._searched(first)
            return self._optional(place, self._counted(place, first))
        return ""

    def _searched(self, search: Expression) -> str:
        """``NOT (d)-->(x)``, ``NOT EXISTS { ... }`` and ``COUNT { ... } = 0``."""
        if isinstance(search, Call) and search.name.lower() == "exists" and len(search.arguments) == 1:
            search = search.arguments[0]
        if isinstance(search, PatternExpression):
            return self._statement((search.pattern,), None)
        if not isinstance(search, Subquery) or len(search.query.parts) != 1:
            return ""
        clauses = [one for one in search.query.parts[0].clauses if not isinstance(one, Projection)]
        matches = [one for one in clauses if isinstance(one, Match) and not one.optional]
        if len(matches) != len(clauses) or not matches:
            return ""
        patterns = tuple(pattern for one in matches for pattern in one.patterns)
        return self._statement(patterns, *(one.where for one in matches))

    def _optional(self, place: int, tested: Expression | None) -> str:
        """``OPTIONAL MATCH (d)-->(x) ... WHERE x IS NULL``, and the same by a count."""
        if not isinstance(tested, Variable):
            return ""
        for clause in self.single.clauses[: place + 1]:
            bound = isinstance(clause, Match) and clause.optional and tested.name.text in pattern_names(clause.patterns)
            if bound and isinstance(clause, Match):
                return self._statement(clause.patterns, clause.where)
        return ""

    def _counted(self, place: int, number: Expression) -> Expression | None:
        """What a column counts that is compared with nothing."""
        if isinstance(number, Call):
            return number.arguments[0] if number.name.lower() == "count" and number.arguments else None
        made = self._made(place, number)
        if made is None or not isinstance(made[1], Call) or made[1].name.lower() != "count" or not made[1].arguments:
            return None
        return made[1].arguments[0]

    def _listed(self, place: int, condition: Operation) -> str:
        """``WITH collect(x) AS xs ... WHERE NOT d IN xs``: the things that were collected before."""
        who, among = condition.operands
        made = self._made(place, among)
        if made is None or variable_of(who) != self.variable:
            return ""
        where, collected = made
        if not isinstance(collected, Call) or collected.name.lower() != "collect" or len(collected.arguments) != 1:
            return ""
        name = variable_of(collected.arguments[0])
        before = self.single.clauses[:where]
        if not name or not before or not all(isinstance(one, Match) and not one.optional for one in before):
            return ""
        matches = [one for one in before if isinstance(one, Match)]
        patterns = [pattern for one in matches for pattern in one.patterns]
        wheres = [one.where for one in matches]
        return self._written(name, patterns, [self._slice(one) for one in wheres if one is not None])

    def _made(self, place: int, column: Expression) -> tuple[int, Expression] | None:
        """Where a column was last made, and of what."""
        if not isinstance(column, Variable):
            return None
        for where in range(place, -1, -1):
            clause = self.single.clauses[where]
            for item in clause.items if isinstance(clause, Projection) else ():
                if item.alias is not None and item.alias.text == column.name.text:
                    return where, item.expression
        return None

    def _statement(self, patterns: tuple[Pattern, ...], *wheres: Expression | None) -> str:
        """The statement for patterns that name the thing, with those that bind what else they name."""
        names = set(pattern_names(patterns)) | {one for where in wheres for one in _variables(where)}
        if self.variable not in names:
            return ""
        before: list[Pattern] = []
        conditions: list[str] = []
        outer = [one for one in self.single.clauses if isinstance(one, Match) and not one.optional]
        for clause in outer:
            mine = [one for one in clause.patterns if pattern_names((one,)) & names]
            if any(self.variable in pattern_names((one,)) and pattern_names((one,)) & (names - {self.variable})
                   for one in mine):  # fmt: skip
                return ""
            before += [one for one in mine if self.variable not in pattern_names((one,))]
        bound = set(pattern_names(tuple(before)))
        for clause in outer:
            conditions += [self._slice(one) for one in conjuncts(clause.where) if _only(one, bound)]
        conditions += [self._slice(one) for one in wheres if one is not None]
        return self._written(self.variable, [*before, *patterns], conditions)

    def _written(self, name: str, patterns: Iterable[Pattern], conditions: list[str]) -> str:
        told: list[str] = []
        holding: list[str] = []
        for number, pattern in enumerate(patterns):
            told.append(self._affirming(pattern, f"probe{number}_", holding))
        where = [f"({one})" for one in (*conditions, *holding)]
        head = f"MATCH ({name}:{self.label}) WHERE {name}.{self.identifier} IN ${IDS} WITH {name} "
        body = f"MATCH {', '.join(told)}" + (f" WHERE {' AND '.join(where)}" if where else "")
        return f"{head}{body} RETURN DISTINCT {name}.{self.identifier} AS id"

    def _affirming(self, pattern: Pattern, prefix: str, holding: list[str]) -> str:
        """A pattern with a name for each relationship whose records may deny, and the conditions that they do not."""
        text, added = self._slice(pattern), 0
        for number, element in enumerate(pattern.elements):
            if not isinstance(element, RelationshipPattern) or element.inside is None or element.length is not None:
                continue
            types = [name for name in self.denying if f":{name}" in self._slice(element).replace("`", "")]
            fields = {self.denying[one] for one in types if self.denying[one]}
            if len(fields) != 1 or element.quantifier is not None:
                continue
            name = element.variable.text if element.variable is not None else f"{prefix}{number}"
            if element.variable is None:
                at = element.inside[0] + 1 - pattern.start + added
                text, added = text[:at] + name + text[at:], added + len(name)
            holding.append(f"coalesce({name}.{fields.pop()}, false) = false")
        return text

    def _slice(self, part: Part) -> str:
        return self.text[part.start : part.end]


def _is_nothing(value: Expression) -> bool:
    return isinstance(value, Value) and value.value in (0, False)


def _variables(part: Expression | None) -> set[str]:
    if part is None:
        return set()
    named = {one.name.text for one in walk(part) if isinstance(one, Variable)}
    patterns = [one for one in walk(part) if isinstance(one, NodePattern | RelationshipPattern)]
    return named | {one.variable.text for one in patterns if one.variable is not None}


def _only(condition: Expression, bound: set[str]) -> bool:
    names = _variables(condition)
    return bool(names) and names <= bound
