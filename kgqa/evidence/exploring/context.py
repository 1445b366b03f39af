"""Everything that a graph records about a thing, as far as settings and a bound in the query let it through."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kgqa.errors import SettingError
from kgqa.evidence.codes import TIERS, Tier, tier_of
from kgqa.evidence.exploring.around import Around, Ranks
from kgqa.evidence.exploring.neighbourhood import Side, counted
from kgqa.evidence.fields import values
from kgqa.evidence.gathering import Gatherer
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.pruning import key
from kgqa.evidence.relevance import shared
from kgqa.evidence.strength import UNKNOWN_RANK
from kgqa.questions.intent import Hop, Thing
from kgqa.records import Triple
from kgqa.schema.model import Relation, Schema

MOST_FACTS = 3000
"""Facts of one thing that are read; of more those with the strongest evidence."""
MOST_JOINING = 100
"""Facts of one relation that join two things, of those that the bound would leave out."""
_MOST_VALUES = 10_000
_UNRANKED = Ranks((), (), 0.0, 0.0)
Why = Literal["", "relation", "evidence", "bound"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What is read of a relation.

    Attributes:
        keep: False leaves it out altogether.
        least: the weakest kind of evidence that is read; None for any, also where none is recorded.
        sources: of which one must be a source of the record; empty for any, also where none is recorded.
    """

    keep: bool = True
    least: Tier | None = None
    sources: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether it asks anything of a record."""
        return self.least is not None or bool(self.sources)


@dataclass(frozen=True, slots=True)
class Filters:
    """What is read of a neighbourhood.

    Attributes:
        every: the rule of relations that have none of their own.
        relations: rules by type of relation.
        without: labels of things that are left out at the other end.
        most: facts of one thing that are read, shared among its relations; those that have fewer leave room to others.
    """

    every: Rule = Rule()
    relations: Mapping[str, Rule] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    most: int = MOST_FACTS

    def __post_init__(self) -> None:
        """Refuse what cannot be.

        Raises:
            SettingError: the bound is out of its own bounds.
        """
        if not 1 <= self.most <= 100_000:
            raise SettingError(f"The most facts of one thing are {self.most!r}; it must be from 1 to 100,000.")

    def rule(self, relation: Relation) -> Rule:
        """The rule of a relation."""
        return self.relations.get(relation.type, self.every)

    def let_through(self, triple: Triple, schema: Schema) -> bool:
        """Whether a fact that was found in another way may be used: its relation and its sources are wanted, and
        neither of its things is of a type that is left out."""
        rule = self.relations.get(triple.predicate, self.every)
        tiers = [tier for value in values(triple, schema, "evidence") if (tier := tier_of(value)) is not None]
        strong = rule.least is None or any(TIERS.index(one) <= TIERS.index(rule.least) for one in tiers)
        sources = not rule.sources or not set(rule.sources).isdisjoint(values(triple, schema, "source"))
        return rule.keep and strong and sources and self.without.isdisjoint((triple.subject.label, triple.object.label))


@dataclass(frozen=True, slots=True)
class Read:
    """How much of one relation was read.

    Attributes:
        side: the relation as it leads away from the thing, with the facts that the database counted.
        read: facts that were read.
        filtered: facts that the rule of the relation leaves out.
        why: what left facts out: the rule altogether, its kind of evidence or sources, or the bound.
    """

    side: Side
    read: int
    filtered: int = 0
    why: Why = ""

    @property
    def beyond(self) -> int:
        """Facts that the bound left out."""
        return self.side.records - self.filtered - self.read


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What was read about a thing.

    Attributes:
        triples: relation by relation.
        sides: every relation that has facts about it.
    """

    thing: Thing
    triples: tuple[Triple, ...]
    sides: tuple[Read, ...]

    @property
    def records(self) -> int:
        """Facts that the database counted."""
        return sum(one.side.records for one in self.sides)


