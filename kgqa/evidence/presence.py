"""Before it is said that nothing is recorded: whether the graph still finds the things that the question names.

An index that was damaged finds nothing, as a graph that records nothing does; only the first has lost the things too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgqa.errors import DamagedGraphError
from kgqa.graph.quoting import quoted
from kgqa.records import Entity, Query
from kgqa.schema.model import Schema

if TYPE_CHECKING:
    from kgqa.graph.store import GraphStore, StopSignal


def require_found(
    schema: Schema, store: GraphStore, entities: Sequence[Entity], source: str, stop: StopSignal | None
) -> None:
    """Look every thing up by its identifier, with one statement a type.

    Args:
        source: the graph as a sentence names it.

    Raises:
        DamagedGraphError: one is not there, though its name was read from this graph.
        KgqaError: the graph could not be asked.
    """
    chosen = {(thing.label, thing.id): thing.name for one in entities for thing in one.meant}
    known = {node.label: node for node in schema.nodes}
    for label in sorted({label for label, _ in chosen} & known.keys()):
        ids = sorted({id_ for of, id_ in chosen if of == label})
        key = f"n.{quoted(known[label].id_property)}"
        text = f"MATCH (n:{quoted(label)}) WHERE {key} IN $ids RETURN DISTINCT {key} AS id"
        query = Query(text, ("id",), {"ids": ids}, "whether the things are still found")
        found = {str(id_) for (id_,) in store.run(query, stop=stop).rows}
        missing = next((id_ for id_ in ids if id_ not in found), None)
        if missing is not None:
            raise DamagedGraphError(
                f"{source} no longer finds {chosen[label, missing]} ({missing}) by its identifier, so that nothing is "
                "recorded would not be known. It was removed there after the graph was opened, or an index is damaged. "
                "Open the graph again, check it on the Data page, or load it again."
            )
