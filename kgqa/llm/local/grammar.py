"""JSON by grammar: what the local model may write, token by token, where a reply of a given shape is asked for.

A small model that is held to a shape and to nothing else goes on until it is cut: of a list it writes one item after
the other, the same again if need be, with each field on a line of its own. So a list has an end here, a text too, and
there are no line breaks.
"""

from __future__ import annotations

import json
from typing import Any

TOKENS_OF_AN_OBJECT = 140
"""Of a long statement as it is asked for, with its sentence and its link; as many as fit into the longest reply."""
MOST_NUMBERS = 6
"""Items of a list of numbers or texts."""
LONGEST_TEXT = 160
"""Characters of a text in a list of objects: a sentence that names two things with long names."""
_COMPACT = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


def grammar(schema: dict[str, Any], most_tokens: int) -> str:
    """The grammar of all JSON that fits a schema and can be written to its end, for the library llguidance.

    Args:
        most_tokens: of the longest reply that is accepted.
    """
    bounded = _bounded(schema, max(1, most_tokens // TOKENS_OF_AN_OBJECT))
    for name, part in bounded.get("properties", {}).items():
        if isinstance(part, dict) and "maxLength" in part:  # an answer in words, of which there is one
            bounded["properties"][name] = {
                **part,
                "maxLength": schema["properties"][name].get("maxLength", most_tokens),
            }
    return f"%llguidance {{}}\nstart: %json {json.dumps({**bounded, 'x-guidance': _COMPACT})}"


def _bounded(schema: Any, most_objects: int) -> Any:
    if isinstance(schema, list):
        return [_bounded(part, most_objects) for part in schema]
    if not isinstance(schema, dict):
        return schema
    bounded = {name: _bounded(part, most_objects) for name, part in schema.items()}
    if isinstance(schema.get("properties"), dict):
        # A field may itself be called "type": fields are gone through by themselves.
        fields = schema["properties"].items()
        bounded["properties"] = {name: _bounded(part, most_objects) for name, part in fields}
    if schema.get("type") == "array":
        items = schema.get("items")
        objects = isinstance(items, dict) and ("$ref" in items or items.get("type") == "object")
        bounded.setdefault("maxItems", most_objects if objects else MOST_NUMBERS)
    if schema.get("type") == "string" and not {"enum", "const"} & schema.keys():
        bounded.setdefault("maxLength", LONGEST_TEXT)
    return bounded
