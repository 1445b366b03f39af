"""Objects as JSON lines that are one line each, for whoever splits them by whatever ends lines, and on any terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What a terminal obeys, what ends a line somewhere, and what turns the order in which a line is read."""


def json_line(data: Mapping[str, Any]) -> str:
    """One object on one line, without its end; what is no JSON is written as its text."""
    return OBEYED.sub(_escaped, json.dumps(data, ensure_ascii=False, default=str))


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
