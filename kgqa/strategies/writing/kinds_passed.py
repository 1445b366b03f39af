"""Runs a statement that a model wrote; where it follows a hierarchy for every row, with the kinds looked up once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.kinds_first import KindsFirst, kinds_first
from kgqa.cypher.run import Ran
from kgqa.errors import TimeLimitError
from kgqa.graph.stop import StopSignal
from kgqa.records import CypherRecord

if TYPE_CHECKING:
    from kgqa.session import GraphSession

PURPOSE = "kinds"


@dataclass(slots=True)
class KindsPassed:
    """Runs one statement.

    Attributes:
        parameters: the lists of kinds with which it was run.
        records: the statements that found them.
    """

    graph: GraphSession
    stop: StopSignal | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    records: tuple[CypherRecord, ...] = ()

    def run(self, text: str) -> Ran | Refused:
        """Run a statement as ``GraphSession.run_cypher`` does.

        Raises:
            KgqaError: as there; also where the time ran out with the kinds looked up first.
        """
        self.parameters, self.records = {}, ()
        first = kinds_first(text, from_graph(self.graph.schema))
        if first is not None and first.searches:  # follows the hierarchy again for every row
            return self._with_kinds(text, first)
        try:
            return self.graph.run_cypher(text, stop=self.stop)
        except TimeLimitError:
            if first is None:
                raise
            return self._with_kinds(text, first)

    def _with_kinds(self, text: str, first: KindsFirst) -> Ran | Refused:
        """The rows with the kinds passed; those of the statement itself where they cannot be found."""
        parameters: dict[str, Any] = {}
        records: list[CypherRecord] = []
        for name, lookup in first.lookups.items():
            found = self.graph.run_cypher(lookup, stop=self.stop)
            rows = () if isinstance(found, Refused) else found.rows.rows
            if isinstance(found, Refused) or len(rows) != 1 or not isinstance(rows[0][0], list):
                return self.graph.run_cypher(text, stop=self.stop)
            parameters[name] = rows[0][0]
            told = found.rows
            records.append(CypherRecord(lookup, lookup, told.executed, {}, PURPOSE, 1, told.elapsed_ms))
        ran = self.graph.run_cypher(first.text, parameters, stop=self.stop)
        if not isinstance(ran, Refused):
            self.parameters, self.records = parameters, tuple(records)
        return ran
