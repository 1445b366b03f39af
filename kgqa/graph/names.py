"""The one door through which a label, relationship type or property name enters Cypher text."""

from __future__ import annotations

from kgqa.errors import QueryError

_ESCAPE = "\\u"


def quoted(name: str) -> str:
    """A name in back-quotes, ready to stand in a statement as a label, type or property key.

    A back-quote inside is doubled. A backslash followed by ``u`` is refused, because Neo4j decodes such escapes
    before it reads the statement, also inside back-quotes, and the name could end its own quoting.

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
    return "`" + name.replace("`", "``") + "`"
