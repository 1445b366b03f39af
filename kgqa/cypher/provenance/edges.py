"""The companion's part for patterns, in MATCH and in conditions and columns: a name for every edge that they find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kgqa.cypher.checker.records import Edit
from kgqa.cypher.checker.rules.spelled import written
from kgqa.cypher.parser.parse import Parsed
from kgqa.cypher.spans import covered, fresh
from kgqa.cypher.stages import Searching
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    Group,
    ListComprehension,
    Match,
    Operation,
    Part,
    Pattern,
    PatternComprehension,
    PatternExpression,
    Projection,
    Quantified,
    Reduce,
    RelationshipPattern,
    Subquery,
    Value,
)
from kgqa.cypher.walk import children, walk


class Underivable(Exception):
    """A statement for which no companion can be derived; the message says why, as a sentence."""


@dataclass(frozen=True, slots=True)
class Carried:
    """Edges on their way to the end of a statement.

    Attributes:
        expression: gives them where it stands: a variable, or an expression that has to be kept by the next WITH.
        many: whether it gives a list of them.
        given: whether it is a variable that was named here, so that it can go on under this name.
        kept: whether it still gives them behind a WITH that hands on everything.
        counted: whether leaving it out would leave out edges that a pattern matched; else they are those of a
            condition.
    """

    expression: str
    many: bool = False
    given: bool = False
    kept: bool = True
    counted: bool = True


class Namer:
    """Names what has no name, with names that clash with nothing; the edits are spans of the text."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        tokens = parsed.tokens.tokens
        self._given = [token.text[1:].strip("`") for token in tokens if token.kind == "parameter"]

    def new(self, wish: str) -> str:
        """A variable that neither the text nor an earlier call has."""
        name = fresh(self.parsed, wish, self._given)
        self._given.append(name)
        return name

    def source(self, part: Part) -> str:
        """The text of a part with the brackets that belong to it."""
        start, end = covered(self.parsed, part)
        return self.parsed.text[start:end]

    def patterns(self, patterns: Iterable[Pattern], edits: list[Edit]) -> Iterator[Carried]:
        """The edges of patterns; the names that they lack are added to the edits.

        Raises:
            Underivable: a repeated part stands inside a repeated part.
        """
        for pattern in patterns:
            yield from self._pattern(pattern, edits, repeated=False)

    def _pattern(self, pattern: Pattern, edits: list[Edit], *, repeated: bool) -> Iterator[Carried]:
        if pattern.function or pattern.selector:
            # One of the servers leaves the variable of a shortest path's relationships empty, but not the path.
            name = written(pattern.variable.text) if pattern.variable else self.new("path")
            if pattern.variable is None:
                edits.append(Edit(pattern.start, pattern.start, f"{name} = "))
            yield Carried(f"relationships({name})", many=True)
            return
        for element in pattern.elements:
            if isinstance(element, Group):
                if element.quantifier is not None and repeated:
                    raise Underivable("A repeated part of a path stands inside a repeated part.")
                yield from self._pattern(element.pattern, edits, repeated=repeated or element.quantifier is not None)
            elif isinstance(element, RelationshipPattern):
                yield self._relationship(element, edits, repeated=repeated)

    def _relationship(self, pattern: RelationshipPattern, edits: list[Edit], *, repeated: bool) -> Carried:
        many = pattern.length is not None or pattern.quantifier is not None
        if many and repeated:
            raise Underivable("A repeated part of a path stands inside a repeated part.")
        if pattern.variable is not None:
            return Carried(written(pattern.variable.text), many=many or repeated)
        return Carried(self._give(pattern, edits), many=many or repeated, given=True)

    def _give(self, pattern: RelationshipPattern, edits: list[Edit]) -> str:
        name = self.new("edge")
        if pattern.inside is None:
            arrow = f"{'<' if pattern.left else ''}-[{name}]-{'>' if pattern.right else ''}"
            edits.append(Edit(pattern.start, pattern.arrow_end, arrow))
        else:
            at = pattern.inside[0] + 1
            close = self.parsed.text[at : at + 1] in (":", "*", "]", " ")
            edits.append(Edit(at, at, name if close else f"{name} "))
            edits.extend(self._colons(pattern))
        return name

    def _colons(self, pattern: RelationshipPattern) -> Iterator[Edit]:
        """Of ``:A|:B`` the second colon goes, which one of the servers refuses beside a variable."""
        tokens = self.parsed.tokens.tokens
        for token, after in pairwise(tokens) if pattern.types is not None else ():
            inside = pattern.types is not None and pattern.types.start <= token.start < pattern.types.end
            if inside and token.key == "|" and after.key == ":":
                yield Edit(after.start, after.end, "")


