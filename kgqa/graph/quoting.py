"""The one door through which a label, relationship type or property name enters Cypher text."""

from __future__ import annotations

import re

from kgqa.errors import QueryError

_ESCAPE = "\\u"
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEYWORDS = frozenset({
    "ACCESS", "ADD", "ADMIN", "ALL", "ALLSHORTESTPATHS", "ALTER", "AND", "ANY", "AS", "ASC", "ASCENDING", "BY",
    "CALL", "CASE", "COLLECT", "COMMIT", "CONSTRAINT", "CONTAINS", "COUNT", "CREATE", "CSV", "CYPHER", "DELETE",
    "DESC", "DESCENDING", "DETACH", "DISTINCT", "DO", "DROP", "ELSE", "END", "ENDS", "EXISTS", "EXPLAIN", "EXTRACT",
    "FALSE", "FILTER", "FINISH", "FOR", "FOREACH", "FROM", "GRAPH", "IF", "IN", "INDEX", "INSERT", "IS", "JOIN",
    "KEY", "LET", "LIMIT", "LOAD", "MANDATORY", "MATCH", "MERGE", "NODE", "NODETACH", "NONE", "NOT", "NULL", "OF",
    "OFFSET", "ON", "OPTIONAL", "OR", "ORDER", "PROFILE", "REDUCE", "RELATIONSHIP", "REMOVE", "REPEATABLE",
    "REQUIRE", "RETURN", "ROWS", "SCALAR", "SCAN", "SESSION", "SET", "SHORTEST", "SHORTESTPATH", "SHOW", "SINGLE",
    "SKIP", "START", "STARTS", "TERMINATE", "THEN", "TRANSACTION", "TRUE", "TYPE", "UNION", "UNIQUE", "UNWIND",
    "USE", "USING", "WHEN", "WHERE", "WITH", "XOR", "YIELD",
})  # fmt: skip
"""Words that a server may read as something else than a name; they are always quoted."""


def quoted(name: str) -> str:
    """A name as it can stand in a statement as a label, type or property key: in back-quotes unless it is plain.

    Plain is a name of ASCII letters, digits and underscores that is no keyword. A back-quote inside is doubled. A
    backslash followed by ``u`` is refused, because Neo4j decodes such escapes before it reads the statement, also
    inside back-quotes, and the name could end its own quoting.

    Raises:
        QueryError: the name is no text, is empty, or holds NUL or a backslash followed by ``u``.
    """
    if not isinstance(name, str):
        raise QueryError(f"A name in a statement must be text, not {name!r}. Use the name as the schema gives it.")
    if not name:
        raise QueryError("A name in a statement is empty. Use the name as the schema gives it.")
    if "\0" in name or _ESCAPE in name:
        raise QueryError(
            f"The name {name[:80]!r} holds NUL or a backslash followed by u, which a graph server may read as "
            "something else. Rename it in the source of the graph and load it again."
        )
    if _PLAIN.fullmatch(name) and name.upper() not in _KEYWORDS:
        return name
    return "`" + name.replace("`", "``") + "`"
