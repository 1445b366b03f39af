"""A small model that is to write a list may write one item again and again; what it wrote till then is taken."""

from __future__ import annotations

import re

OFTEN = 3
"""Times that the very same object is written before that is called a loop."""
_OBJECT = re.compile(r'\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}')
"""An object that holds no other; what stands in its texts is no end of it."""


def loops(text: str) -> bool:
    """Whether the object that ends a JSON text, as far as it has come, stands in it word for word twice before."""
    if not text.rstrip().endswith("}"):
        return False
    objects = _OBJECT.findall(text)
    return bool(objects) and objects.count(objects[-1]) >= OFTEN


def ended(text: str) -> str:
    """A JSON text that loops, without what was said again, and with every list and object that is open closed."""
    last = _OBJECT.findall(text)[-1]
    kept = text[: text.index(last) + len(last)]
    closing: list[str] = []
    inside = False
    for at, sign in enumerate(kept):
        if sign == '"' and not _is_escaped(kept, at):
            inside = not inside
        elif inside:
            continue
        elif sign in "{[":
            closing.append("}" if sign == "{" else "]")
        elif sign in "}]":
            closing.pop()
    return kept + "".join(reversed(closing))


def _is_escaped(text: str, at: int) -> bool:
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
