"""Random statements over a small graph, of the kinds in which servers have been found to differ."""

from __future__ import annotations

import random

_LABELS = ("", ":G", ":D", ":E", ":Mark", ":D|E", ":!G")
_TYPES = ("", ":T", ":U", ":V", ":T|U", ":!T")
_SIGNS = ("=", "<", ">", "<>", ">=", "<=")


class Statement:
    """One statement that grows clause by clause; knows which variables it may name."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.nodes: list[str] = []
        self.count = 0

    def text(self) -> str:
        """The whole statement."""
        clauses = []
        for place in range(self.chance.choice((1, 2, 2, 3))):
            clauses += self._match(optional=self.chance.random() < (0.6 if place else 0.15), first=not place)
            if self.nodes and self.chance.random() < 0.3:
                clauses.append(self._with())
        return " ".join([*clauses, "RETURN", ", ".join(self._columns())])

    def _fresh(self) -> str:
        self.count += 1
        return f"x{self.count}"

    def _node(self, reuse: float, new: list[str] | None) -> str:
        known = [*self.nodes, *(new or ())]
        if known and self.chance.random() < reuse:
            return f"({self.chance.choice(known)})"
        if new is None or self.chance.random() < 0.2:
            return f"({self.chance.choice(_LABELS)})"
        new.append(self._fresh())
        return f"({new[-1]}{self.chance.choice(_LABELS)})"

    def _hop(self, *, repeats: bool = True) -> str:
        often = self.chance.choice(("*1..2", "*0..1")) if repeats and self.chance.random() < 0.12 else ""
        left, right = self.chance.choice((("-", "->"), ("<-", "-"), ("-", "-"), ("-", "->")))
        return f"{left}[{self.chance.choice(_TYPES)}{often}]{right}"

    def _match(self, *, optional: bool, first: bool) -> list[str]:
        new: list[str] = []
        reuse = 0.15 if first else 0.6
        path = self._node(reuse, new)
        for _ in range(self.chance.choice((0, 1, 1, 1) if first else (1, 1, 1, 2))):
            path += self._hop() + self._node(reuse, new)
        self.nodes += new
        where = [f"WHERE {self._condition()}"] if self.nodes and self.chance.random() < 0.6 else []
        return ["OPTIONAL MATCH" if optional else "MATCH", path, *where]

    def _with(self) -> str:
        keep = self.chance.sample(self.nodes, self.chance.randint(1, len(self.nodes)))
        kind = self.chance.choice(("plain", "distinct", "count"))
        counted = self.chance.choice(self.nodes)
        if kind == "count" and counted not in keep[:1]:
            keep = keep[:1]
            found = f"WITH {keep[0]}, count({counted}) AS {self._fresh()}"
        else:
            found = f"WITH {'DISTINCT ' if kind == 'distinct' else ''}{', '.join(keep)}"
        self.nodes = keep
        return f"{found} WHERE {self._condition()}" if self.chance.random() < 0.3 else found

    def _condition(self, depth: int = 0) -> str:
        kind = self.chance.randrange(9 if depth < 2 else 7)
        one, other = self.chance.choice(self.nodes), self.chance.choice(self.nodes)
        sign, number = self.chance.choice(_SIGNS), self.chance.randint(0, 2)
        if kind == 0:
            return f"{one}.n {sign} {number}"
        if kind == 1:
            return f"any(s IN {one}.syn WHERE s {sign} 'y')"
        if kind == 2:
            return f"{one}.n = CASE {other}.n WHEN 1 THEN 1 ELSE 2 END"
        if kind == 3:
            return f"EXISTS {{ {self._node(0.8, None)}{self._hop()}{self._node(0.8, None)} }}"
        if kind == 4:
            return f"COUNT {{ {self._node(0.8, None)}{self._hop()}{self._node(0.8, None)} }} {sign} {number}"
        if kind == 5:
            return f"({one}){self._hop(repeats=False)}{self._node(0.5, None)}"
        if kind == 6:
            return f"{one} IS {self.chance.choice(('', 'NOT '))}NULL"
        if kind == 7:
            return f"NOT {self._condition(depth + 1)}"
        return f"({self._condition(depth + 1)} {self.chance.choice(('AND', 'OR', 'OR'))} {self._condition(depth + 1)})"

    def _columns(self) -> list[str]:
        if not self.nodes:
            return ["count(*) AS c"]
        columns = [f"{name}.u AS c{place}" for place, name in enumerate(self.nodes[:3])]
        one = self.chance.choice(self.nodes)
        kind = self.chance.randrange(6)
        if kind == 0:
            columns.append(f"count({self.chance.choice(('*', one))}) AS c")
        elif kind == 1:
            columns.append(f"COUNT {{ ({one}){self._hop()}{self._node(0.5, None)} }} AS c")
        elif kind == 2:
            columns.append(f"[({one}){self._hop()}(z{self.chance.choice(_LABELS)}) | z.u] AS c")
        return columns
