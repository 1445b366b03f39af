"""Text that a server may read as something else than it looks.

Neo4j decodes a backslash, a ``u`` and four digits before it reads a statement, also in comments, names and strings,
so that a decoded quote or line end would open what looks closed. Signs that nobody sees are no part of a statement.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from kgqa.cypher.parser.tokens import Tokens

_ESCAPE = re.compile(r"\\u+(?P<four>[0-9a-fA-F]{4})?|\\U(?P<eight>[0-9a-fA-F]{8})?")
_ANY_ESCAPE = re.compile(r"\\[uU]")


def disguises(tokens: Tokens) -> Iterator[str]:
    """What in a text may be read in another way, one sentence each."""
    named = [token.text for token in tokens.tokens if token.kind in ("name", "parameter", "word")]
    for text in (*(comment.text for comment in tokens.comments), *named):
        if _ANY_ESCAPE.search(text):
            yield f"A comment or name holds a backslash followed by u, which a server may decode: {text[:40]!r}."
        if any(_unseen(sign) for sign in text):
            yield f"A comment or name holds a control or format character: {text[:40]!r}."
    for token in tokens.tokens:
        if token.kind == "string":
            yield from (
                f"A string holds the escape {found.group()!r}, which may end the string before it looks ended."
                for found in _ESCAPE.finditer(token.text)
                if not _harmless(found)
            )


def _unseen(sign: str) -> bool:
    return sign not in "\t\n\r\x0b\x0c" and unicodedata.category(sign) in ("Cc", "Cf")


def _harmless(escape: re.Match[str]) -> bool:
    """Whether an escape stands for a letter, a digit or the like, and for no sign that ends or hides anything."""
    digits = escape.group("four") or escape.group("eight")
    if digits is None or int(digits, 16) > 0x10FFFF:
        # A capital U without eight digits is no escape of Neo4j; without its digits a small one is an error there.
        return escape.group().startswith("\\U")
    sign = chr(int(digits, 16))
    return sign.isalnum() or (unicodedata.category(sign)[0] in "LNSM" and ord(sign) > 127) or _surrogate(sign)


def _surrogate(sign: str) -> bool:
    return 0xD800 <= ord(sign) <= 0xDFFF
