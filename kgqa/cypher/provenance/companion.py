"""The companion of a statement: the same patterns and conditions, returning the edges that were matched.

Its rows are the rows of the statement, each as often as there are edges behind it: the values by which a row is known,
the things that its columns name, and one edge with its fields and its ends. So every edge belongs to rows, and edges of
rows that are not shown can be left out. A row may be there by several matches, of which one rests on a record that
denies its link; where the graph has such records, each row says whether one of its matches does without them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.reach import NameSet
from kgqa.cypher.columns import Column, columns_of, mixed
from kgqa.cypher.parser.parse import Parsed, parse
from kgqa.cypher.provenance.clauses import ABSENT, Walk
from kgqa.cypher.provenance.edges import Namer, Underivable, edited, listed
from kgqa.cypher.provenance.shown import Shown
from kgqa.cypher.stages import Stage, aggregates, stages
from kgqa.cypher.tree import Projection, SingleQuery
from kgqa.graph.quoting import quoted
from kgqa.records import Rows


class Denials:
    """What tells a record that denies its link.

    Attributes:
        name: the column that says of a row whether none of its match's records denies; empty where none can.
        parameters: values that the condition names.
    """

    def __init__(self, types: Mapping[str, str], namer: Namer) -> None:
        """Takes by type of relationship the property that is true where a record denies its link.

        The property is empty for a type whose every record does.
        """
        self.name = namer.new("holds") if types else ""
        self.parameters: dict[str, Any] = {}
        self._one = namer.new("one")
        conditions = []
        for told in sorted(set(types.values())):
            name = namer.new("denying")
            self.parameters[name] = sorted(type_ for type_, by in types.items() if by == told)
            also = f" AND {self._one}.{quoted(told)} = true" if told else ""
            conditions.append(f"(type({self._one}) IN ${name}{also})")
        self._any = " OR ".join(conditions)

    def column(self, edges: str) -> str:
        """The column for a list of edges, some of which may be null."""
        return f"none({self._one} IN {edges} WHERE coalesce({self._any}, false)) AS {self.name}"


EDGE = ("edge", "type", "properties", "source_labels", "source", "target_labels", "target")
"""The last columns of a companion: the edge, and the labels and properties of its ends as stored."""


@dataclass(frozen=True, slots=True)
class CompanionPart:
    """One part of a companion, for one part of a UNION.

    Attributes:
        keys: the columns of the statement whose values say to which row an edge belongs; the others are aggregates.
        things: the columns of which the companion returns the nodes.
        columns: what the columns of the statement are.
    """

    keys: tuple[int, ...]
    things: tuple[int, ...]
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Companion:
    """A companion statement.

    Its columns, by their names: ``part`` where there are several, ``value_0`` for the value of the first column of the
    statement where it is a key, ``labels_0`` and ``thing_0`` for its node, ``holds`` where records can deny, which is
    whether no record of the match does, and ``EDGE``.

    Attributes:
        parameters: values that the text names beside those of the statement.
        notes: what the edges leave out, or show beyond the rows, a sentence each.
        absent: why some condition has no edge; empty where each has.
        cut: whether the statement cuts rows on the way, so that the rows of both have to be compared.
    """

    text: str
    parts: tuple[CompanionPart, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    absent: str = ""
    cut: bool = False


@dataclass(frozen=True, slots=True)
class NoCompanion:
    """Why no companion can be derived, a sentence a reason."""

    reasons: tuple[str, ...]


def companion(
    text: str,
    schema: GraphSchema,
    *,
    rows: Rows | None = None,
    keys: Mapping[str, Collection[str]] | None = None,
    denials: Mapping[str, str] | None = None,
) -> Companion | NoCompanion:
    """The companion of a statement that may run. Never raises.

    Args:
        rows: the rows that are shown; where the statement or a limit cuts them, only their edges are asked for.
        keys: by label the properties of nodes that are returned; those that name and identify them where it is None.
        denials: by type of relationship the property that is true where a record denies its link; empty for a type
            that does nothing else.
    """
    parsed = parse(text)
    if len(parsed.statements) != 1:
        return NoCompanion(("The text is no single statement.",))
    try:
        held = _node_keys(schema) if keys is None else keys
        return _Deriving(parsed, schema, rows, held, denials or {}).companion()
    except Underivable as reason:
        return NoCompanion((str(reason),))


def _node_keys(schema: GraphSchema) -> dict[str, list[str]]:
    held = {label: (schema.identifiers.get(label), schema.display.get(label)) for label in schema.nodes}
    return {label: [name for name in names if name is not None] for label, names in held.items()}


class _Deriving:
    """One companion in the making."""

    def __init__(
        self, parsed: Parsed, schema: GraphSchema, rows: Rows | None, keys: Mapping[str, Collection[str]],
        denials: Mapping[str, str],
    ) -> None:  # fmt: skip
        self.parsed = parsed
        self.schema = schema
        self.statement = parsed.statements[0]
        self.namer = Namer(parsed)
        self.keys = keys
        self.stages: dict[int, Stage] = {id(one.clause): one for one in stages(self.statement)}
        self.shown = Shown(rows, schema, self.namer)
        self.edge, self.source, self.target = (self.namer.new(name) for name in ("edge", "source", "target"))
        self.denials = Denials(denials, self.namer)

    def companion(self) -> Companion:
        walks: list[Walk] = []
        parts: list[CompanionPart] = []
        notes: dict[str, None] = {}
        for single in self.statement.query.parts:
            walks.append(Walk(self.namer, self.stages, notes=notes))
            parts.append(self._part(single, walks[-1]))
        cut = any(one.cut for one in walks)
        if cut and any(not part.keys for part in parts):
            raise Underivable("The statement cuts rows on the way, and its result does not show which ones.")
        texts = [self._text(number, parts, walked) for number, walked in enumerate(walks)]
        absent = ABSENT if any(one.absent for one in walks) else ""
        given = {**self.shown.parameters, **self.denials.parameters}
        return Companion("\nUNION ALL\n".join(texts), tuple(parts), given, tuple(notes), absent, cut)

    def _part(self, single: SingleQuery, walked: Walk) -> CompanionPart:
        last = single.clauses[-1]
        if not isinstance(last, Projection):
            raise Underivable("The statement returns no columns.")
        if last.star:
            raise Underivable("The statement returns everything that it names (RETURN *).")
        walked.clauses(single.clauses[:-1])
        walked.searched(last)
        columns = columns_of(self.statement, single, self.parsed.text, self.schema)
        keys = tuple(place for place, item in enumerate(last.items) if not aggregates(item.expression))
        things = tuple(place for place, one in enumerate(columns) if one.tells_things and one.variable)
        if any(aggregates(item.expression) and mixed(item.expression) for item in last.items):
            raise Underivable("A column holds a number of many rows together with a value of each.")
        if not walked.carried and not things:
            raise Underivable("The statement matches no relationship.")
        return CompanionPart(keys, things, columns)

    def _text(self, number: int, parts: Sequence[CompanionPart], walked: Walk) -> str:
        single = self.statement.query.parts[number]
        last = single.clauses[-1]
        assert isinstance(last, Projection)
        ending = self._ending(number, last, parts, walked)
        before = edited(self.parsed.text, single.start, last.start, walked.edits).rstrip()
        return f"{before}\n{ending}"

    def _ending(self, number: int, last: Projection, parts: Sequence[CompanionPart], walked: Walk) -> str:
        """What stands instead of the RETURN."""
        part = parts[number]
        values = {place: self.namer.new("value") for place in part.keys}
        nodes = {place: self.namer.new("thing") for place in part.things}
        named = [f"{self.namer.source(last.items[place].expression)} AS {name}" for place, name in values.items()]
        named += [f"{quoted(part.columns[place].variable)} AS {name}" for place, name in nodes.items()]
        edges, unwound = self._edges(walked)
        edits, late = self.shown.conditions(self.statement.query.parts[number].clauses, part.keys, part.columns)
        walked.edits += edits
        where = " AND ".join(f"{values[place]}{rest}" for place, rest in late.items())
        lines = [f"WITH DISTINCT {', '.join([*named, edges])}", *([f"WHERE {where}"] if where else []), *unwound]
        kept = [*values.values(), *nodes.values(), *filter(None, [self.denials.name]), self.edge]
        if not walked.carried:
            ends = ["null"] * len(EDGE)
        else:
            ends_of = f"startNode({self.edge}) AS {self.source}, endNode({self.edge}) AS {self.target}"
            lines.append(f"WITH DISTINCT {', '.join(kept)}, {ends_of}")
            ends = [f"elementId({self.edge})", f"type({self.edge})", f"properties({self.edge})"]
            ends += [told for name in (self.source, self.target) for told in self._node(name, frozenset(self.keys))]
        return "\n".join([*lines, self._returned(number, parts, values, nodes, ends)])

    def _edges(self, walked: Walk) -> tuple[str, list[str]]:
        """The column with the edges, and what makes one row of each."""
        carried = walked.carried
        holds = self.denials.name
        if not carried:
            return f"null AS {self.edge}" + (f", true AS {holds}" if holds else ""), []
        if len(carried) == 1 and not carried[0].many:
            one = carried[0].expression
            return f"{one} AS {self.edge}" + (f", {self.denials.column(f'[{one}]')}" if holds else ""), []
        several = self.namer.new("edges")
        # A row without any edge stays, as its things are answers as well.
        alone = "" if any(not one.many for one in carried) else "[null] + "
        judged = [f"WITH *, {self.denials.column(several)}"] if holds else []
        return f"{alone}{listed(carried)} AS {several}", [*judged, f"UNWIND {several} AS {self.edge}"]

    def _node(self, name: str, labels: NameSet) -> list[str]:
        """The labels of a node, and those of its properties that say which one it is; all where its label is open."""
        wanted = dict.fromkeys(key for label in sorted(labels) for key in self.keys.get(label, ()))
        held = ", ".join(f".{quoted(key)}" for key in wanted)
        return [f"labels({name})", f"{name} {{{held}}}" if held else f"properties({name})"]

    def _returned(
        self, number: int, parts: Sequence[CompanionPart], values: Mapping[int, str], nodes: Mapping[int, str],
        ends: Sequence[str],
    ) -> str:  # fmt: skip
        """The RETURN; the parts of a UNION return the same columns, whatever each of them has."""
        columns = [f"{number} AS part"] if len(parts) > 1 else []
        keys = sorted({place for part in parts for place in part.keys})
        columns += [f"{values.get(place, 'null')} AS value_{place}" for place in keys]
        for place in sorted({place for part in parts for place in part.things}):
            labels, properties = "null", "null"
            if place in nodes:
                can_be = parts[number].columns[place].labels
                labels, properties = self._node(nodes[place], can_be if len(can_be) == 1 else frozenset())
            columns += [f"{labels} AS labels_{place}", f"{properties} AS thing_{place}"]
        columns += [f"{self.denials.name} AS holds"] if self.denials.name else []
        columns += [f"{value} AS {name}" for value, name in zip(ends, EDGE, strict=True)]
        return f"RETURN {', '.join(columns)}"