class ContextReader:
    """Reads neighbourhoods; every statement goes into the ledger of the question."""

    def __init__(self, schema: Schema, ledger: Ledger, filters: Filters | None = None) -> None:
        self.schema = schema
        self._ledger = ledger
        self._filters = filters or Filters()
        self._around = Around(schema)
        self._gatherer = Gatherer(schema, ledger)

    def read(self, thing: Thing, others: Collection[str] = ()) -> Surroundings:
        """What is recorded about a thing; a thing with many facts is never read whole.

        Args:
            others: identifiers of things that are asked about as well; a fact that joins the thing to one of them is
                read, also where the bound leaves out others of its relation.

        Raises:
            QueryError, TimeLimitError, ServerError, StoppedError: as ``GraphStore.run``.
        """
        sides = counted(self._around, thing, self._ledger.run)
        ranks = {side.key: self._ranks(thing, side.hop, self._filters.rule(side.hop.relation)) for side in sides
                 if self._filters.rule(side.hop.relation).asks and self._wanted(side)}  # fmt: skip
        allowed = {side.key: self._allowed(thing, side, ranks.get(side.key)) for side in sides}
        shares = shared([allowed[side.key] for side in sides], self._filters.most)
        triples: list[Triple] = []
        read = []
        for side, most in zip(sides, shares, strict=True):
            found = self._triples(thing, side, most, ranks.get(side.key)) if most else []
            if others and len(found) < allowed[side.key]:
                found += self._joining(thing, side, ranks.get(side.key), others, found)
            triples += found
            filtered = side.records - allowed[side.key]
            read.append(Read(side, len(found), filtered, self._why(side, filtered, len(found))))
        return Surroundings(thing, tuple(triples), tuple(read))

    def _wanted(self, side: Side) -> bool:
        return self._filters.rule(side.hop.relation).keep and side.hop.end not in self._filters.without

    def _allowed(self, thing: Thing, side: Side, ranks: Ranks | None) -> int:
        """How many facts of a side its rule lets through, counted by the database."""
        if not self._wanted(side):
            return 0
        if ranks is None:
            return side.records
        return sum(records for _, records in self._ledger.run(self._around.by_evidence(thing, side.hop, ranks)).rows)

    def _triples(self, thing: Thing, side: Side, most: int, ranks: Ranks | None) -> list[Triple]:
        if ranks is None and most >= side.records:
            query = self._around.facts(thing, side.hop, 0)
        else:
            query = self._around.strongest(thing, side.hop, ranks or self._ranks(thing, side.hop, Rule()))
        return self._told(side, self._ledger.run(query, max_rows=most).rows)

    def _told(self, side: Side, rows: Sequence[Sequence[Any]]) -> list[Triple]:
        return [self._gatherer.edge(side.hop.relation, row).triple for row in rows]

    def _joining(
        self, thing: Thing, side: Side, ranks: Ranks | None, others: Collection[str], known: Sequence[Triple]
    ) -> list[Triple]:
        """The facts of a side that lead to other things, without those that are known."""
        query = self._around.strongest(thing, side.hop, ranks or _UNRANKED, sorted(others))
        told = self._told(side, self._ledger.run(query, max_rows=MOST_JOINING).rows)
        read = set(map(key, known))
        return [one for one in told if key(one) not in read]

    def _ranks(self, thing: Thing, hop: Hop, rule: Rule) -> Ranks:
        """How the facts of a way are sorted: the values that they have are read first, and told apart here."""
        fields = tuple(one for one in hop.relation.properties if one.role == "evidence")
        by_field = []
        for one in fields:
            rows = self._ledger.run(self._around.evidence_values(thing, hop, one), max_rows=_MOST_VALUES).rows
            told = [str(row[0]) for row in rows if row[0] not in (None, "")]
            by_field.append(tuple(tuple(value for value in told if tier_of(value) == tier) for tier in TIERS))
        # Where a least kind is asked for, a record that tells none has not shown that it has it.
        weakest = float(len(TIERS)) if rule.least is None else float(TIERS.index(rule.least))
        unknown = UNKNOWN_RANK if rule.least is None else len(TIERS) + 1.0
        return Ranks(fields, tuple(by_field), unknown, weakest, rule.sources)

    def _why(self, side: Side, filtered: int, read: int) -> Why:
        if not self._wanted(side):
            return "relation"
        if read < side.records - filtered:
            return "bound"
        return "evidence" if filtered else ""