def edited(text: str, start: int, end: int, edits: Iterable[Edit]) -> str:
    """A stretch of a text with those edits made that lie in it."""
    inside = [edit for edit in edits if start <= edit.start and edit.end <= end]
    # Of several additions at one place the first stands first.
    placed = sorted(enumerate(inside), key=lambda one: (one[1].start, one[1].end, one[0]), reverse=True)
    for _, edit in placed:
        end += len(edit.after) - (edit.end - edit.start)
        text = text[: edit.start] + edit.after + text[edit.end :]
    return text[start:end]


Bearing = Literal["found", "absent", "unclear"]
"""Whether rows rest on the edges that a search finds, on there being none, or on what cannot be told."""

_ASKING = ("EXISTS",)
_OF_ITS_OWN = (Case, ListComprehension, Quantified, Reduce)


def searches(expression: Expression) -> Iterator[tuple[Searching, Bearing]]:
    """What looks for a pattern in an expression, each with how rows rest on it."""
    waiting: list[tuple[Part, Bearing]] = [(expression, "found")]
    while waiting:
        part, bearing = waiting.pop(0)
        if isinstance(part, (Subquery, PatternExpression, PatternComprehension)):
            asks = isinstance(part, PatternExpression) or (isinstance(part, Subquery) and part.function in _ASKING)
            # What is counted or listed is counted or listed whatever is then made of the number.
            told = asks or bearing == "absent" or _local(expression, part)
            yield part, bearing if told else "found"
        elif isinstance(part, Operation) and part.operators == ("NOT",):
            turned: Bearing = {"found": "absent", "absent": "found", "unclear": "unclear"}[bearing]  # type: ignore[assignment]
            waiting[:0] = [(one, turned) for one in part.operands]
        elif isinstance(part, Operation) and _none_counted(part):
            waiting[:0] = [(one, "absent") for one in part.operands]
        elif isinstance(part, Operation) and set(part.operators) <= {"AND", "OR"}:
            waiting[:0] = [(one, bearing) for one in part.operands]
        elif isinstance(part, Call) and part.name.lower() == "exists":
            waiting[:0] = [(one, bearing) for one in part.arguments]
        else:
            waiting[:0] = [(one, bearing if bearing == "absent" else "unclear") for one in children(part)]


def _none_counted(part: Operation) -> bool:
    """Whether a comparison asks that something is counted not even once."""
    last = part.operands[-1]
    number = last.value if isinstance(last, Value) else None
    return len(part.operands) == 2 and (part.operators[0], number) in (("=", 0), ("<", 1), ("<=", 0))


def _local(root: Expression, search: Part) -> bool:
    """Whether a search stands where a loop or a choice decides about it."""
    return any(
        isinstance(part, _OF_ITS_OWN) and part is not search and any(inner is search for inner in walk(part))
        for part in walk(root)
    )


def found_edges(search: Searching, namer: Namer) -> Carried:
    """An expression for the edges that a search finds.

    Raises:
        Underivable: it is no plain pattern with a condition.
    """
    patterns, condition = _looked_for(search)
    inner = [part for one in (*patterns, condition) if one is not None for part in walk(one)]
    if any(isinstance(part, (Subquery, PatternExpression, PatternComprehension)) for part in inner):
        raise Underivable("It holds a condition on further patterns.")
    edits: list[Edit] = []
    carried = list(namer.patterns(patterns, edits))
    if not carried:
        raise Underivable("It matches no relationship.")
    text = namer.parsed.text
    start, end = patterns[0].start, patterns[-1].end
    where = f" WHERE {namer.source(condition)}" if condition is not None else ""
    edge = namer.new("edge")
    match = f"MATCH {edited(text, start, end, edits)}{where}"
    text = f"COLLECT {{ {match} UNWIND {listed(carried)} AS {edge} RETURN {edge} }}"
    return Carried(text, many=True, kept=False, counted=False)


def listed(carried: list[Carried]) -> str:
    """One list of all edges; of what OPTIONAL MATCH did not find, one of the servers would make no list."""
    single = [one.expression for one in carried if not one.many]
    lists = [f"[{', '.join(single)}]"] if single else []
    lists += [f"coalesce({one.expression}, [])" for one in carried if one.many]
    return " + ".join(lists)


def _looked_for(search: Searching) -> tuple[tuple[Pattern, ...], Expression | None]:
    """The patterns of a search and their condition."""
    if isinstance(search, PatternExpression):
        return (search.pattern,), None
    if isinstance(search, PatternComprehension):
        return (search.pattern,), search.where
    clauses = search.query.parts[0].clauses
    rest = clauses[1:]
    plain = len(search.query.parts) == 1 and isinstance(clauses[0], Match) and not clauses[0].optional
    if not plain or not all(isinstance(one, Projection) and _hands_on(one) for one in rest) or len(rest) > 1:
        raise Underivable("It has several clauses.")
    match = clauses[0]
    assert isinstance(match, Match)
    return match.patterns, match.where


def _hands_on(projection: Projection) -> bool:
    """Whether a RETURN takes every match."""
    return projection.word == "RETURN" and projection.skip is None and projection.limit is None
