"""How a name of the schema is written into a statement in place of another one."""

from __future__ import annotations

import re

from kgqa.cypher.checker.records import Edit
from kgqa.cypher.tree import Name
from kgqa.graph.quoting import quoted

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def written(name: str) -> str:
    """A label, type or key as it stands after a colon or a dot, where keywords need no back-quotes."""
    return name if _PLAIN.fullmatch(name) else quoted(name)


def replaced(old: Name, new: str) -> Edit:
    """The edit that puts a name in the place of another; back-quotes that were there stay."""
    after = written(new)
    if old.quoted and not after.startswith("`"):
        after = f"`{after}`"
    return Edit(old.start, old.end, after)
