"""Names as a server's own full-text index finds them: Neo4j's, and Lucene in the embedded server.

The baseline of the paper on KG-RAG (Section 2.9): the text of a question is held against the index as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import Lock

from kgqa.errors import QueryError
from kgqa.graph.quoting import quoted
from kgqa.records import Query, Rows
from kgqa.schema.model import NodeType, Schema

MOST_HITS = 5
MOST_WORDS = 200
"""Words of a text that are looked for."""
Run = Callable[[Query], Rows]


class NoFullTextError(QueryError):
    """A server has no full-text index of the names; the text says how one is made."""


INDEX = "kgqa_names"
"""Name of the full-text index that a reader is advised to make."""
_LUCENE = frozenset('+-&|!(){}[]^"~*?:\\/<>=@#')


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


@dataclass(frozen=True, slots=True)
class Index:
    """A full-text index that a server keeps of nodes: its name, and the labels and properties that it covers."""

    name: str
    labels: tuple[str, ...]
    properties: tuple[str, ...]


def indexes_of_nodes(run: Run) -> list[Index]:
    """The full-text indexes of nodes that a server can search now.

    Raises:
        QueryError: the server lists none.
    """
    shown = (
        "SHOW FULLTEXT INDEXES YIELD name, state, entityType, labelsOrTypes, properties\n"
        "RETURN name, state, entityType, labelsOrTypes AS labels, properties"
    )
    columns = ("name", "state", "entityType", "labels", "properties")
    return [
        Index(name, tuple(labels or ()), _bare(properties))
        for name, state, entity, labels, properties in run(Query(shown, columns, purpose="full-text indexes")).rows
        if (state, entity) == ("ONLINE", "NODE")
    ]


class FullText:
    """The full-text indexes over the names of one graph. Safe to share between threads.

    Args:
        prepare: makes the indexes of the embedded server and tells their names; None for an own server, where the
            product makes nothing and searches those that are there.
        by_sql: an own server makes indexes by SQL, as ArcadeDB.
    """

    def __init__(
        self, schema: Schema, prepare: Callable[[], Sequence[str]] | None = None, *, by_sql: bool = False
    ) -> None:
        self._by_sql = by_sql
        self._schema = schema
        self._prepare = prepare
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
                return tuple(self._prepare())
        try:
            indexes = indexes_of_nodes(run)
        except QueryError as error:
            raise NoFullTextError(
                "This server lists no full-text indexes, so none can be searched. Ask by another strategy."
            ) from error
        names = {node.label: {node.name_property, synonyms_of(node)} for node in self._schema.nodes}
        found = [
            index.name
            for index in indexes
            if any(names.get(one, set()).intersection(index.properties) for one in index.labels)
        ]
        if not found:
            raise NoFullTextError(f"This server has no full-text index of the names. {self._advice()}")
        return tuple(dict.fromkeys(found))

    def _advice(self) -> str:
        if not self._by_sql:
            how = "Who may write there makes one with this statement; it is used from then on:"
            return f"{how} {statement(self._schema)}"
        label, key, is_list = indexed_fields(self._schema)[0]
        how = "Who may write there makes one for each type, in SQL; they are used from then on. For the first one:"
        return f"{how} {'; '.join(index_sql(label, key, is_list=is_list))}"

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


def _bare(properties: Sequence[str] | None) -> tuple[str, ...]:
    """The properties that an index covers; ArcadeDB tells of a list that it is covered "by item"."""
    return tuple(one.removesuffix(" by item") for one in properties or ())


def synonyms_of(node: NodeType) -> str | None:
    """The property that holds a type's other names; None where it has none."""
    return next((one.name for one in node.properties if one.name == "synonyms" or one.role == "synonyms"), None)


def statement(schema: Schema) -> str:
    """The statement that makes a full-text index of the names and synonyms of every type on a Neo4j server."""
    names = [node.name_property for node in schema.nodes]
    synonyms = [key for node in schema.nodes if (key := synonyms_of(node)) is not None]
    return full_text_statement([node.label for node in schema.nodes], [*names, *synonyms])


def index_sql(label: str, key: str, *, is_list: bool) -> tuple[str, str]:
    """The statements of SQL that make the full-text index of a property on an ArcadeDB server."""
    what = f"`{key}` BY ITEM" if is_list else f"`{key}`"
    return (
        f"CREATE PROPERTY `{label}`.`{key}` IF NOT EXISTS {'LIST OF STRING' if is_list else 'STRING'}",
        f"CREATE INDEX IF NOT EXISTS ON `{label}` ({what}) FULL_TEXT",
    )


def indexed_fields(schema: Schema) -> list[tuple[str, str, bool]]:
    """What the indexes of the embedded server cover: label, property, and whether it holds a list."""
    found = []
    for node in schema.nodes:
        found.append((node.label, node.name_property, False))
        synonyms = next((one for one in node.properties if one.name == synonyms_of(node)), None)
        if synonyms is not None:
            found.append((node.label, synonyms.name, synonyms.type == "LIST"))
    return found


def full_text_statement(labels: Iterable[str], keys: Iterable[str]) -> str:
    """The statement that makes a full-text index of some properties of nodes with any of these labels."""
    of = "|".join(quoted(label) for label in labels)
    properties = ", ".join(f"n.{quoted(key)}" for key in dict.fromkeys(keys))
    return f"CREATE FULLTEXT INDEX {INDEX} IF NOT EXISTS FOR (n:{of}) ON EACH [{properties}]"


def escaped(text: str) -> str:
    """A text as one term of Lucene's query language, whatever it holds."""
    return "".join(f"\\{letter}" if letter in _LUCENE or letter.isspace() else letter for letter in text)
