"""Names as a server's own full-text index finds them: Neo4j's, and Lucene in the embedded server.

The baseline of the paper on KG-RAG (Section 2.9): the text of a question is held against the index as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from kgqa.errors import QueryError
from kgqa.graph.names import quoted
from kgqa.graph.own.server_names import escaped, full_text_statement
from kgqa.graph.schema import NodeType, Schema
from kgqa.records import Query, Rows

MOST_HITS = 5
MOST_WORDS = 200
"""Words of a text that are looked for."""
Run = Callable[[Query], Rows]


class NoFullTextError(QueryError):
    """A server has no full-text index of the names; the text says how one is made."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing that an index found.

    Attributes:
        score: of the index, which is no likeness; scores of different indexes are only roughly alike.
    """

    id: str
    name: str
    label: str
    score: float


class FullText:
    """The full-text indexes over the names of one graph. Safe to share between threads.

    Args:
        prepare: makes the indexes of the embedded server and tells their names; None for an own server, where the
            product makes nothing.
    """

    def __init__(self, schema: Schema, prepare: Callable[[], Sequence[str]] | None = None) -> None:
        self._schema = schema
        self._prepare = prepare
        self._prepared: tuple[str, ...] | None = None
        self._lock = Lock()

    def hits(self, text: str, run: Run) -> list[Hit]:
        """The things whose names or synonyms meet a text best, the best first; at most five of every index.

        Args:
            run: runs a statement and keeps its record.

        Raises:
            NoFullTextError: the server has no such index.
            QueryError, ServerError, TimeLimitError, StoppedError: the graph could not be asked.
        """
        words = [escaped(word.lower()) for word in text.split()[:MOST_WORDS] if any(map(str.isalnum, word))]
        indexes = self._indexes(run)
        found: dict[tuple[str, str], Hit] = {}
        for index in indexes if words else ():
            for labels, score, *keys in run(self._query(index, " ".join(words))).rows:
                hit = self._hit(labels, score, keys)
                if hit is not None:
                    known = found.setdefault((hit.label, hit.id), hit)
                    found[hit.label, hit.id] = max(known, hit, key=lambda one: one.score)
        return sorted(found.values(), key=lambda one: (-one.score, one.name, one.label, one.id))[:MOST_HITS]

    def _indexes(self, run: Run) -> tuple[str, ...]:
        if self._prepare is not None:
            with self._lock:
                if self._prepared is None:
                    self._prepared = tuple(self._prepare())
            return self._prepared
        shown = (
            "SHOW FULLTEXT INDEXES YIELD name, state, entityType, labelsOrTypes, properties\n"
            "RETURN name, state, entityType, labelsOrTypes AS labels, properties"
        )
        try:
            columns = ("name", "state", "entityType", "labels", "properties")
            rows = run(Query(shown, columns, purpose="full-text indexes")).rows
        except QueryError as error:
            raise NoFullTextError(
                "This server lists no full-text indexes, so none can be searched. Ask by another strategy."
            ) from error
        named = {node.label: node.name_property for node in self._schema.nodes}
        found = [
            name
            for name, state, entity, labels, properties in rows
            if (state, entity) == ("ONLINE", "NODE")
            and any(named.get(one) in (properties or ()) for one in labels or ())
        ]
        if not found:
            raise NoFullTextError(
                "This server has no full-text index of the names. Who may write there makes one with this statement; "
                f"it is used from then on: {statement(self._schema)}"
            )
        return tuple(dict.fromkeys(found))

    def _query(self, index: str, text: str) -> Query:
        """Looks in one index; the store adds the limit."""
        keys = self._keys()
        held = "".join(f", node.{quoted(key)} AS k{place}" for place, key in enumerate(keys))
        cypher = (
            "CALL db.index.fulltext.queryNodes($index, $text) YIELD node, score\n"
            f"RETURN labels(node) AS labels, score{held} ORDER BY score DESC"
        )
        columns = ("labels", "score", *(f"k{place}" for place in range(len(keys))))
        return Query(cypher, columns, {"index": index, "text": text}, "full text")

    def _keys(self) -> list[str]:
        return list(dict.fromkeys(key for node in self._schema.nodes for key in (node.id_property, node.name_property)))

    def _hit(self, labels: Sequence[str], score: float, keys: Sequence[object]) -> Hit | None:
        types = [node for node in self._schema.nodes if node.label in (labels or ())]
        if not types:
            return None
        node = min(types, key=lambda one: one.count)  # of nested types the narrowest
        held = dict(zip(self._keys(), keys, strict=True))
        id_, name = held[node.id_property], held[node.name_property]
        if not isinstance(id_, str) or not id_:
            return None
        return Hit(id_, name if isinstance(name, str) and name else id_, node.label, float(score))


def synonyms_of(node: NodeType) -> str | None:
    """The property that holds a type's other names; None where it has none."""
    return next((one.name for one in node.properties if one.name == "synonyms" or one.role == "synonyms"), None)


def statement(schema: Schema) -> str:
    """The statement that makes a full-text index of the names and synonyms of every type on a Neo4j server."""
    names = [node.name_property for node in schema.nodes]
    synonyms = [key for node in schema.nodes if (key := synonyms_of(node)) is not None]
    return full_text_statement([node.label for node in schema.nodes], [*names, *synonyms])


def indexed_fields(schema: Schema) -> list[tuple[str, str, bool]]:
    """What the indexes of the embedded server cover: label, property, and whether it holds a list."""
    found = []
    for node in schema.nodes:
        found.append((node.label, node.name_property, False))
        synonyms = next((one for one in node.properties if one.name == synonyms_of(node)), None)
        if synonyms is not None:
            found.append((node.label, synonyms.name, synonyms.type == "LIST"))
    return found
