"""The companion's part for clauses: carries the edges that a statement matches from clause to clause to its end.

A WITH that hands on rows as they are hands on their edges beside them; one that groups rows (an aggregate, DISTINCT)
collects those of each group. The rows themselves stay what they are, so that conditions behind it hold as before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgqa.cypher.checker.records import Edit
from kgqa.cypher.provenance.edges import Bearing, Carried, Namer, Underivable, found_edges, searches
from kgqa.cypher.stages import Names, Searching, Stage, aggregates
from kgqa.cypher.tree import Call as CallOf
from kgqa.cypher.tree import (
    CallSubquery,
    Case,
    Clause,
    Expression,
    ListComprehension,
    Match,
    ProcedureCall,
    Projection,
    Reduce,
    SingleQuery,
    Subscript,
    Unwind,
    Variable,
)
from kgqa.cypher.walk import walk

ABSENT = "A condition asks that something is not recorded; what is not there has no edge to show."
UNCLEAR = "A condition or value depends on patterns whose edges are not shown."
WIDER = (
    "The rows show a part of what was collected or compared; the edges are those of everything that was."
)  # fmt: skip
_PICKING = frozenset({"head", "last", "tail"})


@dataclass
class Walk:
    """What has been found on the way through the clauses of one part.

    Attributes:
        carried: the edges that are known behind the last clause.
        absent: whether a condition asks that something is not there.
        grouped: whether rows have been grouped, so that a row has the edges of its group.
        cut: whether WITH cuts rows by an order.
        notes: what the edges leave out, or show beyond the rows.
    """

    namer: Namer
    stages: dict[int, Stage]
    edits: list[Edit] = field(default_factory=list)
    carried: list[Carried] = field(default_factory=list)
    notes: dict[str, None] = field(default_factory=dict)
    absent: bool = False
    grouped: bool = False
    cut: bool = False

    def clauses(self, clauses: Sequence[Clause], *, exact: bool = False) -> None:
        """Goes through clauses that stand before the last one.

        Args:
            exact: rows must not become more, because they are counted or cut behind.

        Raises:
            Underivable: their edges cannot be carried on.
        """
        for place, clause in enumerate(clauses):
            later = clauses[place + 1 :]
            if isinstance(clause, Match):
                self._add(self.namer.patterns(clause.patterns, self.edits))
                self._conditions(clause)
            elif isinstance(clause, Projection):
                self.project(clause, exact=exact or any(_counts(one) for one in later))
            elif isinstance(clause, Unwind):
                self._unwind(clause)
            elif isinstance(clause, CallSubquery):
                self._call(clause, exact=exact or any(_counts(one) for one in later))
            elif not isinstance(clause, ProcedureCall):
                raise Underivable("The statement has a clause that does not match patterns.")

    def project(self, clause: Projection, *, exact: bool) -> None:
        """Hands the edges on through WITH, or through the RETURN of a subquery."""
        groups = clause.distinct or _aggregated(clause)
        if clause.star and groups:
            raise Underivable("The statement groups rows by everything that it names (WITH *).")
        if (clause.limit or clause.skip) and not clause.order:
            raise Underivable("The statement cuts rows on the way, in no order; which ones it kept cannot be known.")
        self.cut = self.cut or bool(clause.limit or clause.skip)
        if not _aggregated(clause):
            for item in clause.items:
                self._searches(clause, item.expression)
        self._picks([item.expression for item in clause.items])
        if groups and (_aggregated(clause) or clause.limit or clause.skip or exact):
            self._collect(clause)
        else:
            self._hand_on(clause)
        if clause.where is not None:
            self._searches(clause, clause.where)

    def _add(self, found: object) -> None:
        known = {one.expression for one in self.carried}
        for one in found:  # type: ignore[attr-defined]
            if one.expression not in known:
                known.add(one.expression)
                self.carried.append(one)

    def _conditions(self, clause: Match) -> None:
        if clause.where is not None:
            self._searches(clause, clause.where)
        for pattern in clause.patterns:
            for part in walk(pattern):
                where = getattr(part, "where", None)
                if where is not None and any(True for _ in searches(where)):
                    self.notes[UNCLEAR] = None

    def _searches(self, clause: Clause, expression: Expression) -> None:
        """Adds the edges that conditions and columns look for."""
        nullable = self._nullable(clause)
        for search, bearing in searches(expression):
            self._search(search, bearing, nullable.get(id(search), frozenset()))

    def searched(self, clause: Projection) -> None:
        """Adds the edges that the columns of the last RETURN look for."""
        for item in clause.items:
            self._searches(clause, item.expression)
        self._picks([item.expression for item in clause.items], grouped=_aggregated(clause))

    def _nullable(self, clause: Clause) -> dict[int, Names]:
        stage = self.stages.get(id(clause))
        return {id(search): names for search, names in stage.searches} if stage is not None else {}

    def _search(self, search: Searching, bearing: Bearing, nullable: Names) -> None:
        if bearing == "absent":
            self.absent = True
            return
        named = {part.name.text for part in walk(search) if isinstance(part, Variable)}
        named |= {part.variable.text for part in walk(search) if getattr(part, "variable", None)}  # type: ignore[attr-defined]
        try:
            if bearing == "unclear" or named & nullable:
                raise Underivable(UNCLEAR)
            self._add([found_edges(search, self.namer)])
        except Underivable:
            self.notes[UNCLEAR] = None

    def _hand_on(self, clause: Projection) -> None:
        """Adds the edges as columns beside the others; a name of the statement may be given to something else later."""
        same = {
            item.expression.name.text
            for item in clause.items
            if isinstance(item.expression, Variable)
            and (item.alias or item.expression.name).text == item.expression.name.text
        }
        kept, added = [], []
        for one in self.carried:
            if (clause.star and one.kept) or one.expression.strip("`") in same:
                kept.append(one)
            elif one.given:
                added.append(one.expression)
                kept.append(one)
            else:
                name = self.namer.new("edges" if one.many else "edge")
                added.append(f"{_whole(one)} AS {name}")
                kept.append(Carried(name, one.many, given=True, counted=one.counted))
        self._append(clause, added)
        self.carried = kept

    def _collect(self, clause: Projection) -> None:
        """Adds the edges of each group as a list."""
        kept, added = [], []
        for one in self.carried:
            if one.many and one.counted:
                raise Underivable("The statement aggregates over several steps, or over paths of several steps.")
            if one.many:
                self.notes[UNCLEAR] = None
                continue
            name = self.namer.new("edges")
            added.append(f"collect(DISTINCT {one.expression}) AS {name}")
            kept.append(Carried(name, many=True, given=True))
        if clause.distinct:
            self._undistinct(clause)
        self._append(clause, added)
        self.carried, self.grouped = kept, True

    def _append(self, clause: Projection, columns: list[str]) -> None:
        if columns:
            at = clause.items[-1].end if clause.items else self._star(clause)
            self.edits.append(Edit(at, at, "".join(f", {one}" for one in columns)))

    def _star(self, clause: Projection) -> int:
        return next(one.end for one in self.namer.parsed.tokens.tokens if one.start >= clause.start and one.key == "*")

    def _undistinct(self, clause: Projection) -> None:
        tokens = self.namer.parsed.tokens.tokens
        word = next(one for one in tokens if one.start >= clause.start and one.key == "DISTINCT")
        self.edits.append(Edit(word.start, word.end, ""))

    def _unwind(self, clause: Unwind) -> None:
        if self.grouped and any(isinstance(part, Variable) for part in walk(clause.source)):
            raise Underivable("The statement takes a collected list apart again.")
        if any(True for _ in searches(clause.source)):
            self.notes[UNCLEAR] = None

    def _call(self, clause: CallSubquery, *, exact: bool) -> None:
        """Carries the edges of CALL { } out of it."""
        parts: tuple[SingleQuery, ...] = clause.query.parts
        last = parts[0].clauses[-1]
        if len(parts) > 1 or not isinstance(last, Projection):
            raise Underivable("A subquery (CALL { }) has several parts or returns nothing.")
        inner = Walk(self.namer, self.stages, self.edits, notes=self.notes)
        inner.clauses(parts[0].clauses[:-1], exact=exact or _counts(last))
        if inner.cut:
            raise Underivable("A subquery (CALL { }) cuts rows.")
        inner.project(last, exact=exact)
        if last.limit or last.skip:
            raise Underivable("A subquery (CALL { }) cuts rows.")
        self._add(inner.carried)
        self.absent, self.grouped = self.absent or inner.absent, self.grouped or inner.grouped

    def _picks(self, expressions: Sequence[Expression], *, grouped: bool = False) -> None:
        """Notes where columns show a part of a list, or count some rows of many."""
        for expression in expressions if self.grouped or grouped or any(map(aggregates, expressions)) else ():
            for part in walk(expression):
                listing = isinstance(part, ListComprehension) and part.where is not None
                picking = isinstance(part, CallOf) and part.name.lower() in _PICKING
                if listing or picking or isinstance(part, (Subscript, Case, Reduce)):
                    self.notes[WIDER] = None


def _aggregated(clause: Projection) -> bool:
    return any(map(aggregates, (*(item.expression for item in clause.items), *clause.order)))


def _counts(clause: Clause) -> bool:
    """Whether it matters to a clause how many rows there are."""
    if isinstance(clause, CallSubquery):
        return False
    return isinstance(clause, Projection) and bool(_aggregated(clause) or clause.limit or clause.skip)


def _whole(one: Carried) -> str:
    """The edges as a column: no list that is null, which would be nothing to add to."""
    return f"coalesce({one.expression}, [])" if one.many else one.expression
