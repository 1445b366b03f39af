"""Back-quotes for names that need them: ``(g:gene/protein)`` becomes ``(g:`gene/protein`)``."""

from __future__ import annotations

import re

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.rules.spelled import written


def with_quotes(text: str, schema: GraphSchema) -> str:
    """A text in which labels and types of the schema that are no plain words stand in back-quotes."""
    odd = sorted(
        (name for name in schema.labels | schema.types if written(name).startswith("`")), key=len, reverse=True
    )
    if not odd:
        return text
    pattern = re.compile(
        r"(?<=[:|&!])(\s*)(" + "|".join(re.escape(name) for name in odd) + r")(?![\w`])", re.IGNORECASE
    )
    exact = {name.casefold(): name for name in reversed(odd)}
    return pattern.sub(lambda found: found.group(1) + written(exact[found.group(2).casefold()]), text)
