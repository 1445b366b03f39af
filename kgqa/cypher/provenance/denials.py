"""The companion's part for records that deny their link: whether a match does without them.

One thing may be found by several matches. One of them resting on "looked for in 32 patients and found in none" says
nothing against the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgqa.cypher.provenance.names import Namer
from kgqa.graph.quoting import quoted


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
