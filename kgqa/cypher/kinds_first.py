"""A statement whose kinds are looked up first: ``(p)-[:IS_A*0..]->(:Sign {name: 'x'})`` becomes ``p.id IN $kinds1``.

What is a kind of a named thing does not depend on anything else in the statement; a server that follows the hierarchy
anew from every node that it comes by needs long for what is one short list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.reach import Reach
from kgqa.cypher.checker.records import Context
from kgqa.cypher.checker.resolve import label_names
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.tree import (
    MapLiteral,
    Match,
    NodePattern,
    Part,
    Pattern,
    PatternExpression,
    RelationshipPattern,
    Subquery,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk
from kgqa.graph.quoting import quoted

PARAMETER = "kinds"


@dataclass(frozen=True, slots=True)
class KindsFirst:
    """A statement that is given lists of kinds.

    Attributes:
        text: the statement.
        lookups: by parameter the statement that finds its list: one row, one column.
        searches: whether the hierarchy was followed in a search of its own for every row (``EXISTS``).
    """

    text: str
    lookups: dict[str, str] = field(default_factory=dict)
    searches: bool = False


def kinds_first(text: str, schema: GraphSchema) -> KindsFirst | None:
    """The statement with the kinds of named things as lists; None where it follows no hierarchy to such a thing."""
    parsed = parse(text)
    if len(parsed.statements) != 1 or schema.words is None:
        return None
    context = Context(parsed, parsed.statements[0], Reach(schema), False)
    rewriter = _Rewriter(context)
    rewriter.read()
    if not rewriter.lookups:
        return None
    made = text
    for start, end, after in sorted(rewriter.edits, reverse=True):
        made = made[:start] + after + made[end:]
    return KindsFirst(made, rewriter.lookups, rewriter.searches)


@dataclass(slots=True)
class _Rewriter:
    context: Context
    edits: list[tuple[int, int, str]] = field(default_factory=list)
    lookups: dict[str, str] = field(default_factory=dict)
    searches: bool = False

    def read(self) -> None:
        inside = {id(part) for one in walk(self.context.statement) if isinstance(one, Subquery) for part in walk(one)}
        whole: set[int] = set()
        for part in walk(self.context.statement):
            if not isinstance(part, PatternExpression) and not (
                isinstance(part, Subquery) and part.function == "EXISTS"
            ):
                continue
            if (pattern := _only_pattern(part)) and (condition := self._condition(pattern)):
                whole.add(id(pattern))
                self.edits.append((part.start, part.end, condition))
                self.searches = True
        for clause in walk(self.context.statement):
            if isinstance(clause, Match) and not clause.optional:
                told = [one for pattern in clause.patterns if id(pattern) not in whole for one in self._cut(pattern)]
                if told:
                    self._add_conditions(clause, told)
                    self.searches |= id(clause) in inside

    def _condition(self, pattern: Pattern) -> str:
        """What stands for a pattern of one hop to a named thing from a node that is bound outside of it."""
        for node, end in self._to_named(pattern):
            if node.variable is not None and len(pattern.elements) == 3 and node.properties is None:
                return self._listed(node, end)
        return ""

    def _cut(self, pattern: Pattern) -> list[str]:
        """Cuts hops to named things off the ends of a pattern; the conditions that stand for them."""
        told = []
        for node, end in self._to_named(pattern):
            start, stop = (node.end, end.end) if end.start > node.start else (end.start, node.start)
            if any(start < other[1] and other[0] < stop for other in self.edits):
                continue
            self.edits.append((start, stop, ""))
            name = None
            if node.variable is None:
                name = f"kind{len(self.lookups) + 1}"
                self.edits.append((node.start + 1, node.start + 1, name))
            told.append(self._listed(node, end, name))
        return told

    def _to_named(self, pattern: Pattern) -> Iterator[tuple[NodePattern, NodePattern]]:
        parts = pattern.elements
        if pattern.variable is not None or pattern.selector or pattern.function or len(parts) < 3:
            return
        for end, hop, node in ((parts[-1], parts[-2], parts[-3]), (parts[0], parts[1], parts[2])):
            if (
                isinstance(end, NodePattern)
                and isinstance(hop, RelationshipPattern)
                and isinstance(node, NodePattern)
                and self._is_named(end)
                and self._follows_kinds(hop)
                and self._label(node)
            ):
                yield node, end
                if len(parts) == 3:
                    return

    def _is_named(self, node: NodePattern) -> bool:
        """Whether a node is looked for by values of its own and spoken of nowhere else."""
        held = node.properties.entries if isinstance(node.properties, MapLiteral) else ()
        if not held or node.where is not None or not all(isinstance(value, Value) for _, value in held):
            return False
        name = node.variable.text if node.variable is not None else ""
        places = [
            part
            for part in walk(self.context.statement)
            if (isinstance(part, Variable) and part.name.text == name)
            or (isinstance(part, NodePattern) and part.variable is not None and part.variable.text == name)
        ]
        return bool(label_names(node.labels)) and (not name or len(places) == 1)

    def _follows_kinds(self, hop: RelationshipPattern) -> bool:
        types = [name.name.text for name in label_names(hop.types)]
        words = self.context.reach.schema.words
        plain = hop.variable is None and hop.properties is None and hop.where is None
        repeated = hop.length is not None or hop.quantifier is not None
        hierarchical = words is not None and bool(types) and all(map(words.is_hierarchical, types))
        return plain and repeated and hierarchical and hop.left != hop.right

    def _label(self, node: NodePattern) -> str:
        labels = self._labels(node)
        (label,) = labels if len(labels) == 1 else ("",)
        return label if label in self.context.reach.schema.identifiers else ""

    def _labels(self, node: NodePattern) -> frozenset[str]:
        for one in self.context.bindings.nodes:
            if any(pattern is node for pattern in one.patterns):
                return self.context.resolved.labels[one.index]
        return frozenset()

    def _listed(self, node: NodePattern, end: NodePattern, name: str | None = None) -> str:
        label = self._label(node)
        key = quoted(self.context.reach.schema.identifiers[label])
        parameter = f"{PARAMETER}{len(self.lookups) + 1}"
        kind, of = f"(kind:{quoted(label)})", self._slice(end)
        before = self.context.text[node.end : end.start] if end.start > node.start else ""
        after = self.context.text[end.end : node.start] if not before else ""
        path = f"{kind}{before}{of}" if before else f"{of}{after}{kind}"
        self.lookups[parameter] = f"MATCH {path} RETURN collect(DISTINCT kind.{key}) AS ids"
        variable = name if name is not None else self._slice(node.variable) if node.variable is not None else ""
        return f"{variable}.{key} IN ${parameter}"

    def _add_conditions(self, clause: Match, conditions: list[str]) -> None:
        told = " AND ".join(conditions)
        if clause.where is not None:
            self.edits.append((clause.where.start, clause.where.start, "("))
            self.edits.append((clause.where.end, clause.where.end, f") AND {told}"))
        else:
            end = clause.patterns[-1].end
            self.edits.append((end, end, f" WHERE {told}"))

    def _slice(self, part: Part) -> str:
        return self.context.text[part.start : part.end]


def _only_pattern(search: PatternExpression | Subquery) -> Pattern | None:
    """The pattern of a search that is nothing but one pattern."""
    if isinstance(search, PatternExpression):
        return search.pattern
    clauses = search.query.parts[0].clauses if len(search.query.parts) == 1 else ()
    matches = [one for one in clauses if isinstance(one, Match)]
    if len(matches) != 1 or len(clauses) > 2 or matches[0].where is not None or len(matches[0].patterns) != 1:
        return None
    return matches[0].patterns[0]
